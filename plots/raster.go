package plots

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// raster writes what charts have in thousands straight into the pixels of a picture: upright rectangles and equal marks.
// The canvas fills any path, and takes ten times as long over these. Colours must be opaque.
type raster struct {
	m   *image.RGBA
	dpi int
}

// dots returns a length in pixels.
func (r *raster) dots(x vg.Length) float64 { return x.Dots(float64(r.dpi)) }

// rect fills a rectangle. At its edges pixels are covered in part.
func (r *raster) rect(b vg.Rectangle, c color.NRGBA) {
	width, height := r.m.Rect.Dx(), r.m.Rect.Dy()
	left, right := max(0, r.dots(b.Min.X)), min(float64(width), r.dots(b.Max.X))
	top, bottom := max(0, float64(height)-r.dots(b.Max.Y)), min(float64(height), float64(height)-r.dots(b.Min.Y))
	if left >= right || top >= bottom {
		return
	}
	whole := -1 // a row that is covered in full height, to copy from
	for y := int(top); y < int(math.Ceil(bottom)); y++ {
		row := r.m.Pix[y*r.m.Stride:][:4*width]
		share := min(bottom, float64(y+1)) - max(top, float64(y))
		if inner := coverRow(row, left, right, share, c, whole < 0 || share < 1); share == 1 {
			if whole >= 0 {
				copy(inner, r.m.Pix[whole*r.m.Stride:][4*int(math.Ceil(left)):])
			}
			whole = y
		}
	}
}

// coverRow covers a part of a row, and returns the pixels that lie within it entirely, which it leaves alone unless told to
// fill them.
func coverRow(row []byte, left, right, share float64, c color.NRGBA, fill bool) []byte {
	first, last := int(math.Ceil(left)), int(right) // whole pixels are from first to before last
	if first > last {                               // all within one pixel
		cover(row[4*last:], c, share*(right-left))
		return nil
	}
	if edge := float64(first) - left; edge > 0 {
		cover(row[4*(first-1):], c, share*edge)
	}
	if edge := right - float64(last); edge > 0 {
		cover(row[4*last:], c, share*edge)
	}
	inner := row[4*first : 4*last]
	if fill && len(inner) > 0 {
		if share < 1 {
			for i := 0; i < len(inner); i += 4 {
				cover(inner[i:], c, share)
			}
			return inner
		}
		inner[0], inner[1], inner[2], inner[3] = c.R, c.G, c.B, 0xff
		for n := 4; n < len(inner); n *= 2 {
			copy(inner[n:], inner[:n])
		}
	}
	return inner
}

// cover lays a colour over a share of an opaque pixel.
func cover(pixel []byte, c color.NRGBA, share float64) {
	blend(pixel, c, uint32(share*255+0.5))
}

// blend lays a colour over so many 255ths of an opaque pixel.
func blend(pixel []byte, c color.NRGBA, alpha uint32) {
	rest := 255 - alpha
	pixel[0] = uint8((uint32(pixel[0])*rest + uint32(c.R)*alpha + 127) / 255)
	pixel[1] = uint8((uint32(pixel[1])*rest + uint32(c.G)*alpha + 127) / 255)
	pixel[2] = uint8((uint32(pixel[2])*rest + uint32(c.B)*alpha + 127) / 255)
}

// sprite is a mark as shares of pixels, in 255ths, about its middle.
type sprite struct {
	size  int // in pixels, even
	alpha []uint8
}

// sprite draws a mark once, for stamp to repeat.
func (r *raster) sprite(s Shape, radius, width vg.Length) *sprite {
	half := int(math.Ceil(r.dots(1.25*radius+width/2))) + 1
	side := vg.Length(2*half) * vg.Inch / vg.Length(r.dpi)
	c := vgimg.NewWith(vgimg.UseWH(side, side), vgimg.UseDPI(r.dpi), vgimg.UseBackgroundColor(color.Black))
	s.draw(c, vg.Point{X: side / 2, Y: side / 2}, radius, width, color.White)
	m := c.Image()
	out := &sprite{size: 2 * half, alpha: make([]uint8, 4*half*half)}
	for i := range out.alpha {
		grey, _, _, _ := m.At(i%out.size, i/out.size).RGBA()
		out.alpha[i] = uint8(grey >> 8)
	}
	return out
}

// stamp lays a mark at a place, to the next pixel.
func (r *raster) stamp(s *sprite, at vg.Point, c color.NRGBA) {
	width, height := r.m.Rect.Dx(), r.m.Rect.Dy()
	left := int(math.Round(r.dots(at.X))) - s.size/2
	top := int(math.Round(float64(height)-r.dots(at.Y))) - s.size/2
	for y := max(0, -top); y < min(s.size, height-top); y++ {
		row := r.m.Pix[(top+y)*r.m.Stride:]
		for x := max(0, -left); x < min(s.size, width-left); x++ {
			switch alpha := s.alpha[y*s.size+x]; alpha {
			case 0:
			case 255:
				pixel := row[4*(left+x):]
				pixel[0], pixel[1], pixel[2] = c.R, c.G, c.B
			default:
				blend(row[4*(left+x):], c, uint32(alpha))
			}
		}
	}
}

// line strokes a straight line, row by row or column by column, whichever are crossed more steeply.
func (r *raster) line(a, b vg.Point, width vg.Length, c color.NRGBA) {
	height := float64(r.m.Rect.Dy())
	x0, y0, x1, y1 := r.dots(a.X), height-r.dots(a.Y), r.dots(b.X), height-r.dots(b.Y)
	w := r.dots(width)
	if math.Abs(y1-y0) >= math.Abs(x1-x0) {
		r.along(y0, y1, x0, x1, w, r.m.Stride, 4, r.m.Rect.Dy(), r.m.Rect.Dx(), c)
	} else {
		r.along(x0, x1, y0, y1, w, 4, r.m.Stride, r.m.Rect.Dx(), r.m.Rect.Dy(), c)
	}
}

// along strokes a line from the place u0 on the axis that it follows, where it is at v0 on the other, to u1 and v1. Pixels
// are so many bytes apart on the two axes, and so many of them are there.
func (r *raster) along(u0, u1, v0, v1, width float64, stepU, stepV, countU, countV int, c color.NRGBA) {
	if u0 > u1 {
		u0, u1, v0, v1 = u1, u0, v1, v0
	}
	if u0 == u1 {
		return
	}
	slope := (v1 - v0) / (u1 - u0)
	half := width / 2 * math.Sqrt(1+slope*slope)
	for u := max(0, int(u0)); u < min(countU, int(math.Ceil(u1))); u++ {
		from, to := max(u0, float64(u)), min(u1, float64(u+1))
		middle := v0 + ((from+to)/2-u0)*slope
		low, high := max(0, middle-half), min(float64(countV), middle+half)
		for v := int(low); v < int(math.Ceil(high)); v++ {
			share := (min(high, float64(v+1)) - max(low, float64(v))) * (to - from)
			if share > 0 {
				cover(r.m.Pix[u*stepU+v*stepV:], c, share)
			}
		}
	}
}
