package claims

import (
	"context"
	"fmt"
	"slices"
	"time"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/fencekit/sweep"
)

// setup is a setting of the experiment and its number of trials. Claims that name the same one share its trials.
type setup struct {
	name   string
	trials int
	set    func(p *lease.Params)
}

// params returns the parameters of the set-up.
func (s *setup) params() lease.Params {
	p := lease.Default()
	s.set(&p)
	return p
}

// The sizes of the published blocks.
const (
	block     = 150 // postures, sources, failover
	dialBlock = 80  // each margin
	seeds     = 240 // the control
)

func sources(s lease.Sources) func(*lease.Params) { return func(p *lease.Params) { p.Sources = s } }

func margin(s lease.Sources, m time.Duration) func(*lease.Params) {
	return func(p *lease.Params) { p.Sources, p.Margin = s, m }
}

func drift(s lease.Sources, ppm float64, m time.Duration) func(*lease.Params) {
	return func(p *lease.Params) { p.Sources, p.Drift, p.Margin = s|lease.Drift, ppm, m }
}

func failover(f lease.Failover) func(*lease.Params) { return func(p *lease.Params) { p.Failover = f } }

// The set-ups of the claims.
var (
	allSources = &setup{"all sources", block, sources(lease.AllSources)}
	control    = &setup{"all sources, control", seeds, sources(lease.AllSources)}
	noSource   = &setup{"no source", block, sources(lease.NoSources)}
	pausesOnly = &setup{"pauses only", block, sources(lease.Pauses)}
	pauseSeeds = &setup{"pauses only, control", seeds, sources(lease.Pauses)}
	stepsOnly  = &setup{"clock steps only", block, sources(lease.Steps)}
	delayOnly  = &setup{"wire delay only", block, sources(lease.Delay)}
	noSteps    = &setup{"pauses + delay", block, sources(lease.Pauses | lease.Delay)}

	// stepsMargin has a margin for the steps to cancel.
	stepsMargin = &setup{"clock steps only, margin 500 ms", block, margin(lease.Steps, 500*time.Millisecond)}
	// beyondWire has a margin just above gap and wire, so that a write that was sent in time arrives in time unless
	// its client stops after the check.
	beyondWire = &setup{"pauses only, margin above gap + wire", 1500, func(p *lease.Params) {
		p.Sources, p.Margin = lease.Pauses, p.Gap+p.WireOff.Max()+time.Millisecond
	}}
	pausesMargin = &setup{"pauses only, margin 2000 ms", 1500, margin(lease.Pauses, 2*time.Second)}
	// fourMargin is above the 3 ms that a clock of 1000 ppm loses on the lease.
	slowClocks = &setup{"pauses + delay + slow clocks, margin 4 ms", 1500, drift(lease.Pauses|lease.Delay, -1000, fourMargin)}
	// slowClocksBare is the same without a margin.
	slowClocksBare = &setup{"pauses + delay + slow clocks", 1500, drift(lease.Pauses|lease.Delay, -1000, 0)}
	stepsFour      = &setup{"pauses + steps, margin 4 ms", block, margin(lease.Pauses|lease.Steps, fourMargin)}
	fastAlone      = &setup{"rate error +1000 ppm", block, drift(lease.NoSources, +1000, 0)}
	slowAlone      = &setup{"rate error -1000 ppm", block, drift(lease.NoSources, -1000, 0)}
	monotonic      = &setup{"monotonic lease arithmetic", block, func(p *lease.Params) { p.Clock = lease.Monotonic }}

	lastMargin     = &setup{"all sources, margin 2500 ms", dialBlock, margin(lease.AllSources, 2500*time.Millisecond)}
	lastMarginLong = &setup{"all sources, margin 2500 ms, many", 10_000, margin(lease.AllSources, 2500*time.Millisecond)}
	lastMarginEven = &setup{"pauses + delay, margin 2500 ms", seeds, margin(lease.Pauses|lease.Delay, 2500*time.Millisecond)}

	lossy      = &setup{"lossy failover", block, failover(lease.Lossy)}
	consensus  = &setup{"failover with consensus", block, failover(lease.Consensus)}
	uncompared = &setup{"release without comparison", block, func(p *lease.Params) { p.Release = lease.Uncompared }}
)

