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
	"fence/fencekit/outfile"
	"fence/fencekit/trace"
	"fence/plots"
)

func reportCommand(a *app) *cobra.Command {
	dir, quiet := "fence-report", false
	seed, workers := text{"1", "int"}, text{"0", "int"}
	cmd := &cobra.Command{
		Use:   "report",
		Short: "The published experiment, whole: every table, a page about them, and the claims",
		Long: `Report runs the published experiment: the postures side by side, each source of failure alone, what a margin absorbs,
the dial of the expiry check, failovers, the control, and read-modify-write sections. It writes every table as CSV, JSON
and Markdown, beside the first two what made them and what their columns are, every figure as PNG and SVG into figures/,
and two pages about them, index.html, which needs no network, and report.md; it then prints the tables and checks the
published claims. It exits with 1 when a claim fails.`,
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
		r := &report{a: a, opt: opt, dir: dir, folder: folder, page: &page{title: "The published experiment"},
			views: map[string]*view{}}
		var over func()
		r.progress, over = a.progress(quiet)
		r.wipe = a.meter.wipe
		defer over()
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
	page     *page
	printed  bytes.Buffer     // what goes to standard output
	views    map[string]*view // of the tables so far, by name
	origins  []madeOrigin
	pictures []picture // to be drawn when all are known
}

// madeOrigin says what a table or a figure was made with.
type madeOrigin struct {
	Table  string `json:"table,omitempty"`
	Figure string `json:"figure,omitempty"`
	origin
}

// picture is a figure of the report and the name of its files.
type picture struct {
	name   string
	figure *plots.Figure
}

// section is one table of the report.
type section struct {
	name, title string
	experiment  func() fencekit.Experiment
	run         func(context.Context, fencekit.Experiment) (frame.Frame, error)
	show        func(frame.Frame) *sheet
	// says puts into words what the figures show; it may look at the tables before.
	says func(v *view, tables map[string]*view) string
	// draw adds the figures, if there are any.
	draw illustrator
}

func (r *report) run(ctx context.Context) error {
	if err := r.race(ctx); err != nil {
		return r.stopped(err)
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
	if err := r.finish(ctx); err != nil {
		return r.stopped(err)
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
		r.tables(), len(sections())+1, r.dir)
	return r.a.ctx.Err()
}

// tables is how many tables there are so far.
func (r *report) tables() (n int) {
	for _, o := range r.origins {
		if o.Table != "" {
			n++
		}
	}
	return n
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
	if r.tables() > 1 {
		t.legend = "" // the first table of the page has said it
	}
	v := newView(f)
	r.views[s.name] = v
	if err := r.add(s.title, s.says(v, r.views), t); err != nil || s.draw == nil {
		return err
	}
	return s.draw(ctx, r, &e, f)
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
	r.origins = append(r.origins, madeOrigin{Table: name, origin: from})
	return errors.Join(r.folder.WriteFile(name+".csv", csv.Bytes()), r.folder.WriteFile(name+".csv"+besideEnding, beside),
		r.folder.WriteFile(name+".json", json.Bytes()), r.folder.WriteFile(name+".json"+besideEnding, beside),
		r.folder.WriteFile(name+".md", md.Bytes()))
}

// add puts a table on the page and prints it.
func (r *report) add(title, says string, t *sheet) error {
	r.page.section(title)
	r.page.paragraph(says)
	if err := r.page.table(t); err != nil {
		return err
	}
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
		"12 blocks within six standard errors of the mean stored with that interval. Ours is the block at the seed.",
		capital(claims.Summary(results)))
	return results, r.add("The claims", says, t)
}

// finish writes the pictures, the pages and what made everything, and moves all to its place.
func (r *report) finish(ctx context.Context) error {
	r.a.running.Store(false)
	if err := r.drawAll(ctx); err != nil {
		return err
	}
	b, err := json.MarshalIndent(r.origins, "", "  ")
	if err != nil {
		return err
	}
	about := trace.Program + "; `" + r.a.command() + "`"
	err = errors.Join(r.folder.WriteFile("report.meta.json", append(b, '\n')),
		r.folder.WriteFile("report.md", []byte(r.page.markdown(about))),
		r.folder.WriteFile("index.html", []byte(r.page.html(trace.Program, r.a.command()))))
	if err != nil {
		return err
	}
	return r.folder.Commit()
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
