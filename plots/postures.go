package plots

import (
	"fmt"
	"slices"
	"strings"

	"fence/fencekit/frame"
)

// Postures draws the scoreboard of a frame of fencekit.Compare: a group of bars a counter, a bar a posture, means over
// the trials with their 95 % intervals. The zero value suits such a frame.
type Postures struct {
	// By is the column that tells bars apart, in order of first appearance. Default posture.
	By string
	// Counters are what the groups show, from the top down: names of counters, of which the mean a trial and its
	// interval are shown, or any column of numbers, with its interval if there are columns with _low and _high. Sums
	// over trials without an interval are divided by the column trials. All must have one unit.
	//
	// Default: aborted, unlocked_arrived, refused, unlocked_applied and work_destroyed; and newer_overwritten where it
	// differs from work_destroyed, same_token, released_stranger and lost_updates where there are any.
	Counters []string
	Title    string // default "Postures compared"
}

// Figure returns the chart of a frame, with a logarithmic axis that has a place for zero where values differ more than
// thirtyfold. A column that is not there, a mean that is missing, not finite or below 0, counters of several units,
// more postures than can be told apart, two rows of one posture and a frame without rows are errors.
func (o Postures) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("postures", f)
	by := orElse(o.By, "posture")
	of, series := t.seriesBy(by)
	names := o.Counters
	if len(names) == 0 {
		names = t.scores()
	}
	counters, unit := t.counters(names)
	rows := t.places(make([]string, len(of)), of, "", by)
	if err := t.err(); err != nil {
		return nil, err
	}
	panel := barPanel{}
	for _, c := range counters {
		g := barGroup{label: c.label}
		for _, name := range series {
			g.bars = append(g.bars, c.at(rows[[2]string{"", name}]))
		}
		panel.groups = append(panel.groups, g)
	}
	bars := groupedBars{series: series, panels: []barPanel{panel}, unit: unit}
	bars.scale = scaleOfBars(bars.panels)
	fig := newFigure(bars.body())
	fig.Title, fig.Caption = orElse(o.Title, "Postures compared"), captioned(f.Caption(), counters, bars)
	fig.Alt = unmarked(bars.alt(fmt.Sprintf("%s, %s, in groups by counter (%s), each with a bar for %s",
		bars.what(), unit, strings.Join(counterLabels(counters), ", "), strings.Join(series, ", "))))
	return fig, nil
}

func counterLabels(counters []barCounter) []string {
	var labels []string
	for _, c := range counters {
		labels = append(labels, c.label)
	}
	return labels
}

// scores are the counters that a scoreboard shows by default.
func (t *table) scores() []string {
	names := []string{"aborted", "unlocked_arrived", "refused", "unlocked_applied"}
	if t.has("newer_overwritten") && t.has("work_destroyed") &&
		!slices.Equal(t.raw("newer_overwritten"), t.raw("work_destroyed")) {
		names = append(names, "newer_overwritten")
	}
	names = append(names, "work_destroyed")
	for _, name := range []string{"same_token", "released_stranger", "lost_updates"} {
		if t.has(name) && slices.ContainsFunc(t.raw(name), func(v float64) bool { return v > 0 }) {
			names = append(names, name)
		}
	}
	return names
}

func orElse(given, otherwise string) string {
	if given == "" {
		return otherwise
	}
	return given
}
