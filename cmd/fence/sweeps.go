package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/plots"
)

// commands returns every command, in the order of help.
func commands(a *app) []*cobra.Command {
	return []*cobra.Command{
		reportCommand(a),
		compareCommand(a), sourcesCommand(a), marginCommand(a), driftCommand(a), failoverCommand(a), controlCommand(a),
		gridCommand(a),
		scheduleCommand(a), lanesCommand(a), trialsCommand(a), explainCommand(a), auditCommand(a),
		claimsCommand(a), versionCommand(a), columnsCommand(a),
	}
}

var tableForms = []string{"table", "csv", "json", "md", "html", "tex"}

// gridForms are those of a grid: heat is the heat map without the table.
var gridForms = append(tableForms[:len(tableForms):len(tableForms)], "heat")

// varied are the flags that a command has no use for, since what they set is what it varies.
var varied = map[string][]string{"sources": {"sources"}, "margin": {"margin"}, "failover": {"failover"},
	"drift": {"postures", "sources", "drift", "margin", "early-release"}}

// shown is what a command shows of an experiment.
type shown struct {
	trials   int
	postures string
	table    func(frame.Frame) *sheet
	wide     func(frame.Frame) *sheet
	chart    func(frame.Frame) (*plots.Figure, error) // nil for a command that draws no picture
	pictured []string                                 // flags of the command that are of its picture alone
}

// sweep makes a command of an experiment that returns a frame.
func sweep(a *app, cmd *cobra.Command, w wants, s shown,
	experiment func(context.Context, fencekit.Experiment) (frame.Frame, error)) *cobra.Command {
	return sweepOf(a, cmd, w, s, func(ctx context.Context, _ *model, e fencekit.Experiment) (frame.Frame, error) {
		return experiment(ctx, e)
	})
}

// sweepOf is sweep for an experiment that has something to say about the model.
func sweepOf(a *app, cmd *cobra.Command, w wants, s shown,
	experiment func(context.Context, *model, fencekit.Experiment) (frame.Frame, error)) *cobra.Command {
	m := addModel(a, cmd, w|wantsTrials|wantsPostures, s.trials, s.postures)
	m.sets = varied[cmd.Name()]
	for _, name := range varied[cmd.Name()] {
		m.flags.Lookup(name).Hidden = true
	}
	forms := tableForms
	if cmd.Name() == "grid" {
		forms = gridForms
	}
	if s.chart != nil {
		forms = withPictures(forms)
	}
	o := addOutput(a, cmd, forms...)
	m.out, o.chart = o, s.chart
	addWide(o, cmd)
	if s.chart != nil {
		addLook(o, cmd, s.pictured...)
	}
	cmd.Args = noArgs
	cmd.RunE = func(*cobra.Command, []string) error {
		for _, name := range varied[cmd.Name()] {
			if m.flags.Changed(name) {
				return fmt.Errorf("--%s cannot be given to %s: the command sets it by itself", name, cmd.CommandPath())
			}
		}
		e, err := m.experiment()
		if err != nil {
			return err
		}
		if m.print {
			if len(m.varied()) > 0 {
				m.remark("--vary is no parameter and is not written; give it again with --params")
			}
			return o.params(m, &e)
		}
		if err := o.ready(forms...); err != nil {
			return err
		}
		defer o.close()
		report, wipe := a.progress(o.quiet)
		e.Progress = report
		f, err := experiment(a.ctx, m, e)
		wipe()
		if o.wide {
			return o.frame(&e, f, err, s.wide)
		}
		return o.frame(&e, f, err, s.table)
	}
	return cmd
}

func compareCommand(a *app) *cobra.Command {
	return sweep(a, &cobra.Command{
		Use:   "compare",
		Short: "Judge the same runs under several postures",
		Long:  "Compare runs a number of seeds, judges each under every posture on one and the same timeline, and adds up.",
		Example: `  fence compare
  fence compare --postures all --trials 1000
  fence compare --postures check,check+fencing --margin 500ms -o compare.json
  fence compare --pause 'file(pauses.csv)' --lease 10s --horizon 10m`,
	}, wantsSchedule, shown{trials: 150, postures: "unprotected,check,fencing", table: scoreboard, wide: transposed,
		chart: postureChart}, fencekit.Compare)
}

