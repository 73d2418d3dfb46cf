package audit

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fence/fencekit/trace"
)

// Lease audits a log of leases: every counter, with its findings and the verdicts. It returns an error for a log of
// another family; for events out of order; and for an event that cannot be judged: a grant that says not to whom, a
// write or read that says not by whom, a renew or extend that says not whose or until when, a token, counter or time
// that is not one. It names the line of the event if the log was read from a file.
//
// Kinds that are not about leases are passed over; those that no checker knows are in [Report.Ignored].
func Lease(l *trace.Log) (Report, error) {
	if f := l.Header.Family; f != "" && f != "lease" {
		return Report{}, fmt.Errorf("audit: lease: header: family is %q, not lease", f)
	}
	a, err := newAuditor(l)
	if err != nil {
		return Report{}, fmt.Errorf("audit: lease: header: %w", err)
	}
	for i := range l.Events {
		if err := checkOrder(l.Events, i); err != nil {
			return Report{}, fmt.Errorf("audit: lease: %w", err)
		}
		if err := a.event(l.Events[i]); err != nil {
			return Report{}, fmt.Errorf("audit: lease: %w", err)
		}
		a.overlooked(l.Events[i])
	}
	a.conclude()
	return a.report(), nil
}

// auditor follows a log once, in order.
type auditor struct {
	events []trace.Event
	close  []int         // for each begin, the event that closes its belief, or none
	end    time.Duration // where beliefs without an end are cut
	cut    bool          // a horizon cut the run: a hold without an end does not count

	locks   index[lock]
	clients index[client]
	objects index[object]
	holds   map[string]*grant // by the name of the hold
	tokens  map[tokenKey]*grant
	reads   map[readKey]int // the newest read of a hold, or of a client
	checks  map[string]check
	sent    map[string]bool   // ids of the writes that were seen leaving
	written map[string]*value // by the id of the write

	granted int // grants so far
	fullest int // the event at which the most clients acted as holders at once
	counts  [numCounters]int64
	found   [numCounters][]Finding
	total   int
	ignored index[Ignored] // by the kind
	remarks [numAssumptions]Remark
	seen
}

// seen is what a verdict needs to have been in the log.
type seen struct {
	begins, writes, reads, tokens bool
	endless                       bool // a grant that does not say until when
	orderless                     bool // an applied write with neither a token nor a grant
}

// none stands for no event.
const none = -1

func newAuditor(l *trace.Log) (*auditor, error) {
	a := &auditor{
		events: l.Events, close: closings(l.Events), holds: map[string]*grant{}, tokens: map[tokenKey]*grant{},
		reads: map[readKey]int{}, checks: map[string]check{}, sent: map[string]bool{}, written: map[string]*value{},
	}
	if n := len(l.Events); n > 0 {
		a.end = l.Events[n-1].At
	}
	horizon, ok, err := horizonOf(l.Header.Params)
	if ok {
		a.cut, a.end = true, max(a.end, horizon)
	}
	return a, err
}

// horizonOf returns the horizon that the parameters of a run give, if they give one.
func horizonOf(params json.RawMessage) (horizon time.Duration, ok bool, err error) {
	if len(params) == 0 {
		return 0, false, nil
	}
	var p struct{ Horizon *string }
	if err := json.Unmarshal(params, &p); err != nil {
		return 0, false, fmt.Errorf("params: %w", err)
	}
	if p.Horizon == nil {
		return 0, false, nil
	}
	if horizon, err = time.ParseDuration(*p.Horizon); err != nil {
		return 0, false, fmt.Errorf("params: horizon = %q: must be a duration like \"2m0s\"", *p.Horizon)
	}
	return horizon, true, nil
}

func checkOrder(events []trace.Event, i int) error {
	switch e := events[i]; {
	case e.Seq != i:
		return fmt.Errorf("event #%d: sequence number %d is not its place", i, e.Seq)
	case i > 0 && e.At < events[i-1].At:
		return fmt.Errorf("%s: time %s ms is before %s ms of the event above it",
			e.Place(), millis(e.At), millis(events[i-1].At))
	}
	return nil
}

