package plots

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"fence/fencekit/trace"
)

// window is the part of a log that is drawn.
type window struct {
	from, to time.Duration
	// first and last are the sequence numbers of the first event and the last that may be drawn; last is below first
	// where there is none.
	first, last int
	// log has the events up to the last: what comes later is not known yet.
	log *trace.Log
	// known has those up to the playhead: the ends of what crosses the window's right edge.
	known    *trace.Log
	byOrder  bool
	playhead time.Duration // or the longest duration
	drawn    int           // events of the lanes
	more     int           // further events of the lanes in the window that was asked for
}

// window validates the fields and settles what is drawn.
func (l *Lanes) window() (*window, error) {
	first, last := l.log.Events[0].At, l.log.Events[len(l.log.Events)-1].At
	w := &window{from: l.From, to: l.To, byOrder: l.ByOrder, playhead: math.MaxInt64}
	if w.from == 0 && first > last/2 {
		w.from = first
	}
	if w.to == 0 {
		w.to = last
	}
	if l.Playhead != 0 {
		w.playhead = l.Playhead
	}
	errs := l.unknown()
	switch {
	case l.To != 0 && l.From > l.To:
		errs = append(errs, fmt.Errorf("plots: lanes: from = %v: must not be after to = %v", l.From, l.To))
	case w.from > last || w.to < first:
		errs = append(errs, fmt.Errorf("plots: lanes: window %v..%v: is outside the run, whose events are from %v to %v",
			w.from, w.to, first, last))
	}
	if l.Limit < 0 {
		errs = append(errs, fmt.Errorf("plots: lanes: limit = %d: must be 1 or more, or 0 for %d", l.Limit, defaultLimit))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	l.limit(w)
	if w.to == w.from { // a window must have a width
		w.to = w.from + time.Millisecond
	}
	return w, nil
}

// unknown returns an error for each actor that the log does not have.
func (l *Lanes) unknown() (errs []error) {
	names := make([]string, len(l.actors))
	for i, a := range l.actors {
		names[i] = a.Name
	}
	for i, name := range l.Actors {
		switch {
		case !slices.Contains(names, name):
			errs = append(errs, fmt.Errorf("plots: lanes: actor %q is not in the log; it has %s", name, listed(names)))
		case slices.Contains(l.Actors[:i], name):
			errs = append(errs, fmt.Errorf("plots: lanes: actor %q has two lanes: must have one", name))
		}
	}
	if l.Actors != nil && len(l.Actors) == 0 {
		errs = append(errs, fmt.Errorf("plots: lanes: no actor is named; the log has %s", listed(names)))
	}
	return errs
}

// listed joins names, and counts those of a long list that it leaves out.
func listed(names []string) string {
	const most = 20
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// limit finds the events of the window, and ends it with the last one that may be drawn.
func (l *Lanes) limit(w *window) {
	limit := l.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	events := l.log.Events
	shown := l.shown()
	w.first = sort.Search(len(events), func(i int) bool { return events[i].At >= w.from })
	end := min(w.to, w.playhead)
	w.last = w.first - 1
	for i := w.first; i < len(events) && events[i].At <= end; i++ {
		switch {
		case !shown(events[i].Actor):
		case w.drawn == limit:
			w.more++
			continue
		default:
			w.drawn++
		}
		if w.more == 0 {
			w.last = i
		}
	}
	if w.more > 0 {
		w.to = events[w.last].At
	}
	w.log = &trace.Log{Header: l.log.Header, Events: events[:w.last+1]}
	w.known = &trace.Log{Header: l.log.Header, Events: events[:sort.Search(len(events), func(i int) bool {
		return events[i].At > w.playhead
	})]}
}

// shown returns the function that says whether an actor has a lane.
func (l *Lanes) shown() func(string) bool {
	if l.Actors == nil {
		return func(string) bool { return true }
	}
	chosen := make(map[string]bool, len(l.Actors))
	for _, name := range l.Actors {
		chosen[name] = true
	}
	return func(name string) bool { return chosen[name] }
}

// x returns where a place lies on the horizontal axis.
func (w *window) x(at place) float64 {
	if !w.byOrder {
		return at.at.Seconds()
	}
	if at.seq >= 0 {
		return float64(at.seq)
	}
	events := w.log.Events
	next := sort.Search(len(events), func(i int) bool { return events[i].At > at.at })
	if next == 0 || next == len(events) {
		return float64(next) - 0.5
	}
	before, after := events[next-1].At, events[next].At
	return float64(next-1) + float64(at.at-before)/float64(after-before)
}

// limits returns the ends of the horizontal axis.
func (w *window) limits() (low, high float64) {
	if !w.byOrder {
		return w.from.Seconds(), w.to.Seconds()
	}
	return float64(w.first) - 0.5, float64(max(w.last, w.first)) + 0.5
}

// has reports whether an event of the log may be drawn.
func (w *window) has(seq int) bool { return w.first <= seq && seq <= w.last }

// sees reports whether a place lies in the window.
func (w *window) sees(at place) bool {
	if at.seq >= 0 {
		return w.has(at.seq)
	}
	low, high := w.limits()
	x := w.x(at)
	return low <= x && x <= high && at.at <= w.playhead
}

// meets reports whether a span has a part in the window.
func (w *window) meets(from, to place) bool {
	low, high := w.limits()
	return w.x(from) <= high && w.x(to) >= low
}
