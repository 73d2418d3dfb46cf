package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// laneBox is where a lane lies on the page: its lower edge and its height.
type laneBox struct{ bottom, height vg.Length }

// sceneDrawer draws a scene. Marks of one style are drawn together, so that a canvas is told of a colour once, and those
// that would fall on the same pixels as the one before are left out.
type sceneDrawer struct {
	p     *press
	c     draw.Canvas
	scene *scene
	x     func(place) vg.Length
	lanes []laneBox
	end   vg.Length // nothing is drawn to the right of it
	// restyle changes the style of an event's mark, if it is not nil; has says which events may be asked about.
	restyle func(seq int, s Style) Style
	has     func(seq int) bool

	labels *labels
	rows   map[rowKey]*markRow
	shrunk map[rowKey]float64 // the share of its size that a mark has, by its look
	path   vg.Path            // used again and again
}

// draw draws everything, from the back to the front.
func (d *sceneDrawer) draw() {
	free := d.c
	free.Max.X = d.end
	d.labels = newLabels(d.p, free)
	d.findRows()
	d.drawWashes()
	d.separate()
	d.drawLines()
	d.drawBars()
	d.drawStairs()
	d.drawEnds()
	arrows := d.drawArrows()
	d.drawGlyphs()
	d.drawLabels()
	arrows.labels()
}

// y returns the place of a height within a lane.
func (d *sceneDrawer) y(lane int, share float64) vg.Length {
	return d.lanes[lane].bottom + vg.Length(share)*d.lanes[lane].height
}

// thinnest is the least width of what has a length in time, so that it shows however short it is.
const thinnest = 0.75 * vg.Length(1)

// across returns the horizontal stretch of a span, cut at the edges.
func (d *sceneDrawer) across(from, to place) (low, high vg.Length) {
	low, high = max(d.x(from), d.c.Min.X), min(d.x(to), d.end)
	if high-low < thinnest {
		high = min(low+thinnest, d.end)
		low = min(low, high-thinnest)
	}
	return low, high
}

// drawWashes draws stretches across all lanes, with fine edges so that they show in grey.
func (d *sceneDrawer) drawWashes() {
	reach := d.c.Min.X
	for _, w := range d.scene.washes {
		low, high := d.across(w.from, w.to)
		if d.p.pixel > 0 && high-reach < d.p.pixel/2 && reach > d.c.Min.X {
			continue
		}
		reach = high
		r := vg.Rectangle{Min: vg.Point{X: low, Y: d.c.Min.Y}, Max: vg.Point{X: high, Y: d.c.Max.Y}}
		d.fillRects([]vg.Rectangle{r}, w.style.Color)
		if high-low < 3*d.p.Line {
			continue // edges would be all of it
		}
		edge := draw.LineStyle{Color: mix(w.style.Color, d.p.Ink, 0.35), Width: d.p.Hair,
			Dashes: []vg.Length{2 * d.p.Thin, 3 * d.p.Thin}}
		d.c.StrokeLine2(edge, low, r.Min.Y, low, r.Max.Y)
		d.c.StrokeLine2(edge, high, r.Min.Y, high, r.Max.Y)
	}
}

// styleOf returns the style of an event's mark: the caller may have changed it.
func (d *sceneDrawer) styleOf(seq int, s Style) Style {
	if d.restyle == nil || seq < 0 || !d.has(seq) {
		return s
	}
	return d.restyle(seq, s)
}

// separate draws faint lines between lanes.
func (d *sceneDrawer) separate() {
	line := draw.LineStyle{Color: d.p.Faint, Width: d.p.Hair}
	for i := range d.lanes[:len(d.lanes)-1] {
		d.c.StrokeLine2(line, d.c.Min.X, d.lanes[i].bottom, d.c.Max.X, d.lanes[i].bottom)
	}
}

// styled groups things by how they look, in the order in which the looks first appear. It returns the looks and, for
// each, the indices of the things.
func styled(n int, of func(int) Style) (looks []Style, members [][]int32) {
	last := -1
	for i := range n {
		s := of(i)
		if last < 0 || !looks[last].looks(s) {
			last = -1
			for k := range looks {
				if looks[k].looks(s) {
					last = k
					break
				}
			}
			if last < 0 {
				last = len(looks)
				looks, members = append(looks, s), append(members, nil)
			}
		}
		members[last] = append(members[last], int32(i))
	}
	return looks, members
}

