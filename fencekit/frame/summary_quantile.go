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
			estimates := make([]interval.Interval, w.spans.len())
			limits := rankLimits{p: p, level: s.level}
			for i := range estimates {
				values := w.orderOf(cols[0], i)
				if s.interval {
					estimates[i] = limits.of(values)
				}
				estimates[i].Estimate = quantileOf(values, p)
			}
			return w.intervalsAs(cols[0], estimates)
		},
	}
	if !(p >= 0 && p <= 1) {
		s.bad = fmt.Errorf("p is %v, not between 0 and 1", p)
	}
	return s
}

// rankLimits finds limits by ranks. Groups are often of equal size, so it keeps the last ranks.
type rankLimits struct {
	p, level     float64
	n, low, high int
}

// of returns the limits of values in any order, which it puts into another.
func (r *rankLimits) of(values []float64) interval.Interval {
	limits := interval.Interval{Low: math.NaN(), High: math.NaN()}
	if len(values) == 0 {
		return limits
	}
	if r.n != len(values) {
		r.n = len(values)
		r.low, r.high = interval.QuantileRanks(r.n, r.p, r.level)
	}
	if r.low >= 1 {
		limits.Low = ranked(values, r.low-1)
	}
	if r.high <= r.n {
		limits.High = ranked(values, r.high-1)
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
	at := float64(float64(len(values)-1) * p)
	below := int(at)
	part := at - float64(below)
	low := ranked(values, below)
	if part == 0 {
		return low
	}
	return between(low, slices.Min(values[below+1:]), part)
}

// between returns the number that lies the given part of the way from low to high, by the arithmetic of
// interval.Quantile, which is NumPy's: from the nearer end.
func between(low, high, part float64) float64 {
	step := high - low
	switch {
	case low == high:
		return low // and not NaN, if both are infinite
	case math.IsInf(step, 1): // an infinite value, or a difference that overflows
		return float64((1-part)*low) + float64(part*high)
	case part >= 0.5:
		return high - float64(step*(1-part))
	}
	return low + float64(step*part)
}
