package trace

import (
	"math"
	"time"
)

// Story is what the events of a lease log say about who held what, and when. It is what lanes are drawn from. A lease
// lives by the log's own events: grant, renew, extend, expire, release, revoke, failover. An index or a sequence
// number that stands for nothing is -1.
type Story struct {
	Locks     []string // those granted, in order of their first grant
	Leases    []Lease  // in order of the grant
	Beliefs   []Belief // in order of the begin
	Pauses    []Pause
	Steps     []ClockStep
	Checks    []Check
	Aborts    []Abort
	Sends     []Send
	Arrivals  []Arrival // writes at a resource
	Failovers []Failover

	// Races are the times at which two or more clients believe that they hold the same lock, whichever lock it is:
	// ascending, with time between any two.
	Races []Span
}

// Span is a stretch of true time: From belongs to it and To does not.
type Span struct{ From, To time.Duration }

// Length returns how long the span is, or the longest duration there is when that overflows. No span has less than 0.
func (s Span) Length() time.Duration {
	switch d := s.To - s.From; {
	case s.To <= s.From:
		return 0
	case d < 0:
		return math.MaxInt64
	default:
		return d
	}
}

// Contains reports whether the instant t lies in the span.
func (s Span) Contains(t time.Duration) bool { return s.From <= t && t < s.To }

// Lease is one lease while it lives at the lock service. A lease that is renewed after its end begins again, as
// another Lease of the same grant.
type Lease struct {
	Span
	Service, Lock, Holder, Token string
	TokenNumber                  int64
	HasToken                     bool          // Token is a whole number
	Hold                         string        // the name of the hold that began with it, or ""
	Until                        time.Duration // the end promised last; the longest duration where the log promises none
	Early                        bool          // ended before its time: revoked, superseded, forgotten, freed by another
	Open                         bool          // its end is not in the story: promised for ever, or cut by the playhead
	Seq, EndSeq                  int           // the events that began it and ended it; -1 where it ran out by itself
}

// Belief is a client's time from begin to end: it acts as holder. Another begin of the same client and lock ends the
// belief before it, as a restart does.
type Belief struct {
	Span
	Actor, Lock, Token string
	Open               bool   // its end is not in the story; To is the playhead, or the longest duration
	Bare               []Span // the parts that no live lease of its own covers, in order
	Seq, EndSeq        int    // its begin, and the event that ended it or -1
}

// Pause is a client's thread standing still.
type Pause struct {
	Span
	Actor string
	For   time.Duration // all of it, also where the playhead cuts the span
	Open  bool          // cut by the playhead
	Seq   int
}

// ClockStep is a clock that is set: By is negative when it is set back.
type ClockStep struct {
	At    time.Duration
	Actor string
	By    time.Duration
	Seq   int
}

// Check is a client's look at its own clock before it writes.
type Check struct {
	At                time.Duration
	Actor, ID         string
	Remaining, Margin time.Duration // the lease left as the client sees it, and what it insists on
	Told              bool          // the log gives both
	Aborted           bool
	Seq, AbortSeq     int
}

// Abort is a write that its client does not send. One that no check of its own decided has CheckSeq -1.
type Abort struct {
	At            time.Duration
	Actor, ID     string
	Seq, CheckSeq int
}

// Send is a write that leaves its client. ArrivalSeq is its arrival, -1 where the story has none.
type Send struct {
	At                       time.Duration
	Actor, ID, Object, Token string
	Seq, ArrivalSeq          int
}

// Fate is what became of a write at the resource.
type Fate int

// The fates. A write is unlocked if its sender had no live lease when it arrived.
const (
	Applied Fate = iota
	AppliedUnlocked
	Refused
)

// String returns the words of the fate: "applied", "applied without a live lease", "refused".
func (f Fate) String() string {
	return [...]string{"applied", "applied without a live lease", "refused"}[f]
}

// Arrival is a write at a resource. Whether it is live goes by the lease of its own hold where the log names holds,
// else by any lease of its sender, of the lock that the event names if it names one.
type Arrival struct {
	At                           time.Duration
	Actor, By, ID, Object, Token string // Actor is the resource
	TokenNumber                  int64
	HasToken                     bool // Token is a whole number
	Live                         bool // its sender has a live lease
	Fate                         Fate
	Lease                        int // of its own hold, the newest; an index into Leases, -1 where no hold is named
	Seq, SendSeq                 int
}

// Failover is the lock service coming back with a counter that fell. Lock is "" where it is about every lock.
type Failover struct {
	At            time.Duration
	Actor, Lock   string
	Lost, Counter int64 // how many numbers were to be lost, and where the counter stands now
	Told          bool  // the log gives Counter
	Seq           int
}

// ReadStory tells a whole log. It passes over what is not about leases, so that any log has a story.
func ReadStory(l *Log) *Story { return ReadStoryUntil(l, math.MaxInt64) }

// ReadStoryUntil tells what has happened at an instant, the playhead: events after it are not read, and every span is
// cut at it, so that nothing lies to its right. Events at the instant itself have happened.
func ReadStoryUntil(l *Log, at time.Duration) *Story {
	t := newTeller()
	for i := range l.Events {
		if e := &l.Events[i]; e.At <= at {
			t.event(*e)
		}
	}
	t.cutAt(at)
	t.bareAll()
	t.Races = races(t.Beliefs)
	return t.Story
}

// races returns the times at which a lock has two believers or more. A moment has them if the belief of a lock that
// began last before it goes on there, and so does one that began earlier: the frontier of a lock is how far any of its
// beliefs reaches that came before.
func races(beliefs []Belief) []Span {
	frontiers := map[string]time.Duration{}
	var out []Span
	for i := range beliefs {
		b := &beliefs[i]
		if b.To <= b.From {
			continue
		}
		reach, any := frontiers[b.Lock]
		if any && reach > b.From {
			out = appendSpan(out, Span{b.From, min(b.To, reach)})
		}
		frontiers[b.Lock] = max(b.To, reach)
	}
	return out
}

// appendSpan adds a span that begins no earlier than those before it; spans that touch become one.
func appendSpan(spans []Span, s Span) []Span {
	if n := len(spans); n > 0 && s.From <= spans[n-1].To {
		spans[n-1].To = max(spans[n-1].To, s.To)
		return spans
	}
	return append(spans, s)
}
