package lease_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/lease"
)

// The oracle is the lease model once more, written apart from the engine and for nothing but being plainly right: a loop
// over whole milliseconds that walks, at each, through the list of what happens within one instant until nothing more
// is due. It knows nothing of queues, of timelines that postures share, or of what can be worked out ahead. Every
// posture is a run of its own.
//
// Its rules stand in a struct, so that a test can replace one and see that the comparison with the engine notices.

// oracleRules are the decisions of the model, each by itself.
type oracleRules struct {
	// list is what happens within one instant, in order.
	list []func(o *oracle)
	// next says which of the waiting clients is granted the lock.
	next func(waiting []*oracleClient) int
	// arriving and asking are the orders in which clients arrive, let go and request.
	arriving, asking func(o *oracle) []*oracleClient
	// noted is the clock reading that a client keeps from its grant.
	noted func(o *oracle, c *oracleClient) time.Duration
	// divide is the division by which drift is rounded.
	divide func(a, b int64) int64
	// confident says whether a client that checks sends.
	confident func(believed, margin time.Duration) bool
	// admits says whether the resource applies a write.
	admits func(o *oracle, w *oracleWrite) bool
	// readBars says whether another read has put a strict fence in the way of a client's write.
	readBars func(read oracleRead, w *oracleWrite) bool
	// frees says whether the release that ends a hold frees the current lease.
	frees func(o *oracle, h *oracleHold) bool
	// fall is the service's counter after a lossy failover, and forgotten whether that loses a lease.
	fall      func(counter, lost int64) int64
	forgotten func(token, counter int64) bool
	// pauseFirst says whether a pause that is due comes before a check that is due.
	pauseFirst func(pauseAt, checkAt int64) bool
	// believes says whether a client believes that it holds the lock, at the end of an instant.
	believes func(o *oracle, c *oracleClient) bool
	// releaseFirst says whether a client lets go before its own write arrives, in one instant.
	releaseFirst bool
	// horizon is where a run ends.
	horizon func(o *oracle) int64
}

type oracleState int

const (
	thinking oracleState = iota
	waiting
	holding
	gone
)

// oracleClient is one client: what it does now, and its clock. Times are milliseconds.
type oracleClient struct {
	index    int
	name     string
	attempts []lease.Attempt
	next     int
	state    oracleState
	wake     int64
	asked    int64
	hold     *oracleHold
	last     *oracleHold // the hold that it is in, or was in last
	flying   []*oracleWrite
	steps    []clock.Step
	stepped  time.Duration
	justNow  time.Duration // the part of stepped that happened at this instant
	drift    int64
}

// oracleHold is one grant and the hold that follows it.
type oracleHold struct {
	c                       *oracleClient
	index, attempt          int
	pass                    int
	token                   int64
	asked, at, until, letGo int64
	over                    bool
	how                     lease.Ending
	ended                   int64
	freed                   int
	arrivedBefore           int
	read                    int // how many values had been stored at the read
	clock                   time.Duration

	ran, stopped int64 // running time so far; the instant at which a pause ends
	paused       int   // pauses begun
	writes       []*oracleWrite
	counts       lease.Counts
}

// oracleWrite is one write, sent or not.
type oracleWrite struct {
	h                   *oracleHold
	index               int
	check, send, arrive int64
	believed, remaining time.Duration
	sent, landed        bool
	aborted             bool
	live, promised      bool
	fate                lease.Fate
	order               int   // the how-manieth value it became at the resource, from 1
	stored, highest     int64 // at the resource, after it
}

// oracleRead is a read that a fence of reads and writes remembers.
type oracleRead struct {
	client int
	token  int64
}

type oracle struct {
	rules   oracleRules
	p       *lease.Params
	posture string
	margin  time.Duration
	log     bool

	now, lease, gap, end int64
	writes               int
	busy                 bool
	clients              []*oracleClient
	failovers            []lease.FailoverAt

	counter int64
	current *oracleHold
	queue   []*oracleClient
	holds   []*oracleHold

	value   *oracleWrite
	applied int
	highest int64 // of the tokens applied
	reads   []oracleRead
	arrived []*oracleWrite

	counts   lease.Counts
	reissued int64
	ties     int // instants at which the list was gone through more than twice
	events   []string
}

