package fencekit

import (
	"context"
	"errors"
	"slices"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/sweep"
)

// ControlTrials is the number of seeds of the published control.
const ControlTrials = 240

// Control asks whether the races are the same whatever the posture: it draws and runs every seed anew for each posture,
// and compares it with the first posture's run. It returns a row a posture with the columns
//
//	posture, trials
//	seeds_differing      seeds whose time with two believers differs, to the nanosecond
//	schedules_differing  seeds in which any grant, token, check, send or arrival differs
//	both_held, both_held_ms
//	identical            whether no seed differed in either way
//
// With Params.EarlyRelease the postures that check differ: an abort then lets go early. For an interrupted run see
// [Compare].
func Control(ctx context.Context, e Experiment) (frame.Frame, error) {
	if err := e.Validate(); err != nil {
		return frame.Frame{}, err
	}
	sums, n, err := sweep.Run(ctx, e.Trials, e.options(), e.controller, func(into, from *controls) {
		all := into.size(len(*from))
		for i, c := range *from {
			all[i].add(c)
		}
	})
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = &Interrupted{Done: n, Total: e.Trials, err: ctx.Err()}
	}
	if err != nil && n == 0 {
		return frame.Frame{}, err
	}
	f, bad := controlFrame(sums, &e, int64(n))
	if bad != nil {
		return frame.Frame{}, bad
	}
	return f.WithCaption(e.caption(err)), err
}

// control is what one posture's runs add up to.
type control struct{ seeds, schedules, moments, ns int64 }

func (c *control) add(d control) {
	c.seeds += d.seeds
	c.schedules += d.schedules
	c.moments += d.moments
	c.ns += d.ns
}

type controls = chunk[control]

// controller returns a function that runs a seed once a posture.
func (e *Experiment) controller() func(int, *controls) {
	runners := make([]*lease.Runner, len(e.Postures)) // one each, so that the runs share nothing
	for k := range runners {
		runners[k] = e.Runner()
	}
	return func(i int, acc *controls) {
		all := acc.size(len(runners))
		var first lease.Counts
		var firstRun *lease.Timeline
		for k, r := range runners {
			t, c := r.Run(e.Seed+uint64(i), e.Postures[k], nil)
			if k == 0 {
				first, firstRun = c, t
			}
			one := control{moments: c[lease.BothHeld], ns: c[lease.BothHeldTime]}
			if c[lease.BothHeldTime] != first[lease.BothHeldTime] {
				one.seeds = 1
			}
			if !same(t, firstRun) {
				one.schedules = 1
			}
			all[k].add(one)
		}
	}
}

// same compares everything that happened in two runs, apart from what became of the writes.
func same(a, b *lease.Timeline) bool {
	return slices.Equal(a.Grants, b.Grants) && slices.Equal(a.Writes, b.Writes)
}

func controlFrame(c controls, e *Experiment, trials int64) (frame.Frame, error) {
	n := len(c)
	names, all := make([]string, n), make([]int64, n)
	seeds, schedules, moments := make([]int64, n), make([]int64, n), make([]int64, n)
	ms, same := make([]float64, n), make([]bool, n)
	for i, k := range c {
		names[i], all[i] = e.Postures[i].Name, trials
		seeds[i], schedules[i], moments[i], ms[i] = k.seeds, k.schedules, k.moments, milliseconds(float64(k.ns))
		same[i] = k.seeds == 0 && k.schedules == 0
	}
	return frame.New(
		frame.Strings("posture", names).WithMeta(sums[0].meta),
		frame.Ints("trials", all).WithMeta(sums[1].meta),
		frame.Ints("seeds_differing", seeds).WithMeta(leads["seeds_differing"]),
		frame.Ints("schedules_differing", schedules).WithMeta(leads["schedules_differing"]),
		frame.Ints("both_held", moments).WithMeta(summed(lease.BothHeld)),
		frame.Floats("both_held_ms", ms).WithMeta(summed(lease.BothHeldTime)),
		frame.Bools("identical", same).WithMeta(leads["identical"]),
	)
}
