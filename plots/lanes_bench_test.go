package plots_test

import (
	"bytes"
	"fmt"
	"image/png"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
	"fence/plots"
)

// manyLeases returns a lease log of about 10,000 events: 16 clients over half an hour.
func manyLeases(tb testing.TB) *trace.Log {
	tb.Helper()
	p := lease.Default()
	p.Clients, p.Horizon = 16, 34*time.Minute
	log, err := lease.Log(lease.Draw(&p, 1), lease.CheckFencing)
	if err != nil {
		tb.Fatal(err)
	}
	return log
}

func BenchmarkLanes(b *testing.B) {
	log := manyLeases(b)
	b.Run(fmt.Sprintf("lease-%d", len(log.Events)), func(b *testing.B) { benchmarkPNG(b, log) })
}

// benchmarkPNG draws and encodes a log at 7 × 9 in with 300 pixels an inch: many lanes need the height.
func benchmarkPNG(b *testing.B, log *trace.Log) {
	b.ReportAllocs()
	for b.Loop() {
		lanes, err := plots.NewLanes(log)
		if err != nil {
			b.Fatal(err)
		}
		figure, err := lanes.Figure()
		if err != nil {
			b.Fatal(err)
		}
		figure.Width, figure.Height = plots.DoubleColumn, 9*vg.Inch
		var out bytes.Buffer
		if err := figure.EncodePNG(&out, 300, png.DefaultCompression); err != nil {
			b.Fatal(err)
		}
	}
}
