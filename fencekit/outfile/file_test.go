package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put writes a file with permissions, whatever the process takes from new files.
func put(t *testing.T, path, content string, mode fs.FileMode) string {
	t.Helper()
	ok(t, os.MkdirAll(filepath.Dir(path), 0o777))
	ok(t, os.WriteFile(path, []byte(content), 0o600))
	ok(t, os.Chmod(path, mode))
	return path
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// tree returns what stands in a folder, files with their content and permissions, links with where they lead.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	ok(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		ok(t, err)
		info, err := d.Info()
		ok(t, err)
		switch {
		case d.IsDir():
			out[name+"/"] = ""
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			ok(t, err)
			out[name] = "-> " + to
		default:
			content, err := os.ReadFile(path)
			ok(t, err)
			out[name] = fmt.Sprintf("%o %s", info.Mode().Perm(), content)
		}
		return nil
	}))
	return out
}

// same compares what stands in a folder with what should.
func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// fresh returns the permissions that the process gives to new files.
func fresh(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	ok(t, os.WriteFile(filepath.Join(dir, "x"), nil, 0o666))
	mode, _, _ := strings.Cut(tree(t, dir)["x"], " ")
	return mode
}

func create(t *testing.T, path, content string) *File {
	t.Helper()
	f, err := Create(path)
	ok(t, err)
	_, err = io.WriteString(f, content)
	ok(t, err)
	return f
}

func TestAFileIsReplacedWhenItIsWhole(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, content string // of what stands there; none for ""
		mode          fs.FileMode
	}{{"public", "old", 0o666}, {"private", "old", 0o600}, {"odd", "old", 0o751}, {"empty", " ", 0o640}} {
		path := put(t, filepath.Join(dir, c.name), c.content, c.mode)
		before := tree(t, dir)
		create(t, path, "half").Abort()
		same(t, c.name+" after Abort", tree(t, dir), before)
		f := create(t, path, "new")
		if info, err := os.Stat(f.temp); err != nil || info.Mode().Perm() != c.mode {
			t.Errorf("%s: while it is written: got %v, %v, want its permissions", c.name, info.Mode(), err)
		}
		if got := tree(t, dir)[c.name]; got != before[c.name] {
			t.Errorf("%s: while it is written: got %q, want %q", c.name, got, before[c.name])
		}
		ok(t, f.Commit())
		f.Abort() // nothing
		before[c.name] = fmt.Sprintf("%o new", c.mode)
		same(t, c.name, tree(t, dir), before)
	}
}

func TestLinksAreFollowed(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "far", "real"), "old", 0o640)
	for _, link := range [][2]string{{"far/real", "link"}, {"link", "second"}, {"nothing", "dangling"}, {"far", "way"}} {
		ok(t, os.Symlink(link[0], filepath.Join(dir, link[1])))
	}
	want := tree(t, dir)
	for _, c := range []struct{ name, at, mode string }{{"link", "far/real", "640"}, {"second", "far/real", "640"},
		{"dangling", "dangling", fresh(t)}, {"way/real", "far/real", "640"}} {
		f := create(t, filepath.Join(dir, c.name), c.name)
		if got := filepath.Dir(f.temp); got != filepath.Dir(f.path) {
			t.Errorf("%s: is written in %s, want the folder of %s", c.name, got, f.path)
		}
		ok(t, f.Commit())
		want[c.at] = c.mode + " " + c.name
		same(t, c.name, tree(t, dir), want)
	}
}

