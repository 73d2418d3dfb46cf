package lease

import "time"

// hold places a hold in time: its pauses, checks, sends and arrivals, and when the client lets go. All of it follows
// from the grant, the client's attempt and its clock.
func (sv *Server) hold(c *Client, n int32, g *Grant) {
	a := &c.Attempts[g.Attempt]
	h := holding{a: a, gap: sv.p.Gap, writes: len(a.Wires), at: g.At}
	r := sv.reader(c, g.Client, g.At)
	last, first := 0, len(sv.slots)
	for i := range a.Wires {
		check := h.check(i)
		send := h.send(i)
		w := Write{Grant: n, Index: int32(i), Client: g.Client, Token: g.Token,
			Check: check, Send: send, Arrive: send + a.Wires[i]}
		w.Remaining = sv.p.Lease - (check - g.At)
		w.Believed = w.Remaining - r.gained(check)
		if sv.early && w.Believed <= sv.p.Margin {
			sv.giveUp(g, w, len(a.Wires))
			return
		}
		sv.slots = append(sv.slots, w)
		if w.Arrive >= sv.slots[first+last].Arrive {
			last = i
		}
	}
	g.LetGo = sv.slots[first+last].Arrive
	for i := first; i < len(sv.slots); i++ {
		sv.under(g, &sv.slots[i], int32(i), i == first+last)
	}
}

// giveUp ends a hold at its first abort: the writes sent before are under way, the one that aborts and those after it
// are never sent, and the client lets go at once.
func (sv *Server) giveUp(g *Grant, aborted Write, writes int) {
	g.LetGo = aborted.Check
	first := len(sv.slots) - int(aborted.Index)
	for i := first; i < len(sv.slots); i++ {
		sv.under(g, &sv.slots[i], int32(i), false)
	}
	aborted.Send, aborted.Arrive = aborted.Check, aborted.Check
	for i := int(aborted.Index); i < writes; i++ {
		aborted.Index = int32(i)
		sv.slots = append(sv.slots, aborted)
		slot := len(sv.slots) - 1
		sv.under(g, &sv.slots[slot], int32(slot), i == writes-1)
	}
}

// under puts a write under way.
func (sv *Server) under(g *Grant, w *Write, slot int32, ends bool) {
	w.Counted = g.LetGo < sv.p.Horizon
	if w.Counted && w.Arrive >= sv.p.Horizon {
		sv.t.Late = append(sv.t.Late, *w)
	}
	pass := int32(0)
	if w.Arrive == g.At {
		pass = g.Pass + 1
	}
	sv.wire.push(due{at: w.Arrive, order: orderOf(pass, g.Client), slot: slot, ends: ends})
}

// holding walks through a hold's running time. Time runs on while the thread is stopped.
type holding struct {
	a      *Attempt
	gap    time.Duration
	writes int
	at     time.Duration // the grant, plus every pause so far
	paused int           // pauses so far
	pause  func(at time.Duration, p Pause)
}

// check returns the true instant of the i-th check. A pause at an offset below the work comes before it.
func (h *holding) check(i int) time.Duration {
	running := h.share(i+1) + time.Duration(i)*h.gap
	h.stop(running)
	return h.at + running
}

// send returns the true instant of the i-th send. A pause in the gap comes before it; the last waits for all.
func (h *holding) send(i int) time.Duration {
	running := h.share(i+1) + time.Duration(i+1)*h.gap
	if i == h.writes-1 {
		h.stop(never)
	} else {
		h.stop(running)
	}
	return h.at + running
}

// share returns the running time of the work's first i parts.
func (h *holding) share(i int) time.Duration {
	if i == h.writes {
		return h.a.Work
	}
	n := time.Duration(h.writes)
	return h.a.Work/n*time.Duration(i) + h.a.Work%n*time.Duration(i)/n
}

// stop adds the pauses that begin before a running time.
func (h *holding) stop(before time.Duration) {
	for h.paused < len(h.a.Pauses) && h.a.Pauses[h.paused].At < before {
		p := h.a.Pauses[h.paused]
		if h.pause != nil {
			h.pause(h.at+p.At, p)
		}
		h.at += p.For
		h.paused++
	}
}

// reader follows what a client's clock gains over true time since a grant.
type reader struct {
	c     *Client
	at    time.Duration
	step  int
	steps time.Duration
	wall  bool
}

// reader starts at a grant: the steps up to and including that instant are in both of the readings that the client
// subtracts, and so in neither.
func (sv *Server) reader(c *Client, client int32, at time.Duration) reader {
	k := sv.clients[client].step
	for int(k) < len(c.Steps) && c.Steps[k].At <= at {
		k++
	}
	sv.clients[client].step = k
	return reader{c: c, at: at, step: int(k), wall: sv.p.Clock == Wall}
}

// gained returns what the clock has gained between the grant and a later check: every step between, and the drift.
func (r *reader) gained(check time.Duration) time.Duration {
	if r.wall {
		for r.step < len(r.c.Steps) && r.c.Steps[r.step].At <= check {
			r.steps += r.c.Steps[r.step].By
			r.step++
		}
	}
	if r.c.Drift == 0 {
		return r.steps
	}
	return r.steps + r.c.Drift.Over(check) - r.c.Drift.Over(r.at)
}
