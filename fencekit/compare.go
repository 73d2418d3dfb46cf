package fencekit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// Interrupted is the error of an experiment that was stopped before its end. The frame that comes with it covers the
// trials done.
type Interrupted struct {
	// Done is the number of trials finished, and Total the number asked for, over all rows of the experiment.
	Done, Total int
	// Last names the rows that rest on fewer trials than asked for, by what tells them from the others, and LastDone is
	// how many those are. Both are empty where all rows rest on the same trials.
	Last     string
	LastDone int
	// NotBegun names the rows that are not there at all.
	NotBegun []string
	err      error
}

// Error says how far the experiment came.
func (e *Interrupted) Error() string {
	return fmt.Sprintf("fencekit: interrupted after %d of %d trials: %v", e.Done, e.Total, e.err)
}

// Unwrap returns the error of the context.
func (e *Interrupted) Unwrap() error { return e.err }

// group is a part of an experiment: one model, run once, giving a row a posture or a margin.
type group struct {
	e    Experiment
	what string // tells it from the other parts, such as "lease 2s"
	rows func(ctx context.Context, e Experiment) ([]lease.Tally, int, error)
	name func(i int) string // the posture of the i-th row
}

// compared is the group of an experiment with a row a posture.
func compared(e Experiment, what string) group {
	return group{e, what, func(ctx context.Context, e Experiment) ([]lease.Tally, int, error) { return e.Tallies(ctx) },
		func(i int) string { return e.Postures[i].Name }}
}

