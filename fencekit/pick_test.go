package fencekit_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit"
	"fence/fencekit/audit"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// evidence is the log of a pick under one posture, its story and its audit. It knows nothing of timelines.
type evidence struct {
	fencekit.Picked
	actor, hold string
	log         *trace.Log
	story       *trace.Story
	report      audit.Report
}

func evidenceOf(t *testing.T, p fencekit.Picked, posture lease.Posture) *evidence {
	t.Helper()
	l, err := lease.Log(lease.Draw(&p.Params, p.Seed), posture)
	if err != nil {
		t.Fatal(err)
	}
	report, err := audit.Lease(l)
	if err != nil {
		t.Fatal(err)
	}
	return &evidence{p, lease.ClientName(p.Client), lease.HoldID(p.Client, p.Attempt), l, trace.ReadStory(l), report}
}

// found reports whether the audit counted something at the instant of the pick, done by its hold.
func (v *evidence) found(counter string) bool {
	return slices.ContainsFunc(v.report.Findings, func(f audit.Finding) bool {
		e := v.log.Events[f.Events[len(f.Events)-1]]
		id, _ := e.Get("id")
		return f.Counter == counter && f.At == v.At && strings.HasPrefix(id, v.hold+".")
	})
}

// within is how many findings of a counter lie in the window.
func (v *evidence) within(counter string) (n int) {
	for _, f := range v.report.Findings {
		if f.Counter == counter && v.From <= f.At && f.At < v.To {
			n++
		}
	}
	return n
}

// arrival returns the last write of the hold at the resource, its send and its lease.
func (v *evidence) arrival() (w trace.Arrival, sent time.Duration, x trace.Lease, ok bool) {
	for _, w = range v.story.Arrivals {
		if strings.HasPrefix(w.ID, v.hold+".") && w.At == v.At && w.SendSeq >= 0 {
			return w, v.log.Events[w.SendSeq].At, v.story.Leases[w.Lease], true
		}
	}
	return w, 0, x, false
}

// shown says by the log alone why the window does not show the phenomenon, or "".
func (v *evidence) shown() string {
	belief := v.belief()
	switch {
	case belief == nil || belief.From < v.From || belief.To > v.To:
		return fmt.Sprintf("%s does not act as holder within %v to %v", v.actor, v.From, v.To)
	case v.At < v.From || v.At >= v.To:
		return fmt.Sprintf("%v is not within %v to %v", v.At, v.From, v.To)
	}
	ok := false
	switch v.Phenomenon {
	case fencekit.Destroyed:
		w, _, _, arrived := v.arrival()
		ok = arrived && w.Fate == trace.AppliedUnlocked && v.found("work_destroyed")
	case fencekit.SameToken:
		ok = v.found("same_token")
	case fencekit.Cancelled:
		ok = v.found("margins_cancelled") && slices.ContainsFunc(v.story.Steps, func(s trace.ClockStep) bool {
			return s.Actor == v.actor && s.By < 0 && belief.Contains(s.At) && s.At <= v.At
		})
	case fencekit.Overlap:
		ok = belief.Contains(v.At) && slices.ContainsFunc(v.story.Beliefs, func(b trace.Belief) bool {
			return b.Actor != v.actor && b.From == v.At && b.To > b.From
		}) && slices.ContainsFunc(v.story.Races, func(s trace.Span) bool { return s.Contains(v.At) })
	case fencekit.PauseWindow:
		ok = v.inTheWindow()
	case fencekit.WireDelay:
		ok = v.delayed()
	}
	if !ok {
		return fmt.Sprintf("the log does not show %v of %s at %v", v.Phenomenon, v.hold, v.At)
	}
	return ""
}

// belief returns the belief of the hold, nil if there is none.
func (v *evidence) belief() *trace.Belief {
	n := int32(0)
	for i := range v.story.Beliefs {
		if b := &v.story.Beliefs[i]; b.Actor == v.actor {
			if n == v.Attempt {
				return b
			}
			n++
		}
	}
	return nil
}

