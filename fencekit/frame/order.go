package frame

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
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

// sorted returns the rows ordered by their cells, keeping the order of equal cells.
func (c *Column) sorted(rows []int, descending bool) []int {
	keyOf := c.keyOf()
	if keyOf == nil {
		return c.sortedText(rows, descending)
	}
	flip := uint64(0)
	if descending {
		flip = math.MaxUint64
	}
	cells := make([]keyed, 0, len(rows))
	var without []int
	for _, i := range rows {
		if c.missing != nil && c.missing[i] {
			without = append(without, i)
		} else {
			cells = append(cells, keyed{keyOf(i) ^ flip, i})
		}
	}
	out := make([]int, len(cells), len(rows))
	for k, cell := range sortKeyed(cells) {
		out[k] = cell.row
	}
	return append(out, without...)
}

// keyed is a row with a whole number that stands for its cell in comparisons.
type keyed struct {
	key uint64
	row int
}

// keyOf returns the function from a row to such a number, or nil for a column of strings.
func (c *Column) keyOf() func(row int) uint64 {
	switch v := c.data.(type) {
	case []float64:
		return func(i int) uint64 { return floatKey(v[i]) }
	case []int64:
		return func(i int) uint64 { return uint64(v[i]) ^ 1<<63 }
	case []time.Duration:
		return func(i int) uint64 { return uint64(v[i]) ^ 1<<63 }
	case []bool:
		return func(i int) uint64 { return uint64(asInt(v[i])) }
	}
	return nil
}

// floatKey returns a number that is greater for a greater float, and the same for -0 and 0. The bits of floats above 0
// are in order already and those below 0 in the reverse.
func floatKey(x float64) uint64 {
	b := math.Float64bits(x + 0) // -0 + 0 is 0
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// Cells are sorted by digits of 11 bits: six to a key.
const (
	digitBits = 11
	keyDigits = 6
	radix     = 1 << digitBits
)

// fewKeyed is how many cells are sorted by comparison, which for them is faster.
const fewKeyed = 500

// sortKeyed sorts by the keys, keeping the order of equal ones. It sorts by the last digit, then by the one before and
// so on, each time keeping the order so far, and leaves out the digits that all keys share. What it is given is lost.
func sortKeyed(cells []keyed) []keyed {
	if len(cells) <= fewKeyed {
		slices.SortStableFunc(cells, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
		return cells
	}
	counts := new([keyDigits][radix]int32)
	for _, c := range cells {
		for d := range keyDigits {
			counts[d][c.key>>(d*digitBits)%radix]++
		}
	}
	other := make([]keyed, len(cells))
	for d := range keyDigits {
		if count := &counts[d]; count[cells[0].key>>(d*digitBits)%radix] < int32(len(cells)) {
			distribute(other, cells, count, d*digitBits)
			cells, other = other, cells
		}
	}
	return cells
}

// distribute puts the cells in the order of the digit that begins at the bit, of which there are so many each.
func distribute(to, from []keyed, count *[radix]int32, bit int) {
	at := int32(0)
	for digit, n := range count {
		at, count[digit] = at+n, at
	}
	for _, c := range from {
		place := &count[c.key>>bit%radix]
		to[*place] = c
		*place++
	}
}

// sortedText sorts the distinct strings alone, which are often few, and puts the rows in the places counted for them.
func (c *Column) sortedText(rows []int, descending bool) []int {
	of, first := c.codes()
	start := make([]int, len(first))
	for _, n := range of {
		start[n]++
	}
	at := 0
	for _, n := range c.orderedText(first, descending) {
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

// orderedText returns the numbers of the distinct cells, whose first rows are given, in their order.
func (c *Column) orderedText(first []int, descending bool) []int {
	values := c.data.([]string)
	var numbers, without []int
	for n, i := range first {
		if c.Missing(i) {
			without = append(without, n)
		} else {
			numbers = append(numbers, n)
		}
	}
	slices.SortFunc(numbers, func(a, b int) int { return strings.Compare(values[first[a]], values[first[b]]) })
	if descending {
		slices.Reverse(numbers)
	}
	return append(numbers, without...)
}
