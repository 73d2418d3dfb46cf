package frame

import (
	"math"
	"time"
)

// codes numbers the rows by their cells in the key columns. Rows whose keys are equal share a number, a missing cell being
// equal to a missing cell and -0 to 0, and numbers are given in the order of first appearance. It returns the number of
// each row and the first row of each number. Without keys all rows share number 0.
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

// lookup maps integers to numbers: by a table from the least of them on, or by a map.
type lookup struct {
	least int64
	table []int32 // number + 1, 0 for none
	byKey map[int64]int32
}

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
	if n, ok := l.byKey[v]; ok {
		return n
	}
	return -1
}

func (l *lookup) put(v int64, number int32) {
	if l.table != nil {
		l.table[v-l.least] = number + 1
		return
	}
	l.byKey[v] = number
}

// numberedText numbers strings by first appearance. Results repeat their labels row after row, so the label of the row
// before is tried first.
func numberedText(values []string, missing []bool) (of []int32, first []int) {
	of = make([]int32, len(values))
	gap := int32(-1)
	byKey := make(map[string]int32)
	last, lastNumber := "", int32(-1)
	for i, v := range values {
		if missing != nil && missing[i] {
			if gap < 0 {
				gap = int32(len(first))
				first = append(first, i)
			}
			of[i] = gap
			continue
		}
		if lastNumber < 0 || v != last {
			n, ok := byKey[v]
			if !ok {
				n = int32(len(first))
				byKey[v] = n
				first = append(first, i)
			}
			last, lastNumber = v, n
		}
		of[i] = lastNumber
	}
	return of, first
}
