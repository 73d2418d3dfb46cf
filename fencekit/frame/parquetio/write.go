package parquetio

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"fence/fencekit/frame"
)

// rowsPerGroup is how many rows lie together: enough to compress well, few enough for a reader to hold.
const rowsPerGroup = 1 << 20

// dictionaryBytes is how large the dictionary of a column grows before its further values are written plainly.
const dictionaryBytes = 1 << 20

// Write writes the frame as a Parquet file, from beginning to end: w need not seek. A name, text or cell that is not
// UTF-8 and a frame without columns, for which Parquet has no form, are errors, with nothing written; others are
// those of the writer.
func Write(w io.Writer, f frame.Frame) error { return WriteWith(w, f, nil) }

// WriteWith is Write with more metadata of the file, by key, such as what made the frame. An empty key, SchemaKey, and
// text that is not UTF-8 are errors too.
func WriteWith(w io.Writer, f frame.Frame, metadata map[string]string) error {
	return writeGroups(w, f, metadata, rowsPerGroup)
}

func writeGroups(w io.Writer, f frame.Frame, metadata map[string]string, most int) error {
	cols := columnsOf(f)
	if err := errors.Join(check(f, cols), checkMetadata(metadata)); err != nil {
		return fmt.Errorf("parquetio: write: %w", err)
	}
	schema, err := json.Marshal(f.Schema())
	if err == nil {
		options := append(optionsFor(cols), parquet.KeyValueMetadata(SchemaKey, string(schema)))
		for _, key := range slices.Sorted(maps.Keys(metadata)) {
			options = append(options, parquet.KeyValueMetadata(key, metadata[key]))
		}
		err = writeColumns(parquet.NewGenericWriter[any](w, options...), cols, f.Rows(), most)
	}
	if err != nil {
		return fmt.Errorf("parquetio: write: %w", err)
	}
	return nil
}

// optionsFor returns how a file of such columns is written. Readers skip groups of rows by the least and the largest
// cell, which stand with the columns of numbers. Pages, and columns of text, go without: the library would write the
// cells in full, several times each.
func optionsFor(cols []frame.Column) []parquet.WriterOption {
	options := []parquet.WriterOption{schemaOf(cols), parquet.CreatedBy("fence", "1", "frame"),
		parquet.Compression(&parquet.Snappy), parquet.DictionaryMaxBytes(dictionaryBytes),
		parquet.DataPageStatistics(false)}
	for _, c := range cols {
		if c.Kind() == frame.String {
			options = append(options, parquet.SkipPageBounds(c.Name))
		}
	}
	return options
}

func columnsOf(f frame.Frame) []frame.Column {
	var cols []frame.Column
	for _, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			panic("parquetio: write: a frame lists a column that it does not have: " + name)
		}
		cols = append(cols, c)
	}
	return cols
}

// check returns every reason why a frame has no Parquet form.
func check(f frame.Frame, cols []frame.Column) error {
	var errs []error
	if len(cols) == 0 {
		errs = append(errs, errors.New("the frame has no columns, and Parquet no form for that"))
	}
	if !utf8.ValidString(f.Caption()) {
		errs = append(errs, fmt.Errorf("the caption %q is not UTF-8", f.Caption()))
	}
	for _, c := range cols {
		for _, text := range []string{c.Name, c.Meta.Unit, c.Meta.Meaning, c.Meta.Method} {
			if !utf8.ValidString(text) {
				errs = append(errs, fmt.Errorf("column %q: its name or Meta %q is not UTF-8", c.Name, text))
				break
			}
		}
		if c.Kind() != frame.String {
			continue
		}
		for i, s := range valuesOf[string](c) {
			if !utf8.ValidString(s) {
				errs = append(errs, fmt.Errorf("column %q: row %d: %q is not UTF-8", c.Name, i, s))
				break
			}
		}
	}
	return errors.Join(errs...)
}

