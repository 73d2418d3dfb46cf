package plots_test

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"fence/fencekit/frame"
	"fence/plots"
)

func init() {
	gallery = append(gallery, drawn{"heatmap", abortsOfLeaseAndMargin}, drawn{"heatmap-log", damageOfNodesAndPauses})
}

// damageOfNodesAndPauses draws counts over several decades, with zeros and with pairs that were not run.
func damageOfNodesAndPauses() (*plots.Figure, error) {
	var services []string
	var rates, damage []float64
	for i, service := range []string{"session", "timed lease", "pessimistic"} {
		for j, rate := range []float64{8, 0.5, 1, 2, 4} {
			if i == 2 && j == 0 {
				continue
			}
			services, rates = append(services, service), append(rates, rate)
			damage = append(damage, []float64{0, 0.02, 30}[i]*math.Pow(rate, 2))
		}
	}
	f, err := frame.New(frame.Strings("service", services),
		frame.Floats("rate", rates).WithMeta(frame.Meta{Unit: "1/min"}), frame.Floats("damage", damage))
	if err != nil {
		return nil, err
	}
	return plots.Heatmap{X: "rate", Y: "service", Value: "damage", Log: true, Label: "writes destroyed per hour"}.
		Figure(f.WithCaption("values of no experiment"))
}

func grid(xs, ys, values []float64) frame.Frame {
	return frame.Must(frame.New(frame.Floats("x", xs), frame.Floats("y", ys), frame.Floats("v", values)))
}

// cellColours returns the colours of the cells of a heat map by their places, from left to right and from the lowest
// row up. The steps of the bar of colours come last and are left out.
func cellColours(t *testing.T, figure *plots.Figure, n int) []color.Color {
	t.Helper()
	_, paints := recorded(t, figure)
	var out []color.Color
	for _, p := range paints {
		if p.filled {
			out = append(out, p.color)
		}
	}
	return out[1 : 1+n] // the first is the background
}

func TestCellsHaveTheColourOfTheirValue(t *testing.T) {
	// The rows of the frame are in no order; numbers of the axes are.
	figure, err := plots.Heatmap{X: "x", Y: "y", Value: "v"}.Figure(
		grid([]float64{10, 2, 2, 10}, []float64{5, 5, 1, 1}, []float64{4, 3, 0, 1}))
	if err != nil {
		t.Fatal(err)
	}
	got := cellColours(t, figure, 4)
	for i, v := range []float64{0, 1, 3, 4} {
		if want := figure.Theme.Ramp(v / 4); got[i] != want {
			t.Errorf("cell %d: got %v, want %v", i, got[i], want)
		}
	}
	if got[1] == got[2] {
		t.Error("two values have one colour, so that a swap would not be noticed")
	}
}

func TestColoursByTheLogarithm(t *testing.T) {
	figure, err := plots.Heatmap{X: "x", Y: "y", Value: "v", Log: true}.Figure(
		grid([]float64{1, 2, 3}, []float64{1, 1, 1}, []float64{1, 10, 100}))
	if err != nil {
		t.Fatal(err)
	}
	got := cellColours(t, figure, 3)
	for i, share := range []float64{0, 0.5, 1} {
		if want := figure.Theme.Ramp(share); got[i] != want {
			t.Errorf("cell %d: got %v, want %v", i, got[i], want)
		}
	}
}

func TestZeroAndMissingCellsAreSaid(t *testing.T) {
	figure, err := damageOfNodesAndPauses()
	if err != nil {
		t.Fatal(err)
	}
	boxes, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, box := range boxes {
		count[box.Text]++
	}
	if count["0"] != 6 || count["no value"] != 1 { // five cells and the legend
		t.Errorf("got %d zeros and %d of the sample of no value, want 6 and 1", count["0"], count["no value"])
	}
	for _, want := range []string{"5 of 15 cells are 0.", "1 of 15 cells has no value.", "to 480 at 4 and pessimistic"} {
		if !strings.Contains(figure.Alt, want) {
			t.Errorf("got %q, want %q in it", figure.Alt, want)
		}
	}
}

