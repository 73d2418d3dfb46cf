package notebooks

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// bare are the lines that a GoNB needs that knows nothing of this module, in a fenced block of Markdown.
var bare = regexp.MustCompile("(?s)```\n(!\\*[^`]*?%goworkfix[^`]*?)```")

// bareLines returns the lines as a file has them.
func bareLines(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := bare.FindAllStringSubmatch(string(text), -1)
	if len(m) != 1 {
		t.Fatalf("%s: has %d blocks with the lines of a bare GoNB, want 1", path, len(m))
	}
	return strings.TrimSpace(m[0][1])
}

func TestBareLinesAreTheSameEverywhere(t *testing.T) {
	want := bareLines(t, "../README.md")
	if lines := strings.Count(want, "\n") + 1; lines != 3 {
		t.Errorf("they are %d lines, want 3", lines)
	}
	if got := bareLines(t, "../docs/notebooks.md"); got != want {
		t.Errorf("docs/notebooks.md has %q, and the README %q", got, want)
	}
	n, err := Read("00-start.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range n.Cells {
		if m := bare.FindStringSubmatch(c.Source); c.Type == "markdown" && m != nil {
			if got := strings.TrimSpace(m[1]); got != want {
				t.Errorf("00-start has %q, and the README %q", got, want)
			}
			return
		}
	}
	t.Error("00-start has no lines for a bare GoNB")
}
