package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Hatch is a pattern of lines that fills an area.
type Hatch uint8

// The hatchings.
const (
	Plain   Hatch = iota // none: the area is filled with the colour itself
	Slash                // rising lines
	Back                 // falling lines
	Cross                // both
	Level                // level lines
	Upright              // upright lines
	Dots                 // short dashes
)

// fillRect fills a rectangle in a style: plain ones with the style's colour, hatched ones with its light fill and lines
// of its colour.
func fillRect(c vg.Canvas, r vg.Rectangle, s Style, gap, width vg.Length) {
	if r.Max.X <= r.Min.X || r.Max.Y <= r.Min.Y {
		return
	}
	if s.Hatch == Plain {
		c.SetColor(s.Color)
		c.Fill(r.Path())
		return
	}
	c.SetColor(s.Fill)
	c.Fill(r.Path())
	s.Hatch.lines(c, r, gap, width, s.Color)
}

// lines strokes the lines of a hatching within a rectangle. There is no clip path to draw with, so they are cut to it
// by arithmetic. The pattern is anchored on the page, so that it goes on from one rectangle to its neighbour.
func (h Hatch) lines(c vg.Canvas, r vg.Rectangle, gap, width vg.Length, col color.Color) {
	var p vg.Path
	switch h {
	case Slash:
		p = rising(p, r, gap*math.Sqrt2)
	case Back:
		p = falling(p, r, gap*math.Sqrt2)
	case Cross:
		p = falling(rising(p, r, gap*math.Sqrt2), r, gap*math.Sqrt2)
	case Level, Dots:
		for y := firstAbove(r.Min.Y, gap); y < r.Max.Y; y += gap {
			p = segment(p, r.Min.X, y, r.Max.X, y)
		}
	case Upright:
		for x := firstAbove(r.Min.X, gap); x < r.Max.X; x += gap {
			p = segment(p, x, r.Min.Y, x, r.Max.Y)
		}
	}
	if len(p) == 0 {
		return
	}
	c.SetColor(col)
	c.SetLineWidth(width)
	if h == Dots {
		c.SetLineDash([]vg.Length{gap / 2, gap / 2}, 0)
	} else {
		c.SetLineDash(nil, 0)
	}
	c.Stroke(p)
	c.SetLineDash(nil, 0)
}

func segment(p vg.Path, x0, y0, x1, y1 vg.Length) vg.Path {
	p.Move(vg.Point{X: x0, Y: y0})
	p.Line(vg.Point{X: x1, Y: y1})
	return p
}

func firstAbove(x, step vg.Length) vg.Length {
	return vg.Length(math.Floor(float64(x/step))+1) * step
}

// rising adds the lines y = x - k·step within r.
func rising(p vg.Path, r vg.Rectangle, step vg.Length) vg.Path {
	for off := firstAbove(r.Min.X-r.Max.Y, step); off < r.Max.X-r.Min.Y; off += step {
		x0, x1 := max(r.Min.X, r.Min.Y+off), min(r.Max.X, r.Max.Y+off)
		if x1 > x0 {
			p = segment(p, x0, x0-off, x1, x1-off)
		}
	}
	return p
}

// falling adds the lines y = k·step - x within r.
func falling(p vg.Path, r vg.Rectangle, step vg.Length) vg.Path {
	for off := firstAbove(r.Min.X+r.Min.Y, step); off < r.Max.X+r.Max.Y; off += step {
		x0, x1 := max(r.Min.X, off-r.Max.Y), min(r.Max.X, off-r.Min.Y)
		if x1 > x0 {
			p = segment(p, x0, off-x0, x1, off-x1)
		}
	}
	return p
}
