package fencekit

import (
	"errors"

	"fence/fencekit/frame"
)

// Exchange says what each step of the dial costs and buys: it takes the frame of a MarginSweep and returns, for each margin
// but the first of a posture, what changed from the margin before, with the columns
//
//	posture, from_ms, margin_ms
//	more_aborted, fewer_unlocked, fewer_destroyed    writes; below 0 where the step made it worse
//	aborts_per_unlocked, aborts_per_destroyed        more aborts for one write fewer; missing where there are none fewer
//
// A frame without these columns, and one with a single margin, are errors.
func Exchange(dial frame.Frame) (frame.Frame, error) {
	const aborted, unlocked, destroyed = "aborted", "unlocked_applied", "work_destroyed"
	groups, err := dial.GroupBy("posture")
	if err != nil {
		return frame.Frame{}, err
	}
	steps, err := groups.Apply(func(g frame.Frame) (frame.Frame, error) {
		for _, name := range []string{"margin_ms", aborted, unlocked, destroyed} {
			if g, err = g.Shift(name, "before_"+name, 1); err != nil {
				return g, err
			}
		}
		return g.DropMissing("before_margin_ms")
	})
	if err != nil {
		return frame.Frame{}, err
	}
	if steps.Rows() == 0 {
		return frame.Frame{}, errors.New("fencekit: exchange: one margin: must be two or more")
	}
	for _, d := range []struct {
		name, of string
		sign     int64
	}{{"more_aborted", aborted, 1}, {"fewer_unlocked", unlocked, -1}, {"fewer_destroyed", destroyed, -1}} {
		steps, err = frame.Derive(steps, d.name, func(r frame.Row) int64 { return d.sign * (r.Int(d.of) - r.Int("before_"+d.of)) })
		if err != nil {
			return frame.Frame{}, err
		}
	}
	for _, d := range [][2]string{{"aborts_per_unlocked", "fewer_unlocked"}, {"aborts_per_destroyed", "fewer_destroyed"}} {
		steps, err = frame.DerivePresent(steps, d[0], func(r frame.Row) (float64, bool) {
			return float64(r.Int("more_aborted")) / float64(r.Int(d[1])), r.Int(d[1]) > 0
		})
		if err != nil {
			return frame.Frame{}, err
		}
	}
	if steps, err = steps.Rename("before_margin_ms", "from_ms"); err != nil {
		return frame.Frame{}, err
	}
	return steps.WithCaption(dial.Caption()).Select("posture", "from_ms", "margin_ms", "more_aborted", "fewer_unlocked", "fewer_destroyed",
		"aborts_per_unlocked", "aborts_per_destroyed")
}
