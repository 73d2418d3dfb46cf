package plots

import (
	"fmt"
	"strings"

	"fence/fencekit/frame"
)

// Sources draws a frame of fencekit.Sources: what each source of failure does on its own, under each posture. A panel a
// counter, a group of bars a source, a bar a posture, means over the trials with their 95 % intervals, all panels on
// one scale. The zero value suits such a frame.
type Sources struct {
	// Group and By are the columns that tell groups and bars apart, in order of first appearance. Default sources and
	// posture.
	Group, By string
	// Counters are what the panels show, as in Postures. Default unlocked_applied and work_destroyed.
	Counters []string
	Title    string // default "Sources of failure, one at a time"
}

// Figure returns the chart of a frame. Its errors are those of Postures; two rows of one source and posture are one
// too.
func (o Sources) Figure(f frame.Frame) (*Figure, error) {
	c := groupChart{name: "sources", group: orElse(o.Group, "sources"), by: orElse(o.By, "posture"), counters: o.Counters,
		title: orElse(o.Title, "Sources of failure, one at a time")}
	if len(c.counters) == 0 {
		c.counters = []string{"unlocked_applied", "work_destroyed"}
	}
	return c.figure(f)
}

// mostGroups is the most groups of bars of a chart.
const mostGroups = 100

// groupChart is a chart of bars in groups by a column, with a panel a counter.
type groupChart struct {
	name      string
	group, by string
	counters  []string
	title     string
}

func (o groupChart) figure(f frame.Frame) (*Figure, error) {
	t := tableOf(o.name, f)
	groups := t.texts(o.group)
	of, series := t.seriesBy(o.by)
	counters, unit := t.counters(o.counters)
	rows := t.places(groups, of, o.group, o.by)
	if groups = distinct(groups); len(groups) > mostGroups {
		t.fail("column %q has %d values: must be %d at most", o.group, len(groups), mostGroups)
	}
	if err := t.err(); err != nil {
		return nil, err
	}
	bars := groupedBars{series: series, panels: panelsOf(counters, groups, series, rows), unit: unit}
	bars.scale = scaleOfBars(bars.panels)
	fig := newFigure(bars.body())
	fig.Title, fig.Caption = o.title, captioned(f.Caption(), counters, bars)
	fig.Alt = unmarked(bars.alt(fmt.Sprintf("%s, %s, in groups by %s (%s), each with a bar for %s", bars.what(), unit,
		labelOf(o.group), strings.Join(groups, ", "), strings.Join(series, ", "))))
	return fig, nil
}
