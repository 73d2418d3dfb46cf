package lease

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/dist"
)

// Params are the parameters of a run. [Default] gives the published experiment; a zero Params is not valid.
//
// All durations are [time.Duration]; a distribution is a [dist.Dist] in the text form of that package when it stands
// in JSON or YAML. The JSON keys are the names of the command line's flags.
type Params struct {
	_ struct{} // forces field names in literals

	// Clients is the number of clients that contend for the one lock, 1 or more. Default 3.
	Clients int
	// Lease is how long a grant is valid at the lock service: at g <= t < g + Lease. Default 3 s.
	Lease time.Duration
	// Horizon ends the run: an attempt whose last write has not arrived before it is not counted. Default 120 s.
	Horizon time.Duration
	// Margin is the slack that the postures with an expiry check insist on: a write is sent only if the believed
	// remaining lease is greater. Default 0; at or above Lease everything aborts.
	Margin time.Duration

	// Think is the time between letting go and the next request. Default uniform 250 ms … 17.5 s.
	Think dist.Dist
	// Work is the critical section's running time; a share is a share of Lease. Default uniform 0.13 … 0.95.
	Work dist.Dist
	// Gap is the running time of the code path from the expiry check to the send. Default 25 ms.
	Gap time.Duration
	// Writes is the number of writes a hold makes: the work is cut in as many equal parts, each ending in its own
	// check, gap and send. Default 1.
	Writes int

	// PauseP is the probability that an attempt has one pause, within [0, 1]. Default 0.29. Used while PauseRate is 0.
	PauseP float64
	// PauseRate is the number of pauses a second of running time inside a hold (Poisson, any number an attempt);
	// above 0 it takes the place of PauseP. Default 0.
	PauseRate float64
	// Pause is how long a pause lasts. Default uniform 1 … 17 s.
	Pause dist.Dist

	// WireOff is a write's time on the wire while the delay source is off. Default 5 ms.
	WireOff dist.Dist
	// Wire is a write's time on the wire while the delay source is on. Default uniform 5 … 40 ms, and with
	// probability 0.15 instead uniform 50 … 540 ms.
	Wire dist.Dist

	// Step is the size of a backward clock step. Default uniform 150 … 2,500 ms.
	Step dist.Dist
	// StepEvery is the true time between two steps of one client's clock. Default exponential of mean 18 s.
	StepEvery dist.Dist
	// Drift is the rate error of every client's clock in ppm while the drift source is on; positive is fast.
	// Default 200.
	Drift float64

	// Sources says which of the things that open the gap are on. Default [AllSources], the published three.
	Sources Sources

	// Failover says what happens at a failover of the lock service. Default [NoFailover].
	Failover Failover
	// FailoverEvery is the true time between two failovers. Default exponential of mean 20 s.
	FailoverEvery dist.Dist
	// FailoverLoses is the smallest and the largest number of tokens that a lossy failover loses. Default 1 and 2.
	FailoverLoses [2]int

	// Release says what a release is compared by. Default [ByToken].
	Release Release
	// EarlyRelease lets a client that aborts let go at once, at its check. Each posture then has a timeline of its
	// own, and the both-held control no longer holds. Default false: an abort is held for as long as a write.
	EarlyRelease bool
	// Clock is the clock that lease arithmetic is done on. Default [Wall].
	Clock Clock
	// ReadModifyWrite makes every hold read the resource at its grant and replace with its writes what it read.
	// Default false.
	ReadModifyWrite bool
	// Fence says which operations of a read-modify-write section a fence checks. Default [OnWrites].
	Fence FenceScope
}

// Default returns the parameters of the published experiment.
func Default() Params {
	must := func(text string) dist.Dist {
		d, err := dist.Parse(text)
		if err != nil {
			panic("lease: default parameters: " + err.Error())
		}
		return d
	}
	return Params{
		Clients: 3, Lease: 3 * time.Second, Horizon: 120 * time.Second,
		Think: must("uniform(250ms,17.5s)"), Work: must("uniform(0.13,0.95)"), Gap: 25 * time.Millisecond, Writes: 1,
		PauseP: 0.29, Pause: must("uniform(1s,17s)"),
		WireOff: must("5ms"), Wire: must("mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))"),
		Step: must("uniform(150ms,2.5s)"), StepEvery: must("exp(18s)"), Drift: 200,
		Sources: AllSources, Failover: NoFailover, FailoverEvery: must("exp(20s)"), FailoverLoses: [2]int{1, 2},
	}
}

