package fencekit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/interval"
	"fence/fencekit/lease"
)

// named are the columns that come first, by the names and in the order that readers of the JSON form rely on.
var named = strings.Fields(`posture trials grants attempts sent aborted abort_pct unlocked_arrived unlocked_applied
	trials_unlocked_arrived trials_unlocked_applied work_destroyed newer_overwritten refused refused_live same_token
	released_stranger margins_cancelled both_held both_held_ms lost_updates`)

func TestCompareCountsARaceMadeByHand(t *testing.T) {
	e := fencekit.Replay(race())
	f, err := fencekit.Compare(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	got := csv(t, pick(t, f, named...))
	want := strings.Join(named, ",") + `
unprotected,1,2,2,2,0,0,1,1,1,1,1,1,0,0,0,0,0,1,1030,0
check,1,2,2,1,1,50,0,0,0,0,0,0,0,0,0,0,0,1,1030,0
fencing,1,2,2,2,0,0,1,0,1,0,0,0,1,0,0,0,0,1,1030,0
`
	if got != want {
		t.Errorf("rows:\ngot  %s\nwant %s", got, want)
	}
}

func TestOneTrialHasNoLimits(t *testing.T) {
	f, err := fencekit.Compare(context.Background(), fencekit.Replay(race()))
	if err != nil {
		t.Fatal(err)
	}
	limits := 0
	for _, name := range f.Columns() {
		if !strings.HasSuffix(name, "_low") && !strings.HasSuffix(name, "_high") {
			continue
		}
		limits++
		for i, x := range floats(t, f, name) {
			if !math.IsNaN(x) {
				t.Errorf("%s, row %d: got %v, want none: one trial says nothing about others", name, i, x)
			}
		}
	}
	if limits < 50 {
		t.Errorf("limits: got %d columns, want 50 or more", limits)
	}
}

func TestNamesOfTheColumns(t *testing.T) {
	f, err := fencekit.Compare(context.Background(), small(5))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Columns()[:len(named)]; !slices.Equal(got, named) {
		t.Errorf("columns:\ngot  %v\nwant %v", got, named)
	}
	var b bytes.Buffer
	if err := f.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var rows []map[string]any
	if err := json.Unmarshal(b.Bytes(), &rows); err != nil {
		t.Fatal(err)
	}
	for _, name := range f.Columns() {
		low, high := slices.Contains(f.Columns(), name+"_low"), slices.Contains(f.Columns(), name+"_high")
		rate := strings.HasSuffix(name, "_pct") || strings.HasSuffix(name, "_per_trial") || strings.HasSuffix(name,
			"_diff")
		if low != rate || high != rate {
			t.Errorf("%s: limits below and above: got %v and %v, want %v", name, low, high, rate)
		}
		if _, ok := rows[0][name]; !ok {
			t.Errorf("%s: not in the JSON row", name)
		}
	}
}

func TestEveryColumnHasItsMeaning(t *testing.T) {
	ctx, e := context.Background(), small(3)
	listed, err := frame.Col[string](fencekit.Columns(), "column")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for name, run := range everyExperiment(e) {
		f, err := run(ctx)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, col := range f.Columns() {
			c, err := f.Column(col)
			if err != nil {
				t.Fatal(err)
			}
			if c.Meta.Meaning == "" {
				t.Errorf("%s, %s: no meaning", name, col)
			}
			if !slices.Contains(listed, col) && name != "Grid" {
				t.Errorf("%s, %s: not in Columns", name, col)
			}
			seen[col] = true
		}
	}
	for _, col := range listed {
		if !seen[col] {
			t.Errorf("%s: in Columns and in no frame", col)
		}
	}
}

func everyExperiment(e fencekit.Experiment) map[string]func(context.Context) (frame.Frame, error) {
	ms := time.Millisecond
	return map[string]func(context.Context) (frame.Frame, error){
		"Compare": func(ctx context.Context) (frame.Frame, error) { return fencekit.Compare(ctx, e) },
		"Sources": func(ctx context.Context) (frame.Frame, error) { return fencekit.Sources(ctx, e) },
		"MarginSweep": func(ctx context.Context) (frame.Frame, error) {
			return fencekit.MarginSweep(ctx, e, []time.Duration{0, 500 * ms, 100 * ms})
		},
		"Failover": func(ctx context.Context) (frame.Frame, error) { return fencekit.Failover(ctx, e) },
		"Control":  func(ctx context.Context) (frame.Frame, error) { return fencekit.Control(ctx, e) },
		"Grid": func(ctx context.Context) (frame.Frame, error) {
			return fencekit.Grid(ctx, e, fencekit.Axis{Name: "lease", Values: []string{"2s", "3s"}},
				fencekit.Axis{Name: "clients", Values: []string{"2", "4"}})
		},
		"Drift": func(ctx context.Context) (frame.Frame, error) {
			return fencekit.Drift(ctx, e, []float64{200, -1000, 10_000})
		},
		"Trials": func(ctx context.Context) (frame.Frame, error) { return fencekit.Trials(ctx, e) },
		"Top":    func(ctx context.Context) (frame.Frame, error) { return fencekit.Top(ctx, e, lease.Refused, 7) },
	}
}

func TestSameBytesOnAnyNumberOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	e := small(600) // more than two chunks
	runs := []struct{ procs, workers int }{{1, 1}, {4, 8}, {1, 3}, {2, 2}, {3, 0}}
	if testing.Short() {
		e, runs = small(270), runs[:2]
	}
	want := map[string]string{}
	for _, cores := range runs {
		runtime.GOMAXPROCS(cores.procs)
		e.Workers = cores.workers
		for name, run := range everyExperiment(e) {
			f, err := run(context.Background())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got := f.Caption() + "\n" + csv(t, f)
			if want[name] == "" {
				want[name] = got
			}
			if got != want[name] {
				t.Errorf("%s: not the same bytes with GOMAXPROCS %d and %d workers", name, cores.procs, cores.workers)
			}
		}
	}
}

