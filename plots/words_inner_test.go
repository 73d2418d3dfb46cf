package plots

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

func TestRangesInWords(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{1, 2, "from 1 to 2"},
		{5, 5, "at 5"},
		{1e9 + 1, 1e9 + 3, "from 1,000,000,001 to 1,000,000,003"},
		{-0.5, 86400000, "from −0.5 to 86,400,000"},
	} {
		if got := rangeText(test.low, test.high, "at "); got != test.want {
			t.Errorf("%v to %v: got %q, want %q", test.low, test.high, got, test.want)
		}
	}
}

// oneMargin is a sweep of one margin, with an interval that begins at low.
func oneMargin(low float64) frame.Frame {
	return frame.Must(frame.New(frame.Floats("margin_ms", []float64{500}), frame.Floats("abort_pct", []float64{35.5}),
		frame.Floats("n_per_trial", []float64{0.1}), frame.Floats("n_per_trial_low", []float64{low}),
		frame.Floats("n_per_trial_high", []float64{0.2})))
}

// One point is said to be one, and one margin has no two ends.
func TestOnePointInWords(t *testing.T) {
	f := oneMargin(0.05)
	for want, figure := range map[string]func(f frame.Frame) (*Figure, error){
		"at 500: 1 point; n_per_trial 0.1.":                      Curves{X: "margin_ms", Y: "n_per_trial"}.Figure,
		", 1 point. The frontier":                                Pareto{Risk: "n_per_trial"}.Figure,
		"at 500: 35.5. Below, writes per trial on a logarithmic": Margin{Corruption: []string{"n_per_trial"}}.Figure,
	} {
		fig, err := figure(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, alt := fig.Words(); !strings.Contains(alt, want) || strings.Contains(alt, "both ends") {
			t.Errorf("got %q, want %q in it", alt, want)
		}
	}
}

// The caption says so where the band of a margin is cut off, and only there.
func TestMarginNamesBandsThatAreCutOff(t *testing.T) {
	for low, want := range map[float64]bool{0.05: false, 0: false, 1e-6: true, -1: true} {
		fig, err := Margin{Corruption: []string{"n_per_trial"}}.Figure(oneMargin(low))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(fig.Caption, "goes on below the axis."); got != want {
			t.Errorf("a limit of %v: caption %q", low, fig.Caption)
		}
	}
}

// Every landmark is named in the figure: a long name with what fits of it and its margin, and those that are too many for
// flags in a line.
func TestEveryLandmarkIsNamed(t *testing.T) {
	marks := []Landmark{{Name: strings.Repeat("verbose", 9), Margin: 501 * time.Millisecond}}
	for i := range 2 * mostFlags {
		marks = append(marks, Landmark{Name: "m", Margin: time.Duration(480+2*i) * time.Millisecond})
	}
	for _, n := range []int{1, len(marks)} {
		fig, err := Margin{Corruption: []string{"n_per_trial"}, Wild: marks[:n]}.Figure(oneMargin(0.05))
		if err != nil {
			t.Fatal(err)
		}
		boxes, err := fig.Texts()
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, box := range boxes {
			all = append(all, box.Text)
		}
		text := strings.Join(all, " ")
		if !strings.Contains(text, "verboseverbose") || !strings.Contains(text, "… 501 ms") {
			t.Errorf("%d landmarks: got %q, want the long name and its margin in it", n, all)
		}
		for _, m := range marks[1:n] {
			if want := fmt.Sprintf("m %s", lasting(m.Margin)); !strings.Contains(text, want) {
				t.Errorf("got %q, want %q in it", all, want)
			}
		}
		if n == 1 && strings.Contains(text, "no flag") {
			t.Errorf("got %q, want no line of those without a flag", all)
		}
	}
}

func TestCurvesNamesColumnsThatAreNotSet(t *testing.T) {
	_, err := Curves{}.Figure(oneMargin(0))
	if want := "plots: curves: X and Y are not set: must name columns, which are margin_ms"; err == nil ||
		!strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want one line that begins with %q", err, want)
	}
}
