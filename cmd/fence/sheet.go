package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"fence/fencekit/frame"
)

// sheet is a table for people: cells are text, labels stand on the left, names may have several words.
type sheet struct {
	caption []string // a paragraph each
	head    []string
	rows    [][]string
	labels  int // columns at the left that say what a row is about, and are repeated when the sheet is cut
	notes   []string
	legend  string // what the names mean, below the notes
	drawing string // as it is, below everything else; "" for none
	clip    int    // the longest cell on a screen, in characters; 0 for any length
}

// screen is how wide a sheet may be.
const screen = 120

// text writes the sheet for a screen. Columns that do not fit beside the others come below, with the labels again.
func (s *sheet) text(w io.Writer, width int) error {
	if s.clip > 0 {
		s = s.clipped()
	}
	var b strings.Builder
	for _, c := range s.caption {
		b.WriteString(wrapped(c, width))
	}
	widths := s.widths()
	for from := s.labels; from < len(s.head) || from == s.labels; {
		b.WriteByte('\n')
		to, total := from, 0
		for i := range s.labels {
			total += widths[i] + 2
		}
		for to < len(s.head) && (to == from || total+widths[to] <= width) {
			total += widths[to] + 2
			to++
		}
		s.block(&b, widths, from, to)
		if from = to; from >= len(s.head) {
			break
		}
	}
	if len(s.notes) > 0 {
		b.WriteByte('\n')
	}
	for _, n := range s.notes {
		b.WriteString(wrapped(n, width))
	}
	if s.legend != "" {
		b.WriteString("\n" + wrapped(s.legend, width))
	}
	if s.drawing != "" {
		b.WriteString("\n" + s.drawing)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// drawn writes the captions and the drawing.
func (s *sheet) drawn(w io.Writer, width int) error {
	var b strings.Builder
	for _, c := range s.caption {
		b.WriteString(wrapped(c, width))
	}
	_, err := io.WriteString(w, b.String()+"\n"+s.drawing)
	return err
}

// clipped is the sheet with its cells cut, and a sign where they are.
func (s *sheet) clipped() *sheet {
	short := *s
	short.rows = make([][]string, len(s.rows))
	for i, row := range s.rows {
		for _, cell := range row {
			if r := []rune(cell); len(r) > s.clip {
				cell = string(r[:s.clip-1]) + "…"
			}
			short.rows[i] = append(short.rows[i], cell)
		}
	}
	return &short
}

// figured is a cell that holds a number, or nothing where a number could be.
var figured = regexp.MustCompile(`^(?:[<>]?[-−]?[0-9][0-9,]*(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?|[-–]|)$`)

// numeric says whether every cell holds a number, such as the margins that say what the rows are about.
func numeric(cells ...string) bool {
	return slices.ContainsFunc(cells, func(c string) bool { return strings.ContainsAny(c, "0123456789") }) &&
		!slices.ContainsFunc(cells, func(c string) bool { return !figured.MatchString(c) })
}

// right says of each column whether it is aligned to the right: figures, and labels that are numbers.
func (s *sheet) right() []bool {
	out := make([]bool, len(s.head))
	for i := range out {
		cells := make([]string, len(s.rows))
		for k, r := range s.rows {
			cells[k] = r[i]
		}
		out[i] = i >= s.labels || numeric(cells...)
	}
	return out
}

// widths returns how wide each column has to be: its widest cell, and the longest word of its name.
func (s *sheet) widths() []int {
	widths := make([]int, len(s.head))
	for i, name := range s.head {
		for word := range strings.FieldsSeq(name) {
			widths[i] = max(widths[i], utf8.RuneCountInString(word))
		}
		for _, r := range s.rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(r[i]))
		}
	}
	return widths
}

// block writes the labels and the columns from … to-1.
func (s *sheet) block(b *strings.Builder, widths []int, from, to int) {
	var cols []int
	for i := range s.labels {
		cols = append(cols, i)
	}
	for i := from; i < to; i++ {
		cols = append(cols, i)
	}
	names, high := make([][]string, len(s.head)), 0
	for _, i := range cols {
		names[i] = strings.Split(strings.TrimSuffix(wrapped(s.head[i], widths[i]), "\n"), "\n")
		high = max(high, len(names[i]))
	}
	right := s.right()
	line := func(cell func(i int) string) {
		var l strings.Builder
		for k, i := range cols {
			text := cell(i)
			pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(text)))
			if k > 0 {
				l.WriteString("  ")
			}
			if right[i] {
				l.WriteString(pad + text)
			} else {
				l.WriteString(text + pad)
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	for h := range high {
		line(func(i int) string {
			if k := h - (high - len(names[i])); k >= 0 {
				return names[i][k]
			}
			return ""
		})
	}
	for _, r := range s.rows {
		line(func(i int) string { return r[i] })
	}
}

// wrapped breaks a text between words into lines of at most a width, as far as its words allow.
func wrapped(text string, width int) string {
	var b strings.Builder
	at := 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case at == 0:
		case at+1+n > width:
			b.WriteByte('\n')
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String() + "\n"
}

// frame is the sheet as a frame of strings, its figures aligned to the right.
func (s *sheet) frame() (frame.Frame, error) {
	cols, right := make([]frame.Column, len(s.head)), s.right()
	for i, name := range s.head {
		cells := make([]string, len(s.rows))
		for k, r := range s.rows {
			cells[k] = r[i]
		}
		if name == "" {
			name = " "
		}
		if cols[i] = frame.Strings(name, cells); right[i] {
			cols[i] = cols[i].AlignedRight()
		}
	}
	return frame.New(cols...)
}

// markdown writes the sheet as a table of Markdown, captions as paragraphs.
func (s *sheet) markdown(w io.Writer) error {
	f, err := s.frame()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, c := range s.caption {
		fmt.Fprintf(&b, "%s\n\n", c)
	}
	if err := f.WriteMarkdown(&b); err != nil {
		return err
	}
	for _, n := range s.notes {
		fmt.Fprintf(&b, "\n%s\n", n)
	}
	if s.legend != "" {
		b.WriteString("\n" + s.legend + "\n")
	}
	if s.drawing != "" {
		b.WriteString("\n```text\n" + s.drawing + "```\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}
