package claims

import (
	"fmt"
	"strconv"
	"time"

	"fence/fencekit/audit"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// What is on the screen. A drawing of a run is made from the story of its log, and a test of package plots holds the
// drawing to the story; here the story and the audit of the log are held to the run. The log is written from the
// schedule by itself, so that a service or a judge that is broken is seen to tell something else.

// told is how many runs the claims of one run look at: in one alone there may be nothing to see.
const told = 20

// bySource are the set-ups of a single source, of none and of all.
var bySource = []*setup{noSource, pausesOnly, stepsOnly, delayOnly, allSources}

// tell shows the log of every run of a set-up, under each of the published postures, to visit. It stops at the first
// finding, and returns it with the seed and the posture.
func (c *checker) tell(on *setup, trials int, visit func(v *view, l *trace.Log) (finding string)) string {
	return c.watch(trials, stands(on, published...), func(views []*view) string {
		for _, v := range views {
			l, err := lease.Log(v.schedule, v.posture)
			if err != nil {
				c.err = fmt.Errorf("claims: check: %s: %w", on.name, err)
				return "no log"
			}
			if finding := visit(v, l); finding != "" {
				return fmt.Sprintf("under %s: %s", v.posture.Name, finding)
			}
		}
		return ""
	})
}

// story tells a log up to an instant.
func (c *checker) story(l *trace.Log, at time.Duration) *trace.Story {
	if c.opt.story != nil {
		return c.opt.story(l, at)
	}
	return trace.ReadStoryUntil(l, at)
}

// horizon is the end of the run.
func (v *view) horizon() time.Duration { return v.schedule.Params.Horizon }

// bars compares the leases of the story, which are the bars of the lock service, with the grants of the run: when they
// begin and end, whose they are, and the token that labels them.
func bars(c *checker) measured {
	n, differ := 0, ""
	for _, on := range bySource {
		d := c.tell(on, told, func(v *view, l *trace.Log) string {
			leases, grants := c.story(l, v.horizon()).Leases, v.timeline.Grants
			if len(leases) != len(grants) {
				return fmt.Sprintf("%d bars and %d grants", len(leases), len(grants))
			}
			for i := range grants {
				if !isBar(&leases[i], &grants[i], v.horizon()) {
					return fmt.Sprintf("bar %d, token %s of %s from %v to %v, is not its grant's", i, leases[i].Token,
						leases[i].Holder, leases[i].From, leases[i].To)
				}
			}
			n += len(grants)
			return ""
		})
		if d != "" && differ == "" {
			differ = "with " + on.name + ", " + d
		}
	}
	return compared(differ, n, "bars", "Nothing was granted")
}

// millis writes a duration as a number of milliseconds, exactly.
func millis(d time.Duration) string { return trace.D("", d).Value }

func isBar(x *trace.Lease, g *lease.Grant, horizon time.Duration) bool {
	return x.From == g.At && x.To == min(g.Ended, horizon) && x.Holder == lease.ClientName(g.Client) &&
		x.Token == strconv.FormatInt(g.Token, 10)
}

// hatched is the time of belief that no lease covers, in milliseconds. The timeline of the run must agree.
func hatched(on *setup) checkFunc {
	return func(c *checker) measured {
		var hatch, beyond, believed time.Duration
		c.tell(on, on.trials, func(v *view, l *trace.Log) string {
			for _, b := range c.story(l, v.horizon()).Beliefs {
				believed += b.Length()
				for _, s := range b.Bare {
					hatch += s.Length()
				}
			}
			for i := range v.timeline.Grants {
				g := &v.timeline.Grants[i]
				beyond += max(0, min(g.LetGo, v.horizon())-max(g.Ended, g.At))
			}
			return ""
		})
		m := counted(0, int(believed), "Nobody believed")
		m.value = float64(hatch) / float64(time.Millisecond)
		m.text = fmt.Sprintf("%s ms of %s", millis(hatch), millis(believed))
		if hatch != beyond && m.flaw == "" {
			m.flaw = fmt.Sprintf("The run has %v of belief beyond its leases and its story %v", beyond, hatch)
		}
		return m
	}
}

// washed compares the length of the races with the time that the run counts as both held, to the nanosecond.
func washed(c *checker) measured {
	all := time.Duration(0)
	differ := c.tell(allSources, told, func(v *view, l *trace.Log) string {
		washes := time.Duration(0)
		for _, s := range c.story(l, v.horizon()).Races {
			washes += s.Length()
		}
		all += washes
		if held := time.Duration(v.counts[lease.BothHeldTime]); washes != held {
			return fmt.Sprintf("%v of washes and %v both held", washes, held)
		}
		return ""
	})
	m := compared(differ, int(all), "", "No two clients ever believed at once")
	m.text = fmt.Sprintf("all %v", all)
	return m
}

// playheads is at how many instants a story is told.
const playheads = 10

// beyondPlayhead counts what lies to the right of the playhead. What has happened must be there, and something must be
// yet to come.
func beyondPlayhead(c *checker) measured {
	n, ahead, flaw := int64(0), 0, ""
	c.tell(allSources, 1, func(v *view, l *trace.Log) string {
		whole := marks(c.story(l, v.horizon()))
		for k := range time.Duration(playheads) {
			at, happened, later := v.horizon()/(2*playheads)*(2*k+1), 0, 0
			for _, s := range whole {
				if s.From <= at {
					happened++
				}
				if s.To > at {
					later++
				}
			}
			part := marks(c.story(l, at))
			for _, s := range part {
				if s.To > at {
					n++
				}
			}
			if len(part) != happened || happened == 0 {
				flaw = fmt.Sprintf("At %v %d marks are drawn where %d had begun", at, len(part), happened)
			}
			if later > 0 {
				ahead++
			}
		}
		return ""
	})
	m := number(n)
	if m.flaw = flaw; flaw == "" && ahead < playheads*len(published) {
		m.flaw = "At some instant nothing was yet to come"
	}
	return m
}

// marks returns where the marks of a story lie, but for the stretches that follow from others: hatching and washes lie
// inside of beliefs.
func marks(s *trace.Story) (all []trace.Span) {
	instant := func(at time.Duration) { all = append(all, trace.Span{From: at, To: at}) }
	for i := range s.Leases {
		all = append(all, s.Leases[i].Span)
	}
	for i := range s.Beliefs {
		all = append(all, s.Beliefs[i].Span)
	}
	for i := range s.Pauses {
		all = append(all, s.Pauses[i].Span)
	}
	for i := range s.Steps {
		instant(s.Steps[i].At)
	}
	for i := range s.Checks {
		instant(s.Checks[i].At)
	}
	for i := range s.Aborts {
		instant(s.Aborts[i].At)
	}
	for i := range s.Sends {
		instant(s.Sends[i].At)
	}
	for i := range s.Arrivals {
		instant(s.Arrivals[i].At)
	}
	for i := range s.Failovers {
		instant(s.Failovers[i].At)
	}
	return all
}

// scoreboard compares what an audit of the log counts with what the run counted, every counter under each posture.
func scoreboard(c *checker) measured {
	var sums lease.Counts
	compares := 0
	differ := c.tell(allSources, told, func(v *view, l *trace.Log) string {
		report, err := audit.Lease(l)
		if err != nil {
			return err.Error()
		}
		for k := range lease.NumCounters {
			if n, ok := report.Get(k.String()); !ok || n != v.counts[k] {
				return fmt.Sprintf("%v is %s in the log and %s in the run", k, text(k, n), text(k, v.counts[k]))
			}
			sums[k] += v.counts[k]
			compares++
		}
		return ""
	})
	m := compared(differ, compares, "counters", "Nothing was counted")
	for _, k := range []lease.Counter{lease.Aborted, lease.Refused, lease.WorkDestroyed, lease.BothHeld} {
		if sums[k] == 0 && differ == "" {
			m.flaw = fmt.Sprintf("%v is 0 everywhere", k)
		}
	}
	return m
}
