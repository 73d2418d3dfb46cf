package plots

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// marginBody draws a chart of margins: a strip of flags, the upper panel, a strip with the values at the chosen margin,
// the lower panel and the legend.
type marginBody struct{ d marginData }

// marginLayout is such a chart at a width.
type marginLayout struct {
	upper, lower *plot.Plot
	legend       legend
	flags        []flown
	beyond       []string // lines above the flags, with an arrow to the right or to the left
	before       []string
	strip        vg.Length // height of flags and lines
	under, axis  vg.Length // height of the horizontal axes of the upper and the lower panel
	readings     []string  // lines between the panels
}

// panelAspect is the height of a panel's data as a share of the width, and leastPanel what it is at least, in lines of
// labels, so that the label of its axis has room.
const (
	panelAspect = 0.34
	leastPanel  = 9
)

func (b marginBody) height(p *press, width vg.Length) vg.Length {
	l := b.layout(p, width)
	rest, below := width, l.legend.height(p, width)+p.LabelSize/2
	if beside(p, l.legend, width) {
		rest, below = width-l.legend.width(p), 0
	}
	panel := max(panelAspect*rest, leastPanel*p.LabelSize)
	return l.strip + 2*panel + l.under + l.between(p) + l.axis + below
}

// between is the height of the strip between the panels, below the axis of the upper one.
func (l marginLayout) between(p *press) vg.Length {
	return max(0, p.LabelSize+vg.Length(len(l.readings))*p.flagRow()-l.under)
}

// tiles are the places of the two panels.
func (l marginLayout) tiles(p *press) draw.Tiles {
	return draw.Tiles{Rows: 2, Cols: 1, PadTop: l.strip, PadY: l.between(p)}
}

func (b marginBody) draw(p *press, c draw.Canvas) {
	l := b.layout(p, c.Size().X)
	rest := withLegend(p, l.legend, c, func(dc draw.Canvas) vg.Length { return dc.Max.Y - l.strip })
	panels := [][]*plot.Plot{{l.upper}, {l.lower}}
	data := aligned(panels, plot.Align(panels, l.tiles(p), rest))
	for i := range l.flags {
		l.flags[i].low += rest.Min.X
		l.flags[i].high += rest.Min.X
		l.flags[i].at += rest.Min.X
	}
	p.drawFlags(rest, l.flags, data[0].Max.Y)
	y := data[0].Max.Y + l.strip - p.LabelSize/4 - p.flagRow()/2
	note := p.style(p.NoteSize, p.Ink)
	for _, line := range l.before {
		p.write(rest, note, vg.Point{X: rest.Min.X, Y: y}, left, line)
		y -= p.flagRow()
	}
	for _, line := range l.beyond {
		p.write(rest, note, vg.Point{X: rest.Max.X, Y: y}, right, line)
		y -= p.flagRow()
	}
	b.drawReadings(p, rest, l, data)
}

// aligned draws panels that stand above one another so that their data begin and end at the same places, and returns where
// the data are. plot.Align does not do it quite where one panel alone has labels that reach over the edge of its data.
func aligned(panels [][]*plot.Plot, places [][]draw.Canvas) (data [2]draw.Canvas) {
	low, high := vg.Length(math.Inf(-1)), vg.Length(math.Inf(1))
	for i, row := range panels {
		at := row[0].DataCanvas(places[i][0])
		low, high = max(low, at.Min.X), min(high, at.Max.X)
	}
	const rounds = 8 // room for labels depends on the width of the data, and that on the room
	for i, row := range panels {
		place := places[i][0]
		for range rounds {
			at := row[0].DataCanvas(place)
			place = draw.Crop(place, low-at.Min.X, high-at.Max.X, 0, 0)
		}
		row[0].Draw(place)
		data[i] = row[0].DataCanvas(place)
	}
	return data
}

// drawReadings writes the values at the chosen margin between the panels, next to its line.
func (b marginBody) drawReadings(p *press, c draw.Canvas, l marginLayout, data [2]draw.Canvas) {
	x, is, _, _ := b.d.chosen()
	if !is {
		return
	}
	style := p.bold(p.NoteSize, p.Ink)
	low, high, _, _ := b.d.span()
	at := data[0].X((x - low) / (high - low))
	top := data[0].Min.Y - p.LabelSize/2
	w := vg.Length(0)
	for _, line := range l.readings {
		w = max(w, style.Width(line))
	}
	start := max(data[0].Min.X, min(at-w/2, c.Max.X-w))
	for i, line := range l.readings {
		p.write(c, style, vg.Point{X: start, Y: top - (vg.Length(i)+0.5)*p.flagRow()}, left, line)
	}
	if len(l.readings) == 0 && at >= data[0].Min.X && at <= data[0].Max.X {
		c.StrokeLine2(b.chosenLine(p), at, data[0].Min.Y, at, data[1].Max.Y)
	}
}

