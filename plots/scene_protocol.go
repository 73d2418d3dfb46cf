package plots

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fence/fencekit/trace"
)

// protocolScene returns the scene of a log that is not about leases: a lane a node with a line along it, an arrow a
// message, a bar a span, and a mark for every event that neither shows. Every event of a lane that is shown is named by
// a mark at least.
func protocolScene(l *trace.Log, o sceneOptions) *scene {
	b := newProtocol(l, o)
	b.readSpans()
	b.messages()
	b.events()
	b.scene.legend = b.legend()
	return b.scene
}

// protocol builds the scene of a log.
type protocol struct {
	sceneOptions
	log   []trace.Event
	scene *scene
	lanes map[string]int
	end   time.Duration
	// drawn says of each event whether an arrow or a bar shows it.
	drawn []bool
	// cover has, by lane, the stretches that bars cover, for arrows to end at the bars' edges.
	cover [][]stretch
	// ends has the heights at which arrows meet events, by their numbers, and taken, by lane, those of the last marks.
	ends   map[int]float64
	taken  []instant
	lines  []explained
	ranks  map[string]int // of the legend's lines, by their text
	others []string       // the words outside the list
}

func newProtocol(l *trace.Log, o sceneOptions) *protocol {
	b := &protocol{
		sceneOptions: o, log: l.Events, scene: &scene{}, lanes: map[string]int{}, drawn: make([]bool, len(l.Events)),
		ranks: map[string]int{}, ends: map[int]float64{},
	}
	names := o.actors
	if names == nil {
		for _, a := range l.Actors() {
			names = append(names, a.Name)
		}
	}
	for i, name := range names {
		b.lanes[name] = i
		b.scene.lanes = append(b.scene.lanes, lane{name: name, height: plainHeight})
	}
	for i := range l.Events {
		b.end = max(b.end, l.Events[i].At)
	}
	b.cover, b.taken = make([][]stretch, len(names)), make([]instant, len(names))
	b.raise()
	return b
}

// The heights of lanes: of one of a process, with room for its line, marks above and below, and slanting arrows; of one
// in a log without messages; and of one of a network, which only has its partitions.
const (
	talkingHeight = 2
	plainHeight   = 1.5
	networkHeight = 0.9
)

// raise gives the lanes their heights, and processes their lines.
func (b *protocol) raise() {
	talking := false
	for i := range b.log {
		e := &b.log[i]
		on, ok := b.lanes[e.Actor]
		_, named := e.Get("msg")
		talking = talking || named
		if ok && e.Kind != trace.KindPartition && e.Kind != trace.KindHeal && e.Kind != trace.KindDrop {
			b.scene.lanes[on].line = true
		}
	}
	for i := range b.scene.lanes {
		switch on := &b.scene.lanes[i]; {
		case !on.line:
			on.height = networkHeight
		case talking:
			on.height = talkingHeight
		}
	}
}

func placeOf(e *trace.Event) place { return place{e.At, e.Seq} }

// before orders places by their events, and by time where one has none.
func (p place) before(q place) bool {
	if p.seq != noEvent && q.seq != noEvent {
		return p.seq < q.seq
	}
	return p.at < q.at
}

// events adds a mark for every event that has one, and for those that nothing else shows.
func (b *protocol) events() {
	for i := range b.log {
		e := &b.log[i]
		on, ok := b.lanes[e.Actor]
		if !ok {
			continue
		}
		m := markOf(e.Kind)
		g := glyph{lane: on, at: placeOf(e), rank: m.rank, label: b.valueOf(e)}
		switch {
		case m.shown && b.drawn[i] && g.label == "":
			continue
		case m.shown && b.drawn[i]: // a dot that the value belongs to
			g.y, g.style, g.size, g.rank = b.endOf(i, on), ofMessages.style(b.p), dotSize, valueRank
			g.dot = true
		default:
			g.style = m.style(b.p)
			g.label = withValue(m.labelOf(e), g.label)
			b.explainKind(e.Kind, g.style)
			own := m.group.y()
			if y, ok := b.ends[e.Seq]; ok { // it sends or receives without being a send or a receipt
				own = y
			}
			g.y = b.freeHeight(on, e.At, own)
		}
		b.scene.glyphs = append(b.scene.glyphs, g)
	}
}

// valueRank is that of clock values: they were asked for. dotSize is the size of a dot that has one, small so that it
// does not cover the head of an arrow.
const (
	valueRank = 2
	dotSize   = 0.55
)

// withValue adds a clock value to a label.
func withValue(label, value string) string {
	if label == "" || value == "" {
		return label + value
	}
	return label + " (" + value + ")"
}

// endOf returns the height at which an arrow meets the event, or else where its dot stands.
func (b *protocol) endOf(i, on int) float64 {
	if y, ok := b.ends[b.log[i].Seq]; ok {
		return y
	}
	return b.edge(on, b.log[i].At, true)
}

// freeHeight returns the height for a mark: its own, or another one where that has a mark of the same instant already.
func (b *protocol) freeHeight(on int, at time.Duration, own float64) float64 {
	taken := &b.taken[on]
	if taken.at != at {
		*taken = instant{at: at}
	}
	heights := [...]float64{own, aboveLine, belowLine, onLine, 0.66, 0.34}
	for _, y := range heights {
		if !slices.Contains(taken.heights, y) {
			taken.heights = append(taken.heights, y)
			return y
		}
	}
	return own
}

// instant has the heights of the marks of one lane at one time.
type instant struct {
	at      time.Duration
	heights []float64
}

func (b *protocol) valueOf(e *trace.Event) string {
	if b.values == nil {
		return ""
	}
	return literal(b.values(*e))
}

// The order of the legend: messages, bars, stretches, kinds as the closed list has them, and other words.
const (
	rankMessage = iota
	rankLost
	rankPart
	rankSection
	rankLeader
	rankNamed
	rankHold
	rankWait
	rankStopped
	rankDown
	rankPartition
	rankKinds
	rankOthers = 1000
)

// explain adds a line to the legend, once.
func (b *protocol) explain(rank int, text string, s Style, as sample) {
	if _, ok := b.ranks[text]; ok {
		return
	}
	b.ranks[text] = rank
	b.lines = append(b.lines, explained{text, s, as})
}

func (b *protocol) explainKind(k trace.Kind, s Style) {
	if k == trace.KindPartition {
		return // the wash that it begins is explained
	}
	if !k.Known() {
		if !slices.Contains(b.others, string(k)) {
			b.others = append(b.others, string(k))
		}
		return
	}
	b.explain(rankKinds+slices.Index(kindsInOrder, k), string(k), s, asMark)
}

var kindsInOrder = trace.Kinds()

// legend returns what the legend says, in its order. The words outside the list share a line.
func (b *protocol) legend() []explained {
	if n := len(b.others); n > 0 {
		names := clipped(strings.Join(b.others, ", "), 28)
		if n > 3 {
			names = strconv.Itoa(n) + " other kinds"
		}
		b.explain(rankOthers, names, markOf("").style(b.p), asMark)
	}
	slices.SortStableFunc(b.lines, func(x, y explained) int { return cmp.Compare(b.ranks[x.text], b.ranks[y.text]) })
	return b.lines
}
