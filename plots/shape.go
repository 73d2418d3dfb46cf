package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Shape is the shape of a point.
type Shape uint8

// The shapes.
const (
	Disc     Shape = iota // a filled circle
	Ring                  // an open circle
	Square                // filled
	Box                   // an open square
	Triangle              // filled, standing on its side
	Diamond               // filled
	Plus
	Times    // a cross
	Caret    // a filled triangle that points down
	TickMark // an upright stroke
)

// corners are the outlines of the shapes that are polygons, for a radius of 1.
var corners = [...][]vg.Point{
	Disc: circle(1, 16), Ring: circle(1, 16),
	Square:   {{X: -0.9, Y: -0.9}, {X: 0.9, Y: -0.9}, {X: 0.9, Y: 0.9}, {X: -0.9, Y: 0.9}},
	Box:      {{X: -0.9, Y: -0.9}, {X: 0.9, Y: -0.9}, {X: 0.9, Y: 0.9}, {X: -0.9, Y: 0.9}},
	Triangle: {{X: -1.15, Y: -0.8}, {X: 1.15, Y: -0.8}, {X: 0, Y: 1.2}},
	Diamond:  {{X: -1.2, Y: 0}, {X: 0, Y: -1.2}, {X: 1.2, Y: 0}, {X: 0, Y: 1.2}},
	Caret:    {{X: -1.1, Y: 1}, {X: 1.1, Y: 1}, {X: 0, Y: -1}},
}

func circle(radius float64, n int) []vg.Point {
	points := make([]vg.Point, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = vg.Point{X: vg.Length(radius * cos), Y: vg.Length(radius * sin)}
	}
	return points
}

// draw draws the shape about a point. Shapes that are not filled are drawn with lines of a width.
func (s Shape) draw(c vg.Canvas, at vg.Point, radius, width vg.Length, col color.Color) {
	c.SetColor(col)
	c.SetLineWidth(width)
	c.SetLineDash(nil, 0)
	if path := s.outline(make(vg.Path, 0, 18), at, radius); s.stroked() {
		c.Stroke(path)
	} else {
		c.Fill(path)
	}
}

// hollow draws the outline of a shape about a point, whether it is filled or not.
func (s Shape) hollow(c vg.Canvas, at vg.Point, radius, width vg.Length, col color.Color) {
	c.SetColor(col)
	c.SetLineWidth(width)
	c.SetLineDash(nil, 0)
	c.Stroke(s.outline(make(vg.Path, 0, 18), at, radius))
}

// stroked reports whether the shape is drawn with lines and not filled.
func (s Shape) stroked() bool {
	return s == Ring || s == Box || s == Plus || s == Times || s == TickMark
}

// outline adds the path of the shape about a point.
func (s Shape) outline(path vg.Path, at vg.Point, radius vg.Length) vg.Path {
	switch s {
	case Plus:
		path = segment(path, at.X-radius*1.1, at.Y, at.X+radius*1.1, at.Y)
		return segment(path, at.X, at.Y-radius*1.1, at.X, at.Y+radius*1.1)
	case Times:
		r := radius * 0.95
		return segment(segment(path, at.X-r, at.Y-r, at.X+r, at.Y+r), at.X-r, at.Y+r, at.X+r, at.Y-r)
	case TickMark:
		return segment(path, at.X, at.Y-radius, at.X, at.Y+radius)
	}
	for i, p := range corners[s] {
		kind := vg.LineComp
		if i == 0 {
			kind = vg.MoveComp
		}
		path = append(path, vg.PathComp{Type: kind, Pos: vg.Point{X: at.X + radius*p.X, Y: at.Y + radius*p.Y}})
	}
	path.Close()
	return path
}

// DrawGlyph implements draw.GlyphDrawer, so that a shape can stand in any plotter of gonum's.
func (s Shape) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	s.draw(c, at, style.Radius, vg.Points(0.8), style.Color)
}
