package lease

import (
	"fmt"
	"math"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/dist"
)

// Schedule is everything that chance decides about a run, drawn once per seed before anything runs. It knows nothing
// of postures: the same schedule is replayed under each. It is a value that can be printed, stored as JSON, edited
// by hand and replayed.
type Schedule struct {
	// Params are the parameters that it was drawn under, and under which it is replayed.
	Params *Params
	// Seed is the seed that it was drawn from; 0 for one made by hand.
	Seed uint64
	// Clients holds each client's own part. A client stops when its attempts are used up.
	Clients []Client
	// Failovers are the instants at which the lock service fails over, ascending.
	Failovers []FailoverAt

	pauses []Pause         // the memory behind the attempts' pauses
	wires  []time.Duration // and behind their wires
}

// Client is one client's part of a schedule.
type Client struct {
	Attempts []Attempt
	// Steps are the jumps of its clock, ascending; By is negative for a jump backwards.
	Steps []clock.Step
	// Drift is the rate error of its clock.
	Drift clock.Rate
}

// Attempt is one turn of a client: think, request, hold, let go.
type Attempt struct {
	Think time.Duration
	Work  time.Duration
	// Pauses are the stops of its thread, ascending by offset.
	Pauses []Pause
	// Wires holds the time on the wire of each of its writes.
	Wires []time.Duration
}

// Pause is a stop of a client's thread inside a hold. It begins when the thread has run for At since the grant. One
// at an offset below the work comes before the check; one at or above it falls between the check and the send.
type Pause struct {
	At  time.Duration
	For time.Duration
}

// FailoverAt is one failover of the lock service, and how many tokens it loses.
type FailoverAt struct {
	At   time.Duration
	Lost int64
}

// Draw draws the schedule of a seed. Every quantity has a stream of its own, named by client and quantity, so that
// a source switched on or off disturbs no draw of another. The parameters must be valid.
func Draw(p *Params, seed uint64) *Schedule {
	var d Drawer
	s := new(Schedule)
	d.Draw(p, seed, s)
	return s
}

// Drawer draws schedules into memory that it reuses: nothing is allocated once it is warm.
type Drawer struct {
	labels []labels
	work   dist.Dist // resolved
	pauses uint64    // an attempt has a pause if 53 random bits are below
}

// labels are the hashed names of one client's streams.
type labels struct{ think, work, pause, wire, steps uint64 }

var failoverLabel = dist.LabelHash("failover")

func labelsOf(client int) labels {
	of := func(what string) uint64 { return dist.LabelHash(fmt.Sprintf("client %d %s", client, what)) }
	return labels{of("think"), of("work"), of("pause"), of("wire"), of("steps")}
}

// Draw draws the schedule of a seed into s.
func (d *Drawer) Draw(p *Params, seed uint64, s *Schedule) {
	for len(d.labels) < p.Clients {
		d.labels = append(d.labels, labelsOf(len(d.labels)))
	}
	d.work, d.pauses = p.Work.Of(p.Lease), uint64(math.Ceil(float64(p.PauseP*(1<<53))))
	s.Params, s.Seed = p, seed
	s.pauses, s.wires = s.pauses[:0], s.wires[:0]
	s.resize(p.Clients)
	for i := range s.Clients {
		d.attempts(p, seed, &d.labels[i], s, &s.Clients[i])
		d.steps(p, seed, d.labels[i].steps, &s.Clients[i])
		s.Clients[i].Drift = p.rate()
	}
	d.failovers(p, seed, s)
}

// resize gives s n clients and keeps the memory of those it had.
func (s *Schedule) resize(n int) {
	if cap(s.Clients) < n {
		s.Clients = append(s.Clients[:cap(s.Clients)], make([]Client, n-cap(s.Clients))...)
	}
	s.Clients = s.Clients[:n]
}

// attempts draws attempts until they would fill the horizon without any waiting; waiting only makes fewer fit.
func (d *Drawer) attempts(p *Params, seed uint64, l *labels, s *Schedule, c *Client) {
	var think, work, pause, wire dist.Stream
	think.Reset(seed, l.think)
	work.Reset(seed, l.work)
	pause.Reset(seed, l.pause)
	wire.Reset(seed, l.wire)
	onWire, pauses := p.wire(), p.Sources&Pauses != 0
	attempts := c.Attempts[:0]
	for total := time.Duration(0); total < p.Horizon; {
		attempts = append(attempts, Attempt{})
		a := &attempts[len(attempts)-1]
		a.Think, a.Work = bounded(p.Think.Draw(&think)), bounded(d.work.Draw(&work))
		rest := p.Gap * time.Duration(p.Writes)
		if pauses && (p.PauseRate > 0 || pause.Uint64()>>11 < d.pauses) {
			rest += d.drawPauses(s, a, &pause)
		}
		rest += s.drawWires(p.Writes, onWire, &wire)
		total += a.Think + a.Work + rest
		if p.EarlyRelease {
			// An abort may end the hold at its first check.
			total -= a.Work - a.Work/time.Duration(p.Writes) + rest
		}
		n := len(s.wires)
		a.Wires = s.wires[n-p.Writes : n : n]
	}
	c.Attempts = attempts
}

// drawWires draws n times on the wire and returns the last, the least that they add to the hold.
func (s *Schedule) drawWires(n int, d *dist.Dist, stream *dist.Stream) time.Duration {
	for range n {
		s.wires = append(s.wires, bounded(d.Draw(stream)))
	}
	return s.wires[len(s.wires)-1]
}

