package plots

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgeps"
)

// writeEPS writes the figure as EPS, text as outlines. The back-end's own head has the date in it, so that no two runs
// would be alike, and a first line that no reader takes for PostScript; ours stands in its place.
func (f *Figure) writeEPS(w io.Writer) error {
	width, height, err := f.Size()
	if err != nil {
		return err
	}
	c := vgeps.New(width, height)
	f.draw(f.press(), draw.NewCanvas(c, width, height))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return fmt.Errorf("plots: figure: %w", err)
	}
	const end = "%%EndComments\n"
	_, drawing, found := bytes.Cut(b.Bytes(), []byte(end))
	if !found {
		panic("plots: the EPS back-end wrote no head")
	}
	_, err = io.Copy(w, io.MultiReader(strings.NewReader(f.headEPS(width, height)+end), bytes.NewReader(drawing)))
	return err
}

func (f *Figure) headEPS(width, height vg.Length) string {
	var b strings.Builder
	up := func(x vg.Length) int { return int(math.Ceil(x.Points())) }
	fmt.Fprintf(&b, "%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 %d %d\n%%%%HiResBoundingBox: 0 0 %.4f %.4f\n",
		up(width), up(height), width.Points(), height.Points())
	for _, e := range f.entries() {
		for i, line := range folded(e.key+": "+printable(e.text), 200) {
			switch {
			case i == 0 && e.key == "Title":
				b.WriteString("%%")
			case i == 0:
				b.WriteString("%")
			default:
				b.WriteString("% ") // so that nothing within a text is taken for a comment of the document's structure
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// printable writes text in ASCII, as a comment may have it.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return ' '
		case r == '–' || r == '−':
			return '-'
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, s)
}

// folded cuts a text into lines that are not longer than a width.
func folded(s string, width int) []string {
	var lines []string
	for len(s) > width {
		lines, s = append(lines, s[:width]), s[width:]
	}
	return append(lines, s)
}
