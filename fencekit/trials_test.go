package fencekit_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fence/fencekit"
	"fence/fencekit/lease"
)

func TestTrialsRunAgainFromTheirRow(t *testing.T) {
	e := small(20)
	f, err := fencekit.Trials(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Rows(), 20*len(e.Postures); got != want {
		t.Fatalf("rows: got %d, want %d", got, want)
	}
	seeds, postures := ints(t, f, "seed"), texts(t, f, "posture")
	for i := range seeds {
		if want := e.Seed + uint64(i/len(e.Postures)); uint64(seeds[i]) != want {
			t.Errorf("row %d: seed: got %d, want %d", i, seeds[i], want)
		}
		p, err := lease.ParsePosture(postures[i])
		if err != nil {
			t.Fatal(err)
		}
		s := lease.Draw(&e.Params, uint64(seeds[i]))
		counts := lease.Judge(lease.Serve(s, p.Check), p, e.Params.Margin)
		for k, want := range counts {
			name := lease.Counter(k).String()
			if lease.Counter(k) == lease.BothHeldTime {
				near(t, name, floats(t, f, name)[i], float64(want)/1e6)
			} else if got := ints(t, f, name)[i]; got != want {
				t.Errorf("seed %d, %s, %s: got %d, want %d", seeds[i], p.Name, name, got, want)
			}
		}
	}
}

func TestTrialsAddUpToCompare(t *testing.T) {
	e := small(300)
	f, err := fencekit.Compare(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]lease.Counts{}
	n, err := fencekit.EachTrial(context.Background(), e, func(c fencekit.Trial) error {
		s := sums[c.Posture.Name]
		for k := range s {
			s[k] += c.Counts[k]
		}
		sums[c.Posture.Name] = s
		return nil
	})
	if n != 300 || err != nil {
		t.Fatalf("EachTrial: got %d, %v", n, err)
	}
	for i, p := range e.Postures {
		for k, want := range sums[p.Name] {
			if k := lease.Counter(k); k != lease.BothHeldTime {
				if got := ints(t, f, k.String())[i]; got != want {
					t.Errorf("%s %s: got %d, want %d", p.Name, k, got, want)
				}
			}
		}
	}
}

func TestEachTrialStopsAtAnErrorOfItsReader(t *testing.T) {
	full := errors.New("the disk is full")
	rows := 0
	n, err := fencekit.EachTrial(context.Background(), small(1000), func(fencekit.Trial) error {
		if rows++; rows > 60 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || n != 10 {
		t.Errorf("got %d seeds and error %v, want 10 and %v", n, err, full)
	}
}

// TestTopAgainstSorting holds the heap to sorting every seed.
func TestTopAgainstSorting(t *testing.T) {
	e := small(400)
	for _, by := range []lease.Counter{lease.WorkDestroyed, lease.SameToken, lease.BothHeldTime, lease.RefusedLive} {
		type seed struct {
			seed uint64
			most int64
		}
		var all []seed
		if _, err := fencekit.EachTrial(context.Background(), e, func(c fencekit.Trial) error {
			if len(all) == 0 || all[len(all)-1].seed != c.Seed {
				all = append(all, seed{seed: c.Seed})
			}
			last := &all[len(all)-1]
			last.most = max(last.most, c.Counts[by])
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(all, func(a, b seed) int { return cmp.Compare(b.most, a.most) })
		for _, n := range []int{1, 7, 400} {
			f, err := fencekit.Top(context.Background(), e, by, n)
			if err != nil {
				t.Fatal(err)
			}
			var want []int64
			for _, s := range all[:n] {
				if s.most > 0 {
					want = append(want, slices.Repeat([]int64{int64(s.seed)}, len(e.Postures))...)
				}
			}
			if got := ints(t, f, "seed"); !slices.Equal(got, want) {
				t.Errorf("%s, %d seeds:\ngot  %v\nwant %v", by, n, got, want)
			}
		}
	}
}

func TestTopLeavesOutWhatNeverHappened(t *testing.T) {
	e := fencekit.New()
	e.Trials = 50
	f, err := fencekit.Top(context.Background(), e, lease.LostUpdates, 5)
	if err != nil || f.Rows() != 0 {
		t.Errorf("got %d rows and error %v, want none of either", f.Rows(), err)
	}
	for _, n := range []int{0, -1, 1_000_001} {
		if _, err := fencekit.Top(context.Background(), e, lease.LostUpdates,
			n); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("n = %d", n)) {
			t.Errorf("n = %d: error: got %v, want one that names it", n, err)
		}
	}
}

func TestTableRefusesSeedsItCannotHold(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Seed = 2, math.MaxInt64
	if _, err := fencekit.Trials(context.Background(), e); err == nil || !strings.Contains(err.Error(),
		"seed = 9223372036854775807: seed + trials must not exceed") {
		t.Errorf("error: got %v, want one that names the seed before anything runs", err)
	}
}

func TestParseCounter(t *testing.T) {
	for k := range lease.NumCounters {
		if got, err := fencekit.ParseCounter(k.String()); got != k || err != nil {
			t.Errorf("%s: got %v, %v", k, got, err)
		}
	}
	if _, err := fencekit.ParseCounter("work_destroied"); err == nil || !strings.Contains(err.Error(),
		`did you mean "work_destroyed"`) {
		t.Errorf("error: got %v, want one that names the nearest", err)
	}
	if _, err := fencekit.ParseCounter("q"); err == nil || strings.Contains(err.Error(), "did you mean") {
		t.Errorf("error: got %v, want one without a guess", err)
	}
}
