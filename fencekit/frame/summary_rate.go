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
			c := w.frame.cols[cols[0]]
			truths, gaps := w.spans.marked(c.data.([]bool)), w.spans.marked(c.missing) // a missing cell is false
			out := newFloatFigures(w.spans.len())
			for i := range w.spans.len() {
				out.set(i, share(truths(i), w.spans.size(i)-gaps(i), s))
			}
			return out.figures(), nil
		},
	}
}

// share is k of n.
func share(k, n int, s Summary) interval.Interval {
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
			out := newFloatFigures(w.spans.len())
			w.ratios(w.frame.cols[cols[0]], w.frame.cols[cols[1]], func(i int, sums ratioSums) {
				out.set(i, sums.interval(s))
			})
			return out.figures(), nil
		},
	}
}

// ratios calls give with the sums of every span.
func (w *work) ratios(a, b Column, give func(i int, sums ratioSums)) {
	x, y, missing := a.floats(), b.floats(), eitherMissing(a, b)
	add := func(sums *ratioSums, row int) {
		if missing == nil || !missing[row] {
			sums.add(x[row], y[row])
		}
	}
	if w.spans.overlap {
		fold[ratioSums]{func(sums *ratioSums, _ int) { *sums = ratioSums{} }, add}.over(w.spans.lo, w.spans.hi,
			func(i int, front, back *ratioSums) { give(i, front.join(*back)) })
		return
	}
	for i := range w.spans.len() {
		var sums ratioSums
		for _, row := range w.spans.of(i) {
			add(&sums, row)
		}
		give(i, sums)
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

// join adds the sums of other rows.
func (r ratioSums) join(s ratioSums) ratioSums {
	r.n += s.n
	r.x, r.y = r.x.join(s.x), r.y.join(s.y)
	r.xx, r.yy, r.xy = r.xx.join(s.xx), r.yy.join(s.yy), r.xy.join(s.xy)
	return r
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

// floatFigures are floats of an interval a span.
type floatFigures struct{ estimate, low, high []float64 }

func newFloatFigures(n int) floatFigures {
	return floatFigures{make([]float64, n), make([]float64, n), make([]float64, n)}
}

func (f floatFigures) set(i int, v interval.Interval) {
	f.estimate[i], f.low[i], f.high[i] = v.Estimate, v.Low, v.High
}

func (f floatFigures) figures() figures {
	return figures{owned(f.estimate, nil), owned(f.low, nil), owned(f.high, nil)}
}
