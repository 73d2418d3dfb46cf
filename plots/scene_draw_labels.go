package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// labels knows what of the data area is taken, in a grid of small cells: by marks, or by text. Text stands on neither,
// except within its own bar.
type labels struct {
	p     *press
	c     draw.Canvas
	cell  vg.Length
	w, h  int
	cells []uint8
}

// What a cell is taken by.
const (
	takenByMark uint8 = 1 << iota
	takenByText
)

// mostCells bounds the grid of a very large figure.
const mostCells = 1 << 20

func newLabels(p *press, c draw.Canvas) *labels {
	size := c.Size()
	cell := max(1, vg.Length(math.Sqrt(float64(size.X*size.Y)/mostCells)))
	l := &labels{p: p, c: c, cell: cell, w: int(size.X/cell) + 1, h: int(size.Y/cell) + 1}
	l.cells = make([]uint8, l.w*l.h)
	return l
}

// span returns the cells of a rectangle within the grid.
func (l *labels) span(r vg.Rectangle) (x0, y0, x1, y1 int) {
	down := func(v, from vg.Length) int { return int(math.Floor(float64((v - from) / l.cell))) }
	return max(0, down(r.Min.X, l.c.Min.X)), max(0, down(r.Min.Y, l.c.Min.Y)),
		min(l.w-1, down(r.Max.X, l.c.Min.X)), min(l.h-1, down(r.Max.Y, l.c.Min.Y))
}

func (l *labels) take(r vg.Rectangle, by uint8) {
	x0, y0, x1, y1 := l.span(r)
	for y := y0; y <= y1; y++ {
		row := l.cells[y*l.w : (y+1)*l.w]
		for x := x0; x <= x1; x++ {
			row[x] |= by
		}
	}
}

// mark notes that a mark takes up a rectangle.
func (l *labels) mark(r vg.Rectangle) { l.take(r, takenByMark) }

func (l *labels) markAt(at vg.Point, radius vg.Length) {
	l.mark(vg.Rectangle{Min: vg.Point{X: at.X - radius, Y: at.Y - radius}, Max: vg.Point{X: at.X + radius, Y: at.Y + radius}})
}

// free reports whether nothing of the kinds takes up a part of the rectangle, which lies in the data area.
func (l *labels) free(r vg.Rectangle, of uint8) bool {
	if r.Min.X < l.c.Min.X || r.Max.X > l.c.Max.X || r.Min.Y < l.c.Min.Y || r.Max.Y > l.c.Max.Y {
		return false
	}
	return l.freeOf(r, of)
}

// freeOf is free for a rectangle of which a part may lie beyond the edges.
func (l *labels) freeOf(r vg.Rectangle, of uint8) bool {
	x0, y0, x1, y1 := l.span(r)
	for y := y0; y <= y1; y++ {
		row := l.cells[y*l.w : (y+1)*l.w]
		for x := x0; x <= x1; x++ {
			if row[x]&of != 0 {
				return false
			}
		}
	}
	return true
}

// room reserves a rectangle for a text if nothing is in it and no text is near it in its line, and reports whether it
// did.
func (l *labels) room(r vg.Rectangle) bool {
	line := widened(r, 0.5*l.p.NoteSize) // about the middle, so that a text in another line is not too near
	line.Min.Y, line.Max.Y = r.Min.Y+0.3*(r.Max.Y-r.Min.Y), r.Max.Y-0.3*(r.Max.Y-r.Min.Y)
	if !l.free(r, takenByMark|takenByText) || !l.freeOf(line, takenByText) {
		return false
	}
	l.take(r, takenByText)
	return true
}

// roomClear is room for a text that keeps clear of marks too, and of the axis at the left.
func (l *labels) roomClear(r vg.Rectangle) bool {
	return r.Min.X >= l.c.Min.X+l.pad() && l.freeOf(widened(r, l.pad()), takenByMark) && l.room(r)
}

// pad is what a text keeps clear of at both sides.
func (l *labels) pad() vg.Length { return 0.2 * l.p.NoteSize }

// gap is the distance of a text from what it belongs to: so much that this is not in the cells that it keeps clear.
func (l *labels) gap() vg.Length { return l.pad() + max(0.2*l.p.NoteSize, 1.05*l.cell) }

func widened(r vg.Rectangle, by vg.Length) vg.Rectangle {
	r.Min.X, r.Max.X = r.Min.X-by, r.Max.X+by
	return r
}

