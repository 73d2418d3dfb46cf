package arrowio

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"fence/fencekit/frame"
)

// readable is what an error for another type tells.
const readable = "read are bool, integers, floats, utf8, durations, null, and dictionaries of these"

// kindOf returns the kind of column that a type is read as, or 0.
func kindOf(t arrow.DataType) frame.Kind {
	switch t.ID() {
	case arrow.FLOAT16, arrow.FLOAT32, arrow.FLOAT64:
		return frame.Float
	case arrow.INT8, arrow.INT16, arrow.INT32, arrow.INT64, arrow.UINT8, arrow.UINT16, arrow.UINT32, arrow.UINT64:
		return frame.Int
	case arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.NULL:
		return frame.String
	case arrow.BOOL:
		return frame.Bool
	case arrow.DURATION:
		return frame.Duration
	case arrow.DICTIONARY:
		return kindOf(t.(*arrow.DictionaryType).ValueType)
	}
	return 0
}

// columnOf returns the cells of a column that may come in several chunks.
func columnOf(field arrow.Field, chunks []arrow.Array, b *budget) (c frame.Column, err error) {
	switch kindOf(field.Type) {
	case frame.Float:
		c, err = gathered(field.Name, chunks, floats, frame.Floats, b)
	case frame.Int:
		c, err = gathered(field.Name, chunks, ints, frame.Ints, b)
	case frame.String:
		c, err = gathered(field.Name, chunks, texts, frame.Strings, b)
	case frame.Bool:
		c, err = gathered(field.Name, chunks, bools, frame.Bools, b)
	case frame.Duration:
		c, err = gathered(field.Name, chunks, durations, frame.Durations, b)
	default:
		return frame.Column{}, fmt.Errorf("holds %v, which frames do not have; %s", field.Type, readable)
	}
	if err != nil {
		return frame.Column{}, err
	}
	var errs [4]error
	c.Meta.Unit, errs[0] = text(field.Metadata, UnitKey)
	c.Meta.Meaning, errs[1] = text(field.Metadata, MeaningKey)
	c.Meta.Method, errs[2] = text(field.Metadata, MethodKey)
	if !utf8.ValidString(field.Name) {
		errs[3] = errors.New("its name is not UTF-8")
	}
	return c, errors.Join(errs[:]...)
}

// text returns the value of a key, or "".
func text(m arrow.Metadata, key string) (string, error) {
	i := m.FindKey(key)
	if i < 0 {
		return "", nil
	}
	if s := m.Values()[i]; !utf8.ValidString(s) {
		return "", fmt.Errorf("the metadata %q: %q is not UTF-8", key, s)
	}
	return m.Values()[i], nil
}

// accessor returns a function from a row of an array to its value. It is asked for cells that are not null alone.
type accessor[T frame.Value] func(arrow.Array) func(i int) (T, error)

// gatherer copies the cells of arrays of one column.
type gatherer[T frame.Value] struct {
	of         accessor[T]
	b          *budget
	dictionary arrow.ArrayData // of the chunk before, whose values are these
	values     []T
	gone       []bool
}

// cellSize is what a cell takes at most, in bytes: a string's header and a mark.
const cellSize = 17

func gathered[T frame.Value](name string, chunks []arrow.Array, of accessor[T],
	column func(string, []T) frame.Column, b *budget) (frame.Column, error) {
	rows := 0
	for _, a := range chunks {
		rows += a.Len()
	}
	if err := b.takeCells(rows); err != nil {
		return frame.Column{}, err
	}
	values, missing := make([]T, rows), make([]bool, rows)
	g := &gatherer[T]{of: of, b: b}
	at, nulls := 0, 0
	for _, a := range chunks {
		n := a.Len()
		if err := g.fill(values[at:at+n], missing[at:at+n], a, at); err != nil {
			return frame.Column{}, err
		}
		at += n
	}
	for _, m := range missing {
		if m {
			nulls++
		}
	}
	if nulls == 0 {
		return column(name, values), nil
	}
	return column(name, values).WithMissing(missing), nil
}

func (b *budget) takeCells(n int) error {
	if n < 0 || n > math.MaxInt/cellSize {
		n = -1
	}
	return b.take(int64(n) * cellSize)
}

// fill copies the cells of one chunk, whose first row has the given number in the column.
func (g *gatherer[T]) fill(values []T, missing []bool, a arrow.Array, first int) error {
	if d, ok := a.(*array.Dictionary); ok {
		return g.fillCoded(values, missing, d, first)
	}
	at := g.of(a)
	_, empty := a.(*array.Null) // has no bitmap that would say so
	for i := range values {
		if empty || a.IsNull(i) {
			missing[i] = true
			continue
		}
		v, err := at(i)
		if err != nil {
			return fmt.Errorf("row %d: %w", first+i, err)
		}
		values[i] = v
	}
	return g.detach(values)
}

