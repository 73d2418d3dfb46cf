package fencekit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/sweep"
)

// Experiment says what to run: a model, the postures to judge it under, and the seeds.
type Experiment struct {
	// Params are the parameters of the model.
	Params lease.Params
	// Postures are judged on one timeline a seed, and appear in this order. Differences are to the first.
	Postures []lease.Posture
	// Seed is the first seed: trial i has seed Seed + i. Default 1.
	Seed uint64
	// Trials is the number of seeds, within [1, MaxTrials]. Default 150.
	Trials int
	// Workers is the number of trials that run side by side; 0 means one a core. Results do not depend on it.
	Workers int
	// Progress, if set, is called now and then with the trials done so far and their total, from one goroutine at a
	// time.
	Progress func(done, total int)
	// Parts, if set, returns what a trial is made of, once for each goroutine. Default the engine's own.
	Parts func() lease.Parts

	replay *lease.Schedule // what is replayed, nil of an experiment that draws
	drawn  bool            // it was as its seed draws it when it was given
	note   string          // what else the caption says
	worked bool            // the work varies, so that what the parameters have for it says nothing
}

// MaxTrials is the largest number of trials of one experiment.
const MaxTrials = 1_000_000_000

// New returns the published experiment: 150 trials from seed 1, the default model, three postures.
func New() Experiment {
	return Experiment{Params: lease.Default(), Postures: lease.Published(), Seed: 1, Trials: 150}
}

// Validate returns every violation at once.
func (e *Experiment) Validate() error {
	var errs []error
	if e.Trials < 1 || e.Trials > MaxTrials {
		errs = append(errs, fmt.Errorf("fencekit: trials = %d: must be within [1, %d]", e.Trials, MaxTrials))
	} else if e.Seed > math.MaxUint64-uint64(e.Trials) {
		errs = append(errs, fmt.Errorf("fencekit: seed = %d: seed + trials must not exceed %d",
			e.Seed, uint64(math.MaxUint64)))
	}
	if len(e.Postures) == 0 {
		errs = append(errs, errors.New("fencekit: postures: must name at least one"))
	}
	return errors.Join(append(errs, e.Params.Validate())...)
}

// Runner returns a runner of this experiment's trials, for one goroutine.
func (e *Experiment) Runner() *lease.Runner {
	var parts lease.Parts
	if e.Parts != nil {
		parts = e.Parts()
	}
	return lease.NewRunner(&e.Params, e.Postures, parts)
}

// chunk is what the trials of one chunk add up to, a sum for each posture or margin.
type chunk[T any] []T

// Reset empties the sums for the next chunk and keeps their memory.
func (c *chunk[T]) Reset() { clear(*c) }

func (c *chunk[T]) size(n int) chunk[T] {
	if len(*c) != n {
		*c = make(chunk[T], n)
	}
	return *c
}

// tallies are the sums of an experiment.
type tallies = chunk[lease.Tally]

// addPaired adds a trial's counts to the sums, each paired with the first.
func addPaired(acc *tallies, counts []lease.Counts) {
	all := acc.size(len(counts))
	for k := range counts {
		all[k].Add(&counts[k], &counts[0])
	}
}

func merge(into, from *tallies) {
	all := into.size(len(*from))
	for i := range *from {
		all[i].Merge(&(*from)[i])
	}
}

func (e *Experiment) options() sweep.Options {
	return sweep.Options{Workers: e.Workers, Progress: e.Progress}
}

// Tallies runs the trials and returns the sums, one tally a posture, and the number of trials in them. When ctx is
// done before the end, the sums are those of the first trials and the error wraps that of ctx.
func (e Experiment) Tallies(ctx context.Context) ([]lease.Tally, int, error) {
	if err := e.Validate(); err != nil {
		return nil, 0, err
	}
	sums, n, err := sweep.Run(ctx, e.Trials, e.options(), func() func(int, *tallies) {
		r := e.Runner()
		return func(i int, acc *tallies) {
			addPaired(acc, r.Trial(e.Seed+uint64(i)))
		}
	}, merge)
	return sums, n, err
}

// MarginTallies runs the trials and judges each timeline under one posture at every margin. It returns one tally a
// margin, in order; paired sums are with the first margin.
func (e Experiment) MarginTallies(ctx context.Context, posture lease.Posture, margins []time.Duration) ([]lease.Tally, int, error) {
	if err := e.Validate(); err != nil {
		return nil, 0, err
	}
	if err := validMargins(margins); err != nil {
		return nil, 0, err
	}
	sums, n, err := sweep.Run(ctx, e.Trials, e.options(), func() func(int, *tallies) {
		judge := e.dial(posture, margins)
		counts := make([]lease.Counts, len(margins))
		return func(i int, acc *tallies) {
			judge(e.Seed+uint64(i), counts)
			addPaired(acc, counts)
		}
	}, merge)
	return sums, n, err
}

func validMargins(margins []time.Duration) error {
	if len(margins) == 0 {
		return errors.New("fencekit: margins: must name at least one")
	}
	for i, m := range margins {
		if m < 0 || m > lease.Longest {
			return fmt.Errorf("fencekit: margin = %v: must be at least 0 and at most %v", m, lease.Longest)
		}
		if slices.Contains(margins[:i], m) {
			return fmt.Errorf("fencekit: margin %v is named twice", m)
		}
	}
	return nil
}

// dial returns a function that judges the trial of a seed at every margin: on one timeline, unless parts are replaced
// or an abort releases early, when each margin is a trial of its own.
func (e *Experiment) dial(posture lease.Posture, margins []time.Duration) func(seed uint64, into []lease.Counts) {
	if e.Parts == nil && !e.Params.EarlyRelease {
		r, d := e.Runner(), lease.NewDial(posture, margins)
		return func(seed uint64, into []lease.Counts) { d.Judge(r.Timeline(seed), into) }
	}
	var runners []*lease.Runner
	for _, m := range margins {
		one := *e
		one.Params.Margin, one.Postures = m, []lease.Posture{posture}
		runners = append(runners, one.Runner())
	}
	return func(seed uint64, into []lease.Counts) {
		for i, r := range runners {
			into[i] = r.Trial(seed)[0]
		}
	}
}
