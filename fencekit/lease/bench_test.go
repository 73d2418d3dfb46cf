package lease

import "testing"

// BenchmarkCompare is one trial of the published experiment: all sources, three postures on one timeline. It is the
// benchmark that the rivals are raced against.
func BenchmarkCompare(b *testing.B) {
	p := Default()
	r := NewRunner(&p, Published(), Parts{})
	r.Trial(1)
	b.ReportAllocs()
	seed := uint64(0)
	for b.Loop() {
		seed++
		r.Trial(seed)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/trial")
}

// BenchmarkDraw is the dice's share of BenchmarkCompare.
func BenchmarkDraw(b *testing.B) {
	p := Default()
	r := NewRunner(&p, Published(), Parts{})
	r.Trial(1)
	seed := uint64(0)
	for b.Loop() {
		seed++
		r.Schedule(seed)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/trial")
}

// BenchmarkTimeline is the dice, the lock service and the clients, without any posture.
func BenchmarkTimeline(b *testing.B) {
	p := Default()
	r := NewRunner(&p, Published(), Parts{})
	r.Trial(1)
	seed := uint64(0)
	for b.Loop() {
		seed++
		r.Timeline(seed)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/trial")
}
