package frame

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fence/fencekit/interval"
)

// Summary is one figure to be made from many rows, such as Mean("wait_ms"), for Summarise and Roll. The functions that
// return one name the column it makes; As gives it another name. The zero Summary is refused.
//
// Missing cells are left out of every figure. Where none is left the figure is missing, except that Count, Present,
// CountMissing, Unique and Sum are then 0. Infinities are values and give what IEEE 754 gives; where that is not a
// number, the figure is missing.
type Summary struct {
	name    string                    // of the column it makes
	figure  string                    // what it is called, such as "mean"
	columns []string                  // that it reads
	takes   [][]Kind                  // kinds it can read, column by column; nil is any
	bad     error                     // what is wrong with its other arguments
	agree   func(cols []Column) error // whether the columns go together; nil when any do

	level    float64                    // of the interval
	interval bool                       // that there is to be one
	method   func(level float64) string // of the interval; nil when there is none to be had
	unit     func(cols []Column) string // of the figure; nil when it has none

	run func(w *work, s Summary, cols []int) (figures, error)
}

// figures are what a summary makes: one cell a span. Low and high are used when there is an interval, and so is method
// in place of the summary's when it depends on the cells.
type figures struct {
	estimate, low, high Column
	method              string
}

// Kinds that a summary can read.
var (
	numeric  = []Kind{Float, Int, Duration}
	unitless = []Kind{Float, Int}
)

// As returns the summary with another name for the column it makes.
func (s Summary) As(name string) Summary {
	s.name = name
	return s
}

// Interval returns the summary with its 95 % confidence interval; see IntervalAt.
func (s Summary) Interval() Summary { return s.IntervalAt(0.95) }

// IntervalAt returns the summary with a confidence interval: the columns NAME_low and NAME_high follow the column NAME,
// and Meta.Method of the three says how the limits were found. The level is between 0 and 1, such as 0.99. A limit that
// cannot be stated is missing. Mean, Median, Quantile, Rate and RateOver have an interval; for any other summary, and
// for another level, Summarise and Roll return an error.
func (s Summary) IntervalAt(level float64) Summary {
	s.interval, s.level = true, level
	return s
}

// names returns the names of the columns that the summary makes.
func (s Summary) names() []string {
	if !s.interval {
		return []string{s.name}
	}
	return []string{s.name, s.name + "_low", s.name + "_high"}
}

// describe names the summary in a message, such as `mean of "wait_ms"`.
func (s Summary) describe() string {
	if len(s.columns) == 0 {
		return s.figure
	}
	return fmt.Sprintf(`%s of "%s"`, s.figure, strings.Join(s.columns, `" and "`))
}

// check returns every reason why the summary cannot be made from the frame.
func (s Summary) check(f Frame) []error {
	if s.run == nil {
		return []error{errors.New("a summary was made by no constructor")}
	}
	var errs []error
	say := func(format string, values ...any) {
		errs = append(errs, fmt.Errorf("%s: "+format, append([]any{s.describe()}, values...)...))
	}
	var cols []Column
	for k, name := range s.columns {
		i, err := f.index(name)
		if err != nil {
			say("%w", err)
			continue
		}
		if c := f.cols[i]; s.takes == nil || slices.Contains(s.takes[k], c.Kind()) {
			cols = append(cols, c)
		} else {
			say("column %q holds %v, not %s%s", name, c.Kind(), listed(s.takes[k]), c.advice(s.takes[k]))
		}
	}
	if s.agree != nil && len(cols) == len(s.columns) {
		if err := s.agree(cols); err != nil {
			say("%w", err)
		}
	}
	if s.bad != nil {
		say("%w", s.bad)
	}
	if s.interval && s.method == nil {
		say("it has no interval; Mean, Median, Quantile, Rate and RateOver have one")
	}
	if s.interval && !(s.level > 0 && s.level < 1) {
		say("the level %v is not between 0 and 1", s.level)
	}
	return errs
}

// advice says what to do with a column of strings where numbers are wanted.
func (c Column) advice(wanted []Kind) string {
	if c.Kind() != String || !slices.Contains(wanted, Float) {
		return ""
	}
	return "; Convert makes numbers of it, or finds the cell that is none"
}

// listed writes kinds for a message: "float64, int64 or time.Duration".
func listed(kinds []Kind) string {
	var b strings.Builder
	for i, k := range kinds {
		switch {
		case i > 0 && i == len(kinds)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(k.String())
	}
	return b.String()
}

// Summarise returns one row a group: the keys, then the columns of the summaries in their order. All that is wrong with
// the summaries is reported at once: columns that are not there or hold another kind, names that come twice, and the
// like. A sum that leaves the range of its kind is an error that names the group.
func (g Groups) Summarise(summaries ...Summary) (Frame, error) {
	out, err := summarised(g.frame, g.spans, g.Keys(), summaries)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: summarise: %w", err)
	}
	return out, nil
}

