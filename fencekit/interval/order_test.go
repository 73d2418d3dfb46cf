package interval_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"fence/fencekit/interval"
)

type ranks func(n int, p, level float64) (low, high int)

var (
	shares     = []float64{0.001, 0.01, 0.05, 0.1, 0.25, 1.0 / 3, 0.5, 0.7, 0.75, 0.9, 0.95, 0.99, 0.999}
	rankLevels = []float64{0.1, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999}
)

// pascal returns the binomial probabilities for n and p by the plainest recursion, one trial after another.
func pascal(n int, p float64) []float64 {
	row := []float64{1}
	for range n {
		next := make([]float64, len(row)+1)
		for k, w := range row {
			next[k] += w * (1 - p)
			next[k+1] += w * p
		}
		row = next
	}
	return row
}

// oracle tries every rank against the sum of the probabilities beyond it.
func oracle(row []float64, level float64) (low, high int) {
	n, bound := len(row)-1, (1-level)/2*(1+1e-10)
	low, high = 0, n+1
	for r := 1; r <= n && total(row[:r]) <= bound; r++ {
		low = r
	}
	for s := n; s >= 1 && total(row[s:]) <= bound; s-- {
		high = s
	}
	return low, high
}

// rankMistakes holds ranks to the oracle.
func rankMistakes(of ranks, most int) (found []string) {
	for n := 1; n <= most; n += 1 + n/25 {
		for _, p := range shares {
			row := pascal(n, p)
			for _, level := range rankLevels {
				gotLow, gotHigh := of(n, p, level)
				if low, high := oracle(row, level); gotLow != low || gotHigh != high {
					found = append(found, fmt.Sprintf("n %d, p %v, level %v: got ranks %d and %d, want %d and %d",
						n, p, level, gotLow, gotHigh, low, high))
				}
			}
		}
	}
	return found
}

func TestRanksAreThoseOfTheSums(t *testing.T) {
	for _, m := range rankMistakes(interval.QuantileRanks, 200) {
		t.Error(m)
	}
}

func TestWrongRanksAreFound(t *testing.T) {
	twins := map[string]ranks{
		"a rank narrower": func(n int, p, level float64) (int, int) {
			low, high := interval.QuantileRanks(n, p, level)
			return min(low+1, n), high
		},
		"a rank wider": func(n int, p, level float64) (int, int) {
			low, high := interval.QuantileRanks(n, p, level)
			return low, min(high+1, n+1)
		},
		"all of the rest in each tail": func(n int, p, level float64) (int, int) {
			return interval.QuantileRanks(n, p, 2*level-1)
		},
		"the normal approximation": func(n int, p, level float64) (int, int) {
			half := interval.Normal(level) * math.Sqrt(float64(n)*p*(1-p))
			return max(0, int(math.Round(float64(n)*p-half))), min(n+1, int(math.Round(1+float64(n)*p+half)))
		},
	}
	for name, twin := range twins {
		if len(rankMistakes(twin, 20)) == 0 {
			t.Errorf("%s passes for the ranks of a quantile", name)
		}
	}
}

