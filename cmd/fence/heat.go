package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/plots"
)

// heat holds the flags of the map that is drawn of a grid.
type heat struct {
	column     string
	log, ascii bool
	axes       []string // the columns of the parameters that vary, in their order; a map takes two or more
	varies     string   // the first of the parameters
}

// noHeat is the column of no map.
const noHeat = "none"

func (h *heat) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&h.column, "heat", "abort_pct", "the `figure` of the heat map, or "+noHeat)
	fs.BoolVar(&h.log, "heat-log", false, "shades of the heat map by orders of magnitude")
	fs.BoolVar(&h.ascii, "ascii", false, "heat map in ASCII")
	complete(cmd, "heat", append(figures(), noHeat)...)
}

// figures are the columns of a grid that a map can show.
func figures() (out []string) {
	columns := fencekit.Columns()
	names, err1 := frame.Col[string](columns, "column")
	where, err2 := frame.Col[string](columns, "in")
	if err1 != nil || err2 != nil {
		panic("fence: heat: the list of columns has no names")
	}
	for i, name := range names {
		if strings.Contains(where[i], "grid") {
			out = append(out, name)
		}
	}
	return out
}

// ready checks what is asked for before anything runs, and hands the drawing to the output. It says so when a map is
// asked for and cannot be.
func (h *heat) ready(m *model, o *output) error {
	alone, varies := o.format == "heat", h.varies
	o.ascii = h.ascii
	asked := m.flags.Changed("heat") || m.flags.Changed("heat-log") || m.flags.Changed("ascii")
	if err := h.known(); err != nil {
		return err
	}
	switch {
	case isPicture(o.format) && h.column == noHeat:
		return fmt.Errorf("heat = none: a picture shows a figure; name one")
	case isPicture(o.format) && h.ascii:
		return fmt.Errorf("ascii: is of heat maps in text, and the format is %s", o.format)
	case isPicture(o.format):
		return nil
	case alone && h.column == noHeat:
		return fmt.Errorf("heat = none: -f heat is the heat map alone")
	case alone && len(h.axes) < 2:
		return fmt.Errorf("format = heat: a heat map takes two parameters or more, and --vary names %s alone", varies)
	case h.column == noHeat:
		return nil
	case len(h.axes) < 2:
		if asked {
			m.remark("no heat map: it takes two parameters or more, and --vary names %s alone", varies)
		}
		return nil
	case asked && (o.format == "csv" || o.format == "json"):
		m.remark("no heat map: %s holds rows alone", o.format)
	}
	o.draw = h.draw(o)
	return nil
}

// known refuses a figure that a grid does not have.
func (h *heat) known() error {
	all := figures()
	for _, name := range append(all, noHeat) {
		if name == h.column {
			return nil
		}
	}
	hint := ""
	if near := frame.Nearest(h.column, all); near != "" {
		hint = fmt.Sprintf("did you mean %q? ", near)
	}
	what := "there is no such figure"
	if h.column == "posture" || slices.Contains(h.axes, h.column) {
		what, hint = "is no figure: it says what a row is about", ""
	}
	return fmt.Errorf("heat = %q: %s; %sthe figures are %s and %d more; docs/results.md has all that grid has", h.column,
		what, hint, strings.Join(usualFigures, ", "), len(all)-len(usualFigures))
}

// usualFigures are those that are drawn most.
var usualFigures = []string{"abort_pct", "unlocked_applied", "work_destroyed", "refused", "both_held_ms"}

// draw returns what draws the maps of a frame: the last axis across, the one before it down, and a map for each
// combination of the others and each posture. LaTeX's typewriter face has no shades, and gets those of ASCII.
func (h *heat) draw(o *output) func(f frame.Frame) (string, error) {
	n := len(h.axes)
	drawing := frame.Heat{Across: h.axes[n-1], Down: h.axes[n-2], Value: h.column, Facets: append(h.axes[:n-2:n-2], "posture"),
		Log: h.log, ASCII: h.ascii, Width: screen}
	switch {
	case o.format == "tex":
		drawing.ASCII, drawing.Width = true, typewritten
	case (o.format == "table" || o.format == "heat") && o.main == nil:
		drawing.Width = o.a.width()
	}
	return func(f frame.Frame) (string, error) { return f.WithCaption("").Heat(drawing) }
}

// width is how wide a map on standard output may be: as wide as the terminal, if it is one.
func (a *app) width() int {
	if f, ok := a.stdout.(*os.File); ok && isTerminal(f) {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return min(max(w, narrowest), widest)
		}
	}
	return screen
}

// chart draws a frame as pictures: a map for each posture and each combination of the axes before the last two; of one
// axis alone a curve, or a map over it and the postures where it is not one of numbers.
func (h *heat) chart(f frame.Frame) (*plots.Figure, error) {
	n := len(h.axes)
	if n == 1 {
		return h.single(f)
	}
	facets := append(h.axes[:n-2:n-2], "posture")
	groups, err := f.GroupBy(facets...)
	if err != nil {
		return nil, err
	}
	var shared []float64
	v := newView(f)
	for i := range f.Rows() {
		shared = append(shared, v.number(h.column, i))
	}
	var maps []*plots.Figure
	for _, g := range groups.All() {
		one := h.over(f, h.axes[n-1], h.axes[n-2], facetTitle(g, facets))
		one.Shared = shared
		figure, err := one.Figure(g)
		if err != nil {
			return nil, err
		}
		maps = append(maps, figure)
	}
	if len(maps) == 1 {
		maps[0].Title = h.title(f, h.axes[n-1], h.axes[n-2]) + "; " + maps[0].Title
		return maps[0], nil
	}
	for _, m := range maps {
		m.Caption = "" // all have the same, which is that of the whole
	}
	all, err := plots.Panels(min(len(maps), 2), maps...)
	if err != nil {
		return nil, err
	}
	all.Title, all.Caption = h.title(f, h.axes[n-1], h.axes[n-2]), f.Caption()
	return all, nil
}

// single draws one axis.
func (h *heat) single(f frame.Frame) (*plots.Figure, error) {
	c, err := f.Column(h.axes[0])
	if err != nil {
		return nil, err
	}
	if c.Kind() == frame.Float || c.Kind() == frame.Int {
		return plots.Curves{X: h.axes[0], Y: h.column, By: "posture", Joined: true, LogY: h.log,
			Title:  axisLabel(f, h.column) + " by " + inWords(h.axes[0]),
			XLabel: axisLabel(f, h.axes[0]), YLabel: axisLabel(f, h.column)}.Figure(f)
	}
	return h.over(f, h.axes[0], "posture", h.title(f, h.axes[0], "posture")).Figure(f)
}

// title says which figure is mapped, and over what.
func (h *heat) title(f frame.Frame, x, y string) string {
	return axisLabel(f, h.column) + ": " + inWords(x) + " by " + inWords(y)
}

// over is a map of the figure over two columns.
func (h *heat) over(f frame.Frame, x, y, title string) plots.Heatmap {
	return plots.Heatmap{X: x, Y: y, Value: h.column, Log: h.log, Title: title, XLabel: axisLabel(f, x),
		YLabel: axisLabel(f, y), Label: axisLabel(f, h.column)}
}

// facetTitle says which of the maps one is.
func facetTitle(f frame.Frame, facets []string) string {
	var parts []string
	v := newView(f)
	for _, name := range facets {
		if name == "posture" {
			parts = append(parts, v.plain(name, 0))
			continue
		}
		parts = append(parts, strings.ReplaceAll(name, "_", " ")+" "+v.plain(name, 0))
	}
	return strings.Join(parts, ", ")
}
