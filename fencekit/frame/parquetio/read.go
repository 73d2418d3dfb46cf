package parquetio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"fence/fencekit/frame"
)

// Read reads a Parquet file of the given size. It refuses one of more than MaxBytes, and cells that would take more
// than MaxBytes. Damage, a column of a type that frames do not have, a number that does not fit, text that is not
// UTF-8 and names that are empty or repeated are errors, which name the column and the row, counted from 0.
func Read(r io.ReaderAt, size int64) (frame.Frame, error) {
	f, _, err := ReadWith(r, size)
	return f, err
}

// ReadWith is Read that also returns the metadata of the file, by key, without that of SchemaKey: what WriteWith was
// given, or what another program has put there. Text that is not UTF-8 is left out, and of a key that comes twice the
// first value stands.
func ReadWith(r io.ReaderAt, size int64) (frame.Frame, map[string]string, error) {
	return read(r, size, MaxBytes)
}

func read(r io.ReaderAt, size, limit int64) (frame.Frame, map[string]string, error) {
	if size < 0 || size > limit {
		return frame.Frame{}, nil, fmt.Errorf("parquetio: read: %d bytes, of which at most %d are read", size, limit)
	}
	data := make([]byte, size)
	if n, err := r.ReadAt(data, 0); n < len(data) {
		return frame.Frame{}, nil, fmt.Errorf("parquetio: read: %d of %d bytes: %w", n, size, err)
	}
	f, metadata, err := decode(data, limit)
	if err != nil {
		return frame.Frame{}, nil, fmt.Errorf("parquetio: read: %w", err)
	}
	return f, metadata, nil
}

// decode reads a file that is whole in memory. The library panics on some damage, and faults where it reads memory by
// instructions of the processor; both end as errors.
func decode(data []byte, limit int64) (f frame.Frame, metadata map[string]string, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			f, metadata, err = frame.Frame{}, nil, damage(p)
		}
	}()
	meta, err := footerOf(data, limit)
	if err != nil {
		return frame.Frame{}, nil, fmt.Errorf("not Parquet, or damaged: %w", err)
	}
	f, err = decodeWith(data, meta, limit)
	return f, metadataIn(meta), err
}

// damage is the error for a panic of the library. Those of the runtime tell of the program, and nothing of the file.
func damage(cause any) error {
	err, isError := cause.(error)
	if !isError {
		err = fmt.Errorf("%v", cause)
	}
	if internal := runtime.Error(nil); errors.As(err, &internal) {
		err = errors.New("what it says of its parts does not agree with what they hold")
	}
	return fmt.Errorf("the file is damaged: %w", err)
}

// decodeWith reads the cells of a file whose footer is read.
func decodeWith(data []byte, meta *format.FileMetaData, limit int64) (frame.Frame, error) {
	leaves, err := leavesOf(meta.Schema)
	if err != nil {
		return frame.Frame{}, fmt.Errorf("not Parquet, or damaged: %w", err)
	}
	schema, err := schemaIn(meta)
	if err != nil {
		return frame.Frame{}, err
	}
	cells := meta.NumRows * int64(len(leaves))
	if meta.NumRows > limit || cells > limit/cellSize {
		return frame.Frame{}, fmt.Errorf("%d rows of %d columns take more than %d bytes of memory, the most that is "+
			"given", meta.NumRows, len(leaves), limit)
	}
	kinds, err := kindsOf(leaves, schema)
	if err != nil {
		return frame.Frame{}, err
	}
	return frameOf(data, meta, leaves, kinds, schema, &budget{limit: limit, left: limit - cells*cellSize})
}

// schemaIn returns the schema of the frame that a file was written from, or an empty one.
func schemaIn(meta *format.FileMetaData) (frame.Schema, error) {
	var schema frame.Schema
	for _, pair := range meta.KeyValueMetadata {
		if pair.Key != SchemaKey {
			continue
		}
		if !utf8.ValidString(pair.Value) {
			return schema, fmt.Errorf("the metadata %q is not UTF-8", SchemaKey)
		}
		if err := json.Unmarshal([]byte(pair.Value), &schema); err != nil {
			return schema, fmt.Errorf("the metadata %q: %w", SchemaKey, err)
		}
		break
	}
	return schema, nil
}