// give returns the rectangle of a text that is not written after all.
func (l *labels) give(r vg.Rectangle) {
	x0, y0, x1, y1 := l.span(r)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			l.cells[y*l.w+x] &^= takenByText
		}
	}
}

// box returns the rectangle of a text, written from the middle of its left end.
func (l *labels) box(at vg.Point, width vg.Length) vg.Rectangle {
	size := l.p.NoteSize
	return vg.Rectangle{
		Min: vg.Point{X: at.X, Y: at.Y - (capital/2+0.2)*size},
		Max: vg.Point{X: at.X + width, Y: at.Y + (capital/2+0.1)*size},
	}
}

// labelled is something with a label: a bar, or a glyph.
type labelled struct {
	index int32
	bar   bool
	rank  int
}

// drawLabels writes the labels that fit, those of the highest rank first.
func (d *sceneDrawer) drawLabels() {
	var all []labelled
	for i := range d.scene.bars {
		if b := &d.scene.bars[i]; b.label != "" {
			all = append(all, labelled{int32(i), true, b.rank})
		}
	}
	for i := range d.scene.glyphs {
		if g := &d.scene.glyphs[i]; g.label != "" {
			all = append(all, labelled{int32(i), false, g.rank})
		}
	}
	slices.SortStableFunc(all, func(a, b labelled) int { return b.rank - a.rank })
	for _, a := range all {
		if a.bar {
			d.labelBar(&d.scene.bars[a.index])
		} else {
			if r := d.rows[d.scene.glyphs[a.index].row()]; r != nil {
				d.labelRow(r)
			}
		}
	}
}

// labelBar writes the label of a bar into it, or beside it.
func (d *sceneDrawer) labelBar(b *bar) {
	r, size := d.rectOf(b), d.p.NoteSize
	inside := r.Max.X-r.Min.X > size && r.Max.Y-r.Min.Y >= 0.85*size
	if !inside && !b.labelBeside {
		return
	}
	style := d.p.style(size, d.p.Ink)
	width, middle := style.Width(b.label), (r.Min.Y+r.Max.Y)/2
	if inside && r.Max.X-r.Min.X >= width+0.7*size {
		box := d.labels.box(vg.Point{X: (r.Min.X + r.Max.X - width) / 2, Y: middle}, width)
		if d.labels.free(box, takenByText) {
			d.labels.take(box, takenByText)
			d.writeInside(b, box, middle)
			return
		}
	}
	if b.labelBeside {
		d.writeBeside(b.label, width, middle, r.Min.X, r.Max.X)
	}
}

// writeInside writes a label into its bar: on a plate where the bar is hatched, and dark or light, whichever is seen.
func (d *sceneDrawer) writeInside(b *bar, box vg.Rectangle, middle vg.Length) {
	ground := b.style.Color
	if b.style.Hatch != Plain {
		ground = b.style.Fill
		pad := 0.3 * d.p.NoteSize
		d.fillRects([]vg.Rectangle{{
			Min: vg.Point{X: box.Min.X - pad, Y: max(box.Min.Y, d.y(b.lane, b.low))},
			Max: vg.Point{X: box.Max.X + pad, Y: min(box.Max.Y, d.y(b.lane, b.high))},
		}}, ground)
	}
	style := d.p.style(d.p.NoteSize, d.p.legibleOn(ground))
	d.p.write(d.c, style, vg.Point{X: box.Min.X, Y: middle}, left, b.label)
}

// legibleOn returns the one of ink and background that differs more from a colour.
func (p *press) legibleOn(ground color.NRGBA) color.NRGBA {
	light := func(c color.NRGBA) float64 { return 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B) }
	if math.Abs(light(ground)-light(p.Ink)) >= 1.2*math.Abs(light(ground)-light(p.Background)) {
		return p.Ink
	}
	return p.Background
}

// writeBeside writes a label to the right of something, or else to its left, if there is room.
func (d *sceneDrawer) writeBeside(text string, width, y, low, high vg.Length) {
	gap := d.labels.gap()
	for _, x := range []vg.Length{high + gap, low - gap - width} {
		if box := d.labels.box(vg.Point{X: x, Y: y}, width); d.labels.roomClear(box) {
			d.p.write(d.c, d.p.style(d.p.NoteSize, d.p.Ink), vg.Point{X: x, Y: y}, left, text)
			return
		}
	}
}
