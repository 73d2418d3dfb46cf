package plots_test

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"fence/plots"
)

// paint is a path that a figure fills or strokes, in a colour. Text is left out.
type paint struct {
	filled bool
	color  color.Color
	path   vg.Path
	dash   []vg.Length
}

// low and high are the corners of the rectangle about a path.
func (p paint) bounds() (low, high vg.Point) {
	low, high = p.path[0].Pos, p.path[0].Pos
	for _, c := range p.path {
		if c.Type == vg.CloseComp {
			continue
		}
		low = vg.Point{X: min(low.X, c.Pos.X), Y: min(low.Y, c.Pos.Y)}
		high = vg.Point{X: max(high.X, c.Pos.X), Y: max(high.Y, c.Pos.Y)}
	}
	return low, high
}

// recorded returns what a figure draws: all actions, and the paths besides text, in order.
func recorded(t *testing.T, figure *plots.Figure) ([]recorder.Action, []paint) {
	t.Helper()
	width, height, err := figure.Size()
	if err != nil {
		t.Fatal(err)
	}
	c := new(recorder.Canvas)
	if err := figure.Draw(draw.NewCanvas(c, width, height)); err != nil {
		t.Fatal(err)
	}
	var paints []paint
	now, moved := paint{}, 0
	for _, action := range c.Actions {
		switch a := action.(type) {
		case *recorder.SetColor:
			now.color = a.Color
		case *recorder.SetLineDash:
			now.dash = a.Dashes
		case *recorder.Push:
			moved++
		case *recorder.Pop:
			moved--
		case *recorder.Fill:
			now.filled, now.path = true, a.Path
		case *recorder.Stroke:
			now.filled, now.path = false, a.Path
		}
		switch action.(type) {
		case *recorder.Fill, *recorder.Stroke:
			if moved == 0 && len(now.path) > 0 {
				paints = append(paints, now)
			}
		}
	}
	return c.Actions, paints
}

// filled returns the paths that are filled in a colour.
func filled(paints []paint, c color.Color) (out []paint) {
	for _, p := range paints {
		if p.filled && p.color == c {
			out = append(out, p)
		}
	}
	return out
}

// stroked returns the paths that are stroked in a colour.
func stroked(paints []paint, c color.Color) (out []paint) {
	for _, p := range paints {
		if !p.filled && p.color == c {
			out = append(out, p)
		}
	}
	return out
}

// numbersOnCells returns the colour of the number in each of the first n cells of a heat map, and that of the cell. A
// number follows its cell.
func numbersOnCells(t *testing.T, figure *plots.Figure, n int) (pairs [][2]color.NRGBA) {
	t.Helper()
	actions, _ := recorded(t, figure)
	var now, cell color.NRGBA
	moved, cells := 0, 0
	for _, action := range actions {
		switch a := action.(type) {
		case *recorder.SetColor:
			now = color.NRGBAModel.Convert(a.Color).(color.NRGBA)
		case *recorder.Push:
			moved++
		case *recorder.Pop:
			moved--
		case *recorder.Fill:
			switch {
			case moved == 0:
				cell, cells = now, cells+1
			case cells == len(pairs)+2 && len(pairs) < n: // the first area is the background
				pairs = append(pairs, [2]color.NRGBA{now, cell})
			}
		}
	}
	return pairs
}

// contrastOf is the contrast of WCAG 2.
func contrastOf(a, b color.NRGBA) float64 {
	x, y := relativeLuminance(a), relativeLuminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func relativeLuminance(c color.NRGBA) float64 {
	r, g, b := linearRGB(c)
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// linearRGB returns the linear parts of a colour of sRGB.
func linearRGB(c color.NRGBA) (r, g, b float64) {
	part := func(v uint8) float64 {
		if x := float64(v) / 255; x > 0.04045 {
			return math.Pow((x+0.055)/1.055, 2.4)
		} else {
			return x / 12.92
		}
	}
	return part(c.R), part(c.G), part(c.B)
}
