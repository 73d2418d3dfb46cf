package frame

// Count is the number of rows, missing cells or not. The column is named "count".
func Count() Summary {
	return Summary{name: "count", figure: "number of rows", run: func(w *work, _ Summary, _ []int) (figures, error) {
		return w.counts(func(rows []int) int { return len(rows) }), nil
	}}
}

// Present is the number of cells of a column of any kind that are not missing. The column is named NAME_present.
func Present(column string) Summary {
	return Summary{
		name: column + "_present", figure: "number of present cells", columns: []string{column},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			c := w.frame.cols[cols[0]]
			return w.counts(func(rows []int) int { return len(rows) - c.gaps(rows) }), nil
		},
	}
}

// CountMissing is the number of missing cells of a column of any kind. The column is named NAME_missing.
func CountMissing(column string) Summary {
	return Summary{
		name: column + "_missing", figure: "number of missing cells", columns: []string{column},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			return w.counts(w.frame.cols[cols[0]].gaps), nil
		},
	}
}

// Unique is the number of different cells of a column of any kind, missing ones apart; -0 and 0 are one. The column is
// named NAME_unique.
func Unique(column string) Summary {
	return Summary{
		name: column + "_unique", figure: "number of different cells", columns: []string{column},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			c := w.frame.cols[cols[0]]
			of, first := c.codes()
			seen := make([]int, len(first)) // the last span that had the cell, counted from 1
			span := 0
			return w.counts(func(rows []int) int {
				span++
				n := 0
				for _, row := range rows {
					if seen[of[row]] != span && !c.Missing(row) {
						seen[of[row]] = span
						n++
					}
				}
				return n
			}), nil
		},
	}
}

// counts makes a column of a number a span.
func (w *work) counts(count func(rows []int) int) figures {
	out := make([]int64, w.spans.len())
	for i := range out {
		out[i] = int64(count(w.spans.of(i)))
	}
	return figures{estimate: owned(out, nil)}
}

// gaps returns how many of the rows have a missing cell.
func (c Column) gaps(rows []int) int {
	if c.missing == nil {
		return 0
	}
	n := 0
	for _, row := range rows {
		n += asInt(c.missing[row])
	}
	return n
}
