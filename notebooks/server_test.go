//go:build browser

package notebooks

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// token is that of the servers of these tests, which listen to this machine alone.
const token = "fence"

// server is a classic Notebook server with the project's kernel, and a browser. It serves a folder beside which the
// data lie as they do in the checkout.
type server struct {
	url, dir string
	browser  context.Context
	shots    string // where pictures go, if they are asked for
}

// newServer starts a server that reads and writes nothing of the user's. It ends with the test, and its kernels with
// it.
func newServer(t *testing.T) *server {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	s := &server{dir: filepath.Join(home, "notebooks"), shots: os.Getenv("FENCE_SCREENSHOTS")}
	if s.shots != "" && !filepath.IsAbs(s.shots) {
		s.shots = filepath.Join(root, s.shots)
	}
	err = os.Mkdir(s.dir, 0o777)
	if err == nil {
		err = os.Symlink(filepath.Join(root, "data"), filepath.Join(home, "data"))
	}
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	s.url = "http://127.0.0.1:" + port
	cmd := exec.Command("jupyter", "notebook", "--allow-root", "--no-browser", "--ip=127.0.0.1", "--port="+port,
		"--NotebookApp.port_retries=0", "--NotebookApp.token="+token, "--NotebookApp.notebook_dir="+s.dir)
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+filepath.Join(root, ".jupyter"))
	for _, own := range []string{"JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"} {
		cmd.Env = append(cmd.Env, own+"="+filepath.Join(home, strings.ToLower(own)))
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	log := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(cmd) })
	if !answers(s.url + "/api/status?token=" + token) {
		end(cmd)
		t.Fatalf("the server does not answer; it says:\n%s", log)
	}
	s.browser = newBrowser(t)
	return s
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// answers waits until an address answers.
func answers(url string) bool {
	for range 300 {
		r, err := http.Get(url)
		if err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return true
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

// end ends a server, which then ends its kernels, and after a while everything that it has started.
func end(cmd *exec.Cmd) {
	if cmd.ProcessState != nil {
		return
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(8*time.Second, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer kill.Stop()
	_ = cmd.Wait() // it was told to end
}

func newBrowser(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1280, 1600),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // it starts with the first call, which must be the only one
		t.Fatal(err)
	}
	return ctx
}

// put writes a notebook of code cells.
func (s *server) put(t *testing.T, name string, cells ...string) {
	t.Helper()
	n := &Notebook{Format: 4, Minor: 5}
	for i, source := range cells {
		n.Cells = append(n.Cells, Cell{Type: "code", ID: fmt.Sprint("cell", i), Source: strings.TrimSpace(source)})
	}
	n.Normalise()
	if err := n.Write(filepath.Join(s.dir, name+".ipynb")); err != nil {
		t.Fatal(err)
	}
}

// copy copies a notebook of this folder without its outputs, so that what a page shows is new.
func (s *server) copy(t *testing.T, name string) *Notebook {
	t.Helper()
	n, err := Read(name + ".ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n.Cells {
		n.Cells[i].Outputs = nil
	}
	if err := n.Write(filepath.Join(s.dir, name+".ipynb")); err != nil {
		t.Fatal(err)
	}
	return n
}
