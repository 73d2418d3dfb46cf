package claims

import (
	"time"

	"fence/fencekit/lease"
)

// entry is a claim's name and what measures it.
type entry struct {
	id    string
	check checkFunc
}

// count is a list of counters.
type count = []lease.Counter

// checks returns what measures every claim, in the order of the published experiment; the sampled ones come last.
func checks() []entry {
	all := []entry{
		{"control.ms.identical", alike(allSources, published, lease.BothHeldTime)},
		{"control.episodes.identical", alike(allSources, published, lease.BothHeld)},
		{"control.mismatches", mismatches},
		{"control.nonzero", least(allSources, published, lease.BothHeld)},
		{"control.schedule.identical", sameSchedule},
		{"control.drawn_once", drawnOnce},
		{"control.abort_holds", abortHolds},
		{"control.failover.identical", alike(lossy, published, lease.BothHeldTime)},

		{"all.fencing.destroyed", sum(allSources, fencing, lease.WorkDestroyed)},
		{"all.fencing.staircase", staircase},
		{"all.unprotected.destroyed.nonzero", least(allSources, unprotected, lease.WorkDestroyed)},
		{"all.check.destroyed.nonzero", least(allSources, check, lease.WorkDestroyed)},
		{"all.arrived.identical", alike(allSources, neverAbort, lease.UnlockedArrived)},
		{"all.unprotected.applied", balance(allSources, lease.Unprotected,
			count{lease.UnlockedApplied}, count{lease.UnlockedArrived})},
		{"all.fencing.applied.nonzero", least(allSources, fencing, lease.UnlockedApplied)},
		{"all.fencing.refused_live", sum(allSources, fencing, lease.RefusedLive)},
		{"all.fencing.aborts", sum(allSources, fencing, lease.Aborted)},
		{"all.sent.identical", alike(allSources, neverAbort, lease.Sent)},
		{"all.unprotected.sent", balance(allSources, lease.Unprotected, count{lease.Sent}, count{lease.Attempts})},
		{"all.attempts.identical", alike(allSources, published, lease.Attempts)},
		{"all.check.balance", balance(allSources, lease.Check, count{lease.Sent, lease.Aborted}, count{lease.Attempts})},
		{"all.check.aborts.nonzero", least(allSources, check, lease.Aborted)},
		{"all.below_line.identical", belowStaircase},
		{"all.destroyed.below_line", belowLine},

		{"baseline.unlocked", sum(noSource, published, lease.UnlockedArrived, lease.UnlockedApplied)},
		{"baseline.overlaps", sum(noSource, published, lease.BothHeld, lease.BothHeldTime)},
		{"baseline.aborts", sum(noSource, published, lease.Aborted)},
		{"baseline.sent.nonzero", least(noSource, published, lease.Sent)},
		{"baseline.sent.identical", alike(noSource, published, lease.Sent)},
		{"baseline.work_fraction", largestWork},
		{"baseline.hold", longestHold},

		{"pause.overlaps.nonzero", least(pausesOnly, published, lease.BothHeld)},
		{"pause.check.nonzero", least(pausesOnly, check, lease.UnlockedApplied)},
		{"pause.check.reduction.arith", reductionOf},
		{"pause.window.only", windowOnly},
		{"pause.window.uncovered", least(pausesMargin, check, lease.UnlockedApplied)},
		{"pause.fencing.destroyed", sum(pausesOnly, fencing, lease.WorkDestroyed)},
		{"pause.inside_lease_only", stopsOutside},
		{"pause.above_delay", ordered},
	}
	all = append(all, clockChecks()...)
	all = append(all, delayChecks()...)
	all = append(all, failoverChecks()...)
	all = append(all, screenChecks()...)
	for i := range figures {
		all = append(all, entry{figures[i].id, figures[i].measure})
	}
	return all
}

