package frame

import (
	"errors"
	"fmt"
)

// Where returns the frame with the rows for whose cell in the named column keep is true, in their order: a Filter by
// one column, and faster. A missing cell is not kept and keep is not asked about it. A name that is not there and a
// column of another kind are errors.
func Where[T Value](f Frame, name string, keep func(T) bool) (Frame, error) {
	if keep == nil {
		return Frame{}, errors.New("frame: where: the function is nil")
	}
	c, values, err := typed[T](f, name)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: where: %w", err)
	}
	rows, n := make([]int, len(values)), 0
	for i, v := range values {
		if c.missing == nil || !c.missing[i] {
			rows[n] = i
			n += asInt(keep(v))
		}
	}
	return f.pick(rows[:n]), nil
}

// Mask returns the frame with the rows for which keep is true, in their order. The mask must be as long as the frame.
func (f Frame) Mask(keep []bool) (Frame, error) {
	if len(keep) != f.Rows() {
		return Frame{}, fmt.Errorf("frame: mask: a mask of %d for %s", len(keep), counted(f.Rows(), "row"))
	}
	rows, n := make([]int, len(keep)), 0
	for i, k := range keep {
		rows[n] = i
		n += asInt(k)
	}
	return f.pick(rows[:n]), nil
}

// Take returns the frame with the rows of the given numbers, counted from 0, in the order of the numbers. A number may
// come several times. Numbers that no row has are an error.
func (f Frame) Take(rows ...int) (Frame, error) {
	var none faults
	for k, i := range rows {
		if i < 0 || i >= f.Rows() {
			none.add("row %d, number %d of those asked for: %s", i, k, f.rowRange())
		}
	}
	if err := none.err("rows that are not there"); err != nil {
		return Frame{}, fmt.Errorf("frame: take: %w", err)
	}
	return f.pick(rows), nil
}

// Slice returns the rows lo to hi-1, counted from 0, as a slice expression does. It copies no cells. Bounds outside the
// frame or in the wrong order are an error.
func (f Frame) Slice(lo, hi int) (Frame, error) {
	if lo < 0 || hi < lo || hi > f.Rows() {
		return Frame{}, fmt.Errorf("frame: slice: rows %d to before %d of a frame of %s", lo, hi, counted(f.Rows(), "row"))
	}
	return f.slice(lo, hi), nil
}
