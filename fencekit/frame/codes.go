package frame

import (
	"math"
	"time"
)

// codes numbers the rows by their cells in the key columns. Rows whose keys are equal share a number, a missing cell
// being equal to a missing cell and -0 to 0, and numbers are given in the order of first appearance. It returns the
// number of each row and the first row of each number. Without keys all rows share number 0.
//
// Every key is numbered by itself and the numbers are then combined pair by pair, so that no row's key is ever put
// together as a value of its own.
func codes(keys []Column, rows int) (of []int32, first []int) {
	of = make([]int32, rows)
	if len(keys) == 0 {
		if rows > 0 {
			first = []int{0}
		}
		return of, first
	}
	of, first = keys[0].codes()
	for _, c := range keys[1:] {
		next, firsts := c.codes()
		of, first = combined(of, next, len(firsts))
	}
	return of, first
}

// combined numbers the pairs of two numberings, of which the second has so many numbers.
func combined(a, b []int32, numbers int) (of []int32, first []int) {
	pairs := make([]int64, len(a))
	for i := range pairs {
		pairs[i] = int64(a[i])*int64(numbers) + int64(b[i])
	}
	return numbered(pairs, nil)
}

// codes numbers the cells of one column.
func (c Column) codes() (of []int32, first []int) {
	switch v := c.data.(type) {
	case []string:
		return numberedText(v, c.missing)
	case []int64:
		return numbered(v, c.missing)
	case []time.Duration:
		return numbered(v, c.missing)
	case []float64:
		bits := make([]int64, len(v))
		for i, x := range v {
			bits[i] = int64(math.Float64bits(x + 0)) // -0 + 0 is 0
		}
		return numbered(bits, c.missing)
	case []bool:
		bits := make([]int64, len(v))
		for i, x := range v {
			bits[i] = int64(asInt(x))
		}
		return numbered(bits, c.missing)
	}
	return nil, nil
}

// numbered numbers integers by first appearance, with a table where they lie close together and a map otherwise.
func numbered[T ~int64](values []T, missing []bool) (of []int32, first []int) {
	of = make([]int32, len(values))
	gap := int32(-1) // the number of missing cells, once there is one
	lookup := lookupOf(values)
	for i, v := range values {
		if missing != nil && missing[i] {
			if gap < 0 {
				gap = int32(len(first))
				first = append(first, i)
			}
			of[i] = gap
			continue
		}
		slot := lookup.slot(int64(v))
		if slot < 0 {
			slot = int32(len(first))
			lookup.put(int64(v), slot)
			first = append(first, i)
		}
		of[i] = slot
	}
	return of, first
}

// lookup maps integers to numbers: by a table from the least of them on, or by a map with the latest finds in front.
type lookup struct {
	least  int64
	table  []int32 // number + 1, 0 for none
	byKey  map[int64]int32
	latest [1 << latestBits]found
}

// found is a key with its number + 1, 0 for none.
type found struct {
	key    int64
	number int32
}

// latestBits says how many finds are kept: enough that some dozens of keys seldom share a place.
const latestBits = 10

// place is where a key is kept among the latest: the upper bits of its product with 2^64 over the golden ratio.
func place(key uint64) uint64 { return (key * 0x9e3779b97f4a7c15) >> (64 - latestBits) }

// lookupOf chooses the table when it would be no longer than a few times the values.
func lookupOf[T ~int64](values []T) lookup {
	if len(values) == 0 {
		return lookup{}
	}
	least, most := values[0], values[0]
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	// The difference of two int64 fits a uint64.
	if span := uint64(most) - uint64(least); span < uint64(4*len(values)+1024) {
		return lookup{least: int64(least), table: make([]int32, span+1)}
	}
	return lookup{byKey: make(map[int64]int32)}
}

func (l *lookup) slot(v int64) int32 {
	if l.table != nil {
		return l.table[v-l.least] - 1
	}
	latest := &l.latest[place(uint64(v))]
	if latest.number > 0 && latest.key == v {
		return latest.number - 1
	}
	n, ok := l.byKey[v]
	if !ok {
		return -1
	}
	*latest = found{v, n + 1}
	return n
}

func (l *lookup) put(v int64, number int32) {
	if l.table != nil {
		l.table[v-l.least] = number + 1
		return
	}
	l.byKey[v] = number
}

// numberedText numbers strings by first appearance, by a map with the latest finds in front.
func numberedText(values []string, missing []bool) (of []int32, first []int) {
	of = make([]int32, len(values))
	gap := int32(-1)
	byKey := make(map[string]int32)
	var latest [1 << latestBits]int32 // number + 1, 0 for none
	for i, v := range values {
		if missing != nil && missing[i] {
			if gap < 0 {
				gap = int32(len(first))
				first = append(first, i)
			}
			of[i] = gap
			continue
		}
		at := place(glance(v))
		if n := latest[at]; n > 0 && values[first[n-1]] == v {
			of[i] = n - 1
			continue
		}
		n, ok := byKey[v]
		if !ok {
			n = int32(len(first))
			byKey[v] = n
			first = append(first, i)
		}
		of[i], latest[at] = n, n+1
	}
	return of, first
}

// glance returns what tells most labels apart at little cost: their length and three of their bytes.
func glance(s string) uint64 {
	n := len(s)
	if n == 0 {
		return 0
	}
	return uint64(n) | uint64(s[0])<<16 | uint64(s[n/2])<<32 | uint64(s[n-1])<<48
}