// The ranks of a median at 95 %, as the tables of the sign test have them, and the smallest samples that reach far out.
func TestRanksOfTheTables(t *testing.T) {
	cases := []struct {
		n         int
		p, level  float64
		low, high int
	}{
		{5, 0.5, 0.95, 0, 6},
		{6, 0.5, 0.95, 1, 6},
		{8, 0.5, 0.95, 1, 8},
		{9, 0.5, 0.95, 2, 8},
		{10, 0.5, 0.95, 2, 9},
		{15, 0.5, 0.95, 4, 12},
		{20, 0.5, 0.95, 6, 15},
		{25, 0.5, 0.95, 8, 18},
		{50, 0.5, 0.95, 18, 33},
		{100, 0.5, 0.95, 40, 61},
		// 0.99 to the power n is below 0.025 from 368 on.
		{367, 0.99, 0.95, 359, 368},
		{368, 0.99, 0.95, 360, 368},
		{368, 0.01, 0.95, 1, 9},
		// 2 to the power -5 is exactly what a level of 0.9375 leaves at either end.
		{5, 0.5, 0.9375, 1, 5},
		// Nothing to go by.
		{0, 0.5, 0.95, 0, 1},
		{-3, 0.5, 0.95, 0, 1},
		{9, 0, 0.95, 0, 10},
		{9, 1, 0.95, 0, 10},
		{9, math.NaN(), 0.95, 0, 10},
		{9, 0.5, 0, 0, 10},
		{9, 0.5, 1, 0, 10},
		{9, 0.5, math.NaN(), 0, 10},
		{9, 1e-300, 0.95, 0, 1},
		{9, math.Nextafter(1, 0), 0.95, 9, 10},
	}
	for _, c := range cases {
		if low, high := interval.QuantileRanks(c.n, c.p, c.level); low != c.low || high != c.high {
			t.Errorf("n %d, p %v, level %v: got ranks %d and %d, want %d and %d", c.n, c.p, c.level, low, high, c.low, c.high)
		}
	}
}

// TestRanksOfManyValues holds the ranks to gonum's incomplete beta function, and to the normal distribution where even
// that gives out. A sum over n = 10¹¹ would not end.
func TestRanksOfManyValues(t *testing.T) {
	for _, n := range []int{1000, 12_345, 1_000_000, 10_000_000} {
		for _, p := range []float64{0.001, 0.25, 0.5, 0.9, 0.99} {
			for _, level := range []float64{0.5, 0.95, 0.999} {
				low, high := interval.QuantileRanks(n, p, level)
				// upTo is the probability of at most k successes.
				upTo := func(k int) float64 {
					if k < 0 || k >= n {
						return max(0, min(1, float64(k+1)))
					}
					return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
				}
				tail := (1 - level) / 2
				if upTo(low-1) > tail || upTo(low) <= tail || 1-upTo(high-1) > tail || 1-upTo(high-2) <= tail {
					t.Errorf("n %d, p %v, level %v: got ranks %d and %d, beyond which are %v and %v, and in a rank %v and %v",
						n, p, level, low, high, upTo(low-1), 1-upTo(high-1), upTo(low), 1-upTo(high-2))
				}
			}
		}
	}
	const n, p = 100_000_000_000, 0.25
	low, high := interval.QuantileRanks(n, p, 0.95)
	half := interval.Normal(0.95) * math.Sqrt(n*p*(1-p))
	if !near(float64(low), n*p-half, 2) || !near(float64(high), n*p+half, 2) {
		t.Errorf("n %d: got ranks %d and %d, want about %.0f and %.0f", n, low, high, n*p-half, n*p+half)
	}
}

// TestRanksMirror: what lies below the p-quantile lies above the (1-p)-quantile of the values taken negative.
func TestRanksMirror(t *testing.T) {
	for n := 1; n < 3000; n += 1 + n/7 {
		for _, p := range []float64{0.125, 0.25, 0.375, 0.5} {
			low, high := interval.QuantileRanks(n, p, 0.95)
			if l, h := interval.QuantileRanks(n, 1-p, 0.95); l != n+1-high || h != n+1-low {
				t.Errorf("n %d, p %v: ranks %d and %d, but %d and %d for %v", n, p, low, high, l, h, 1-p)
			}
		}
	}
}

