package plots_test

import (
	"math"
	"strings"
	"testing"

	"fence/fencekit/frame"
	"fence/plots"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

func init() {
	gallery = append(gallery, drawn{"curves", messagesPerEntry}, drawn{"curves-log", overlapsBySkew})
}

// frameOf returns a frame of columns of floats.
func frameOf(t *testing.T, columns map[string][]float64) frame.Frame {
	t.Helper()
	var cols []frame.Column
	for _, name := range []string{"x", "y", "y_low", "y_high", "z"} {
		if values, ok := columns[name]; ok {
			cols = append(cols, frame.Floats(name, values))
		}
	}
	f, err := frame.New(cols...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// mustFail checks that an error has every one of several parts.
func mustFail(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("got no error, want one with %q", parts)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("got %q, want %q in it", err, part)
		}
	}
}

func TestCurvesRefuses(t *testing.T) {
	one := []float64{1}
	line := func(x float64) float64 { return x }
	var many []plots.Formula
	for _, name := range strings.Split("abcdefg", "") {
		many = append(many, plots.Formula{Name: name, Of: line})
	}
	for _, test := range []struct {
		name    string
		curves  plots.Curves
		columns map[string][]float64
		want    []string
	}{
		{"a column that is not there", plots.Curves{X: "x", Y: "yy"}, map[string][]float64{"x": one, "y": one},
			[]string{"plots: curves: ", `"yy"`, "x, y"}},
		{"two that are not there", plots.Curves{X: "a", Y: "b"}, map[string][]float64{"x": one}, []string{`"a"`, `"b"`}},
		{"NaN", plots.Curves{X: "x", Y: "y"}, map[string][]float64{"x": one, "y": {math.NaN()}},
			[]string{`column "y", row 0`, "NaN", "finite"}},
		{"no rows", plots.Curves{X: "x", Y: "y"}, map[string][]float64{"x": {}, "y": {}}, []string{"no rows"}},
		{"below zero on a log axis", plots.Curves{X: "x", Y: "y", LogX: true, LogY: true},
			map[string][]float64{"x": {-1}, "y": {-2}}, []string{`column "x", row 0: is -1`, `column "y", row 0: is -2`}},
		{"a limit above its value", plots.Curves{X: "x", Y: "y"},
			map[string][]float64{"x": one, "y": one, "y_low": {2}, "y_high": {3}}, []string{`"y_low"`, "2, 1 and 3", "in order"}},
		{"one limit", plots.Curves{X: "x", Y: "y", Low: "z"}, map[string][]float64{"x": one, "y": one, "z": one},
			[]string{`""`}},
		{"a formula without a function", plots.Curves{X: "x", Y: "y", Formulas: []plots.Formula{{Name: "f"}}},
			map[string][]float64{"x": one, "y": one}, []string{`formula 1: "f"`, "function"}},
		{"a formula without a name", plots.Curves{X: "x", Y: "y", Formulas: []plots.Formula{{Of: line}}},
			map[string][]float64{"x": one, "y": one}, []string{"formula 1", "name"}},
		{"a name twice", plots.Curves{X: "x", Y: "y", Formulas: []plots.Formula{{Name: "y", Of: line}}},
			map[string][]float64{"x": one, "y": one}, []string{`formula 1: "y"`, "already"}},
		{"too many", plots.Curves{X: "x", Y: "y", Formulas: many}, map[string][]float64{"x": one, "y": one},
			[]string{"1 series and 7 formulas", "7 at most"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.curves.Figure(frameOf(t, test.columns))
			mustFail(t, err, test.want...)
		})
	}
	texts, err := frame.New(frame.Strings("x", []string{"a"}), frame.Floats("y", one))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plots.Curves{X: "x", Y: "y"}.Figure(texts)
	mustFail(t, err, `column "x"`, "must be of numbers")
}

// record draws a figure of a size and returns what the back-end was told.
func record(t *testing.T, figure *plots.Figure, width, height vg.Length) []recorder.Action {
	t.Helper()
	var rec recorder.Canvas
	if err := figure.Draw(draw.NewCanvas(&rec, width, height)); err != nil {
		t.Fatal(err)
	}
	return rec.Actions
}

// inData is what is left of marks without that of the legend, which is drawn first.
func inData(points []vg.Point) []vg.Point { return points[min(1, len(points)):] }

// marks returns the middles of the filled shapes of so many corners, in a colour, that are no larger than a mark.
func marks(actions []recorder.Action, corners int, theme plots.Theme, style plots.Style) []vg.Point {
	return shapes(actions, corners, style, true, 4*theme.Mark)
}

// hollows returns the middles of the outlines of such shapes.
func hollows(actions []recorder.Action, corners int, theme plots.Theme, style plots.Style) []vg.Point {
	return shapes(actions, corners, style, false, 4*theme.Mark)
}

func shapes(actions []recorder.Action, corners int, style plots.Style, filled bool, largest vg.Length) []vg.Point {
	var out []vg.Point
	right := false
	for _, action := range actions {
		var path vg.Path
		switch a := action.(type) {
		case *recorder.SetColor:
			right = a.Color == style.Color
		case *recorder.Fill:
			if filled {
				path = a.Path
			}
		case *recorder.Stroke:
			if !filled {
				path = a.Path
			}
		}
		if right && len(path) == corners+1 && path[corners].Type == vg.CloseComp {
			low, high := path[0].Pos, path[0].Pos
			for _, comp := range path[:corners] {
				low.X, low.Y = min(low.X, comp.Pos.X), min(low.Y, comp.Pos.Y)
				high.X, high.Y = max(high.X, comp.Pos.X), max(high.Y, comp.Pos.Y)
			}
			if high.X-low.X < largest && high.Y-low.Y < largest {
				out = append(out, vg.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2})
			}
		}
	}
	return out
}

