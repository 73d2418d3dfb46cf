package claims

import (
	"fmt"
	"slices"
	"strings"

	"fence/fencekit/lease"
)

// need is what must be there for a claim to say anything: a fence that destroys nothing says nothing where nothing
// would have been destroyed without it. It returns a sentence if it is not there.
type need func(c *checker) (reason string)

// required says what claims need: a zero, or two things that are alike, would also be found where nothing could happen.
// A claim that is not named here asks for a figure above 0, or looks on its way for what it is about.
var required = []struct {
	ids   string // by blanks
	needs []need
}{
	// Postures can only differ where a check aborts, and agree about races only where there are any.
	{"control.ms.identical control.episodes.identical control.mismatches control.schedule.identical all.attempts.identical",
		[]need{some(allSources, lease.Check, lease.Aborted), some(allSources, lease.Unprotected, lease.BothHeld)}},
	{"control.failover.identical", []need{failedOver(lossy), some(lossy, lease.Check, lease.Aborted),
		some(lossy, lease.Unprotected, lease.BothHeld)}},
	{"delay.leases_disjoint", []need{some(allSources, lease.Unprotected, lease.BothHeld)}},

	// A fence has something to refuse, and work is destroyed without it.
	{"all.fencing.destroyed all.fencing.staircase all.fencing.refused_live all.destroyed.below_line",
		[]need{some(allSources, lease.Fencing, lease.Refused), some(allSources, lease.Unprotected, lease.WorkDestroyed)}},
	{"all.arrived.identical all.unprotected.applied all.sent.identical failover.none.reissued",
		[]need{some(allSources, lease.Fencing, lease.Refused), some(allSources, lease.Unprotected, lease.UnlockedArrived)}},
	{"pause.fencing.destroyed", []need{some(pausesOnly, lease.Unprotected, lease.WorkDestroyed)}},
	{"failover.destroyed", []need{reissuing(lossy), some(lossy, lease.Unprotected, lease.WorkDestroyed)}},
	{"strict.same_token", []need{reissuing(lossy), some(lossy, lease.Fencing, lease.SameToken)}},
	{"consensus.same_token consensus.refused_live",
		[]need{failedOver(consensus), some(consensus, lease.Fencing, lease.Refused)}},
	{"wrong_holder.covered", []need{some(uncompared, lease.Unprotected, lease.WorkDestroyed)}},
	{"release.stranger", []need{lateRelease(allSources)}},

	// A check has something to abort.
	{"all.fencing.aborts all.unprotected.sent all.check.balance", []need{some(allSources, lease.Check, lease.Aborted)}},

	// Without a source clients still meet at the lock.
	{"baseline.unlocked baseline.overlaps baseline.aborts baseline.sent.identical", []need{waited(noSource)}},

	// Clocks step within a hold, and cancel margins where there are any.
	{"clock.unprotected.unlocked clock.check.unlocked clock.fencing.unlocked clock.aborts clock.cancelled.margin0",
		[]need{stepped(stepsOnly)}},
	{"clock.overlaps", []need{stepped(stepsOnly), waited(stepsOnly)}},
	{"clock.margin500.unlocked", []need{some(stepsMargin, lease.Check, lease.MarginsCancelled)}},
	{"all.cancelled.balance all.steps.no_other_effect", []need{some(allSources, lease.Check, lease.MarginsCancelled)}},
	{"nosteps.cancelled", []need{some(noSteps, lease.Check, lease.Aborted),
		some(allSources, lease.Check, lease.MarginsCancelled)}},
	{"monotonic.cancelled", []need{some(monotonic, lease.Check, lease.Aborted), stepped(monotonic)}},

	// Writes arrive late, by the wire alone.
	{"delay.unlocked.identical delay.destroyed", []need{some(delayOnly, lease.Unprotected, lease.UnlockedArrived)}},
	{"delay.check.aborts", []need{some(delayOnly, lease.Check, lease.UnlockedArrived)}},
	{"delay.fencing.refused", []need{some(delayOnly, lease.Fencing, lease.UnlockedArrived)}},
}

// missing says what a claim needs and does not have.
func (c *checker) missing(id string) (reason string) {
	for _, r := range required {
		if !slices.Contains(strings.Fields(r.ids), id) {
			continue
		}
		for _, needed := range r.needs {
			if reason = needed(c); reason != "" {
				return reason
			}
		}
	}
	return ""
}

func absent(on *setup, what string) string {
	return fmt.Sprintf("It says nothing: with %s, %s.", on.name, what)
}

// some needs a counter to be above 0 under a posture.
func some(on *setup, p lease.Posture, k lease.Counter) need {
	return func(c *checker) string {
		if c.sample(on).total(p, k) > 0 {
			return ""
		}
		return absent(on, fmt.Sprintf("%v under %s is 0", k, p.Name))
	}
}

// once needs something to be seen in one run at least.
func once(on *setup, p lease.Posture, not string, found func(v *view) bool) need {
	return func(c *checker) string {
		seed := c.watch(on.trials, stands(on, p), func(v []*view) string {
			if found(v[0]) {
				return "found"
			}
			return ""
		})
		if seed != "" {
			return ""
		}
		return absent(on, not)
	}
}

// stepped needs a clock that steps between a grant and its check, and with it what a client of a wall clock reads.
func stepped(on *setup) need {
	return once(on, lease.Check, "no clock steps within a hold", func(v *view) bool {
		for i := range v.writes {
			w := &v.writes[i]
			moved := v.schedule.Params.Clock == lease.Monotonic || w.Believed > w.Remaining
			for _, s := range v.schedule.Clients[w.Client].Steps {
				if moved && s.By < 0 && s.At > v.grant(w).At && s.At <= w.Check {
					return true
				}
			}
		}
		return false
	})
}

// waited needs a client that asks for the lock while another holds it: two that never meet cannot overlap.
func waited(on *setup) need {
	return once(on, lease.Unprotected, "nobody waits for the lock", func(v *view) bool {
		for i := range v.timeline.Grants {
			if g := &v.timeline.Grants[i]; g.At > g.Request {
				return true
			}
		}
		return false
	})
}

// failedOver needs a failover of the lock service.
func failedOver(on *setup) need {
	return once(on, lease.Fencing, "nothing fails over", func(v *view) bool {
		f := v.schedule.Failovers
		return len(f) > 0 && f[0].At < v.schedule.Params.Horizon
	})
}

// reissuing needs a token that is issued again.
func reissuing(on *setup) need {
	return once(on, lease.Fencing, "no token is issued again", func(v *view) bool {
		g := v.timeline.Grants
		for i := 1; i < len(g); i++ {
			if g[i].Token <= g[i-1].Token {
				return true
			}
		}
		return false
	})
}

// lateRelease needs a release that comes when another client's lease is live, which is what a comparison is there for.
func lateRelease(on *setup) need {
	return once(on, lease.Unprotected, "nobody releases while another's lease is live", func(v *view) bool {
		g := v.timeline.Grants
		for i := range g {
			for k := i + 1; k < len(g) && g[k].At <= g[i].LetGo; k++ {
				if g[i].Counted && g[k].Client != g[i].Client && g[i].LetGo < g[k].Ended {
					return true
				}
			}
		}
		return false
	})
}
