package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// labelsOf returns the labels of the marks that have one.
func labelsOf(ticks []plot.Tick) string {
	var out []string
	for _, t := range ticks {
		if !t.IsMinor() {
			out = append(out, t.Label)
		}
	}
	return strings.Join(out, " ")
}

func TestLinearTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{0, 2600, "0 500 1000 1500 2000 2500"},
		{0, 26000, "0 5000 10,000 15,000 20,000 25,000"},
		{-3, 3, "−3 −2 −1 0 1 2 3"},
		{24.76, 95.4, "40 60 80"},
		{0.02, 0.5, "0.1 0.2 0.3 0.4 0.5"},
		{0, 3e-9, "0 0.5·10^{−9} 1.0·10^{−9} 1.5·10^{−9} 2.0·10^{−9} 2.5·10^{−9} 3.0·10^{−9}"},
		{0, 3e9, "0 0.5·10^{9} 1.0·10^{9} 1.5·10^{9} 2.0·10^{9} 2.5·10^{9} 3.0·10^{9}"},
		{5, 5, "5"},
		{1e16, 1e16 + 2, "1·10^{16}"},
		{math.NaN(), 1, ""},
		{0, math.Inf(1), ""},
	} {
		if got := labelsOf(linearTicks{6}.Ticks(test.low, test.high)); got != test.want {
			t.Errorf("from %v to %v: got %q, want %q", test.low, test.high, got, test.want)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{0.01, 2, "0.01 0.1 1"},
		{0.02, 0.5, "0.02 0.05 0.1 0.2 0.5"},
		{2, 8, "2 3 4 5 6 7 8"},
		{3, 4, "3 4"},
		{3.2, 3.8, "3.2 3.4 3.6 3.8"},
		{1.1, 1.9, "1.2 1.4 1.6 1.8"},
		{6, 19, "6 7 8 9 10"},
		{5.1, 41, "10 20"},
		{1, 1e5, "1 10 100 1000 10,000 10^{5}"},
		{1e-3, 1e4, "0.01 1 100 10,000"},
		{1e-30, 1, "10^{−30} 10^{−25} 10^{−20} 10^{−15} 10^{−10} 10^{−5} 1"},
		{2e-5, 3e-4, "2·10^{−5} 5·10^{−5} 10^{−4} 2·10^{−4}"},
		{0, 1, ""},
		{2, 1, ""},
		{1, math.NaN(), ""},
		{1, math.Inf(1), ""},
	} {
		if got := labelsOf(logTicks(test.low, test.high)); got != test.want {
			t.Errorf("from %v to %v: got %q, want %q", test.low, test.high, got, test.want)
		}
	}
}

// meant reads a label as a person does.
func meant(label string) (float64, error) {
	s := strings.NewReplacer(",", "", minus, "-").Replace(label)
	mantissa, exponent, scientific := strings.Cut(s, "10^{")
	if !scientific {
		return strconv.ParseFloat(s, 64)
	}
	if mantissa == "" || mantissa == "-" {
		mantissa += "1·"
	}
	return strconv.ParseFloat(strings.TrimSuffix(mantissa, "·")+"e"+strings.TrimSuffix(exponent, "}"), 64)
}

// wrong says what is wrong with the marks of an axis: one that is out of range, out of order or labelled as something
// else, fewer than two labels, two that are alike, or more marks than an axis holds.
func wrong(ticks []plot.Tick, low, high float64) []string {
	var findings []string
	var seen []string
	last := math.Inf(-1)
	for _, t := range ticks {
		slack := 1e-9 * max(math.Abs(t.Value), high-low)
		if t.Value < low-slack || t.Value > high+slack {
			findings = append(findings, fmt.Sprintf("%v is out of range", t.Value))
		}
		if t.Value <= last {
			findings = append(findings, fmt.Sprintf("%v comes after %v", t.Value, last))
		}
		last = t.Value
		if t.IsMinor() {
			continue
		}
		if slices.Contains(seen, t.Label) {
			findings = append(findings, fmt.Sprintf("%q stands twice", t.Label))
		}
		seen = append(seen, t.Label)
		if v, err := meant(t.Label); err != nil || math.Abs(v-t.Value) > 1e-6*max(math.Abs(t.Value), high-low) {
			findings = append(findings, fmt.Sprintf("%v is labelled %q, which means %v (%v)", t.Value, t.Label, v, err))
		}
	}
	if len(seen) < 2 || len(seen) > 10 || len(ticks) > 70 {
		findings = append(findings, fmt.Sprintf("%d labels, %d marks", len(seen), len(ticks)))
	}
	return findings
}

// A log axis of any width of more than a millionth is marked as it should be.
func FuzzLogTicks(f *testing.F) {
	f.Add(0.02, 0.5)
	f.Add(2.0, 8.0)
	f.Add(1e-300, 1e300)
	f.Add(999.0, 1001.0)
	f.Add(151.92, 235.0)
	f.Add(0.0, -1.0)
	f.Add(math.Inf(1), math.NaN())
	f.Fuzz(func(t *testing.T, low, high float64) {
		ticks := logTicks(low, high)
		if !(low >= leastMarked && high <= mostMarked && low < high) {
			if len(ticks) > 0 {
				t.Errorf("from %v to %v: got %v, want no marks", low, high, ticks)
			}
			return
		}
		if high-low < 1e-6*low {
			return
		}
		for _, finding := range wrong(ticks, low, high) {
			t.Errorf("from %v to %v: %s", low, high, finding)
		}
	})
}

