package plots

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"fence/fencekit/frame"
)

// Margin draws what a margin of the expiry check costs and what it saves, for a frame of fencekit.MarginSweep: above,
// the share of writes that the check aborts; below, on a logarithmic axis with a place for zero, the corruption that is
// left. Bands are the intervals of the frame; where nothing was counted they reach up to its bound of 3/n. The zero value
// suits the frame as it is.
type Margin struct {
	// X is the column with the margins, in milliseconds or as durations. Default margin_ms.
	X string
	// Abort is the column of the upper panel, in percent. Default abort_pct.
	Abort string
	// Corruption are the columns of the lower panel, at most four, none with a value below 0. Default
	// unlocked_applied_per_trial, work_destroyed_per_trial and, where there are any, lost_updates_per_trial.
	Corruption []string
	// By is the column that tells postures apart, at most four. Default posture, if it is there.
	By string
	// Chosen is a margin to be pointed out, with the values at it; nil means none. Between two measured margins the values
	// are those on the line between them, and the figure says so; beyond them there are none.
	Chosen *time.Duration
	// Wild are margins in use to be marked, such as WildMargins.
	Wild []Landmark
	// XLabel, AbortLabel and CorruptionLabel stand at the axes. The defaults suit the default columns.
	XLabel, AbortLabel, CorruptionLabel string
	Title                               string
}

// The most postures and columns that Margin draws.
const (
	mostPostures   = 4
	mostCorruption = 4
)

// The columns of Margin, where it is not told others. Every column may have limits, named as it is with _low and _high.
const (
	marginColumn  = "margin_ms"
	abortColumn   = "abort_pct"
	postureColumn = "posture"
	lostColumn    = "lost_updates_per_trial"
)

// Figure returns the chart of a frame. A column that is not there, a missing, NaN or infinite cell, a limit on the wrong
// side of its value, corruption below 0, a margin that one posture has twice, more postures or columns than can be told
// apart, a landmark without a name or a margin, and a frame without rows are errors.
func (o Margin) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("margin", f)
	o = o.withDefaults(t)
	d := marginData{o: o, xs: t.numbers(o.X), postures: []string{""}}
	by := slices.Repeat(d.postures, len(d.xs))
	if o.By != "" {
		by = t.texts(o.By)
		d.postures = distinct(by)
	}
	d.abort = t.sweep(o.Abort, false, d.xs, by, d.postures)
	d.interval = t.intervalName(o.Abort)
	for _, name := range o.Corruption {
		d.corruption = append(d.corruption, t.sweep(name, true, d.xs, by, d.postures))
	}
	o.check(t, d.postures, by, d.xs)
	if err := t.err(); err != nil {
		return nil, err
	}
	d.sameAbort = alike(d.abort)
	fig := newFigure(marginBody{d})
	fig.Title, fig.Alt = o.Title, d.alt()
	fig.Caption = sentences(f.Caption(), d.notes())
	return fig, nil
}

// withDefaults names the columns and labels that are not named.
func (o Margin) withDefaults(t *table) Margin {
	if o.Corruption == nil {
		o.Corruption = []string{"unlocked_applied_per_trial", "work_destroyed_per_trial"}
		if t.has(lostColumn) && slices.ContainsFunc(t.raw(lostColumn), func(v float64) bool { return v > 0 }) {
			o.Corruption = append(o.Corruption, lostColumn)
		}
	}
	o.X, o.Abort = cmp.Or(o.X, marginColumn), cmp.Or(o.Abort, abortColumn)
	if o.By == "" && t.has(postureColumn) {
		o.By = postureColumn
	}
	if o.XLabel == "" && o.X == marginColumn {
		o.XLabel = "margin [ms]"
	}
	if o.AbortLabel == "" && o.Abort == abortColumn {
		o.AbortLabel = "writes aborted [%]"
	}
	o.XLabel, o.AbortLabel = t.label(o.XLabel, o.X), t.label(o.AbortLabel, o.Abort)
	o.CorruptionLabel = cmp.Or(o.CorruptionLabel, "writes per trial")
	return o
}

// check finds what cannot be told apart, and landmarks that cannot be named.
func (o Margin) check(t *table, postures, by []string, xs []float64) {
	if len(postures) > mostPostures {
		t.fail("column %q: has %d postures, %s; must have %d at most, to be told apart", o.By, len(postures),
			strings.Join(postures, ", "), mostPostures)
	}
	if n := len(o.Corruption); n < 1 || n > mostCorruption {
		t.fail("corruption: names %d columns; must name 1 to %d", n, mostCorruption)
	}
	type place struct {
		posture string
		x       float64
	}
	seen := map[place]int{}
	for i := range min(len(by), len(xs)) {
		at := place{by[i], xs[i]}
		if first, ok := seen[at]; ok {
			t.fail("column %q, rows %d and %d: are both %v of one posture; must be one row a margin and posture", o.X, first,
				i, xs[i])
			break
		}
		seen[at] = i
	}
	for i, mark := range o.Wild {
		if mark.Name == "" || mark.Margin < 0 {
			t.fail("wild %d: name %q, margin %v: must have a name and a margin of 0 or more", i, mark.Name, mark.Margin)
		}
	}
	if o.Chosen != nil && *o.Chosen < 0 {
		t.fail("chosen = %v: must be 0 or more", *o.Chosen)
	}
}

