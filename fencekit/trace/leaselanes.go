package trace

import (
	"bytes"
	"slices"
)

// leasePicture draws the lanes of a lease log.
type leasePicture struct {
	*canvas
	*Story
	cast
	log    *Log
	writes map[int]Fate // by sequence number
}

// lanes draws the lanes of the actors, then the race and the legend.
func (p *leasePicture) lanes(actors []string) {
	for _, actor := range actors {
		switch p.roles[actor] {
		case RoleService:
			for _, lock := range p.Locks {
				p.serviceLane(lock, p.serviceLabel(actor, lock))
			}
		case RoleResource:
			p.resourceLane(actor)
		default:
			p.clientLane(actor)
		}
	}
	p.raceLane()
	p.explainMarks(actors)
}

// labels returns what stands in the gutter for the actors.
func (p *leasePicture) labels(actors []string) []string {
	var labels []string
	for _, actor := range actors {
		if p.roles[actor] != RoleService {
			labels = append(labels, actor)
			continue
		}
		for _, lock := range p.Locks {
			labels = append(labels, p.serviceLabel(actor, lock))
		}
	}
	return labels
}

// serviceLabel is the service's name, with the lock where there are several.
func (p *leasePicture) serviceLabel(actor, lock string) string {
	if len(p.Locks) < 2 {
		return actor
	}
	return actor + " " + lock
}

// serviceLane draws the leases of one lock.
func (p *leasePicture) serviceLane(lock, label string) {
	r := p.newRow(' ')
	for i := range p.Leases {
		x := &p.Leases[i]
		if first, last, ok := p.cellsOf(x.Span); ok && x.Lock == lock {
			p.lease(r, x, first, last)
		}
	}
	p.line(label, '|', r)
}

// How the end of a lease is drawn.
const (
	endUsual = '|' // it ran out or its holder gave it back
	endEarly = 'x'
)

// lease draws one lease into the cells it lives in, and its end into the cell of that instant.
func (p *leasePicture) lease(r row, x *Lease, first, last int) {
	before := r[first]
	r.fill(first, last, '=')
	p.explain("[7==| lease with token 7 and its end")
	if x.To <= p.to {
		last = p.column(x.To)
		r[last] = endUsual
		if x.Early {
			r[last] = endEarly
			p.explain("x lease ended before its time")
		}
	}
	if x.From < p.from {
		return
	}
	if first > 0 && (before == endUsual || before == endEarly) && r[first-1] != '[' {
		r[first-1] = before // the end of the lease before stays in sight
	}
	r[first] = '['
	if token := fit(x.Token, p.cells); first+len(token) < last {
		r.place(first+1, token, '=')
	}
}

// clientLane draws what a client believes, and below it what it does.
func (p *leasePicture) clientLane(actor string) {
	r := p.newRow(' ')
	for i := range p.Beliefs {
		b := &p.Beliefs[i]
		if first, last, ok := p.cellsOf(b.Span); ok && b.Actor == actor {
			p.belief(r, b, first, last)
		}
	}
	p.line(actor, '|', r)
	if marks := p.marks(actor); len(bytes.Trim(marks, " ")) > 0 {
		p.line("", '|', marks)
	}
}

// belief draws one belief. A stretch without a live lease is seen however short it is: nothing else may take its
// last cell.
func (p *leasePicture) belief(r row, b *Belief, first, last int) {
	r.fill(first, last, '=')
	p.explain("(7==) client believes it holds")
	for _, s := range b.Bare {
		if from, to, ok := p.cellsOf(s); ok {
			r.fill(from, to, '!')
			p.explain("!! belief without a live lease")
		}
	}
	bar := r[first : last+1]
	if b.From >= p.from {
		bar.letter(0, '(')
		if token := fit(b.Token, p.cells); len(token)+2 < len(bar) {
			for i := range len(token) {
				bar.letter(1+i, token[i])
			}
		}
	}
	if !b.Open && b.To <= p.to && len(bar) > 1 {
		bar.letter(len(bar)-1, ')')
	}
}

// letter writes into a bar unless that would hide the only sign of a stretch without a lease.
func (r row) letter(at int, b byte) {
	if r[at] == '!' && bytes.Count(r, []byte{'!'}) == 1 {
		return
	}
	r[at] = b
}

// clientMarks are the kinds of a client's own doing that its lane shows, the most telling last. Where two fall into one
// cell the more telling is kept.
var clientMarks = []Kind{KindRequest, KindCheck, KindClockStep, KindSend, KindAbort}

