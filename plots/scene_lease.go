package plots

import (
	"slices"
	"sort"
	"time"

	"fence/fencekit/trace"
)

// The heights within the lanes of a lease log: where bars, marks below them and marks above them stand.
const (
	serviceHeight, clientHeight, resourceHeight = 1.5, 1.95, 2.7

	leaseLow, leaseHigh, serviceMarks = 0.08, 0.54, 0.86
	beliefLow, beliefHigh             = 0.42, 0.76
	stopLow, stopHigh, clientMarks    = 0.06, 0.38, 0.22
	checkMarks, sendMarks             = 0.29, 0.13
	stepMarks                         = 0.91
	tokenLow, tokenHigh               = 0.14, 0.86
)

// leaseBuilder makes the scene of a lease log from its story.
type leaseBuilder struct {
	*scene
	*trace.Story
	p        *press
	w        *window
	o        sceneOptions
	looks    leaseLooks
	lanesOf  map[string][]int // the lanes of an actor
	roles    map[string]trace.Role
	services map[serviceLock]int
	scales   map[resourceObject]*tokenScale
	held     map[serviceLock][]int // leases by holder and lock, in order
	placed   []bool                // by sequence number
}

type serviceLock struct{ actor, lock string }
type resourceObject struct{ actor, object string }

// leaseScene builds the scene of a lease log.
func leaseScene(w *window, actors []trace.Actor, o sceneOptions) *scene {
	b := &leaseBuilder{
		scene: &scene{}, Story: trace.ReadStoryUntil(w.log, w.playhead), p: o.p, w: w, o: o, looks: looksOf(o.p),
		lanesOf: map[string][]int{}, roles: map[string]trace.Role{}, services: map[serviceLock]int{},
		scales: map[resourceObject]*tokenScale{}, held: map[serviceLock][]int{}, placed: make([]bool, len(w.log.Events)),
	}
	for _, a := range actors {
		b.roles[a.Name] = a.Role
	}
	b.glyphs = make([]glyph, 0, len(w.log.Events))
	b.bars = make([]bar, 0, len(b.Leases)+2*len(b.Beliefs)+len(b.Pauses))
	b.layOut()
	b.races()
	b.leases()
	b.beliefs()
	b.stops()
	b.doings()
	b.resources()
	b.rest()
	b.values()
	b.legend = b.looks.legend()
	return b.scene
}

// layOut makes the lanes: for a service one for each of its locks, for a resource one for each of its objects.
func (b *leaseBuilder) layOut() {
	for _, actor := range b.o.actors {
		switch b.roles[actor] {
		case trace.RoleService:
			b.serviceLanes(actor)
		case trace.RoleResource:
			b.resourceLanes(actor)
		default:
			b.lane(actor, actor, clientHeight)
		}
	}
}

func (b *leaseBuilder) lane(actor, name string, height float64) int {
	n := len(b.lanes)
	b.lanes = append(b.lanes, lane{name: name, height: height})
	b.lanesOf[actor] = append(b.lanesOf[actor], n)
	return n
}

func (b *leaseBuilder) serviceLanes(actor string) {
	var locks []string
	for i := range b.Leases {
		if x := &b.Leases[i]; x.Service == actor && !slices.Contains(locks, x.Lock) {
			locks = append(locks, x.Lock)
		}
	}
	if len(locks) < 2 {
		n := b.lane(actor, actor, serviceHeight)
		for _, lock := range locks {
			b.services[serviceLock{actor, lock}] = n
		}
		return
	}
	for _, lock := range locks {
		b.services[serviceLock{actor, lock}] = b.lane(actor, actor+" "+lock, serviceHeight)
	}
}

// at returns a place of the log and notes that its event is drawn.
func (b *leaseBuilder) at(t time.Duration, seq int) place {
	if seq >= 0 {
		b.placed[seq] = true
	}
	return place{t, seq}
}

