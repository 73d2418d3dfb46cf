package fencekit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/sweep"
)

// Picked is where a phenomenon is seen best.
type Picked struct {
	Phenomenon Phenomenon
	// Seed and Params run it again. Params are those of the experiment, but for what Note says.
	Seed   uint64
	Params lease.Params
	// Postures are those under which it shows, in the order of [lease.Postures].
	Postures []lease.Posture
	// From and To are the window to look at: all of the hold that shows it, and of the one that it meets, with about a
	// lease before and after, within the run.
	From, To time.Duration
	// At is the instant at which it is complete: a write arrives or is sent, a second belief begins.
	At time.Duration
	// Client and Attempt are the hold that shows it, both counted from 0, as [Explain] takes them.
	Client, Attempt int32
	// Why says in sentences what is to be seen, and Note what was changed in the experiment, or "".
	Why, Note string
	// Cost is how hard it is to see: see [Pick]. The least was picked.
	Cost int64
}

// What makes a phenomenon hard to see, in points. A window of one lease costs as much as seven marks that have
// nothing to do with it; more than one instance, or work that a fence would not have saved, costs more than any
// window should.
const (
	costLease  = 1000  // each lease of the window's length
	costMark   = 150   // each hold, arrival, step or failover in the window that is not of its own holds
	costOther  = 10000 // each further instance in the window
	costShort  = 5000  // a feature of no length; falls to 0 for one of 3 % of the window
	costUnsafe = 10000 // work destroyed that a fence does not save in the same schedule
)

// Pick looks for the seed from e.Seed to e.Seed + e.Trials - 1 that shows a phenomenon best, under e.Params. It looks
// under the posture of the phenomenon, whatever e.Postures are, and says under which of all the postures it shows.
//
// Best is what can be read in one window: exactly one instance in it, a short window with few other events, nothing
// that matters shorter than 3 % of it, and, of work destroyed, a write that a fence refuses in the same schedule.
// Each of these has a cost in points, and the least sum is picked; of two alike the lower seed, and of one seed the
// earlier instance.
//
// A token is reissued only where a failover loses some: for [SameToken] an experiment without failovers is given
// lossy ones, and Note says so. It is an error if no seed shows the phenomenon; it names the range. When ctx is done
// before the end, the error is [*Interrupted] and what comes with it is the best of the seeds done, with an empty Why
// if there is none.
func Pick(ctx context.Context, e Experiment, p Phenomenon) (Picked, error) {
	if p < 0 || int(p) >= len(phenomena) {
		return Picked{}, fmt.Errorf("fencekit: pick: phenomenon = %d: must be within [0, %d]", int(p), len(phenomena)-1)
	}
	if err := e.Validate(); err != nil {
		return Picked{}, err
	}
	note := ""
	if p == SameToken && e.Params.Failover == lease.NoFailover {
		e.Params.Failover = lease.Lossy
		note = "failover = lossy instead of none: without a failover that loses tokens none is issued again"
	}
	best, n, err := e.best(ctx, p)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = &Interrupted{Done: n, Total: e.Trials, err: ctx.Err()}
	}
	switch {
	case best != nil:
		return e.picked(p, best, note), err
	case err != nil:
		return Picked{}, err
	}
	why := ""
	if missing := p.missing(&e.Params); missing != "" {
		why = "; " + missing
	}
	last := e.Seed + uint64(e.Trials) - 1
	return Picked{}, fmt.Errorf("fencekit: pick: no seed from %d to %d shows %v: %s%s", e.Seed, last, p, p.Meaning(), why)
}

// found is the best sight of one seed.
type found struct {
	sight
	seed         uint64
	window       [2]time.Duration
	cost         int64
	others, rest int
	fenced       bool
}

// best returns the best sight of all seeds, nil for none, and the number of seeds done.
func (e *Experiment) best(ctx context.Context, p Phenomenon) (best *found, n int, err error) {
	n, err = sweep.Each(ctx, e.Trials, e.options(), func() func(int) *found {
		r, fencing := e.Runner(), e.Runner()
		return func(i int) *found { return look(r, fencing, e.Seed+uint64(i), p) }
	}, func(_ int, f *found) error {
		if f != nil && (best == nil || f.cost < best.cost) {
			best = f
		}
		return nil
	})
	return best, n, err
}

