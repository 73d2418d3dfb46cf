package fencekit

import (
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Log runs one seed under one posture and returns the log of the run, which lanes are drawn from and which an audit
// judges. Experiment.Seed, Trials and Postures are not used; parameters that are not valid are an error.
func (e Experiment) Log(seed uint64, posture lease.Posture) (*trace.Log, error) {
	e.Seed, e.Trials, e.Postures = seed, 1, []lease.Posture{posture}
	if err := e.Validate(); err != nil {
		return nil, err
	}
	return lease.Log(e.Runner().Schedule(seed), posture)
}
