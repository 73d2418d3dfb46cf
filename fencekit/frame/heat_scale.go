package frame

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// glyphs are the signs that a heat map is drawn with.
type glyphs struct {
	shades   []string // that of 0, then from little to much
	missing  string
	minus    string // before the shade of a value below 0
	ellipsis string
}

var (
	blocks      = glyphs{[]string{" ", "░", "▒", "▓", "█"}, "·", "-", "…"}
	plainGlyphs = glyphs{[]string{" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"}, "?", "<", "..."}
)

// heatScale gives sizes their shades.
type heatScale struct {
	low    float64   // size at which the scale begins
	bounds []float64 // largest size of each shade from 1 on; the last is the largest size of all
	levels int       // shades besides that of 0
	digits int       // that the ends of the scale are written with

	zero, missing, negative, infinite bool // what there is
}

// scaleOf makes the scale of some values, of which a NaN is missing.
func scaleOf(values []float64, levels int, log bool) heatScale {
	s := heatScale{low: math.Inf(1), levels: levels, digits: 4}
	high := 0.0
	for _, x := range values {
		size := math.Abs(x)
		s.negative = s.negative || x < 0
		switch {
		case math.IsNaN(x):
			s.missing = true
		case size == 0:
			s.zero = true
		case math.IsInf(x, 0):
			s.infinite = true
		default:
			s.low, high = min(s.low, size), max(high, size)
		}
	}
	switch {
	case high == 0:
		return s
	case s.low == high:
		s.bounds = []float64{high}
		return s
	case s.zero && !log:
		s.low = 0
	}
	s.bounds, s.digits = shadeSteps(s.low, high, levels, log)
	return s
}

// shadeSteps cuts the range from low to high into equal parts and returns their upper ends, rounded to as few digits as keep
// them apart, but the last, which is high; and how many digits tell low and high from them.
func shadeSteps(low, high float64, parts int, log bool) (ends []float64, digits int) {
	exact := make([]float64, parts)
	for k := range exact {
		share := float64(k+1) / float64(parts)
		exact[k] = low + (high-low)*share
		if log {
			exact[k] = math.Exp(math.Log(low) + (math.Log(high)-math.Log(low))*share)
		}
	}
	exact[parts-1] = high
	for digits = 2; digits < 17; digits++ {
		out := make([]float64, parts)
		last, rising := low, true
		for k, x := range exact {
			if out[k] = x; k < parts-1 {
				out[k] = significant(x, digits)
			}
			rising = rising && out[k] > last
			last = out[k]
		}
		if rising {
			return out, digits + 2
		}
	}
	return exact, digits
}

// significant rounds to some significant digits.
func significant(x float64, digits int) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x // the largest floats round to infinity
	}
	return out
}

// level is the number of a value's shade: 0 for 0.
func (s *heatScale) level(x float64) int {
	size := math.Abs(x)
	switch {
	case size == 0:
		return 0
	case math.IsInf(size, 0) || len(s.bounds) == 1:
		return s.levels
	}
	for k, b := range s.bounds {
		if size <= b {
			return k + 1
		}
	}
	return s.levels
}

// key says what each shade stands for, an entry each.
func (m *heatmap) key(l *heatLayout) []string {
	s, g := &m.scale, m.glyphs
	shade := func(k int) string { return strings.Repeat(g.shades[k], l.shades) + " " }
	first := "key:"
	if m.Log {
		first = "key, logarithmic:"
	}
	words := []string{first}
	if s.zero {
		words = append(words, "blank "+m.bound(0))
	}
	for k, b := range s.bounds {
		switch text := m.bound(b); {
		case len(s.bounds) == 1:
			words = append(words, shade(s.levels)+text)
		case k == 0 && s.low > 0:
			words = append(words, shade(1)+m.bound(s.low)+" to "+text)
		default:
			words = append(words, shade(k+1)+"to "+text)
		}
	}
	if s.infinite {
		words = append(words, shade(s.levels)+"infinite")
	}
	if s.negative {
		words = append(words, "shades by size, whatever the sign")
		if l.figures == 0 && l.shades == 2 {
			words = append(words, g.minus+" below 0")
		}
	}
	if s.missing {
		words = append(words, g.missing+" missing")
	}
	return words
}

// outward rounds an end of the scale to some digits so that what it bounds stays within: the upper end up, the lower one
// down.
func outward(x float64, digits int, up bool) float64 {
	r := significant(x, digits)
	if up && r >= x || !up && r <= x {
		return r
	}
	step := math.Pow(10, float64(exponent(x)-digits+1))
	if !up {
		step = -step
	}
	return significant(r+step, digits)
}

// bound writes an end of a step in the kind of the values.
func (m *heatmap) bound(x float64) string {
	switch m.value.data.(type) {
	case []time.Duration:
		return time.Duration(x).String()
	case []bool:
		return strconv.FormatBool(x != 0)
	case []float64:
		switch b := m.scale.bounds; {
		case len(b) == 1: // the one value that there is
			return exactFloat(significant(x, m.scale.digits))
		case len(b) > 1 && (x == m.scale.low || x == b[len(b)-1]):
			return exactFloat(outward(x, m.scale.digits, x != m.scale.low))
		}
	}
	return exactFloat(x)
}