// look returns the best sight of one seed, nil for none.
func look(r, fencing *lease.Runner, seed uint64, p Phenomenon) *found {
	x := runUnder(r, seed, phenomena[p].posture)
	sights := phenomena[p].find(x)
	if len(sights) == 0 {
		return nil
	}
	refused := map[[2]int32]bool{}
	if p == Destroyed {
		for _, f := range runUnder(fencing, seed, lease.Fencing).fates {
			refused[[2]int32{f.w.Grant, f.w.Index}] = f.fate == lease.IsRefused
		}
	}
	var best *found
	for i := range sights {
		f := &found{sight: sights[i], seed: seed, fenced: refused[[2]int32{sights[i].hold, sights[i].index}]}
		f.weigh(x, sights, p)
		if best == nil || f.cost < best.cost {
			best = f
		}
	}
	return best
}

// weigh gives a sight its window and its cost.
func (f *found) weigh(x *judgedRun, all []sight, p Phenomenon) {
	unit := roundUnit(x.params.Lease)
	from := max(0, f.from-x.params.Lease) / unit * unit
	to := min(x.params.Horizon, (f.to+x.params.Lease+unit-1)/unit*unit)
	f.window = [2]time.Duration{from, to}
	for _, s := range all {
		if s.at != f.at && from <= s.at && s.at < to {
			f.others++
		}
	}
	f.rest = x.restIn(&f.sight, from, to)
	length := to - from
	f.cost = int64(costLease*float64(length)/float64(x.params.Lease)) + costMark*int64(f.rest) + costOther*int64(f.others)
	if legible := length / 100 * 3; f.feature < legible {
		f.cost += costShort - int64(costShort*float64(max(0, f.feature))/float64(legible))
	}
	if p == Destroyed && !f.fenced {
		f.cost += costUnsafe
	}
}

// roundUnit is the power of ten nanoseconds that the ends of a window are rounded to, at most a tenth of the lease.
func roundUnit(length time.Duration) time.Duration {
	unit := time.Duration(1)
	for unit*100 <= length {
		unit *= 10
	}
	return unit
}

// crossing is how many marks a hold of somebody else counts for that goes on while there is something to see.
const crossing = 6

// restIn counts what else is drawn in the window: other holds and their arrivals, steps of clocks, failovers.
func (x *judgedRun) restIn(s *sight, from, to time.Duration) (n int) {
	count := func(at time.Duration) {
		if from <= at && at < to {
			n++
		}
	}
	for i := range x.timeline.Grants {
		g := &x.timeline.Grants[i]
		switch stranger := int32(i) != s.hold && int32(i) != s.other; {
		case stranger && g.At < s.to && g.LetGo > s.from:
			n += crossing
		case stranger && g.At < to && g.LetGo > from:
			n++
		}
	}
	for i := range x.timeline.Writes {
		if w := &x.timeline.Writes[i]; w.Grant != s.hold && w.Grant != s.other {
			count(w.Arrive)
		}
	}
	for i := range x.schedule.Clients {
		for _, step := range x.schedule.Clients[i].Steps {
			count(step.At)
		}
	}
	for _, f := range x.schedule.Failovers {
		count(f.At)
	}
	return n
}

// picked says what was found.
func (e *Experiment) picked(p Phenomenon, f *found, note string) Picked {
	r := e.Runner()
	x := runUnder(r, f.seed, phenomena[p].posture)
	g := x.timeline.Grants[f.hold]
	out := Picked{Phenomenon: p, Seed: f.seed, Params: e.Params, From: f.window[0], To: f.window[1], At: f.at,
		Client: g.Client, Attempt: g.Attempt, Why: x.why(p, f), Note: note, Cost: f.cost}
	for _, posture := range lease.Postures() {
		if showsAlike(r, p, posture, f, &g) {
			out.Postures = append(out.Postures, posture)
		}
	}
	return out
}

