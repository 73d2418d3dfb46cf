package trace

// Kind is the word for what happened. The constants below are the closed list that checkers understand; a log may use
// other words to tell its story, and they are kept and passed over.
type Kind string

// Leases: what the lock service, the clients and the resource do.
const (
	KindGrant          Kind = "grant"
	KindRenew          Kind = "renew"
	KindExtend         Kind = "extend"
	KindExpire         Kind = "expire"
	KindRevoke         Kind = "revoke"
	KindRelease        Kind = "release"
	KindReleaseRefused Kind = "release-refused"
	KindRequest        Kind = "request"
	KindBegin          Kind = "begin"
	KindEnd            Kind = "end"
	KindCheck          Kind = "check"
	KindAbort          Kind = "abort"
	KindApplied        Kind = "applied"
	KindRefused        Kind = "refused"
	KindRead           Kind = "read"
	KindDiscard        Kind = "discard"
	KindFenceRaised    Kind = "fence-raised"
	KindFenceUndone    Kind = "fence-undone"
)

// Faults and clocks.
const (
	KindPause     Kind = "pause"
	KindClockStep Kind = "clock-step"
	KindFailover  Kind = "failover"
	KindPromoted  Kind = "promoted"
	KindCrash     Kind = "crash"
	KindRestart   Kind = "restart"
	KindPartition Kind = "partition"
	KindHeal      Kind = "heal"
	KindClock     Kind = "clock"
	KindBound     Kind = "bound"
	KindStamp     Kind = "stamp"
)

// Messages and processes.
const (
	KindSend            Kind = "send"
	KindRecv            Kind = "recv"
	KindDrop            Kind = "drop"
	KindDeliver         Kind = "deliver"
	KindQueue           Kind = "queue"
	KindTimer           Kind = "timer"
	KindState           Kind = "state"
	KindOrder           Kind = "order"
	KindProcess         Kind = "process"
	KindAnnounce        Kind = "announce"
	KindSnapshot        Kind = "snapshot"
	KindChannelRecorded Kind = "channel-recorded"
	KindNote            Kind = "note"
)

// Stored values and their versions.
const (
	KindEventApplied Kind = "event-applied"
	KindEventDropped Kind = "event-dropped"
	KindDeleted      Kind = "deleted"
	KindPut          Kind = "put"
	KindAcked        Kind = "acked"
)

// Waiting and transactions.
const (
	KindHold            Kind = "hold"
	KindWait            Kind = "wait"
	KindGot             Kind = "got"
	KindFree            Kind = "free"
	KindDeclareDeadlock Kind = "declare-deadlock"
	KindGiveUp          Kind = "give-up"
	KindWrite           Kind = "write"
	KindIntent          Kind = "intent"
	KindOutcome         Kind = "outcome"
	KindMarker          Kind = "marker"
)

// UnknownGlyph is the glyph of every kind outside the list.
const UnknownGlyph = '*'

// entry is what the list says about one kind.
type entry struct {
	kind  Kind
	glyph rune
	doc   string
}

