package nb

import (
	_ "embed" // the page's side of the controls
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/comms"
	"github.com/janpfeifer/gonb/gonbui/dom"
)

//go:embed controls.js
var controlsScript string

// The times of a page.
const (
	tries    = 4                       // to connect, since one in twenty fails
	perTry   = 1500 * time.Millisecond // for the page to answer
	patience = 3 * time.Minute         // without a sign of life; a page in the background gives one a minute
)

// page is the controls as a browser shows them, and what it says of them.
type page struct {
	id, address string
	controls    []Control
	look        time.Duration // how often it is asked whether the page has gone

	mu     sync.Mutex
	seq    int       // of the latest message
	texts  []string  // the latest values
	moving bool      // a control is on its way
	done   bool      // the reader has pressed Done
	heard  time.Time // when the page last gave a sign of life
	wake   chan struct{}
}

func newPage(controls []Control) *page {
	id := "fence-" + gonbui.UniqueId()
	return &page{id: id, address: "/fence/" + id, controls: controls, look: 10 * time.Second, wake: make(chan struct{}, 1)}
}

// show shows the controls, to which nothing listens yet.
func (p *page) show() error {
	return out.display(bundle{data: map[string]any{plainText: "", htmlText: p.html()}}, p.id)
}

// connect returns whether a page listens to the controls and the program to the page. It subscribes once and never takes
// that back: gonb locks up when a value arrives for an address that has just been given up.
func (p *page) connect() bool {
	comms.Subscribe(p.address, func(_ string, text string) { p.receive(text) })
	for try := range tries {
		if try > 0 {
			comms.Start() // gonb's page waits half a second for the kernel, and does not ask again
		}
		dom.TransientJavascript(fmt.Sprintf("%s(%q, %q);", strings.TrimSpace(controlsScript), p.id, p.address))
		select {
		case <-p.wake:
			return true
		case <-Context().Done():
			return false
		case <-time.After(perTry):
		}
	}
	return false
}

// close takes the controls away, so that a stored notebook has no dead ones.
func (p *page) close(why string) {
	_ = out.display(bundle{data: map[string]any{plainText: why, htmlText: html.EscapeString(why)}}, p.id)
}

// message is what a page sends, as JSON in a string: gonb passes on neither lists nor objects.
type message struct {
	Seq    int      `json:"seq"`
	What   string   `json:"what"` // here, move, rest or done
	Values []string `json:"values"`
}

// receive takes a message. They may come out of order, each from a goroutine of its own: an older one counts only as a
// sign of life. One that does not suit the controls is not of this page.
func (p *page) receive(text string) {
	var m message
	if json.Unmarshal([]byte(text), &m) != nil || len(m.Values) != len(p.controls) {
		return
	}
	for i, c := range p.controls {
		if c.accepts(m.Values[i]) != nil {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard = time.Now()
	if m.What == "done" {
		p.done = true
	}
	if m.Seq > p.seq {
		p.seq, p.texts = m.Seq, m.Values
		if m.What != "here" {
			p.moving = m.What == "move"
		}
	}
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// latest returns the values of the latest message, and whether they are on the move, or the last ones.
func (p *page) latest() (texts []string, moving, done bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.texts, p.moving, p.done
}

// gone says whether the page has given no sign of life for long.
func (p *page) gone() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.heard) > patience
}

// html is the controls as HTML that needs nothing from elsewhere. JupyterLab leaves the keys alone where it is told to;
// otherwise an arrow would go to the next cell.
func (p *page) html() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<div id="%s" data-lm-suppress-shortcuts="true" style="display:flex;flex-wrap:wrap;gap:0.4em 1.5em;align-items:center;padding:0.4em 0">`, p.id)
	for _, c := range p.controls {
		fmt.Fprintf(&b, `<label style="display:inline-flex;gap:0.5em;align-items:center"><span>%s</span>%s</label>`,
			html.EscapeString(c.name), c.html())
	}
	b.WriteString(`<span><button type="button" data-reset>Reset</button> <button type="button" data-done>Done</button></span>`)
	b.WriteString(`<small data-note style="flex-basis:100%">Connecting …</small></div>`)
	return b.String()
}

// html is one control. Its value is read and sent by the script.
func (c Control) html() string {
	initial := fmt.Sprintf(`data-initial="%s"`, html.EscapeString(c.initial))
	switch c.kind {
	case choice:
		var b strings.Builder
		fmt.Fprintf(&b, `<select data-fence="choice" %s>`, initial)
		for _, o := range c.options {
			fmt.Fprintf(&b, `<option>%s</option>`, html.EscapeString(o))
		}
		return b.String() + `</select>`
	case flag:
		checked := ""
		if c.initial == "true" {
			checked = " checked"
		}
		return fmt.Sprintf(`<input type="checkbox" data-fence="flag" %s%s>`, initial, checked)
	}
	name := "number"
	if c.kind == duration {
		name = "duration"
	}
	return fmt.Sprintf(`<input type="range" data-fence="%s" min="%s" max="%s" step="%s" value="%s" %s style="width:16em"><output></output>`,
		name, plain(c.lo), plain(c.hi), plain(c.step), html.EscapeString(c.initial), initial)
}
