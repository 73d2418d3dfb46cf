package nb

import (
	"fmt"
	"html"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
)

// every is the shortest time between two updates of a progress.
const every = 100 * time.Millisecond

// Progress returns a function that shows how far work has come, updated in place at most ten times a second; it suits
// the field Progress of an experiment. What is shown at the end is the last that was told, by Show, Say, Must or Check at
// the latest. It may be called from any goroutine. Outside a notebook it shows nothing, and nothing within a drawing of
// Interact, of which there are many a second.
func Progress(label string) func(done, total int) {
	if _, ok := out.(*folder); ok || drawing.Load() {
		return func(int, int) {}
	}
	p := &progress{label: label, id: "progress_" + gonbui.UniqueId(), now: time.Now}
	running.Lock()
	running.all = append(running.all, p)
	running.Unlock()
	return p.tell
}

// running are the progresses of this program, for flush.
var running struct {
	sync.Mutex
	all []*progress
}

// flush shows the last state of every progress.
func flush() {
	running.Lock()
	defer running.Unlock()
	for _, p := range running.all {
		p.flush()
	}
}

// progress is one line that is updated in place.
type progress struct {
	label, id   string
	now         func() time.Time
	mu          sync.Mutex
	begun, last time.Time
	done, total int
	pending     bool // told and not shown
}

func (p *progress) tell(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.begun.IsZero() {
		p.begun = now
	}
	p.done, p.total, p.pending = done, total, true
	if done >= total || now.Sub(p.last) >= every {
		p.show(now)
	}
}

func (p *progress) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending {
		p.show(p.now())
	}
}

// show shows the state. The time left is of work under way: the last state, which is stored, is the same every time.
func (p *progress) show(now time.Time) {
	p.last, p.pending = now, false
	text := fmt.Sprintf("%s: %d of %d", p.label, p.done, p.total)
	if elapsed := now.Sub(p.begun); p.done > 0 && p.done < p.total && elapsed > 0 {
		left := time.Duration(float64(elapsed) / float64(p.done) * float64(p.total-p.done))
		text += fmt.Sprintf(", %v left", left.Round(100*time.Millisecond))
	}
	page := fmt.Sprintf("<progress value=\"%d\" max=\"%d\"></progress> %s", p.done, p.total, html.EscapeString(text))
	// An update that fails is not worth a cell: what follows it fails too, and says so.
	_ = out.display(bundle{data: map[string]any{plainText: text, htmlText: page}}, p.id)
}
