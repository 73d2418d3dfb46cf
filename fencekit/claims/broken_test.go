package claims

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fence/fencekit/lease"
)

// defaultLease is how long the leases of the claims last.
var defaultLease = lease.Default().Lease

// broken are engines with one rule wrong each, and claims that must catch it, by name. What else fails is the business
// of everyClaimFails.
var broken = []struct {
	name  string
	parts func() lease.Parts
	want  string // ids of claims, by blanks
}{
	// The resource.
	{"the fence compares with >", ruled(func(a arrival) lease.Fate {
		if a.posture.Rule == lease.NotBelow && a.honest == lease.IsApplied && a.write.Token == a.resource.Highest() {
			return lease.IsRefused
		}
		return a.honest
	}, nil), "equal.passes_both_ways failover.same_token.nonzero"},
	{"the fence compares with the token that arrived last", ruled(func(a arrival) lease.Fate {
		switch {
		case a.posture.Rule != lease.NotBelow || a.honest == lease.IsAborted:
			return a.honest
		case a.write.Token < a.arrived:
			return lease.IsRefused
		}
		return lease.IsApplied
	}, nil), "all.fencing.staircase all.fencing.destroyed all.below_line.identical"},
	{"the fence ignores tokens", ruled(func(a arrival) lease.Fate {
		if a.honest == lease.IsRefused {
			return lease.IsApplied
		}
		return a.honest
	}, nil), "all.fencing.destroyed failover.destroyed pause.fencing.destroyed wrong_holder.covered all.destroyed.below_line"},
	{"the strict fence compares with >=", ruled(func(a arrival) lease.Fate {
		if a.posture.Rule == lease.Above && a.write.Token >= a.resource.Highest() {
			return lease.IsApplied
		}
		return a.honest
	}, nil), "strict.same_token strict.second_write"},
	{"the fence asks whether the lease is live", ruled(func(a arrival) lease.Fate {
		if a.posture.Rule == lease.NotBelow && !a.write.Live {
			return lease.IsRefused
		}
		return a.honest
	}, nil), "all.fencing.applied.nonzero delay.fencing.refused delay.unlocked.identical"},
	{"the unprotected resource is fenced", ruled(func(a arrival) lease.Fate {
		if a.posture.Rule == lease.Always && a.honest == lease.IsApplied && a.write.Token < a.resource.Highest() {
			return lease.IsRefused
		}
		return a.honest
	}, nil), "all.unprotected.destroyed.nonzero all.unprotected.applied"},

	// The check.
	{"the check never aborts", ruled(func(a arrival) lease.Fate {
		if a.honest == lease.IsAborted {
			return lease.IsApplied
		}
		return a.honest
	}, nil), "all.check.aborts.nonzero margin.2500.longest"},
	{"the check compares with the margin the wrong way", ruled(func(a arrival) lease.Fate {
		if a.posture.Check && a.write.Believed > a.margin {
			return lease.IsAborted
		}
		if a.posture.Check {
			return lease.IsApplied
		}
		return a.honest
	}, nil), "baseline.aborts baseline.sent.nonzero margin.monotonic margin.nested"},
	{"the check takes the margin for the lease", ruled(func(a arrival) lease.Fate {
		switch held := defaultLease - a.write.Believed; {
		case a.posture.Check && held >= a.margin:
			return lease.IsAborted
		case a.posture.Check:
			return lease.IsApplied
		}
		return a.honest
	}, nil), "clock.aborts margin.monotonic margin.nested"},
	{"the check ignores the margin", ruled(func(a arrival) lease.Fate {
		if a.honest == lease.IsAborted && a.write.Believed > 0 {
			return lease.IsApplied
		}
		return a.honest
	}, nil), "margin.monotonic margin.2500.longest margin.2500.abort_pct"},
	{"the check ignores a margin of 4 ms", ruled(func(a arrival) lease.Fate {
		if a.honest == lease.IsAborted && a.margin == 4*time.Millisecond && a.write.Believed > 0 {
			return lease.IsApplied
		}
		return a.honest
	}, nil), "drift.absorbed"},
	{"the check aborts everything", ruled(func(a arrival) lease.Fate {
		if a.posture.Check {
			return lease.IsAborted
		}
		return a.honest
	}, nil), "all.check.destroyed.nonzero margin.2500.residual pause.window.uncovered"},
	{"a fenced client checks as well", ruled(func(a arrival) lease.Fate {
		if a.posture.Rule == lease.NotBelow && a.write.Believed <= a.margin {
			return lease.IsAborted
		}
		return a.honest
	}, nil), "all.fencing.aborts all.sent.identical all.arrived.identical"},
	{"the check reads a clock that is right", ruled(func(a arrival) lease.Fate {
		if a.posture.Check && a.write.Remaining <= a.margin {
			return lease.IsAborted
		}
		return a.honest
	}, nil), "all.check.cancelled.nonzero clock.cancelled.margin500 step.not_absorbed"},
	{"the check takes place when the write is sent", writes(func(t *lease.Timeline, w *lease.Write) {
		late := w.Send - w.Check
		w.Check, w.Remaining, w.Believed = w.Send, w.Remaining-late, w.Believed-late
	}), "pause.check.nonzero pause.window.uncovered"},
	{"the client takes its lease for half a second longer", writes(func(t *lease.Timeline, w *lease.Write) {
		w.Believed += 500 * time.Millisecond
	}), "nosteps.cancelled drift.absorbed drift.1000ppm.3s margin.2500.longest"},
	{"no clock has a rate error", served(func(s *lease.Schedule, _ *lease.Params) {
		s.Clients = slices.Clone(s.Clients)
		for i := range s.Clients {
			s.Clients[i].Drift = 0
		}
	}, nil), "drift.1000ppm.3s drift.200ppm.10s drift.alone.unlocked drift.absorbed"},

	// The counters.
	{"an aborted write counts as sent too", ruled(nil, func(c *lease.Counts) {
		c[lease.Sent] += c[lease.Aborted]
	}), "all.check.balance"},
	{"an unlocked write counts when it is applied only", ruled(nil, func(c *lease.Counts) {
		c[lease.UnlockedArrived] = c[lease.UnlockedApplied]
	}), "all.arrived.identical all.arrived screen.scoreboard"},
	{"a refused write counts as one that destroys", ruled(nil, func(c *lease.Counts) {
		c[lease.WorkDestroyed] += c[lease.Refused]
	}), "all.fencing.destroyed pause.fencing.destroyed"},
	{"a refusal counts as one of a live lease", ruled(nil, func(c *lease.Counts) {
		c[lease.RefusedLive] = c[lease.Refused]
	}), "all.fencing.refused_live consensus.refused_live"},
	{"a cancelled margin counts without any margin", ruled(nil, func(c *lease.Counts) {
		c[lease.MarginsCancelled]++
	}), "clock.cancelled.margin0 nosteps.cancelled monotonic.cancelled all.cancelled.balance"},

	// The schedule.
	{"a posture touches a draw", redrawn, "control.schedule.identical control.mismatches control.ms.identical"},
	{"the dice are not put back at the start of a seed", forgetful, "control.drawn_once"},
	{"clocks step forward", drawn(nil, func(s *lease.Schedule) {
		for _, c := range s.Clients {
			for i := range c.Steps {
				c.Steps[i].By = -c.Steps[i].By
			}
		}
	}), "clock.aborts clock.steps.nonzero all.check.cancelled.nonzero"},
	{"clocks stand still", drawn(func(p *lease.Params) { p.Sources &^= lease.Steps }, nil),
		"clock.steps.nonzero clock.cancelled.margin500 step.not_absorbed clock.unprotected.unlocked clock.check.unlocked " +
			"clock.fencing.unlocked clock.overlaps clock.aborts clock.cancelled.margin0 clock.margin500.unlocked " +
			"nosteps.cancelled monotonic.cancelled all.cancelled.balance all.steps.no_other_effect"},
	{"monotonic clocks step", drawn(func(p *lease.Params) { p.Clock = lease.Wall }, nil), "monotonic.cancelled"},
	{"clocks drift a hundred times as fast", drawn(nil, func(s *lease.Schedule) {
		for i := range s.Clients {
			s.Clients[i].Drift *= 100
		}
	}), "drift.absorbed"},
	{"threads stop with the source off", drawn(func(p *lease.Params) { p.Sources |= lease.Pauses }, nil),
		"baseline.unlocked baseline.overlaps baseline.aborts baseline.hold clock.unprotected.unlocked delay.sent_live " +
			"screen.hatch.baseline"},
	{"threads never stop", drawn(func(p *lease.Params) { p.Sources &^= lease.Pauses }, nil),
		"pause.overlaps.nonzero pause.above_delay pause.fencing.destroyed pause.window.only pause.inside_lease_only " +
			"all.fencing.destroyed all.fencing.staircase all.fencing.aborts all.sent.identical all.attempts.identical " +
			"control.mismatches nosteps.cancelled screen.hatch.nonzero"},
	{"a thread stops after its hold", attempts(func(s *lease.Schedule, a *lease.Attempt) {
		for i := range a.Pauses {
			a.Pauses[i].At += 5 * time.Second
		}
	}), "pause.inside_lease_only"},
	{"a thread never stops between check and send", attempts(func(s *lease.Schedule, a *lease.Attempt) {
		for i := range a.Pauses {
			a.Pauses[i].At = min(a.Pauses[i].At, a.Work-1)
		}
	}), "pause.window.uncovered all.check.reduction"},
	{"work outlasts its lease", attempts(func(s *lease.Schedule, a *lease.Attempt) {
		a.Work += a.Work / 10
	}), "baseline.work_fraction baseline.hold"},
	{"the wire is twice as slow without pauses", attempts(func(s *lease.Schedule, a *lease.Attempt) {
		if s.Params.Sources&lease.Pauses == 0 {
			a.Wires[0] *= 2
		}
	}), "delay.unlocked delay.destroyed delay.fencing.refused"},
	{"the wire hears of the clock", attempts(func(s *lease.Schedule, a *lease.Attempt) {
		if s.Params.Sources&lease.Steps != 0 {
			a.Wires[0] += time.Millisecond
		}
	}), "all.steps.no_other_effect"},
	{"the wire never lingers", drawn(func(p *lease.Params) { p.Sources &^= lease.Delay }, nil),
		"delay.unlocked.nonzero delay.raceless.nonzero delay.unlocked.identical delay.sent_live delay.check.aborts " +
			"delay.fencing.refused delay.destroyed"},
	{"an abort releases early", drawn(func(p *lease.Params) { p.EarlyRelease = true }, nil),
		"control.abort_holds control.schedule.identical control.failover.identical margin.overlaps.identical"},
	{"clients come once, and clocks stand still", drawn(nil, func(s *lease.Schedule) {
		for i := range s.Clients {
			s.Clients[i].Attempts, s.Clients[i].Steps = s.Clients[i].Attempts[:1], nil
		}
	}), "screen.frontier"},
	{"one client comes alone", drawn(func(p *lease.Params) { p.Clients = 1 }, nil),
		"baseline.unlocked baseline.overlaps baseline.aborts clock.overlaps control.ms.identical all.fencing.destroyed " +
			"delay.leases_disjoint release.stranger"},
	{"nothing fails over", drawn(nil, func(s *lease.Schedule) { s.Failovers = nil }),
		"failover.reissued.nonzero failover.refused_live.nonzero failover.same_token.nonzero consensus.same_token " +
			"consensus.refused_live failover.destroyed strict.same_token control.failover.identical"},

	// The lock service.
	{"an abort releases early whatever was asked for", served(func(_ *lease.Schedule, p *lease.Params) {
		p.EarlyRelease = true
	}, nil), "control.ms.identical control.episodes.identical control.mismatches control.failover.identical " +
		"all.attempts.identical margin.overlaps.identical control.schedule.identical control.abort_holds"},
	{"a release compares nothing", served(func(_ *lease.Schedule, p *lease.Params) {
		p.Release = lease.Uncompared
	}, nil), "release.stranger"},
	{"a release compares whatever it was told", served(func(_ *lease.Schedule, p *lease.Params) {
		p.Release = lease.ByToken
	}, nil), "release.twin.nonzero wrong_holder.covered"},
	{"the service grants before the lease is over", served(func(_ *lease.Schedule, p *lease.Params) {
		p.Lease -= 500 * time.Millisecond
	}, func(t *lease.Timeline) {
		for i := range t.Grants {
			if g := &t.Grants[i]; g.How == lease.Expired {
				g.Ended = g.At + t.Schedule.Params.Lease
			}
		}
	}), "delay.leases_disjoint"},
	{"consensus loses numbers", served(func(_ *lease.Schedule, p *lease.Params) {
		if p.Failover == lease.Consensus {
			p.Failover = lease.Lossy
		}
	}, nil), "consensus.same_token consensus.refused_live"},
	{"a failover keeps its counter", served(func(_ *lease.Schedule, p *lease.Params) {
		p.Failover = lease.Consensus
	}, nil), "failover.reissued.nonzero failover.same_token"},
	{"a token is handed out twice", served(nil, func(t *lease.Timeline) {
		for i := range t.Grants {
			t.Grants[i].Token = (t.Grants[i].Token + 1) / 2
		}
		for i := range t.Writes {
			t.Writes[i].Token = (t.Writes[i].Token + 1) / 2
		}
	}), "failover.none.reissued consensus.same_token screen.bars"},
	{"a lease is live until the next grant", writes(func(t *lease.Timeline, w *lease.Write) {
		next := int(w.Grant) + 1
		w.Live = next >= len(t.Grants) || t.Grants[next].At > w.Arrive
	}), "delay.unlocked all.arrived"},
	{"an attempt counts that ends after the horizon", served(nil, func(t *lease.Timeline) {
		t.Attempts = int64(len(t.Grants))
	}), "all.unprotected.sent all.check.balance"},
	{"an attempt counts twice when its client checks", ruled(nil, func(c *lease.Counts) {
		if c[lease.Aborted] > 0 {
			c[lease.Attempts]++
		}
	}), "all.attempts.identical"},
	{"a client stops before it asks", served(func(s *lease.Schedule, _ *lease.Params) {
		s.Clients = slices.Clone(s.Clients)
		for i := range s.Clients {
			s.Clients[i].Attempts = slices.Clone(s.Clients[i].Attempts)
			for k := range s.Clients[i].Attempts {
				s.Clients[i].Attempts[k].Think += time.Second
			}
		}
	}, nil), "pause.inside_lease_only"},
	{"a belief ends with the lease", served(nil, func(t *lease.Timeline) {
		t.BothHeld, t.BothHeldTime = 0, 0
	}), "control.nonzero pause.overlaps.nonzero delay.races screen.wash"},
	{"a late stop is put before the check", writes(func(t *lease.Timeline, w *lease.Write) {
		if late := w.Send - w.Check; late > t.Schedule.Params.Gap {
			w.Check = w.Send - t.Schedule.Params.Gap
		}
	}), "pause.window.only"},
}

