package frame

import "fmt"

// Cumulate returns the frame with the columns of the summaries added, each made from the row itself and all before it:
// running sums and counts, the best so far, or a running mean whose interval shows whether the trials are enough. A
// missing cell is left out as in Summarise. Figures that start afresh in every group are Cumulate inside Apply.
//
// The figures are those of Summarise for the rows so far, but for the last digit of a mean or a spread, as with Roll.
// The time is that of the rows, for Quantile and Median with a logarithm of the rows; intervals cost some microseconds
// a row, those of Quantile and Median more the more rows there are. For Func and Func2 the time and the memory handed
// out are that of the rows squared.
//
// What Summarise calls an error is one, as is a new column of an old one's name.
func (f Frame) Cumulate(summaries ...Summary) (Frame, error) {
	s := whole(f.Rows())
	s.lo, s.hi, s.overlap = make([]int, f.Rows()), make([]int, f.Rows()), true
	s.label = func(i int) string { return fmt.Sprintf("the rows up to row %d", i) }
	for i := range s.hi {
		s.hi[i] = i + 1
	}
	out, err := windowed(f, s, summaries, "over this row and all before it")
	return out, wrap("cumulate", err)
}
