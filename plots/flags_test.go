package plots

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

// misflown says what is wrong with flags: one over another, over an edge, or with a pole through it.
func misflown(p *press, placed []flown, low, high vg.Length) []string {
	var findings []string
	for i, a := range placed {
		if a.low < low || a.high > high {
			findings = append(findings, fmt.Sprintf("%s passes an edge", a.text))
		}
		if w := a.style.Width(a.text); a.high-a.low < w-0.01 {
			findings = append(findings, fmt.Sprintf("%s has less room than it takes", a.text))
		}
		for j, b := range placed {
			if i == j {
				continue
			}
			if a.row == b.row && a.low < b.high && b.low < a.high {
				findings = append(findings, fmt.Sprintf("%s lies over %s", a.text, b.text))
			}
			if b.row > a.row && b.at > a.low && b.at < a.high {
				findings = append(findings, fmt.Sprintf("the pole of %s runs through %s", b.text, a.text))
			}
		}
	}
	return findings
}

// Flags at any places fly so that each can be read.
func TestFlagsFlyClear(t *testing.T) {
	p := &press{Theme: Paper()}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var flags []flag
		n := 1 + random.IntN(8)
		for i := range n {
			flags = append(flags, flag{
				at:    vg.Length(random.IntN(200)),
				text:  fmt.Sprintf("flag %d of some length"[:8+random.IntN(14)], i),
				style: p.style(p.NoteSize, p.Ink),
			})
		}
		placed, rows, out := p.fly(flags, -20, 210)
		if len(placed)+len(out) != n {
			t.Fatalf("%d flags: %d fly and %d are left out", n, len(placed), len(out))
		}
		for _, finding := range misflown(p, placed, -20, 210) {
			t.Fatalf("%d flags: %s", n, finding)
		}
		for _, f := range placed {
			if f.row < 0 || f.row >= rows {
				t.Fatalf("row %d of %d", f.row, rows)
			}
		}
	}
}

func TestFlagsThatHaveNoPlaceAreLeftOut(t *testing.T) {
	p := &press{Theme: Paper()}
	style := p.style(p.NoteSize, p.Ink)
	placed, rows, out := p.fly([]flag{{10, "short", style}, {20, "a text that is far too long for so little room", style}}, 0, 60)
	if len(placed) != 1 || rows != 1 || len(out) != 1 || out[0].at != 20 {
		t.Errorf("got %d that fly in %d rows, %d left out", len(placed), rows, len(out))
	}
	if placed, rows, out := p.fly(nil, 0, 60); placed != nil || rows != 0 || out != nil {
		t.Errorf("no flags: got %v, %d, %v", placed, rows, out)
	}
}

// Two flags on one pole stand one above the other.
func TestFlagsOnOnePole(t *testing.T) {
	p := &press{Theme: Paper()}
	style := p.style(p.NoteSize, p.Ink)
	placed, rows, _ := p.fly([]flag{{10, "one of them", style}, {10, "the other one", style}}, 0, 100)
	if rows != 2 || placed[0].row == placed[1].row {
		t.Errorf("got %d rows, %+v", rows, placed)
	}
}

// The check of flags finds those that are not clear.
func TestMisflownFlagsAreFound(t *testing.T) {
	p := &press{Theme: Paper()}
	style := p.style(p.NoteSize, p.Ink)
	fly := func(at vg.Length, row int) flown {
		f := flag{at, "some words", style}
		return flown{flag: f, row: row, low: at + 2, high: at + 2 + style.Width(f.text)}
	}
	for name, placed := range map[string][]flown{
		"one over another": {fly(0, 0), fly(20, 0)},
		"a pole through":   {fly(0, 0), fly(20, 1)},
		"over an edge":     {fly(190, 0)},
	} {
		if len(misflown(p, placed, 0, 200)) == 0 {
			t.Errorf("%s: got no finding", name)
		}
	}
	if findings := misflown(p, []flown{fly(0, 1), fly(20, 0)}, 0, 200); len(findings) > 0 {
		t.Errorf("clear flags: got %v", findings)
	}
}