// run runs groups one after the other and returns their rows, and for each row the index of its group and its place
// in it. Progress counts over all groups. When ctx is done the rows are those of the trials done, and the error is
// *Interrupted.
func run(ctx context.Context, groups []group) (rows []row, of [][2]int, err error) {
	for i := range groups {
		if err := groups[i].e.Validate(); err != nil {
			return nil, nil, err
		}
	}
	total, done := 0, 0
	for i := range groups {
		total += groups[i].e.Trials
	}
	for i := range groups {
		g := groups[i]
		if report := g.e.Progress; report != nil {
			before := done
			g.e.Progress = func(d, _ int) { report(before+d, total) }
		}
		tallies, n, err := g.rows(ctx, g.e)
		done += n
		for k := range tallies {
			r := row{posture: g.name(k), sums: &tallies[k]}
			if k > 0 {
				r.first = &tallies[0]
			}
			rows, of = append(rows, r), append(of, [2]int{i, k})
		}
		if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			stopped := &Interrupted{Done: done, Total: total, err: ctx.Err()}
			stopped.covers(groups, i, n)
			return rows, of, stopped
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return rows, of, nil
}

// covers notes what the rows of groups rest on that were interrupted after n trials of the i-th.
func (e *Interrupted) covers(groups []group, i, n int) {
	if len(groups) == 1 {
		return
	}
	if n > 0 {
		e.Last, e.LastDone = groups[i].what, n
		i++
	}
	for _, g := range groups[i:] {
		e.NotBegun = append(e.NotBegun, g.what)
	}
}

// finish makes the frame of an experiment. It keeps the error of an interrupted one.
func finish(e *Experiment, rows []row, interrupted error, lead ...frame.Column) (frame.Frame, error) {
	if rows == nil && interrupted != nil {
		return frame.Frame{}, interrupted
	}
	f, err := table(rows, lead...)
	if err != nil {
		return frame.Frame{}, err
	}
	return f.WithCaption(e.caption(interrupted)), interrupted
}

// Compare runs the experiment and returns a row a posture, all judged on the same timelines. The columns are those that
// [Columns] names for it; the differences are to the first posture. When ctx is done before the end, the frame covers
// the trials done, as its column trials says, and the error is an [*Interrupted].
func Compare(ctx context.Context, e Experiment) (frame.Frame, error) {
	rows, _, err := run(ctx, []group{compared(e, "")})
	return finish(&e, rows, err)
}

// Sources runs the experiment with each source of failure on its own, with none and with all, and returns a row a
// source and posture. The first column is sources; the differences are to the first posture under the same source.
// Params.Sources is not used. For an interrupted run see [Compare].
func Sources(ctx context.Context, e Experiment) (frame.Frame, error) {
	var groups []group
	var names []string
	for _, s := range []lease.Sources{lease.NoSources, lease.Pauses, lease.Steps, lease.Delay, lease.Drift,
		lease.AllSources} {
		one := e
		one.Params.Sources = s
		groups, names = append(groups, compared(one, "sources "+s.String())), append(names, s.String())
	}
	rows, of, err := run(ctx, groups)
	lead := make([]string, len(of))
	for i, at := range of {
		lead[i] = names[at[0]]
	}
	e.Params.Sources = lease.AllSources // what the caption then leaves out
	return finish(&e, rows, err, frame.Strings("sources", lead).WithMeta(leads["sources"]))
}

// DefaultMargins returns the published margins of the dial.
func DefaultMargins() []time.Duration {
	ms := time.Millisecond
	return []time.Duration{0, 250 * ms, 500 * ms, 1000 * ms, 1500 * ms, 2000 * ms, 2250 * ms, 2500 * ms}
}

// MarginSweep judges the same timelines at every margin of the expiry check and returns a row a margin, for those
// postures of the experiment that check; without postures, for [lease.Check]. Postures of which none checks, no margin
// and a margin named twice are errors. The first column is margin_ms; the differences are to the first margin under the
// same posture. Params.Margin is not used. For an interrupted run see [Compare].
func MarginSweep(ctx context.Context, e Experiment, margins []time.Duration) (frame.Frame, error) {
	postures, err := checking(e.Postures)
	if err != nil {
		return frame.Frame{}, err
	}
	var groups []group
	for _, p := range postures {
		one := e
		one.Postures = []lease.Posture{p}
		groups = append(groups, group{one, "posture " + p.Name,
			func(ctx context.Context, e Experiment) ([]lease.Tally, int, error) {
				return e.MarginTallies(ctx, p, margins)
			},
			func(int) string { return p.Name }})
	}
	rows, of, err := run(ctx, groups)
	lead := make([]float64, len(of))
	for i, at := range of {
		lead[i] = milliseconds(float64(margins[at[1]]))
	}
	e.Params.Margin = lease.Default().Margin
	return finish(&e, rows, err, frame.Floats("margin_ms", lead).WithMeta(leads["margin_ms"]))
}

// checking returns the postures that check.
func checking(postures []lease.Posture) (out []lease.Posture, err error) {
	if len(postures) == 0 {
		return []lease.Posture{lease.Check}, nil
	}
	var names []string
	for _, p := range postures {
		names = append(names, p.Name)
		if p.Check {
			out = append(out, p)
		}
	}
	if out == nil {
		return nil, fmt.Errorf("fencekit: margin: none of the postures checks: %s", strings.Join(names, ", "))
	}
	return out, nil
}

// Failover runs the experiment with a lock service that never fails over, that loses the tail of its counter when it
// does, and that fails over with consensus, and returns a row a kind and posture; without postures, for fencing and
// strict. The first column is failover; the differences are to the first posture under the same kind. Params.Failover
// is not used. For an interrupted run see [Compare].
//
// With Params.Writes = 2 it shows what strict fencing costs: every second write inside one lease is refused.
func Failover(ctx context.Context, e Experiment) (frame.Frame, error) {
	if len(e.Postures) == 0 {
		e.Postures = []lease.Posture{lease.Fencing, lease.Strict}
	}
	var groups []group
	kinds := []lease.Failover{lease.NoFailover, lease.Lossy, lease.Consensus}
	for _, kind := range kinds {
		one := e
		one.Params.Failover = kind
		groups = append(groups, compared(one, "failover "+kind.String()))
	}
	rows, of, err := run(ctx, groups)
	lead := make([]string, len(of))
	for i, at := range of {
		lead[i] = kinds[at[0]].String()
	}
	e.Params.Failover = lease.NoFailover
	return finish(&e, rows, err, frame.Strings("failover", lead).WithMeta(leads["failover"]))
}