// The corners of the shapes that tests count.
const (
	discCorners     = 16
	squareCorners   = 4
	triangleCorners = 3
)

// Every row is one mark, equal steps on the axis are equal steps on the page, and the legend has one mark more.
func TestCurvesDrawsEveryPoint(t *testing.T) {
	f := frameOf(t, map[string][]float64{"x": {1, 2, 3}, "y": {10, 20, 40}})
	figure, err := plots.Curves{X: "x", Y: "y"}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	points := inData(marks(record(t, figure, 300, 200), discCorners, figure.Theme, figure.Theme.Series[0]))
	if len(points) != 3 {
		t.Fatalf("got %d marks, want 3", len(points))
	}
	if got, want := points[1].X-points[0].X, points[2].X-points[1].X; math.Abs(float64(got-want)) > 0.01 {
		t.Errorf("steps of x: got %v and %v, want them equal", got, want)
	}
	if got, want := points[2].Y-points[1].Y, 2*(points[1].Y-points[0].Y); math.Abs(float64(got-want)) > 0.02 {
		t.Errorf("steps of y: got %v, want %v", got, want)
	}
}

// On logarithmic axes equal factors are equal steps, and zero has a place below the smallest value.
func TestCurvesLogAxes(t *testing.T) {
	f := frameOf(t, map[string][]float64{"x": {1, 10, 100, 1000}, "y": {0.01, 0.1, 1, 0}})
	figure, err := plots.Curves{X: "x", Y: "y", LogX: true, LogY: true}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	points := inData(marks(record(t, figure, 300, 200), discCorners, figure.Theme, figure.Theme.Series[0]))
	if len(points) != 4 {
		t.Fatalf("got %d marks, want 4", len(points))
	}
	if a, b := points[1].Y-points[0].Y, points[2].Y-points[1].Y; math.Abs(float64(a-b)) > 0.02 || a < 10 {
		t.Errorf("a decade is %v and %v high, want them equal", a, b)
	}
	if a, b := points[1].X-points[0].X, points[3].X-points[2].X; math.Abs(float64(a-b)) > 0.02 || a < 10 {
		t.Errorf("a decade is %v and %v wide, want them equal", a, b)
	}
	if !(points[3].Y < points[0].Y-5) {
		t.Errorf("zero is at %v, the smallest value at %v", points[3].Y, points[0].Y)
	}
	texts, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	zeros := 0
	for _, box := range texts {
		if box.Text == "0" {
			zeros++
		}
	}
	if zeros != 1 {
		t.Errorf("got %d labels of zero, want that of the vertical axis", zeros)
	}
}

