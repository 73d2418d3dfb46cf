package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fence/fencekit/frame"
)

// ECDF draws the empirical distribution of a column as steps: for every x the share of values that do not exceed it, a
// line a group.
type ECDF struct {
	// Column is a column of numbers or durations, which are shown in milliseconds.
	Column string
	// By is the column that tells groups apart, in order of first appearance. Default posture, if it is there and has
	// more than one value, since rows of one timeline under several postures are not so many observations; Pooled takes
	// all rows as one.
	By     string
	Pooled bool
	// LogX makes the axis of values logarithmic, with a place for zero; a value below 0 is an error then.
	LogX bool
	// Survival draws the share of values that are above x instead, on a logarithmic axis, which shows tails.
	Survival bool
	// Band draws the band that holds the whole true distribution with a probability of 95 %, of Dvoretzky, Kiefer and
	// Wolfowitz with the constant of Massart (1990): sqrt(ln(2/0.05)/(2n)) on either side. It supposes that the values
	// are independent. That of one group is an area; those of several are pairs of thin lines.
	Band bool
	// Quantiles are the shares at which each line has a mark, with its value in the legend: the smallest value that so
	// large a share of the group does not exceed. nil means 0.5 and 0.99; an empty slice means none.
	Quantiles []float64
	XLabel    string // default the column's name and unit
	Title     string
}

// Figure returns the chart of a frame. A column that is not there, a missing, NaN or infinite value, one below 0 on a
// logarithmic axis, a quantile that is not above 0 and below 1, more groups than can be told apart and a frame without
// rows are errors.
func (o ECDF) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("ecdf", f)
	if o.Quantiles == nil {
		o.Quantiles = []float64{0.5, 0.99}
	}
	for _, q := range o.Quantiles {
		if !(q > 0 && q < 1) {
			t.fail("quantile = %v: must be above 0 and below 1", q)
		}
	}
	d := ecdfData{o: o, groups: t.groupsOf(o.Column, t.telling(o.By, o.Pooled))}
	if o.LogX {
		t.notBelowZero(o.Column)
	}
	if err := t.err(); err != nil {
		return nil, err
	}
	d.label = t.label(o.XLabel, o.Column)
	fig := newFigure(single{build: d.build, aspect: 0.66})
	fig.Title, fig.Alt = o.Title, unmarked(d.alt())
	band := ""
	if o.Band {
		band = "Band: 95 %, Dvoretzky–Kiefer–Wolfowitz"
	}
	fig.Caption = sentences(f.Caption(), sizes(d.groups), band)
	return fig, nil
}

// notBelowZero checks a column for a logarithmic axis.
func (t *table) notBelowZero(column string) {
	c, err := t.f.Column(column)
	if err != nil {
		return // is told already
	}
	values, err := numbersOf(c)
	if err != nil {
		return
	}
	for i, v := range values {
		if v < 0 {
			t.fail("column %q, row %d: is %v; must be 0 or more on a logarithmic axis", column, i, v)
			return
		}
	}
}

// ecdfData is what a chart was validated to show.
type ecdfData struct {
	o      ECDF
	label  string
	groups []valueGroup
}

// steps returns the places where the distribution of a group steps, and the share of values up to each. Of steps that
// are closer than a line is wide only the last is there: they are neither a thousandth of all values nor a hundredth
// of those that are left.
func (g valueGroup) steps() []xy {
	var out []xy
	n, last := float64(len(g.sorted)), 0.0
	for i, v := range g.sorted {
		if i < len(g.sorted)-1 && g.sorted[i+1] == v {
			continue
		}
		share := float64(i+1) / n
		if i < len(g.sorted)-1 && i > 0 && share-last < 0.001 && 1-share > 0.99*(1-last) {
			continue
		}
		out, last = append(out, xy{v, share}), share
	}
	return out
}

// stairs returns the line of steps from one end of the axis to the other, the shares as the chart shows them, moved by
// so much and kept within 0 and 1.
func (d ecdfData) stairs(g valueGroup, low, high, by float64) []xy {
	line := []xy{{low, d.shown(0, by)}}
	for _, s := range g.steps() {
		line = append(line, xy{s.x, line[len(line)-1].y}, xy{s.x, d.shown(s.y, by)})
	}
	return append(line, xy{high, line[len(line)-1].y})
}

// shown is the height of a share of values, moved by so much.
func (d ecdfData) shown(share, by float64) float64 {
	if d.o.Survival {
		share = 1 - share
	}
	return min(max(share+by, 0), 1)
}

// reach is half of the width of the band.
func (g valueGroup) reach() float64 {
	const level = 0.05
	return math.Sqrt(math.Log(2/level) / (2 * float64(len(g.sorted))))
}

// axes returns a plot with its axes.
func (d ecdfData) axes(p *press) *plot.Plot {
	pl := p.plot()
	pl.X.Label.Text, pl.Y.Label.Text = d.label, "share of values ≤ x"
	var all []float64
	least := 1.0
	for _, g := range d.groups {
		all = append(all, g.sorted...)
		least = min(least, 1/float64(len(g.sorted)))
	}
	pl.X.Min, pl.X.Max, _, _ = rangeOf(pointsAt(all))
	pl.Add(p.scale(&pl.X, d.o.LogX, false, all)...)
	pl.Y.Min, pl.Y.Max = 0, 1
	pl.Y.Tick.Marker = linearTicks{5}
	if d.o.Survival {
		pl.Y.Label.Text = "share of values > x"
		pl.Add(p.logarithmic(&pl.Y, true, least, 0)...)
		pl.Y.Max = 1
	}
	pl.Add(gridLines{p: p, ys: true})
	return pl
}

