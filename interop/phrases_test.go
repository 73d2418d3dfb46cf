//go:build interop

package interop_test

import (
	"encoding/json"
	"fmt"
	"go/format"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// phrase is one entry of the phrase book: a line of pandas and ours, which must give the same table.
type phrase struct {
	title  string
	line   int    // of the heading, in the book
	note   string // how far the results are compared: "" for names and cells, or one of the notes below
	python string
	ours   string
}

// The notes that the book may put under a heading, as a comment that a reader does not see.
const (
	namesDiffer = "names differ" // pandas names the columns otherwise
	notCompared = "not compared" // both run, but their results have different forms
	notRun      = "not run"      // pandas needs what is not installed here; ours runs
)

var noteLine = regexp.MustCompile(`^<!-- (.*) -->$`)

// readPhrases finds the headings of the third level, each followed by a python and a go block. One without the other is
// an error, and so is a block that stands elsewhere: no line of the book goes untested. The first phrase makes the data
// that all others use.
func readPhrases(text string) ([]phrase, error) {
	var all []phrase
	var block *strings.Builder
	lang, open := "", false // open: a heading takes blocks
	for i, line := range strings.Split(text, "\n") {
		switch {
		case block != nil && line == "```":
			if err := put(all, open, lang, block.String()); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			block = nil
		case block != nil:
			block.WriteString(line + "\n")
		case strings.HasPrefix(line, "```"):
			lang, block = strings.TrimPrefix(line, "```"), &strings.Builder{}
		case strings.HasPrefix(line, "### "):
			all, open = append(all, phrase{title: strings.TrimPrefix(line, "### "), line: i + 1}), true
		case strings.HasPrefix(line, "## "):
			open = false
		case open && noteLine.MatchString(line):
			all[len(all)-1].note = noteLine.FindStringSubmatch(line)[1]
		}
	}
	for _, p := range all {
		if p.python == "" || p.ours == "" {
			return nil, fmt.Errorf("line %d: %q needs a python and a go block", p.line, p.title)
		}
		if !slices.Contains([]string{"", namesDiffer, notCompared, notRun}, p.note) {
			return nil, fmt.Errorf("line %d: %q has an unknown note %q", p.line, p.title, p.note)
		}
	}
	if block != nil || len(all) < 2 {
		return nil, fmt.Errorf("%d phrases, a block left open: %v", len(all), block != nil)
	}
	return all, nil
}

// put gives a block to the last phrase; shell blocks are for the reader, and are run by the test of the documents.
func put(all []phrase, open bool, lang, code string) error {
	switch {
	case lang == "sh":
		return nil
	case !open:
		return fmt.Errorf("a block of %q outside any phrase", lang)
	}
	p := &all[len(all)-1]
	switch {
	case lang == "python" && p.python == "":
		p.python = code
	case lang == "go" && p.ours == "":
		p.ours = code
	default:
		return fmt.Errorf("%q already has a block of %q, or takes none", p.title, lang)
	}
	return nil
}

// result is a table in the form that both sides write: numbers as such, durations as nanoseconds, null for missing.
type result struct {
	Title string   `json:"title"`
	Names []string `json:"names"`
	Cells [][]any  `json:"cells"` // by column
}

func TestPhraseBook(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	book, err := os.ReadFile(filepath.Join(root, "docs", "frames.md"))
	if err != nil {
		t.Fatal(err)
	}
	phrases, err := readPhrases(string(book))
	if err != nil {
		t.Fatalf("docs/frames.md: %v", err)
	}
	ours := runOurs(t, root, dataDir(t, root, string(book)), phrases)
	theirs := runTheirs(t, dataDir(t, root, string(book)), phrases)
	for i, p := range phrases {
		if p.note == notCompared || p.note == notRun {
			if len(ours[i].Cells) == 0 {
				t.Errorf("docs/frames.md:%d: %q: ours gave nothing", p.line, p.title)
			}
			continue
		}
		if what := differ(ours[i], theirs[i], p.note == namesDiffer); what != "" {
			t.Errorf("docs/frames.md:%d: %q: %s\nours:   %v\npandas: %v", p.line, p.title, what, ours[i], theirs[i])
		}
	}
	t.Logf("%d phrases", len(phrases))
}

// differ says in what two results differ, "" when they do not.
func differ(a, b result, namesToo bool) string {
	if len(a.Names) != len(b.Names) {
		return fmt.Sprintf("%d columns, pandas has %d", len(a.Names), len(b.Names))
	}
	if !namesToo && !slices.Equal(a.Names, b.Names) {
		return "the names differ"
	}
	if len(a.Cells) == 0 {
		return "nothing to compare"
	}
	for j := range a.Cells {
		if len(a.Cells[j]) != len(b.Cells[j]) {
			return fmt.Sprintf("column %q: %d rows, pandas has %d", a.Names[j], len(a.Cells[j]), len(b.Cells[j]))
		}
		for i := range a.Cells[j] {
			if !sameCell(a.Cells[j][i], b.Cells[j][i]) {
				return fmt.Sprintf("column %q, row %d: %v, pandas has %v", a.Names[j], i, a.Cells[j][i], b.Cells[j][i])
			}
		}
	}
	return ""
}

func sameCell(a, b any) bool {
	x, isX := a.(float64)
	y, isY := b.(float64)
	if isX && isY {
		return math.Abs(x-y) <= 1e-9*max(1, math.Abs(x), math.Abs(y))
	}
	return a == b
}

// The comparison must see what it is there to see.
func TestDifferIsNotBlind(t *testing.T) {
	good := result{Names: []string{"a", "b"}, Cells: [][]any{{1.0, nil}, {"x", true}}}
	broken := map[string]result{
		"a name":   {Names: []string{"a", "c"}, Cells: good.Cells},
		"a number": {Names: good.Names, Cells: [][]any{{1.001, nil}, {"x", true}}},
		"a gap":    {Names: good.Names, Cells: [][]any{{1.0, 0.0}, {"x", true}}},
		"an order": {Names: good.Names, Cells: [][]any{{nil, 1.0}, {true, "x"}}},
		"a row":    {Names: good.Names, Cells: [][]any{{1.0}, {"x"}}},
		"a column": {Names: []string{"a"}, Cells: good.Cells[:1]},
	}
	if what := differ(good, good, false); what != "" {
		t.Errorf("the same result differs from itself: %s", what)
	}
	for name, b := range broken {
		if differ(good, b, false) == "" {
			t.Errorf("a result with another %s is taken as the same", name)
		}
	}
	if differ(good, broken["a name"], true) != "" {
		t.Error("names are compared although the book says that they differ")
	}
}

// runOurs writes every go block into one program and runs it where the data is.
func runOurs(t *testing.T, root, dir string, phrases []phrase) []result {
	t.Helper()
	head, err := os.ReadFile("testdata/phrases.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.Write(head)
	for i, p := range phrases {
		fmt.Fprintf(&b, "\n// docs/frames.md:%d\nfunc phrase%d() {\nf := data\n_ = f\n", p.line, i)
		code := strings.TrimRight(p.ours, "\n")
		switch {
		case i == 0:
			fmt.Fprintf(&b, "{\n%s\nshow(f, err)\ndata = f\n}\n", code)
		case strings.Contains(code, "out := ") || strings.Contains(code, "out, err := "):
			fmt.Fprintf(&b, "%s\nshow(out, err)\n", code)
		default:
			fmt.Fprintf(&b, "show(%s)\n", code)
		}
		b.WriteString("}\n")
	}
	b.WriteString("\nfunc main() {\n")
	for i, p := range phrases {
		fmt.Fprintf(&b, "run(%q, phrase%d)\n", p.title, i)
	}
	b.WriteString("finish()\n}\n")
	source, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatalf("the book's Go does not parse: %v", err)
	}
	// A folder whose name begins with _ is not part of ./...
	place := filepath.Join(root, "out", "_phrases")
	if err := os.MkdirAll(place, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(place, "main.go"), source, 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "phrases")
	build := exec.Command("go", "build", "-o", program, "./out/_phrases")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the book's Go does not build:\n%s", out)
	}
	return read(t, exec.Command(program), dir, phrases)
}

