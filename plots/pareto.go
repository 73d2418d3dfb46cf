package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fence/fencekit/frame"
)

// Pareto draws what a margin costs against the risk that it leaves, a point a row of a frame, as of fencekit.MarginSweep.
// A point is dominated, and hollow, if another costs no more, leaves no more risk, and is better in one of the two; those
// that are not are joined to the frontier, a line in steps. The risk has a logarithmic axis with a place for zero. Both
// figures have their intervals where the frame has limits, named as the column is with _low and _high. The zero value
// suits the frame as it is.
type Pareto struct {
	// Cost is the column of the horizontal axis. Default abort_pct.
	Cost string
	// Risk is the column of the vertical axis, no value of it below 0. Default unlocked_applied_per_trial.
	Risk string
	// Label is the column that names the points. Default margin_ms. A name is left out where it has no room.
	Label string
	// By is the column that tells postures apart. Default posture, if it is there.
	By string
	// CostLabel and RiskLabel stand at the axes, with units. The defaults suit the default columns; others have the
	// column's name and unit.
	CostLabel, RiskLabel string
	Title                string
}

// Figure returns the chart of a frame. A column that is not there, a missing, NaN or infinite cell, a limit on the wrong
// side of its value, a risk below 0, more postures than can be told apart, and a frame without rows are errors.
func (o Pareto) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("pareto", f)
	o = o.withDefaults(t)
	d := paretoData{o: o, names: t.pointNames(o.Label)}
	costs, risks := t.numbers(o.Cost), t.numbers(o.Risk)
	t.loggable(o.Risk, true, risks)
	d.costLows, d.costHighs = t.limits(o.Cost, "", "", costs)
	d.riskLows, d.riskHighs = t.limits(o.Risk, "", "", risks)
	d.by = make([]string, len(costs))
	if o.By != "" {
		d.by = t.texts(o.By)
	}
	d.postures = distinct(d.by)
	if n := len(Paper().Series) - 1; len(d.postures) > n {
		t.fail("column %q: has %d postures, %s; must have %d at most, to be told apart", o.By, len(d.postures),
			strings.Join(d.postures, ", "), n)
	}
	if err := t.err(); err != nil {
		return nil, err
	}
	for i := range costs {
		d.points = append(d.points, xy{costs[i], risks[i]})
	}
	d.dominated = dominated(d.points)
	d.interval = t.intervalName(o.Risk)
	fig := newFigure(single{build: d.build, aspect: 0.75})
	fig.Title, fig.Caption, fig.Alt = o.Title, sentences(f.Caption(), cutOff(d.riskLows, d.shown())), d.alt()
	return fig, nil
}

// withDefaults names the columns and labels that are not named.
func (o Pareto) withDefaults(t *table) Pareto {
	o.Cost, o.Label = cmp.Or(o.Cost, abortColumn), cmp.Or(o.Label, marginColumn)
	o.Risk = cmp.Or(o.Risk, "unlocked_applied_per_trial")
	if o.By == "" && t.has(postureColumn) {
		o.By = postureColumn
	}
	if o.CostLabel == "" && o.Cost == abortColumn {
		o.CostLabel = "writes aborted [%]"
	}
	if o.RiskLabel == "" && strings.HasSuffix(o.Risk, "_per_trial") {
		o.RiskLabel = columnName(o.Risk) + " per trial"
	}
	o.CostLabel, o.RiskLabel = t.label(o.CostLabel, o.Cost), t.label(o.RiskLabel, o.Risk)
	return o
}

// pointNames are the cells of a column as the names of points: with their unit, and milliseconds as a duration.
func (t *table) pointNames(column string) []string {
	names := t.texts(column)
	c, err := t.f.Column(column)
	if err != nil || c.Meta.Unit == "" && c.Kind() != frame.Duration && column != marginColumn {
		return names
	}
	values, err := numbersOf(c)
	names = slices.Clone(names)
	for i := range names {
		if err == nil && (c.Kind() == frame.Duration || c.Meta.Unit == "ms" || column == marginColumn) {
			names[i] = lasting(time.Duration(values[i] * float64(time.Millisecond)))
		} else {
			names[i] += " " + literal(c.Meta.Unit)
		}
	}
	return names
}

