package fencekit

import (
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Schedule draws what chance decides about one seed, for Explain, for Replay, and for reading. Experiment.Seed and Trials
// are not used; parameters that are not valid are an error.
func (e Experiment) Schedule(seed uint64) (*lease.Schedule, error) {
	e.Seed, e.Trials = seed, 1
	if err := e.Validate(); err != nil {
		return nil, err
	}
	return e.Runner().Schedule(seed), nil
}

// Log runs one seed under one posture and returns the log of the run, which lanes are drawn from and which an audit judges.
// Experiment.Seed, Trials and Postures are not used; parameters that are not valid are an error.
func (e Experiment) Log(seed uint64, posture lease.Posture) (*trace.Log, error) {
	e.Postures = []lease.Posture{posture}
	s, err := e.Schedule(seed)
	if err != nil {
		return nil, err
	}
	return lease.Log(s, posture)
}
