package lease_test

import (
	"fmt"
	"testing"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/lease"
)

// scaled returns a schedule with every duration of it and of its parameters multiplied by k. Distributions stay
// as they are: nothing is drawn again.
func scaled(s *lease.Schedule, k time.Duration) *lease.Schedule {
	p := *s.Params
	p.Lease, p.Horizon, p.Margin, p.Gap = k*p.Lease, k*p.Horizon, k*p.Margin, k*p.Gap
	to := &lease.Schedule{Params: &p, Seed: s.Seed}
	for i := range s.Clients {
		c := lease.Client{Drift: s.Clients[i].Drift}
		for _, a := range s.Clients[i].Attempts {
			c.Attempts = append(c.Attempts, scaledAttempt(a, k))
		}
		for _, st := range s.Clients[i].Steps {
			c.Steps = append(c.Steps, clock.Step{At: k * st.At, By: k * st.By})
		}
		to.Clients = append(to.Clients, c)
	}
	for _, f := range s.Failovers {
		to.Failovers = append(to.Failovers, lease.FailoverAt{At: k * f.At, Lost: f.Lost})
	}
	return to
}

func scaledAttempt(a lease.Attempt, k time.Duration) lease.Attempt {
	to := lease.Attempt{Think: k * a.Think, Work: k * a.Work}
	for _, pause := range a.Pauses {
		to.Pauses = append(to.Pauses, lease.Pause{At: k * pause.At, For: k * pause.For})
	}
	for _, w := range a.Wires {
		to.Wires = append(to.Wires, k*w)
	}
	return to
}

// TestScale: time has no unit of its own. With every duration multiplied by k, every time of the timeline is
// multiplied by k, and nothing is counted otherwise.
func TestScale(t *testing.T) {
	for i := range oracleCases() / 4 {
		s := newOracleCase(i).schedule
		for j := range s.Clients {
			// Whole parts per million: what drift adds in a whole millisecond is whole nanoseconds, and no rounding scales.
			s.Clients[j].Drift = s.Clients[j].Drift / 1000 * 1000
		}
		for _, k := range []time.Duration{2, 3, 7, 1000} {
			if diff := compareScaled(s, k); diff != "" {
				t.Fatalf("case %d times %d: %s", i, k, diff)
			}
		}
	}
}

func compareScaled(s *lease.Schedule, k time.Duration) string {
	large := scaled(s, k)
	for _, posture := range lease.Postures() {
		a, b := lease.Serve(s, posture.Check), lease.Serve(large, posture.Check)
		if diff := compareScaledTimes(a, b, k); diff != "" {
			return posture.Name + ": " + diff
		}
		want := lease.Judge(a, posture, s.Params.Margin)
		got := lease.Judge(b, posture, large.Params.Margin)
		want[lease.BothHeldTime] *= int64(k)
		for c := range lease.NumCounters {
			if got[c] != want[c] {
				return fmt.Sprintf("%s: %v: got %d, want %d", posture.Name, c, got[c], want[c])
			}
		}
	}
	return ""
}

func compareScaledTimes(a, b *lease.Timeline, k time.Duration) string {
	if len(a.Grants) != len(b.Grants) || len(a.Writes) != len(b.Writes) {
		return fmt.Sprintf("got %d grants and %d writes, want %d and %d", len(b.Grants), len(b.Writes), len(a.Grants),
			len(a.Writes))
	}
	for i, g := range a.Grants {
		g.Request, g.At, g.Until, g.LetGo, g.Ended = k*g.Request, k*g.At, k*g.Until, k*g.LetGo, k*g.Ended
		if got := b.Grants[i]; got != g {
			return fmt.Sprintf("grant %d: got %+v, want %+v", i, got, g)
		}
	}
	for i, w := range a.Writes {
		w.Check, w.Send, w.Arrive = k*w.Check, k*w.Send, k*w.Arrive
		w.Believed, w.Remaining = k*w.Believed, k*w.Remaining
		if got := b.Writes[i]; got != w {
			return fmt.Sprintf("write %d: got %+v, want %+v", i, got, w)
		}
	}
	return ""
}
