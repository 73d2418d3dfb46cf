package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
	"fence/plots"
)

// The runs that the report draws, each picked from the seeds that it looks at.

// within is how many seeds the report looks at for a run that shows something.
const within = 1000

// pickRun looks for the run that shows a phenomenon best. The rarest shows in one seed of thirteen.
func (r *report) pickRun(ctx context.Context, p fencekit.Phenomenon) (*fencekit.Picked, error) {
	e := fencekit.New()
	e.Seed, e.Workers, e.Trials = r.opt.Seed, r.opt.Workers, within
	found, err := fencekit.Pick(ctx, e, p)
	return &found, err
}

// race tells one race twice, without protection and with a fence, and draws it.
func (r *report) race(ctx context.Context) error {
	found, err := r.pickRun(ctx, fencekit.Destroyed)
	if err != nil {
		return err
	}
	s := lease.Draw(&found.Params, found.Seed)
	r.page.section("One race, twice")
	r.page.paragraph(fmt.Sprintf("Seed %d, the same schedule with a resource that checks nothing and with one that "+
		"checks tokens. %s", s.Seed, found.Why))
	r.page.md.WriteByte('\n')
	var panels []*plots.Figure
	for _, p := range []lease.Posture{lease.Unprotected, lease.Fencing} {
		one, err := laneChart(s, p, found.From, found.To)
		if err != nil {
			return err
		}
		one.Title = capital(p.Name)
		panels = append(panels, one)
	}
	both, err := plots.Panels(1, panels...)
	if err != nil {
		return err
	}
	both.Title, both.Width = "One race, twice", plots.DoubleColumn
	both.Caption = fmt.Sprintf("%s Both panels: %s", found.Why, r.describe(found, lease.Unprotected, lease.Fencing))
	if err := r.figure("race", both, found, lease.Unprotected, lease.Fencing); err != nil {
		return err
	}
	return r.tell(s, found)
}

// tell writes the race in words, and on the Markdown page and standard output as lanes in text.
func (r *report) tell(s *lease.Schedule, found *fencekit.Picked) error {
	for _, p := range []lease.Posture{lease.Unprotected, lease.Fencing} {
		log, err := lease.Log(s, p)
		if err != nil {
			return err
		}
		story, err := fencekit.Explain(s, p, found.Client, found.Attempt)
		if err != nil {
			return err
		}
		drawing := strings.TrimRight(trace.ASCII(log, trace.Lanes{Width: 100, From: found.From, To: found.To}), "\n")
		r.page.text(capital(p.Name), drawing, story.String())
		fmt.Fprintf(&r.printed, "%s, seed %d\n\n%s\n\n", p.Name, s.Seed, drawing)
	}
	return nil
}

// aborted is a check that stops a write after a pause.
type aborted struct {
	seed     uint64
	from, to time.Duration
	events   int // in the window: the fewer the better
	why      string
}

// aborts draws a check that stops a write: among some seeds the one with least else to see about it.
func (r *report) aborts(ctx context.Context) error {
	e := fencekit.New()
	var best *aborted
	for seed := r.opt.Seed; seed < r.opt.Seed+within/10 && ctx.Err() == nil; seed++ {
		log, err := lease.Log(lease.Draw(&e.Params, seed), lease.Check)
		if err != nil {
			return err
		}
		if a := abortIn(log, &e.Params); a != nil && (best == nil || a.events < best.events) {
			a.seed, best = seed, a
		}
	}
	if err := ctx.Err(); err != nil || best == nil {
		return err
	}
	one, err := laneChart(lease.Draw(&e.Params, best.seed), lease.Check, best.from, best.to)
	if err != nil {
		return err
	}
	found := &fencekit.Picked{Seed: best.seed, Params: e.Params}
	one.Title, one.Width = "A check that aborts", plots.DoubleColumn
	one.Caption = best.why + " " + r.describe(found, lease.Check)
	return r.figure("check-aborts", one, found, lease.Check)
}

// abortIn finds the check of a run that stops a write after a pause, with least else in the window about it.
func abortIn(log *trace.Log, p *lease.Params) (best *aborted) {
	story := trace.ReadStory(log)
	for _, c := range story.Checks {
		if !c.Aborted || !c.Told {
			continue
		}
		for _, pause := range story.Pauses {
			if pause.Actor != c.Actor || pause.To > c.At || pause.From < c.At-p.Lease || pause.For < p.Lease/4 {
				continue
			}
			a := &aborted{from: max(0, pause.From-p.Lease).Truncate(time.Second), to: min(c.At+p.Lease, p.Horizon)}
			for i := range log.Events {
				if at := log.Events[i].At; a.from <= at && at <= a.to {
					a.events++
				}
			}
			a.why = fmt.Sprintf("%s stands still for %s; its check at %s sees %s of the lease left, which is not above the "+
				"margin of %s, and its write is not sent.", c.Actor, inSeconds(pause.For), inSeconds(c.At), inSeconds(c.Remaining),
				inSeconds(c.Margin))
			if best == nil || a.events < best.events {
				best = a
			}
		}
	}
	return best
}

// inSeconds writes an instant or a length of time to the millisecond, with a minus sign where it is below zero.
func inSeconds(d time.Duration) string {
	return strings.Replace(strconv.FormatFloat(d.Seconds(), 'f', 3, 64), "-", "−", 1) + " s"
}

// experimentOf is the run that was found, as an experiment.
func (r *report) experimentOf(found *fencekit.Picked, postures ...lease.Posture) fencekit.Experiment {
	e := fencekit.New()
	e.Seed, e.Trials, e.Params, e.Postures = found.Seed, 1, found.Params, postures
	return e
}

func (r *report) describe(found *fencekit.Picked, postures ...lease.Posture) string {
	e := r.experimentOf(found, postures...)
	return e.Describe() + "."
}

// seen draws the run that shows a phenomenon best, if there is one.
func (r *report) seen(ctx context.Context, name, title string, p fencekit.Phenomenon) error {
	found, err := r.pickRun(ctx, p)
	if err != nil {
		return err
	}
	one, err := laneChart(lease.Draw(&found.Params, found.Seed), p.Posture(), found.From, found.To)
	if err != nil {
		return err
	}
	one.Title, one.Width = title, plots.DoubleColumn
	one.Caption = strings.TrimSpace(found.Why + " " + r.describe(found, p.Posture()))
	return r.figure(name, one, found, p.Posture())
}

// laneChart draws a window of a run.
func laneChart(s *lease.Schedule, p lease.Posture, from, to time.Duration) (*plots.Figure, error) {
	log, err := lease.Log(s, p)
	if err != nil {
		return nil, err
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		return nil, err
	}
	lanes.From, lanes.To = from, to
	return lanes.Figure()
}
