package frame

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

const (
	htmlLongest = 60  // rows that HTML shows whole
	htmlWidest  = 20  // columns that it shows whole
	htmlShown   = 10  // rows and columns that it shows of either end of a larger frame
	htmlCell    = 100 // characters that it shows of a cell or name
	htmlDots    = "…" // what is left out
	htmlMissing = "–" // a missing cell
	alignRight  = ` align="right"`
)

// HTML returns the frame as a table for a notebook, with the numbers of the rows, counted from 0, before them, and
// below it the size and the number of missing cells. Of a frame of more than 60 rows it shows the first and last 10,
// of more than 20 columns likewise, and of a cell or name 100 characters. Digits and missing cells are as in String,
// though a missing cell is a longer dash.
//
// Units stand in a row of their own below the names, if there are any; meaning and method are shown by a browser when
// the pointer rests on a name. Nothing depends on a style sheet or a script: numbers are aligned by attribute. Whatever
// is in the frame is text: none of it becomes markup. The result is a fragment, for the body of a page; what it adds of
// its own is ASCII, and the text of the frame is UTF-8. WriteFile makes a page of it.
func (f Frame) HTML() string {
	short, gap := f.ends(htmlLongest, htmlShown)
	if len(f.cols) > htmlWidest {
		short = short.elided(htmlShown, htmlShown, htmlDots)
	}
	t := short.htmlTable(f, gap, htmlCell)
	var b strings.Builder
	if err := t.write(&b); err != nil {
		panic("frame: html: a strings.Builder refuses text: " + err.Error())
	}
	return b.String()
}

// WriteHTML writes the frame in the form of HTML, with all rows, columns and characters, row by row. The error is that
// of the writer.
func (f Frame) WriteHTML(w io.Writer) error {
	return wrap("html", f.htmlTable(f, -1, 0).write(w))
}

// writePage writes a whole page with the frame in the form of WriteHTML. Its title is the first line of the caption, or
// the given one where there is none.
func (f Frame) writePage(w io.Writer, title string) error {
	if line, _, _ := strings.Cut(strings.TrimSpace(f.caption), "\n"); line != "" {
		title = line
	}
	b := bufio.NewWriter(w)
	b.WriteString("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>" +
		strings.ReplaceAll(htmlText(title, 0), "<br>", " ") + "</title>\n</head>\n<body>\n")
	if err := f.htmlTable(f, -1, 0).write(b); err != nil {
		return wrap("html", err)
	}
	b.WriteString("</body>\n</html>\n")
	return wrap("html", b.Flush())
}

// htmlTable is what is shown of a frame in the HTML form.
type htmlTable struct {
	shown   Frame
	columns []reader
	right   []string // the attribute that aligns a column of numbers, "" for another column
	gap     int      // number of the row before which a row of dots stands, or -1
	skipped int      // rows left out there
	limit   int      // characters of a cell; 0 is none
	size    string   // of the whole frame
}

func (f Frame) htmlTable(whole Frame, gap, limit int) htmlTable {
	t := htmlTable{shown: f, columns: f.readers(), gap: gap, limit: limit, size: whole.size("×")}
	t.skipped = whole.Rows() - f.Rows()
	for _, c := range f.cols {
		side := ""
		if c.alignsRight() {
			side = alignRight
		}
		t.right = append(t.right, side)
	}
	return t
}

func (t htmlTable) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	if len(t.columns) > 0 {
		t.writeTable(b)
	} else if t.shown.caption != "" {
		b.WriteString("<p>" + htmlText(t.shown.caption, 0) + "</p>\n")
	}
	b.WriteString("<p>" + htmlText(t.size, 0) + "</p>\n")
	return b.Flush()
}