// A log axis with nothing but zeros still draws, with labels.
func TestCurvesOfZeros(t *testing.T) {
	f := frameOf(t, map[string][]float64{"x": {1, 2}, "y": {0, 0}})
	figure, err := plots.Curves{X: "x", Y: "y", LogY: true}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range overlaps(t, figure) {
		t.Error(finding)
	}
	if points := marks(record(t, figure, 300, 200), discCorners, figure.Theme, figure.Theme.Series[0]); len(points) != 3 {
		t.Errorf("got %d marks, want 2 and the legend's", len(points))
	}
}

// Joined points are joined from left to right, whatever the order of rows.
func TestCurvesJoinsInOrder(t *testing.T) {
	f := frameOf(t, map[string][]float64{"x": {3, 1, 2}, "y": {3, 1, 2}})
	figure, err := plots.Curves{X: "x", Y: "y", Joined: true}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	points := inData(marks(record(t, figure, 300, 200), discCorners, figure.Theme, figure.Theme.Series[0]))
	if len(points) != 3 || !(points[0].X < points[1].X && points[1].X < points[2].X) {
		t.Errorf("got %v, want them from left to right", points)
	}
}

// What a formula has no number for is left out.
func TestCurvesFormulaWithAPole(t *testing.T) {
	f := frameOf(t, map[string][]float64{"x": {-1, 1}, "y": {0, 0}})
	figure, err := plots.Curves{X: "x", Y: "y", Formulas: []plots.Formula{
		{Name: "root", Of: math.Sqrt}, {Name: "none", Of: func(float64) float64 { return math.NaN() }},
	}}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range plots.Formats() {
		if _, err := figure.Bytes(format); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// The label of a logarithmic axis takes no room beyond the end of the axis, and the data begin at the axis.
func TestLabelOfALogarithmicAxisTakesNoRoomBeyondIt(t *testing.T) {
	edges := map[bool][2]vg.Length{}
	for _, log := range []bool{false, true} {
		chart := plots.Curves{X: "n", Y: "delay", LogY: log, YLabel: "a label as long as the axis itself is [ms]"}
		figure, err := chart.Figure(frame.Must(frame.New(frame.Ints("n", []int64{1, 2, 3}),
			frame.Floats("delay", []float64{1, 30, 1000}))))
		if err != nil {
			t.Fatal(err)
		}
		figure.Height = 3 * vg.Inch
		_, paints := recorded(t, figure)
		var upright []paint
		for _, p := range stroked(paints, figure.Theme.Muted) {
			if low, high := p.bounds(); high.Y-low.Y > vg.Inch {
				upright = append(upright, p)
			}
		}
		if len(upright) != 1 {
			t.Fatalf("got %d upright axes", len(upright))
		}
		axis, top := upright[0].bounds()
		grid, _ := stroked(paints, figure.Theme.Faint)[0].bounds()
		if math.Abs(float64(grid.X-axis.X)) > 1 {
			t.Errorf("logarithmic %v: the data begin at %v, the axis stands at %v", log, grid.X, axis.X)
		}
		edges[log] = [2]vg.Length{axis.Y, top.Y}
	}
	if math.Abs(float64(edges[false][1]-edges[true][1])) > 3 {
		t.Errorf("the linear axis ends at %v, the logarithmic one at %v", edges[false][1], edges[true][1])
	}
}
