package claims

import (
	"fmt"
	"slices"
	"time"

	"fence/fencekit/lease"
)

// compared returns what a claim that two things are identical measures, and the flaw if nothing was compared.
func compared(differ string, n int, what, flaw string) measured {
	m := measured{differ: differ, text: fmt.Sprintf("%d %s alike", n, what)}
	if n == 0 && differ == "" {
		m.flaw = flaw
	}
	return m
}

// sameSchedule compares grants, tokens, checks, sends and arrivals from posture to posture, event by event. Each
// posture has drawn, served and judged for itself.
func sameSchedule(c *checker) measured {
	events := 0
	differ := c.watch(seeds, stands(control, published...), func(v []*view) string {
		for _, other := range v[1:] {
			if d := differTimelines(v[0], other); d != "" {
				return d
			}
		}
		events += len(v[0].timeline.Grants) + len(v[0].timeline.Writes)
		return ""
	})
	return compared(differ, events, "grants and writes", "Nothing was granted")
}

// differTimelines says where two postures' timelines first differ.
func differTimelines(a, b *view) string {
	if d := firstDiffer(a.timeline.Grants, b.timeline.Grants); d >= 0 {
		return fmt.Sprintf("grant %d under %s is not that under %s", d, b.posture.Name, a.posture.Name)
	}
	if d := firstDiffer(a.timeline.Writes, b.timeline.Writes); d >= 0 {
		return fmt.Sprintf("write %d under %s is not that under %s", d, b.posture.Name, a.posture.Name)
	}
	return ""
}

// firstDiffer returns the first index at which two lists differ, one that ends before the other included, or -1.
func firstDiffer[T comparable](a, b []T) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// drawnOnce draws every schedule twice: once with dice that have drawn the seeds before it, once with new ones.
func drawnOnce(c *checker) measured {
	attempts := 0
	differ := c.watch(seeds, stands(control, lease.Unprotected), func(v []*view) string {
		again := c.draw(v[0].schedule)
		if !sameDraw(v[0].schedule, again) {
			return "drawn again, the schedule is another"
		}
		for i := range again.Clients {
			attempts += len(again.Clients[i].Attempts)
		}
		return ""
	})
	return compared(differ, attempts, "attempts", "No attempt was drawn")
}

// draw draws a schedule again with new dice.
func (c *checker) draw(s *lease.Schedule) *lease.Schedule {
	if draw := c.opt.parts().Draw; draw != nil {
		return draw(s.Params, s.Seed)
	}
	return lease.Draw(s.Params, s.Seed)
}

// sameDraw says whether two schedules hold the same draws.
func sameDraw(a, b *lease.Schedule) bool {
	return slices.Equal(a.Failovers, b.Failovers) && slices.EqualFunc(a.Clients, b.Clients, func(a, b lease.Client) bool {
		return a.Drift == b.Drift && slices.Equal(a.Steps, b.Steps) && slices.EqualFunc(a.Attempts, b.Attempts, sameAttempt)
	})
}

func sameAttempt(a, b lease.Attempt) bool {
	return a.Think == b.Think && a.Work == b.Work && slices.Equal(a.Pauses, b.Pauses) && slices.Equal(a.Wires, b.Wires)
}

// abortHolds compares when a client that aborts lets go with when it would have let go had it written.
func abortHolds(c *checker) measured {
	aborted := 0
	differ := c.watch(seeds, stands(control, lease.Unprotected, lease.Check), func(v []*view) string {
		for i := range v[1].writes {
			w := &v[1].writes[i]
			if w.sent() {
				continue
			}
			aborted++
			g := v[1].grant(w)
			written := v[0].hold(g.Client, g.Attempt)
			if written == nil || written.LetGo != g.LetGo {
				return fmt.Sprintf("%s aborts and lets go at %v, not when it would have had it written", v[1].name(w), g.LetGo)
			}
		}
		return ""
	})
	return compared(differ, aborted, "aborts", "Nothing aborted")
}

