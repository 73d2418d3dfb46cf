package frame

import (
	"math"
	"math/bits"

	"fence/fencekit/interval"
)

// orderedWindow holds some of the values of a column so that the one at a place in their order is found in the
// logarithm of their number: counts of a binary indexed tree over the places that all values have in their order
// (P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience 24, 1994).
type orderedWindow struct {
	sorted []float64 // all values
	place  []int32   // of each value among them, from 1
	counts []int32   // counts[p] is of those held with places above p less its lowest bit, to p
	top    int       // the largest power of 2 that is a place
}

func newOrderedWindow(values []float64) *orderedWindow {
	w := orderedWindow{place: make([]int32, len(values)), counts: make([]int32, len(values)+1)}
	cells := make([]keyed, len(values))
	for i, x := range values {
		cells[i] = keyed{floatKey(x), i}
	}
	w.sorted = make([]float64, len(values))
	for p, c := range sortKeyed(cells) {
		w.sorted[p], w.place[c.row] = values[c.row], int32(p+1)
	}
	w.top = 1 << bits.Len(uint(len(values))) >> 1
	return &w
}

func (w *orderedWindow) put(i int)  { w.count(i, 1) }
func (w *orderedWindow) take(i int) { w.count(i, -1) }

func (w *orderedWindow) count(i int, by int32) {
	for p := int(w.place[i]); p < len(w.counts); p += p & -p {
		w.counts[p] += by
	}
}

// at returns the value at place k, counted from 0, in the order of those held.
func (w *orderedWindow) at(k int) float64 {
	below, left := 0, int32(k)
	for step := w.top; step > 0; step >>= 1 {
		if p := below + step; p < len(w.counts) && w.counts[p] <= left {
			below, left = p, left-w.counts[p]
		}
	}
	return w.sorted[below]
}

// quantileAt interpolates as quantileOf does.
func (w *orderedWindow) quantileAt(n int, p float64) float64 {
	if n == 0 {
		return math.NaN()
	}
	below, part := quantilePlace(n, p)
	low := w.at(below)
	if part == 0 {
		return low
	}
	return interval.Between(low, w.at(below+1), part)
}

// fewCells is how many cells a window has at most, in the mean, that is better ordered by itself.
const fewCells = 16

// large reports whether the spans are windows for orderedWindow.
func (s spans) large() bool {
	cells := 0
	for i := range s.len() {
		cells += s.size(i)
	}
	return s.overlap && cells > fewCells*s.len()
}
