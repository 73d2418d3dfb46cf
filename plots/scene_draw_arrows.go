package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawLines draws the lines along the lanes of processes.
func (d *sceneDrawer) drawLines() {
	line := draw.LineStyle{Color: mix(d.p.Background, d.p.Muted, 0.6), Width: d.p.Thin}
	for i, lane := range d.scene.lanes {
		if lane.line {
			y := d.y(i, onLine)
			d.c.StrokeLine2(line, d.c.Min.X, y, d.end, y)
			d.labels.markLine(vg.Point{X: d.c.Min.X, Y: y}, vg.Point{X: d.end, Y: y})
		}
	}
}

// drawArrows draws the arrows, and returns them for their labels.
func (d *sceneDrawer) drawArrows() *quiver {
	at := arrowPlaces{x: d.x, y: d.y, room: d.labels.room, mark: d.labels.markLine}
	if d.restyle != nil {
		at.look = d.styleOf
	}
	c := d.c
	c.Max.X = d.end
	return drawArrows(d.p, c, d.scene.arrows, at)
}

// markLine notes that a thin line takes up the cells along it.
func (l *labels) markLine(a, b vg.Point) {
	way := b.Sub(a)
	steps := int(max(math.Abs(float64(way.X/l.cell)), math.Abs(float64(way.Y/l.cell)))) + 1
	step := vg.Point{X: way.X / vg.Length(steps), Y: way.Y / vg.Length(steps)}
	for i := range steps + 1 {
		x, y := int((a.X+vg.Length(i)*step.X-l.c.Min.X)/l.cell), int((a.Y+vg.Length(i)*step.Y-l.c.Min.Y)/l.cell)
		if x >= 0 && y >= 0 && x < l.w && y < l.h {
			l.cells[y*l.w+x] |= takenByMark
		}
	}
}

// lostThumb is an arrow that ends in a cross.
func lostThumb(s Style) func(p *press, c vg.Canvas, r vg.Rectangle) {
	return func(p *press, c vg.Canvas, r vg.Rectangle) {
		y, end := (r.Min.Y+r.Max.Y)/2, r.Max.X-p.Mark
		dc := draw.Canvas{Canvas: c, Rectangle: r}
		dc.StrokeLine2(s.line(p.Thin), r.Min.X, y, end, y)
		s.Shape.draw(c, vg.Point{X: end, Y: y}, p.Mark, p.Line, s.Color)
	}
}