// hold returns the grant of a client's attempt, nil if there is none.
func (v *view) hold(client, attempt int32) *lease.Grant {
	for i := range v.timeline.Grants {
		if g := &v.timeline.Grants[i]; g.Client == client && g.Attempt == attempt {
			return g
		}
	}
	return nil
}

// staircase counts the instants at which the resource holds a value below the highest token that it ever served.
func staircase(c *checker) measured {
	n, writes := int64(0), 0
	c.watch(seeds, stands(control, lease.Fencing), func(v []*view) string {
		highest := int64(0)
		for i := range v[0].writes {
			w := &v[0].writes[i]
			writes++
			if w.fate == lease.IsApplied {
				highest = max(highest, w.Token)
			}
			if w.stored < highest || w.stored != w.highest {
				n++
			}
		}
		return ""
	})
	return counted(n, writes, "Nothing was written")
}

// counted returns a count of what must not be there, and the flaw if nothing was looked at.
func counted(n int64, looked int, flaw string) measured {
	m := number(n)
	if looked == 0 {
		m.flaw = flaw
	}
	return m
}

// belowStaircase compares the writes that arrive below the highest token served, at an unprotected resource, with
// those that a fence refuses, write by write.
func belowStaircase(c *checker) measured {
	n := 0
	differ := c.watch(seeds, stands(control, lease.Unprotected, lease.Fencing), func(v []*view) string {
		var below, refused []string
		highest := int64(0)
		for i := range v[0].writes {
			if w := &v[0].writes[i]; w.Token < highest {
				below = append(below, v[0].name(w))
			} else if w.fate == lease.IsApplied {
				highest = w.Token
			}
		}
		for i := range v[1].writes {
			if w := &v[1].writes[i]; w.fate == lease.IsRefused {
				refused = append(refused, v[1].name(w))
			}
		}
		n += len(below)
		if d := firstDiffer(below, refused); d >= 0 {
			return fmt.Sprintf("%d writes below the line and %d refused differ from number %d on", len(below), len(refused), d)
		}
		return ""
	})
	return compared(differ, n, "writes", "No write was below the line")
}

// leasesDisjoint counts the leases that the service granted before an earlier one was over, in its own record.
func leasesDisjoint(c *checker) measured {
	n, grants := int64(0), 0
	c.watch(seeds, stands(control, lease.Unprotected), func(v []*view) string {
		g := v[0].timeline.Grants
		for i := range g {
			for j := i - 1; j >= 0; j-- {
				if g[j].Ended > g[i].At && g[i].Ended > g[j].At {
					n++
				}
			}
		}
		grants += len(g)
		return ""
	})
	return counted(n, grants, "Nothing was granted")
}

// stopsOutside counts the stops of a client that holds nothing: those that begin when its lease is over or before it
// was granted, and the time between two holds that its thinking does not account for.
func stopsOutside(c *checker) measured {
	n, stops := int64(0), 0
	c.watch(seeds, stands(pauseSeeds, lease.Unprotected), func(v []*view) string {
		free := make([]time.Duration, len(v[0].schedule.Clients))
		for i := range v[0].timeline.Grants {
			g := &v[0].timeline.Grants[i]
			a := v[0].attempt(g)
			if g.Request != free[g.Client]+a.Think {
				n++
			}
			free[g.Client] = g.LetGo
			at := g.At
			for _, p := range a.Pauses {
				stops++
				if begin := at + p.At; begin < g.At || begin >= g.Ended {
					n++
				}
				at += p.For
			}
		}
		return ""
	})
	return counted(n, stops, "No client ever stopped")
}

// windowOnly counts the unlocked writes, at a margin above gap and wire, whose client did not stop between its check
// and its send.
func windowOnly(c *checker) measured {
	n, unlocked := int64(0), 0
	c.watch(beyondWire.trials, stands(beyondWire, lease.Check), func(v []*view) string {
		for i := range v[0].writes {
			w := &v[0].writes[i]
			if !w.sent() || w.Live {
				continue
			}
			unlocked++
			a := v[0].attempt(v[0].grant(w))
			inWindow := slices.ContainsFunc(a.Pauses, func(p lease.Pause) bool { return p.At >= a.Work })
			if !(inWindow && w.Send-w.Check > v[0].schedule.Params.Gap) {
				n++
			}
		}
		return ""
	})
	return counted(n, unlocked, "No write was unlocked")
}

