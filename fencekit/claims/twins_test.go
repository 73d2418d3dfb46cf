package claims

import (
	"time"

	"fence/fencekit/lease"
)

// The parts of broken engines. A draw, a service and a judge are changed before or after the real one did its work;
// the judge is written again here, plainly, so that it can be broken at any of its rules. The unbroken twin of it has
// to pass every claim.

// drawn draws under changed parameters and then changes the schedule. Each may be nil.
func drawn(before func(p *lease.Params), after func(s *lease.Schedule)) func() lease.Parts {
	return func() lease.Parts {
		return lease.Parts{Draw: func(p *lease.Params, seed uint64) *lease.Schedule {
			q := *p
			if before != nil {
				before(&q)
			}
			s := lease.Draw(&q, seed)
			if after != nil {
				after(s)
			}
			return s
		}}
	}
}

// attempts changes every attempt of a schedule.
func attempts(change func(s *lease.Schedule, a *lease.Attempt)) func() lease.Parts {
	return drawn(nil, func(s *lease.Schedule) {
		for i := range s.Clients {
			for k := range s.Clients[i].Attempts {
				change(s, &s.Clients[i].Attempts[k])
			}
		}
	})
}

// served serves under changed parameters and then changes the timeline. Each may be nil.
func served(before func(s *lease.Schedule, p *lease.Params), after func(t *lease.Timeline)) func() lease.Parts {
	return func() lease.Parts {
		return lease.Parts{Serve: func(s *lease.Schedule, aborting bool) *lease.Timeline {
			p, changed := *s.Params, *s
			changed.Params = &p
			if before != nil {
				before(&changed, &p)
			}
			t := lease.Serve(&changed, aborting)
			t.Schedule = s
			if after != nil {
				after(t)
			}
			return t
		}}
	}
}

// writes changes every write of a timeline.
func writes(change func(t *lease.Timeline, w *lease.Write)) func() lease.Parts {
	return served(nil, func(t *lease.Timeline) {
		for i := range t.Writes {
			change(t, &t.Writes[i])
		}
	})
}

// ledger is what the plain judge knows when a write arrives.
type ledger struct {
	resource lease.Resource
	margin   time.Duration
	arrived  int64 // the token of the write that arrived last, applied or not
	// The write whose value the resource holds; its client is -1 before the first.
	client, grant int32
	token         int64
}

// fate is the fate of a write by the rules of the model.
func (l *ledger) fate(p lease.Posture, w *lease.Write) lease.Fate {
	switch {
	case p.Check && w.Believed <= l.margin:
		return lease.IsAborted
	case p.Rule == lease.NotBelow && w.Token < l.resource.Highest():
		return lease.IsRefused
	case p.Rule == lease.Above && w.Token <= l.resource.Highest():
		return lease.IsRefused
	case p.Rule == lease.LiveAtService && !w.Live:
		return lease.IsRefused
	}
	return lease.IsApplied
}

// arrival is a write at the resource, with what the judge knows and its fate by the rules of the model.
type arrival struct {
	*ledger
	posture lease.Posture
	write   *lease.Write
	honest  lease.Fate
}

// ruled judges by a rule and then changes the counts. Either may be nil.
func ruled(rule func(a arrival) lease.Fate, after func(c *lease.Counts)) func() lease.Parts {
	return func() lease.Parts {
		return lease.Parts{Judge: func(t *lease.Timeline, p lease.Posture, each lease.Observer) lease.Counts {
			c := plainJudge(t, p, rule, each)
			if after != nil {
				after(&c)
			}
			return c
		}}
	}
}

// plainJudge judges a timeline without sections that read.
func plainJudge(t *lease.Timeline, p lease.Posture, rule func(arrival) lease.Fate, each lease.Observer) lease.Counts {
	l := ledger{resource: lease.NewResource(lease.Always, lease.OnWrites), client: -1, grant: -1}
	l.margin = t.Schedule.Params.Margin
	c := lease.Counts{lease.Grants: int64(len(t.Grants)), lease.Attempts: t.Attempts, lease.BothHeld: t.BothHeld,
		lease.BothHeldTime: int64(t.BothHeldTime), lease.ReleasedStranger: t.ReleasedStranger}
	for i := range t.Writes {
		w := &t.Writes[i]
		v := l.fate(p, w)
		if rule != nil {
			v = rule(arrival{&l, p, w, v})
		}
		if w.Counted {
			l.count(&c, p, w, v)
		}
		if v != lease.IsAborted {
			l.arrived = w.Token
		}
		if v == lease.IsApplied {
			l.resource.Apply(w)
			l.client, l.grant, l.token = w.Client, w.Grant, w.Token
		}
		if each != nil {
			each(w, v, &l.resource)
		}
	}
	return c
}

// count counts a write before it changes the resource.
func (l *ledger) count(c *lease.Counts, p lease.Posture, w *lease.Write, v lease.Fate) {
	add := func(k lease.Counter, when bool) {
		if when {
			c[k]++
		}
	}
	applied, refused, sent := v == lease.IsApplied, v == lease.IsRefused, v != lease.IsAborted
	stranger := applied && l.client >= 0 && l.client != w.Client
	add(lease.Aborted, !sent)
	add(lease.Sent, sent)
	add(lease.UnlockedArrived, sent && !w.Live)
	add(lease.UnlockedApplied, applied && !w.Live)
	add(lease.Refused, refused)
	add(lease.RefusedLive, refused && w.Promised)
	add(lease.WorkDestroyed, stranger && l.token > w.Token)
	add(lease.SameToken, stranger && l.token == w.Token)
	add(lease.NewerOverwritten, stranger && l.grant > w.Grant)
	add(lease.MarginsCancelled, p.Check && sent && w.Remaining <= l.margin)
}

// redrawn judges as the model does, but under fencing it draws one number more and serves again.
func redrawn() lease.Parts {
	return lease.Parts{Judge: func(t *lease.Timeline, p lease.Posture, each lease.Observer) lease.Counts {
		if p.Name == lease.Fencing.Name && t.Schedule.Seed != 0 {
			again := lease.Draw(t.Schedule.Params, t.Schedule.Seed)
			first := &again.Clients[0].Attempts[0]
			first.Think += time.Second
			*t = *lease.Serve(again, false)
		}
		return plainJudge(t, p, nil, each)
	}}
}

// forgetful draws with dice that are not put back at the start of a seed.
func forgetful() lease.Parts {
	n := uint64(0)
	return lease.Parts{Draw: func(p *lease.Params, seed uint64) *lease.Schedule {
		n++
		s := lease.Draw(p, seed+n)
		s.Seed = seed
		return s
	}}
}
