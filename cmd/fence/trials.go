package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// shownSeeds is how many seeds a table of trials shows; the other forms hold all.
const shownSeeds = 1000

// ranking holds the flags of trials.
type ranking struct {
	top     string // the counter to rank by, "" for all seeds
	n       int    // how many seeds are kept
	counter string // of the picture
	ecdf    bool
}

func trialsCommand(a *app) *cobra.Command {
	r := ranking{}
	cmd := &cobra.Command{
		Use:   "trials",
		Short: "A row a seed and posture; with --top the seeds where something happened most",
		Long: `Trials writes the counters of every seed under every posture. With --top it keeps the seeds with most of a counter
under any of the postures. Any row runs again: fence lanes or fence explain with its seed and posture. A picture shows
how a counter is distributed over all the trials.`,
		Example: `  fence trials --trials 20
  fence trials --top work_destroyed -n 5 --trials 10000
  fence trials --counter unlocked_applied -o unlocked.svg
  fence trials --trials 1000000 -o trials.csv`,
		Args: noArgs,
	}
	m := addModel(a, cmd, wantsTrials|wantsPostures, 150, "unprotected,check,fencing")
	forms := withPictures(tableForms)
	o := addOutput(a, cmd, forms...)
	addWide(o, cmd)
	r.add(cmd)
	addLook(o, cmd, "counter", "ecdf")
	cmd.RunE = func(*cobra.Command, []string) error {
		e, err := m.experiment()
		if err != nil {
			return err
		}
		if m.print {
			return o.params(m, &e)
		}
		if err := o.settle(forms); err != nil {
			return err
		}
		if err := r.check(m, o, &e); err != nil {
			return err
		}
		if err := o.begin(); err != nil {
			return err
		}
		defer o.close()
		report, wipe := a.progress(o.quiet)
		defer wipe()
		e.Progress = report
		switch {
		case isPicture(o.format):
			return o.distribution(&e, &r, wipe)
		case r.top != "":
			return o.top(&e, r.top, r.n, wipe)
		case o.format == "csv" || o.format == "json":
			return o.stream(&e, wipe)
		}
		return o.trials(&e, wipe)
	}
	return cmd
}

func (r *ranking) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&r.top, "top", "", "keep the seeds with most of a `counter`, such as work_destroyed")
	fs.IntVarP(&r.n, "number", "n", 10, "how many seeds --top keeps")
	fs.StringVar(&r.counter, "counter", "", "pictures: the `counter` whose distribution is drawn (default: that of --top, "+
		"or work_destroyed)")
	fs.BoolVar(&r.ecdf, "ecdf", false, "pictures: the share of trials up to each value in place of a histogram")
	var counters []string
	for k := range lease.NumCounters {
		counters = append(counters, k.String())
	}
	complete(cmd, "top", counters...)
	complete(cmd, "counter", counters...)
}

// mostDrawn is the most trials whose distribution is drawn: a picture holds them all.
const mostDrawn = 1_000_000

// check checks the flags against each other and against the form.
func (r *ranking) check(m *model, o *output, e *fencekit.Experiment) error {
	picture, numbered := isPicture(o.format), m.flags.Changed("number")
	switch {
	case r.top == "" && numbered:
		return fmt.Errorf("number = %d: needs --top, the counter to rank by", r.n)
	case r.n < 1 || r.n > 1_000_000:
		return fmt.Errorf("number = %d: must be within [1, 1000000]", r.n)
	case picture && numbered:
		return fmt.Errorf("number = %d: is of tables; a picture shows the distribution over all trials", r.n)
	case picture && r.counter != "" && r.top != "" && r.counter != r.top:
		return fmt.Errorf("counter = %q: a picture shows one counter, and top = %q", r.counter, r.top)
	case picture && e.Trials > mostDrawn:
		return fmt.Errorf("trials = %d: a picture holds them all: must be within [1, %d]", e.Trials, mostDrawn)
	}
	if picture && r.counter != "" {
		_, err := fencekit.ParseCounter(r.counter)
		return ofFlag("counter", r.counter, err)
	}
	return nil
}

// distribution draws how a counter is distributed over the trials.
func (o *output) distribution(e *fencekit.Experiment, r *ranking, wipe func()) error {
	counter := cmp.Or(r.counter, r.top, lease.WorkDestroyed.String())
	if _, err := fencekit.ParseCounter(counter); err != nil {
		return ofFlag("top", counter, err)
	}
	f, err := fencekit.Trials(o.a.ctx, *e)
	wipe()
	o.chart = distributionChart(counter, r.ecdf)
	return o.frame(e, f, err, nil)
}

