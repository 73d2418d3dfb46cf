package plots_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/plots"
)

func init() {
	gallery = append(gallery, drawn{"histogram", unlockedByTrial}, drawn{"histogram-apart", heldByTrial})
}

// heldByTrial draws how long two clients believe at once, a panel a length of the lease.
func heldByTrial() (*plots.Figure, error) {
	held, err := heldTimes()
	if err != nil {
		return nil, err
	}
	return plots.Histogram{Column: "both_held_s", By: "lease", Share: true, Apart: true, Rug: true,
		XLabel: "both held [s] in a trial"}.Figure(held)
}

// heldTimes returns, for two lengths of the lease, a row a trial with the time that two clients believed at once.
func heldTimes() (frame.Frame, error) {
	var frames []frame.Frame
	for _, length := range []time.Duration{3 * time.Second, 10 * time.Second} {
		e := fencekit.New()
		e.Postures, e.Params.Lease = e.Postures[:1], length
		f, err := fencekit.Trials(context.Background(), e)
		if err != nil {
			return frame.Frame{}, err
		}
		ms, err := frame.Col[float64](f, "both_held_ms")
		if err != nil {
			return frame.Frame{}, err
		}
		names := make([]string, len(ms))
		for i := range ms {
			names[i], ms[i] = "lease "+length.String(), ms[i]/1000
		}
		one, err := frame.New(frame.Strings("lease", names), frame.Floats("both_held_s", ms).WithMeta(frame.Meta{Unit: "s"}))
		if err != nil {
			return frame.Frame{}, err
		}
		frames = append(frames, one)
	}
	f, err := frame.Concat(frames...)
	return f.WithCaption("150 trials each, seeds 1 to 150; published parameters besides the lease"), err
}

func floats(values ...float64) frame.Frame { return frame.Must(frame.New(frame.Floats("x", values))) }

// binHeights returns the heights of the bars of a histogram of one group, in points, left to right.
func binHeights(t *testing.T, figure *plots.Figure) (heights []float64) {
	t.Helper()
	_, paints := recorded(t, figure)
	for _, p := range filled(paints, figure.Theme.Series[0].Color) {
		low, high := p.bounds()
		heights = append(heights, float64(high.Y-low.Y))
	}
	return heights
}

// slowCounts counts values by bins one at a time, the last bin with its upper edge.
func slowCounts(values, edges []float64) (counts []int) {
	for i := range len(edges) - 1 {
		n := 0
		for _, v := range values {
			if v >= edges[i] && (v < edges[i+1] || v == edges[i+1] && i == len(edges)-2) {
				n++
			}
		}
		counts = append(counts, n)
	}
	return counts
}

func TestBinsAreAsHighAsTheirCounts(t *testing.T) {
	values := []float64{0, 0.1, 0.1, 0.2, 0.3, 0.3, 0.3, 0.5, 1, 1}
	edges := []float64{0, 0.1, 0.3, 0.4, 1}
	figure, err := plots.Histogram{Column: "x", Edges: edges}.Figure(floats(values...))
	if err != nil {
		t.Fatal(err)
	}
	got, want := binHeights(t, figure), slowCounts(values, edges)
	if fmt.Sprint(want) != "[1 3 3 3]" {
		t.Fatalf("the oracle has %v", want)
	}
	for i := range want { // the bins differ in width, so that their areas are as the counts
		if len(got) != len(want) || math.Abs(got[i]*(edges[i+1]-edges[i])/0.1-got[0]*float64(want[i])) > 1e-4*got[0] {
			t.Fatalf("got heights %v, want areas as %v", got, want)
		}
	}
	if boxes, err := figure.Texts(); err != nil || !slices.ContainsFunc(boxes, func(b plots.TextBox) bool { return b.Text == "values per unit" }) {
		t.Errorf("no label says that heights are densities (%v)", err)
	}
}

// A value that is written as a multiple of the width begins a bin, though 3 times 0.1 is not 0.3 in binary.
func TestBinsBeginAtDecimals(t *testing.T) {
	figure, err := plots.Histogram{Column: "x", Width: 0.1}.Figure(floats(0.3, 0.3, 0.6, 0.7))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"in 5 bins from 0.3 to 0.8", "the highest bin, 0.3 to 0.4, has 2 values"} {
		if !strings.Contains(figure.Alt, want) {
			t.Errorf("got %q, want %q in it", figure.Alt, want)
		}
	}
}

