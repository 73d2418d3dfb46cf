package plots

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// flag is a label at a place of the horizontal axis. It flies above the data from a pole, in a row of its own where it
// would meet another.
type flag struct {
	at    vg.Length
	text  string
	style text.Style
}

// cut returns the text of a flag in a width, shortened in the middle where it is longer, since what is measured stands at
// its end.
func (f flag) cut(width vg.Length) string {
	tail := ""
	if words := strings.Fields(f.text); len(words) > 2 && strings.Trim(words[len(words)-2], ".0123456789") == "" {
		tail = " " + strings.Join(words[len(words)-2:], " ")
	}
	if head, ok := strings.CutSuffix(f.text, tail); ok && f.style.Width(f.text) > width {
		if room := width - f.style.Width(tail); room > f.style.Width("MMM…") {
			return elided(f.style, head, room) + tail
		}
	}
	return elided(f.style, f.text, width)
}

// flown is where a flag flies.
type flown struct {
	flag
	row       int // 0 is the lowest
	low, high vg.Length
}

// mostFlags is how many flags are arranged at most; for each both sides of its pole are tried.
const mostFlags = 10

// flagGap is the distance of a flag from its pole.
func (p *press) flagGap() vg.Length { return p.NoteSize / 3 }

func (p *press) flagRow() vg.Length { return 1.3 * p.NoteSize }

// fly arranges flags between two edges so that none lies over another and no pole runs through one, in as few rows as it
// can. Those that have no place, the last ones first, are returned as left out.
func (p *press) fly(flags []flag, low, high vg.Length) (placed []flown, rows int, out []flag) {
	n := min(len(flags), mostFlags)
	for ; n > 0; n-- {
		best, fewest := []flown(nil), n+1
		for sides := range 1 << n {
			if tried, rows, ok := p.tryFlags(flags[:n], sides, low, high); ok && rows < fewest {
				best, fewest = tried, rows
			}
		}
		if best != nil {
			return best, fewest, flags[n:]
		}
	}
	return nil, 0, flags
}

// tryFlags arranges flags of which those in the bits of sides fly to the left. A flag that a pole runs through must fly
// higher than that pole's own; ok is false where this goes round in a circle or a flag passes an edge.
func (p *press) tryFlags(flags []flag, sides int, low, high vg.Length) (placed []flown, rows int, ok bool) {
	gap := p.flagGap()
	for i, f := range flags {
		w := f.style.Width(f.text)
		one := flown{flag: f, row: -1, low: f.at + gap, high: f.at + gap + w}
		if sides>>i&1 == 1 {
			one.low, one.high = f.at-gap-w, f.at-gap
		}
		if one.low < low || one.high > high {
			return nil, 0, false
		}
		placed = append(placed, one)
	}
	for range placed {
		i := nextFlag(placed, gap)
		if i < 0 {
			return nil, 0, false
		}
		placed[i].row = freeRow(placed, i, gap)
		rows = max(rows, placed[i].row+1)
	}
	return placed, rows, true
}

// runsThrough says whether the pole of b meets the flag a.
func runsThrough(b, a flown, gap vg.Length) bool { return b.at > a.low-gap/2 && b.at < a.high+gap/2 }

// nextFlag returns the first flag without a row all of whose crossing poles have theirs, or -1.
func nextFlag(placed []flown, gap vg.Length) int {
next:
	for i, a := range placed {
		if a.row >= 0 {
			continue
		}
		for j, b := range placed {
			if j != i && b.row < 0 && runsThrough(b, a, gap) {
				continue next
			}
		}
		return i
	}
	return -1
}

// freeRow returns the lowest row for a flag above those whose poles run through it, where no other flag is in its way.
func freeRow(placed []flown, i int, gap vg.Length) int {
	a, row := placed[i], 0
	for j, b := range placed {
		if j != i && b.row >= row && runsThrough(b, a, gap) {
			row = b.row + 1
		}
	}
	for taken := true; taken; {
		taken = false
		for _, b := range placed {
			if b.row == row && a.low < b.high+2*gap && b.low < a.high+2*gap {
				row, taken = row+1, true
			}
		}
	}
	return row
}

// drawFlags draws flags and their poles above the upper edge of data.
func (p *press) drawFlags(c draw.Canvas, flags []flown, top vg.Length) {
	line := draw.LineStyle{Color: p.Muted, Width: p.Thin}
	for _, f := range flags {
		y := top + (vg.Length(f.row)+0.7)*p.flagRow()
		c.StrokeLine2(line, f.at, top-p.TickSize/2, f.at, y)
	}
	for _, f := range flags {
		p.write(c, f.style, vg.Point{X: f.low, Y: top + (vg.Length(f.row)+0.7)*p.flagRow()}, left, f.text)
	}
}
