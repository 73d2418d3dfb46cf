package frame

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"fence/fencekit/interval"
)

// Quantile is the p-quantile of a column of floats, ints or durations, in the kind that Mean has: p between 0 and 1, by
// linear interpolation between the two nearest cells (R's type 7, the default of NumPy and pandas). Interval takes the
// cells whose ranks enclose the quantile by the binomial distribution (interval.QuantileRanks); a limit that too few
// cells reach is missing. The column is named NAME_p99 for p of 0.99, NAME_p99.9 for 0.999.
func Quantile(column string, p float64) Summary {
	text := strconv.FormatFloat(float64(100*p), 'g', 12, 64)
	return quantile(column, p, "p"+text, "quantile "+strconv.FormatFloat(p, 'g', -1, 64))
}

// Median is the quantile of 0.5. The column is named NAME_median.
func Median(column string) Summary { return quantile(column, 0.5, "median", "median") }

func quantile(column string, p float64, suffix, figure string) Summary {
	s := Summary{
		name: column + "_" + suffix, figure: figure, columns: []string{column}, takes: [][]Kind{numeric}, unit: unitOf,
		method: func(level float64) string { return percent("order statistics, binomial", level) },
		run: func(w *work, s Summary, cols []int) (figures, error) {
			return w.intervalsAs(cols[0], w.quantiles(cols[0], p, s))
		},
	}
	if !(p >= 0 && p <= 1) {
		s.bad = fmt.Errorf("p is %v, not between 0 and 1", p)
	}
	return s
}

// quantiles returns the quantile of every span, and its limits where there are to be some.
func (w *work) quantiles(column int, p float64, s Summary) []interval.Interval {
	out := make([]interval.Interval, w.spans.len())
	limits := rankLimits{p: p, level: s.level}
	if w.spans.large() {
		c := w.numbersOf(column).cells
		window := newOrderedWindow(c.values)
		spans{lo: c.lo, hi: c.hi}.slide(window.put, window.take, func(i int) {
			n := c.hi[i] - c.lo[i]
			if s.interval {
				out[i] = limits.of(n, window.at)
			}
			out[i].Estimate = window.quantileAt(n, p)
		})
		return out
	}
	for i := range out {
		values := w.orderOf(column, i)
		if s.interval {
			out[i] = limits.of(len(values), func(k int) float64 { return ranked(values, k) })
		}
		out[i].Estimate = quantileOf(values, p)
	}
	return out
}

// rankLimits finds limits by ranks. Spans are often of equal size, so it keeps the last ranks.
type rankLimits struct {
	p, level     float64
	n, low, high int
}

// of returns the limits of n values, of which at gives the one at a place in their order, counted from 0.
func (r *rankLimits) of(n int, at func(k int) float64) interval.Interval {
	limits := interval.Interval{Low: math.NaN(), High: math.NaN()}
	if n == 0 {
		return limits
	}
	if r.n != n {
		r.n = n
		r.low, r.high = interval.QuantileRanks(r.n, r.p, r.level)
	}
	if r.low >= 1 {
		limits.Low = at(r.low - 1)
	}
	if r.high <= r.n {
		limits.High = at(r.high - 1)
	}
	return limits
}

// orderOf returns the present values of span i of a column, which may be put into another order. Where spans do not
// overlap they keep that order, so that the next quantile of the same column finds part of the work done.
func (w *work) orderOf(column, i int) []float64 {
	c := w.numbersOf(column)
	if w.spans.overlap {
		c.order = append(c.order[:0], c.cells.of(i)...)
		return c.order
	}
	if c.order == nil {
		c.order = slices.Clone(c.cells.values)
	}
	return cells[float64]{c.order, c.cells.lo, c.cells.hi}.of(i)
}

// quantileOf interpolates between the two values on either side of (n-1)·p, counted from 0 in their order; NaN when
// there are none. It puts the values into another order.
func quantileOf(values []float64, p float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	below, part := quantilePlace(len(values), p)
	return quantileFrom(values, below, part)
}

// quantileFrom returns what lies the given part of the way from the value at a place in the order to the next.
func quantileFrom(values []float64, below int, part float64) float64 {
	low := ranked(values, below)
	if part == 0 {
		return low
	}
	return interval.Between(low, slices.Min(values[below+1:]), part)
}

// quantilePlace returns the place of the p-quantile of n values, counted from 0, as a whole number and the rest.
func quantilePlace(n int, p float64) (below int, part float64) {
	at := float64(float64(n-1) * p)
	below = int(at)
	return below, at - float64(below)
}