// checkMetadata returns every reason why metadata has no place beside that of the frame.
func checkMetadata(metadata map[string]string) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		switch {
		case key == "":
			errs = append(errs, errors.New("metadata: a key is empty"))
		case key == SchemaKey:
			errs = append(errs, fmt.Errorf("metadata: the key %q is that of the schema of the frame", key))
		case !utf8.ValidString(key) || !utf8.ValidString(metadata[key]):
			errs = append(errs, fmt.Errorf("metadata %q: it is not UTF-8", key))
		}
	}
	return errors.Join(errs...)
}

// group is a schema whose columns keep their order. The one of the library, a map, sorts them by name.
type group struct {
	parquet.Group // empty
	fields        []parquet.Field
}

func (g group) Fields() []parquet.Field { return g.fields }

// GoType is never asked for, since values are written by column.
func (g group) GoType() reflect.Type { panic("parquetio: write: the schema stands for no Go type") }

type field struct {
	parquet.Node
	name string
}

func (f field) Name() string { return f.name }

// Value is never asked for, since values are written by column.
func (f field) Value(reflect.Value) reflect.Value {
	panic("parquetio: write: the schema stands for no Go type")
}

func schemaOf(cols []frame.Column) *parquet.Schema {
	g := group{}
	for _, c := range cols {
		g.fields = append(g.fields, field{parquet.Optional(nodeOf(c.Kind())), c.Name})
	}
	return parquet.NewSchema("frame", g)
}

func nodeOf(k frame.Kind) parquet.Node {
	switch k {
	case frame.Float:
		return parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.Plain)
	case frame.Int, frame.Duration:
		return parquet.Encoded(parquet.Leaf(parquet.Int64Type), &parquet.Plain)
	case frame.String:
		return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	case frame.Bool:
		return parquet.Encoded(parquet.Leaf(parquet.BooleanType), &parquet.Plain)
	}
	panic("parquetio: write: a frame holds a column of " + k.String())
}

// writeColumns writes the columns of one group of rows after the other.
func writeColumns(w *parquet.GenericWriter[any], cols []frame.Column, rows, most int) error {
	cells := make([]func(i int) parquet.Value, len(cols))
	for j, c := range cols {
		cells[j] = cellsOf(c)
	}
	for lo := 0; lo < rows; lo += most {
		for j, column := range w.ColumnWriters() {
			if err := writeCells(column, cols[j], cells[j], j, lo, min(lo+most, rows)); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return w.Close()
}

// cellsAtOnce is how many values are handed to the library at a time.
const cellsAtOnce = 4096

func writeCells(w *parquet.ColumnWriter, c frame.Column, cell func(int) parquet.Value, column, lo, hi int) error {
	buffer := make([]parquet.Value, 0, cellsAtOnce)
	for i := lo; i < hi; i++ {
		if c.Missing(i) {
			buffer = append(buffer, parquet.NullValue().Level(0, 0, column))
		} else {
			buffer = append(buffer, cell(i).Level(0, 1, column))
		}
		if len(buffer) == cellsAtOnce || i == hi-1 {
			if _, err := w.WriteRowValues(buffer); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
	}
	return nil
}

// cellsOf returns a function from a row to its value.
func cellsOf(c frame.Column) func(i int) parquet.Value {
	switch c.Kind() {
	case frame.Float:
		v := valuesOf[float64](c)
		return func(i int) parquet.Value { return parquet.DoubleValue(v[i]) }
	case frame.Int:
		v := valuesOf[int64](c)
		return func(i int) parquet.Value { return parquet.Int64Value(v[i]) }
	case frame.Duration:
		v := valuesOf[time.Duration](c)
		return func(i int) parquet.Value { return parquet.Int64Value(int64(v[i])) }
	case frame.String:
		v := valuesOf[string](c)
		return func(i int) parquet.Value { return parquet.ByteArrayValue([]byte(v[i])) }
	}
	v := valuesOf[bool](c)
	return func(i int) parquet.Value { return parquet.BooleanValue(v[i]) }
}

// valuesOf returns the values of a column whose kind is known.
func valuesOf[T frame.Value](c frame.Column) []T {
	v, err := frame.Values[T](c)
	if err != nil {
		panic("parquetio: write: " + err.Error())
	}
	return v
}