// Longest is the longest duration that a parameter or a hand-edited schedule may hold, about ten years: sums of a
// few of them stay within a [time.Duration].
const Longest time.Duration = 1 << 58

// most is the largest number of attempts or steps that a run may be expected to need.
const most = 10_000_000

// MaxClients is the largest number of clients.
const MaxClients = 100_000

// Validate returns every violation at once, joined, each naming the field, the value and the relation that it breaks.
func (p *Params) Validate() error {
	var v violations
	v.counts(p)
	v.lengths(p)
	v.chances(p)
	v.names(p)
	if len(v) == 0 {
		v.amounts(p)
	}
	return errors.Join(v...)
}

// Warnings returns what is allowed and probably not meant, a sentence each.
func (p *Params) Warnings() []string {
	var w []string
	if p.Margin >= p.Lease {
		unless := ""
		if p.Sources&Steps != 0 && p.Clock == Wall {
			unless = ", unless a backward clock step hides how little is left"
		}
		w = append(w, fmt.Sprintf("margin %v is not below the lease %v: every check aborts%s", p.Margin, p.Lease, unless))
	}
	if d := p.Work.Of(p.Lease); d.Max() > p.Lease {
		w = append(w, fmt.Sprintf("work %v can overrun the lease %v without any source of failure", p.Work, p.Lease))
	}
	return w
}

type violations []error

func (v *violations) add(format string, args ...any) {
	*v = append(*v, fmt.Errorf("lease: parameters: "+format, args...))
}

func (v *violations) counts(p *Params) {
	if p.Clients < 1 || p.Clients > MaxClients {
		v.add("clients = %d: must be within [1, %d]", p.Clients, MaxClients)
	}
	if p.Writes < 1 || p.Writes > 1000 {
		v.add("writes = %d: must be within [1, 1000]", p.Writes)
	}
	if p.FailoverLoses[0] < 0 || p.FailoverLoses[1] < p.FailoverLoses[0] || p.FailoverLoses[1] > 1_000_000 {
		v.add("failover-loses = %d-%d: must be low-high with 0 <= low <= high <= 1000000",
			p.FailoverLoses[0], p.FailoverLoses[1])
	}
}

func (v *violations) lengths(p *Params) {
	if p.Lease <= 0 || p.Lease > Longest {
		v.add("lease = %v: must be above 0 and at most %v", p.Lease, Longest)
	}
	if p.Horizon <= 0 || p.Horizon > Longest {
		v.add("horizon = %v: must be above 0 and at most %v", p.Horizon, Longest)
	}
	if p.Margin < 0 {
		v.add("margin = %v: must not be below 0", p.Margin)
	}
	if p.Margin > Longest {
		v.add("margin = %v: must be at most %v", p.Margin, Longest)
	}
	if p.Gap < 0 || p.Gap > Longest/1000 {
		v.add("gap = %v: must be within [0, %v]", p.Gap, Longest/1000)
	}
	for _, d := range []struct {
		name string
		d    dist.Dist
	}{{"think", p.Think}, {"pause", p.Pause}, {"wire-off", p.WireOff}, {"wire", p.Wire},
		{"step", p.Step}, {"step-every", p.StepEvery}, {"failover-every", p.FailoverEvery}} {
		if d.d.IsShare() {
			v.add("%s = %v: needs units; only work may be a share of the lease", d.name, d.d)
		}
	}
}

func (v *violations) chances(p *Params) {
	if !(p.PauseP >= 0 && p.PauseP <= 1) {
		v.add("pause-p = %v: must be within [0, 1]", p.PauseP)
	}
	if !(p.PauseRate >= 0 && p.PauseRate <= 1e6) {
		v.add("pause-rate = %v: must be within [0, 1e6] a second", p.PauseRate)
	}
	if _, err := clock.PPM(p.Drift); err != nil {
		v.add("drift = %v: must be within [-1e6, 1e6] ppm", p.Drift)
	}
}

