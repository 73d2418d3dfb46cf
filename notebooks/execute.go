package notebooks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Execute runs a notebook of a checkout from top to bottom on the project's kernel, which `make lab-kernel` sets up, and
// returns it with what came out, normalised. The notebook itself stays as it is: a copy runs, in a folder from which
// ../data leads where it does in the checkout, and which is called /fence in what comes out. When ctx is done, the kernel
// is stopped. An error is one of the kernel or of the notebook's code as a whole; cells that failed are found by Failures.
func Execute(ctx context.Context, root, name string) (*Notebook, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("notebooks: execute: %w", err)
	}
	jupyter := filepath.Join(root, ".jupyter")
	if _, err := os.Stat(filepath.Join(jupyter, "kernels", "gonb", "kernel.json")); err != nil {
		return nil, errors.New("notebooks: execute: the kernel is not set up; make lab-kernel does that")
	}
	dir, err := workplace(root, name)
	if err != nil {
		return nil, fmt.Errorf("notebooks: execute: %w", err)
	}
	defer os.RemoveAll(dir)
	defer endWithin(dir)
	path := filepath.Join(dir, "notebooks", filepath.Base(name))
	cmd := exec.CommandContext(ctx, "jupyter", "nbconvert", "--to", "notebook", "--inplace", "--execute",
		"--ExecutePreprocessor.timeout=300", "--allow-errors", path)
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+jupyter, "JUPYTER_CONFIG_DIR="+filepath.Join(dir, "config"),
		"TMPDIR="+filepath.Join(dir, "tmp")) // where the kernel works too
	cmd.WaitDelay = time.Second
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("notebooks: execute: %s: %w\n%s", name, errors.Join(ctx.Err(), err), tail(said, 2000))
	}
	n, err := Read(path)
	if err != nil {
		return nil, err
	}
	n.Normalise()
	n.replace(dir, stands)
	return n, nil
}

// stands is where the copy stands as far as a stored notebook tells.
const stands = "/fence"

// replace writes another name of a folder into all texts of outputs, so that they are the same wherever the copy ran.
func (n *Notebook) replace(dir, name string) {
	for i := range n.Cells {
		for j := range n.Cells[i].Outputs {
			o := &n.Cells[i].Outputs[j]
			o.Text = strings.ReplaceAll(o.Text, dir, name)
			for mime, content := range o.Data {
				if mime != pngImage {
					o.Data[mime] = strings.ReplaceAll(content, dir, name)
				}
			}
		}
	}
}

// workplace makes a folder with a copy of the notebook, and the data beside it.
func workplace(root, name string) (string, error) {
	dir, err := os.MkdirTemp("", "fence-notebook-")
	if err != nil {
		return "", err
	}
	content, err := os.ReadFile(name)
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "notebooks"), 0o777)
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "tmp"), 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "notebooks", filepath.Base(name)), content, 0o666)
	}
	if err == nil {
		err = os.Symlink(filepath.Join(root, "data"), filepath.Join(dir, "data"))
	}
	if err != nil {
		os.RemoveAll(dir)
		return "", err
	}
	return dir, nil
}

// endWithin ends what is left of the programs that worked within a folder. A runner that is stopped, or gives up, leaves its
// kernel behind, in a session of its own, with the program of the cell and a language server; all of them have the folder
// in their arguments. Where the system has no /proc nothing is found.
func endWithin(dir string) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline") // no pattern of ours is bad
	for _, path := range lines {
		line, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(line), dir+string(filepath.Separator)) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if p, gone := os.FindProcess(pid); err == nil && gone == nil && pid != os.Getpid() {
			_ = p.Kill() // it may have ended by itself
		}
	}
}

// tail is the end of a long text.
func tail(text []byte, most int) string {
	if len(text) > most {
		text = text[len(text)-most:]
	}
	return strings.TrimSpace(string(text))
}

// exitLine is all that the kernel says of a program that panicked or left with a status.
var exitLine = regexp.MustCompile(`(?m)^(exit status \d+|signal: \w.*)$`)

// OnPurpose is the tag of a cell that shows how an error looks. It must fail, with one line.
const OnPurpose = "raises-line"

// Failures returns what went wrong in the cells of a notebook, a line each: errors of the kernel, programs that did not end
// well, and whatever else was written to the standard error.
func Failures(n *Notebook) []string {
	var found []string
	for i, c := range n.Cells {
		said, failed := "", false
		for _, o := range c.Outputs {
			switch {
			case o.Type == "error":
				failed, said = true, said+o.Name+": "+o.Text+"\n"
			case o.Type == "stream" && o.Name == "stderr":
				failed, said = failed || exitLine.MatchString(o.Text), said+o.Text
			}
		}
		said = strings.TrimSpace(said)
		line := strings.TrimSpace(exitLine.ReplaceAllString(said, ""))
		switch oneLine := line != "" && !strings.Contains(line, "\n"); {
		case c.HasTag(OnPurpose) && !(failed && oneLine):
			found = append(found, fmt.Sprintf("cell %d: is tagged %s and must fail with one line; it wrote %q", i, OnPurpose, said))
		case !c.HasTag(OnPurpose) && failed:
			found = append(found, fmt.Sprintf("cell %d failed: %s", i, said))
		case !c.HasTag(OnPurpose) && said != "":
			found = append(found, fmt.Sprintf("cell %d wrote to the standard error: %s", i, said))
		}
	}
	return found
}
