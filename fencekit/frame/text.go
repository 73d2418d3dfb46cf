package frame

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longest     = 40  // rows that String shows whole
	shown       = 20  // rows that it shows of either end of a longer frame
	missingText = "-" // a missing cell in the text and Markdown forms
)

// String returns the frame as aligned text for a screen: the caption, the names, the rows. Numbers and durations are
// aligned to the right. Of a frame of more than 40 rows it shows the first and last 20 and the size.
//
// Integers are whole. The floats of a column have one number of decimals: enough for four significant digits of the
// smallest value, but no more than two beyond what the largest needs for its own four, with zeros that end every cell
// cut off. A value that this would show as 0 although it is not is written with two digits of its own, and values from
// 1e15 on, or all below 1e-6, with an exponent. Durations are written as Go does, true and false as such, a missing
// cell as "-", and characters that do not print as Go escapes.
func (f Frame) String() string {
	var b strings.Builder
	if f.Rows() <= longest {
		f.writeText(&b, -1)
	} else {
		short, err := Concat(f.Head(shown), f.Tail(shown))
		if err != nil {
			panic("frame: string: the two ends of one frame have different columns: " + err.Error())
		}
		short.writeText(&b, shown)
	}
	if f.Rows() > longest || f.Rows() == 0 {
		fmt.Fprintf(&b, "%d rows x %d columns\n", f.Rows(), len(f.cols))
	}
	return b.String()
}

// WriteText writes every row in the form of String. The error is that of the writer.
func (f Frame) WriteText(w io.Writer) error {
	var b strings.Builder
	f.writeText(&b, -1)
	_, err := io.WriteString(w, b.String())
	return wrap("text", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("frame: %s: %w", operation, err)
	}
	return nil
}

// writeText writes caption, names and rows, with a row of dots before row gap unless gap is negative.
func (f Frame) writeText(b *strings.Builder, gap int) {
	if f.caption != "" {
		b.WriteString(printable(f.caption, true) + "\n")
	}
	if len(f.cols) == 0 {
		return
	}
	cells := f.cells(printableCell)
	widths := make([]int, len(cells))
	for j, column := range cells {
		for _, s := range column {
			widths[j] = max(widths[j], utf8.RuneCountInString(s))
		}
	}
	for i := range cells[0] {
		if i == gap+1 && gap >= 0 {
			b.WriteString("...\n")
		}
		b.WriteString(f.line(cells, widths, i) + "\n")
	}
}

// line returns row i of the cells, padded to the widths, two blanks between.
func (f Frame) line(cells [][]string, widths []int, i int) string {
	var b strings.Builder
	for j, c := range f.cols {
		s := cells[j][i]
		pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(s))
		if j > 0 {
			b.WriteString("  ")
		}
		if c.alignsRight() {
			b.WriteString(pad + s)
		} else {
			b.WriteString(s + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// cells returns, for each column, its name and its cells for reading, each passed through escape.
func (f Frame) cells(escape func(string) string) [][]string {
	out := make([][]string, len(f.cols))
	for j, c := range f.cols {
		column := make([]string, 0, c.Len()+1)
		column = append(column, escape(c.Name))
		for i, s := range c.display() {
			if c.Missing(i) {
				s = missingText
			} else {
				s = escape(s)
			}
			column = append(column, s)
		}
		out[j] = column
	}
	return out
}

func (c Column) alignsRight() bool {
	k := c.Kind()
	return c.right || k == Float || k == Int || k == Duration
}

// display returns the cells for reading; missing ones are empty.
func (c Column) display() []string {
	if v, ok := c.data.([]float64); ok {
		return displayFloats(v)
	}
	out := make([]string, c.Len())
	for i := range out {
		out[i] = c.Text(i)
	}
	return out
}

// displayFloats formats the floats of a column with one number of decimals; NaN gives "".
func displayFloats(values []float64) []string {
	out := make([]string, len(values))
	d := decimals(values)
	for i, x := range values {
		switch {
		case math.IsNaN(x):
		case d < 0 && x != 0 || math.IsInf(x, 0):
			out[i] = strconv.FormatFloat(x, 'g', 4, 64)
		default:
			out[i] = strconv.FormatFloat(x, 'f', max(d, 0), 64)
		}
	}
	trimZeros(out)
	for i, x := range values {
		if isZeroText(out[i]) && x != 0 && out[i] != "" {
			out[i] = strconv.FormatFloat(x, 'g', 2, 64)
		}
		if isZeroText(out[i]) {
			out[i] = strings.TrimPrefix(out[i], "-")
		}
	}
	return out
}

// decimals returns the number of decimals for a column, or -1 when its values need an exponent.
func decimals(values []float64) int {
	least, most := 0, 0
	any := false
	for _, x := range values {
		if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		e := exponent(x)
		if !any {
			least, most, any = e, e, true
		}
		least, most = min(least, e), max(most, e)
	}
	if !any {
		return 0
	}
	if most >= 15 || most < -6 {
		return -1
	}
	return max(0, min(3-least, max(3-most+2, 1)))
}

// exponent returns the decimal exponent of x as it is after rounding to four digits: 1 for 9.9996, which is 10.00.
func exponent(x float64) int {
	s := strconv.FormatFloat(x, 'e', 3, 64)
	_, digits, _ := strings.Cut(s, "e")
	e, err := strconv.Atoi(digits)
	if err != nil {
		panic("frame: exponent: strconv wrote " + s)
	}
	return e
}

// trimZeros cuts off the zeros after the point that end every cell, and the point when nothing is left behind it.
// Cells without a point in a column of decimals are those with an exponent, an infinity or nothing; they stay.
func trimZeros(cells []string) {
	cut := math.MaxInt
	for _, s := range cells {
		if at := strings.IndexByte(s, '.'); at >= 0 && !strings.ContainsRune(s, 'e') {
			zeros := len(s) - len(strings.TrimRight(s, "0"))
			if zeros == len(s)-at-1 {
				zeros++
			}
			cut = min(cut, zeros)
		}
	}
	for i, s := range cells {
		if strings.Contains(s, ".") && !strings.ContainsRune(s, 'e') {
			cells[i] = s[:len(s)-cut]
		}
	}
}

func isZeroText(s string) bool { return strings.Trim(s, "-0.") == "" }

// exactFloat returns the shortest text that reads back as x, without an exponent for everyday sizes.
func exactFloat(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func printableCell(s string) string { return printable(s, false) }

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