func (v *violations) names(p *Params) {
	if p.Sources&^(AllSources|Drift) != 0 {
		v.add("sources = %d: unknown; the sources are %s", p.Sources, strings.Join(sourceNames[:], ", "))
	}
	if p.Failover < NoFailover || p.Failover > Consensus {
		v.add("failover = %d: unknown; must be none, lossy or consensus", p.Failover)
	}
	if p.Release < ByToken || p.Release > Uncompared {
		v.add("release = %d: unknown; must be token, owner+token or uncompared", p.Release)
	}
	if p.Clock < Wall || p.Clock > Monotonic {
		v.add("clock = %d: unknown; must be wall or monotonic", p.Clock)
	}
	if p.Fence < OnWrites || p.Fence > OnReadsAndWrites {
		v.add("fence = %d: unknown; must be writes or reads+writes", p.Fence)
	}
	if p.Fence == OnReadsAndWrites && !p.ReadModifyWrite {
		v.add("fence = reads+writes: needs read-modify-write; without it a hold reads nothing")
	}
}

// amounts refuses runs that would not end, or not within any patience or memory.
func (v *violations) amounts(p *Params) {
	attempt, what := p.shortest()
	v.bounded(p, what, attempt, float64(p.Clients))
	if p.Sources&Pauses != 0 && p.PauseRate > 0 {
		v.pauses(p, attempt)
	}
	if p.Sources&Steps != 0 {
		v.bounded(p, "step-every", p.StepEvery.Mean().Seconds(), float64(p.Clients))
	}
	if p.Failover != NoFailover {
		v.bounded(p, "failover-every", p.FailoverEvery.Mean().Seconds(), 1)
	}
}

// shortest returns how long an attempt takes on average without any waiting, in seconds, and what that is made of.
func (p *Params) shortest() (seconds float64, what string) {
	think, work := p.Think.Mean().Seconds(), p.Work.Of(p.Lease).Mean()
	if p.EarlyRelease {
		// An abort may end the hold at its first check.
		return think + (work / time.Duration(p.Writes)).Seconds(), "think + work up to the first check"
	}
	seconds = think + work.Seconds() + float64(p.Gap.Seconds()*float64(p.Writes)) + p.wire().Mean().Seconds()
	if p.Sources&Pauses != 0 && p.PauseRate == 0 {
		seconds += float64(p.PauseP * p.Pause.Mean().Seconds())
	}
	return seconds, "think + work + gap + wire"
}

// pauses bounds those at a rate, which come by the running time of the attempts that a run has room for.
func (v *violations) pauses(p *Params, attempt float64) {
	running := p.Work.Of(p.Lease).Mean().Seconds() + float64(p.Gap.Seconds()*float64(p.Writes))
	attempts := (1 + p.Horizon.Seconds()/attempt) * float64(p.Clients)
	if n := float64(p.PauseRate*running) * attempts; !(n <= most) {
		v.add("pause-rate = %v a second: some %.2g pauses a run, more than %d, for a running time of %v an attempt",
			p.PauseRate, n, most, time.Duration(math.Round(running*1e9)))
	}
}

func (v *violations) bounded(p *Params, name string, mean, each float64) {
	if n := p.Horizon.Seconds() / mean * each; !(n <= most) {
		v.add("%s = %v on average: too short for the horizon %v, which would take more than %d of them",
			name, time.Duration(math.Round(mean*1e9)), p.Horizon, most)
	}
}

// wire returns the distribution of the wire that is in force.
func (p *Params) wire() *dist.Dist {
	if p.Sources&Delay != 0 {
		return &p.Wire
	}
	return &p.WireOff
}

// rate returns the rate error of the clients' clocks that is in force.
func (p *Params) rate() clock.Rate {
	if p.Sources&Drift == 0 {
		return 0
	}
	r, err := clock.PPM(p.Drift)
	if err != nil {
		panic("lease: " + err.Error()) // Validate has refused it
	}
	return r
}
