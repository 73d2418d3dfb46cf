package audit

import (
	"fmt"
	"strings"
	"time"

	"fence/fencekit/trace"
)

// object is one object of a resource, with all that was written to it.
type object struct {
	name    string
	values  []*value // those applied, oldest first; the last is current
	highest int64    // the highest token applied, by the event topped; before the first, none
	topped  int
}

// value is a write that was applied.
type value struct {
	seq       int
	id        string
	object    *object
	writer    author
	discarded bool
}

// author is who stands behind a write or a read, and with what.
type author struct {
	client   *client
	grant    *grant // nil if it never had one
	named    bool   // the event names its hold
	live     bool   // and has a live lease at that instant
	token    int64
	hasToken bool
}

// order returns the place of the author's grant among all grants; nobody's is older than every grant.
func (w *author) order() int {
	if w.grant == nil {
		return none
	}
	return w.grant.order
}

// readKey finds the newest read of an object: by a hold, or, where reads do not name one, by a client.
type readKey struct {
	grant  *grant
	client *client
	object *object
}

// check is what a client's look at its clock was worth.
type check struct {
	seq       int
	cancelled bool // in true time no more than the margin was left
	left      time.Duration
}

func newObject(name string) *object { return &object{name: name, topped: none} }

// current returns the value that an object holds, or nil.
func (o *object) current() *value {
	for n := len(o.values); n > 0; n-- {
		if v := o.values[n-1]; !v.discarded {
			return v
		}
		o.values = o.values[:n-1]
	}
	return nil
}

// hold returns the grant of the hold that an event names.
func (a *auditor) hold(e trace.Event) *grant {
	if hold, ok := e.Get("hold"); ok {
		return a.holds[hold]
	}
	id := text(e, "id")
	if g := a.holds[id]; g != nil {
		return g
	}
	if dot := strings.LastIndexByte(id, '.'); dot >= 0 {
		return a.holds[id[:dot]]
	}
	return nil
}

// holdOf returns the grant of what a client does itself: of the hold that the event names, or else its newest.
func (a *auditor) holdOf(e trace.Event) *grant {
	if g := a.hold(e); g != nil {
		return g
	}
	return a.clients.get(e.Actor, newClient).newest
}

// author finds out who stands behind a write or a read.
func (a *auditor) author(e trace.Event) (w author, err error) {
	by, err := name(e, "by")
	if err != nil {
		return w, err
	}
	if w.token, w.hasToken, err = number(e, "token"); err != nil {
		return w, err
	}
	w.client = a.clients.get(by, newClient)
	if w.grant = a.hold(e); w.grant != nil {
		w.named, w.live = true, w.grant.live(e.At)
		return w, nil
	}
	lock, named := e.Get("lock")
	w.grant = a.grantOf(&w, lock, named)
	w.live = w.client.liveOn(lock, named, e.At)
	return w, nil
}

// grantOf finds the grant of an author that names no hold: the client's newest with that token, or else its newest.
func (a *auditor) grantOf(w *author, lock string, named bool) *grant {
	key := tokenKey{w.client.name, "", w.token}
	if named {
		key.lock = "lock " + lock
	}
	if g := a.tokens[key]; w.hasToken && g != nil {
		return g
	}
	if !named {
		return w.client.newest
	}
	if p := w.client.parties[lock]; p != nil {
		return p.newest
	}
	return nil
}

// countsFor reports whether what a hold does counts: not if the horizon cut it off.
func (a *auditor) countsFor(g *grant) bool {
	return !a.cut || g == nil || g.belief == nil || g.belief.ends
}

// check takes a client's look at its clock.
func (a *auditor) check(e trace.Event) error {
	g := a.holdOf(e)
	if _, ok := e.Get("margin"); !ok || g == nil || g.promise == forever {
		return nil
	}
	margin, err := duration(e, "margin")
	if err != nil {
		return err
	}
	if id, ok := e.Get("id"); ok {
		left := g.promise - e.At
		a.checks[id] = check{e.Seq, left <= margin, left}
	}
	return nil
}

