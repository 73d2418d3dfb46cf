package fencekit

import (
	"errors"
	"fmt"
	"strings"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Describe says in a line what was run: trials, seeds, the parameters that are not the published ones, and the
// version. It is the caption of the experiments' frames.
func (e *Experiment) Describe() string {
	what := fmt.Sprintf("%s trials, seeds %d to %d", Grouped(int64(e.Trials)), e.Seed,
		e.Seed+uint64(max(e.Trials, 1))-1)
	if e.Trials == 1 {
		what = fmt.Sprintf("1 trial, seed %d", e.Seed)
	}
	return what + "; " + Changes(&e.Params) + "; " + trace.Program
}

// caption describes the experiment, and how far it came if it was interrupted.
func (e *Experiment) caption(err error) string {
	var stopped *Interrupted
	if errors.As(err, &stopped) {
		return fmt.Sprintf("interrupted after %s of %s trials; %s", Grouped(int64(stopped.Done)),
			Grouped(int64(stopped.Total)), e.Describe())
	}
	return e.Describe()
}

// Changes names the parameters that differ from the published ones, "published parameters" when none does.
func Changes(p *lease.Params) string {
	published := lease.Default()
	var differ []string
	for _, a := range parameters {
		if got := a.Get(p); got != a.Get(&published) {
			differ = append(differ, a.Name+" "+got)
		}
	}
	if differ == nil {
		return "published parameters"
	}
	return strings.Join(differ, ", ")
}

// Grouped writes a whole number with commas between its thousands.
func Grouped(n int64) string {
	text := fmt.Sprint(n)
	sign := ""
	if n < 0 {
		sign, text = "-", text[1:]
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}

// leads says what the columns mean that stand before those that all experiments share.
var leads = map[string]frame.Meta{
	"sources": {Meaning: "what opens the gap between belief and record: each source on its own, none, and the " +
		"published three"},
	"margin_ms": {Unit: "ms", Meaning: "margin that the expiry check insists on"},
	"failover":  {Meaning: "what a failover of the lock service does to its counter"},
	"seed":      {Meaning: "the seed of the trial: with the parameters and the posture it runs again"},

	"seeds_differing": {Unit: "seeds", Meaning: "seeds whose time with two believers differs from the first posture's",
		Method: "run anew for each posture, compared to the nanosecond"},
	"schedules_differing": {Unit: "seeds",
		Meaning: "seeds in which a grant, token, check, send or arrival differs from the first posture's",
		Method:  "run anew for each posture, compared field by field"},
	"identical": {Meaning: "no seed differed from the first posture's"},
}
