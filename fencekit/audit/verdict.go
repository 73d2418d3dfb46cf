package audit

import (
	"fmt"
	"strings"
)

// Outcome is how a property stands in one log.
type Outcome int

// The outcomes.
const (
	Unknown  Outcome = iota // the log lacks what is needed to tell
	OK                      // the property held throughout the log
	Violated                // it did not, and the verdict has a witness
)

// String returns OK, Violated or Unknown.
func (o Outcome) String() string {
	switch o {
	case OK:
		return "OK"
	case Violated:
		return "Violated"
	case Unknown:
		return "Unknown"
	}
	return fmt.Sprintf("Outcome(%d)", int(o))
}

// Verdict says how one property stands in one log.
type Verdict struct {
	Property string
	Outcome  Outcome
	Sentence string // what was seen; for Unknown, what the log lacks
	Witness  []int  // for Violated, the sequence numbers of the few events that show the first violation, ascending
}

// String returns "property: outcome: sentence".
func (v Verdict) String() string { return fmt.Sprintf("%s: %s: %s", v.Property, v.Outcome, v.Sentence) }

// verdicts judges the properties by their counters.
func (a *auditor) verdicts() []Verdict {
	// A lease whose end is not told may have been over: a write under it that seems locked proves nothing.
	noGrant := lack{a.granted == 0, "no grant"}
	noWrite := lack{!a.seen.writes, "no write"}
	return []Verdict{
		a.verdict("mutual exclusion", bothHeld, "no two clients acted as holders of one lock at once",
			lack{!a.seen.begins, "no begin"}),
		a.verdict("no unlocked write applied", unlockedApplied, "every applied write had a live lease",
			noGrant, noWrite, lack{a.seen.endless && a.counts[unlockedApplied] == 0, "the end of some lease"}),
		a.verdict("no work destroyed", workDestroyed,
			"no write replaced another client's value of a higher token, or, without tokens, of a newer grant",
			noWrite, lack{a.seen.orderless && a.counts[workDestroyed] == 0, "a token or grant of some write"}),
		a.verdict("no newer grant's work overwritten", newerOverwritten,
			"no write replaced what another client wrote under a newer grant", noGrant, noWrite),
		a.verdict("no lost update", lostUpdates, "no write replaced what another client wrote after its writer's read",
			lack{!a.seen.reads, "no read"}),
		a.verdict("tokens monotone", tokenRegress, "every token was above those granted before it",
			lack{!a.seen.tokens, "no token of a grant"}),
	}
}

// lack is something that a log may lack.
type lack struct {
	lacks bool
	what  string
}

func (a *auditor) verdict(property string, c counter, fine string, needs ...lack) Verdict {
	for _, n := range needs {
		if !n.lacks {
			continue
		}
		if what, none := strings.CutPrefix(n.what, "no "); none {
			return Verdict{property, Unknown, "the log tells of no " + what, nil}
		}
		return Verdict{property, Unknown, "the log does not tell " + n.what, nil}
	}
	if a.counts[c] == 0 {
		return Verdict{property, OK, fine, nil}
	}
	first := a.found[c][0]
	return Verdict{property, Violated, fmt.Sprintf("at %s ms %s", millis(first.At), first.Sentence), first.Events}
}