const (
	fourMargin = 4 * time.Millisecond
	// slowClocksMost is in how many trials of slow clocks without a margin something is sent over the lease: some 23
	// times. It is the largest number of trials that a claim looks at.
	slowClocksMost = 30_000
)

// margins are those of the published dial.
var margins = fencekit.DefaultMargins()

// judged are the postures under which every trial is counted.
var judged = []lease.Posture{lease.Unprotected, lease.Check, lease.Fencing, lease.Strict}

// The groups of postures that claims name.
var (
	unprotected = []lease.Posture{lease.Unprotected}
	check       = []lease.Posture{lease.Check}
	fencing     = []lease.Posture{lease.Fencing}
	strict      = []lease.Posture{lease.Strict}
	published   = []lease.Posture{lease.Unprotected, lease.Check, lease.Fencing}
	neverAbort  = []lease.Posture{lease.Unprotected, lease.Fencing}
)

// place returns the index of a posture in judged.
func place(p lease.Posture) int {
	return slices.IndexFunc(judged, func(q lease.Posture) bool { return q.Name == p.Name })
}

// sample is what the trials of a set-up counted.
type sample struct {
	trials  [][]lease.Counts // by trial, then as judged
	tallies []lease.Tally    // as judged
}

// total returns the sum of a counter under a posture.
func (s *sample) total(p lease.Posture, k lease.Counter) int64 { return s.tallies[place(p)].Total(k) }

// checker holds what the claims of one check share. Its error is the first; after one, what it returns is empty.
type checker struct {
	ctx       context.Context
	opt       Options
	rows      map[string]Row
	intervals map[string]Interval
	samples   map[*setup]*sample
	turned    []lease.Tally // the dial's, by margin
	// figuresTypical holds what the sampled figures come to over a few blocks, once that has been asked for.
	figuresTypical map[string]float64
	err            error
}

func newChecker(ctx context.Context, o Options, rows []Row, intervals []Interval) *checker {
	c := &checker{ctx: ctx, opt: o, rows: map[string]Row{}, intervals: map[string]Interval{}, samples: map[*setup]*sample{}}
	for _, r := range rows {
		c.rows[r.ID] = r
	}
	for _, v := range intervals {
		c.intervals[v.ID] = v
	}
	return c
}

// sample runs the trials of a set-up, once, every posture on one timeline as experiments do.
func (c *checker) sample(on *setup) *sample {
	if s := c.samples[on]; s != nil {
		return s
	}
	s := &sample{tallies: make([]lease.Tally, len(judged))}
	p := on.params()
	c.each(on.name, on.trials, func() func(int) []lease.Counts {
		runner := lease.NewRunner(&p, judged, c.opt.parts())
		return func(i int) []lease.Counts { return slices.Clone(runner.Trial(c.opt.Seed + uint64(i))) }
	}, func(counts []lease.Counts) {
		s.trials = append(s.trials, counts)
		for k := range counts {
			s.tallies[k].Add(&counts[k], &counts[0])
		}
	})
	c.samples[on] = s
	return s
}

// each runs trials side by side and takes their counts in order.
func (c *checker) each(name string, trials int, worker func() func(int) []lease.Counts, take func([]lease.Counts)) {
	if c.err != nil {
		return
	}
	_, err := sweep.Each(c.ctx, trials, sweep.Options{Workers: c.opt.Workers, Chunk: 32}, worker,
		func(_ int, counts []lease.Counts) error { take(counts); return nil })
	if err != nil {
		c.err = fmt.Errorf("claims: check: %s: %w", name, err)
	}
}

// dial turns the margin as users do and returns the sums under the expiry check at each margin.
func (c *checker) dial() []lease.Tally {
	if c.turned != nil || c.err != nil {
		return c.turned
	}
	e := fencekit.New()
	e.Seed, e.Trials, e.Workers, e.Parts = c.opt.Seed, dialBlock, c.opt.Workers, c.opt.Parts
	var err error
	if c.turned, _, err = e.MarginTallies(c.ctx, lease.Check, margins); err != nil {
		c.err = fmt.Errorf("claims: check: dial: %w", err)
	}
	return c.turned
}
