package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"fence/fencekit/dist"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// stroke is one path that was painted: a subpath of what the recorder has.
type stroke struct {
	colour color.NRGBA
	filled bool
	box    vg.Rectangle
}

// painted returns what a chart paints into a data area, text left out.
func painted(t *testing.T, c *laneChart, area vg.Rectangle) []stroke {
	t.Helper()
	canvas := new(recorder.Canvas)
	pl := plot.New()
	low, high := c.w.limits()
	pl.X.Min, pl.X.Max, pl.Y.Min, pl.Y.Max = low, high, 0, c.total
	c.Plot(draw.Canvas{Canvas: canvas, Rectangle: area}, pl)
	var out []stroke
	var colour color.NRGBA
	depth := 0 // text is painted within a Push
	for _, a := range canvas.Actions {
		var path vg.Path
		filled := false
		switch a := a.(type) {
		case *recorder.SetColor:
			colour = color.NRGBAModel.Convert(a.Color).(color.NRGBA)
		case *recorder.Push:
			depth++
		case *recorder.Pop:
			depth--
		case *recorder.Fill:
			path, filled = a.Path, true
		case *recorder.Stroke:
			path = a.Path
		}
		if depth == 0 {
			out = append(out, boxesOf(path, colour, filled)...)
		}
	}
	return out
}

// boxesOf returns the subpaths of a path.
func boxesOf(path vg.Path, colour color.NRGBA, filled bool) (out []stroke) {
	ink := newInk()
	flush := func() {
		if !ink.empty() {
			out = append(out, stroke{colour, filled, ink.Rectangle})
		}
		ink = newInk()
	}
	for _, p := range path {
		if p.Type == vg.MoveComp {
			flush()
		}
		if p.Type != vg.CloseComp {
			ink.add(p.Pos)
		}
	}
	flush()
	return out
}

var area = vg.Rectangle{Min: vg.Point{X: 40, Y: 20}, Max: vg.Point{X: 1040, Y: 420}}

// xIn is where an event must be: its share of the window.
func xIn(w *window, e trace.Event) vg.Length {
	low, high := w.limits()
	x := e.At.Seconds()
	if w.byOrder {
		x = float64(e.Seq)
	}
	return area.Min.X + vg.Length((x-low)/(high-low))*(area.Max.X-area.Min.X)
}

// ownColour gives every event a colour of its own.
func ownColour(e trace.Event, s Style) Style {
	n := e.Seq + 1
	s.Color = color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 0xfe}
	return s
}

// missing returns a line for each event of the window that is not painted at its place.
func missing(t *testing.T, c *laneChart) (findings []string) {
	t.Helper()
	c.l.EventStyle = ownColour
	found := make([]bool, len(c.w.log.Events))
	for _, s := range painted(t, c, area) {
		if s.colour.A != 0xfe {
			continue
		}
		seq := int(s.colour.R)<<16 + int(s.colour.G)<<8 + int(s.colour.B) - 1
		x := xIn(c.w, c.w.log.Events[seq])
		for _, at := range []vg.Length{s.box.Min.X, (s.box.Min.X + s.box.Max.X) / 2, s.box.Max.X} {
			if math.Abs(float64(at-x)) < 1e-6 {
				found[seq] = true
			}
		}
	}
	shown := c.l.shown()
	for i := c.w.first; i <= c.w.last; i++ {
		if e := c.w.log.Events[i]; shown(e.Actor) && !found[i] {
			findings = append(findings, fmt.Sprintf("not at its place: %v", e))
		}
	}
	return findings
}

// someRun returns the log of a run with parameters, posture and window drawn from a seed.
func someRun(t *testing.T, seed uint64) *Lanes {
	t.Helper()
	s := dist.NewStream(seed, "lanes/run")
	p := lease.Default()
	p.Clients, p.Horizon = 2+int(s.Uint64()%5), 90*time.Second
	p.Failover = []lease.Failover{lease.NoFailover, lease.Lossy, lease.Consensus}[s.Uint64()%3]
	p.ReadModifyWrite = s.Uint64()%2 == 0
	p.EarlyRelease = s.Uint64()%4 == 0
	postures := []lease.Posture{lease.Unprotected, lease.Check, lease.Fencing, lease.Strict, lease.CheckFencing, lease.Validated}
	posture := postures[s.Uint64()%uint64(len(postures))]
	log, err := lease.Log(lease.Draw(&p, seed), posture)
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLanes(log)
	if err != nil {
		t.Fatal(err)
	}
	l.From = time.Duration(s.Uint64() % uint64(60*time.Second))
	l.To = l.From + time.Second + time.Duration(s.Uint64()%uint64(60*time.Second))
	l.ByOrder = s.Uint64()%3 == 0
	if s.Uint64()%4 == 0 {
		l.Limit = 1 + int(s.Uint64()%60)
	}
	if s.Uint64()%4 == 0 {
		l.Actors = []string{"S", "C2", "svc"}
	}
	if s.Uint64()%4 == 0 {
		l.Playhead = (l.From + l.To) / 2
	}
	return l
}

