package frame

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTheFirstFileIsPutBack moves the second file's place away between the check and the move, as another program may.
func TestTheFirstFileIsPutBack(t *testing.T) {
	for _, before := range []string{"before", ""} {
		dir := t.TempDir()
		first, second := filepath.Join(dir, "a"), filepath.Join(dir, "sub", "b")
		if before != "" {
			if err := os.WriteFile(first, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Dir(second), 0o700); err != nil {
			t.Fatal(err)
		}
		files := []newFile{{path: first, content: []byte("after")}, {path: second, content: []byte("after")}}
		for i := range files {
			if err := files[i].stage(i == 0); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.RemoveAll(filepath.Dir(second)); err != nil {
			t.Fatal(err)
		}
		if err := moveFiles(files); err == nil {
			t.Fatal("the second file has no place, and there is no error")
		}
		got, err := os.ReadFile(first)
		if string(got) != before || (err != nil) != (before == "") {
			t.Errorf("the first file has %q, %v, want %q", got, err, before)
		}
	}
}
