package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"fence/fencekit/frame"
	"fence/plots"
)

// dial holds the flags of the picture of a sweep over margins.
type dial struct {
	text   string
	wild   bool
	pareto bool
	chosen *time.Duration // nil where no margin is chosen
}

func (d *dial) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&d.text, "chosen", "", "pictures: mark a margin, a `duration` such as 500ms, with the values at it")
	fs.BoolVar(&d.wild, "wild", true, "pictures: mark the margins of systems in use")
	fs.BoolVar(&d.pareto, "pareto", false, "pictures: what each margin costs against what it leaves, in place of the dial")
}

// ready reads the flags.
func (d *dial) ready(cmd *cobra.Command) error {
	chosen := cmd.Flags().Changed("chosen")
	if d.pareto && (chosen || cmd.Flags().Changed("wild")) {
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