// inTheWindow reports whether a pause ended less than a gap before the send, which puts it behind the check, and
// whether the write came in time but for it. Where the log has the check, it must have passed.
func (v *evidence) inTheWindow() bool {
	w, sent, x, ok := v.arrival()
	for _, c := range v.story.Checks {
		if c.ID == w.ID && (c.Aborted || c.Remaining <= c.Margin) {
			return false
		}
	}
	return ok && w.Fate == trace.AppliedUnlocked && slices.ContainsFunc(v.story.Pauses, func(s trace.Pause) bool {
		return s.Actor == v.actor && s.To <= sent && sent-s.To <= v.Params.Gap && w.At-s.For < x.To
	})
}

func (v *evidence) delayed() bool {
	w, sent, x, ok := v.arrival()
	return ok && !w.Live && sent < x.To && slices.ContainsFunc(v.story.Leases, func(next trace.Lease) bool {
		return next.Holder != v.actor && next.From >= x.To && next.From < w.At
	})
}

// settings are experiments to pick from.
func settings() map[string]fencekit.Experiment {
	published := fencekit.New()
	margin := fencekit.New()
	margin.Params.Margin, margin.Seed = 500*time.Millisecond, 1000
	several := fencekit.New()
	several.Params.Writes, several.Params.Clients, several.Params.Failover = 3, 5, lease.Lossy
	early := fencekit.New()
	early.Params.EarlyRelease, early.Params.Writes = true, 2
	short := fencekit.New()
	short.Params.Lease, short.Seed = 700*time.Millisecond, 77
	return map[string]fencekit.Experiment{"published": published, "margin": margin, "several": several, "early": early,
		"short": short}
}

// TestAPickShowsItsPhenomenon asks the log of every posture: those that are named show the phenomenon in the window, at
// the instant and by the hold that were picked, and no other posture does.
func TestAPickShowsItsPhenomenon(t *testing.T) {
	for name, e := range settings() {
		for _, p := range fencekit.Phenomena() {
			picked, err := fencekit.Pick(t.Context(), e, p)
			if err != nil {
				t.Errorf("%s, %v: %v", name, p, err)
				continue
			}
			if !slices.Contains(picked.Postures, p.Posture()) {
				t.Errorf("%s, %v: postures %v are without its own", name, p, picked.Postures)
			}
			for _, posture := range lease.Postures() {
				why := evidenceOf(t, picked, posture).shown()
				if named := slices.Contains(picked.Postures, posture); named != (why == "") {
					t.Errorf("%s, %v, seed %d, %v to %v: named %s: %v, but %q", name, p, picked.Seed, picked.From, picked.To,
						posture.Name, named, why)
				}
			}
			if picked.From < 0 || picked.To > e.Params.Horizon || picked.Why == "" {
				t.Errorf("%s, %v: %+v", name, p, picked)
			}
		}
	}
}

