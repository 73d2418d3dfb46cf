package sweep_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"fence/fencekit/sweep"
)

// tally is an accumulator whose sums of floats depend on the order of adding.
type tally struct {
	trials int
	sum    float64
	first  int
	last   int
	hash   uint64 // depends on the order of the chunks
}

// trialValue is what a trial yields: of very different sizes, so that adding in another order gives other bits.
func trialValue(i int) float64 {
	r := rand.New(rand.NewPCG(7, uint64(i)))
	return math.Ldexp(r.Float64()-0.5, r.IntN(40))
}

func addTrial(i int, acc *tally) {
	if acc.trials == 0 {
		acc.first = i
	}
	acc.trials++
	acc.last = i
	acc.sum += trialValue(i)
	acc.hash = acc.hash*1099511628211 + uint64(i)
}

func mergeTally(into, from *tally) {
	if into.trials == 0 {
		into.first = from.first
	}
	into.trials += from.trials
	into.last = from.last
	into.sum += from.sum
	into.hash = into.hash*31 + from.hash
}

func plainWorker() func(int, *tally) { return addTrial }

// slowRun is the obvious form of Run: one loop, no goroutine, no window.
func slowRun(n, chunk int) tally {
	var result tally
	for first := 0; first < n; first += chunk {
		var acc tally
		for i := first; i < min(first+chunk, n); i++ {
			addTrial(i, &acc)
		}
		mergeTally(&result, &acc)
	}
	return result
}

func TestRunEqualsTheLoopOnAnyNumberOfWorkers(t *testing.T) {
	old := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(old)
	for _, size := range []struct{ n, chunk int }{{1, 256}, {255, 256}, {256, 256}, {257, 256}, {10_000, 256}, {999, 1},
		{1000, 7}, {5, 1000}} {
		want := slowRun(size.n, size.chunk)
		for procs := 1; procs <= 4; procs++ {
			runtime.GOMAXPROCS(procs)
			for _, workers := range []int{0, 1, 2, 3, 8} {
				opt := sweep.Options{Workers: workers, Chunk: size.chunk}
				got, done, err := sweep.Run(context.Background(), size.n, opt, plainWorker, mergeTally)
				if err != nil || done != size.n || got != want {
					t.Errorf("n %d, chunk %d, GOMAXPROCS %d, %d workers: got %+v, %d, %v; want %+v, %d, nil",
						size.n, size.chunk, procs, workers, got, done, err, want, size.n)
				}
			}
		}
	}
}

func TestAnotherChunkIsAnotherSum(t *testing.T) {
	// If this did not differ, the test above could not see a wrong order of adding.
	if a, b := slowRun(10_000, 256).sum, slowRun(10_000, 100).sum; a == b {
		t.Errorf("sums over chunks of 256 and 100 are both %v; want values that show the order", a)
	}
}

