package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// command finds a command line of the program in a page: in a table's cell, or in a block of shell lines.
var command = regexp.MustCompile("(?m)`fence ([^`]+)`|^go run \\./cmd/fence ([^#\n]+)")

// The pages' commands run as they stand, from the root of the project.
func TestPagesCommandsRun(t *testing.T) {
	pages := map[string]int{"README.md": 12, "docs/systems.md": 16, "docs/frames.md": 1}
	scratch := t.TempDir()
	t.Chdir("../..")
	for page, least := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := command.FindAllStringSubmatch(string(text), -1)
		if len(found) < least {
			t.Errorf("%s: %d commands found, want at least %d", page, len(found), least)
		}
		for _, m := range found {
			for line := range strings.SplitSeq(m[1]+m[2], "&&") {
				if strings.Contains(line, "cmd/fence-parquet") {
					continue // that program has a test of its own
				}
				line, _, _ = strings.Cut(strings.TrimSpace(line), ";")
				line = strings.TrimPrefix(strings.TrimSpace(line), "go run ./cmd/fence ")
				runs(t, page, scratch, line)
			}
		}
	}
}

// runs runs one command line; files that it writes go to a scratch folder.
func runs(t *testing.T, page, scratch, line string) {
	if strings.Contains(line, "COMMAND") {
		return // the name of a command stands there
	}
	args := strings.Fields(strings.ReplaceAll(line, "'", ""))
	for i, a := range args {
		if a == "run.log" || i > 0 && args[i-1] == "-o" {
			args[i] = filepath.Join(scratch, filepath.Base(a))
		}
	}
	want := exitFine
	switch args[0] {
	case "report":
		args = append(args, "-o", filepath.Join(scratch, "report"))
	case "audit":
		want = exitFound // an unprotected run of the published experiment has something to find
	}
	if r := fence(args...); r.code != want {
		t.Errorf("%s: fence %s: exit code %d, want %d\n%s", page, line, r.code, want, r.errors)
	}
}

// What the table of systems names exists: every test, and at least one claim for every pattern.
func TestSystemsAreHeldByWhatIsNamed(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("docs/systems.md")
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	tests, err1 := filepath.Glob("fencekit/*/*_test.go")
	more, err2 := filepath.Glob("cmd/fence/*_test.go")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for _, f := range append(append(tests, more...), "data/claims.csv") {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(b)
	}
	named := regexp.MustCompile("`(Test\\w+|[a-z_]+\\.[a-z_.*0-9]+)`").FindAllStringSubmatch(string(text), -1)
	if len(named) < 20 {
		t.Errorf("%d tests and claims named, want at least 20", len(named))
	}
	for _, m := range named {
		want := "\n" + strings.TrimSuffix(m[1], "*") // a claim stands at the start of its line
		if strings.HasPrefix(m[1], "Test") {
			want = "func " + m[1] + "("
		}
		if !strings.Contains(sources.String(), want) {
			t.Errorf("docs/systems.md names %s, which is not there", m[1])
		}
	}
}
