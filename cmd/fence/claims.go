package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/claims"
	"fence/fencekit/frame"
	"fence/fencekit/trace"
)

func claimsCommand(a *app) *cobra.Command {
	only, recompute := "", false
	seed, workers, blocks := text{"1", "int"}, text{"0", "int"}, text{"4000", "int"}
	cmd := &cobra.Command{
		Use:   "claims",
		Short: "Check every published claim against the engine",
		Long: `Claims checks the published claims one by one: structural and exact ones exactly; a sampled one holds when the published
figure lies inside the model's own 99.9 % prediction interval, and the mean of this engine over 12 blocks lies within
six standard errors of the mean stored with that interval; ours at the seed is printed beside it. It exits with 1 when
one fails.
With --recompute it computes the intervals anew, from blocks of trials on seeds of their own, and checks nothing.`,
		Example: `  fence claims
  fence claims --only all.arrived,pause.destroyed
  fence claims -o claims.json
  fence claims --recompute -o intervals.csv`,
		Args: noArgs,
	}
	o := addOutput(a, cmd, tableForms...)
	fs := cmd.Flags()
	fs.StringVar(&only, "only", "", "list of the `ids` to check")
	fs.Var(&seed, "seed", "the first seed of every run")
	fs.Var(&workers, "workers", "trials run side by side; 0 is one a core; results do not depend on it")
	fs.BoolVar(&recompute, "recompute", false, "compute the intervals of the sampled claims and write them as CSV")
	fs.Var(&blocks, "blocks", "with --recompute: the number of blocks, 1,999 or more")
	cmd.RunE = func(*cobra.Command, []string) error {
		opt, err := claimOptions(seed.value, workers.value, only)
		if err != nil {
			return err
		}
		if opt.Blocks, err = strconv.Atoi(blocks.value); err != nil || opt.Blocks < 1 {
			return fmt.Errorf("blocks = %q: must be a whole number, 1,999 or more", blocks.value)
		}
		if !recompute && fs.Changed("blocks") {
			return errors.New("blocks can be given with recompute alone: a check runs one block, of the published size")
		}
		report, wipe := a.counted(o.quiet, "claims")
		forms := tableForms
		if recompute {
			if only != "" || fs.Changed("seed") {
				return errors.New("recompute cannot be given with only or seed: the intervals are those of all " +
					"claims, on seeds of their own")
			}
			opt.Seed = 0 // the intervals' own
			forms = []string{"csv"}
			report, wipe = a.counted(o.quiet, "blocks")
		}
		if err := o.ready(forms...); err != nil {
			return err
		}
		defer o.close()
		opt.Progress, opt.Parts = report, a.parts
		if recompute {
			return o.recompute(opt, wipe)
		}
		return o.claims(opt, wipe)
	}
	return cmd
}

func claimOptions(seed, workers, only string) (claims.Options, error) {
	var opt claims.Options
	var errs [2]error
	if opt.Seed, errs[0] = strconv.ParseUint(seed, 10, 64); errs[0] != nil || opt.Seed == 0 {
		errs[0] = fmt.Errorf("seed = %q: must be a whole number within [1, %d]", seed, uint64(math.MaxUint64))
	}
	if opt.Workers, errs[1] = strconv.Atoi(workers); errs[1] != nil || opt.Workers < 0 {
		errs[1] = fmt.Errorf("workers = %q: must be a whole number that is not negative", workers)
	}
	for id := range strings.SplitSeq(only, ",") {
		if id = strings.TrimSpace(id); id != "" {
			opt.Only = append(opt.Only, id)
		}
	}
	return opt, errors.Join(errs[:]...)
}

func (o *output) recompute(opt claims.Options, wipe func()) error {
	done := counting(&opt)
	intervals, err := claims.Intervals(o.a.ctx, opt)
	wipe()
	if err != nil {
		return o.stopped(err, done("blocks"))
	}
	if err := claims.WriteIntervals(o.w, intervals); err != nil {
		return err
	}
	return o.commitAlone() // each line says what it comes from
}

