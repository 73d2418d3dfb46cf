package main

import (
	"io"
	"regexp"
	"strings"
)

// hyphen is the minus of a figure.
var hyphen = regexp.MustCompile(`(^|[\[ ])-([0-9])`)

// typewritten is how many characters of a drawing fit the line of an article in a small size.
const typewritten = 80

// latex writes the sheet as a table of LaTeX whose caption says all that stands around it, and the drawing below it as it
// is.
func (s *sheet) latex(w io.Writer) error {
	f, err := s.set().frame()
	if err != nil {
		return err
	}
	var caption []string
	for _, text := range s.caption {
		if text != "" {
			caption = append(caption, strings.TrimSuffix(text, ".")+".")
		}
	}
	caption = append(caption, s.notes...)
	if s.legend != "" {
		caption = append(caption, s.legend)
	}
	if err := f.WithCaption(strings.Join(caption, " ")).WriteLaTeX(w); err != nil {
		return err
	}
	if s.drawing == "" {
		return nil
	}
	_, err = io.WriteString(w, "\n{\\footnotesize\n\\begin{verbatim}\n"+s.drawing+"\\end{verbatim}\n}\n")
	return err
}

// set is the sheet with the signs of a printed page: names no wider than their columns, a minus before numbers, a dash for
// no figure, and a dot where a label is indented, since blanks do not stand at the beginning of a cell.
func (s *sheet) set() *sheet {
	out := *s
	widths, right := s.widths(), s.right()
	out.head = make([]string, len(s.head))
	for i, name := range s.head {
		out.head[i] = strings.TrimSuffix(wrapped(name, widths[i]), "\n")
	}
	out.rows = make([][]string, len(s.rows))
	for k, row := range s.rows {
		out.rows[k] = make([]string, len(row))
		for i, cell := range row {
			switch {
			case i < s.labels && strings.HasPrefix(cell, " "):
				cell = "· " + strings.TrimLeft(cell, " ")
			case right[i] && cell == "-":
				cell = "–"
			case right[i]:
				cell = hyphen.ReplaceAllString(cell, "$1−$2")
			}
			out.rows[k][i] = cell
		}
	}
	return &out
}
