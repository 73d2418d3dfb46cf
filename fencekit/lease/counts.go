package lease

import "time"

// Counter names one thing that a run counts under a posture. Its String is the name of the column.
type Counter int

// The counters, in the order of the columns.
const (
	Grants           Counter = iota // grants before the horizon
	Attempts                        // holds whose last write arrived, or would have, before the horizon
	Sent                            // writes sent
	Aborted                         // writes that the expiry check stopped
	UnlockedArrived                 // writes that arrived without a live lease
	UnlockedApplied                 // and were applied
	WorkDestroyed                   // applied over another client's value that carries a higher token
	NewerOverwritten                // applied over another client's value of a newer grant
	Refused                         // writes the resource refused
	RefusedLive                     // refused within the time that the grant had promised
	SameToken                       // applied over another client's value with an equal token
	ReleasedStranger                // releases that freed a lease granted to another client
	MarginsCancelled                // sent although with a right clock too little lease was left; under postures that check
	BothHeld                        // moments at which a belief began while another client believed
	BothHeldTime                    // time with two or more believers, in nanoseconds
	LostUpdates                     // applied over a value that another client wrote after this client's read

	NumCounters
)

var counterNames = [NumCounters]string{
	"grants", "attempts", "sent", "aborted", "unlocked_arrived", "unlocked_applied", "work_destroyed",
	"newer_overwritten", "refused", "refused_live", "same_token", "released_stranger", "margins_cancelled",
	"both_held", "both_held_ms", "lost_updates",
}

// String returns the name of the counter's column, the unit last.
func (c Counter) String() string { return counterNames[c] }

// Counts are the counters of one trial under one posture. BothHeldTime is in nanoseconds, the others are numbers.
type Counts [NumCounters]int64

// BothHeldTime returns the time with two or more believers.
func (c *Counts) BothHeldTime() time.Duration { return time.Duration(c[BothHeldTime]) }
