package claims

import (
	"fmt"
	"strings"
	"time"

	"fence/fencekit/lease"
)

// checkFunc measures what one claim is about.
type checkFunc func(c *checker) measured

// idle returns the flaw of a set-up that sent nothing under one of the postures: every zero holds there.
func (s *sample) idle(postures []lease.Posture) string {
	for _, p := range postures {
		if s.total(p, lease.Sent) == 0 {
			return "Nothing was sent under " + p.Name
		}
	}
	return ""
}

// text writes a counter's sum for people.
func text(k lease.Counter, n int64) string {
	if k == lease.BothHeldTime {
		return fmt.Sprintf("%.3f ms", float64(n)/float64(time.Millisecond))
	}
	return fmt.Sprint(n)
}

// sum is the sum of counters over postures, for claims that it is 0.
func sum(on *setup, postures []lease.Posture, counters ...lease.Counter) checkFunc {
	return func(c *checker) measured {
		s := c.sample(on)
		total := int64(0)
		for _, p := range postures {
			for _, k := range counters {
				total += s.total(p, k)
			}
		}
		m := number(total)
		m.flaw = s.idle(postures)
		return m
	}
}

// least is the smallest sum of a counter over postures, for claims that it is not 0 under any of them.
func least(on *setup, postures []lease.Posture, k lease.Counter) checkFunc {
	return func(c *checker) measured {
		s := c.sample(on)
		n := s.total(postures[0], k)
		for _, p := range postures[1:] {
			n = min(n, s.total(p, k))
		}
		m := number(n)
		m.text = text(k, n)
		return m
	}
}

// alike compares counters from posture to posture, trial by trial. Each posture has runs of its own: on one timeline
// that all of them share, what the schedule decides could not differ.
func alike(on *setup, postures []lease.Posture, counters ...lease.Counter) checkFunc {
	return func(c *checker) (m measured) {
		trials := c.apart(on.name, on.trials, stands(on, postures...))
		m.differ = c.differ(trials, func(i int) string { return "under " + postures[i].Name }, counters...)
		var all []string
		for _, k := range counters {
			all = append(all, text(k, total(trials, 0, k)))
		}
		m.text = "all " + strings.Join(all, ", ")
		for i, p := range postures {
			if total(trials, i, lease.Sent) == 0 {
				m.flaw = "Nothing was sent under " + p.Name
			}
		}
		return m
	}
}

// total sums a counter over the trials seen from one stand.
func total(trials [][]lease.Counts, stand int, k lease.Counter) (n int64) {
	for _, counts := range trials {
		n += counts[stand][k]
	}
	return n
}

// differ says in which trial one of the counters first differs from that of the first stand.
func (c *checker) differ(trials [][]lease.Counts, name func(stand int) string, counters ...lease.Counter) string {
	for n, counts := range trials {
		for _, k := range counters {
			for i := range counts {
				if first := counts[0][k]; counts[i][k] != first {
					return fmt.Sprintf("in seed %d %v is %s %s and %s %s", c.opt.Seed+uint64(n), k, text(k, first), name(0),
						text(k, counts[i][k]), name(i))
				}
			}
		}
	}
	return ""
}

// balance compares two sums of counters under one posture.
func balance(on *setup, p lease.Posture, left, right []lease.Counter) checkFunc {
	return func(c *checker) (m measured) {
		s := c.sample(on)
		add := func(counters []lease.Counter) (n int64) {
			for _, k := range counters {
				n += s.total(p, k)
			}
			return n
		}
		a, b := add(left), add(right)
		m.text = fmt.Sprintf("%d = %d", a, b)
		if a != b {
			m.differ = fmt.Sprintf("%d and %d", a, b)
		}
		m.flaw = s.idle([]lease.Posture{p})
		return m
	}
}

// mismatches counts the seeds whose both-held differs from posture to posture, on runs of their own.
func mismatches(c *checker) measured {
	n := int64(0)
	for _, counts := range c.apart(control.name, control.trials, stands(control, published...)) {
		for i := range counts {
			if counts[i][lease.BothHeld] != counts[0][lease.BothHeld] ||
				counts[i][lease.BothHeldTime] != counts[0][lease.BothHeldTime] {
				n++
				break
			}
		}
	}
	return number(n)
}

// belowLine compares the work that unprotected clients destroy with the writes that a fence refuses, in every trial.
func belowLine(c *checker) (m measured) {
	s := c.sample(allSources)
	destroyed, refused := s.total(lease.Unprotected, lease.WorkDestroyed), s.total(lease.Fencing, lease.Refused)
	m.value, m.other = float64(destroyed), float64(refused)
	m.text = fmt.Sprintf("%d <= %d", destroyed, refused)
	m.flaw = s.idle(neverAbort)
	for i, counts := range s.trials {
		d, r := counts[place(lease.Unprotected)][lease.WorkDestroyed], counts[place(lease.Fencing)][lease.Refused]
		if d > r {
			m.flaw = fmt.Sprintf("In seed %d unprotected clients destroy work %d times and a fence refuses %d writes",
				c.opt.Seed+uint64(i), d, r)
		}
	}
	return m
}

// cancelledBalance compares the aborts that steps take away with the margins that they cancel, trial by trial.
func cancelledBalance(c *checker) (m measured) {
	with, without := c.sample(allSources), c.sample(noSteps)
	saved := without.total(lease.Check, lease.Aborted) - with.total(lease.Check, lease.Aborted)
	cancelled := with.total(lease.Check, lease.MarginsCancelled)
	m.text = fmt.Sprintf("%d = %d", saved, cancelled)
	k := place(lease.Check)
	for i := range min(len(with.trials), len(without.trials)) {
		a, b := with.trials[i][k], without.trials[i][k]
		if b[lease.Aborted]-a[lease.Aborted] != a[lease.MarginsCancelled] {
			m.differ = fmt.Sprintf("in seed %d steps take away %d aborts and cancel %d margins", c.opt.Seed+uint64(i),
				b[lease.Aborted]-a[lease.Aborted], a[lease.MarginsCancelled])
			break
		}
	}
	m.flaw = with.idle(check)
	return m
}

