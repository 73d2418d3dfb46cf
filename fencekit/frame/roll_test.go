package frame_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fence/fencekit/frame"
)

// sameFigures holds row i of out against the only row of want: floats to twelve digits, durations to a nanosecond, all
// else exactly.
func sameFigures(t *testing.T, out frame.Frame, i int, want frame.Frame) {
	t.Helper()
	for _, name := range want.Columns() {
		a, b := column(t, out, name), column(t, want, name)
		same := a.Kind() == b.Kind() && a.Missing(i) == b.Missing(0)
		switch {
		case same && a.Kind() == frame.Float:
			same = closeTo(number(t, out, name, i), number(t, want, name, 0))
		case same && a.Kind() == frame.Duration && !a.Missing(i):
			same = math.Abs(number(t, out, name, i)-number(t, want, name, 0)) <= 1
		case same:
			same = unsigned(a.Text(i)) == unsigned(b.Text(0))
		}
		if !same {
			t.Fatalf("%s of row %d: got %q, want %q in\n%v", name, i, a.Text(i), b.Text(0), out)
		}
	}
}

// TestRollIsSummariseOfEveryWindow rolls windows small and large, full and of many missing cells, and summarises the
// rows of each.
func TestRollIsSummariseOfEveryWindow(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 1))
	for range 12 {
		f := groupable(r, r.IntN(100))
		if r.IntN(3) == 0 {
			f = must(t)(f.Select("x", "i", "d", "s", "t"))
			f = must(t)(f.DropMissing())
		}
		window := 1 + r.IntN(60)
		out := must(t)(f.Roll(window, everySummary()...))
		for i := window - 1; i < f.Rows(); i++ {
			sameFigures(t, out, i, must(t)(must(t)(f.Slice(i-window+1, i+1)).Summarise(everySummary()...)))
		}
	}
}

// TestCumulateIsSummariseOfTheRowsSoFar summarises the rows up to each.
func TestCumulateIsSummariseOfTheRowsSoFar(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	for range 12 {
		f := groupable(r, r.IntN(70)).WithCaption("kept")
		out := must(t)(f.Cumulate(everySummary()...))
		if kept := must(t)(out.Select(f.Columns()...)); !frame.Equal(kept, f) {
			t.Fatalf("the old columns are\n%v\nwant\n%v", kept, f)
		}
		for i := range f.Rows() {
			sameFigures(t, out, i, must(t)(f.Head(i+1).Summarise(everySummary()...)))
		}
	}
}

func TestCumulateMetaAndErrors(t *testing.T) {
	x := frame.Floats("x", []float64{1, math.NaN(), 4}).WithMeta(frame.Meta{Unit: "ms", Meaning: "wait"})
	f := must(t)(frame.New(x, frame.Ints("i", []int64{math.MaxInt64, 0, 1})))
	out := must(t)(f.Cumulate(frame.Mean("x").Interval(), frame.Count()))
	if got := exactRows(t, must(t)(out.Select("x_mean", "count"))); got != "1 1\n1 2\n2.5 3" {
		t.Errorf("got\n%s", got)
	}
	want := frame.Meta{Unit: "ms", Meaning: "lower limit: mean of x: wait; over this row and all before it",
		Method: "mean, Student's t, 95 %"}
	if got := column(t, out, "x_mean_low").Meta; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	_, err := f.Cumulate(frame.Sum("i"))
	wantError(t, err, `frame: cumulate: sum of "i": the rows up to row 2: the sum does not fit int64`)
	_, err = f.Cumulate(frame.Count().As("x"))
	wantError(t, err, `frame: cumulate: columns 0 and 2 of the result are both named "x"; As gives another name`)
	if out := must(t)(f.Head(0).Cumulate(everySummaryOf("x")...)); out.Rows() != 0 {
		t.Errorf("got %d rows of none", out.Rows())
	}
}

func everySummaryOf(x string) []frame.Summary { return append(anySummaries(x), numericSummaries(x)...) }