func FuzzLinearTicks(f *testing.F) {
	f.Add(0.0, 1.0)
	f.Add(-2e-9, 4e12)
	f.Add(24.76, 95.4)
	f.Add(1e300, -1e300)
	f.Fuzz(func(t *testing.T, low, high float64) {
		ticks := linearTicks{6}.Ticks(low, high)
		if width := high - low; !(width > 1e-6*max(math.Abs(low), math.Abs(high)) && width < 1e300 && width > 1e-300) {
			if len(ticks) > 8 {
				t.Errorf("from %v to %v: %d marks", low, high, len(ticks))
			}
			return
		}
		for _, finding := range wrong(ticks, low, high) {
			t.Errorf("from %v to %v: %s", low, high, finding)
		}
	})
}

// Every pair of ends from a list that is dense on a logarithmic axis is marked as it should be.
func TestAnyAxisHasLabels(t *testing.T) {
	var ends []float64
	for exponent := -12; exponent <= 12; exponent++ {
		for _, n := range []float64{1, 1.5, 2, 3.3, 4.99, 5, 5.01, 7, 9.99} {
			ends = append(ends, n*math.Pow10(exponent))
		}
	}
	for i, low := range ends {
		for _, high := range ends[i+1:] {
			for _, finding := range append(wrong(logTicks(low, high), low, high),
				wrong(linearTicks{6}.Ticks(low, high), low, high)...) {
				t.Fatalf("from %v to %v: %s", low, high, finding)
			}
		}
	}
}

// The check of the marks finds what is wrong with them.
func TestWrongTicksAreFound(t *testing.T) {
	good := linearTicks{6}.Ticks(0, 1)
	for name, spoil := range map[string]func(ticks []plot.Tick) []plot.Tick{
		"out of range": func(s []plot.Tick) []plot.Tick { return append(s, plot.Tick{Value: 1.2, Label: "1.2"}) },
		"out of order": func(s []plot.Tick) []plot.Tick { slices.Reverse(s); return s },
		"mislabelled":  func(s []plot.Tick) []plot.Tick { s[2].Label = "0.5"; return s },
		"one label":    func(s []plot.Tick) []plot.Tick { return s[:1] },
		"twice":        func(s []plot.Tick) []plot.Tick { s[1].Label = s[0].Label; return s },
	} {
		if findings := wrong(spoil(slices.Clone(good)), 0, 1); len(findings) == 0 {
			t.Errorf("%s: got no finding", name)
		}
	}
	if findings := wrong(good, 0, 1); len(findings) > 0 {
		t.Errorf("right marks: got %v", findings)
	}
}

// The scale with zero is in order: zero, then the break, then the floor and everything above it up to 1.
func TestZeroLogIsInOrder(t *testing.T) {
	scale := zeroLog{Floor: 0.01}
	high := 3.0
	last := -1.0
	for _, x := range []float64{0, 0.01, 0.011, 0.1, 0.5, 1, 2.9, 3} {
		got := scale.Normalize(0, high, x)
		if got <= last || got > 1+1e-12 {
			t.Errorf("%v: got %v after %v", x, got, last)
		}
		last = got
	}
	if got := scale.Normalize(0, high, 0.001); got != scale.Normalize(0, high, 0.01) {
		t.Errorf("below the floor: got %v, want the place of the floor", got)
	}
	if !(zeroPlace < breakPlace && breakPlace < floorPlace) {
		t.Errorf("zero %v, break %v, floor %v", zeroPlace, breakPlace, floorPlace)
	}
	if got, want := labelsOf(scale.Ticks(0, high)), "0 0.01 0.1 1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLogarithmicAxis(t *testing.T) {
	theme := Paper()
	p := &press{Theme: theme}
	for _, test := range []struct {
		name   string
		values []float64
		want   string
		broken int
	}{
		{"zeros alone", []float64{0, 0}, "0 1 2 5 10", 1},
		{"nothing", nil, "0.9 1", 0},
		{"zero and more", []float64{0, 0.04, 0.5}, "0 0.01 0.02 0.05 0.1 0.2 0.5", 1},
		{"no zero", []float64{2, 64}, "2 5 10 20 50", 0},
		{"one value", []float64{5}, "5 6", 0},
	} {
		pl := p.plot()
		pl.Y.Max = 0
		for _, v := range test.values {
			pl.Y.Max = max(pl.Y.Max, v)
		}
		marks := p.logarithmic(&pl.Y, true, test.values...)
		if got := labelsOf(pl.Y.Tick.Marker.Ticks(pl.Y.Min, pl.Y.Max)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if len(marks) != test.broken {
			t.Errorf("%s: got %d breaks, want %d", test.name, len(marks), test.broken)
		}
	}
}

// The break is drawn on its axis, between the places of zero and of the floor.
func TestBreakMarkLiesOnItsAxis(t *testing.T) {
	p := &press{Theme: Paper()}
	for _, upright := range []bool{true, false} {
		var rec recorder.Canvas
		c := draw.NewCanvas(&rec, 200, 100)
		breakMark{p, upright}.Plot(c, p.plot())
		strokes := 0
		for _, action := range rec.Actions {
			stroke, ok := action.(*recorder.Stroke)
			if !ok {
				continue
			}
			strokes++
			var middle vg.Point
			for _, comp := range stroke.Path {
				middle.X += comp.Pos.X / vg.Length(len(stroke.Path))
				middle.Y += comp.Pos.Y / vg.Length(len(stroke.Path))
			}
			along, across, length := middle.X, middle.Y, vg.Length(200)
			if upright {
				along, across, length = middle.Y, middle.X, 100
			}
			if across < -0.01 || across > 0.01 || along <= zeroPlace*length || along >= floorPlace*length {
				t.Errorf("upright %v: got a stroke about %v", upright, middle)
			}
		}
		if strokes != 2 {
			t.Errorf("upright %v: got %d strokes, want 2", upright, strokes)
		}
	}
}