// TestQuantileCoverage draws skewed samples of known quantiles and counts how often a limit lies on the wrong side. The
// share must be that of the binomial, which is at most 2.5 % a side.
func TestQuantileCoverage(t *testing.T) {
	const rounds = 4000
	r := rand.New(rand.NewPCG(10, 11))
	for _, n := range []int{30, 200} {
		missed := map[float64][2]int{}
		for range rounds {
			values := make([]float64, n)
			for i := range values {
				values[i] = r.ExpFloat64()
			}
			slices.Sort(values)
			for _, p := range []float64{0.2, 0.5, 0.8} {
				v, truth, m := interval.Quantile(values, p, 0.95), -math.Log1p(-p), missed[p]
				if v.Low > truth {
					m[0]++
				}
				if v.High < truth {
					m[1]++
				}
				missed[p] = m
			}
		}
		for p, m := range missed {
			row := pascal(n, p)
			low, high := interval.QuantileRanks(n, p, 0.95)
			for side, want := range []float64{total(row[:low]), total(row[high:])} {
				slack := 4 * math.Sqrt(want*(1-want)/rounds)
				if got := float64(m[side]) / rounds; !near(got, want, slack) || want > 0.025 {
					t.Errorf("n %d, p %v, side %d: missed in %.2f %% of the samples, want %.2f %%", n, p, side, 100*got, 100*want)
				}
			}
		}
	}
}

// The estimates are what numpy.quantile of numpy 1.24 gives, to the last bit.
func TestQuantileIsNumpys(t *testing.T) {
	values := []float64{0.1, 0.7, 1.3, 1.9, 4.2, 8.8, 9.1}
	want := map[float64]float64{0: 0.1, 0.05: 0.28, 0.25: 1, 0.33: 1.288, 0.5: 1.9, 0.6: 3.2799999999999994, 0.9: 8.92,
		0.95: 9.01, 0.999: 9.0982, 1: 9.1}
	for p, want := range want {
		if got := interval.Quantile(values, p, 0.95).Estimate; got != want {
			t.Errorf("p %v: got %.17g, want %.17g", p, got, want)
		}
	}
}

