// Package lease simulates a lock with a lease and the resource that it is meant to protect.
//
// The problem. A lock service grants a lease, a client works, a write leaves the client and lands at the resource some
// time later. The service, the client and the resource judge by what each of them knows. A thread that stops, a clock
// that jumps or a slow wire opens a gap between the client's belief that it holds the lock and the service's record:
//
//	svc   [1=========|       [2=========|
//	C1    [=====~~~~~~~~~~~~~~~~~!!!!!> W    the client's thread stops, its lease dies, it writes all the same
//	C2                       [=====> W       meanwhile somebody else holds the lock
//
// A [Schedule] holds everything that chance decides. It is drawn once per seed, before anything runs, from streams
// named by client and quantity. [Serve] runs the lock service and the clients over it, which gives a [Timeline]: the
// grants, the beliefs, and the writes in the order in which they would arrive. [Judge] replays a timeline under a
// [Posture] and counts. Since an aborted write is held for as long as one that is sent, the timeline is the same for
// every posture and every margin, so that a difference between two of them comes from the posture and not from luck.
//
// # One attempt
//
// A client thinks, requests, is granted the lock at g, works for w of running time, checks its lease, sends after a
// further gap, and lets go at the instant a at which its write arrives; it believes that it holds the lock from g until
// a, without a itself. A pause at an offset below w delays the check and all that follows; one at or above it delays
// the send alone, and no margin covers it. The last send of a hold waits for all of its pauses. With n writes a hold,
// the work is cut into n equal parts (the i-th check comes after w·i/n of work, rounded down to a nanosecond, and i−1
// gaps), the client goes on working after a send, and lets go when the last of its writes to arrive has arrived. An
// attempt whose a is not before the horizon is not counted; writes of it that arrive before the horizon still change
// the resource.
//
// # One instant
//
// At one instant things happen in this order: expiry; failover; clock steps; the clients' own doings (pause, check,
// abort, send); arrivals and releases, by client; new requests, by client; one grant, with its read. The list is
// repeated until nothing more is due. Belief is counted from that instant on, so that a hold of no length is never
// believed in.
//
// # Early release
//
// With [Params.EarlyRelease] a client whose check fails lets go at that check. Writes that it sent before are under
// way and arrive after their lease was given back; the writes that it has not made yet are counted as aborted. The
// postures that check then have a timeline of their own.
//
// # Failover
//
// At a lossy failover the service's counter falls, never below 0, and the current lease is forgotten if its number is
// above the counter. Whether a write is unlocked is a matter of its own grant: a write under a forgotten or superseded
// grant is unlocked even if its number has been handed out again. The validated posture asks the service the same
// question, by owner and token. Only refused_live uses the promise made at the grant.
//
// # The postures, and what none of them promises
//
//	posture        a write is sent              a write is applied          assumes                      does not promise
//	unprotected    always                       always                      nothing                      anything
//	check          if more than the margin of   always                      the client's clock, and no   what happens between the
//	               lease is believed to remain                              stop after the check         check and the arrival
//	fencing        always                       token >= highest applied    tokens that never fall       a lock at every write
//	strict         always                       token > highest written     nothing of repeats           a second write in a lease
//	check+fencing  as check                     as fencing                  both                         a lock at every write
//	validated      always                       its lease is live at the    one atomic protocol with     availability: the service
//	                                            service at that instant     the lock service             stands in every write's way
//
// With read-modify-write sections a fence on writes alone still loses updates: the older holder's write may come between
// the newer holder's read and its write. [OnReadsAndWrites] closes that.
//
// # What the model leaves out
//
// The model has one lock, one resource, no renewals and a lock service whose own clock is right. Requests and grants
// take no time on the wire. A fence looks at the token that a write carries; whether the token is unique is the lock
// service's business.
package lease