// pointsAt returns points with the values as x.
func pointsAt(values []float64) []xy {
	points := make([]xy, len(values))
	for i, v := range values {
		points[i].x = v
	}
	return points
}

func (d ecdfData) build(p *press, width vg.Length) (*plot.Plot, legend) {
	pl, l := d.axes(p), legend{}
	low, high := pl.X.Min, pl.X.Max
	styles := seriesStyles(p, namesOf(d.groups))
	if d.o.Band {
		for i, g := range d.groups {
			d.band(p, pl, g, styles[i], low, high)
		}
	}
	for i, g := range d.groups {
		pl.Add(curve{p: p, points: d.stairs(g, low, high, 0), style: styles[i], joined: true})
		l = append(l, d.entries(p, g, styles[i], width)...)
	}
	pl.Add(quantileMarks{p, d, styles})
	return pl, l
}

// band adds the band of a group.
func (d ecdfData) band(p *press, pl *plot.Plot, g valueGroup, style Style, low, high float64) {
	lows, highs := d.stairs(g, low, high, -g.reach()), d.stairs(g, low, high, g.reach())
	if len(d.groups) == 1 {
		pl.Add(band{lows: lows, highs: highs, style: style})
		return
	}
	thin := *p
	thin.Line = p.Hair
	pl.Add(curve{p: &thin, points: lows, style: style, joined: true})
	pl.Add(curve{p: &thin, points: highs, style: style, joined: true})
}

// entries are the lines of the legend about a group: its name and its quantiles, on one line if that fits.
func (d ecdfData) entries(p *press, g valueGroup, style Style, width vg.Length) legend {
	var l legend
	name, values := g.name, g.quantiles(d.o.Quantiles)
	switch {
	case len(d.groups) == 1 && values == "":
		return nil
	case len(d.groups) == 1:
		name = values
	case values != "" && l.thumbWidth(p)+p.LabelSize+p.style(p.LabelSize, p.Ink).Width(name+": "+values) <= width:
		name += ": " + values
	case values != "":
		return legend{{name, lineThumb(style, true)}, {values, func(*press, vg.Canvas, vg.Rectangle) {}}}
	}
	return legend{{name, lineThumb(style, len(d.o.Quantiles) > 0)}}
}

// quantiles writes the quantiles of a group.
func (g valueGroup) quantiles(shares []float64) string {
	var parts []string
	for _, q := range shares {
		parts = append(parts, quantileName(q)+" "+figures(g.quantile(q)))
	}
	return strings.Join(parts, ", ")
}

// quantileMarks draws a mark on each line at each quantile, and names the heights of the quantiles.
type quantileMarks struct {
	p      *press
	d      ecdfData
	styles []Style
}

// Plot implements plot.Plotter.
func (m quantileMarks) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	m.levels(c, y)
	for i, g := range m.d.groups {
		for _, q := range m.d.o.Quantiles {
			at := vg.Point{X: x(g.quantile(q)), Y: y(m.d.shown(q, 0))}
			m.styles[i].Shape.draw(c, at, m.p.Mark, m.p.Thin, m.styles[i].Color)
		}
	}
}

// levels draws a rule at the height of each quantile, from the axis to the farther end of the data, and its name behind
// that, where no line passes, unless it meets the name above.
func (m quantileMarks) levels(c draw.Canvas, y func(float64) vg.Length) {
	style := m.p.style(m.p.NoteSize, m.p.Muted)
	last := vg.Length(math.Inf(1))
	shares := slices.Clone(m.d.o.Quantiles)
	slices.Sort(shares)
	if !m.d.o.Survival {
		slices.Reverse(shares)
	}
	dots := []vg.Length{2 * m.p.Hair, 4 * m.p.Hair}
	for _, q := range shares { // from the top down
		at := y(m.d.shown(q, 0))
		c.StrokeLine2(draw.LineStyle{Color: m.p.Muted, Width: m.p.Hair, Dashes: dots}, c.Min.X, at, c.Max.X, at)
		if last-at < 1.2*m.p.NoteSize {
			continue
		}
		m.p.write(c, style, vg.Point{X: c.Max.X + m.p.NoteSize/2, Y: at}, left, quantileName(q))
		last = at
	}
}

// GlyphBoxes implements plot.GlyphBoxer: the room for the names.
func (m quantileMarks) GlyphBoxes(*plot.Plot) (boxes []plot.GlyphBox) {
	style := m.p.style(m.p.NoteSize, m.p.Muted)
	for _, q := range m.d.o.Quantiles {
		width := m.p.NoteSize/2 + style.Width(quantileName(q))
		boxes = append(boxes, plot.GlyphBox{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: width}}})
	}
	return boxes
}

// quantileName is the name of a quantile: median, p99, p99.9.
func quantileName(q float64) string {
	if q == 0.5 {
		return "median"
	}
	return "p" + strconv.FormatFloat(math.Round(q*1e8)/1e6, 'f', -1, 64)
}

func (d ecdfData) alt() string {
	what := "Empirical distribution"
	if d.o.Survival {
		what = "Share of values above x, on a logarithmic axis with a place for zero,"
	}
	s := fmt.Sprintf("%s of %s", what, d.label)
	if d.o.LogX {
		s += ", whose axis is logarithmic"
	}
	if d.o.Band {
		s += ", with 95 % bands"
	}
	s += "."
	for _, g := range d.groups {
		s += fmt.Sprintf(" Of %s, n = %s, from %s", g.name, decimal(float64(len(g.sorted)), 0), short(g.sorted[0]))
		for _, q := range d.o.Quantiles {
			s += fmt.Sprintf(", %s %s", quantileName(q), short(g.quantile(q)))
		}
		s += fmt.Sprintf(", to %s.", short(g.sorted[len(g.sorted)-1]))
	}
	return s
}
