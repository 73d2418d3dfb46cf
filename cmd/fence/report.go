package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/claims"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/outfile"
	"fence/fencekit/trace"
)

func reportCommand(a *app) *cobra.Command {
	dir, quiet := "fence-report", false
	seed, workers := text{"1", "int"}, text{"0", "int"}
	cmd := &cobra.Command{
		Use:   "report",
		Short: "The published experiment, whole: every table, a page about them, and the claims",
		Long: `Report runs the published experiment: the postures side by side, each source of failure alone, what a margin absorbs,
the dial of the expiry check, failovers, the control, and read-modify-write sections. It writes every table as CSV, JSON
and Markdown, beside the first two what made them and what their columns are, and a page about the tables, report.md; it
then prints them and checks the published claims. It exits with 1 when a claim fails.`,
		Example: `  fence report
  fence report -o out --seed 1000`,
		Args: noArgs,
	}
	fs := cmd.Flags()
	fs.StringVarP(&dir, "output", "o", dir, "the `folder` to write to; files of other names in it stay as they are")
	fs.Var(&seed, "seed", "the first seed of every run")
	fs.Var(&workers, "workers", "trials run side by side; 0 is one a core; results do not depend on it")
	fs.BoolVar(&quiet, "quiet", false, "no progress on standard error")
	cmd.RunE = func(*cobra.Command, []string) error {
		opt, err := claimOptions(seed.value, workers.value, "")
		if err != nil {
			return err
		}
		if opt.Seed > math.MaxUint64-manySeeds {
			return fmt.Errorf("seed = %d: a report takes up to %s seeds from it on: must be at most %d", opt.Seed,
				frame.Grouped(manySeeds), uint64(math.MaxUint64-manySeeds))
		}
		if dir == "" {
			return errors.New(`output = "": must be the name of a folder`)
		}
		folder, err := a.unfinished.CreateFolder(dir)
		if err != nil {
			return err
		}
		defer folder.Abort()
		r := &report{a: a, opt: opt, dir: dir, folder: folder, views: map[string]*view{}}
		r.progress, r.wipe = a.progress(quiet)
		defer r.wipe()
		return r.run(a.ctx)
	}
	return cmd
}

// manySeeds is more than any table of the report takes.
const manySeeds = 1_000_000

// report is a report being made. It is printed when it has been written, so that whoever reads the first lines and no
// more has the files all the same.
type report struct {
	a        *app
	opt      claims.Options
	dir      string // of the folder, as it was named
	folder   *outfile.Folder
	progress func(done, total int)
	wipe     func()
	page     strings.Builder
	printed  bytes.Buffer     // what goes to standard output
	views    map[string]*view // of the tables so far, by name
	origins  []tableOrigin
}

// tableOrigin says what a table was made with.
type tableOrigin struct {
	Table string `json:"table"`
	origin
}

// section is one table of the report.
type section struct {
	name, title string
	experiment  func() fencekit.Experiment
	run         func(context.Context, fencekit.Experiment) (frame.Frame, error)
	show        func(frame.Frame) *sheet
	// says puts into words what the figures show; it may look at the tables before.
	says func(v *view, tables map[string]*view) string
}

func (r *report) run(ctx context.Context) error {
	fmt.Fprintf(&r.page, "# The published experiment\n\n%s; `%s`\n\n", trace.Program, r.a.command())
	if err := r.lanes(); err != nil {
		return err
	}
	for _, s := range sections() {
		if err := r.section(ctx, &s); err != nil {
			return r.stopped(err)
		}
	}
	results, err := r.claims(ctx)
	if err != nil {
		return r.stopped(err)
	}
	if err := r.finish(); err != nil {
		return err
	}
	fmt.Fprintf(&r.printed, "\n%s\n%s\n", "written to "+r.dir, claims.Summary(results))
	if _, err := r.a.stdout.Write(r.printed.Bytes()); err != nil {
		return fmt.Errorf("%s is written, but not printed: %w", r.dir, err)
	}
	if failed(results) > 0 {
		return errFound
	}
	return nil
}

// stopped says how far an interrupted report came.
func (r *report) stopped(err error) error {
	r.wipe()
	if r.a.ctx.Err() == nil {
		return err
	}
	if _, err := r.a.stdout.Write(r.printed.Bytes()); err != nil {
		return err
	}
	r.a.say("interrupted after %d of %d tables; those printed are complete, and nothing was written to %s",
		len(r.origins), len(sections())+1, r.dir)
	return r.a.ctx.Err()
}

func (r *report) section(ctx context.Context, s *section) error {
	e := s.experiment()
	e.Seed, e.Workers, e.Progress, e.Trials = r.opt.Seed, r.opt.Workers, r.progress, r.a.atMost(e.Trials)
	f, err := s.run(ctx, e)
	r.wipe()
	if err != nil {
		return err
	}
	t := s.show(f)
	t.caption = []string{f.Caption()}
	if err := r.table(s.name, originOf(r.a, &e), f, t); err != nil {
		return err
	}
	if len(r.origins) > 1 {
		t.legend = "" // the first table of the page has said it
	}
	v := newView(f)
	r.views[s.name] = v
	return r.add(s.title, s.says(v, r.views), t)
}