// overAtCheck counts the writes that were sent although the lease was over at the check.
func (v *view) overAtCheck() (n int64) {
	for i := range v.writes {
		if w := &v.writes[i]; w.sent() && w.Check >= v.grant(w).Until {
			n++
		}
	}
	return n
}

// notAbsorbed counts such writes of clocks that step.
func notAbsorbed(c *checker) measured {
	n := int64(0)
	c.watch(stepsFour.trials, stands(stepsFour, lease.Check), func(v []*view) string {
		n += v[0].overAtCheck()
		return ""
	})
	return number(n)
}

// absorbed counts such writes of slow clocks. Without any margin they are rare, one in some thousand trials, so that
// the trials go on, beyond their number, until without a margin one was sent: it is the margin that must have stopped
// it.
func absorbed(c *checker) measured {
	n, without, trials := int64(0), int64(0), 0
	from := append(stands(slowClocks, lease.Check), stands(slowClocksBare, lease.Check)...)
	c.watch(slowClocksMost, from, func(v []*view) string {
		n += v[0].overAtCheck()
		without += v[1].overAtCheck()
		if trials++; trials >= slowClocks.trials && without > 0 {
			return "enough"
		}
		return ""
	})
	m := number(n)
	m.text = fmt.Sprintf("%d, %d without a margin", n, without)
	if without == 0 {
		m.flaw = "Without a margin nothing is sent over the lease either"
	}
	return m
}

// sentLate counts the unlocked writes that were sent when the lease was over already.
func sentLate(c *checker) measured {
	n, unlocked := int64(0), 0
	c.watch(delayOnly.trials, stands(delayOnly, published...), func(v []*view) string {
		for _, v := range v {
			for i := range v.writes {
				if w := &v.writes[i]; w.sent() && !w.Live {
					unlocked++
					if g := v.grant(w); w.Send >= g.Until || w.Check >= g.Until {
						n++
					}
				}
			}
		}
		return ""
	})
	return counted(n, unlocked, "No write was unlocked")
}

// nested counts the writes that are sent at a margin and not at the one before it.
func nested(c *checker) measured {
	n, first, last := int64(0), 0, 0
	c.watch(dialBlock, dialStands(), func(v []*view) string {
		before := sentBy(v[0])
		first += len(before)
		for _, at := range v[1:] {
			now := sentBy(at)
			for _, name := range now {
				if _, ok := slices.BinarySearch(before, name); !ok {
					n++
				}
			}
			before = now
		}
		last += len(before)
		return ""
	})
	return counted(n, first-last, "The dial turns nothing: as many writes are sent at its first and its last margin")
}

// sentBy returns the names of the writes that are sent, sorted.
func sentBy(v *view) []string {
	var out []string
	for i := range v.writes {
		if w := &v.writes[i]; w.sent() {
			out = append(out, v.name(w))
		}
	}
	slices.Sort(out)
	return out
}

// beyondSixth counts the writes sent at the last margin whose check came at or after a sixth of the lease.
func beyondSixth(c *checker) measured {
	n, sent, late := int64(0), 0, 0
	c.watch(lastMarginEven.trials, stands(lastMarginEven, lease.Check), func(v []*view) string {
		for i := range v[0].writes {
			w := &v[0].writes[i]
			beyond := w.Check-v[0].grant(w).At >= v[0].schedule.Params.Lease/6
			switch {
			case w.sent() && beyond:
				n++
			case w.sent():
				sent++
			case beyond:
				late++
			}
		}
		return ""
	})
	m := counted(n, sent, "Nothing was sent")
	if n == 0 && late == 0 {
		m.flaw = "No check came at or after a sixth of the lease"
	}
	return m
}

