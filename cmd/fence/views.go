package main

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"fence/fencekit/frame"
)

// view reads the cells of an experiment's frame as text for people.
type view struct {
	f      frame.Frame
	ints   map[string][]int64
	floats map[string][]float64
	texts  map[string][]string
}

func newView(f frame.Frame) *view {
	v := &view{f, map[string][]int64{}, map[string][]float64{}, map[string][]string{}}
	for _, name := range f.Columns() {
		if x, err := frame.Col[int64](f, name); err == nil {
			v.ints[name] = x
		} else if x, err := frame.Col[float64](f, name); err == nil {
			v.floats[name] = x
		} else if x, err := frame.Col[string](f, name); err == nil {
			v.texts[name] = x
		} else if x, err := frame.Col[bool](f, name); err == nil {
			for _, yes := range x {
				v.texts[name] = append(v.texts[name], map[bool]string{true: "yes", false: "no"}[yes])
			}
		}
	}
	return v
}

// plain is a cell as it is: a number with commas, a float with the digits that people need.
func (v *view) plain(name string, i int) string {
	if x, ok := v.ints[name]; ok {
		return frame.Grouped(x[i])
	}
	if x, ok := v.floats[name]; ok {
		return short(x[i])
	}
	return v.texts[name][i]
}

// number is a column's cell as a number.
func (v *view) number(name string, i int) float64 {
	if x, ok := v.ints[name]; ok {
		return float64(x[i])
	}
	return v.floats[name][i]
}

// counted is a sum over the trials with its interval, for as many trials.
func (v *view) counted(name string, i int) string {
	n := float64(v.ints["trials"][i])
	whole := func(x float64) string { return frame.Grouped(int64(math.Round(x))) }
	return v.plain(name, i) + limits(v.floats[name+"_per_trial_low"][i]*n, v.floats[name+"_per_trial_high"][i]*n, whole)
}

// against is a sum's difference to the first row of the group, with its interval, for as many trials.
func (v *view) against(name string, i int) string {
	n := float64(v.ints["trials"][i])
	whole := func(x float64) string {
		if text := frame.Grouped(int64(math.Round(x))); x > 0 && text != "0" {
			return "+" + text
		} else {
			return text
		}
	}
	x := v.floats[name+"_diff"][i]
	if math.IsNaN(x) {
		return "-"
	}
	return whole(x*n) + limits(v.floats[name+"_diff_low"][i]*n, v.floats[name+"_diff_high"][i]*n, whole)
}

// share is a rate in percent with its interval.
func (v *view) share(name string, i int) string {
	x := v.floats[name][i]
	if math.IsNaN(x) {
		return "-"
	}
	return short(x) + limits(v.floats[name+"_low"][i], v.floats[name+"_high"][i], short)
}

func limits(low, high float64, write func(float64) string) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return ""
	}
	return " [" + write(low) + ", " + write(high) + "]"
}

// short writes a number with one decimal, more below 1, none above 1000.
func short(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x):
		return "-"
	case size >= 1000 || x == math.Trunc(x) && size < 1e15:
		return frame.Grouped(int64(math.Round(x)))
	case size >= 1:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case size < 0.0001:
		return map[bool]string{true: ">-0.0001", false: "<0.0001"}[x < 0]
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

// figure is one line of a scoreboard, or one column of a list.
type figure struct {
	label string
	name  string // of the column
	cell  func(v *view, i int) string
	shown func(v *view) bool // nil: always
}

func plainly(label, name string) figure {
	return figure{label: label, name: name, cell: func(v *view, i int) string { return v.plain(name, i) }}
}

func counted(label, name string) figure {
	return figure{label: label, name: name, cell: func(v *view, i int) string { return v.counted(name, i) }}
}

func shared(label, name string) figure {
	return figure{label: label, name: name, cell: func(v *view, i int) string { return v.share(name, i) }}
}

// against is shown where there is another row to compare with.
func against(name string) figure {
	return figure{label: "  against the first", cell: func(v *view, i int) string { return v.against(name, i) },
		shown: func(v *view) bool { return v.f.Rows() > 1 }}
}

// where makes a figure show only where any row has something in a column.
func (g figure) where(name string) figure {
	g.shown = func(v *view) bool {
		for i := range v.f.Rows() {
			if v.number(name, i) != 0 {
				return true
			}
		}
		return false
	}
	return g
}