// abort takes a write that its client does not send.
func (a *auditor) abort(e trace.Event) {
	a.seen.writes = true
	if a.countsFor(a.holdOf(e)) {
		a.counts[aborted]++
	}
}

// write takes a write that reached the resource.
func (a *auditor) write(e trace.Event) error {
	w, err := a.author(e)
	if err != nil {
		return err
	}
	a.seen.writes = true
	o := a.objects.get(text(e, "obj"), newObject)
	counted := a.countsFor(w.grant)
	if counted {
		a.arrived(e, &w)
	}
	if e.Kind == trace.KindRefused {
		return nil
	}
	if counted {
		a.applied(e, &w, o)
	}
	a.apply(e, &w, o)
	return nil
}

// send takes a write that leaves its client; a message without an id is none.
func (a *auditor) send(e trace.Event) {
	id, ok := e.Get("id")
	if !ok || a.sent[id] {
		return
	}
	a.seen.writes = true
	a.sent[id] = true
	if a.countsFor(a.holdOf(e)) {
		a.leaves(e, e.Actor)
	}
}

// leaves counts a write as sent: when it is sent, or, where the log does not tell of that, when it arrives.
func (a *auditor) leaves(e trace.Event, from string) {
	a.counts[sent]++
	if c, ok := a.checks[text(e, "id")]; ok && c.cancelled {
		a.count(marginsCancelled, e, func() (string, []int) {
			return fmt.Sprintf("%s of %s was sent although its lease had %s ms left at the check, no more than the margin",
				text(e, "id"), from, millis(c.left)), []int{c.seq, e.Seq}
		})
	}
}

// arrived counts a write by what its sender had when it arrived.
func (a *auditor) arrived(e trace.Event, w *author) {
	if !a.sent[text(e, "id")] {
		a.leaves(e, w.client.name)
	}
	if !w.live {
		a.count(unlockedArrived, e, a.unlocked(e, w, "reached the resource"))
	}
	if e.Kind != trace.KindRefused {
		return
	}
	a.counts[refused]++
	if w.live || w.named && e.At < w.grant.promise {
		a.count(refusedLive, e, func() (string, []int) {
			return fmt.Sprintf("the resource refused %s of %s%s, whose lease was still good%s",
				text(e, "id"), w.client.name, w.with(), w.promised()), w.witness(e.Seq)
		})
	}
}

// with says which token a write carries, if any.
func (w *author) with() string {
	if !w.hasToken {
		return ""
	}
	return fmt.Sprintf(" (token %d)", w.token)
}

func (w *author) promised() string {
	if w.grant == nil {
		return ""
	}
	return w.grant.goodUntil()
}

// witness returns the author's grant and more events.
func (w *author) witness(events ...int) []int {
	if w.grant != nil {
		events = append(events, w.grant.seq)
	}
	return events
}

// unlocked tells of a write or read without a live lease, and why there was none.
func (a *auditor) unlocked(e trace.Event, w *author, did string) func() (string, []int) {
	return func() (string, []int) {
		head := fmt.Sprintf("%s of %s%s %s; %s", text(e, "id"), w.client.name, w.with(), did, w.client.name)
		g := w.grant
		switch {
		case g == nil:
			return head + " had never been granted a lease", []int{e.Seq}
		case g.over && g.by != none:
			end := a.events[g.by]
			return fmt.Sprintf("%s's lease %s at %s ms", head, endings[end.Kind], millis(end.At)), []int{g.seq, g.by, e.Seq}
		}
		return fmt.Sprintf("%s's lease ran out at %s ms", head, millis(g.until)), []int{g.seq, e.Seq}
	}
}

// endings says how a lease ended by the event that ended it.
var endings = map[trace.Kind]string{
	trace.KindExpire:   "ran out",
	trace.KindRelease:  "was given back",
	trace.KindRevoke:   "was revoked",
	trace.KindFailover: "was forgotten in a failover",
	trace.KindGrant:    "was superseded by a new grant",
}

