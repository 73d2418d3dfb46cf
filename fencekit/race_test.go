package fencekit_test

import (
	"time"

	"fence/fencekit"
	"fence/fencekit/lease"
)

// race is the smallest run in which an expired lock does harm, made by hand. C1 is granted the lock at 0 s with token 1,
// stops at 0.5 s for 5 s, checks at 6 s, sends at 6.025 s, and its write arrives at 6.03 s. C2 asks at 1 s, is granted
// the lock at 3 s, when C1's lease dies, with token 2, and its write arrives at 4.03 s. So C1's write lands on newer
// work; and from 3 s to 4.03 s both believe.
func race() *lease.Schedule {
	p := lease.Default()
	p.Clients, p.Horizon, p.Gap = 2, 20*time.Second, 25*time.Millisecond
	wire := []time.Duration{5 * time.Millisecond}
	return &lease.Schedule{Params: &p, Clients: []lease.Client{
		{Attempts: []lease.Attempt{{Work: time.Second, Wires: wire,
			Pauses: []lease.Pause{{At: 500 * time.Millisecond, For: 5 * time.Second}}}}},
		{Attempts: []lease.Attempt{{Think: time.Second, Work: time.Second, Wires: wire}}},
	}}
}

// small is an experiment that is quick to run and rich enough that most counters are not 0.
func small(trials int) fencekit.Experiment {
	e := fencekit.New()
	e.Trials, e.Postures = trials, lease.Postures()
	e.Params.Writes, e.Params.ReadModifyWrite = 2, true
	e.Params.Failover = lease.Lossy
	e.Params.Margin = 300 * time.Millisecond
	return e
}
