package frame_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/interval"
)

// groupable has key columns of four kinds with few values and value columns of all kinds, all with missing cells.
func groupable(r *rand.Rand, rows int) frame.Frame {
	mask := func() []bool {
		m, share := make([]bool, rows), r.Float64()*0.6
		for i := range m {
			m[i] = r.Float64() < share
		}
		return m
	}
	var ks, vs []string
	var kf, x []float64
	var ki, vi []int64
	var kb, vb []bool
	var d []time.Duration
	for range rows {
		ks = append(ks, []string{"", "check", "fencing"}[r.IntN(3)])
		kf = append(kf, []float64{0, math.Copysign(0, -1), 40, math.NaN()}[r.IntN(4)])
		ki = append(ki, []int64{7, math.MinInt64, math.MaxInt64}[r.IntN(3)])
		kb = append(kb, r.IntN(2) == 0)
		vs = append(vs, string(rune('a'+r.IntN(5))))
		x = append(x, math.Round(r.NormFloat64()*40)/8)
		vi = append(vi, int64(r.IntN(2001)-1000))
		vb = append(vb, r.IntN(6) == 0)
		d = append(d, time.Duration(r.IntN(1e9)-1e8))
	}
	f, err := frame.New(
		frame.Strings("ks", ks).WithMissing(mask()), frame.Floats("kf", kf), frame.Ints("ki", ki).WithMissing(mask()),
		frame.Bools("kb", kb), frame.Floats("x", x).WithMissing(mask()), frame.Ints("i", vi).WithMissing(mask()),
		frame.Durations("d", d).WithMissing(mask()), frame.Strings("s", vs).WithMissing(mask()),
		frame.Bools("t", vb).WithMissing(mask()),
	)
	if err != nil {
		panic(err)
	}
	return f
}

