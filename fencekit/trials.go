package fencekit

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/sweep"
)

// Trial is what one seed came to under one posture. Seed, parameters and posture run it again.
type Trial struct {
	Seed    uint64
	Posture lease.Posture
	Counts  lease.Counts
}

// EachTrial runs the trials and calls emit with each seed and posture, in order of seed and then of the postures, from
// one goroutine at a time. Memory does not grow with the number of trials. It returns the number of seeds done. It stops
// at the first error of emit; when ctx is done the error is [*Interrupted].
func EachTrial(ctx context.Context, e Experiment, emit func(Trial) error) (int, error) {
	if err := e.Validate(); err != nil {
		return 0, err
	}
	if last := e.Seed + uint64(e.Trials) - 1; last > math.MaxInt64 {
		return 0, fmt.Errorf("fencekit: trials: seed = %d: seed + trials must not exceed %d, the largest seed that a table holds",
			e.Seed, int64(math.MaxInt64))
	}
	done := 0
	report := e.Progress
	opt := e.options()
	opt.Progress = nil // it counts chunks; this one counts what was handed over
	n, err := sweep.Each(ctx, e.Trials, opt, func() func(int) []lease.Counts {
		r := e.Runner()
		return func(i int) []lease.Counts { return slices.Clone(r.Trial(e.Seed + uint64(i))) }
	}, func(i int, counts []lease.Counts) error {
		for k := range counts {
			if err := emit(Trial{e.Seed + uint64(i), e.Postures[k], counts[k]}); err != nil {
				return err
			}
		}
		done++
		if report != nil && (done%256 == 0 || done == e.Trials) {
			report(done, e.Trials)
		}
		return nil
	})
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = &Interrupted{Done: n, Total: e.Trials, err: ctx.Err()}
	}
	return n, err
}

// Trials runs the trials and returns a row a seed and posture, with the columns seed, posture and one a counter. It
// holds all of them; see [EachTrial]. For an interrupted run see [Compare].
func Trials(ctx context.Context, e Experiment) (frame.Frame, error) {
	var all []Trial
	_, err := EachTrial(ctx, e, func(t Trial) error {
		all = append(all, t)
		return nil
	})
	if err != nil && all == nil {
		return frame.Frame{}, err
	}
	f, bad := TrialFrame(all)
	if bad != nil {
		return frame.Frame{}, bad
	}
	return f.WithCaption(e.caption(err)), err
}

// TrialFrame returns the rows of trials as a frame. Seeds above the largest int64 are an error.
func TrialFrame(trials []Trial) (frame.Frame, error) {
	seeds, names := make([]int64, len(trials)), make([]string, len(trials))
	for i, t := range trials {
		if t.Seed > math.MaxInt64 {
			return frame.Frame{}, fmt.Errorf("fencekit: trials: seed = %d: a table holds seeds up to %d", t.Seed,
				int64(math.MaxInt64))
		}
		seeds[i], names[i] = int64(t.Seed), t.Posture.Name
	}
	cols := []frame.Column{frame.Ints("seed", seeds).WithMeta(leads["seed"]),
		frame.Strings("posture", names).WithMeta(sums[0].meta)}
	for k := range lease.NumCounters {
		numbers, lengths := make([]int64, len(trials)), make([]float64, len(trials))
		for i := range trials {
			numbers[i], lengths[i] = trials[i].Counts[k], milliseconds(float64(trials[i].Counts[k]))
		}
		col := frame.Ints(k.String(), numbers)
		if k == lease.BothHeldTime {
			col = frame.Floats(k.String(), lengths)
		}
		cols = append(cols, col.WithMeta(meanings[k]))
	}
	return frame.New(cols...)
}

// Top runs the trials and returns the rows of the n seeds with most of a counter under any of the postures, the most
// first, then by seed. Seeds with none are left out. Memory grows with n alone. For an interrupted run see [Compare].
func Top(ctx context.Context, e Experiment, by lease.Counter, n int) (frame.Frame, error) {
	if n < 1 || n > 1_000_000 {
		return frame.Frame{}, fmt.Errorf("fencekit: top: n = %d: must be within [1, 1000000]", n)
	}
	best := &worst{}
	one := make([]Trial, 0, len(e.Postures))
	_, err := EachTrial(ctx, e, func(t Trial) error {
		one = append(one, t)
		if len(one) == len(e.Postures) {
			best.offer(one, by, n)
			one = one[:0]
		}
		return nil
	})
	if err != nil && len(best.seeds) == 0 {
		return frame.Frame{}, err
	}
	var rows []Trial
	slices.SortFunc(best.seeds, func(a, b ranked) int { return b.compare(a) })
	for _, s := range best.seeds {
		rows = append(rows, s.rows...)
	}
	f, bad := TrialFrame(rows)
	if bad != nil {
		return frame.Frame{}, bad
	}
	return f.WithCaption(rankedSeeds(len(best.seeds), by, &e) + "; " + e.caption(err)), err
}

