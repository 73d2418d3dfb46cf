package plots

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"time"

	"fence/fencekit/trace"
)

// stretch is a part of a lane from one place to another.
type stretch struct{ from, to place }

// span is a bar before it is known how many stand beside it in its lane.
type span struct {
	lane int
	stretch
	style  Style
	name   string
	whole  stretch
	label  string
	capped [2]bool
	over   bool // over the whole height, and over what else goes on, as standing still is
	beside bool
}

// The sorts of spans that a process can be in, of which each has some by name.
const (
	inSection = "section"
	inHold    = "hold"
	inWait    = "wait"
	inDown    = "down"
)

// openSpan names a span that has begun.
type openSpan struct{ actor, sort, name string }

// spanReader pairs the events that begin spans with those that end them.
type spanReader struct {
	*protocol
	spans []span
	open  map[openSpan]int // into spans
	order []openSpan       // the open ones in the order in which they began
	// since is the event at which an actor last began to run, for spans whose beginning the log has not.
	since map[string]place
	named []string // spans that are neither of leaders nor of critical sections
}

// readSpans adds the bars and the partitions.
func (b *protocol) readSpans() {
	r := &spanReader{protocol: b, open: map[openSpan]int{}, since: map[string]place{}}
	for i := range b.log {
		r.read(i, &b.log[i])
	}
	for _, key := range r.order { // their ends are not in the log
		r.spans[r.open[key]].to = place{b.end, noEvent}
	}
	b.partitions()
	b.addBars(r.spans)
}

// read takes an event.
func (r *spanReader) read(i int, e *trace.Event) {
	on, ok := r.lanes[e.Actor]
	if !ok {
		return
	}
	switch e.Kind {
	case trace.KindBegin:
		r.begin(i, on, inSection, spanName(e))
	case trace.KindEnd:
		r.finish(i, on, inSection, r.nameOfEnd(e))
	case trace.KindHold:
		r.begin(i, on, inHold, the("lock")(e))
	case trace.KindWait:
		r.begin(i, on, inWait, the("lock")(e))
	case trace.KindGot:
		r.closeIf(i, openSpan{e.Actor, inWait, the("lock")(e)})
		r.begin(i, on, inHold, the("lock")(e))
	case trace.KindFree:
		r.finish(i, on, inHold, the("lock")(e))
	case trace.KindGiveUp, trace.KindAbort:
		r.closeAll(i, func(o openSpan) bool {
			return o.sort == inWait && (o.actor == e.Actor || strings.HasPrefix(o.actor, e.Actor+"."))
		})
	case trace.KindCrash:
		r.closeAll(i, func(o openSpan) bool { return o.sort == inSection && o.actor == e.Actor })
		r.begin(i, on, inDown, "")
	case trace.KindRestart:
		r.closeIf(i, openSpan{e.Actor, inDown, ""})
		r.since[e.Actor] = placeOf(e)
	case trace.KindPause:
		r.pause(i, on)
	}
}

// spanName returns the name of the span that an event begins or ends.
func spanName(e *trace.Event) string { return the("lock", "span", "name")(e) }

// nameOfEnd returns the name of the span that an event ends: where it names none, of the one that began last.
func (r *spanReader) nameOfEnd(e *trace.Event) string {
	name := spanName(e)
	for i := len(r.order) - 1; i >= 0 && name == ""; i-- {
		if o := r.order[i]; o.actor == e.Actor && o.sort == inSection {
			return o.name
		}
	}
	return name
}

// begin opens a span, and ends the one of the same name that is open.
func (r *spanReader) begin(i, on int, sort, name string) {
	e := &r.log[i]
	key := openSpan{e.Actor, sort, name}
	r.closeIf(i, key)
	s := r.dress(sort, name, e)
	s.lane, s.from, s.capped[0] = on, placeOf(e), true
	r.open[key] = len(r.spans)
	r.order = append(r.order, key)
	r.spans = append(r.spans, s)
	r.drawn[i] = true
}

// finish ends a span. One whose beginning is not in the log goes back to its start, or to the actor's.
func (r *spanReader) finish(i, on int, sort, name string) {
	e := &r.log[i]
	if r.closeIf(i, openSpan{e.Actor, sort, name}) {
		return
	}
	s := r.dress(sort, name, e)
	s.lane, s.from, s.to, s.capped[1] = on, place{min(0, e.At), noEvent}, placeOf(e), true
	if since, ok := r.since[e.Actor]; ok {
		s.from = since
	}
	r.spans = append(r.spans, s)
	r.drawn[i] = true
}

