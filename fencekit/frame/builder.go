package frame

import (
	"fmt"
	"math"
)

// Builder collects the cells of a frame one by one. Its zero value has no columns and can be used; it must not be
// copied once it has some, nor used by two goroutines at once.
type Builder struct {
	cols []interface{ column() Column }
}

// Cells are the cells of one column of a Builder, so far.
type Cells[T Value] struct {
	name    string
	meta    Meta
	values  []T
	missing []bool // nil while no cell is missing
}

// AddColumn adds an empty column to the builder and returns its cells, to append to. Whether the name is one that the
// builder has already is told by Frame.
func AddColumn[T Value](b *Builder, name string) *Cells[T] {
	c := &Cells[T]{name: name}
	b.cols = append(b.cols, c)
	return c
}

// WithMeta sets the Meta of the column and returns the same cells, so that it can follow AddColumn. It counts for the
// frames that are made from then on.
func (c *Cells[T]) WithMeta(m Meta) *Cells[T] {
	c.meta = m
	return c
}

// Len returns the number of cells, missing ones included.
func (c *Cells[T]) Len() int { return len(c.values) }

// Append appends cells. A NaN is a missing cell.
func (c *Cells[T]) Append(values ...T) {
	for _, v := range values {
		c.add(v, v != v)
	}
}

// AppendMissing appends a missing cell.
func (c *Cells[T]) AppendMissing() {
	var zero T
	if x, ok := any(&zero).(*float64); ok {
		*x = math.NaN()
	}
	c.add(zero, true)
}

func (c *Cells[T]) add(v T, missing bool) {
	if missing && c.missing == nil {
		c.missing = make([]bool, len(c.values), cap(c.values))
	}
	if c.missing != nil {
		c.missing = append(c.missing, missing)
	}
	c.values = append(c.values, v)
}

// column returns the cells so far. It shares them: cells are only ever added behind the end that the column knows.
func (c *Cells[T]) column() Column {
	n := len(c.values)
	out := Column{Name: c.name, Meta: c.meta, data: c.values[:n:n]}
	if c.missing != nil {
		out.missing = c.missing[:n:n]
	}
	return out
}

// Frame returns the frame of the cells so far, columns in the order in which they were added. The builder can go on
// afterwards; the frame does not change. Columns of unequal length, such as after a row that one column was left out
// of, and empty or repeated names are errors, all reported at once with the lengths.
func (b *Builder) Frame() (Frame, error) {
	cols := make([]Column, len(b.cols))
	for i, c := range b.cols {
		cols[i] = c.column()
	}
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("frame: builder: %w", err)
	}
	return Frame{cols: cols}, nil
}
