package frame

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Groups are the rows of a frame divided by equal keys. Groups come in the order in which their keys first appear, and
// the rows of a group in the order they have in the frame.
type Groups struct {
	frame Frame
	keys  []int // columns of the frame
	first []int // the first row of each group
	spans spans
}

// GroupBy divides the rows by their cells in the named columns. A missing cell is a key of its own, equal to every
// other missing cell of its column, and -0 is equal to 0. Without a name, with a name that is not there or with one
// that comes twice it is an error; all such names are reported at once. Summarise takes a whole frame as one group.
func (f Frame) GroupBy(names ...string) (Groups, error) {
	keys, err := f.keysOf(names)
	if err != nil {
		return Groups{}, fmt.Errorf("frame: group by: %w", err)
	}
	return f.grouped(keys), nil
}

// keysOf returns the positions of the columns of a key, beside an error -1 for a name that is not there.
func (f Frame) keysOf(names []string) ([]int, error) {
	if len(names) == 0 {
		return nil, errors.New("no column is named")
	}
	_, absent := f.indices(names)
	errs := []error{absent}
	find := finder(f.cols, len(names))
	keys := make([]int, len(names))
	seen := make(map[string]bool, len(names))
	for k, name := range names {
		keys[k] = find(name)
		if seen[name] {
			errs = append(errs, fmt.Errorf("column %q is named twice", name))
		}
		seen[name] = true
	}
	return keys, errors.Join(errs...)
}

func (f Frame) grouped(keys []int) Groups {
	of, first := codes(picked(f.cols, keys), f.Rows())
	g := Groups{frame: f, keys: keys, first: first, spans: spansOf(of, len(first))}
	g.spans.label = g.label
	return g
}

// label names group i in a message: its keys with their cells.
func (g Groups) label(i int) string {
	parts := make([]string, len(g.keys))
	for k, c := range g.keyColumns() {
		cell := c.Text(g.first[i])
		if c.Missing(g.first[i]) {
			cell = "missing"
		}
		parts[k] = c.Name + " " + cell
	}
	return fmt.Sprintf("group %d (%s)", i, strings.Join(parts, ", "))
}

func (g Groups) keyColumns() []Column { return picked(g.frame.cols, g.keys) }

// Len returns the number of groups.
func (g Groups) Len() int { return len(g.first) }

// Keys returns the key columns with one row a group.
func (g Groups) Keys() Frame { return Frame{cols: g.keyColumns()}.pick(g.first) }

// Frame returns the rows of group i, counted from 0, with all columns and the caption of the frame. It panics when
// there is no such group, as an index into a slice does.
func (g Groups) Frame(i int) Frame {
	return g.frame.pick(g.spans.rows[g.spans.lo[i]:g.spans.hi[i]])
}

// All iterates over the groups: the number of each and its rows, as Frame returns them.
func (g Groups) All() iter.Seq2[int, Frame] {
	return func(yield func(int, Frame) bool) {
		for i := range g.Len() {
			if !yield(i, g.Frame(i)) {
				return
			}
		}
	}
}

// Apply gives each group to a function and returns the results one below the other, each row with the keys of its group
// in front. The results may have any number of rows, but must have the same columns, as for Concat; one without columns
// adds nothing. A result may contain a key column if it holds the key of the group, as that of a function that
// only sorts or cuts rows does. The first error ends it, with the keys of the group. Where no group gave a result, the
// key columns remain, without rows.
func (g Groups) Apply(function func(group Frame) (Frame, error)) (Frame, error) {
	if function == nil {
		return Frame{}, errors.New("frame: apply: the function is nil")
	}
	results := []Frame{}
	for i, group := range g.All() {
		result, err := function(group)
		if err == nil && len(result.cols) > 0 {
			result, err = g.keyed(i, result)
			results = append(results, result)
		}
		if err != nil {
			return Frame{}, fmt.Errorf("frame: apply: %s: %w", g.label(i), err)
		}
	}
	if len(results) == 0 {
		return g.Keys().Head(0), nil
	}
	out, err := Concat(results...)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: apply: %w", err)
	}
	return out, nil
}

// keyed returns the result for group i with the keys in front.
func (g Groups) keyed(i int, result Frame) (Frame, error) {
	rows := slices.Repeat(g.first[i:i+1], result.Rows())
	cols := make([]Column, 0, len(g.keys)+len(result.cols))
	for _, key := range g.keyColumns() {
		cols = append(cols, key.pick(rows))
	}
	for _, c := range result.cols {
		k := slices.IndexFunc(cols[:len(g.keys)], func(key Column) bool { return key.Name == c.Name })
		if k < 0 {
			cols = append(cols, c)
		} else if !sameCells(cols[k], c) {
			return Frame{}, fmt.Errorf("column %q of the result does not hold the key of the group", c.Name)
		}
	}
	return Frame{cols: cols}, nil
}

func sameCells(a, b Column) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	numbers, _ := codes([]Column{a.stack([]Column{b})}, 2*a.Len())
	return slices.Equal(numbers[:a.Len()], numbers[a.Len():])
}
