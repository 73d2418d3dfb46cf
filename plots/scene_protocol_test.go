package plots

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"fence/fencekit/dist"
	"fence/fencekit/trace"
)

// sceneOf returns the scene of a log that is written out.
func sceneOf(t *testing.T, text string) *scene {
	t.Helper()
	log, err := trace.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	log.Header.Family = "test"
	return protocolScene(log, sceneOptions{p: &press{Theme: Paper()}})
}

// arrowsOf writes the arrows of a scene: the events at their ends, and what is known of them.
func arrowsOf(s *scene) string {
	var parts []string
	for _, a := range s.arrows {
		text := fmt.Sprintf("%d>%d", a.from.seq, a.to.seq)
		switch {
		case a.lost:
			text = fmt.Sprintf("%dx%d", a.from.seq, a.to.seq)
		case a.part == outgoing:
			text = fmt.Sprintf("%d>?", a.from.seq)
		case a.part == incoming:
			text = fmt.Sprintf("?>%d", a.to.seq)
		}
		parts = append(parts, fmt.Sprintf("%s %s-%s", text, s.lanes[a.fromLane].name, s.lanes[a.toLane].name))
	}
	return strings.Join(parts, "; ")
}

func TestProtocolScenePairsMessages(t *testing.T) {
	for _, test := range []struct{ name, log, want string }{
		{"one", "0|A|send|msg=m to=B\n1|B|recv|msg=m from=A", "0>1 A-B"},
		{"no names of ends", "0|A|send|msg=m\n1|B|recv|msg=m", "0>1 A-B"},
		{"broadcast", "0|A|send|msg=m to=B,C\n1|C|recv|msg=m from=A\n2|B|recv|msg=m from=A", "0>1 A-C; 0>2 A-B"},
		{"to all", "0|A|send|msg=m to=all\n1|C|recv|msg=m\n2|B|recv|msg=m", "0>1 A-C; 0>2 A-B"},
		{"duplicate", "0|A|send|msg=m to=B\n1|B|recv|msg=m from=A\n2|B|recv|msg=m from=A", "0>1 A-B; 0>2 A-B"},
		{"sent again", "0|A|send|msg=m to=B\n1|A|send|msg=m to=B\n2|B|recv|msg=m from=A\n3|B|recv|msg=m from=A",
			"0>2 A-B; 1>3 A-B"},
		{"one name, two senders", "0|A|send|msg=m to=C\n1|B|send|msg=m to=C\n2|C|recv|msg=m from=B\n3|C|recv|msg=m from=A",
			"1>2 B-C; 0>3 A-C"},
		{"one name, unnamed sender", "0|A|send|msg=m to=C\n1|B|send|msg=m to=C\n2|C|recv|msg=m from=B\n3|C|recv|msg=m",
			"1>2 B-C; 0>3 A-C"},
		{"overtaken", "0|A|send|msg=m to=B\n1|A|send|msg=n to=B\n2|B|recv|msg=n from=A\n3|B|recv|msg=m from=A",
			"1>2 A-B; 0>3 A-B"},
		{"before it was sent", "0|B|recv|msg=m from=A\n1|A|send|msg=m to=B", "1>0 A-B"},
		{"received never", "0|A|send|msg=m to=B\n1|B|note|text=x", "0>? A-B"},
		{"received by one of two", "0|A|send|msg=m to=B,C\n1|B|recv|msg=m from=A\n2|C|note|text=x", "0>1 A-B; 0>? A-C"},
		{"sent never", "0|B|recv|msg=m from=A\n1|A|note|text=x", "?>0 A-B"},
		{"sent by one without a lane", "0|B|recv|msg=m from=Z\n1|A|note|text=x", "?>0 A-B"},
		{"sent to one without a lane", "0|A|send|msg=m to=Z\n1|B|note|text=x", "0>? A-B"},
		{"to itself", "0|A|send|msg=m to=A\n1|A|recv|msg=m from=A", "0>1 A-A"},
		{"dropped at the receiver", "0|A|send|msg=m to=B,C\n1|C|drop|msg=m reason=full\n2|B|recv|msg=m from=A",
			"0x1 A-C; 0>2 A-B"},
		{"dropped at the sender", "0|A|send|msg=m to=B\n1|A|drop|msg=m\n2|B|note|text=x", "0x1 A-B"},
		{"dropped by a network", "0|A|send|msg=m to=B,C\n1|net|drop|msg=m to=C\n2|B|recv|msg=m from=A\n3|C|note|text=x",
			"0x1 A-C; 0>2 A-B"},
		{"dropped, sent again", "0|A|send|msg=m to=B\n1|net|drop|msg=m\n2|A|send|msg=m to=B\n3|B|recv|msg=m from=A",
			"0x1 A-B; 2>3 A-B"},
		{"a copy dropped", "0|A|send|msg=m to=B\n1|B|recv|msg=m from=A\n2|net|drop|msg=m", "0>1 A-B; 0x2 A-B"},
		{"dropped, sent never", "0|A|drop|msg=m\n1|B|note|text=x", ""},
		{"delivered later", "0|A|send|msg=m to=B\n1|B|recv|msg=m from=A\n2|B|deliver|msg=m", "0>1 A-B"},
		{"delivered alone", "0|A|send|msg=m\n2|B|deliver|msg=m\n3|C|process|msg=m", "0>1 A-B; 0>2 A-C"},
		{"made by another word", "0|A|create|msg=m\n2|B|deliver|msg=m", "0>1 A-B"},
		{"without a name", "0|A|send|to=B\n2|B|recv|from=A", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := sceneOf(t, strings.ReplaceAll(test.log, "|", " | "))
			slices.SortFunc(s.arrows, func(a, b arrow) int { return arrowOrder(a) - arrowOrder(b) })
			if got := arrowsOf(s); got != test.want {
				t.Errorf("arrows are %q, want %q", got, test.want)
			}
			if missing := missingFrom(s, strings.Count(test.log, "\n")+1); missing != nil {
				t.Errorf("events %v have no mark", missing)
			}
		})
	}
}

