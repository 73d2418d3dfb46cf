package frame

// Count is the number of rows, missing cells or not. The column is named "count".
func Count() Summary {
	return Summary{name: "count", figure: "number of rows", run: func(w *work, _ Summary, _ []int) (figures, error) {
		return w.counts(w.spans.size), nil
	}}
}

// Present is the number of cells of a column of any kind that are not missing. The column is named NAME_present.
func Present(column string) Summary {
	return Summary{
		name: column + "_present", figure: "number of present cells", columns: []string{column},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			gaps := w.spans.marked(w.frame.cols[cols[0]].missing)
			return w.counts(func(i int) int { return w.spans.size(i) - gaps(i) }), nil
		},
	}
}

// CountMissing is the number of missing cells of a column of any kind. The column is named NAME_missing.
func CountMissing(column string) Summary {
	return Summary{
		name: column + "_missing", figure: "number of missing cells", columns: []string{column},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			return w.counts(w.spans.marked(w.frame.cols[cols[0]].missing)), nil
		},
	}
}

// Unique is the number of different cells of a column of any kind, missing ones apart; -0 and 0 are one. The column is
// named NAME_unique.
func Unique(column string) Summary {
	return Summary{
		name: column + "_unique", figure: "number of different cells", columns: []string{column},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			return figures{estimate: owned(w.distinct(w.frame.cols[cols[0]]), nil)}, nil
		},
	}
}

// distinct returns how many different present cells there are in every span.
func (w *work) distinct(c Column) []int64 {
	of, first := c.codes()
	out := make([]int64, w.spans.len())
	if w.spans.overlap {
		w.spans.slideDistinct(of, c.missing, len(first), out)
		return out
	}
	seen := make([]int, len(first)) // the last span that had the cell, counted from 1
	for i := range out {
		for _, row := range w.spans.of(i) {
			if seen[of[row]] != i+1 && !c.Missing(row) {
				seen[of[row]] = i + 1
				out[i]++
			}
		}
	}
	return out
}

// slideDistinct counts how often a window has each of so many different cells.
func (s spans) slideDistinct(of []int32, missing []bool, cells int, out []int64) {
	times := make([]int, cells)
	var n int64
	s.slide(func(row int) {
		if times[of[row]]++; times[of[row]] == 1 && !(missing != nil && missing[row]) {
			n++
		}
	}, func(row int) {
		if times[of[row]]--; times[of[row]] == 0 && !(missing != nil && missing[row]) {
			n--
		}
	}, func(i int) { out[i] = n })
}

// counts makes a column of a number a span.
func (w *work) counts(count func(i int) int) figures {
	out := make([]int64, w.spans.len())
	for i := range out {
		out[i] = int64(count(i))
	}
	return figures{estimate: owned(out, nil)}
}