// marginData is what a chart of margins was validated to show.
type marginData struct {
	o          Margin
	xs         []float64 // the measured margins, as the rows have them
	postures   []string  // one that is "" if nothing tells postures apart
	abort      []swept   // one a posture
	sameAbort  bool      // they are the same
	corruption [][]swept // by column and posture
	interval   string    // what the bands are, "" without any
}

// swept is a column over the margins of one posture, from the smallest margin up.
type swept struct {
	posture     string
	points      []xy
	lows, highs []xy // nil without limits; NaN where one is missing
}

// sweep reads a column and its limits for every posture.
func (t *table) sweep(name string, log bool, xs []float64, by, postures []string) []swept {
	values := t.numbers(name)
	t.loggable(name, log, values)
	lows, highs := t.limits(name, "", "", values)
	out := make([]swept, len(postures))
	for i, posture := range postures {
		out[i].posture = posture
		for row := range min(len(values), len(xs), len(by)) {
			if by[row] != posture {
				continue
			}
			out[i].points = append(out[i].points, xy{xs[row], values[row]})
			if lows != nil {
				out[i].lows = append(out[i].lows, xy{xs[row], lows[row]})
				out[i].highs = append(out[i].highs, xy{xs[row], highs[row]})
			}
		}
		for _, points := range [][]xy{out[i].points, out[i].lows, out[i].highs} {
			slices.SortStableFunc(points, func(a, b xy) int { return cmp.Compare(a.x, b.x) })
		}
	}
	return out
}

// intervalName says what the limits of a column are, if it has any.
func (t *table) intervalName(column string) string {
	c, err := t.f.Column(column + "_low")
	switch {
	case err != nil:
		return ""
	case strings.Contains(c.Meta.Method, "95 %"):
		return "95 % interval"
	}
	return "interval"
}

// alike says whether a column is the same under every posture.
func alike(columns []swept) bool {
	same := func(a, b xy) bool { return a == b || a.x == b.x && math.IsNaN(a.y) && math.IsNaN(b.y) }
	for _, s := range columns[1:] {
		if !slices.Equal(s.points, columns[0].points) || !slices.EqualFunc(s.lows, columns[0].lows, same) ||
			!slices.EqualFunc(s.highs, columns[0].highs, same) {
			return false
		}
	}
	return true
}

// aborts returns the curves of the upper panel: one, if all are the same.
func (d marginData) aborts() []swept {
	if d.sameAbort {
		return d.abort[:1]
	}
	return d.abort
}

// value returns a column at a margin: as it was measured or on the line between the two measured margins about it. It is
// not ok beyond them.
func (s swept) value(x float64) (y float64, ok bool) {
	for i, q := range s.points {
		switch {
		case q.x == x:
			return q.y, true
		case q.x > x && i > 0:
			before := s.points[i-1]
			return before.y + (q.y-before.y)*(x-before.x)/(q.x-before.x), true
		case q.x > x:
			return 0, false
		}
	}
	return 0, false
}

// chosen returns the chosen margin in milliseconds, whether there is one, whether it was measured under every posture, and
// the nearest measured margin.
func (d marginData) chosen() (x float64, is, measured bool, nearest float64) {
	if d.o.Chosen == nil {
		return 0, false, false, 0
	}
	x, measured, nearest = float64(*d.o.Chosen)/float64(time.Millisecond), true, d.xs[0]
	for _, s := range d.abort {
		measured = measured && slices.ContainsFunc(s.points, func(q xy) bool { return q.x == x })
	}
	for _, other := range d.xs {
		if math.Abs(other-x) < math.Abs(nearest-x) {
			nearest = other
		}
	}
	return x, true, measured, nearest
}

// columnName writes the name of a column of counts a trial as words.
func columnName(column string) string {
	return literal(strings.ReplaceAll(strings.TrimSuffix(column, "_per_trial"), "_", " "))
}

// abortReading is the upper panel at the chosen margin, or "".
func (d marginData) abortReading() string {
	x, is, measured, _ := d.chosen()
	if !is {
		return ""
	}
	var parts []string
	for _, s := range d.aborts() {
		if y, ok := s.value(x); ok {
			part := approximate(measured) + short(y) + " %"
			if d.o.Abort != abortColumn {
				part = approximate(measured) + short(y)
			}
			if len(d.aborts()) > 1 {
				part += " " + s.posture
			}
			parts = append(parts, part)
		}
	}
	if parts == nil {
		return "not measured"
	}
	what := ""
	if d.o.Abort == abortColumn {
		what = " aborted"
	}
	return strings.Join(parts, ", ") + what
}

func approximate(measured bool) string {
	if measured {
		return ""
	}
	return "≈ "
}

// corruptionReadings is the lower panel at the chosen margin, a line a posture.
func (d marginData) corruptionReadings() []string {
	x, is, measured, _ := d.chosen()
	if !is {
		return nil
	}
	var lines []string
	for i, posture := range d.postures {
		var parts []string
		for k, column := range d.o.Corruption {
			if y, ok := d.corruption[k][i].value(x); ok {
				parts = append(parts, short(y)+" "+columnName(column))
			}
		}
		if parts == nil {
			continue
		}
		line := approximate(measured) + strings.Join(parts, ", ") + d.each()
		if len(d.postures) > 1 {
			line = strings.Replace(posture+": "+line, ": ≈", " ≈", 1)
		}
		lines = append(lines, line)
	}
	return lines
}

// each is what the values of the lower panel are counted on, if all are counted on the same.
func (d marginData) each() string {
	for _, column := range d.o.Corruption {
		if !strings.HasSuffix(column, "_per_trial") {
			return ""
		}
	}
	return " per trial"
}
