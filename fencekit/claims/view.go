package claims

import (
	"fmt"

	"fence/fencekit/lease"
)

// stand is a place to watch a trial from: parameters and a posture.
type stand struct {
	params  lease.Params
	posture lease.Posture
}

// stands returns one for each posture.
func stands(on *setup, postures ...lease.Posture) []stand {
	var out []stand
	for _, p := range postures {
		out = append(out, stand{on.params(), p})
	}
	return out
}

// view is one run, a trial as seen from a stand: its schedule, its timeline, and what became of every write.
type view struct {
	posture  lease.Posture
	schedule *lease.Schedule
	timeline *lease.Timeline
	writes   []seen
	counts   lease.Counts
}

// seen is a write and what became of it, with the resource's tokens after it.
type seen struct {
	lease.Write
	fate            lease.Fate
	stored, highest int64
}

// sent says whether the write left its client.
func (w *seen) sent() bool { return w.fate != lease.IsAborted }

// grant returns the grant of a write.
func (v *view) grant(w *seen) *lease.Grant { return &v.timeline.Grants[w.Grant] }

// attempt returns what was drawn for a hold.
func (v *view) attempt(g *lease.Grant) *lease.Attempt {
	return &v.schedule.Clients[g.Client].Attempts[g.Attempt]
}

// name names a write for people.
func (v *view) name(w *seen) string { return lease.WriteID(v.grant(w), w.Index) }

// watch runs trials from every stand and shows the views of each to visit. It stops at the first finding that visit
// returns, and returns it with the seed.
func (c *checker) watch(trials int, from []stand, visit func(v []*view) (finding string)) string {
	if c.err != nil {
		return ""
	}
	watchers := make([]watcher, len(from))
	views := make([]*view, len(from))
	for i := range from {
		watchers[i].Runner = c.runner(&from[i])
		views[i] = &watchers[i].view
	}
	for n := range trials {
		if err := c.ctx.Err(); err != nil {
			c.err = fmt.Errorf("claims: check: after %d of %d trials: %w", n, trials, err)
			return ""
		}
		seed := c.opt.Seed + uint64(n)
		for i := range watchers {
			watchers[i].run(seed, from[i].posture)
		}
		if finding := visit(views); finding != "" {
			return fmt.Sprintf("seed %d: %s", seed, finding)
		}
	}
	return ""
}

// runner returns what runs trials from one stand. Its parts are its own: each run is drawn, served and judged for
// itself, so that a posture that reaches back into the schedule or the timeline is seen to.
func (c *checker) runner(from *stand) *lease.Runner {
	return lease.NewRunner(&from.params, nil, c.opt.parts())
}

// watcher runs one trial after the other from a stand and keeps the view of the last.
type watcher struct {
	*lease.Runner
	view view
}

func (w *watcher) run(seed uint64, posture lease.Posture) {
	v := &w.view
	v.posture, v.writes = posture, v.writes[:0]
	v.timeline, v.counts = w.Run(seed, posture, func(w *lease.Write, fate lease.Fate, after *lease.Resource) {
		v.writes = append(v.writes, seen{*w, fate, after.Stored(), after.Highest()})
	})
	v.schedule = v.timeline.Schedule
}

// apart runs trials from every stand, side by side, and returns their counts, by trial and then by stand.
func (c *checker) apart(name string, trials int, from []stand) [][]lease.Counts {
	var all [][]lease.Counts
	c.each(name, trials, func() func(int) []lease.Counts {
		runners := make([]*lease.Runner, len(from))
		for i := range from {
			runners[i] = c.runner(&from[i])
		}
		return func(n int) []lease.Counts {
			counts := make([]lease.Counts, len(from))
			for i := range from {
				_, counts[i] = runners[i].Run(c.opt.Seed+uint64(n), from[i].posture, nil)
			}
			return counts
		}
	}, func(counts []lease.Counts) { all = append(all, counts) })
	return all
}