// table writes a table in three forms. A file beside its rows says what made them and what they are.
func (r *report) table(name string, from origin, f frame.Frame, t *sheet) error {
	var csv, json, md bytes.Buffer
	alone := *t
	alone.caption = append(slices.Clone(t.caption), "`"+r.a.command()+"`")
	if err := errors.Join(f.WriteCSV(&csv), f.WriteJSON(&json), alone.markdown(&md)); err != nil {
		return err
	}
	beside, err := from.beside(f.Schema())
	if err != nil {
		return err
	}
	r.origins = append(r.origins, tableOrigin{name, from})
	return errors.Join(r.folder.WriteFile(name+".csv", csv.Bytes()), r.folder.WriteFile(name+".csv"+besideEnding, beside),
		r.folder.WriteFile(name+".json", json.Bytes()), r.folder.WriteFile(name+".json"+besideEnding, beside),
		r.folder.WriteFile(name+".md", md.Bytes()))
}

// add puts a table on the page and prints it.
func (r *report) add(title, says string, t *sheet) error {
	fmt.Fprintf(&r.page, "## %s\n\n%s\n", title, wrapped(says, screen))
	if err := t.markdown(&r.page); err != nil {
		return err
	}
	r.page.WriteByte('\n')
	fmt.Fprintf(&r.printed, "%s\n%s\n", title, strings.Repeat("=", len(title)))
	if err := t.text(&r.printed, min(screen, r.a.width())); err != nil {
		return err
	}
	r.printed.WriteByte('\n')
	return nil
}

func (r *report) claims(ctx context.Context) ([]claims.Result, error) {
	opt := r.opt
	opt.Progress, opt.Parts = r.progress, r.a.parts
	if r.a.meter != nil {
		r.a.meter.what = "claims"
	}
	results, err := claims.Check(ctx, opt)
	r.wipe()
	if err != nil {
		return nil, err
	}
	f, err := claims.Frame(results)
	if err != nil {
		return nil, err
	}
	t := claimSheet(results)
	t.caption = []string{fmt.Sprintf("seed %d; %s", opt.Seed, trace.Program)}
	from := origin{Program: trace.Program, Command: r.a.command(), Seed: &opt.Seed} // each claim has its own parameters
	if err := r.table("claims", from, f.WithCaption(t.caption[0]), t); err != nil {
		return nil, err
	}
	says := fmt.Sprintf("%s. A structural or exact claim holds when it is exactly as published; a sampled one when "+
		"the published figure lies inside the model's own 99.9 %% prediction interval, and the mean of this engine over "+
		"12 blocks within five standard errors of the mean stored with that interval. Ours is the block at the seed.",
		capital(claims.Summary(results)))
	return results, r.add("The claims", says, t)
}

// finish writes the page and what made it, and moves everything to its place.
func (r *report) finish() error {
	b, err := json.MarshalIndent(r.origins, "", "  ")
	if err != nil {
		return err
	}
	if err := r.folder.WriteFile("report.meta.json", append(b, '\n')); err != nil {
		return err
	}
	if err := r.folder.WriteFile("report.md", []byte(strings.TrimRight(r.page.String(), "\n")+"\n")); err != nil {
		return err
	}
	return r.folder.Commit()
}

// lanes draws one run unprotected and fenced: the first seed that destroys work, about the attempt that did.
func (r *report) lanes() error {
	e := fencekit.New()
	for seed := r.opt.Seed; seed < r.opt.Seed+1000; seed++ { // far from the last seed there is
		s := lease.Draw(&e.Params, seed)
		client, attempt, _, err := fencekit.MostDamaging(s, lease.Unprotected)
		if err != nil {
			return err
		}
		if lease.Judge(lease.Serve(s, false), lease.Unprotected, 0)[lease.WorkDestroyed] > 0 {
			return r.draw(s, client, attempt)
		}
	}
	return errors.New("report: no work is destroyed in 1000 seeds; there is nothing to draw")
}

func (r *report) draw(s *lease.Schedule, client, attempt int32) error {
	window := trace.Lanes{Width: 100}
	for _, g := range lease.Serve(s, false).Grants {
		if g.Client == client && g.Attempt == attempt {
			window.From, window.To = max(0, g.At-s.Params.Lease), min(g.LetGo+s.Params.Lease, s.Params.Horizon)
		}
	}
	fmt.Fprintf(&r.page, "## One race, twice\n\nSeed %d, the same schedule with a resource that checks nothing and "+
		"with one that checks tokens.\n\n", s.Seed)
	for _, p := range []lease.Posture{lease.Unprotected, lease.Fencing} {
		log, err := lease.Log(s, p)
		if err != nil {
			return err
		}
		story, err := fencekit.Explain(s, p, client, attempt)
		if err != nil {
			return err
		}
		drawing := strings.TrimRight(trace.ASCII(log, window), "\n")
		fmt.Fprintf(&r.page, "%s:\n\n```\n%s\n\n%s```\n\n", capital(p.Name), drawing, story)
		fmt.Fprintf(&r.printed, "%s, seed %d\n\n%s\n\n", p.Name, s.Seed, drawing)
	}
	return nil
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
