package plots

import (
	"math"
	"strings"
	"sync"
	"unicode"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// fonts are the faces of all figures: Liberation, whose widths are those of Arial, so that an SVG on a machine that has
// only that one keeps its layout.
var fonts = font.NewCache(liberation.Collection())

// typesetter is the text handler of figures. Text has ^{…} for a superscript and _{…} for a subscript. It fills the
// outlines of glyphs, so that every format shows the same text and none needs a font; for SVG it writes text.
type typesetter struct {
	asText bool
	// widths collects the width of every text that is written, if it is not nil.
	widths *[]vg.Length
	// boxes collects the ink of every text that is drawn, if it is not nil.
	boxes *[]TextBox
}

var _ text.Handler = typesetter{}

// TextBox is a text in a figure and the rectangle that its ink takes up, in points from the lower left corner.
type TextBox struct {
	Text string
	vg.Rectangle
}

// joiner between a mark of a super- or subscript and its brace makes both plain text. It has no glyph.
const joiner = '\u2060'

// literal returns text from elsewhere, such as the name of an actor, so that it is shown as it is: on one line, and
// with nothing raised or lowered.
func literal(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return joined.Replace(s)
}

var joined = strings.NewReplacer("^{", "^"+string(joiner)+"{", "_{", "_"+string(joiner)+"{")

// Cache implements text.Handler.
func (typesetter) Cache() *font.Cache { return fonts }

// Extents implements text.Handler.
func (typesetter) Extents(f font.Font) font.Extents {
	face := fonts.Lookup(f, f.Size)
	return face.Extents()
}

// Lines implements text.Handler.
func (typesetter) Lines(s string) []string { return strings.Split(strings.TrimRight(s, "\n"), "\n") }

// clean replaces what no format may carry: control characters by blanks, and bytes that are no text by the sign for that.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Box implements text.Handler.
func (typesetter) Box(s string, f font.Font) (width, height, depth vg.Length) {
	face := fonts.Lookup(f, f.Size)
	extents := face.Extents()
	for _, p := range pieces(s) {
		width += p.width(f)
	}
	return width, extents.Ascent, extents.Descent
}

// piece is a stretch of text of one size on one line.
type piece struct {
	text  string
	scale float64 // of the font's size
	lift  float64 // above the baseline, as a share of the font's size
}

// The sizes and places of super- and subscripts.
const (
	scriptScale = 0.7
	superLift   = 0.36
	subLift     = -0.16
)

// pieces cuts a line into what is raised, what is lowered and the rest.
func pieces(s string) []piece {
	var out []piece
	plain := func(s string) {
		if s = strings.ReplaceAll(s, string(joiner), ""); s != "" {
			out = append(out, piece{s, 1, 0})
		}
	}
	for {
		i := strings.IndexAny(s, "^_")
		for i >= 0 && !strings.HasPrefix(s[i+1:], "{") {
			next := strings.IndexAny(s[i+1:], "^_")
			if next < 0 {
				i = -1
			} else {
				i += 1 + next
			}
		}
		end := -1
		if i >= 0 {
			end = strings.IndexByte(s[i:], '}')
		}
		if end < 0 {
			plain(s)
			return out
		}
		plain(s[:i])
		lift := superLift
		if s[i] == '_' {
			lift = subLift
		}
		if script := s[i+2 : i+end]; script != "" {
			out = append(out, piece{script, scriptScale, lift})
		}
		s = s[i+end+1:]
	}
}

// unmarked returns a text as plain text has it: x^2 for x^{2}, and v_max for v_{max}.
func unmarked(s string) string {
	var b strings.Builder
	for _, p := range pieces(s) {
		switch {
		case p.lift > 0:
			b.WriteByte('^')
		case p.lift < 0:
			b.WriteByte('_')
		}
		b.WriteString(p.text)
	}
	return b.String()
}

func (p piece) font(f font.Font) font.Font {
	f.Size *= vg.Length(p.scale)
	return f
}

// buffers keep what reading a font needs: it is large, and a figure measures its texts hundreds of times.
var buffers = sync.Pool{New: func() any { return new(sfnt.Buffer) }}

// width returns what gonum's Face.Width does, without a new buffer for each text.
func (p piece) width(f font.Font) vg.Length {
	face := fonts.Lookup(f, f.Size*vg.Length(p.scale))
	buffer := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(buffer)
	var (
		em     = fixed.Int26_6(face.Face.UnitsPerEm())
		scale  = face.Font.Size / vg.Points(float64(em))
		before sfnt.GlyphIndex
		width  fixed.Int26_6
	)
	for i, r := range p.text {
		glyph, err := face.Face.GlyphIndex(buffer, r)
		if err != nil {
			continue
		}
		if i > 0 {
			if kern, err := face.Face.Kern(buffer, before, glyph, em, xfont.HintingNone); err == nil {
				width += kern
			}
		}
		if advance, err := face.Face.GlyphAdvance(buffer, glyph, em, xfont.HintingNone); err == nil {
			width += advance
		}
		before = glyph
	}
	return vg.Points(float64(width)) * scale
}

// Draw implements text.Handler.
func (h typesetter) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	if strings.TrimSpace(txt) == "" {
		return
	}
	c.SetColor(sty.Color)
	c.Push()
	c.Translate(pt)
	if sty.Rotation != 0 {
		c.Rotate(sty.Rotation)
	}
	ink := newInk()
	lines, leading := h.Lines(txt), h.Extents(sty.Font).Height
	for i, line := range lines {
		width, _, _ := h.Box(line, sty.Font)
		at := vg.Point{ // on the baseline; Style.Rectangle, and with it gonum's axes, count from there too
			X: vg.Length(sty.XAlign) * width,
			Y: vg.Length(sty.YAlign)*sty.Height(txt) + vg.Length(len(lines)-1-i)*leading,
		}
		h.line(c, line, sty.Font, at, ink)
	}
	c.Pop()
	if h.boxes != nil && !ink.empty() {
		*h.boxes = append(*h.boxes, TextBox{txt, ink.on(pt, sty.Rotation)})
	}
}