// hardColumns are columns on which a sum that subtracts what leaves the window, or a sum of squares, loses all digits.
func hardColumns(r *rand.Rand, rows int) map[string][]float64 {
	out := map[string][]float64{}
	for i := range rows {
		step := 0.0
		if i > rows/3 && i < rows/2 {
			step = 1e15
		}
		out["far from 0"] = append(out["far from 0"], 1e9+r.Float64())
		out["a step"] = append(out["a step"], step+r.Float64())
		out["spikes"] = append(out["spikes"], r.NormFloat64()+[]float64{0, 0, 0, 1e12, 0, -1e12, 0}[r.IntN(7)])
		out["all sizes"] = append(out["all sizes"], r.Float64()*math.Pow(10, float64(r.IntN(60)-30)))
		out["equal"] = append(out["equal"], 0.1)
		some := []float64{math.NaN(), math.NaN(), 1e9, 1e9 + 1e-3, r.Float64()}
		out["missing"] = append(out["missing"], some[r.IntN(len(some))])
	}
	return out
}

// subtracting is the form that Roll must not have: running sums, from which the cell that leaves is subtracted.
func subtracting(values []float64, window int) (sums, variances []float64) {
	sum, squares, n := 0.0, 0.0, float64(window)
	for i, x := range values {
		sum, squares = sum+x, squares+float64(x*x)
		if i >= window {
			sum, squares = sum-values[i-window], squares-float64(values[i-window]*values[i-window])
		}
		sums, variances = append(sums, sum), append(variances, (squares-sum*sum/n)/(n-1))
	}
	return sums, variances
}

// TestRollAndCumulateKeepTheirDigits holds sum, mean and variance of hard columns against arithmetic of 300 bits. The
// form that subtracts fails the same check.
func TestRollAndCumulateKeepTheirDigits(t *testing.T) {
	const rows = 160
	columns := hardColumns(rand.New(rand.NewPCG(24, 1)), rows)
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		values := columns[name]
		f := must(t)(frame.New(frame.Floats("x", values)))
		for _, window := range []int{2, 20, 70} {
			rolled := must(t)(f.Roll(window, frame.Sum("x"), frame.Mean("x"), frame.Var("x")))
			sums, variances := subtracting(values, window)
			wrong := 0
			for i := window - 1; i < rows; i++ {
				sum, _, variance := checkDigits(t, name, f, rolled, i-window+1, i)
				if !closeTo(sums[i], sum) || !closeTo(variances[i], variance) {
					wrong++
				}
			}
			if wrong == 0 && slices.Contains([]string{"far from 0", "a step", "spikes"}, name) {
				t.Errorf("%s, windows of %d: subtracting passes the check", name, window)
			}
		}
		cumulated := must(t)(f.Cumulate(frame.Sum("x"), frame.Mean("x"), frame.Var("x")))
		for i := range rows {
			checkDigits(t, name, f, cumulated, 0, i)
		}
	}
}

// checkDigits checks row last of out against the cells from row first to it, and returns what is right.
func checkDigits(t *testing.T, name string, f, out frame.Frame, first, last int) (sum, mean, variance float64) {
	t.Helper()
	var rows []int
	for i := first; i <= last; i++ {
		rows = append(rows, i)
	}
	sum, mean, variance = exactMoments(present(t, f, "x", rows))
	for _, c := range []struct {
		column string
		want   float64
	}{{"x_sum", sum}, {"x_mean", mean}, {"x_var", variance}} {
		if got := number(t, out, c.column, last); !closeTo(got, c.want) {
			t.Fatalf("%s: %s of rows %d to %d: got %v, want %v", name, c.column, first, last, got, c.want)
		}
	}
	return sum, mean, variance
}

// TestWhatLeftTheWindowLeavesNoTrace: an infinity, and integers whose sum does not fit, count only while they are in.
func TestWhatLeftTheWindowLeavesNoTrace(t *testing.T) {
	inf := math.Inf(1)
	f := must(t)(frame.New(
		frame.Floats("x", []float64{1, inf, 3, 5, -inf, inf, 2, 4}),
		frame.Ints("i", []int64{math.MaxInt64, math.MinInt64, math.MaxInt64, -5, 5, math.MinInt64, 0, 1}),
	))
	out := must(t)(f.Roll(2, frame.Sum("x"), frame.Mean("x"), frame.SD("x"), frame.RateOver("x", "x"), frame.Sum("i")))
	out = must(t)(out.Drop("x", "i"))
	want := "- - - - -\n+Inf +Inf - - -1\n+Inf +Inf - - -1\n8 4 1.4142135623730951 1 9223372036854775802\n" +
		"-Inf -Inf - - 0\n- - - - -9223372036854775803\n+Inf +Inf - - -9223372036854775808\n6 3 1.4142135623730951 1 1"
	if got := exactRows(t, out); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for i := range f.Rows() {
		sums := []frame.Summary{frame.Sum("x"), frame.Mean("x"), frame.SD("x"), frame.Min("x"), frame.Median("x")}
		sameFigures(t, must(t)(f.Cumulate(sums...)), i, must(t)(f.Head(i+1).Summarise(sums...)))
	}
}

