package frame

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// LaTeX says how a frame is set as a table of LaTeX. The zero LaTeX has everything that is needed.
type LaTeX struct {
	Label       string // key for \ref, such as "tab:postures"; none when empty
	Placement   string // where the table may float, of the letters h, t, b, p, H and !; that of the class when empty
	TabularOnly bool   // only the tabular environment: no float, no caption, no label
	Long        bool   // a longtable, which goes on over pages, whatever the number of rows
}

// longRows is the largest number of rows of a table that floats. A float that is longer than a page loses its end.
const longRows = 40

// WriteLaTeX writes the frame in the form of the zero LaTeX. The error is that of the writer.
func (f Frame) WriteLaTeX(w io.Writer) error { return LaTeX{}.Write(w, f) }

// Write writes the frame as a table environment with the caption above a tabular in the style of booktabs: names,
// units in parentheses below them if there are any, every row, in the digits of String. A frame of more than 40 rows is
// written as a longtable, which goes on over pages and repeats the names on each, since a float that is longer than a
// page loses its end; so is any with Long. With a Placement or TabularOnly it is what they ask for at any length, and
// must then fit a page. A frame without columns gives nothing. The first line is a comment that names what the
// document needs:
//
//	\usepackage[T1]{fontenc}
//	\usepackage{booktabs}
//	\usepackage{longtable}
//
// the last for a longtable alone. A LaTeX from before 2020 also needs \usepackage[utf8]{inputenc} and
// \usepackage{textcomp}.
//
// Numbers are aligned to the right and have a true minus, powers of ten and the sign for infinity; a missing cell is
// an en dash. Characters that are commands of LaTeX are escaped, line breaks stay in cells and become blanks in the
// caption, and characters that do not print are written as Go escapes. Accented Latin letters, the Greek letters and
// the usual signs of mathematics and typography work with pdfLaTeX; any other character is written as it is, which
// XeLaTeX and LuaLaTeX set when the font has it and pdfLaTeX refuses.
//
// A Label with a character that would end it, a Placement with another letter, either of them with TabularOnly, and Long
// with Placement or TabularOnly are errors, reported together before anything is written. Other errors are those of the
// writer.
func (l LaTeX) Write(w io.Writer, f Frame) error {
	if err := l.check(); err != nil {
		return fmt.Errorf("frame: latex: %w", err)
	}
	if len(f.cols) == 0 {
		return nil
	}
	b := bufio.NewWriter(w)
	switch {
	case l.Long || f.Rows() > longRows && !l.TabularOnly && l.Placement == "":
		l.writeLong(b, f)
	case l.TabularOnly:
		b.WriteString(latexNeeds + ".\n")
		f.writeTabular(b)
	default:
		b.WriteString(latexNeeds + ".\n")
		l.begin(b, f.caption)
		f.writeTabular(b)
		b.WriteString("\\end{table}\n")
	}
	return wrap("latex", b.Flush())
}

// latexNeeds begins the comment that names the packages.
const latexNeeds = `% The document needs \usepackage[T1]{fontenc} and \usepackage{booktabs}`

// check returns every violation of what the options ask.
func (l LaTeX) check() error {
	var errs []error
	if i := strings.IndexFunc(l.Label, notInLabel); i >= 0 {
		errs = append(errs, fmt.Errorf("label %q has %q, which is not for labels", l.Label, firstRunes(l.Label[i:], 1)))
	}
	if i := strings.IndexFunc(l.Placement, func(r rune) bool { return !strings.ContainsRune("htbpH!", r) }); i >= 0 {
		errs = append(errs, fmt.Errorf("placement %q has %q, which is not one of !, h, t, b, p and H",
			l.Placement, firstRunes(l.Placement[i:], 1)))
	}
	if l.TabularOnly && l.Label != "" {
		errs = append(errs, fmt.Errorf("label %q is for a table and only the tabular is wanted", l.Label))
	}
	if l.TabularOnly && l.Placement != "" {
		errs = append(errs, fmt.Errorf("placement %q is for a table and only the tabular is wanted", l.Placement))
	}
	if l.Long && l.TabularOnly {
		errs = append(errs, errors.New("a long table and only the tabular are wanted"))
	}
	if l.Long && l.Placement != "" {
		errs = append(errs, fmt.Errorf("placement %q is for a table that floats and a long one is wanted", l.Placement))
	}
	return errors.Join(errs...)
}

// notInLabel reports whether a character cannot stand in the name of a label.
func notInLabel(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`\{}%#&$^~"`, r) }

// begin writes what stands above the tabular.
func (l LaTeX) begin(b *bufio.Writer, caption string) {
	b.WriteString("\\begin{table}")
	if l.Placement != "" {
		b.WriteString("[" + l.Placement + "]")
	}
	b.WriteString("\n\\centering\n")
	for _, line := range l.title(caption) {
		b.WriteString(line + "\n")
	}
}