// lookers are the claims of a zero, or of two things alike, that look on their way for what they are about.
var lookers = strings.Fields("control.drawn_once control.abort_holds all.below_line.identical pause.window.only " +
	"pause.inside_lease_only drift.alone.unlocked drift.absorbed delay.sent_live margin.monotonic margin.nested " +
	"margin.overlaps.identical margin.2500.longest screen.bars screen.hatch.baseline screen.wash screen.frontier " +
	"screen.scoreboard")

// TestEveryZeroNamesWhatItNeeds holds every claim that could be found where nothing happens to a need or to a look of
// its own, and every need to one engine that has what is needed and one that has not.
func TestEveryZeroNamesWhatItNeeds(t *testing.T) {
	rows, err := Rows()
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]int{}
	for _, r := range required {
		for _, id := range strings.Fields(r.ids) {
			named[id]++
		}
	}
	for _, r := range rows {
		zero := r.Kind == structural && slices.Contains([]string{"= 0", "identical", "<="}, r.Relation)
		looks := slices.Contains(lookers, r.ID)
		if want := zero && !looks; (named[r.ID] == 1) != want || looks && !zero {
			t.Errorf("%s, %s: named %d times among the needs, want %v; looks for itself: %v", r.ID, r.Relation, named[r.ID],
				want, looks)
		}
		delete(named, r.ID)
	}
	if len(named) > 0 {
		t.Errorf("no such claims: %v", named)
	}
	barren := drawn(nil, func(s *lease.Schedule) {
		s.Failovers = nil
		for i := range s.Clients {
			s.Clients[i].Attempts = nil
		}
	})
	whole, nothing := newChecker(t.Context(), Options{Seed: 1}, nil, nil),
		newChecker(t.Context(), Options{Seed: 1, Parts: barren}, nil, nil)
	for _, r := range required {
		for i, needed := range r.needs {
			if got := needed(whole); got != "" || whole.err != nil {
				t.Errorf("%s, need %d: got %q, %v, want it met", r.ids, i, got, whole.err)
			}
			if got := needed(nothing); !strings.HasPrefix(got, "It says nothing: with ") || nothing.err != nil {
				t.Errorf("%s, need %d, where nothing happens: got %q, %v, want a reason", r.ids, i, got, nothing.err)
			}
		}
	}
}

