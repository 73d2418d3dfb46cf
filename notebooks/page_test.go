//go:build browser

package notebooks

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// page is a notebook in a tab of the browser, with a kernel of its own.
type page struct {
	*testing.T
	*server
	ctx  context.Context
	name string
}

// open opens a notebook and waits for its kernel.
func (s *server) open(t *testing.T, name string) *page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(s.browser)
	t.Cleanup(cancel)
	ctx, stop := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(stop)
	p := &page{T: t, server: s, ctx: ctx, name: name}
	p.load()
	p.until(`Jupyter.notebook.kernel.info_reply.status`)
	t.Cleanup(func() { // no kernel stays for longer than its test
		_, _ = chromedp.Run(ctx, chromedp.Evaluate[bool](`Jupyter.notebook.session.delete(), true`))
	})
	return p
}

// load loads the page, for the first time or anew. A kernel that is busy is connected too.
func (p *page) load() {
	p.Helper()
	if err := chromedp.Do(p.ctx, chromedp.Navigate(p.url+"/notebooks/"+p.name+".ipynb?token="+token)); err != nil {
		p.Fatal(err)
	}
	p.until(`!!(window.Jupyter && Jupyter.notebook && Jupyter.notebook._fully_loaded &&
		Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected())`)
	ask[bool](p, words)
}

// words are what the tests ask a page about a cell: what it shows, whether it has been run to its end, its controls.
const words = `
	area = i => Jupyter.notebook.get_cell(i).output_area.element[0];
	said = i => area(i).innerText;
	ran = i => typeof Jupyter.notebook.get_cell(i).input_prompt_number === "number";
	idle = () => !Jupyter.notebook.kernel_busy;
	slider = i => area(i).querySelector("input[type=range]");
	connected = i => !!slider(i) && area(i).textContent.includes("wait until Done");
	press = (i, what) => area(i).querySelector("[data-" + what + "]").click();
	move = (i, to) => { const s = slider(i); s.value = to; s.dispatchEvent(new Event("input", {bubbles: true})); };
	true`

// ask evaluates an expression in a page.
func ask[T any](p *page, script string) T {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return v
}

// do does something in the page that has no value.
func (p *page) do(script string, args ...any) {
	p.Helper()
	ask[bool](p, "("+fmt.Sprintf(script, args...)+", true)")
}

// until waits for an expression to become true, and returns how long that took.
func (p *page) until(script string, args ...any) time.Duration {
	p.Helper()
	begun := time.Now()
	script = fmt.Sprintf(script, args...)
	poll := chromedp.Poll[chromedp.Void](script, chromedp.WithPollingInterval(20*time.Millisecond),
		chromedp.WithPollingTimeout(60*time.Second))
	if _, err := chromedp.Run(p.ctx, poll); err != nil {
		p.photograph("failed")
		text, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.body.innerText.slice(0, 4000)`))
		p.Fatalf("%s: %v; the page says:\n%s", script, err, text)
	}
	return time.Since(begun)
}

// says waits until a cell shows a text.
func (p *page) says(cell int, text string) {
	p.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		p.Fatal(err)
	}
	p.until(`said(%d).includes(%s)`, cell, quoted)
}

// run runs cells, each queued behind the one before.
func (p *page) run(cells ...int) {
	p.Helper()
	list, err := json.Marshal(cells)
	if err != nil {
		p.Fatal(err)
	}
	p.do(`Jupyter.notebook.execute_cells(%s)`, list)
}

// ends waits until all cells have been run and the kernel has nothing to do.
func (p *page) ends() {
	p.Helper()
	p.until(`Jupyter.notebook.get_cells().every((c, i) => c.cell_type !== "code" || ran(i)) && idle()`)
}

// stored saves the notebook, and returns it. A cell that failed is an error, and so are controls and scripts that are
// stored.
func (p *page) stored() *Notebook {
	p.Helper()
	p.do(`window.isStored = false, Jupyter.notebook.save_notebook().then(() => { window.isStored = true })`)
	p.until(`window.isStored`)
	n, err := Read(filepath.Join(p.dir, p.name+".ipynb"))
	if err != nil {
		p.Fatal(err)
	}
	for _, found := range Failures(n) {
		p.Error(found)
	}
	for i, c := range n.Cells {
		for _, o := range c.Outputs {
			page := o.Data[htmlText]
			// GoNB takes its own script away only when the page answers.
			script := strings.Contains(page, "<script") && !strings.Contains(page, "gonb_comm = {")
			if script || strings.Contains(page, "data-fence") {
				p.Errorf("cell %d: a script or a control is stored: %.200s", i, page)
			}
		}
	}
	return n
}

// at returns where a place of a cell's slider is in the window, by its share of the width.
func (p *page) at(cell int, share float64) (x, y float64) {
	p.Helper()
	where := ask[[]float64](p, fmt.Sprintf(`(() => {
		slider(%d).scrollIntoView({block: "start"});
		const r = slider(%[1]d).getBoundingClientRect();
		return [r.x + r.width * %g, r.y + r.height / 2];
	})()`, cell, share))
	return where[0], where[1]
}

// drag takes the slider with the mouse at one share of its width and lets go at another.
func (p *page) drag(cell int, from, to float64) {
	p.Helper()
	x, y := p.at(cell, from)
	mouse := func(what input.DispatchMouseEventType) {
		p.Helper()
		if err := chromedp.Do(p.ctx, chromedp.MouseEvent(what, x, y, chromedp.ButtonLeft)); err != nil {
			p.Fatal(err)
		}
	}
	mouse(input.DispatchMouseEventTypeMousePressed)
	end, _ := p.at(cell, to)
	for step, begin := 1, x; step <= 20; step++ {
		x = begin + (end-begin)*float64(step)/20
		mouse(input.DispatchMouseEventTypeMouseMoved)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased)
}

// photographAll keeps pictures of a whole notebook, a windowful each.
func (p *page) photographAll(name string) {
	p.Helper()
	for i := range ask[int](p, `site = document.querySelector("#site"), Math.ceil(site.scrollHeight / site.clientHeight)`) {
		p.do(`site.scrollTop = %d * site.clientHeight`, i)
		p.photograph(fmt.Sprintf("%s-%d", name, i+1))
	}
}

// photograph keeps a picture of the window, if pictures are asked for.
func (p *page) photograph(name string) {
	p.Helper()
	if p.shots == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.MkdirAll(p.shots, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(p.shots, "notebook-"+name+".png"), picture, 0o666)
	}
	if err != nil {
		p.Error(err)
	}
}
