package fencekit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Describe says in a line what was run: trials, seeds, the parameters that are not the published ones, and the
// version. It is the caption of the experiments' frames.
func (e *Experiment) Describe() string {
	what := fmt.Sprintf("%s trials, seeds %d to %d", grouped(e.Trials), e.Seed, e.Seed+uint64(max(e.Trials, 1))-1)
	differ, note := changes(&e.Params), ""
	switch {
	case e.replay != nil:
		what = e.replayed()
	case e.Trials == 1:
		what = fmt.Sprintf("1 trial, seed %d", e.Seed)
	}
	if differ == "" && e.replay == nil {
		differ = "published parameters"
	}
	if e.replay == nil && !e.worked && e.Params.Lease != lease.Default().Lease {
		note = shares([]Experiment{*e}) // the work that is replayed stays as it is
	}
	parts := slices.DeleteFunc([]string{what, differ, note, e.note, trace.Program}, func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}

// caption describes the experiment, and how far it came if it was interrupted.
func (e *Experiment) caption(err error) string {
	var stopped *Interrupted
	if !errors.As(err, &stopped) {
		return e.Describe()
	}
	text := fmt.Sprintf("interrupted after %s of %s trials; ", grouped(stopped.Done), grouped(stopped.Total))
	if stopped.Last == "" && stopped.NotBegun == nil {
		done := *e
		done.Trials = stopped.Done
		return text + done.Describe()
	}
	if stopped.Last != "" {
		text += fmt.Sprintf("the rows of %s rest on %s; ", stopped.Last, grouped(stopped.LastDone))
	}
	if stopped.NotBegun != nil {
		text += "not begun: " + some(stopped.NotBegun) + "; "
	}
	return text + "complete rows rest on " + e.Describe()
}

// some lists the first few of many. Names with commas stand between semicolons.
func some(names []string) string {
	between := ", "
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, ", ") }) {
		between = "; "
	}
	if len(names) > 4 {
		return fmt.Sprintf("%s and %s more", strings.Join(names[:3], between), grouped(len(names)-3))
	}
	return strings.Join(names, between)
}

// changes names the parameters that differ from the published ones, "" when none does.
func changes(p *lease.Params) string {
	published := lease.Default()
	var differ []string
	for _, a := range parameters {
		got := a.Get(p)
		// A recording that carries a rate brings it along, so that pause-p says something though it is as published.
		if got == a.Get(&published) && (a.Name != "pause-p" || p.Pause.Rate() == 0 || p.PauseRate > 0) {
			continue
		}
		if a.Kind == kindNumber {
			got = shorter(got)
		}
		differ = append(differ, a.Name+" "+got)
	}
	return strings.Join(differ, ", ")
}

// shorter leaves a number the digits that people need; files have them all.
func shorter(text string) string {
	x, err := strconv.ParseFloat(text, 64)
	if short := strconv.FormatFloat(x, 'g', 4, 64); err == nil && len(short) < len(text) {
		return short
	}
	return text
}

// shares says how long the work is at each lease, where it is a share of the lease: "" where it never is.
func shares(experiments []Experiment) string {
	var lengths []string
	for i := range experiments {
		p := &experiments[i].Params
		if !p.Work.IsShare() {
			continue
		}
		work := p.Work.Of(p.Lease)
		text := fmt.Sprintf("%v … %v at %v", work.Min(), work.Max(), p.Lease)
		if work.Max() > 20*work.Mean() { // a long tail, whose end says nothing
			text = fmt.Sprintf("%v on average at %v", work.Mean(), p.Lease)
		}
		if !slices.Contains(lengths, text) {
			lengths = append(lengths, text)
		}
	}
	if lengths == nil {
		return ""
	}
	return "work is a share of the lease: " + some(lengths)
}

func grouped(n int) string { return frame.Grouped(int64(n)) }

// leads says what the columns mean that stand before those that all experiments share.
var leads = map[string]frame.Meta{
	"sources": {Meaning: "what opens the gap between belief and record: each source on its own, none, and the " +
		"published three"},
	"margin_ms": {Unit: "ms", Meaning: "margin that the expiry check insists on"},
	"drift_ppm": {Unit: "ppm", Meaning: "rate error of the clients' clocks; positive is fast"},
	"failover":  {Meaning: "what a failover of the lock service does to its counter"},
	"seed":      {Meaning: "the seed of the trial: with the parameters and the posture it runs again"},

	"seeds_differing": {Unit: "seeds", Meaning: "seeds whose time with two believers differs from the first posture's",
		Method: "run anew for each posture, compared to the nanosecond"},
	"schedules_differing": {Unit: "seeds",
		Meaning: "seeds in which a grant, token, check, send or arrival differs from the first posture's",
		Method:  "run anew for each posture, compared field by field"},
	"identical": {Meaning: "no seed differed from the first posture's"},
}
