package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// What the report says about checks and their margins, and about the published text itself.

// sum adds up a column over the rows in which another has one of some texts.
func (v *view) sum(name, where string, is ...string) (total float64) {
	for i := range v.f.Rows() {
		if slices.Contains(is, v.plain(where, i)) {
			total += v.number(name, i)
		}
	}
	return total
}

// some writes a count for a sentence: none, or how many.
func some(n float64) string {
	if n == 0 {
		return "none"
	}
	return short(n)
}

func saysPauses(v *view) string {
	above, last := 1, v.f.Rows()-1
	return fmt.Sprintf("A check sees a pause that came before it: with a margin of 0 ms it leaves %s unlocked "+
		"writes. A margin of %s ms is above the gap and the time on the wire, so that a write that is sent "+
		"without a further stop arrives in time; it saves %s of them, sent with that much left or less. Each of the %s "+
		"that are left belongs to a client that stopped between its check and its send, a window that no margin sees; of "+
		"them %s destroy work. At %s ms, where %s %% of the writes are aborted, %s are left, since fewer are sent.",
		v.n("unlocked_applied", 0), v.plain("margin_ms", above),
		some(v.number("unlocked_applied", 0)-v.number("unlocked_applied", above)), v.n("unlocked_applied", above),
		v.n("work_destroyed", above), v.plain("margin_ms", last), v.plain("abort_pct", last), v.n("unlocked_applied", last))
}

func saysSteps(v *view) string {
	row := func(clock, margin string) int { return v.find("clock", clock, "margin_ms", margin) }
	p := lease.Default()
	return fmt.Sprintf("Without pauses, clock steps break nothing: of unlocked writes there are %s at any "+
		"margin, and of destroyed work %s. What a step can do is to hide from a check how little of its margin "+
		"is left. A hold leaves %v of its lease or more, so that a margin of 0 or 100 ms stops no write that a "+
		"step could let through: margins cancelled are %s and %s; at 500 ms they are %s. On a monotonic clock "+
		"they are %s.",
		some(v.sum("unlocked_applied", "clock", "wall", "monotonic")),
		some(v.sum("work_destroyed", "clock", "wall", "monotonic")), p.Lease-p.Work.Of(p.Lease).Max(),
		v.n("margins_cancelled", row("wall", "0")), v.n("margins_cancelled", row("wall", "100")),
		v.n("margins_cancelled", row("wall", "500")), some(v.sum("margins_cancelled", "clock", "monotonic")))
}

func saysDelay(v *view) string {
	u := v.find("posture", "unprotected")
	alike := func(name string, but ...string) string {
		for i, p := range v.texts["posture"] {
			if !slices.Contains(but, p) && v.number(name, i) != v.number(name, u) {
				return "but not under all postures alike"
			}
		}
		return "alike under all postures"
	}
	with, races := v.number("trials_unlocked_applied", u), v.number("both_held", u)
	return fmt.Sprintf("A write that lingers on the wire arrives after its lease %s times, %s; it is applied %s "+
		"times, %s but the validated one, which applies %s. Its check and "+
		"its send were in time, and its token is still the highest. It needs no race: %s trials have such a "+
		"write and at most %s have two believers, so that in %s trials or more it happens while nobody else "+
		"believes. It destroys %s, since the longest of them lands before the next holder's first write can.",
		v.n("unlocked_arrived", u), alike("unlocked_arrived"), v.n("unlocked_applied", u),
		alike("unlocked_applied", "validated"), v.n("unlocked_applied", v.find("posture", "validated")), short(with),
		short(min(races, with)), short(max(0, with-races)), v.n("work_destroyed", u))
}

func saysDrift(v *view) string {
	var over, kept []string
	absorbed := 0.0
	for i := range v.f.Rows() {
		ppm, margin := v.number("drift_ppm", i), v.number("margin_ms", i)
		switch {
		case ppm == 0:
			kept = append(kept, v.plain("sent_over", i)+" at "+v.plain("margin_ms", i)+" ms")
		case ppm < 0 && margin == 0:
			over = append(over, v.n("sent_over", i)+" at "+v.plain("drift_ppm", i)+" ppm")
		case margin > 0:
			absorbed += v.number("sent_over", i)
		}
	}
	return fmt.Sprintf("A clock that is slow by r loses r times the lease in a lease, and its client sends on a "+
		"lease that is over if it checks within that time after the end: %s, at a margin of 0. A margin just "+
		"above the loss absorbs it: %s are sent, at any rate error. A fast clock only aborts sooner. A step is "+
		"not bounded by the lease, and the same margins hardly change what it lets through: %s.",
		listed(over), some(absorbed), listed(kept))
}