// clockChecks measure what clocks do.
func clockChecks() []entry {
	unlocked := count{lease.UnlockedArrived, lease.UnlockedApplied}
	return []entry{
		{"clock.unprotected.unlocked", sum(stepsOnly, unprotected, unlocked...)},
		{"clock.check.unlocked", sum(stepsOnly, check, unlocked...)},
		{"clock.fencing.unlocked", sum(stepsOnly, fencing, unlocked...)},
		{"clock.overlaps", sum(stepsOnly, published, lease.BothHeld, lease.BothHeldTime)},
		{"clock.aborts", sum(stepsOnly, check, lease.Aborted)},
		{"clock.steps.nonzero", steps},
		{"clock.cancelled.margin0", sum(stepsOnly, check, lease.MarginsCancelled)},
		{"clock.cancelled.margin500", least(stepsMargin, check, lease.MarginsCancelled)},
		{"clock.margin500.unlocked", sum(stepsMargin, check, unlocked...)},
		{"all.check.cancelled.nonzero", least(allSources, check, lease.MarginsCancelled)},
		{"all.cancelled.balance", cancelledBalance},
		{"all.steps.no_other_effect", noOtherEffect},
		{"nosteps.cancelled", sum(noSteps, check, lease.MarginsCancelled)},
		{"monotonic.cancelled", sum(monotonic, check, lease.MarginsCancelled)},
		{"drift.1000ppm.3s", lost(1000, 3*time.Second)},
		{"drift.200ppm.10s", lost(200, 10*time.Second)},
		{"drift.alone.unlocked", driftAlone},
		{"drift.absorbed", absorbed},
		{"step.not_absorbed", notAbsorbed},
	}
}

// delayChecks measure what the wire and the margin do.
func delayChecks() []entry {
	return []entry{
		{"delay.unlocked.identical", alike(delayOnly, published, lease.UnlockedArrived, lease.UnlockedApplied)},
		{"delay.unlocked.nonzero", least(delayOnly, published, lease.UnlockedApplied)},
		{"delay.sent_live", sentLate},
		{"delay.check.aborts", sum(delayOnly, check, lease.Aborted)},
		{"delay.fencing.refused", sum(delayOnly, fencing, lease.Refused)},
		{"delay.raceless.nonzero", raceless},
		{"delay.leases_disjoint", leasesDisjoint},
		{"delay.destroyed", sum(delayOnly, unprotected, lease.WorkDestroyed)},

		{"margin.monotonic", falls},
		{"margin.nested", nested},
		{"margin.overlaps.identical", dialHeld},
		{"margin.low.nonzero", useful},
		{"margin.sixth", sixth},
		{"margin.2500.longest", beyondSixth},
		{"margin.2500.residual", least(lastMarginLong, check, lease.UnlockedApplied)},
	}
}

// failoverChecks measure what becomes of the tokens.
func failoverChecks() []entry {
	return []entry{
		{"failover.destroyed", sum(lossy, fencing, lease.WorkDestroyed)},
		{"failover.refused_live.nonzero", least(lossy, fencing, lease.RefusedLive)},
		{"failover.same_token.nonzero", least(lossy, fencing, lease.SameToken)},
		{"failover.reissued.nonzero", reissues},
		{"failover.none.reissued", unique(allSources)},
		{"equal.passes_both_ways", bothWays},
		{"strict.same_token", sum(lossy, strict, lease.SameToken)},
		{"strict.second_write", secondWrite},
		{"consensus.same_token", unique(consensus)},
		{"consensus.refused_live", sum(consensus, fencing, lease.RefusedLive)},
		{"wrong_holder.covered", covered},
		{"release.stranger", strangers(allSources)},
		{"release.twin.nonzero", strangers(uncompared)},
	}
}

// screenChecks measure what a drawing of a run is made from.
func screenChecks() []entry {
	return []entry{
		{"screen.bars", bars},
		{"screen.hatch.baseline", hatched(noSource)},
		{"screen.hatch.nonzero", hatched(pausesOnly)},
		{"screen.wash", washed},
		{"screen.frontier", beyondPlayhead},
		{"screen.scoreboard", scoreboard},
	}
}
