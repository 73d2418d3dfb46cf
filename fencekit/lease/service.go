package lease

import "time"

// service is the lock service: it holds one lock, hands out a token with every grant, and judges by its own clock,
// which is right.
type service struct {
	failover Failover
	release  Release
	counter  int64 // the token handed out last, as far as the service remembers
	highest  int64 // the highest token that it ever handed out
	current  int32 // index of the grant whose lease it honours, or none
	free     time.Duration
	until    time.Duration
}

const none int32 = -1

func (v *service) reset(p *Params) {
	*v = service{failover: p.Failover, release: p.Release, current: none}
}

// earliest returns when a request made at r is granted if nothing else happens before.
func (v *service) earliest(r time.Duration) time.Duration {
	if v.current != none {
		return max(r, v.until)
	}
	return max(r, v.free)
}

// issue grants the lock at an instant and returns the token, and whether it has been handed out before.
func (v *service) issue(grant int32, at, lease time.Duration) (token int64, reissued bool) {
	v.counter++
	reissued = v.counter <= v.highest
	v.highest = max(v.highest, v.counter)
	v.current, v.until = grant, at+lease
	return v.counter, reissued
}

// frees says whether a release that names a token frees the lease that the service honours.
func (v *service) frees(by *Grant, current *Grant) bool {
	switch v.release {
	case ByToken:
		return by.Token == current.Token
	case ByOwnerAndToken:
		return by.Token == current.Token && by.Client == current.Client
	}
	return true // Uncompared
}

// end stops honouring the current lease.
func (v *service) end(at time.Duration) { v.current, v.free = none, at }

// forgets lets the counter fall and says whether the current lease's token was in the lost tail. With consensus
// nothing is ever lost.
func (v *service) forgets(lost int64, current *Grant) bool {
	if v.failover != Lossy {
		return false
	}
	v.counter = max(0, v.counter-lost)
	return current != nil && current.Token > v.counter
}
