package frame

import (
	"math"
	"slices"
	"time"
)

// spans are the rows that figures are made from, one figure a span: those of figure i are rows[lo[i]:hi[i]]. The spans
// of groups lie side by side. The windows of Roll and Cumulate overlap: their rows[k] is k, and neither lo nor hi ever
// goes down.
type spans struct {
	rows    []int
	lo, hi  []int
	overlap bool
	label   func(i int) string // names span i in a message
}

// spansOf sorts rows by the number of their group, keeping their order within it.
func spansOf(of []int32, groups int) spans {
	start := make([]int, groups+1)
	for _, g := range of {
		start[g+1]++
	}
	for g := range groups {
		start[g+1] += start[g]
	}
	s := spans{rows: make([]int, len(of)), lo: start[:groups], hi: start[1:]}
	next := make([]int, groups)
	copy(next, s.lo)
	for i, g := range of {
		s.rows[next[g]] = i
		next[g]++
	}
	return s
}

// whole is the span of all rows.
func whole(rows int) spans {
	s := spans{rows: make([]int, rows), lo: []int{0}, hi: []int{rows}, label: func(int) string { return "all rows" }}
	for i := range s.rows {
		s.rows[i] = i
	}
	return s
}

func (s spans) len() int { return len(s.lo) }

func (s spans) size(i int) int { return s.hi[i] - s.lo[i] }

func (s spans) of(i int) []int { return s.rows[s.lo[i]:s.hi[i]] }

// cells are the present values of one column, span by span.
type cells[T any] struct {
	values []T
	lo, hi []int
}

// of returns the present values of span i.
func (c cells[T]) of(i int) []T { return c.values[c.lo[i]:c.hi[i]:c.hi[i]] }

// gather returns the values that are not missing in the order of the spans, not to be written to where spans overlap.
func gather[T any](s spans, values []T, missing []bool) cells[T] {
	switch {
	case missing == nil && s.overlap:
		return cells[T]{values, s.lo, s.hi}
	case missing == nil:
		return cells[T]{picked(values, s.rows), s.lo, s.hi}
	}
	present := make([]T, 0, len(s.rows))
	before := make([]int, len(s.rows)+1) // the present cells before each place
	for k, row := range s.rows {
		before[k] = len(present)
		if !missing[row] {
			present = append(present, values[row])
		}
	}
	before[len(s.rows)] = len(present)
	return cells[T]{present, picked(before, s.lo), picked(before, s.hi)}
}

// work is one call of Summarise or Roll. It keeps what several summaries of one column have in common.
type work struct {
	frame   Frame
	spans   spans
	numbers []*numbers // by column
}

// numbers are the present values of one column as floats.
type numbers struct {
	cells   cells[float64]
	totals  []float64 // nil until they are asked for
	moments []moments // likewise
	order   []float64 // the values again, which selection puts into another order within their span; likewise
}

func newWork(f Frame, s spans) *work {
	return &work{frame: f, spans: s, numbers: make([]*numbers, len(f.cols))}
}

// numbersOf returns the values of column i; those of a time.Duration in nanoseconds.
func (w *work) numbersOf(i int) *numbers {
	if w.numbers[i] == nil {
		c := w.frame.cols[i]
		w.numbers[i] = &numbers{cells: gather(w.spans, c.floats(), c.missing)}
	}
	return w.numbers[i]
}

// floats returns the values of a column of numbers as floats, not to be written to; those of a time.Duration are in
// nanoseconds, true is 1.
func (c Column) floats() []float64 {
	switch v := c.data.(type) {
	case []float64:
		return v
	case []int64:
		return asFloats(v)
	case []time.Duration:
		return asFloats(v)
	case []bool:
		out := make([]float64, len(v))
		for i, x := range v {
			out[i] = float64(asInt(x))
		}
		return out
	}
	panic("frame: floats: column " + c.Name + " holds " + c.Kind().String())
}

func asFloats[T int64 | time.Duration](values []T) []float64 {
	out := make([]float64, len(values))
	for i, x := range values {
		out[i] = float64(x)
	}
	return out
}

// owned returns a column without a name of values that nobody else holds, and may write to them. NaN is missing, as are
// the marked cells.
func owned[T Value](values []T, missing []bool) Column {
	c := Column{data: values}
	gap := *new(T)
	if floats, ok := c.data.([]float64); ok {
		missing = withNaN(missing, floats)
		gap = any(math.NaN()).(T)
	}
	if !slices.Contains(missing, true) {
		return c
	}
	for i, m := range missing {
		if m {
			values[i] = gap
		}
	}
	c.missing = slices.Clone(missing)
	return c
}

// withNaN returns the marks with one for every NaN as well; nil when there is neither.
func withNaN(missing []bool, values []float64) []bool {
	if !slices.ContainsFunc(values, math.IsNaN) {
		return missing
	}
	out := make([]bool, len(values))
	copy(out, missing)
	for i, x := range values {
		out[i] = out[i] || x != x
	}
	return out
}

// nanoseconds rounds to the nearest nanosecond, halves away from zero; ok is false out of range. NaN gives 0.
func nanoseconds(x float64) (d time.Duration, ok bool) {
	if math.IsNaN(x) {
		return 0, true
	}
	x = math.Round(x)
	if !(x >= -1<<63 && x < 1<<63) {
		return 0, false
	}
	return time.Duration(x), true
}
