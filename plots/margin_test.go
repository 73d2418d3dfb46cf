package plots_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
	"fence/plots"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

func init() {
	gallery = append(gallery, drawn{"margin", marginSweep}, drawn{"margin-postures", marginOfTwo})
}

// textsOf returns the texts of a figure.
func textsOf(t *testing.T, figure *plots.Figure) []string {
	t.Helper()
	boxes, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, box := range boxes {
		out = append(out, box.Text)
	}
	return out
}

// marginOf draws a sweep and fails if it cannot.
func marginOf(t *testing.T, o plots.Margin, f frame.Frame) *plots.Figure {
	t.Helper()
	figure, err := o.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	return figure
}

// Every row has a mark in each panel, and the marks of a margin stand one above the other.
func TestMarginPanelsAreAligned(t *testing.T) {
	for _, width := range []vg.Length{240, 500} {
		figure := marginOf(t, plots.Margin{}, sweepFrame(t))
		actions := record(t, figure, width, 400)
		aborts := inData(marks(actions, discCorners, figure.Theme, figure.Theme.Series[0]))
		unlocked := inData(marks(actions, triangleCorners, figure.Theme, figure.Theme.Series[1]))
		destroyed := inData(marks(actions, squareCorners, figure.Theme, figure.Theme.Series[3]))
		if len(aborts) != 4 || len(unlocked) != 4 || len(destroyed) != 4 {
			t.Fatalf("got %d, %d and %d marks, want 4 each", len(aborts), len(unlocked), len(destroyed))
		}
		for i := range aborts {
			if math.Abs(float64(aborts[i].X-unlocked[i].X)) > 0.05 || math.Abs(float64(aborts[i].X-destroyed[i].X)) > 0.05 {
				t.Errorf("margin %d is at %v, %v and %v", i, aborts[i].X, unlocked[i].X, destroyed[i].X)
			}
			if aborts[i].Y <= unlocked[i].Y {
				t.Errorf("margin %d: the abort rate at %v is not above corruption at %v", i, aborts[i].Y, unlocked[i].Y)
			}
		}
		if got := aborts[2].X - aborts[1].X; math.Abs(float64(got-(aborts[1].X-aborts[0].X))) > 0.05 {
			t.Errorf("equal steps of the margin are %v and %v wide", aborts[1].X-aborts[0].X, got)
		}
	}
}

// A count of zero has a place below the smallest value, and its band reaches up to the bound.
func TestMarginShowsZero(t *testing.T) {
	figure := marginOf(t, plots.Margin{}, sweepFrame(t))
	actions := record(t, figure, 300, 400)
	unlocked := inData(marks(actions, triangleCorners, figure.Theme, figure.Theme.Series[1]))
	zero, decade := unlocked[3].Y, (unlocked[0].Y-unlocked[1].Y)/vg.Length(math.Log10(2))
	if !(zero < unlocked[2].Y-5) {
		t.Errorf("zero is at %v, the smallest value at %v", zero, unlocked[2].Y)
	}
	want := unlocked[1].Y - decade*vg.Length(math.Log10(0.2/0.03))
	if !slices.ContainsFunc(actions, func(a recorder.Action) bool { return fills(a, unlocked[3].X, zero, want) }) {
		t.Errorf("no band at %v goes from zero at %v to the bound at %v", unlocked[3].X, zero, want)
	}
	if texts := textsOf(t, figure); !slices.Contains(texts, "0.1") || !slices.Contains(texts, "0") {
		t.Errorf("got %q, want labels of zero and of a power of ten", texts)
	}
}

// fills says whether a filled path has corners at two heights at a place.
func fills(action recorder.Action, x, low, high vg.Length) bool {
	fill, ok := action.(*recorder.Fill)
	if !ok {
		return false
	}
	near := func(y vg.Length) bool {
		return slices.ContainsFunc(fill.Path, func(c vg.PathComp) bool {
			return math.Abs(float64(c.Pos.X-x)) < 0.1 && math.Abs(float64(c.Pos.Y-y)) < 0.6 // the middle of a triangle is not its place
		})
	}
	return near(low) && near(high)
}

// Lost updates are drawn where there are any.
func TestMarginDrawsLostUpdatesWhereThereAreAny(t *testing.T) {
	if texts := textsOf(t, marginOf(t, plots.Margin{}, sweepFrame(t))); slices.Contains(texts, "lost updates") {
		t.Error("without any lost update they have a line in the legend")
	}
	f := sweepFrame(t, frame.Floats("lost_updates_per_trial", []float64{0.1, 0, 0, 0}))
	if texts := textsOf(t, marginOf(t, plots.Margin{}, f)); !slices.Contains(texts, "lost updates") {
		t.Error("with a lost update they have no line in the legend")
	}
}