var trialSheet = list([]figure{plainly("seed", "seed"), plainly("posture", "posture")},
	plainly("attempts", "attempts"), plainly("sent", "sent"), plainly("aborted", "aborted"),
	plainly("unlocked arrived", "unlocked_arrived"), plainly("unlocked applied", "unlocked_applied"),
	plainly("work destroyed", "work_destroyed"), plainly("refused", "refused"), plainly("same token", "same_token"),
	plainly("margins cancelled", "margins_cancelled"), plainly("lost updates", "lost_updates").where("lost_updates"),
	plainly("both held", "both_held"), plainly("both held, ms", "both_held_ms"))

func (o *output) trialView() func(frame.Frame) *sheet {
	if o.wide {
		return wide(2)
	}
	return func(f frame.Frame) *sheet {
		s := trialSheet(f)
		s.notes, s.legend = nil, ""
		return s
	}
}

func (o *output) top(e *fencekit.Experiment, counter string, n int, wipe func()) error {
	k, err := fencekit.ParseCounter(counter)
	if err != nil {
		return ofFlag("top", counter, err)
	}
	f, err := fencekit.Top(o.a.ctx, *e, k, n)
	wipe()
	return o.frame(e, f, err, o.trialView())
}

// trials shows the first seeds as a table.
func (o *output) trials(e *fencekit.Experiment, wipe func()) error {
	shown := *e
	shown.Trials = min(e.Trials, shownSeeds)
	f, err := fencekit.Trials(o.a.ctx, shown)
	wipe()
	if shown.Trials < e.Trials && !o.quiet {
		o.a.say("the table shows the first %d of %s seeds; -f csv or json writes all", shownSeeds,
			frame.Grouped(int64(e.Trials)))
	}
	return o.frame(e, f, err, o.trialView())
}

// stream writes rows as they come, so that memory does not grow with them.
func (o *output) stream(e *fencekit.Experiment, wipe func()) error {
	w := bufio.NewWriterSize(o.w, 1<<16)
	s := &rowStream{w: w, format: o.format, batch: make([]fencekit.Trial, 0, 4096)}
	_, err := fencekit.EachTrial(o.a.ctx, *e, func(t fencekit.Trial) error {
		s.batch = append(s.batch, t)
		if len(s.batch) < cap(s.batch) {
			return nil
		}
		return s.flush()
	})
	wipe()
	var stopped *fencekit.Interrupted
	if errors.As(err, &stopped) {
		if o.main != nil {
			o.interrupted(stopped, false)
			return err
		}
		o.a.say("interrupted after %s of %s trials; the rows cover those", frame.Grouped(int64(stopped.Done)),
			frame.Grouped(int64(stopped.Total)))
	} else if err != nil {
		return err
	}
	if bad := errors.Join(s.finish(), w.Flush()); bad != nil {
		return bad
	}
	if err != nil {
		return err
	}
	f, err := fencekit.TrialFrame(nil) // the columns of every batch
	if err != nil {
		return err
	}
	return o.commit(originOf(o.a, e), f.WithCaption(e.Describe()).Schema())
}

// rowStream writes batches of rows so that together they are what one frame of them all would be.
type rowStream struct {
	w      *bufio.Writer
	format string
	batch  []fencekit.Trial
	begun  bool
}

func (s *rowStream) flush() error {
	f, err := fencekit.TrialFrame(s.batch)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if s.format == "csv" {
		err = f.WriteCSV(&b)
	} else {
		err = f.WriteJSON(&b)
	}
	if err != nil {
		return err
	}
	text := b.Bytes()
	if s.format == "json" {
		text = bytes.TrimSuffix(text, []byte("\n]\n"))
	}
	if s.begun {
		_, text, _ = bytes.Cut(text, []byte("\n"))
		if s.format == "json" {
			s.w.WriteString(",\n")
		}
	}
	s.begun, s.batch = true, s.batch[:0]
	_, err = s.w.Write(text)
	return err
}

func (s *rowStream) finish() error {
	if len(s.batch) > 0 || !s.begun {
		if err := s.flush(); err != nil {
			return err
		}
	}
	if s.format == "json" {
		_, err := s.w.WriteString("\n]\n")
		return err
	}
	return nil
}