// Summarise returns one row with the columns of the summaries, the whole frame being one group. That row is there when
// the frame has none.
func (f Frame) Summarise(summaries ...Summary) (Frame, error) {
	out, err := summarised(f, whole(f.Rows()), Frame{}, summaries)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: summarise: %w", err)
	}
	return out, nil
}

// summarised returns the columns of a frame followed by those that summaries make of the spans of another.
func summarised(f Frame, s spans, before Frame, summaries []Summary) (Frame, error) {
	if err := checkSummaries(f, before.Columns(), summaries); err != nil {
		return Frame{}, err
	}
	w := newWork(f, s)
	cols := slices.Clone(before.cols)
	for _, summary := range summaries {
		made, err := summary.make(w)
		if err != nil {
			return Frame{}, err
		}
		cols = append(cols, made...)
	}
	before.cols = cols
	return before, nil
}

// checkSummaries returns all that is wrong with the summaries, and with the names of the columns before and theirs.
func checkSummaries(f Frame, names []string, summaries []Summary) error {
	var errs []error
	for _, s := range summaries {
		errs = append(errs, s.check(f)...)
		names = append(names, s.names()...)
	}
	first := make(map[string]int, len(names))
	for i, name := range names {
		at, taken := first[name]
		switch {
		case name == "" && len(errs) == 0:
			errs = append(errs, fmt.Errorf("column %d of the result has no name", i))
		case taken && name != "":
			errs = append(errs, fmt.Errorf("columns %d and %d of the result are both named %q; As gives another name",
				at, i, name))
		}
		if !taken {
			first[name] = i
		}
	}
	return errors.Join(errs...)
}

// make runs the summary and gives its columns their names and Meta.
func (s Summary) make(w *work) ([]Column, error) {
	at := make([]int, len(s.columns))
	for k, name := range s.columns {
		at[k] = w.frame.find(name)
	}
	made, err := s.run(w, s, at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.describe(), err)
	}
	meta := s.meta(picked(w.frame.cols, at))
	made.estimate.Name, made.estimate.Meta = s.name, meta
	if !s.interval {
		return []Column{made.estimate}, nil
	}
	meta.Method = cmp.Or(made.method, meta.Method)
	made.estimate.Meta = meta
	cols := []Column{made.estimate, made.low, made.high}
	for k, name := range s.names() {
		cols[k].Name, cols[k].Meta = name, meta
	}
	cols[1].Meta.Meaning = "lower limit: " + meta.Meaning
	cols[2].Meta.Meaning = "upper limit: " + meta.Meaning
	return cols, nil
}

// meta returns the unit, meaning and method of the figure, from those of the columns it reads.
func (s Summary) meta(cols []Column) Meta {
	m := Meta{Meaning: s.figure}
	for i, c := range cols {
		m.Meaning += []string{" of ", " and "}[min(i, 1)] + c.Name
	}
	if len(cols) == 1 && cols[0].Meta.Meaning != "" {
		m.Meaning += ": " + cols[0].Meta.Meaning
	}
	if s.unit != nil {
		m.Unit = s.unit(cols)
	}
	if s.interval {
		m.Method = s.method(s.level)
	}
	return m
}

// unitOf is the unit of a figure that has the unit of its column.
func unitOf(cols []Column) string { return cols[0].Meta.Unit }

// percent returns a method with its level, such as "Wilson, 95 %", as package interval writes it.
func percent(method string, level float64) string {
	text := interval.RuleOfThree(1, level).Method
	return method + text[strings.LastIndex(text, ", "):]
}

// numbersAs returns floats as a column of the kind of their source: floats of float and int, durations rounded to the
// nanosecond of durations. NaN becomes a missing cell. A duration out of range is an error.
func (w *work) numbersAs(source int, values []float64) (Column, error) {
	if w.frame.cols[source].Kind() != Duration {
		return owned(values, nil), nil
	}
	out, missing := make([]time.Duration, len(values)), make([]bool, len(values))
	for i, x := range values {
		d, ok := nanoseconds(x)
		if !ok {
			return Column{}, fmt.Errorf("%s: %v ns do not fit a time.Duration", w.spans.label(i), x)
		}
		out[i], missing[i] = d, x != x
	}
	return owned(out, missing), nil
}
