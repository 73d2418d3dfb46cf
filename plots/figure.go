package plots

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// Figure is a chart that can be shown, saved, and put into a grid with others. Its fields may be changed at any time
// before; nothing is drawn until then. A figure is drawn from data that were validated when it was made.
type Figure struct {
	// Title stands above the figure, Caption below it where the theme says so. Neither need be set.
	Title, Caption string
	// Alt says in words what is to be seen, for people who do not see it. It is plain text: nothing in it is raised or
	// lowered.
	Alt string
	// Theme is how the figure looks. Default Paper.
	Theme Theme
	// Width and Height are the size of the figure; 0 means the theme's width, and the height that suits the content.
	Width, Height vg.Length
	// DPI is the resolution of PNG in pixels an inch; 0 means 300.
	DPI int
	// Origin says what the figure was made from and how to make it again. All formats carry it.
	Origin Origin

	body body
}

// Origin says what a figure was made from.
type Origin struct {
	Program string // name and version of the program
	Command string // the command that makes it again
	Seed    string // the first seed
	Params  string // the full parameters, as JSON
}

// body is what a figure shows.
type body interface {
	// height returns the height that suits the content at a width.
	height(p *press, width vg.Length) vg.Length
	// draw fills a canvas.
	draw(p *press, c draw.Canvas)
}

// newFigure returns a figure in the theme of paper.
func newFigure(b body) *Figure { return &Figure{Theme: Paper(), body: b} }

// The sizes that a figure may have.
const (
	largest = 100 * vg.Inch
	// narrowest is the least width, in sizes of the type of labels.
	narrowest = 22
	// mostPixels is the most that a PNG may have: 400 million bytes.
	mostPixels = 100_000_000
)

// resolution is the default of PNG, in pixels an inch: what journals ask for.
const resolution = 300

// Size returns the width and height with which the figure is drawn. A width or a height in which texts would lie over one
// another is an error.
func (f *Figure) Size() (w, h vg.Length, err error) {
	if f.body == nil {
		return 0, 0, errors.New("plots: figure: there is nothing to draw; make one with a chart's Figure")
	}
	p := f.press()
	w, h = f.Width, f.Height
	if w == 0 {
		w = p.Width
	}
	if narrowest := narrowest * p.LabelSize; !(w >= narrowest && w <= largest) {
		return 0, 0, fmt.Errorf("plots: figure: width = %.4g in: must be within [%.3g, 100]",
			float64(w/vg.Inch), upwards(narrowest))
	}
	natural := min(f.body.height(p, w-2*p.margin())+f.around(p, w), largest)
	switch {
	case h == 0:
		h = natural
	case !(h >= lowestShare(f.body)*natural && h <= largest), h < natural && f.crowded(w, h):
		return 0, 0, fmt.Errorf("plots: figure: height = %.4g in: must leave room for what is in it, and not be above 100; "+
			"%.3g would do at a width of %.3g in", float64(h/vg.Inch), upwards(natural), float64(w/vg.Inch))
	}
	return w, h, nil
}

// lowestShare is the least height, as a share of the one that suits a figure. Lanes may be thin, if their names have room.
func lowestShare(b body) vg.Length {
	if s, ok := b.(single); ok && s.high != nil {
		return 0.25
	}
	return 0.5
}

// crowded says whether in a size a text of the figure would lie over another or leave it.
func (f *Figure) crowded(w, h vg.Length) bool {
	boxes := f.texts(w, h)
	for i, a := range boxes {
		if a.Min.X < 0 || a.Min.Y < 0 || a.Max.X > w || a.Max.Y > h {
			return true
		}
		for _, b := range boxes[:i] {
			if a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y {
				return true
			}
		}
	}
	return false
}

// upwards returns a length in inches, rounded up to a tenth, so that what is asked for in words will do.
func upwards(x vg.Length) float64 { return math.Ceil(float64(x/vg.Inch)*10-1e-9) / 10 }

func (f *Figure) press() *press {
	p := &press{Theme: f.Theme}
	if p.Ramp == nil {
		p.Theme = Paper()
	}
	return p
}

// margin is what is left free around everything.
func (p *press) margin() vg.Length { return p.LabelSize / 2 }

// around returns the height of margins, title and caption.
func (f *Figure) around(p *press, w vg.Length) vg.Length {
	h := 2 * p.margin()
	if f.Title != "" {
		h += vg.Length(len(p.wrap(p.TitleSize, f.Title, w-2*p.margin()))) * 1.4 * p.TitleSize
	}
	if lines := f.captionLines(p, w); len(lines) > 0 {
		h += p.NoteSize/2 + vg.Length(len(lines))*1.3*p.NoteSize
	}
	return h
}

func (f *Figure) captionLines(p *press, w vg.Length) []string {
	if !p.Captioned || f.Caption == "" {
		return nil
	}
	return p.wrap(p.NoteSize, f.Caption, w-2*p.margin())
}

