package frame

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// gather returns the column with the cells at the given indices, in that order; a negative index gives a missing cell.
func (c Column) gather(rows []int) Column {
	if !slices.ContainsFunc(rows, func(i int) bool { return i < 0 }) {
		return c.pick(rows)
	}
	switch v := c.data.(type) {
	case []float64:
		c.data = gathered(v, rows, math.NaN())
	case []int64:
		c.data = gathered(v, rows, 0)
	case []string:
		c.data = gathered(v, rows, "")
	case []bool:
		c.data = gathered(v, rows, false)
	case []time.Duration:
		c.data = gathered(v, rows, 0)
	}
	mask := make([]bool, len(rows))
	for k, i := range rows {
		mask[k] = i < 0 || c.Missing(i)
	}
	c.missing = mask
	return c
}

func gathered[T Value](values []T, rows []int, zero T) []T {
	out := make([]T, len(rows))
	for k, i := range rows {
		if i < 0 {
			out[k] = zero
		} else {
			out[k] = values[i]
		}
	}
	return out
}

// keyOfRow is the key of a row in an error. It is written only when it is shown.
type keyOfRow struct {
	keys []Column
	row  int
}

// String writes the cells of the row in the key columns, such as lease="fenced", margin=15s.
func (k keyOfRow) String() string {
	cells := make([]string, len(k.keys))
	for i, c := range k.keys {
		text := c.Text(k.row)
		switch {
		case c.Missing(k.row):
			text = "missing"
		case c.Kind() == String:
			text = strconv.Quote(text)
		}
		cells[i] = c.Name + "=" + text
	}
	return strings.Join(cells, ", ")
}