func modelRules() oracleRules {
	byIndex := func(o *oracle) []*oracleClient { return o.clients }
	return oracleRules{
		list: []func(*oracle){(*oracle).expire, (*oracle).failOver, (*oracle).step, (*oracle).work, (*oracle).arrive,
			(*oracle).request, (*oracle).grant},
		next:     func([]*oracleClient) int { return 0 },
		arriving: byIndex,
		asking:   byIndex,
		noted:    (*oracle).reading,
		divide: func(a, b int64) int64 {
			if a%b != 0 && a < 0 {
				return a/b - 1
			}
			return a / b
		},
		confident:  func(believed, margin time.Duration) bool { return believed > margin },
		admits:     (*oracle).admits,
		readBars:   func(r oracleRead, w *oracleWrite) bool { return r.client != w.h.c.index && w.h.token <= r.token },
		frees:      (*oracle).frees,
		fall:       func(counter, lost int64) int64 { return max(0, counter-lost) },
		forgotten:  func(token, counter int64) bool { return token > counter },
		pauseFirst: func(pauseAt, checkAt int64) bool { return pauseAt < checkAt },
		believes:   func(_ *oracle, c *oracleClient) bool { return c.state == holding },
		horizon:    func(o *oracle) int64 { return o.end },
	}
}

// newOracle takes a schedule whose every duration is whole milliseconds.
func newOracle(s *lease.Schedule, posture string, margin time.Duration, rules oracleRules) *oracle {
	p := s.Params
	o := &oracle{rules: rules, p: p, posture: posture, margin: margin, lease: inMS(p.Lease), gap: inMS(p.Gap),
		end: inMS(p.Horizon), writes: p.Writes, failovers: s.Failovers}
	for i := range s.Clients {
		c := &s.Clients[i]
		oc := &oracleClient{index: i, name: fmt.Sprintf("C%d", i+1), attempts: c.Attempts, steps: c.Steps, drift: int64(c.Drift)}
		oc.think(0)
		o.clients = append(o.clients, oc)
	}
	return o
}

// inMS is a duration in milliseconds, which it must be a whole number of.
func inMS(d time.Duration) int64 {
	if d%ms != 0 {
		panic(fmt.Sprintf("oracle: %v is not a whole number of milliseconds", d))
	}
	return int64(d / ms)
}

func (o *oracle) run() *oracle {
	end := o.rules.horizon(o)
	for o.now = 0; o.now < end; o.now++ {
		passes := 0
		for o.busy = true; o.busy; passes++ {
			o.busy = false
			for _, happen := range o.rules.list {
				happen(o)
			}
		}
		if passes > 2 {
			o.ties++
		}
		o.believe()
		for _, c := range o.clients {
			c.justNow = 0
			if c.state == holding && c.hold.stopped <= o.now {
				c.hold.ran++
			}
		}
	}
	o.counts[lease.Grants] = int64(len(o.holds))
	return o
}

// What happens within one instant, in the order of the list.

func (o *oracle) expire() {
	if h := o.current; h != nil && o.now >= h.until {
		o.close(h, lease.Expired)
		o.say("svc", "expire", "lock=L of=%s token=%d", h.c.name, h.token)
	}
}

func (o *oracle) failOver() {
	for len(o.failovers) > 0 && inMS(o.failovers[0].At) <= o.now {
		lost := o.failovers[0].Lost
		o.failovers = o.failovers[1:]
		if o.p.Failover != lease.Lossy {
			lost = 0
		}
		if lost > 0 {
			o.counter = o.rules.fall(o.counter, lost)
		}
		o.say("svc", "failover", "lock=L lost=%d counter=%d", lost, o.counter)
		if o.p.Failover == lease.Lossy && o.current != nil && o.rules.forgotten(o.current.token, o.counter) {
			o.close(o.current, lease.Forgotten)
		}
		o.busy = true
	}
}

func (o *oracle) step() {
	for _, c := range o.clients {
		due := 0
		for due < len(c.steps) && inMS(c.steps[due].At) <= o.now {
			c.stepped += c.steps[due].By
			c.justNow += c.steps[due].By
			due++
			o.busy = true
		}
		for _, st := range c.steps[:due] {
			o.say(c.name, "clock-step", "by=%d", inMS(st.By))
		}
		c.steps = c.steps[due:]
	}
}