func TestZeroChunkIs256(t *testing.T) {
	got, _, err := sweep.Run(context.Background(), 3000, sweep.Options{}, plainWorker, mergeTally)
	if want := slowRun(3000, 256); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestNewWorkerIsCalledOnceAGoroutine(t *testing.T) {
	calls := make(chan struct{}, 100)
	newWorker := func() func(int, *tally) {
		calls <- struct{}{}
		scratch := 0
		return func(i int, acc *tally) {
			scratch = i // under the race detector two goroutines with one scratch would be seen
			addTrial(scratch, acc)
		}
	}
	if _, _, err := sweep.Run(context.Background(), 10_000, sweep.Options{Workers: 3}, newWorker, mergeTally); err != nil {
		t.Fatal(err)
	}
	if len(calls) != 3 {
		t.Errorf("newWorker was called %d times, want 3", len(calls))
	}
}

func TestNoMoreWorkersThanChunks(t *testing.T) {
	calls := make(chan struct{}, 100)
	newWorker := func() func(int, *tally) {
		calls <- struct{}{}
		return addTrial
	}
	if _, _, err := sweep.Run(context.Background(), 500, sweep.Options{Workers: 50}, newWorker, mergeTally); err != nil {
		t.Fatal(err)
	}
	if len(calls) != 2 {
		t.Errorf("newWorker was called %d times for two chunks, want 2", len(calls))
	}
}

func TestCancelReturnsTheWholePrefix(t *testing.T) {
	const n, at = 1_000_000, 5_000
	for _, workers := range []int{1, 2, 3, 8} {
		ctx, cancel := context.WithCancel(context.Background())
		newWorker := func() func(int, *tally) {
			return func(i int, acc *tally) {
				if i == at {
					cancel()
				}
				addTrial(i, acc)
			}
		}
		got, done, err := sweep.Run(ctx, n, sweep.Options{Workers: workers}, newWorker, mergeTally)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%d workers: error is %v, want one that wraps context.Canceled", workers, err)
		}
		// Everything before the chunk of the trial may be under way and unfinished, nothing behind the window is begun.
		if low, high := at-256*(4*workers+1), at+256*(4*workers+1); done < low || done > high {
			t.Errorf("%d workers: %d trials done, want %d to %d", workers, done, low, high)
		}
		if workers == 1 && done != at+1 {
			t.Errorf("1 worker: %d trials done, want %d: no trial begins after the cancellation", done, at+1)
		}
		if want := slowRun(done, 256); got != want {
			t.Errorf("%d workers: the prefix of %d trials is %+v, want that of a run of as many, %+v",
				workers, done, got, want)
		}
		cancel()
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	last := -1
	opt := sweep.Options{Progress: func(done, total int) { last = done }}
	got, done, err := sweep.Run(ctx, 1000, opt, plainWorker, mergeTally)
	if got != (tally{}) || done != 0 || !errors.Is(err, context.Canceled) || last != 0 {
		t.Errorf("got %+v, %d, %v, last progress %d; want nothing, 0, context canceled, 0", got, done, err, last)
	}
	if want := "sweep: run: stopped after 0 of 1000 trials: context canceled"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

func TestCancelledAfterTheLastTrialIsNoError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	newWorker := func() func(int, *tally) {
		return func(i int, acc *tally) {
			addTrial(i, acc)
			if i == 999 {
				cancel()
			}
		}
	}
	if _, done, err := sweep.Run(ctx, 1000, sweep.Options{Workers: 1}, newWorker, mergeTally); err != nil || done != 1000 {
		t.Errorf("got %d trials and error %v, want 1000 and none", done, err)
	}
}

func TestPanicIsAnErrorThatNamesTheLowestTrial(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		newWorker := func() func(int, *tally) {
			return func(i int, acc *tally) {
				if i == 3000 || i == 3300 || i == 5000 {
					panic("no such token")
				}
				addTrial(i, acc)
			}
		}
		got, done, err := sweep.Run(context.Background(), 100_000, sweep.Options{Workers: workers}, newWorker, mergeTally)
		var p *sweep.PanicError
		if !errors.As(err, &p) || p.Trial != 3000 || p.Value != "no such token" || len(p.Stack) == 0 {
			t.Fatalf("%d workers: error is %v, want a panic of trial 3000", workers, err)
		}
		if want := "sweep: run: trial 3000 panicked: no such token"; err.Error() != want {
			t.Errorf("error %q, want %q", err, want)
		}
		if want := slowRun(2816, 256); done != 2816 || got != want { // 2816 is the first trial of the chunk
			t.Errorf("%d workers: got %+v, %d; want the chunks before, %+v, 2816", workers, got, done, want)
		}
	}
}

func TestEveryFunctionOfTheCallerMayPanic(t *testing.T) {
	boom := func() { panic("boom") }
	progress := sweep.Options{Workers: 2, Progress: func(int, int) { boom() }}
	cases := []struct {
		name string
		opt  sweep.Options
		bad  func() func(int, *tally)
		join func(into, from *tally)
		want string
		done int
	}{
		{"new worker", sweep.Options{Workers: 2}, func() func(int, *tally) { boom(); return nil }, mergeTally,
			"sweep: run: new worker panicked: boom", 0},
		{"merge", sweep.Options{Workers: 2}, plainWorker, func(*tally, *tally) { boom() },
			"sweep: run: merge panicked: boom", 0},
		{"progress", progress, plainWorker, mergeTally, "sweep: run: progress panicked: boom", 256},
		{"goexit", sweep.Options{Workers: 2}, func() func(int, *tally) {
			return func(int, *tally) { runtime.Goexit() }
		}, mergeTally, "sweep: run: trial 0 ended its goroutine", 0},
		{"goexit of merge", sweep.Options{Workers: 2}, plainWorker, func(*tally, *tally) { runtime.Goexit() },
			"sweep: run: merge ended its goroutine", 0},
	}
	for _, c := range cases {
		_, done, err := sweep.Run(context.Background(), 10_000, c.opt, c.bad, c.join)
		if err == nil || err.Error() != c.want || done != c.done {
			t.Errorf("%s: got %d, %v; want %d, %s", c.name, done, err, c.done, c.want)
		}
	}
}