// A missing value is as a pair without a row.
func TestMissingValueIsAnEmptyCell(t *testing.T) {
	figure, err := plots.Heatmap{X: "x", Y: "y", Value: "v"}.Figure(
		grid([]float64{1, 2}, []float64{1, 1}, []float64{math.NaN(), 3}))
	if err != nil {
		t.Fatal(err)
	}
	if want := "1 of 2 cells has no value."; !strings.Contains(figure.Alt, want) {
		t.Errorf("got %q, want %q in it", figure.Alt, want)
	}
}

// Numbers in cells are readable on every colour of every theme.
func TestNumbersInCellsAreReadable(t *testing.T) {
	for _, theme := range plots.Themes() {
		xs, ys, values := make([]float64, 12), make([]float64, 12), make([]float64, 12)
		for i := range xs {
			xs[i], values[i] = float64(i), float64(i%9)
		}
		figure, err := plots.Heatmap{X: "x", Y: "y", Value: "v"}.Figure(grid(xs, ys, values))
		if err != nil {
			t.Fatal(err)
		}
		figure.Theme, figure.Width = theme, plots.DoubleColumn
		pairs := numbersOnCells(t, figure, 12)
		if len(pairs) != 12 {
			t.Fatalf("%s: got %d numbers, want 12", theme.Name, len(pairs))
		}
		for _, pair := range pairs {
			if c := contrastOf(pair[0], pair[1]); c < 4.5 {
				t.Errorf("%s: %v on %v has a contrast of %.2f, want 4.5", theme.Name, pair[0], pair[1], c)
			}
		}
	}
}

