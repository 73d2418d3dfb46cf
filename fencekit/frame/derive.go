package frame

import (
	"errors"
	"fmt"
)

// Derive returns the frame with the column of what value gives for each row, added last or put in the place of the
// column of that name. The type of the column is that of the function's result. A NaN is a missing cell, and so is the
// result for a row in which value read a missing cell that is no float, without asking Missing for it: see Row. The
// column has no Meta. Derive fails when value asks a row for a column that is not there or is of another kind.
func Derive[T Value](f Frame, name string, value func(Row) T) (Frame, error) {
	if value == nil {
		return Frame{}, fmt.Errorf("frame: derive %q: the function is nil", name)
	}
	return DerivePresent(f, name, func(r Row) (T, bool) { return value(r), true })
}

// DerivePresent is Derive with a function that says beside the value whether there is one; where not, the cell is
// missing.
func DerivePresent[T Value](f Frame, name string, value func(Row) (v T, present bool)) (Frame, error) {
	if value == nil {
		return Frame{}, fmt.Errorf("frame: derive %q: the function is nil", name)
	}
	w := newWalk(f)
	values := make([]T, f.Rows())
	var mask []bool
	for i := range values {
		v, present := value(w.row(i))
		if w.err != nil {
			return Frame{}, fmt.Errorf("frame: derive %q: row %d: %w", name, i, w.err)
		}
		values[i] = v
		if known := w.known(); !known || !present {
			if mask == nil {
				mask = make([]bool, len(values))
			}
			mask[i] = true
		}
	}
	out, err := f.with(fresh(name, values).WithMissing(mask))
	return out, wrap("derive", err)
}

// Map returns the frame with the column to of what value gives for each cell of the column from, added last or put in
// the place of the column of that name, which may be from itself. A missing cell stays missing and value is not asked
// about it; a NaN is a missing cell. The column has no Meta. A name that is not there and a column of another kind are
// errors.
func Map[A, B Value](f Frame, from, to string, value func(A) B) (Frame, error) {
	if value == nil {
		return Frame{}, errors.New("frame: map: the function is nil")
	}
	c, cells, err := typed[A](f, from)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: map: %w", err)
	}
	values := make([]B, len(cells))
	for i, v := range cells {
		if !c.Missing(i) {
			values[i] = value(v)
		}
	}
	out, err := f.with(fresh(to, values).WithMissing(c.missing))
	return out, wrap("map", err)
}
