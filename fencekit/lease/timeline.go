package lease

import (
	"math"
	"time"
)

// Timeline is what a schedule makes of the lock service and its clients: every grant, every write that would arrive,
// every belief. It depends on the schedule alone, so that every posture and every margin is judged on the same one.
type Timeline struct {
	Schedule *Schedule
	// Grants before the horizon, in order.
	Grants []Grant
	// Writes that arrive before the horizon if they are sent, in order of arrival. With early release the writes that
	// an abort saves stand at the instant of the abort.
	Writes []Write
	// Late holds the writes that arrive at or after the horizon although their hold ended before it, which takes an
	// early release: they are sent and reach nothing.
	Late []Write

	// Attempts is the number of holds that ended before the horizon.
	Attempts int64
	// BothHeld is the number of beliefs that began while another client believed, and BothHeldTime how long two or
	// more clients believed at once.
	BothHeld     int64
	BothHeldTime time.Duration
	// ReleasedStranger is the number of releases that freed a lease granted to another client.
	ReleasedStranger int64
	// Reissued is the number of grants whose token an earlier grant had carried.
	Reissued int64
}

// Grant is one grant of the lock, and the hold that follows it.
type Grant struct {
	Client, Attempt int32
	// Pass counts the grants that came before this one at the same instant.
	Pass int32
	// WritesBefore is the number of Timeline.Writes that arrived before this grant: what a read at the grant sees.
	WritesBefore int32
	// Freed is the index of the grant whose lease its release freed: its own, a stranger's, or -1 for none.
	Freed int32
	// How says how its lease ended at the service, at Ended; Until when it is [StillLive].
	How Ending
	// Counted says that LetGo is before the horizon.
	Counted bool
	Token   int64
	Request time.Duration
	At      time.Duration
	// Until is when the lease dies of itself: the promise made to the client.
	Until time.Duration
	// LetGo is when the client stops believing and releases.
	LetGo time.Duration
	Ended time.Duration
}

// Ending says how a lease ended at the lock service.
type Ending uint8

// The endings.
const (
	StillLive Ending = iota // it was honoured at the horizon
	Expired                 // it lasted as long as it had been granted for
	Released                // a release freed it: its holder's, or a stranger's
	Forgotten               // a lossy failover lost its number
)

// Write is one write of a hold, sent or not.
type Write struct {
	// Grant is the index of its grant in Timeline.Grants, Index its number within the hold, Client the writer.
	Grant, Index, Client int32
	// Live says that the service honoured the lease when the write arrived; Promised that the time granted was not
	// over; Counted that its hold ended before the horizon.
	Live, Promised, Counted bool
	Token                   int64
	Check, Send, Arrive     time.Duration
	// Believed is the remaining lease at the check as the client sees it, Remaining as it is.
	Believed, Remaining time.Duration
}

// Serve runs the lock service and its clients over a schedule. Aborting says that the timeline is for a posture with
// an expiry check; it matters with [Params.EarlyRelease] alone.
func Serve(s *Schedule, aborting bool) *Timeline {
	t := new(Timeline)
	new(Server).Serve(s, aborting, t)
	return t
}

// Server runs schedules in memory that it reuses: nothing is allocated once it is warm.
//
// What makes it quick is that everything about a hold, up to the client's next request, is known at its grant. Only
// two kinds of thing ever wait, a request a client and the writes under way, each in a queue of its own, and time
// jumps from one to the next.
type Server struct {
	service
	t        *Timeline
	p        *Params
	requests queue // one entry for each client that has attempts left
	wire     queue // what is under way to the resource and to the service
	slots    []Write
	clients  []progress
	early    bool // an abort lets go at once
	plain    bool // no faster twin
	failed   int  // failovers done
	// The two frontiers of belief: until when somebody believes, and until when two do.
	one, two time.Duration
}

// progress is how far one client has come in its schedule: the next attempt, and the next step of its clock.
type progress struct{ attempt, step int32 }

const never = time.Duration(math.MaxInt64)

// Serve runs a schedule into t.
func (sv *Server) Serve(s *Schedule, aborting bool, t *Timeline) {
	sv.begin(s, aborting, t)
	if !sv.plain && sv.quick(s) {
		sv.serveQuick(s)
		return
	}
	for horizon := sv.p.Horizon; ; {
		next := never
		if len(sv.requests) > 0 {
			next = sv.earliest(sv.requests[0].at)
		}
		failover, arrival := never, never
		if sv.failed < len(s.Failovers) {
			failover = s.Failovers[sv.failed].At
		}
		if len(sv.wire) > 0 {
			arrival = sv.wire[0].at
		}
		now := min(next, failover, arrival)
		if now >= horizon {
			break
		}
		// The order within one instant: expiry, failover, arrivals and releases, requests, one grant.
		sv.expire(now)
		switch now {
		case failover:
			sv.failOver(now, s.Failovers[sv.failed].Lost)
		case arrival:
			sv.arrive(now)
		default:
			sv.grant(s, now)
		}
	}
	sv.expire(sv.p.Horizon - 1)
}

