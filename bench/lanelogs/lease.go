package lanelogs

import (
	"fmt"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Seed is the seed of both logs.
const Seed = 7

// LeaseHorizon is the length of a run of Lease with about 10,000 events.
const LeaseHorizon = 3150 * time.Second

// Lease returns the log of a run of five clients under an expiry check and a fence, the published parameters otherwise,
// with about 3.2 events a second. It is an error when the horizon is not positive.
func Lease(horizon time.Duration) (*trace.Log, error) {
	p := lease.Default()
	p.Clients, p.Horizon = 5, horizon
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("lanelogs: lease: %w", err)
	}
	log, err := lease.Log(lease.Draw(&p, Seed), lease.CheckFencing)
	if err != nil {
		return nil, fmt.Errorf("lanelogs: lease: %w", err)
	}
	return log, nil
}