// showsAlike says whether the same hold shows the phenomenon at the same instant under a posture.
func showsAlike(r *lease.Runner, p Phenomenon, posture lease.Posture, f *found, hold *lease.Grant) bool {
	if p == Cancelled && !posture.Check {
		return false // without a check there is no margin to cancel
	}
	y := runUnder(r, f.seed, posture)
	for _, s := range phenomena[p].find(y) {
		h := &y.timeline.Grants[s.hold]
		if s.at == f.at && s.index == f.index && h.Client == hold.Client && h.Attempt == hold.Attempt {
			return true
		}
	}
	return false
}

// why tells what there is to see.
func (x *judgedRun) why(p Phenomenon, f *found) string {
	g := &x.timeline.Grants[f.hold]
	name := lease.ClientName(g.Client)
	out := fmt.Sprintf("%s is granted the lock with token %d at %s", name, g.Token, instant(g.At))
	w := x.write(&f.sight)
	switch p {
	case Destroyed, SameToken:
		o := &x.timeline.Grants[f.other]
		out += fmt.Sprintf("; its write arrives at %s over the value of %s, token %d", instant(w.Arrive),
			lease.ClientName(o.Client), o.Token)
		switch {
		case p == SameToken:
			out += ": no fence tells the two apart"
		case f.fenced:
			out += ", and destroys it; under fencing the same write is refused"
		default:
			out += ", and destroys it, under fencing as well"
		}
	case Overlap:
		o := &x.timeline.Grants[f.other]
		out += fmt.Sprintf(" and lets go at %s; %s is granted it at %s, and for %s both believe that they hold it",
			instant(g.LetGo), lease.ClientName(o.Client), instant(o.At), span(f.feature))
	case Cancelled:
		out += fmt.Sprintf("; its clock is set back by %s, and its check at %s sees %s of the lease left where %s: it sends",
			span(f.cause), instant(w.Check), span(w.Believed), left(w.Remaining))
	case PauseWindow:
		out += fmt.Sprintf("; its check at %s passes with %s left, it pauses for %s, and its write lands %s after its "+
			"lease was over", instant(w.Check), span(w.Remaining), span(f.cause), span(w.Arrive-g.Ended))
	case WireDelay:
		o := &x.timeline.Grants[f.other]
		out += fmt.Sprintf("; it sends %s before its lease is over, the wire takes %s, and the write arrives %s after %s "+
			"was granted token %d", span(g.Ended-w.Send), span(f.cause), span(w.Arrive-o.At), lease.ClientName(o.Client),
			o.Token)
	}
	return out + fmt.Sprintf(". %s.", f.company(companions[p]))
}

// left says what a right clock would show.
func left(remaining time.Duration) string {
	if remaining > 0 {
		return fmt.Sprintf("%s are", span(remaining))
	}
	return fmt.Sprintf("it was over %s before", span(-remaining))
}

// companions are what more of a phenomenon is called.
var companions = map[Phenomenon][2]string{Destroyed: {"write", "writes"}, Overlap: {"overlap", "overlaps"},
	Cancelled: {"check", "checks"}, PauseWindow: {"pause", "pauses"}, WireDelay: {"delay", "delays"},
	SameToken: {"write", "writes"}}

// company says what else the window has, in a word for one and one for several.
func (f *found) company(words [2]string) string {
	switch f.others {
	case 0:
		return fmt.Sprintf("It is the only such %s in the window", words[0])
	case 1:
		return fmt.Sprintf("The window has one more such %s", words[0])
	}
	return fmt.Sprintf("The window has %d more such %s", f.others, words[1])
}

// write returns the write of a sight; an overlap has none, and gets an empty one.
func (x *judgedRun) write(s *sight) *lease.Write {
	for i := range x.fates {
		if w := x.fates[i].w; w.Grant == s.hold && w.Index == s.index {
			return w
		}
	}
	return &lease.Write{}
}
