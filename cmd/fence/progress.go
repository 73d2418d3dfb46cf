package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"fence/fencekit/frame"
)

// progress returns a function that shows how far an experiment has come and how long it will take, and one that wipes
// the line. It shows nothing unless standard error is a terminal, and nothing within the first second.
func (a *app) progress(quiet bool) (report func(done, total int), wipe func()) {
	a.running.Store(true)
	over := func() { a.running.Store(false) }
	if a.observe != nil {
		return a.observe, over
	}
	if quiet || !isTerminal(a.stderr) {
		return nil, over
	}
	a.meter = &meter{w: a.stderr, now: time.Now, start: time.Now(), what: "trials"}
	return a.meter.report, func() {
		over()
		a.meter.wipe()
	}
}

// paging returns a function that shows how many pages are drawn.
func (a *app) paging(quiet bool) func(done, total int) {
	report, over := a.counted(quiet, pageByPage)
	over() // no trial runs
	if report == nil {
		return func(int, int) {}
	}
	return report
}

// pageByPage is what a meter counts whose line says which page is drawn.
const pageByPage = "page"

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// meter writes one line again and again.
type meter struct {
	w           io.Writer
	now         func() time.Time
	start, last time.Time
	width       int // of the line that stands there
	what        string
}

func (m *meter) report(done, total int) {
	t := m.now()
	spent := t.Sub(m.start)
	if spent < time.Second || t.Sub(m.last) < 200*time.Millisecond || done == 0 {
		return
	}
	m.last = t
	left := time.Duration(float64(spent) / float64(done) * float64(total-done))
	count := frame.Grouped(int64(done)) + " of " + frame.Grouped(int64(total))
	if m.what == pageByPage {
		count = "page " + count
	} else {
		count += " " + m.what
	}
	line := fmt.Sprintf("%s, %s left", count, left.Round(time.Second))
	fmt.Fprintf(m.w, "\r%s%s", line, strings.Repeat(" ", max(0, m.width-len(line))))
	m.width = len(line)
}

// wipe clears the line. No meter has none.
func (m *meter) wipe() {
	if m == nil {
		return
	}
	if m.width > 0 {
		fmt.Fprintf(m.w, "\r%s\r", strings.Repeat(" ", m.width))
	}
	m.width = 0
}