func TestRulesOfBins(t *testing.T) {
	many, wide := make([]float64, 1000), make([]int64, 1000)
	for i := range many {
		many[i], wide[i] = float64(i), int64(i)
	}
	for _, c := range []struct {
		name string
		f    frame.Frame
		want string
	}{
		// IQR 500, n^(1/3) 10: width 100.
		{"Freedman–Diaconis", floats(many...), "in 10 bins from 0 to 1000, bins of 100, by Freedman and Diaconis"},
		{"integers", frame.Must(frame.New(frame.Ints("x", []int64{3, 5, 5}))),
			"in 3 bins from 2.5 to 5.5, a bin a whole number"},
		{"wide integers", frame.Must(frame.New(frame.Ints("x", wide))), "bins of 100 whole numbers"},
		{"equal", floats(4, 4, 4), "one bin, since all values are equal"},
		{"no middle half", floats(1, 1, 1, 1, 1, 1, 1, 9), "by Sturges"},
		{"capped", floats(append(many[:100:100], 1e6)...), "bins of 20,000, by Freedman and Diaconis"},
		{"durations", frame.Must(frame.New(frame.Durations("x", []time.Duration{time.Second, 3 * time.Second}))),
			"Histogram of x [ms] in"},
	} {
		figure, err := plots.Histogram{Column: "x"}.Figure(c.f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(figure.Alt, c.want) {
			t.Errorf("%s: got %q, want %q in it", c.name, figure.Alt, c.want)
		}
	}
}

// Several groups are outlines in dashes of their own, none filled.
func TestHistogramsOfGroupsAreOutlines(t *testing.T) {
	figure, err := unlockedByTrial()
	if err != nil {
		t.Fatal(err)
	}
	_, paints := recorded(t, figure)
	dashes := map[string]bool{}
	for _, style := range figure.Theme.Series[:3] {
		if n := len(filled(paints, style.Color)) + len(filled(paints, style.Fill)); n > 0 {
			t.Errorf("%d areas are filled", n)
		}
		lines := stroked(paints, style.Color)
		if len(lines) < 2 {
			t.Fatalf("got %d lines, want the outline and its sample", len(lines))
		}
		dashes[fmt.Sprint(lines[1].dash)] = true
	}
	if len(dashes) != 3 {
		t.Errorf("the dashes are %v, want three", dashes)
	}
}

// A rug has a stroke for every value that can be told from its neighbour.
func TestRugMarksEveryValue(t *testing.T) {
	figure, err := plots.Histogram{Column: "x", Rug: true}.Figure(floats(1, 2, 2, 4, 8))
	if err != nil {
		t.Fatal(err)
	}
	_, paints := recorded(t, figure)
	strokes := 0
	for _, p := range stroked(paints, figure.Theme.Series[0].Color) {
		for _, c := range p.path {
			if low, high := p.bounds(); c.Type == vg.MoveComp && p.path[len(p.path)-1].Type != vg.CloseComp && high.Y > low.Y {
				strokes++
			}
		}
	}
	if strokes != 4 {
		t.Errorf("got %d strokes, want 4, since two values are equal", strokes)
	}
}

// The axis of numbers of values has a whole number above zero however few values there are, and none below zero, where a
// rug lies.
func TestCountsAreMarkedFromZeroUp(t *testing.T) {
	for n := 1; n <= 120; n++ {
		values := slices.Repeat([]float64{1}, n)
		figure, err := plots.Histogram{Column: "x", Edges: []float64{0.55, 1.55}, Rug: true}.Figure(floats(values...))
		if err != nil {
			t.Fatal(err)
		}
		texts, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		largest := 0
		for _, box := range texts {
			if strings.HasPrefix(box.Text, "−") {
				t.Errorf("%d values: %s is on an axis", n, box.Text)
			}
			if count, err := strconv.Atoi(box.Text); err == nil {
				largest = max(largest, count)
			}
		}
		if 2*largest < n {
			t.Errorf("%d values: the largest mark is %d, want half of the height or more", n, largest)
		}
	}
}

// Bins of different widths are said to be densities, in the unit of the values.
func TestDensitiesAreSaid(t *testing.T) {
	f := frame.Must(frame.New(frame.Durations("x", []time.Duration{time.Millisecond, 20 * time.Millisecond})))
	edges := []float64{0, 10, 100}
	for share, want := range map[bool]string{false: "values per ms", true: "share [%] per ms"} {
		figure, err := plots.Histogram{Column: "x", Edges: edges, Share: share}.Figure(f)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(texts, func(b plots.TextBox) bool { return b.Text == want }) {
			t.Errorf("no %q in %v", want, texts)
		}
		if !strings.Contains(figure.Caption, "The bins differ in width") || !strings.Contains(figure.Alt, " per ms.") {
			t.Errorf("caption %q and description %q do not tell of densities", figure.Caption, figure.Alt)
		}
		if heights := binHeights(t, figure); len(heights) != 2 || math.Abs(heights[0]/heights[1]-9) > 1e-6 {
			t.Errorf("got heights %v, want them as 9 and 1", heights)
		}
	}
}

// One of a thing is written as one, and a group without a name has one.
func TestOneValueInOneBin(t *testing.T) {
	f := frame.Must(frame.New(frame.Floats("x", []float64{1}), frame.Strings("kind", []string{""})))
	figure, err := plots.Histogram{Column: "x", By: "kind", Edges: []float64{0, 2}}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	want := "Histogram of x in 1 bin from 0 to 2, 1 bin as given. Of (empty), n = 1, from 1 to 1, median 1; the highest bin, " +
		"0 to 2, has 1 value."
	if figure.Alt != want {
		t.Errorf("got %q, want %q", figure.Alt, want)
	}
}

func TestHistogramRefusesBadInput(t *testing.T) {
	nan := math.NaN()
	good := floats(1, 2, 3)
	for _, c := range []struct {
		name  string
		chart plots.Histogram
		f     frame.Frame
		want  string
	}{
		{"no column", plots.Histogram{Column: "y"}, good, `no column "y"; there are x`},
		{"unset", plots.Histogram{}, good, "plots: histogram: Column is not set: must name one of the columns, which are x"},
		{"no group", plots.Histogram{Column: "x", By: "g"}, good, `no column "g"`},
		{"NaN", plots.Histogram{Column: "x"}, floats(1, nan), `column "x", row 1: is NaN`},
		{"infinite", plots.Histogram{Column: "x"}, floats(1, 2, math.Inf(-1)), `column "x", row 2: is -Inf`},
		{"empty", plots.Histogram{Column: "x"}, floats(), "plots: histogram: the frame has no rows"},
		{"text", plots.Histogram{Column: "x"}, frame.Must(frame.New(frame.Strings("x", []string{"a"}))),
			"must be of numbers"},
		{"both", plots.Histogram{Column: "x", Width: 1, Edges: []float64{0, 9}}, good, "edges and width are both given"},
		{"one edge", plots.Histogram{Column: "x", Edges: []float64{1}}, good, "must be two or more"},
		{"falling", plots.Histogram{Column: "x", Edges: []float64{0, 5, 5}}, good, "edges: 5 at place 2"},
		{"outside", plots.Histogram{Column: "x", Edges: []float64{2, 5}}, good,
			"1 lies outside the edges, which go from 2 to 5"},
		{"negative", plots.Histogram{Column: "x", Width: -1}, good, "width = -1: must be above 0"},
		{"narrow", plots.Histogram{Column: "x", Width: 1e-9}, good, "must make 600 at most"},
	} {
		_, err := c.chart.Figure(c.f)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// Numbers so large that bins between them cannot be told apart are refused, and do not take for ever.
func TestHistogramOfHugeNumbers(t *testing.T) {
	near := frame.Must(frame.New(frame.Ints("x", []int64{1 << 60, 1<<60 + 1<<10})))
	_, err := plots.Histogram{Column: "x"}.Figure(near)
	mustFail(t, err, `column "x"`, "too close together")
	_, err = plots.Histogram{Column: "x", Width: 2}.Figure(floats(1e18, 1e18+1024))
	mustFail(t, err, `column "x"`, "too close together")
	for _, f := range []frame.Frame{
		frame.Must(frame.New(frame.Ints("x", []int64{1 << 60, 1<<60 + 5}))), floats(1e18, 1e18+1e12), floats(0, 1e299), floats(0, 5e-324),
	} {
		figure, err := plots.Histogram{Column: "x"}.Figure(f)
		if err == nil {
			_, err = figure.Bytes("svg")
		}
		if err != nil && !strings.Contains(err.Error(), "too close together") {
			t.Error(err)
		}
	}
}