func chartOf(t *testing.T, l *Lanes) *laneChart {
	t.Helper()
	c, err := l.chart(l.press())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestEveryEventIsPlaced holds the chart to painting every event of the window at its place.
func TestEveryEventIsPlaced(t *testing.T) {
	events := 0
	for seed := range uint64(60) {
		c := chartOf(t, someRun(t, seed))
		for _, finding := range missing(t, c) {
			t.Errorf("seed %d: %s", seed, finding)
		}
		events += c.w.drawn
	}
	if events < 1000 {
		t.Errorf("%d events were looked for: too few to tell", events)
	}
}

// TestADroppedKindIsNoticed is the broken twin: for each kind, a scene that lost its marks is caught.
func TestADroppedKindIsNoticed(t *testing.T) {
	p := lease.Default()
	p.Failover = lease.Lossy
	p.ReadModifyWrite = true
	log, err := lease.Log(lease.Draw(&p, 7), lease.CheckFencing)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, e := range log.Events {
		kinds[string(e.Kind)]++
	}
	for _, kind := range sortedKeys(kinds) {
		l, err := NewLanes(log)
		if err != nil {
			t.Fatal(err)
		}
		c := chartOf(t, l)
		c.scene.drop(func(seq int) bool { return seq >= 0 && string(log.Events[seq].Kind) == kind })
		if got := len(missing(t, c)); got != kinds[kind] {
			t.Errorf("%s: %d of %d dropped events are noticed", kind, got, kinds[kind])
		}
	}
}

// drop takes the marks of some events out of a scene.
func (s *scene) drop(lost func(seq int) bool) {
	s.glyphs = slices.DeleteFunc(s.glyphs, func(g glyph) bool { return lost(g.at.seq) })
	for i := range s.bars {
		b := &s.bars[i]
		if lost(b.from.seq) {
			b.from.seq = noEvent
		}
		if lost(b.to.seq) {
			b.to.seq = noEvent
		}
	}
}

// tally is what a drawing shows of a story.
type tally struct {
	leases, washes int
	bare           float64 // points of hatching
}

// tallyOf counts what was painted.
func tallyOf(t *testing.T, c *laneChart) (out tally) {
	t.Helper()
	unit := float64(area.Max.Y-area.Min.Y) / c.total
	high := func(s stroke, share, lane float64) bool {
		return s.filled && math.Abs(float64(s.box.Max.Y-s.box.Min.Y)-share*lane*unit) < 1e-6
	}
	r := c.p.Roles
	for _, s := range painted(t, c, area) {
		switch {
		case s.colour == r.Lease.Color && high(s, leaseHigh-leaseLow, serviceHeight):
			out.leases++
		case s.colour == c.p.Wash && high(s, 1, c.total):
			out.washes++
		case s.colour == r.Bare.Fill && high(s, beliefHigh-beliefLow, clientHeight):
			out.bare += float64(s.box.Max.X - s.box.Min.X)
		}
	}
	return out
}

// toldBy returns what a story makes the drawing show, span by span.
func toldBy(story *trace.Story, c *laneChart) (out tally) {
	points := float64(area.Max.X-area.Min.X) / (c.w.to - c.w.from).Seconds()
	meets := func(s trace.Span) bool { return s.From <= c.w.to && s.To >= c.w.from }
	for _, x := range story.Leases {
		if meets(x.Span) {
			out.leases++
		}
	}
	for _, x := range story.Races {
		if meets(x) {
			out.washes++
		}
	}
	for _, b := range story.Beliefs {
		for _, s := range b.Bare {
			if meets(s) {
				length := (min(s.To, c.w.to, c.w.playhead) - max(s.From, c.w.from)).Seconds() * points
				out.bare += max(length, float64(thinnest))
			}
		}
	}
	return out
}

func same(a, b tally) bool {
	return a.leases == b.leases && a.washes == b.washes && math.Abs(a.bare-b.bare) < 1e-3
}

// TestTheDrawingTellsTheStory compares bars, hatching and washes with the story of the whole log, or up to the
// playhead.
func TestTheDrawingTellsTheStory(t *testing.T) {
	var sum tally
	for seed := range uint64(60) {
		l := someRun(t, seed)
		l.ByOrder, l.Limit, l.Actors = false, 0, nil
		c := chartOf(t, l)
		story := trace.ReadStory(l.log)
		if l.Playhead > 0 {
			story = trace.ReadStoryUntil(l.log, l.Playhead)
		}
		got, want := tallyOf(t, c), toldBy(story, c)
		if !same(got, want) {
			t.Errorf("seed %d: got %+v, want %+v", seed, got, want)
		}
		sum.leases, sum.washes, sum.bare = sum.leases+got.leases, sum.washes+got.washes, sum.bare+got.bare
	}
	if sum.leases < 100 || sum.washes < 10 || sum.bare < 1000 {
		t.Errorf("all in all %+v: too little to tell", sum)
	}
}

// TestABrokenStoryIsNoticed takes a bar, a wash and a bit of hatching away, one at a time.
func TestABrokenStoryIsNoticed(t *testing.T) {
	p := lease.Default()
	log, err := lease.Log(lease.Draw(&p, 7), lease.Unprotected)
	if err != nil {
		t.Fatal(err)
	}
	breaks := map[string]func(c *laneChart){
		"whole":   func(*laneChart) {},
		"a lease": func(c *laneChart) { c.scene.bars = c.scene.bars[1:] },
		"a wash":  func(c *laneChart) { c.scene.washes = c.scene.washes[1:] },
		"a bit of hatching": func(c *laneChart) {
			i := slices.IndexFunc(c.scene.bars, func(b bar) bool { return b.style.Hatch == Slash })
			c.scene.bars[i].to.at -= 100 * time.Millisecond
		},
	}
	for _, name := range sortedKeys(breaks) {
		l, err := NewLanes(log)
		if err != nil {
			t.Fatal(err)
		}
		c := chartOf(t, l)
		breaks[name](c)
		if got := same(tallyOf(t, c), toldBy(trace.ReadStory(log), c)); got != (name == "whole") {
			t.Errorf("%s taken away: drawing and story agree is %v", name, got)
		}
	}
}

// beyond returns what is painted to the right of a playhead, apart from the lines between lanes and the half of a mark
// that stands at it.
func beyond(t *testing.T, c *laneChart, playhead time.Duration) (findings []string) {
	t.Helper()
	edge := xIn(c.w, trace.Event{At: playhead}) + 2*c.p.Mark
	for _, s := range painted(t, c, area) {
		if s.box.Max.X > edge && s.colour != c.p.Faint {
			findings = append(findings, fmt.Sprintf("%v at %v", s.colour, s.box))
		}
	}
	return findings
}

// TestNothingIsRightOfThePlayhead moves the playhead over a run, and then forgets it.
func TestNothingIsRightOfThePlayhead(t *testing.T) {
	p := lease.Default()
	log, err := lease.Log(lease.Draw(&p, 7), lease.Fencing)
	if err != nil {
		t.Fatal(err)
	}
	for at := 2 * time.Second; at < 110*time.Second; at += 3 * time.Second {
		l, err := NewLanes(log)
		if err != nil {
			t.Fatal(err)
		}
		l.Playhead = at
		if findings := beyond(t, chartOf(t, l), at); len(findings) > 0 {
			t.Errorf("playhead at %v: %s", at, strings.Join(findings, "; "))
		}
		l.Playhead = 0
		if findings := beyond(t, chartOf(t, l), at); len(findings) == 0 {
			t.Errorf("playhead at %v: nothing is seen to the right of one that is not there", at)
		}
	}
}

// anyLog returns a log of nonsense: every kind by every actor, with fields that may be there, be wrong, or be missing.
func anyLog(seed uint64) *trace.Log {
	s := dist.NewStream(seed, "lanes/nonsense")
	pick := func(of ...string) string { return of[s.Uint64n(uint64(len(of)))] }
	kinds := append(trace.Kinds(), "my-word")
	l := trace.New(trace.Header{Family: "lease"})
	at := time.Duration(0)
	for range 150 {
		at += time.Duration(s.Uint64n(3)) * 100 * time.Millisecond
		var fields []trace.Field
		for _, f := range []trace.Field{
			{Key: "lock", Value: pick("L", "M")}, {Key: "to", Value: pick("C1", "C2")}, {Key: "of", Value: pick("C1", "C2")},
			{Key: "by", Value: pick("C1", "C2", "500", "-200")}, {Key: "token", Value: pick("1", "2", "90000000000", "none")},
			{Key: "until", Value: pick("0", "4000", "9000", "soon")}, {Key: "for", Value: pick("0", "700", "-1", "long")},
			{Key: "id", Value: pick("a", "b", "C1.0.0")}, {Key: "obj", Value: pick("x", "y")}, {Key: "counter", Value: "1"},
		} {
			if s.Uint64n(4) > 0 {
				fields = append(fields, f)
			}
		}
		kind := kinds[s.Uint64n(uint64(len(kinds)))]
		if s.Uint64n(2) == 0 {
			kind = kinds[s.Uint64n(18)] // those of leases
		}
		l.Add(at, pick("svc", "C1", "C2", "S"), kind, fields...)
	}
	return l
}

// TestEveryEventOfAnyLogIsPlaced does the same for logs that make no sense.
func TestEveryEventOfAnyLogIsPlaced(t *testing.T) {
	for seed := range seedsOf(100, 15) {
		log := anyLog(seed)
		for _, byOrder := range []bool{false, true} {
			l, err := NewLanes(log)
			if err != nil {
				t.Fatal(err)
			}
			l.ByOrder = byOrder
			for _, finding := range missing(t, chartOf(t, l)) {
				t.Errorf("seed %d: %s", seed, finding)
			}
		}
	}
}
