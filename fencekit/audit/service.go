package audit

import (
	"fmt"
	"math"
	"time"

	"fence/fencekit/trace"
)

// lock is one lock at the lock service.
type lock struct {
	name    string
	current *grant // the newest, live or over
	highest int64  // the highest token granted, by the event topped; before the first, none
	topped  int

	parties index[party]
	acting  []*party // those that act as holders
	since   int      // the event since which two or more do
}

// client is one client, at all locks.
type client struct {
	name    string
	live    []*grant          // its grants, without those known to be over
	newest  *grant            // of any lock
	parties map[string]*party // by lock
}

// party is one client at one lock.
type party struct {
	lock   *lock
	client *client
	newest *grant
	belief *belief
	place  int    // in lock.acting, or none
	spans  []span // its leases, in order; they do not overlap
	past   int    // spans before it are over and looked at
}

// span is a time during which a lease was live, without its last instant, and the event that ended it, or none.
type span struct {
	from, to time.Duration
	by       int
}

// grant is one grant and what became of it.
type grant struct {
	seq, order int // its event, and its place among all grants
	party      *party
	token      int64
	hasToken   bool
	// until is when it dies of itself; promise is until when its holder was last told that it lives.
	until, promise time.Duration
	over           bool    // an event ended it
	by             int     // that event, or none
	belief         *belief // the hold that goes with it
}

const forever = time.Duration(math.MaxInt64)

// tokenKey finds the newest grant of a token to a client; lock is "" where any lock will do.
type tokenKey struct {
	client, lock string
	token        int64
}

func newLock(name string) *lock     { return &lock{name: name, topped: none} }
func newClient(name string) *client { return &client{name: name, parties: map[string]*party{}} }

// party returns a client at a lock.
func (a *auditor) party(who, at string) *party {
	k, c := a.locks.get(at, newLock), a.clients.get(who, newClient)
	return k.parties.get(who, func(string) *party {
		p := &party{lock: k, client: c, place: none}
		c.parties[at] = p
		return p
	})
}

// live reports whether the service honours a grant at an instant.
func (g *grant) live(at time.Duration) bool { return !g.over && at < g.until }

// liveOn reports whether the service honours a grant of a client at an instant: of the lock that is named, or of any.
func (c *client) liveOn(name string, named bool, at time.Duration) bool {
	if named {
		p := c.parties[name]
		return p != nil && p.newest != nil && p.newest.live(at)
	}
	for len(c.live) > 0 && !c.live[len(c.live)-1].live(at) {
		c.live = c.live[:len(c.live)-1]
	}
	return len(c.live) > 0
}

// grant takes a grant: it ends what was granted before.
func (a *auditor) grant(e trace.Event) error {
	to, err := name(e, "to")
	if err != nil {
		return err
	}
	g := &grant{seq: e.Seq, order: a.granted, by: none, until: forever, promise: forever}
	g.party = a.party(to, text(e, "lock"))
	if g.token, g.hasToken, err = number(e, "token"); err != nil {
		return err
	}
	if _, ok := e.Get("until"); !ok {
		a.seen.endless = true
	} else if err := a.promises(e, g); err != nil {
		return err
	}
	a.granted++
	a.counts[grants]++
	k := g.party.lock
	if k.current != nil {
		a.takeover(e, k.current, g)
	}
	k.current = g
	g.party.spans = append(g.party.spans, span{e.At, g.until, none})
	a.regress(e, g)
	a.remember(e, g)
	return nil
}

// promises reads until when a lease is to live, and tells its holder.
func (a *auditor) promises(e trace.Event, g *grant) error {
	until, err := duration(e, "until")
	if err != nil {
		return err
	}
	g.until = max(e.At, until)
	g.promise = g.until
	return nil
}

func (a *auditor) takeover(e trace.Event, old, g *grant) {
	if old.live(e.At) && old.party != g.party {
		a.count(earlyTakeover, e, func() (string, []int) {
			return fmt.Sprintf("%s was granted %s while %s's lease of it was live%s", g.party.client.name, g.party.lock.name,
				old.party.client.name, old.goodUntil()), []int{old.seq, e.Seq}
		})
	}
	if !old.over {
		a.finish(old, e.At, e.Seq)
	}
}

// goodUntil says until when its holder was told that it lives, if the log does.
func (g *grant) goodUntil() string {
	if g.promise == forever {
		return ""
	}
	return " until " + millis(g.promise) + " ms"
}

// regress looks whether a token is above all that were granted before.
func (a *auditor) regress(e trace.Event, g *grant) {
	if !g.hasToken {
		return
	}
	a.seen.tokens = true
	k := g.party.lock
	if k.topped == none || g.token > k.highest {
		k.highest, k.topped = g.token, e.Seq
		return
	}
	a.count(tokenRegress, e, func() (string, []int) {
		return fmt.Sprintf("%s was granted %s with token %d, though %d had been granted before",
			g.party.client.name, k.name, g.token, k.highest), []int{k.topped, e.Seq}
	})
}