// TestTheMarginAbsorbsSlowClocks looks at twenty times the trials of the claim: each write that is sent over the lease
// without a margin is stopped by one of 4 ms.
func TestTheMarginAbsorbsSlowClocks(t *testing.T) {
	n, least := slowClocksMost, int64(10)
	if testing.Short() {
		n, least = n/5, 1
	}
	c := newChecker(t.Context(), Options{Seed: 1}, nil, nil)
	got, without := int64(0), int64(0)
	from := append(stands(slowClocks, lease.Check), stands(slowClocksBare, lease.Check)...)
	c.watch(n, from, func(v []*view) string {
		got += v[0].overAtCheck()
		without += v[1].overAtCheck()
		return ""
	})
	if got != 0 || without < least || c.err != nil {
		t.Errorf("in %d trials: got %d with a margin and %d without, %v, want 0 and at least %d", n, got, without, c.err, least)
	}
	t.Logf("%d trials: %d sent over the lease without a margin", n, without)
}

// checked checks an engine and returns the ids of the claims that fail.
func checked(t *testing.T, parts func() lease.Parts, only ...string) []string {
	t.Helper()
	results, err := Check(t.Context(), Options{Parts: parts, Only: only})
	if err != nil {
		t.Fatal(err)
	}
	var failed []string
	for _, r := range results {
		if r.Verdict == Fails {
			failed = append(failed, r.ID)
		}
	}
	return failed
}