// title returns the caption and the label. A label refers to the number that the caption makes, so that there is one,
// empty if need be.
func (l LaTeX) title(caption string) (lines []string) {
	if caption = strings.Join(strings.Fields(caption), " "); caption != "" || l.Label != "" {
		lines = append(lines, "\\caption{"+latexLine(caption)+"}")
	}
	if l.Label != "" {
		lines = append(lines, "\\label{"+l.Label+"}")
	}
	return lines
}

func (f Frame) writeTabular(b *bufio.Writer) {
	columns := f.readers()
	b.WriteString("\\begin{tabular}{" + f.latexColumns() + "}\n")
	f.writeLaTeXHead(b, columns)
	writeLaTeXRows(b, columns, f.Rows())
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// writeLong writes a longtable: the caption on the first page, the names on every one. The caption is as wide as the
// page, and not four inches as the package has it.
func (l LaTeX) writeLong(b *bufio.Writer, f Frame) {
	columns := f.readers()
	b.WriteString(strings.Replace(latexNeeds, " and", ",", 1) + " and \\usepackage{longtable}.\n" +
		"\\begingroup\n\\setlength{\\LTcapwidth}{\\linewidth}\n\\begin{longtable}{" + f.latexColumns() + "}\n")
	if title := l.title(f.caption); title != nil {
		b.WriteString(strings.Join(title, "\n") + " \\\\\n")
	}
	for _, end := range []string{"\\endfirsthead\n", "\\endhead\n"} {
		f.writeLaTeXHead(b, columns)
		b.WriteString(end)
	}
	b.WriteString("\\bottomrule\n\\endfoot\n")
	writeLaTeXRows(b, columns, f.Rows())
	b.WriteString("\\end{longtable}\n\\endgroup\n")
}

// writeLaTeXHead writes the names and units between their rules.
func (f Frame) writeLaTeXHead(b *bufio.Writer, columns []reader) {
	b.WriteString("\\toprule\n")
	writeLaTeXRow(b, columns, func(c reader) string { return latexCell(c.Name, c.side()) })
	if f.hasUnits() {
		writeLaTeXRow(b, columns, func(c reader) string { return c.latexUnit() })
	}
	b.WriteString("\\midrule\n")
}

func writeLaTeXRows(b *bufio.Writer, columns []reader, rows int) {
	for i := range rows {
		writeLaTeXRow(b, columns, func(c reader) string { return c.latex(i) })
	}
}

// latexColumns returns a letter for every column.
func (f Frame) latexColumns() string {
	var b strings.Builder
	for _, c := range f.cols {
		b.WriteString(c.side())
	}
	return b.String()
}

// side returns the letter for the alignment of the column.
func (c Column) side() string {
	if c.alignsRight() {
		return "r"
	}
	return "l"
}

func writeLaTeXRow(b *bufio.Writer, columns []reader, cell func(reader) string) {
	for j, c := range columns {
		if j > 0 {
			b.WriteString(" & ")
		}
		b.WriteString(cell(c))
	}
	b.WriteString(" \\\\\n")
}

func (r reader) latexUnit() string {
	if r.Meta.Unit == "" {
		return ""
	}
	return latexCell("("+r.Meta.Unit+")", r.side())
}

// latex returns cell i of the column.
func (r reader) latex(i int) string {
	s := r.at(i)
	switch {
	case r.Missing(i):
		return "--"
	case r.alignsRight() && isNumber(s):
		return latexNumber(s)
	}
	return latexCell(s, r.side())
}

// isNumber reports whether a cell is a number or a duration as this package writes them.
func isNumber(s string) bool {
	if _, err := time.ParseDuration(s); err == nil {
		return true
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && (strings.Trim(s, "+-.0123456789e") == "" || strings.TrimLeft(s, "+-") == "Inf")
}

// latexNumber returns a number with a minus and a power of ten as they are set in mathematics.
func latexNumber(s string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = "-", rest
	}
	s = strings.TrimPrefix(s, "+")
	if s == "Inf" {
		return "$" + sign + `\infty$`
	}
	if digits, power, ok := strings.Cut(s, "e"); ok {
		if n, err := strconv.Atoi(power); err == nil {
			return "$" + sign + digits + `\times10^{` + strconv.Itoa(n) + "}$"
		}
	}
	if sign != "" {
		sign = "$-$"
	}
	return sign + latexLine(s)
}

// latexCell returns a name or cell of text. Lines are stacked in a tabular of their own, the first at the height of
// the row.
func latexCell(s, side string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if !strings.Contains(s, "\n") {
		return latexLine(s)
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = latexLine(line)
	}
	return `\begin{tabular}[t]{@{}` + side + `@{}}` + strings.Join(lines, ` \\ `) + `\end{tabular}`
}

// latexLine escapes one line of text.
func latexLine(s string) string {
	s = latexEscapes.Replace(printable(s, false))
	for _, pair := range []string{"-", ","} {
		// Two of them would become one sign. In a run every other pair is found only when the first ones are apart.
		for range 2 {
			s = strings.ReplaceAll(s, pair+pair, pair+"{}"+pair)
		}
	}
	return s
}

// latexEscapes holds what LaTeX would take for a command, an option, a ligature or no character at all. A star or a
// bracket at the beginning of a row would belong to the end of the row before.
var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	`"`, `\textquotedbl{}`, "'", `\textquotesingle{}`, "`", `\textasciigrave{}`, "*", "{*}", "[", "{[}", "]", "{]}",
	"µ", `\textmu{}`, "μ", `\textmu{}`, "×", `$\times$`, "÷", `$\div$`, "±", `$\pm$`, "∓", `$\mp$`, "·", `$\cdot$`,
	"°", `\textdegree{}`, "−", "$-$", "≤", `$\le$`, "≥", `$\ge$`, "≠", `$\ne$`, "≈", `$\approx$`, "≡", `$\equiv$`,
	"∼", `$\sim$`, "≪", `$\ll$`, "≫", `$\gg$`, "∝", `$\propto$`, "∞", `$\infty$`, "√", `$\surd$`, "∑", `$\sum$`,
	"∏", `$\prod$`, "∫", `$\int$`, "∂", `$\partial$`, "∇", `$\nabla$`, "∈", `$\in$`, "∉", `$\notin$`, "∅", `$\emptyset$`,
	"∪", `$\cup$`, "∩", `$\cap$`, "⊂", `$\subset$`, "⊆", `$\subseteq$`, "∀", `$\forall$`, "∃", `$\exists$`,
	"∧", `$\wedge$`, "∨", `$\vee$`, "¬", `$\neg$`, "⊥", `$\bot$`, "⊤", `$\top$`, "∥", `$\parallel$`, "∘", `$\circ$`,
	"→", `$\rightarrow$`, "←", `$\leftarrow$`, "↔", `$\leftrightarrow$`, "↑", `$\uparrow$`, "↓", `$\downarrow$`,
	"⇒", `$\Rightarrow$`, "⇐", `$\Leftarrow$`, "⇔", `$\Leftrightarrow$`, "↦", `$\mapsto$`, "′", `$'$`, "″", `$''$`,
	"ℓ", `$\ell$`,
	"⁰", "$^0$", "¹", "$^1$", "²", "$^2$", "³", "$^3$", "⁴", "$^4$", "⁵", "$^5$", "⁶", "$^6$", "⁷", "$^7$", "⁸", "$^8$",
	"⁹", "$^9$", "⁺", "$^+$", "⁻", "$^-$", "ⁿ", "$^n$",
	"₀", "$_0$", "₁", "$_1$", "₂", "$_2$", "₃", "$_3$", "₄", "$_4$", "₅", "$_5$", "₆", "$_6$", "₇", "$_7$", "₈", "$_8$",
	"₉", "$_9$",
	"α", `$\alpha$`, "β", `$\beta$`, "γ", `$\gamma$`, "δ", `$\delta$`, "ε", `$\varepsilon$`, "ζ", `$\zeta$`, "η", `$\eta$`,
	"θ", `$\theta$`, "ι", `$\iota$`, "κ", `$\kappa$`, "λ", `$\lambda$`, "ν", `$\nu$`, "ξ", `$\xi$`, "ο", "$o$",
	"π", `$\pi$`, "ρ", `$\rho$`, "σ", `$\sigma$`, "ς", `$\varsigma$`, "τ", `$\tau$`, "υ", `$\upsilon$`, "φ", `$\varphi$`,
	"χ", `$\chi$`, "ψ", `$\psi$`, "ω", `$\omega$`, "ϵ", `$\epsilon$`, "ϑ", `$\vartheta$`, "ϕ", `$\phi$`,
	"Α", `$\mathrm{A}$`, "Β", `$\mathrm{B}$`, "Γ", `$\Gamma$`, "Δ", `$\Delta$`, "Ε", `$\mathrm{E}$`, "Ζ", `$\mathrm{Z}$`,
	"Η", `$\mathrm{H}$`, "Θ", `$\Theta$`, "Ι", `$\mathrm{I}$`, "Κ", `$\mathrm{K}$`, "Λ", `$\Lambda$`, "Μ", `$\mathrm{M}$`,
	"Ν", `$\mathrm{N}$`, "Ξ", `$\Xi$`, "Ο", `$\mathrm{O}$`, "Π", `$\Pi$`, "Ρ", `$\mathrm{P}$`, "Σ", `$\Sigma$`,
	"Τ", `$\mathrm{T}$`, "Υ", `$\Upsilon$`, "Φ", `$\Phi$`, "Χ", `$\mathrm{X}$`, "Ψ", `$\Psi$`, "Ω", `$\Omega$`,
)
