package frame

import "fmt"

// Roll returns the frame with the columns of the summaries added, each made from a window of so many rows: the row
// itself and those before it. Rows before the first full window have missing cells. A missing cell inside a window is
// left out as in Summarise, and the window counts as full. Windows that start afresh in every group are Roll inside
// Apply.
//
// Every window is computed anew, so no error builds up along the column; the cost is rows times window. A window of
// less than one row is an error, as is all that Summarise calls one and a new column of an old one's name.
func (f Frame) Roll(window int, summaries ...Summary) (Frame, error) {
	if window < 1 {
		return Frame{}, fmt.Errorf("frame: roll: a window of %d rows", window)
	}
	out, err := summarised(f, windows(f.Rows(), window), f, summaries)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: roll: %w", err)
	}
	partial := make([]bool, f.Rows())
	for i := range min(window-1, len(partial)) {
		partial[i] = true
	}
	for i := len(f.cols); i < len(out.cols); i++ {
		c := out.cols[i].WithMissing(partial)
		c.Meta.Meaning += fmt.Sprintf("; over %d rows, up to this one", window)
		out.cols[i] = c
	}
	return out, nil
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
