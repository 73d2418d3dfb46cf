//go:build container

// Package container_test opens the notebooks in the JupyterLab of the image, in a real browser, and works their controls
// with mouse and keys, as a reader does. scripts/container-test.sh starts the server and names it.
package container_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fence/fencekit"
	"fence/fencekit/frame"
)

// The server, from the environment.
var (
	address = os.Getenv("FENCE_LAB_URL")
	token   = os.Getenv("FENCE_LAB_TOKEN")
	shots   = os.Getenv("FENCE_SCREENSHOTS")
)

// page is a page of the browser.
type page struct {
	*testing.T
	ctx context.Context
}

func newPage(t *testing.T) page {
	t.Helper()
	if address == "" || token == "" {
		t.Fatal("FENCE_LAB_URL and FENCE_LAB_TOKEN name the server; scripts/container-test.sh starts one and sets them")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1300, 1500),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page's script failed: %s", e.ExceptionDetails.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return page{t, ctx}
}

// do does things to the page.
func (p page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// ask evaluates an expression in the page.
func ask[T any](p page, script string) T {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return v
}

// until waits for an expression to become true, and returns how long that took.
func (p page) until(what, script string, most time.Duration) time.Duration {
	p.Helper()
	begun := time.Now()
	poll := chromedp.Poll[chromedp.Void](script, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(most))
	if _, err := chromedp.Run(p.ctx, poll); err != nil {
		p.photograph("container-failed.png")
		p.Fatalf("%s: %s: %v; the page says %q", what, script, err, ask[string](p, `document.body.innerText.slice(0, 2000)`))
	}
	return time.Since(begun)
}

// at clicks an element with the mouse, at a share of its width.
func (p page) at(element string, share float64) {
	p.Helper()
	where := ask[[]float64](p, fmt.Sprintf(`(() => {
		const e = %s;
		if (!e.closest(".lm-Menu, .lm-MenuBar")) e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect();
		return [r.x + r.width * %g, r.y + r.height / 2];
	})()`, element, share))
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, where[0], where[1]), chromedp.MouseClickXY(where[0], where[1]))
}

// photograph keeps a picture of what the window shows, if pictures are asked for.
func (p page) photograph(name string) {
	p.Helper()
	if shots == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.MkdirAll(shots, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(shots, name), picture, 0o666)
	}
	if err != nil {
		p.Error(err)
	}
}

// runAll opens a notebook in Lab and runs all its cells by the menu. It returns how long the first two took: the first only
// declares, the second is the first to show something.
func (p page) runAll(notebook string) time.Duration {
	p.Helper()
	p.do(chromedp.Navigate(address + "/lab/tree/" + notebook + "?token=" + token))
	p.until("notebook in Lab", `!!document.querySelector('.jp-Notebook .jp-CodeCell')`, time.Minute)
	p.until("kernel", `document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status === 'idle' &&
		!document.querySelector('.jp-Spinner')`, time.Minute)
	time.Sleep(2 * time.Second) // Lab connects to a new kernel more than once, and drops what it was asked meanwhile
	p.photograph("container-opened.png")
	p.at(`document.querySelector('.jp-Notebook .jp-Cell')`, 0.5)
	p.at(`[...document.querySelectorAll('.lm-MenuBar-item')].find(e => e.textContent.trim() === 'Run')`, 0.5)
	item := `document.querySelector('.lm-Menu-item[data-command="runmenu:run-all"]:not(.lm-mod-disabled)')`
	p.until("Run All", `!!`+item, 10*time.Second)
	time.Sleep(300 * time.Millisecond) // the menu is laid out anew when it knows what can be run
	p.at(item, 0.3)
	begun := time.Now()
	p.until("the first cells' start", `[...`+prompts+`].some(e => e.textContent === '[*]:')`, 10*time.Second)
	p.until("the first cells", `/^\[\d+\]:$/.test(`+prompts+`[1].textContent)`, time.Minute)
	return time.Since(begun)
}