// fillCoded copies cells that are numbers of values. Chunks of one file share their dictionary, mostly, so that its
// values are copied once.
func (g *gatherer[T]) fillCoded(values []T, missing []bool, d *array.Dictionary, first int) error {
	words := d.Dictionary()
	if g.dictionary != words.Data() {
		n := words.Len()
		if err := g.b.takeCells(n); err != nil {
			return err
		}
		g.dictionary, g.values, g.gone = words.Data(), make([]T, n), make([]bool, n)
		inner := &gatherer[T]{of: g.of, b: g.b}
		if err := inner.fill(g.values, g.gone, words, 0); err != nil {
			return fmt.Errorf("its dictionary: %w", err)
		}
	}
	for i := range values {
		if d.IsNull(i) {
			missing[i] = true
			continue
		}
		k := d.GetValueIndex(i)
		if k < 0 || k >= len(g.values) {
			return fmt.Errorf("row %d: number %d of a dictionary of %d values", first+i, k, len(g.values))
		}
		values[i], missing[i] = g.values[k], g.gone[k]
	}
	return nil
}

// detach moves strings from the memory of an array, which its owner may use again, into one string of their own.
func (g *gatherer[T]) detach(values []T) error {
	cells, ok := any(values).([]string)
	if !ok {
		return nil
	}
	total := 0
	for _, s := range cells {
		total += len(s)
		if total > math.MaxInt/2 {
			break
		}
	}
	if err := g.b.take(int64(total)); err != nil {
		return err
	}
	var all strings.Builder
	all.Grow(total)
	for _, s := range cells {
		all.WriteString(s)
	}
	rest := all.String()
	for i, s := range cells {
		cells[i], rest = rest[:len(s)], rest[len(s):]
	}
	return nil
}

func floats(a arrow.Array) func(int) (float64, error) {
	switch a := a.(type) {
	case *array.Float64:
		return func(i int) (float64, error) { return a.Value(i), nil }
	case *array.Float32:
		return func(i int) (float64, error) { return float64(a.Value(i)), nil }
	case *array.Float16:
		return func(i int) (float64, error) { return float64(a.Value(i).Float32()), nil }
	}
	return refused[float64](a)
}

func ints(a arrow.Array) func(int) (int64, error) {
	switch a := a.(type) {
	case *array.Int64:
		return widened(a.Value)
	case *array.Int32:
		return widened(a.Value)
	case *array.Int16:
		return widened(a.Value)
	case *array.Int8:
		return widened(a.Value)
	case *array.Uint32:
		return widened(a.Value)
	case *array.Uint16:
		return widened(a.Value)
	case *array.Uint8:
		return widened(a.Value)
	case *array.Uint64:
		return func(i int) (int64, error) {
			v := a.Value(i)
			if v > math.MaxInt64 {
				return 0, fmt.Errorf("%d is above the largest int64", v)
			}
			return int64(v), nil
		}
	}
	return refused[int64](a)
}

// widened returns the integers of a type that int64 includes.
func widened[N int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](value func(int) N) func(int) (int64, error) {
	return func(i int) (int64, error) { return int64(value(i)), nil }
}

func texts(a arrow.Array) func(int) (string, error) {
	words, ok := a.(array.StringLike)
	if !ok {
		return refused[string](a)
	}
	return func(i int) (string, error) {
		s := words.Value(i)
		if !utf8.ValidString(s) {
			return "", fmt.Errorf("%q is not UTF-8", s)
		}
		return s, nil
	}
}

func bools(a arrow.Array) func(int) (bool, error) {
	if a, ok := a.(*array.Boolean); ok {
		return func(i int) (bool, error) { return a.Value(i), nil }
	}
	return refused[bool](a)
}

func durations(a arrow.Array) func(int) (time.Duration, error) {
	d, ok := a.(*array.Duration)
	if !ok {
		return refused[time.Duration](a)
	}
	unit := d.DataType().(*arrow.DurationType).Unit
	factor := int64(unit.Multiplier())
	return func(i int) (time.Duration, error) {
		v := int64(d.Value(i))
		if v > math.MaxInt64/factor || v < math.MinInt64/factor {
			return 0, fmt.Errorf("%d %v is more than nanoseconds hold, about 292 years", v, unit)
		}
		return time.Duration(v * factor), nil
	}
}

// refused is the accessor of an array whose type is not that of its field.
func refused[T frame.Value](a arrow.Array) func(int) (T, error) {
	return func(int) (zero T, err error) {
		return zero, fmt.Errorf("the array holds %v, not what its field says", a.DataType())
	}
}
