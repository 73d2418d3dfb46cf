package sweep

import (
	"context"
	"errors"
	"fmt"
	"runtime"
)

const (
	defaultChunk = 256
	maxTrials    = int64(1e12)
)

// Options says how trials are run. The zero value is right for most sweeps. Neither the number of workers nor the
// progress function changes a result; the size of a chunk changes the last bits of a float sum.
type Options struct {
	Workers int // goroutines; 0 means GOMAXPROCS
	Chunk   int // trials summed before merging; 0 means 256

	// Progress, when not nil, is told how many trials are merged so far, out of how many. It is called by one goroutine
	// at a time with done rising, and a last time with the final count. Merging waits for it: it must be quick.
	Progress func(done, total int)

	_ struct{}
}

// Validate returns every violation at once.
func (o Options) Validate() error {
	var errs []error
	if o.Workers < 0 {
		errs = append(errs, fmt.Errorf("workers: %d is negative", o.Workers))
	}
	if o.Chunk < 0 {
		errs = append(errs, fmt.Errorf("chunk: %d is negative", o.Chunk))
	}
	return errors.Join(errs...)
}

// Resetter is implemented by an accumulator that owns slices and wants to keep their memory from chunk to chunk. Reset
// must leave it as good as zero. Accumulators without it are overwritten with their zero value.
type Resetter interface{ Reset() }

// PanicError is the error for a trial, or another function of the caller, that panicked.
type PanicError struct {
	Trial int    // the trial, or -1 when what panicked belongs to none
	In    string // what panicked: "trial", "new worker", "merge", "emit" or "progress"
	Value any    // what it panicked with; nil when it ended its goroutine with runtime.Goexit
	Stack []byte // the stack of the goroutine, for a person to read
}

// Error names what panicked, the trial, and the value it panicked with.
func (e *PanicError) Error() string {
	who := e.In
	switch {
	case e.Trial >= 0 && e.In == "trial":
		who = fmt.Sprintf("trial %d", e.Trial)
	case e.Trial >= 0:
		who = fmt.Sprintf("%s of trial %d", e.In, e.Trial)
	}
	if e.Value == nil {
		return who + " ended its goroutine"
	}
	return fmt.Sprintf("%s panicked: %v", who, e.Value)
}

// Run runs trials 0 to n-1 and returns their merged accumulator, the number of trials in it, and an error.
//
// newWorker is called once a goroutine and returns the function that runs trial i and adds it to acc; what it closes
// over is that goroutine's own scratch memory. merge adds from to into; into begins as the zero A and from holds one
// chunk, in index order. An A that is large is best one that can be reused: see Resetter.
//
// The result is complete when the error is nil. When ctx is done, which is looked at before every trial, the result is
// that of trials 0 to m-1, m is returned and the error wraps ctx.Err(). When a trial panics, the result is that of the
// chunks before it and the error wraps a *PanicError; with several, the lowest trial's, whatever the workers. It is an
// error for n to be below 1 or above 1e12, for options to be negative and for a function to be nil.
func Run[A any](ctx context.Context, n int, opt Options, newWorker func() func(i int, acc *A),
	merge func(into, from *A)) (A, int, error) {
	var result A
	if err := checkArguments(n, opt, newWorker == nil || merge == nil); err != nil {
		return result, 0, fmt.Errorf("sweep: run: %w", err)
	}
	p := newPool(ctx, n, opt)
	accs := make([]padded[A], p.window)
	start := func() task {
		trial := newWorker()
		return func(c *chunk) {
			acc := &accs[c.slot].acc
			clearAcc(acc)
			for c.next(p) {
				trial(c.trial, acc)
			}
		}
	}
	done, err := p.run(start, func(c *chunk) error {
		whole := c.whole
		c.in, c.trial, c.whole = "merge", -1, 0
		if whole > 0 {
			merge(&result, &accs[c.slot].acc)
		}
		c.whole = whole
		return nil
	})
	if err != nil {
		return result, done, fmt.Errorf("sweep: run: %w", err)
	}
	return result, done, nil
}

// padded keeps the accumulators of two workers off one cache line.
type padded[A any] struct {
	acc A
	_   [64]byte
}

func clearAcc[A any](acc *A) {
	if r, ok := any(acc).(Resetter); ok {
		r.Reset()
		return
	}
	var zero A
	*acc = zero
}

// Each runs trials 0 to n-1 and calls emit with the result of each, in index order, from one goroutine at a time. It
// returns the number of trials emitted. newWorker, ctx, panics and options are as for Run. Each stops at the first
// error of emit and returns it wrapped, with the number of the trial.
func Each[R any](ctx context.Context, n int, opt Options, newWorker func() func(i int) R,
	emit func(i int, r R) error) (int, error) {
	if err := checkArguments(n, opt, newWorker == nil || emit == nil); err != nil {
		return 0, fmt.Errorf("sweep: each: %w", err)
	}
	p := newPool(ctx, n, opt)
	rows := make([]R, p.window*p.size)
	start := func() task {
		trial := newWorker()
		return func(c *chunk) {
			out := rows[c.slot*p.size:]
			for c.next(p) {
				out[c.trial-c.first] = trial(c.trial)
			}
		}
	}
	done, err := p.run(start, func(c *chunk) error {
		c.in = "emit"
		whole := c.whole
		for c.whole = 0; c.whole < whole; c.whole++ {
			c.trial = c.first + c.whole
			if err := emit(c.trial, rows[c.slot*p.size+c.whole]); err != nil {
				return fmt.Errorf("emit: trial %d: %w", c.trial, err)
			}
		}
		return nil
	})
	if err != nil {
		return done, fmt.Errorf("sweep: each: %w", err)
	}
	return done, nil
}

// checkArguments returns every violation of what Run and Each ask of their arguments.
func checkArguments(n int, opt Options, nilFunction bool) error {
	var errs []error
	if n < 1 || int64(n) > maxTrials {
		errs = append(errs, fmt.Errorf("trials: %d is not in 1 to %d", n, maxTrials))
	}
	if nilFunction {
		errs = append(errs, errors.New("a function is nil"))
	}
	return errors.Join(append(errs, opt.Validate())...)
}

// workers returns the number of goroutines for so many chunks.
func (o Options) workers(chunks int) int {
	w := o.Workers
	if w == 0 {
		w = runtime.GOMAXPROCS(0)
	}
	return min(w, chunks)
}
