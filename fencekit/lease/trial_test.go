package lease

import (
	"hash/fnv"
	"testing"
	"time"

	"fence/fencekit/dist"
	"fence/fencekit/trace"
)

func TestNothingIsAllocatedOnceWarm(t *testing.T) {
	p := Default()
	r := NewRunner(&p, Postures(), Parts{})
	d, counts := NewDial(Check, []time.Duration{0, time.Second}), make([]Counts, 2)
	var seed uint64
	once := func() {
		seed = seed%100 + 1
		r.Trial(seed)
		d.Judge(r.Timeline(seed), counts)
	}
	for range 100 {
		once()
	}
	if got := testing.AllocsPerRun(100, once); got != 0 {
		t.Errorf("%v allocations a trial, want 0", got)
	}
}

// A notebook changes a parameter and runs again: a runner must not remember the one before.
func TestParametersMayChangeBetweenTrials(t *testing.T) {
	p := Default()
	r := NewRunner(&p, Published(), Parts{})
	r.Trial(1)
	p.Work, p.PauseP = dist.Must(dist.Constant(time.Millisecond)), 0
	for i, a := range r.Schedule(1).Clients[0].Attempts {
		if a.Work != time.Millisecond || len(a.Pauses) > 0 {
			t.Fatalf("attempt %d: work %v and %d pauses, want 1ms and none", i, a.Work, len(a.Pauses))
		}
	}
}

// Parts own their memory until their next call, and may reuse it: with early release the lock service is called twice.
func TestPartsMayReuseTheirMemory(t *testing.T) {
	p := Default()
	p.EarlyRelease = true
	var server Server
	var own Timeline
	reusing := NewRunner(&p, Postures(), Parts{Serve: func(s *Schedule, aborting bool) *Timeline {
		server.Serve(s, aborting, &own)
		return &own
	}})
	plain := NewRunner(&p, Postures(), Parts{})
	for seed := range uint64(50) {
		got, want := reusing.Trial(seed), plain.Trial(seed)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("seed %d, %s: got %v, want %v", seed, Postures()[i].Name, got[i], want[i])
			}
		}
	}
}

func TestRunIsATrialOfOnePosture(t *testing.T) {
	p := Default()
	p.EarlyRelease, p.Failover = true, Lossy
	r, trials := NewRunner(&p, nil, Parts{}), NewRunner(&p, Postures(), Parts{})
	for seed := range uint64(20) {
		want := trials.Trial(seed)
		for i, posture := range Postures() {
			writes := 0
			_, quiet := r.Run(seed, posture, nil)
			tl, got := r.Run(seed, posture, func(*Write, Fate, *Resource) { writes++ })
			if got != want[i] || quiet != want[i] || writes != len(tl.Writes) {
				t.Fatalf("seed %d, %s: got %v and %v, want %v; %d of %d writes shown",
					seed, posture.Name, got, quiet, want[i], writes, len(tl.Writes))
			}
		}
	}
}

// TestGoldenLogs holds whole runs to a hash of their logs, natively and in wasm: the same seed gives the same log, byte
// for byte. Changing a hash needs a line in CHANGELOG.md.
func TestGoldenLogs(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Params)
		want   uint64
	}{
		{"published", func(*Params) {}, 0x1fcbf08a0ba0df8e},
		{"lossy, two writes", func(p *Params) { p.Failover, p.Writes = Lossy, 2 }, 0x2a06ec0754b35c7f},
		{"drift, early release", func(p *Params) { p.Sources, p.EarlyRelease = AllSources|Drift, true }, 0x1f78c2b8206addb5},
		{"pauses at a rate, log-normal", func(p *Params) {
			p.PauseRate, p.Pause = 0.5, dist.Must(dist.LogNormal(time.Second, 1.5))
		}, 0x74d4cd3fce1e2de9},
	} {
		p := Default()
		c.change(&p)
		hash := fnv.New64a()
		for seed := range uint64(20) {
			log, err := Log(Draw(&p, seed), CheckFencing)
			if err != nil {
				t.Fatal(err)
			}
			log.Header.Program = "" // a version is not a draw
			if err := trace.Write(hash, log); err != nil {
				t.Fatal(err)
			}
		}
		if got := hash.Sum64(); got != c.want {
			t.Errorf("%s: got %#x, want %#x", c.name, got, c.want)
		}
	}
}
