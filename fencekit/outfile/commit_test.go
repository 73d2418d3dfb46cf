package outfile

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets the test binary stand in for a program that dies in the middle of a commit.
func TestMain(m *testing.M) {
	if dir := os.Getenv("OUTFILE_TEST_DIES_IN"); dir != "" {
		die(dir)
	}
	os.Exit(m.Run())
}

// die commits three files and ends the process before the second has moved.
func die(dir string) {
	var files []*File
	for _, name := range []string{"a", "b", "c"} {
		f, err := Create(filepath.Join(dir, name))
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Fprint(f, "new")
		files = append(files, f)
	}
	moves := 0
	fmt.Println(commit(files, func(from, to string) error {
		if moves++; moves == 2 {
			os.Exit(7)
		}
		return os.Rename(from, to)
	}))
	os.Exit(1)
}

// A process that dies between two moves leaves whole files, and what it has left beside them is in nobody's way.
func TestAProcessThatDiesInACommit(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		put(t, filepath.Join(dir, name), "old", 0o640)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "OUTFILE_TEST_DIES_IN="+dir)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 7 {
		t.Fatalf("got %v, %s", err, out)
	}
	left := tree(t, dir)
	parts := 0
	for name := range left {
		if strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".part") {
			parts++
			delete(left, name)
		}
	}
	same(t, "after it", left, map[string]string{"a": "640 new", "b": "640 old"})
	if parts != 4 {
		t.Errorf("left behind: got %d files, want those that make up b and c, and the old ones of a and b", parts)
	}
	for _, name := range []string{"a", "b", "c"} {
		ok(t, create(t, filepath.Join(dir, name), "newer").Commit())
	}
	if after := tree(t, dir); len(after) != 7 || after["b"] != "640 newer" {
		t.Errorf("a second run: got %q", after)
	}
}

// unless returns what moves files as os.Rename does, except those of some numbers, from 1.
func unless(fails ...int) func(from, to string) error {
	moves := 0
	return func(from, to string) error {
		moves++
		for _, n := range fails {
			if moves == n {
				return &os.LinkError{Op: "rename", Old: from, New: to, Err: errBroken}
			}
		}
		return os.Rename(from, to)
	}
}

var errBroken = errors.New("the disk is broken")

// Whichever of the files cannot be moved, all is as it was. The twin moves none wrongly: then all are new.
func TestAllOrNone(t *testing.T) {
	for _, fails := range []int{0, 1, 2, 3} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "a"), "old", 0o600)
		put(t, filepath.Join(dir, "c"), "old", 0o664)
		before := tree(t, dir)
		var files []*File
		for _, name := range []string{"a", "b", "c"} {
			files = append(files, create(t, filepath.Join(dir, name), "new"))
		}
		err := commit(files, unless(fails))
		if fails == 0 {
			ok(t, err)
			same(t, "no failure", tree(t, dir), map[string]string{"a": "600 new", "b": fresh(t) + " new", "c": "664 new"})
			continue
		}
		want := fmt.Sprintf("outfile: write %q: the disk is broken", filepath.Join(dir, string(rune('a'+fails-1))))
		if err == nil || err.Error() != want || !errors.Is(err, errBroken) {
			t.Errorf("move %d fails: got %v, want %s", fails, err, want)
		}
		same(t, fmt.Sprint("after a failure of move ", fails), tree(t, dir), before)
	}
}

// When what stood there cannot be put back either, the error says so and where it is, and it is not thrown away.
func TestWhatCannotBePutBackIsKept(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "old", 0o600)
	files := []*File{create(t, filepath.Join(dir, "a"), "new"), create(t, filepath.Join(dir, "b"), "new")}
	err := commit(files, unless(2, 3))
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Fatalf("got %v, want two lines", err)
	}
	all := tree(t, dir)
	if len(all) != 2 || all["a"] != "600 new" {
		t.Errorf("got %q, want the new one and the old one beside it", all)
	}
	for name, content := range all {
		if name != "a" && (content != "600 old" || !strings.Contains(err.Error(), filepath.Join(dir, name))) {
			t.Errorf("%s: got %q, and the error %v", name, content, err)
		}
	}
}

// The real thing: the second file's folder goes, or a folder comes into a file's place, after the files were begun.
func TestAPlaceThatIsLost(t *testing.T) {
	for _, first := range []string{"old", ""} {
		dir := t.TempDir()
		a, sub := filepath.Join(dir, "a"), filepath.Join(dir, "sub")
		if first != "" {
			put(t, a, first, 0o600)
		}
		before := tree(t, dir)
		ok(t, os.Mkdir(sub, 0o700))
		files := []*File{create(t, a, "new"), create(t, filepath.Join(sub, "b"), "new")}
		ok(t, os.RemoveAll(sub))
		if err := Commit(files...); err == nil || strings.Contains(err.Error(), ".part") {
			t.Errorf("a folder that is gone: got %v", err)
		}
		same(t, "a folder that is gone", tree(t, dir), before)

		files = []*File{create(t, a, "new"), create(t, filepath.Join(dir, "c"), "new"),
			create(t, filepath.Join(dir, "d"), "new")}
		ok(t, os.Mkdir(filepath.Join(dir, "c"), 0o700))
		before["c/"] = ""
		if err := Commit(files...); !errors.Is(err, ErrFolder) {
			t.Errorf("a folder in the way of one before the last: got %v, want %v", err, ErrFolder)
		}
		same(t, "a folder in the way of one before the last", tree(t, dir), before)

		files = []*File{create(t, a, "new"), create(t, filepath.Join(dir, "d"), "new")}
		ok(t, os.Mkdir(filepath.Join(dir, "d"), 0o700))
		before["d/"] = ""
		if err := Commit(files...); err == nil {
			t.Error("a folder in the way of the last: got no error")
		}
		same(t, "a folder in the way of the last", tree(t, dir), before)
	}
}

// One file that cannot be closed, or that has been thrown away, keeps the others where they are.
func TestOneThatIsClosed(t *testing.T) {
	dir := t.TempDir()
	for _, at := range []int{0, 1} {
		files := []*File{create(t, filepath.Join(dir, "a"), "new"), create(t, filepath.Join(dir, "b"), "new")}
		files[at].Abort()
		var e *Error
		if err := Commit(files...); !errors.As(err, &e) || e.Name != files[at].name || !errors.Is(err, os.ErrClosed) {
			t.Errorf("file %d: got %v", at, err)
		}
		same(t, "after it", tree(t, dir), map[string]string{})
	}
}

func TestTwoFilesInOnePlace(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "a"), "old", 0o600)
	ok(t, os.Symlink("a", filepath.Join(dir, "b")))
	before := tree(t, dir)
	if err := Commit(create(t, path, "new"), create(t, filepath.Join(dir, "b"), "new")); !errors.Is(err, ErrSamePlace) {
		t.Errorf("got %v, want %v", err, ErrSamePlace)
	}
	same(t, "after it", tree(t, dir), before)
}
