package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/plots"
)

// sections are the tables of the report, in order.
func sections() []section {
	with := func(trials int, change func(e *fencekit.Experiment)) func() fencekit.Experiment {
		return func() fencekit.Experiment {
			e := fencekit.New()
			e.Trials = trials
			if change != nil {
				change(&e)
			}
			return e
		}
	}
	all := func(e *fencekit.Experiment) { e.Postures = lease.Postures() }
	checks := func(e *fencekit.Experiment) { e.Postures = []lease.Posture{lease.Check} }
	fences := func(e *fencekit.Experiment) { e.Postures = []lease.Posture{lease.Fencing, lease.Strict} }
	twice := func(e *fencekit.Experiment) { fences(e); e.Params.Writes = 2 }
	reads := func(e *fencekit.Experiment) {
		e.Postures = []lease.Posture{lease.Unprotected, lease.Check, lease.Fencing, lease.Strict}
		e.Params.ReadModifyWrite = true
	}
	only := func(source lease.Sources) func(*fencekit.Experiment) {
		return func(e *fencekit.Experiment) { e.Params.Sources = source }
	}
	steps := func(e *fencekit.Experiment) {
		e.Params.Sources, e.Postures = lease.Steps, []lease.Posture{lease.Check}
	}
	delay := func(e *fencekit.Experiment) { e.Params.Sources, e.Postures = lease.Delay, lease.Postures() }
	one := func(says func(*view) string) func(*view, map[string]*view) string {
		return func(v *view, _ map[string]*view) string { return says(v) }
	}
	return []section{
		{"compare", "The postures side by side", with(150, nil), fencekit.Compare, scoreboard, one(saysCompare),
			drawn(charted("compare", postureChart), drawnTrials, drawnAbort)},
		{"postures", "All postures", with(150, all), fencekit.Compare, scoreboard, one(saysPostures),
			charted("postures", postureChart)},
		{"sources", "Each source of failure on its own", with(150, nil), fencekit.Sources, sourceSheet, one(saysSources),
			charted("sources", sourceChart)},
		{"pauses", "Pauses alone: the window between check and send", with(150, only(lease.Pauses)), pauseMargins,
			marginSheet, one(saysPauses),
			drawn(shows("window", "The window that no margin covers", fencekit.PauseWindow), drawnPauses)},
		{"steps", "Clock steps alone: what a margin is worth", with(150, steps), stepMargins, stepSheet, one(saysSteps),
			shows("cancelled", "A margin that a clock step cancels", fencekit.Cancelled)},
		{"delay", "Delay alone: a write in flight", with(150, delay), fencekit.Compare, delaySheet, one(saysDelay),
			shows("delay", "A write that its wire makes late", fencekit.WireDelay)},
		{"drift", "What a margin absorbs: drift, and not a step", with(fencekit.DriftTrials, nil), rateErrors, driftSheet,
			one(saysDrift), charted("drift", driftChart)},
		{"margin", "The dial of the expiry check", with(80, nil), margins, marginSheet, one(saysMargin),
			drawn(charted("margin", markedDial), charted("pareto", paretoChart))},
		{"lease-margin", "Lease and margin together", with(40, checks), leaseMargins, leaseMarginSheet, one(saysLeases),
			charted("lease-margin", leaseMarginChart)},
		{"failover", "A lock service that fails over", with(150, fences), fencekit.Failover, failoverSheet,
			one(saysFailover), drawn(charted("failover", failoverChart),
				shows("same-token", "A token that is handed out twice", fencekit.SameToken))},
		{"failover-two-writes", "What strict fencing costs: two writes a hold", with(150, twice), fencekit.Failover,
			failoverSheet, one(saysStrict), nil},
		{"control", "The control", with(fencekit.ControlTrials, nil), fencekit.Control, controlSheet, one(saysControl), nil},
		{"read-modify-write", "Sections that read, modify and write", with(150, reads), fenceScopes, scopeSheet,
			one(saysScopes), nil},
		{"published", "Where the published text is silent or slips", with(lastMarginTrials, nil), lastMargin, marginSheet,
			saysPublished, nil},
	}
}

// leaseMargins runs leases and margins in every combination.
func leaseMargins(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
	margins, err := fencekit.Range("margin", "0s", "2s", "250ms")
	if err != nil {
		return frame.Frame{}, err
	}
	return fencekit.Grid(ctx, e, fencekit.Axis{Name: "lease", Values: []string{"2s", "3s", "5s", "10s"}}, margins)
}

var leaseMarginSheet = list([]figure{plainly("lease ms", "lease_ms"), plainly("margin ms", "margin_ms")},
	shared("aborted %", "abort_pct"), counted("unlocked applied", "unlocked_applied"),
	counted("work destroyed", "work_destroyed"))

// leaseMarginChart draws what a margin costs, by lease.
func leaseMarginChart(f frame.Frame) (*plots.Figure, error) {
	h := heat{column: "abort_pct"}
	return h.over(f, "margin_ms", "lease_ms", "What a margin costs, by lease").Figure(f)
}

