package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// xy is a point in the units of the axes.
type xy struct{ x, y float64 }

// gridLines draws faint lines at the labelled ticks of an axis, behind the data.
type gridLines struct {
	p      *press
	xs, ys bool // at the ticks of the horizontal axis, of the vertical one
}

// Plot implements plot.Plotter.
func (g gridLines) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	style := draw.LineStyle{Color: g.p.Faint, Width: g.p.Hair}
	if g.xs {
		for _, t := range pl.X.Tick.Marker.Ticks(pl.X.Min, pl.X.Max) {
			if at := x(t.Value); !t.IsMinor() && c.ContainsX(at) {
				c.StrokeLine2(style, at, c.Min.Y, at, c.Max.Y)
			}
		}
	}
	if g.ys {
		for _, t := range pl.Y.Tick.Marker.Ticks(pl.Y.Min, pl.Y.Max) {
			if at := y(t.Value); !t.IsMinor() && c.ContainsY(at) {
				c.StrokeLine2(style, c.Min.X, at, c.Max.X, at)
			}
		}
	}
}

// curve draws points joined by a line, with a mark at each if they are marked.
type curve struct {
	p      *press
	points []xy
	style  Style
	joined bool
	marked bool
	hollow bool // the marks are outlines
}

// DataRange implements plot.DataRanger.
func (l curve) DataRange() (xmin, xmax, ymin, ymax float64) { return rangeOf(l.points) }

func rangeOf(points []xy) (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, q := range points {
		xmin, xmax = min(xmin, q.x), max(xmax, q.x)
		ymin, ymax = min(ymin, q.y), max(ymax, q.y)
	}
	return xmin, xmax, ymin, ymax
}

// Plot implements plot.Plotter.
func (l curve) Plot(c draw.Canvas, pl *plot.Plot) {
	on := project(&c, pl, l.points)
	if l.joined {
		c.StrokeLines(l.style.line(l.p.Line), c.ClipLinesXY(on)...)
	}
	if !l.marked {
		return
	}
	for _, at := range on {
		if !c.Contains(at) {
			continue
		}
		if l.hollow {
			l.style.Shape.hollow(c, at, l.p.Mark, l.p.Thin, l.style.Color)
		} else {
			l.style.Shape.draw(c, at, l.p.Mark, l.p.Thin, l.style.Color)
		}
	}
}

func project(c *draw.Canvas, pl *plot.Plot, points []xy) []vg.Point {
	x, y := pl.Transforms(c)
	on := make([]vg.Point, len(points))
	for i, q := range points {
		on[i] = vg.Point{X: x(q.x), Y: y(q.y)}
	}
	return on
}

// band fills what lies between two curves, as an interval along a curve does.
type band struct {
	lows, highs []xy
	style       Style
}

// DataRange implements plot.DataRanger.
func (b band) DataRange() (xmin, xmax, ymin, ymax float64) {
	return rangeOf(append(append([]xy(nil), b.lows...), b.highs...))
}

// Plot implements plot.Plotter.
func (b band) Plot(c draw.Canvas, pl *plot.Plot) {
	outline := project(&c, pl, b.highs)
	lows := project(&c, pl, b.lows)
	for i := len(lows) - 1; i >= 0; i-- {
		outline = append(outline, lows[i])
	}
	c.FillPolygon(b.style.Fill, c.ClipPolygonXY(outline))
}

// whisker draws an interval as a line with ends, upright. An open one has no end below.
func (p *press) whisker(c vg.Canvas, x, low, high, end vg.Length, open bool, s Style) {
	path := segment(segment(nil, x, low, x, high), x-end, high, x+end, high)
	if !open {
		path = segment(path, x-end, low, x+end, low)
	}
	c.SetColor(s.Color)
	c.SetLineWidth(p.Thin)
	c.SetLineDash(nil, 0)
	c.Stroke(path)
}

// rule draws a line across the data at a place of the horizontal axis.
type rule struct {
	at   float64
	line draw.LineStyle
}

// Plot implements plot.Plotter.
func (r rule) Plot(c draw.Canvas, pl *plot.Plot) {
	x, _ := pl.Transforms(&c)
	if at := x(r.at); c.ContainsX(at) {
		c.StrokeLine2(r.line, at, c.Min.Y, at, c.Max.Y)
	}
}
