package frame

import (
	"bufio"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// WriteMarkdown writes the caption as a paragraph, or as several where it has blank lines, and every row as a table of
// GitHub's Markdown, numbers aligned to the right, in the digits of String. Characters that would be read as markup are
// escaped, line breaks in cells become <br>. The error is that of the writer.
func (f Frame) WriteMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	if text := paragraphs(f.caption); text != "" {
		b.WriteString(text + "\n\n")
	}
	if len(f.cols) == 0 {
		return wrap("markdown", b.Flush())
	}
	columns := f.readers()
	for i := -1; i < f.Rows(); i++ {
		for _, c := range columns {
			b.WriteString("| " + c.markdown(i) + " ")
		}
		b.WriteString("|\n")
		if i < 0 {
			b.WriteString(f.ruler())
		}
	}
	return wrap("markdown", b.Flush())
}

// markdown returns cell i of the column, or its name for i = -1.
func (r reader) markdown(i int) string {
	switch {
	case i < 0:
		return markdown(r.Name)
	case r.Missing(i):
		return missingText
	}
	return markdown(r.at(i))
}

// ruler returns the line that separates the names from the rows and carries the alignment.
func (f Frame) ruler() string {
	var b strings.Builder
	for _, c := range f.cols {
		if c.alignsRight() {
			b.WriteString("| ---: ")
		} else {
			b.WriteString("| :--- ")
		}
	}
	return b.String() + "|\n"
}

var markup = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "`", "\\`", "<", "&lt;", "&", "&amp;", "~", `\~`,
	"$", `\$`, "](", `]\(`)

// markdown escapes a name or cell so that it stays in its cell and is shown as it is.
func markdown(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = markdownLine(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "<br>")
}

// markdownLine escapes one line. An underscore within a word is no markup and stays, so that names remain readable in
// the source.
func markdownLine(s string) string {
	s = printable(markup.Replace(s), false)
	if !strings.Contains(s, "_") {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if r == '_' && !(wordEnds(s[:i]) && wordBegins(s[i+1:])) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// wordEnds and wordBegins take a run of underscores as part of the word it stands in.
func wordEnds(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "_"))
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func wordBegins(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "_"))
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// paragraphs escapes a caption, whose lines stay lines, so that none of them begins a heading, a list, a quotation, a
// rule or a block of code.
func paragraphs(caption string) string {
	lines := strings.Split(caption, "\n")
	for i, line := range lines {
		lines[i] = escapeStart(markdownLine(strings.TrimSpace(line)))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// escapeStart escapes what is markup at the beginning of a line only: signs, and the point or bracket behind a number.
func escapeStart(line string) string {
	bare := strings.TrimLeft(line, "0123456789")
	digits := line[:len(line)-len(bare)]
	sign, rest := bare[:min(1, len(bare))], bare[min(1, len(bare)):]
	blank := rest == "" || rest[0] == ' '
	switch sign {
	case ".", ")":
		if digits == "" || !blank {
			return line
		}
	case "+", "-":
		if digits != "" || !blank && strings.Trim(rest, "-") != "" {
			return line
		}
	case "#", ">", "=":
		if digits != "" {
			return line
		}
	default:
		return line
	}
	return digits + `\` + bare
}
