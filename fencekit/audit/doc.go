// Package audit judges an execution by its log alone. It knows nothing of how the log came to be: an engine's run, a
// recording of a real service and a retold field report are read in the same way, and a counter has one definition.
//
// # The problem
//
// A log of leases says what the lock service granted, what the clients believed and what the resource did. Whether that
// did any damage is a matter of putting the three side by side: a write is harmless or not depending on who held what
// at the instant it arrived. [Lease] does that in one pass and gives counters, findings (what a counter has counted,
// in plain words and with the events that show it) and verdicts.
//
// # Definitions
//
// A grant is live from its event until its time is up (t < the until of its grant, or of its last renew or extend) or
// an event ends it, whichever is first: expire, release, revoke, a failover whose counter is below the grant's token,
// or the next grant of the same lock. Two events of one instant happen in the order of the log. A release, expire or
// revoke that names another holder or token than those of the lock's newest grant ends nothing. A renew or extend of a
// grant that is over, if it is still its lock's newest, makes it live again from there on.
//
// A belief is a client's time from begin to end of one lock. One that ends at the instant at which it began has no
// length and is not counted as believed in. A belief that has no end in the log lasts until the horizon that the
// header's parameters give, or until the last event.
//
// A write is one applied or refused event. It names its hold if it has a field hold, or if its id is the name of a hold
// (the field hold of a grant) followed by a dot and the rest. A write that names its hold is judged by that hold: it is
// locked while that very grant is live, and refused_live asks for the promise made with it, the grant's time. A write
// that names none is judged by what its sender has: it is locked while its sender has any live grant (of the write's
// lock, if it has a field lock), and refused_live asks the same. Its own grant, for the order of grants, is then its
// sender's newest with the write's token, or else its sender's newest; a write without any is older than every grant.
//
// What counts: if the header's parameters give a horizon, the run was cut there, and a hold that began and has no end
// is not an attempt, nor are its writes and aborts counted; its writes still change the resource. Without a horizon, as
// in an imported timeline, nothing was cut: every hold and every write counts. Grants and beliefs always count. A write is
// sent when the log says so, or, where it tells of no send, when it arrives; one that is still under way at the end of
// the log is sent and nothing more.
//
// Values belong to objects, tokens to locks. Where a write or the value that it replaces has no token, work_destroyed
// goes by the order of grants. A discarded write is taken out of the history of its object; the value before it is
// current again.
//
// # Assumptions
//
// The log is complete and in order, and its times are true times. What decides is what the lock service recorded, not
// what it answered. One client is one actor name.
//
// # What is not promised
//
// The counters say what happened, not why, and nothing about what was left out of the log. An object that is guarded by
// two locks at once is judged by its writers' grants of either. Tokens are whole numbers; another text is an error where
// tokens are compared by size, in grants, writes and reads, and a mere name elsewhere. What a log leaves out is taken in
// the way that [Report.Remarks] says. A verdict OK is about this log and not about the system that wrote it.
package audit
