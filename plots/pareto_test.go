package plots_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"fence/fencekit/frame"
	"fence/plots"
)

func init() {
	gallery = append(gallery, drawn{"pareto", marginFrontier}, drawn{"pareto-postures", frontierOfTwo})
}

// sweepFrame is a frame as a sweep of margins returns it, with changes.
func sweepFrame(t *testing.T, change ...frame.Column) frame.Frame {
	t.Helper()
	f, err := frame.New(
		frame.Floats("margin_ms", []float64{0, 500, 1000, 2000}),
		frame.Strings("posture", []string{"check", "check", "check", "check"}),
		frame.Floats("abort_pct", []float64{20, 30, 45, 80}),
		frame.Floats("abort_pct_low", []float64{18, 28, 42, 76}),
		frame.Floats("abort_pct_high", []float64{22, 32, 48, 84}),
		frame.Floats("unlocked_applied_per_trial", []float64{0.4, 0.2, 0.2, 0}),
		frame.Floats("unlocked_applied_per_trial_low", []float64{0.3, 0.1, 0.1, 0}),
		frame.Floats("unlocked_applied_per_trial_high", []float64{0.5, 0.3, 0.3, 0.03}),
		frame.Floats("work_destroyed_per_trial", []float64{0.04, 0, 0, 0}),
		frame.Floats("lost_updates_per_trial", []float64{0, 0, 0, 0}),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range change {
		if f, err = f.With(c); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// frontierOfTwo draws two postures, with durations as names and figures of another kind.
func frontierOfTwo() (*plots.Figure, error) {
	s := time.Second
	f, err := frame.New(
		frame.Durations("lease", []time.Duration{s, 2 * s, 4 * s, s, 2 * s, 4 * s}),
		frame.Strings("posture", []string{"check", "check", "check", "check+fencing", "check+fencing", "check+fencing"}),
		frame.Floats("wait_s", []float64{2, 3.5, 7, 2.2, 3.6, 6.5}).WithMeta(frame.Meta{Unit: "s"}),
		frame.Floats("lost", []float64{3, 0.4, 0.05, 1, 0.2, 0}).WithMeta(frame.Meta{Unit: "updates"}),
	)
	if err != nil {
		return nil, err
	}
	return plots.Pareto{Cost: "wait_s", Risk: "lost", Label: "lease"}.Figure(f.WithCaption("Made up to show two postures"))
}

// The points that no other dominates are filled, the others are outlines.
func TestParetoMarks(t *testing.T) {
	figure, err := plots.Pareto{}.Figure(sweepFrame(t))
	if err != nil {
		t.Fatal(err)
	}
	actions, style := record(t, figure, 300, 250), figure.Theme.Series[0]
	if got := marks(actions, discCorners, figure.Theme, style); len(got) != 3 {
		t.Errorf("got %d filled marks, want 3", len(got))
	}
	if got := hollows(actions, discCorners, figure.Theme, style); len(got) != 1 {
		t.Errorf("got %d hollow marks, want 1", len(got))
	}
	// the broken twin: with a better third point nothing is dominated
	figure, err = plots.Pareto{}.Figure(sweepFrame(t,
		frame.Floats("unlocked_applied_per_trial", []float64{0.4, 0.2, 0.15, 0})))
	if err != nil {
		t.Fatal(err)
	}
	if got := hollows(record(t, figure, 300, 250), discCorners, figure.Theme, style); len(got) != 0 {
		t.Errorf("got %d hollow marks, want none", len(got))
	}
}

// Every point is named, and zero has its place.
func TestParetoTexts(t *testing.T) {
	figure, err := plots.Pareto{}.Figure(sweepFrame(t))
	if err != nil {
		t.Fatal(err)
	}
	boxes, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, box := range boxes {
		texts = append(texts, box.Text)
	}
	for _, want := range []string{"0 ms", "500 ms", "1 s", "2 s", "0", "unlocked applied per trial", "writes aborted [%]"} {
		if !slices.Contains(texts, want) {
			t.Errorf("got %q, want %q among them", texts, want)
		}
	}
}

func TestParetoRefuses(t *testing.T) {
	for _, test := range []struct {
		name  string
		chart plots.Pareto
		f     frame.Frame
		want  []string
	}{
		{"a column that is not there", plots.Pareto{Risk: "work_destroyed"}, sweepFrame(t),
			[]string{"plots: pareto: ", `"work_destroyed"`, "work_destroyed_per_trial"}},
		{"all that is wrong", plots.Pareto{Risk: "a", Cost: "b", Label: "c", By: "d"}, sweepFrame(t),
			[]string{`"a"`, `"b"`, `"c"`, `"d"`}},
		{"a risk below zero", plots.Pareto{}, sweepFrame(t, frame.Floats("unlocked_applied_per_trial", []float64{-1, 0, 0, 0}),
			frame.Floats("unlocked_applied_per_trial_low", []float64{-1, 0, 0, 0})), []string{"row 0: is -1", "below 0"}},
		{"NaN", plots.Pareto{}, sweepFrame(t, frame.Floats("abort_pct", []float64{1, math.NaN(), 3, 4})),
			[]string{`column "abort_pct", row 1`}},
		{"no rows", plots.Pareto{}, frame.Frame{}, []string{"no rows"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.chart.Figure(test.f)
			mustFail(t, err, test.want...)
		})
	}
}
