package plots_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/plots"
)

// A lower limit far below a logarithmic axis has no end on it, and the caption says so; one on it has.
func TestIntervalsThatLeaveTheAxisAreOpen(t *testing.T) {
	for _, c := range []struct {
		low  float64
		open bool
	}{{1e-6, true}, {0.004, false}} {
		f := frame.Must(frame.New(frame.Floats("x", []float64{1, 2}), frame.Floats("y", []float64{0.01, 1}),
			frame.Floats("y_low", []float64{c.low, 0.9}), frame.Floats("y_high", []float64{0.02, 1.1})))
		curves, err := plots.Curves{X: "x", Y: "y", LogY: true}.Figure(f)
		if err != nil {
			t.Fatal(err)
		}
		pareto, err := plots.Pareto{Cost: "x", Risk: "y", Label: "x"}.Figure(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, figure := range []*plots.Figure{curves, pareto} {
			if got := strings.Contains(figure.Caption, "goes on below the axis"); got != c.open {
				t.Errorf("low %v: the caption is %q, want it to tell of an open end: %v", c.low, figure.Caption, c.open)
			}
		}
		_, paints := recorded(t, curves)
		strokes := map[int]int{} // whiskers by their number of lines
		for _, p := range stroked(paints, curves.Theme.Series[0].Color) {
			strokes[len(p.path)/2]++
		}
		if want := map[bool]int{true: 1, false: 0}[c.open]; strokes[2] != want {
			t.Errorf("low %v: whiskers by lines are %v, want %d without a lower end", c.low, strokes, want)
		}
	}
}

// The band of a margin sweep reaches down to its lower limits.
func TestMarginShowsItsLowerLimits(t *testing.T) {
	f := frame.Must(frame.New(
		frame.Floats("margin_ms", []float64{0, 1000}), frame.Floats("abort_pct", []float64{20, 40}),
		frame.Floats("unlocked_applied_per_trial", []float64{0.1, 0.003}),
		frame.Floats("unlocked_applied_per_trial_low", []float64{0.05, 0.001}),
		frame.Floats("unlocked_applied_per_trial_high", []float64{0.2, 0.006}),
	))
	figure, err := plots.Margin{Corruption: []string{"unlocked_applied_per_trial"}}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range texts {
		if b.Text == "10^{−3}" || b.Text == "0.001" {
			return
		}
	}
	t.Errorf("the axis does not reach down to the limit 0.001: %v", texts)
}

// Of one trial there are no intervals, and nothing speaks of them.
func TestOneTrialHasNoIntervals(t *testing.T) {
	e := fencekit.New()
	e.Trials = 1
	compared, err := fencekit.Compare(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	figure, err := plots.Postures{}.Figure(compared)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(figure.Caption, "Whiskers") || strings.Contains(figure.Alt, "intervals") {
		t.Errorf("caption %q and description %q speak of intervals", figure.Caption, figure.Alt)
	}
}

// Rows of one timeline under several postures are not taken for so many observations.
func TestPosturesAreNotPooled(t *testing.T) {
	e := fencekit.New()
	e.Trials = 20
	trials, err := fencekit.Trials(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	for pooled, want := range map[bool]string{false: "n = 20", true: "n = 60"} {
		ecdf, err := plots.ECDF{Column: "both_held_ms", Pooled: pooled}.Figure(trials)
		if err != nil {
			t.Fatal(err)
		}
		histogram, err := plots.Histogram{Column: "both_held_ms", Pooled: pooled}.Figure(trials)
		if err != nil {
			t.Fatal(err)
		}
		for _, figure := range []*plots.Figure{ecdf, histogram} {
			if !strings.Contains(figure.Alt, want) {
				t.Errorf("pooled %v: got %q, want %q", pooled, figure.Alt, want)
			}
		}
	}
	if _, err := (plots.ECDF{Column: "both_held_ms", By: "posture", Pooled: true}).Figure(trials); err == nil {
		t.Error("by and pooled: got no error")
	}
}

// Names of the data stand in descriptions as they are.
func TestDescriptionsKeepNames(t *testing.T) {
	name := "x^{2}_{i}"
	f := frame.Must(frame.New(frame.Strings("kind", []string{name, name, name}), frame.Floats("x", []float64{1, 2, 3}),
		frame.Floats("y", []float64{1, 2, math.Pi})))
	curves, err := plots.Curves{X: "x", Y: "y", By: "kind"}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	ecdf, err := plots.ECDF{Column: "y", By: "kind"}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, figure := range []*plots.Figure{curves, ecdf} {
		if !strings.Contains(figure.Text(), name) || !strings.Contains(figure.Alt, name) {
			t.Errorf("got %q, want %s in it", figure.Text(), name)
		}
	}
}

// Numbers along an axis do not meet, however long they are and however narrow the figure.
func TestNumbersAlongAnAxisDoNotMeet(t *testing.T) {
	for _, xs := range [][]float64{{1e9 + 1, 1e9 + 2, 1e9 + 3}, {1e9 + 1}, {1e15, 3e15}, {-2e-6, 3e-6}, {0, 1e8}, {123456.5, 123456.75}} {
		f := frame.Must(frame.New(frame.Floats("x", xs), frame.Floats("y", xs)))
		figure, err := plots.Curves{X: "x", Y: "y"}.Figure(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range overlaps(t, figure) {
			t.Errorf("%v: %s", xs, finding)
		}
		two, err := plots.Panels(2, figure, figure)
		if err != nil {
			t.Fatal(err)
		}
		two.Width = plots.SingleColumn
		for _, finding := range overlaps(t, two) {
			t.Errorf("%v, two panels: %s", xs, finding)
		}
		texts, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		powers := map[bool]int{}
		for _, b := range texts {
			if strings.ContainsAny(b.Text, "0123456789") && b.Text != "0" {
				powers[strings.Contains(b.Text, "10^{")]++
			}
		}
		if powers[true] > 0 && powers[false] > 0 {
			t.Errorf("%v: both notations on the axes: %v", xs, texts)
		}
	}
}
