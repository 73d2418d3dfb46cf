package trace

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Lanes says what part of a log ASCII draws and how.
type Lanes struct {
	From, To time.Duration // window of true time; To not after From (as 0 and 0) means: to the end of the log
	Width    int           // width of every line in columns; 0 means 100, anything else below 40 means 40

	// Actors are the lanes to draw, in this order. Nil means all: services first, then clients in order of
	// appearance with numbered names (C1 … Cn) by their number, resources last.
	Actors []string
}

const (
	defaultWidth = 100
	leastWidth   = 40
	ground       = '-' // what a lane without bars is drawn on
)

// ASCII draws the log as lanes over time. All lines have the same width and only ASCII characters; a name with other
// characters shows question marks for them.
//
// In a lease log (its family says so, or it has a grant) the lock service has a bar for each grant, labelled with
// its token, up to the instant the lease dies; a client has a bar from begin to end, which changes its character
// where the belief is not covered by a live lease, and below it what the client did; a resource shows each write, with
// the token below where there is room. Whether a lease lives is taken from the log's own events: grant, renew,
// extend, expire, release, revoke, failover. With several locks the service has a lane for each.
//
// Any other log has one lane an actor, with the glyph of each event at its column. Where several fall into one cell the
// last is shown, followed by a plus sign and how many are hidden, as far as there is room.
//
// A legend names the characters that were used. A window in which nothing is to be seen says so.
func ASCII(l *Log, opt Lanes) string {
	lease := l.IsLease()
	people := castOf(l, lease)
	actors := opt.Actors
	if actors == nil {
		actors = people.order()
	}
	if !lease {
		c := newCanvas(l, opt, actors)
		c.plainLanes(l, people, actors)
		c.nothing(l)
		return c.String()
	}
	p := &leasePicture{Story: ReadStory(l), log: l, cast: people, writes: map[int]Fate{}}
	for _, w := range p.Arrivals {
		p.writes[w.Seq] = w.Fate
	}
	p.canvas = newCanvas(l, opt, p.labels(actors))
	p.lanes(actors)
	p.nothing(l)
	return p.String()
}

// nothing says in words that the window has nothing to show, and where the log has something. Whatever is drawn is
// explained in the legend, so that an empty one means an empty picture.
func (c *canvas) nothing(l *Log) {
	if len(c.legend) > 0 || len(l.Events) == 0 {
		return
	}
	first, last := l.Events[0].At, l.Events[len(l.Events)-1].At
	r := c.newRow(' ')
	copy(r, fit(fmt.Sprintf("nothing between %s and %s ms;", appendMillis(nil, c.from), appendMillis(nil, c.to)), c.cells))
	c.line("", '|', r)
	r = c.newRow(' ')
	copy(r, fit(fmt.Sprintf("the log goes from %s to %s ms", appendMillis(nil, first), appendMillis(nil, last)), c.cells))
	c.line("", '|', r)
}

// canvas is a grid of cells over a window of time, with a gutter for names at its left.
type canvas struct {
	from, to time.Duration // from < to
	gutter   int           // columns for names
	cells    int           // columns for time
	out      strings.Builder
	legend   []string // what the legend says, in order
}

// newCanvas returns a canvas with its axis drawn and room for the labels.
func newCanvas(l *Log, opt Lanes, labels []string) *canvas {
	c := &canvas{from: opt.From, to: opt.To}
	if c.to <= c.from {
		c.to = c.from
		if n := len(l.Events); n > 0 {
			c.to = max(c.to, l.Events[n-1].At)
		}
	}
	if c.to == c.from { // a window must have a width
		c.to = later(c.from, time.Millisecond)
		c.from = min(c.from, c.to-1)
	}
	width := max(opt.Width, leastWidth)
	if opt.Width == 0 {
		width = defaultWidth
	}
	c.gutter = len("legend ")
	for _, label := range labels {
		c.gutter = max(c.gutter, len(label)+1)
	}
	c.gutter = min(c.gutter, width/4)
	c.cells = width - c.gutter - 2
	c.axis()
	return c
}

// column returns the cell of the instant t, which lies in the window.
func (c *canvas) column(t time.Duration) int {
	width := uint64(c.to) - uint64(c.from)
	offset := uint64(t) - uint64(c.from)
	if offset >= width {
		return c.cells - 1
	}
	high, low := bits.Mul64(offset, uint64(c.cells))
	quotient, _ := bits.Div64(high, low, width)
	return int(quotient)
}

func (c *canvas) shows(t time.Duration) bool { return c.from <= t && t <= c.to }

// cellsOf returns the first and the last cell of the half-open span, and false when the window has none of it.
func (c *canvas) cellsOf(s Span) (first, last int, ok bool) {
	s.From, s.To = max(s.From, c.from), min(s.To, c.to)
	if s.From > s.To || s.From == s.To && !c.shows(s.From) {
		return 0, 0, false
	}
	first = c.column(s.From)
	if s.To == s.From {
		return first, first, true
	}
	return first, c.column(s.To - 1), true
}

// row is one line of cells.
type row []byte

func (c *canvas) newRow(fill byte) row { return slices.Repeat(row{fill}, c.cells) }

func (r row) fill(first, last int, b byte) {
	for i := first; i <= last; i++ {
		r[i] = b
	}
}

// place writes text from the cell at on, if all of it fits into cells that hold free.
func (r row) place(at int, text string, free byte) bool {
	if at+len(text) > len(r) {
		return false
	}
	for i := range len(text) {
		if r[at+i] != free {
			return false
		}
	}
	copy(r[at:], text)
	return true
}

