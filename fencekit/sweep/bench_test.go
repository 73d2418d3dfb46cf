package sweep_test

import (
	"context"
	"testing"

	"fence/fencekit/sweep"
)

// BenchmarkRunOverhead is what Run costs a trial that does next to nothing, on one worker.
func BenchmarkRunOverhead(b *testing.B) {
	b.ReportAllocs()
	worker := func() func(int, *int) { return func(_ int, acc *int) { *acc++ } }
	_, _, err := sweep.Run(context.Background(), max(b.N, 1), sweep.Options{Workers: 1}, worker,
		func(into, from *int) { *into += *from })
	if err != nil {
		b.Fatal(err)
	}
}