func (b marginBody) chosenLine(p *press) draw.LineStyle {
	return draw.LineStyle{Color: p.Ink, Width: p.Thin}
}

// layout arranges the chart. Places are counted from the left edge.
func (b marginBody) layout(p *press, width vg.Length) marginLayout {
	l := marginLayout{upper: p.plot(), lower: p.plot()}
	b.fillUpper(p, &l)
	b.fillLower(p, &l)
	if len(b.d.postures) > 1 {
		for i, posture := range b.d.postures {
			style := Style{Color: p.Muted, Shape: Disc, Dash: p.Series[i].Dash}
			l.legend.add(posture, sweptThumb(style, i > 0))
		}
	}
	if b.d.interval != "" {
		l.legend.add(b.d.interval, areaThumb(Style{Color: mix(p.Background, p.Muted, 0.25)}))
	}
	rest := width
	if beside(p, l.legend, width) {
		rest -= l.legend.width(p) + 2*p.LabelSize
	}
	probe := draw.NewCanvas(new(recorder.Canvas), rest, 100*p.LabelSize)
	places := plot.Align([][]*plot.Plot{{l.upper}, {l.lower}}, draw.Tiles{Rows: 2, Cols: 1}, probe)
	data := l.upper.DataCanvas(places[0][0])
	for _, line := range b.d.corruptionReadings() {
		l.readings = append(l.readings, p.wrap(p.NoteSize, line, data.Size().X)...)
	}
	l.under = data.Min.Y - places[0][0].Min.Y
	l.axis = l.lower.DataCanvas(places[1][0]).Min.Y - places[1][0].Min.Y
	b.layFlags(p, &l, data, rest)
	return l
}

// layFlags arranges what stands above the panels: the chosen margin and those in use.
func (b marginBody) layFlags(p *press, l *marginLayout, data draw.Canvas, width vg.Length) {
	var flags []flag
	var beyond, before []string
	low, high, _, _ := b.d.span()
	add := func(x float64, text string, bold bool) {
		style := p.style(p.NoteSize, p.Ink)
		if bold {
			style = p.bold(p.NoteSize, p.Ink)
		}
		switch {
		case x > high:
			beyond = append(beyond, text)
		case x < low:
			before = append(before, text)
		default:
			f := flag{data.X((x - low) / (high - low)), text, style}
			f.text = f.cut(max(f.at, width-f.at) - p.flagGap()) // a name from outside may be of any length
			flags = append(flags, f)
		}
	}
	if x, is, _, _ := b.d.chosen(); is {
		add(x, "chosen "+lasting(*b.d.o.Chosen)+": "+b.d.abortReading(), true)
	}
	for _, m := range b.d.o.Wild {
		add(float64(m.Margin)/1e6, literal(m.Name)+" "+lasting(m.Margin), false)
	}
	placed, rows, out := p.fly(flags, 0, width)
	l.flags = placed
	if beyond != nil {
		l.beyond = p.wrap(p.NoteSize, "→ "+strings.Join(beyond, ", "), width)
	}
	if before != nil {
		l.before = p.wrap(p.NoteSize, "← "+strings.Join(before, ", "), width)
	}
	if len(out) > 0 { // more than can be arranged: named without a pole
		var names []string
		for _, f := range out {
			names = append(names, f.text)
		}
		l.before = append(l.before, p.wrap(p.NoteSize, "no flag: "+strings.Join(names, ", "), width)...)
	}
	lines := rows + len(l.beyond) + len(l.before)
	if lines > 0 {
		l.strip = vg.Length(lines)*p.flagRow() + p.LabelSize/2
	}
}

// fillUpper draws the aborts.
func (b marginBody) fillUpper(p *press, l *marginLayout) {
	pl := l.upper
	pl.Y.Label.Text = b.d.o.AbortLabel
	b.frame(p, pl)
	curves := b.d.aborts()
	l.legend.add(strings.TrimSuffix(b.d.o.AbortLabel, " [%]"), sweptThumb(b.d.style(p, 0, 0, len(curves)), false))
	b.curves(p, pl, curves, func(i int) Style { return b.d.style(p, 0, i, len(curves)) })
	pl.Y.Min = min(0, pl.Y.Min)
	p.scale(&pl.Y, false, true, nil)
	pl.X.Tick.Marker = unlabelled{pl.X.Tick.Marker}
}