// transposed is every column of a comparison, a line each.
func transposed(f frame.Frame) *sheet {
	v := newView(f)
	s := &sheet{head: append([]string{""}, v.texts["posture"]...), labels: 1}
	for _, name := range f.Columns()[1:] {
		line := []string{name}
		for i := range f.Rows() {
			line = append(line, exact(name).cell(v, i))
		}
		s.rows = append(s.rows, line)
	}
	return s
}

func sourcesCommand(a *app) *cobra.Command {
	return sweep(a, &cobra.Command{
		Use:   "sources",
		Short: "Each source of failure on its own",
		Long:  "Sources runs the experiment with no source of failure, with each on its own, and with the published three.",
		Example: `  fence sources
  fence sources --postures unprotected --drift 1000 -f csv`,
	}, 0, shown{trials: 150, postures: "unprotected,check,fencing", table: sourceSheet, wide: wide(2), chart: sourceChart},
		fencekit.Sources)
}

var sourceSheet = list([]figure{plainly("sources", "sources"), plainly("posture", "posture")},
	shared("aborted %", "abort_pct"), counted("unlocked applied", "unlocked_applied"),
	counted("work destroyed", "work_destroyed"), counted("both held, moments", "both_held"))

func marginCommand(a *app) *cobra.Command {
	var d dial
	cmd := &cobra.Command{
		Use:   "margin",
		Short: "The dial of the expiry check, margin by margin",
		Long: `Margin judges the same timelines at every margin of the expiry check. It uses those of the postures that check;
the differences are to the first margin. A picture has the chosen margin among them.`,
		Example: `  fence margin
  fence margin --margins 0s,500ms,1s --trials 1000
  fence margin --margins 0s..10s/2s --lease 30s
  fence margin --postures check,check+fencing -o dial.csv
  fence margin --chosen 1s -o dial.svg`,
	}
	d.add(cmd)
	return sweepOf(a, cmd, 0, shown{trials: 80, postures: "check", table: marginSheet, wide: wide(2), chart: d.chart,
		pictured: []string{"chosen", "wild", "pareto"}},
		func(ctx context.Context, m *model, e fencekit.Experiment) (frame.Frame, error) {
			list, err := d.margins(m, &e)
			if err != nil {
				return frame.Frame{}, err
			}
			var warnings []string
			for _, d := range list {
				one := e.Params
				if one.Margin = d; d >= e.Params.Lease {
					warnings = append(warnings, one.Warnings()...)
				}
			}
			m.warned(warnings)
			var idle []string
			for _, p := range e.Postures {
				if !p.Check {
					idle = append(idle, p.Name)
				}
			}
			f, err := fencekit.MarginSweep(ctx, e, list)
			if err == nil && idle != nil {
				m.remark("left out, since no margin matters to what checks nothing: %s", strings.Join(idle, ", "))
			}
			return f, err
		})
}

func driftCommand(a *app) *cobra.Command {
	return sweep(a, &cobra.Command{
		Use:   "drift",
		Short: "What a margin of the expiry check absorbs: a slow clock, and not a step",
		Long: `Drift runs clocks that are fast or slow by 200, 1,000 and 10,000 ppm, and right clocks that step back, and counts the
writes that a check sends although its lease is over: at a margin of 0, and at one just above what the slowest of the
clocks loses on a lease.`,
		Example: `  fence drift
  fence drift --lease 30s
  fence drift --step 5ms`,
	}, 0, shown{trials: fencekit.DriftTrials, postures: "check", table: driftSheet, wide: wide(3), chart: driftChart},
		func(ctx context.Context, e fencekit.Experiment) (frame.Frame, error) {
			return fencekit.Drift(ctx, e, fencekit.DefaultRates())
		})
}

var driftSheet = list([]figure{plainly("sources", "sources"), plainly("rate error, ppm", "drift_ppm"),
	plainly("margin ms", "margin_ms")}, plainly("sent", "sent"), plainly("aborted", "aborted"),
	counted("sent though over", "sent_over"))

var marginSheet = list([]figure{plainly("margin ms", "margin_ms"), plainly("posture", "posture")},
	shared("aborted %", "abort_pct"), counted("unlocked applied", "unlocked_applied"),
	counted("work destroyed", "work_destroyed"), counted("margins cancelled", "margins_cancelled"),
	plainly("both held, ms", "both_held_ms"))

func failoverCommand(a *app) *cobra.Command {
	return sweep(a, &cobra.Command{
		Use:   "failover",
		Short: "A lock service that forgets what number it handed out last",
		Long: `Failover runs the experiment with a lock service that never fails over, that loses the tail of its counter when it
does, and that fails over with consensus. With --writes 2 it shows what strict fencing costs.`,
		Example: `  fence failover
  fence failover --writes 2
  fence failover --release owner+token --failover-loses 1-5`,
	}, 0, shown{trials: 150, postures: "fencing,strict", table: failoverSheet, wide: wide(2), chart: failoverChart},
		fencekit.Failover)
}