// saysLeases says what one margin costs at the shortest and at the longest lease.
func saysLeases(v *view) string {
	const margin = "1,000"
	short, long := v.find("lease_ms", "2,000", "margin_ms", margin), v.find("lease_ms", "10,000", "margin_ms", margin)
	none, last := v.find("lease_ms", "10,000", "margin_ms", "0"), v.find("lease_ms", "10,000", "margin_ms", "2,000")
	return fmt.Sprintf("What a margin costs goes by its share of the lease: one of %s ms aborts %s %% of the writes of a lease "+
		"of %s ms, and %s %% of those of one of %s ms, with sections that take the same shares of either. At the longer "+
		"lease a margin of 2 s leaves %s of %s destroyed writes.", margin, v.plain("abort_pct", short),
		v.plain("lease_ms", short), v.plain("abort_pct", long), v.plain("lease_ms", long), v.n("work_destroyed", last),
		v.n("work_destroyed", none))
}

func margins(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
	return fencekit.MarginSweep(ctx, e, fencekit.DefaultMargins())
}

// lastMarginTrials are enough to tell a rare event from one that cannot be.
const lastMarginTrials = 20_000

// lastMargin judges at the last margin of the dial alone.
func lastMargin(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
	dial := fencekit.DefaultMargins()
	return fencekit.MarginSweep(ctx, e, dial[len(dial)-1:])
}

// pauseMargins judges at no margin, at one just above gap and wire, and at wide ones.
func pauseMargins(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
	above := e.Params.Gap + e.Params.WireOff.Max() + time.Millisecond
	return fencekit.MarginSweep(ctx, e, []time.Duration{0, above, 500 * time.Millisecond, 2 * time.Second})
}

func stepMargins(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
	return fencekit.Grid(ctx, e, fencekit.Axis{Name: "clock", Values: []string{"wall", "monotonic"}},
		fencekit.Axis{Name: "margin", Values: []string{"0s", "100ms", "500ms"}})
}

func rateErrors(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
	return fencekit.Drift(ctx, e, fencekit.DefaultRates())
}

var stepSheet = list([]figure{plainly("clock", "clock"), plainly("margin ms", "margin_ms")}, plainly("sent", "sent"),
	plainly("aborted", "aborted"), counted("unlocked applied", "unlocked_applied"),
	counted("work destroyed", "work_destroyed"), counted("margins cancelled", "margins_cancelled"))

var delaySheet = list([]figure{plainly("posture", "posture")}, plainly("sent", "sent"), plainly("aborted", "aborted"),
	counted("unlocked applied", "unlocked_applied"), plainly("trials with any", "trials_unlocked_applied"),
	counted("both held, moments", "both_held"), counted("work destroyed", "work_destroyed"), counted("refused", "refused"))

func fenceScopes(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
	return fencekit.Grid(ctx, e, fencekit.Axis{Name: "fence", Values: []string{"writes", "reads+writes"}})
}

var scopeSheet = list([]figure{plainly("fence", "fence"), plainly("posture", "posture")},
	plainly("sent", "sent"), counted("lost updates", "lost_updates"), counted("work destroyed", "work_destroyed"),
	counted("refused", "refused"), counted("refused within promise", "refused_live"))

// find returns the row whose cells are as asked, column and text in turn.
func (v *view) find(cells ...string) int {
	for i := range v.f.Rows() {
		same := true
		for p := range slices.Chunk(cells, 2) {
			same = same && v.plain(p[0], i) == p[1]
		}
		if same {
			return i
		}
	}
	panic(fmt.Sprintf("report: no row with %v", cells))
}

// n is a cell as a number of things: none, one, or how many.
func (v *view) n(name string, i int) string {
	if v.number(name, i) == 0 {
		return "none"
	}
	return v.plain(name, i)
}

// times says how many times smaller b is than a.
func times(a, b float64) string {
	switch {
	case b == 0 && a == 0:
		return "as few as before"
	case b == 0:
		return "none instead of " + short(a)
	}
	return short(math.Round(a/b*10)/10) + " times fewer"
}

func saysCompare(v *view) string {
	u, c, f := v.find("posture", "unprotected"), v.find("posture", "check"), v.find("posture", "fencing")
	all := fmt.Sprintf("All three postures meet the same %s moments at which two clients or more believe that they hold "+
		"the lock. ", v.plain("both_held", u))
	none := fmt.Sprintf("The unprotected resource takes every one of the %s writes that arrive without a live lease, and "+
		"%s of them destroy newer work. ", v.plain("unlocked_arrived", u), v.n("work_destroyed", u))
	check := fmt.Sprintf("The expiry check lets %s such writes through, of which %s destroy work (%s), and pays for it "+
		"with %s aborted writes, %s %% of all. ", v.n("unlocked_applied", c), v.n("work_destroyed", c),
		times(v.number("work_destroyed", u), v.number("work_destroyed", c)), v.plain("aborted", c), v.plain("abort_pct", c))
	fence := fmt.Sprintf("Fencing aborts %s; of %s unlocked writes that arrive it applies %s, in %s of %s trials, and "+
		"refuses %s writes in all: it orders writes and does not exclude them. Of its writes %s destroy work.",
		v.n("aborted", f), v.plain("unlocked_arrived", f), v.plain("unlocked_applied", f),
		v.plain("trials_unlocked_applied", f), v.plain("trials", f), v.n("refused", f), v.n("work_destroyed", f))
	return all + none + check + fence
}

