package plots

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// family is the typeface of text in SVG, and what may stand for it: faces of the same widths first.
const family = "'Liberation Sans',Arial,Helvetica,sans-serif"

// writeSVG writes the figure as SVG. Text stays text; title, alternative text and origin stand at its head.
func (f *Figure) writeSVG(w io.Writer) error {
	width, height, err := f.Size()
	if err != nil {
		return err
	}
	c := vgsvg.New(width, height)
	p := f.press()
	var widths []vg.Length
	p.asText, p.widths = true, &widths
	f.draw(p, draw.NewCanvas(c, width, height))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return fmt.Errorf("plots: figure: %w", err)
	}
	_, err = w.Write(f.annotateSVG(b.Bytes(), widths))
	return err
}

// measured gives every text of a drawing, in their order, the width that it was set in, so that it takes no more room where
// another typeface stands in for ours.
func measured(svg []byte, widths []vg.Length) []byte {
	const tag = "<text "
	parts := bytes.Split(svg, []byte(tag))
	if len(parts) != len(widths)+1 {
		panic(fmt.Sprintf("plots: the SVG back-end wrote %d texts of %d", len(parts)-1, len(widths)))
	}
	var b bytes.Buffer
	for i, part := range parts {
		if i > 0 {
			fmt.Fprintf(&b, "%stextLength=\"%.5g\" lengthAdjust=\"spacingAndGlyphs\" ", tag, widths[i-1].Points())
		}
		b.Write(part)
	}
	return b.Bytes()
}

// annotateSVG puts title, description and metadata behind the opening tag, and names the typefaces that may stand for
// the one the figure was set in.
func (f *Figure) annotateSVG(svg []byte, widths []vg.Length) []byte {
	_, rest, _ := bytes.Cut(svg, []byte("<svg "))
	attributes, rest, _ := bytes.Cut(rest, []byte(">\n"))
	var b bytes.Buffer
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg role=\"img\" %s>\n", attributes)
	title := f.Title
	if title == "" {
		title = f.Caption
	}
	if title != "" {
		fmt.Fprintf(&b, "<title>%s</title>\n", escaped(unmarked(title)))
	}
	if f.Alt != "" {
		fmt.Fprintf(&b, "<desc>%s</desc>\n", escaped(f.Alt))
	}
	b.WriteString("<metadata>\n")
	for _, e := range f.entries() {
		fmt.Fprintf(&b, "<fence:entry xmlns:fence=\"urn:fence:figure\" key=\"%s\">%s</fence:entry>\n", e.key, escaped(e.text))
	}
	b.WriteString("</metadata>\n")
	b.Write(bytes.ReplaceAll(measured(rest, widths), []byte("font-family:Liberation Sans;font-variant:normal;"),
		[]byte("white-space:pre;font-family:"+family+";")))
	return b.Bytes()
}

func escaped(s string) []byte {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.Bytes()
}
