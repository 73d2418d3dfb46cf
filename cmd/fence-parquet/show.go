package main

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"

	"fence/fencekit/frame"
)

// The widths of what is shown: that of a screen where there is no terminal, and the least of a column of text that is
// broken into lines.
const narrowest, leastText = 40, 24

// show writes the columns of a table, a row each, no wider than the screen as far as their names allow.
func (c *conversion) show(name string, t table) error {
	var b strings.Builder
	width := c.a.width()
	for _, line := range []string{t.Caption(), name + ": " + sizeOf(t.Frame), t.origin.String()} {
		if line != "" {
			b.WriteString(strings.Join(wrapped(plainText(line), width), "\n") + "\n")
		}
	}
	if len(t.Columns()) > 0 {
		b.WriteByte('\n')
		listed(&b, described(t.Frame), width)
	}
	_, err := io.WriteString(c.a.stdout, b.String())
	return err
}

// described returns what is shown of each column, the names of that first, without what no column has.
func described(f frame.Frame) [][]string {
	rows := [][]string{{"column", "kind", "missing", "unit", "meaning", "method"}}
	for _, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			panic("fence-parquet: a frame lists a column that it does not have: " + name)
		}
		gaps := 0
		for i := range c.Len() {
			if c.Missing(i) {
				gaps++
			}
		}
		missing := ""
		if gaps > 0 {
			missing = frame.Grouped(int64(gaps))
		}
		row := []string{name, c.Kind().String(), missing, c.Meta.Unit, c.Meta.Meaning, c.Meta.Method}
		for i := range row {
			row[i] = plainText(row[i])
		}
		rows = append(rows, row)
	}
	var out [][]string
	for _, row := range rows {
		var kept []string
		for j := range row {
			if j < 2 || widest(rows[1:], j) > 0 {
				kept = append(kept, row[j])
			}
		}
		out = append(out, kept)
	}
	return out
}

func widest(rows [][]string, j int) (most int) {
	for _, row := range rows {
		most = max(most, utf8.RuneCountInString(row[j]))
	}
	return most
}

// listed writes rows in columns. The method is left out where it does not fit, and then the meaning is broken into lines.
func listed(b *strings.Builder, rows [][]string, width int) {
	head := rows[0]
	last := len(head) - 1
	widths, total := make([]int, len(head)), -2
	for j := range head {
		widths[j] = widest(rows, j)
		total += widths[j] + 2
	}
	if head[last] == "method" && total > width {
		total -= widths[last] + 2
		last--
	}
	if total > width && (head[last] == "meaning" || head[last] == "method") {
		widths[last] = max(leastText, widths[last]-(total-width))
	}
	for _, row := range rows {
		lines := wrapped(row[last], widths[last])
		for k, text := range lines {
			var line strings.Builder
			for j := range last {
				cell := ""
				if k == 0 {
					cell = row[j]
				}
				pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
				if head[j] == "missing" {
					cell, pad = pad, cell
				}
				line.WriteString(cell + pad + "  ")
			}
			b.WriteString(strings.TrimRight(line.String()+text, " ") + "\n")
		}
	}
}

// wrapped breaks a text between words into lines of at most a width, as far as its words allow.
func wrapped(text string, width int) []string {
	lines := []string{""}
	for word := range strings.FieldsSeq(text) {
		at := &lines[len(lines)-1]
		switch {
		case *at == "":
			*at = word
		case utf8.RuneCountInString(*at)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, word)
		default:
			*at += " " + word
		}
	}
	return lines
}

// plainText is a text in which what does not print is written out.
func plainText(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return text
	}
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}

// width is that of the terminal, if standard output is one, and else that of a screen.
func (a *app) width() int {
	if f, ok := a.stdout.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return max(w, narrowest)
		}
	}
	return screen
}
