package plots

import (
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
	path   vg.Path // used again and again
}

// draw draws everything, from the back to the front.
func (d *sceneDrawer) draw() {
	d.labels = newLabels(d.p, d.c)
	d.drawWashes()
	d.separate()
	d.drawBars()
	d.drawStairs()
	d.drawEnds()
	d.drawGlyphs()
	d.drawLabels()
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
		style := d.styleOf(w.from.seq, w.style)
		fillRect(d.c, r, style, d.p.Gap, d.p.Hair)
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
const batch = 32

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
	d.c.SetColor(fill)
	for len(rects) > 0 {
		n := min(batch, len(rects))
		d.fillRects(rects[:n])
		if style.Hatch != Plain {
			style.Hatch.lines2(d, rects[:n], style)
			d.c.SetColor(fill)
		}
		rects = rects[n:]
	}
}

// covered reports whether a bar would fall on the pixels of the one before it in the same lane.
func (d *sceneDrawer) covered(r vg.Rectangle, b *bar, before vg.Rectangle, last *bar) bool {
	return d.p.pixel > 0 && b.lane == last.lane && b.low == last.low && b.high == last.high &&
		r.Min.X >= before.Min.X && r.Max.X < before.Max.X+d.p.pixel/2
}

func (d *sceneDrawer) fillRects(rects []vg.Rectangle) {
	p := d.path[:0]
	for _, r := range rects {
		p = append(p,
			vg.PathComp{Type: vg.MoveComp, Pos: r.Min},
			vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Max.X, Y: r.Min.Y}},
			vg.PathComp{Type: vg.LineComp, Pos: r.Max},
			vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: r.Min.X, Y: r.Max.Y}},
			vg.PathComp{Type: vg.CloseComp})
	}
	d.path = p
	d.c.Fill(p)
}

// lines2 strokes the hatching of several rectangles in one path.
func (h Hatch) lines2(d *sceneDrawer, rects []vg.Rectangle, s Style) {
	for _, r := range rects {
		h.lines(d.c, r, d.p.Gap, d.p.Hair, s.Color)
	}
}

// drawEnds draws the edges of bars, and the ticks at their ends.
func (d *sceneDrawer) drawEnds() {
	bars := d.scene.bars
	for i := range bars {
		b := &bars[i]
		r := d.rectOf(b)
		wide := r.Max.X-r.Min.X > 5*d.p.Thin
		if b.capped[0] && (wide || d.restyle != nil) {
			d.edge(r.Min.X, r.Min.Y, r.Max.Y, d.edgeStyle(b.from.seq, b.style))
		}
		if b.capped[1] && b.tick == nil && (wide || d.restyle != nil) && d.x(b.to) <= d.end {
			d.edge(r.Max.X, r.Min.Y, r.Max.Y, d.edgeStyle(b.to.seq, b.style))
		}
	}
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

// edgeStyle is the style of an edge: ink, unless the caller changed that of the event.
func (d *sceneDrawer) edgeStyle(seq int, s Style) Style {
	if d.restyle == nil || seq < 0 {
		s.Color = d.p.Ink
		return s
	}
	return d.styleOf(seq, s)
}

func (d *sceneDrawer) edge(x, low, high vg.Length, s Style) {
	d.c.StrokeLine2(draw.LineStyle{Color: s.Color, Width: d.p.Thin}, x, low, x, high)
}

// ticks draws the ticks at the ends of bars: a stroke over the height of the lane, with a mark at its top if the style
// has one.
func (d *sceneDrawer) ticks(style Style, which []int32) {
	before := vg.Length(-1)
	lane := -1
	for _, i := range which {
		b := &d.scene.bars[i]
		at := d.x(b.to)
		if at < d.c.Min.X || at > d.end || d.p.pixel > 0 && b.lane == lane && at-before < d.p.pixel/2 && at >= before {
			continue
		}
		before, lane = at, b.lane
		s := d.styleOf(b.to.seq, style)
		low, high := d.y(b.lane, 0.02), d.y(b.lane, 0.76)
		width := min(d.p.Line, max(d.p.Hair, (at-max(d.x(b.from), d.c.Min.X))/3)) // not to cover a short bar
		d.c.StrokeLine2(draw.LineStyle{Color: s.Color, Width: width}, at, low, at, high)
		d.labels.mark(vg.Rectangle{Min: vg.Point{X: at - d.p.Line/2, Y: low}, Max: vg.Point{X: at + d.p.Line/2, Y: high}})
		if s.Shape != TickMark {
			d.shape(s, vg.Point{X: at, Y: high + 0.2*d.p.Mark}, 1)
		}
	}
}

// shape draws one mark.
func (d *sceneDrawer) shape(s Style, at vg.Point, size float64) {
	radius := d.p.Mark * vg.Length(size)
	s.Shape.draw(d.c, at, radius, d.p.strokeOf(size), s.Color)
	d.labels.markAt(at, radius)
}

// strokeOf is the width of the lines of marks that are not filled.
func (p *press) strokeOf(size float64) vg.Length {
	if size < 1 {
		return p.Thin
	}
	return p.Line
}