func (sv *Server) begin(s *Schedule, aborting bool, t *Timeline) {
	*t = Timeline{Schedule: s, Grants: t.Grants[:0], Writes: t.Writes[:0], Late: t.Late[:0]}
	sv.t, sv.p, sv.early, sv.failed, sv.one, sv.two = t, s.Params, aborting && s.Params.EarlyRelease, 0, 0, 0
	sv.service.reset(s.Params)
	sv.requests, sv.wire, sv.slots, sv.clients = sv.requests[:0], sv.wire[:0], sv.slots[:0], sv.clients[:0]
	for i := range s.Clients {
		sv.clients = append(sv.clients, progress{})
		if a := s.Clients[i].Attempts; len(a) > 0 {
			sv.requests.push(due{at: a[0].Think, order: orderOf(0, int32(i))})
		}
	}
}

// expire ends the current lease if it died at or before an instant.
func (sv *Server) expire(now time.Duration) {
	if sv.current != none && sv.until <= now {
		sv.finish(sv.until, Expired)
	}
}

// finish ends the current lease.
func (sv *Server) finish(at time.Duration, how Ending) {
	g := &sv.t.Grants[sv.current]
	g.Ended, g.How = at, how
	sv.end(at)
}

func (sv *Server) failOver(now time.Duration, lost int64) {
	sv.failed++
	var current *Grant
	if sv.current != none {
		current = &sv.t.Grants[sv.current]
	}
	if sv.forgets(lost, current) {
		sv.finish(now, Forgotten)
	}
}

// arrive takes the next arrival: a write reaches the resource, and with the last of them the hold ends.
func (sv *Server) arrive(now time.Duration) {
	d := sv.wire[0]
	sv.wire.pop()
	sv.t.Writes = append(sv.t.Writes, sv.slots[d.slot])
	w := &sv.t.Writes[len(sv.t.Writes)-1]
	w.Live, w.Promised = sv.current == w.Grant, now < sv.t.Grants[w.Grant].Until
	if d.ends {
		sv.t.Attempts++
		sv.letGo(now, w.Grant)
	}
}

// letGo releases the lock: the service frees the lease that it honours if the release's token and owner compare.
func (sv *Server) letGo(now time.Duration, grant int32) {
	if sv.current == none || !sv.frees(&sv.t.Grants[grant], &sv.t.Grants[sv.current]) {
		return
	}
	if sv.t.Grants[sv.current].Client != sv.t.Grants[grant].Client {
		sv.t.ReleasedStranger++
	}
	sv.t.Grants[grant].Freed = sv.current
	sv.finish(now, Released)
}

// grant gives the lock to the client that has waited longest, and places its whole hold in time.
func (sv *Server) grant(s *Schedule, now time.Duration) {
	request := sv.requests[0]
	client := clientOf(request.order)
	at := sv.clients[client].attempt
	n := int32(len(sv.t.Grants))
	pass := int32(0)
	if n > 0 && sv.t.Grants[n-1].At == now {
		pass = sv.t.Grants[n-1].Pass + 1
	}
	token, reissued := sv.issue(n, now, sv.p.Lease)
	if reissued {
		sv.t.Reissued++
	}
	sv.t.Grants = append(sv.t.Grants, Grant{Client: client, Attempt: at, Pass: pass, WritesBefore: int32(len(sv.t.Writes)),
		Freed: none, Token: token, Request: request.at, At: now, Until: sv.until, Ended: sv.until})
	g := &sv.t.Grants[n]
	sv.hold(&s.Clients[client], n, g)
	g.Counted = g.LetGo < sv.p.Horizon
	sv.believe(now, g.LetGo)
	sv.clients[client].attempt++
	sv.next(&s.Clients[client], g)
}

// next puts the client's next request in the place of the one just granted.
func (sv *Server) next(c *Client, g *Grant) {
	k := int(g.Attempt) + 1
	if k >= len(c.Attempts) {
		sv.requests.pop()
		return
	}
	at, pass := g.LetGo+c.Attempts[k].Think, int32(0)
	if at == g.At {
		pass = g.Pass + 1
	}
	sv.requests.replace(due{at: at, order: orderOf(pass, g.Client)})
}

// believe counts a belief from its beginning to its end. Beliefs begin in ascending order, so two frontiers are all
// that is needed: what a new belief shares with the longest of the others, beyond what two already share.
func (sv *Server) believe(from, to time.Duration) {
	to = min(to, sv.p.Horizon)
	if to <= from {
		return // a hold of no length is over before belief is counted
	}
	if sv.one > from {
		sv.t.BothHeld++
		shared := min(to, sv.one)
		if start := max(from, sv.two); shared > start {
			sv.t.BothHeldTime += shared - start
			sv.two = shared
		}
	}
	sv.one = max(sv.one, to)
}