const (
	prompts = `document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')`
	slider  = `document.querySelector('.jp-OutputArea input[type=range]')`
	box     = slider + `.closest('[id^=fence-]')`
	// area is what the cell with the controls shows.
	area = slider + `.closest('.jp-OutputArea')`
)

// columns are those of the scoreboard in 03-margin.
var columns = []string{"posture", "sent", "aborted", "abort_pct", "unlocked_applied", "work_destroyed"}

// sweep returns what `fence margin` says of a margin, with the parameters of the notebook, as the cells of a row.
func (p page) sweep(margin time.Duration) []string {
	p.Helper()
	e := fencekit.New()
	e.Seed, e.Trials = 1, 80
	f, err := fencekit.MarginSweep(p.ctx, e, []time.Duration{margin})
	if err == nil {
		f, err = f.Select(columns...)
	}
	if err != nil {
		p.Fatal(err)
	}
	rows := ask[[][]string](p, rowsOf(f))
	return rows[len(rows)-1]
}

// cells is a script that defines what the cells of a row say, but for the row's number before them.
const cells = `const cells = r => [...r.cells].slice(1).map(c => c.textContent.trim()); `

// rowsOf is a script that returns the cells of a frame as a page shows them.
func rowsOf(f frame.Frame) string {
	text, _ := json.Marshal(f.HTML())
	return fmt.Sprintf(`(() => { `+cells+`
		const d = document.createElement("div");
		d.innerHTML = %s;
		return [...d.querySelectorAll("tr")].map(cells);
	})()`, text)
}

// followed waits until the scoreboard is that of the margin at which the slider stands, which it returns.
func (p page) followed() time.Duration {
	p.Helper()
	at := time.Duration(ask[float64](p, `Number(`+slider+`.value)`)*1000+0.5) * time.Millisecond
	want, _ := json.Marshal(p.sweep(at))
	p.until(fmt.Sprintf("scoreboard at a margin of %v", at), fmt.Sprintf(`(() => { `+cells+`
		return [...%s.querySelectorAll("tr")].some(r => JSON.stringify(cells(r)) === JSON.stringify(%s)); })()`, area, want),
		10*time.Second)
	return at
}

// pictures returns the sources of the pictures that the cell with the controls shows.
func (p page) pictures() []string {
	p.Helper()
	return ask[[]string](p, `[...`+area+`.querySelectorAll("img")].map(i => i.src)`)
}

// redrawn does something, and waits until as many pictures as wanted are there, and the one at the place is another.
func (p page) redrawn(what string, want, place int, do func()) {
	p.Helper()
	before := p.pictures()
	do()
	last := "no picture"
	if place < len(before) {
		last = before[place]
	}
	text, _ := json.Marshal(last)
	p.until(what, fmt.Sprintf(`(() => { const all = [...%s.querySelectorAll("img")];
		return all.length === %d && all[%d].src !== %s; })()`, area, want, place, text), 10*time.Second)
}

func TestLabFollowsTheControls(t *testing.T) {
	p := newPage(t)
	t.Logf("first two cells after %v", p.runAll("03-margin.ipynb"))
	connected := p.until("controls", `!!`+slider+` && `+box+`.textContent.includes("wait until Done")`, 2*time.Minute)
	t.Logf("controls after another %v", connected)
	p.followed()
	var seen []time.Duration
	for i, share := range []float64{0.1, 0.5, 0.9} {
		p.redrawn("curve", 2, 0, func() { p.at(slider, share) })
		seen = append(seen, p.followed())
		p.photograph(fmt.Sprintf("container-margin-%d.png", i+1))
	}
	if !slices.IsSorted(seen) || seen[0] == seen[1] || seen[1] == seen[2] {
		t.Errorf("the mouse moved the slider to %v, want three margins that rise", seen)
	}
	before := seen[2]
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	if after := p.followed(); after != before-50*time.Millisecond {
		t.Errorf("after the left arrow the margin is %v, want one step below %v", after, before)
	}
	p.redrawn("lanes of another seed", 2, 1, func() { p.choose("7") })
	p.redrawn("scoreboard as a picture", 3, 1, func() { p.at(area+`.querySelector("input[type=checkbox]")`, 0.5) })
	p.photograph("container-picture.png")
	p.redrawn("reset", 2, 1, func() { p.at(area+`.querySelector("[data-reset]")`, 0.5) })
	if at := p.followed(); at != 500*time.Millisecond {
		t.Errorf("after Reset the margin is %v, want 500ms", at)
	}
	p.measure()
	p.finish()
	p.listed()
}

