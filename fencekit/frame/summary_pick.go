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
	return picking(column, "first", func(w *work, c Column) []int {
		return w.pickRows(func(rows []int) int {
			for _, row := range rows {
				if !c.Missing(row) {
					return row
				}
			}
			return -1
		})
	})
}

// Last is the last cell that is not missing, as First. The column is named NAME_last.
func Last(column string) Summary {
	return picking(column, "last", func(w *work, c Column) []int {
		return w.pickRows(func(rows []int) int {
			for k := len(rows) - 1; k >= 0; k-- {
				if !c.Missing(rows[k]) {
					return rows[k]
				}
			}
			return -1
		})
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

func (w *work) pickRows(choose func(rows []int) int) []int {
	out := make([]int, w.spans.len())
	for i := range out {
		out[i] = choose(w.spans.of(i))
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
	return w.pickRows(func(rows []int) int {
		best := -1
		for _, row := range rows {
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
