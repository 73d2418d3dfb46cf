package plots

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"fence/fencekit/dist"
)

// blank returns a canvas of a size that is no whole number of pixels, and what writes into its pixels.
func blank() (*vgimg.Canvas, *raster) {
	c := vgimg.NewWith(vgimg.UseWH(101.3, 67.7), vgimg.UseDPI(150), vgimg.UseBackgroundColor(rgb(0xFBE5D6)))
	return c, &raster{c.Image().(*image.RGBA), 150}
}

// farthest returns the largest difference between two pictures in any channel, and in how many pixels it is above one.
func farthest(a, b *image.RGBA) (most, pixels int) {
	for i := range a.Pix {
		d := int(a.Pix[i]) - int(b.Pix[i])
		d = max(d, -d)
		most = max(most, d)
		if d > 1 && i%4 == 0 {
			pixels++
		}
	}
	return most, pixels
}

// someRectangle returns a rectangle with its corner within the picture or, if it may leave that, up to 10 points outside.
func someRectangle(s *dist.Stream, outside bool) vg.Rectangle {
	at := vg.Point{X: vg.Length(s.Float64() * 80), Y: vg.Length(s.Float64() * 50)}
	size := vg.Point{X: vg.Length(min(s.Exponential()*8, 20)), Y: vg.Length(min(s.Exponential()*8, 17))}
	if outside {
		at = at.Scale(1.5).Sub(vg.Point{X: 10, Y: 10})
	}
	if s.Uint64n(4) == 0 {
		size.X = 0.3
	}
	return vg.Rectangle{Min: at, Max: at.Add(size)}
}

func someColour(s *dist.Stream) color.NRGBA {
	return color.NRGBA{R: uint8(s.Uint64()), G: uint8(s.Uint64()), B: uint8(s.Uint64()), A: 0xff}
}

// TestRasterFillsAsTheCanvasDoes compares rectangles, within a pixel and across many, with those that the canvas fills.
func TestRasterFillsAsTheCanvasDoes(t *testing.T) {
	s := dist.NewStream(1, "plots/raster")
	for trial := range 300 {
		slow, _ := blank()
		fast, r := blank()
		for range 4 {
			b, c := someRectangle(&s, false), someColour(&s)
			slow.SetColor(c)
			slow.Fill(b.Path())
			r.rect(b, c)
		}
		// The canvas rounds places to a 64th of a pixel.
		if most, _ := farthest(slow.Image().(*image.RGBA), fast.Image().(*image.RGBA)); most > 10 {
			t.Errorf("trial %d: a channel differs by %d of 255", trial, most)
		}
	}
}

// TestRasterCutsAtTheEdges compares rectangles that leave the picture with those parts of them that do not.
func TestRasterCutsAtTheEdges(t *testing.T) {
	s := dist.NewStream(2, "plots/raster")
	for trial := range 300 {
		whole, r := blank()
		cut, q := blank()
		b, c := someRectangle(&s, true), someColour(&s)
		r.rect(b, c)
		pixel := vg.Inch / vg.Length(r.dpi)
		b.Min = vg.Point{X: max(b.Min.X, 0), Y: max(b.Min.Y, 0)}
		b.Max = vg.Point{X: min(b.Max.X, 211*pixel), Y: min(b.Max.Y, 141*pixel)}
		q.rect(b, c)
		if most, _ := farthest(whole.Image().(*image.RGBA), cut.Image().(*image.RGBA)); most > 1 {
			t.Errorf("trial %d: a channel differs by %d of 255", trial, most)
		}
	}
}

// TestStampIsTheMark compares stamped marks with drawn ones at corners of pixels, where both must agree; at the edges of
// the picture, where the canvas is not exact, a quarter of a mark must be seen.
func TestStampIsTheMark(t *testing.T) {
	for shape := Disc; shape <= TickMark; shape++ {
		slow, _ := blank()
		fast, r := blank()
		const radius, width = 4.2, 1.1
		c := rgb(0x0072B2)
		s := r.sprite(shape, radius, width)
		pixel := vg.Inch / vg.Length(r.dpi)
		for _, at := range [][2]int{{40, 30}, {190, 121}, {120, 100}} {
			p := vg.Point{X: vg.Length(at[0]) * pixel, Y: vg.Length(at[1]) * pixel}
			shape.draw(slow, p, radius, width, c)
			r.stamp(s, p, c)
		}
		if most, pixels := farthest(slow.Image().(*image.RGBA), fast.Image().(*image.RGBA)); most > 10 {
			t.Errorf("shape %d: a channel differs by %d of 255, %d pixels differ", shape, most, pixels)
		}
		empty, _ := blank()
		corner, q := blank()
		for _, at := range []vg.Point{{}, {X: 211 * pixel, Y: 141 * pixel}, {X: -50, Y: -50}} {
			q.stamp(s, at, c)
		}
		if _, pixels := farthest(empty.Image().(*image.RGBA), corner.Image().(*image.RGBA)); pixels == 0 {
			t.Errorf("shape %d: nothing of it is seen at the corners", shape)
		}
	}
}

// TestRasterStrokesAsTheCanvasDoes compares lines of all directions with those that the canvas strokes: where they run,
// and how much ink they take. Ends are cut otherwise, and so are edges within a pixel.
func TestRasterStrokesAsTheCanvasDoes(t *testing.T) {
	s := dist.NewStream(3, "plots/raster")
	for trial := range 200 {
		slow, _ := blank()
		fast, r := blank()
		empty, _ := blank()
		a := vg.Point{X: vg.Length(5 + s.Float64()*80), Y: vg.Length(5 + s.Float64()*50)}
		b := vg.Point{X: vg.Length(5 + s.Float64()*80), Y: vg.Length(5 + s.Float64()*50)}
		if d := b.Sub(a); d.Dot(d) < 100 {
			continue
		}
		width := vg.Length(0.4 + s.Float64())
		slow.SetColor(rgb(0))
		slow.SetLineWidth(width)
		slow.Stroke(segment(nil, a.X, a.Y, b.X, b.Y))
		r.line(a, b, width, rgb(0))
		want, got := ink(empty, slow), ink(empty, fast)
		if got < 0.92*want || got > 1.08*want {
			t.Errorf("trial %d: from %v to %v: ink %v, want %v", trial, a, b, got, want)
		}
		if off := ink(slow, fast); off > 0.2*want {
			t.Errorf("trial %d: from %v to %v: %v of %v lies elsewhere", trial, a, b, off, want)
		}
	}
}

// ink returns how much two pictures differ, in pixels of full red.
func ink(a, b *vgimg.Canvas) (sum float64) {
	x, y := a.Image().(*image.RGBA).Pix, b.Image().(*image.RGBA).Pix
	for i := 0; i < len(x); i += 4 {
		sum += math.Abs(float64(x[i])-float64(y[i])) / 255
	}
	return sum
}

// TestABrokenStampIsNoticed moves a mark by a pixel.
func TestABrokenStampIsNoticed(t *testing.T) {
	slow, r := blank()
	fast, q := blank()
	pixel := vg.Inch / vg.Length(r.dpi)
	s := r.sprite(Disc, 4, 1)
	r.stamp(s, vg.Point{X: 40 * pixel, Y: 40 * pixel}, rgb(0))
	q.stamp(s, vg.Point{X: 41 * pixel, Y: 40 * pixel}, rgb(0))
	if most, _ := farthest(slow.Image().(*image.RGBA), fast.Image().(*image.RGBA)); most < 100 {
		t.Errorf("a mark that is a pixel off differs by %d of 255", most)
	}
}