func (t htmlTable) writeTable(b *bufio.Writer) {
	b.WriteString("<table border=\"1\" cellspacing=\"0\" cellpadding=\"4\">\n")
	if t.shown.caption != "" {
		// In the middle, where a caption stands by itself, that of a wide table would be out of sight.
		b.WriteString("<caption><div align=\"left\">" + htmlText(t.shown.caption, 0) + "</div></caption>\n")
	}
	b.WriteString("<thead>\n")
	t.writeNames(b)
	t.writeUnits(b)
	b.WriteString("</thead>\n<tbody>\n")
	for i := range t.shown.Rows() {
		if i == t.gap {
			t.writeGap(b)
		}
		t.writeRow(b, i)
	}
	b.WriteString("</tbody>\n</table>\n")
}

func (t htmlTable) writeNames(b *bufio.Writer) {
	b.WriteString("<tr><th></th>")
	for j, c := range t.columns {
		b.WriteString("<th" + t.heading(j))
		if title := titleOf(c.Meta); title != "" {
			b.WriteString(` title="` + htmlAttribute(title) + `"`)
		}
		b.WriteString(">" + htmlText(c.Name, t.limit) + "</th>")
	}
	b.WriteString("</tr>\n")
}

// heading returns the attribute that aligns the name and unit of a column, which would be centred without one.
func (t htmlTable) heading(j int) string {
	if t.right[j] == "" {
		return ` align="left"`
	}
	return t.right[j]
}

// titleOf returns meaning and method as one text.
func titleOf(m Meta) string {
	switch {
	case m.Method == "":
		return m.Meaning
	case m.Meaning == "":
		return "method: " + m.Method
	}
	return m.Meaning + "; method: " + m.Method
}

// writeUnits writes the row of units unless no column has one.
func (t htmlTable) writeUnits(b *bufio.Writer) {
	if !t.shown.hasUnits() {
		return
	}
	b.WriteString("<tr><th></th>")
	for j, c := range t.columns {
		b.WriteString("<th" + t.heading(j) + ">" + htmlText(c.Meta.Unit, t.limit) + "</th>")
	}
	b.WriteString("</tr>\n")
}

// hasUnits reports whether a column has a unit.
func (f Frame) hasUnits() bool {
	for _, c := range f.cols {
		if c.Meta.Unit != "" {
			return true
		}
	}
	return false
}

// writeRow writes row i with the number that it has in the whole frame.
func (t htmlTable) writeRow(b *bufio.Writer, i int) {
	number := i
	if t.gap >= 0 && i >= t.gap {
		number += t.skipped
	}
	b.WriteString("<tr><th" + alignRight + ">" + strconv.Itoa(number) + "</th>")
	for j, c := range t.columns {
		b.WriteString("<td" + t.right[j] + ">")
		if c.Missing(i) {
			b.WriteString(htmlText(htmlMissing, 0))
		} else {
			b.WriteString(htmlText(c.at(i), t.limit))
		}
		b.WriteString("</td>")
	}
	b.WriteString("</tr>\n")
}

// writeGap writes the row that stands for those left out.
func (t htmlTable) writeGap(b *bufio.Writer) {
	b.WriteString("<tr><th" + alignRight + ">" + htmlText(htmlDots, 0) + "</th>")
	for _, side := range t.right {
		b.WriteString("<td" + side + ">" + htmlText(htmlDots, 0) + "</td>")
	}
	b.WriteString("</tr>\n")
}

// htmlEscapes are of the characters that would be markup, and of those that this file adds: a page into which a
// fragment is put may have been given another encoding, and its own text may be ASCII.
var htmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;",
	"×", "&times;", htmlMissing, "&ndash;", htmlDots, "&hellip;")

// htmlText returns s as text of HTML, with its line breaks, cut to so many characters; 0 is no limit.
func htmlText(s string, limit int) string {
	if limit > 0 {
		if head := firstRunes(s, limit); len(head) < len(s) {
			s = head + htmlDots
		}
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.ReplaceAll(htmlEscapes.Replace(printable(s, true)), "\n", "<br>")
}

// htmlAttribute returns s as the value of an attribute in double quotes.
func htmlAttribute(s string) string {
	return strings.ReplaceAll(htmlEscapes.Replace(printable(strings.ReplaceAll(s, "\r\n", "\n"), true)), "\n", "&#10;")
}