// drawPauses draws the pauses of an attempt that has one, or may have any number, and returns how long they last
// together.
func (d *Drawer) drawPauses(s *Schedule, a *Attempt, stream *dist.Stream) time.Duration {
	p := s.Params
	running := a.Work + p.Gap*time.Duration(p.Writes)
	first, total := len(s.pauses), time.Duration(0)
	if p.PauseRate > 0 {
		total = s.drawPoisson(p, running, stream)
	} else {
		at := time.Duration(0)
		if running > 0 {
			at = time.Duration(stream.Uint64n(uint64(running)))
		}
		total = bounded(p.Pause.Draw(stream))
		s.pauses = append(s.pauses, Pause{at, total})
	}
	n := len(s.pauses)
	a.Pauses = s.pauses[first:n:n]
	return total
}

// drawPoisson draws the pauses of a running time as a Poisson process. What lies beyond the horizon changes nothing,
// so it stops where the pauses alone outlast the run.
func (s *Schedule) drawPoisson(p *Params, running time.Duration, stream *dist.Stream) time.Duration {
	total := time.Duration(0)
	for at := 0.0; total < p.Horizon; {
		at += float64(stream.Exponential() * 1e9 / p.PauseRate)
		if !(at < float64(running)) {
			break
		}
		length := bounded(p.Pause.Draw(stream))
		s.pauses = append(s.pauses, Pause{time.Duration(at), length})
		total = bounded(total + length)
	}
	return total
}

// steps draws the jumps of one clock up to the horizon.
func (d *Drawer) steps(p *Params, seed, label uint64, c *Client) {
	steps := c.Steps[:0]
	if p.Sources&Steps != 0 {
		var stream dist.Stream
		stream.Reset(seed, label)
		for at := bounded(p.StepEvery.Draw(&stream)); at < p.Horizon; at += bounded(p.StepEvery.Draw(&stream)) {
			steps = append(steps, clock.Step{At: at, By: -bounded(p.Step.Draw(&stream))})
		}
	}
	c.Steps = steps
}

// failovers draws the failovers up to the horizon. They are drawn alike for every kind, so that one with consensus
// fails over at the very instants of one without.
func (d *Drawer) failovers(p *Params, seed uint64, s *Schedule) {
	s.Failovers = s.Failovers[:0]
	if p.Failover == NoFailover {
		return
	}
	var stream dist.Stream
	stream.Reset(seed, failoverLabel)
	low, span := p.FailoverLoses[0], uint64(p.FailoverLoses[1]-p.FailoverLoses[0]+1)
	for at := bounded(p.FailoverEvery.Draw(&stream)); at < p.Horizon; at += bounded(p.FailoverEvery.Draw(&stream)) {
		s.Failovers = append(s.Failovers, FailoverAt{at, int64(low) + int64(stream.Uint64n(span))})
	}
}

func bounded(d time.Duration) time.Duration { return min(d, Longest) }

// Validate reports what a hand-edited schedule must not hold, naming client and attempt.
func (s *Schedule) Validate() error {
	if s.Params == nil {
		return fmt.Errorf("lease: schedule: no parameters")
	}
	if err := s.Params.Validate(); err != nil {
		return err
	}
	if len(s.Clients) < 1 || len(s.Clients) > MaxClients {
		return fmt.Errorf("lease: schedule: %d clients: must be within [1, %d]", len(s.Clients), MaxClients)
	}
	for i := range s.Clients {
		if err := s.Clients[i].validate(i, s.Params); err != nil {
			return err
		}
	}
	for i, f := range s.Failovers {
		switch {
		case f.At < 0 || f.At > Longest:
			return fmt.Errorf("lease: schedule: failover %d at %v: must be within [0, %v]", i, f.At, Longest)
		case f.Lost < 0:
			return fmt.Errorf("lease: schedule: failover %d loses %d tokens: must not be negative", i, f.Lost)
		case i > 0 && f.At < s.Failovers[i-1].At:
			return fmt.Errorf("lease: schedule: failover %d at %v is before the one at %v", i, f.At, s.Failovers[i-1].At)
		}
	}
	return nil
}

func (c *Client) validate(i int, p *Params) error {
	in := func(d time.Duration) bool { return d >= 0 && d <= Longest }
	for k, a := range c.Attempts {
		at := func(format string, args ...any) error {
			return fmt.Errorf("lease: schedule: client %d attempt %d: "+format, append([]any{i, k}, args...)...)
		}
		if !in(a.Think) || !in(a.Work) {
			return at("think %v, work %v: must be within [0, %v]", a.Think, a.Work, Longest)
		}
		if len(a.Wires) != p.Writes {
			return at("%d wires for %d writes a hold", len(a.Wires), p.Writes)
		}
		for _, w := range a.Wires {
			if !in(w) {
				return at("wire %v: must be within [0, %v]", w, Longest)
			}
		}
		running, stopped := a.Work+p.Gap*time.Duration(p.Writes), time.Duration(0)
		for j, q := range a.Pauses {
			if !in(q.At) || !in(q.For) || (q.At >= running && q.At > 0) {
				return at("pause %d at %v for %v: the offset must be within [0, %v), work and gap", j, q.At, q.For, running)
			}
			if j > 0 && q.At < a.Pauses[j-1].At {
				return at("pause %d at %v is before the one at %v", j, q.At, a.Pauses[j-1].At)
			}
			if stopped += q.For; stopped > Longest {
				return at("its pauses last %v together: must be within %v", stopped, Longest)
			}
		}
	}
	for k, step := range c.Steps {
		if !in(step.At) || step.By < -Longest || step.By > Longest {
			return fmt.Errorf("lease: schedule: client %d step %d at %v by %v: must be within %v",
				i, k, step.At, step.By, Longest)
		}
	}
	if err := (&clock.Clock{Drift: c.Drift, Steps: c.Steps}).Validate(); err != nil {
		return fmt.Errorf("lease: schedule: client %d: %w", i, err)
	}
	return nil
}
