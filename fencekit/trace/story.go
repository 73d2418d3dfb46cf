package trace

import (
	"math"
	"slices"
	"strconv"
	"time"
)

// span is a half-open stretch of true time.
type span struct{ from, to time.Duration }

// How a lease ended.
const (
	endUsual = '|' // it ran out or its holder gave it back
	endEarly = 'x' // taken before its time: revoked, superseded, forgotten, freed by a stranger
)

// tenure is one lease as the lock service sees it, while it lives.
type tenure struct {
	span
	lock, holder, token string
	end                 byte
}

// belief is a client's time between begin and end.
type belief struct {
	span
	actor, lock, token string
	open               bool // no end in the log
}

// story is what the events of a lease log say about who held what, and when.
type story struct {
	tenures  []*tenure
	newest   []*tenure            // the newest tenure of each lock, dead or alive
	held     map[string][]*tenure // the tenures of each holder
	beliefs  []*belief
	unlocked []bool // by sequence number: a write of a sender without a live lease
}

// readStory follows the log once, in order.
func readStory(l *Log) *story {
	s := &story{held: map[string][]*tenure{}, unlocked: make([]bool, len(l.Events))}
	for i, e := range l.Events {
		switch e.Kind {
		case KindGrant:
			s.grant(e)
		case KindRenew, KindExtend:
			s.prolong(e)
		case KindExpire, KindRelease, KindRevoke:
			s.kill(e)
		case KindFailover:
			s.forget(e)
		case KindBegin:
			s.begin(e)
		case KindEnd:
			s.finish(e)
		case KindApplied:
			s.unlocked[i] = !s.covered(e)
		}
	}
	return s
}

// text returns the value of a field, or "".
func (e Event) text(key string) string {
	value, _ := e.Get(key)
	return value
}

// until returns the promised end of a lease; a log that does not say promises for ever.
func (e Event) until() time.Duration {
	if d, err := e.Duration("until"); err == nil {
		return d
	}
	return math.MaxInt64
}

// current returns the newest tenure of the lock, dead or alive.
func (s *story) current(lock string) *tenure {
	for _, t := range s.newest {
		if t.lock == lock {
			return t
		}
	}
	return nil
}

// cut ends a tenure at t, if it lives then.
func (t *tenure) cut(at time.Duration, how byte) {
	if at < t.to {
		t.to, t.end = at, how
	}
}

func (s *story) grant(e Event) {
	lock := e.text("lock")
	if t := s.current(lock); t != nil {
		t.cut(e.At, endEarly)
	}
	s.add(e, lock, e.text("to"), e.text("token"))
}

func (s *story) add(e Event, lock, holder, token string) {
	t := &tenure{span: span{e.At, max(e.At, e.until())}, lock: lock, holder: holder, token: token, end: endUsual}
	s.tenures = append(s.tenures, t)
	s.held[holder] = append(s.held[holder], t)
	if i := slices.IndexFunc(s.newest, func(old *tenure) bool { return old.lock == lock }); i >= 0 {
		s.newest[i] = t
		return
	}
	s.newest = append(s.newest, t)
}

// prolong moves the end of a living tenure. One that is over is not made longer in hindsight: it starts again.
func (s *story) prolong(e Event) {
	t := s.current(e.text("lock"))
	holder := e.text("by")
	if e.Kind == KindExtend {
		holder = e.text("of")
	}
	switch {
	case t == nil || t.holder != holder:
	case e.At < t.to:
		t.to = max(e.At, e.until())
	default:
		s.add(e, t.lock, t.holder, t.token)
	}
}

// kill ends the tenure that the event names: the current one of its lock, if holder and token, where given, are its
// own.
func (s *story) kill(e Event) {
	t := s.current(e.text("lock"))
	if t == nil {
		return
	}
	of, named := e.Get("of")
	token, numbered := e.Get("token")
	if named && of != t.holder || numbered && token != t.token {
		return
	}
	by, asked := e.Get("by")
	if e.Kind == KindRevoke || e.Kind == KindRelease && asked && by != t.holder {
		t.cut(e.At, endEarly)
		return
	}
	t.cut(e.At, endUsual)
}

// forget ends what a failover lost: living tenures with a token above the counter, of one lock or of all.
func (s *story) forget(e Event) {
	counter, err := e.Int("counter")
	if err != nil {
		return
	}
	lock, one := e.Get("lock")
	for _, t := range s.newest {
		token, err := strconv.ParseInt(t.token, 10, 64)
		if err == nil && token > counter && (!one || lock == t.lock) {
			t.cut(e.At, endEarly)
		}
	}
}

func (s *story) begin(e Event) {
	s.beliefs = append(s.beliefs, &belief{
		span: span{e.At, math.MaxInt64}, actor: e.Actor, lock: e.text("lock"), token: e.text("token"), open: true,
	})
}

func (s *story) finish(e Event) {
	for i := len(s.beliefs) - 1; i >= 0; i-- {
		b := s.beliefs[i]
		if b.open && b.actor == e.Actor && b.lock == e.text("lock") {
			b.open, b.to = false, e.At
			return
		}
	}
}

// covered reports whether the sender of a write has a live lease when it arrives.
func (s *story) covered(e Event) bool {
	by := e.text("by")
	return slices.ContainsFunc(s.newest, func(t *tenure) bool { return t.holder == by && e.At < t.to })
}

// bare returns the parts of a belief that no lease of its own covers.
func (s *story) bare(b *belief) []span {
	parts, from := []span(nil), b.from
	for _, t := range s.held[b.actor] { // in order of their start, and those of one lock do not overlap
		if t.from >= b.to {
			break
		}
		if t.lock != b.lock || t.to <= from {
			continue
		}
		if t.from > from {
			parts = append(parts, span{from, t.from})
		}
		from = t.to
	}
	if from < b.to {
		parts = append(parts, span{from, b.to})
	}
	return parts
}

// races returns the stretches in which two or more clients believe that they hold the same lock.
func (s *story) races() []span {
	var races []span
	var before []*belief // those that are not over when a begins
	for _, a := range s.beliefs {
		before = slices.DeleteFunc(before, func(b *belief) bool { return b.to <= a.from })
		for _, b := range before {
			if a.lock == b.lock && a.actor != b.actor && a.from < a.to {
				races = append(races, span{a.from, min(a.to, b.to)})
			}
		}
		before = append(before, a)
	}
	return races
}

// locks returns the locks that were granted, in order of their first grant.
func (s *story) locks() []string {
	names := make([]string, len(s.newest))
	for i, t := range s.newest {
		names[i] = t.lock
	}
	return names
}
