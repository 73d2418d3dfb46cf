//go:build browser

package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The page of the report in a real browser, which has no network: nothing is said on the console, every picture is
// there, nothing is asked for but files, and it can be read on a narrow screen, in the dark and on paper. Pictures of the
// page go to the folder that FENCE_SCREENSHOTS names, for eyes.

// tab is a tab of the browser and what it has said.
type tab struct {
	ctx  context.Context
	lock sync.Mutex
	said []string // complaints on the console, and requests that leave the machine
}

func newTab(t *testing.T) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("proxy-server", "127.0.0.1:9"))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	b := &tab{ctx: ctx}
	if err := chromedp.Listen(ctx, b.hears); err != nil {
		t.Fatal(err)
	}
	return b
}

// hears notes what is wrong.
func (b *tab) hears(event any) {
	b.lock.Lock()
	defer b.lock.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		b.said = append(b.said, fmt.Sprintf("console: %v", e.Type))
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.said = append(b.said, fmt.Sprintf("log: %v: %s", e.Entry.Level, e.Entry.Text))
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, "file://") && !strings.HasPrefix(u, "data:") {
			b.said = append(b.said, "request: "+u)
		}
	}
}

// open opens a file at a width in pixels, light or dark, and returns everything that is wrong.
func (b *tab) open(t *testing.T, file string, width int64, scheme string) []string {
	t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	b.lock.Lock()
	b.said = nil
	b.lock.Unlock()
	media := emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	at := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if err := chromedp.Do(b.ctx, chromedp.EmulateViewport(width, 800), chromedp.Navigate(at.String())); err != nil {
		t.Fatal(err)
	}
	wrong := evaluated[[]string](t, b, `[...document.images].filter(i => !i.complete || !i.naturalWidth)
		.map(i => "no picture: " + i.src)`)
	b.lock.Lock()
	defer b.lock.Unlock()
	return append(wrong, b.said...)
}

func evaluated[T any](t *testing.T, b *tab, script string) T {
	t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return v
}

// photograph keeps a picture of the page, if it is asked for.
func (b *tab) photograph(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("FENCE_SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.MkdirAll(folder, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name), picture, 0o666)
	}
	if err != nil {
		t.Error(err)
	}
}

func TestBrowserShowsTheReport(t *testing.T) {
	shots := os.Getenv("FENCE_SCREENSHOTS")
	if shots != "" && !filepath.IsAbs(shots) {
		t.Setenv("FENCE_SCREENSHOTS", filepath.Join(here(t), "..", "..", shots))
	}
	t.Chdir(t.TempDir())
	fine(t, "report", "-o", "out")
	b := newTab(t)
	for _, c := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {1200, "light"}, {400, "light"}, {1280, "dark"}, {400, "dark"}} {
		for _, finding := range b.open(t, "out/index.html", c.width, c.scheme) {
			t.Errorf("%d pixels, %s: %s", c.width, c.scheme, finding)
		}
		if n := evaluated[int](t, b, `document.images.length`); n != len(illustrations) {
			t.Errorf("got %d pictures, want %d", n, len(illustrations))
		}
		if wide := evaluated[int64](t, b, `document.documentElement.scrollWidth`); wide > c.width {
			t.Errorf("the page is %d pixels wide on a screen of %d", wide, c.width)
		}
		if cut := evaluated[[]string](t, b, cutOff); len(cut) > 0 {
			t.Errorf("%d pixels: tables are cut off beside free room, or lose their first column: %v", c.width, cut)
		}
		if small := evaluated[[]string](t, b, smallest); len(small) > 0 {
			t.Errorf("%d pixels: too small to be read: %v", c.width, small)
		}
		if low := evaluated[[]string](t, b, contrasts); len(low) > 0 {
			t.Errorf("%s: too little contrast: %v", c.scheme, low)
		}
		b.photograph(t, fmt.Sprintf("report-%d-%s.png", c.width, c.scheme))
	}
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	if err != nil || whole("pdf", string(pdf)) != nil {
		t.Errorf("print: %v, %d bytes", err, len(pdf))
	}
}

// cutOff are the tables that scroll although the window is wider, and those whose first column scrolls away.
const cutOff = `[...document.querySelectorAll(".table")].filter(e => e.scrollWidth > e.clientWidth + 1).filter(e => {
	e.scrollLeft = 1e6;
	const [box, cell] = [e, e.querySelector("td")].map(x => x.getBoundingClientRect());
	e.scrollLeft = 0;
	return box.width < innerWidth - 64 || Math.abs(box.left - cell.left) > 1;
}).map(e => e.textContent.trim().slice(0, 20))`

// smallest are the texts that are set below 11 pixels, and the figures that are drawn at less than 0.9 of their size.
const smallest = `[...document.querySelectorAll("p, td, th, li, pre, figcaption, a, code")]
	.filter(e => parseFloat(getComputedStyle(e).fontSize) < 11).map(e => e.tagName + " " + e.textContent.slice(0, 20))
	.concat([...document.images].filter(i => i.clientWidth < 0.9 * i.getAttribute("width"))
		.map(i => i.getAttribute("src")))`

// contrasts are the texts with less contrast to the ground than 4.5, as the guidelines of accessibility count it.
const contrasts = `(() => {
	const part = c => (c /= 255, c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
	const light = css => {
		const [r, g, b] = css.match(/\d+/g).map(Number);
		return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
	};
	const ground = light(getComputedStyle(document.body).backgroundColor);
	return [...document.querySelectorAll("h1, h2, p, td, th, a, figcaption, pre")].filter(e => {
		const ink = light(getComputedStyle(e).color);
		return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05) < 4.5;
	}).map(e => e.tagName).filter((name, i, all) => all.indexOf(name) == i);
})()`

// What the test above looks for is found in pages that have it.
func TestBrowserFindsWhatIsWrong(t *testing.T) {
	t.Chdir(t.TempDir())
	b := newTab(t)
	for what, page := range map[string]string{
		"no picture: ":      `<img src="none.png" alt="">`,
		"exception: ":       `<script>throw new Error("x")</script>`,
		"console: ":         `<script>console.log("x")</script>`,
		"request: http://x": `<img src="http://x.invalid/x.png" alt="">`,
	} {
		write(t, "x.html", "<!DOCTYPE html><meta charset=\"utf-8\"><title>x</title>"+page)
		found := b.open(t, "x.html", 400, "light")
		if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, what) }) {
			t.Errorf("%s: got %v", page, found)
		}
	}
	write(t, "x.html", `<!DOCTYPE html><meta charset="utf-8"><title>x</title><body style="width:200px"><div class="table"
		style="overflow-x:auto"><table><tr><td>x<td><div style="width:300px">y</div></table></div>`)
	if b.open(t, "x.html", 400, "light"); len(evaluated[[]string](t, b, cutOff)) != 1 {
		t.Error("a table that is cut off is not found")
	}
	write(t, "x.html", `<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><title>x</title><body
		style="background:#fff"><p style="font-size:9px">x<p style="color:#aaa">y`)
	if found := b.open(t, "x.html", 400, "light"); len(found) > 0 {
		t.Errorf("a page with nothing wrong on its console: got %v", found)
	}
	if len(evaluated[[]string](t, b, smallest)) != 1 || len(evaluated[[]string](t, b, contrasts)) != 1 {
		t.Error("small type, or little contrast, is not found")
	}
}
