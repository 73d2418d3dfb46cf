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
//
// A missing float is NaN, and what is computed from it is NaN. The other kinds have no such value: Int, String, Bool
// and Duration return 0, "" or false. A function that reads such a cell knows nothing, and what it returns does not
// count, as with NULL in SQL: Filter leaves the row out and Derive makes a missing cell. A function that asks Missing
// for the name in the same row, before or after, sees to the cell itself, and its result counts. Each takes no result.
// Unlike SQL's OR, a condition of Go that is true by its other side does not save the row, if the missing cell was read
// before that side.
type Row struct {
	walk  *walk
	index int
}

// walk is what the rows of one operation share.
type walk struct {
	frame Frame
	find  func(name string) int
	err   error // the first wrong use of an accessor
	read  []int // columns other than of floats whose missing cell the function has read in this row
	asked []int // columns whose missing cell it has asked Missing for in this row
}

func newWalk(f Frame) *walk { return &walk{frame: f, find: finder(f.cols, f.Rows())} }

func (w *walk) row(i int) Row { return Row{walk: w, index: i} }

// known reports whether the function read no missing cell without asking for it, and forgets the row.
func (w *walk) known() bool { return len(w.read) == 0 && len(w.asked) == 0 || w.settled() }

// settled is known for a row with missing cells.
func (w *walk) settled() bool {
	ok := true
	for _, i := range w.read {
		ok = ok && slices.Contains(w.asked, i)
	}
	w.read, w.asked = w.read[:0], w.asked[:0]
	return ok
}

// Index returns the number of the row, from 0.
func (r Row) Index() int { return r.index }

// Float returns the cell of a float column, NaN when it is missing.
func (r Row) Float(name string) float64 { return cell(r, name, math.NaN()) }

// Int returns the cell of an int64 column, 0 when it is missing; see Row for what then counts.
func (r Row) Int(name string) int64 { return cell(r, name, int64(0)) }

// String returns the cell of a string column, "" when it is missing; see Row for what then counts.
func (r Row) String(name string) string { return cell(r, name, "") }

// Bool returns the cell of a bool column, false when it is missing; see Row for what then counts.
func (r Row) Bool(name string) bool { return cell(r, name, false) }

// Duration returns the cell of a time.Duration column, 0 when it is missing; see Row for what then
// counts.
func (r Row) Duration(name string) time.Duration { return cell(r, name, time.Duration(0)) }

// Missing reports whether the cell is missing. The function that asks is the one that knows what to make of it.
func (r Row) Missing(name string) bool {
	i := r.column(name)
	if i < 0 {
		return true
	}
	if !r.walk.frame.cols[i].Missing(r.index) {
		return false
	}
	r.walk.asked = append(r.walk.asked, i)
	return true
}

// column returns the position of the named column, or -1 with the error noted.
func (r Row) column(name string) int {
	i := r.walk.find(name)
	if i < 0 {
		r.fail(r.walk.frame.noColumn(name))
	}
	return i
}

func (r Row) fail(err error) {
	if r.walk.err == nil {
		r.walk.err = err
	}
}

// cell returns the value at the row in the named column, or zero with the error noted.
func cell[T Value](r Row, name string, zero T) T {
	i := r.column(name)
	if i < 0 {
		return zero
	}
	c := &r.walk.frame.cols[i]
	v, ok := c.data.([]T)
	if !ok {
		r.fail(fmt.Errorf("column %q holds %v, not %v", name, c.Kind(), kindOf[T]()))
		return zero
	}
	if c.missing != nil && c.missing[r.index] && zero == zero { // NaN speaks for itself
		r.unknown(i)
	}
	return v[r.index]
}

// unknown notes that the function read a missing cell.
func (r Row) unknown(column int) { r.walk.read = append(r.walk.read, column) }

// Filter returns the frame with the rows for which keep is true, in their order. A row in which keep read a missing
// cell that is no float, without asking Missing for it, is left out, whatever keep made of it: see Row. Filter fails
// when keep asks a row for a column that is not there or is of another kind.
func (f Frame) Filter(keep func(Row) bool) (Frame, error) {
	if keep == nil {
		return Frame{}, errors.New("frame: filter: the function is nil")
	}
	var rows []int
	w := newWalk(f)
	for i := range f.Rows() {
		if kept := keep(w.row(i)); w.known() && kept {
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
