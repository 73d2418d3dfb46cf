package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// single is a body of one plot and its legend, which stands to the right where the figure is wide and below it
// otherwise.
type single struct {
	// build makes the plot and its legend for a width of the whole.
	build func(p *press, width vg.Length) (*plot.Plot, legend)
	// aspect is the height of the plot, without its legend, as a share of its width.
	aspect float64
	// high returns that height where it does not go by the width.
	high func(p *press) vg.Length
}

// beside says whether a legend stands to the right of a plot: where it leaves the plot three quarters of the width.
func beside(p *press, l legend, width vg.Length) bool {
	return width > 4.5*vg.Inch && l.width(p)+2*p.LabelSize < width/4
}

// lowest is the least height of a plot in sizes of type, so that a narrow one keeps room for its ticks.
const lowest = 15

func (s single) height(p *press, width vg.Length) vg.Length {
	_, l := s.build(p, width)
	if beside(p, l, width) {
		return max(s.plotHeight(p, width-l.width(p)), l.leading(p)*vg.Length(len(l)))
	}
	return max(s.plotHeight(p, width), lowest*p.LabelSize) + l.height(p, width) + p.LabelSize/2
}

func (s single) plotHeight(p *press, width vg.Length) vg.Length {
	if s.high != nil {
		return s.high(p)
	}
	return vg.Length(s.aspect) * width
}

func (s single) draw(p *press, c draw.Canvas) {
	pl, l := s.build(p, c.Size().X)
	rest := withLegend(p, l, c, func(dc draw.Canvas) vg.Length { return pl.DataCanvas(dc).Max.Y })
	p.spaced(pl, rest).Draw(rest)
}

// withLegend draws a legend into its place in a canvas and returns the rest of it. A legend to the right begins where
// top says that the data do, if it is not nil.
func withLegend(p *press, l legend, c draw.Canvas, top func(draw.Canvas) vg.Length) draw.Canvas {
	width := c.Size().X
	switch {
	case len(l) == 0:
		return c
	case beside(p, l, width):
		rest := draw.Crop(c, 0, -(l.width(p) + 2*p.LabelSize), 0, 0)
		place := draw.Crop(c, width-l.width(p), 0, 0, 0)
		if top != nil {
			place.Max.Y = top(rest)
		}
		l.column(p, place)
		return rest
	}
	h := l.height(p, width)
	l.block(p, draw.Crop(c, 0, 0, 0, h-c.Size().Y))
	return draw.Crop(c, 0, 0, h+p.LabelSize/2, 0)
}
