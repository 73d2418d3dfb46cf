package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// barCounter is a column of means that bars show, with the columns of its intervals.
type barCounter struct {
	name, label     string
	mean, low, high []float64 // low and high are nil where there are no intervals
	unit, method    string
}

const perTrial = "_per_trial"

// counter reads what a name stands for: the mean a trial with its interval, if there is such a column, or the column
// itself, with its interval if it has one. A sum over trials without either is divided by the column trials.
func (t *table) counter(name string) barCounter {
	column := name
	if t.has(name + perTrial) {
		column = name + perTrial
	}
	c := barCounter{name: name, label: labelOf(name), mean: t.raw(column)}
	col, err := t.f.Column(column)
	if err != nil || c.mean == nil {
		return c
	}
	c.unit, c.method = literal(col.Meta.Unit), literal(col.Meta.Method)
	switch {
	case t.has(column+"_low") && t.has(column+"_high"):
		c.low, c.high = t.raw(column+"_low"), t.raw(column+"_high")
	case t.has("trials") && !strings.Contains(c.unit, "%") && !strings.HasSuffix(column, perTrial):
		c.mean, c.method = ratios(c.mean, t.numbers("trials")), ""
		c.unit = strings.TrimSpace(c.unit + " per trial")
	}
	t.countable(column, c)
	return c
}

func ratios(sums, trials []float64) []float64 {
	out := make([]float64, len(sums))
	for i := range out {
		out[i] = sums[i] / trials[i]
	}
	return out
}

// labelOf writes a column's name as words.
func labelOf(column string) string {
	return literal(strings.ReplaceAll(strings.TrimSuffix(column, perTrial), "_", " "))
}

// countable checks that means are finite and not below zero, which bars begin at, and that limits, where there are any,
// are about them.
func (t *table) countable(column string, c barCounter) {
	for i, v := range c.mean {
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			t.fail("column %q, row %d: is %v; must be a finite number in every row", column, i, v)
		case v < 0:
			t.fail("column %q, row %d: is %v; must be 0 or more, since bars begin at 0", column, i, v)
		case i < len(c.low) && i < len(c.high) && (c.low[i] > v || c.high[i] < v || math.IsInf(c.high[i], 0)):
			t.fail("column %q, row %d: is %v with limits %v and %v; must lie between finite ones", column, i, v,
				c.low[i], c.high[i])
		default:
			continue
		}
		return
	}
}

// at returns the value of a row.
func (c barCounter) at(row int) barValue {
	v := barValue{mean: c.mean[row], low: math.NaN(), high: math.NaN(), there: true}
	if c.low != nil && c.high != nil {
		v.low, v.high = c.low[row], c.high[row]
	}
	return v
}

// counters reads several, which must have one unit, and returns what the axis says.
func (t *table) counters(names []string) (counters []barCounter, unit string) {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			t.fail("counter %q is asked for twice", name)
		}
		counters = append(counters, t.counter(name))
	}
	if len(counters) == 0 {
		t.fail("no counter is asked for")
		return nil, ""
	}
	unit = counters[0].unit
	for _, c := range counters[1:] {
		switch {
		case c.unit == unit || c.mean == nil:
		case strings.HasSuffix(c.unit, "per trial") && strings.HasSuffix(unit, "per trial"):
			unit = "per trial"
		default:
			t.fail("%q is in %q and %q in %q: must be of one unit, since they have one axis", counters[0].name,
				counters[0].unit, c.name, c.unit)
		}
	}
	if unit == "" && len(counters) == 1 {
		unit = counters[0].label
	}
	return counters, unit
}

// mostSeries is the most that can be told apart.
func mostSeries() int { return len(Paper().Series) }

// seriesBy reads the column that tells bars apart.
func (t *table) seriesBy(column string) (of, names []string) {
	of = t.texts(column)
	names = distinct(of)
	if len(names) > mostSeries() {
		t.fail("column %q has %d values: must be %d at most, to be told apart", column, len(names), mostSeries())
	}
	return of, names
}

// places numbers rows by group and series. Two rows of one place are an error that names both.
func (t *table) places(groups, series []string, keys ...string) map[[2]string]int {
	at := make(map[[2]string]int, len(groups))
	for i := range min(len(groups), len(series)) {
		key := [2]string{groups[i], series[i]}
		if first, double := at[key]; double {
			t.fail("rows %d and %d are both of %s; choose among them with Where, or name another column",
				first, i, keyText(keys, key))
			break
		}
		at[key] = i
	}
	return at
}