// marks draws pauses and over them what the client did.
func (p *leasePicture) marks(actor string) row {
	r, ranks := p.newRow(' '), make([]int, p.cells)
	for _, stop := range p.Pauses {
		if first, last, ok := p.cellsOf(stop.Span); ok && stop.Actor == actor {
			r.fill(first, last, byte(KindPause.Glyph()))
			p.explain("~~ pause")
		}
	}
	for _, i := range p.events[actor] {
		e := p.log.Events[i]
		if !p.shows(e.At) || slices.Contains(notMarks, e.Kind) {
			continue
		}
		at, rank := p.column(e.At), 1+slices.Index(clientMarks, e.Kind) // 0 for a kind that is not in the list
		if r[at] == ' ' || r[at] == byte(KindPause.Glyph()) || rank >= ranks[at] {
			r[at], ranks[at] = byte(e.Kind.Glyph()), rank
		}
	}
	return r
}

// notMarks are drawn as bars.
var notMarks = []Kind{KindBegin, KindEnd, KindPause}

// resourceMark returns the character of an event at a resource and how telling it is.
func (p *leasePicture) resourceMark(i int) (mark byte, rank int) {
	e := p.log.Events[i]
	switch fate, ok := p.writes[e.Seq]; {
	case !ok:
		return byte(e.Kind.Glyph()), 1
	case fate == AppliedUnlocked:
		return 'U', 4
	case fate == Refused:
		return 'x', 3
	}
	return 'W', 2
}

// resourceLane draws the writes at a resource, and below them their tokens where they fit.
func (p *leasePicture) resourceLane(actor string) {
	r, tokens := p.newRow(' '), p.newRow(' ')
	ranks, hidden, shown := make([]int, p.cells), make([]int, p.cells), make([]string, p.cells)
	for _, i := range p.events[actor] {
		e := p.log.Events[i]
		if !p.shows(e.At) {
			continue
		}
		at := p.column(e.At)
		mark, rank := p.resourceMark(i)
		if ranks[at] > 0 {
			hidden[at]++
		}
		if rank >= ranks[at] {
			r[at], ranks[at], shown[at] = mark, rank, fit(e.text("token"), p.cells)
		}
	}
	showHidden(r, hidden, ' ')
	for want := 4; want > 0; want-- { // where tokens crowd, the more telling write keeps its own
		for at, token := range shown {
			if ranks[at] == want {
				tokens.placeApart(at, token)
			}
		}
	}
	p.line(actor, '|', r)
	if len(bytes.Trim(tokens, " ")) > 0 {
		p.line("", '|', tokens)
	}
}

// placeApart writes a word where it fits with a blank on both sides.
func (r row) placeApart(at int, word string) {
	end := at + len(word)
	if (at == 0 || r[at-1] == ' ') && (end >= len(r) || r[end] == ' ') {
		r.place(at, word, ' ')
	}
}

// raceLane marks where two or more clients believe at once, if that ever happens in the window.
func (p *leasePicture) raceLane() {
	r, found := p.newRow(' '), false
	for _, s := range p.Races {
		if first, last, ok := p.cellsOf(s); ok {
			r.fill(first, last, '^')
			found = true
		}
	}
	if found {
		p.line("race", '|', r)
		p.explain("^^ two or more believe at once")
	}
}

// explainMarks adds the marks that were drawn to the legend: a client's in the order of the list, then a resource's.
func (p *leasePicture) explainMarks(actors []string) {
	drawn := func(want Role) func(Event) bool {
		return func(e Event) bool {
			return slices.Contains(actors, e.Actor) && p.roles[e.Actor] == want && p.shows(e.At) &&
				!slices.Contains(notMarks, e.Kind) && e.Kind != KindApplied && e.Kind != KindRefused
		}
	}
	p.explainKinds(p.log.Events, drawn(RoleClient))
	var writes []byte
	for i, e := range p.log.Events {
		if slices.Contains(actors, e.Actor) && p.roles[e.Actor] == RoleResource && p.shows(e.At) {
			mark, _ := p.resourceMark(i)
			writes = append(writes, mark)
		}
	}
	for _, item := range []string{"W applied", "U applied without a live lease", "x refused"} {
		if bytes.IndexByte(writes, item[0]) >= 0 {
			p.explain(item)
		}
	}
	p.explainKinds(p.log.Events, drawn(RoleResource))
}