// batch is how many marks are put into one path: enough to spare calls, and so few that the rasteriser's lists of cells
// stay short.
const batch = 8

// drawBars fills the bars, then draws their edges.
func (d *sceneDrawer) drawBars() {
	bars := d.scene.bars
	if d.restyle != nil {
		for i := range bars {
			b := &bars[i]
			style := b.style
			if b.capped[0] {
				style = d.styleOf(b.from.seq, style)
			}
			d.fillBars(style, []int32{int32(i)})
		}
		return
	}
	looks, members := styled(len(bars), func(i int) Style { return bars[i].style })
	for k, style := range looks {
		d.fillBars(style, members[k])
	}
}

// rectOf returns the rectangle of a bar.
func (d *sceneDrawer) rectOf(b *bar) vg.Rectangle {
	low, high := d.across(b.from, b.to)
	return vg.Rectangle{
		Min: vg.Point{X: low, Y: d.y(b.lane, b.low)}, Max: vg.Point{X: high, Y: d.y(b.lane, b.high)},
	}
}

// fillBars fills bars of one style.
func (d *sceneDrawer) fillBars(style Style, which []int32) {
	rects := make([]vg.Rectangle, 0, len(which))
	last := -1
	for _, i := range which {
		b := &d.scene.bars[i]
		r := d.rectOf(b)
		if last >= 0 && d.covered(r, b, rects[len(rects)-1], &d.scene.bars[last]) {
			continue
		}
		rects, last = append(rects, r), int(i)
		d.labels.mark(r)
	}
	fill := style.Fill
	if style.Hatch == Plain {
		fill = style.Color
	}
	d.fillRects(rects, fill)
	if style.Hatch != Plain {
		for _, r := range rects {
			style.Hatch.lines(d.c, r, d.p.Gap, d.p.Hair, style.Color)
		}
	}
}

// covered reports whether a bar would fall on the pixels of the one before it in the same lane.
func (d *sceneDrawer) covered(r vg.Rectangle, b *bar, before vg.Rectangle, last *bar) bool {
	return d.p.pixel > 0 && b.lane == last.lane && b.low == last.low && b.high == last.high &&
		r.Min.X >= before.Min.X && r.Max.X < before.Max.X+d.p.pixel/2
}

// fillRects fills rectangles with a colour.
func (d *sceneDrawer) fillRects(rects []vg.Rectangle, c color.NRGBA) {
	if d.p.raster != nil && c.A == 0xff {
		for _, r := range rects {
			d.p.raster.rect(r, c)
		}
		return
	}
	d.c.SetColor(c)
	for len(rects) > 0 {
		n := min(batch, len(rects))
		p := d.path[:0]
		for _, r := range rects[:n] {
			p = append(p,
				vg.PathComp{Type: vg.MoveComp, Pos: r.Min},
				vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Max.X, Y: r.Min.Y}},
				vg.PathComp{Type: vg.LineComp, Pos: r.Max},
				vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Min.X, Y: r.Max.Y}},
				vg.PathComp{Type: vg.CloseComp})
		}
		d.c.Fill(p)
		d.path, rects = p, rects[n:]
	}
}

// drawEnds draws the edges of bars, and the ticks at their ends.
func (d *sceneDrawer) drawEnds() {
	bars := d.scene.bars
	pen := d.pen()
	for i := range bars {
		b := &bars[i]
		r := d.rectOf(b)
		if r.Max.X-r.Min.X < 5*d.p.Thin && d.restyle == nil {
			continue // edges would cover it
		}
		if b.capped[0] {
			pen.upright(d.x(b.from), r.Min.Y, r.Max.Y, d.p.Thin, d.edgeColour(b.from.seq, b.style))
		}
		if b.capped[1] && b.tick == nil && d.x(b.to) <= d.end {
			pen.upright(d.x(b.to), r.Min.Y, r.Max.Y, d.p.Thin, d.edgeColour(b.to.seq, b.style))
		}
	}
	pen.flush()
	looks, members := styled(len(bars), func(i int) Style {
		if bars[i].tick == nil {
			return Style{}
		}
		return *bars[i].tick
	})
	for k, style := range looks {
		if style.looks(Style{}) {
			continue
		}
		d.ticks(style, members[k])
	}
}

