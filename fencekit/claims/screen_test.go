package claims

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// retold tells every story and then changes it.
func retold(change func(s *trace.Story, at time.Duration)) func(*trace.Log, time.Duration) *trace.Story {
	return func(l *trace.Log, at time.Duration) *trace.Story {
		s := trace.ReadStoryUntil(l, at)
		change(s, at)
		return s
	}
}

// brokenStories are ways to tell a log that are wrong in one place each, and the claims that must catch them. An
// engine is not at fault in any of them.
var brokenStories = []struct {
	name  string
	story func(*trace.Log, time.Duration) *trace.Story
	want  string
}{
	{"a lease that is given back has its bar to the promised end", retold(func(s *trace.Story, at time.Duration) {
		for i := range s.Leases {
			s.Leases[i].To = min(s.Leases[i].Until, at)
		}
	}), "screen.bars"},
	{"a bar is labelled with its holder", retold(func(s *trace.Story, _ time.Duration) {
		for i := range s.Leases {
			s.Leases[i].Token = s.Leases[i].Holder
		}
	}), "screen.bars"},
	{"the last bar is missing", retold(func(s *trace.Story, _ time.Duration) {
		s.Leases = s.Leases[:len(s.Leases)-1]
	}), "screen.bars screen.frontier"},
	{"the first millisecond of a belief is hatched", retold(func(s *trace.Story, _ time.Duration) {
		for i := range s.Beliefs {
			b := &s.Beliefs[i]
			b.Bare = append(b.Bare, trace.Span{From: b.From, To: min(b.To, b.From+time.Millisecond)})
		}
	}), "screen.hatch.baseline screen.hatch.nonzero"},
	{"nothing is hatched", retold(func(s *trace.Story, _ time.Duration) {
		for i := range s.Beliefs {
			s.Beliefs[i].Bare = nil
		}
	}), "screen.hatch.nonzero"},
	{"a wash for each pair of believers", retold(func(s *trace.Story, _ time.Duration) {
		s.Races = nil
		for i, b := range s.Beliefs {
			for _, a := range s.Beliefs[:i] {
				if to := min(a.To, b.To); b.From < to {
					s.Races = append(s.Races, trace.Span{From: b.From, To: to})
				}
			}
		}
	}), "screen.wash"},
	{"a wash ends at the next whole second", retold(func(s *trace.Story, _ time.Duration) {
		for i := range s.Races {
			s.Races[i].To = s.Races[i].To.Truncate(time.Second)
		}
	}), "screen.wash"},
	{"a lease is drawn to the end that it was promised", retold(func(s *trace.Story, _ time.Duration) {
		for i := range s.Leases {
			if s.Leases[i].Open {
				s.Leases[i].To = s.Leases[i].Until
			}
		}
	}), "screen.frontier"},
	{"a pause is drawn in all its length", retold(func(s *trace.Story, _ time.Duration) {
		for i := range s.Pauses {
			s.Pauses[i].To = s.Pauses[i].From + s.Pauses[i].For
		}
	}), "screen.frontier"},
	{"the playhead reads a second ahead", func(l *trace.Log, at time.Duration) *trace.Story {
		return trace.ReadStoryUntil(l, at+time.Second)
	}, "screen.frontier"},
	{"the playhead lags a second behind", func(l *trace.Log, at time.Duration) *trace.Story {
		return trace.ReadStoryUntil(l, at-time.Second)
	}, "screen.frontier"},
}

// TestBrokenStoriesAreCaught tells the log of the right engine wrongly.
func TestBrokenStoriesAreCaught(t *testing.T) {
	var screen []string
	for _, e := range screenChecks() {
		screen = append(screen, e.id)
	}
	for _, tc := range brokenStories {
		results, err := Check(t.Context(), Options{Only: screen, story: tc.story})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if slices.Contains(strings.Fields(tc.want), r.ID) && r.Verdict != Fails {
				t.Errorf("%s: %v, want a failure", tc.name, r)
			}
		}
	}
}

// TestStoryOfTheEngineAtEveryMillisecond holds the hatching and the washes of whole runs to their timelines,
// millisecond by millisecond.
func TestStoryOfTheEngineAtEveryMillisecond(t *testing.T) {
	in := func(all []trace.Span, at time.Duration) bool {
		return slices.ContainsFunc(all, func(s trace.Span) bool { return s.Contains(at) })
	}
	for _, f := range []lease.Failover{lease.NoFailover, lease.Lossy} {
		p := lease.Default()
		p.Failover = f
		for seed := uint64(1); seed <= 3; seed++ {
			s := lease.Draw(&p, seed)
			l, err := lease.Log(s, lease.Unprotected)
			if err != nil {
				t.Fatal(err)
			}
			story, grants := trace.ReadStory(l), lease.Serve(s, false).Grants
			races, bare := 0, 0
			for at := time.Duration(0); at < p.Horizon; at += time.Millisecond {
				believers := map[int32]bool{}
				for i := range grants {
					g := &grants[i]
					believes := g.At <= at && at < g.LetGo
					hatched := believes && at >= g.Ended
					b := &story.Beliefs[i] // begins in the order of the grants
					if b.Contains(at) != believes || in(b.Bare, at) != hatched {
						t.Fatalf("%v, seed %d, %v, grant %d: %+v, want belief %v, hatched %v", f, seed, at, i, b, believes, hatched)
					}
					if believes {
						believers[g.Client] = true
					}
					bare += map[bool]int{true: 1}[hatched]
				}
				if got := in(story.Races, at); got != (len(believers) > 1) {
					t.Fatalf("%v, seed %d, %v: race %v, believers %v", f, seed, at, got, believers)
				}
				races += map[bool]int{true: 1}[len(believers) > 1]
			}
			if races == 0 || bare == 0 {
				t.Errorf("%v, seed %d: %d milliseconds of races and %d hatched: nothing was compared", f, seed, races, bare)
			}
		}
	}
}

// TestScreenSaysWhatItFound holds the figures that people read beside the claims.
func TestScreenSaysWhatItFound(t *testing.T) {
	want := map[string]string{
		"screen.bars": " bars alike", "screen.hatch.baseline": "0 ms of ", "screen.hatch.nonzero": " ms of ",
		"screen.wash": "all ", "screen.frontier": "0", "screen.scoreboard": "960 counters alike",
	}
	var only []string
	for _, e := range screenChecks() {
		only = append(only, e.id)
	}
	results, err := Check(t.Context(), Options{Only: only})
	if err != nil || len(results) != len(want) {
		t.Fatalf("got %d results, %v, want %d", len(results), err, len(want))
	}
	for _, r := range results {
		t.Log(r)
		if !strings.Contains(r.Ours, want[r.ID]) {
			t.Errorf("%s: got %q, want %q in it", r.ID, r.Ours, want[r.ID])
		}
	}
}
