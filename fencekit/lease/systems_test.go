package lease

import (
	"testing"
	"time"
)

// total sums a counter over the first n seeds under each posture.
func total(p Params, n uint64, postures ...Posture) []Counts {
	r := NewRunner(&p, postures, Parts{})
	sums := make([]Counts, len(postures))
	for seed := uint64(1); seed <= n; seed++ {
		for i, c := range r.Trial(seed) {
			for k := range c {
				sums[i][k] += c[k]
			}
		}
	}
	return sums
}

// Work ends at 95 % of the lease at the latest, so without pauses 150 ms remain at every check: a smaller margin asks
// for nothing that a step could cancel, and a larger one does. On a monotonic clock no step is seen.
func TestStepsCancelOnlyWhereAMarginBites(t *testing.T) {
	p := Default()
	p.Sources = Steps
	for _, c := range []struct {
		margin time.Duration
		clock  Clock
		some   bool
	}{
		{0, Wall, false},
		{100 * time.Millisecond, Wall, false},
		{149 * time.Millisecond, Wall, false},
		{151 * time.Millisecond, Wall, true},
		{500 * time.Millisecond, Wall, true},
		{500 * time.Millisecond, Monotonic, false},
	} {
		p.Margin, p.Clock = c.margin, c.clock
		sum := total(p, 1500, Check)[0]
		if got := sum[MarginsCancelled]; got > 0 != c.some {
			t.Errorf("margin %v on a %v clock: %d cancelled, want some: %v", c.margin, c.clock, got, c.some)
		}
		if sum[UnlockedArrived] > 0 {
			t.Errorf("margin %v on a %v clock: %d unlocked writes, want 0", c.margin, c.clock, sum[UnlockedArrived])
		}
	}
}

// A token checked on writes alone loses updates: the older holder's late write is accepted between the newer holder's
// read and its write, and then overwritten. Checked on reads too, none is lost while tokens are monotone.
func TestFenceOfReadsAndWrites(t *testing.T) {
	p := Default()
	p.ReadModifyWrite = true
	writes := total(p, 150, Unprotected, Check, Fencing, Strict, Validated)
	p.Fence = OnReadsAndWrites
	both := total(p, 150, Fencing, Strict, CheckFencing)
	// The published orders: unprotected 1,035, fence on writes 174, check 48, fence on reads and writes and validated 0.
	lost := func(c Counts) int64 { return c[LostUpdates] }
	if u, c, f := lost(writes[0]), lost(writes[1]), lost(writes[2]); !(u > f && f > c && c > 0) {
		t.Errorf("lost updates: unprotected %d, fence on writes %d, check %d: want them in falling order above 0", u, f, c)
	}
	if got := lost(writes[4]); got != 0 {
		t.Errorf("validated: %d lost updates, want 0", got)
	}
	for i, c := range both {
		if lost(c) != 0 {
			t.Errorf("fence on reads and writes, %d: %d lost updates, want 0", i, lost(c))
		}
	}
	if refused, before := both[0][Refused], writes[2][Refused]; refused <= before {
		t.Errorf("a fence on reads too refuses %d writes, want more than the %d of one on writes", refused, before)
	}
}

// Strict fencing closes equal tokens and costs every later write inside one lease; with one write a hold it costs
// nothing.
func TestStrictCostsEveryLaterWrite(t *testing.T) {
	p := Default()
	p.Sources = NoSources
	one := total(p, 50, Fencing, Strict)
	p.Writes = 2
	two := total(p, 50, Fencing, Strict)
	if got := one[1][Refused]; got != 0 {
		t.Errorf("one write a hold: strict refuses %d, want 0", got)
	}
	if got := two[0][Refused]; got != 0 {
		t.Errorf("two writes a hold: the fence refuses %d, want 0", got)
	}
	if got, want := two[1][Refused], two[1][Attempts]; got != want || want == 0 {
		t.Errorf("two writes a hold: strict refuses %d, want the second of each of %d holds", got, want)
	}
}

// sentLate counts the writes that a check let pass although the lease was over at the check.
func sentLate(p Params, n uint64) (late int) {
	r := NewRunner(&p, nil, Parts{})
	for seed := uint64(1); seed <= n; seed++ {
		r.Run(seed, Check, func(w *Write, f Fate, _ *Resource) {
			if f != IsAborted && w.Remaining <= 0 {
				late++
			}
		})
	}
	return late
}

// Any margin absorbs a steady rate error: a slow clock loses r·L over a lease, and a margin just above that sends no
// write whose lease is over at the check, where margin 0 does. A fast clock errs on the safe side. A step is what no
// such margin absorbs.
func TestMarginAbsorbsDriftAndNotAStep(t *testing.T) {
	const n = 4000
	p := Default()
	p.Sources = Pauses | Drift
	for _, ppm := range []float64{-200, -1000, -10_000, -100_000} {
		p.Drift, p.Margin = ppm, 0
		at0 := sentLate(p, n)
		p.Margin = time.Duration(-ppm*float64(p.Lease)/(1e6+ppm)) + 2
		if got := sentLate(p, n); got != 0 {
			t.Errorf("%v ppm, margin %v: %d writes sent after the lease, want 0", ppm, p.Margin, got)
		}
		if ppm <= -10_000 && at0 == 0 {
			t.Errorf("%v ppm, margin 0: no write sent after the lease: nothing for a margin to absorb", ppm)
		}
	}
	p.Drift, p.Margin = 10_000, 0
	if got := sentLate(p, n); got != 0 {
		t.Errorf("a fast clock: %d writes sent after the lease, want 0", got)
	}
	p.Sources, p.Margin = Pauses|Steps, 40*time.Millisecond // above what 10,000 ppm takes
	if got := sentLate(p, n); got == 0 {
		t.Error("clock steps, margin 40ms: no write sent after the lease, want some")
	}
}

// Immediate revocation: the service takes a lease back before its time, and the validated resource refuses its holder at
// once, within the time that the holder was promised. Nothing else notices.
func TestRevokedBeforeItsTime(t *testing.T) {
	p := Default()
	p.Failover = Lossy
	s := &Schedule{Params: &p, Failovers: []FailoverAt{{At: 1500 * time.Millisecond, Lost: 1}}, Clients: []Client{
		{Attempts: []Attempt{{Think: time.Second, Work: time.Second, Wires: []time.Duration{5 * time.Millisecond}}}}}}
	tl := Serve(s, false)
	if g := tl.Grants[0]; g.How != Forgotten || g.Ended != 1500*time.Millisecond || g.Until != 4*time.Second {
		t.Fatalf("got %+v, want a lease forgotten at 1.5s of 4s", g)
	}
	for _, c := range []struct {
		posture                       Posture
		applied, refused, refusedLive int64
	}{{Unprotected, 1, 0, 0}, {Check, 1, 0, 0}, {Fencing, 1, 0, 0}, {Strict, 1, 0, 0}, {Validated, 0, 1, 1}} {
		got := Judge(tl, c.posture, 0)
		if got[UnlockedApplied] != c.applied || got[Refused] != c.refused || got[RefusedLive] != c.refusedLive {
			t.Errorf("%s: got %v, want %d applied, %d refused, %d of them promised", c.posture.Name, got, c.applied, c.refused, c.refusedLive)
		}
	}
}
