// Package arrowio writes frames as Apache Arrow IPC and reads them back: the file form, which pandas and polars call
// Feather (version 2), and the stream form.
//
// # The problem
//
// A result is to be read by another language with its types, its gaps and its units. CSV loses all three. Arrow keeps
// them, and its readers exist everywhere. The package is apart from frame because it is heavy to link: a program that
// does not import it does not pay.
//
// # What is written
//
//	float64        float64; NaN, which is a missing cell in a frame, becomes null
//	int64          int64
//	string         utf8
//	bool           bool
//	time.Duration  duration[ns]
//
// Every column is nullable and its missing cells are null. The file holds one record batch and is not compressed, so
// that every reader reads it. The caption is in the metadata of the schema under CaptionKey; unit, meaning and method
// are in the metadata of the field under UnitKey, MeaningKey and MethodKey. Empty ones are left out. WriteWith
// adds metadata of the schema under other keys. The same frame gives the same bytes.
//
// # What is read
//
// The types above, and what widens to one of them without loss:
//
//	float64        float16, float32
//	int64          int8, int16, int32, uint8, uint16, uint32; uint64 up to the largest int64
//	string         large_utf8, utf8_view; null, which becomes a column of missing strings
//	time.Duration  duration[s], [ms], [us], as far as nanoseconds hold them
//
// A dictionary, which is how categories are stored, is read as its values. Any other type is an error that names the
// column and the type. Several record batches are read as one frame, compressed ones (LZ4, ZSTD) too.
//
// # What is not promised
//
// A file that is damaged, or made to do damage, is an error and not a crash, and what is allocated for it is bounded by
// MaxBytes; but data that is wrong and still well formed cannot be told from data. Values of dictionaries that no row
// names, custom metadata of fields under other keys and the order of a dictionary are not kept.
package arrowio

// The keys of the metadata that a frame is written with.
const (
	CaptionKey = "fence.caption" // in the schema
	UnitKey    = "fence.unit"    // in the field of a column, as are those below
	MeaningKey = "fence.meaning"
	MethodKey  = "fence.method"
)

// MaxBytes bounds what Read takes in, and by itself what it allocates for the cells of what it has taken in: 1 GiB
// each. Files that hold more are refused.
const MaxBytes = 1 << 30