// line draws one line from a point on its baseline, and adds its ink.
func (h typesetter) line(c vg.Canvas, line string, f font.Font, at vg.Point, ink *inkBox) {
	for _, p := range pieces(line) {
		low := vg.Point{X: at.X, Y: at.Y + vg.Length(p.lift)*f.Size}
		letters := outlines(p.text, p.font(f), low, ink)
		if h.asText {
			if h.widths != nil {
				*h.widths = append(*h.widths, p.width(f))
			}
			c.FillString(fonts.Lookup(p.font(f), p.font(f).Size), low, clean(p.text))
		} else {
			fill(c, letters)
		}
		at.X += p.width(f)
	}
}

// letter is the outline of a letter about its origin, and where that is.
type letter struct {
	at   vg.Point
	path vg.Path
}

// fill fills letters. Each is drawn about its own origin, so that in formats that are compressed a letter that comes
// again costs next to nothing.
func fill(c vg.Canvas, letters []letter) {
	for _, l := range letters {
		c.Push()
		c.Translate(l.at)
		c.Fill(l.path)
		c.Pop()
	}
}

// outlines returns the outlines of a text from a point on its baseline, and adds them to ink.
func outlines(s string, f font.Font, at vg.Point, ink *inkBox) []letter {
	var (
		letters []letter
		buffer  = buffers.Get().(*sfnt.Buffer)
		face    = fonts.Lookup(f, f.Size)
		em      = fixed.Int26_6(face.Face.UnitsPerEm())
		scale   = float64(f.Size) / float64(em)
		before  sfnt.GlyphIndex
		x       = at.X
	)
	defer buffers.Put(buffer)
	for i, r := range s {
		glyph, err := face.Face.GlyphIndex(buffer, r)
		if err != nil {
			continue
		}
		if i > 0 {
			if kern, err := face.Face.Kern(buffer, before, glyph, em, xfont.HintingNone); err == nil {
				x += vg.Length(float64(kern) * scale)
			}
		}
		if segments, err := face.Face.LoadGlyph(buffer, glyph, em, nil); err == nil && len(segments) > 0 {
			origin := vg.Point{X: x, Y: at.Y}
			letters = append(letters, letter{origin, contour(segments, origin, scale, ink)})
		}
		if advance, err := face.Face.GlyphAdvance(buffer, glyph, em, xfont.HintingNone); err == nil {
			x += vg.Length(float64(advance) * scale)
		}
		before = glyph
	}
	return letters
}