// keyText writes the key of a row: the columns that have a name, and the values there.
func keyText(keys []string, values [2]string) string {
	var parts []string
	for i, key := range keys {
		if key != "" {
			parts = append(parts, key+" "+values[i])
		}
	}
	return strings.Join(parts, ", ")
}

// panelsOf returns a panel a counter, its groups in order, a bar a series in each.
func panelsOf(counters []barCounter, groups, series []string, at map[[2]string]int) []barPanel {
	var panels []barPanel
	for _, c := range counters {
		panel := barPanel{title: c.label}
		for _, group := range groups {
			g := barGroup{label: group}
			for _, name := range series {
				v := barValue{}
				if row, ok := at[[2]string{group, name}]; ok {
					v = c.at(row)
				}
				g.bars = append(g.bars, v)
			}
			panel.groups = append(panel.groups, g)
		}
		panels = append(panels, panel)
	}
	return panels
}

// captioned adds to the caption of a frame what the whiskers are, where there are any.
func captioned(caption string, counters []barCounter, bars groupedBars) string {
	method, without := "", []string{}
	for _, c := range counters {
		if !c.limited() {
			without = append(without, c.label)
		} else if method == "" && c.method != "" {
			method = c.method
		}
	}
	if method != "" {
		method = "Whiskers: " + method
	}
	lacking := ""
	if len(without) > 0 && len(without) < len(counters) {
		lacking = "Without whiskers: " + strings.Join(without, ", ")
	}
	return sentences(caption, method, lacking, bars.cutOff())
}

// limited says whether any value of the counter has limits.
func (c barCounter) limited() bool {
	number := func(v float64) bool { return !math.IsNaN(v) }
	return slices.ContainsFunc(c.low, number) && slices.ContainsFunc(c.high, number)
}

// cutOff says in a sentence that a lower limit lies below the axis, if one does.
func (b groupedBars) cutOff() string {
	found := ""
	b.each(func(v barValue) {
		if b.scale.log && v.there && v.low > 0 && v.low < b.scale.floor {
			found = openEnds
		}
	})
	return found
}

// what names the bars at the head of a description.
func (b groupedBars) what() string {
	what := "Bars"
	b.each(func(v barValue) {
		if v.there && !math.IsNaN(v.low) && !math.IsNaN(v.high) {
			what = "Bars with intervals"
		}
	})
	return what
}

// each calls a function for every bar.
func (b groupedBars) each(visit func(barValue)) {
	for _, panel := range b.panels {
		for _, g := range panel.groups {
			for _, v := range g.bars {
				visit(v)
			}
		}
	}
}

// values writes every value of a panel as a sentence.
func (panel barPanel) values(series []string) string {
	var groups []string
	for _, g := range panel.groups {
		var values []string
		for i, v := range g.bars {
			values = append(values, series[i]+" "+v.spelled())
		}
		groups = append(groups, g.label+": "+strings.Join(values, ", "))
	}
	return panel.sentence(strings.Join(groups, "; "))
}

func (panel barPanel) sentence(s string) string {
	if panel.title != "" {
		s = panel.title + ": " + s
	}
	return " For " + s + "."
}

// spelled writes a value with its interval; of what was not seen, with what it may still be.
func (v barValue) spelled() string {
	switch {
	case !v.there:
		return "not there"
	case math.IsNaN(v.low) || math.IsNaN(v.high):
		return short(v.mean)
	case v.mean == 0:
		return "0 (up to " + short(v.high) + ")"
	}
	return fmt.Sprintf("%s (%s to %s)", short(v.mean), short(v.low), short(v.high))
}

// ranges writes the largest value of each series of a panel, and where it is, as a sentence.
func (panel barPanel) ranges(series []string) string {
	var parts []string
	for k, name := range series {
		largest, where, zeros, there := -1.0, "", 0, 0
		for _, g := range panel.groups {
			v := g.bars[k]
			if !v.there {
				continue
			}
			there++
			if v.mean == 0 {
				zeros++
			}
			if v.mean > largest {
				largest, where = v.mean, g.label
			}
		}
		switch {
		case there == 0:
			parts = append(parts, name+" not there")
		case zeros == there:
			parts = append(parts, name+" 0 everywhere")
		case zeros == 0:
			parts = append(parts, fmt.Sprintf("%s at most %s at “%s”", name, short(largest), where))
		default:
			parts = append(parts, fmt.Sprintf("%s at most %s at “%s”, 0 in %d of %d", name, short(largest), where, zeros, there))
		}
	}
	return panel.sentence(strings.Join(parts, "; "))
}
