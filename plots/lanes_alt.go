package plots

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"fence/fencekit/trace"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// alt says in words what the window shows.
func (l *Lanes) alt(w *window) string {
	over := fmt.Sprintf("from %s to %s", exactly(w.from), exactly(w.to))
	if w.byOrder {
		over = fmt.Sprintf("in order of events, #%d to #%d", w.first, w.last)
	}
	text := fmt.Sprintf("Lanes %s: %s of %s.", over, counted(w.drawn, "event"), listed(l.laneNames()))
	if w.more > 0 {
		text += fmt.Sprintf(" %s after that are not drawn.", counted(w.more, "event"))
	}
	if l.log.IsLease() {
		text += " " + leaseAlt(w)
	} else {
		text += protocolAlt(newLaneChart((&Figure{}).press(), l, w).scene)
	}
	return literal(text)
}

func (l *Lanes) laneNames() []string {
	if l.Actors != nil {
		return l.Actors
	}
	var names []string
	for _, a := range l.actors {
		names = append(names, a.Name)
	}
	return names
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return decimal(float64(n), 0) + " " + what + "s"
}

// leaseAlt tells what happened to the writes, and when clients believed at once.
func leaseAlt(w *window) string {
	story := trace.ReadStoryUntil(w.log, w.playhead)
	var fates [3]int
	var stale *trace.Arrival
	for i := range story.Arrivals {
		x := &story.Arrivals[i]
		if w.has(x.Seq) {
			fates[x.Fate]++
			if stale == nil && x.Fate != trace.Applied {
				stale = x
			}
		}
	}
	text := fmt.Sprintf("Writes: %d applied under a live lease, %d applied without one, %d refused.",
		fates[trace.Applied], fates[trace.AppliedUnlocked], fates[trace.Refused])
	if stale != nil {
		done := "is refused"
		if stale.Fate == trace.AppliedUnlocked {
			done = "is applied although its lease is over"
		}
		text += fmt.Sprintf(" At %s the write of %s with token %s %s.", exactly(stale.At), stale.By, stale.Token, done)
	}
	races, long := 0, time.Duration(0)
	for _, r := range story.Races {
		if from, to := max(r.From, w.from), min(r.To, w.to); from < to {
			races++
			long += to - from
		}
	}
	switch races {
	case 0:
		return text + " No two clients believe at once."
	case 1:
		return text + fmt.Sprintf(" In one race two clients or more believe at once, for %s.", briefly(long))
	}
	return text + fmt.Sprintf(" In %d races two clients or more believe at once, for %s in all.", races, briefly(long))
}
