package claims

import (
	"fmt"

	"fence/fencekit/lease"
)

// stand is a place to watch a run from: parameters and a posture.
type stand struct {
	params  lease.Params
	posture lease.Posture
}

// stands returns one for each posture.
func stands(r *run, postures ...lease.Posture) []stand {
	var out []stand
	for _, p := range postures {
		out = append(out, stand{r.params(), p})
	}
	return out
}

// view is one trial as seen from a stand: its schedule, its timeline, and what became of every write.
type view struct {
	posture  lease.Posture
	schedule *lease.Schedule
	timeline *lease.Timeline
	counts   lease.Counts
	writes   []seen
}

// seen is a write and what became of it, with the resource's tokens after it.
type seen struct {
	lease.Write
	verdict         lease.Fate
	stored, highest int64
}

// sent says whether the write left its client.
func (w *seen) sent() bool { return w.verdict != lease.IsAborted }

// grant returns the grant of a write.
func (v *view) grant(w *seen) *lease.Grant { return &v.timeline.Grants[w.Grant] }

// attempt returns what was drawn for a hold.
func (v *view) attempt(g *lease.Grant) *lease.Attempt {
	return &v.schedule.Clients[g.Client].Attempts[g.Attempt]
}

// name names a write for people.
func (v *view) name(w *seen) string { return lease.WriteID(v.grant(w), w.Index) }

// watch runs every trial of a run from every stand, each drawn, served and judged by parts of its own, and shows the
// views to visit. It stops at the first finding that visit returns, and returns it with the seed.
func (c *checker) watch(trials int, from []stand, visit func(v []*view) (finding string)) string {
	if c.err != nil {
		return ""
	}
	engines := make([]engine, len(from))
	views := make([]*view, len(from))
	for i := range from {
		engines[i] = engine{stand: from[i], parts: c.opt.parts()}
		views[i] = &engines[i].view
	}
	for n := range trials {
		if err := c.ctx.Err(); err != nil {
			c.err = fmt.Errorf("claims: check: after %d of %d trials: %w", n, trials, err)
			return ""
		}
		seed := c.opt.Seed + uint64(n)
		for i := range engines {
			engines[i].run(seed)
		}
		if finding := visit(views); finding != "" {
			return fmt.Sprintf("seed %d: %s", seed, finding)
		}
	}
	return ""
}

// engine runs one trial after the other from a stand, in memory that it reuses.
type engine struct {
	stand
	parts    lease.Parts
	drawer   lease.Drawer
	server   lease.Server
	schedule lease.Schedule
	timeline lease.Timeline
	view     view
}

// run draws, serves and judges the trial of a seed. The posture has its own turn at all three, so that one that reaches
// back into the schedule or the timeline is seen to.
func (e *engine) run(seed uint64) {
	v := &e.view
	v.posture, v.schedule, v.timeline = e.posture, &e.schedule, &e.timeline
	if e.parts.Draw != nil {
		v.schedule = e.parts.Draw(&e.params, seed)
	} else {
		e.drawer.Draw(&e.params, seed, &e.schedule)
	}
	if e.parts.Serve != nil {
		v.timeline = e.parts.Serve(v.schedule, e.posture.Check)
	} else {
		e.server.Serve(v.schedule, e.posture.Check, &e.timeline)
	}
	v.writes = v.writes[:0]
	v.counts = judge(e.parts, v.timeline, e.posture, func(w *lease.Write, verdict lease.Fate, after *lease.Resource) {
		v.writes = append(v.writes, seen{*w, verdict, after.Stored(), after.Highest()})
	})
}

// judge replays a timeline with the parts' judge, and shows each write.
func judge(parts lease.Parts, t *lease.Timeline, posture lease.Posture, each lease.Observer) lease.Counts {
	if parts.Judge != nil {
		return parts.Judge(t, posture, each)
	}
	return lease.Fates(t, posture, t.Schedule.Params.Margin, each)
}
