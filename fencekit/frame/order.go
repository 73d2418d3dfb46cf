package frame

import (
	"fmt"
	"slices"
	"time"
)

// Key is one key of a sort.
type Key struct {
	Name       string // column
	Descending bool   // largest first
}

// Asc returns the key of a sort by the named column, smallest first.
func Asc(name string) Key { return Key{Name: name} }

// Desc returns the key of a sort by the named column, largest first.
func Desc(name string) Key { return Key{Name: name, Descending: true} }

// Sort returns the frame with its rows ordered by the first key, ties by the second and so on; rows equal in all keys
// keep their order. Missing cells come last, whichever the direction. A name that is not there is an error.
func (f Frame) Sort(keys ...Key) (Frame, error) {
	by := make([]Column, len(keys))
	for k, key := range keys {
		i, err := f.index(key.Name)
		if err != nil {
			return Frame{}, fmt.Errorf("frame: sort: %w", err)
		}
		by[k] = f.cols[i]
	}
	rows := make([]int, f.Rows())
	for i := range rows {
		rows[i] = i
	}
	// The last key is sorted by first: as each sort keeps the order of equal cells, the first key decides in the end.
	for k, key := range slices.Backward(keys) {
		rows = by[k].sorted(rows, key.Descending)
	}
	return f.pick(rows), nil
}

// sorted returns the rows ordered by their cells, keeping the order of equal cells. It sorts the distinct cells alone,
// which are often few, and puts the rows in the places counted for them.
func (c *Column) sorted(rows []int, descending bool) []int {
	of, first := c.codes()
	start := make([]int, len(first))
	for _, n := range of {
		start[n]++
	}
	at := 0
	for _, n := range c.ordered(first, descending) {
		at, start[n] = at+start[n], at
	}
	out := make([]int, len(rows))
	for _, i := range rows {
		n := of[i]
		out[start[n]] = i
		start[n]++
	}
	return out
}

// ordered returns the numbers of the distinct cells, whose first rows are given, in their order.
func (c *Column) ordered(first []int, descending bool) []int {
	var numbers []int
	switch v := c.data.(type) {
	case []float64:
		numbers = ordered(c, v, first)
	case []int64:
		numbers = ordered(c, v, first)
	case []string:
		numbers = ordered(c, v, first)
	case []time.Duration:
		numbers = ordered(c, v, first)
	case []bool:
		of := make([]int, len(v))
		for _, i := range first {
			of[i] = asInt(v[i])
		}
		numbers = ordered(c, of, first)
	}
	if descending {
		slices.Reverse(numbers)
	}
	for n, i := range first {
		if c.Missing(i) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// ordered returns the numbers of the distinct present cells, smallest first.
func ordered[T float64 | int64 | string | int | time.Duration](c *Column, values []T, first []int) []int {
	type cell struct {
		value  T
		number int
	}
	cells := make([]cell, 0, len(first))
	for n, i := range first {
		if !c.Missing(i) {
			cells = append(cells, cell{values[i], n})
		}
	}
	slices.SortFunc(cells, func(a, b cell) int { return order(a.value, b.value) })
	numbers := make([]int, len(cells), len(first))
	for k, d := range cells {
		numbers[k] = d.number
	}
	return numbers
}