// listed looks whether Lab lists the kernel among what runs, where a reader can end it.
func (p page) listed() {
	p.Helper()
	p.at(`document.querySelector('.lm-TabBar-tab[data-id="jp-running-sessions"]')`, 0.5)
	p.until("the list of kernels", `document.querySelector('#jp-running-sessions').innerText.includes('Go (gonb)')`, 10*time.Second)
}

// choose chooses in the selector by its keys.
func (p page) choose(option string) {
	p.Helper()
	ask[bool](p, area+`.querySelector("select").focus(), true`)
	p.do(chromedp.KeyEvent(option))
}

// measure moves the slider many times, each time when the one before has been drawn, and logs how long the page waited.
func (p page) measure() {
	p.Helper()
	const script = `(async () => {
		const s = %s, times = [];
		for (let i = 0; i < 60; i++) {
			await new Promise(go => setTimeout(go, 40));
			const image = %s.querySelector("img"), before = image.src, begun = performance.now();
			s.value = 0.1 + (i * 7 %% 12) / 5;
			s.dispatchEvent(new Event("input", {bubbles: true}));
			while (%[2]s.querySelector("img").src === before && performance.now() - begun < 3000)
				await new Promise(go => setTimeout(go, 2));
			times.push(performance.now() - begun);
		}
		window.fenceTimes = times.sort((a, b) => a - b);
	})(), true`
	ask[bool](p, fmt.Sprintf(script, slider, area))
	p.until("sixty moves", `!!window.fenceTimes`, time.Minute)
	times := ask[[]float64](p, `window.fenceTimes`)
	p.Logf("from moving the slider to a new curve: median %.0f ms, p95 %.0f ms, longest %.0f ms",
		times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
	if slowest := times[len(times)-1]; slowest >= 3000 {
		p.Errorf("a move was not drawn within %.0f ms", slowest)
	}
	p.followed()
}

// finish presses Done, waits for the cells below, and looks at the notebook as it is stored.
func (p page) finish() {
	p.Helper()
	at := p.followed()
	want := strings.Join(p.sweep(at)[1:3], ",") // writes sent and aborted, which at this margin only the scoreboard has
	p.at(area+`.querySelector("[data-done]")`, 0.5)
	p.until("controls gone", `!`+slider, 20*time.Second)
	p.until("cells below", `[...`+prompts+`].every(e => /^\[\d+\]:$/.test(e.textContent))`,
		time.Minute)
	p.photograph("container-done.png")
	if said := ask[[]string](p, `[...document.querySelectorAll('[data-mime-type="application/vnd.jupyter.stderr"]')].map(e => e.innerText)`); len(said) > 0 {
		p.Errorf("the cells complain: %q", said)
	}
	p.do(chromedp.KeyEvent("s", chromedp.KeyModifiers(2))) // Ctrl-S
	deadline := time.Now().Add(20 * time.Second)
	for {
		stored := p.stored("03-margin.ipynb")
		if strings.Contains(stored, want) && !strings.Contains(stored, "data-done") {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("the stored notebook lacks the last scoreboard, with %s at %v, or still has the controls", want, at)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// stored returns a notebook as the server has it.
func (p page) stored(name string) string {
	p.Helper()
	r, err := http.Get(address + "/api/contents/" + name + "?token=" + token)
	if err != nil {
		p.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		p.Fatalf("reading %s: %s, %v", name, r.Status, err)
	}
	return string(text)
}