// TestBrokenEnginesAreCaught breaks the engine in one place at a time. Each break has to be caught by the claims that
// it is named with, and the whole table has to make every claim fail at least once, or the claim cannot fail at all.
// In short mode only the named claims are checked.
func TestBrokenEnginesAreCaught(t *testing.T) {
	killed := map[string][]string{}
	var mu sync.Mutex
	t.Run("engines", func(t *testing.T) {
		for _, engine := range broken {
			t.Run(engine.name, func(t *testing.T) {
				t.Parallel()
				want := strings.Fields(engine.want)
				var only []string
				if testing.Short() {
					only = want
				}
				failed := checked(t, engine.parts, only...)
				for _, id := range want {
					if !slices.Contains(failed, id) {
						t.Errorf("%s holds; these fail: %s", id, strings.Join(failed, " "))
					}
				}
				mu.Lock()
				defer mu.Unlock()
				for _, id := range failed {
					killed[id] = append(killed[id], engine.name)
				}
			})
		}
	})
	if !testing.Short() {
		everyClaimFails(t, killed)
	}
}

// arithmeticAlone are the claims that no engine can make fail, since they are about published figures alone. That
// they can fail is shown by TestAlteredFiguresAreCaught.
var arithmeticAlone = []string{"pause.check.reduction.arith", "margin.sixth"}