func TestArguments(t *testing.T) {
	cases := []struct {
		n    int
		opt  sweep.Options
		bad  bool
		want []string
	}{
		{0, sweep.Options{}, false, []string{"sweep: run: trials: 0 is not in 1 to 1000000000000"}},
		{-4, sweep.Options{}, false, []string{"trials: -4 is not in 1 to"}},
		{1e12 + 1, sweep.Options{}, false, []string{"trials: 1000000000001 is not in 1 to"}},
		{10, sweep.Options{Workers: -1, Chunk: -2}, false, []string{"workers: -1 is negative", "chunk: -2 is negative"}},
		{10, sweep.Options{}, true, []string{"a function is nil"}},
	}
	for _, c := range cases {
		newWorker := plainWorker
		if c.bad {
			newWorker = nil
		}
		_, done, err := sweep.Run(context.Background(), c.n, c.opt, newWorker, mergeTally)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) || done != 0 {
				t.Errorf("n %d, %+v: got %d, %v; want 0, %q", c.n, c.opt, done, err, want)
			}
		}
	}
	_, err := sweep.Each(context.Background(), 0, sweep.Options{}, func() func(int) int { return nil }, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "sweep: each: trials: 0") {
		t.Errorf("each: got %v, want an error for 0 trials", err)
	}
}

func TestProgressRisesAndEndsWithTheTotal(t *testing.T) {
	for _, workers := range []int{1, 3, 8} {
		var seen []int
		opt := sweep.Options{Workers: workers, Chunk: 10, Progress: func(done, total int) {
			if total != 1234 {
				t.Errorf("total is %d, want 1234", total)
			}
			seen = append(seen, done)
		}}
		if _, _, err := sweep.Run(context.Background(), 1234, opt, plainWorker, mergeTally); err != nil {
			t.Fatal(err)
		}
		for k := 1; k < len(seen); k++ {
			if seen[k] <= seen[k-1] {
				t.Errorf("%d workers: progress went from %d to %d", workers, seen[k-1], seen[k])
			}
		}
		if len(seen) == 0 || seen[len(seen)-1] != 1234 {
			t.Errorf("%d workers: progress ended with %v, want 1234", workers, seen[max(0, len(seen)-1):])
		}
	}
}

// slab is a large accumulator that keeps its memory.
type slab struct {
	counts []int
	resets int
}

func (s *slab) Reset() {
	clear(s.counts)
	s.resets++
}

func TestResetterKeepsItsMemory(t *testing.T) {
	made := make(chan struct{}, 10_000)
	newWorker := func() func(int, *slab) {
		return func(i int, acc *slab) {
			if acc.counts == nil {
				made <- struct{}{}
				acc.counts = make([]int, 1000)
			}
			acc.counts[i%1000]++
		}
	}
	merge := func(into, from *slab) {
		if into.counts == nil {
			into.counts = make([]int, 1000)
		}
		for k, c := range from.counts {
			into.counts[k] += c
		}
	}
	got, _, err := sweep.Run(context.Background(), 100_000, sweep.Options{Workers: 2}, newWorker, merge)
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range got.counts {
		if c != 100 {
			t.Fatalf("count %d is %d, want 100: an accumulator was not reset, or too often", k, c)
		}
	}
	if len(made) > 8 {
		t.Errorf("%d accumulators were made for 391 chunks, want at most the window of 8", len(made))
	}
}

