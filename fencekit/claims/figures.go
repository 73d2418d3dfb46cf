package claims

import (
	"math"
	"slices"

	"fence/fencekit/lease"
)

// figure is a sampled figure: how it is computed from one block of trials.
type figure struct {
	id string
	// setups are those that it looks at, and trials how many trials a block of them has.
	setups []*setup
	trials int
	of     func(b tallies) float64
}

// tallies returns what a block of a set-up added up to, as judged.
type tallies func(on *setup) []lease.Tally

// figures are the sampled claims.
var figures = slices.Concat(allFigures(), pauseFigures(), delayFigures(), failoverFigures())

func allFigures() []figure {
	bare := func(k lease.Counter) per { return per{allSources, lease.Unprotected, k} }
	checking := func(k lease.Counter) per { return per{allSources, lease.Check, k} }
	fenced := func(k lease.Counter) per { return per{allSources, lease.Fencing, k} }
	return []figure{
		ratioOf("all.check.reduction", 1, bare(lease.WorkDestroyed), checking(lease.WorkDestroyed)),
		totalOf("all.arrived", fenced(lease.UnlockedArrived)),
		totalOf("all.fencing.applied", fenced(lease.UnlockedApplied)),
		ratioOf("all.fencing.applied_pct", 100, fenced(lease.UnlockedApplied), fenced(lease.UnlockedArrived)),
		totalOf("all.fencing.refused", fenced(lease.Refused)),
		trialsOf("all.fencing.trials", fenced(lease.UnlockedApplied)),
		totalOf("all.check.aborts", checking(lease.Aborted)),
		ratioOf("all.check.abort_pct", 100, checking(lease.Aborted), checking(lease.Attempts)),
		totalOf("all.attempts", bare(lease.Attempts)),
		totalOf("all.check.cancelled", checking(lease.MarginsCancelled)),
	}
}

func pauseFigures() []figure {
	bare := func(k lease.Counter) per { return per{pausesOnly, lease.Unprotected, k} }
	checking := func(k lease.Counter) per { return per{pausesOnly, lease.Check, k} }
	return []figure{
		totalOf("pause.unlocked", bare(lease.UnlockedApplied)),
		totalOf("pause.destroyed", bare(lease.WorkDestroyed)),
		ratioOf("pause.destroyed_pct", 100, bare(lease.WorkDestroyed), bare(lease.UnlockedApplied)),
		totalOf("pause.check.unlocked", checking(lease.UnlockedApplied)),
		{"pause.check.reduction_pct", []*setup{pausesOnly}, block, func(b tallies) float64 {
			before, after := bare(lease.UnlockedApplied).in(b), checking(lease.UnlockedApplied).in(b)
			return ratio(100*(before-after), before)
		}},
		ratioOf("pause.check.abort_pct", 100, checking(lease.Aborted), checking(lease.Attempts)),
		{"pause.abort_above_all", []*setup{pausesOnly, allSources}, block, func(b tallies) float64 {
			return abortPct(b, pausesOnly) - abortPct(b, allSources)
		}},
	}
}

func delayFigures() []figure {
	bare := func(k lease.Counter) per { return per{delayOnly, lease.Unprotected, k} }
	turned := func(k lease.Counter) per { return per{lastMargin, lease.Check, k} }
	return []figure{
		totalOf("delay.unlocked", bare(lease.UnlockedApplied)),
		trialsOf("delay.trials", bare(lease.UnlockedApplied)),
		totalOf("delay.races", bare(lease.BothHeld)),
		ratioOf("delay.races_per_unlocked", 1, bare(lease.BothHeld), bare(lease.UnlockedApplied)),
		ratioOf("margin.2500.abort_pct", 100, turned(lease.Aborted), turned(lease.Attempts)),
		totalOf("margin.2500.destroyed", turned(lease.WorkDestroyed)),
	}
}

func failoverFigures() []figure {
	fenced := func(k lease.Counter) per { return per{lossy, lease.Fencing, k} }
	return []figure{
		totalOf("failover.refused_live", fenced(lease.RefusedLive)),
		totalOf("failover.same_token", fenced(lease.SameToken)),
		ratioOf("failover.same_per_refused", 1, fenced(lease.SameToken), fenced(lease.RefusedLive)),
	}
}

// per is a counter of a set-up under a posture.
type per struct {
	on      *setup
	posture lease.Posture
	counter lease.Counter
}

func (p per) in(b tallies) float64 { return b(p.on)[place(p.posture)].Sum[p.counter] }

func totalOf(id string, p per) figure {
	return figure{id, []*setup{p.on}, p.on.trials, p.in}
}

// trialsOf counts the trials in which something happened.
func trialsOf(id string, p per) figure {
	return figure{id, []*setup{p.on}, p.on.trials, func(b tallies) float64 {
		return float64(b(p.on)[place(p.posture)].Nonzero[p.counter])
	}}
}

func ratioOf(id string, scale float64, above, below per) figure {
	return figure{id, []*setup{above.on}, above.on.trials, func(b tallies) float64 {
		return ratio(scale*above.in(b), below.in(b))
	}}
}

func abortPct(b tallies, on *setup) float64 {
	return ratio(100*per{on, lease.Check, lease.Aborted}.in(b), per{on, lease.Check, lease.Attempts}.in(b))
}

// ratio is a over b. Something over nothing is beyond every bound, nothing over nothing is not a number.
func ratio(a, b float64) float64 {
	if b == 0 && a > 0 {
		return math.Inf(1)
	}
	return a / b
}

// measure computes a sampled figure from the block at the seed asked for.
func (f *figure) measure(c *checker) measured {
	m := measured{value: math.NaN()}
	for _, on := range f.setups {
		if b := c.block(on); c.err == nil && b[place(lease.Check)].Sum[lease.Attempts] == 0 {
			m.flaw = "Nothing was attempted"
		}
	}
	if c.err == nil {
		m.value, m.typical, m.longTailed = f.of(c.block), c.typical()[f.id], longTailed[f.id]
	}
	m.text = rounded(m.value, c.rows[f.id].Published)
	return m
}

// longTailed are the figures whose mean over a few blocks says little: a ratio that is divided by a small number, and a
// number that is nearly always 0.
var longTailed = map[string]bool{"all.check.reduction": true, "margin.2500.destroyed": true}

// typical returns what every figure comes to over the engine's first blocks, from the seed asked for on.
func (c *checker) typical() map[string]float64 {
	if c.figuresTypical != nil {
		return c.figuresTypical
	}
	c.figuresTypical = map[string]float64{}
	o := Options{Seed: c.opt.Seed, Workers: c.opt.Workers, Blocks: fewBlocks, Parts: c.opt.Parts}
	values, err := blockFigures(c.ctx, o)
	if err != nil {
		c.err = err
		return c.figuresTypical
	}
	for i, f := range figures {
		c.figuresTypical[f.id] = typicalOf(f.id, values[i])
	}
	return c.figuresTypical
}

// typicalOf returns the mean of a figure's values, or its median.
func typicalOf(id string, values []float64) float64 {
	if longTailed[id] {
		sorted := slices.Sorted(slices.Values(values)) // one that is not a number comes first
		return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	}
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// block returns the tallies of a set-up. Those of the last margin, under the expiry check, are the dial's as users turn
// it.
func (c *checker) block(on *setup) []lease.Tally {
	if on != lastMargin {
		return c.sample(on).tallies
	}
	turned := make([]lease.Tally, len(judged))
	if t := c.dial(); len(t) > 0 {
		turned[place(lease.Check)] = t[len(t)-1]
	}
	return turned
}
