package trace

import (
	"math"
	"sort"
	"strings"
	"time"
)

// forever is the end of what has none.
const forever = time.Duration(math.MaxInt64)

// nothing is the index and the sequence number of what is not there.
const nothing = -1

// party is one client at one lock.
type party struct{ client, lock string }

// teller follows a log once, in order, and writes down its story. What it keeps are indices into the story.
type teller struct {
	*Story
	locks  map[string]int   // places in Locks
	newest []int            // the newest lease of each lock, dead or alive, in the order of Locks
	held   map[party][]int  // the leases of a party, in order; they do not overlap
	live   map[string][]int // the leases of a holder, without those that are known to be over
	holds  map[string]int   // the newest lease of a hold
	open   map[party]int    // the belief of a party that goes on
	checks map[string]int   // the newest check of a write
	sends  map[string]int   // the newest send of a write
}

func newTeller() *teller {
	return &teller{Story: &Story{}, locks: map[string]int{}, held: map[party][]int{}, live: map[string][]int{},
		holds: map[string]int{}, open: map[party]int{}, checks: map[string]int{}, sends: map[string]int{}}
}

// event takes the next event.
func (t *teller) event(e Event) {
	switch e.Kind {
	case KindGrant:
		t.grant(e)
	case KindRenew, KindExtend:
		t.prolong(e)
	case KindExpire, KindRelease, KindRevoke:
		t.kill(e)
	case KindFailover:
		t.forget(e)
	case KindBegin:
		t.begin(e)
	case KindEnd:
		t.finish(party{e.Actor, e.text("lock")}, e)
	case KindPause:
		length := e.length("for")
		stop := Span{e.At, later(e.At, max(0, length))}
		t.Pauses = append(t.Pauses, Pause{Span: stop, Actor: e.Actor, For: length, Seq: e.Seq})
	case KindClockStep:
		t.Steps = append(t.Steps, ClockStep{e.At, e.Actor, e.length("by"), e.Seq})
	case KindCheck:
		t.check(e)
	case KindAbort:
		t.abort(e)
	case KindSend:
		t.send(e)
	case KindApplied, KindRefused:
		t.write(e)
	}
}

// text returns the value of a field, or "".
func (e Event) text(key string) string {
	value, _ := e.Get(key)
	return value
}

// length returns the duration in a field, or 0.
func (e Event) length(key string) time.Duration {
	d, err := e.Duration(key)
	if err != nil {
		return 0
	}
	return d
}

// number returns the whole number in a field, or 0 and false.
func (e Event) number(key string) (int64, bool) {
	if _, ok := e.Get(key); !ok {
		return 0, false
	}
	n, err := e.Int(key)
	return n, err == nil
}

// until returns the promised end of a lease; a log that does not say promises for ever.
func (e Event) until() time.Duration {
	if _, ok := e.Get("until"); !ok {
		return forever
	}
	if d, err := e.Duration("until"); err == nil {
		return d
	}
	return forever
}

// cut ends a lease by an event, if it lives then.
func (x *Lease) cut(e Event, early bool) {
	if e.At < x.To {
		x.To, x.Early, x.EndSeq = e.At, early, e.Seq
	}
}

// current returns the newest lease of a lock, dead or alive, or nil.
func (t *teller) current(lock string) *Lease {
	n, ok := t.locks[lock]
	if !ok {
		return nil
	}
	return &t.Leases[t.newest[n]]
}

func (t *teller) grant(e Event) {
	x := Lease{Service: e.Actor, Lock: e.text("lock"), Holder: e.text("to"), Token: e.text("token"), Hold: e.text("hold")}
	if old := t.current(x.Lock); old == nil {
		t.locks[x.Lock] = len(t.Locks)
		t.Locks, t.newest = append(t.Locks, x.Lock), append(t.newest, nothing)
	} else if e.At < old.To {
		old.cut(e, true)
	}
	x.TokenNumber, x.HasToken = e.number("token")
	t.add(e, x)
}

