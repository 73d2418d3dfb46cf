package plots_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSaveWritesTheFigureAndItsText(t *testing.T) {
	figure := annotated(t)
	for _, name := range []string{"cost.svg", "cost.PNG", "a.b.pdf", "cost.eps"} {
		path := filepath.Join(t.TempDir(), name)
		if err := figure.Save(path); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := bytesOf(t, figure, strings.ToLower(filepath.Ext(name)[1:])); !bytes.Equal(got, want) {
			t.Errorf("%s: holds other bytes than Bytes gives", name)
		}
		if text, err := os.ReadFile(path + ".txt"); err != nil || string(text) != figure.Text() {
			t.Errorf("%s.txt: got %q and %v, want what Text gives", name, text, err)
		}
	}
}

func TestSaveLeavesNothingHalf(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken.svg")
	if err := os.MkdirAll(filepath.Join(taken, "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "cost.gif"), `its ending is ".gif"; must be one of .png, .svg, .pdf, .eps`},
		{filepath.Join(dir, "cost"), `its ending is ""`},
		{filepath.Join(dir, "no", "folder.svg"), `folder.svg": no such file or directory`},
		{taken, "is a directory"},
	} {
		if err := annotated(t).Save(c.path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.path, err, c.want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 1 {
		t.Errorf("left %v, want the folder that was there alone", left)
	}
}
