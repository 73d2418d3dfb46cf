package plots

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// laneChart is a scene in a window, in a theme: what Lanes draws.
type laneChart struct {
	p     *press
	l     *Lanes
	w     *window
	scene *scene
	// bottoms are the lower edges of the lanes, from 0 at the bottom up to total.
	bottoms []float64
	total   float64
}

func newLaneChart(p *press, l *Lanes, w *window) *laneChart {
	c := &laneChart{p: p, l: l, w: w}
	o := sceneOptions{p: p, actors: l.Actors, values: l.Values}
	if o.actors == nil {
		for _, a := range l.actors {
			o.actors = append(o.actors, a.Name)
		}
	}
	if l.log.IsLease() {
		c.scene = leaseScene(w, l.actors, o)
	} else {
		c.scene = protocolScene(w.known, o)
	}
	c.scene.trim(w)
	for _, lane := range c.scene.lanes {
		c.total += lane.height
	}
	top := c.total
	for _, lane := range c.scene.lanes {
		top -= lane.height
		c.bottoms = append(c.bottoms, top)
	}
	return c
}

// laneUnit is the height of a plain lane that suits the theme.
func (p *press) laneUnit() vg.Length { return 2.5 * p.NoteSize }

// natural returns the height of the lanes that suits the theme.
func (c *laneChart) natural(p *press) vg.Length { return vg.Length(c.total) * p.laneUnit() }

// around returns the height of the axis below the lanes.
func (c *laneChart) around(p *press) vg.Length {
	return 1.2*p.TickSize + p.TickSize/2 + 1.6*p.LabelSize
}

// plot returns the lanes on axes, and the legend.
func (c *laneChart) plot() (*plot.Plot, legend) {
	pl, l := c.p.plot(), legend{}
	pl.Add(c)
	c.axes(pl)
	for _, e := range c.scene.legend {
		l.add(e.text, e.thumb())
	}
	return pl, l
}

// thumb returns the sample of a line of the legend.
func (e explained) thumb() func(p *press, c vg.Canvas, r vg.Rectangle) {
	switch e.as {
	case asBar:
		return areaThumb(e.style)
	case asLine:
		return lineThumb(e.style, false)
	case asArrow:
		return arrowThumb(e.style)
	case asLost:
		return lostThumb(e.style)
	}
	return markThumb(e.style)
}

// arrowThumb is an arrow to the right.
func arrowThumb(s Style) func(p *press, c vg.Canvas, r vg.Rectangle) {
	return func(p *press, c vg.Canvas, r vg.Rectangle) {
		y, head := (r.Min.Y+r.Max.Y)/2, 1.5*p.Mark
		dc := draw.Canvas{Canvas: c, Rectangle: r}
		dc.StrokeLine2(s.line(p.Thin), r.Min.X, y, r.Max.X-head, y)
		dc.FillPolygon(s.Color, []vg.Point{
			{X: r.Max.X - head, Y: y - 0.6*head}, {X: r.Max.X, Y: y}, {X: r.Max.X - head, Y: y + 0.6*head},
		})
	}
}

// DataRange implements plot.DataRanger.
func (c *laneChart) DataRange() (xmin, xmax, ymin, ymax float64) {
	low, high := c.w.limits()
	return low, high, 0, c.total
}

// GlyphBoxes implements plot.GlyphBoxer: left of the data stand the ticks of lanes, right of them what is not drawn.
func (c *laneChart) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	half := 1.3 * c.p.Mark
	left, right := max(half, c.tickWidth()), half
	if c.w.more > 0 {
		right = max(right, c.moreWidth())
	}
	return []plot.GlyphBox{
		{X: 0, Y: 0.5, Rectangle: vg.Rectangle{Min: vg.Point{X: -left}, Max: vg.Point{X: 0, Y: 1}}},
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Min: vg.Point{X: 0}, Max: vg.Point{X: right, Y: 1}}},
	}
}

// tickWidth is the room for the ticks of lanes and their labels. Digits are of one width, so that of numbers only the
// longest is measured.
func (c *laneChart) tickWidth() vg.Length {
	var widest vg.Length
	digits := 0
	style := c.p.style(c.p.NoteSize, c.p.Muted)
	for _, lane := range c.scene.lanes {
		for _, t := range lane.ticks {
			if strings.Trim(t.label, "0123456789") == "" {
				if len(t.label) <= digits {
					continue
				}
				digits = len(t.label)
			}
			widest = max(widest, style.Width(t.label))
		}
	}
	if widest == 0 {
		return 0
	}
	return widest + c.tickLength() + c.p.NoteSize/2
}

func (c *laneChart) tickLength() vg.Length { return c.p.NoteSize / 3 }

// Plot implements plot.Plotter.
func (c *laneChart) Plot(dc draw.Canvas, pl *plot.Plot) {
	if c.total == 0 {
		return
	}
	x, y := pl.Transforms(&dc)
	d := &sceneDrawer{p: c.p, c: dc, scene: c.scene, end: dc.Max.X,
		x: func(at place) vg.Length { return x(c.w.x(at)) }}
	if c.w.playhead < c.w.to && !c.w.byOrder {
		d.end = min(d.end, x(c.w.playhead.Seconds()))
	}
	for i, lane := range c.scene.lanes {
		low, high := y(c.bottoms[i]), y(c.bottoms[i]+lane.height)
		d.lanes = append(d.lanes, laneBox{low, high - low})
	}
	if c.l.EventStyle != nil {
		d.restyle = func(seq int, s Style) Style { return c.l.EventStyle(c.w.log.Events[seq], s) }
	}
	d.has = c.w.has
	d.draw()
	c.drawLaneTicks(dc, d)
	c.drawMore(dc)
}

// drawLaneTicks draws the edge at the left of the data, and the ticks of lanes with those labels that fit.
func (c *laneChart) drawLaneTicks(dc draw.Canvas, d *sceneDrawer) {
	line := draw.LineStyle{Color: c.p.Muted, Width: c.p.Thin}
	style := c.p.style(c.p.NoteSize, c.p.Muted)
	for i, lane := range c.scene.lanes {
		for _, t := range spread(lane.ticks, 1.1*c.p.NoteSize/d.lanes[i].height) {
			at := d.y(i, t.y)
			dc.StrokeLine2(line, dc.Min.X-c.tickLength(), at, dc.Min.X, at)
			c.p.write(dc, style, vg.Point{X: dc.Min.X - c.tickLength() - c.p.NoteSize/4, Y: at}, right, t.label)
		}
	}
	dc.StrokeLine2(line, dc.Min.X, dc.Min.Y, dc.Min.X, dc.Max.Y)
}

// spread returns the ticks that keep a distance: the highest first, then the lowest, then those between.
func spread(ticks []laneTick, distance vg.Length) []laneTick {
	var kept []laneTick
	try := func(t laneTick) {
		for _, k := range kept {
			if gap := vg.Length(k.y - t.y); gap < distance && -gap < distance {
				return
			}
		}
		kept = append(kept, t)
	}
	if n := len(ticks); n > 0 {
		try(ticks[n-1])
		for _, t := range ticks {
			try(t)
		}
	}
	return kept
}
