package plots_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/dist"
	"fence/fencekit/frame"
	"fence/plots"
)

func init() {
	gallery = append(gallery, drawn{"ecdf", heldDistribution}, drawn{"ecdf-survival", pauseTails})
}

// pauseTails draws the tail of two distributions of pauses.
func pauseTails() (*plots.Figure, error) {
	var names []string
	var lengths []time.Duration
	for _, text := range []string{"lognormal(20ms,1.2)", "exponential(40ms)"} {
		d, err := dist.Parse(text)
		if err != nil {
			return nil, err
		}
		s := dist.NewStream(7, "pause")
		for range 2000 {
			names, lengths = append(names, text), append(lengths, d.Draw(&s))
		}
	}
	f, err := frame.New(frame.Strings("pause", names), frame.Durations("length", lengths))
	if err != nil {
		return nil, err
	}
	return plots.ECDF{Column: "length", By: "pause", LogX: true, Survival: true, Quantiles: []float64{0.5, 0.99, 0.999},
		XLabel: "pause [ms]"}.Figure(f.WithCaption("2,000 draws of each, seed 7"))
}

// stairOf returns the line of the first series as places in the units of the axes, given how these lie: the line goes
// from 0 at the lower edge to 1 at the upper one, and its first and last steps are at known values.
func stairOf(t *testing.T, figure *plots.Figure, first, last float64) (steps [][2]float64) {
	t.Helper()
	_, paints := recorded(t, figure)
	var line vg.Path
	for _, p := range stroked(paints, figure.Theme.Series[0].Color) {
		if len(p.path) > len(line) {
			line = p.path
		}
	}
	low, high := line[0].Pos, line[len(line)-1].Pos
	x0, x1 := line[1].Pos.X, line[len(line)-2].Pos.X
	for i := 2; i < len(line); i += 2 {
		at := line[i].Pos
		steps = append(steps, [2]float64{first + (last-first)*float64((at.X-x0)/(x1-x0)),
			float64((at.Y - low.Y) / (high.Y - low.Y))})
	}
	return steps
}

// slowShare counts the values up to x.
func slowShare(values []float64, x float64) float64 {
	n := 0
	for _, v := range values {
		if v <= x {
			n++
		}
	}
	return float64(n) / float64(len(values))
}

func TestECDFStepsToTheShareOfValues(t *testing.T) {
	values := []float64{2, 9, 4, 4, 4, 7, 3, 2}
	figure, err := plots.ECDF{Column: "x", Quantiles: []float64{}}.Figure(floats(values...))
	if err != nil {
		t.Fatal(err)
	}
	steps := stairOf(t, figure, 2, 9)
	if len(steps) != 5 {
		t.Fatalf("got %d steps, want 5 different values: %v", len(steps), steps)
	}
	for _, s := range steps {
		if want := slowShare(values, math.Round(s[0])); math.Abs(s[0]-math.Round(s[0])) > 1e-6 || math.Abs(s[1]-want) > 1e-6 {
			t.Errorf("got %v at %v, want %v", s[1], s[0], want)
		}
		if wrong := slowShare(values, math.Round(s[0])-1); math.Abs(s[1]-wrong) < 1e-6 && s[0] > 2 {
			t.Errorf("at %v the share of values below it would do as well", s[0])
		}
	}
}

// Steps that are left out since no eye sees them move the line by less than a thousandth.
func TestThinnedStepsStayClose(t *testing.T) {
	s := dist.NewStream(1, "thin")
	values := make([]float64, 20_000)
	for i := range values {
		values[i] = s.Float64()
	}
	values[0], values[1] = 0, 1
	figure, err := plots.ECDF{Column: "x", Quantiles: []float64{}}.Figure(floats(values...))
	if err != nil {
		t.Fatal(err)
	}
	steps := stairOf(t, figure, 0, 1)
	if len(steps) > 2000 {
		t.Errorf("got %d steps, want fewer than 2000", len(steps))
	}
	for i := 0; i < len(steps); i += 50 {
		if want := slowShare(values, steps[i][0]+1e-9); math.Abs(steps[i][1]-want) > 0.001 {
			t.Errorf("got %v at %v, want %v", steps[i][1], steps[i][0], want)
		}
	}
}