// work lets every client's thread do what is due at its running time.
func (o *oracle) work() {
	for _, c := range o.clients {
		for c.state == holding && c.hold.stopped <= o.now && o.one(c.hold) {
			o.busy = true
		}
	}
}

// one does one thing that a hold's thread has come to, or reports that there is none. The last send comes after
// every pause of the hold.
func (o *oracle) one(h *oracleHold) bool {
	if h.letGo >= 0 {
		return false
	}
	i := len(h.writes)
	pause, pauseAt := h.nextPause()
	if i > 0 && !h.writes[i-1].sent {
		w := h.writes[i-1]
		if sendAt := o.checkAt(h, i-1) + o.gap; sendAt <= h.ran && !(i == o.writes && pause != nil) {
			o.send(w)
			return true
		}
	} else if i < o.writes {
		checkAt := o.checkAt(h, i)
		if checkAt <= h.ran && !(pause != nil && pauseAt <= h.ran && o.rules.pauseFirst(pauseAt, checkAt)) {
			o.check(h, i)
			return true
		}
	}
	if pause != nil && pauseAt <= h.ran {
		h.paused++
		h.stopped = o.now + inMS(pause.For)
		o.say(h.c.name, "pause", "for=%d", inMS(pause.For))
		return true
	}
	return false
}

func (h *oracleHold) nextPause() (*lease.Pause, int64) {
	pauses := h.c.attempts[h.attempt].Pauses
	if h.paused == len(pauses) {
		return nil, 0
	}
	return &pauses[h.paused], inMS(pauses[h.paused].At)
}

// checkAt is the running time at which a hold comes to the check before its i-th write, from 0.
func (o *oracle) checkAt(h *oracleHold, i int) int64 {
	part := inMS(h.c.attempts[h.attempt].Work / time.Duration(o.writes))
	return part*int64(i+1) + o.gap*int64(i)
}

func (o *oracle) checks() bool { return o.posture == "check" || o.posture == "check+fencing" }

func (o *oracle) check(h *oracleHold, i int) {
	w := &oracleWrite{h: h, index: i, check: o.now}
	w.believed = o.p.Lease - (o.reading(h.c) - h.clock)
	w.remaining = o.p.Lease - inNS(o.now-h.at)
	h.writes = append(h.writes, w)
	if o.checks() {
		o.say(h.c.name, "check", "id=%s remaining=%s margin=%s", w, msText(w.believed), msText(o.margin))
		w.aborted = !o.rules.confident(w.believed, o.margin)
	}
	if !w.aborted {
		h.counts[lease.Sent]++
		if o.checks() && w.remaining <= o.margin {
			h.counts[lease.MarginsCancelled]++
		}
		return
	}
	o.say(h.c.name, "abort", "id=%s", w)
	h.counts[lease.Aborted]++
	if o.p.EarlyRelease {
		o.giveUp(w)
	}
}

// giveUp lets a client that aborts let go at once: this write and those that it has not made yet come to their end now.
func (o *oracle) giveUp(w *oracleWrite) {
	h := w.h
	h.letGo = o.now
	for i := w.index; i < o.writes; i++ {
		last := *w
		last.index, last.sent, last.send, last.arrive = i, true, o.now, o.now
		h.c.flying = append(h.c.flying, &last)
		if i > w.index {
			h.counts[lease.Aborted]++
			o.say(h.c.name, "abort", "id=%s", &last)
		}
	}
}

func (o *oracle) send(w *oracleWrite) {
	w.sent = true
	w.send = o.now
	w.arrive = o.now + inMS(w.h.c.attempts[w.h.attempt].Wires[w.index])
	w.h.c.flying = append(w.h.c.flying, w)
	if !w.aborted {
		o.say(w.h.c.name, "send", "id=%s obj=x token=%d", w, w.h.token)
	}
	if w.index == o.writes-1 {
		w.h.letGo = 0
		for _, other := range w.h.writes {
			w.h.letGo = max(w.h.letGo, other.arrive)
		}
	}
}

func (o *oracle) arrive() {
	for _, c := range o.rules.arriving(o) {
		if o.rules.releaseFirst {
			o.letGo(c)
		}
		for _, w := range c.flying {
			if w.arrive <= o.now {
				o.land(w)
				o.busy = true
			}
		}
		c.flying = slices.DeleteFunc(c.flying, func(w *oracleWrite) bool { return w.landed })
		o.letGo(c)
	}
}