func runTheirs(t *testing.T, dir string, phrases []phrase) []result {
	t.Helper()
	script, err := filepath.Abs("testdata/phrases.py")
	if err != nil {
		t.Fatal(err)
	}
	type entry struct {
		Title string `json:"title"`
		Code  string `json:"code"`
		Run   bool   `json:"run"`
	}
	var entries []entry
	for _, p := range phrases {
		entries = append(entries, entry{p.title, p.python, p.note != notRun})
	}
	input, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/usr/bin/python3", script)
	cmd.Stdin = strings.NewReader(string(input))
	return read(t, cmd, dir, phrases)
}

var dataLine = regexp.MustCompile(`(?m)^go run \./cmd/fence (.* -o trials\.csv)$`)

// dataDir makes the file that the book starts from, with the command that the book names, in a folder of its own.
func dataDir(t *testing.T, root, book string) string {
	t.Helper()
	line := dataLine.FindStringSubmatch(book)
	if line == nil {
		t.Fatal("docs/frames.md: the command that makes trials.csv is not there")
	}
	dir := t.TempDir()
	args := strings.Fields(strings.ReplaceAll(line[1], "trials.csv", filepath.Join(dir, "trials.csv")))
	cmd := exec.Command("go", append([]string{"run", "./cmd/fence"}, args...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("fence %s: %v\n%s", line[1], err, out)
	}
	return dir
}

func read(t *testing.T, cmd *exec.Cmd, dir string, phrases []phrase) []result {
	t.Helper()
	var problems strings.Builder
	cmd.Dir, cmd.Stderr = dir, &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(cmd.Path), err, problems.String())
	}
	var results []result
	if err := json.Unmarshal(out, &results); err != nil {
		t.Fatalf("%s: %v\n%.2000s", filepath.Base(cmd.Path), err, out)
	}
	if len(results) != len(phrases) {
		t.Fatalf("%s: %d results of %d phrases", filepath.Base(cmd.Path), len(results), len(phrases))
	}
	return results
}
