package lease

import (
	"testing"
	"time"
)

// perTrial runs one trial a loop and reports the time of each.
func perTrial(b *testing.B, p Params, trial func(r *Runner, seed uint64)) {
	r := NewRunner(&p, Published(), Parts{})
	for seed := range uint64(200) {
		trial(r, seed) // warm
	}
	b.ReportAllocs()
	seed := uint64(0)
	for b.Loop() {
		seed++
		trial(r, seed)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/trial")
}

// BenchmarkCompare is one trial of the published experiment: all sources, three postures on one timeline. It is the
// benchmark that the rivals are raced against.
func BenchmarkCompare(b *testing.B) {
	perTrial(b, Default(), func(r *Runner, seed uint64) { r.Trial(seed) })
}

// BenchmarkDraw is the dice's share of BenchmarkCompare.
func BenchmarkDraw(b *testing.B) {
	perTrial(b, Default(), func(r *Runner, seed uint64) { r.Schedule(seed) })
}

// BenchmarkTimeline is the dice, the lock service and the clients, without any posture.
func BenchmarkTimeline(b *testing.B) {
	perTrial(b, Default(), func(r *Runner, seed uint64) { r.Timeline(seed) })
}

// BenchmarkPlain is BenchmarkTimeline without the quick loop.
func BenchmarkPlain(b *testing.B) {
	perTrial(b, Default(), func(r *Runner, seed uint64) {
		r.server.plain = true
		r.Timeline(seed)
	})
}

// BenchmarkLossy is one trial with a failover every 20 s, which takes the plain loop.
func BenchmarkLossy(b *testing.B) {
	p := Default()
	p.Failover = Lossy
	perTrial(b, p, func(r *Runner, seed uint64) { r.Trial(seed) })
}

// BenchmarkThousandClients is one trial of a thousand clients that contend for the lock.
func BenchmarkThousandClients(b *testing.B) {
	p := Default()
	p.Clients = 1000
	perTrial(b, p, func(r *Runner, seed uint64) { r.Trial(seed) })
}

// BenchmarkFurtherMargin measures what one more margin of a dial costs, as a share of a trial of the published
// experiment: a dial of nine against a dial of one, on the same schedules in one run.
func BenchmarkFurtherMargin(b *testing.B) {
	p := Default()
	r := NewRunner(&p, Published(), Parts{})
	var nine []time.Duration
	for i := range 9 {
		nine = append(nine, time.Duration(i)*300*time.Millisecond)
	}
	one, many, counts := NewDial(Check, nine[:1]), NewDial(Check, nine), make([]Counts, 9)
	var short, long, trial time.Duration
	seed := uint64(0)
	for b.Loop() {
		seed++
		t := r.Timeline(seed)
		start := time.Now()
		for range 20 {
			one.Judge(t, counts)
		}
		middle := time.Now()
		for range 20 {
			many.Judge(t, counts)
		}
		end := time.Now()
		r.Trial(seed)
		short, long, trial = short+middle.Sub(start), long+end.Sub(middle), trial+time.Since(end)
	}
	b.ReportMetric(100*float64(long-short)/20/8/float64(trial), "%trial/margin")
}