// line adds a finished row with its label.
func (c *canvas) line(label string, border byte, r row) {
	fmt.Fprintf(&c.out, "%-*s%c%s%c\n", c.gutter, fit(label, c.gutter), border, r, border)
}

// fit cuts a label to width and replaces what is not printable ASCII.
func fit(label string, width int) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, label)
	return ascii[:min(len(ascii), width)]
}

// explain adds an item to the legend, once.
func (c *canvas) explain(item string) {
	if !slices.Contains(c.legend, item) {
		c.legend = append(c.legend, item)
	}
}

// String closes the picture with its legend.
func (c *canvas) String() string {
	c.line("", '+', c.newRow('-'))
	label := "legend"
	r, at := c.newRow(' '), 0
	for _, item := range c.legend {
		item = fit(item, c.cells)
		if at > 0 && at+len(item) > c.cells {
			c.line(label, '|', r)
			label, r, at = "", c.newRow(' '), 0
		}
		copy(r[at:], item)
		at += len(item) + 3
	}
	if at > 0 {
		c.line(label, '|', r)
	}
	return c.out.String()
}

// axis draws the times and their ticks.
func (c *canvas) axis() {
	step, unit, name := c.step()
	labels, ticks := c.newRow(' '), c.newRow('-')
	for t := firstTick(c.from, step); t >= c.from && t <= c.to; t = later(t, step) {
		at := c.column(t)
		ticks[at] = '+'
		label := strconv.FormatInt(int64(t/unit), 10)
		labels.place(max(0, min(at, c.cells-len(label))), label, ' ')
		if t > c.to-step {
			break
		}
	}
	c.line(fmt.Sprintf("%*s", c.gutter-1, name), '|', labels)
	c.line("", '+', ticks)
}

// firstTick returns the first multiple of step that is not before from.
func firstTick(from, step time.Duration) time.Duration {
	t := from / step * step
	if t < from {
		t += step
	}
	return t
}

// units are those of the axis, with the steps that look natural in them.
var units = []struct {
	unit  time.Duration
	name  string
	steps []time.Duration
}{
	{time.Nanosecond, "ns", []time.Duration{1, 2, 5, 10, 20, 50, 100, 200, 500}},
	{time.Microsecond, "us", []time.Duration{1, 2, 5, 10, 20, 50, 100, 200, 500}},
	{time.Millisecond, "ms", []time.Duration{1, 2, 5, 10, 20, 50, 100, 200, 500}},
	{time.Second, "s", []time.Duration{1, 2, 5, 10, 20, 30}},
	{time.Minute, "min", []time.Duration{1, 2, 5, 10, 20, 30}},
	{time.Hour, "h", []time.Duration{1, 2, 5, 10, 24, 48, 120, 240, 1200, 2400, 12000, 24000, 120000, 240000, 1200000}},
}

// step returns the smallest step whose labels do not touch, and its unit.
func (c *canvas) step() (step, unit time.Duration, name string) {
	window := float64(c.to) - float64(c.from)
	for _, u := range units {
		for _, n := range u.steps {
			step = n * u.unit
			widest := max(len(strconv.FormatInt(int64(c.to/u.unit), 10)), len(strconv.FormatInt(int64(c.from/u.unit), 10)))
			if float64(step)/window*float64(c.cells) >= float64(max(8, widest+2)) {
				return step, u.unit, u.name
			}
		}
	}
	return step, time.Hour, "h"
}

// later returns t+d, or the largest time when that overflows.
func later(t, d time.Duration) time.Duration {
	if d > 0 && t > math.MaxInt64-d {
		return math.MaxInt64
	}
	return t + d
}

// plainLanes draws one lane an actor, with the glyph of each event.
func (c *canvas) plainLanes(l *Log, people cast, actors []string) {
	for _, actor := range actors {
		r, hidden := c.newRow(ground), make([]int, c.cells)
		for _, i := range people.events[actor] {
			e := l.Events[i]
			if !c.shows(e.At) {
				continue
			}
			at := c.column(e.At)
			if r[at] != ground {
				hidden[at]++
			}
			r[at] = byte(e.Kind.Glyph())
		}
		showHidden(r, hidden, ground)
		c.line(actor, '|', r)
	}
	c.explainKinds(l.Events, func(e Event) bool { return slices.Contains(actors, e.Actor) && c.shows(e.At) })
}

// showHidden says after a mark how many others its cell hides, or at least that it does, where there is room.
func showHidden(r row, hidden []int, free byte) {
	for at, n := range hidden {
		if n > 0 && !r.place(at+1, "+"+strconv.Itoa(n), free) {
			r.place(at+1, "+", free)
		}
	}
}

// explainKinds adds the kinds of the events that were drawn, in the order of the list, and the words outside it.
func (c *canvas) explainKinds(events []Event, drawn func(Event) bool) {
	var used []Kind
	for _, e := range events {
		if drawn(e) && !slices.Contains(used, e.Kind) {
			used = append(used, e.Kind)
		}
	}
	var others []string
	for _, k := range used {
		if !k.Known() {
			others = append(others, string(k))
		}
	}
	for _, e := range list {
		if slices.Contains(used, e.kind) {
			c.explain(fmt.Sprintf("%c %s", e.glyph, e.kind))
		}
	}
	if others != nil {
		c.explain(string(UnknownGlyph) + " " + strings.Join(others, ", "))
	}
}
