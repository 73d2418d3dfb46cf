package plots

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fence/fencekit/lease"
)

// groupedBars is what the charts of bars were validated to show: level bars from zero, in groups, one bar a series in
// each. Level ones leave room for names at their left and for values at their right in a narrow column too. All panels
// have one scale.
type groupedBars struct {
	series []string
	panels []barPanel
	unit   string // at the axis of values
	scale  barScale
}

type barPanel struct {
	title  string
	groups []barGroup
}

type barGroup struct {
	label string
	bars  []barValue // one a series
}

// barValue is a mean and its interval, NaN where there is none; one that is not there belongs to no row.
type barValue struct {
	mean, low, high float64
	there           bool
}

// end is where a bar and its interval end.
func (v barValue) end() float64 {
	if math.IsNaN(v.high) {
		return v.mean
	}
	return max(v.mean, v.high)
}

// barScale is the axis of values: linear from zero, or logarithmic from a floor with a place for zero.
type barScale struct {
	log   bool
	floor float64
	top   float64 // the largest end of an interval
}

// decadesFrom is how many times the smallest value above zero the largest is where the axis becomes logarithmic.
const decadesFrom = 30

// scaleOfBars chooses the axis. The floor is the power of ten at or below all that is above zero, lower limits aside,
// which may be as small as they like.
func scaleOfBars(panels []barPanel) barScale {
	smallest, least, most := math.Inf(1), math.Inf(1), 0.0
	s := barScale{}
	for _, panel := range panels {
		for _, group := range panel.groups {
			for _, v := range group.bars {
				if !v.there {
					continue
				}
				s.top, most = max(s.top, v.end()), max(most, v.mean)
				if v.mean > 0 {
					smallest = min(smallest, v.mean)
				}
				if v.end() > 0 {
					least = min(least, v.end(), smallest)
				}
			}
		}
	}
	if s.top == 0 {
		s.top = 1
	}
	if s.log = most > decadesFrom*smallest; s.log {
		s.floor = math.Pow10(int(math.Floor(math.Log10(least) + 1e-9)))
	}
	return s
}

// axis sets an axis so that a share of it is free beyond the largest value, and returns what is drawn on it besides.
func (s barScale) axis(p *press, a *plot.Axis, free float64) []plot.Plotter {
	a.Min = 0
	used := 1 - min(max(free, 0.02), 0.5)
	if !s.log {
		a.Max, a.Tick.Marker = s.top/used, linearTicks{5}
		return nil
	}
	whole := (1 - floorPlace) / (used - floorPlace)
	a.Max = s.floor * math.Pow(max(s.top/s.floor, 2), whole)
	return []plot.Plotter{p.zeroLogarithmic(a, false, zeroLog{Floor: s.floor, Flush: true})}
}

// body returns what draws the bars: one plot, or several that share a legend.
func (b groupedBars) body() body {
	if len(b.panels) == 1 && b.panels[0].title == "" {
		return single{
			build: func(p *press, width vg.Length) (*plot.Plot, legend) {
				l := b.legend(p)
				if beside(p, l, width) {
					width -= l.width(p) + 2*p.LabelSize
				}
				return b.build(p, 0, width), l
			},
			high: func(p *press) vg.Length { return b.tall(p, 0, 0) },
		}
	}
	titles := make([]string, len(b.panels))
	for i, panel := range b.panels {
		titles[i] = panel.title
	}
	return facets{titles: titles, build: b.build, tall: b.tall, legend: b.legend}
}

// pitch is the distance between bars of a group, enough for a value beside each, and apart that between groups.
func (b groupedBars) pitch(p *press) vg.Length { return 1.15 * p.NoteSize }
func (b groupedBars) apart(p *press) vg.Length { return 0.9 * p.NoteSize }

// tall returns the height of a panel with its axis.
func (b groupedBars) tall(p *press, i int, _ vg.Length) vg.Length {
	each := vg.Length(len(b.series))*b.pitch(p) + b.apart(p)
	lines := 2.4 * p.LabelSize // of a name that takes two
	return vg.Length(len(b.panels[i].groups))*max(each, lines) + 2.2*p.TickSize + 1.6*p.LabelSize
}

