package frame

import (
	"errors"
	"math"
	"strconv"

	"fence/fencekit/interval"
)

// Rate is the share of true cells of a column of bools. Interval is interval.Share: Wilson's, and 0 to 3/n where no
// cell is true. The column is named NAME_rate.
func Rate(column string) Summary {
	return Summary{
		name: column + "_rate", figure: "share of true", columns: []string{column}, takes: [][]Kind{{Bool}},
		method: func(level float64) string {
			return interval.Wilson(1, 2, level).Method + "; " + threeText(level) + "/n where none seen"
		},
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
// 0 the figure is missing. The column is named UPPER_over_LOWER.
//
// Interval is interval.Ratio, the delta method: the rows are the trials, so what happens within one row counts as one
// cluster. That needs rows with different ratios. Where all have the same, the limits are missing, with two exceptions
// for columns of ints that are not below 0. They suppose that the upper column counts part of what the lower one does,
// as aborts do of writes:
//
//   - The upper column has zeros only. At most 3 in n rows (at a level of 0.95, see interval.RuleOfThree) would have
//     any, and each of those no more than its lower cell: the limits are 0 and 3/n times the greatest lower cell over
//     the mean one, at most 1.
//   - Upper and lower cells are equal in every row: the limits are the mirror image, 1 less that and 1.
//
// Of floats and durations nothing is known that a row could not exceed. Method says which of these holds.
func RateOver(upper, lower string) Summary {
	return Summary{
		name: upper + "_over_" + lower, figure: "ratio of the sums", columns: []string{upper, lower},
		takes: [][]Kind{numeric, numeric}, agree: bothDurations, unit: unitOver,
		method: func(level float64) string { return ratioMethod(true, level) },
		run: func(w *work, s Summary, cols []int) (figures, error) {
			a, b := w.frame.cols[cols[0]], w.frame.cols[cols[1]]
			whole := a.Kind() == Int && b.Kind() == Int
			out := newFloatFigures(w.spans.len())
			w.ratios(a, b, whole, func(i int, sums ratioSums) { out.set(i, sums.interval(s)) })
			made := out.figures()
			made.method = ratioMethod(whole, s.level)
			return made, nil
		},
	}
}

// ratios calls give with the sums of every span.
func (w *work) ratios(a, b Column, whole bool, give func(i int, sums ratioSums)) {
	x, y, missing := a.floats(), b.floats(), eitherMissing(a, b)
	add := func(sums *ratioSums, row int) {
		if missing == nil || !missing[row] {
			sums.add(x[row], y[row])
		}
	}
	if w.spans.overlap {
		fold[ratioSums]{func(sums *ratioSums, _ int) { *sums = newRatioSums(whole) }, add}.over(w.spans.lo, w.spans.hi,
			func(i int, front, back *ratioSums) { give(i, front.join(*back)) })
		return
	}
	for i := range w.spans.len() {
		sums := newRatioSums(whole)
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

// ratioMethod says how the limits of a ratio of sums are found: one text for all groups, whichever of the ways each
// went.
func ratioMethod(counts bool, level float64) string {
	method := interval.Ratio(1, 2, 1, 2, 1, 2, level).Method
	if !counts {
		return method + "; none where all rows have one ratio, 0 included: only counts say how much a row could have had"
	}
	return method + "; none seen: " + threeText(level) + "/n of the rows, each with at most its lower column " +
		"(all seen: the mirror image); none where all rows have one other ratio"
}

// threeText is what is divided by n where nothing is seen: 3 at a level of 0.95, 2.303 at 0.9.
func threeText(level float64) string {
	const n = 1 << 20 // so large that the share is below 1, and a power of 2, which rounds nothing
	return strconv.FormatFloat(interval.RuleOfThree(n, level).High*n, 'g', 4, 64)
}

// ratioSums are what a ratio of sums and its interval are computed from.
type ratioSums struct {
	n                int
	x, y, xx, yy, xy compensated
	most             float64 // the greatest y
	counts           bool    // all are whole numbers from 0 on
	none, all        bool    // x is 0, or y, in every row
	even             bool    // all rows have the ratio of this one, the first in which not both are 0
	firstX, firstY   float64
}

func newRatioSums(whole bool) ratioSums {
	return ratioSums{counts: whole, none: true, all: true, even: true}
}

func (r *ratioSums) add(x, y float64) {
	r.n++
	r.x, r.y = r.x.plus(x), r.y.plus(y)
	r.xx, r.yy, r.xy = r.xx.plus(float64(x*x)), r.yy.plus(float64(y*y)), r.xy.plus(float64(x*y))
	r.most = max(r.most, y)
	r.counts = r.counts && x >= 0 && y >= 0
	r.none, r.all = r.none && x == 0, r.all && x == y
	if r.firstX == 0 && r.firstY == 0 {
		r.firstX, r.firstY = x, y
	}
	r.even = r.even && oneRatio(x, y, r.firstX, r.firstY)
}

// oneRatio says whether x over y and a over b are one ratio: no more than the rounding of the products lies between them.
func oneRatio(x, y, a, b float64) bool {
	p, q := float64(x*b), float64(a*y)
	return math.Abs(p-q) <= 0x1p-50*(math.Abs(p)+math.Abs(q))
}

// join adds the sums of other rows.
func (r ratioSums) join(s ratioSums) ratioSums {
	if r.n == 0 {
		return s
	}
	if s.n == 0 {
		return r
	}
	r.even = r.even && s.even && oneRatio(r.firstX, r.firstY, s.firstX, s.firstY)
	if r.firstX == 0 && r.firstY == 0 {
		r.firstX, r.firstY = s.firstX, s.firstY
	}
	r.most = max(r.most, s.most)
	r.counts, r.none, r.all = r.counts && s.counts, r.none && s.none, r.all && s.all
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
	v := interval.Interval{Estimate: x / y, Low: math.NaN(), High: math.NaN()}
	switch {
	case !s.interval:
	case !r.even:
		return interval.Ratio(x, y, r.xx.value(), r.yy.value(), r.xy.value(), r.n, s.level)
	case r.none && r.counts:
		v.Low, v.High = 0, r.bound(s.level)
	case r.all && r.counts:
		v.Low, v.High = 1-r.bound(s.level), 1
	}
	return v
}

// bound is the most that a ratio of counts can be where the rule of three bounds the rows that have any.
func (r *ratioSums) bound(level float64) float64 {
	mean := r.y.value() / float64(r.n)
	return min(1, float64(interval.RuleOfThree(r.n, level).High*r.most)/mean)
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
	return figures{estimate: owned(f.estimate, nil), low: owned(f.low, nil), high: owned(f.high, nil)}
}
