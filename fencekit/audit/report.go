package audit

import (
	"strconv"
	"time"

	"fence/fencekit/trace"
)

// Report is what an audit found.
type Report struct {
	// Counters are all counters in a fixed order, those that are 0 included.
	Counters []Counter
	// Findings are what the counters of damage counted, by time; at most [MaxFindings] for each counter, the first ones.
	Findings []Finding
	// Found is the number of findings, those beyond the limit included.
	Found int
	// Verdicts are on the properties that a lock is expected to have, in a fixed order.
	Verdicts []Verdict
	// Ignored are the kinds of events that were passed over because no checker knows them: those outside [trace.Kinds],
	// in the order in which they turned up. One of them may be a known kind, misspelt.
	Ignored []Ignored
	// Remarks are what was taken for granted where the log leaves something out, in a fixed order.
	Remarks []Remark
}

// Ignored is one kind of event that was passed over.
type Ignored struct {
	Kind  trace.Kind
	Count int // how many events of it there are
	First int // the sequence number of the first
}

// Remark is one thing that was taken for granted.
type Remark struct {
	Sentence string // what the log leaves out, and how it was taken, without a full stop
	Count    int    // how many events leave it out
	First    int    // the sequence number of the first
}

// MaxFindings is the largest number of findings that a report keeps for each counter.
const MaxFindings = 20

// Counter is one number that an audit counts.
type Counter struct {
	Name    string
	Value   int64  // a number, or nanoseconds where Unit is ns
	Unit    string // what is counted: writes, grants, …; ns for a time
	Meaning string // what counts, in a sentence without its full stop
}

// Float returns the value in the unit that the counter's name ends in: milliseconds for both_held_ms.
func (c Counter) Float() float64 {
	if c.Unit == nanoseconds {
		return float64(c.Value) / float64(time.Millisecond)
	}
	return float64(c.Value)
}

// String returns name=value, a time in milliseconds and exact.
func (c Counter) String() string {
	if c.Unit == nanoseconds {
		return c.Name + "=" + millis(time.Duration(c.Value))
	}
	return c.Name + "=" + strconv.FormatInt(c.Value, 10)
}

// Finding is one thing that a counter counted.
type Finding struct {
	Counter  string        // the counter's name
	At       time.Duration // true time of the event that completed it
	Sentence string        // what happened, in plain words; times in ms as in the text form of the log
	Events   []int         // sequence numbers of the events that show it, ascending; [trace.Log.Places] names them
}

// Get returns the value of the counter of that name, in its [Counter.Unit], and whether there is one.
func (r Report) Get(name string) (int64, bool) {
	for _, c := range r.Counters {
		if c.Name == name {
			return c.Value, true
		}
	}
	return 0, false
}

// Violated reports whether a verdict is [Violated].
func (r Report) Violated() bool {
	for _, v := range r.Verdicts {
		if v.Outcome == Violated {
			return true
		}
	}
	return false
}

// millis returns a time as logs write it, in milliseconds without a unit.
func millis(d time.Duration) string { return trace.D("", d).Value }
