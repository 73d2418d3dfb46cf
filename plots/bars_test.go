package plots_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/frame"
	"fence/plots"
)

// counted is a frame of one counter under three postures, with limits.
func counted(means, lows, highs []float64) frame.Frame {
	f, err := frame.New(frame.Strings("posture", []string{"unprotected", "check", "fencing"}[:len(means)]),
		frame.Floats("lost_per_trial", means).WithMeta(frame.Meta{Unit: "writes per trial"}),
		frame.Floats("lost_per_trial_low", lows), frame.Floats("lost_per_trial_high", highs))
	if err != nil {
		panic(err)
	}
	return f
}

// barWidths returns the widths of the bars of the first three series, 0 where there is none; the samples of the legend
// come last and are left out.
func barWidths(t *testing.T, figure *plots.Figure) (widths [3]float64) {
	t.Helper()
	_, paints := recorded(t, figure)
	for i, style := range figure.Theme.Series[:3] {
		fill := style.Color
		if style.Hatch != plots.Plain {
			fill = style.Fill
		}
		for _, p := range filled(paints, fill) {
			low, high := p.bounds()
			if w := float64(high.X - low.X); math.Abs(w-2.2*float64(figure.Theme.LabelSize)) > 1e-6 {
				widths[i] = w
			}
		}
	}
	return widths
}

// proportional says whether widths are as values.
func proportional(widths [3]float64, values []float64) bool {
	for i := range values {
		if math.Abs(widths[i]*values[0]-widths[0]*values[i]) > 1e-6*widths[0]*values[0] {
			return false
		}
	}
	return true
}

func TestBarsAreAsLongAsTheirValues(t *testing.T) {
	values := []float64{3, 6, 1.5}
	figure, err := plots.Postures{Counters: []string{"lost"}}.Figure(
		counted(values, []float64{2, 5, 1}, []float64{4, 7, 2}))
	if err != nil {
		t.Fatal(err)
	}
	widths := barWidths(t, figure)
	if !proportional(widths, values) {
		t.Errorf("got widths %v, want them as %v", widths, values)
	}
	if proportional([3]float64{widths[1], widths[0], widths[2]}, values) {
		t.Error("bars that are swapped are not noticed")
	}
}

func TestBarsOfManySizesHaveALogarithmicAxisWithZero(t *testing.T) {
	figure, err := plots.Postures{Counters: []string{"lost"}}.Figure(
		counted([]float64{100, 1, 0}, []float64{90, 0.5, 0}, []float64{110, 1.5, 0.02}))
	if err != nil {
		t.Fatal(err)
	}
	widths := barWidths(t, figure)
	// The floor is 0.01, so that 100 is four decades above it and 1 two; zero has no bar.
	if widths[2] != 0 || widths[1] <= widths[0]/3 || widths[1] >= 0.7*widths[0] {
		t.Errorf("got widths %v, want that of 1 about half of that of 100 and none of 0", widths)
	}
	_, paints := recorded(t, figure)
	var whiskers []paint // of lines, where the sample of the legend is closed
	for _, p := range stroked(paints, figure.Theme.Series[2].Color) {
		if len(p.path) == 6 && p.path[4].Type != vg.CloseComp {
			whiskers = append(whiskers, p)
		}
	}
	if len(whiskers) != 1 {
		t.Fatalf("zero has %d intervals, want 1", len(whiskers))
	}
	low, high := whiskers[0].bounds()
	bars := filled(paints, figure.Theme.Series[0].Color)
	bar, _ := bars[len(bars)-1].bounds() // the sample of the legend comes first
	if math.Abs(float64(low.X-bar.X)) > 1e-6 || high.X <= low.X {
		t.Errorf("the interval of zero goes from %v to %v, want from the axis at %v", low.X, high.X, bar.X)
	}
	for _, want := range []string{"logarithmic axis with a place for zero", "fencing 0 (up to 0.02)"} {
		if !strings.Contains(figure.Alt, want) {
			t.Errorf("the alternative text has no %q: %s", want, figure.Alt)
		}
	}
}

// Every value stands beside its bar, at both widths.
func TestEveryValueIsWritten(t *testing.T) {
	for _, width := range []vg.Length{plots.SingleColumn, plots.DoubleColumn} {
		figure, err := eachSource()
		if err != nil {
			t.Fatal(err)
		}
		figure.Width = width
		boxes, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		zeros := 0
		for _, box := range boxes {
			if box.Text == "0" {
				zeros++
			}
		}
		// 9 of 18 are zero in the first panel, 14 in the second; each axis has a 0.
		if want := 9 + 14 + 2; zeros != want {
			t.Errorf("got %d zeros, want %d", zeros, want)
		}
	}
}

func TestAPostureHasOneStyle(t *testing.T) {
	compared, err := scoreboard()
	if err != nil {
		t.Fatal(err)
	}
	failover, err := failovers()
	if err != nil {
		t.Fatal(err)
	}
	fencing := compared.Theme.Series[2].Fill
	for name, figure := range map[string]*plots.Figure{"postures": compared, "failover": failover} {
		if _, paints := recorded(t, figure); len(filled(paints, fencing)) < 2 {
			t.Errorf("%s: nothing is filled in the style of fencing", name)
		}
	}
}