// arrowOrder puts arrows in the order of the events by which they end, or else begin.
func arrowOrder(a arrow) int {
	if a.part == outgoing {
		return 1000 + a.from.seq
	}
	return a.to.seq
}

// barsOf writes the bars of a scene: the lane, the name in the legend, and the events or the times of their ends.
func barsOf(s *scene) string {
	var parts []string
	for _, b := range s.bars {
		name := "?"
		for _, e := range s.legend {
			if e.as == asBar && e.style.looks(b.style) {
				name = e.text
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s %s..%s", s.lanes[b.lane].name, name, end(b.from), end(b.to)))
	}
	return strings.Join(parts, "; ")
}

func end(p place) string {
	if p.seq == noEvent {
		return p.at.String()
	}
	return fmt.Sprintf("#%d", p.seq)
}

func TestProtocolScenePairsSpans(t *testing.T) {
	for _, test := range []struct{ name, log, want string }{
		{"section", "0|A|begin|lock=L\n5|A|end|lock=L", "A critical section #0..#1"},
		{"without a name", "0|A|begin|\n5|A|end|", "A critical section #0..#1"},
		{"end without a name", "0|A|begin|span=leader\n5|A|end|", "A leader #0..#1"},
		{"of another name", "0|A|begin|span=compaction\n5|A|end|span=compaction", "A compaction #0..#1"},
		{"two at once", "0|A|begin|span=leader\n1|A|begin|span=cs\n2|A|end|span=cs\n5|A|end|span=leader",
			"A leader #0..#3; A critical section #1..#2"},
		{"begun again", "0|A|begin|lock=L\n5|A|begin|lock=L\n6|A|end|lock=L",
			"A critical section #0..#1; A critical section #1..#2"},
		{"never ended", "0|A|begin|lock=L\n5|B|note|text=x", "A critical section #0..5ms"},
		{"never begun", "5|A|end|lock=L", "A critical section 0s..#0"},
		{"never begun since", "2|A|crash|\n4|A|restart|\n5|A|end|lock=L", "A critical section #1..#2; A down #0..#1"},
		{"crash", "0|A|begin|lock=L\n2|A|crash|\n4|A|restart|", "A critical section #0..#1; A down #1..#2"},
		{"crash for good", "2|A|crash|\n4|B|note|text=x", "A down #0..4ms"},
		{"pause", "2|A|pause|for=7", "A stopped #0..9ms"},
		{"pause in a span", "0|A|begin|lock=L\n2|A|pause|for=3\n9|A|end|lock=L",
			"A critical section #0..2ms; A critical section 5ms..#2; A stopped #1..5ms"},
		{"pause that outlasts a span", "0|A|begin|lock=L\n2|A|pause|for=30\n9|A|end|lock=L",
			"A critical section #0..2ms; A critical section 9ms..#2; A stopped #1..32ms"},
		{"pause of no length known", "2|A|pause|", ""},
		{"lock of a transaction", "0|A|hold|lock=L\n1|B|wait|lock=L\n3|A|free|lock=L\n3|B|got|lock=L\n5|B|free|lock=L",
			"A holds a lock #0..#2; B waits for a lock #1..#3; B holds a lock #3..#4"},
		{"given up", "1|B|wait|lock=L\n3|B|give-up|", "B waits for a lock #0..#1"},
		{"rolled back", "1|B.s1|wait|lock=L\n2|Bx|wait|lock=L\n3|B|abort|",
			"B.s1 waits for a lock #0..#2; Bx waits for a lock #1..3ms"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := sceneOf(t, strings.ReplaceAll(test.log, "|", " | "))
			if got := barsOf(s); got != test.want {
				t.Errorf("bars are %q, want %q", got, test.want)
			}
			if missing := missingFrom(s, strings.Count(test.log, "\n")+1); missing != nil {
				t.Errorf("events %v have no mark", missing)
			}
		})
	}
}

func TestProtocolSceneSharesALane(t *testing.T) {
	s := sceneOf(t, "0 | A | begin | span=leader\n1 | A | begin | span=cs\n"+
		"2 | A | end | span=cs\n5 | A | end | span=leader\n")
	if a, b := s.bars[0], s.bars[1]; a.high > b.low && b.high > a.low {
		t.Errorf("bars at %v..%v and %v..%v lie over each other", a.low, a.high, b.low, b.high)
	}
	s = sceneOf(t, "0 | A | begin | span=leader\n1 | A | end | span=leader\n"+
		"1 | A | begin | span=cs\n5 | A | end | span=cs\n")
	if a, b := s.bars[0], s.bars[1]; a.low != b.low || a.high != b.high {
		t.Errorf("bars one after the other are at %v..%v and %v..%v, want the same heights", a.low, a.high, b.low, b.high)
	}
}

func TestProtocolScenePartitions(t *testing.T) {
	s := sceneOf(t, `
0 | net | partition | left=A right=B
1 | net | partition | left=A right=C
2 | net | heal      | left=A right=B
4 | net | heal      |
5 | net | partition | left=B right=C
9 | A   | note      | text=x
`)
	var got []string
	for _, w := range s.washes {
		got = append(got, end(w.from)+".."+end(w.to))
	}
	if want := "#0..#2 #1..#3 #4..9ms"; strings.Join(got, " ") != want {
		t.Errorf("partitions are %v, want %s", got, want)
	}
	s = sceneOf(t, "0 | net | partition | left=A right=B,C\n1 | net | heal | left=A right=B,C\n")
	if got, want := s.legend[0].text, "partition A | B,C"; got != want {
		t.Errorf("the legend says %q, want %q", got, want)
	}
}

// TestEveryKindHasItsMark holds the table to the closed list: an entry for each kind, no two that look the same, and
// nothing beside.
func TestEveryKindHasItsMark(t *testing.T) {
	for _, theme := range Themes() {
		p := &press{Theme: theme}
		type look struct {
			colour any
			shape  Shape
		}
		seen := map[look]trace.Kind{{markOf("").style(p).Color, markOf("").shape}: "other words"}
		for _, k := range trace.Kinds() {
			m, ok := kindMarks[k]
			if !ok {
				t.Errorf("%s has no entry", k)
				continue
			}
			s := m.style(p)
			at := look{s.Color, s.Shape}
			if other, ok := seen[at]; ok {
				t.Errorf("%s: %s looks as %s", theme.Name, k, other)
			}
			seen[at] = k
		}
	}
	if got, want := len(kindMarks), len(trace.Kinds()); got != want {
		t.Errorf("the table has %d entries, want %d", got, want)
	}
}

// missingFrom returns the events of a log of n that no mark of a scene names.
func missingFrom(s *scene, n int) []int {
	named := make([]bool, n)
	name := func(places ...place) {
		for _, p := range places {
			if p.seq >= 0 {
				named[p.seq] = true
			}
		}
	}
	for _, b := range s.bars {
		name(b.from, b.to)
	}
	for _, w := range s.washes {
		name(w.from, w.to)
	}
	for _, g := range s.glyphs {
		name(g.at)
	}
	for _, a := range s.arrows {
		name(a.from, a.to)
	}
	var missing []int
	for i, ok := range named {
		if !ok {
			missing = append(missing, i)
		}
	}
	return missing
}

// randomLog returns a log of events of all kinds, with messages and spans that pair by chance.
func randomLog(seed uint64, n int) *trace.Log {
	s := dist.NewStream(seed, "protocol log")
	pick := func(words ...string) string { return words[s.Uint64n(uint64(len(words)))] }
	kinds := append(trace.Kinds(), "create", "send-marker", "send", "recv", "send", "recv", "drop", "begin", "end")
	log := trace.New(trace.Header{Family: "test", Seed: seed})
	at := time.Duration(0)
	for range n {
		at += time.Duration(s.Uint64n(3)) * time.Millisecond
		var fields []trace.Field
		for _, f := range []trace.Field{
			trace.S("msg", pick("m1", "m2", "m3", "m4")), trace.S("to", pick("A", "B", "C", "B,C", "all", "Z")),
			trace.S("from", pick("A", "B", "Z")), trace.S("lock", pick("L", "M")), trace.S("span", pick("leader", "cs")),
			trace.S("for", pick("3", "x", "-1")), trace.S("left", pick("A", "B")),
		} {
			if s.Uint64n(2) == 0 {
				fields = append(fields, f)
			}
		}
		log.Add(at, pick("A", "B", "C", "A.s1", "net"), kinds[s.Uint64n(uint64(len(kinds)))], fields...)
	}
	return log
}

// TestProtocolSceneNamesEveryEvent is the property that no event of a log is passed over, whatever the log.
func TestProtocolSceneNamesEveryEvent(t *testing.T) {
	o := sceneOptions{p: &press{Theme: Paper()}}
	caught := 0
	for seed := range uint64(300) {
		log := randomLog(seed, int(20+seed))
		if missing := missingFrom(protocolScene(log, o), len(log.Events)); missing != nil {
			t.Fatalf("seed %d: events have no mark: %s", seed, log.Places(missing...))
		}
		// A builder that is not told of an event must be found out.
		left := int(seed) % len(log.Events)
		part := &trace.Log{Header: log.Header, Events: slices.Delete(slices.Clone(log.Events), left, left+1)}
		if missing := missingFrom(protocolScene(part, o), len(log.Events)); slices.Equal(missing, []int{left}) {
			caught++
		}
	}
	if caught != 300 {
		t.Errorf("%d of 300 scenes without one event were caught", caught)
	}
}

// TestProtocolSceneOfSomeLanes leaves out an actor: its events are not there, and arrows to it are cut short.
func TestProtocolSceneOfSomeLanes(t *testing.T) {
	log, err := trace.Read(strings.NewReader(
		"0 | A | send | msg=m to=B\n1 | B | recv | msg=m from=A\n2 | B | send | msg=n to=A\n3 | A | recv | msg=n from=B\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := protocolScene(log, sceneOptions{p: &press{Theme: Paper()}, actors: []string{"A"}})
	if got, want := arrowsOf(s), "?>3 A-A; 0>? A-A"; got != want {
		t.Errorf("arrows are %q, want %q", got, want)
	}
}

func TestProtocolSceneValues(t *testing.T) {
	log, err := trace.Read(strings.NewReader(
		"0 | A | send | msg=m to=B\n1 | B | recv | msg=m from=A\n2 | B | state | to=idle\n"))
	if err != nil {
		t.Fatal(err)
	}
	values := func(e trace.Event) string { return fmt.Sprint("v", e.Seq) }
	s := protocolScene(log, sceneOptions{p: &press{Theme: Paper()}, values: values})
	var got []string
	for _, g := range s.glyphs {
		got = append(got, g.label)
	}
	if want := []string{"v0", "v1", "idle (v2)"}; !slices.Equal(got, want) {
		t.Errorf("labels are %q, want %q", got, want)
	}
}

func TestProtocolLegendHasAFixedOrder(t *testing.T) {
	s := sceneOf(t, `
0 | A | frobnicate |
0 | A | state | to=x
1 | A | crash |
2 | A | restart |
3 | A | begin | lock=L
4 | A | send | msg=m to=B
5 | B | recv | msg=m from=A
6 | A | send | msg=n to=B
7 | B | drop | msg=n
`)
	var got []string
	for _, e := range s.legend {
		got = append(got, e.text)
	}
	want := []string{"message", "lost message", "critical section", "down", "crash", "restart", "state", "frobnicate"}
	if !slices.Equal(got, want) {
		t.Errorf("the legend is %q, want %q", got, want)
	}
}

func TestMessageLabel(t *testing.T) {
	for _, test := range []struct{ fields, want string }{
		{"msg=m1", "m1"}, {"msg=req12", "req"}, {"msg=reply-3", "reply"}, {"msg=req1 type=request", "request"},
		{"msg=7", "7"}, {"msg=a-very-long-name", "a-very-long-n…"}, {"msg=x type=^{up}", "^\u2060{up}"},
	} {
		log, err := trace.Read(strings.NewReader("0 | A | send | " + test.fields + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		e := &log.Events[0]
		if got := messageLabel(e, the("msg")(e)); got != test.want {
			t.Errorf("%s: label is %q, want %q", test.fields, got, test.want)
		}
	}
}

// colourOf is a colour for each event.
func colourOf(seq int) color.NRGBA {
	return color.NRGBA{R: 1, G: uint8(seq >> 8), B: uint8(seq), A: 0xff}
}

// unpainted returns the events of a log whose colour a figure does not have, of those that keep says to colour.
func unpainted(t *testing.T, log *trace.Log, byOrder bool, keep func(trace.Event) bool) (missing []int) {
	t.Helper()
	lanes, err := NewLanes(log)
	if err != nil {
		t.Fatal(err)
	}
	lanes.ByOrder = byOrder
	lanes.EventStyle = func(e trace.Event, s Style) Style {
		if keep(e) {
			s.Color = colourOf(e.Seq)
			s.Fill = s.Color
		}
		return s
	}
	figure, err := lanes.Figure()
	if err != nil {
		t.Fatal(err)
	}
	figure.Width = DoubleColumn
	r := new(recorder.Canvas)
	if err := figure.Draw(draw.NewCanvas(r, DoubleColumn, DoubleColumn)); err != nil {
		t.Fatal(err)
	}
	seen := map[color.Color]bool{}
	for _, p := range pathsOn(r) {
		seen[p.colour] = true
	}
	for i := range log.Events {
		if !seen[colourOf(i)] {
			missing = append(missing, i)
		}
	}
	return missing
}

// TestProtocolLanesPaintEveryEvent gives every event a colour of its own, which must be on the canvas; that of one that
// is not coloured must not.
func TestProtocolLanesPaintEveryEvent(t *testing.T) {
	for seed := range seedsOf(40, 6) {
		log := randomLog(seed, 120)
		for _, byOrder := range []bool{false, true} {
			all := func(trace.Event) bool { return true }
			if missing := unpainted(t, log, byOrder, all); missing != nil {
				t.Fatalf("seed %d, by order %v: events are not painted: %s", seed, byOrder, log.Places(missing...))
			}
		}
		left := int(seed)
		missing := unpainted(t, log, false, func(e trace.Event) bool { return e.Seq != left })
		if !slices.Equal(missing, []int{left}) {
			t.Errorf("seed %d: without event #%d, %v are missing", seed, left, missing)
		}
	}
}

func TestProtocolAltTellsOfSections(t *testing.T) {
	for _, test := range []struct{ log, want string }{
		{"0 | A | begin | lock=L\n2 | A | end | lock=L\n2 | B | begin | lock=L\n4 | B | end | lock=L\n",
			" Spans that begin: critical section 2. No two processes are in a critical section at once."},
		{"0 | A | begin | lock=L\n2 | B | begin | lock=L\n4 | A | end | lock=L\n",
			" Spans that begin: critical section 2. At 0.002 s two processes are in a critical section at once."},
		{"0 | A | begin | lock=L\n1 | A | pause | for=9\n2 | B | begin | lock=L\n4 | A | end | lock=L\n",
			" Spans that begin: critical section 2, stopped 1. At 0.002 s two processes are in a critical section at once."},
		{"0 | A | begin | lock=L\n2 | B | begin | lock=M\n4 | A | end | lock=L\n",
			" Spans that begin: critical section 2. No two processes are in a critical section at once."},
		{"0 | A | send | msg=m to=B\n1 | B | drop | msg=m\n2 | A | send | msg=n to=B\n",
			" Messages: 0 arrive, 1 lost, 1 with one end not known."},
		{"0 | A | note | text=x\n", ""},
	} {
		if got := protocolAlt(sceneOf(t, test.log)); got != test.want {
			t.Errorf("%q:\ngot  %q\nwant %q", test.log, got, test.want)
		}
	}
}

// seedsOf returns a number of seeds, a smaller one in short mode, which the race detector runs in.
func seedsOf(n, short uint64) uint64 {
	if testing.Short() {
		return short
	}
	return n
}
