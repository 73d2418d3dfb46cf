package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/plots"
)

// dial holds the flags of the picture of a sweep over margins.
type dial struct {
	list   string // of margins
	text   string // of the chosen one
	wild   bool
	pareto bool
	chosen *time.Duration // nil where no margin is chosen
}

func (d *dial) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	var defaults []string
	for _, m := range fencekit.DefaultMargins() {
		defaults = append(defaults, m.String())
	}
	fs.StringVar(&d.list, "margins", strings.Join(defaults, ","),
		"list of `durations`, and of ranges such as 0s..2s/250ms")
	fs.StringVar(&d.text, "chosen", "", "pictures: mark a margin, a `duration` such as 500ms, with the values at it")
	fs.BoolVar(&d.wild, "wild", true, "pictures: mark the margins of systems in use")
	fs.BoolVar(&d.pareto, "pareto", false, "pictures: what each margin costs against what it leaves, in place of the dial")
}

// ready reads the flags.
func (d *dial) ready(fs *pflag.FlagSet) error {
	chosen := fs.Changed("chosen")
	if d.pareto && (chosen || fs.Changed("wild")) {
		return errors.New("--pareto cannot be given with --chosen or --wild: they mark the dial")
	}
	if !chosen {
		return nil
	}
	margin, err := time.ParseDuration(d.text)
	if err != nil || margin < 0 {
		return fmt.Errorf("chosen = %q: must be a duration that is not negative, such as 500ms", d.text)
	}
	d.chosen = &margin
	return nil
}

// margins returns the margins to measure. In a picture the chosen one is among them, in its place, so that what stands
// at it was measured. It says where the usual ones end if that is short for the lease.
func (d *dial) margins(m *model, e *fencekit.Experiment) ([]time.Duration, error) {
	list, err := durations("margins", d.list)
	if err := errors.Join(err, d.ready(m.flags)); err != nil {
		return nil, err
	}
	if c := d.chosen; c != nil && isPicture(m.out.format) && !slices.Contains(list, *c) {
		at := slices.IndexFunc(list, func(other time.Duration) bool { return other > *c })
		if at < 0 {
			at = len(list)
		}
		list = slices.Insert(list, at, *c)
	}
	if last := slices.Max(list); !m.flags.Changed("margins") && last < e.Params.Lease/3 {
		m.remark("the margins end at %v, and the lease is %v; name others with --margins, such as 0s..20s/4s", last,
			e.Params.Lease)
	}
	return list, nil
}

// durations reads a list of durations, and of ranges of margins.
func durations(name, list string) (out []time.Duration, err error) {
	for part := range strings.SplitSeq(list, ",") {
		texts, err := spelledOut("margin", strings.TrimSpace(part))
		if err != nil {
			return nil, errors.New(strings.Replace(err.Error(), "margin = ", name+" = ", 1))
		}
		for _, text := range texts {
			d, err := time.ParseDuration(text)
			if err != nil {
				return nil, fmt.Errorf("%s = %q: must be a duration with its unit, such as 250ms", name, part)
			}
			out = append(out, d)
		}
	}
	return out, nil
}

// chart draws the dial, or what its margins cost and leave.
func (d *dial) chart(f frame.Frame) (*plots.Figure, error) {
	if d.pareto {
		return paretoChart(f)
	}
	m := plots.Margin{Chosen: d.chosen, Title: "The dial of the expiry check"}
	if d.wild {
		m.Wild = plots.WildMargins()
	}
	return m.Figure(f)
}