// letGo ends a hold that has come to its end.
func (o *oracle) letGo(c *oracleClient) {
	if c.state != holding || c.hold.letGo < 0 || c.hold.letGo > o.now {
		return
	}
	o.busy = true
	h := c.hold
	h.over = true
	o.counts[lease.Attempts]++
	for i := range h.counts {
		o.counts[i] += h.counts[i]
	}
	o.say(c.name, "end", "lock=L token=%d", h.token)
	o.release(h)
	c.hold = nil
	c.next++
	c.think(o.now)
}

func (o *oracle) release(h *oracleHold) {
	freed := o.current
	if freed == nil || !o.rules.frees(o, h) {
		o.say("svc", "release-refused", "lock=L of=%s token=%d", h.c.name, h.token)
		return
	}
	o.close(freed, lease.Released)
	h.freed = freed.index
	if freed.c == h.c {
		o.say("svc", "release", "lock=L of=%s token=%d", freed.c.name, freed.token)
		return
	}
	o.counts[lease.ReleasedStranger]++
	o.say("svc", "release", "lock=L of=%s token=%d by=%s", freed.c.name, freed.token, h.c.name)
}

func (o *oracle) frees(h *oracleHold) bool {
	switch o.p.Release {
	case lease.ByToken:
		return o.current.token == h.token
	case lease.ByOwnerAndToken:
		return o.current.token == h.token && o.current.c == h.c
	}
	return true
}

func (o *oracle) request() {
	for _, c := range o.rules.asking(o) {
		if c.state == thinking && c.wake <= o.now {
			c.state = waiting
			c.asked = o.now
			o.queue = append(o.queue, c)
			o.say(c.name, "request", "lock=L hold=%s.%d", c.name, c.next)
			o.busy = true
		}
	}
}

func (o *oracle) grant() {
	if o.current != nil || len(o.queue) == 0 {
		return
	}
	o.busy = true
	i := o.rules.next(o.queue)
	c := o.queue[i]
	o.queue = slices.Delete(o.queue, i, i+1)
	o.counter++
	h := &oracleHold{c: c, index: len(o.holds), attempt: c.next, token: o.counter, asked: c.asked, at: o.now,
		until: o.now + o.lease, letGo: -1, how: lease.StillLive, ended: o.now + o.lease, freed: -1,
		arrivedBefore: len(o.arrived), clock: o.rules.noted(o, c)}
	for _, other := range o.holds {
		if other.at == o.now {
			h.pass++
		}
	}
	if slices.ContainsFunc(o.holds, func(other *oracleHold) bool { return other.token == h.token }) {
		o.reissued++
	}
	o.holds = append(o.holds, h)
	o.current = h
	c.state = holding
	c.hold, c.last = h, h
	o.say("svc", "grant", "lock=L to=%s token=%d until=%d hold=%s.%d", c.name, h.token, h.until, c.name, c.next)
	o.say(c.name, "begin", "lock=L token=%d", h.token)
	if o.p.ReadModifyWrite {
		o.read(h)
	}
}

func (o *oracle) read(h *oracleHold) {
	h.read = o.applied
	if o.p.Fence == lease.OnReadsAndWrites {
		o.reads = append(o.reads, oracleRead{h.c.index, h.token})
	}
	o.say("S", "read", "id=%s.%d by=%s obj=x token=%d saw=%v", h.c.name, h.attempt, h.c.name, h.token, o.value)
}

// land lets a write arrive at the resource. An aborted one arrives in the client's plans alone.
func (o *oracle) land(w *oracleWrite) {
	w.landed = true
	w.live = o.current == w.h
	w.promised = o.now < w.h.until
	w.fate = lease.IsAborted
	if !w.aborted {
		w.fate = lease.IsRefused
		if o.rules.admits(o, w) {
			w.fate = lease.IsApplied
		}
		o.judge(w)
	}
	w.highest = o.highest
	if o.value != nil {
		w.stored = o.value.h.token
	}
	o.arrived = append(o.arrived, w)
}

