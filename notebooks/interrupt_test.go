//go:build browser

package notebooks

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// What happens to cells whose reader does something else: nothing hangs, and nothing that was there is lost.

// The cells of the notebooks here.
const (
	imports = `import (
	"fence/fencekit"
	"fence/fencekit/nb"
)

const seed = 1`

	// note writes down in a file which process a cell is, for the tests to see it end.
	note = `func note() {
	nb.Check(os.WriteFile("%s.process", []byte(fmt.Sprint(os.Getpid())), 0o666))
}`

	// sweep goes on for minutes.
	sweep = `%%
note()
e := fencekit.New()
e.Seed, e.Trials, e.Progress = seed, 20_000_000, nb.Progress("trials")
rows := nb.Must(fencekit.Compare(nb.Context(), e))
nb.Show(nb.Must(rows.Select("posture", "trials", "sent")))`

	// slide has a slider, and shows where it is and where it ended.
	slide = `%%
note()
v := nb.Interact(func(in nb.Values) []any {
	return []any{fmt.Sprintf("stands at %d.", in.Int("a"))}
}, nb.Slider("a", 0, 100, 1, 30))
nb.Say("ended at %d.", v.Int("a"))`

	next = `%%
nb.Say("next cell, seed %d.", seed)`
)

// The places of the cells in a notebook that opened makes.
const (
	first = iota // of the cells after the declarations
	second
	third
)

// with opens a notebook that has the declarations and these cells, and has run the declarations. Its cells are numbered
// from the first after them.
func (s *server) with(t *testing.T, name string, cells ...string) *page {
	t.Helper()
	s.put(t, name, append(cells, imports, strings.Replace(note, "%s", name, 1))...)
	p := s.open(t, name)
	_ = os.Remove(p.noted())
	p.run(len(cells), len(cells)+1)
	p.until(`ran(%d) && idle()`, len(cells)+1)
	return p
}

// noted is the file in which the cells note their process.
func (p *page) noted() string { return filepath.Join(p.dir, p.name+".process") }

