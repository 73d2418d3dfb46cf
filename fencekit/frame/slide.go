package frame

import (
	"math"
	"math/bits"
)

// The windows of Roll and Cumulate are spans of rows in their order whose two ends only move on, so that their figures
// need not be made anew for each. What is counted in whole numbers is taken out as exactly as it was put in (slide).
// Of floats nothing is ever subtracted, since the error of that would stay for all rows below: fold puts every window
// together from two parts.

// slide calls put for the rows that a window has and the one before had not, then take for those that it has no more,
// then give, for one window after the other.
func (s spans) slide(put, take func(row int), give func(i int)) {
	begin, end := 0, 0
	for i := range s.len() {
		for ; end < s.hi[i]; end++ {
			put(end)
		}
		for ; begin < s.lo[i]; begin++ {
			take(begin)
		}
		give(i)
	}
}

// fold makes the states of the two parts of every window. States are handed on by their address, since copies of them
// would take longer than the additions.
type fold[S any] struct {
	start func(state *S, k int) // makes it that of no cells, for parts that meet at the end of cell k
	add   func(state *S, k int) // adds cell k
}

// over calls give with the states of the parts of every window, in their order. A window consists of the end of a
// front, which has a state kept for each of its ends, and of the cells behind the front, whose state grows cell by
// cell. Once the front has been left behind, the cells of the window become the next one: a queue of two stacks, in
// which every cell is added twice, whatever the size of the windows. The last cell of the front is in all windows that
// have a part of it. A window without cells has two zero states.
func (f fold[S]) over(lo, hi []int, give func(i int, front, back *S)) {
	var fronts []S // the states of the last cell of the front, the last two, and so on
	var back, none S
	mid, end := 0, 0 // the ends of the front and of what is behind it
	for i := range lo {
		if lo[i] == hi[i] {
			give(i, &none, &none)
			continue
		}
		if lo[i] >= mid {
			mid, end = hi[i], hi[i]
			f.start(&back, mid-1)
			fronts = f.front(fronts[:0], lo[i], mid)
		}
		for ; end < hi[i]; end++ {
			f.add(&back, end)
		}
		give(i, &fronts[mid-lo[i]-1], &back)
	}
}

// front appends the states of the cells from each place to before mid.
func (f fold[S]) front(states []S, lo, mid int) []S {
	state := new(S)
	f.start(state, mid-1)
	for k := mid - 1; k >= lo; k-- {
		f.add(state, k)
		states = append(states, *state)
	}
	return states
}

// marked returns the function that counts the marked rows of span i; a nil mask marks none.
func (s spans) marked(marks []bool) func(i int) int {
	switch {
	case marks == nil:
		return func(int) int { return 0 }
	case !s.overlap:
		return func(i int) int {
			n := 0
			for _, row := range s.of(i) {
				n += asInt(marks[row])
			}
			return n
		}
	}
	before := make([]int, len(marks)+1) // marks before each row
	for row, m := range marks {
		before[row+1] = before[row] + asInt(m)
	}
	return func(i int) int { return before[s.hi[i]] - before[s.lo[i]] }
}

// nearby are the sums of the distances of values from one that is near, and of the squares of these distances. The
// rounding error of every step is kept, so that the difference of the two sums in squares has almost all its digits:
// the near value is one of them, hence the sum of squares about it is at most n+1 times that about the mean.
type nearby struct {
	near         float64
	sum, squares compensated
}

// add adds a value. The errors of the difference and of its square are known exactly (T. J. Dekker, "A floating-point
// technique for extending the available precision", Numerische Mathematik 18, 1971).
func (s *nearby) add(x float64) {
	d := compensated{x, 0}.plus(-s.near)
	square := float64(d.sum * d.sum)
	rest := math.FMA(d.sum, d.sum, -square) + float64(2*d.sum*d.lost)
	s.sum = s.sum.join(d)
	s.squares = s.squares.join(compensated{square, rest})
}

// about returns the sum of the squares of the distances from the mean of the n values of two parts with the same near
// value.
func (s *nearby) about(other *nearby, n float64) float64 {
	sum, squares := s.sum.join(other.sum), s.squares.join(other.squares)
	if math.IsInf(squares.sum, 1) && !math.IsInf(sum.sum, 0) && !math.IsNaN(sum.sum) {
		return math.Inf(1) // the squares are beyond a float, the values are not
	}
	product := float64(sum.sum * sum.sum)
	rest := math.FMA(sum.sum, sum.sum, -product) + float64(2*sum.sum*sum.lost)
	share := product / n
	shareRest := (math.FMA(-share, n, product) + rest) / n
	return max(0, (squares.sum-share)+(squares.lost-shareRest))
}

// join adds a sum to a sum.
func (s compensated) join(t compensated) compensated {
	s = s.plus(t.sum)
	s.lost += t.lost
	return s
}

// foldedTotals returns the compensated sum of every window.
func foldedTotals(c cells[float64]) []float64 {
	out := make([]float64, len(c.lo))
	fold[compensated]{
		start: func(s *compensated, _ int) { *s = compensated{} },
		add:   func(s *compensated, k int) { *s = s.plus(c.values[k]) },
	}.over(c.lo, c.hi, func(i int, front, back *compensated) { out[i] = front.join(*back).value() })
	return out
}

// foldedMoments returns the moments of every window.
func foldedMoments(c cells[float64], totals []float64) []moments {
	out := make([]moments, len(c.lo))
	fold[nearby]{
		start: func(s *nearby, k int) { *s = nearby{near: c.values[k]} },
		add:   func(s *nearby, k int) { s.add(c.values[k]) },
	}.over(c.lo, c.hi, func(i int, front, back *nearby) {
		n := float64(c.hi[i] - c.lo[i])
		out[i] = moments{int(n), totals[i] / n, front.about(back, n)}
	})
	return out
}

// int128 is a whole number of 128 bits.
type int128 struct{ low, high uint64 }

func (w *int128) add(x int64) {
	var carry uint64
	w.low, carry = bits.Add64(w.low, uint64(x), 0)
	w.high, _ = bits.Add64(w.high, uint64(x>>63), carry) // the sign, in every bit above
}

func (w *int128) subtract(x int64) {
	var borrow uint64
	w.low, borrow = bits.Sub64(w.low, uint64(x), 0)
	w.high, _ = bits.Sub64(w.high, uint64(x>>63), borrow)
}

// fits returns the number in 64 bits, and whether it fits.
func (w *int128) fits() (x int64, ok bool) { return int64(w.low), w.high == uint64(int64(w.low)>>63) }