// fillLower draws what is corrupted.
func (b marginBody) fillLower(p *press, l *marginLayout) {
	pl := l.lower
	pl.X.Label.Text, pl.Y.Label.Text = b.d.o.XLabel, b.d.o.CorruptionLabel
	b.frame(p, pl)
	var all []swept
	var styles []Style
	for k, column := range b.d.o.Corruption {
		for i, s := range b.d.corruption[k] {
			style := b.d.style(p, corruptionSeries[k], i, len(b.d.postures))
			all, styles = append(all, s), append(styles, style)
		}
		l.legend.add(columnName(column), sweptThumb(b.d.style(p, corruptionSeries[k], 0, len(b.d.postures)), false))
	}
	b.curves(p, pl, all, func(i int) Style { return styles[i] })
	shown, _ := b.d.shown()
	pl.Add(p.logarithmic(&pl.Y, true, shown...)...)
}

// shown returns what the axis of the lower panel makes room for, and all lower limits there.
func (d marginData) shown() (shown, lows []float64) {
	for _, s := range slices.Concat(d.corruption...) {
		values, below := heights(s.points), heights(s.lows)
		shown = slices.Concat(shown, values, finite(heights(s.highs)), lowsOf(below, values))
		lows = append(lows, below...)
	}
	return shown, lows
}

// corruptionSeries are the series of the theme that the columns of the lower panel have, the first one that of unlocked
// writes in every chart.
var corruptionSeries = [mostCorruption]int{1, 3, 2, 4}

// frame draws what lies behind the curves, and sets the horizontal axis.
func (b marginBody) frame(p *press, pl *plot.Plot) {
	pl.Add(gridLines{p: p, ys: true})
	pl.X.Min, pl.X.Max, _, _ = b.d.span()
	pl.X.Min, pl.X.Max = b.ends()
}

func (b marginBody) ends() (low, high float64) {
	low, high, _, _ = b.d.span()
	return low, high
}

// curves draws bands, then their edges, then the chosen margin, then curves and marks, so that none hides another.
func (b marginBody) curves(p *press, pl *plot.Plot, columns []swept, style func(int) Style) {
	for i, s := range columns {
		for _, strip := range s.bands(style(i), p) {
			pl.Add(strip)
		}
	}
	for i, s := range columns {
		for _, strip := range s.bands(style(i), p) {
			pl.Add(bandEdges{strip, p})
		}
	}
	if x, is, _, _ := b.d.chosen(); is {
		pl.Add(rule{x, b.chosenLine(p)})
	}
	for i, s := range columns {
		hollow := len(b.d.postures) > 1 && len(columns) > 1 && s.posture != b.d.postures[0]
		pl.Add(curve{p: p, points: s.points, style: style(i), joined: true, marked: true, hollow: hollow})
	}
	pl.X.Min, pl.X.Max = b.ends() // adding curves widened them to the data, which may begin before 0
}

// style returns the style of a column under a posture: of a series of the theme, with the dash of the posture where there
// are several.
func (d marginData) style(p *press, series, posture, postures int) Style {
	style := p.Series[series]
	if postures > 1 {
		style.Dash = p.Series[posture].Dash
	}
	return style
}

// bands returns the interval of a column, in pieces where limits are missing.
func (s swept) bands(style Style, p *press) []band {
	style.Fill = mix(p.Background, style.Color, 0.16)
	var out []band
	open := false
	for i := range s.lows {
		if s.lows[i].y != s.lows[i].y || s.highs[i].y != s.highs[i].y { // NaN
			open = false
			continue
		}
		if !open {
			out, open = append(out, band{style: style}), true
		}
		last := &out[len(out)-1]
		last.lows, last.highs = append(last.lows, s.lows[i]), append(last.highs, s.highs[i])
	}
	return out
}

func heights(points []xy) []float64 {
	out := make([]float64, len(points))
	for i, q := range points {
		out[i] = q.y
	}
	return out
}

// bandEdges draws the edges of a band, so that two bands can be told apart where they lie over one another.
type bandEdges struct {
	band
	p *press
}

// Plot implements plot.Plotter.
func (e bandEdges) Plot(c draw.Canvas, pl *plot.Plot) {
	style := e.style.line(e.p.Hair)
	style.Dashes = nil
	c.StrokeLines(style, c.ClipLinesXY(project(&c, pl, e.lows), project(&c, pl, e.highs))...)
}

// unlabelled are the marks of an axis without their labels, for a panel that stands above another.
type unlabelled struct{ plot.Ticker }

// Ticks implements plot.Ticker.
func (u unlabelled) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, t := range u.Ticker.Ticks(low, high) {
		if !t.IsMinor() {
			ticks = append(ticks, plot.Tick{Value: t.Value})
		}
	}
	return ticks
}

// sweptThumb is a stretch of a curve with its mark, which is an outline for postures after the first.
func sweptThumb(s Style, hollow bool) func(p *press, c vg.Canvas, r vg.Rectangle) {
	if !hollow {
		return lineThumb(s, true)
	}
	return func(p *press, c vg.Canvas, r vg.Rectangle) {
		lineThumb(s, false)(p, c, r)
		middle := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
		s.Shape.hollow(c, middle, p.Mark, p.Thin, s.Color)
	}
}
