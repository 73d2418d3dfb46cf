package sweep

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// chunk is a run of consecutive trials and the place of its results in the window.
type chunk struct {
	index int    // number of the chunk
	first int    // first trial
	limit int    // one past the last trial
	slot  int    // index modulo window: which accumulator or which rows
	trial int    // trial being run, for the message of a panic
	whole int    // trials finished without a gap from first
	in    string // what is being run, for the message of a panic
	ready bool   // finished, waiting for the chunks before it

	_ [64]byte // trial is written all the time: keep it off the cache lines of other workers
}

// next moves to the next trial and reports whether it is to be run. The trial before is finished by then.
func (c *chunk) next(p *pool) bool {
	c.trial++
	c.whole = c.trial - c.first
	return c.trial < c.limit && int64(c.index) <= p.stop.Load() && p.ctx.Err() == nil
}

// task runs the trials of one chunk.
type task func(c *chunk)

// pool hands out chunks in index order and folds them in index order. A chunk is handed out only when it is less than
// window ahead of the one to be folded next, which bounds the memory. That one is always in the hands of a worker that
// waits for nothing, so the others cannot wait for ever.
type pool struct {
	ctx      context.Context
	n        int // trials
	size     int // trials in a chunk
	chunks   int
	window   int
	progress func(done, total int)
	workers  int

	stop atomic.Int64 // chunks above this one are not worth finishing: a chunk before them failed

	mu       sync.Mutex
	moved    *sync.Cond // a chunk was folded, or nothing more will be
	claimed  int        // chunks handed out
	folded   int        // chunks folded
	done     int        // trials folded
	reported int        // trials last reported to progress, -1 before
	closed   bool       // nothing more is folded
	slots    []chunk
	fold     func(c *chunk) error
	err      error
	errChunk int // the chunk that err belongs to
}

func newPool(ctx context.Context, n int, opt Options) *pool {
	p := &pool{ctx: ctx, n: n, size: opt.Chunk, progress: opt.Progress, reported: -1}
	if p.size == 0 {
		p.size = defaultChunk
	}
	p.size = min(p.size, n)
	p.chunks = (n-1)/p.size + 1
	p.workers = opt.workers(p.chunks)
	p.window = min(4*p.workers, p.chunks)
	p.slots = make([]chunk, p.window)
	p.moved = sync.NewCond(&p.mu)
	p.stop.Store(math.MaxInt64)
	return p
}

// run starts the workers, waits for them and returns the number of trials folded.
func (p *pool) run(start func() task, fold func(c *chunk) error) (int, error) {
	p.fold = fold
	var all sync.WaitGroup
	for range p.workers {
		all.Go(func() { p.work(start) })
	}
	all.Wait()
	p.report(p.chunks)
	if p.err != nil {
		return p.done, p.err
	}
	if p.done < p.n {
		return p.done, fmt.Errorf("stopped after %d of %d trials: %w", p.done, p.n, p.ctx.Err())
	}
	return p.done, nil
}

// work is the life of one worker.
func (p *pool) work(start func() task) {
	c := &chunk{index: -1, trial: -1, in: "new worker"}
	fail := func(err error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.fail(c.index, err)
	}
	var do task
	ok := guard(c, func() { do = start() }, fail)
	for ok && p.claim(c) {
		if ok = guard(c, func() { do(c) }, fail); ok {
			p.finish(c)
		}
	}
}

// guard runs a function of the caller and reports whether it returned. If it panicked or ended its goroutine, fail is
// told.
func guard(c *chunk, run func(), fail func(error)) (ok bool) {
	defer func() {
		if !ok {
			fail(&PanicError{Trial: c.trial, In: c.in, Value: recover(), Stack: debug.Stack()})
		}
	}()
	run()
	return true
}

// fail notes an error, with p.mu held. Chunks after it are given up; those before it were handed out earlier, run to
// their end and may fail in their turn, so that the error kept is the same whatever the number of workers.
func (p *pool) fail(index int, err error) {
	if p.err == nil || index < p.errChunk {
		p.err, p.errChunk = err, index
	}
	p.stop.Store(min(p.stop.Load(), int64(index)))
	p.moved.Broadcast()
}

// claim makes c the next chunk, waiting while that is too far ahead, and reports whether there is one to be run.
func (p *pool) claim(c *chunk) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.claimed < p.chunks && p.claimed-p.folded >= p.window && !p.closed && p.err == nil {
		p.moved.Wait()
	}
	if p.claimed == p.chunks || p.closed || p.err != nil || p.ctx.Err() != nil {
		return false
	}
	first := p.claimed * p.size
	*c = chunk{index: p.claimed, first: first, limit: first + min(p.size, p.n-first), slot: p.claimed % p.window,
		trial: first - 1, in: "trial"}
	p.claimed++
	return true
}

// finish puts a chunk into its slot and folds all that are ready, in order.
func (p *pool) finish(c *chunk) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.moved.Broadcast()
	c.ready = true
	p.slots[c.slot] = *c
	for !p.closed && p.folded < p.chunks {
		next := &p.slots[p.folded%p.window]
		if !next.ready || next.index != p.folded {
			return
		}
		p.foldOne(next)
	}
}

// foldOne folds a chunk and reports progress, with p.mu held. A chunk cut short by a cancellation is folded as far as
// it went and is the last, as is one whose fold fails.
func (p *pool) foldOne(c *chunk) {
	cut := c.whole < c.limit-c.first
	p.closed = true // if the fold ends this goroutine, nobody is to fold the chunk again
	ok := guard(c, func() {
		if err := p.fold(c); err != nil {
			p.fail(c.index, err)
			cut = true
		}
	}, func(err error) { p.fail(c.index, err) })
	p.folded++
	p.done += c.whole
	p.closed = cut || !ok
	p.report(c.index)
}

// report tells progress the number of trials folded, unless it knows.
func (p *pool) report(index int) {
	if p.progress == nil || p.done == p.reported {
		return
	}
	p.reported = p.done
	guard(&chunk{trial: -1, in: "progress"}, func() { p.progress(p.done, p.n) }, func(err error) {
		p.closed = true
		p.fail(index, err)
	})
}
