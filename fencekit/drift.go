package fencekit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/frame"
	"fence/fencekit/interval"
	"fence/fencekit/lease"
	"fence/fencekit/sweep"
)

// DriftTrials is the number of seeds that shows what a rate error of 200 ppm does: it matters only to a check that comes
// within 0.6 ms after the end of a lease of 3 s.
const DriftTrials = 30_000

// DefaultRates returns the rate errors of [Drift], in ppm.
func DefaultRates() []float64 { return []float64{-10_000, -1000, -200, 200, 1000, 10_000} }

// Drift asks what a margin of the expiry check absorbs. It runs the experiment with pauses, so that checks come after the
// lease too, and clocks with each rate error, and judges the check at a margin of 0 and at one just above what the
// slowest such clock loses on a lease, rounded up to a millisecond; then with right clocks that step, at all of these
// margins. It returns a row a rate error, or steps, and margin, with the columns
//
//	sources, drift_ppm, margin_ms, trials
//	sent, aborted        under the check
//	sent_over            writes sent although the lease was over at their check, with its rate a trial and limits
//
// A clock that loses r·L on a lease makes a check believe in at most r·L too much, so a margin of that size absorbs it; a
// step may be larger than any margin. Params.Sources, Drift and Margin, Postures and a Judge among Parts are not used;
// EarlyRelease is an error, since an abort would change the run. For an interrupted run see [Compare].
func Drift(ctx context.Context, e Experiment, ppm []float64) (frame.Frame, error) {
	rows, err := driftRows(&e, ppm)
	if err != nil {
		return frame.Frame{}, err
	}
	var groups []group
	for _, r := range rows {
		groups = append(groups, group{r.e, r.what, r.run, func(int) string { return lease.Check.Name }})
	}
	done, of, err := run(ctx, groups)
	if done == nil && err != nil {
		return frame.Frame{}, err
	}
	f, bad := driftFrame(rows, done, of)
	if bad != nil {
		return frame.Frame{}, bad
	}
	published := lease.Default()
	e.Params.Sources, e.Params.Drift, e.Params.Margin = published.Sources, published.Drift, published.Margin
	return f.WithCaption(e.caption(err) + "; every row sets its own sources, drift and margin"), err
}

// driftRow is a kind of clock and the margins that it is judged at.
type driftRow struct {
	e       Experiment
	what    string
	margins []time.Duration
}

// driftRows makes an experiment of each rate error, and one of steps.
func driftRows(e *Experiment, ppm []float64) ([]driftRow, error) {
	if e.Params.EarlyRelease {
		return nil, errors.New("fencekit: drift: early-release = true: an abort would change the run; must be false")
	}
	var rows []driftRow
	all := []time.Duration{0}
	for _, r := range ppm {
		rate, err := clock.PPM(r)
		if err != nil {
			return nil, fmt.Errorf("fencekit: drift: drift = %v: must be within [-1e6, 1e6] ppm", r)
		}
		one := *e
		one.Params.Sources, one.Params.Drift, one.Params.Margin = lease.Pauses|lease.Drift, r, 0
		above := rate.Over(e.Params.Lease).Abs().Truncate(time.Millisecond) + time.Millisecond
		rows = append(rows, driftRow{one, fmt.Sprintf("drift %v", r), []time.Duration{0, above}})
		all = append(all, above)
	}
	steps := *e
	steps.Params.Sources, steps.Params.Drift, steps.Params.Margin = lease.Pauses|lease.Steps, 0, 0
	slices.Sort(all)
	return append(rows, driftRow{steps, "steps", slices.Compact(all)}), nil
}

// run judges the check on every timeline at the row's margins. The writes sent although the lease was over are summed in
// the place of the margins cancelled: at a margin of 0 that is what those are.
func (r *driftRow) run(ctx context.Context, e Experiment) ([]lease.Tally, int, error) {
	return sweep.Run(ctx, e.Trials, e.options(), func() func(int, *tallies) {
		runner := e.Runner()
		return func(i int, acc *tallies) {
			t := runner.Timeline(e.Seed + uint64(i))
			all := acc.size(len(r.margins))
			for k, margin := range r.margins {
				over := int64(0)
				c := lease.Fates(t, lease.Check, margin, func(w *lease.Write, f lease.Fate, _ *lease.Resource) {
					if w.Counted && f != lease.IsAborted && w.Remaining <= 0 {
						over++
					}
				})
				c[lease.MarginsCancelled] = over
				all[k].Add(&c, &c)
			}
		}
	}, merge)
}

// sentOver are the columns of what a check let through.
var sentOver = []column{
	{name: "sent_over", meta: frame.Meta{Unit: "writes",
		Meaning: "writes sent although the lease was over at their check", Method: "sum over trials"},
		ints: func(r *row) int64 { return r.sums.Total(lease.MarginsCancelled) }},
	overRate("sent_over_per_trial", "mean of sent_over over the trials",
		func(v interval.Interval) float64 { return v.Estimate }),
	overRate("sent_over_per_trial_low", "lower limit of sent_over_per_trial",
		func(v interval.Interval) float64 { return v.Low }),
	overRate("sent_over_per_trial_high", "upper limit of sent_over_per_trial",
		func(v interval.Interval) float64 { return v.High }),
}

func overRate(name, meaning string, of func(interval.Interval) float64) column {
	const k = lease.MarginsCancelled
	return column{name: name,
		meta: frame.Meta{Unit: "writes per trial", Meaning: meaning,
			Method: "mean over trials, Student's t, 95 %, not below 0; 3/n where none"},
		floats: func(r *row) float64 {
			return of(scaled(interval.Rate(r.sums.Sum[k], r.sums.Squares[k], int(r.sums.Trials), Level), 1))
		}}
}

func driftFrame(kinds []driftRow, rows []row, of [][2]int) (frame.Frame, error) {
	sources, ppm, margins := make([]string, len(of)), make([]float64, len(of)), make([]float64, len(of))
	for i, at := range of {
		k := &kinds[at[0]]
		sources[i], ppm[i] = k.e.Params.Sources.String(), k.e.Params.Drift
		margins[i] = milliseconds(float64(k.margins[at[1]]))
	}
	cols := []frame.Column{frame.Strings("sources", sources).WithMeta(leads["sources"]),
		frame.Floats("drift_ppm", ppm).WithMeta(leads["drift_ppm"]),
		frame.Floats("margin_ms", margins).WithMeta(leads["margin_ms"])}
	for i := range sums {
		if name := sums[i].name; name == "trials" || name == lease.Sent.String() || name == lease.Aborted.String() {
			cols = append(cols, sums[i].of(rows))
		}
	}
	for i := range sentOver {
		cols = append(cols, sentOver[i].of(rows))
	}
	return frame.New(cols...)
}