// hundredth rounds a length to a hundredth of a point, a quarter of what a printer at 1800 dots an inch can show.
func hundredth(x float64) vg.Length { return vg.Length(math.Round(100*x) / 100) }

// contour returns the outline of one glyph about its origin, and adds it to ink. TrueType has quadratic curves, which not
// every back-end draws right; they become the cubic ones that are equal to them.
func contour(segments sfnt.Segments, at vg.Point, scale float64, ink *inkBox) vg.Path {
	on := func(p fixed.Point26_6) vg.Point {
		q := vg.Point{X: hundredth(float64(p.X) * scale), Y: hundredth(-float64(p.Y) * scale)}
		ink.add(vg.Point{X: at.X + q.X, Y: at.Y + q.Y})
		return q
	}
	path := make(vg.Path, 0, len(segments)+2)
	var pen vg.Point
	open := false
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if open {
				path.Close()
			}
			pen, open = on(s.Args[0]), true
			path.Move(pen)
		case sfnt.SegmentOpLineTo:
			pen = on(s.Args[0])
			path.Line(pen)
		case sfnt.SegmentOpQuadTo:
			control, end := on(s.Args[0]), on(s.Args[1])
			path.CubeTo(toward(pen, control, 2./3), toward(end, control, 2./3), end)
			pen = end
		case sfnt.SegmentOpCubeTo:
			first, second, end := on(s.Args[0]), on(s.Args[1]), on(s.Args[2])
			path.CubeTo(first, second, end)
			pen = end
		}
	}
	if open {
		path.Close()
	}
	return path
}

func toward(a, b vg.Point, share vg.Length) vg.Point {
	return vg.Point{X: a.X + share*(b.X-a.X), Y: a.Y + share*(b.Y-a.Y)}
}

// inkBox is the smallest rectangle about the points added to it.
type inkBox struct{ vg.Rectangle }

func newInk() *inkBox {
	far := vg.Length(math.Inf(1))
	return &inkBox{vg.Rectangle{Min: vg.Point{X: far, Y: far}, Max: vg.Point{X: -far, Y: -far}}}
}

func (b *inkBox) add(p vg.Point) {
	b.Min = vg.Point{X: min(b.Min.X, p.X), Y: min(b.Min.Y, p.Y)}
	b.Max = vg.Point{X: max(b.Max.X, p.X), Y: max(b.Max.Y, p.Y)}
}

func (b *inkBox) empty() bool { return b.Max.X < b.Min.X }

// on returns the rectangle about the box turned about the origin and moved to pt.
func (b *inkBox) on(pt vg.Point, rotation float64) vg.Rectangle {
	sin, cos := math.Sincos(rotation)
	turned := newInk()
	for _, p := range []vg.Point{b.Min, {X: b.Max.X, Y: b.Min.Y}, b.Max, {X: b.Min.X, Y: b.Max.Y}} {
		turned.add(vg.Point{
			X: pt.X + p.X*vg.Length(cos) - p.Y*vg.Length(sin),
			Y: pt.Y + p.Y*vg.Length(cos) + p.X*vg.Length(sin),
		})
	}
	return turned.Rectangle
}
