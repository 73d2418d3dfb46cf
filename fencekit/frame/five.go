package frame

import (
	"math"
	"slices"
)

// presentFloats returns the present values of a column of numbers as floats, which the caller may write to.
func (c Column) presentFloats() []float64 {
	values := c.floats()
	if c.missing == nil {
		return slices.Clone(values)
	}
	out := make([]float64, 0, len(values))
	for i, x := range values {
		if !c.missing[i] {
			out = append(out, x)
		}
	}
	return out
}

// fiveNumbers returns the least value, the quartiles with the median between them, and the greatest value, all NaN when
// there are none. It puts the values into another order. The median comes first: it parts the values, so that the rest
// is looked for in one half each.
func fiveNumbers(values []float64) (least, lower, median, upper, greatest float64) {
	n := len(values)
	if n == 0 {
		none := math.NaN()
		return none, none, none, none, none
	}
	least, greatest = slices.Min(values), slices.Max(values)
	median = quantileOf(values, 0.5)
	if n < 8 { // too few for the quartiles to lie clear of the median
		return least, quantileOf(values, 0.25), median, quantileOf(values, 0.75), greatest
	}
	mid, _ := quantilePlace(n, 0.5)
	at, part := quantilePlace(n, 0.25)
	lower = quantileFrom(values[:mid+1], at, part)
	at, part = quantilePlace(n, 0.75)
	return least, lower, median, quantileFrom(values[mid:], at-mid, part), greatest
}