// edgeColour is the colour of an edge: ink, unless the caller changed that of the event.
func (d *sceneDrawer) edgeColour(seq int, s Style) color.NRGBA {
	if d.restyle == nil || seq < 0 {
		return d.p.Ink
	}
	return d.styleOf(seq, s).Color
}

// tickOver is how far a tick at the end of a bar stands out of it, as a share of the lane.
const tickOver = 0.08

// ticks draws the ticks at the ends of bars: a stroke over the height of the lane, with a mark at its top if the style
// has one.
func (d *sceneDrawer) ticks(style Style, which []int32) {
	pen := d.pen()
	before, lane := vg.Length(-1), -1
	for _, i := range which {
		b := &d.scene.bars[i]
		at := d.x(b.to)
		if at < d.c.Min.X || at > d.end || d.p.pixel > 0 && b.lane == lane && at-before < d.p.pixel/2 && at >= before {
			continue
		}
		before, lane = at, b.lane
		s := d.styleOf(b.to.seq, style)
		low, high := d.y(b.lane, b.low-tickOver), d.y(b.lane, b.high+tickOver)
		width := d.p.Line
		if at-max(d.x(b.from), d.c.Min.X) < 4*width {
			width, low = d.p.Hair, d.y(b.lane, b.high) // not to cover a short bar
		}
		pen.upright(at, low, high, width, s.Color)
		d.labels.mark(vg.Rectangle{Min: vg.Point{X: at - width/2, Y: low}, Max: vg.Point{X: at + width/2, Y: high}})
		if s.Shape != TickMark {
			pen.flush()
			d.shape(s, vg.Point{X: at, Y: high + 0.2*d.p.Mark}, 1, lane)
		}
	}
	pen.flush()
}

// pen strokes upright lines, those of one width and colour in one path.
type pen struct {
	d      *sceneDrawer
	width  vg.Length
	colour color.NRGBA
	path   vg.Path
}

func (d *sceneDrawer) pen() *pen { return &pen{d: d} }

func (p *pen) upright(x, low, high, width vg.Length, colour color.NRGBA) {
	if p.d.p.raster != nil && colour.A == 0xff {
		p.d.p.raster.rect(vg.Rectangle{Min: vg.Point{X: x - width/2, Y: low}, Max: vg.Point{X: x + width/2, Y: high}}, colour)
		return
	}
	if width != p.width || colour != p.colour || len(p.path) >= 2*batch {
		p.flush()
	}
	p.width, p.colour = width, colour
	p.path = segment(p.path, x, low, x, high)
}

func (p *pen) flush() {
	if len(p.path) == 0 {
		return
	}
	p.d.c.SetColor(p.colour)
	p.d.c.SetLineWidth(p.width)
	p.d.c.SetLineDash(nil, 0)
	p.d.c.Stroke(p.path)
	p.path = p.path[:0]
}

// shape draws one mark.
func (d *sceneDrawer) shape(s Style, at vg.Point, size float64, lane int) {
	radius := d.radius(size, lane)
	s.Shape.draw(d.c, at, radius, d.p.strokeOf(radius), s.Color)
	d.labels.markAt(at, radius)
}

// radius is that of a mark of a size in a lane: smaller where the lane is lower than suits the theme, and where marks
// crowd.
func (d *sceneDrawer) radius(size float64, lane int) vg.Length {
	natural := d.p.laneUnit() * vg.Length(d.scene.lanes[lane].height)
	return d.p.Mark * vg.Length(size) * max(0.3, min(1, d.lanes[lane].height/natural, d.thinned()))
}

// thinned returns the share to which marks shrink where there are more than three times as many as stand side by side
// in all lanes.
func (d *sceneDrawer) thinned() vg.Length {
	fit := 3 * vg.Length(len(d.lanes)) * d.c.Size().X / (2 * d.p.Mark)
	return max(0.45, fit/vg.Length(1+len(d.scene.glyphs)))
}

// strokeOf is the width of the lines of a mark that is not filled: finer in a small one, which would fill up.
func (p *press) strokeOf(radius vg.Length) vg.Length {
	return min(p.Line, max(p.Hair, 0.4*radius))
}
