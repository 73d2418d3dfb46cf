package frame_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// TestMomentsOfTheIllConditioned: sets whose values are far from zero and close to each other, among them those of the
// Statistical Reference Datasets of NIST (NumAcc), with their certified figures. Those whose values a float64 cannot
// hold exactly have that error in their deviation.
func TestMomentsOfTheIllConditioned(t *testing.T) {
	alternating := func(first, low, high float64) []float64 {
		out := []float64{first}
		for range 500 {
			out = append(out, low, high)
		}
		return out
	}
	cases := []struct {
		name     string
		values   []float64
		mean, sd float64
		digits   float64
	}{
		{"offset of 1e9", []float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}, 1e9 + 10, math.Sqrt(30), 1e-15},
		{"a mean that no float64 holds", []float64{1 << 53, 1<<53 + 2}, 1<<53 + 1, math.Sqrt2, 1e-15},
		{"offset of 2^53", []float64{1<<53 - 4, 1<<53 - 2, 1<<53 - 6}, 1<<53 - 4, 2, 1e-15},
		{"NumAcc1", []float64{10000001, 10000003, 10000002}, 10000002, 1, 1e-15},
		{"NumAcc2", alternating(1.2, 1.1, 1.3), 1.2, 0.1, 1e-14},
		{"NumAcc3", alternating(1000000.2, 1000000.1, 1000000.3), 1000000.2, 0.1, 1e-9},
		{"NumAcc4", alternating(10000000.2, 10000000.1, 10000000.3), 10000000.2, 0.1, 1e-7},
	}
	for _, c := range cases {
		f := must(t)(frame.New(frame.Floats("x", c.values)))
		out := must(t)(f.Summarise(frame.Mean("x"), frame.SD("x")))
		if got := number(t, out, "x_mean", 0); math.Abs(got/c.mean-1) > 3e-16 {
			t.Errorf("%s: mean %v, want %v", c.name, got, c.mean)
		}
		if got := number(t, out, "x_sd", 0); math.Abs(got/c.sd-1) > c.digits {
			t.Errorf("%s: sd %v, want %v", c.name, got, c.sd)
		}
		// The broken twin: the sum of squares less the square of the sum.
		var sum, squares float64
		for _, x := range c.values {
			sum, squares = sum+x, squares+x*x
		}
		n := float64(len(c.values))
		twin := math.Sqrt((squares - sum*sum/n) / (n - 1))
		if c.mean > 1e8 && math.Abs(twin/c.sd-1) <= c.digits {
			t.Errorf("%s: the textbook formula is right too; the set shows nothing", c.name)
		}
	}
}

