package plots

import (
	"fmt"
	"strings"
)

// protocolAlt tells what became of the messages, which spans there are, and whether two processes were in a critical
// section at once. It is "" where there is none of these.
func protocolAlt(s *scene) string {
	text := ""
	if len(s.arrows) > 0 {
		arrive, lost, part := 0, 0, 0
		for _, a := range s.arrows {
			switch {
			case a.lost:
				lost++
			case a.part != wholeArrow:
				part++
			default:
				arrive++
			}
		}
		text += fmt.Sprintf(" Messages: %d arrive, %d lost, %d with one end not known.", arrive, lost, part)
	}
	if spans := spansBegun(s); len(spans) > 0 {
		text += " Spans that begin: " + strings.Join(spans, ", ") + "."
	}
	return text + sectionsAlt(s)
}

// spansBegun counts the bars that begin in the window, and the washes, in the order of the legend.
func spansBegun(s *scene) []string {
	var parts []string
	for _, e := range s.legend {
		if e.as != asBar {
			continue
		}
		n := 0
		for i := range s.bars {
			if b := &s.bars[i]; b.capped[0] && b.from.seq != noEvent && b.style.looks(e.style) {
				n++
			}
		}
		for _, x := range s.washes {
			if x.style.looks(e.style) {
				n++
			}
		}
		parts = append(parts, fmt.Sprintf("%s %d", e.text, n))
	}
	return parts
}

// sectionsAlt says where two processes are in a critical section of one name at once, if there are any.
func sectionsAlt(s *scene) string {
	for _, e := range s.legend {
		if e.text == criticalSection {
			if b := s.overlap(e.style); b != nil {
				return fmt.Sprintf(" At %s two processes are in a critical section at once.", exactly(b.whole.from.at))
			}
			return " No two processes are in a critical section at once."
		}
	}
	return ""
}

// overlap returns the first bar of a style whose span goes on together with one of the same name in another lane, and is
// the later of the two, or nil.
func (s *scene) overlap(style Style) *bar {
	last := map[string]*bar{} // by name, the bar whose span goes on longest
	for i := range s.bars {
		b := &s.bars[i]
		if !b.style.looks(style) {
			continue
		}
		before := last[b.name]
		if before != nil && before.lane != b.lane && b.whole.meets(before.whole) {
			if b.whole.from.before(before.whole.from) {
				return before
			}
			return b
		}
		if before == nil || before.whole.to.before(b.whole.to) {
			last[b.name] = b
		}
	}
	return nil
}

// meets reports whether two stretches have a part in common.
func (s stretch) meets(o stretch) bool { return s.from.before(o.to) && o.from.before(s.to) }