// metadataIn returns the metadata besides the schema, nil when there is none.
func metadataIn(meta *format.FileMetaData) map[string]string {
	var out map[string]string
	for _, pair := range meta.KeyValueMetadata {
		_, again := out[pair.Key]
		if again || pair.Key == SchemaKey || !utf8.ValidString(pair.Key) || !utf8.ValidString(pair.Value) {
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[pair.Key] = pair.Value
	}
	return out
}

// said returns what a schema says of a column, or nil.
func said(schema frame.Schema, name string) *frame.ColumnSchema {
	for i, c := range schema.Columns {
		if c.Name == name {
			return &schema.Columns[i]
		}
	}
	return nil
}

// readable is what an error for another type tells.
const readable = "read are BOOLEAN, INT32, INT64, FLOAT, DOUBLE, STRING, ENUM, JSON and BYTE_ARRAY"

// kindsOf returns the kind of each column. Columns that cannot be read, or not as the schema says, are all reported.
func kindsOf(leaves []leaf, schema frame.Schema) ([]frame.Kind, error) {
	kinds := make([]frame.Kind, len(leaves))
	var errs []error
	for i, l := range leaves {
		kinds[i] = l.kind
		if !utf8.ValidString(l.name) {
			errs = append(errs, fmt.Errorf("column %q: its name is not UTF-8", l.name))
		}
		if l.kind == 0 {
			errs = append(errs, fmt.Errorf("column %q: holds %s, which frames do not have; %s",
				l.name, l.what, readable))
			continue
		}
		c := said(schema, l.name)
		switch {
		case c == nil || c.Kind == l.kind:
		case c.Kind == frame.Duration && l.kind == frame.Int:
			kinds[i] = frame.Duration
		default:
			errs = append(errs, fmt.Errorf("column %q: holds %s, the schema in %s says %v",
				l.name, l.what, SchemaKey, c.Kind))
		}
	}
	return kinds, errors.Join(errs...)
}

// frameOf reads the columns one after the other. Those that cannot be read are all reported.
func frameOf(data []byte, meta *format.FileMetaData, leaves []leaf, kinds []frame.Kind, schema frame.Schema,
	b *budget) (frame.Frame, error) {
	check := &verifier{data: data, limit: b.limit}
	var errs []error
	for _, l := range leaves {
		for _, g := range meta.RowGroups {
			if err := check.group(l, g, meta); err != nil {
				errs = append(errs, fmt.Errorf("column %q: not Parquet, or damaged: %w", l.name, err))
				break
			}
		}
	}
	if len(errs) > 0 {
		return frame.Frame{}, errors.Join(errs...)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)),
		parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return frame.Frame{}, fmt.Errorf("not Parquet, or damaged: %w", err)
	}
	cols := make([]frame.Column, len(leaves))
	for i, l := range leaves {
		var err error
		if cols[i], err = columnOf(file, l, kinds[i], b); err != nil {
			errs = append(errs, fmt.Errorf("column %q: %w", l.name, err))
		}
		if c := said(schema, l.name); c != nil {
			cols[i].Meta = c.Meta
		}
	}
	if len(errs) > 0 {
		return frame.Frame{}, errors.Join(errs...)
	}
	f, err := frame.New(cols...)
	if err != nil {
		return frame.Frame{}, err
	}
	return f.WithCaption(schema.Caption), nil
}

// group checks a column in one row group. The library decompresses all groups as the first.
func (v *verifier) group(l leaf, g format.RowGroup, meta *format.FileMetaData) error {
	c, first := &g.Columns[l.encoded].MetaData, &meta.RowGroups[0].Columns[l.encoded].MetaData
	if c.Codec != first.Codec {
		return fmt.Errorf("compressed with %v and with %v", first.Codec, c.Codec)
	}
	if l.null {
		return nil // its pages are not read
	}
	return v.chunk(l, c, g.NumRows)
}

// budget is what may still be allocated.
type budget struct{ limit, left int64 }

// take says whether so many more bytes may be allocated, and counts them.
func (b *budget) take(bytes int64) error {
	if bytes > b.left {
		return fmt.Errorf("it takes more than %d bytes of memory, the most that is given", b.limit)
	}
	b.left -= bytes
	return nil
}
