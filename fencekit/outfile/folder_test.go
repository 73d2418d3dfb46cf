package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func folder(t *testing.T, path string, names ...string) *Folder {
	t.Helper()
	d, err := CreateFolder(path)
	ok(t, err)
	for _, name := range names {
		ok(t, d.WriteFile(name, []byte("new")))
	}
	return d
}

func TestAFolderIsFilledAtTheEnd(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	put(t, filepath.Join(out, "a"), "old", 0o606)
	put(t, filepath.Join(out, "locked"), "old", 0o400)
	put(t, filepath.Join(out, "mine"), "old", 0o600)
	put(t, filepath.Join(dir, "elsewhere"), "old", 0o600)
	ok(t, os.Symlink(filepath.Join("..", "elsewhere"), filepath.Join(out, "link")))
	before := tree(t, dir)
	names := []string{"a", "locked", "link", "deep/er/b"}
	folder(t, out, names...).Abort()
	same(t, "after Abort", tree(t, dir), before)
	d := folder(t, out, names...)
	if got := tree(t, dir)["out/a"]; got != "606 old" {
		t.Errorf("before the commit: got %q", got)
	}
	ok(t, d.Commit())
	same(t, "after the commit", tree(t, dir), map[string]string{"elsewhere": "600 old", "out/": "", "out/a": "606 new",
		"out/locked": "400 new", "out/mine": "600 old", "out/link": fresh(t) + " new", "out/deep/": "", "out/deep/er/": "",
		"out/deep/er/b": fresh(t) + " new"})
	if err := d.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a second commit: got %v", err)
	}
	if err := d.WriteFile("a", nil); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("written behind the commit: got %v", err)
	}
	d.Abort()
	(*Folder)(nil).Abort()
}

func TestAFolderThatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	d := folder(t, filepath.Join("far", "away"), "a")
	if filepath.Dir(d.temp) != dir && filepath.Base(filepath.Dir(d.temp)) != filepath.Base(dir) {
		t.Errorf("is made in %s, want the nearest folder that is there", d.temp)
	}
	t.Chdir(t.TempDir()) // the folder is the one that the name meant when it was given
	ok(t, d.Commit())
	same(t, "far", tree(t, dir), map[string]string{"far/": "", "far/away/": "", "far/away/a": fresh(t) + " new"})
	none := folder(t, filepath.Join(dir, "empty"))
	ok(t, none.Commit())
	if _, made := tree(t, dir)["empty/"]; !made {
		t.Error("a folder of no files was not made")
	}
}

func TestFoldersThatCannotBeWritten(t *testing.T) {
	super := os.Geteuid() == 0
	dir := t.TempDir()
	put(t, filepath.Join(dir, "file"), "old", 0o600)
	ok(t, os.Mkdir(filepath.Join(dir, "closed"), 0o555))
	before := tree(t, dir)
	for _, c := range []struct {
		name      string
		want      error
		permitted bool // but to the superuser
	}{
		{"file", ErrFile, false},
		{"file/sub", nil, false}, // an error that has no name of its own
		{"closed", fs.ErrPermission, true},
		{"closed/a/b", fs.ErrPermission, true},
	} {
		d, err := CreateFolder(filepath.Join(dir, c.name))
		var e *Error
		if super && c.permitted {
			ok(t, err)
			d.Abort()
		} else if !errors.As(err, &e) || e.Name != filepath.Join(dir, c.name) || c.want != nil && !errors.Is(err, c.want) ||
			strings.Contains(err.Error(), ".part") {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		same(t, c.name, tree(t, dir), before)
	}
	if _, err := CreateFolder(""); !errors.Is(err, ErrNoName) {
		t.Errorf("no name: got %v", err)
	}
	t.Chdir(dir)
	var e *Error
	_, err := CreateFolder("file")
	if !errors.As(err, &e) || e.Name != "file" || filepath.Base(e.Path) != "file" || !filepath.IsAbs(e.Path) {
		t.Errorf("a file in the way: got %v, want its name and its path", err)
	}
}

// A folder in the place of one file keeps all where they are.
func TestAFolderInTheWay(t *testing.T) {
	for _, c := range []struct {
		inTheWay, file string
		want           error
	}{{"b", "b", ErrFolder}, {"b", "b/c", nil}, {"b/c", "b/c", ErrFolder}} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "a"), "old", 0o600)
		if c.want == nil {
			put(t, filepath.Join(dir, c.inTheWay), "a file where a folder is needed", 0o600)
		} else {
			ok(t, os.MkdirAll(filepath.Join(dir, c.inTheWay), 0o700))
		}
		before := tree(t, dir)
		err := folder(t, dir, "a", c.file).Commit()
		var e *Error
		if !errors.As(err, &e) || e.Name != filepath.Join(dir, c.file) || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s in the way of %s: got %v, want %v", c.inTheWay, c.file, err, c.want)
		}
		same(t, c.file, tree(t, dir), before)
	}
}

func TestNamesWithinAFolder(t *testing.T) {
	dir := t.TempDir()
	d := folder(t, filepath.Join(dir, "out"), "a", "./a", "b/../a", "b/c")
	for _, name := range []string{"", ".", "..", "../a", "b/../../a", filepath.Join(dir, "a")} {
		if err := d.WriteFile(name, nil); !errors.Is(err, ErrNotWithin) {
			t.Errorf("%q: got %v, want %v", name, err, ErrNotWithin)
		}
	}
	if err := d.WriteFile("a/c", nil); err == nil {
		t.Error("a file within a file: got no error")
	}
	ok(t, d.Commit())
	same(t, "out", tree(t, dir), map[string]string{"out/": "", "out/a": fresh(t) + " new", "out/b/": "",
		"out/b/c": fresh(t) + " new"})
}
