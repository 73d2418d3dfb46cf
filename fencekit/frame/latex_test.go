package frame_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// latexRows returns the rows of the tabular, the names first.
func latexRows(t *testing.T, f frame.Frame) []string {
	t.Helper()
	text := written(t, func(w *bytes.Buffer) error { return f.WriteLaTeX(w) })
	_, text, found := strings.Cut(text, "\\toprule\n")
	text, _, ended := strings.Cut(text, "\\bottomrule\n")
	if !found || !ended {
		t.Fatalf("no tabular in\n%s", text)
	}
	rows := strings.Split(strings.TrimSuffix(strings.Replace(text, "\\midrule\n", "", 1), "\n"), "\n")
	for i, row := range rows {
		cut, ok := strings.CutSuffix(row, ` \\`)
		if !ok {
			t.Fatalf("row %q does not end", row)
		}
		rows[i] = cut
	}
	return rows
}

func TestLaTeXEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`a\b`: `a\textbackslash{}b`, "{x}": `\{x\}`, "5 % of $3 & #1": `5 \% of \$3 \& \#1`, "wait_ms": `wait\_ms`,
		"x^2~y": `x\textasciicircum{}2\textasciitilde{}y`, "a<b>c|d": `a\textless{}b\textgreater{}c\textbar{}d`,
		`"q" 'r'`:            `\textquotedbl{}q\textquotedbl{} \textquotesingle{}r\textquotesingle{}`,
		"`s`":                `\textasciigrave{}s\textasciigrave{}`,
		"[begin] *star*":     `{[}begin{]} {*}star{*}`,
		"-- --- ----":        `-{}- -{}-{}- -{}-{}-{}-`,
		",, a":               `,{}, a`,
		"1.5 µs × 3 ≤ Δ é ß": `1.5 \textmu{}s $\times$ 3 $\le$ $\Delta$ é ß`,
		"two\nlines":         `\begin{tabular}[t]{@{}l@{}}two \\ lines\end{tabular}`,
		"two\r\n\n[lines":    `\begin{tabular}[t]{@{}l@{}}two \\  \\ {[}lines\end{tabular}`,
		"nul\x00\u202e":      `nul\textbackslash{}x00\textbackslash{}u202e`,
		"-5":                 "-5",
		"中":                  "中",
	} {
		rows := latexRows(t, must(t)(frame.New(frame.Strings(text, []string{text}))))
		if rows[0] != want || rows[1] != want {
			t.Errorf("%q: got %q, want %q twice", text, rows, want)
		}
	}
}