// process returns the number of the process that a cell has noted.
func (p *page) process() string {
	p.Helper()
	for range 400 {
		if pid, err := os.ReadFile(p.noted()); err == nil && len(pid) > 0 {
			return string(pid)
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Fatal("the cell does not begin")
	return ""
}

// ended holds that a process ends.
func (p *page) ended(pid string) {
	p.Helper()
	for range 200 {
		state, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
		if _, after, _ := strings.Cut(string(state), ") "); err != nil || strings.HasPrefix(after, "Z") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Errorf("the program of the cell, process %s, goes on", pid)
}

// interrupt interrupts the kernel as the button of the page does.
func (p *page) interrupt() {
	p.Helper()
	p.do(`Jupyter.notebook.kernel.interrupt()`)
}

var trialsDone = regexp.MustCompile(`trials: (\d+) of 20000000`)

// sweepIsInterrupted interrupts a long sweep with a cell queued behind it.
func (s *server) sweepIsInterrupted(t *testing.T) {
	t.Parallel()
	p := s.with(t, "sweep", sweep, next)
	p.run(first, second)
	p.until(`/trials: [1-9]/.test(said(%d))`, first)
	p.interrupt()
	p.says(first, "Stopped:")
	p.says(second, "next cell, seed 1.")
	p.until(`idle()`)
	p.photograph("sweep-interrupted")
	text := ""
	for _, o := range p.stored().Cells[first].Outputs {
		text += o.Data[plainText] + o.Text + "\n"
	}
	done := trialsDone.FindStringSubmatch(text)
	if done == nil || !regexp.MustCompile(`unprotected +`+done[1]+" ").MatchString(text) {
		t.Errorf("the cell shows\n%s\nwant a table of the trials that its progress counts", text)
	}
	p.ended(p.process())
}

// kernelRestarts restarts the kernel in a long sweep, and again under an open slider; the page then has a slider all
// the same.
func (s *server) kernelRestarts(t *testing.T) {
	t.Parallel()
	p := s.with(t, "restart", sweep, slide, next)
	p.run(first)
	p.until(`/trials: [1-9]/.test(said(%d))`, first)
	p.restart()
	if said := ask[string](p, `said(0)`); !strings.Contains(said, "trials: ") {
		t.Errorf("the sweep had shown its progress, now there is %q", said)
	}
	p.run(second)
	p.until(`connected(%d)`, second)
	p.restart()
	p.run(second, third)
	p.until(`connected(%d)`, second)
	p.do(`move(%d, 44)`, second)
	p.says(second, "stands at 44.")
	p.do(`press(%d, "done")`, second)
	p.says(second, "ended at 44.")
	p.says(third, "next cell")
	p.until(`idle()`)
	p.stored()
}

// restart restarts the kernel under the cell that runs, whose program must end, and declares again what the others
// need.
func (p *page) restart() {
	p.Helper()
	pid := p.process()
	p.do(`window.isThere = false, Jupyter.notebook.kernel.restart(() => { window.isThere = true })`)
	p.until(`isThere && Jupyter.notebook.kernel.is_connected()`)
	p.ended(pid)
	_ = os.Remove(p.noted())
	declarations := ask[int](p, `Jupyter.notebook.ncells()`) - 2
	p.do(`[0, 1, 2].forEach(i => Jupyter.notebook.get_cell(i).set_input_prompt())`)
	p.run(declarations, declarations+1)
	p.until(`ran(%d) && idle()`, declarations+1)
}

// nextWaitsForDone has a cell queued behind an open slider.
func (s *server) nextWaitsForDone(t *testing.T) {
	t.Parallel()
	p := s.with(t, "done", slide, next)
	p.run(first, second)
	p.until(`connected(%d)`, first)
	p.do(`move(%d, 55)`, first)
	p.says(first, "stands at 55.")
	if ask[bool](p, `ran(1)`) {
		t.Error("the next cell has not waited")
	}
	p.do(`press(%d, "done")`, first)
	p.says(first, "ended at 55.")
	p.says(second, "next cell")
	p.until(`idle()`)
	p.stored()
}

// nextWaitsForInterrupt has a cell queued behind an open slider, and the reader interrupts the kernel.
func (s *server) nextWaitsForInterrupt(t *testing.T) {
	t.Parallel()
	p := s.with(t, "interrupt", slide, next)
	p.run(first, second)
	p.until(`connected(%d)`, first)
	p.do(`move(%d, 56)`, first)
	p.says(first, "stands at 56.")
	p.interrupt()
	p.says(first, "ended at 56.")
	p.until(`!slider(%d)`, first)
	p.says(second, "next cell")
	p.until(`idle()`)
	p.stored()
}

// pageIsLoadedAnew loads the page under an open slider. Its controls cannot come back; an interrupt ends the cell, and
// the next slider connects.
func (s *server) pageIsLoadedAnew(t *testing.T) {
	t.Parallel()
	p := s.with(t, "reload", slide, next)
	p.stored()
	p.run(first)
	p.until(`connected(%d)`, first)
	pid := p.process()
	p.do(`window.onbeforeunload = null`) // which asks the reader whether to leave
	p.load()
	p.interrupt()
	p.ended(pid)
	p.run(first, second)
	p.until(`connected(%d)`, first)
	p.do(`move(%d, 57)`, first)
	p.says(first, "stands at 57.")
	p.do(`press(%d, "done")`, first)
	p.says(second, "next cell")
	p.until(`idle()`)
	p.stored()
}

// oneAfterAnother has two sliders, of which the second connects when the first is done.
func (s *server) oneAfterAnother(t *testing.T) {
	t.Parallel()
	p := s.with(t, "two", slide, slide, next)
	p.run(first, second, third)
	for i := range 2 {
		p.until(`connected(%d)`, i)
		p.do(`move(%d, %d)`, i, 60+i)
		p.says(i, []string{"stands at 60.", "stands at 61."}[i])
		p.do(`press(%d, "done")`, i)
		p.says(i, []string{"ended at 60.", "ended at 61."}[i])
	}
	p.says(third, "next cell")
	p.until(`idle()`)
	p.stored()
}

// pageDoesNotAnswer has a page that cannot open a connection of its own to the kernel, as behind https.
func (s *server) pageDoesNotAnswer(t *testing.T) {
	t.Parallel()
	p := s.with(t, "silent", slide, next)
	p.do(`window.WebSocket = new Proxy(WebSocket, {construct() { throw new Error("no") }})`)
	p.run(first, second)
	p.says(second, "next cell")
	p.says(first, "ended at 30.")
	p.says(first, "could not be connected")
	p.until(`idle() && !slider(%d)`, first)
	p.photograph("not-connected")
	p.stored()
}

// drawingFails has a drawing that fails at some values, and is interrupted in one that takes long.
func (s *server) drawingFails(t *testing.T) {
	t.Parallel()
	p := s.with(t, "fails", `%%
note()
v := nb.Interact(func(in nb.Values) []any {
	e := fencekit.New()
	e.Seed, e.Trials = seed, in.Int("a")*in.Int("a")*in.Int("a")*in.Int("a")-10
	rows := nb.Must(fencekit.Compare(nb.Context(), e))
	return []any{fmt.Sprintf("stands at %d.", in.Int("a")), nb.Must(rows.Select("posture", "trials"))}
}, nb.Slider("a", 0, 100, 1, 3))
nb.Say("ended at %d.", v.Int("a"))`, next)
	p.run(first, second)
	p.until(`connected(%d)`, first)
	p.do(`move(%d, 1)`, first)
	p.says(first, "trials = -9")
	p.do(`move(%d, 2)`, first)
	p.says(first, "stands at 2.")
	if said := ask[string](p, `said(0)`); strings.Contains(said, "trials = -9") {
		t.Errorf("the line of the drawing that failed is still there: %q", said)
	}
	p.do(`move(%d, 100)`, first) // a hundred million trials
	time.Sleep(300 * time.Millisecond)
	p.interrupt() // after five seconds the kernel would kill it, and say so
	p.says(second, "next cell")
	p.says(first, "stands at 2.") // the last whole drawing
	p.says(first, "ended at 2.")
	p.until(`idle()`)
	p.stored()
}
