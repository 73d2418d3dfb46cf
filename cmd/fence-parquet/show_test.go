package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"fence/fencekit/frame"
)

// A result has a hundred columns, and each of them is shown, whatever the width.
func TestShowsEveryColumn(t *testing.T) {
	t.Chdir(t.TempDir())
	var cols []frame.Column
	for i := range 98 {
		cols = append(cols, frame.Ints(fmt.Sprintf("unlocked_applied_per_trial_%d", i), []int64{1}).WithMeta(frame.Meta{
			Unit: "writes per trial", Meaning: fmt.Sprintf("mean of number %d over the trials, and more words than fit a line of a screen", i),
			Method: "mean over trials, Student's t, 95 %, not below 0; 3/n where none"}))
	}
	f, err := frame.New(cols...)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.WriteFile("wide.csv"); err != nil {
		t.Fatal(err)
	}
	out := fine(t, "wide.csv")
	for i := range 98 {
		name := fmt.Sprintf("\nunlocked_applied_per_trial_%d ", i)
		_, rest, found := strings.Cut(out, name)
		if !found || !strings.Contains(strings.Join(strings.Fields(rest), " "),
			fmt.Sprintf("int64 writes per trial mean of number %d over the trials, and more", i)) {
			t.Fatalf("no line of column %d in\n%s", i, out)
		}
	}
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > screen {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
	for _, not := range []string{"1 row x", "98 rows", "…", "Student"} {
		if strings.Contains(out, not) {
			t.Errorf("%q in\n%s", not, out)
		}
	}
}

func TestShowFitsWhatIsGiven(t *testing.T) {
	rows := [][]string{{"column", "kind", "missing", "unit", "meaning", "method"},
		{"wait", "float64", "12", "ms", "how long a request waits in the queue", "median"}, {"n", "int64", "", "", "", ""}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{80, `
column  kind     missing  unit  meaning                                method
wait    float64       12  ms    how long a request waits in the queue  median
n       int64
`}, {76, `
column  kind     missing  unit  meaning
wait    float64       12  ms    how long a request waits in the queue
n       int64
`}, {60, `
column  kind     missing  unit  meaning
wait    float64       12  ms    how long a request waits in
                                the queue
n       int64
`}, {10, `
column  kind     missing  unit  meaning
wait    float64       12  ms    how long a request waits
                                in the queue
n       int64
`}} {
		var b strings.Builder
		listed(&b, rows, c.width)
		if got := "\n" + b.String(); got != c.want {
			t.Errorf("width %d: got%s\nwant%s", c.width, got, c.want)
		}
	}
}

func TestShowWritesOutWhatDoesNotPrint(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := frame.New(frame.Ints("a\x1b[31m\nb", []int64{1}))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.WithCaption("two\nlines").WriteFile("odd.json"); err != nil {
		t.Fatal(err)
	}
	if got, want := fine(t, "odd.json"), "two\\nlines\nodd.json: 1 row × 1 column\n\ncolumn        kind\na\\x1b[31m\\nb  int64\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
