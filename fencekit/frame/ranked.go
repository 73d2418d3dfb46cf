package frame

import (
	"math/bits"
	"slices"
)

// ranked returns the value that would stand at place k, counted from 0, if the values were sorted, and puts it there:
// none before it is greater, none after it less. NaN must not be among them.
//
// Source: C. A. R. Hoare, "Algorithm 65: Find", Communications of the ACM 4, 1961. The pivot is taken from a sample,
// near the place that is looked for, after R. W. Floyd and R. L. Rivest, "Expected time bounds for selection",
// Communications of the ACM 18, 1975. Where that goes wrong time and again, what is left is sorted.
func ranked(values []float64, k int) float64 {
	lo, hi := 0, len(values)
	for turns := 2 * bits.Len(uint(len(values))); hi-lo > few; turns-- {
		if turns == 0 {
			slices.Sort(values[lo:hi])
			return values[k]
		}
		part := values[lo:hi]
		pivot := pivotFor(part, k-lo)
		less := fewer(part, pivot)
		if k < lo+less {
			hi = lo + less
			continue
		}
		lo += less
		if less > 0 {
			continue
		}
		// The pivot is the least of them, so that nothing moved. The next pass takes what is equal to it.
		lo += notMore(part, pivot)
		if k < lo {
			return pivot
		}
	}
	sortFew(values[lo:hi])
	return values[k]
}

// few is how many values are sorted by insertion.
const few = 24

// sortFew sorts by insertion, which for this many numbers takes half the time of slices.Sort.
func sortFew(values []float64) {
	for i := 1; i < len(values); i++ {
		x, j := values[i], i
		for ; j > 0 && x < values[j-1]; j-- {
			values[j] = values[j-1]
		}
		values[j] = x
	}
}

// pivotFor returns one of the values, likely to stand near place k if they were sorted.
func pivotFor(values []float64, k int) float64 {
	var sample [31]float64
	n := 3
	if len(values) > 400 {
		n = len(sample)
	}
	for i := range n {
		sample[i] = values[(len(values)-1)*i/(n-1)]
	}
	sortFew(sample[:n])
	return sample[n*k/len(values)]
}

// fewer puts the values below the pivot first and returns their number. Every step swaps, so that no branch depends on
// a comparison that a processor could only guess.
func fewer(values []float64, pivot float64) int {
	n := 0
	for i, x := range values {
		values[i] = values[n]
		values[n] = x
		n += asInt(x < pivot)
	}
	return n
}

// notMore puts the values not above the pivot first and returns their number.
func notMore(values []float64, pivot float64) int {
	n := 0
	for i, x := range values {
		values[i] = values[n]
		values[n] = x
		n += asInt(x <= pivot)
	}
	return n
}
