package main

import (
	"fmt"
	"math"
	"strings"

	"fence/fencekit/frame"
	"fence/plots"
)

// What each command draws of its frame.

var (
	postureChart  = plots.Postures{}.Figure
	sourceChart   = plots.Sources{}.Figure
	failoverChart = plots.Failover{}.Figure
	paretoChart   = plots.Pareto{Title: "What a margin costs, and what it leaves"}.Figure
)

// axisLabel is what stands at an axis: the name of a column in words, and its unit.
func axisLabel(f frame.Frame, column string) string {
	c, err := f.Column(column)
	if err != nil {
		return "" // the chart says that there is none
	}
	unit := c.Meta.Unit
	if unit == "" {
		return inWords(column)
	}
	return inWords(column) + " [" + unit + "]"
}

// inWords is the name of a column in words, without its unit.
func inWords(column string) string {
	for _, ending := range []string{"_ms", "_pct", "_ppm"} {
		column = strings.TrimSuffix(column, ending)
	}
	return strings.ReplaceAll(column, "_", " ")
}

// distributionChart draws how a counter is distributed over the trials, by posture: as a histogram, or as the share of
// trials up to each value.
func distributionChart(counter string, ecdf bool) func(frame.Frame) (*plots.Figure, error) {
	return func(f frame.Frame) (*plots.Figure, error) {
		label := axisLabel(f, counter)
		if ecdf {
			return plots.ECDF{Column: counter, By: "posture", XLabel: label + ", per trial", Title: "Share of trials"}.Figure(f)
		}
		return plots.Histogram{Column: counter, By: "posture", XLabel: label + ", per trial", YLabel: "trials",
			Title: "Trials by count"}.Figure(f)
	}
}

// driftChart shows what a margin absorbs: a line for each clock that is slow, which falls to nothing at a margin just
// above what it loses on a lease, and one for clocks that step, which does not.
func driftChart(f frame.Frame) (*plots.Figure, error) {
	drawn, err := f.Filter(func(r frame.Row) bool { return r.Float("drift_ppm") <= 0 })
	if err != nil {
		return nil, err
	}
	drawn, err = frame.Derive(drawn, "clock", func(r frame.Row) string {
		if ppm := r.Float("drift_ppm"); ppm < 0 {
			return "slow by " + frame.Grouped(int64(math.Round(-ppm))) + " ppm"
		}
		return "steps"
	})
	if err != nil {
		return nil, err
	}
	figure, err := plots.Curves{X: "margin_ms", Y: "sent_over_per_trial", By: "clock", Joined: true, LogX: true, LogY: true,
		XLabel: "margin [ms]", YLabel: "sent though over, per trial", Title: "What a margin absorbs"}.Figure(drawn)
	if err != nil {
		return nil, err
	}
	figure.Caption = f.Caption() + ". " + fastClocks(f)
	return figure, nil
}

// fastClocks says in a sentence what fast clocks do, which the picture leaves out.
func fastClocks(f frame.Frame) string {
	v, most := newView(f), 0.0
	for i := range f.Rows() {
		if v.number("drift_ppm", i) > 0 {
			most = math.Max(most, v.number("sent_over", i))
		}
	}
	if most == 0 {
		return "Clocks that are fast send none."
	}
	return fmt.Sprintf("Clocks that are fast, not drawn, send %s at most.", short(most))
}