func TestSumsAreCompensated(t *testing.T) {
	tenths := slices.Repeat([]float64{0.1}, 1_000_000)
	inf := math.Inf(1)
	cases := []struct {
		name   string
		values []float64
		want   float64
	}{
		{"large ones cancel", []float64{1, 1e100, 1, -1e100}, 2},
		{"a million tenths", tenths, 100000},
		{"infinity", []float64{1, inf, 2}, inf},
		{"two infinities", []float64{inf, -inf, 2}, math.NaN()},
		{"nothing", nil, 0},
	}
	for _, c := range cases {
		out := must(t)(must(t)(frame.New(frame.Floats("x", c.values))).Summarise(frame.Sum("x")))
		if got := number(t, out, "x_sum", 0); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	naive := 0.0
	for _, x := range tenths {
		naive += x
	}
	if naive == 100000 {
		t.Error("adding a million tenths one by one gives 100000; the case shows nothing")
	}
}

func TestSumsOfIntegersAreExact(t *testing.T) {
	f := must(t)(frame.New(
		frame.Strings("key", []string{"a", "a", "b", "b", "b", "c"}),
		frame.Ints("i", []int64{math.MaxInt64, math.MinInt64, math.MaxInt64, 7, -7, 1 << 53}),
		frame.Durations("d", []time.Duration{math.MinInt64, math.MaxInt64, -5, math.MinInt64 + 5, 0, 1}),
	))
	g, err := f.GroupBy("key")
	if err != nil {
		t.Fatal(err)
	}
	out := must(t)(g.Summarise(frame.Sum("i"), frame.Sum("d")))
	ints, err1 := frame.Col[int64](out, "i_sum")
	durations, err2 := frame.Col[time.Duration](out, "d_sum")
	if want := []int64{-1, math.MaxInt64, 1 << 53}; err1 != nil || !slices.Equal(ints, want) {
		t.Errorf("got %v (%v), want %v", ints, err1, want)
	}
	if want := []time.Duration{-1, math.MinInt64, 1}; err2 != nil || !slices.Equal(durations, want) {
		t.Errorf("got %v (%v), want %v", durations, err2, want)
	}
	more := must(t)(frame.New(frame.Strings("key", []string{"a", "b", "b"}),
		frame.Ints("i", []int64{1, math.MinInt64, -1}), frame.Durations("d", []time.Duration{1, math.MaxInt64, 1})))
	if g, err = more.GroupBy("key"); err != nil {
		t.Fatal(err)
	}
	for want, summary := range map[string]frame.Summary{
		`frame: summarise: sum of "i": group 1 (key b): the sum does not fit int64`:         frame.Sum("i"),
		`frame: summarise: sum of "d": group 1 (key b): the sum does not fit time.Duration`: frame.Sum("d"),
	} {
		if _, err := g.Summarise(summary); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := more.Roll(2, frame.Sum("i")); err == nil || !strings.Contains(err.Error(), "the window up to row 2:") {
		t.Errorf("got %v, want an error that names the window", err)
	}
}

// TestDurationsGiveDurations: rounded to the nanosecond, halves away from zero, and refused out of range.
func TestDurationsGiveDurations(t *testing.T) {
	f := must(t)(frame.New(frame.Durations("d", []time.Duration{-2, -1, 4, 9})))
	out := must(t)(f.Summarise(frame.Mean("d"), frame.Median("d"), frame.SD("d"), frame.Quantile("d", 0.25)))
	want := map[string]time.Duration{"d_mean": 3, "d_median": 2, "d_sd": 5, "d_p25": -1}
	for name, want := range want {
		if got, err := frame.Col[time.Duration](out, name); err != nil || got[0] != want {
			t.Errorf("%s: got %v (%v), want %v", name, got, err, want)
		}
	}
	apart := must(t)(frame.New(frame.Durations("d", []time.Duration{math.MinInt64, math.MaxInt64})))
	_, err := apart.Summarise(frame.SD("d"))
	if err == nil || !strings.Contains(err.Error(), `standard deviation (n-1) of "d": all rows: 1.3`) {
		t.Errorf("got %v, want that the deviation does not fit", err)
	}
	_, err = apart.Summarise(frame.Mean("d").Interval())
	if err == nil || !strings.Contains(err.Error(), `mean of "d": all rows: -1.1`) {
		t.Errorf("got %v, want that the lower limit does not fit", err)
	}
	if mean := must(t)(apart.Summarise(frame.Mean("d"))); number(t, mean, "d_mean", 0) != 0 {
		t.Errorf("the mean of both ends is %v, want 0", mean)
	}
}

// TestGroupsOfNothing: what a group shows that has rows and no present cell, and one that has one.
func TestGroupsOfNothing(t *testing.T) {
	both := []bool{true, true, false}
	f := must(t)(frame.New(
		frame.Strings("key", []string{"none", "none", "one"}),
		frame.Floats("x", []float64{1, 2, 3}).WithMissing(both), frame.Bools("b", []bool{true, true, true}).WithMissing(both),
		frame.Ints("n", []int64{1, 2, 3}),
	))
	g, err := f.GroupBy("key")
	if err != nil {
		t.Fatal(err)
	}
	called := 0
	length := func(x []float64) int64 { called++; return int64(len(x)) }
	out := must(t)(g.Summarise(frame.Count(), frame.Present("x"), frame.CountMissing("x"), frame.Unique("x"),
		frame.Sum("x"), frame.Mean("x").Interval(), frame.SD("x"), frame.SEM("x"), frame.Var("x"), frame.Min("x"),
		frame.Max("x"), frame.First("x"), frame.Last("x"), frame.Median("x").Interval(), frame.Rate("b").Interval(),
		frame.RateOver("n", "x").Interval(),
		frame.Func("length", "x", length),
		frame.Func2("both", "x", "n", func(x []float64, _ []int64) int64 { return length(x) })))
	want := "none 2 0 2 0 0 - - - - - - - - - - - - - - - - - - - - -\n" +
		"one 1 1 0 1 3 3 - - - - - 3 3 3 3 3 - - 1 0.20654931430031864 1 1 - - 1 1"
	if got := exactRows(t, out); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if called != 2 {
		t.Errorf("functions were called %d times, want once each for the group that has a cell", called)
	}
}

// exactRows writes the rows of a frame exactly, "-" for a missing cell.
func exactRows(t *testing.T, f frame.Frame) string {
	var rows []string
	for i := range f.Rows() {
		var cells []string
		for _, name := range f.Columns() {
			c := column(t, f, name)
			text := c.Text(i)
			if c.Missing(i) {
				text = "-"
			}
			cells = append(cells, text)
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	return strings.Join(rows, "\n")
}

// TestNoRows: without rows there are no groups, and the columns are there with their kinds.
func TestNoRows(t *testing.T) {
	f := everyKind(t).Head(0)
	summaries := []frame.Summary{frame.Count(), frame.Sum("i"), frame.Mean("d").Interval(), frame.Min("s"),
		frame.Rate("b"), frame.Median("f"), frame.Func("own", "s", func(s []string) bool { return len(s) > 3 })}
	want := "count int64, i_sum int64, d_mean time.Duration, d_mean_low time.Duration, d_mean_high time.Duration, " +
		"s_min string, b_rate float64, f_median float64, own bool"
	g, err := f.GroupBy("s")
	if err != nil {
		t.Fatal(err)
	}
	got := kinds(t, must(t)(g.Summarise(summaries...)))
	if got != "s string, "+want || g.Len() != 0 || g.Keys().Rows() != 0 {
		t.Errorf("groups: got %s, want the same as in the frame", got)
	}
	if out := must(t)(f.Roll(3, summaries...)); out.Rows() != 0 || !strings.HasSuffix(kinds(t, out), want) {
		t.Errorf("windows: got %s, want %s at the end", kinds(t, out), want)
	}
	all := must(t)(f.Summarise(summaries...))
	if got := exactRows(t, all); got != "0 0 - - - - - - -" || kinds(t, all) != want {
		t.Errorf("one row: got %s of %s, want that nothing but the sum and the count is there", got, kinds(t, all))
	}
	if out := must(t)(frame.Frame{}.Summarise(frame.Count())); exactRows(t, out) != "0" {
		t.Errorf("the zero frame has %v, want a count of 0", out)
	}
}

func kinds(t *testing.T, f frame.Frame) string {
	var out []string
	for _, name := range f.Columns() {
		out = append(out, name+" "+column(t, f, name).Kind().String())
	}
	return strings.Join(out, ", ")
}

func TestSummariesRefuse(t *testing.T) {
	f := everyKind(t)
	nothing := func([]float64) float64 { return 0 }
	cases := []struct {
		name      string
		summaries []frame.Summary
		want      []string
	}{
		{"no such column", []frame.Summary{frame.Mean("ff")},
			[]string{`frame: summarise: mean of "ff": no column "ff", the nearest is "f"; there are f, i, s, b, d, row`}},
		{"a mean of strings", []frame.Summary{frame.Mean("s")},
			[]string{`mean of "s": column "s" holds string, not float64, int64 or time.Duration; Convert makes numbers of it, or ` +
				"finds the cell that is none"}},
		{"a variance of durations", []frame.Summary{frame.Var("d")},
			[]string{`variance (n-1) of "d": column "d" holds time.Duration, not float64 or int64`}},
		{"a rate of numbers", []frame.Summary{frame.Rate("i")}, []string{`column "i" holds int64, not bool`}},
		{"a function of another kind", []frame.Summary{frame.Func("own", "i", nothing)},
			[]string{`own of "i": column "i" holds int64, not float64`}},
		{"a duration over a number", []frame.Summary{frame.RateOver("d", "i")},
			[]string{`ratio of the sums of "d" and "i": one holds time.Duration and the other does not`}},
		{"p above 1", []frame.Summary{frame.Quantile("f", 99)}, []string{`quantile 99 of "f": p is 99, not between 0 and 1`}},
		{"p is NaN", []frame.Summary{frame.Quantile("f", math.NaN())}, []string{"p is NaN, not between 0 and 1"}},
		{"an interval of a sum", []frame.Summary{frame.Sum("f").Interval()},
			[]string{`sum of "f": it has no interval; Mean, Median, Quantile, Rate and RateOver have one`}},
		{"an interval of a count", []frame.Summary{frame.Count().Interval()}, []string{"number of rows: it has no interval"}},
		{"a level in per cent", []frame.Summary{frame.Mean("f").IntervalAt(95)},
			[]string{`mean of "f": the level 95 is not between 0 and 1`}},
		{"no function", []frame.Summary{frame.Func[float64, float64]("own", "f", nil)},
			[]string{`own of "f": the function is nil`}},
		{"no function of two", []frame.Summary{frame.Func2[float64, int64, bool]("own", "f", "i", nil)},
			[]string{`own of "f" and "i": the function is nil`}},
		{"no name", []frame.Summary{frame.Count().As("")}, []string{"column 0 of the result has no name"}},
		{"no constructor", []frame.Summary{{}}, []string{"a summary was made by no constructor"}},
		{"the same twice", []frame.Summary{frame.Mean("f"), frame.Count(), frame.Mean("f")},
			[]string{`columns 0 and 2 of the result are both named "f_mean"; As gives another name`}},
		{"a limit's name", []frame.Summary{frame.Mean("f").Interval(), frame.Count().As("f_mean_high")},
			[]string{`columns 2 and 3 of the result are both named "f_mean_high"`}},
		{"all at once", []frame.Summary{frame.Mean("g"), frame.Quantile("s", 2), frame.Count(), frame.Count()},
			[]string{`no column "g"`, `"s" holds string`, "p is 2", `both named "count"`}},
	}
	for _, c := range cases {
		_, err := f.Summarise(c.summaries...)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %q in it", c.name, err, want)
			}
		}
	}
	g, err := f.GroupBy("s")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Summarise(frame.Count().As("s")); err == nil || !strings.Contains(err.Error(), `both named "s"`) {
		t.Errorf("a figure named like a key: got %v, want an error", err)
	}
	if _, err := f.Roll(2, frame.Count().As("s")); err == nil || !strings.Contains(err.Error(), `both named "s"`) {
		t.Errorf("a figure named like a column: got %v, want an error", err)
	}
	if _, err := f.Roll(0, frame.Count()); err == nil || err.Error() != "frame: roll: a window of 0 rows" {
		t.Errorf("a window of nothing: got %v, want an error", err)
	}
}

// TestNamesAndMeta: what the columns are called and what is said about them.
func TestNamesAndMeta(t *testing.T) {
	f := must(t)(frame.New(
		frame.Floats("wait_ms", []float64{1, 2, 3, 4}).
			WithMeta(frame.Meta{Unit: "ms", Meaning: "from request to grant", Method: "x"}),
		frame.Ints("writes", []int64{5, 6, 7, 8}).WithMeta(frame.Meta{Unit: "writes"}),
		frame.Bools("aborted", []bool{true, false, true, false}),
	)).WithCaption("Four trials.")
	cases := []struct {
		of    frame.Summary
		names string
		meta  frame.Meta // of the first
	}{
		{frame.Count(), "count", frame.Meta{Meaning: "number of rows"}},
		{frame.Present("writes"), "writes_present", frame.Meta{Meaning: "number of present cells of writes"}},
		{frame.CountMissing("writes"), "writes_missing", frame.Meta{Meaning: "number of missing cells of writes"}},
		{frame.Unique("writes"), "writes_unique", frame.Meta{Meaning: "number of different cells of writes"}},
		{frame.Sum("writes"), "writes_sum", frame.Meta{Unit: "writes", Meaning: "sum of writes"}},
		{frame.Mean("wait_ms"), "wait_ms_mean", frame.Meta{Unit: "ms", Meaning: "mean of wait_ms: from request to grant"}},
		{frame.Mean("writes").Interval(), "writes_mean writes_mean_low writes_mean_high",
			frame.Meta{Unit: "writes", Meaning: "mean of writes", Method: "mean, Student's t, 95 %"}},
		{frame.SD("writes"), "writes_sd", frame.Meta{Unit: "writes", Meaning: "standard deviation (n-1) of writes"}},
		{frame.SEM("writes"), "writes_sem", frame.Meta{Unit: "writes", Meaning: "standard error of the mean of writes"}},
		{frame.Var("writes"), "writes_var", frame.Meta{Meaning: "variance (n-1) of writes"}},
		{frame.Min("writes"), "writes_min", frame.Meta{Unit: "writes", Meaning: "min of writes"}},
		{frame.Max("writes"), "writes_max", frame.Meta{Unit: "writes", Meaning: "max of writes"}},
		{frame.First("writes"), "writes_first", frame.Meta{Unit: "writes", Meaning: "first of writes"}},
		{frame.Last("writes"), "writes_last", frame.Meta{Unit: "writes", Meaning: "last of writes"}},
		{frame.Median("writes").IntervalAt(0.9), "writes_median writes_median_low writes_median_high",
			frame.Meta{Unit: "writes", Meaning: "median of writes", Method: "order statistics, binomial, 90 %"}},
		{frame.Quantile("writes", 0.99), "writes_p99", frame.Meta{Unit: "writes", Meaning: "quantile 0.99 of writes"}},
		{frame.Quantile("writes", 0.999), "writes_p99.9", frame.Meta{Unit: "writes", Meaning: "quantile 0.999 of writes"}},
		{frame.Quantile("writes", 0.29), "writes_p29", frame.Meta{Unit: "writes", Meaning: "quantile 0.29 of writes"}},
		{frame.Quantile("writes", 0), "writes_p0", frame.Meta{Unit: "writes", Meaning: "quantile 0 of writes"}},
		{frame.Rate("aborted").Interval(), "aborted_rate aborted_rate_low aborted_rate_high",
			frame.Meta{Meaning: "share of true of aborted", Method: "Wilson, 95 %; 3/n where none seen"}},
		{frame.RateOver("writes", "wait_ms").Interval(),
			"writes_over_wait_ms writes_over_wait_ms_low writes_over_wait_ms_high",
			frame.Meta{Unit: "writes per ms", Meaning: "ratio of the sums of writes and wait_ms",
				Method: "ratio of sums, delta method over trials, 95 %; none where all rows have one ratio, 0 included: " +
					"only counts say how much a row could have had"}},
		{frame.RateOver("writes", "writes").IntervalAt(0.9),
			"writes_over_writes writes_over_writes_low writes_over_writes_high",
			frame.Meta{Meaning: "ratio of the sums of writes and writes",
				Method: "ratio of sums, delta method over trials, 90 %; none seen: 2.303/n of the rows, each with at most its " +
					"lower column (all seen: the mirror image); none where all rows have one other ratio"}},
		{frame.Rate("aborted").IntervalAt(0.99), "aborted_rate aborted_rate_low aborted_rate_high",
			frame.Meta{Meaning: "share of true of aborted", Method: "Wilson, 99 %; 4.605/n where none seen"}},
		{frame.RateOver("writes", "writes"), "writes_over_writes",
			frame.Meta{Meaning: "ratio of the sums of writes and writes"}},
		{frame.Func("spread", "wait_ms", func(v []float64) float64 { return slices.Max(v) - slices.Min(v) }), "spread",
			frame.Meta{Meaning: "spread of wait_ms: from request to grant"}},
		{frame.Rate("aborted").As("abort").Interval(), "abort abort_low abort_high",
			frame.Meta{Meaning: "share of true of aborted", Method: "Wilson, 95 %; 3/n where none seen"}},
	}
	for _, c := range cases {
		out := must(t)(f.Summarise(c.of))
		if got := strings.Join(out.Columns(), " "); got != c.names || out.Caption() != "" {
			t.Errorf("got %s with caption %q, want %s and none", got, out.Caption(), c.names)
		}
		first := column(t, out, out.Columns()[0]).Meta
		if first != c.meta {
			t.Errorf("%s: got %+v, want %+v", c.names, first, c.meta)
		}
		for i, limit := range out.Columns()[1:] {
			want := c.meta
			want.Meaning = []string{"lower", "upper"}[i] + " limit: " + want.Meaning
			if got := column(t, out, limit).Meta; got != want {
				t.Errorf("%s: got %+v, want %+v", limit, got, want)
			}
		}
	}
	rolled := must(t)(f.Roll(3, frame.Mean("wait_ms")))
	want := frame.Meta{Unit: "ms", Meaning: "mean of wait_ms: from request to grant; over 3 rows, up to this one"}
	if got := column(t, rolled, "wait_ms_mean").Meta; got != want || rolled.Caption() != f.Caption() {
		t.Errorf("got %+v and caption %q, want %+v and that of the frame", got, rolled.Caption(), want)
	}
}

// TestFunctionsOwnTheirSlice: what a function does to its values, then or later, shows nowhere else.
func TestFunctionsOwnTheirSlice(t *testing.T) {
	f := must(t)(frame.New(frame.Ints("k", []int64{0, 1, 0, 1, 0}), frame.Floats("x", []float64{5, 4, 3, 2, 1})))
	before := fmt.Sprint(f)
	var kept [][]float64
	spoil := frame.Func("spoilt", "x", func(v []float64) float64 {
		kept = append(kept, v)
		first := v[0]
		for i := range v {
			v[i] = -1
		}
		_ = append(v, 77)
		return first
	})
	g, err := f.GroupBy("k")
	if err != nil {
		t.Fatal(err)
	}
	grouped := must(t)(g.Summarise(spoil, spoil.As("again"), frame.Sum("x")))
	if got := exactRows(t, grouped); got != "0 5 5 9\n1 4 4 6" {
		t.Errorf("groups: got\n%s\nwant the first value of each twice, and the sum", got)
	}
	dot := func(k []int64, x []float64) float64 { return float64(k[0])*x[0] + float64(k[1])*x[1] }
	if got := exactRows(t, must(t)(g.Summarise(frame.Func2("dot", "k", "x", dot)))); got != "0 0\n1 6" {
		t.Errorf("two whole columns: got\n%s\nwant 0 and 6", got)
	}
	rolled := must(t)(f.Roll(2, spoil, frame.Median("x")))
	if got := exactRows(t, rolled); got != "0 5 - -\n1 4 5 4.5\n0 3 4 3.5\n1 2 3 2.5\n0 1 2 1.5" {
		t.Errorf("windows: got\n%s\nwant the first value and the median of two each", got)
	}
	for _, v := range kept {
		for i := range v {
			v[i] = 99
		}
	}
	if got := exactRows(t, grouped) + fmt.Sprint(f); got != "0 5 5 9\n1 4 4 6"+before {
		t.Errorf("a kept slice reached a frame: %s", got)
	}
}