// column returns a column that is there.
func column(t *testing.T, f frame.Frame, name string) frame.Column {
	t.Helper()
	c, err := f.Column(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// number returns a cell as a float, NaN when it is missing; of a duration in nanoseconds.
func number(t *testing.T, f frame.Frame, name string, row int) float64 {
	t.Helper()
	c := column(t, f, name)
	if c.Missing(row) {
		return math.NaN()
	}
	switch c.Kind() {
	case frame.Float:
		v, _ := frame.Values[float64](c)
		return v[row]
	case frame.Int:
		v, _ := frame.Values[int64](c)
		return float64(v[row])
	case frame.Duration:
		v, _ := frame.Values[time.Duration](c)
		return float64(v[row])
	}
	t.Fatalf("column %q holds %v, want numbers", name, c.Kind())
	return 0
}

// present returns the numbers of a column at the given rows, without the missing ones.
func present(t *testing.T, f frame.Frame, name string, rows []int) []float64 {
	var out []float64
	for _, row := range rows {
		if x := number(t, f, name, row); !math.IsNaN(x) {
			out = append(out, x)
		}
	}
	return out
}

// texts is present for any kind, as texts.
func texts(t *testing.T, f frame.Frame, name string, rows []int) []string {
	c := column(t, f, name)
	var out []string
	for _, row := range rows {
		if !c.Missing(row) {
			out = append(out, c.Text(row))
		}
	}
	return out
}

// unsigned takes 0 and -0 as the same.
func unsigned(text string) string {
	if text == "-0" {
		return "0"
	}
	return text
}

// slowGroups finds the rows of each group by the texts of the keys.
func slowGroups(t *testing.T, f frame.Frame, keys []string) (groups [][]int) {
	at := map[string]int{}
	for row := range f.Rows() {
		key := ""
		for _, name := range keys {
			c := column(t, f, name)
			key += fmt.Sprint(c.Missing(row), " ", unsigned(c.Text(row)), "; ")
		}
		i, seen := at[key]
		if !seen {
			i = len(groups)
			at[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], row)
	}
	return groups
}

// exactMoments computes mean and variance (n-1) of values in 300 bits.
func exactMoments(values []float64) (sum, mean, variance float64) {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	if len(values) == 0 {
		return 0, math.NaN(), math.NaN()
	}
	total, n := exact(0), exact(float64(len(values)))
	for _, x := range values {
		total.Add(total, exact(x))
	}
	centre, squares := exact(0).Quo(total, n), exact(0)
	for _, x := range values {
		d := exact(x)
		d.Sub(d, centre)
		squares.Add(squares, d.Mul(d, d))
	}
	sum, _ = total.Float64()
	mean, _ = centre.Float64()
	if len(values) == 1 {
		return sum, mean, math.NaN()
	}
	variance, _ = squares.Quo(squares, exact(float64(len(values)-1))).Float64()
	return sum, mean, variance
}

// closeTo reports whether two numbers are the same to twelve digits, or both missing.
func closeTo(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

// numericSummaries is every summary of a column of numbers.
func numericSummaries(x string) []frame.Summary {
	sorted := func(v []float64) float64 { slices.Sort(v); return v[len(v)-1] - v[0] }
	out := []frame.Summary{frame.Sum(x), frame.Mean(x).Interval(), frame.SD(x), frame.SEM(x),
		frame.Median(x).IntervalAt(0.8), frame.Quantile(x, 0.9).Interval()}
	if x == "x" {
		out = append(out, frame.Func("x_spread", "x", sorted), frame.Var("x"))
	}
	return out
}

// wantNumbers computes numericSummaries by hand.
func wantNumbers(x string, v []float64) map[string]float64 {
	sum, mean, variance := exactMoments(v)
	sd := math.Sqrt(variance)
	m := interval.MeanOf(mean, sd, len(v), 0.95)
	sorted := slices.Sorted(slices.Values(v))
	half, tenth := interval.Quantile(sorted, 0.5, 0.8), interval.Quantile(sorted, 0.9, 0.95)
	want := map[string]float64{
		"_sum": sum, "_mean": mean, "_mean_low": m.Low, "_mean_high": m.High, "_sd": sd,
		"_sem":    sd / math.Sqrt(float64(len(v))),
		"_median": half.Estimate, "_median_low": half.Low, "_median_high": half.High,
		"_p90": tenth.Estimate, "_p90_low": tenth.Low, "_p90_high": tenth.High,
	}
	if x == "x" {
		want["_var"], want["_spread"] = variance, math.NaN()
		if len(v) > 0 {
			want["_spread"] = sorted[len(v)-1] - sorted[0]
		}
	}
	if x == "d" {
		for name, value := range want {
			want[name] = math.Round(value)
		}
	}
	return want
}

// checkNumbers holds one row of figures against those of the given rows of f.
func checkNumbers(t *testing.T, f frame.Frame, rows []int, out frame.Frame, row int) {
	t.Helper()
	for _, x := range []string{"x", "i", "d"} {
		for name, want := range wantNumbers(x, present(t, f, x, rows)) {
			got := number(t, out, x+name, row)
			// Rounding to the nanosecond may fall either way at a half.
			if !closeTo(got, want) && !(x == "d" && math.Abs(got-want) <= 1) {
				t.Fatalf("%s%s of rows %v: got %v, want %v in\n%v", x, name, rows, got, want, f)
			}
		}
	}
}

// anySummaries is every summary of a column of any kind.
func anySummaries(x string) []frame.Summary {
	return []frame.Summary{frame.Present(x), frame.CountMissing(x), frame.Unique(x), frame.Min(x), frame.Max(x),
		frame.First(x), frame.Last(x)}
}

// checkAny holds one row of them against the cells at the given rows of f, as texts.
func checkAny(t *testing.T, f frame.Frame, rows []int, out frame.Frame, row int) {
	t.Helper()
	for _, x := range []string{"x", "i", "d", "s", "t"} {
		v := texts(t, f, x, rows)
		distinct := map[string]bool{}
		for _, s := range v {
			distinct[unsigned(s)] = true
		}
		want := map[string]string{"_present": fmt.Sprint(len(v)), "_missing": fmt.Sprint(len(rows) - len(v)),
			"_unique": fmt.Sprint(len(distinct)), "_min": "", "_max": "", "_first": "", "_last": ""}
		if len(v) > 0 {
			want["_first"], want["_last"] = v[0], v[len(v)-1]
			ordered := must(t)(must(t)(pick(f, rows)).Sort(frame.Key{Name: x}))
			want["_min"] = column(t, ordered, x).Text(0)
			want["_max"] = column(t, ordered, x).Text(len(v) - 1)
		}
		for name, want := range want {
			c := column(t, out, x+name)
			got := c.Text(row)
			if unsigned(got) != unsigned(want) || c.Missing(row) != (want == "") {
				t.Fatalf("%s%s of rows %v: got %q, want %q in\n%v", x, name, rows, got, want, f)
			}
		}
	}
}

// pick returns the rows of a frame by a filter on their number.
func pick(f frame.Frame, rows []int) (frame.Frame, error) {
	return f.Filter(func(r frame.Row) bool { return slices.Contains(rows, r.Index()) })
}

// rateSummaries are those that count and compare columns.
func rateSummaries() []frame.Summary {
	weighted := func(x []float64, i []int64) float64 {
		sum := 0.0
		for k := range x {
			sum += x[k] * float64(i[k])
		}
		return sum
	}
	return []frame.Summary{frame.Count(), frame.Rate("t").Interval(), frame.RateOver("x", "i").Interval(),
		frame.Func2("weighted", "x", "i", weighted)}
}

// checkRates holds one row of them against sums over the given rows.
func checkRates(t *testing.T, f frame.Frame, rows []int, out frame.Frame, row int) {
	t.Helper()
	k, n := 0, 0
	for _, s := range texts(t, f, "t", rows) {
		n++
		if s == "true" {
			k++
		}
	}
	rate := interval.Share(k, n, 0.95)
	want := map[string]float64{"count": float64(len(rows)), "t_rate": rate.Estimate, "t_rate_low": rate.Low,
		"t_rate_high": rate.High}
	if n == 0 {
		want["t_rate"] = math.NaN()
	}
	var x, y, xx, yy, xy float64
	var pairs [][2]float64
	both := 0
	for _, r := range rows {
		a, b := number(t, f, "x", r), number(t, f, "i", r)
		if !math.IsNaN(a) && !math.IsNaN(b) {
			both++ // the numbers are multiples of 1/8, so that these sums are exact
			x, y, xx, yy, xy = x+a, y+b, xx+a*a, yy+b*b, xy+a*b
			pairs = append(pairs, [2]float64{a, b})
		}
	}
	over := interval.Interval{Estimate: math.NaN(), Low: math.NaN(), High: math.NaN()}
	if y != 0 {
		over = interval.Ratio(x, y, xx, yy, xy, both, 0.95)
	}
	if oneRatio(pairs) {
		over.Low, over.High = math.NaN(), math.NaN()
	}
	want["x_over_i"], want["x_over_i_low"], want["x_over_i_high"] = over.Estimate, over.Low, over.High
	want["weighted"] = xy
	if both == 0 {
		want["weighted"] = math.NaN()
	}
	for name, want := range want {
		if got := number(t, out, name, row); !closeTo(got, want) {
			t.Fatalf("%s of rows %v: got %v, want %v in\n%v", name, rows, got, want, f)
		}
	}
}

// oneRatio compares every row with every other, whose products are exact.
func oneRatio(pairs [][2]float64) bool {
	for _, p := range pairs {
		for _, q := range pairs {
			if p[0]*q[1] != q[0]*p[1] {
				return false
			}
		}
	}
	return true
}

// everySummary is all of them, for the columns of groupable.
func everySummary() []frame.Summary {
	out := rateSummaries()
	for _, x := range []string{"x", "i", "d"} {
		out = append(out, numericSummaries(x)...)
	}
	for _, x := range []string{"x", "i", "d", "s", "t"} {
		out = append(out, anySummaries(x)...)
	}
	return out
}

// TestSummariseAgainstTheOracle groups random frames by random keys and computes every figure of every group anew, from
// the rows that have the key.
func TestSummariseAgainstTheOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		f := groupable(r, r.IntN(60))
		var keys []string
		for _, name := range []string{"ks", "kf", "ki", "kb"} {
			if r.IntN(3) == 0 {
				keys = append(keys, name)
			}
		}
		if len(keys) == 0 {
			keys = []string{"kf"}
		}
		g, err := f.GroupBy(keys...)
		if err != nil {
			t.Fatal(err)
		}
		out := must(t)(g.Summarise(everySummary()...))
		groups := slowGroups(t, f, keys)
		if len(groups) != g.Len() || out.Rows() != g.Len() {
			t.Fatalf("by %v: got %d groups and %d rows, want %d", keys, g.Len(), out.Rows(), len(groups))
		}
		for i, rows := range groups {
			for _, key := range keys {
				c := column(t, f, key)
				for _, of := range []frame.Frame{out, g.Keys()} {
					if got := column(t, of, key); got.Text(i) != c.Text(rows[0]) || got.Missing(i) != c.Missing(rows[0]) {
						t.Fatalf("key %s of group %d: got %q, want %q", key, i, got.Text(i), c.Text(rows[0]))
					}
				}
			}
			if got, want := g.Frame(i), must(t)(pick(f, rows)); !frame.Equal(got, want) {
				t.Fatalf("group %d: got\n%v\nwant\n%v", i, got, want)
			}
			checkNumbers(t, f, rows, out, i)
			checkAny(t, f, rows, out, i)
			checkRates(t, f, rows, out, i)
		}
	}
}

// TestOneGroupIsAFrame: the figures of a group are those of the frame filtered down to it.
func TestOneGroupIsAFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		f := groupable(r, 1+r.IntN(80))
		g, err := f.GroupBy("ks", "kb")
		if err != nil {
			t.Fatal(err)
		}
		all := must(t)(must(t)(g.Summarise(everySummary()...)).Drop("ks", "kb"))
		for i, group := range g.All() {
			got := must(t)(group.Summarise(everySummary()...))
			want := all.Head(i + 1).Tail(1)
			if !frame.Equal(got, want) {
				t.Fatalf("group %d: got\n%v\nwant\n%v", i, got, want)
			}
		}
	}
}