func TestQuantileLimits(t *testing.T) {
	nan, inf, huge := math.NaN(), math.Inf(1), math.MaxFloat64
	values := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	cases := []struct {
		sorted              []float64
		p, level            float64
		estimate, low, high float64
		method              string
	}{
		{values, 0.5, 0.95, 5.5, 2, 9, "order statistics, binomial, 95 %"},
		{values, 0.5, 0.99, 5.5, 1, 10, "order statistics, binomial, 99 %"},
		{values, 0.9, 0.95, 9.1, 7, nan, "no upper limit with so few values; order statistics, binomial, 95 %"},
		{values, 0.1, 0.95, 1.9, nan, 4, "no lower limit with so few values; order statistics, binomial, 95 %"},
		{values[:5], 0.5, 0.95, 3, nan, nan, "none: no order statistic bounds the 0.5-quantile"},
		{values[:1], 0.5, 0.95, 1, nan, nan, "none: no order statistic bounds the 0.5-quantile"},
		{values, 0, 0.95, 1, nan, nan, "none: no order statistic bounds the 0-quantile"},
		{values, 1, 0.95, 10, nan, nan, "none: no order statistic bounds the 1-quantile"},
		{nil, 0.5, 0.95, nan, nan, nan, "none: 0 values"},
		{values, 1.5, 0.95, nan, nan, nan, "none: p 1.5 is not from 0 to 1"},
		{values, nan, 0.95, nan, nan, nan, "none: p NaN is not from 0 to 1"},
		{values, 0.5, 95, nan, nan, nan, "none: level 95 is not between 0 and 1"},
		{[]float64{nan, 1, 2}, 0.5, 0.95, nan, nan, nan, "none: a value is NaN"},
		{[]float64{1, 2, nan}, 0.5, 0.95, nan, nan, nan, "none: a value is NaN"},
		{[]float64{1, 2, inf}, 0.5, 0.1, 2, 1, inf, "order statistics, binomial, 10 %"},
		{[]float64{1, inf, inf}, 0.75, 0.1, inf, inf, inf, "order statistics, binomial, 10 %"},
		{[]float64{-inf, 0}, 0.25, 0.1, -inf, nan, -inf, "no lower limit with so few values; order statistics, binomial, 10 %"},
		{[]float64{-huge, huge}, 0.5, 0.1, 0, -huge, huge, "order statistics, binomial, 10 %"},
	}
	for _, c := range cases {
		got := interval.Quantile(c.sorted, c.p, c.level)
		if !same(got.Estimate, c.estimate) || !same(got.Low, c.low) || !same(got.High, c.high) || got.Method != c.method ||
			got.N != len(c.sorted) {
			t.Errorf("the %v-quantile of %v at %v: got %v, want %v [%v, %v], %s",
				c.p, c.sorted, c.level, got, c.estimate, c.low, c.high, c.method)
		}
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func TestMeanOfIsMean(t *testing.T) {
	xs, _ := sample(rand.New(rand.NewPCG(12, 13)), 300)
	for _, n := range []int{2, 3, 10, 300} {
		for _, level := range []float64{0.5, 0.95, 0.999} {
			mean := total(xs[:n]) / float64(n)
			squares := 0.0
			for _, x := range xs[:n] {
				squares += (x - mean) * (x - mean)
			}
			got := interval.MeanOf(mean, math.Sqrt(squares/float64(n-1)), n, level)
			want := momentsOf(xs[:n]).mean(level)
			if !near(got.Low, want.Low, 1e-12) || !near(got.High, want.High, 1e-12) || got.Estimate != mean || got.N != n ||
				!strings.HasPrefix(got.Method, "mean, Student's t, ") {
				t.Errorf("n %d, level %v: got %v, want %v", n, level, got, want)
			}
		}
	}
	// A spread that is small beside the mean: the sums lose it, and two passes keep it.
	got := interval.MeanOf(1e9, 1e-3, 100, 0.95)
	if half := (got.High - got.Low) / 2; !near(half, 1.984216952e-4, 2e-7) {
		t.Errorf("got a half width of %v, want 1.984e-4", half)
	}
}

func TestMeanOfThatCannotBeStated(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	cases := []struct {
		got      interval.Interval
		estimate float64
		want     string
	}{
		{interval.MeanOf(7, nan, 1, 0.95), 7, "none: one value has no spread"},
		{interval.MeanOf(nan, nan, 0, 0.95), nan, "none: 0 values"},
		{interval.MeanOf(7, 1, -2, 0.95), nan, "none: -2 values"},
		{interval.MeanOf(7, 1, 5, 1), nan, "none: level 1 is not between 0 and 1"},
		{interval.MeanOf(7, -1, 5, 0.95), 7, "none: mean 7, standard deviation -1"},
		{interval.MeanOf(7, nan, 5, 0.95), 7, "none: mean 7, standard deviation NaN"},
		{interval.MeanOf(7, inf, 5, 0.95), 7, "none: mean 7, standard deviation +Inf"},
		{interval.MeanOf(nan, 1, 5, 0.95), nan, "none: mean NaN, standard deviation 1"},
		{interval.MeanOf(inf, 1, 5, 0.95), inf, "none: mean +Inf, standard deviation 1"},
	}
	for _, c := range cases {
		if !math.IsNaN(c.got.Low) || !math.IsNaN(c.got.High) || !same(c.got.Estimate, c.estimate) || c.got.Method != c.want {
			t.Errorf("got %v, want estimate %v and %q", c.got, c.estimate, c.want)
		}
	}
	if got := interval.MeanOf(7, 0, 5, 0.95); got.Low != 7 || got.High != 7 {
		t.Errorf("five equal values give %v, want no width", got)
	}
}

func BenchmarkQuantileRanks(b *testing.B) {
	for _, n := range []int{100, 10_000, 1_000_000, 10_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				interval.QuantileRanks(n, 0.5, 0.95)
			}
		})
	}
}

func BenchmarkStudent(b *testing.B) {
	for b.Loop() {
		interval.Student(0.95, 20)
	}
}
