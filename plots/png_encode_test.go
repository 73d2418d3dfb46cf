package plots

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"fence/fencekit/dist"
)

// TestPNGKeepsEveryPixel reads back what was encoded, at every level, opaque and not.
func TestPNGKeepsEveryPixel(t *testing.T) {
	s := dist.NewStream(1, "plots/png")
	for _, opaque := range []bool{true, false} {
		m := image.NewRGBA(image.Rect(0, 0, 37, 23))
		for i := range m.Pix {
			m.Pix[i] = uint8(s.Uint64n(3) * 100)
			if i%4 == 3 {
				m.Pix[i] = 0xff
			}
		}
		if !opaque {
			copy(m.Pix, []byte{0, 0, 0, 0})
		}
		for _, level := range []png.CompressionLevel{png.DefaultCompression, png.NoCompression, png.BestSpeed, png.BestCompression} {
			var b bytes.Buffer
			if err := encodePNG(&b, m, level); err != nil {
				t.Fatal(err)
			}
			got, err := png.Decode(&b)
			if err != nil {
				t.Fatalf("level %d: %v", level, err)
			}
			for y := range 23 {
				for x := range 37 {
					r, g, bl, a := got.At(x, y).RGBA()
					r2, g2, bl2, a2 := m.At(x, y).RGBA()
					if r != r2 || g != g2 || bl != bl2 || a != a2 {
						t.Fatalf("level %d, opaque %v: pixel %d, %d is %v, want %v", level, opaque, x, y, got.At(x, y), m.At(x, y))
					}
				}
			}
		}
	}
}