func TestQuantilesAreTheSmallestValuesThatDo(t *testing.T) {
	values := make([]float64, 100)
	for i := range values {
		values[i] = float64(i + 1)
	}
	for share, want := range map[float64]string{0.5: "median 50", 0.99: "p99 99", 0.07: "p7 7", 0.005: "p0.5 1",
		0.999: "p99.9 100", 0.29: "p29 29"} {
		figure, err := plots.ECDF{Column: "x", Quantiles: []float64{share}}.Figure(floats(values...))
		if err != nil {
			t.Fatal(err)
		}
		boxes, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, box := range boxes {
			found = found || strings.Contains(box.Text, want)
		}
		if !found || !strings.Contains(figure.Alt, want+",") {
			t.Errorf("%v: no %q in the figure or in %q", share, want, figure.Alt)
		}
	}
}

// The band of n values reaches sqrt(ln 40 / 2n) to either side: 0.136 of 100 values.
func TestBandIsAsWideAsItsFormula(t *testing.T) {
	values := make([]float64, 100)
	for i := range values {
		values[i] = float64(10 + i) // the axis begins at 0
	}
	figure, err := plots.ECDF{Column: "x", Band: true}.Figure(floats(values...))
	if err != nil {
		t.Fatal(err)
	}
	_, paints := recorded(t, figure)
	areas := filled(paints, figure.Theme.Series[0].Fill)
	if len(areas) != 1 {
		t.Fatalf("got %d areas, want 1", len(areas))
	}
	low, high := areas[0].bounds()
	// At the left end the band reaches from 0 up to its half width.
	reach := 0.0
	for _, c := range areas[0].path {
		if c.Type != vg.CloseComp && c.Pos.X == low.X {
			reach = max(reach, float64((c.Pos.Y-low.Y)/(high.Y-low.Y)))
		}
	}
	if want := math.Sqrt(math.Log(40) / 200); math.Abs(reach-want) > 1e-6 {
		t.Errorf("got %v, want %v", reach, want)
	}
}

// The names of quantiles stand behind the data, where no line passes, at the heights of their rules.
func TestNamesOfQuantilesStandBehindTheData(t *testing.T) {
	for _, make := range []func() (*plots.Figure, error){heldDistribution, pauseTails} {
		figure, err := make()
		if err != nil {
			t.Fatal(err)
		}
		_, paints := recorded(t, figure)
		texts, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		var end vg.Length
		for _, p := range stroked(paints, figure.Theme.Series[0].Color) {
			if len(p.path) > 10 { // the line, not the sample of the legend
				_, high := p.bounds()
				end = max(end, high.X)
			}
		}
		found := 0
		for _, box := range texts {
			if box.Text == "median" || box.Text == "p99" {
				found++
				if box.Min.X < end || end == 0 {
					t.Errorf("%s begins at %v, the line ends at %v", box.Text, box.Min.X, end)
				}
			}
		}
		if found != 2 {
			t.Errorf("got %d names of quantiles, want 2", found)
		}
	}
}

func TestECDFRefusesBadInput(t *testing.T) {
	good := floats(1, 2, 3)
	for _, c := range []struct {
		name  string
		chart plots.ECDF
		f     frame.Frame
		want  string
	}{
		{"no column", plots.ECDF{Column: "y"}, good, `no column "y"; there are x`},
		{"unset", plots.ECDF{}, good, "plots: ecdf: Column is not set: must name one of the columns, which are x"},
		{"no group", plots.ECDF{Column: "x", By: "g"}, good, `no column "g"`},
		{"NaN", plots.ECDF{Column: "x"}, floats(1, math.NaN()), `column "x", row 1: is NaN`},
		{"infinite", plots.ECDF{Column: "x"}, floats(math.Inf(1)), `column "x", row 0: is +Inf`},
		{"empty", plots.ECDF{Column: "x"}, floats(), "plots: ecdf: the frame has no rows"},
		{"logarithm", plots.ECDF{Column: "x", LogX: true}, floats(0, 1, -2),
			"row 2: is -2; must be 0 or more on a logarithmic axis"},
		{"quantile", plots.ECDF{Column: "x", Quantiles: []float64{0.5, 1}}, good,
			"quantile = 1: must be above 0 and below 1"},
	} {
		_, err := c.chart.Figure(c.f)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
