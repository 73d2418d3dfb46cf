package fencekit

import (
	"context"
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
	if err != nil && ctx.Err() != nil {
		err = &Interrupted{Done: n, Total: e.Trials, err: ctx.Err()}
	}
	if err != nil && n == 0 {
		return frame.Frame{}, err
	}
	f, bad := sums.frame(&e, int64(n))
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

type controls []control

// Reset empties the sums for the next chunk and keeps their memory.
func (c *controls) Reset() { clear(*c) }

func (c *controls) size(n int) controls {
	if len(*c) != n {
		*c = make(controls, n)
	}
	return *c
}

// controller returns a function that runs a seed once a posture.
func (e *Experiment) controller() func(int, *controls) {
	runs := make([]oneRun, len(e.Postures))
	for i, p := range e.Postures {
		runs[i] = oneRun{e: e, posture: p}
		if e.Parts != nil {
			runs[i].parts = e.Parts()
		}
	}
	return func(i int, acc *controls) {
		all := acc.size(len(runs))
		var first lease.Counts
		for k := range runs {
			c := runs[k].trial(e.Seed + uint64(i))
			if k == 0 {
				first = c
			}
			one := control{moments: c[lease.BothHeld], ns: c[lease.BothHeldTime]}
			if c[lease.BothHeldTime] != first[lease.BothHeldTime] {
				one.seeds = 1
			}
			if !runs[k].sameAs(&runs[0]) {
				one.schedules = 1
			}
			all[k].add(one)
		}
	}
}

// oneRun draws, runs and judges for one posture and shares nothing with the runs for others.
type oneRun struct {
	e        *Experiment
	posture  lease.Posture
	parts    lease.Parts
	drawer   lease.Drawer
	schedule lease.Schedule
	server   lease.Server
	own      lease.Timeline
	timeline *lease.Timeline
	judging  lease.Judging
}

func (r *oneRun) trial(seed uint64) lease.Counts {
	s := &r.schedule
	if r.parts.Draw != nil {
		s = r.parts.Draw(&r.e.Params, seed)
	} else {
		r.drawer.Draw(&r.e.Params, seed, s)
	}
	r.timeline = &r.own
	if r.parts.Serve != nil {
		r.timeline = r.parts.Serve(s, r.posture.Check)
	} else {
		r.server.Serve(s, r.posture.Check, r.timeline)
	}
	if r.parts.Judge != nil {
		return r.parts.Judge(r.timeline, r.posture, nil)
	}
	return r.judging.Judge(r.timeline, r.posture, r.e.Params.Margin)
}

// sameAs compares everything that happened, apart from what became of the writes.
func (r *oneRun) sameAs(o *oneRun) bool {
	return slices.Equal(r.timeline.Grants, o.timeline.Grants) && slices.Equal(r.timeline.Writes, o.timeline.Writes)
}

func (c controls) frame(e *Experiment, trials int64) (frame.Frame, error) {
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
