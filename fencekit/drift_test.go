package fencekit_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit"
	"fence/fencekit/dist"
	"fence/fencekit/lease"
)

// TestDriftCountsWhatTheLogsSay counts the writes sent on a lease that was over a second time, run by run and from the
// instants of the timeline, with a client's own clock worked out from the drift.
func TestDriftCountsWhatTheLogsSay(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Params.Lease, e.Params.Pause = 300, time.Second, dist.Must(dist.Uniform(100*time.Millisecond, 1500*time.Millisecond))
	const ppm = -50_000 // so slow that a few hundred runs show it
	f, err := fencekit.Drift(context.Background(), e, []float64{ppm})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := floats(t, f, "margin_ms"), []float64{0, 51, 0, 51}; !slices.Equal(got, want) {
		t.Fatalf("margins: got %v, want %v", got, want)
	}
	want := make([]int64, 2)
	p := e.Params
	p.Sources, p.Drift = lease.Pauses|lease.Drift, ppm
	for seed := uint64(1); seed <= 300; seed++ {
		timeline := lease.Serve(lease.Draw(&p, seed), false)
		for _, w := range timeline.Writes {
			elapsed := w.Check - timeline.Grants[w.Grant].At
			believed := time.Second - (elapsed - elapsed/20)
			for k, margin := range []time.Duration{0, 51 * time.Millisecond} {
				if w.Counted && believed > margin && elapsed >= time.Second {
					want[k]++
				}
			}
		}
	}
	got := ints(t, f, "sent_over")
	if got[0] != want[0] || got[1] != want[1] || want[0] == 0 || want[1] != 0 {
		t.Errorf("sent though over: got %v, want %v, some at a margin of 0 and none above the loss", got, want)
	}
	if got[2] == 0 || got[3] == 0 {
		t.Errorf("sent though over with steps: got %v, want some at either margin", got)
	}
	near(t, "rate", floats(t, f, "sent_over_per_trial")[0], float64(want[0])/300)
}

func TestDriftRefuses(t *testing.T) {
	e := fencekit.New()
	if _, err := fencekit.Drift(context.Background(), e, []float64{2e6}); err == nil ||
		!strings.Contains(err.Error(), "drift = 2e+06: must be within") {
		t.Errorf("a rate beyond every clock: got %v", err)
	}
	e.Params.EarlyRelease = true
	if _, err := fencekit.Drift(context.Background(), e, fencekit.DefaultRates()); err == nil ||
		!strings.Contains(err.Error(), "early-release = true") {
		t.Errorf("early release: got %v", err)
	}
}

// The writes that are counted as sent and aborted are those of a comparison under the check.
func TestDriftSendsWhatCompareSends(t *testing.T) {
	e := fencekit.New()
	e.Trials = 100
	f, err := fencekit.Drift(context.Background(), e, []float64{-1000})
	if err != nil {
		t.Fatal(err)
	}
	for row, sources := range []lease.Sources{lease.Pauses | lease.Drift, lease.Pauses | lease.Drift, lease.Pauses | lease.Steps,
		lease.Pauses | lease.Steps} {
		e.Postures, e.Params.Sources, e.Params.Drift = []lease.Posture{lease.Check}, sources, -1000
		e.Params.Margin = time.Duration(floats(t, f, "margin_ms")[row]) * time.Millisecond
		c, err := fencekit.Compare(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"sent", "aborted", "trials"} {
			if got, want := ints(t, f, name)[row], ints(t, c, name)[0]; got != want {
				t.Errorf("row %d, %s: got %d, want %d", row, name, got, want)
			}
		}
	}
}