// paretoData is what such a chart was validated to show.
type paretoData struct {
	o                   Pareto
	points              []xy
	names               []string
	by, postures        []string
	costLows, costHighs []float64 // nil without limits; NaN where one is missing
	riskLows, riskHighs []float64
	dominated           []bool
	interval            string
}

// dominated says of each point whether another is as good in both figures, of which less is better, and better in one.
func dominated(points []xy) []bool {
	out := make([]bool, len(points))
	for i, a := range points {
		for _, b := range points {
			if b.x <= a.x && b.y <= a.y && (b.x < a.x || b.y < a.y) {
				out[i] = true
				break
			}
		}
	}
	return out
}

// frontier returns the points that no other dominates, by their cost.
func (d paretoData) frontier() []int {
	var out []int
	for i := range d.points {
		if !d.dominated[i] {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Or(cmp.Compare(d.points[a].x, d.points[b].x), cmp.Compare(d.points[a].y, d.points[b].y))
	})
	return out
}

// steps returns the frontier as a line: the risk that a point leaves holds up to the cost of the next.
func (d paretoData) steps() []xy {
	var line []xy
	for _, i := range d.frontier() {
		if len(line) > 0 {
			line = append(line, xy{d.points[i].x, line[len(line)-1].y})
		}
		line = append(line, d.points[i])
	}
	return line
}

func (d paretoData) build(p *press, _ vg.Length) (*plot.Plot, legend) {
	pl, l := p.plot(), legend{}
	pl.X.Label.Text, pl.Y.Label.Text = d.o.CostLabel, d.o.RiskLabel
	bars := bothWays{p: p, d: d}
	pl.Add(gridLines{p: p, xs: true, ys: true}, bars)
	line := Style{Color: p.Muted, Dash: p.Series[1].Dash}
	pl.Add(curve{p: p, points: d.steps(), style: line, joined: true})
	for k, posture := range d.postures {
		for _, hollow := range []bool{false, true} {
			marks := curve{p: p, style: p.Series[k], marked: true, hollow: hollow}
			for i, q := range d.points {
				if d.by[i] == posture && d.dominated[i] == hollow {
					marks.points = append(marks.points, q)
				}
			}
			if len(marks.points) > 0 {
				pl.Add(marks)
			}
		}
		if len(d.postures) > 1 {
			l.add(posture, markThumb(p.Series[k]))
		}
	}
	l.add("frontier", lineThumb(line, false))
	if slices.Contains(d.dominated, true) {
		l.add("dominated", hollowThumb(Style{Color: p.Ink, Shape: p.Series[0].Shape}))
	}
	if d.interval != "" {
		l.add(d.interval, bars.thumb)
	}
	room := 0.02 * (pl.X.Max - pl.X.Min)
	p.scale(&pl.X, false, false, nil)
	if pl.X.Min == 0 {
		pl.X.Min -= room // so that a point at 0 stands clear of the axis
	}
	pl.Add(p.logarithmic(&pl.Y, true, d.shown()...)...)
	pl.Add(pointLabels{p: p, d: d})
	return pl, l
}

// shown are the risks and those of their limits that the axis makes room for.
func (d paretoData) shown() []float64 {
	risks := heights(d.points)
	return slices.Concat(risks, finite(d.riskHighs), lowsOf(d.riskLows, risks))
}

// hollowThumb is the outline of a mark.
func hollowThumb(s Style) func(p *press, c vg.Canvas, r vg.Rectangle) {
	return func(p *press, c vg.Canvas, r vg.Rectangle) {
		s.Shape.hollow(c, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, p.Mark, p.Thin, s.Color)
	}
}

// alt says what is to be seen, from the data.
func (d paretoData) alt() string {
	name := func(i int) string {
		if len(d.postures) > 1 {
			return d.by[i] + " " + d.names[i]
		}
		return d.names[i]
	}
	front := d.frontier()
	var parts, rest []string
	for _, i := range front {
		parts = append(parts, fmt.Sprintf("%s (%s, %s)", name(i), short(d.points[i].x), short(d.points[i].y)))
	}
	for i := range d.points {
		if d.dominated[i] {
			rest = append(rest, name(i))
		}
	}
	s := fmt.Sprintf("%s against %s, %s. The frontier, each point with its cost and risk: %s.", d.o.RiskLabel,
		d.o.CostLabel, counted(len(d.points), "point"), enumerated(parts))
	if rest != nil {
		s += " Dominated: " + enumerated(rest) + "."
	}
	return unmarked(s)
}