// rankedSeeds says what the rows of Top are.
func rankedSeeds(n int, by lease.Counter, e *Experiment) string {
	switch {
	case n == 0 && by == lease.LostUpdates && !e.Params.ReadModifyWrite:
		return fmt.Sprintf("no seed had any %s: nothing is read without rmw", by)
	case n == 0:
		return fmt.Sprintf("no seed had any %s", by)
	case n == 1:
		return fmt.Sprintf("the seed with most of %s", by)
	}
	return fmt.Sprintf("the %d seeds with most of %s", n, by)
}

// ranked is one seed's rows and the largest count among them.
type ranked struct {
	count int64
	rows  []Trial
}

// compare puts more before less, and of equal counts the lower seed above.
func (a ranked) compare(b ranked) int {
	return cmp.Or(cmp.Compare(a.count, b.count), cmp.Compare(b.rows[0].Seed, a.rows[0].Seed))
}

// worst keeps the n highest ranked in a heap whose root is the lowest of them.
type worst struct{ seeds []ranked }

func (w *worst) offer(rows []Trial, by lease.Counter, n int) {
	r := ranked{rows: rows}
	for _, t := range rows {
		r.count = max(r.count, t.Counts[by])
	}
	if r.count == 0 || len(w.seeds) == n && r.compare(w.seeds[0]) < 0 {
		return
	}
	r.rows = slices.Clone(rows)
	heap.Push(w, r)
	if len(w.seeds) > n {
		heap.Pop(w)
	}
}

// Len, Less, Swap, Push and Pop are those of package heap.
func (w *worst) Len() int           { return len(w.seeds) }
func (w *worst) Less(i, j int) bool { return w.seeds[i].compare(w.seeds[j]) < 0 }
func (w *worst) Swap(i, j int)      { w.seeds[i], w.seeds[j] = w.seeds[j], w.seeds[i] }
func (w *worst) Push(x any)         { w.seeds = append(w.seeds, x.(ranked)) }
func (w *worst) Pop() any {
	last := w.seeds[len(w.seeds)-1]
	w.seeds = w.seeds[:len(w.seeds)-1]
	return last
}

// ParseCounter finds a counter by the name of its column. The error for one that is not there names the nearest.
func ParseCounter(name string) (lease.Counter, error) {
	var known []string
	for k := range lease.NumCounters {
		if k.String() == name {
			return k, nil
		}
		known = append(known, k.String())
	}
	hint := ""
	if near := frame.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("did you mean %q? ", near)
	}
	return 0, fmt.Errorf("fencekit: unknown counter %q; %sthe counters are %s", name, hint, strings.Join(known, ", "))
}

// Replay returns the experiment of one schedule: a single trial that draws nothing. Parameters that decide what is drawn
// have no effect on it; those of the lock service, the check and the resource do.
func Replay(s *lease.Schedule) Experiment {
	e := New()
	e.replay, e.drawn = s, asDrawn(s)
	e.Params, e.Seed, e.Trials = *s.Params, s.Seed, 1
	e.Parts = func() lease.Parts {
		return lease.Parts{Draw: func(p *lease.Params, _ uint64) *lease.Schedule {
			replayed := *s
			replayed.Params = p
			return &replayed
		}}
	}
	return e
}

// asDrawn says whether a schedule is what its seed draws under its parameters.
func asDrawn(s *lease.Schedule) bool {
	return s.Params.Validate() == nil && lease.Draw(s.Params, s.Seed).String() == s.String()
}

// replayed says what is replayed: a schedule as its seed draws it under the experiment's parameters, or under others, or
// one that was edited or made by hand.
func (e *Experiment) replayed() string {
	now := *e.replay
	now.Params = &e.Params
	switch {
	case !e.drawn:
		return fmt.Sprintf("a replayed schedule, edited or made by hand, with the number %d", e.Seed)
	case asDrawn(&now):
		return fmt.Sprintf("a replayed schedule, as seed %d draws it", e.Seed)
	}
	return fmt.Sprintf("a replayed schedule, drawn from seed %d with other parameters", e.Seed)
}
