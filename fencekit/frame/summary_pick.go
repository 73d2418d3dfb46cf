package frame

import (
	"slices"
	"time"
)

// Min is the least cell of a column of any kind, in that kind: strings by their bytes, false before true. The column is
// named NAME_min.
func Min(column string) Summary {
	return picking(column, "min", func(w *work, c Column) []int { return w.extremes(c, 1) })
}

// Max is the greatest cell of a column of any kind, as Min. The column is named NAME_max.
func Max(column string) Summary {
	return picking(column, "max", func(w *work, c Column) []int { return w.extremes(c, -1) })
}

// First is the first cell, in the order of the rows, that is not missing, of a column of any kind. The column is named
// NAME_first.
func First(column string) Summary {
	return picking(column, "first", (*work).firsts)
}

// firsts returns the first row of every span with a cell, or -1. Those of windows never go down.
func (w *work) firsts(c Column) []int {
	after := 0 // no row before it and in the window has a cell, where spans are windows
	return w.pickRows(func(i int) int {
		if !w.spans.overlap {
			after = 0
		}
		for after = max(after, w.spans.lo[i]); after < w.spans.hi[i]; after++ {
			if row := w.spans.rows[after]; !c.Missing(row) {
				return row
			}
		}
		return -1
	})
}

// Last is the last cell that is not missing, as First. The column is named NAME_last.
func Last(column string) Summary {
	return picking(column, "last", (*work).lasts)
}

// lasts returns the last row of every span with a cell, or -1. Windows share what has been seen before their end.
func (w *work) lasts(c Column) []int {
	last, seen := -1, 0 // the last place with a cell before seen
	return w.pickRows(func(i int) int {
		if !w.spans.overlap {
			last, seen = -1, w.spans.lo[i]
		}
		for ; seen < w.spans.hi[i]; seen++ {
			if !c.Missing(w.spans.rows[seen]) {
				last = seen
			}
		}
		if last < w.spans.lo[i] {
			return -1
		}
		return w.spans.rows[last]
	})
}

// picking is a summary that takes one cell of every span. The function returns its row, or -1 for none.
func picking(column, figure string, rows func(w *work, c Column) []int) Summary {
	return Summary{
		name: column + "_" + figure, figure: figure, columns: []string{column}, unit: unitOf,
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			c := w.frame.cols[cols[0]]
			return figures{estimate: c.pickKnown(rows(w, c))}, nil
		},
	}
}

func (w *work) pickRows(choose func(i int) int) []int {
	out := make([]int, w.spans.len())
	for i := range out {
		out[i] = choose(i)
	}
	return out
}

// extremes returns the row of the least cell of every span, or of the greatest when sign is -1; the first of several.
func (w *work) extremes(c Column, sign int) []int {
	switch v := c.data.(type) {
	case []float64:
		return extremes(w, v, c.missing, sign)
	case []int64:
		return extremes(w, v, c.missing, sign)
	case []string:
		return extremes(w, v, c.missing, sign)
	case []bool:
		return extremes(w, c.floats(), c.missing, sign)
	case []time.Duration:
		return extremes(w, v, c.missing, sign)
	}
	panic("frame: extremes: column " + c.Name + " holds " + c.Kind().String())
}

func extremes[T float64 | int64 | string | time.Duration](w *work, values []T, missing []bool, sign int) []int {
	if w.spans.overlap {
		return slideExtremes(w.spans, values, missing, sign)
	}
	return w.pickRows(func(i int) int {
		best := -1
		for _, row := range w.spans.of(i) {
			if missing != nil && missing[row] {
				continue
			}
			if best < 0 || sign*order(values[row], values[best]) < 0 {
				best = row
			}
		}
		return best
	})
}

// slideExtremes keeps the rows of a window that no later one has outdone, so that the first of them is the best.
func slideExtremes[T float64 | int64 | string | time.Duration](s spans, values []T, missing []bool, sign int) []int {
	out, first := make([]int, s.len()), 0
	var rows []int // those before first have left the window
	s.slide(func(row int) {
		if missing != nil && missing[row] {
			return
		}
		for len(rows) > first && sign*order(values[row], values[rows[len(rows)-1]]) < 0 {
			rows = rows[:len(rows)-1]
		}
		rows = append(rows, row)
	}, func(row int) {
		if first < len(rows) && rows[first] == row {
			first++
		}
	}, func(i int) {
		if out[i] = -1; first < len(rows) {
			out[i] = rows[first]
		}
	})
	return out
}

// pickKnown is pick with -1 for a missing cell.
func (c Column) pickKnown(rows []int) Column {
	missing := make([]bool, len(rows))
	for i, row := range rows {
		missing[i] = row < 0
	}
	if !slices.Contains(missing, true) {
		return c.pick(rows)
	}
	switch v := c.data.(type) {
	case []float64:
		c.data = pickedKnown(v, rows)
	case []int64:
		c.data = pickedKnown(v, rows)
	case []string:
		c.data = pickedKnown(v, rows)
	case []bool:
		c.data = pickedKnown(v, rows)
	case []time.Duration:
		c.data = pickedKnown(v, rows)
	}
	c.missing = nil
	return c.WithMissing(missing)
}

func pickedKnown[T any](values []T, rows []int) []T {
	out := make([]T, len(rows))
	for k, row := range rows {
		if row >= 0 {
			out[k] = values[row]
		}
	}
	return out
}