// TestIntervalsAgainstTheTrials computes every figure again from one row a trial, by adding up what the columns say they
// are, and not from the sums that the experiment keeps.
func TestIntervalsAgainstTheTrials(t *testing.T) {
	e := small(90)
	f, err := fencekit.Compare(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string][]lease.Counts{}
	if _, err := fencekit.EachTrial(context.Background(), e, func(c fencekit.Trial) error {
		counts[c.Posture.Name] = append(counts[c.Posture.Name], c.Counts)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	first := counts[e.Postures[0].Name]
	for i, p := range e.Postures {
		check := func(name string, want interval.Interval, scale float64, floor bool) {
			t.Helper()
			low := want.Low
			if floor {
				low = max(0, low)
			}
			near(t, p.Name+" "+name, floats(t, f, name)[i], want.Estimate*scale)
			near(t, p.Name+" "+name+"_low", floats(t, f, name+"_low")[i], low*scale)
			near(t, p.Name+" "+name+"_high", floats(t, f, name+"_high")[i], want.High*scale)
		}
		var aborted, writes, applied, arrived []float64
		for _, c := range counts[p.Name] {
			aborted = append(aborted, float64(c[lease.Aborted]))
			writes = append(writes, float64(c[lease.Sent]+c[lease.Aborted]))
			applied = append(applied, float64(c[lease.UnlockedApplied]))
			arrived = append(arrived, float64(c[lease.UnlockedArrived]))
		}
		check("abort_pct", ratio(aborted, writes), 100, true)
		check("applied_pct", ratio(applied, arrived), 100, true)
		for _, k := range fencekit.Damage {
			var each, diff []float64
			with := 0
			for j, c := range counts[p.Name] {
				each = append(each, float64(c[k]))
				diff = append(diff, float64(c[k]-first[j][k]))
				if c[k] > 0 {
					with++
				}
			}
			check(k.String()+"_per_trial", interval.Rate(product(each, nil), product(each, each), e.Trials, 0.95), 1, true)
			if i > 0 {
				check(k.String()+"_diff", interval.Difference(product(diff, nil), product(diff, diff), e.Trials, 0.95), 1, false)
			} else if x := floats(t, f, k.String()+"_diff")[0]; !math.IsNaN(x) {
				t.Errorf("%s_diff of the first posture: got %v, want none", k, x)
			}
			if name := "trials_" + k.String() + "_pct"; slices.Contains(f.Columns(), name) {
				check(name, interval.Share(with, e.Trials, 0.95), 100, true)
			}
			if got, want := ints(t, f, k.String())[i], product(each, nil); float64(got) != want {
				t.Errorf("%s %s: got %d, want %v", p.Name, k, got, want)
			}
		}
	}
}

// product is the sum of the products of two lists of numbers, or of one list alone.
func product(xs, ys []float64) (sum float64) {
	for i, x := range xs {
		if ys != nil {
			x *= ys[i]
		}
		sum += x
	}
	return sum
}

func ratio(xs, ys []float64) interval.Interval {
	return interval.RateOver(product(xs, nil), product(ys, nil), product(xs, xs), product(ys, ys), product(xs, ys), len(xs), 0.95)
}

func TestFewTrialsKeepTheirLimitsSane(t *testing.T) {
	e := fencekit.New()
	e.Trials = 2
	f, err := fencekit.Compare(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if got := floats(t, f, "abort_pct_high")[1]; got != 100 {
		t.Errorf("share of aborts: upper limit is %v, want 100: the spread of two trials alone goes beyond", got)
	}
	for _, name := range f.Columns() {
		if !strings.Contains(name, "_pct") {
			continue
		}
		for i, x := range floats(t, f, name) {
			if x < 0 || x > 100 {
				t.Errorf("%s, row %d: got %v, want a share", name, i, x)
			}
		}
	}
	near(t, "same_token_per_trial_high", floats(t, f, "same_token_per_trial_high")[0], 1.5) // a trial may have several
}

func TestWhereNothingHappenedTheLimitIsThreeInN(t *testing.T) {
	e := fencekit.New()
	e.Params.Sources, e.Trials = lease.NoSources, 60
	f, err := fencekit.Compare(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "work_destroyed_per_trial_high", floats(t, f, "work_destroyed_per_trial_high")[0], 3.0/60)
	near(t, "trials_unlocked_applied_pct_high", floats(t, f, "trials_unlocked_applied_pct_high")[0], 100*3.0/60)
	writes := float64(ints(t, f, "sent")[1])
	near(t, "abort_pct_high", floats(t, f, "abort_pct_high")[1], 100*3/writes)
}

func TestInterruptedExperimentsCoverWhatWasDone(t *testing.T) {
	for name := range everyExperiment(small(1)) {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			e := small(4000)
			e.Postures = lease.Published()
			e.Progress = func(done, total int) {
				if done >= 600 {
					cancel()
				}
			}
			f, err := everyExperiment(e)[name](ctx)
			var stopped *fencekit.Interrupted
			if !errors.As(err, &stopped) || !errors.Is(err, context.Canceled) {
				t.Fatalf("error: got %v, want *Interrupted", err)
			}
			if stopped.Done < 600 || stopped.Done >= stopped.Total {
				t.Errorf("done: got %d of %d, want some and not all", stopped.Done, stopped.Total)
			}
			if got, want := f.Caption(), fmt.Sprintf("interrupted after %s of",
				frame.Grouped(int64(stopped.Done))); !strings.Contains(got, want) {
				t.Errorf("caption: got %q, want it to say %q", got, want)
			}
			covered(t, name, f, stopped)
			if name == "Trials" {
				if got := f.Rows(); got != 3*stopped.Done {
					t.Errorf("rows: got %d, want %d", got, 3*stopped.Done)
				}
			}
			if name != "Compare" {
				return
			}
			e.Trials, e.Progress = stopped.Done, nil
			whole, err := fencekit.Compare(context.Background(), e)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := csv(t, f), csv(t, whole); got != want {
				t.Errorf("the rows of an interrupted run are not those of a run of as many trials")
			}
		})
	}
}

// covered holds the caption of an interrupted experiment to its rows: what they rest on, and which are not there.
func covered(t *testing.T, name string, f frame.Frame, stopped *fencekit.Interrupted) {
	t.Helper()
	for what, missing := range map[string]string{"Sources": "not begun: sources pauses, sources steps, sources delay and 2 more",
		"Failover": "not begun: failover lossy, failover consensus", "MarginSweep": "not begun: posture check+fencing",
		"Grid":  "not begun: lease 2s, clients 4; lease 3s, clients 2; lease 3s, clients 4; ",
		"Drift": "not begun: drift -1000, drift 10000, steps"} {
		if name == what && stopped.NotBegun != nil && !strings.Contains(f.Caption(), missing) {
			t.Errorf("caption: got %q, want it to say %q", f.Caption(), missing)
		}
	}
	rests := fmt.Sprintf("%d trials, seeds 1 to %d", stopped.Done, stopped.Done)
	if stopped.Last != "" {
		rests = fmt.Sprintf("the rows of %s rest on %s; ", stopped.Last, frame.Grouped(int64(stopped.LastDone)))
	}
	if got := strings.ReplaceAll(f.Caption(), ",", ""); !strings.Contains(got, strings.ReplaceAll(rests, ",", "")) {
		t.Errorf("caption: got %q, want it to say %q", got, rests)
	}
	if !slices.Contains(f.Columns(), "trials") {
		return
	}
	if got := ints(t, f, "trials"); stopped.Last != "" && int(got[len(got)-1]) != stopped.LastDone {
		t.Errorf("trials: the last row rests on %d, want %d", got[len(got)-1], stopped.LastDone)
	}
}

func TestCancelledBeforeTheFirstTrial(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, run := range everyExperiment(small(10)) {
		f, err := run(ctx)
		var stopped *fencekit.Interrupted
		if !errors.As(err, &stopped) || stopped.Done != 0 {
			t.Errorf("%s: error: got %v, want *Interrupted after 0 trials", name, err)
		}
		if f.Rows() != 0 {
			t.Errorf("%s: rows: got %d, want none", name, f.Rows())
		}
	}
}

func TestProgressCountsOverAllRows(t *testing.T) {
	var last, total int
	e := small(300)
	e.Progress = func(d, n int) {
		if d < last {
			t.Errorf("progress: %d after %d", d, last)
		}
		last, total = d, n
	}
	if _, err := fencekit.Sources(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	if last != 1800 || total != 1800 {
		t.Errorf("progress: got %d of %d at the end, want 1800 of 1800", last, total)
	}
}

func TestBadExperimentsAreRefused(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(e *fencekit.Experiment)
		want   string
	}{
		{"no trials", func(e *fencekit.Experiment) { e.Trials = 0 }, "trials = 0"},
		{"too many trials", func(e *fencekit.Experiment) { e.Trials = 1 << 60 }, "trials = 1152921504606846976"},
		{"no posture", func(e *fencekit.Experiment) { e.Postures = nil }, "postures"},
		{"seeds beyond the last", func(e *fencekit.Experiment) { e.Seed = math.MaxUint64 - 2 },
			"seed = 18446744073709551613"},
		{"no lease", func(e *fencekit.Experiment) { e.Params.Lease = 0 }, "lease = 0s"},
	} {
		e := fencekit.New()
		c.change(&e)
		for name, run := range everyExperiment(e) {
			if name == "Failover" && c.what == "no posture" || name == "MarginSweep" && c.what == "no posture" {
				continue // they have postures of their own
			}
			if name == "Grid" && c.what == "no lease" || name == "Drift" && c.what == "no posture" {
				continue // the one varies the lease, the other has a posture of its own
			}
			_, err := run(context.Background())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: error: got %v, want it to name %q", name, c.what, err, c.want)
			}
		}
	}
}