func TestHeatmapRefusesBadInput(t *testing.T) {
	good := grid([]float64{1, 2}, []float64{1, 1}, []float64{3, 4})
	double := grid([]float64{1, 2, 1}, []float64{1, 1, 1}, []float64{3, 4, 5})
	wide := make([]float64, 201)
	for i := range wide {
		wide[i] = float64(i)
	}
	for _, c := range []struct {
		name  string
		chart plots.Heatmap
		f     frame.Frame
		want  string
	}{
		{"no column", plots.Heatmap{X: "z", Y: "y", Value: "v"}, good, `no column "z"; there are x, y, v`},
		{"no value", plots.Heatmap{X: "x", Y: "y", Value: "w"}, good, `no column "w"`},
		{"two rows", plots.Heatmap{X: "x", Y: "y", Value: "v"}, double, "rows 0 and 2 are both of x 1, y 1"},
		{"unset", plots.Heatmap{Y: "y"}, good,
			"plots: heatmap: X and Value are not set: must name columns, which are x, y, v"},
		{"infinite", plots.Heatmap{X: "x", Y: "y", Value: "v"}, grid([]float64{1}, []float64{1}, []float64{math.Inf(1)}),
			`column "v", row 0: is +Inf`},
		{"nothing", plots.Heatmap{X: "x", Y: "y", Value: "v"}, grid([]float64{1}, []float64{1}, []float64{math.NaN()}),
			"has no value in any of 1 rows"},
		{"logarithm", plots.Heatmap{X: "x", Y: "y", Value: "v", Log: true}, grid([]float64{1}, []float64{1}, []float64{-1}),
			"row 0: is -1; must be 0 or more"},
		{"axis", plots.Heatmap{X: "x", Y: "y", Value: "v"}, grid([]float64{math.NaN()}, []float64{1}, []float64{1}),
			`column "x", row 0: is NaN`},
		{"wide", plots.Heatmap{X: "x", Y: "y", Value: "v"}, grid(wide, make([]float64, 201), wide),
			"has 201 values: must be 200"},
		{"empty", plots.Heatmap{X: "x", Y: "y", Value: "v"}, grid(nil, nil, nil), "plots: heatmap: the frame has no rows"},
	} {
		_, err := c.chart.Figure(c.f)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// Many cells and long names lie over nothing and leave nothing.
func TestHeatmapOfManyCellsAndLongNames(t *testing.T) {
	var names []string
	var ys, values []float64
	for i := range 4 {
		for j := range 60 {
			names = append(names, fmt.Sprintf("a rather long name of a category %d", i))
			ys, values = append(ys, float64(1000*j)), append(values, float64(i*j))
		}
	}
	f := frame.Must(frame.New(frame.Strings("x", names), frame.Floats("y", ys), frame.Floats("v", values)))
	for _, chart := range []plots.Heatmap{{X: "x", Y: "y", Value: "v"}, {X: "y", Y: "x", Value: "v"}} {
		figure, err := chart.Figure(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range overlaps(t, figure) {
			t.Error(finding)
		}
	}
}

// Names across are all there, turned where they do not fit beside each other, and cut where they are long.
func TestNoNameOfACellIsLeftOut(t *testing.T) {
	for _, long := range []string{"", " that is longer than there is room for"} {
		var names []string
		for i := range 10 {
			names = append(names, fmt.Sprintf("service %d", i)+long)
		}
		ones := slices.Repeat([]float64{1}, len(names))
		figure, err := plots.Heatmap{X: "x", Y: "y", Value: "v"}.Figure(frame.Must(frame.New(
			frame.Strings("x", names), frame.Floats("y", ones), frame.Floats("v", ones))))
		if err != nil {
			t.Fatal(err)
		}
		texts, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		found, cut := 0, 0
		for _, box := range texts {
			if !strings.HasPrefix(box.Text, "service ") {
				continue
			}
			found++
			if strings.HasSuffix(box.Text, "…") {
				cut++
			}
			if size := box.Max.Sub(box.Min); size.Y < size.X {
				t.Errorf("%q is not turned: %v", box.Text, box.Rectangle)
			}
		}
		if found != len(names) || (cut > 0) != (long != "") {
			t.Errorf("got %d names of 10, %d of them cut", found, cut)
		}
		for _, finding := range overlaps(t, figure) {
			t.Error(finding)
		}
	}
}

// All cells of a map have as many decimals, unless a value would be written as 0 that is not.
func TestCellsHaveOneNumberOfDecimals(t *testing.T) {
	for _, c := range []struct{ values, want string }{
		{"92 77.1 18.96 20", "92.0 77.1 19.0 20.0"}, {"1 20 300 0", "1 20 300 0"}, {"0.5 0.25 1 0", "0.50 0.25 1.00 0.00"},
		{"0.004 480 7.5 0", "0.004 480 7.5 0"}, {"2000000 1 2 3", "2·10^{6} 1 2 3"}, {"-50.25 7 1 2", "−50.2 7.0 1.0 2.0"},
	} {
		var v [4]float64
		if _, err := fmt.Sscan(c.values, &v[0], &v[1], &v[2], &v[3]); err != nil {
			t.Fatal(err)
		}
		figure, err := plots.Heatmap{X: "x", Y: "y", Value: "v"}.Figure(
			grid([]float64{1, 2, 1, 2}, []float64{2, 2, 1, 1}, v[:]))
		if err != nil {
			t.Fatal(err)
		}
		texts, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range strings.Fields(c.want) {
			if !slices.ContainsFunc(texts, func(b plots.TextBox) bool { return b.Text == want }) {
				t.Errorf("%s: no %q in %v", c.values, want, texts)
			}
		}
	}
}

// Maps that share their values have the same colour for the same value, and others have not.
func TestSharedColours(t *testing.T) {
	low, high := grid([]float64{1, 2}, []float64{1, 1}, []float64{5, 10}), grid([]float64{1, 2}, []float64{1, 1}, []float64{10, 40})
	for _, log := range []bool{false, true} {
		colours := func(f frame.Frame, shared ...float64) []color.Color {
			figure, err := plots.Heatmap{X: "x", Y: "y", Value: "v", Log: log, Shared: shared}.Figure(f)
			if err != nil {
				t.Fatal(err)
			}
			return cellColours(t, figure, 2)
		}
		all := []float64{5, 10, 10, 40, math.NaN(), math.Inf(1)}
		ten, tenToo := colours(low, all...)[1], colours(high, all...)[0]
		if ten != tenToo {
			t.Errorf("log %v: 10 is %v in one map and %v in the other", log, ten, tenToo)
		}
		if colours(low)[1] == colours(high)[0] {
			t.Errorf("log %v: maps that share nothing have one colour for 10", log)
		}
	}
}
