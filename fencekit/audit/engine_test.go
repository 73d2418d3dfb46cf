package audit

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"fence/fencekit/dist"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// A counter has one definition: what the engine counts while it runs is what the audit recomputes from the log.
func TestEqualsTheEngine(t *testing.T) {
	sets := 500 // the engine's own oracle has its sets audited too
	switch {
	case testing.Short():
		sets = 200
	case os.Getenv("FENCE_LONG") != "":
		sets = 20000
	}
	var sum lease.Counts
	for seed := range uint64(sets) {
		p := randomParams(seed)
		schedule := lease.Draw(&p, seed)
		for _, posture := range lease.Postures() {
			log, counts := run(t, schedule, posture)
			compare(t, seed, &p, posture, log, counts)
			for k, n := range counts {
				sum[k] += n
			}
			if seed%20 == 0 {
				compare(t, seed, &p, posture, again(t, log, trace.Write), counts)
				compare(t, seed, &p, posture, again(t, log, trace.WriteNDJSON), counts)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
	for k, n := range sum {
		if n == 0 {
			t.Errorf("%s: 0 in all of %d parameter sets; nothing was compared", lease.Counter(k), sets)
		}
	}
}

// run judges a schedule by the engine and logs it.
func run(t *testing.T, s *lease.Schedule, posture lease.Posture) (*trace.Log, lease.Counts) {
	t.Helper()
	log, err := lease.Log(s, posture)
	if err != nil {
		t.Fatal(err)
	}
	return log, lease.Judge(lease.Serve(s, posture.Check), posture, s.Params.Margin)
}

// again returns a log that was written and read.
func again(t *testing.T, log *trace.Log, write func(io.Writer, *trace.Log) error) *trace.Log {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, log); err != nil {
		t.Fatal(err)
	}
	read, err := trace.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func compare(t *testing.T, seed uint64, p *lease.Params, posture lease.Posture, log *trace.Log, want lease.Counts) {
	t.Helper()
	r, err := Lease(log)
	if err != nil {
		t.Fatalf("seed %d, %s: %v", seed, posture.Name, err)
	}
	for k, n := range want {
		got, ok := r.Get(lease.Counter(k).String())
		if !ok || got != n {
			t.Errorf("seed %d, %s: %s: got %d, want %d; parameters %s", seed, posture.Name, lease.Counter(k), got, n, show(p))
		}
	}
	for name, n := range slowCounts(lease.Serve(lease.Draw(p, seed), posture.Check), posture) {
		if got, _ := r.Get(name); got != n {
			t.Errorf("seed %d, %s: %s: got %d, want %d; parameters %s", seed, posture.Name, name, got, n, show(p))
		}
	}
	checkFindings(t, log, r)
}

func show(p *lease.Params) string {
	text, err := p.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// slowCounts counts what the engine has no counters for, plainly, from its timeline.
func slowCounts(t *lease.Timeline, posture lease.Posture) map[string]int64 {
	c := map[string]int64{
		"early_takeover": 0, "early_revoke": 0, "token_regress": t.Reissued, "unrequested_extension": 0, "overstay_ms": 0,
		"stale_read": 0, "acked_lost": 0, "fence_undone": 0,
		"outlived": 0, "release_refused": 0, "max_holders": 0, "unlocked_overwrote": 0, "stale_token_applied": 0,
	}
	horizon := t.Schedule.Params.Horizon
	for _, g := range t.Grants {
		if g.Ended < min(g.LetGo, horizon) {
			c["outlived"]++
		}
		if g.LetGo < horizon && g.Freed < 0 {
			c["release_refused"]++
		}
		holders := int64(0)
		for _, h := range t.Grants {
			if h.At <= g.At && g.At < h.LetGo {
				holders++
			}
		}
		c["max_holders"] = max(c["max_holders"], holders)
	}
	last, highest := int32(-1), int64(0)
	lease.Fates(t, posture, t.Schedule.Params.Margin, func(w *lease.Write, v lease.Fate, _ *lease.Resource) {
		if v != lease.IsApplied {
			return
		}
		if w.Counted && !w.Live && last >= 0 && last != w.Client {
			c["unlocked_overwrote"]++
		}
		if w.Counted && w.Token < highest {
			c["stale_token_applied"]++
		}
		last, highest = w.Client, max(highest, w.Token)
	})
	return c
}

// randomParams draws parameters of a small run from a seed: every option, and times so short that much happens at once.
func randomParams(seed uint64) lease.Params {
	r := rand.New(rand.NewPCG(seed, 1))
	for {
		if p := draft(r); p.Validate() == nil {
			return p
		}
	}
}

func draft(r *rand.Rand) lease.Params {
	units := []time.Duration{1, time.Microsecond + 1, time.Millisecond, 250 * time.Millisecond}
	unit := units[r.IntN(len(units))]
	ticks := func(n int) time.Duration { return unit * time.Duration(r.IntN(n)) }
	p := lease.Default()
	p.Clients = 1 + r.IntN(5)
	p.Lease = unit + ticks(12)
	p.Horizon = 10*unit + ticks(120)
	p.Margin = ticks(6)
	p.Think, p.Work = short(r, unit, 8), short(r, unit, 12)
	p.Gap = ticks(3)
	p.Writes = 1 + r.IntN(3)
	p.PauseP = float64(r.IntN(5)) / 4
	if r.IntN(4) == 0 {
		p.PauseRate = float64(r.IntN(3)) / p.Lease.Seconds() / 2
		p.PauseRate = min(p.PauseRate, 1e6)
	}
	p.Pause = short(r, unit, 16)
	p.WireOff, p.Wire = short(r, unit, 3), short(r, unit, 9)
	p.Step, p.StepEvery = short(r, unit, 8), short(r, unit, 12)
	p.Drift = []float64{200, -200, 3e5, -3e5}[r.IntN(4)]
	p.Sources = lease.Sources(r.IntN(16))
	p.Failover = lease.Failover(r.IntN(3))
	p.FailoverEvery = short(r, unit, 20)
	p.FailoverLoses = [2]int{r.IntN(2), 1 + r.IntN(3)}
	p.Release = lease.Release(r.IntN(3))
	p.EarlyRelease = r.IntN(3) == 0
	p.Clock = lease.Clock(r.IntN(2))
	p.ReadModifyWrite = r.IntN(2) == 0
	if p.ReadModifyWrite {
		p.Fence = lease.FenceScope(r.IntN(2))
	}
	return p
}

// short draws a distribution of a few units: one value, every nanosecond of a range, or two values, which makes ties.
func short(r *rand.Rand, unit time.Duration, n int) dist.Dist {
	a, b := unit*time.Duration(r.IntN(n)), unit*time.Duration(r.IntN(n))
	text := fmt.Sprintf("mix(0.5:%v,0.5:%v)", a, b)
	switch r.IntN(3) {
	case 0:
		text = a.String()
	case 1:
		text = fmt.Sprintf("uniform(%v,%v)", min(a, b), max(a, b))
	}
	return dist.Must(dist.Parse(text))
}

// The published experiment, whole.
func TestEqualsTheEngineAtDefaults(t *testing.T) {
	p := lease.Default()
	p.Failover, p.ReadModifyWrite, p.Writes = lease.Lossy, true, 2
	for seed := range uint64(20) {
		for _, posture := range lease.Postures() {
			log, counts := run(t, lease.Draw(&p, seed), posture)
			compare(t, seed, &p, posture, log, counts)
		}
	}
}

// A log that was cut short is refused when it is read: it never reaches the audit.
func TestCutLogIsRefusedByTheReader(t *testing.T) {
	p := lease.Default()
	log, _ := run(t, lease.Draw(&p, 7), lease.Unprotected)
	var b bytes.Buffer
	if err := trace.Write(&b, log); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	_, err := trace.Read(strings.NewReader(text[:len(text)/2]))
	if err == nil || !strings.Contains(err.Error(), "line ") {
		t.Errorf("half a log: got %v, want an error that names the line", err)
	}
}
