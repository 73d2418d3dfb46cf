package frame

import (
	"fmt"
	"math"
	"slices"
)

// NewColumn returns a column of the given values: Floats, Ints and so on for code that is generic in the type. The
// values are copied; a NaN is a missing cell.
func NewColumn[T Value](name string, values []T) Column {
	if v, ok := any(values).([]float64); ok {
		return Floats(name, v)
	}
	return Column{Name: name, data: slices.Clone(values)}
}

// ColumnOf returns the column of what value gives for every element of a slice, in its order: it turns a slice of
// structs into columns, one field or one formula each. A NaN is a missing cell.
func ColumnOf[E any, T Value](name string, elements []E, value func(E) T) Column {
	values := make([]T, len(elements))
	for i, e := range elements {
		values[i] = value(e)
	}
	return fresh(name, values)
}

// Cell returns one cell, rows counted from 0. A missing cell gives NaN in a float column and the zero value in any
// other, as in Col. A name or row that is not there and a column of another kind are errors.
func Cell[T Value](f Frame, name string, row int) (T, error) {
	var zero T
	_, v, err := typed[T](f, name)
	if err != nil {
		return zero, fmt.Errorf("frame: cell: %w", err)
	}
	if row < 0 || row >= len(v) {
		return zero, fmt.Errorf("frame: cell: row %d of column %q: %s", row, name, f.rowRange())
	}
	return v[row], nil
}

// Must returns v and panics with err when there is one. It is for cells of a notebook, where an error ends the cell
// with its text: frame.Must(f.Select("posture", "trials")).
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// typed returns the named column and its values, which must not be written to.
func typed[T Value](f Frame, name string) (Column, []T, error) {
	i, err := f.index(name)
	if err != nil {
		return Column{}, nil, err
	}
	v, ok := f.cols[i].data.([]T)
	if !ok {
		return Column{}, nil, fmt.Errorf("column %q holds %v, not %v", name, f.cols[i].Kind(), kindOf[T]())
	}
	return f.cols[i], v, nil
}

// fresh returns a column of values that nobody else holds. A NaN is a missing cell.
func fresh[T Value](name string, values []T) Column {
	c := Column{Name: name, data: values}
	if v, ok := c.data.([]float64); ok && slices.ContainsFunc(v, math.IsNaN) {
		c.missing = make([]bool, len(v))
		for i, x := range v {
			c.missing[i] = math.IsNaN(x)
		}
	}
	return c
}

// rowRange says which rows there are.
func (f Frame) rowRange() string {
	if f.Rows() == 0 {
		return "there are no rows"
	}
	return fmt.Sprintf("rows go from 0 to %d", f.Rows()-1)
}

// columnsOf returns the named columns. A name that is not there or that comes twice is an error.
func (f Frame) columnsOf(names []string) ([]Column, error) {
	at, err := f.indices(names)
	if err != nil {
		return nil, err
	}
	cols := make([]Column, len(at))
	seen := make([]bool, len(f.cols))
	for k, i := range at {
		if seen[i] {
			return nil, fmt.Errorf("column %q is named twice", names[k])
		}
		seen[i], cols[k] = true, f.cols[i]
	}
	return cols, nil
}