// TestTheOracleCatchesAWrongPick moves what was picked by a little: the oracle must not see it any more.
func TestTheOracleCatchesAWrongPick(t *testing.T) {
	for _, p := range fencekit.Phenomena() {
		right, err := fencekit.Pick(t.Context(), fencekit.New(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []struct {
			name   string
			change func(x *fencekit.Picked)
		}{
			{"the window comes after it", func(x *fencekit.Picked) { x.From, x.To = x.At+1, x.At+10*time.Second }},
			{"the window comes before it", func(x *fencekit.Picked) { x.To = x.At }},
			{"another seed", func(x *fencekit.Picked) { x.Seed++ }},
			{"the client after it", func(x *fencekit.Picked) { x.Client = (x.Client + 1) % 3 }},
			{"an attempt earlier", func(x *fencekit.Picked) { x.Attempt-- }},
			{"a millisecond later", func(x *fencekit.Picked) { x.At += time.Millisecond }},
		} {
			x := right
			wrong.change(&x)
			if evidenceOf(t, x, p.Posture()).shown() == "" {
				t.Errorf("%v: %s and the oracle sees it", p, wrong.name)
			}
		}
	}
}

// TestAPickIsLegible holds the picks of the published experiment to what makes them the best: one instance, a fence
// that saves the work, a short window.
func TestAPickIsLegible(t *testing.T) {
	counters := map[fencekit.Phenomenon]string{fencekit.Destroyed: "work_destroyed",
		fencekit.Cancelled: "margins_cancelled", fencekit.SameToken: "same_token"}
	e := fencekit.New()
	for _, p := range fencekit.Phenomena() {
		picked, err := fencekit.Pick(t.Context(), e, p)
		if err != nil {
			t.Fatal(err)
		}
		v := evidenceOf(t, picked, p.Posture())
		if counter := counters[p]; counter != "" && v.within(counter) != 1 {
			t.Errorf("%v: %d instances in the window, want 1", p, v.within(counter))
		}
		if length := picked.To - picked.From; length > 5*e.Params.Lease {
			t.Errorf("%v: a window of %v", p, length)
		}
		if p == fencekit.Destroyed {
			fenced := evidenceOf(t, picked, lease.Fencing)
			if w, _, _, ok := fenced.arrival(); !ok || w.Fate != trace.Refused {
				t.Errorf("the write that destroys is %v under fencing, want refused", w.Fate)
			}
		}
	}
}

// TestThePickIsTheLeast picks from every seed by itself: the best of all is the one with the least cost, the lowest
// seed of several, whatever the workers.
func TestThePickIsTheLeast(t *testing.T) {
	for _, p := range fencekit.Phenomena() {
		e := fencekit.New()
		e.Trials = 60
		least := fencekit.Picked{Cost: math.MaxInt64}
		for i := range e.Trials {
			one := e
			one.Seed, one.Trials = e.Seed+uint64(i), 1
			if picked, err := fencekit.Pick(t.Context(), one, p); err == nil && picked.Cost < least.Cost {
				least = picked
			}
		}
		for _, workers := range []int{1, 3} {
			e.Workers = workers
			got, err := fencekit.Pick(t.Context(), e, p)
			if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", least) {
				t.Errorf("%v with %d workers: got %+v, %v, want %+v", p, workers, got, err, least)
			}
		}
	}
}

func TestPickSaysWhatItChanged(t *testing.T) {
	for _, tc := range []struct {
		failover lease.Failover
		p        fencekit.Phenomenon
		want     string
	}{
		{lease.NoFailover, fencekit.SameToken, "failover = lossy instead of none"},
		{lease.Lossy, fencekit.SameToken, ""},
		{lease.NoFailover, fencekit.Destroyed, ""},
	} {
		e := fencekit.New()
		e.Params.Failover = tc.failover
		picked, err := fencekit.Pick(t.Context(), e, tc.p)
		if err != nil || !strings.HasPrefix(picked.Note, tc.want) || (picked.Note == "") != (tc.want == "") {
			t.Errorf("%v, %v: note %q, %v, want %q", tc.failover, tc.p, picked.Note, err, tc.want)
		}
		if lossy := picked.Params.Failover == lease.Lossy; lossy != (tc.p == fencekit.SameToken) {
			t.Errorf("%v, %v: failover %v", tc.failover, tc.p, picked.Params.Failover)
		}
	}
}

func TestPickRefuses(t *testing.T) {
	for _, tc := range []struct {
		name   string
		p      fencekit.Phenomenon
		change func(e *fencekit.Experiment)
		want   string
	}{
		{"no pauses", fencekit.PauseWindow, func(e *fencekit.Experiment) { e.Params.Sources = lease.Delay },
			"fencekit: pick: no seed from 1 to 150 shows window: a write passes its check, its client pauses before it " +
				"sends, and it lands without a lease: the window no margin covers; sources = delay is without pauses"},
		{"no steps", fencekit.Cancelled, func(e *fencekit.Experiment) { e.Params.Sources = lease.Pauses },
			"sources = pauses is without steps"},
		{"monotonic", fencekit.Cancelled, func(e *fencekit.Experiment) { e.Params.Clock = lease.Monotonic },
			"clock = monotonic, which no step moves"},
		{"no delay", fencekit.WireDelay, func(e *fencekit.Experiment) { e.Params.Sources = lease.Pauses },
			"sources = pauses is without delay"},
		{"consensus", fencekit.SameToken, func(e *fencekit.Experiment) { e.Params.Failover = lease.Consensus },
			"failover = consensus reissues no token"},
		{"nothing goes wrong", fencekit.Destroyed, func(e *fencekit.Experiment) { e.Params.Sources = lease.NoSources },
			"fencekit: pick: no seed from 1 to 150 shows destroyed: "},
		{"one client", fencekit.Overlap, func(e *fencekit.Experiment) { e.Params.Clients = 1 },
			"clients = 1 has nobody to meet"},
		{"too short a run", fencekit.SameToken, func(e *fencekit.Experiment) {
			e.Seed, e.Trials, e.Params.Horizon = 4, 3, time.Second
		}, "no seed from 4 to 6 shows same-token"},
		{"a broken engine", fencekit.Overlap, func(e *fencekit.Experiment) {
			e.Parts = func() lease.Parts {
				return lease.Parts{Draw: func(p *lease.Params, seed uint64) *lease.Schedule {
					q := *p
					q.Sources = lease.NoSources
					return lease.Draw(&q, seed)
				}}
			}
		}, "no seed from 1 to 150 shows overlap"},
		{"no trials", fencekit.Overlap, func(e *fencekit.Experiment) { e.Trials = 0 }, "fencekit: trials = 0"},
		{"unknown", 6, func(*fencekit.Experiment) {}, "fencekit: pick: phenomenon = 6: must be within [0, 5]"},
	} {
		e := fencekit.New()
		tc.change(&e)
		picked, err := fencekit.Pick(t.Context(), e, tc.p)
		if err == nil || !strings.Contains(err.Error(), tc.want) || picked.Why != "" {
			t.Errorf("%s: got %+v, %v, want %q", tc.name, picked, err, tc.want)
		}
	}
}

// TestInterruptedPickGivesTheBestSoFar stops a search half way, and one before it begins.
func TestInterruptedPickGivesTheBestSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := fencekit.New()
	e.Trials, e.Workers = 100_000, 1
	calls := 0
	e.Progress = func(done, total int) {
		if calls++; done > 0 {
			cancel()
		}
	}
	picked, err := fencekit.Pick(ctx, e, fencekit.Destroyed)
	var stopped *fencekit.Interrupted
	if !errors.As(err, &stopped) || stopped.Done < 1 || stopped.Done == e.Trials || calls == 0 {
		t.Fatalf("got %v after %d calls, want *Interrupted", err, calls)
	}
	again := e
	again.Trials, again.Progress = stopped.Done, nil
	want, err := fencekit.Pick(t.Context(), again, fencekit.Destroyed)
	if err != nil || picked.Seed != want.Seed || picked.Why != want.Why {
		t.Errorf("stopped after %d: got seed %d, want %d, %v", stopped.Done, picked.Seed, want.Seed, err)
	}
	if picked, err = fencekit.Pick(ctx, e, fencekit.Destroyed); !errors.As(err, &stopped) || picked.Why != "" {
		t.Errorf("stopped before it begins: got %+v, %v", picked, err)
	}
}

