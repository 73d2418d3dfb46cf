package frame

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// bestOf runs an operation and reports the least time of a turn beside the mean.
func bestOf(b *testing.B, name string, run func() (Frame, error)) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		best := time.Duration(math.MaxInt64)
		for b.Loop() {
			began := time.Now()
			if _, err := run(); err != nil {
				b.Fatal(err)
			}
			best = min(best, time.Since(began))
		}
		b.ReportMetric(float64(best)/1e6, "best-ms")
	})
}

// BenchmarkRoll makes figures over windows of 10^6 rows.
func BenchmarkRoll(b *testing.B) {
	f := raced()
	for _, window := range []int{10, 100, 1000} {
		for _, s := range []Summary{Mean("wait_ms"), SD("wait_ms"), Max("wait_ms"), Median("wait_ms"), Sum("seed"),
			Rate("aborted"), RateOver("wait_ms", "margin_ms").Interval(), Mean("wait_ms").Interval()} {
			name := fmt.Sprintf("%s-%v-%d", s.name, s.interval, window)
			bestOf(b, name, func() (Frame, error) { return f.Roll(window, s) })
		}
	}
}

// BenchmarkCumulate makes figures of all rows so far, of 10^6.
func BenchmarkCumulate(b *testing.B) {
	f := raced()
	for _, s := range []Summary{Sum("wait_ms"), Mean("wait_ms"), SD("wait_ms"), Min("wait_ms"), Median("wait_ms"),
		Unique("seed")} {
		bestOf(b, s.name, func() (Frame, error) { return f.Cumulate(s) })
	}
	bestOf(b, "shift", func() (Frame, error) { return f.Shift("wait_ms", "before", 1) })
}

// BenchmarkRows1M are the operations on rows that pandas has too.
func BenchmarkRows1M(b *testing.B) {
	f := raced()
	distinct := make([]float64, f.Rows())
	for i := range distinct {
		distinct[i] = math.Sqrt(float64((uint64(i)*0x9e3779b97f4a7c15)>>20)) - 1e6
	}
	sorting, err := f.With(Floats("key", distinct))
	if err != nil {
		b.Fatal(err)
	}
	bestOf(b, "where", func() (Frame, error) { return Where(f, "wait_ms", func(x float64) bool { return x > 512 }) })
	bestOf(b, "sort-distinct", func() (Frame, error) { return sorting.Sort(Asc("key")) })
	bestOf(b, "sort-few", func() (Frame, error) { return f.Sort(Asc("margin_ms")) })
	bestOf(b, "sort-strings", func() (Frame, error) { return f.Sort(Asc("posture")) })
	bestOf(b, "sort-ints", func() (Frame, error) { return f.Sort(Desc("seed")) })
	bestOf(b, "sort-two", func() (Frame, error) { return f.Sort(Asc("posture"), Desc("wait_ms")) })
	bestOf(b, "describe", func() (Frame, error) { return f.Describe() })
}
