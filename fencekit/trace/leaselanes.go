package trace

import (
	"bytes"
	"slices"
)

// leasePicture draws the lanes of a lease log.
type leasePicture struct {
	*canvas
	*story
	cast
	log *Log
}

// lanes draws the lanes of the actors, then the race and the legend.
func (p *leasePicture) lanes(actors []string) {
	for _, actor := range actors {
		switch p.roles[actor] {
		case roleService:
			for _, lock := range p.locks() {
				p.serviceLane(lock, p.serviceLabel(actor, lock))
			}
		case roleResource:
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
		if p.roles[actor] != roleService {
			labels = append(labels, actor)
			continue
		}
		for _, lock := range p.locks() {
			labels = append(labels, p.serviceLabel(actor, lock))
		}
	}
	return labels
}

// serviceLabel is the service's name, with the lock where there are several.
func (p *leasePicture) serviceLabel(actor, lock string) string {
	if len(p.newest) < 2 {
		return actor
	}
	return actor + " " + lock
}

// serviceLane draws the leases of one lock.
func (p *leasePicture) serviceLane(lock, label string) {
	r := p.newRow(' ')
	for _, t := range p.tenures {
		if first, last, ok := p.cellsOf(t.span); ok && t.lock == lock {
			p.tenure(r, t, first, last)
		}
	}
	p.line(label, '|', r)
}

// tenure draws one lease into the cells it lives in, and its end into the cell of that instant.
func (p *leasePicture) tenure(r row, t *tenure, first, last int) {
	before := r[first]
	r.fill(first, last, '=')
	p.explain("[7==| lease with token 7 and its end")
	if t.to <= p.to {
		last = p.column(t.to)
		r[last] = t.end
		if t.end == endEarly {
			p.explain("x lease ended before its time")
		}
	}
	if t.from < p.from {
		return
	}
	if first > 0 && (before == endUsual || before == endEarly) && r[first-1] != '[' {
		r[first-1] = before // the end of the lease before stays in sight
	}
	r[first] = '['
	if token := fit(t.token, p.cells); first+len(token) < last {
		r.place(first+1, token, '=')
	}
}

// clientLane draws what a client believes, and below it what it does.
func (p *leasePicture) clientLane(actor string) {
	r := p.newRow(' ')
	for _, b := range p.beliefs {
		if first, last, ok := p.cellsOf(b.span); ok && b.actor == actor {
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
func (p *leasePicture) belief(r row, b *belief, first, last int) {
	r.fill(first, last, '=')
	p.explain("(7==) client believes it holds")
	for _, s := range p.bare(b) {
		if from, to, ok := p.cellsOf(s); ok {
			r.fill(from, to, '!')
			p.explain("!! belief without a live lease")
		}
	}
	bar := r[first : last+1]
	if b.from >= p.from {
		bar.letter(0, '(')
		if token := fit(b.token, p.cells); len(token)+2 < len(bar) {
			for i := range len(token) {
				bar.letter(1+i, token[i])
			}
		}
	}
	if !b.open && b.to <= p.to && len(bar) > 1 {
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
	for _, i := range p.events[actor] {
		e := p.log.Events[i]
		if e.Kind != KindPause {
			continue
		}
		length, err := e.Duration("for")
		if err != nil {
			length = 0
		}
		if first, last, ok := p.cellsOf(span{e.At, later(e.At, max(0, length))}); ok {
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
	switch {
	case p.unlocked[i]:
		return 'U', 4
	case e.Kind == KindRefused:
		return 'x', 3
	case e.Kind == KindApplied:
		return 'W', 2
	}
	return byte(e.Kind.Glyph()), 1
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
	for _, s := range p.races() {
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
	drawn := func(want role) func(Event) bool {
		return func(e Event) bool {
			return slices.Contains(actors, e.Actor) && p.roles[e.Actor] == want && p.shows(e.At) &&
				!slices.Contains(notMarks, e.Kind) && e.Kind != KindApplied && e.Kind != KindRefused
		}
	}
	p.explainKinds(p.log.Events, drawn(roleClient))
	var writes []byte
	for i, e := range p.log.Events {
		if slices.Contains(actors, e.Actor) && p.roles[e.Actor] == roleResource && p.shows(e.At) {
			mark, _ := p.resourceMark(i)
			writes = append(writes, mark)
		}
	}
	for _, item := range []string{"W applied", "U applied without a live lease", "x refused"} {
		if bytes.IndexByte(writes, item[0]) >= 0 {
			p.explain(item)
		}
	}
	p.explainKinds(p.log.Events, drawn(roleResource))
}
