package plots_test

import (
	"fmt"
	"strings"
	"testing"

	"fence/fencekit/frame"
	"fence/plots"
)

// Frames at the edge of what charts take are drawn in both widths: one row, nothing but zeros, values that are all equal,
// tiny and huge ones, and names that are longer than the figure is wide.
func TestFramesAtTheEdgeAreDrawn(t *testing.T) {
	long := strings.Repeat("a name that does not end ", 5) + strings.Repeat("x", 80)
	values := map[string][]float64{
		"one": {3}, "zero": {0}, "zeros": {0, 0, 0}, "equal": {7, 7, 7, 7}, "tiny and huge": {1e-12, 1, 1e15, 0},
		"many": make([]float64, 500),
	}
	for i := range values["many"] {
		values["many"][i] = float64(i * i)
	}
	for name, xs := range values {
		names, places := make([]string, len(xs)), make([]int64, len(xs))
		for i := range xs {
			names[i], places[i] = fmt.Sprint(long, i%3), int64(i)
		}
		f := frame.Must(frame.New(frame.Strings("g", names), frame.Ints("i", places), frame.Floats("x", xs)))
		few := frame.Must(f.Slice(0, min(3, f.Rows())))
		for chart, figure := range map[string]func() (*plots.Figure, error){
			"histogram":       func() (*plots.Figure, error) { return plots.Histogram{Column: "x"}.Figure(f) },
			"histogram apart": func() (*plots.Figure, error) { return plots.Histogram{Column: "x", By: "g", Apart: true}.Figure(f) },
			"ecdf":            func() (*plots.Figure, error) { return plots.ECDF{Column: "x", By: "g", Band: true}.Figure(f) },
			"survival":        func() (*plots.Figure, error) { return plots.ECDF{Column: "x", LogX: true, Survival: true}.Figure(f) },
			"heatmap": func() (*plots.Figure, error) {
				return plots.Heatmap{X: "g", Y: "i", Value: "x", Log: true}.Figure(few)
			},
			"postures": func() (*plots.Figure, error) {
				return plots.Postures{By: "g", Counters: []string{"x"}}.Figure(few)
			},
			"sources": func() (*plots.Figure, error) {
				return plots.Sources{Group: "i", By: "g", Counters: []string{"x"}}.Figure(few)
			},
		} {
			edge(t, name+": "+chart, figure)
		}
	}
}

// edge draws a figure in both widths and reports texts that meet or leave it.
func edge(t *testing.T, name string, figure func() (*plots.Figure, error)) {
	t.Helper()
	drawn, err := figure()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, width := range []int{1, 2} {
		drawn.Width = plots.SingleColumn
		if width == 2 {
			drawn.Width = plots.DoubleColumn
		}
		for _, finding := range overlaps(t, drawn) {
			t.Errorf("%s, %d columns: %s", name, width, finding)
		}
		if strings.Contains(drawn.Alt, "NaN") || strings.Contains(drawn.Alt, "Inf") {
			t.Errorf("%s: %s", name, drawn.Alt)
		}
	}
}