func saysMargin(v *view) string {
	last := v.f.Rows() - 1
	falls := 0
	for i := 1; i <= last; i++ {
		if v.number("abort_pct", i) < v.number("abort_pct", i-1) {
			falls++
		}
	}
	never := "never falls"
	if falls > 0 {
		never = fmt.Sprintf("falls %d times", falls)
	}
	return fmt.Sprintf("From a margin of %s ms to one of %s ms the share of aborted writes goes from %s %% to "+
		"%s %% and %s on the way; work destroyed goes from %s to %s, and unlocked writes applied from %s to "+
		"%s. ",
		v.plain("margin_ms", 0),
		v.plain("margin_ms", last), v.plain("abort_pct", 0), v.plain("abort_pct", last), never, v.n("work_destroyed", 0),
		v.n("work_destroyed", last), v.n("unlocked_applied", 0), v.n("unlocked_applied", last)) + costs(v) +
		fmt.Sprintf(" The races are the same at every margin: %s ms with two believers or more.", v.plain("both_held_ms", 0))
}

// costs says what each destroyed write costs that a wider margin saves: in aborts, from where the last one was saved.
func costs(v *view) string {
	from := 0
	var prices []string
	for i := 1; i < v.f.Rows(); i++ {
		saved := v.number("work_destroyed", from) - v.number("work_destroyed", i)
		if saved <= 0 {
			continue
		}
		aborts := v.number("aborted", i) - v.number("aborted", from)
		price := fmt.Sprintf("from %s to %s ms %s for %s aborts more", v.plain("margin_ms", from), v.plain("margin_ms", i),
			short(saved), short(aborts))
		if saved > 1 {
			price += ", " + short(math.Round(aborts/saved)) + " each"
		}
		prices = append(prices, price)
		from = i
	}
	last := v.f.Rows() - 1
	if prices == nil {
		return fmt.Sprintf("No wider margin saves a destroyed write, for %s aborts more.",
			short(v.number("aborted", last)-v.number("aborted", 0)))
	}
	text := "Each destroyed write that a wider margin saves has its price in aborts: " + strings.Join(prices, "; ") + "."
	left, more := v.number("work_destroyed", last), v.number("aborted", last)-v.number("aborted", from)
	if left > 0 && more > 0 {
		text += fmt.Sprintf(" Of the rest, %s, none is saved by the %s aborts more from %s ms to the end of the dial.",
			short(left), short(more), v.plain("margin_ms", from))
	}
	return text
}

// saysPublished sets what the published text says about itself beside what the tables show.
func saysPublished(v *view, tables map[string]*view) string {
	sources, delay := tables["sources"], tables["delay"]
	u := delay.find("posture", "unprotected")
	steps := func(name string) string { return short(sources.sum(name, "sources", "steps")) }
	per80 := func(name string) string { return short(80 * v.number(name+"_per_trial", 0)) }
	return fmt.Sprintf("The published text calls each source of failure sufficient by itself, and also finds "+
		"that the clock step breaks nothing on its own; both cannot be. Here clock steps alone let %s unlocked "+
		"writes through, under all postures together, and destroy %s. It counts 20 races under delay alone and "+
		"speaks of 48 trials; 20 races cannot lie in 48 trials, and we read the 48 as the trials with an "+
		"unlocked write, of which there are %s here, with %s races. It finds no work destroyed at the last "+
		"margin of the dial, where 94 %% of the writes are aborted. That zero is one of the sample and not of "+
		"the structure: in %s trials, with %s %% aborted, every 80 trials have on average %s writes that "+
		"destroy work and %s unlocked ones. The text does not say from which distributions it drew; ours were "+
		"fitted to its figures.",
		steps("unlocked_applied"), steps("work_destroyed"), delay.n("trials_unlocked_applied", u),
		delay.n("both_held", u), frame.Grouped(v.ints["trials"][0]), v.plain("abort_pct", 0), per80("work_destroyed"),
		per80("unlocked_applied"))
}