// remember files a grant under all that a later event may call it by.
func (a *auditor) remember(e trace.Event, g *grant) {
	p := g.party
	p.newest, p.client.newest = g, g
	p.client.live = append(p.client.live, g)
	if hold, ok := e.Get("hold"); ok {
		a.holds[hold] = g
	}
	if g.hasToken {
		a.tokens[tokenKey{p.client.name, "", g.token}] = g
		a.tokens[tokenKey{p.client.name, "lock " + p.lock.name, g.token}] = g
	}
}

// finish ends a grant at an instant, by an event or by the end of the log.
func (a *auditor) finish(g *grant, at time.Duration, by int) {
	s := &g.party.spans[len(g.party.spans)-1]
	s.to, s.by = min(s.to, at), by
	g.over, g.by = true, by
	a.overstays(g, s)
}

// overstays counts how long a lease lived beyond its promise.
func (a *auditor) overstays(g *grant, s *span) {
	from := max(g.promise, s.from)
	if s.to <= from {
		return
	}
	to, who := s.to, g.party.client.name
	a.add(overstay, lasting(from, to), to, func() (string, []int) {
		events := []int{g.seq}
		if g.by != none {
			events = append(events, g.by)
		}
		return fmt.Sprintf("%s's lease of %s lived until %s ms, %s ms beyond what %s had last been promised",
			who, g.party.lock.name, millis(to), millis(time.Duration(lasting(from, to))), who), events
	})
}

// prolong takes a renew or an extend.
func (a *auditor) prolong(e trace.Event, whose string) error {
	who, err := name(e, whose)
	if err != nil {
		return err
	}
	until, err := duration(e, "until")
	if err != nil {
		return err
	}
	if e.Kind == trace.KindExtend {
		a.count(unrequestedExtension, e, func() (string, []int) {
			return fmt.Sprintf("%s's lease of %s was prolonged until %s ms, and %s had not asked",
				who, text(e, "lock"), millis(until), who), []int{e.Seq}
		})
	}
	g := a.locks.get(text(e, "lock"), newLock).current
	if g == nil || g.party.client.name != who {
		return nil
	}
	a.lengthen(e, g, max(e.At, until))
	return nil
}

// lengthen moves the end of a lease. One that is over is not made longer in hindsight: it begins again.
func (a *auditor) lengthen(e trace.Event, g *grant, until time.Duration) {
	p := g.party
	asked := e.Kind == trace.KindRenew
	switch {
	case !g.live(e.At):
		if !g.over {
			a.finish(g, g.until, none)
		}
		g.over, g.by = false, none
		p.spans = append(p.spans, span{e.At, until, none})
		p.client.live = append(p.client.live, g)
	case asked:
		// What it has overstayed until now does not end with the new promise.
		a.overstays(g, &span{p.spans[len(p.spans)-1].from, e.At, none})
	}
	g.until = until
	p.spans[len(p.spans)-1].to = until
	if asked {
		g.promise = until
	}
}

// ends takes an event that ends the newest grant of a lock, if holder and token, where it names them, are that grant's.
func (a *auditor) ends(e trace.Event) {
	g := a.locks.get(text(e, "lock"), newLock).current
	of, named := e.Get("of")
	by, asked := e.Get("by")
	if e.Kind == trace.KindRelease && asked && named && by != of {
		a.count(releasedStranger, e, func() (string, []int) {
			return fmt.Sprintf("a release of %s freed %s's lease of %s", by, of, text(e, "lock")), []int{e.Seq}
		})
	}
	if g == nil || g.over || named && of != g.party.client.name || !a.about(e, g) {
		return
	}
	// An expiry is early only against a time that was told; a revocation is early by its nature.
	told := e.Kind == trace.KindRevoke || g.promise != forever
	if e.Kind != trace.KindRelease && e.At < g.promise && told && g.live(e.At) {
		a.count(earlyRevoke, e, func() (string, []int) {
			return fmt.Sprintf("%s's lease of %s was ended by the service, although %s had been promised it%s",
				g.party.client.name, g.party.lock.name, g.party.client.name, g.goodUntil()), []int{g.seq, e.Seq}
		})
	}
	a.finish(g, e.At, e.Seq)
}

// about reports whether the token that an event names, if any, is the grant's. It is compared as text, for it is a
// name here.
func (a *auditor) about(e trace.Event, g *grant) bool {
	token, numbered := e.Get("token")
	if !numbered {
		return true
	}
	granted, _ := a.events[g.seq].Get("token")
	return token == granted
}

// failover takes a failover: it forgets what is numbered above the counter that is left, at one lock or at all.
func (a *auditor) failover(e trace.Event) error {
	counter, ok, err := number(e, "counter")
	if err != nil || !ok {
		return err
	}
	lock, one := e.Get("lock")
	for _, k := range a.locks.all {
		if g := k.current; (!one || k.name == lock) && g != nil && !g.over && g.hasToken && g.token > counter {
			a.finish(g, e.At, e.Seq)
		}
	}
	return nil
}

func (a *auditor) refusedRelease(e trace.Event) {
	a.count(releaseRefused, e, func() (string, []int) {
		who := text(e, "of")
		events := []int{e.Seq}
		if p := a.party(who, text(e, "lock")); p.newest != nil && p.newest.over && p.newest.by != none {
			events = append(events, p.newest.by)
		}
		return fmt.Sprintf("%s asked to release %s and had no lease of it any more", who, text(e, "lock")), events
	})
}
