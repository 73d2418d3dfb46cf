package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"fence/fencekit/interval"
	"fence/fencekit/sweep"
)

// hits throws ten darts at a board and counts those inside the quarter circle.
func hits(seed int) float64 {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	n := 0
	for range 10 {
		if x, y := r.Float64(), r.Float64(); x*x+y*y < 1 {
			n++
		}
	}
	return float64(n)
}

// The accumulator holds what an interval needs: the sum and the sum of squares.
func ExampleRun() {
	type sums struct{ hits, squares float64 }
	newWorker := func() func(int, *sums) {
		return func(i int, acc *sums) {
			x := hits(i)
			acc.hits += x
			acc.squares += float64(x * x)
		}
	}
	merge := func(into, from *sums) {
		into.hits += from.hits
		into.squares += from.squares
	}

	s, done, err := sweep.Run(context.Background(), 20_000, sweep.Options{}, newWorker, merge)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(done, "trials")
	fmt.Println(interval.Mean(s.hits, s.squares, done, 0.95))
	// Output:
	// 20000 trials
	// 7.864 [7.846, 7.882] of 20000 trials, mean over trials, 95 %
}

func ExampleRun_cancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	newWorker := func() func(int, *int) {
		return func(i int, acc *int) {
			if i == 999 {
				cancel() // as an interrupt would
			}
			*acc += i
		}
	}
	merge := func(into, from *int) { *into += *from }

	sum, done, err := sweep.Run(ctx, 1_000_000, sweep.Options{Workers: 1}, newWorker, merge)
	fmt.Println(sum, done, errors.Is(err, context.Canceled))
	fmt.Println(err)
	// Output:
	// 499500 1000 true
	// sweep: run: stopped after 1000 of 1000000 trials: context canceled
}

func ExampleEach() {
	newWorker := func() func(int) float64 { return hits }
	emit := func(i int, r float64) error {
		fmt.Printf("seed %d: %v hits\n", i, r)
		return nil
	}
	done, err := sweep.Each(context.Background(), 3, sweep.Options{Workers: 2}, newWorker, emit)
	fmt.Println(done, err)
	// Output:
	// seed 0: 4 hits
	// seed 1: 7 hits
	// seed 2: 10 hits
	// 3 <nil>
}

func ExampleOptions() {
	opt := sweep.Options{Chunk: 400, Progress: func(done, total int) { fmt.Printf("%d of %d\n", done, total) }}
	newWorker := func() func(int, *int) { return func(_ int, acc *int) { *acc++ } }
	merge := func(into, from *int) { *into += *from }
	if _, _, err := sweep.Run(context.Background(), 1000, opt, newWorker, merge); err != nil {
		fmt.Println(err)
	}
	fmt.Println(sweep.Options{Workers: -1}.Validate())
	// Output:
	// 400 of 1000
	// 800 of 1000
	// 1000 of 1000
	// workers: -1 is negative
}