// largestWork is the largest share of the lease that was drawn as work.
func largestWork(c *checker) measured {
	largest, whole := time.Duration(0), time.Duration(1)
	c.watch(noSource.trials, stands(noSource, lease.Unprotected), func(v []*view) string {
		whole = v[0].schedule.Params.Lease
		for _, client := range v[0].schedule.Clients {
			for _, a := range client.Attempts {
				largest = max(largest, a.Work)
			}
		}
		return ""
	})
	m := measured{value: float64(largest) / float64(whole)}
	m.text = fmt.Sprintf("%.6f", m.value)
	if largest == 0 {
		m.flaw = "No work was drawn"
	}
	return m
}

// longestHold compares the longest time from grant to arrival with the lease.
func longestHold(c *checker) measured {
	longest, whole := time.Duration(0), time.Duration(0)
	c.watch(noSource.trials, stands(noSource, lease.Unprotected), func(v []*view) string {
		whole = v[0].schedule.Params.Lease
		for i := range v[0].timeline.Grants {
			g := &v[0].timeline.Grants[i]
			longest = max(longest, g.LetGo-g.At)
		}
		return ""
	})
	m := measured{value: float64(longest), other: float64(whole), text: fmt.Sprintf("%v < %v", longest, whole)}
	if longest == 0 {
		m.flaw = "Nothing was held"
	}
	return m
}

// steps counts the backward steps that clocks made.
func steps(c *checker) measured {
	n := int64(0)
	c.watch(stepsOnly.trials, stands(stepsOnly, lease.Check), func(v []*view) string {
		for _, client := range v[0].schedule.Clients {
			for _, s := range client.Steps {
				if s.By < 0 && s.At < v[0].schedule.Params.Horizon {
					n++
				}
			}
		}
		return ""
	})
	return number(n)
}

// driftAlone counts the unlocked writes of clocks that have a rate error and nothing else, fast and slow.
func driftAlone(c *checker) measured {
	m := measured{}
	for _, on := range []*setup{fastAlone, slowAlone} {
		one := sum(on, published, lease.UnlockedArrived, lease.UnlockedApplied)(c)
		m.value += one.value
		if one.flaw != "" {
			m.flaw = one.flaw
		}
		still := c.watch(1, stands(on, lease.Check), func(v []*view) string {
			for i := range v[0].writes {
				if w := &v[0].writes[i]; w.Believed != w.Remaining {
					return "a clock runs wrong"
				}
			}
			return ""
		})
		if still == "" {
			m.flaw = "No clock ran fast or slow"
		}
	}
	return m
}

// reissued counts the grants of a set-up whose token an earlier grant of the trial had carried.
func (c *checker) reissued(on *setup) (grants int64) {
	c.watch(on.trials, stands(on, lease.Fencing), func(v []*view) string {
		tokens := map[int64]bool{}
		for i := range v[0].timeline.Grants {
			t := v[0].timeline.Grants[i].Token
			if tokens[t] {
				grants++
			}
			tokens[t] = true
		}
		return ""
	})
	return grants
}

// reissues is the number of tokens issued more than once.
func reissues(c *checker) measured { return number(c.reissued(lossy)) }

// unique is the number of tokens issued more than once and of overwrites under an equal token.
func unique(on *setup) checkFunc {
	return func(c *checker) measured {
		m := sum(on, fencing, lease.SameToken)(c)
		m.value += float64(c.reissued(on))
		return m
	}
}

// strangers is the number of releases that freed another client's lease, read off the service's own record.
func strangers(on *setup) checkFunc {
	return func(c *checker) measured {
		n, released := int64(0), 0
		c.watch(on.trials, stands(on, lease.Unprotected), func(v []*view) string {
			g := v[0].timeline.Grants
			for i := range g {
				if g[i].Freed < 0 {
					continue
				}
				released++
				if g[g[i].Freed].Client != g[i].Client {
					n++
				}
			}
			return ""
		})
		m := counted(n, released, "Nothing was released")
		if total := c.sample(on).total(lease.Unprotected, lease.ReleasedStranger); total != n {
			m.flaw = fmt.Sprintf("The engine counts %d such releases and its record has %d", total, n)
		}
		return m
	}
}
