package fencekit

import (
	"fmt"
	"strings"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// Phenomenon is something that a run may show and that a reader wants to see once: [Pick] finds the seed that shows it
// best.
type Phenomenon int

// The phenomena.
const (
	Destroyed   Phenomenon = iota // a late write destroys the work of a newer holder
	Overlap                       // two clients believe that they hold the lock
	Cancelled                     // a clock step cancels a margin
	PauseWindow                   // a pause between check and send
	WireDelay                     // a write that its wire makes late
	SameToken                     // a reissued token is overwritten
)

// phenomena says what each phenomenon is called and means, the posture that it is looked for under, and what it cannot
// do without.
var phenomena = [...]struct {
	name, meaning string
	posture       lease.Posture
	find          func(r *judgedRun) []sight
	needs         lease.Sources
}{
	Destroyed: {"destroyed", "a write without a live lease is applied over the newer work of another client",
		lease.Unprotected, destroyedIn, lease.NoSources},
	Overlap: {"overlap", "two clients believe at the same time that they hold the lock",
		lease.Unprotected, overlapsIn, lease.NoSources},
	Cancelled: {"cancelled", "a clock step cancels the margin: a write is sent although a right clock shows no more " +
		"lease than the margin", lease.Check, cancelledIn, lease.Steps},
	PauseWindow: {"window", "a write passes its check, its client pauses before it sends, and it lands without a lease: " +
		"the window no margin covers", lease.Check, windowsIn, lease.Pauses},
	WireDelay: {"delay", "a write is sent in time and arrives, because of its wire, after its lease died and another " +
		"was granted", lease.Unprotected, delaysIn, lease.Delay},
	SameToken: {"same-token", "a failover reissues a token, and a write is applied over another client's value of the " +
		"same token", lease.Fencing, sameTokensIn, lease.NoSources},
}

// Phenomena returns all phenomena, in the order in which help shows them.
func Phenomena() []Phenomenon {
	all := make([]Phenomenon, len(phenomena))
	for i := range all {
		all[i] = Phenomenon(i)
	}
	return all
}

// ParsePhenomenon finds a phenomenon by its name: destroyed, overlap, cancelled, window, delay or same-token. The error
// for another word lists them and names the nearest.
func ParsePhenomenon(name string) (Phenomenon, error) {
	var known []string
	for i := range phenomena {
		if phenomena[i].name == strings.TrimSpace(name) {
			return Phenomenon(i), nil
		}
		known = append(known, phenomena[i].name)
	}
	hint := ""
	if near := frame.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("did you mean %q? ", near)
	}
	return 0, fmt.Errorf("fencekit: unknown phenomenon %q; %sthe phenomena are %s", name, hint, strings.Join(known, ", "))
}

// String returns the name by which flags know it.
func (p Phenomenon) String() string { return phenomena[p].name }

// Meaning says what the phenomenon is, in words without a full stop.
func (p Phenomenon) Meaning() string { return phenomena[p].meaning }

// Posture returns the posture under which the phenomenon is looked for.
func (p Phenomenon) Posture() lease.Posture { return phenomena[p].posture }

// missing says why a phenomenon cannot be seen under parameters, or "".
func (p Phenomenon) missing(q *lease.Params) string {
	needs := phenomena[p].needs
	switch {
	case q.Sources&needs != needs:
		return fmt.Sprintf("sources = %v is without %v", q.Sources, needs)
	case p == Cancelled && q.Clock == lease.Monotonic:
		return "clock = monotonic, which no step moves"
	case p == SameToken && q.Failover != lease.Lossy:
		return fmt.Sprintf("failover = %v reissues no token", q.Failover)
	case q.Clients < 2:
		return "clients = 1 has nobody to meet"
	}
	return ""
}

// judgedRun is one seed under one posture, with what became of its writes and whose value each of them met.
type judgedRun struct {
	params   *lease.Params
	schedule *lease.Schedule
	timeline *lease.Timeline
	fates    []fate
}

// runUnder runs a seed. What it returns is overwritten by the runner's next run.
func runUnder(r *lease.Runner, seed uint64, posture lease.Posture) *judgedRun {
	x := &judgedRun{}
	value := -1
	x.timeline, _ = r.Run(seed, posture, func(w *lease.Write, v lease.Fate, after *lease.Resource) {
		f := fate{w: w, fate: v}
		if value >= 0 {
			f.over = x.fates[value].w
		}
		if v == lease.IsApplied {
			value = len(x.fates)
		}
		x.fates = append(x.fates, f)
	})
	x.schedule = x.timeline.Schedule
	x.params = x.schedule.Params
	return x
}

