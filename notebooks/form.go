package notebooks

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// MaxLines is the most lines that a code cell may have.
const MaxLines = 15

var (
	seedLine = regexp.MustCompile(`(?m)^\s*(?:const|var)?\s*seed\s*=\s*\d+|^const seed\b`)
	setUp    = regexp.MustCompile(`(?m)^(?:!\*?|%[a-z]\w*)`)
	main     = regexp.MustCompile(`(?m)^%%`)
	imported = regexp.MustCompile(`(?m)^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\s]+)"\s*(?://.*)?$`)
	module   = regexp.MustCompile(`(?m)^module\s+(\S+)`)
	inCode   = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")
	linked   = regexp.MustCompile(`(?m)(?:\]\(|^ {0,3}\[[^\]]+\]:\s*)([^)#\s]+)`)
)

// Form returns what is wrong with the form of a stored notebook, a line each. Links are followed from the folder dir, which
// is in a checkout; packages of its module that cells import must be there too.
func Form(n *Notebook, dir string) []string {
	var found []string
	first := true
	for i := range n.Cells {
		c := &n.Cells[i]
		say := func(format string, args ...any) {
			found = append(found, fmt.Sprintf("cell %d: ", i)+fmt.Sprintf(format, args...))
		}
		if c.Type == "markdown" {
			c.links(dir, say)
			continue
		}
		if first && !seedLine.MatchString(c.Source) {
			say("the first cell of code must have the seed, as in const seed = 1")
		}
		first = false
		c.form(say)
		c.imports(dir, say)
	}
	if first {
		found = append(found, "there is no cell of code")
	}
	return found
}

// form says what is wrong with a cell of code.
func (c *Cell) form(say func(string, ...any)) {
	if lines := strings.Count(strings.TrimRight(c.Source, "\n"), "\n") + 1; lines > MaxLines {
		say("has %d lines: must be at most %d", lines, MaxLines)
	}
	if found := setUp.FindString(c.Source); found != "" {
		say("has a line that begins with %q: a notebook needs no set-up", found)
	}
	if c.Count == 0 {
		say("has not been run")
	}
	if main.MatchString(c.Source) && len(c.Outputs) == 0 {
		say("shows nothing, or is stored without its outputs")
	}
	for j, o := range c.Outputs {
		if o.Type == "stream" || o.Type == "error" {
			continue
		}
		if o.Data[plainText] == "" {
			say("output %d has no %s", j+1, plainText)
		}
		for mime := range o.Data {
			if mime != plainText && mime != htmlText && mime != pngImage {
				say("output %d has %s, which some pages do not show", j+1, mime)
			}
		}
	}
}

// imports says which packages of the module a cell imports that are not there.
func (c *Cell) imports(dir string, say func(string, ...any)) {
	root, name := moduleOf(dir)
	for _, m := range imported.FindAllStringSubmatch(c.Source, -1) {
		below, ours := strings.CutPrefix(m[1], name+"/")
		if name == "" || !ours {
			continue
		}
		if files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(below), "*.go")); len(files) == 0 {
			say("imports %s, which is not there", m[1])
		}
	}
}

// moduleOf returns the root and the name of the module in which a folder is; no name if it is in none.
func moduleOf(dir string) (root, name string) {
	root, err := filepath.Abs(dir)
	for err == nil {
		if text, failed := os.ReadFile(filepath.Join(root, "go.mod")); failed == nil {
			if m := module.FindSubmatch(text); m != nil {
				return root, string(m[1])
			}
		}
		if filepath.Dir(root) == root {
			break
		}
		root = filepath.Dir(root)
	}
	return "", ""
}

// links says which links of prose lead to files that are not there.
func (c *Cell) links(dir string, say func(string, ...any)) {
	for _, m := range linked.FindAllStringSubmatch(inCode.ReplaceAllString(c.Source, ""), -1) {
		if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(m[1]))); err != nil {
			say("links to %s, which is not there", m[1])
		}
	}
}