// scores are the lines of the scoreboard.
var scores = []figure{
	plainly("grants", "grants"),
	plainly("attempts", "attempts"),
	plainly("writes sent", "sent"),
	plainly("writes aborted", "aborted"),
	shared("  % of writes", "abort_pct"),
	counted("unlocked writes arrived", "unlocked_arrived"),
	counted("unlocked writes applied", "unlocked_applied"),
	shared("  % of those arrived", "applied_pct"),
	shared("  % of trials with any", "trials_unlocked_applied_pct"),
	against("unlocked_applied"),
	counted("work destroyed", "work_destroyed"),
	against("work_destroyed"),
	counted("newer overwritten", "newer_overwritten"),
	counted("refused", "refused"),
	counted("refused within promise", "refused_live"),
	counted("same-token overwrites", "same_token"),
	counted("strangers released", "released_stranger"),
	counted("margins cancelled", "margins_cancelled"),
	counted("lost updates", "lost_updates").where("lost_updates"),
	counted("both held, moments", "both_held"),
	plainly("both held, ms", "both_held_ms"),
}

const bracketNote = "In brackets: 95 % intervals over trials, for sums in as many trials. Where nothing happened the " +
	"upper limit is that of 3/n: at most 3 of the trials would have one; for shares of writes, one write each."

// terms are what the columns' names mean that do not say it themselves, in the order of the columns.
var terms = []struct{ column, means string }{
	{"unlocked_applied", "Unlocked: without a live lease when the write arrives."},
	{"work_destroyed", "Work destroyed: applied over another client's value of a higher token."},
	{"newer_overwritten", "Newer overwritten: applied over another client's value of a newer grant."},
	{"refused_live", "Refused within promise: within the time that the grant had promised."},
	{"same_token", "Same-token overwrites: applied over another client's value of an equal token."},
	{"released_stranger", "Strangers released: releases that free another client's lease."},
	{"margins_cancelled", "Margins cancelled: sent although a right clock shows no more than the margin left."},
	{"sent_over", "Sent though over: the lease was over when the client checked."},
	{"both_held", "Both held: a client begins to believe that it holds the lock while another does."},
}

// legend says what the names of some figures mean.
func legend(figures []figure) string {
	var text strings.Builder
	for _, t := range terms {
		if slices.ContainsFunc(figures, func(g figure) bool { return g.name == t.column }) {
			text.WriteString(t.means + " ")
		}
	}
	if text.Len() == 0 {
		return ""
	}
	return text.String() + "docs/results.md has every column."
}

// notes says what the brackets are, where there are any: one trial has none.
func (v *view) notes() []string {
	if n := v.ints["trials"]; len(n) == 0 || n[0] < 2 {
		return nil
	}
	return []string{bracketNote}
}

// scoreboard is a comparison for people: a line a figure, a column a posture.
func scoreboard(f frame.Frame) *sheet {
	v := newView(f)
	s := &sheet{head: []string{""}, labels: 1, notes: v.notes(), legend: legend(scores)}
	s.head = append(s.head, v.texts["posture"]...)
	for _, g := range scores {
		if g.shown != nil && !g.shown(v) {
			continue
		}
		line := []string{strings.Replace(g.label, "the first", v.texts["posture"][0], 1)}
		for i := range f.Rows() {
			line = append(line, g.cell(v, i))
		}
		s.rows = append(s.rows, line)
	}
	return s
}

// list is a table for people with a line a row: the columns that say what a row is about, then figures.
func list(labels []figure, figures ...figure) func(f frame.Frame) *sheet {
	return func(f frame.Frame) *sheet {
		v := newView(f)
		s := &sheet{labels: len(labels), rows: make([][]string, f.Rows())}
		for _, g := range append(append([]figure(nil), labels...), figures...) {
			if g.shown != nil && !g.shown(v) {
				continue
			}
			s.head = append(s.head, g.label)
			for i := range s.rows {
				s.rows[i] = append(s.rows[i], g.cell(v, i))
			}
		}
		s.notes, s.legend = v.notes(), legend(figures)
		return s
	}
}

// exact is a cell as the CSV form has it.
func exact(name string) figure {
	return figure{label: name, cell: func(v *view, i int) string {
		c, err := v.f.Column(name)
		if err != nil || c.Missing(i) {
			return "-"
		}
		if c.Kind() == frame.Float || c.Kind() == frame.Int {
			return v.plain(name, i)
		}
		return c.Text(i)
	}}
}

// wide is a table of every column of a frame.
func wide(labels int) func(f frame.Frame) *sheet {
	return func(f frame.Frame) *sheet {
		var figures []figure
		for _, name := range f.Columns() {
			figures = append(figures, exact(name))
		}
		s := list(figures[:labels], figures[labels:]...)(f)
		s.notes = nil
		return s
	}
}