// counting keeps how far the claims or the blocks have come, and returns what says it: " after 3 of 118 claims", or
// nothing before the first is done.
func counting(opt *claims.Options) func(what string) string {
	report, done, total := opt.Progress, 0, 0
	opt.Progress = func(d, t int) {
		done, total = d, t
		if report != nil {
			report(d, t)
		}
	}
	return func(what string) string {
		if done == 0 {
			return ""
		}
		return fmt.Sprintf(" after %s of %s %s", frame.Grouped(int64(done)), frame.Grouped(int64(total)), what)
	}
}

// stopped says how far a command had come that was interrupted and has nothing to show for it.
func (o *output) stopped(err error, after string) error {
	if o.a.ctx.Err() == nil {
		return err
	}
	if o.main != nil {
		o.a.say("interrupted%s; nothing was written to %s", after, o.file)
	} else {
		o.a.say("interrupted%s; there is nothing to show", after)
	}
	return o.a.ctx.Err()
}

func (o *output) claims(opt claims.Options, wipe func()) error {
	done := counting(&opt)
	results, err := claims.Check(o.a.ctx, opt)
	wipe()
	if err != nil && o.a.ctx.Err() != nil && o.main == nil && len(results) > 0 {
		o.a.say("interrupted%s; those below were checked", done("claims"))
	} else if err != nil {
		return o.stopped(err, done("claims"))
	}
	f, bad := claims.Frame(results)
	if bad != nil {
		return bad
	}
	f = f.WithCaption(fmt.Sprintf("seed %d; %s", opt.Seed, trace.Program))
	if bad := o.write(o.w, f, func(frame.Frame) *sheet { return claimSheet(results) }); bad != nil {
		return bad
	}
	if err != nil {
		return o.a.ctx.Err()
	}
	from := origin{Program: trace.Program, Command: o.a.command(), Seed: &opt.Seed}
	if bad := o.commit(from, f.Schema()); bad != nil {
		return bad
	}
	return o.summary(results)
}

// summary says last which of the published statements were checked and what became of them.
func (o *output) summary(results []claims.Result) error {
	scope, err := claims.Scope(results)
	if err != nil {
		return err
	}
	if o.format == "csv" || o.format == "json" || o.file != "" {
		o.a.say("%s", scope)
		o.a.say("%s", claims.Summary(results))
	} else {
		fmt.Fprintf(o.a.stdout, "\n%s\n%s\n", scope, claims.Summary(results))
	}
	if failed(results) > 0 {
		return errFound
	}
	return nil
}

func failed(results []claims.Result) int {
	n := 0
	for _, r := range results {
		if r.Verdict != claims.Holds {
			n++
		}
	}
	return n
}

// claimSheet is a line a claim, and a note for each that fails.
func claimSheet(results []claims.Result) *sheet {
	s := &sheet{head: []string{"verdict", "claim", "published", "ours", "99.9 % interval"}, labels: 2, clip: 28}
	for _, r := range results {
		interval := "-"
		if !math.IsNaN(r.Low) {
			interval = strings.TrimSpace(limits(r.Low, r.High, short))
		}
		s.rows = append(s.rows, []string{string(r.Verdict), r.ID, r.Published, r.Ours, interval})
		if r.Verdict != claims.Holds {
			s.notes = append(s.notes, r.ID+" fails: "+r.Reason)
		}
	}
	return s
}

// counted is progress of something else than trials.
func (a *app) counted(quiet bool, what string) (func(done, total int), func()) {
	report, wipe := a.progress(quiet)
	if a.meter != nil {
		a.meter.what = what
	}
	return report, wipe
}

// columnsCommand writes what every column means; docs/results.md is made by it.
func columnsCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "columns", Short: "What every column means", Args: noArgs, Hidden: true,
		Long:    "Columns writes the page docs/results.md, or the list of the experiments' columns in another form.",
		Example: "  fence columns -f md -o docs/results.md"}
	o := addOutput(a, cmd, tableForms...)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := o.ready(tableForms...); err != nil {
			return err
		}
		defer o.close()
		f := fencekit.Columns()
		var err error
		switch o.format {
		case "md":
			err = resultsPage(o.w)
		case "table":
			err = f.WriteText(o.w)
		default:
			err = o.write(o.w, f, wide(len(f.Columns())))
		}
		if err != nil {
			return err
		}
		return o.commit(origin{Program: trace.Program, Command: a.command()}, f.Schema())
	}
	return cmd
}