func TestMarginChosen(t *testing.T) {
	for _, test := range []struct {
		chosen      time.Duration
		texts       []string
		note, wants string
	}{
		{500 * time.Millisecond, []string{"chosen 500 ms: 30 % aborted", "0.2 unlocked applied, 0 work destroyed per trial"},
			"", "At the chosen margin of 500 ms: 30 % aborted; 0.2 unlocked applied"},
		{0, []string{"chosen 0 ms: 20 % aborted", "0.4 unlocked applied, 0.04 work destroyed per trial"}, "", "margin of 0 ms"},
		{750 * time.Millisecond, []string{"chosen 750 ms: ≈ 37.5 % aborted", "≈ 0.2 unlocked applied, 0 work destroyed per trial"},
			"750 ms was not measured; the values at it lie on the line", "≈ 37.5 %"},
		{400 * time.Millisecond, []string{"chosen 400 ms: ≈ 28 % aborted"}, "the nearest measured is 500 ms", "≈ 28 %"},
		{5 * time.Second, []string{"→ chosen 5 s: not measured"}, "5000 ms was not measured; the nearest measured is 2000 ms",
			"margin of 5 s: not measured."},
	} {
		figure := marginOf(t, plots.Margin{Chosen: &test.chosen}, sweepFrame(t))
		figure.Width = plots.DoubleColumn
		texts := textsOf(t, figure)
		for _, want := range test.texts {
			if !slices.Contains(texts, want) {
				t.Errorf("%v: got %q, want %q among them", test.chosen, texts, want)
			}
		}
		if !strings.Contains(figure.Caption, test.note) {
			t.Errorf("%v: got the caption %q, want %q in it", test.chosen, figure.Caption, test.note)
		}
		if test.note == "" && strings.Contains(figure.Caption, "measured") {
			t.Errorf("%v was measured; got the caption %q", test.chosen, figure.Caption)
		}
		if !strings.Contains(figure.Alt, test.wants) {
			t.Errorf("%v: got %q, want %q in it", test.chosen, figure.Alt, test.wants)
		}
	}
}

// The line of the chosen margin goes through its marks in both panels.
func TestMarginLineGoesThroughBothPanels(t *testing.T) {
	chosen := 500 * time.Millisecond
	figure := marginOf(t, plots.Margin{Chosen: &chosen}, sweepFrame(t))
	actions := record(t, figure, 300, 400)
	aborts := inData(marks(actions, discCorners, figure.Theme, figure.Theme.Series[0]))
	unlocked := inData(marks(actions, triangleCorners, figure.Theme, figure.Theme.Series[1]))
	for _, at := range []vg.Point{aborts[1], unlocked[1]} {
		if !slices.ContainsFunc(actions, func(a recorder.Action) bool { return upright(a, at) }) {
			t.Errorf("no line goes through %v", at)
		}
	}
	if at := aborts[2]; slices.ContainsFunc(actions, func(a recorder.Action) bool { return upright(a, at) }) {
		t.Errorf("a line goes through %v, which is not chosen", at)
	}
}

// upright says whether a stroke is an upright line about a point, longer than a mark.
func upright(action recorder.Action, at vg.Point) bool {
	stroke, ok := action.(*recorder.Stroke)
	if !ok || len(stroke.Path) != 2 {
		return false
	}
	a, b := stroke.Path[0].Pos, stroke.Path[1].Pos
	return math.Abs(float64(a.X-at.X)) < 0.1 && math.Abs(float64(b.X-at.X)) < 0.1 &&
		min(a.Y, b.Y) < at.Y-3 && max(a.Y, b.Y) > at.Y+3
}

// Every margin in use is named once, whether it is on the axis or beyond, and the caption has its source.
func TestMarginNamesEveryLandmark(t *testing.T) {
	f := sweepFrame(t, frame.Floats("margin_ms", []float64{400, 500, 600, 700}))
	figure := marginOf(t, plots.Margin{Wild: append(plots.WildMargins(), plots.Landmark{Name: "a_{b}"})}, f)
	texts := textsOf(t, figure)
	for _, want := range []string{"← Redlock 32 ms, CockroachDB clock 100 ms, a_\u2060{b} 0 ms", "CockroachDB 500 ms",
		"hashicorp/raft 500 ms", "→ TiKV 1 s, Kubernetes 5 s, OpenShift 30 s"} {
		if got := strings.Count(strings.Join(texts, "\n")+"\n", want+"\n"); got != 1 {
			t.Errorf("%q stands there %d times in %q, want once", want, got, texts)
		}
	}
	for _, m := range plots.WildMargins() {
		host := strings.Split(m.Source, "/")[2]
		if !strings.Contains(figure.Caption, m.Name) || !strings.Contains(figure.Caption, host) {
			t.Errorf("the caption lacks %s of %s: %q", m.Name, host, figure.Caption)
		}
	}
}