func TestPhenomenaHaveNames(t *testing.T) {
	var names []string
	for _, p := range fencekit.Phenomena() {
		got, err := fencekit.ParsePhenomenon(" " + p.String())
		if err != nil || got != p || p.Meaning() == "" {
			t.Errorf("%v: got %v, %v, meaning %q", p, got, err, p.Meaning())
		}
		names = append(names, p.String())
	}
	const want = "destroyed, overlap, cancelled, window, delay, same-token"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for word, hint := range map[string]string{"destroy": `did you mean "destroyed"? `, "": "the phenomena are " + want} {
		if _, err := fencekit.ParsePhenomenon(word); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: got %v, want %q", word, err, hint)
		}
	}
}

// The seed that shows best what a fence is for.
func ExamplePick() {
	picked, err := fencekit.Pick(context.Background(), fencekit.New(), fencekit.Destroyed)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("seed %d from %v to %v\n", picked.Seed, picked.From, picked.To)
	fmt.Println(strings.ReplaceAll(picked.Why, "; ", ";\n"))
	// Output:
	// seed 59 from 1m34.9s to 1m46.3s
	// C3 is granted the lock with token 18 at 97.986 s;
	// its write arrives at 103.273 s over the value of C2, token 19, and destroys it;
	// under fencing the same write is refused. It is the only such write in the window.
}

func ExampleParsePhenomenon() {
	p, err := fencekit.ParsePhenomenon("same-token")
	fmt.Println(p, err)
	fmt.Println(p.Meaning())
	_, err = fencekit.ParsePhenomenon("dleay")
	fmt.Println(strings.ReplaceAll(err.Error(), "; ", ";\n"))
	// Output:
	// same-token <nil>
	// a failover reissues a token, and a write is applied over another client's value of the same token
	// fencekit: unknown phenomenon "dleay";
	// did you mean "delay"? the phenomena are destroyed, overlap, cancelled, window, delay, same-token
}