// add begins a lease.
func (t *teller) add(e Event, x Lease) {
	x.Until = max(e.At, e.until())
	x.Span, x.Seq, x.EndSeq, x.Early = Span{e.At, x.Until}, e.Seq, nothing, false
	n := len(t.Leases)
	t.Leases = append(t.Leases, x)
	p := party{x.Holder, x.Lock}
	t.newest[t.locks[x.Lock]] = n
	t.held[p] = append(t.held[p], n)
	t.live[x.Holder] = append(t.live[x.Holder], n)
	if x.Hold != "" {
		t.holds[x.Hold] = n
	}
}

// prolong moves the end of a living lease. One that is over is not made longer in hindsight: it starts again.
func (t *teller) prolong(e Event) {
	holder := e.text("by")
	if e.Kind == KindExtend {
		holder = e.text("of")
	}
	switch x := t.current(e.text("lock")); {
	case x == nil || x.Holder != holder:
	case e.At < x.To:
		x.Until = max(e.At, e.until())
		x.To = x.Until
	default:
		t.add(e, *x)
	}
}

// kill ends the lease that the event names: the current one of its lock, if holder and token, where given, are its
// own.
func (t *teller) kill(e Event) {
	x := t.current(e.text("lock"))
	if x == nil {
		return
	}
	of, named := e.Get("of")
	token, numbered := e.Get("token")
	if named && of != x.Holder || numbered && token != x.Token {
		return
	}
	if e.Kind == KindExpire && e.At == x.To && x.EndSeq == nothing {
		x.EndSeq = e.Seq // it ran out, and this says so
		return
	}
	by, asked := e.Get("by")
	x.cut(e, e.Kind == KindRevoke || e.Kind == KindRelease && asked && by != x.Holder)
}

// forget ends what a failover lost: living leases with a token above the counter, of one lock or of all.
func (t *teller) forget(e Event) {
	f := Failover{At: e.At, Actor: e.Actor, Lock: e.text("lock"), Seq: e.Seq}
	f.Lost, _ = e.number("lost")
	f.Counter, f.Told = e.number("counter")
	t.Failovers = append(t.Failovers, f)
	if !f.Told {
		return
	}
	lock, one := e.Get("lock")
	for i, n := range t.newest {
		if x := &t.Leases[n]; x.HasToken && x.TokenNumber > f.Counter && (!one || lock == t.Locks[i]) {
			x.cut(e, true)
		}
	}
}

func (t *teller) begin(e Event) {
	p := party{e.Actor, e.text("lock")}
	t.finish(p, e)
	t.open[p] = len(t.Beliefs)
	t.Beliefs = append(t.Beliefs, Belief{Span: Span{e.At, forever}, Actor: p.client, Lock: p.lock, Token: e.text("token"),
		Open: true, Seq: e.Seq, EndSeq: nothing})
}

// finish ends the belief of a party, if there is one.
func (t *teller) finish(p party, e Event) {
	if n, ok := t.open[p]; ok {
		b := &t.Beliefs[n]
		b.Open, b.To, b.EndSeq = false, e.At, e.Seq
		delete(t.open, p)
	}
}

func (t *teller) check(e Event) {
	c := Check{At: e.At, Actor: e.Actor, ID: e.text("id"), Seq: e.Seq, AbortSeq: nothing}
	remaining, err := e.Duration("remaining")
	margin, noMargin := e.Duration("margin")
	if err == nil && noMargin == nil {
		c.Remaining, c.Margin, c.Told = remaining, margin, true
	}
	if c.ID != "" {
		t.checks[c.ID] = len(t.Checks)
	}
	t.Checks = append(t.Checks, c)
}

func (t *teller) abort(e Event) {
	a := Abort{At: e.At, Actor: e.Actor, ID: e.text("id"), Seq: e.Seq, CheckSeq: nothing}
	if n, ok := t.checks[a.ID]; ok && t.Checks[n].Actor == e.Actor {
		c := &t.Checks[n]
		c.Aborted, c.AbortSeq, a.CheckSeq = true, e.Seq, c.Seq
	}
	t.Aborts = append(t.Aborts, a)
}