// Aborts that are the same under two postures are one curve, and the figure says so; others are two.
func TestMarginOfTwoPostures(t *testing.T) {
	two := func(second float64) frame.Frame {
		f, err := frame.New(
			frame.Floats("margin_ms", []float64{0, 500, 0, 500}),
			frame.Strings("posture", []string{"check", "check", "check+fencing", "check+fencing"}),
			frame.Floats("abort_pct", []float64{20, 30, 20, second}),
			frame.Floats("unlocked_applied_per_trial", []float64{0.4, 0.2, 0.3, 0.1}),
			frame.Floats("work_destroyed_per_trial", []float64{0.04, 0.02, 0, 0}),
		)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	same := marginOf(t, plots.Margin{}, two(30))
	style := same.Theme.Series[0]
	actions := record(t, same, 300, 400)
	if got := len(inData(marks(actions, discCorners, same.Theme, style))); got != 2 {
		t.Errorf("the same: got %d marks, want 2", got)
	}
	if got := len(hollows(actions, triangleCorners, same.Theme, same.Theme.Series[1])); got != 2 {
		t.Errorf("got %d hollow marks of the second posture, want 2", got)
	}
	if want := "the same under check and check+fencing"; !strings.Contains(same.Alt, want) || !strings.Contains(same.Caption, want) {
		t.Errorf("got %q and %q, want %q in both", same.Alt, same.Caption, want)
	}
	other := marginOf(t, plots.Margin{}, two(31))
	if got := len(hollows(record(t, other, 300, 400), discCorners, other.Theme, style)); got != 2 {
		t.Errorf("not the same: got %d hollow marks, want 2", got)
	}
	if strings.Contains(other.Alt+other.Caption, "the same") {
		t.Errorf("not the same: got %q", other.Alt)
	}
}

func TestMarginRefuses(t *testing.T) {
	minus := -time.Second
	for _, test := range []struct {
		name  string
		chart plots.Margin
		f     frame.Frame
		want  []string
	}{
		{"a column that is not there", plots.Margin{Abort: "abort_rate"}, sweepFrame(t),
			[]string{"plots: margin: ", `"abort_rate"`, "abort_pct"}},
		{"all that is wrong", plots.Margin{X: "a", Abort: "b", By: "c", Corruption: []string{"d", "e"}}, sweepFrame(t),
			[]string{`"a"`, `"b"`, `"c"`, `"d"`, `"e"`}},
		{"no rows", plots.Margin{}, frame.Frame{}, []string{"no rows"}},
		{"NaN", plots.Margin{}, sweepFrame(t, frame.Floats("work_destroyed_per_trial", []float64{0, math.NaN(), 0, 0})),
			[]string{`column "work_destroyed_per_trial", row 1`}},
		{"below zero", plots.Margin{}, sweepFrame(t, frame.Floats("work_destroyed_per_trial", []float64{0, -1, 0, 0})),
			[]string{"row 1: is -1", "below 0"}},
		{"a margin twice", plots.Margin{}, sweepFrame(t, frame.Floats("margin_ms", []float64{0, 500, 500, 2000})),
			[]string{"rows 1 and 2", "500", "one row a margin and posture"}},
		{"too many postures", plots.Margin{By: "abort_pct_low"}, sweepFrame(t,
			frame.Strings("abort_pct_low", []string{"a", "b", "c", "d"})), []string{"must be of numbers"}},
		{"too many columns", plots.Margin{Corruption: slices.Repeat([]string{"abort_pct"}, 5)}, sweepFrame(t),
			[]string{"names 5 columns", "1 to 4"}},
		{"no columns", plots.Margin{Corruption: []string{}}, sweepFrame(t), []string{"names 0 columns"}},
		{"landmarks", plots.Margin{Wild: []plots.Landmark{{Name: "a"}, {Margin: time.Second}, {Name: "b", Margin: minus}}},
			sweepFrame(t), []string{`wild 1: name ""`, `wild 2: name "b", margin -1s`}},
		{"a chosen margin below zero", plots.Margin{Chosen: &minus}, sweepFrame(t), []string{"chosen = -1s"}},
		{"a limit below its value", plots.Margin{}, sweepFrame(t, frame.Floats("abort_pct_high", []float64{22, 29, 48, 84})),
			[]string{"row 1: 28, 30 and 29"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.chart.Figure(test.f)
			mustFail(t, err, test.want...)
		})
	}
}

// A sweep without limits, of one margin, and one of nothing but zeros are drawn too, without texts that meet.
func TestMarginOfLittle(t *testing.T) {
	for name, f := range map[string]func() (frame.Frame, error){
		"one margin": func() (frame.Frame, error) {
			return frame.New(frame.Floats("margin_ms", []float64{500}), frame.Floats("abort_pct", []float64{0}),
				frame.Floats("unlocked_applied_per_trial", []float64{0}), frame.Floats("work_destroyed_per_trial", []float64{0}))
		},
		"a missing limit": func() (frame.Frame, error) {
			return frame.New(frame.Ints("margin_ms", []int64{0, 1, 2}), frame.Ints("abort_pct", []int64{0, 50, 100}),
				frame.Floats("abort_pct_low", []float64{0, math.NaN(), 90}), frame.Floats("abort_pct_high", []float64{1, 60, 100}),
				frame.Ints("unlocked_applied_per_trial", []int64{0, 0, 0}), frame.Ints("work_destroyed_per_trial", []int64{3, 2, 1}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			made, err := f()
			if err != nil {
				t.Fatal(err)
			}
			chosen := 500 * time.Microsecond
			figure := marginOf(t, plots.Margin{Chosen: &chosen, Wild: plots.WildMargins()}, made)
			for _, finding := range overlaps(t, figure) {
				t.Error(finding)
			}
		})
	}
}