var failoverSheet = list([]figure{plainly("failover", "failover"), plainly("posture", "posture")},
	plainly("sent", "sent"), counted("refused", "refused"), counted("refused within promise", "refused_live"),
	counted("same-token overwrites", "same_token"), counted("newer overwritten", "newer_overwritten"),
	counted("work destroyed", "work_destroyed"))

func controlCommand(a *app) *cobra.Command {
	return sweep(a, &cobra.Command{
		Use:   "control",
		Short: "Are the races the same whatever the posture, seed by seed",
		Long:  "Control draws and runs every seed anew for each posture and compares it with the first posture's run.",
		Example: `  fence control
  fence control --postures all --trials 1000
  fence control --early-release      the control that this option breaks`,
	}, 0, shown{trials: fencekit.ControlTrials, postures: "unprotected,check,fencing", table: controlSheet,
		wide: controlSheet}, fencekit.Control)
}

func controlSheet(f frame.Frame) *sheet {
	s := list([]figure{plainly("posture", "posture")}, plainly("trials", "trials"),
		plainly("seeds differing", "seeds_differing"),
		plainly("schedules differing", "schedules_differing"), plainly("both held, moments", "both_held"),
		plainly("both held, ms", "both_held_ms"), plainly("identical", "identical"))(f)
	s.notes, s.legend = nil, ""
	return s
}

func gridCommand(a *app) *cobra.Command {
	var vary []string
	var axes []fencekit.Axis
	var h heat
	cmd := &cobra.Command{
		Use:   "grid",
		Short: "Every combination of some parameters, and a heat map",
		Long: `Grid runs the experiment for every combination of the values that --vary names, the last one changing first. Values
are separated by commas outside parentheses; several sources together are joined by a plus. from..to/step stands for the
values from one to another, both included.

Below the table stand heat maps of a figure: the last parameter across, the one before it down, and a map for each
posture and each combination of the others. A shade with more ink stands for more. -f heat writes the maps alone, and a
file that ends in .png, .svg, .pdf or .eps holds them as a picture.`,
		Example: `  fence grid --vary lease=2s,3s,5s --vary margin=0s,500ms
  fence grid --vary lease=2s,3s,5s,10s --vary margin=0s..2s/250ms --heat work_destroyed -f heat
  fence grid --vary 'pause=uniform(1s,5s),exp(2s)' --vary sources=pauses,pauses+delay -f json`,
	}
	cmd.Flags().StringArrayVar(&vary, "vary", nil,
		"a parameter and its values: `name=value,...`, or name=from..to/step; may be given several times")
	h.add(cmd)
	show := func(f frame.Frame) *sheet {
		var labels []figure
		for _, name := range append(h.axes[:len(h.axes):len(h.axes)], "posture") {
			labels = append(labels, plainly(strings.ReplaceAll(name, "_", " "), name))
		}
		return list(labels, shared("aborted %", "abort_pct"), counted("unlocked applied", "unlocked_applied"),
			counted("work destroyed", "work_destroyed"), counted("lost updates", "lost_updates").where("lost_updates"),
			plainly("both held, ms", "both_held_ms"))(f)
	}
	return sweepOf(a, cmd, 0, shown{trials: 150, postures: "unprotected,check,fencing", table: show,
		wide: func(f frame.Frame) *sheet { return wide(len(axes) + 1)(f) }, chart: h.chart},
		func(ctx context.Context, m *model, e fencekit.Experiment) (f frame.Frame, err error) {
			if axes, err = m.axes(vary, e); err != nil {
				return f, err
			}
			h.axes, h.varies = columnsOf(axes), axes[0].Name
			if err := h.ready(m, m.out); err != nil {
				return f, err
			}
			return fencekit.Grid(ctx, e, axes...)
		})
}

// axes reads the axes of a grid, checks them, and says what is to be said about what they vary.
func (m *model) axes(vary []string, e fencekit.Experiment) ([]fencekit.Axis, error) {
	axes, err := readAxes(vary)
	if err != nil {
		return nil, err
	}
	for i := range axes {
		axes[i].Rated = axes[i].Name == "pause" && m.rated(m.varied())
	}
	combinations, err := fencekit.Combinations(e, axes)
	if err != nil {
		return nil, err
	}
	for _, x := range axes {
		if m.flags.Changed(x.Name) {
			return nil, fmt.Errorf("--%s cannot be given with --vary %s", x.Name, x.Name)
		}
	}
	m.recordings(combinations)
	m.warned(newWarnings(combinations, e.Params.Warnings()))
	m.idle(combinations)
	return axes, nil
}

