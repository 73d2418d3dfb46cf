//go:build notebook

package notebooks

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNotebooksAreCurrent runs every notebook on the real kernel, two at a time, and holds what is stored to it.
func TestNotebooksAreCurrent(t *testing.T) {
	slots := make(chan struct{}, 2)
	for _, name := range expected {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			stored, err := Read(name + ".ipynb")
			if err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			fresh, err := Execute(t.Context(), "..", name+".ipynb")
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%.1f s", time.Since(begun).Seconds())
			for _, found := range slices.Concat(Failures(fresh), Compare(stored, fresh)) {
				t.Error(found)
			}
			if t.Failed() {
				t.Log("make notebooks stores what came out, where that is right")
			}
		})
	}
}

// TestKernelFailuresAreSeen holds the scan to the real kernel: of cells that fail in each way, none is missed, and the
// kernel runs those after them.
func TestKernelFailuresAreSeen(t *testing.T) {
	n, err := Execute(t.Context(), "..", "testdata/fails.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	found := Failures(n)
	want := []string{"cell 2 failed: panic: runtime error", "cell 3 failed: exit status 3", "cell 4 failed: lease: margin = -1s",
		"cell 6 failed: ", "cell 7 failed: signal: killed", "cell 8 wrote to the standard error: only a remark"}
	if len(found) != len(want) {
		t.Fatalf("got %d findings, want %d:\n%s", len(found), len(want), strings.Join(found, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(found[i], want[i]) {
			t.Errorf("got %q, want %q", found[i], want[i])
		}
	}
	for _, o := range n.Cells[2].Outputs {
		if strings.Contains(o.Text, "goroutine") {
			t.Errorf("a panic shows its stack: %q", o.Text)
		}
	}
	if o := n.Cells[5].Outputs; len(o) != 1 || o[0].Data[plainText] != "this one is fine" {
		t.Errorf("the cell among them shows %+v", o)
	}
}

// TestExecuteLeavesNothingBehind stops a run in the middle of a cell.
func TestExecuteLeavesNothingBehind(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := Execute(ctx, "..", "testdata/slow.ipynb")
		ended <- err
	}()
	pid := ""
	for range 600 {
		files, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*", "notebooks", "running"))
		if len(files) == 1 {
			if content, err := os.ReadFile(files[0]); err == nil && len(content) > 0 {
				pid = string(content)
				break
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	if pid == "" {
		t.Fatal("the cell did not begin")
	}
	stop()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a run that was stopped is no error")
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the run does not stop")
	}
	for range 100 {
		if _, err := os.Stat("/proc/" + pid); err != nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if _, err := os.Stat("/proc/" + pid); err == nil {
		t.Errorf("the program of the cell, process %s, goes on", pid)
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "fence-notebook-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestBareKernel pastes the lines that stand in the README into a first cell of a GoNB that knows nothing of this module.
func TestBareKernel(t *testing.T) {
	root, module := moduleOf("..")
	lines := strings.ReplaceAll(bareLines(t, "../README.md"), "/path/to/fence", root)
	dir := t.TempDir()
	n := &Notebook{Format: 4, Minor: 5, Cells: []Cell{
		{Type: "code", ID: "a", Source: lines},
		{Type: "code", ID: "b", Source: "import (\n\t\"" + module + "/fencekit\"\n\t\"" + module + "/fencekit/nb\"\n)\n\n%%\n" +
			"nb.Show(nb.Must(nb.Must(fencekit.Compare(nb.Context(), fencekit.New())).Select(\"posture\", \"sent\")))"},
	}}
	n.Normalise()
	path := filepath.Join(dir, "bare.ipynb")
	if err := n.Write(path); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(root, ".jupyter", "bin")
	kernel := map[string]any{"argv": []string{filepath.Join(bin, "gonb"), "-kernel", "{connection_file}", "-raw_error=true"},
		"display_name": "Go (gonb)", "language": "go", "env": map[string]string{"PATH": bin + ":" + os.Getenv("PATH")}}
	content, err := json.Marshal(kernel)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "kernels/gonb"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "kernels/gonb/kernel.json"), content, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "jupyter", "nbconvert", "--to", "notebook", "--inplace", "--execute", path)
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+dir)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if n, err = Read(path); err != nil {
		t.Fatal(err)
	}
	if found := Failures(n); len(found) > 0 {
		t.Error(found)
	}
	if o := n.Cells[1].Outputs; len(o) != 1 || !strings.Contains(o[0].Data[plainText], "unprotected") {
		t.Errorf("the second cell shows %+v", o)
	}
}
