package frame

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// Row is one row of a frame, seen by the function given to Filter, Each or Derive, for as long as that runs. A name
// that is not there, or a column of another kind, makes the operation return an error; the accessor itself then returns
// what it returns for a missing cell.
type Row struct {
	walk  *walk
	index int
}

// walk is what the rows of one operation share.
type walk struct {
	frame Frame
	find  func(name string) int
	err   error // the first wrong use of an accessor
}

func newWalk(f Frame) *walk { return &walk{frame: f, find: finder(f.cols, f.Rows())} }

func (w *walk) row(i int) Row { return Row{walk: w, index: i} }

// Index returns the number of the row, from 0.
func (r Row) Index() int { return r.index }

// Float returns the cell of a float column, NaN when it is missing.
func (r Row) Float(name string) float64 { return cell(r, name, math.NaN()) }

// Int returns the cell of an int64 column, 0 when it is missing.
func (r Row) Int(name string) int64 { return cell(r, name, int64(0)) }

// String returns the cell of a string column, "" when it is missing.
func (r Row) String(name string) string { return cell(r, name, "") }

// Bool returns the cell of a bool column, false when it is missing.
func (r Row) Bool(name string) bool { return cell(r, name, false) }

// Duration returns the cell of a time.Duration column, 0 when it is missing.
func (r Row) Duration(name string) time.Duration { return cell(r, name, time.Duration(0)) }

// Missing reports whether the cell is missing.
func (r Row) Missing(name string) bool {
	c := r.column(name)
	return c == nil || c.Missing(r.index)
}

// column returns the named column, or nil with the error noted.
func (r Row) column(name string) *Column {
	if i := r.walk.find(name); i >= 0 {
		return &r.walk.frame.cols[i]
	}
	r.fail(r.walk.frame.noColumn(name))
	return nil
}

func (r Row) fail(err error) {
	if r.walk.err == nil {
		r.walk.err = err
	}
}

// cell returns the value at the row in the named column, or zero with the error noted.
func cell[T Value](r Row, name string, zero T) T {
	c := r.column(name)
	if c == nil {
		return zero
	}
	v, ok := c.data.([]T)
	if !ok {
		r.fail(fmt.Errorf("column %q holds %v, not %v", name, c.Kind(), kindOf[T]()))
		return zero
	}
	return v[r.index]
}

// Filter returns the frame with the rows for which keep is true, in their order. It fails when keep asks a row for a
// column that is not there or is of another kind.
func (f Frame) Filter(keep func(Row) bool) (Frame, error) {
	if keep == nil {
		return Frame{}, errors.New("frame: filter: the function is nil")
	}
	var rows []int
	w := newWalk(f)
	for i := range f.Rows() {
		if keep(w.row(i)) {
			rows = append(rows, i)
		}
		if w.err != nil {
			return Frame{}, fmt.Errorf("frame: filter: row %d: %w", i, w.err)
		}
	}
	return f.pick(rows), nil
}

// Head returns the first n rows, or all of them when there are fewer; none when n is not positive.
func (f Frame) Head(n int) Frame { return f.slice(0, min(max(n, 0), f.Rows())) }

// Tail returns the last n rows, or all of them when there are fewer; none when n is not positive.
func (f Frame) Tail(n int) Frame { return f.slice(f.Rows()-min(max(n, 0), f.Rows()), f.Rows()) }

// Concat returns the rows of the frames one below the other. They must have the same columns: the same names and kinds
// in the same order. Caption and Meta are those of the first. Without frames the result is the zero Frame.
func Concat(frames ...Frame) (Frame, error) {
	if len(frames) == 0 {
		return Frame{}, nil
	}
	for k, f := range frames[1:] {
		if err := sameColumns(frames[0], f); err != nil {
			return Frame{}, fmt.Errorf("frame: concat: frame %d against frame 0: %w", k+1, err)
		}
	}
	out := frames[0]
	out.cols = slices.Clone(out.cols)
	others := make([]Column, len(frames)-1)
	for i, c := range out.cols {
		for k, f := range frames[1:] {
			others[k] = f.cols[i]
		}
		out.cols[i] = c.stack(others)
	}
	return out, nil
}

// sameColumns says in what the columns of two frames differ in name, kind or order.
func sameColumns(a, b Frame) error {
	if len(a.cols) != len(b.cols) {
		return fmt.Errorf("%d columns, not %d", len(b.cols), len(a.cols))
	}
	for i, c := range a.cols {
		if d := b.cols[i]; c.Name != d.Name || c.Kind() != d.Kind() {
			return fmt.Errorf("column %d is %q of %v, not %q of %v", i, d.Name, d.Kind(), c.Name, c.Kind())
		}
	}
	return nil
}

func (f Frame) pick(rows []int) Frame {
	cols := make([]Column, len(f.cols))
	for i, c := range f.cols {
		cols[i] = c.pick(rows)
	}
	f.cols = cols
	return f
}

func (f Frame) slice(lo, hi int) Frame {
	cols := make([]Column, len(f.cols))
	for i, c := range f.cols {
		cols[i] = c.slice(lo, hi)
	}
	f.cols = cols
	return f
}

// Transpose returns a table for reading in which every old column but the label is a row and every old row is a
// column, named after its cell in the label column. The first column keeps the label's name and holds the old column
// names. All cells are strings in the digits of the text form. Labels must be distinct and not empty, and differ from
// the name of the label column.
func (f Frame) Transpose(label string) (Frame, error) {
	at, err := f.index(label)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: transpose: %w", err)
	}
	rest := slices.Delete(slices.Clone(f.cols), at, at+1)
	heads := make([]string, len(rest))
	cells := make([][]string, len(rest))
	for k, c := range rest {
		heads[k], cells[k] = c.Name, c.display()
	}
	cols := []Column{Strings(label, heads)}
	for i := range f.Rows() {
		cols = append(cols, transposed(f.cols[at].Text(i), rest, cells, i))
	}
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("frame: transpose: %w", err)
	}
	f.cols = cols
	return f, nil
}

// transposed returns old row i as a column of strings. Numbers stay aligned to the right.
func transposed(name string, rest []Column, cells [][]string, i int) Column {
	values, mask := make([]string, len(rest)), make([]bool, len(rest))
	c := Column{Name: name}
	for k, old := range rest {
		values[k], mask[k] = cells[k][i], old.Missing(i)
		c.right = c.right || old.alignsRight()
	}
	c.data = values
	if slices.Contains(mask, true) {
		c = c.WithMissing(mask)
	}
	return c
}