func TestSourcesRunEachOnItsOwn(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Params.Sources = 40, lease.Steps // not used
	f, err := fencekit.Sources(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, s := range []string{"none", "pauses", "steps", "delay", "drift", "all"} {
		want = append(want, s, s, s)
	}
	if got := texts(t, f, "sources"); !slices.Equal(got, want) {
		t.Errorf("sources: got %v, want %v", got, want)
	}
	for i, s := range []lease.Sources{lease.NoSources, lease.Pauses, lease.Steps, lease.Delay, lease.Drift,
		lease.AllSources} {
		e.Params.Sources = s
		alone, err := fencekit.Compare(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := csv(t, dropped(t, f, "sources", 3*i, 3)), csv(t, alone); got != want {
			t.Errorf("%v: not what Compare gives:\ngot  %s\nwant %s", s, got, want)
		}
	}
}

func TestMarginSweepIsCompareAtEveryMargin(t *testing.T) {
	e := small(60)
	margins := []time.Duration{500 * time.Millisecond, 0, 4 * time.Second}
	f, err := fencekit.MarginSweep(context.Background(), e, margins)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := texts(t, f, "posture"), []string{"check", "check", "check", "check+fencing", "check+fencing",
		"check+fencing"}; !slices.Equal(got, want) {
		t.Errorf("postures: got %v, want %v", got, want)
	}
	if got, want := floats(t, f, "margin_ms"), []float64{500, 0, 4000, 500, 0, 4000}; !slices.Equal(got, want) {
		t.Errorf("margin_ms: got %v, want %v", got, want)
	}
	for i, p := range []lease.Posture{lease.Check, lease.CheckFencing} {
		for k, m := range margins {
			e.Postures, e.Params.Margin = []lease.Posture{p}, m
			alone, err := fencekit.Compare(context.Background(), e)
			if err != nil {
				t.Fatal(err)
			}
			got := csv(t, pick(t, dropped(t, f, "margin_ms", 3*i+k, 1), named...))
			if want := csv(t, pick(t, alone, named...)); got != want {
				t.Errorf("%s at %v:\ngot  %s\nwant %s", p.Name, m, got, want)
			}
		}
	}
}

// TestMarginSweepOfARaceMadeByHand: C1 checks 6 s into a lease of 3 s, and C2 with exactly 2 s left.
func TestMarginSweepOfARaceMadeByHand(t *testing.T) {
	e := fencekit.Replay(race())
	f, err := fencekit.MarginSweep(context.Background(), e, []time.Duration{0, 2*time.Second - 1, 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	got := csv(t, pick(t, f, "margin_ms", "posture", "sent", "aborted", "abort_pct", "both_held_ms"))
	want := `margin_ms,posture,sent,aborted,abort_pct,both_held_ms
0,check,1,1,50,1030
1999.999999,check,1,1,50,1030
2000,check,0,2,100,1030
`
	if got != want {
		t.Errorf("rows:\ngot  %s\nwant %s", got, want)
	}
}

func TestMarginSweepTakesCheckByItself(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Postures = 5, []lease.Posture{lease.Fencing, lease.Strict}
	_, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	if want := "fencekit: margin: none of the postures checks: fencing, strict"; err == nil || err.Error() != want {
		t.Errorf("error: got %v, want %s", err, want)
	}
	e.Postures = nil
	f, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(t, f, "posture"); got[0] != "check" || len(got) != 8 {
		t.Errorf("postures: got %v, want 8 times check", got)
	}
	for _, bad := range [][]time.Duration{nil, {-1}, {0, time.Second, time.Second}} {
		if _, err := fencekit.MarginSweep(context.Background(), e, bad); err == nil || !strings.Contains(err.Error(),
			"margin") {
			t.Errorf("margins %v: error: got %v, want one that names the margin", bad, err)
		}
	}
}

func TestFailoverTakesTheFencesByItself(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Postures, e.Params.Writes = 40, nil, 2
	f, err := fencekit.Failover(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := texts(t, f, "failover"), []string{"none", "none", "lossy", "lossy", "consensus",
		"consensus"}; !slices.Equal(got, want) {
		t.Errorf("failover: got %v, want %v", got, want)
	}
	if got, want := texts(t, f, "posture")[:2], []string{"fencing", "strict"}; !slices.Equal(got, want) {
		t.Errorf("postures: got %v, want %v", got, want)
	}
	refused := ints(t, f, "refused_live")
	if refused[0] != 0 || refused[1] == 0 || refused[2] == 0 || refused[4] != 0 {
		t.Errorf("refused though live: got %v, want none for fencing but under lossy failover, and some for strict with two writes", refused)
	}
	if same := ints(t, f, "same_token"); same[2] == 0 || same[3] != 0 || same[4] != 0 {
		t.Errorf("same token: got %v, want some for fencing under lossy failover and none elsewhere", same)
	}
}

// The helpers below read a frame and fail the test when it is not as expected.

func csv(t *testing.T, f frame.Frame) string {
	t.Helper()
	var b strings.Builder
	if err := f.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func pick(t *testing.T, f frame.Frame, names ...string) frame.Frame {
	t.Helper()
	g, err := f.Select(names...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// dropped returns some rows without a column.
func dropped(t *testing.T, f frame.Frame, name string, from, rows int) frame.Frame {
	t.Helper()
	g, err := f.Tail(f.Rows() - from).Head(rows).Drop(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func col[T frame.Value](t *testing.T, f frame.Frame, name string) []T {
	t.Helper()
	x, err := frame.Col[T](f, name)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func ints(t *testing.T, f frame.Frame, name string) []int64 {
	t.Helper()
	return col[int64](t, f, name)
}
func floats(t *testing.T, f frame.Frame, name string) []float64 {
	t.Helper()
	return col[float64](t, f, name)
}
func texts(t *testing.T, f frame.Frame, name string) []string {
	t.Helper()
	return col[string](t, f, name)
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-9*math.Max(1, math.Abs(want)) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
