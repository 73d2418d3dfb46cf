package audit

// counter is the place of a counter in a report.
type counter int

// First the columns of the lease engine, in its order, then those that only other histories have.
const (
	grants counter = iota
	attempts
	sent
	aborted
	unlockedArrived
	unlockedApplied
	workDestroyed
	newerOverwritten
	refused
	refusedLive
	sameToken
	releasedStranger
	marginsCancelled
	bothHeld
	bothHeldTime
	lostUpdates

	maxHolders
	outlived
	unlockedOverwrote
	staleTokenApplied
	earlyTakeover
	earlyRevoke
	tokenRegress
	unrequestedExtension
	overstay
	staleRead
	ackedLost
	releaseRefused
	fenceUndone

	numCounters
)

const nanoseconds = "ns"

// described says what each counter is called, counts and means.
var described = [numCounters]struct{ name, unit, meaning string }{
	grants:   {"grants", "grants", "the lock service granted a lock"},
	attempts: {"attempts", "holds", "a client acted as holder and stopped; without a horizon, it acted as holder"},
	sent:     {"sent", "writes", "a client sent a write, whatever became of it"},
	aborted:  {"aborted", "writes", "a client gave up a write before sending it"},
	unlockedArrived: {"unlocked_arrived", "writes",
		"a write reached the resource while its sender had no live lease"},
	unlockedApplied: {"unlocked_applied", "writes", "such a write was applied"},
	workDestroyed: {"work_destroyed", "writes",
		"a write was applied over a value of another client that carries a higher token, or, where there are no tokens, " +
			"that was written under a newer grant"},
	newerOverwritten: {"newer_overwritten", "writes",
		"a write was applied over a value that another client wrote under a newer grant, whatever the tokens"},
	refused: {"refused", "writes", "the resource refused a write"},
	refusedLive: {"refused_live", "writes",
		"the resource refused a write within the time promised to its hold, or, where the write names no hold, while its " +
			"sender had a live lease"},
	sameToken: {"same_token", "writes", "a write was applied over a value of another client that carries the same token"},
	releasedStranger: {"released_stranger", "releases",
		"a client's release freed a lease that had been granted to another client"},
	marginsCancelled: {"margins_cancelled", "writes",
		"a write was sent although at its check the lease had no more left, in true time, than the margin"},
	bothHeld:     {"both_held", "moments", "a client began to act as holder while another one did"},
	bothHeldTime: {"both_held_ms", nanoseconds, "time during which two or more clients acted as holders of one lock"},
	lostUpdates: {"lost_updates", "writes",
		"a write was applied over a value that another client wrote after the writer's read"},
	maxHolders: {"max_holders", "clients", "the most clients that acted as holders of one lock at once"},
	outlived: {"outlived", "holds",
		"a client acted as holder for a time that its live leases did not cover from beginning to end"},
	unlockedOverwrote: {"unlocked_overwrote", "writes",
		"a write without a live lease was applied over a value that another client wrote"},
	staleTokenApplied: {"stale_token_applied", "writes",
		"a write was applied with a token below the highest applied to its object"},
	earlyTakeover: {"early_takeover", "grants", "a lock was granted while another client's lease of it was live"},
	earlyRevoke:   {"early_revoke", "grants", "the service ended a lease before the time promised to its holder"},
	tokenRegress:  {"token_regress", "grants", "a grant's token was not above those of all earlier grants of its lock"},
	unrequestedExtension: {"unrequested_extension", "extensions",
		"a lease was prolonged though its holder had not asked"},
	overstay: {"overstay_ms", nanoseconds, "time for which leases lived on beyond the last promise made to their holders"},
	staleRead: {"stale_read", "reads",
		"a client without a live lease read a value that had been replaced"},
	ackedLost:      {"acked_lost", "writes", "an acknowledged write was discarded"},
	releaseRefused: {"release_refused", "releases", "the service had nothing left to release for the client that asked"},
	fenceUndone:    {"fence_undone", "events", "a resource's highest token fell back"},
}
