package plots

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// writePDF writes the figure as PDF, text as outlines, so that it embeds no font and every character is right.
func (f *Figure) writePDF(w io.Writer) error {
	width, height, err := f.Size()
	if err != nil {
		return err
	}
	c := vgpdf.New(width, height)
	f.draw(f.press(), draw.NewCanvas(c, width, height))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return fmt.Errorf("plots: figure: %w", err)
	}
	small, err := shrinkPDF(b.Bytes())
	if err != nil {
		return err
	}
	out, err := f.annotatePDF(small)
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}

// What is looked for in a PDF: the dates, which would make no two runs alike, and the end, where its tables begin.
var (
	pdfDate    = regexp.MustCompile(`/(?:Creation|Mod)Date \(D:\d{14}\)`)
	pdfTrailer = regexp.MustCompile(`trailer\n<<\n/Size (\d+)\n/Root (\d+) 0 R\n/Info (\d+) 0 R\n`)
	pdfStart   = regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n?$`)
)

// annotatePDF sets the dates to that of no run, and appends, as PDF has it for changes, an information dictionary with
// title, caption and origin in the place of the back-end's.
func (f *Figure) annotatePDF(pdf []byte) ([]byte, error) {
	pdf = pdfDate.ReplaceAllFunc(pdf, func(date []byte) []byte {
		name, _, _ := bytes.Cut(date, []byte(" "))
		return append(bytes.Clone(name), " (D:20000101000000)"...)
	})
	trailer, start := pdfTrailer.FindSubmatch(pdf), pdfStart.FindSubmatch(pdf)
	if trailer == nil || start == nil {
		return nil, fmt.Errorf("plots: figure: the PDF back-end wrote %d bytes that do not end as a PDF does", len(pdf))
	}
	var b bytes.Buffer
	b.Write(pdf)
	if !bytes.HasSuffix(pdf, []byte("\n")) {
		b.WriteString("\n")
	}
	at := b.Len()
	fmt.Fprintf(&b, "%s 0 obj\n<<\n/Producer (fence, gonum/plot)\n", trailer[3])
	names := map[string]string{"Title": "Title", "Description": "Subject", "Software": "Creator"}
	var rest []string
	for _, e := range f.entries() {
		if name := names[e.key]; name != "" {
			fmt.Fprintf(&b, "/%s %s\n", name, pdfText(e.text))
		} else {
			rest = append(rest, e.key+": "+e.text)
		}
	}
	fmt.Fprintf(&b, "/Keywords %s\n>>\nendobj\n", pdfText(strings.Join(rest, "\n")))
	table := b.Len()
	fmt.Fprintf(&b, "xref\n%s 1\n%010d 00000 n \ntrailer\n<<\n/Size %s\n/Root %s 0 R\n/Info %s 0 R\n/Prev %s\n>>\n"+
		"startxref\n%s\n%%%%EOF\n",
		trailer[3], at, trailer[1], trailer[2], trailer[3], start[1], strconv.Itoa(table))
	return b.Bytes(), nil
}

// pdfText writes a text as PDF has it: as it is, if it has none but the characters of ASCII, and otherwise as UTF-16 in
// hexadecimal digits, which takes four times the room.
func pdfText(s string) string {
	plain := func(r rune) bool { return r == '\n' || r >= ' ' && r <= '~' }
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`, "\n", `\n`).Replace(s) + ")"
	}
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String() + ">"
}