// applied counts an applied write by what it does to the value that it replaces.
func (a *auditor) applied(e trace.Event, w *author, o *object) {
	if !w.live {
		a.count(unlockedApplied, e, a.unlocked(e, w, "was applied"))
	}
	if over := o.current(); over != nil && over.writer.client != w.client {
		a.replaces(e, w, over)
		a.loses(e, w, over)
	}
	if w.hasToken && o.topped != none && w.token < o.highest {
		a.count(staleTokenApplied, e, func() (string, []int) {
			return fmt.Sprintf("%s of %s%s was applied to %s, which had seen token %d",
				text(e, "id"), w.client.name, w.with(), o.name, o.highest), []int{o.topped, e.Seq}
		})
	}
}

// replaces counts a write over the value of another client.
func (a *auditor) replaces(e trace.Event, w *author, over *value) {
	tell := func() (string, []int) {
		return fmt.Sprintf("%s of %s%s replaced %s of %s%s in %s", text(e, "id"), w.client.name, w.with(),
			over.id, over.writer.client.name, over.writer.with(), over.object.name), []int{over.seq, e.Seq}
	}
	newer := over.writer.order() > w.order()
	numbered := w.hasToken && over.writer.hasToken
	switch {
	case numbered && over.writer.token > w.token, !numbered && newer:
		a.count(workDestroyed, e, tell)
	case numbered && over.writer.token == w.token:
		a.count(sameToken, e, tell)
	}
	if newer {
		a.count(newerOverwritten, e, tell)
	}
	if !w.live {
		a.count(unlockedOverwrote, e, tell)
	}
}

// loses counts a write over a value of another client that came after the writer's read.
func (a *auditor) loses(e trace.Event, w *author, over *value) {
	read, ok := a.reads[readKey{w.held(), w.client, over.object}]
	if !ok || over.seq < read {
		return
	}
	a.count(lostUpdates, e, func() (string, []int) {
		return fmt.Sprintf("%s of %s replaced %s of %s in %s, which came after what %s had read at %s ms", text(e, "id"),
				w.client.name, over.id, over.writer.client.name, over.object.name, w.client.name, millis(a.events[read].At)),
			[]int{read, over.seq, e.Seq}
	})
}

// held returns the grant of the hold that the event names, or nil where it names none.
func (w *author) held() *grant {
	if w.named {
		return w.grant
	}
	return nil
}

// apply puts a write's value in the place of the one held.
func (a *auditor) apply(e trace.Event, w *author, o *object) {
	if !w.hasToken && w.grant == nil {
		a.seen.orderless = true
	}
	v := &value{seq: e.Seq, id: text(e, "id"), object: o, writer: *w}
	o.values = append(o.values, v)
	if v.id != "" {
		a.written[v.id] = v
	}
	if w.hasToken && (o.topped == none || w.token > o.highest) {
		o.highest, o.topped = w.token, e.Seq
	}
}

// read takes a read that the resource answered.
func (a *auditor) read(e trace.Event) error {
	w, err := a.author(e)
	if err != nil {
		return err
	}
	a.seen.reads = true
	o := a.objects.get(text(e, "obj"), newObject)
	a.reads[readKey{w.held(), w.client, o}] = e.Seq
	saw, told := e.Get("saw")
	if v := o.current(); told && v != nil && v.id != saw && !w.live {
		a.count(staleRead, e, func() (string, []int) {
			return fmt.Sprintf("%s, without a live lease, read %s from %s, which %s of %s had replaced",
				w.client.name, saw, o.name, v.id, v.writer.client.name), []int{v.seq, e.Seq}
		})
	}
	return nil
}

// discard takes an acknowledged write out of the history of its object.
func (a *auditor) discard(e trace.Event) {
	v := a.written[text(e, "id")]
	a.count(ackedLost, e, func() (string, []int) {
		if v == nil {
			return fmt.Sprintf("an acknowledged write of %q was discarded", text(e, "id")), []int{e.Seq}
		}
		return fmt.Sprintf("%s of %s had been applied to %s and was discarded", v.id, v.writer.client.name, v.object.name),
			[]int{v.seq, e.Seq}
	})
	if v != nil {
		v.discarded = true
	}
}
