package arrowio

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"fence/fencekit/frame"
)

// Record returns the frame as one record batch, with the metadata that Write gives it. The cells are copied into memory
// of the Go heap, so that Release need not be called. A name, text or cell that is not UTF-8 is an error, and so is a
// column of more than 2 GiB of text.
func Record(f frame.Frame) (arrow.RecordBatch, error) {
	record, err := record(f, nil)
	if err != nil {
		return nil, fmt.Errorf("arrowio: record: %w", err)
	}
	return record, nil
}

func record(f frame.Frame, more map[string]string) (arrow.RecordBatch, error) {
	var errs []error
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			panic("arrowio: record: a frame lists a column that it does not have: " + name)
		}
		field, err := fieldOf(c)
		if err == nil {
			var a arrow.Array
			a, err = arrayOf(c)
			fields, arrays = append(fields, field), append(arrays, a)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("column %q: %w", name, err))
		}
	}
	if !utf8.ValidString(f.Caption()) {
		errs = append(errs, fmt.Errorf("the caption %q is not UTF-8", f.Caption()))
	}
	if err := errors.Join(append(errs, checkMetadata(more))...); err != nil {
		return nil, err
	}
	pairs := []string{CaptionKey, f.Caption()}
	for _, key := range slices.Sorted(maps.Keys(more)) {
		pairs = append(pairs, key, more[key])
	}
	meta := metadata(pairs...)
	return array.NewRecordBatch(arrow.NewSchema(fields, &meta), arrays, int64(f.Rows())), nil
}

// checkMetadata returns every reason why metadata has no place beside that of the frame.
func checkMetadata(more map[string]string) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(more)) {
		switch {
		case key == "":
			errs = append(errs, errors.New("metadata: a key is empty"))
		case key == CaptionKey:
			errs = append(errs, fmt.Errorf("metadata: the key %q is that of the caption of the frame", key))
		case !utf8.ValidString(key) || !utf8.ValidString(more[key]):
			errs = append(errs, fmt.Errorf("metadata %q: it is not UTF-8", key))
		}
	}
	return errors.Join(errs...)
}

// metadata returns pairs of key and value without those whose value is empty.
func metadata(pairs ...string) arrow.Metadata {
	var keys, values []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			keys, values = append(keys, pairs[i]), append(values, pairs[i+1])
		}
	}
	return arrow.NewMetadata(keys, values)
}

func fieldOf(c frame.Column) (arrow.Field, error) {
	for _, text := range []string{c.Name, c.Meta.Unit, c.Meta.Meaning, c.Meta.Method} {
		if !utf8.ValidString(text) {
			return arrow.Field{}, fmt.Errorf("its name or Meta %q is not UTF-8", text)
		}
	}
	meta := metadata(UnitKey, c.Meta.Unit, MeaningKey, c.Meta.Meaning, MethodKey, c.Meta.Method)
	return arrow.Field{Name: c.Name, Type: typeOf(c.Kind()), Nullable: true, Metadata: meta}, nil
}

func typeOf(k frame.Kind) arrow.DataType {
	switch k {
	case frame.Float:
		return arrow.PrimitiveTypes.Float64
	case frame.Int:
		return arrow.PrimitiveTypes.Int64
	case frame.String:
		return arrow.BinaryTypes.String
	case frame.Bool:
		return arrow.FixedWidthTypes.Boolean
	case frame.Duration:
		return arrow.FixedWidthTypes.Duration_ns
	}
	panic("arrowio: record: a frame holds a column of " + k.String())
}

// arrayOf returns the cells of a column as an Arrow array.
func arrayOf(c frame.Column) (arrow.Array, error) {
	b := array.NewBuilder(memory.DefaultAllocator, typeOf(c.Kind()))
	valid := validity(c)
	switch b := b.(type) {
	case *array.Float64Builder:
		b.AppendValues(valuesOf[float64](c), valid)
	case *array.Int64Builder:
		b.AppendValues(valuesOf[int64](c), valid)
	case *array.BooleanBuilder:
		b.AppendValues(valuesOf[bool](c), valid)
	case *array.DurationBuilder:
		cells := make([]arrow.Duration, 0, c.Len())
		for _, d := range valuesOf[time.Duration](c) {
			cells = append(cells, arrow.Duration(d))
		}
		b.AppendValues(cells, valid)
	case *array.StringBuilder:
		cells := valuesOf[string](c)
		if err := checkText(cells); err != nil {
			return nil, err
		}
		b.AppendValues(cells, valid)
	}
	return b.NewArray(), nil
}

// checkText finds what Arrow's utf8 cannot hold.
func checkText(cells []string) error {
	total := 0
	for i, s := range cells {
		if !utf8.ValidString(s) {
			return fmt.Errorf("row %d: %q is not UTF-8", i, s)
		}
		total += len(s)
	}
	if total > math.MaxInt32 {
		return fmt.Errorf("%d bytes of text: a record batch holds at most %d in a column", total, math.MaxInt32)
	}
	return nil
}

// validity returns a mark for every cell that is there, or nil when all are.
func validity(c frame.Column) []bool {
	valid := make([]bool, c.Len())
	all := true
	for i := range valid {
		valid[i] = !c.Missing(i)
		all = all && valid[i]
	}
	if all {
		return nil
	}
	return valid
}

// valuesOf returns the values of a column whose kind is known.
func valuesOf[T frame.Value](c frame.Column) []T {
	v, err := frame.Values[T](c)
	if err != nil {
		panic("arrowio: record: " + err.Error())
	}
	return v
}
