package frame

import "fmt"

// Roll returns the frame with the columns of the summaries added, each made from a window of so many rows: the row
// itself and those before it. Rows before the first full window have missing cells. A missing cell inside a window is
// left out as in Summarise, and the window counts as full. Windows that start afresh in every group are Roll inside
// Apply. Cumulate is for windows of all rows so far.
//
// The figures are those of Summarise for the rows of the window. Of floats nothing is ever subtracted, so that no
// error builds up along the column and what has left a window, be it infinite, leaves no trace; only the last digit of
// a mean or a spread may differ from that of Summarise, as the cells are added in another order. The time is that of
// the rows whatever the window, for Quantile and Median with a logarithm of the rows; for Func and Func2 it is rows
// times window.
//
// A window of less than one row is an error, as is all that Summarise calls one and a new column of an old one's name.
func (f Frame) Roll(window int, summaries ...Summary) (Frame, error) {
	if window < 1 {
		return Frame{}, fmt.Errorf("frame: roll: a window of %d rows", window)
	}
	out, err := windowed(f, windows(f.Rows(), window), summaries, fmt.Sprintf("over %d rows, up to this one", window))
	return out, wrap("roll", err)
}

// windowed returns the frame with the figures of the windows added. A window without rows has none.
func windowed(f Frame, s spans, summaries []Summary, note string) (Frame, error) {
	out, err := summarised(f, s, f, summaries)
	if err != nil {
		return Frame{}, err
	}
	var without []bool
	for i := 0; i < s.len() && s.size(i) == 0; i++ {
		if without == nil {
			without = make([]bool, s.len())
		}
		without[i] = true
	}
	for i := len(f.cols); i < len(out.cols); i++ {
		c := &out.cols[i]
		if !c.lacks(without) {
			*c = c.WithMissing(without)
		}
		c.Meta.Meaning += "; " + note
	}
	return out, nil
}

// lacks reports whether all marked cells are missing.
func (c Column) lacks(marked []bool) bool {
	for i, m := range marked {
		if m && !c.Missing(i) {
			return false
		}
	}
	return true
}

// windows are the spans that end at each row. Those that would begin before the first row are empty.
func windows(rows, window int) spans {
	s := whole(rows)
	s.lo, s.hi, s.overlap = make([]int, rows), make([]int, rows), true
	s.label = func(i int) string { return fmt.Sprintf("the window up to row %d", i) }
	for i := window - 1; i < rows; i++ {
		s.lo[i], s.hi[i] = i-window+1, i+1
	}
	return s
}
