package fencekit

import (
	"context"
	"runtime"
	"testing"
	"time"
)

// timed runs trials and returns how long that took.
func timed(b *testing.B, trials, workers int) time.Duration {
	e := New()
	e.Trials, e.Workers = trials, workers
	start := time.Now()
	if _, n, err := e.Tallies(context.Background()); err != nil || n != trials {
		b.Fatalf("%d trials: got %d, %v", trials, n, err)
	}
	return time.Since(start)
}

// BenchmarkTwoCores measures how much faster two workers are than one, in turn within one run.
func BenchmarkTwoCores(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Log("one core: there is nothing to compare")
		return
	}
	const trials = 100_000
	timed(b, trials, 2) // warm
	var one, two time.Duration
	for b.Loop() {
		one += timed(b, trials, 1)
		two += timed(b, trials, 2)
	}
	b.ReportMetric(float64(one)/float64(two), "x/two-cores")
	b.ReportMetric(float64(one.Nanoseconds())/float64(b.N)/trials, "ns/trial-one-core")
}

// BenchmarkTenMillionTrials runs 10⁷ trials and reports the memory that the process holds afterwards, all that Go has
// asked the system for.
func BenchmarkTenMillionTrials(b *testing.B) {
	for b.Loop() {
		timed(b, 10_000_000, 0)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "MB")
}
