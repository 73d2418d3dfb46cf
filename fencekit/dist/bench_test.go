package dist

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkStream(b *testing.B) {
	b.Run("Uint64", func(b *testing.B) {
		s := NewStream(1, "bench")
		for b.Loop() {
			s.Uint64()
		}
	})
	b.Run("Uint64 of math/rand/v2", func(b *testing.B) {
		s := rand.NewPCG(1, LabelHash("bench"))
		for b.Loop() {
			s.Uint64()
		}
	})
	b.Run("Uint64n", func(b *testing.B) {
		s := NewStream(1, "bench")
		for b.Loop() {
			s.Uint64n(16_000_000_001)
		}
	})
	b.Run("Float64", func(b *testing.B) {
		s := NewStream(1, "bench")
		for b.Loop() {
			s.Float64()
		}
	})
	b.Run("Exponential", func(b *testing.B) {
		s := NewStream(1, "bench")
		for b.Loop() {
			s.Exponential()
		}
	})
	b.Run("Normal", func(b *testing.B) {
		s := NewStream(1, "bench")
		for b.Loop() {
			s.Normal()
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	for _, text := range []string{
		"5ms", "uniform(1s,17s)", "exp(18s)", "lognormal(20ms,1.2)",
		"mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))",
	} {
		b.Run(text, func(b *testing.B) {
			d := Must(Parse(text))
			s := NewStream(1, "bench")
			for b.Loop() {
				d.Draw(&s)
			}
		})
	}
}