// What stands in the way is an error before anything is made. Permissions do not bind the superuser, for whom a test of
// them would be one of nothing; then what they forbid must work instead.
func TestWhatCannotBeWrittenIsRefusedAtOnce(t *testing.T) {
	super := os.Geteuid() == 0
	dir := t.TempDir()
	put(t, filepath.Join(dir, "plain"), "old", 0o666)
	put(t, filepath.Join(dir, "readonly"), "old", 0o444)
	put(t, filepath.Join(dir, "closed", "old"), "old", 0o666)
	ok(t, os.Symlink("closed", filepath.Join(dir, "link")))
	ok(t, os.Symlink("readonly", filepath.Join(dir, "other")))
	ok(t, os.Chmod(filepath.Join(dir, "closed"), 0o555))
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "closed"), 0o755) })
	before := tree(t, dir)
	for _, c := range []struct {
		name, path string
		want       error
		permitted  bool // but to the superuser
	}{
		{"", "", ErrNoName, false},
		{"closed", "", ErrFolder, false},
		{"link", "closed", ErrFolder, false},
		{"missing/x", "", fs.ErrNotExist, false},
		{"missing/", "", fs.ErrNotExist, false},
		{"plain/x", "", nil, false}, // an error that has no name of its own
		{"readonly", "", fs.ErrPermission, true},
		{"other", "readonly", fs.ErrPermission, true},
		{"closed/new", "", fs.ErrPermission, true},
		{"closed/old", "", fs.ErrPermission, true},
	} {
		name := c.name
		if name != "" {
			name = dir + "/" + name
		}
		f, err := Create(name)
		var e *Error
		if super && c.permitted {
			ok(t, err)
			f.Abort()
		} else if !errors.As(err, &e) || e.Name != name || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%q: got %v, want %v with its name", c.name, err, c.want)
		} else if c.path != "" && e.Path != filepath.Join(dir, c.path) || strings.Contains(err.Error(), ".part") {
			t.Errorf("%q: got %q in %q, want the path of %q, and not the file under way", c.name, e.Path, err, c.path)
		}
		same(t, c.name, tree(t, dir), before)
	}
}

// Neither a pipe nor a device is replaced, and both have at once what is written.
func TestPipesAndDevicesAreWrittenDirectly(t *testing.T) {
	r, w, err := os.Pipe()
	ok(t, err)
	defer r.Close()
	f, err := Create(fmt.Sprintf("/dev/fd/%d", w.Fd()))
	ok(t, err)
	if _, err := io.WriteString(f, "rows"); err != nil || !f.Direct() {
		t.Errorf("a pipe: got %v, direct %v", err, f.Direct())
	}
	got := make([]byte, 4)
	if _, err := io.ReadFull(r, got); err != nil || string(got) != "rows" {
		t.Errorf("before the commit: got %q, %v", got, err)
	}
	beside := create(t, filepath.Join(t.TempDir(), "beside"), "new")
	ok(t, Commit(f, beside))
	ok(t, w.Close())
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 {
		t.Errorf("behind the commit: got %q, %v, want the end of the pipe", rest, err)
	}
	if _, err := CreateRegular(os.DevNull); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a device as a regular file: got %v", err)
	}
}

// A write that failed is not forgotten by the time of the commit, though nobody has looked at its error.
func TestAFileWithAFailedWriteIsNotCommitted(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "x"), "old", 0o600)
	before := tree(t, dir)
	f := create(t, path, "the first half, ")
	whole := f.file
	var err error
	f.file, err = os.Open(f.temp) // which cannot be written to
	ok(t, err)
	if n, err := f.Write([]byte("the middle")); err == nil || n != 0 || strings.Contains(err.Error(), ".part") {
		t.Errorf("got %d, %v, want an error that names %q", n, err, path)
	}
	ok(t, f.file.Close())
	f.file = whole
	if _, err := f.Write([]byte("the end")); err != nil {
		t.Errorf("a later write: got %v", err)
	}
	err = f.Commit()
	var e *Error
	if !errors.As(err, &e) || e.Name != path || e.Path != "" {
		t.Errorf("got %v", err)
	}
	same(t, "after it", tree(t, dir), before)
}

func TestWhatIsDoneWithIsClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	committed, aborted := create(t, path, "new"), create(t, path, "other")
	ok(t, committed.Commit())
	aborted.Abort()
	for _, f := range []*File{committed, aborted} {
		_, werr := f.Write([]byte("more"))
		if err := f.Commit(); !errors.Is(err, fs.ErrClosed) || !errors.Is(werr, fs.ErrClosed) {
			t.Errorf("got %v and %v, want %v", werr, err, fs.ErrClosed)
		}
		f.Abort()
	}
	same(t, "after all", tree(t, filepath.Dir(path)), map[string]string{"x": fresh(t) + " new"})
	var none *File
	none.Abort()
	ok(t, Commit(none, nil))
}

// Two files of one name are under way without getting in one another's way, and the later commit counts.
func TestTwoOfOneName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	a, b := create(t, path, "a"), create(t, path, "b")
	ok(t, b.Commit())
	ok(t, a.Commit())
	same(t, "x", tree(t, filepath.Dir(path)), map[string]string{"x": fresh(t) + " a"})
}
