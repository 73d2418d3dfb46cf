package frame

import (
	"fmt"
	"math"
	"slices"
	"time"

	"fence/fencekit/interval"
)

// Sum is the sum of a column of floats, ints or durations, in the kind of the column; that of no cell is 0. Sums of
// floats are compensated, so that they lose next to nothing however many rows there are; a sum of ints or durations
// that leaves 64 bits is an error. The column is named NAME_sum.
func Sum(column string) Summary {
	return Summary{
		name: column + "_sum", figure: "sum", columns: []string{column}, takes: [][]Kind{numeric}, unit: unitOf,
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			c, err := w.sums(cols[0])
			return figures{estimate: c}, err
		},
	}
}

// Mean is the mean of a column of floats, ints or durations: of durations a duration, rounded to the nanosecond, and
// otherwise a float. Interval is interval.MeanOf, with Student's t. The column is named NAME_mean.
func Mean(column string) Summary {
	return Summary{
		name: column + "_mean", figure: "mean", columns: []string{column}, takes: [][]Kind{numeric}, unit: unitOf,
		method: func(level float64) string { return interval.MeanOf(0, 1, 2, level).Method },
		run:    meanWithInterval,
	}
}

// SD is the standard deviation of a sample (n-1 below the line) in the kind that Mean has; one cell has none. The
// column is named NAME_sd.
func SD(column string) Summary {
	return spread(column, "sd", "standard deviation (n-1)", numeric, moments.sd)
}

// SEM is the standard error of the mean, SD / √n. The column is named NAME_sem.
func SEM(column string) Summary {
	return spread(column, "sem", "standard error of the mean", numeric, func(m moments) float64 {
		return m.sd() / math.Sqrt(float64(m.n))
	})
}

// Var is the variance of a sample (n-1 below the line) of a column of floats or ints, as a float; one cell has none.
// The column is named NAME_var.
func Var(column string) Summary {
	s := spread(column, "var", "variance (n-1)", unitless, moments.variance)
	s.unit = nil // it would be the unit of the column, squared
	return s
}

func spread(column, suffix, figure string, takes []Kind, of func(moments) float64) Summary {
	return Summary{
		name: column + "_" + suffix, figure: figure, columns: []string{column}, takes: [][]Kind{takes}, unit: unitOf,
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			all := w.momentsOf(cols[0])
			out := make([]float64, len(all))
			for i, m := range all {
				out[i] = of(m)
			}
			c, err := w.numbersAs(cols[0], out)
			return figures{estimate: c}, err
		},
	}
}

func meanWithInterval(w *work, s Summary, cols []int) (figures, error) {
	if !s.interval {
		c, err := w.numbersAs(cols[0], w.meansOf(cols[0]))
		return figures{estimate: c}, err
	}
	all := w.momentsOf(cols[0])
	estimates := make([]interval.Interval, len(all))
	limits := meanLimits{level: s.level}
	for i, m := range all {
		estimates[i] = limits.of(m)
	}
	return w.intervalsAs(cols[0], estimates)
}

// meanLimits finds the limits of means. Spans are often of equal size, so it keeps the last quantile of Student's t.
type meanLimits struct {
	level   float64
	n       int
	student float64
}

// of returns what interval.MeanOf does, apart from the method.
func (l *meanLimits) of(m moments) interval.Interval {
	sd := m.sd()
	if m.n < 2 || math.IsNaN(m.mean) || math.IsInf(m.mean, 0) || !(sd <= math.MaxFloat64) {
		return interval.Interval{Estimate: m.mean, Low: math.NaN(), High: math.NaN()}
	}
	if l.n != m.n {
		l.n, l.student = m.n, interval.Student(l.level, m.n-1)
	}
	half := float64(l.student*sd) / math.Sqrt(float64(m.n))
	return interval.Interval{Estimate: m.mean, Low: m.mean - half, High: m.mean + half}
}

// meansOf returns the means of column i, span by span; that of nothing is NaN.
func (w *work) meansOf(i int) []float64 {
	c, totals := w.numbersOf(i), w.totalsOf(i)
	out := make([]float64, len(totals))
	for k, total := range totals {
		out[k] = total / float64(c.cells.hi[k]-c.cells.lo[k])
	}
	return out
}

