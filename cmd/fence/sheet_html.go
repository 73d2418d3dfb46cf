package main

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// html writes the sheet as a page of its own. Figures are aligned by attribute, so that it needs no style sheet.
func (s *sheet) html(w io.Writer) error {
	var b strings.Builder
	about, command := s.caption[0], s.caption[1]
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n</head>\n<body>\n",
		html.EscapeString(command))
	if about != "" {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(about))
	}
	fmt.Fprintf(&b, "<p><code>%s</code></p>\n", html.EscapeString(command))
	if len(s.head) > 0 {
		s.htmlTable(&b)
	}
	for _, n := range append(s.notes[:len(s.notes):len(s.notes)], s.legend) {
		if n != "" {
			fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(n))
		}
	}
	if s.drawing != "" {
		fmt.Fprintf(&b, "<pre>\n%s</pre>\n", html.EscapeString(s.drawing))
	}
	b.WriteString("</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *sheet) htmlTable(b *strings.Builder) {
	right := s.right()
	side := func(i int) string { return map[bool]string{false: "left", true: "right"}[right[i]] }
	line := func(tag string, cells []string) {
		b.WriteString("<tr>")
		for i, cell := range cells {
			text := html.EscapeString(strings.TrimLeft(cell, " "))
			indent := strings.Repeat("&nbsp;", len(cell)-len(strings.TrimLeft(cell, " ")))
			fmt.Fprintf(b, "<%s align=%q>%s%s</%s>", tag, side(i), indent, text, tag)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<table border=\"1\" cellspacing=\"0\" cellpadding=\"4\">\n<thead>\n")
	line("th", s.head)
	b.WriteString("</thead>\n<tbody>\n")
	for _, row := range s.rows {
		line("td", row)
	}
	b.WriteString("</tbody>\n</table>\n")
}