// races makes the washes. A race begins with a belief and ends with one, or with a lane that is cut.
func (b *leaseBuilder) races() {
	ends := make(map[time.Duration]int, len(b.Beliefs))
	for i := range b.Beliefs {
		if x := &b.Beliefs[i]; x.EndSeq >= 0 {
			ends[x.To] = x.EndSeq
		}
	}
	for _, r := range b.Races {
		from, to := place{r.From, noEvent}, place{r.To, noEvent}
		if i := sort.Search(len(b.Beliefs), func(i int) bool { return b.Beliefs[i].From > r.From }); i > 0 {
			from.seq = b.Beliefs[i-1].Seq
		}
		if seq, ok := ends[r.To]; ok {
			to.seq = seq
		}
		b.washes = append(b.washes, wash{from, to, b.looks.race})
	}
}

func (b *leaseBuilder) leases() {
	for i := range b.Leases {
		x := &b.Leases[i]
		key := serviceLock{x.Holder, x.Lock}
		b.held[key] = append(b.held[key], i)
		n, shown := b.services[serviceLock{x.Service, x.Lock}]
		if !shown {
			continue
		}
		out := bar{lane: n, low: leaseLow, high: leaseHigh, from: b.at(x.From, x.Seq), to: b.at(x.To, x.EndSeq),
			style: b.looks.lease, label: literal(x.Token), capped: [2]bool{true, !x.Open}, rank: 4}
		switch {
		case x.Open:
		case x.Early:
			out.tick = &b.looks.taken
		default:
			out.tick = &b.looks.death
		}
		b.bars = append(b.bars, out)
	}
}

// beliefs makes the bars of beliefs: whole while a lease covers them, hatched where none does.
func (b *leaseBuilder) beliefs() {
	for i := range b.Beliefs {
		x := &b.Beliefs[i]
		lanes := b.lanesOf[x.Actor]
		if len(lanes) == 0 {
			continue
		}
		begun := len(b.bars)
		from, end := b.at(x.From, x.Seq), b.at(x.To, x.EndSeq)
		add := func(to place, style Style) {
			b.bars = append(b.bars, bar{lane: lanes[0], low: beliefLow, high: beliefHigh, from: from, to: to, style: style})
			from = to
		}
		held := b.held[serviceLock{x.Actor, x.Lock}]
		for _, s := range x.Bare {
			if s.From > from.at {
				add(place{s.From, b.endOf(held, s.From)}, b.looks.belief)
			}
			to := end
			if s.To < x.To {
				to = place{s.To, b.beginOf(held, s.To)}
			}
			add(to, b.looks.bare)
		}
		if from.at < x.To || len(b.bars) == begun {
			add(end, b.looks.belief)
		}
		first, last := &b.bars[begun], &b.bars[len(b.bars)-1]
		first.capped[0], last.capped[1] = true, !x.Open
		first.label, first.rank = literal(x.Token), 2
	}
}

// endOf returns the event that ended the lease of a party that ended at an instant, or none.
func (b *leaseBuilder) endOf(held []int, t time.Duration) int {
	i := sort.Search(len(held), func(i int) bool { return b.Leases[held[i]].To >= t })
	if i < len(held) && b.Leases[held[i]].To == t {
		return b.Leases[held[i]].EndSeq
	}
	return noEvent
}

// beginOf returns the event that began the lease of a party that began at an instant, or none.
func (b *leaseBuilder) beginOf(held []int, t time.Duration) int {
	i := sort.Search(len(held), func(i int) bool { return b.Leases[held[i]].From >= t })
	if i < len(held) && b.Leases[held[i]].From == t {
		return b.Leases[held[i]].Seq
	}
	return noEvent
}

func (b *leaseBuilder) stops() {
	for _, x := range b.Pauses {
		low, high := stopLow, stopHigh
		if b.roles[x.Actor] != trace.RoleClient {
			low, high = 0, leaseLow
		}
		for _, n := range b.lanesOf[x.Actor] {
			b.bars = append(b.bars, bar{lane: n, low: low, high: high, from: b.at(x.From, x.Seq), to: place{x.To, noEvent},
				style: b.looks.stopped, label: briefly(x.For), labelBeside: true, capped: [2]bool{true, !x.Open}, rank: 6})
		}
	}
}