// sight is one instance of a phenomenon in a run.
type sight struct {
	hold, other int32         // the grant whose hold shows it, and the one that it meets or -1
	index       int32         // the write within the hold, or -1
	at          time.Duration // the instant at which it is complete
	from, to    time.Duration // from the first grant of the two to the end of what there is to see
	feature     time.Duration // the shortest stretch that a reader must be able to see
	cause       time.Duration // a pause, a step or a wire: how long
}

// seen returns what every sight of a write has in common: it begins with its grant and is complete when it arrives.
func (x *judgedRun) seen(f *fate) sight {
	g := &x.timeline.Grants[f.w.Grant]
	return sight{hold: f.w.Grant, other: -1, index: f.w.Index, at: f.w.Arrive, from: g.At, to: g.LetGo}
}

// bare is for how long the lease of a write was over when it arrived.
func (x *judgedRun) bare(f *fate) time.Duration {
	return f.w.Arrive - x.timeline.Grants[f.w.Grant].Ended
}

// meets adds the hold whose value a write replaced. Both writes and the end of the lease must be told apart.
func (x *judgedRun) meets(f *fate) sight {
	s := x.seen(f)
	over := &x.timeline.Grants[f.over.Grant]
	s.other, s.from, s.to = f.over.Grant, min(s.from, over.At), max(s.to, over.LetGo)
	s.feature = min(f.w.Arrive-f.over.Arrive, max(0, x.bare(f)))
	return s
}

func destroyedIn(x *judgedRun) (all []sight) {
	for i := range x.fates {
		if f := &x.fates[i]; f.w.Counted && f.destroyed() && f.newer() && !f.w.Live {
			all = append(all, x.meets(f))
		}
	}
	return all
}

func sameTokensIn(x *judgedRun) (all []sight) {
	for i := range x.fates {
		if f := &x.fates[i]; f.w.Counted && f.sameToken() {
			s := x.meets(f)
			s.feature = f.w.Arrive - f.over.Arrive // its lease may well be live
			all = append(all, s)
		}
	}
	return all
}

func overlapsIn(x *judgedRun) (all []sight) {
	grants := x.timeline.Grants
	for i := range grants {
		for k := i + 1; k < len(grants) && grants[k].At < grants[i].LetGo; k++ {
			a, b := &grants[i], &grants[k]
			shared := min(a.LetGo, b.LetGo) - b.At
			if a.Client == b.Client || shared <= 0 || !a.Counted || !b.Counted {
				continue
			}
			all = append(all, sight{hold: int32(i), other: int32(k), index: -1, at: b.At, from: a.At,
				to: max(a.LetGo, b.LetGo), feature: shared, cause: shared})
		}
	}
	return all
}

func cancelledIn(x *judgedRun) (all []sight) {
	margin := x.params.Margin
	for i := range x.fates {
		f := &x.fates[i]
		back := x.steppedBack(f.w)
		if !f.w.Counted || f.fate == lease.IsAborted || f.w.Remaining > margin || f.w.Remaining+back <= margin {
			continue
		}
		s := x.seen(f)
		s.at, s.cause = f.w.Send, back
		s.feature = min(back, margin-f.w.Remaining)
		all = append(all, s)
	}
	return all
}

// steppedBack is by how much steps set back the clock of a writer between its grant and its check.
func (x *judgedRun) steppedBack(w *lease.Write) (back time.Duration) {
	if x.params.Clock == lease.Monotonic {
		return 0
	}
	for _, step := range x.schedule.Clients[w.Client].Steps {
		if step.At > x.timeline.Grants[w.Grant].At && step.At <= w.Check {
			back -= step.By
		}
	}
	return back
}

func windowsIn(x *judgedRun) (all []sight) {
	for i := range x.fates {
		f := &x.fates[i]
		stopped := f.w.Send - f.w.Check - x.params.Gap
		late := f.applied() && !f.w.Live && f.w.Counted
		if !late || f.w.Remaining <= x.params.Margin || x.bare(f) >= stopped {
			continue // without the pause it would have been late as well
		}
		s := x.seen(f)
		s.feature, s.cause = min(stopped, x.bare(f)), stopped
		all = append(all, s)
	}
	return all
}

func delaysIn(x *judgedRun) (all []sight) {
	for i := range x.fates {
		f := &x.fates[i]
		g := &x.timeline.Grants[f.w.Grant]
		if f.fate == lease.IsAborted || f.w.Live || !f.w.Counted || f.w.Send >= g.Ended {
			continue
		}
		for k := int(f.w.Grant) + 1; k < len(x.timeline.Grants) && x.timeline.Grants[k].At < f.w.Arrive; k++ {
			next := &x.timeline.Grants[k]
			if next.Client == g.Client {
				continue
			}
			s := x.seen(f)
			s.other, s.to, s.cause = int32(k), max(s.to, next.LetGo), f.w.Arrive-f.w.Send
			s.feature = min(x.bare(f), f.w.Arrive-next.At)
			all = append(all, s)
			break
		}
	}
	return all
}