func saysPostures(v *view) string {
	var destroy, unlocked []string
	for i, p := range v.texts["posture"] {
		if v.number("work_destroyed", i) == 0 {
			destroy = append(destroy, p)
		}
		if v.number("unlocked_applied", i) == 0 {
			unlocked = append(unlocked, p)
		}
	}
	s, cf := v.find("posture", "strict"), v.find("posture", "check+fencing")
	return fmt.Sprintf("No work is destroyed under %s; no write is applied without a live lease under %s. Check and "+
		"fencing together apply %s unlocked writes and abort %s %% of all; strict fencing refuses %s writes, %s of them "+
		"within the time promised.", listed(destroy), listed(unlocked), v.n("unlocked_applied", cf),
		v.plain("abort_pct", cf), v.n("refused", s), v.n("refused_live", s))
}

// listed joins names for a sentence.
func listed(names []string) string {
	switch len(names) {
	case 0:
		return "no posture"
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func saysSources(v *view) string {
	row := func(s string) int { return v.find("sources", s, "posture", "unprotected") }
	pauses, delay := row("pauses"), row("delay")
	c := v.find("sources", "pauses", "posture", "check")
	var quiet []string
	for _, s := range [][2]string{{"none", "no source"}, {"steps", "clock steps alone"}, {"drift", "drift alone"}} {
		if v.number("unlocked_applied", row(s[0])) == 0 {
			quiet = append(quiet, s[1])
		}
	}
	still := ""
	if quiet != nil {
		still = "With " + listed(quiet) + " there are none. "
	}
	return fmt.Sprintf("Without protection, pauses alone let %s writes through without a live lease, %s of which destroy "+
		"work; delay alone lets %s through, and %s destroy work. ", v.n("unlocked_applied", pauses),
		v.n("work_destroyed", pauses), v.n("unlocked_applied", delay), v.n("work_destroyed", delay)) + still +
		fmt.Sprintf("Against pauses the expiry check leaves %s unlocked writes, which the next section tells "+
			"apart, and aborts %s %% of all writes.",
			v.n("unlocked_applied", c), v.plain("abort_pct", c))
}

func saysFailover(v *view) string {
	row := func(kind, p string) int { return v.find("failover", kind, "posture", p) }
	f, s, c := row("lossy", "fencing"), row("lossy", "strict"), row("consensus", "fencing")
	return fmt.Sprintf("When a failover loses the tail of the counter, numbers are handed out again. Judged by token, %s of "+
		"the writes that fencing applies destroy work; but it refuses %s writes within the time promised, and %s land on another "+
		"client's value of the same token. Strict fencing lets %s of those through. When failovers keep the counter "+
		"by consensus, there are %s refused within the time promised and %s on the same token.", v.n("work_destroyed", f),
		v.n("refused_live", f), v.n("same_token", f), v.n("same_token", s), v.n("refused_live", c), v.n("same_token", c))
}

func saysStrict(v *view) string {
	f, s := v.find("failover", "none", "posture", "fencing"), v.find("failover", "none", "posture", "strict")
	return fmt.Sprintf("With two writes a hold and no failover at all, strict fencing refuses %s of %s writes, %s of them "+
		"within the time promised, where fencing refuses %s: the second write of a hold carries the token of the first.",
		v.n("refused", s), v.plain("sent", s), v.n("refused_live", s), v.n("refused", f))
}

func saysControl(v *view) string {
	differ := 0.0
	for i := range v.f.Rows() {
		differ += v.number("seeds_differing", i) + v.number("schedules_differing", i)
	}
	verdict := "Not one seed differs"
	if differ > 0 {
		verdict = short(differ) + " seeds differ"
	}
	return fmt.Sprintf("Every one of %s seeds was drawn and run anew for each posture. %s from the first posture's run, in "+
		"the time with two believers to the nanosecond or in any grant, token, check, send or arrival. There are %s moments "+
		"at which two clients believe, so that the agreement is not that of an empty run.",
		v.plain("trials", 0), verdict, v.plain("both_held", 0))
}

func saysScopes(v *view) string {
	lost := func(fence, p string) string { return v.n("lost_updates", v.find("fence", fence, "posture", p)) }
	return fmt.Sprintf("When every hold writes back what it read, an unprotected resource loses %s updates and the expiry "+
		"check %s. A fence of writes alone still loses %s: it takes a late write that arrives between the newer holder's "+
		"read and its write. A fence of reads and writes loses %s, and strict fencing with both loses %s.",
		lost("writes", "unprotected"), lost("writes", "check"), lost("writes", "fencing"),
		lost("reads+writes", "fencing"), lost("reads+writes", "strict"))
}
