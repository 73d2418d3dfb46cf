package main

import (
	"os"
	"strings"
	"testing"
)

// What a result and the file beside it replace keeps its permissions, whatever the process takes from new files.
func TestPermissionsAreKept(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, mode := range map[string]os.FileMode{"x.csv": 0o666, "x.csv.meta.json": 0o602, "p.yaml": 0o622} {
		write(t, name, "old")
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode || files(t)[name] == "old" {
				t.Errorf("%s: got %v, %v, want it written with %v", name, info.Mode(), err, mode)
			}
		}()
	}
	fine(t, "compare", "--trials", "2", "-o", "x.csv")
	fine(t, "compare", "--print-params", "-o", "p.yaml")
}

// A result whose file beside it has no place is not written, and what a device refuses is said with its name.
func TestWhatCannotBeWrittenIsSaidInTheWordsOfTheProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "x.csv", "old")
	if err := os.Mkdir("x.csv.meta.json", 0o777); err != nil {
		t.Fatal(err)
	}
	before := files(t)
	const full = "fence: output = \"/dev/full\": cannot be written: no space left on device\n"
	for _, c := range []struct{ args, want string }{
		{"compare --trials 2 -o x.csv", "fence: output = \"x.csv.meta.json\": is a directory\n"},
		{"compare --trials 2 -f csv -o /dev/full", full},
		{"trials --trials 2 -f csv -o /dev/full", full},
		{"compare --trials 2 -o no/x.csv", "fence: output = \"no/x.csv\": cannot be written: no such file or directory\n"},
		{"report -o x.csv/out", "fence: output = \"x.csv/out\": cannot be written: not a directory\n"},
	} {
		r := fence(strings.Fields(c.args)...)
		if r.code != exitBadInput || r.errors != c.want || r.out != "" {
			t.Errorf("%s: got %+v, want %q", c.args, r, c.want)
		}
		if after := files(t); !equal(before, after) {
			t.Errorf("%s: files were written: %v", c.args, names(t))
		}
	}
}
