package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// drawsInto finds the commands of the pages that draw a picture into docs/figures.
var drawsInto = regexp.MustCompile(`(?m)^go run \./cmd/fence (.* -o (docs/figures/[a-z-]+\.svg))$`)

// showsPicture finds what a page shows of docs/figures.
var showsPicture = regexp.MustCompile(`(?:src="|\]\()((?:docs/)?figures/[a-z-]+\.svg)`)

// The pictures of the pages are what their commands draw, and every picture that a page shows has its command.
func TestFiguresOfThePagesAreCurrent(t *testing.T) {
	if testing.Short() {
		return // the pictures are those of all trials
	}
	home := filepath.Join(here(t), "..", "..")
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("docs/figures", 0o777); err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for _, page := range []string{"README.md", "docs/figures.md"} {
		text, err := os.ReadFile(filepath.Join(home, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range drawsInto.FindAllStringSubmatch(string(text), -1) {
			fine(t, words(m[1])...)
			drawn[m[2]], drawn[m[2]+".txt"] = true, true
		}
		for _, m := range showsPicture.FindAllStringSubmatch(string(text), -1) {
			if name := "docs/" + strings.TrimPrefix(m[1], "docs/"); !drawn[name] {
				t.Errorf("%s shows %s, which no command of it draws", page, name)
			}
		}
	}
	kept, err := filepath.Glob(filepath.Join(home, "docs/figures/*"))
	if err != nil || len(kept) != len(drawn) || len(drawn) < 20 {
		t.Errorf("%d files are kept and %d are drawn, %v", len(kept), len(drawn), err)
	}
	made := files(t)
	for name := range drawn {
		want, err := os.ReadFile(filepath.Join(home, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
		} else if diff := differ(made[filepath.FromSlash(name)], string(want)); diff != "" {
			t.Errorf("%s: %s; make figures draws it anew", name, diff)
		}
	}
}

var numerals = regexp.MustCompile(`-?[0-9]+(?:\.[0-9]+)?(?:e[+-][0-9]+)?`)

// differ says how two pictures differ: in more than numbers, or in a number by more than a hundredth, since floating
// point may be rounded otherwise on another architecture.
func differ(got, want string) string {
	if numerals.ReplaceAllString(got, "#") != numerals.ReplaceAllString(want, "#") {
		return fmt.Sprintf("differs in more than numbers: %d bytes, want %d", len(got), len(want))
	}
	a, b := numerals.FindAllString(got, -1), numerals.FindAllString(want, -1)
	for i := range a {
		x, err1 := strconv.ParseFloat(a[i], 64)
		y, err2 := strconv.ParseFloat(b[i], 64)
		if a[i] != b[i] && (err1 != nil || err2 != nil || math.Abs(x-y) > 0.01) {
			return fmt.Sprintf("number %d is %s, want %s", i, a[i], b[i])
		}
	}
	return ""
}

func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"x 1.001 2", "x 1.002 2", true}, {"x 1.001 2", "x 1.02 2", false}, {"x 1", "y 1", false},
		{"x 1 2", "x 1", false}, {"", "", true},
	} {
		if got := differ(c.a, c.b); (got == "") != c.same {
			t.Errorf("%q, %q: got %q", c.a, c.b, got)
		}
	}
}

// The snippets of the page of figures are built as one program, which draws each.
func TestSnippetsOfFiguresRun(t *testing.T) {
	if testing.Short() {
		return // it builds a program, which has nothing to do with this one
	}
	t.Chdir("../..")
	text, err := os.ReadFile("docs/figures.md")
	if err != nil {
		t.Fatal(err)
	}
	snippets := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(string(text), -1)
	if len(snippets) < 11 {
		t.Errorf("%d snippets, want 11", len(snippets))
	}
	var calls, functions strings.Builder
	for i, s := range snippets {
		fmt.Fprintf(&calls, "\tshow(snippet%d(context.Background(), fencekit.New()))\n", i)
		fmt.Fprintf(&functions, "\nfunc snippet%d(ctx context.Context, e fencekit.Experiment) (*plots.Figure, error) {\n"+
			"%s}\n", i, s[1])
	}
	name := filepath.Join(t.TempDir(), "main.go")
	program := fmt.Sprintf(snippetProgram, calls.String(), functions.String())
	if err := os.WriteFile(name, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := strings.Count(string(out), "<svg "); got != len(snippets) {
		t.Errorf("%d of %d snippets draw:\n%s", got, len(snippets), out)
	}
}

// snippetProgram runs snippets and prints the beginning of each picture.
const snippetProgram = `package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/plots"
)

var _ = time.Second
var _ frame.Frame
var _ lease.Posture

func main() {
%s}

func show(f *plots.Figure, err error) {
	if err != nil {
		log.Fatal(err)
	}
	b, err := f.Bytes("svg")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%%.80s %%s\n", b, f.Alt)
}
%s`
