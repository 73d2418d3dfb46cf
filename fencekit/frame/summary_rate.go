package frame

import (
	"errors"
	"math"

	"fence/fencekit/interval"
)

// Rate is the share of true cells of a column of bools. Interval is interval.Share: Wilson's, and 0 to 3/n where no
// cell is true. The column is named NAME_rate.
func Rate(column string) Summary {
	return Summary{
		name: column + "_rate", figure: "share of true", columns: []string{column}, takes: [][]Kind{{Bool}},
		method: func(level float64) string { return interval.Wilson(1, 2, level).Method + "; 3/n where none seen" },
		run: func(w *work, s Summary, cols []int) (figures, error) {
			return w.figuresOf(func(rows []int) interval.Interval { return w.share(cols[0], rows, s) }), nil
		},
	}
}

// share counts the true cells among the rows.
func (w *work) share(column int, rows []int, s Summary) interval.Interval {
	c := w.frame.cols[column]
	truths := c.data.([]bool)
	k, n := 0, len(rows)-c.gaps(rows)
	for _, row := range rows { // a missing cell is false
		k += asInt(truths[row])
	}
	if n == 0 {
		return nothing()
	}
	if s.interval {
		return interval.Share(k, n, s.level)
	}
	return interval.Interval{Estimate: float64(k) / float64(n)}
}

// RateOver is a sum over a sum, such as the aborts of all trials over their writes: both columns are of floats or ints,
// or both of durations. Rows in which either cell is missing are left out of both sums; where the sum below the line is
// 0 the figure is missing. Interval is interval.RateOver: the rows are the trials, so what happens within one row
// counts as one cluster, and 0 to 3/n where the upper column holds zeros only. The column is named UPPER_over_LOWER.
func RateOver(upper, lower string) Summary {
	return Summary{
		name: upper + "_over_" + lower, figure: "ratio of the sums", columns: []string{upper, lower},
		takes: [][]Kind{numeric, numeric}, agree: bothDurations, unit: unitOver,
		method: func(level float64) string {
			return interval.Ratio(1, 2, 1, 2, 1, 2, level).Method + "; 3/n where none seen"
		},
		run: func(w *work, s Summary, cols []int) (figures, error) {
			a, b := w.frame.cols[cols[0]], w.frame.cols[cols[1]]
			x, y := a.floats(), b.floats()
			return w.figuresOf(func(rows []int) interval.Interval {
				var sums ratioSums
				for _, row := range rows {
					if !a.Missing(row) && !b.Missing(row) {
						sums.add(x[row], y[row])
					}
				}
				return sums.interval(s)
			}), nil
		},
	}
}

// bothDurations refuses a duration over a number, which would be one in nanoseconds.
func bothDurations(cols []Column) error {
	if (cols[0].Kind() == Duration) != (cols[1].Kind() == Duration) {
		return errors.New("one holds time.Duration and the other does not")
	}
	return nil
}

// unitOver is the unit of a ratio, where both columns have one and not the same.
func unitOver(cols []Column) string {
	a, b := cols[0].Meta.Unit, cols[1].Meta.Unit
	if a == "" || b == "" || a == b {
		return ""
	}
	return a + " per " + b
}

// ratioSums are what a ratio of sums and its interval are computed from.
type ratioSums struct {
	n                int
	x, y, xx, yy, xy compensated
}

func (r *ratioSums) add(x, y float64) {
	r.n++
	r.x, r.y = r.x.plus(x), r.y.plus(y)
	r.xx, r.yy, r.xy = r.xx.plus(float64(x*x)), r.yy.plus(float64(y*y)), r.xy.plus(float64(x*y))
}

func (r *ratioSums) interval(s Summary) interval.Interval {
	x, y := r.x.value(), r.y.value()
	if r.n == 0 || y == 0 {
		return nothing()
	}
	if !s.interval {
		return interval.Interval{Estimate: x / y}
	}
	of := interval.RateOver
	if r.xx.value() != 0 {
		of = interval.Ratio // x may add up to 0 although not all are 0: 3/n is for nothing seen
	}
	return of(x, y, r.xx.value(), r.yy.value(), r.xy.value(), r.n, s.level)
}

// nothing is the interval of no value.
func nothing() interval.Interval {
	return interval.Interval{Estimate: math.NaN(), Low: math.NaN(), High: math.NaN()}
}

// figuresOf makes floats of an interval a span.
func (w *work) figuresOf(of func(rows []int) interval.Interval) figures {
	n := w.spans.len()
	estimate, low, high := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		v := of(w.spans.of(i))
		estimate[i], low[i], high[i] = v.Estimate, v.Low, v.High
	}
	return figures{owned(estimate, nil), owned(low, nil), owned(high, nil)}
}
