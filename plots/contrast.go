package plots

import (
	"image/color"
	"math"
)

// legible returns the colour in which text can be read on another: that of ink or of the background, and black or white
// where neither has the contrast of 4.5 to 1 that WCAG 2 asks for.
func (p *press) legible(on color.NRGBA) color.NRGBA {
	best := p.Ink
	for _, c := range []color.NRGBA{p.Background, black, rgb(0xFFFFFF)} {
		if contrast(best, on) >= 4.5 {
			break
		}
		if contrast(c, on) > contrast(best, on) {
			best = c
		}
	}
	return best
}

// contrast is the contrast of two colours as WCAG 2 defines it, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of a colour of sRGB, from 0 to 1.
func luminance(c color.NRGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
