package claims

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"fence/data"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Options say which engine to check and how. The zero value checks every claim of the engine as it is, at the
// published seeds.
type Options struct {
	// Seed is the first seed: the trials of every set-up have the seeds Seed, Seed + 1, … Check takes 0 for 1, and
	// [Intervals] takes 0 for the seeds of the stored intervals, which no check at seed 1 has in common with them.
	Seed uint64
	// Workers is the number of trials that run side by side; 0 means one a core. Results do not depend on it.
	Workers int
	// Blocks is the number of blocks of [Intervals]; 0 means 4,000. Check does not look at it.
	Blocks int
	// Progress, if set, is called with what is done and the total: claims of Check, blocks of Intervals.
	Progress func(done, total int)
	// Parts, if set, returns what a trial is made of, once for each that runs by itself. Default the engine's own.
	Parts func() lease.Parts
	// Only, if not empty, are the ids of the claims to check.
	Only []string

	story func(l *trace.Log, at time.Duration) *trace.Story // tells a log; default [trace.ReadStoryUntil]

	_ struct{} // forces field names in literals
}

func (o *Options) parts() lease.Parts {
	if o.Parts == nil {
		return lease.Parts{}
	}
	return o.Parts()
}

// Verdict says whether a claim holds.
type Verdict string

// The verdicts.
const (
	Holds Verdict = "holds"
	Fails Verdict = "fails"
)

// Result is a claim and what became of it.
type Result struct {
	Row
	Ours string // the engine's figure at the seed asked for, for people
	// Low and High are the model's own interval of a sampled claim, both included; NaN for the others.
	Low, High float64
	Verdict   Verdict
	Reason    string // a sentence that says why it fails; empty if it holds
}

// String returns the result in a line.
func (r Result) String() string {
	text := fmt.Sprintf("%s %s: published %s, ours %s", r.ID, r.Verdict, r.Published, r.Ours)
	if !math.IsNaN(r.Low) {
		text += fmt.Sprintf(", interval [%.4g, %.4g]", r.Low, r.High)
	}
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	return text
}

// Rows returns the published claims, in the order of the file.
func Rows() ([]Row, error) {
	return ReadRows(data.Claims)
}

// Check checks the claims in the order of data/claims.csv. A claim that fails is a result and not an error. It is an
// error if Only names a claim that is not there, if Seed leaves no room for the trials, if the data cannot be read,
// and if ctx is done before the end; the results are then those of the claims checked before.
func Check(ctx context.Context, o Options) ([]Result, error) {
	rows, err := Rows()
	if err != nil {
		return nil, err
	}
	intervals, err := ReadIntervals(data.Intervals)
	if err != nil {
		return nil, err
	}
	return checkRows(ctx, o, rows, intervals)
}

// checkRows is Check for rows and intervals of any origin.
func checkRows(ctx context.Context, o Options, rows []Row, intervals []Interval) ([]Result, error) {
	chosen, err := choose(rows, o.Only)
	if err != nil {
		return nil, err
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	if err := o.validate(uint64(slowClocksMost)); err != nil {
		return nil, err
	}
	c := newChecker(ctx, o, rows, intervals)
	measures := map[string]checkFunc{}
	for _, e := range checks() {
		measures[e.id] = e.check
	}
	var results []Result
	for i, row := range chosen {
		r, err := c.check(row, measures[row.ID])
		if err != nil {
			return results, err
		}
		results = append(results, r)
		if o.Progress != nil {
			o.Progress(i+1, len(chosen))
		}
	}
	return results, nil
}

func (o *Options) validate(trials uint64) error {
	var errs []error
	if o.Seed > math.MaxUint64-trials {
		errs = append(errs, fmt.Errorf("claims: seed = %d: seed + %d trials must not exceed %d",
			o.Seed, trials, uint64(math.MaxUint64)))
	}
	if o.Workers < 0 {
		errs = append(errs, fmt.Errorf("claims: workers = %d: must not be negative", o.Workers))
	}
	return errors.Join(errs...)
}

// check measures one claim, applies its relation, and sees to it that what the claim is about was there.
func (c *checker) check(row Row, measure checkFunc) (Result, error) {
	r := Result{Row: row, Low: math.NaN(), High: math.NaN(), Verdict: Holds}
	if measure == nil {
		return r, fmt.Errorf("claims: check: nothing measures %s", row.ID)
	}
	var interval *Interval
	if v, ok := c.intervals[row.ID]; ok {
		interval, r.Low, r.High = &v, v.Low, v.High
	}
	m := measure(c)
	if c.err != nil {
		return r, c.err
	}
	r.Ours = m.String()
	var err error
	if r.Reason, err = row.judge(m, interval); r.Reason == "" && err == nil {
		r.Reason, err = c.missing(row.ID), c.err
	}
	if r.Reason != "" {
		r.Verdict = Fails
	}
	return r, err
}

// choose returns the rows that are named, in the order of the file; all of them if none is.
func choose(rows []Row, only []string) ([]Row, error) {
	if len(only) == 0 {
		return rows, nil
	}
	var errs []error
	for _, id := range only {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.ID == id }) {
			continue
		}
		errs = append(errs, fmt.Errorf("claims: only %q: there is no such claim", id))
	}
	chosen := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !slices.Contains(only, r.ID) })
	return chosen, errors.Join(errs...)
}

// Scope says how many of the published statements were checked: "118 of the 118 published statements". The error is
// that of the data.
func Scope(results []Result) (string, error) {
	rows, err := ReadRows(data.Claims)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d of the %d published statements", len(results), len(rows)), nil
}

// Summary counts the results: "claims: 118 hold, 0 fail".
func Summary(results []Result) string {
	fails := 0
	for _, r := range results {
		if r.Verdict != Holds {
			fails++
		}
	}
	return fmt.Sprintf("claims: %d hold, %d fail", len(results)-fails, fails)
}