func everyClaimFails(t *testing.T, killed map[string][]string) {
	rows, err := Rows()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		t.Logf("%-36s fails for %2d of %d: %s", r.ID, len(killed[r.ID]), len(broken), fmt.Sprintf("%.200q", killed[r.ID]))
		if arithmetic := slices.Contains(arithmeticAlone, r.ID); arithmetic == (len(killed[r.ID]) > 0) {
			t.Errorf("%s: fails for %q; every claim but %q has to fail for some broken engine", r.ID, killed[r.ID], arithmeticAlone)
		}
	}
	if len(killed) != len(rows)-len(arithmeticAlone) {
		t.Errorf("claims that fail: got %d of %d, %q", len(killed), len(rows), slices.Sorted(maps.Keys(killed)))
	}
}

// TestUnbrokenTwinHolds holds the machinery of the broken engines to the same claims: with nothing broken, they all
// hold.
func TestUnbrokenTwinHolds(t *testing.T) {
	for name, parts := range map[string]func() lease.Parts{
		"draw": drawn(nil, nil), "serve": served(nil, nil), "judge": ruled(nil, nil),
	} {
		if failed := checked(t, parts); len(failed) > 0 {
			t.Errorf("%s: got failures %q, want none", name, failed)
		}
	}
}

// TestIdleEngineFailsTheZeros checks that an engine in which nothing happens fails every claim that a run of its own
// could make fail: a zero in an idle run says nothing.
func TestIdleEngineFailsTheZeros(t *testing.T) {
	idle := drawn(nil, func(s *lease.Schedule) {
		for i := range s.Clients {
			s.Clients[i].Attempts = nil
		}
	})
	failed := checked(t, idle)
	rows, err := Rows()
	if err != nil {
		t.Fatal(err)
	}
	// What is left is made by hand or counts nothing that a client does.
	alone := []string{"pause.check.reduction.arith", "clock.steps.nonzero", "drift.1000ppm.3s", "drift.200ppm.10s",
		"margin.sixth", "equal.passes_both_ways", "strict.second_write"}
	for _, r := range rows {
		if slices.Contains(alone, r.ID) == slices.Contains(failed, r.ID) {
			t.Errorf("%s: fails %v, want %v", r.ID, slices.Contains(failed, r.ID), !slices.Contains(alone, r.ID))
		}
	}
}
