package frame

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longest     = 40    // rows that String shows whole
	shown       = 20    // rows that it shows of either end of a longer frame
	widest      = 120   // characters that a row of String is wide at most
	narrowest   = 40    // characters that String leaves every cell
	missingText = "-"   // a missing cell in the text and Markdown forms
	textDots    = "..." // what is left out of the text form
	gutter      = "  "  // between two columns
)

// String returns the frame as aligned text for a screen: the caption, the names, the rows. Numbers and durations are
// aligned to the right. Of a frame of more than 40 rows it shows the first and last 20. No row is wider than 120
// characters, and the lines of a longer caption are broken between words. Where a row would be wider, the longest cells
// are cut, though to no less than 40, and where that is not enough columns are left out of the middle. When rows or
// columns are left out, or there are no rows, the last line gives the size of the frame and the number of its missing
// cells.
//
// Integers are whole. The floats of a column have one number of decimals: enough for four significant digits of the
// smallest value, but no more than two beyond what the largest needs for its own four, with zeros that end every cell
// cut off. A value that this would show as 0 although it is not is written with two digits of its own, and values from
// 1e15 on, or all below 1e-6, with an exponent. Durations are written as Go does, true and false as such, a missing
// cell as "-", and characters that do not print as Go escapes.
func (f Frame) String() string {
	short, gap := f.ends(longest, shown)
	short.caption = wrapped(short.caption, widest)
	t := short.textTable(widest)
	front, back := len(f.cols), 0
	if widthOf(t.widths, widest) > widest {
		limit := limitFor(t.widths)
		front, back = fitting(t.widths, limit)
		if front+back < len(f.cols) {
			short = short.elided(front, back, textDots)
		}
		t = short.textTable(limit)
	}
	var b strings.Builder
	w := bufio.NewWriter(&b)
	t.write(w, gap)
	if gap >= 0 || f.Rows() == 0 || front+back < len(f.cols) {
		w.WriteString(f.size("x") + "\n")
	}
	if err := w.Flush(); err != nil {
		panic("frame: string: a strings.Builder refuses text: " + err.Error())
	}
	return b.String()
}

// WriteText writes every row and column in the form of String, no cell cut. The error is that of the writer.
func (f Frame) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	f.textTable(0).write(b, -1)
	return wrap("text", b.Flush())
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("frame: %s: %w", operation, err)
	}
	return nil
}

// textTable is a frame measured for its text form.
type textTable struct {
	caption string
	rows    int
	columns []reader
	widths  []int // of the columns
	limit   int   // of every cell; 0 is none
}

// textTable measures the frame with its cells cut to the limit.
func (f Frame) textTable(limit int) textTable {
	t := textTable{caption: f.caption, rows: f.Rows(), columns: f.readers(), limit: limit}
	for _, c := range t.columns {
		w := 0
		for i := -1; i < t.rows; i++ {
			w = max(w, width(t.cell(c, i)))
		}
		t.widths = append(t.widths, w)
	}
	return t
}

// cell returns cell i of a column, or its name for i = -1.
func (t textTable) cell(c reader, i int) string {
	switch {
	case i < 0:
		return clipped(c.Name, t.limit)
	case c.Missing(i):
		return missingText
	}
	return clipped(c.at(i), t.limit)
}

// write writes caption, names and rows, with a row of dots before row gap unless gap is negative.
func (t textTable) write(b *bufio.Writer, gap int) {
	if t.caption != "" {
		b.WriteString(printable(t.caption, true) + "\n")
	}
	if len(t.columns) == 0 {
		return
	}
	for i := -1; i < t.rows; i++ {
		if i == gap && gap >= 0 {
			b.WriteString(textDots + "\n")
		}
		b.WriteString(t.line(i) + "\n")
	}
}

// line returns row i, or the names for i = -1, padded to the widths.
func (t textTable) line(i int) string {
	var b strings.Builder
	for j, c := range t.columns {
		s := t.cell(c, i)
		pad := strings.Repeat(" ", t.widths[j]-width(s))
		if j > 0 {
			b.WriteString(gutter)
		}
		if c.alignsRight() {
			b.WriteString(pad + s)
		} else {
			b.WriteString(s + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// widthOf returns how wide a row is when no column is wider than the limit.
func widthOf(widths []int, limit int) int {
	n := len(gutter) * (len(widths) - 1)
	for _, w := range widths {
		n += min(w, limit)
	}
	return n
}

// limitFor returns the largest limit for the columns with which a row is not too wide, but none below narrowest.
func limitFor(widths []int) int {
	limit := widest
	for limit > narrowest && widthOf(widths, limit) > widest {
		limit--
	}
	return limit
}

// fitting returns how many of the first and of the last columns go into a row that is not too wide, with a column of
// dots between them when they are not all. It takes them in turn from either end, the first one first.
func fitting(widths []int, limit int) (front, back int) {
	if widthOf(widths, limit) <= widest {
		return len(widths), 0
	}
	room := widest - len(textDots)
	for {
		next, side := front, &front
		if front > back {
			next, side = len(widths)-1-back, &back
		}
		if room -= len(gutter) + min(widths[next], limit); room < 0 {
			return front, back
		}
		*side++
	}
}

// printable returns s with the characters that would disturb a line written as Go escapes. Lines of a caption may stay.
func printable(s string, lines bool) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '\n' && lines, unicode.IsPrint(r) && (r != utf8.RuneError || size > 1):
			b.WriteString(s[:size])
		default:
			q := strconv.Quote(s[:size])
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[size:]
	}
	return b.String()
}

var _ fmt.Stringer = Frame{}

// Grouped writes a whole number with commas between its thousands, as captions and tables for people have it.
func Grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, text = "-", text[1:]
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}