func (b groupedBars) legend(p *press) legend {
	styles := seriesStyles(p, b.series)
	var l legend
	for i, name := range b.series {
		style := styles[i]
		l.add(name, func(p *press, c vg.Canvas, r vg.Rectangle) { p.block(c, r, style) })
	}
	return l
}

// build makes a panel for a width.
func (b groupedBars) build(p *press, i int, width vg.Length) *plot.Plot {
	pl, panel := p.plot(), b.panels[i]
	names := groupTicks{n: len(panel.groups)}
	var widest vg.Length
	for _, g := range panel.groups {
		name := p.within(p.LabelSize, g.label, 0.36*width)
		widest = max(widest, p.style(p.LabelSize, p.Ink).Width(name))
		names.labels = append(names.labels, name)
	}
	pl.Y.Tick.Marker, pl.Y.Tick.Length = names, 0
	font := pl.Y.Tick.Label.Font
	font.Size = p.LabelSize
	pl.Y.Tick.Label.Font, pl.Y.Tick.Label.Color = font, p.Ink
	pl.X.Label.Text = b.unit
	pl.Add(gridLines{p: p, xs: true}, barMarks{p, b, panel, seriesStyles(p, b.series)})
	pl.Y.Min, pl.Y.Max = 0, float64(len(panel.groups))
	pl.Add(b.scale.axis(p, &pl.X, float64(b.valueWidth(p)/max(width-widest-p.LabelSize, 1)))...)
	return pl
}

// valueWidth is the width of the widest value of all panels, and of what is free about it.
func (b groupedBars) valueWidth(p *press) vg.Length {
	widest, style := vg.Length(0), p.style(p.NoteSize, p.Ink)
	for _, panel := range b.panels {
		for _, g := range panel.groups {
			for _, v := range g.bars {
				widest = max(widest, style.Width(v.text()))
			}
		}
	}
	return widest + p.NoteSize
}

// text is what stands beside a bar.
func (v barValue) text() string {
	if !v.there {
		return "–"
	}
	return figures(v.mean)
}

// figures writes a number with three digits, without an exponent where that is readable, and with fewer where those say
// it all.
func figures(x float64) string {
	size := math.Abs(x)
	switch {
	case x == 0:
		return "0"
	case size >= 1e6 || size < 1e-3:
		digits, power, _ := strings.Cut(scientific(x, int(math.Floor(math.Log10(size)+1e-9))-1), "·")
		return strings.TrimSuffix(digits, ".0") + "·" + power
	case size >= 100 || x == math.Trunc(x):
		return decimal(x, 0)
	}
	decimals := 2 - int(math.Floor(math.Log10(size)))
	if _, exact, _ := strings.Cut(strconv.FormatFloat(size, 'f', -1, 64), "."); len(exact) < decimals {
		decimals = len(exact)
	}
	return decimal(x, decimals)
}

// within breaks a text at blanks into lines of a width, two at most, and cuts words that are wider.
func (p *press) within(size vg.Length, txt string, width vg.Length) string {
	lines := p.wrap(size, txt, width)
	if len(lines) > 2 {
		lines = []string{lines[0], strings.Join(lines[1:], " ")}
	}
	for i := range lines {
		lines[i] = elided(p.style(size, p.Ink), lines[i], width)
	}
	return strings.Join(lines, "\n")
}

// groupTicks names the groups at the middle of their heights, from the top down.
type groupTicks struct {
	n      int
	labels []string
}

// Ticks implements plot.Ticker.
func (t groupTicks) Ticks(_, _ float64) []plot.Tick {
	ticks := make([]plot.Tick, t.n)
	for i := range ticks {
		ticks[i] = plot.Tick{Value: float64(t.n-i) - 0.5, Label: t.labels[i]}
	}
	return ticks
}

// block fills a rectangle in a style and outlines it, so that a light hatching has an edge.
func (p *press) block(c vg.Canvas, r vg.Rectangle, s Style) {
	fillRect(c, r, s, p.Gap, p.Hair)
	c.SetColor(s.Color)
	c.SetLineWidth(p.Thin)
	c.SetLineDash(nil, 0)
	c.Stroke(r.Path())
}