// wrap breaks a text into lines of a width, at blanks, and at the slashes of an address that is wider itself.
func (p *press) wrap(size vg.Length, txt string, width vg.Length) []string {
	var lines []string
	style := p.bold(size, p.Ink) // the wider of the two
	line := ""
	for _, word := range strings.Fields(txt) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && style.Width(longer) > width {
			lines, longer = append(lines, line), word
		}
		for head := fitting(style, longer, width); head < len(longer); head = fitting(style, longer, width) {
			lines, longer = append(lines, longer[:head]), longer[head:]
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fitting returns how many bytes of a line of one word are set on one line: all, if they fit in a width, or else those up
// to the last slash that does, or as many letters as fit, and one at least.
func fitting(style text.Style, word string, width vg.Length) int {
	end := len(word)
	for style.Width(word[:end]) > width {
		slash := strings.LastIndexByte(word[:end-1], '/')
		if slash < 0 {
			break
		}
		end = slash + 1
	}
	for style.Width(word[:end]) > width {
		_, size := utf8.DecodeLastRuneInString(word[:end])
		if end == size {
			break
		}
		end -= size
	}
	return end
}

// draw draws the figure, whatever the canvas.
func (f *Figure) draw(p *press, c draw.Canvas) {
	if p.pixel == 0 { // a picture has its background
		c.SetColor(p.Background)
		c.Fill(c.Rectangle.Path())
	}
	width := c.Size().X
	lines := f.captionLines(p, width)
	captionHeight := vg.Length(len(lines)) * 1.3 * p.NoteSize
	m := p.margin()
	inner := draw.Crop(c, m, -m, m, -m)
	if f.Title != "" {
		for _, line := range p.wrap(p.TitleSize, f.Title, inner.Size().X) {
			p.write(c, p.bold(p.TitleSize, p.Ink), vg.Point{X: inner.Min.X, Y: inner.Max.Y - 0.5*p.TitleSize}, left, line)
			inner.Max.Y -= 1.4 * p.TitleSize
		}
	}
	for i, line := range lines {
		y := inner.Min.Y + captionHeight - (vg.Length(i)+0.65)*1.3*p.NoteSize
		p.write(c, p.style(p.NoteSize, p.Muted), vg.Point{X: inner.Min.X, Y: y}, left, line)
	}
	if len(lines) > 0 {
		inner.Min.Y += captionHeight + p.NoteSize/2
	}
	f.body.draw(p, inner)
}

// Draw draws the figure into a canvas of gonum's, within its rectangle. Text is drawn as outlines.
func (f *Figure) Draw(c draw.Canvas) error {
	if _, _, err := f.Size(); err != nil {
		return err
	}
	f.draw(f.press(), c)
	return nil
}

// Texts returns every text in the figure, in the order in which they are drawn, with the rectangle that its ink takes
// up, in points from the lower left corner. It is for checking that none lies over another.
func (f *Figure) Texts() ([]TextBox, error) {
	w, h, err := f.Size()
	if err != nil {
		return nil, err
	}
	return f.texts(w, h), nil
}

// texts returns every text in the figure at a size.
func (f *Figure) texts(w, h vg.Length) []TextBox {
	var boxes []TextBox
	p := f.press()
	p.boxes = &boxes
	f.draw(p, draw.NewCanvas(new(recorder.Canvas), w, h))
	return boxes
}

// Text returns the title, the caption and the alternative text, a paragraph each: what stands beside a figure.
func (f *Figure) Text() string {
	var parts []string
	for _, part := range []string{unmarked(f.Title), unmarked(f.Caption), f.Alt} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if f.Origin.Command != "" {
		parts = append(parts, "Made by: "+f.Origin.Command)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// Words returns the title, the caption and the alternative text as plain text has them, for a page about the figure.
func (f *Figure) Words() (title, caption, alt string) {
	return unmarked(f.Title), unmarked(f.Caption), f.Alt
}

// String returns what Text does.
func (f *Figure) String() string { return f.Text() }

// Formats returns the names of the formats of a figure, which are the endings of their files too.
func Formats() []string { return []string{"png", "svg", "pdf", "eps"} }

// Bytes returns the figure in one of the Formats, or, as txt, what Text returns. The same figure has the same bytes
// every time. A format that is not there is an error that lists those that are.
func (f *Figure) Bytes(format string) ([]byte, error) {
	var b bytes.Buffer
	err := f.write(&b, strings.ToLower(format))
	return b.Bytes(), err
}

func (f *Figure) write(w io.Writer, format string) error {
	switch format {
	case "png":
		return f.writePNG(w)
	case "svg":
		return f.writeSVG(w)
	case "pdf":
		return f.writePDF(w)
	case "eps":
		return f.writeEPS(w)
	case "txt":
		_, err := io.WriteString(w, f.Text())
		return err
	}
	return fmt.Errorf("plots: figure: format = %q: must be one of %s, txt", format, strings.Join(Formats(), ", "))
}