// list is the closed list, in the order in which Kinds gives it.
var list = []entry{
	{KindGrant, '[', "The lock service grants a lock: fields lock, to (the client), token, until (the time at which " +
		"the lease runs out by the service's reckoning) and hold, the name of the hold that begins, where holds have names. A " +
		"grant ends whatever grant of the same lock came before it."},
	{KindRenew, 'n', "A lease is prolonged because its holder asked: lock, by (the holder), until (the new end)."},
	{KindExtend, 'e', "A lease is prolonged though its holder did not ask: lock, of (the holder), until."},
	{KindExpire, '|', "A lease ran out at the service: lock, of (the client that had it), token."},
	{KindRevoke, '%', "The service ends a lease before the time it promised: lock, of, and reason where it is known."},
	{KindRelease, ']', "A lease is given back and the lock is free: lock, of, token; by names the client that asked, " +
		"where it is another one than the holder: a stranger's release."},
	{KindReleaseRefused, 'j', "A release asked for nothing that the service still has, and nothing is freed: lock, of, token."},
	{KindRequest, '?', "A client asks for a lock: lock, and hold, the name of the hold that it asks for."},
	{KindBegin, '(', "A client starts acting as holder of a lock: lock, token. From here on it believes; the service " +
		"may differ."},
	{KindEnd, ')', "A client stops acting as holder of a lock: lock, token."},
	{KindCheck, '.', "A client looks at its own clock before it writes: id of the write, remaining (lease left as the " +
		"client sees it, ms), margin (ms). Among clocks, an interval or a reading that is put to a check."},
	{KindAbort, 'a', "Given up by decision: a client does not send the write id, because its check failed; or a " +
		"transaction is rolled back, with its reason."},
	{KindApplied, 'W', "The resource applied a write: id, by (the sender), obj (what it replaces), token."},
	{KindRefused, 'x', "The resource, or whoever guards the value, refused a write: id, by, obj, token, and reason where it " +
		"is known."},
	{KindRead, 'r', "The resource answered a read: id, by (the reader), obj, token, and saw, the write whose value it " +
		"returned."},
	{KindDiscard, 'd', "An acknowledged write is thrown away, as when a copy takes over that never had it: id, obj."},
	{KindFenceRaised, 'F', "The highest token of a resource was raised without a write: by, token."},
	{KindFenceUndone, 'f', "The highest token of a resource fell back, so that older tokens pass again: token."},

	{KindPause, '~', "A client stands still, as in a garbage collection or a suspended machine: for (ms). Its clock " +
		"goes on."},
	{KindClockStep, '<', "A client's wall clock is set: by (ms; negative when it is set back)."},
	{KindFailover, '/', "The lock service fails over and loses its newest grants: lock, lost (how many numbers the " +
		"counter was to fall back by; it stops at 0, so that it may have fallen by fewer), counter (where it stands now). " +
		"Unsuperseded grants above the counter are forgotten."},
	{KindPromoted, 'E', "A standby became the one that serves: node."},
	{KindCrash, '#', "An actor stopped and lost what it had not made durable: lost names it."},
	{KindRestart, '&', "An actor that had crashed runs again, with what was durable."},
	{KindPartition, '{', "Messages between two sides stop getting through: the sides."},
	{KindHeal, '}', "A partition is over and messages get through again: the sides."},
	{KindClock, 'c', "What an actor's clock reads against true time: offset (ms, positive when it is ahead)."},
	{KindBound, 'B', "The largest distance between clocks that is promised from here on: ms."},
	{KindStamp, 'T', "An actor stamped an event with a hybrid clock: hlc (the stamp), wall (its own clock, ms)."},

	{KindSend, '>', "A message or a write leaves its sender: msg and to among processes; id, obj and token for a " +
		"lease's write."},
	{KindRecv, 'R', "A message reaches a process: msg, from."},
	{KindDrop, '_', "A message is lost on its way: msg, reason. An event of its own, so that loss need not be " +
		"guessed."},
	{KindDeliver, 'L', "A message that was received is handed to the application, perhaps later: msg, deps (what it " +
		"needs first)."},
	{KindQueue, 'Q', "A request is kept waiting in line: lock or msg, and its place or token."},
	{KindTimer, ':', "A timer that a process had set ran out: name."},
	{KindState, 's', "The state of a process or a copy, as text: val, or from and to."},
	{KindOrder, 'N', "A message was given its place in the total order: msg, num."},
	{KindProcess, 'p', "A process worked on a message that had been sent to it: msg."},
	{KindAnnounce, 'A', "A process announces what it has detected, such as termination."},
	{KindSnapshot, 'S', "A process records its own state for a global snapshot: state or position."},
	{KindChannelRecorded, 'm', "A process records the messages that were under way in a channel for a snapshot: from, msgs."},
	{KindNote, '\'', "A remark for the reader: text. No checker reads it."},

	{KindEventApplied, 'V', "A replica or consumer applied a version of an object: obj, ver, by; dense=0 when numbers may " +
		"skip."},
	{KindEventDropped, 'v', "A replica or consumer passed over a version, as a duplicate or as too old: obj, ver, reason."},
	{KindDeleted, 'X', "A version of an object was deleted: obj, ver, by."},
	{KindPut, 'P', "A value was put with the context its writer had read: at (the copy), ctx, val."},
	{KindAcked, 'k', "A write was acknowledged to its writer: obj, ts (its timestamp)."},

	{KindHold, 'H', "A transaction (A), or a branch of it (A.s1), holds a lock: lock."},
	{KindWait, 'w', "A transaction waits for a lock: lock."},
	{KindGot, 'g', "A transaction that waited got the lock: lock."},
	{KindFree, 'h', "A transaction let go of a lock: lock."},
	{KindDeclareDeadlock, 'D', "A detector declares a deadlock: members."},
	{KindGiveUp, 'G', "A client stopped waiting and left, perhaps without letting go of what it held."},
	{KindWrite, '$', "A transaction writes: txn, id."},
	{KindIntent, 'I', "A client says how its transaction shall end: txn, outcome (commit or abort)."},
	{KindOutcome, 'O', "What became of a write in the end: txn, id, is (committed or aborted)."},
	{KindMarker, 'M', "The mark that ends a transaction is written: txn (the one it falls on), of (the one it was meant " +
		"for)."},
}

// byKind finds an entry; it is filled once and only looked up.
var byKind = func() map[Kind]*entry {
	m := make(map[Kind]*entry, len(list))
	for i := range list {
		m[list[i].kind] = &list[i]
	}
	return m
}()

// Kinds returns the closed list in a fixed order: leases, faults and clocks, messages, versions, waiting and
// transactions.
func Kinds() []Kind {
	kinds := make([]Kind, len(list))
	for i, e := range list {
		kinds[i] = e.kind
	}
	return kinds
}

// Known reports whether k is in the closed list.
func (k Kind) Known() bool { return byKind[k] != nil }

// Doc returns the paragraph that says what k means and which fields it has, or "" for a kind outside the list.
func (k Kind) Doc() string {
	if e := byKind[k]; e != nil {
		return e.doc
	}
	return ""
}

// Glyph returns the ASCII character that stands for k in a lane; no two kinds of the list share one. A kind outside the
// list is UnknownGlyph.
func (k Kind) Glyph() rune {
	if e := byKind[k]; e != nil {
		return e.glyph
	}
	return UnknownGlyph
}