// levelWhisker draws an interval as a line with ends, level. An open one has no end on the left.
func (p *press) levelWhisker(c vg.Canvas, y, low, high, end vg.Length, open bool, col color.Color) {
	path := segment(segment(nil, low, y, high, y), high, y-end, high, y+end)
	if !open {
		path = segment(path, low, y-end, low, y+end)
	}
	c.SetColor(col)
	c.SetLineWidth(p.Thin)
	c.SetLineDash(nil, 0)
	c.Stroke(path)
}

// barMarks draws the bars of a panel, their intervals and their values.
type barMarks struct {
	p      *press
	b      groupedBars
	panel  barPanel
	styles []Style
}

// Plot implements plot.Plotter.
func (m barMarks) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	each := y(1) - y(0)
	n := vg.Length(len(m.b.series))
	pitch := min((each-min(m.b.apart(m.p), each/3))/n, 2*m.b.pitch(m.p))
	for g, group := range m.panel.groups {
		top := y(float64(len(m.panel.groups)-g)-0.5) + pitch*n/2
		for k, v := range group.bars {
			m.bar(c, v, m.styles[k], top-(vg.Length(k)+0.5)*pitch, pitch, x)
		}
	}
}

// bar draws one bar about a height, with its value behind it.
func (m barMarks) bar(c draw.Canvas, v barValue, s Style, y, pitch vg.Length, x func(float64) vg.Length) {
	end := c.Min.X
	if v.there {
		thick := 0.82 * pitch
		end = x(v.mean)
		if v.mean > 0 {
			m.p.block(c, vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y - thick/2}, Max: vg.Point{X: end, Y: y + thick/2}}, s)
		}
		if !math.IsNaN(v.low) && !math.IsNaN(v.high) {
			end = max(end, x(v.high))
			m.interval(c, v, s, y, min(m.p.Mark, thick/3), x)
		}
	}
	style := m.p.style(m.p.NoteSize, m.p.Ink)
	at := vg.Point{X: end + m.p.NoteSize/2, Y: y}
	if at.X+style.Width(v.text()) <= c.Max.X+m.p.margin() && pitch >= 0.9*m.p.NoteSize {
		m.p.write(c, style, at, left, v.text())
	}
}

// interval draws a whisker. A value of zero has no bar, so that its whisker, from zero on, has the colour of the
// series. A lower limit below the floor of a logarithmic axis is not at a place of its own, so that it has no end.
func (m barMarks) interval(c draw.Canvas, v barValue, s Style, y, end vg.Length, x func(float64) vg.Length) {
	col := m.p.Ink
	if v.mean == 0 {
		col = s.Color
	}
	m.p.levelWhisker(c, y, x(v.low), x(v.high), end, v.low > 0 && v.low < m.b.scale.floor, col)
}

// seriesStyles returns the styles of named series. A posture has the same style in every figure; other names take the
// styles that are left, in order.
func seriesStyles(p *press, names []string) []Style {
	taken := make([]int, len(names))
	free := 0
	known := lease.Postures()
	at := func(name string) int {
		return slices.IndexFunc(known, func(k lease.Posture) bool { return k.Name == name })
	}
	used := map[int]bool{}
	for i, name := range names {
		taken[i] = at(name)
		used[taken[i]] = true
	}
	out := make([]Style, len(names))
	for i := range names {
		if taken[i] < 0 {
			for used[free] {
				free++
			}
			taken[i], used[free] = free, true
		}
		out[i] = p.Series[taken[i]%len(p.Series)]
	}
	return out
}

// mostSpelled is how many values an alternative text spells out.
const mostSpelled = 24

// alt says what the bars show: every value where they are few, and otherwise the largest of each series.
func (b groupedBars) alt(what string) string {
	s := what
	if b.scale.log {
		s += ", on a logarithmic axis with a place for zero"
	}
	s += "."
	n := 0
	for _, panel := range b.panels {
		n += len(panel.groups) * len(b.series)
	}
	for _, panel := range b.panels {
		if n <= mostSpelled {
			s += panel.values(b.series)
		} else {
			s += panel.ranges(b.series)
		}
	}
	return s
}