func TestBarsRefuseBadFrames(t *testing.T) {
	nan := math.NaN()
	good := counted([]float64{1, 2, 3}, []float64{0, 1, 2}, []float64{2, 3, 4})
	twice, err := frame.Concat(good, good)
	if err != nil {
		t.Fatal(err)
	}
	many := make([]string, 8)
	for i := range many {
		many[i] = fmt.Sprint("p", i)
	}
	crowd, err := frame.New(frame.Strings("posture", many), frame.Floats("lost", make([]float64, 8)))
	if err != nil {
		t.Fatal(err)
	}
	percent, err := good.With(frame.Floats("share", []float64{1, 2, 3}).WithMeta(frame.Meta{Unit: "%"}))
	if err != nil {
		t.Fatal(err)
	}
	lost := []string{"lost"}
	for _, c := range []struct {
		name  string
		chart plots.Postures
		f     frame.Frame
		want  string
	}{
		{"no column", plots.Postures{By: "postur", Counters: lost}, good,
			`plots: postures: frame: column: no column "postur"`},
		{"no counter", plots.Postures{Counters: []string{"gone"}}, good, `no column "gone"`},
		{"both at once", plots.Postures{By: "postur", Counters: []string{"gone"}}, good, `no column "gone"`},
		{"empty", plots.Postures{Counters: lost}, counted(nil, nil, nil), "the frame has no rows"},
		{"NaN", plots.Postures{Counters: lost}, counted([]float64{1, nan, 3}, []float64{0, nan, 0}, []float64{9, nan, 9}),
			`column "lost_per_trial", row 1: is NaN`},
		{"infinite", plots.Postures{Counters: lost}, counted([]float64{1, 2, math.Inf(1)}, []float64{0, 0, 0},
			[]float64{9, 9, 9}), `row 2: is +Inf`},
		{"negative", plots.Postures{Counters: lost}, counted([]float64{-1, 2, 3}, []float64{-2, 0, 0}, []float64{9, 9, 9}),
			"row 0: is -1; must be 0 or more"},
		{"limits", plots.Postures{Counters: lost}, counted([]float64{1, 2, 3}, []float64{0, 0, 0}, []float64{9, 1, 9}),
			"row 1: is 2 with limits 0 and 1"},
		{"two rows", plots.Postures{Counters: lost}, twice, "rows 0 and 3 are both of posture unprotected"},
		{"many", plots.Postures{Counters: lost}, crowd, "has 8 values: must be 7 at most"},
		{"units", plots.Postures{Counters: []string{"lost", "share"}}, percent,
			`"lost" is in "writes per trial" and "share" in "%"`},
		{"twice", plots.Postures{Counters: []string{"lost", "lost"}}, good, `counter "lost" is asked for twice`},
	} {
		_, err := c.chart.Figure(c.f)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

func TestMissingColumnNamesThoseThatAreThere(t *testing.T) {
	good := counted([]float64{1, 2, 3}, []float64{0, 1, 2}, []float64{2, 3, 4})
	_, err := plots.Postures{By: "postur", Counters: []string{"lost"}}.Figure(good)
	if err == nil || !strings.Contains(err.Error(), "posture") || !strings.Contains(err.Error(), "lost_per_trial_high") {
		t.Errorf("got %v, want the columns", err)
	}
	_, err = plots.Sources{}.Figure(good)
	for _, want := range []string{`"sources"`, `"unlocked_applied"`, `"work_destroyed"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s in it", err, want)
		}
	}
}

// A group without a row for a series says so.
func TestMissingBarIsSaid(t *testing.T) {
	f, err := frame.New(frame.Strings("sources", []string{"none", "none", "all"}),
		frame.Strings("posture", []string{"check", "fencing", "check"}), frame.Floats("lost", []float64{1, 2, 3}))
	if err != nil {
		t.Fatal(err)
	}
	figure, err := plots.Sources{Counters: []string{"lost"}}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := "all: check 3, fencing not there"; !strings.Contains(figure.Alt, want) {
		t.Errorf("got %q, want %q in it", figure.Alt, want)
	}
	_, err = plots.Sources{Counters: []string{"lost"}}.Figure(frame.Must(frame.Concat(f, f)))
	if want := "rows 0 and 3 are both of sources none, posture check"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// Of many values the largest is said with the group it is of, and zeros where there are some.
func TestManyBarsAreSaidByTheLargest(t *testing.T) {
	var groups, series []string
	var values []float64
	for i := range 13 {
		for k, name := range []string{"some", "all"} {
			groups, series = append(groups, fmt.Sprint("g", i)), append(series, name)
			values = append(values, float64(i+k))
		}
	}
	f := frame.Must(frame.New(frame.Strings("sources", groups), frame.Strings("posture", series), frame.Floats("lost", values)))
	figure, err := plots.Sources{Counters: []string{"lost"}}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := "For lost: some at most 12 at “g12”, 0 in 1 of 13; all at most 13 at “g12”."; !strings.Contains(figure.Alt, want) {
		t.Errorf("got %q, want %q in it", figure.Alt, want)
	}
}

// Values beside marks have three digits, and fewer where those say it all.
func TestValuesAreWrittenShort(t *testing.T) {
	for value, want := range map[float64]string{
		0: "0", 7: "7", 0.4: "0.4", 0.51666: "0.517", 4.3333: "4.33", 66.666: "66.7", 1234.6: "1235", 98765: "98,765",
		1e15: "1·10^{15}", 1.26e-12: "1.3·10^{−12}", 0.001: "0.001",
	} {
		figure, err := plots.Postures{Counters: []string{"lost"}}.Figure(
			counted([]float64{value}, []float64{value}, []float64{value}))
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
		if !slices.Contains(texts, want) {
			t.Errorf("%v: got %q, want %q among them", value, texts, want)
		}
	}
}