func (o *oracle) judge(w *oracleWrite) {
	o.countIf(!w.live, w, lease.UnlockedArrived)
	if w.fate == lease.IsRefused {
		o.countIf(true, w, lease.Refused)
		o.countIf(w.promised, w, lease.RefusedLive)
		o.say("S", "refused", "id=%s by=%s obj=x token=%d", w, w.h.c.name, w.h.token)
		return
	}
	o.countIf(!w.live, w, lease.UnlockedApplied)
	if v := o.value; v != nil && v.h.c != w.h.c {
		o.countIf(v.h.token > w.h.token, w, lease.WorkDestroyed)
		o.countIf(v.h.token == w.h.token, w, lease.SameToken)
		o.countIf(v.h.index > w.h.index, w, lease.NewerOverwritten)
		o.countIf(o.p.ReadModifyWrite && v.order > w.h.read, w, lease.LostUpdates)
	}
	o.applied++
	w.order = o.applied
	o.value = w
	o.highest = max(o.highest, w.h.token)
	o.say("S", "applied", "id=%s by=%s obj=x token=%d", w, w.h.c.name, w.h.token)
}

// admits is the resource's decision under each posture.
func (o *oracle) admits(w *oracleWrite) bool {
	switch o.posture {
	case "unprotected", "check":
		return true
	case "fencing", "check+fencing":
		for _, r := range o.reads {
			if w.h.token < r.token {
				return false
			}
		}
		return w.h.token >= o.highest
	case "strict":
		for _, r := range o.reads {
			if o.rules.readBars(r, w) {
				return false
			}
		}
		return w.h.token > o.highest
	case "validated":
		return o.current != nil && o.current.c == w.h.c && o.current.token == w.h.token
	}
	panic("oracle: no such posture: " + o.posture)
}

// countIf counts for a hold that is over at once, and keeps it otherwise: a hold that does not end before the horizon
// is not counted.
func (o *oracle) countIf(is bool, w *oracleWrite, c lease.Counter) {
	switch {
	case !is:
	case w.h.over:
		o.counts[c]++
	default:
		w.h.counts[c]++
	}
}

// believe counts who believes that it holds the lock, from this instant on.
func (o *oracle) believe() {
	believers, began := 0, 0
	for _, c := range o.clients {
		if !o.rules.believes(o, c) {
			continue
		}
		believers++
		if c.last.at == o.now {
			began++
		}
	}
	if believers > 1 {
		o.counts[lease.BothHeldTime] += int64(ms)
		o.counts[lease.BothHeld] += int64(began)
	}
}

func (o *oracle) close(h *oracleHold, how lease.Ending) {
	h.how = how
	h.ended = o.now
	o.current = nil
	o.busy = true
}

// reading is what a client's clock shows now, for lease arithmetic.
func (o *oracle) reading(c *oracleClient) time.Duration {
	at := inNS(o.now) + time.Duration(o.rules.divide(o.now*c.drift, 1000))
	if o.p.Clock == lease.Wall {
		at += c.stepped
	}
	return at
}

func (c *oracleClient) think(now int64) {
	c.state = gone
	if c.next < len(c.attempts) {
		c.state = thinking
		c.wake = now + inMS(c.attempts[c.next].Think)
	}
}

// String is the write's name: client, attempt and number in the hold.
func (w *oracleWrite) String() string {
	if w == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s.%d.%d", w.h.c.name, w.h.attempt, w.index)
}

// say writes an event down, with the reading of a client's own clock where it is wrong.
func (o *oracle) say(actor, kind, form string, args ...any) {
	if !o.log {
		return
	}
	own := ""
	for _, c := range o.clients {
		if c.name == actor && o.reading(c) != inNS(o.now) {
			own = fmt.Sprintf("clock=%v ", msText(o.reading(c)))
		}
	}
	o.events = append(o.events, fmt.Sprintf("%d | "+actor+" | "+kind+" | "+own+form, append([]any{o.now}, args...)...))
}

func inNS(n int64) time.Duration { return time.Duration(n) * ms }

// msText is a duration that is written in milliseconds, with as many decimals as it takes.
type msText time.Duration

func (d msText) String() string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	text := fmt.Sprintf("%d.%06d", int64(d)/int64(ms), int64(d)%int64(ms))
	return sign + strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// oracleEvents is a whole run under one posture, an event a line, in the text form of a log.
func oracleEvents(s *lease.Schedule, posture string, margin time.Duration) []string {
	o := newOracle(s, posture, margin, modelRules())
	o.log = true
	return o.run().events
}
