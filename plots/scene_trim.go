package plots

import "slices"

// trim drops what the window does not show, and from the legend what then does not occur.
func (s *scene) trim(w *window) {
	s.washes = slices.DeleteFunc(s.washes, func(x wash) bool { return !w.meets(x.from, x.to) })
	s.arrows = slices.DeleteFunc(s.arrows, func(a arrow) bool { return !w.meets(a.from, a.to) && !w.meets(a.to, a.from) })
	s.glyphs = slices.DeleteFunc(s.glyphs, func(g glyph) bool { return !w.sees(g.at) })
	s.bars = slices.DeleteFunc(s.bars, func(b bar) bool { return !w.meets(b.from, b.to) })
	for i := range s.bars {
		b := &s.bars[i]
		b.capped[0] = b.capped[0] && w.sees(b.from)
		b.capped[1] = b.capped[1] && w.sees(b.to)
		if !w.sees(b.to) {
			b.tick = nil
		}
	}
	s.legend = slices.DeleteFunc(s.legend, func(e explained) bool { return !s.occurs(e) })
}

// occurs reports whether the scene has what a line of the legend explains.
func (s *scene) occurs(e explained) bool {
	switch e.as {
	case asLine:
		return slices.ContainsFunc(s.stairs, func(x stair) bool { return x.style.looks(e.style) })
	case asArrow:
		return slices.ContainsFunc(s.arrows, func(x arrow) bool { return x.style.looks(e.style) })
	case asLost:
		return slices.ContainsFunc(s.arrows, func(x arrow) bool { return x.lost })
	case asBar:
		return slices.ContainsFunc(s.bars, func(x bar) bool { return x.style.looks(e.style) }) ||
			slices.ContainsFunc(s.washes, func(x wash) bool { return x.style.looks(e.style) })
	}
	return slices.ContainsFunc(s.glyphs, func(x glyph) bool { return !x.bare && x.style.looks(e.style) }) ||
		slices.ContainsFunc(s.bars, func(x bar) bool { return x.tick != nil && x.tick.looks(e.style) })
}

// looks reports whether two styles have one name and look the same.
func (s Style) looks(o Style) bool {
	return s.Name == o.Name && s.Color == o.Color && s.Fill == o.Fill && s.Shape == o.Shape && s.Hatch == o.Hatch &&
		slices.Equal(s.Dash, o.Dash)
}
