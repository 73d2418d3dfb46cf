package frame

import (
	"fmt"
	"math"
)

// Shift returns the frame with the column as, whose cell in each row is that of the named column so many rows before:
// by 1 the row before (a lag), by -1 the row after (a lead). Rows that are nearer to the end than that have a missing
// cell. The column is added last or put in the place of the column of that name, which may be the named one. It has
// the Meta of the named column, with a Meaning that says by how many rows. Within groups it is Shift inside Apply. A
// name that is not there is an error.
func (f Frame) Shift(name, as string, by int) (Frame, error) {
	i, err := f.index(name)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: shift: %w", err)
	}
	rows := make([]int, f.Rows())
	for k := range rows {
		rows[k] = -1
		// Nothing is added to a distance that may be any int before it is known to lie within the rows.
		if by >= 0 && by <= k || by < 0 && by > k-len(rows) {
			rows[k] = k - by
		}
	}
	c := f.cols[i].gather(rows)
	c.Name, c.Meta.Meaning = as, shifted(f.cols[i], by)
	out, err := f.with(c)
	return out, wrap("shift", err)
}

// shifted is the meaning of a column that is shifted.
func shifted(c Column, by int) string {
	if by == 0 {
		return c.Meta.Meaning
	}
	meaning := c.Meta.Meaning
	if meaning == "" {
		meaning = c.Name
	}
	if by < 0 {
		return meaning + "; " + counted(-max(by, -math.MaxInt), "row") + " after"
	}
	return meaning + "; " + counted(by, "row") + " before"
}