// event takes the next event.
func (a *auditor) event(e trace.Event) error {
	switch e.Kind {
	case trace.KindGrant:
		return a.grant(e)
	case trace.KindRenew:
		return a.prolong(e, "by")
	case trace.KindExtend:
		return a.prolong(e, "of")
	case trace.KindExpire, trace.KindRelease, trace.KindRevoke:
		a.ends(e)
	case trace.KindFailover:
		return a.failover(e)
	case trace.KindReleaseRefused:
		a.refusedRelease(e)
	case trace.KindBegin:
		a.begin(e)
	case trace.KindEnd:
		a.stop(e)
	case trace.KindCheck:
		return a.check(e)
	case trace.KindSend:
		a.send(e)
	case trace.KindAbort:
		a.abort(e)
	case trace.KindApplied, trace.KindRefused:
		return a.write(e)
	case trace.KindRead:
		return a.read(e)
	case trace.KindDiscard:
		a.discard(e)
	case trace.KindFenceUndone:
		a.count(fenceUndone, e, func() (string, []int) {
			return fmt.Sprintf("%s forgot how high its fence had been: older tokens pass again", e.Actor), []int{e.Seq}
		})
	}
	return nil
}

// conclude ends what the log has left open.
func (a *auditor) conclude() {
	a.crowd()
	for _, k := range a.locks.all {
		for len(k.acting) > 0 {
			a.leave(k.acting[len(k.acting)-1], a.end, none)
		}
		if k.current != nil && !k.current.over {
			a.finish(k.current, math.MaxInt64, none)
		}
	}
}

// count counts one thing at an event; tell gives the sentence and the events that show it, if the finding is kept.
func (a *auditor) count(c counter, e trace.Event, tell func() (string, []int)) {
	a.add(c, 1, e.At, tell)
}

func (a *auditor) add(c counter, n int64, at time.Duration, tell func() (string, []int)) {
	a.counts[c] += min(n, math.MaxInt64-a.counts[c])
	a.total++
	if len(a.found[c]) == MaxFindings {
		return
	}
	sentence, events := tell()
	slices.Sort(events)
	a.found[c] = append(a.found[c], Finding{described[c].name, at, sentence, slices.Compact(events)})
}

// lasting returns the nanoseconds from one instant to a later one, or the most that can be counted.
func lasting(from, to time.Duration) int64 {
	if n := to - from; n >= 0 {
		return int64(n)
	}
	return math.MaxInt64
}

func (a *auditor) report() Report {
	r := Report{Found: a.total, Verdicts: a.verdicts()}
	for c, d := range described {
		r.Counters = append(r.Counters, Counter{d.name, a.counts[c], d.unit, d.meaning})
		r.Findings = append(r.Findings, a.found[c]...)
	}
	for _, x := range a.ignored.all {
		r.Ignored = append(r.Ignored, *x)
	}
	for _, x := range a.remarks {
		if x.Count > 0 {
			r.Remarks = append(r.Remarks, x)
		}
	}
	slices.SortStableFunc(r.Findings, func(f, g Finding) int { return cmp.Compare(f.At, g.At) })
	return r
}

// index finds things by name and keeps them in the order in which they turned up.
type index[T any] struct {
	byName map[string]*T
	all    []*T
}

// get returns the thing of that name, and makes it if it is new.
func (x *index[T]) get(name string, make func(name string) *T) *T {
	if t, ok := x.byName[name]; ok {
		return t
	}
	if x.byName == nil {
		x.byName = map[string]*T{}
	}
	t := make(name)
	x.byName[name] = t
	x.all = append(x.all, t)
	return t
}

// text returns the value of a field, or "".
func text(e trace.Event, key string) string {
	value, _ := e.Get(key)
	return value
}

// name returns the value of a field that an event must have.
func name(e trace.Event, key string) (string, error) {
	if value, ok := e.Get(key); ok {
		return value, nil
	}
	return "", fmt.Errorf("%s (%s %s): field %s is missing", e.Place(), e.Actor, e.Kind, key)
}

// number returns the whole number in a field, and whether there is such a field.
func number(e trace.Event, key string) (n int64, ok bool, err error) {
	if _, ok := e.Get(key); !ok {
		return 0, false, nil
	}
	n, err = e.Int(key)
	return n, err == nil, own(err)
}

// duration returns the duration in a field that an event must have.
func duration(e trace.Event, key string) (time.Duration, error) {
	d, err := e.Duration(key)
	return d, own(err)
}

// own takes the name of package trace from the front of an error about an event: audit puts its own there.
func own(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.TrimPrefix(err.Error(), "trace: "))
}
