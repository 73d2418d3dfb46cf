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
var corners = map[Shape][]vg.Point{
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
	switch s {
	case Plus:
		cross(c, at, radius*1.1, 0)
	case Times:
		cross(c, at, 0, radius*0.95)
	case TickMark:
		c.Stroke(vg.Path{
			{Type: vg.MoveComp, Pos: vg.Point{X: at.X, Y: at.Y - radius}},
			{Type: vg.LineComp, Pos: vg.Point{X: at.X, Y: at.Y + radius}},
		})
	default:
		outline := make(vg.Path, 0, 18)
		for i, p := range corners[s] {
			kind := vg.LineComp
			if i == 0 {
				kind = vg.MoveComp
			}
			outline = append(outline, vg.PathComp{Type: kind, Pos: vg.Point{X: at.X + radius*p.X, Y: at.Y + radius*p.Y}})
		}
		outline.Close()
		if s == Ring || s == Box {
			c.Stroke(outline)
		} else {
			c.Fill(outline)
		}
	}
}

// cross strokes two lines of half a length each way: upright ones, or slanting ones.
func cross(c vg.Canvas, at vg.Point, upright, slanting vg.Length) {
	var p vg.Path
	line := func(dx, dy vg.Length) {
		p.Move(vg.Point{X: at.X - dx, Y: at.Y - dy})
		p.Line(vg.Point{X: at.X + dx, Y: at.Y + dy})
	}
	if upright > 0 {
		line(upright, 0)
		line(0, upright)
	} else {
		line(slanting, slanting)
		line(slanting, -slanting)
	}
	c.Stroke(p)
}

// DrawGlyph implements draw.GlyphDrawer, so that a shape can stand in any plotter of gonum's.
func (s Shape) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	s.draw(c, at, style.Radius, vg.Points(0.8), style.Color)
}