func TestLaTeXNumbers(t *testing.T) {
	floats := must(t)(frame.New(
		frame.Floats("plain", []float64{-1.5, 0, math.NaN(), math.Inf(1), math.Inf(-1)}),
		frame.Floats("tiny", []float64{-2.5e-9, 0, 1e-7, 1e-12, math.NaN()}),
		frame.Ints("whole", []int64{-7, 0, 7, math.MinInt64, 1}),
		frame.Durations("wait", []time.Duration{-time.Second, 1500, 0, time.Hour, 1}),
	))
	want := []string{
		`plain & tiny & whole & wait`,
		`$-$1.5 & $-2.5\times10^{-9}$ & $-$7 & $-$1s`,
		`0.0 & 0 & 0 & 1.5\textmu{}s`,
		`-- & $1\times10^{-7}$ & 7 & 0s`,
		`$\infty$ & $1\times10^{-12}$ & $-$9223372036854775808 & 1h0m0s`,
		`$-\infty$ & -- & 1 & 1ns`,
	}
	if got := latexRows(t, floats); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	labelled := must(t)(floats.Head(1).With(frame.Strings("posture", []string{"a-b"})))
	turned := must(t)(labelled.Transpose("posture"))
	want = []string{"posture & a-b", "plain & $-$1.5", `tiny & $-2.5\times10^{-9}$`, "whole & $-$7", "wait & $-$1s"}
	if got := latexRows(t, turned); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("transposed: got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestLaTeXEnvironment(t *testing.T) {
	f := must(t)(frame.New(
		frame.Strings("name", []string{"x"}), frame.Floats("wait_ms", []float64{2}).WithMeta(frame.Meta{Unit: "ms, [%]"})))
	tabular := "\\begin{tabular}{lr}\n\\toprule\nname & wait\\_ms \\\\\n & (ms, {[}\\%{]}) \\\\\n\\midrule\nx & 2 \\\\\n" +
		"\\bottomrule\n\\end{tabular}\n"
	const needs = "% The document needs \\usepackage[T1]{fontenc} and \\usepackage{booktabs}.\n"
	long := func(title string) string {
		head := "\\toprule\nname & wait\\_ms \\\\\n & (ms, {[}\\%{]}) \\\\\n\\midrule\n"
		return "% The document needs \\usepackage[T1]{fontenc}, \\usepackage{booktabs} and \\usepackage{longtable}.\n" +
			"\\begingroup\n\\setlength{\\LTcapwidth}{\\linewidth}\n\\begin{longtable}{lr}\n" + title + head +
			"\\endfirsthead\n" + head + "\\endhead\n\\bottomrule\n\\endfoot\nx & 2 \\\\\n\\end{longtable}\n\\endgroup\n"
	}
	cases := []struct {
		latex         frame.LaTeX
		caption, want string
	}{
		{frame.LaTeX{}, "", needs + "\\begin{table}\n\\centering\n" + tabular + "\\end{table}\n"},
		{frame.LaTeX{Label: "tab:a_b", Placement: "!htb"}, "50 %\n\nof  all",
			needs + "\\begin{table}[!htb]\n\\centering\n\\caption{50 \\% of all}\n\\label{tab:a_b}\n" + tabular + "\\end{table}\n"},
		{frame.LaTeX{Label: "x"}, "", needs + "\\begin{table}\n\\centering\n\\caption{}\n\\label{x}\n" + tabular + "\\end{table}\n"},
		{frame.LaTeX{TabularOnly: true}, "not shown", needs + tabular},
		{frame.LaTeX{Long: true, Label: "x"}, "a", long("\\caption{a}\n\\label{x} \\\\\n")},
		{frame.LaTeX{Long: true}, "", long("")},
	}
	for _, c := range cases {
		got := written(t, func(w *bytes.Buffer) error { return c.latex.Write(w, f.WithCaption(c.caption)) })
		if got != c.want {
			t.Errorf("%+v: got\n%s\nwant\n%s", c.latex, got, c.want)
		}
	}
	for _, none := range []frame.Frame{{}, frame.Frame{}.WithCaption("alone")} {
		if got := written(t, func(w *bytes.Buffer) error { return none.WriteLaTeX(w) }); got != "" {
			t.Errorf("a frame without columns gives %q, want nothing", got)
		}
	}
	if got := latexRows(t, f.Head(0)); len(got) != 2 {
		t.Errorf("a frame without rows has the rows %q, want names and units", got)
	}
}

// A table that is longer than a page must not float, since a float loses what does not fit.
func TestALongLaTeXTableGoesOnOverPages(t *testing.T) {
	for _, c := range []struct {
		rows  int
		latex frame.LaTeX
		long  bool
	}{
		{40, frame.LaTeX{}, false}, {41, frame.LaTeX{}, true}, {400, frame.LaTeX{Label: "x"}, true},
		{1, frame.LaTeX{Long: true}, true}, {41, frame.LaTeX{TabularOnly: true}, false},
		{41, frame.LaTeX{Placement: "p"}, false},
	} {
		text := written(t, func(w *bytes.Buffer) error { return c.latex.Write(w, counting(t, c.rows, 2)) })
		first, _, _ := strings.Cut(text, "\n")
		if long := strings.Contains(text, "\\begin{longtable}"); long != c.long || long == strings.Contains(text, "\\begin{tabular}") ||
			strings.Contains(first, "{longtable}") != c.long {
			t.Errorf("%d rows, %+v: a long table: got %v, want %v:\n%s", c.rows, c.latex, long, c.long, text[:200])
		}
		heads := 1
		if c.long {
			heads = 2
		}
		if got := strings.Count(text, " \\\\\n"); c.latex.Label == "" && got != c.rows+heads {
			t.Errorf("%d rows, %+v: got %d lines, want %d", c.rows, c.latex, got, c.rows+heads)
		}
	}
}

func TestLaTeXReportsEveryWrongOption(t *testing.T) {
	var b bytes.Buffer
	err := frame.LaTeX{Label: "tab:ä}", Placement: "htx", TabularOnly: true, Long: true}.Write(&b, counting(t, 1, 1))
	want := `frame: latex: label "tab:ä}" has "ä", which is not for labels
placement "htx" has "x", which is not one of !, h, t, b, p and H
label "tab:ä}" is for a table and only the tabular is wanted
placement "htx" is for a table and only the tabular is wanted
a long table and only the tabular are wanted
placement "htx" is for a table that floats and a long one is wanted`
	if err == nil || err.Error() != want || b.Len() > 0 {
		t.Errorf("got %v and %q, want %s and nothing", err, b.String(), want)
	}
}

// checkLaTeX checks that braces are balanced and the rows have the cells that the columns need, whatever is in them.
func checkLaTeX(t *testing.T, f frame.Frame) {
	t.Helper()
	text := written(t, func(w *bytes.Buffer) error { return f.WriteLaTeX(w) })
	needs, text, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(needs, "% ") {
		t.Errorf("the first line %q is no comment", needs)
	}
	escapes := strings.NewReplacer(`\\`, "", `\{`, "", `\}`, "", `\&`, "", `\$`, "", `\%`, "", `\#`, "", `\_`, "")
	bare := escapes.Replace(text)
	depth := 0
	for _, r := range bare {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		case '%', '#', '~':
			t.Errorf("%q is not escaped in %q", r, text)
		}
		if depth < 0 {
			break
		}
	}
	if depth != 0 || strings.Count(bare, "$")%2 != 0 {
		t.Errorf("braces or mathematics are not closed in %q", text)
	}
	ends := strings.Count(text, ` \\`+"\n")
	if got, want := strings.Count(bare, " & "), ends*(len(f.Columns())-1); got != want || ends != f.Rows()+1 {
		t.Errorf("%d rows with %d boundaries between cells, want %d and %d: %q", ends, got, f.Rows()+1, want, text)
	}
	for _, line := range strings.Split(text, "\n") {
		if line != "" && strings.ContainsAny(line[:1], "[*") {
			t.Errorf("line %q would be read as part of the one before", line)
		}
	}
}