// intervalsAs returns the estimates and their limits as columns, in the kind that numbersAs gives.
func (w *work) intervalsAs(source int, all []interval.Interval) (figures, error) {
	estimate, low, high := make([]float64, len(all)), make([]float64, len(all)), make([]float64, len(all))
	for i, v := range all {
		estimate[i], low[i], high[i] = v.Estimate, v.Low, v.High
	}
	var made figures
	var err error
	for _, part := range []struct {
		column *Column
		values []float64
	}{{&made.estimate, estimate}, {&made.low, low}, {&made.high, high}} {
		if *part.column, err = w.numbersAs(source, part.values); err != nil {
			return figures{}, err
		}
	}
	return made, nil
}

// moments are what mean and spread are computed from. The mean of nothing is NaN.
type moments struct {
	n       int
	mean    float64
	squares float64 // of the distances from the mean, added up
}

func (m moments) variance() float64 {
	if m.n < 2 {
		return math.NaN()
	}
	return m.squares / float64(m.n-1)
}

func (m moments) sd() float64 { return math.Sqrt(m.variance()) }

// momentsOf returns the moments of column i, span by span.
func (w *work) momentsOf(i int) []moments {
	c := w.numbersOf(i)
	if c.moments == nil {
		totals := w.totalsOf(i)
		if w.spans.overlap {
			c.moments = foldedMoments(c.cells, totals)
			return c.moments
		}
		c.moments = make([]moments, w.spans.len())
		for k := range c.moments {
			c.moments[k] = momentsOf(c.cells.of(k), totals[k])
		}
	}
	return c.moments
}

// momentsOf goes over the values a second time: the sum of squares less the square of the sum would leave only rounding
// errors of values that are far from zero and close to each other. The mean it subtracts is itself rounded, which the
// sum of the distances makes good (T. F. Chan, G. H. Golub and R. J. LeVeque, "Algorithms for computing the sample
// variance", The American Statistician 37, 1983).
func momentsOf(values []float64, sum float64) moments {
	n := float64(len(values))
	mean := sum / n
	var squares compensated
	distances := 0.0
	for _, x := range values {
		d := x - mean
		distances += d
		squares = squares.plus(float64(d * d))
	}
	return moments{len(values), mean, max(0, squares.value()-float64(distances*distances)/n)}
}

// total returns the compensated sum.
func total(values []float64) float64 {
	var s compensated
	for _, x := range values {
		s = s.plus(x)
	}
	return s.value()
}

// compensated is a sum that keeps what each addition loses, and adds it in the end: the summation of Kahan and Babuška
// with the exact error of an addition after D. E. Knuth, The Art of Computer Programming, volume 2, section 4.2.2.
type compensated struct{ sum, lost float64 }

func (s compensated) plus(x float64) compensated {
	t := s.sum + x
	part := t - s.sum
	return compensated{t, s.lost + ((s.sum - (t - part)) + (x - part))}
}

// value returns the sum. An infinite one has lost nothing that could be known.
func (s compensated) value() float64 {
	if math.IsInf(s.sum, 0) {
		return s.sum
	}
	return s.sum + s.lost
}

// sums adds up column i in its own kind.
func (w *work) sums(i int) (Column, error) {
	switch v := w.frame.cols[i].data.(type) {
	case []int64:
		return integerSums(w, v)
	case []time.Duration:
		return integerSums(w, v)
	}
	return owned(slices.Clone(w.totalsOf(i)), nil), nil
}

// totalsOf returns the sums of column i as floats, span by span.
func (w *work) totalsOf(i int) []float64 {
	c := w.numbersOf(i)
	if c.totals == nil && w.spans.overlap {
		c.totals = foldedTotals(c.cells)
	}
	if c.totals == nil {
		c.totals = make([]float64, w.spans.len())
		for k := range c.totals {
			c.totals[k] = total(c.cells.of(k))
		}
	}
	return c.totals
}

// integerSums adds in 128 bits, so that only a sum that is itself too large is an error. Missing cells hold 0.
func integerSums[T int64 | time.Duration](w *work, values []T) (Column, error) {
	out, tooLarge := make([]T, w.spans.len()), -1
	var sum int128
	put := func(row int) { sum.add(int64(values[row])) }
	take := func(row int) { sum.subtract(int64(values[row])) }
	give := func(k int) {
		x, ok := sum.fits()
		if out[k] = T(x); !ok && tooLarge < 0 {
			tooLarge = k
		}
	}
	if w.spans.overlap {
		w.spans.slide(put, take, give)
	} else {
		for k := range out {
			var own int128
			for _, row := range w.spans.of(k) {
				own.add(int64(values[row]))
			}
			sum = own
			give(k)
		}
	}
	if tooLarge >= 0 {
		return Column{}, fmt.Errorf("%s: the sum does not fit %T", w.spans.label(tooLarge), out[0])
	}
	return owned(out, nil), nil
}
