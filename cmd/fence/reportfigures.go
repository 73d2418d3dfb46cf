package main

import (
	"bytes"
	"context"
	"runtime"
	"sync"
	"time"

	"fence/data"
	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/plots"
)

// figure puts a figure of a run on the page.
func (r *report) figure(name string, f *plots.Figure, found *fencekit.Picked, postures ...lease.Posture) error {
	e := r.experimentOf(found, postures...)
	return r.illustrate(name, f, &e)
}

// illustrate puts a figure on the page and notes what made it.
func (r *report) illustrate(name string, f *plots.Figure, e *fencekit.Experiment) (err error) {
	if f.Origin, err = madeFrom(r.a, e); err != nil {
		return err
	}
	f.DPI = r.a.dpi
	r.origins = append(r.origins, madeOrigin{Figure: name, origin: originOf(r.a, e)})
	r.pictures = append(r.pictures, picture{name, f})
	return r.page.figure(name, f)
}

// drawing is a picture in one of its formats.
type drawing struct {
	name    string
	content []byte
	err     error
}

// drawAll draws every figure as PNG and SVG, as many side by side as there are cores, and writes them and their texts.
func (r *report) drawAll(ctx context.Context) error {
	var all []*drawing
	var group sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for _, p := range r.pictures {
		for _, format := range []string{"png", "svg", "txt"} {
			d := &drawing{name: figureFolder + p.name + "." + format}
			all = append(all, d)
			free <- true
			group.Go(func() {
				if d.err = ctx.Err(); d.err == nil {
					d.content, d.err = p.figure.Bytes(format)
				}
				<-free
			})
		}
	}
	group.Wait()
	for _, d := range all {
		if d.err != nil {
			return d.err
		}
		if err := r.folder.WriteFile(d.name, d.content); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// illustrator draws the figures of a section from its experiment and its table.
type illustrator func(context.Context, *report, *fencekit.Experiment, frame.Frame) error

// charted is what draws the figure of a section from its table.
func charted(name string, chart func(frame.Frame) (*plots.Figure, error)) illustrator {
	return func(_ context.Context, r *report, e *fencekit.Experiment, f frame.Frame) error {
		figure, err := chart(f)
		if err != nil {
			return err
		}
		return r.illustrate(name, figure, e)
	}
}

// shows is what draws the run that shows a phenomenon best.
func shows(name, title string, p fencekit.Phenomenon) illustrator {
	return func(ctx context.Context, r *report, _ *fencekit.Experiment, _ frame.Frame) error {
		return r.seen(ctx, name, title, p)
	}
}

// drawn draws one after another.
func drawn(each ...illustrator) illustrator {
	return func(ctx context.Context, r *report, e *fencekit.Experiment, f frame.Frame) error {
		for _, draw := range each {
			if err := draw(ctx, r, e, f); err != nil {
				return err
			}
		}
		return nil
	}
}

// drawnPauses draws how long the pauses are that were recorded on one machine.
func drawnPauses(_ context.Context, r *report, e *fencekit.Experiment, _ frame.Frame) error {
	comments := 0
	for bytes.HasPrefix(bytes.SplitN(data.Pauses, []byte("\n"), comments+2)[comments], []byte("#")) {
		comments++
	}
	f, err := frame.CSV{SkipRows: comments}.Read(bytes.NewReader(data.Pauses))
	if err != nil {
		return err
	}
	n := frame.Grouped(int64(f.Rows()))
	f = f.WithCaption(n + " pauses of 4 ms or more of one busy machine, data/pauses.csv")
	figure, err := plots.ECDF{Column: "pause_ms", LogX: true, Survival: true, XLabel: "pause [ms]",
		Title: "Pauses of a busy machine"}.Figure(f)
	if err != nil {
		return err
	}
	return r.illustrate("pauses-measured", figure, e)
}

// drawnAbort draws a check that stops a write.
func drawnAbort(ctx context.Context, r *report, _ *fencekit.Experiment, _ frame.Frame) error {
	return r.aborts(ctx)
}

// drawnTrials draws how the unlocked writes are distributed over the trials.
func drawnTrials(ctx context.Context, r *report, e *fencekit.Experiment, _ frame.Frame) error {
	f, err := fencekit.Trials(ctx, *e)
	if err != nil {
		return err
	}
	figure, err := distributionChart(lease.UnlockedApplied.String(), false)(f)
	if err != nil {
		return err
	}
	return r.illustrate("trials", figure, e)
}

// markedDial draws the dial with the margin from which on no wider one saves a destroyed write.
func markedDial(f frame.Frame) (*plots.Figure, error) {
	v, from := newView(f), 0
	for i := range f.Rows() {
		if v.number("work_destroyed", i) < v.number("work_destroyed", from) {
			from = i
		}
	}
	margin := time.Duration(v.number("margin_ms", from) * float64(time.Millisecond))
	d := dial{wild: true, chosen: &margin}
	return d.chart(f)
}