// TestRollTakesNoLongerForLargeWindows would take minutes if every window were made anew.
func TestRollTakesNoLongerForLargeWindows(t *testing.T) {
	const rows, window = 400_000, 200_000
	x, marks := make([]float64, rows), make([]bool, rows)
	for i := range x {
		x[i], marks[i] = float64(i), i%2 == 0
	}
	f := must(t)(frame.New(frame.Floats("x", x), frame.Bools("t", marks)))
	f = must(t)(f.Roll(window, slices.Concat(anySummaries("t"), anySummaries("x"), []frame.Summary{frame.Sum("x"),
		frame.Mean("x"), frame.SD("x"), frame.Median("x"), frame.Rate("t"), frame.RateOver("x", "x")})...))
	last := []string{"x_min", "x_max", "x_mean", "x_median", "t_rate", "x_over_x", "x_unique", "t_last"}
	if got := exactRows(t, must(t)(f.Tail(1).Select(last...))); got != "200000 399999 299999.5 299999.5 0.5 1 200000 false" {
		t.Errorf("got %s", got)
	}
}

// The limits of a ratio of counts depend on whether every row has none, all or one ratio, which windows must forget.
func TestRollOfRatiosIsThatOfTheRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 60 {
		n := 1 + r.IntN(30)
		x, y := make([]int64, n), make([]int64, n)
		for i := range x {
			y[i] = r.Int64N(4) - r.Int64N(2)
			switch r.IntN(8) {
			case 0:
				x[i] = r.Int64N(3)
			case 1, 2, 3:
				x[i] = y[i]
			}
		}
		f := must(t)(frame.New(frame.Ints("x", x), frame.Ints("y", y)))
		window := 1 + r.IntN(6)
		ratio := frame.RateOver("x", "y").Interval()
		out := must(t)(f.Roll(window, ratio))
		for i := window - 1; i < n; i++ {
			want := must(t)(must(t)(f.Slice(i-window+1, i+1)).Summarise(ratio))
			got := must(t)(must(t)(out.Slice(i, i+1)).Select(want.Columns()...))
			for _, name := range want.Columns() {
				a, b := frame.Must(frame.Cell[float64](got, name, 0)), frame.Must(frame.Cell[float64](want, name, 0))
				if math.Abs(a-b) > 1e-12*max(1, math.Abs(b)) || math.IsNaN(a) != math.IsNaN(b) {
					t.Fatalf("window of %d to row %d of %v over %v: %s: got %v, want %v", window, i, x, y, name, a, b)
				}
			}
		}
	}
}

// A ratio whose lower cells add up to 0 is missing, whatever stands above.
func TestRatioOverNothing(t *testing.T) {
	f := must(t)(frame.New(frame.Ints("x", []int64{5, 1}), frame.Ints("y", []int64{1, -1})))
	if got := frame.Must(frame.Col[float64](must(t)(f.Summarise(frame.RateOver("x", "y").Interval())), "x_over_y")); !math.IsNaN(got[0]) {
		t.Errorf("got %v, want a missing cell", got)
	}
}

// Squares beyond a float give an infinite spread, in windows as in groups.
func TestRollOfSquaresBeyondAFloat(t *testing.T) {
	f := must(t)(frame.New(frame.Floats("x", []float64{1e160, -1e160, 3})))
	rolled := frame.Must(frame.Col[float64](must(t)(f.Roll(3, frame.SD("x"))), "x_sd"))
	whole := frame.Must(frame.Col[float64](must(t)(f.Summarise(frame.SD("x"))), "x_sd"))
	if !math.IsInf(rolled[2], 1) || !math.IsInf(whole[0], 1) {
		t.Errorf("got %v and %v, want +Inf", rolled[2], whole[0])
	}
}