func (t *teller) send(e Event) {
	s := Send{At: e.At, Actor: e.Actor, ID: e.text("id"), Object: e.text("obj"), Token: e.text("token"), Seq: e.Seq,
		ArrivalSeq: nothing}
	if s.ID != "" {
		t.sends[s.ID] = len(t.Sends)
	}
	t.Sends = append(t.Sends, s)
}

func (t *teller) write(e Event) {
	w := Arrival{At: e.At, Actor: e.Actor, By: e.text("by"), ID: e.text("id"), Object: e.text("obj"),
		Token: e.text("token"), Fate: Refused, Lease: t.leaseOf(e), Seq: e.Seq, SendSeq: nothing}
	w.TokenNumber, w.HasToken = e.number("token")
	w.Live = t.covered(e, &w)
	switch {
	case e.Kind == KindApplied && w.Live:
		w.Fate = Applied
	case e.Kind == KindApplied:
		w.Fate = AppliedUnlocked
	}
	if n, ok := t.sends[w.ID]; ok && t.Sends[n].ArrivalSeq == nothing {
		t.Sends[n].ArrivalSeq, w.SendSeq = e.Seq, t.Sends[n].Seq
	}
	t.Arrivals = append(t.Arrivals, w)
}

// leaseOf returns the newest lease of the hold that a write names: in a field, by its own name, or by the part of it
// before the last dot.
func (t *teller) leaseOf(e Event) int {
	hold, named := e.Get("hold")
	if !named {
		hold = e.text("id")
	}
	n, ok := t.holds[hold]
	if dot := strings.LastIndexByte(hold, '.'); !ok && !named && dot >= 0 {
		n, ok = t.holds[hold[:dot]]
	}
	if !ok {
		return nothing
	}
	return n
}

// covered reports whether the sender of a write has a live lease when it arrives.
func (t *teller) covered(e Event, w *Arrival) bool {
	if w.Lease != nothing {
		return e.At < t.Leases[w.Lease].To
	}
	if lock, named := e.Get("lock"); named {
		held := t.held[party{w.By, lock}]
		return len(held) > 0 && e.At < t.Leases[held[len(held)-1]].To
	}
	live := t.live[w.By]
	for len(live) > 0 && t.Leases[live[len(live)-1]].To <= e.At {
		live = live[:len(live)-1] // over for good: a renewal would begin another lease
	}
	t.live[w.By] = live
	return len(live) > 0
}

// cutAt ends at the playhead what goes on there.
func (t *teller) cutAt(at time.Duration) {
	for i := range t.Leases {
		x := &t.Leases[i]
		x.Open = cut(&x.Span, at)
	}
	for i := range t.Beliefs {
		cut(&t.Beliefs[i].Span, at)
	}
	for i := range t.Pauses {
		p := &t.Pauses[i]
		p.Open = cut(&p.Span, at)
	}
}

// cut shortens a span that reaches beyond the instant, and reports whether it goes on there.
func cut(s *Span, at time.Duration) bool {
	if s.To > at {
		s.To = at
		return true
	}
	return s.To == forever
}

// bareAll finds, for every belief, the parts that no lease of its own covers. A party's beliefs do not overlap and
// neither do its leases, so that all beliefs together look at every lease once or twice.
func (t *teller) bareAll() {
	for i := range t.Beliefs {
		b := &t.Beliefs[i]
		b.Bare = t.bare(b.Span, t.held[party{b.Actor, b.Lock}])
	}
}

// bare returns the parts of a belief that none of the leases covers, which are in order and do not overlap.
func (t *teller) bare(b Span, held []int) (parts []Span) {
	first := sort.Search(len(held), func(i int) bool { return t.Leases[held[i]].To > b.From })
	for _, n := range held[first:] {
		x := &t.Leases[n]
		if x.From >= b.To {
			break
		}
		if x.To <= max(x.From, b.From) {
			continue // granted and taken back in one instant
		}
		if x.From > b.From {
			parts = append(parts, Span{b.From, x.From})
		}
		b.From = x.To
	}
	if b.From < b.To {
		parts = append(parts, b)
	}
	return parts
}