// allocated returns the bytes that a call allocates in all.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestMemoryDoesNotGrowWithTrials(t *testing.T) {
	worker := func() func(int, *int) { return func(_ int, acc *int) { *acc++ } }
	run := func(n int) func() {
		return func() {
			got, _, err := sweep.Run(context.Background(), n, sweep.Options{Workers: 2}, worker,
				func(into, from *int) { *into += *from })
			if err != nil || got != n {
				t.Errorf("got %d trials, %v", got, err)
			}
		}
	}
	each := func(n int) func() {
		return func() {
			sum := 0
			done, err := sweep.Each(context.Background(), n, sweep.Options{Workers: 2},
				func() func(int) int { return func(i int) int { return i } },
				func(_, r int) error { sum += r; return nil })
			if err != nil || done != n || sum != n*(n-1)/2 {
				t.Errorf("got %d trials of sum %d, %v", done, sum, err)
			}
		}
	}
	for _, c := range []struct {
		name string
		call func(n int) func()
	}{{"run", run}, {"each", each}} {
		small, large := allocated(c.call(1_000)), allocated(c.call(1_000_000))
		if large > small+200_000 {
			t.Errorf("%s: a million trials allocate %d bytes, a thousand %d; want no growth", c.name, large, small)
		}
	}
}

func TestEachEmitsInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		next := 0
		done, err := sweep.Each(context.Background(), 5000, sweep.Options{Workers: workers, Chunk: 32},
			func() func(int) float64 { return trialValue },
			func(i int, r float64) error {
				if i != next || r != trialValue(i) {
					t.Errorf("%d workers: trial %d gave %v, want trial %d and %v", workers, i, r, next, trialValue(next))
				}
				next++
				return nil
			})
		if err != nil || done != 5000 || next != 5000 {
			t.Errorf("%d workers: %d trials, %d emitted, %v; want 5000", workers, done, next, err)
		}
	}
}

func TestEachStopsAtAnError(t *testing.T) {
	full := errors.New("disk full")
	for _, workers := range []int{1, 3} {
		emitted := 0
		done, err := sweep.Each(context.Background(), 100_000, sweep.Options{Workers: workers},
			func() func(int) int { return func(i int) int { return i } },
			func(i, _ int) error {
				if i == 700 {
					return full
				}
				emitted++
				return nil
			})
		if !errors.Is(err, full) || err.Error() != "sweep: each: emit: trial 700: disk full" {
			t.Errorf("%d workers: error is %v, want that of trial 700", workers, err)
		}
		if done != 700 || emitted != 700 {
			t.Errorf("%d workers: %d done, %d emitted, want 700", workers, done, emitted)
		}
	}
}

func TestEachCancelsAndPanics(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	emitted := 0
	done, err := sweep.Each(ctx, 100_000, sweep.Options{Workers: 2, Chunk: 16},
		func() func(int) int { return func(i int) int { return i } },
		func(i, _ int) error {
			if emitted++; i == 500 {
				cancel()
			}
			return nil
		})
	if !errors.Is(err, context.Canceled) || done != emitted || done < 501 || done > 501+16*9 {
		t.Errorf("got %d done, %d emitted, %v; want 501 or a little more, cancelled", done, emitted, err)
	}
	done, err = sweep.Each(context.Background(), 1000, sweep.Options{Workers: 2, Chunk: 16},
		func() func(int) int { return func(i int) int { return 100 / (i - 40) } },
		func(int, int) error { return nil })
	var p *sweep.PanicError
	if !errors.As(err, &p) || p.Trial != 40 || done != 32 {
		t.Errorf("got %d, %v; want 32 and the panic of trial 40", done, err)
	}
	done, err = sweep.Each(context.Background(), 1000, sweep.Options{Workers: 2, Chunk: 16},
		func() func(int) int { return func(i int) int { return i } },
		func(i, _ int) error {
			if i == 50 {
				panic("boom")
			}
			return nil
		})
	if !errors.As(err, &p) || p.Trial != 50 || p.In != "emit" || done != 50 ||
		err.Error() != "sweep: each: emit of trial 50 panicked: boom" {
		t.Errorf("got %d, %v; want 50 and the panic of emit", done, err)
	}
}
