// Package parquetio writes frames as Apache Parquet files and reads Parquet files as frames.
//
// # The problem
//
// Large tables of results, such as one row a seed, are kept and queried by pandas, polars, DuckDB and others, which all
// read Parquet: typed, in columns, compressed. The package is apart from frame because it is heavy to link: a program
// that does not import it does not pay.
//
// # What is written
//
//	float64        DOUBLE; NaN, which is a missing cell in a frame, becomes null
//	int64          INT64
//	string         BYTE_ARRAY, STRING, by a dictionary
//	bool           BOOLEAN
//	time.Duration  INT64, nanoseconds: Parquet has no type for durations
//
// Every column is optional and its missing cells are null. Columns and rows keep their order. Pages are compressed
// with Snappy, which every reader reads without add-ons. The schema of the frame, which Parquet cannot hold, is in
// the metadata of the file under SchemaKey as JSON: the caption, and the name, kind, unit, meaning and method of each
// column. WriteWith adds metadata under other keys. The same frame gives the same bytes.
//
// # What is read
//
// The types above, and what widens to one of them without loss:
//
//	float64        FLOAT
//	int64          INT32; signed and unsigned integers of any width up to the largest int64
//	string         ENUM, JSON and BYTE_ARRAY of no logical type, as far as they are UTF-8; NULL, all missing
//	time.Duration  INT64, where the schema of a frame says so
//
// Columns may be required or optional, in several row groups, compressed with Snappy, GZIP or ZSTD, in the encodings
// PLAIN, dictionary, RLE, DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY and BYTE_STREAM_SPLIT. Any other type, such as
// timestamps, decimals, lists and groups of columns, is an error that names the column and the type. Where another
// program has changed a file and kept the schema of the frame, columns are matched by name, and what the schema says of
// columns that are gone is ignored.
//
// # What is not promised
//
// A file that is damaged, or made to do damage, is an error and not a crash, and what is allocated for it is bounded by
// MaxBytes; but data that is wrong and still well formed cannot be told from data. Encrypted files, indexes, Bloom
// filters and statistics are not read.
package parquetio

// SchemaKey is the key of the file's metadata under which the schema of the frame stands.
const SchemaKey = "fence.frame"

// MaxBytes bounds the size of a file that Read takes in, and by itself what it allocates for the cells: 1 GiB each.
// Files that hold more are refused.
const MaxBytes = 1 << 30