// mark adds a glyph to every lane of an actor.
func (b *leaseBuilder) mark(actor string, y float64, g glyph) {
	for _, n := range b.lanesOf[actor] {
		g.lane, g.y = n, y
		b.at(g.at.at, g.at.seq)
		b.glyphs = append(b.glyphs, g)
	}
}

// doings makes the marks of what clients do, and those of failovers.
func (b *leaseBuilder) doings() {
	for _, x := range b.Steps {
		b.mark(x.Actor, b.above(x.Actor),
			glyph{at: place{x.At, x.Seq}, style: b.looks.step, label: withSign(x.By), rank: 5, size: 1.2})
	}
	for _, x := range b.Checks {
		b.mark(x.Actor, checkMarks, glyph{at: place{x.At, x.Seq}, style: b.looks.check, size: 0.7})
	}
	for _, x := range b.Aborts {
		b.mark(x.Actor, checkMarks, glyph{at: place{x.At, x.Seq}, style: b.looks.abort, label: "abort", rank: 7, size: 1.3})
	}
	for _, x := range b.Sends {
		b.mark(x.Actor, sendMarks, glyph{at: place{x.At, x.Seq}, style: b.looks.send, size: 0.8})
	}
	for _, x := range b.Failovers {
		g := glyph{at: b.at(x.At, x.Seq), y: serviceMarks, style: b.looks.failover, label: "failover", rank: 8, size: 1.3}
		for _, n := range b.lanesOf[x.Actor] {
			if of, ok := b.services[serviceLock{x.Actor, x.Lock}]; x.Lock == "" || !ok || of == n {
				g.lane = n
				b.glyphs = append(b.glyphs, g)
			}
		}
	}
}

// below returns the height of an actor's marks in its lanes, above that of marks that stand over its bars.
func (b *leaseBuilder) below(actor string) float64 {
	if b.roles[actor] == trace.RoleService {
		return serviceMarks
	}
	return clientMarks
}

func (b *leaseBuilder) above(actor string) float64 {
	if b.roles[actor] == trace.RoleService {
		return serviceMarks
	}
	return stepMarks
}

// rest places every event that is not part of the story, so that none is missing.
func (b *leaseBuilder) rest() {
	for i := max(b.w.first, 0); i <= b.w.last; i++ {
		if b.placed[i] {
			continue
		}
		e := &b.w.log.Events[i]
		look, known := b.looks.others[e.Kind]
		g := glyph{at: place{e.At, i}, style: look.style, size: 0.9, rank: 3}
		if !known {
			g.style, g.label = b.looks.other, shortWord(string(e.Kind))
		}
		b.anywhere(e, b.below(e.Actor), g)
	}
}

// anywhere adds a glyph for an event to the lanes of its actor: at a resource to that of its object, at a service to
// that of its lock.
func (b *leaseBuilder) anywhere(e *trace.Event, y float64, g glyph) {
	lock, _ := e.Get("lock")
	n, one := b.services[serviceLock{e.Actor, lock}]
	switch {
	case b.roles[e.Actor] == trace.RoleResource:
		b.atResource(e, g)
	case one:
		g.lane, g.y = n, y
		b.at(g.at.at, g.at.seq)
		b.glyphs = append(b.glyphs, g)
	default:
		b.mark(e.Actor, y, g)
	}
}

// shortWord cuts a word from elsewhere to what a label has room for.
func shortWord(s string) string {
	const most = 24
	if runes := []rune(literal(s)); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return literal(s)
}

// values writes clock values beside the marks of events, and over the instants of those that only a bar shows.
func (b *leaseBuilder) values() {
	if b.o.values == nil {
		return
	}
	marks := make(map[int]int, len(b.glyphs))
	for i := range b.glyphs {
		if seq := b.glyphs[i].at.seq; seq != noEvent {
			marks[seq] = i
		}
	}
	for i := b.w.first; i <= b.w.last; i++ {
		e := b.w.log.Events[i]
		text := literal(b.o.values(e))
		if text == "" {
			continue
		}
		if of, ok := marks[i]; ok {
			b.glyphs[of].label = withValue(b.glyphs[of].label, text)
			continue
		}
		b.anywhere(&e, b.above(e.Actor), glyph{at: place{e.At, i}, label: text, rank: 1, bare: true})
	}
}