// columnsOf names the columns of the axes.
func columnsOf(axes []fencekit.Axis) (out []string) {
	for _, x := range axes {
		name := x.Name
		if p, err := fencekit.LookupParameter(name); err == nil {
			name = p.Column()
		}
		out = append(out, name)
	}
	return out
}

// recordings says once of each recording of pauses that is varied what it does to how often they come.
func (m *model) recordings(combinations []fencekit.Experiment) {
	varied, said := m.varied(), map[string]bool{}
	for i := range combinations {
		p := &combinations[i].Params
		if text := p.Pause.String(); varied["pause"] && !said[text] {
			said[text] = true
			m.recorded(p, varied)
		}
	}
}

func readAxes(vary []string) ([]fencekit.Axis, error) {
	var axes []fencekit.Axis
	for _, text := range vary {
		name, list, ok := strings.Cut(text, "=")
		if !ok || name == "" || list == "" {
			return nil, fmt.Errorf("vary = %q: must be a parameter and its values, such as lease=2s,3s", text)
		}
		x := fencekit.Axis{Name: strings.TrimSpace(name)}
		for _, value := range outside(list) {
			values, err := spelledOut(x.Name, value)
			if err != nil {
				return nil, err
			}
			x.Values = append(x.Values, values...)
		}
		axes = append(axes, x)
	}
	if axes == nil {
		return nil, fmt.Errorf("vary: must name at least one parameter, such as --vary lease=2s,3s")
	}
	return axes, nil
}

// spelledOut returns the values that a value of --vary stands for: those of a range, or itself. What has parentheses is a
// distribution, whose files may have dots and slashes in their names.
func spelledOut(name, value string) ([]string, error) {
	from, rest, isRange := strings.Cut(value, "..")
	if !isRange || strings.Contains(value, "(") {
		return []string{value}, nil
	}
	to, step, ok := strings.Cut(rest, "/")
	if !ok || strings.HasPrefix(to, ".") { // .5 after two points is three points and 5 to whoever reads it
		return nil, fmt.Errorf("%s = %q: a range must be from..to/step, such as 0s..2s/250ms", name, value)
	}
	x, err := fencekit.Range(name, from, to, step)
	return x.Values, err
}

// outside splits a list at the commas that stand outside parentheses.
func outside(list string) (out []string) {
	depth, from := 0, 0
	for i, c := range list {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			out = append(out, list[from:i])
			from = i + 1
		}
	}
	return append(out, list[from:])
}

// params writes the parameters instead of running anything.
func (o *output) params(m *model, e *fencekit.Experiment) error {
	if o.file == "" && o.named() {
		return errNoName
	}
	write, err := o.paramsForm()
	if err != nil {
		return err
	}
	if o.file == "" || o.file == "-" {
		return write(o.a.stdout, &e.Params, nil)
	}
	moved, err := m.moved(&e.Params, filepath.Dir(o.file))
	if err != nil {
		return err
	}
	if o.main, err = o.a.unfinished.Create(o.file); err != nil {
		return err
	}
	defer o.close()
	if err := write(o.main, &e.Params, moved); err != nil {
		return err
	}
	return o.commitAlone()
}

// paramsForm settles the form of a parameter file: YAML, unless the format or the file's name says JSON.
func (o *output) paramsForm() (func(io.Writer, *lease.Params, map[string]string) error, error) {
	ext := strings.ToLower(filepath.Ext(o.file))
	named := o.file != "" && o.file != "-"
	switch yaml := ext == ".yaml" || ext == ".yml"; {
	case o.format == "json" && (!named || !yaml && extensions[ext] == "" || ext == ".json"), o.format == "" && ext == ".json":
		return writeParamsJSON, nil
	case (o.format == "" || o.format == "yaml") && (!named || yaml):
		return writeParams, nil
	case named:
		return nil, fmt.Errorf("output = %q: parameters are written as YAML, to a file that ends in .yaml or .yml, or as "+
			"JSON", o.file)
	}
	return nil, fmt.Errorf("format = %s: parameters are written as YAML, or with -f json as JSON", o.format)
}
