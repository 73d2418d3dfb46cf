package audit

import (
	"fmt"
	"slices"
	"time"

	"fence/fencekit/trace"
)

// belief is a client's time between begin and end of a lock.
type belief struct {
	seq  int // its begin
	from time.Duration
	ends bool // the log has its end
}

// closings finds, for each begin, the event that closes its belief: the end, or the next begin of the same client and
// lock.
func closings(events []trace.Event) []int {
	type key struct{ client, lock string }
	closings, open := make([]int, len(events)), map[key]int{}
	for i, e := range events {
		closings[i] = none
		if e.Kind != trace.KindBegin && e.Kind != trace.KindEnd {
			continue
		}
		k := key{e.Actor, text(e, "lock")}
		if begin, ok := open[k]; ok {
			closings[begin] = i
		}
		if delete(open, k); e.Kind == trace.KindBegin {
			open[k] = i
		}
	}
	return closings
}

// begin takes the beginning of a belief.
func (a *auditor) begin(e trace.Event) {
	a.seen.begins = true
	p := a.party(e.Actor, text(e, "lock"))
	if p.belief != nil {
		a.leave(p, e.At, e.Seq)
	}
	closing := a.close[e.Seq]
	p.belief = &belief{e.Seq, e.At, closing != none && a.events[closing].Kind == trace.KindEnd}
	if p.newest != nil {
		p.newest.belief = p.belief
	}
	if !a.cut {
		a.counts[attempts]++
	}
	if closing == none || a.events[closing].At > e.At {
		a.act(e, p)
	}
}

// act lets a client act as holder, beside whoever does already.
func (a *auditor) act(e trace.Event, p *party) {
	k := p.lock
	if len(k.acting) > 0 {
		other := k.acting[0]
		a.count(bothHeld, e, func() (string, []int) {
			return fmt.Sprintf("%s began to act as holder of %s while %s did, since %s ms",
				e.Actor, k.name, other.client.name, millis(other.belief.from)), []int{other.belief.seq, e.Seq}
		})
	}
	p.place = len(k.acting)
	k.acting = append(k.acting, p)
	if len(k.acting) == 2 {
		k.since = e.Seq
	}
	if n := int64(len(k.acting)); n > a.counts[maxHolders] {
		a.counts[maxHolders], a.fullest = n, e.Seq
	}
}

// crowd tells of the largest number of holders at once. A single one is as it should be.
func (a *auditor) crowd() {
	if a.counts[maxHolders] < 2 {
		return
	}
	last := a.events[a.fullest]
	a.add(maxHolders, 0, last.At, func() (string, []int) {
		var events []int
		for i, e := range a.events[:a.fullest+1] {
			c := a.close[i]
			open := c == none || c > a.fullest && a.events[c].At > e.At
			if e.Kind == trace.KindBegin && open && text(e, "lock") == text(last, "lock") {
				events = append(events, i)
			}
		}
		return fmt.Sprintf("%d clients acted as holders of %s at once", len(events), text(last, "lock")), events
	})
}

// stop takes the end of a belief; one that nobody began is passed over.
func (a *auditor) stop(e trace.Event) {
	p := a.party(e.Actor, text(e, "lock"))
	if p.belief == nil {
		return
	}
	if a.cut {
		a.counts[attempts]++
	}
	a.leave(p, e.At, e.Seq)
}

// leave ends a belief at an instant, by an event or by the end of the log.
func (a *auditor) leave(p *party, at time.Duration, by int) {
	b, k := p.belief, p.lock
	p.belief = nil
	if p.place == none {
		return // it had no length
	}
	last := len(k.acting) - 1
	k.acting[p.place], k.acting[last].place = k.acting[last], p.place
	k.acting, p.place = k.acting[:last], none
	if len(k.acting) == 1 {
		a.alone(k, at, by)
	}
	if bare, ended, ok := p.bare(b.from, at); ok {
		a.outlives(p, span{b.from, bare, ended}, at, witness(b.seq, ended, by))
	}
}

// alone ends a time with two or more holders.
func (a *auditor) alone(k *lock, at time.Duration, by int) {
	from := a.events[k.since].At
	if at == from {
		return
	}
	a.add(bothHeldTime, lasting(from, at), at, func() (string, []int) {
		return fmt.Sprintf("two or more clients acted as holders of %s from %s ms to %s ms", k.name, millis(from), millis(at)),
			witness(k.since, by)
	})
}

// bare returns the first instant of a time at which no lease of the party's was live, if there is one, and the event
// that ended the lease before it, or none. It is asked for times that do not go back.
func (p *party) bare(from, to time.Duration) (at time.Duration, by int, ok bool) {
	for p.past < len(p.spans) && p.spans[p.past].to <= from {
		p.past++
	}
	by = none
	if p.past > 0 {
		by = p.spans[p.past-1].by
	}
	for _, s := range p.spans[p.past:] {
		if s.from > from {
			break
		}
		from, by = max(from, s.to), s.by
	}
	return from, by, from < to
}

// outlives counts a belief that its leases covered for a part only.
func (a *auditor) outlives(p *party, covered span, to time.Duration, events []int) {
	a.add(outlived, 1, to, func() (string, []int) {
		acted := fmt.Sprintf("%s acted as holder of %s from %s ms to %s ms",
			p.client.name, p.lock.name, millis(covered.from), millis(to))
		if covered.to == covered.from {
			return acted + " and had no live lease when it began", events
		}
		return fmt.Sprintf("%s, and its lease covered that only up to %s ms", acted, millis(covered.to)), events
	})
}

// witness returns the events that are events.
func witness(events ...int) []int {
	return slices.DeleteFunc(events, func(seq int) bool { return seq == none })
}
