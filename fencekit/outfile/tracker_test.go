package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestATrackerRemovesWhatIsUnderWay(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "old"), "old", 0o600)
	var all Tracker
	whole, err := all.Create(filepath.Join(dir, "whole"))
	ok(t, err)
	ok(t, whole.Commit())
	before := tree(t, dir)
	replaced, err := all.Create(filepath.Join(dir, "old"))
	ok(t, err)
	inside, err := all.CreateFolder(dir)
	ok(t, err)
	ok(t, inside.WriteFile("x", []byte("half")))
	beside, err := all.CreateFolder(filepath.Join(dir, "far", "away"))
	ok(t, err)
	other := create(t, filepath.Join(dir, "other"), "of no tracker")
	all.Abort()
	all.Abort()
	other.Abort()
	late := inside.WriteFile("deep/y", []byte("half"))
	same(t, "after Abort", tree(t, dir), before)
	for what, err := range map[string]error{"a file": replaced.Commit(), "both": Commit(replaced, whole),
		"a folder": beside.Commit(), "a folder within": inside.Commit()} {
		if what != "both" && !errors.Is(err, ErrStopped) || what == "both" && !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: got %v", what, err)
		}
	}
	_, err1 := all.Create(filepath.Join(dir, "old"))
	_, err2 := all.Create(filepath.Join(dir, "new"))
	_, err3 := all.CreateFolder(dir)
	for _, err := range []error{err1, err2, err3, late} {
		if !errors.Is(err, ErrStopped) {
			t.Errorf("begun behind Abort: got %v, want %v", err, ErrStopped)
		}
	}
	same(t, "after all", tree(t, dir), before)
}

func TestATrackerForgetsWhatIsDoneWith(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "old", 0o600)
	var all Tracker
	var files [3]*File
	for i, name := range []string{"a", "b", "c"} {
		var err error
		files[i], err = all.Create(filepath.Join(dir, name))
		ok(t, err)
	}
	d, err := all.CreateFolder(filepath.Join(dir, "d"))
	ok(t, err)
	if len(all.temps) != 4 {
		t.Errorf("under way: got %v, want four", all.temps)
	}
	ok(t, Commit(files[0], files[1]))
	files[2].Abort()
	ok(t, d.Commit())
	if len(all.temps) != 0 {
		t.Errorf("done with: got %v, want none", all.temps)
	}
	e, err := all.Create(filepath.Join(dir, "e"))
	ok(t, err)
	a, err := all.Create(filepath.Join(dir, "a"))
	ok(t, err)
	if err := commit([]*File{a, e}, unless(2)); err == nil || len(all.temps) != 0 {
		t.Errorf("failed: got %v, %v, want none", err, all.temps)
	}
}

// A program that is told to stop does so before a commit or after it: both files are new or none is.
func TestNoStopWithinACommit(t *testing.T) {
	for range 200 {
		dir := t.TempDir()
		var all Tracker
		var files [2]*File
		for i, name := range []string{"a", "b"} {
			path := put(t, filepath.Join(dir, name), "old", 0o600)
			var err error
			files[i], err = all.Create(path)
			ok(t, err)
			_, err = files[i].Write([]byte("new"))
			ok(t, err)
		}
		var both sync.WaitGroup
		both.Go(all.Abort)
		err := Commit(files[:]...)
		both.Wait()
		want := "600 new"
		if errors.Is(err, ErrStopped) {
			want = "600 old"
		} else if err != nil {
			t.Fatal(err)
		}
		same(t, want, tree(t, dir), map[string]string{"a": want, "b": want})
	}
}
