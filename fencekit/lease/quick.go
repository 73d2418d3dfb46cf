package lease

import (
	"math"
	"time"
)

// quick says that a schedule can be run by [Server.serveQuick]: one write a hold, a release that frees nothing but
// its own lease, nothing that a failover forgets and no early release.
func (sv *Server) quick(s *Schedule) bool {
	p := s.Params
	return p.Writes == 1 && !sv.early && p.Release != Uncompared && (p.Failover != Lossy || len(s.Failovers) == 0)
}

// serveQuick is the faster twin of the loop in [Server.Serve], for the published experiment and its like. There the
// lock is free again at the release or the expiry of the last grant, whichever is first, and nothing else can come
// between: each grant follows from the one before and from the earliest request. A test holds the two equal.
func (sv *Server) serveQuick(s *Schedule) {
	p, t := sv.p, sv.t
	wall, arrived, free := p.Clock == Wall, 0, time.Duration(0)
	at, pass := time.Duration(-1), int32(0)
	for len(sv.requests) > 0 {
		request := &sv.requests[0]
		now := max(request.at, free)
		if now >= p.Horizon {
			break
		}
		if now == at {
			pass++
		} else {
			at, pass = now, 0
		}
		for arrived < len(t.Writes) && t.Writes[arrived].Arrive <= now {
			arrived++
		}
		client := clientOf(request.order)
		c, k := &s.Clients[client], sv.clients[client].attempt
		n := int32(len(t.Grants))
		t.Writes = append(t.Writes, Write{})
		w := &t.Writes[len(t.Writes)-1]
		w.Grant, w.Client, w.Token = n, client, int64(n)+1
		w.place(&c.Attempts[k], now, p)
		if wall && len(c.Steps) > 0 {
			w.Believed -= c.stepped(&sv.clients[client], now, w.Check)
		}
		if c.Drift != 0 {
			w.Believed -= c.Drift.Over(w.Check) - c.Drift.Over(now)
		}
		until, letGo := now+p.Lease, w.Arrive
		w.Live, w.Promised, w.Counted = letGo < until, letGo < until, letGo < p.Horizon

		t.Grants = append(t.Grants, Grant{})
		g := &t.Grants[n]
		g.Client, g.Attempt, g.Pass, g.WritesBefore, g.Freed = client, k, pass, int32(arrived), none
		g.Token, g.Request, g.At, g.Until, g.LetGo, g.Ended = w.Token, request.at, now, until, letGo, until
		g.Counted = w.Counted
		switch {
		case w.Live && w.Counted:
			g.How, g.Ended, g.Freed = Released, letGo, n
		case until < p.Horizon:
			g.How = Expired
		}
		free = g.Ended
		sv.believe(now, letGo)
		t.settle(arrived)
		sv.clients[client].attempt++
		sv.next(c, g)
	}
}

// place places the only write of a hold: a pause at an offset below the work comes before the check, and every pause
// comes before the send.
func (w *Write) place(a *Attempt, at time.Duration, p *Params) {
	check := at + a.Work
	send := check + p.Gap
	for i := range a.Pauses {
		if q := &a.Pauses[i]; q.At < a.Work {
			check += q.For
			send += q.For
		} else {
			send += q.For
		}
	}
	w.Check, w.Send, w.Arrive = check, send, send+a.Wires[0]
	w.Remaining = p.Lease - (check - at)
	w.Believed = w.Remaining
}

// stepped returns the steps of a client's clock between a grant and the check that follows it.
func (c *Client) stepped(p *progress, at, check time.Duration) (by time.Duration) {
	k := int(p.step)
	for k < len(c.Steps) && c.Steps[k].At <= at {
		k++
	}
	p.step = int32(k)
	for ; k < len(c.Steps) && c.Steps[k].At <= check; k++ {
		by += c.Steps[k].By
	}
	return by
}

// settle puts the last write in its place among those that have not arrived yet, or takes it out if it will not
// arrive. Few are ever under way at once.
//
// Two arrivals at one instant come in the order of the passes that find them due and then of the clients. A hold of
// no length is found by a pass of its own, after all that was due before; and it comes here after all of them.
func (t *Timeline) settle(arrived int) {
	i := len(t.Writes) - 1
	w := &t.Writes[i]
	if !w.Counted {
		t.Writes = t.Writes[:i]
		return
	}
	t.Attempts++
	if i == arrived || !w.precedes(&t.Writes[i-1], t) {
		return
	}
	last := *w
	for i > arrived && last.precedes(&t.Writes[i-1], t) {
		t.Writes[i] = t.Writes[i-1]
		i--
	}
	t.Writes[i] = last
}

// precedes says whether a write of the latest grant arrives before one of an earlier grant.
func (w *Write) precedes(v *Write, t *Timeline) bool {
	if w.Arrive != v.Arrive {
		return w.Arrive < v.Arrive
	}
	return w.Client < v.Client && t.Grants[w.Grant].At < w.Arrive
}

// quickJudge is the faster twin of [Judging.judge] for holds that read nothing: the same rules on a handful of
// variables. A test holds the two equal.
//
// Under a fence the token of the value held is the highest applied, so that one write, the last applied, is all that
// has to be remembered; the other rules look at no token.
func quickJudge(t *Timeline, posture Posture, margin time.Duration) Counts {
	var aborted, sent, unlocked, applied, refused, refusedLive, cancelled int64
	c := t.common()
	over := &Write{Client: none, Grant: none}
	least := time.Duration(math.MinInt64) // the check's bound: what is believed to remain must be above it
	if posture.Check {
		least = margin
	}
	for i := range t.Writes {
		w := &t.Writes[i]
		counts := one(w.Counted)
		if w.Believed <= least {
			aborted += counts
			continue
		}
		sent += counts
		late := counts &^ one(w.Live)
		unlocked += late
		if w.Remaining <= least {
			cancelled += counts
		}
		if !posture.Rule.admits(w, over.Token) {
			refused += counts
			refusedLive += counts & one(w.Promised)
			continue
		}
		applied += late
		if (w.Token <= over.Token || w.Grant < over.Grant) && w.Counted {
			c.replaces(w, over.Token, over.Client, over.Grant)
		}
		over = w
	}
	c[Sent], c[Aborted], c[UnlockedArrived], c[UnlockedApplied] = sent, aborted, unlocked, applied
	c[Refused], c[RefusedLive], c[MarginsCancelled] = refused, refusedLive, cancelled
	c.late(t, posture, margin)
	return c
}

// one is 1 for true and 0 for false, without a branch that would be guessed wrong.
func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