// closeIf ends an open span at an event and reports whether there was one.
func (r *spanReader) closeIf(i int, key openSpan) bool {
	n, ok := r.open[key]
	if !ok {
		return false
	}
	r.spans[n].to, r.spans[n].capped[1] = placeOf(&r.log[i]), true
	r.drawn[i] = true
	delete(r.open, key)
	r.order = slices.DeleteFunc(r.order, func(o openSpan) bool { return o == key })
	return true
}

// closeAll ends the open spans that which picks.
func (r *spanReader) closeAll(i int, which func(openSpan) bool) {
	for _, key := range slices.Clone(r.order) {
		if which(key) {
			r.closeIf(i, key)
		}
	}
}

// pause adds the time for which an actor stands still. One without a duration is left to a mark.
func (r *spanReader) pause(i, on int) {
	e := &r.log[i]
	d, err := e.Duration("for")
	if err != nil || d < 0 || e.At > 1<<62 || d > 1<<61 {
		return
	}
	s := span{lane: on, style: r.p.Roles.Stopped, label: briefly(d), over: true, beside: true}
	s.stretch, s.capped = stretch{placeOf(e), place{e.At + d, noEvent}}, [2]bool{true, true}
	r.explain(rankStopped, "stopped", s.style, asBar)
	r.spans = append(r.spans, s)
	r.drawn[i] = true
}

// dress returns a span with its style and label, and explains it.
func (r *spanReader) dress(sort, name string, e *trace.Event) span {
	roles := r.p.Roles
	s := span{name: name, label: clipped(name, 16)}
	switch lower := strings.ToLower(name); {
	case sort == inDown:
		s.style, s.over = roles.Crashed, true
		r.explain(rankDown, "down", s.style, asBar)
	case sort == inHold:
		s.style = roles.Section
		r.explain(rankHold, "holds a lock", s.style, asBar)
	case sort == inWait:
		s.style = roles.Section
		s.style.Hatch = Dots
		r.explain(rankWait, "waits for a lock", s.style, asBar)
	case strings.HasPrefix(lower, "lead"):
		s.style = roles.Leader
		r.explain(rankLeader, "leader", s.style, asBar)
		s.label = clipped(cmp.Or(numbered("term ", "term")(e), numbered("epoch ", "epoch")(e)), 16)
	case strings.HasPrefix(lower, "pause"), strings.HasPrefix(lower, "stop"):
		s.style, s.over = roles.Stopped, true
		r.explain(rankStopped, "stopped", s.style, asBar)
	case isSection(e, lower):
		s.style = roles.Section
		r.explain(rankSection, criticalSection, s.style, asBar)
	default:
		s.style = r.namedStyle(name)
		r.explain(rankNamed, literal(clipped(name, 24)), s.style, asBar)
	}
	return s
}

// criticalSection is what the legend calls a critical section.
const criticalSection = "critical section"

// isSection reports whether a span is a critical section: that of a lock, one of that name, or one without a name.
func isSection(e *trace.Event, lower string) bool {
	_, ofLock := e.Get("lock")
	return ofLock || lower == "" || lower == "cs" || strings.Contains(lower, "section")
}

// namedStyle returns the style of spans of another name, in the order of the names.
func (r *spanReader) namedStyle(name string) Style {
	n := slices.Index(r.named, name)
	if n < 0 {
		n = len(r.named)
		r.named = append(r.named, name)
	}
	// Not those that look like a critical section, a leader or a loss.
	return r.p.Series[[...]int{0, 4, 5, 6}[n%4]]
}

// partitions adds a wash for each time in which messages did not get through.
func (b *protocol) partitions() {
	style := Style{Color: b.p.Wash, Fill: b.p.Wash}
	var open []*trace.Event
	names := map[string]bool{}
	text := "partition"
	end := func(p *trace.Event, to place) {
		b.scene.washes = append(b.scene.washes, wash{placeOf(p), to, style})
		names[sides(p)] = true
		text = strings.TrimSpace("partition " + clipped(sides(p), 20))
	}
	for i := range b.log {
		e := &b.log[i]
		switch e.Kind {
		case trace.KindPartition:
			open = append(open, e)
		case trace.KindHeal:
			var healed []*trace.Event
			healed, open = heal(open, sides(e))
			for _, p := range healed {
				end(p, placeOf(e))
			}
		}
	}
	for _, p := range open {
		end(p, place{b.end, noEvent})
	}
	if len(names) > 1 {
		text = "partition"
	}
	if len(names) > 0 {
		b.explain(rankPartition, text, style, asBar)
	}
}

