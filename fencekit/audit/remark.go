package audit

import "fence/fencekit/trace"

// assumption is the place of a remark in a report.
type assumption int

const (
	noEnd assumption = iota
	noLock
	noObject
	noCounter
	tokenIsName

	numAssumptions
)

// assumed says of each what the log leaves out, and how that is taken.
var assumed = [numAssumptions]string{
	noEnd:       "a grant does not say until when: its lease is taken to live until an event ends it",
	noLock:      "an event of a lease does not say of which lock: it is taken to be about one lock without a name",
	noObject:    "a write or read does not say of which object: it is taken to be about one object without a name",
	noCounter:   "a failover does not say where the counter stands: it is taken to have lost no grant",
	tokenIsName: "a token outside grants, writes and reads is not a whole number: it is taken for a name",
}

// overlooked notes what the audit does not know of an event, and what the event does not say.
func (a *auditor) overlooked(e trace.Event) {
	if !e.Kind.Known() {
		a.ignored.get(string(e.Kind), func(string) *Ignored { return &Ignored{Kind: e.Kind, First: e.Seq} }).Count++
		return
	}
	switch e.Kind {
	case trace.KindGrant:
		a.without(e, "until", noEnd)
		a.without(e, "lock", noLock)
	case trace.KindRenew, trace.KindExtend:
		a.without(e, "lock", noLock)
	case trace.KindBegin, trace.KindEnd, trace.KindExpire, trace.KindRevoke, trace.KindRelease, trace.KindReleaseRefused:
		a.without(e, "lock", noLock)
		if _, _, err := number(e, "token"); err != nil {
			a.assume(e, tokenIsName)
		}
	case trace.KindApplied, trace.KindRefused, trace.KindRead:
		a.without(e, "obj", noObject)
	case trace.KindFailover:
		a.without(e, "counter", noCounter)
	}
}

// without notes that an event lacks a field.
func (a *auditor) without(e trace.Event, key string, what assumption) {
	if _, ok := e.Get(key); !ok {
		a.assume(e, what)
	}
}

func (a *auditor) assume(e trace.Event, what assumption) {
	r := &a.remarks[what]
	if r.Count == 0 {
		r.Sentence, r.First = assumed[what], e.Seq
	}
	r.Count++
}
