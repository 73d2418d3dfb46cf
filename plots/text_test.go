package plots

import (
	"math"
	"testing"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

func TestPiecesRaiseAndLower(t *testing.T) {
	for _, c := range []struct {
		text string
		want []piece
	}{
		{"", nil},
		{"plain", []piece{{"plain", 1, 0}}},
		{"10^{−3}", []piece{{"10", 1, 0}, {"−3", scriptScale, superLift}}},
		{"x_{i}^{2} s", []piece{{"x", 1, 0}, {"i", scriptScale, subLift}, {"2", scriptScale, superLift}, {" s", 1, 0}}},
		{"^{}a", []piece{{"a", 1, 0}}},
		// What is not closed, or has no brace, is text.
		{"a^2_b", []piece{{"a^2_b", 1, 0}}},
		{"a^{2", []piece{{"a^{2", 1, 0}}},
		{"snake_case_{x}", []piece{{"snake_case", 1, 0}, {"x", scriptScale, subLift}}},
		{"^", []piece{{"^", 1, 0}}},
		// Text from elsewhere is shown as it is.
		{literal("C_{1}^{2}\n"), []piece{{"C_{1}^{2} ", 1, 0}}},
	} {
		got := pieces(c.text)
		if len(got) != len(c.want) {
			t.Errorf("pieces(%q): got %v, want %v", c.text, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("pieces(%q)[%d]: got %v, want %v", c.text, i, got[i], c.want[i])
			}
		}
	}
}

func FuzzPieces(f *testing.F) {
	for _, seed := range []string{"10^{-3}", "a_{", "^{}", "_{a}^{b}c", "^^{{}}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range pieces(s) {
			if p.text == "" {
				t.Errorf("pieces(%q) has an empty one", s)
			}
		}
		for _, p := range pieces(literal(s)) {
			if p.scale != 1 || p.lift != 0 {
				t.Errorf("literal(%q) is raised or lowered: %v", s, p)
			}
		}
	})
}

func TestUnmarkedReads(t *testing.T) {
	for text, want := range map[string]string{"10^{−3} s": "10^−3 s", "v_{max}": "v_max", "µs": "µs", "": ""} {
		if got := unmarked(text); got != want {
			t.Errorf("unmarked(%q): got %q, want %q", text, got, want)
		}
	}
}

func TestTypefaceHasTheSignsOfCharts(t *testing.T) {
	p := press{Theme: Paper()}
	for _, bold := range []bool{false, true} {
		style := p.style(10, p.Ink)
		if bold {
			style = p.bold(10, p.Ink)
		}
		face := fonts.Lookup(style.Font, 10)
		var buffer sfnt.Buffer
		for _, sign := range "µ≤≥Δ×−·–—→≈±°²³…αβσλ%∞√" {
			if glyph, err := face.Face.GlyphIndex(&buffer, sign); err != nil || glyph == 0 {
				t.Errorf("%c, bold %v: there is no glyph (%v)", sign, bold, err)
			}
		}
	}
}

// A curve of TrueType is quadratic. The cubic one that is drawn must be the same curve.
func TestOutlinesKeepTheirCurves(t *testing.T) {
	from, control, to := vg.Point{X: 1, Y: 2}, vg.Point{X: 4, Y: 9}, vg.Point{X: 8, Y: 1}
	first, second := toward(from, control, 2./3), toward(to, control, 2./3)
	for i := range 11 {
		s := vg.Length(i) / 10
		r := 1 - s
		quadratic := r*r*from.X + 2*r*s*control.X + s*s*to.X
		cubic := r*r*r*from.X + 3*r*r*s*first.X + 3*r*s*s*second.X + s*s*s*to.X
		if math.Abs(float64(quadratic-cubic)) > 1e-12 {
			t.Errorf("at %v: got %v, want %v", s, cubic, quadratic)
		}
	}
}

// The rectangle of a text is where its glyphs are, turned and shifted as they are.
func TestTextBoxesAreWhereTheInkIs(t *testing.T) {
	var boxes []TextBox
	p := press{Theme: Paper(), typesetter: typesetter{boxes: &boxes}}
	for _, turned := range []float64{0, math.Pi / 2} {
		boxes = nil
		var c recorder.Canvas
		style := p.style(10, p.Ink)
		style.Rotation = turned
		p.Draw(&c, "Hg", style, vg.Point{X: 100, Y: 50})
		if len(boxes) != 1 {
			t.Fatalf("turned %v: got %d boxes, want 1", turned, len(boxes))
		}
		got, across := boxes[0].Size(), p.style(10, p.Ink).Width("Hg")
		if turned != 0 {
			got.X, got.Y = got.Y, got.X
		}
		if !(got.X > 0.8*across && got.X < across && got.Y > 8 && got.Y < 11) {
			t.Errorf("turned %v: ink is %v, want nearly %v wide and about 9.3 high", turned, got, across)
		}
		if near := boxes[0].Min; math.Abs(float64(near.X-100)) > 9 || math.Abs(float64(near.Y-50)) > 3 {
			t.Errorf("turned %v: ink begins at %v, want near (100, 50)", turned, near)
		}
	}
}

func TestWrapKeepsEveryWord(t *testing.T) {
	p := press{Theme: Paper()}
	lines := p.wrap(8, "150 seeds from 1, a lease of 3 s, three clients; averylongwordthatfitsnowhere", 80)
	if len(lines) < 3 {
		t.Errorf("got %q, want three lines or more", lines)
	}
	joined := ""
	for _, line := range lines {
		joined += line + " "
	}
	if want := "150 seeds from 1, a lease of 3 s, three clients; averylongwordthatfit snowhere "; joined != want { // cut where it must be
		t.Errorf("got %q, want %q", joined, want)
	}
}

// Texts are measured with a buffer that is used again; gonum, with a new one for each, finds the same.
func TestWidthsAreThoseOfGonum(t *testing.T) {
	for _, theme := range []Theme{Paper(), Screen(), Dark()} {
		p := &press{Theme: theme}
		for _, style := range []text.Style{p.style(p.LabelSize, p.Ink), p.bold(p.TitleSize, p.Ink)} {
			for _, s := range []string{"", "work destroyed", "AVATAR, Te", "µs ≤ 10−3", "\u2060 \x00"} {
				face := fonts.Lookup(style.Font, style.Font.Size*scriptScale)
				if got, want := (piece{s, scriptScale, 0}).width(style.Font), face.Width(s); got != want {
					t.Errorf("%s: %q is %v wide, want %v", theme.Name, s, got, want)
				}
			}
		}
	}
}
