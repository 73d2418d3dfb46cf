package frame_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"fence/fencekit/frame"
)

var update = flag.Bool("update", false, "rewrite the files in testdata; keep only differences that can be explained")

// written returns a frame in one of its forms.
func written(t *testing.T, write func(w *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// odd has strings that each form has to defend itself against, and a long name.
func odd(t *testing.T) frame.Frame {
	words := []string{`say "no"`, "a|b", "two\nlines", "a,b", "", " blank ", "nul\x00", "bad\xff", "<b>*bold*</b>",
		`C:\tmp`, "tab\there", "größe", "\u202eevil", "`code`", "- ", "\r\n"}
	n := len(words)
	numbers, waits, flags := make([]float64, n), make([]time.Duration, n), make([]bool, n)
	for i := range words {
		numbers[i] = float64(i*i) / 8
		waits[i] = time.Duration(i*i*i) * 37 * time.Millisecond
		flags[i] = i%3 == 0
	}
	numbers[3] = math.NaN()
	mask := make([]bool, n)
	mask[5] = true
	f := must(t)(frame.New(
		frame.Strings("word \"|,\n", words), frame.Floats("share", numbers), frame.Durations("wait", waits),
		frame.Bools("flag", flags).WithMissing(mask), frame.Strings("last", words).WithMissing(mask)))
	return f.WithCaption("Odd | strings\nin <two> lines\x07")
}

// long is longer than String shows whole.
func long(t *testing.T) frame.Frame {
	n := 41
	seeds, shares, names := make([]int64, n), make([]float64, n), make([]string, n)
	for i := range n {
		seeds[i], shares[i], names[i] = int64(i), 1/float64(i+1), strings.Repeat("x", i%5)
	}
	return must(t)(frame.New(frame.Ints("seed", seeds), frame.Floats("share", shares), frame.Strings("name", names)))
}

// wide has more columns than a screen or a notebook shows, with units, wide characters and a gap.
func wide(t *testing.T) frame.Frame {
	cols := []frame.Column{frame.Strings("語", []string{"時計", "clock"})}
	for i := range 24 {
		x := float64(i) / 4
		cols = append(cols, frame.Floats("wait_p"+strconv.Itoa(4*i), []float64{x, -1 / x}).
			WithMeta(frame.Meta{Unit: "ms", Meaning: "waits below this one: " + strconv.Itoa(4*i) + " %"}))
	}
	cols[24] = cols[24].WithMissing([]bool{false, true})
	return must(t)(frame.New(cols...)).WithCaption("Waits of two clocks.")
}

func TestGoldenFiles(t *testing.T) {
	f := odd(t)
	files := []struct{ name, got string }{
		{"odd.txt", f.String()},
		{"odd.csv", written(t, func(w *bytes.Buffer) error { return f.WriteCSV(w) })},
		{"odd.json", written(t, func(w *bytes.Buffer) error { return f.WriteJSON(w) })},
		{"odd.md", written(t, func(w *bytes.Buffer) error { return f.WriteMarkdown(w) })},
		{"odd.html", f.HTML()},
		{"odd.tex", written(t, func(w *bytes.Buffer) error { return f.WriteLaTeX(w) })},
		{"long.txt", long(t).String()},
		{"wide.txt", wide(t).String()},
		{"wide.html", wide(t).HTML()},
	}
	for _, file := range files {
		path := filepath.Join("testdata", file.name)
		if *update {
			if err := os.WriteFile(path, []byte(file.got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || file.got != string(want) {
			t.Errorf("%s (%v): got\n%s\nwant\n%s", file.name, err, file.got, want)
		}
	}
}

func TestTextIsWholeAndStringIsNot(t *testing.T) {
	text := written(t, func(w *bytes.Buffer) error { return long(t).WriteText(w) })
	if got := strings.Count(text, "\n"); got != 42 {
		t.Errorf("WriteText has %d lines, want the names and 41 rows", got)
	}
	if got := strings.Count(long(t).String(), "\n"); got != 43 {
		t.Errorf("String has %d lines, want the names, 40 rows, the dots and the size", got)
	}
	if got := long(t).Head(40).String(); strings.Count(got, "\n") != 41 || strings.Contains(got, "...") {
		t.Errorf("40 rows are shown as\n%s\nwant all of them", got)
	}
}

func TestFramesOfNothing(t *testing.T) {
	none := must(t)(frame.New(frame.Ints("seed", nil), frame.Strings("name", nil)))
	cases := []struct {
		f                     frame.Frame
		text, csv, json, mark string
	}{
		{frame.Frame{}, "0 rows x 0 columns\n", "", "[\n]\n", ""},
		{none, "seed  name\n0 rows x 2 columns\n", "seed,name\n", "[\n]\n", "| seed | name |\n| ---: | :--- |\n"},
	}
	for _, c := range cases {
		got := []string{c.f.String(), written(t, func(w *bytes.Buffer) error { return c.f.WriteCSV(w) }),
			written(t, func(w *bytes.Buffer) error { return c.f.WriteJSON(w) }),
			written(t, func(w *bytes.Buffer) error { return c.f.WriteMarkdown(w) })}
		if want := []string{c.text, c.csv, c.json, c.mark}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	one := must(t)(frame.New(frame.Ints("seed", []int64{7})))
	if turned := must(t)(one.Transpose("seed")); turned.String() != "seed  7\n0 rows x 2 columns\n" {
		t.Errorf("a label alone turns into\n%s", turned)
	}
}

func TestJSONHasNoInfinity(t *testing.T) {
	f := must(t)(frame.New(frame.Floats("ratio", []float64{1, math.Inf(-1)})))
	var b bytes.Buffer
	err := f.WriteJSON(&b)
	want := `frame: json: column "ratio", row 1: -Inf has no JSON form`
	if err == nil || err.Error() != want || b.Len() > 0 {
		t.Errorf("got %v and %q, want %s and nothing", err, b.String(), want)
	}
}

// full is a writer with no room.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWritersReturnTheWritersError(t *testing.T) {
	f := odd(t)
	for name, err := range map[string]error{"text": f.WriteText(full{}), "csv": f.WriteCSV(full{}),
		"json": f.WriteJSON(full{}), "markdown": f.WriteMarkdown(full{}), "html": f.WriteHTML(full{}),
		"latex": f.WriteLaTeX(full{})} {
		if !errors.Is(err, errFull) || err.Error() != "frame: "+name+": disk full" {
			t.Errorf("%s: got %v, want disk full", name, err)
		}
	}
}

// randomFrame has two columns of each kind that is written exactly, with gaps.
func randomFrame(t *testing.T, r *rand.Rand) frame.Frame {
	n := r.IntN(6)
	f, i, b := make([]float64, n), make([]int64, n), make([]bool, n)
	d, mask := make([]time.Duration, n), make([]bool, n)
	for k := range n {
		if f[k] = math.Float64frombits(r.Uint64()); math.IsInf(f[k], 0) {
			f[k] = 1
		}
		i[k], d[k] = int64(r.Uint64()), time.Duration(r.Uint64())
		b[k], mask[k] = r.IntN(2) == 0, r.IntN(3) == 0
	}
	return must(t)(frame.New(frame.Floats("f", f), frame.Ints("i", i).WithMissing(mask), frame.Bools("b", b),
		frame.Durations("d", d).WithMissing(mask)))
}

func TestCSVAndJSONReadBackEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 500 {
		f := randomFrame(t, r)
		lines, err := csv.NewReader(strings.NewReader(
			written(t, func(w *bytes.Buffer) error { return f.WriteCSV(w) }))).ReadAll()
		if err != nil || !slices.Equal(lines[0], f.Columns()) {
			t.Fatalf("csv: %v, names %v", err, lines)
		}
		if got := parsed(t, f.Rows(), func(row int, name string) (string, bool) {
			s := lines[row+1][slices.Index(f.Columns(), name)]
			return s, s != ""
		}); !frame.Equal(got, f) {
			t.Fatalf("csv: got\n%swant\n%s", got, f)
		}
		var rows []map[string]json.RawMessage
		text := written(t, func(w *bytes.Buffer) error { return f.WriteJSON(w) })
		if err := json.Unmarshal([]byte(text), &rows); err != nil {
			t.Fatal(err)
		}
		if got := parsed(t, len(rows), func(row int, name string) (string, bool) {
			s := string(rows[row][name])
			return strings.Trim(s, `"`), s != "null"
		}); !frame.Equal(got, f) {
			t.Fatalf("json: got\n%swant\n%s", got, f)
		}
	}
}

// parsed makes the frame of randomFrame from the text of its cells.
func parsed(t *testing.T, n int, cell func(row int, name string) (string, bool)) frame.Frame {
	t.Helper()
	f, i, b := make([]float64, n), make([]int64, n), make([]bool, n)
	d, mask := make([]time.Duration, n), make([]bool, n)
	for k := range n {
		var errs [4]error
		f[k] = math.NaN()
		if s, ok := cell(k, "f"); ok {
			f[k], errs[0] = strconv.ParseFloat(s, 64)
		}
		s, ok := cell(k, "i")
		if mask[k] = !ok; ok {
			i[k], errs[1] = strconv.ParseInt(s, 10, 64)
		}
		s, _ = cell(k, "b")
		b[k], errs[2] = strconv.ParseBool(s)
		if s, ok := cell(k, "d"); ok {
			d[k], errs[3] = time.ParseDuration(s)
		}
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatal(err)
		}
	}
	return must(t)(frame.New(frame.Floats("f", f), frame.Ints("i", i).WithMissing(mask), frame.Bools("b", b),
		frame.Durations("d", d).WithMissing(mask)))
}

// FuzzWriters writes a frame with odd strings in its names, cells and caption and checks that each form keeps its shape
// and that CSV and JSON give the strings back.
func FuzzWriters(f *testing.F) {
	for _, s := range []string{"", "a", `"`, "|", "\n", "\r", "\r\n", "\x00", ",", " a", "a ", "\xff", "\u2028", "\ufeff",
		"<br>", `\|`, `\`, "`", "-", `\.`, "😀", "\x1b[31m", "#"} {
		f.Add(s, "b", 1.5)
		f.Add("a", s, -0.25)
	}
	f.Fuzz(func(t *testing.T, name, cell string, number float64) {
		if name == "" || name == "n" || math.IsInf(number, 0) {
			name, number = "name", 1
		}
		table, err := frame.New(frame.Strings(name, []string{cell, name}), frame.Floats("n", []float64{number, 2}))
		if err != nil {
			t.Fatal(err)
		}
		checkText(t, table)
		checkMarkdown(t, table)
		checkHTML(t, table.WithCaption(cell))
		checkLaTeX(t, table.WithCaption(cell))
		checkCSV(t, table, []string{name, cell, name})
		checkJSON(t, table, name, cell)
		single, err := table.Select(name)
		if err != nil {
			t.Fatal(err)
		}
		checkCSV(t, single, []string{name, cell, name})
		checkText(t, table.WithCaption(cell))
	})
}

func checkText(t *testing.T, f frame.Frame) {
	t.Helper()
	text := f.String()
	want := 3
	if c := f.Caption(); c != "" {
		want += 1 + strings.Count(c, "\n")
	}
	if got := strings.Count(text, "\n"); got != want {
		t.Errorf("text has %d lines, want %d:\n%q", got, want, text)
	}
	for _, r := range text {
		if r != '\n' && !unicode.IsPrint(r) {
			t.Errorf("text has the character %q:\n%q", r, text)
		}
	}
	if !utf8.ValidString(text) {
		t.Errorf("text is not UTF-8: %q", text)
	}
}

func checkMarkdown(t *testing.T, f frame.Frame) {
	t.Helper()
	text := written(t, func(w *bytes.Buffer) error { return f.WriteMarkdown(w) })
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 4 {
		t.Fatalf("Markdown has %d lines, want names, ruler and two rows:\n%q", len(lines), text)
	}
	for _, line := range lines {
		bare := strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), `\|`, "")
		if got := strings.Count(bare, "|"); got != 3 || strings.ContainsFunc(line, unicode.IsControl) {
			t.Errorf("line %q has %d bars, want 3", line, got)
		}
		if strings.Contains(strings.ReplaceAll(line, "<br>", ""), "<") {
			t.Errorf("line %q has a tag", line)
		}
	}
}

func checkHTML(t *testing.T, f frame.Frame) {
	t.Helper()
	p := mustRead(t, written(t, func(w *bytes.Buffer) error { return f.WriteHTML(w) }))
	if len(p.rows) != 3 || len(p.rows[0]) != 3 || len(p.rows[1]) != 3 || len(p.rows[2]) != 3 || len(p.after) != 1 {
		t.Errorf("HTML has the rows %q and %q below, want three of three cells and the size", p.rows, p.after)
	}
	mustRead(t, f.HTML())
}

func checkCSV(t *testing.T, f frame.Frame, want []string) {
	t.Helper()
	text := written(t, func(w *bytes.Buffer) error { return f.WriteCSV(w) })
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != len(want) {
		t.Fatalf("CSV reads back as %q, %v, from %q", rows, err, text)
	}
	for i, row := range rows {
		// The reader turns line ends inside a field into bare newlines; what is written has them as they were.
		if got := row[0]; got != strings.ReplaceAll(want[i], "\r\n", "\n") {
			t.Errorf("row %d reads back as %q, want %q, from %q", i, got, want[i], text)
		}
	}
}

func checkJSON(t *testing.T, f frame.Frame, name, cell string) {
	t.Helper()
	text := written(t, func(w *bytes.Buffer) error { return f.WriteJSON(w) })
	var rows []map[string]any
	if err := json.Unmarshal([]byte(text), &rows); err != nil || len(rows) != 2 || len(rows[0]) > 2 {
		t.Fatalf("JSON reads back as %v, %v, from %q", rows, err, text)
	}
	valid := func(s string) string { return string([]rune(s)) }
	if got := rows[0][valid(name)]; valid(name) != "n" && got != valid(cell) {
		t.Errorf("cell reads back as %q, want %q, from %q", got, valid(cell), text)
	}
	if !strings.HasPrefix(text, "[\n{\"") || strings.Count(text, "\n") != 4 {
		t.Errorf("JSON is not one row a line: %q", text)
	}
}