// heal parts the partitions that a heal ends from those that go on: those of the same sides, or all where it names none
// or names them in other words.
func heal(open []*trace.Event, named string) (healed, rest []*trace.Event) {
	for _, p := range open {
		if sides(p) == named {
			healed = append(healed, p)
		} else {
			rest = append(rest, p)
		}
	}
	if healed == nil {
		return rest, nil
	}
	return healed, rest
}

// addBars gives the spans their heights and adds them: those that overlap in a lane share its height, and those that
// cover all come last.
func (b *protocol) addBars(spans []span) {
	spans = apart(spans)
	tracks, track := make([]int, len(b.scene.lanes)), make([]int, len(spans))
	ends := make([][]place, len(b.scene.lanes)) // by lane, of the last span of each track
	for i, s := range spans {
		if s.over {
			continue
		}
		free := slices.IndexFunc(ends[s.lane], func(end place) bool { return !s.from.before(end) })
		if free < 0 {
			free = len(ends[s.lane])
			ends[s.lane] = append(ends[s.lane], place{})
		}
		track[i], ends[s.lane][free] = free, s.to
		tracks[s.lane] = max(tracks[s.lane], free+1)
	}
	for _, over := range []bool{false, true} {
		for i, s := range spans {
			if s.over == over {
				b.scene.bars = append(b.scene.bars, s.bar(track[i], max(1, tracks[s.lane])))
			}
		}
	}
	b.coverBy(spans)
}

// apart cuts what stands still out of the other spans, so that nothing lies under it. The label stays with the longest
// piece, and the ends with the first and the last, if they have no length.
func apart(spans []span) []span {
	over := map[int][]stretch{}
	for _, s := range spans {
		if s.over {
			over[s.lane] = append(over[s.lane], s.stretch)
		}
	}
	var out []span
	for _, s := range spans {
		s.whole = s.stretch
		if s.over {
			out = append(out, s)
			continue
		}
		first, longest := len(out), len(out)
		for _, o := range over[s.lane] {
			if !o.from.before(s.to) || !s.from.before(o.to) {
				continue
			}
			piece, rest := s, s
			piece.to, piece.capped[1], piece.label = place{max(s.from.at, o.from.at), noEvent}, false, ""
			rest.from, rest.capped[0] = place{min(s.to.at, o.to.at), noEvent}, false
			out, s = append(out, piece), rest
		}
		label := s.label
		s.label = ""
		out = append(out, s)
		for i := first; i < len(out); i++ {
			if out[i].length() > out[longest].length() {
				longest = i
			}
		}
		out[longest].label = label
	}
	return out
}

func (s span) length() time.Duration { return s.to.at - s.from.at }

// bar returns the bar of a span in one of the tracks of its lane.
func (s span) bar(track, tracks int) bar {
	low, high := barsLow, barsHigh
	if !s.over {
		each := (high - low) / float64(tracks)
		low += float64(track) * each
		high = low + each
	}
	return bar{
		lane: s.lane, low: low, high: high, from: s.from, to: s.to, style: s.style, label: s.label, capped: s.capped,
		labelBeside: s.beside, name: s.name, whole: s.whole,
	}
}

// coverBy keeps the stretches that bars cover, joined and in order.
func (b *protocol) coverBy(spans []span) {
	for _, s := range spans {
		b.cover[s.lane] = append(b.cover[s.lane], s.stretch)
	}
	for on, all := range b.cover {
		slices.SortStableFunc(all, func(x, y stretch) int { return compareTimes(x.from.at, y.from.at) })
		joined := all[:0]
		for _, s := range all {
			if n := len(joined); n > 0 && s.from.at <= joined[n-1].to.at {
				joined[n-1].to.at = max(joined[n-1].to.at, s.to.at)
			} else {
				joined = append(joined, s)
			}
		}
		b.cover[on] = joined
	}
}

func compareTimes(a, b time.Duration) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// edge returns the height at which an arrow meets a lane: its line, or the edge of the bar there that faces the other
// end of the arrow.
func (b *protocol) edge(on int, at time.Duration, above bool) float64 {
	all := b.cover[on]
	n := sort.Search(len(all), func(i int) bool { return all[i].to.at >= at })
	switch {
	case n == len(all) || all[n].from.at > at:
		return onLine
	case above:
		return barsHigh
	}
	return barsLow
}