// TestGroupsArePermutation: the groups one below the other have each row once, equal keys together, in their old order.
func TestGroupsArePermutation(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		f := groupable(r, 1+r.IntN(80))
		number := make([]int64, f.Rows())
		for i := range number {
			number[i] = int64(i)
		}
		f = must(t)(f.With(frame.Ints("row", number)))
		g, err := f.GroupBy("ki", "ks")
		if err != nil {
			t.Fatal(err)
		}
		out := must(t)(g.Apply(func(group frame.Frame) (frame.Frame, error) {
			rows, err := frame.Col[int64](group, "row")
			if err != nil || !slices.IsSorted(rows) {
				t.Fatalf("rows %v (%v) are not in their order", rows, err)
			}
			return group, nil
		}))
		back := must(t)(must(t)(out.Sort(frame.Key{Name: "row"})).Select(f.Columns()...))
		if !frame.Equal(back, f) {
			t.Fatalf("got\n%v\nwant\n%v", back, f)
		}
	}
}

// TestRollAgainstTheOracle computes every figure of every window anew.
func TestRollAgainstTheOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		f := groupable(r, r.IntN(25))
		window := 1 + r.IntN(8)
		out := must(t)(f.Roll(window, everySummary()...))
		if kept := must(t)(out.Select(f.Columns()...)); !frame.Equal(kept, f) {
			t.Fatalf("the old columns are\n%v\nwant\n%v", kept, f)
		}
		for i := range f.Rows() {
			if i < window-1 {
				for _, name := range out.Columns()[len(f.Columns()):] {
					if !column(t, out, name).Missing(i) {
						t.Fatalf("%s of row %d is there, with a window of %d", name, i, window)
					}
				}
				continue
			}
			var rows []int
			for k := i - window + 1; k <= i; k++ {
				rows = append(rows, k)
			}
			checkNumbers(t, f, rows, out, i)
			checkAny(t, f, rows, out, i)
			checkRates(t, f, rows, out, i)
		}
	}
}