// noOtherEffect compares every counter of the postures that do not look at a clock, with steps and without, trial by
// trial.
func noOtherEffect(c *checker) (m measured) {
	with, without := c.sample(allSources), c.sample(noSteps)
	for i := range min(len(with.trials), len(without.trials)) {
		for _, p := range neverAbort {
			a, b := with.trials[i][place(p)], without.trials[i][place(p)]
			for k := range a {
				if a[k] != b[k] && m.differ == "" {
					m.differ = fmt.Sprintf("in seed %d %v is %d under %s with steps and %d without",
						c.opt.Seed+uint64(i), lease.Counter(k), a[k], p.Name, b[k])
				}
			}
		}
	}
	m.flaw = with.idle(neverAbort)
	m.text = fmt.Sprintf("%d counters alike", int(lease.NumCounters)*len(neverAbort))
	return m
}

// ordered compares the unlocked writes of the sources, the most first.
func ordered(c *checker) (m measured) {
	pauses := c.sample(pausesOnly).total(lease.Unprotected, lease.UnlockedApplied)
	delay := c.sample(delayOnly).total(lease.Unprotected, lease.UnlockedApplied)
	steps := c.sample(stepsOnly).total(lease.Unprotected, lease.UnlockedApplied)
	m.text = fmt.Sprintf("%d > %d > %d", pauses, delay, steps)
	if !(pauses > delay && delay > steps) {
		m.differ = m.text
	}
	want := fmt.Sprintf("%s > %s > %s", c.rows["pause.unlocked"].Published, c.rows["delay.unlocked"].Published,
		c.rows["clock.unprotected.unlocked"].Published)
	if got := c.rows["pause.above_delay"].Published; got != want {
		m.flaw = fmt.Sprintf("The published order %q is not that of the figures published beside it, %q", got, want)
	}
	return m
}

// raceless is the number of unlocked writes in trials in which no two clients ever believed at once.
func raceless(c *checker) measured {
	n := int64(0)
	for _, counts := range c.sample(delayOnly).trials {
		k := counts[place(lease.Unprotected)]
		if k[lease.BothHeld] == 0 && k[lease.BothHeldTime] == 0 {
			n += k[lease.UnlockedApplied]
		}
	}
	return number(n)
}

// covered is the work destroyed under a fence in spite of releases that freed another client's lease.
func covered(c *checker) measured {
	m := sum(uncompared, fencing, lease.WorkDestroyed)(c)
	if c.sample(uncompared).total(lease.Fencing, lease.ReleasedStranger) == 0 && m.flaw == "" {
		m.flaw = "The lock service was never wrong about who holds: no stranger was released"
	}
	return m
}

// The dial.

// abortRate returns the aborts per write.
func abortRate(t *lease.Tally) float64 { return t.Sum[lease.Aborted] / float64(t.Writes()) }

// falls counts where the abort rate falls as the margin grows.
func falls(c *checker) measured {
	t := c.dial()
	n := int64(0)
	for i := 1; i < len(t); i++ {
		if !(abortRate(&t[i]) >= abortRate(&t[i-1])) {
			n++
		}
	}
	m := number(n)
	if len(t) > 0 && !(abortRate(&t[len(t)-1]) > abortRate(&t[0])) {
		m.flaw = "The dial turns nothing: the abort rate is the same at its first and its last margin"
	}
	return m
}

// dialStands are the settings of the dial, each to be run by itself.
func dialStands() []stand {
	var from []stand
	for _, m := range margins {
		p := lease.Default()
		p.Margin = m
		from = append(from, stand{p, lease.Check})
	}
	return from
}

// dialHeld compares the time that several clients believed they held the lock, margin by margin, on runs of their own;
// the dial, which judges every margin on one timeline, must agree with them.
func dialHeld(c *checker) (m measured) {
	trials, dial := c.apart("dial", dialBlock, dialStands()), c.dial()
	m.differ = c.differ(trials, func(i int) string { return fmt.Sprintf("at margin %v", margins[i]) }, lease.BothHeldTime)
	for i := range dial {
		alone, turned := total(trials, i, lease.BothHeldTime), dial[i].Total(lease.BothHeldTime)
		if turned != alone && m.differ == "" {
			m.differ = fmt.Sprintf("the dial has %s at margin %v, and a run of its own %s", text(lease.BothHeldTime, turned),
				margins[i], text(lease.BothHeldTime, alone))
		}
		m.text = text(lease.BothHeldTime, alone)
		if alone == 0 {
			m.flaw = "No two clients ever believed they held the lock"
		}
	}
	if last := len(margins) - 1; total(trials, 0, lease.Aborted) == total(trials, last, lease.Aborted) {
		m.flaw = "The dial turns nothing: as many writes are aborted at its first and its last margin"
	}
	return m
}

// useful is the least work destroyed at a margin that leaves more than half of the writes.
func useful(c *checker) measured {
	t := c.dial()
	m := measured{flaw: "No margin leaves half of the writes"}
	for i := range t {
		if n := float64(t[i].Total(lease.WorkDestroyed)); abortRate(&t[i]) < 0.5 && (m.flaw != "" || n < m.value) {
			m = measured{value: n, text: fmt.Sprintf("%v at %v", n, margins[i])}
		}
	}
	return m
}
