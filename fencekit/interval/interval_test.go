package interval_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"fence/fencekit/interval"
)

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance || math.IsNaN(a) && math.IsNaN(b)
}

// Published figures of the score interval without continuity correction. Those of ten trials are what R's
// prop.test(correct = FALSE) prints; the others are method 3 of table I in R. G. Newcombe, "Two-sided confidence
// intervals for the single proportion", Statistics in Medicine 17, 1998, which gives four decimals.
func TestWilsonTextbook(t *testing.T) {
	cases := []struct {
		k, n      int
		low, high float64
		digits    float64
	}{
		{0, 10, 0, 0.2775328, 7},
		{1, 10, 0.0178762, 0.4041500, 7},
		{5, 10, 0.2365931, 0.7634069, 7},
		{10, 10, 0.7224672, 1, 7},
		{81, 263, 0.2553, 0.3662, 4},
		{15, 148, 0.0624, 0.1605, 4},
		{0, 20, 0, 0.1611, 4},
		{1, 29, 0.0061, 0.1718, 4},
	}
	for _, c := range cases {
		got := interval.Wilson(c.k, c.n, 0.95)
		half := 0.51 * math.Pow(10, -c.digits)
		if !near(got.Low, c.low, half) || !near(got.High, c.high, half) || got.N != c.n ||
			got.Estimate != float64(c.k)/float64(c.n) || got.Method != "Wilson, 95 %" {
			t.Errorf("%d of %d: got %v (%.8f, %.8f), want %v to %v", c.k, c.n, got, got.Low, got.High, c.low, c.high)
		}
	}
}

// TestWilsonInvertsTheScoreTest holds the closed form to its definition: at a limit p the observed share is exactly z
// standard errors of p away. The root is found by bisection.
func TestWilsonInvertsTheScoreTest(t *testing.T) {
	for _, level := range []float64{0.5, 0.9, 0.95, 0.999} {
		z := distuv.UnitNormal.Quantile(1 - (1-level)/2)
		for _, n := range []int{1, 2, 7, 40, 4000} {
			for _, k := range []int{0, 1, n / 3, n / 2, n - 1, n} {
				share := float64(k) / float64(n)
				low := bisect(0, share, func(p float64) bool { return (share-p)*(share-p) > z*z*p*(1-p)/float64(n) })
				high := bisect(share, 1, func(p float64) bool { return (share-p)*(share-p) <= z*z*p*(1-p)/float64(n) })
				got := interval.Wilson(k, n, level)
				if !near(got.Low, low, 1e-8) || !near(got.High, high, 1e-8) {
					t.Errorf("%d of %d at %v: got %v, want %v to %v", k, n, level, got, low, high)
				}
			}
		}
	}
}

// bisect returns where holds, true from lo on, ceases to hold.
func bisect(lo, hi float64, holds func(float64) bool) float64 {
	for range 100 {
		if mid := (lo + hi) / 2; holds(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// sample is a skewed number of events a trial, with the attempts they come from: most trials have none.
func sample(r *rand.Rand, n int) (xs, ys []float64) {
	for range n {
		attempts := 10 + r.IntN(20)
		events := 0
		if r.IntN(4) == 0 {
			for range attempts {
				if r.IntN(5) == 0 {
					events++
				}
			}
		}
		xs, ys = append(xs, float64(events)), append(ys, float64(attempts))
	}
	return xs, ys
}

// moments adds up a number a trial.
type moments struct {
	sum, squares float64
	n            int
}

func momentsOf(xs []float64) (m moments) {
	for _, x := range xs {
		m = moments{m.sum + x, m.squares + float64(x*x), m.n + 1}
	}
	return m
}

func (m moments) mean(level float64) interval.Interval {
	return interval.Mean(m.sum, m.squares, m.n, level)
}

// ratioOf adds up two numbers a trial and returns the interval of their ratio.
func ratioOf(xs, ys []float64, level float64) interval.Interval {
	var x, y, xx, yy, xy float64
	for i := range xs {
		x, y, xx = x+xs[i], y+ys[i], xx+float64(xs[i]*xs[i])
		yy, xy = yy+float64(ys[i]*ys[i]), xy+float64(xs[i]*ys[i])
	}
	return interval.Ratio(x, y, xx, yy, xy, len(xs), level)
}

// TestMeanIsTheTextbookT holds the streaming form to the two-pass statistics of gonum over the whole sample.
func TestMeanIsTheTextbookT(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{2, 3, 10, 500, 9_000, 30_000} {
		xs, _ := sample(r, n)
		mean, sd := stat.MeanStdDev(xs, nil)
		freedom := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
		for _, level := range []float64{0.8, 0.95, 0.999} {
			half := freedom.Quantile(1-(1-level)/2) * stat.StdErr(sd, float64(n))
			got := momentsOf(xs).mean(level)
			if !near(got.Estimate, mean, 1e-12) || !near(got.Low, mean-half, 1e-9*half) || !near(got.High, mean+half, 1e-9*half) {
				t.Errorf("n %d, level %v: got %v, want %v to %v", n, level, got, mean-half, mean+half)
			}
		}
	}
}

// TestStudentLargeFreedom holds the quantile, as an interval uses it, to the inverse of the distribution function, found
// by bisection on gonum's incomplete beta function, which loses digits as the freedom grows.
func TestStudentLargeFreedom(t *testing.T) {
	for _, n := range []int{2, 3, 31, 9_999, 10_000, 10_001, 10_002, 50_000, 1_000_000} {
		for _, level := range []float64{0.5, 0.95, 0.999, 0.99999} {
			nu := float64(n - 1)
			want := bisect(0, 1e7, func(q float64) bool {
				return mathext.RegIncBeta(nu/2, 0.5, nu/(nu+q*q)) > 1-level
			})
			// Sum 0 and sum of squares n(n-1) give a standard error of exactly 1.
			got := interval.Mean(0, float64(n)*nu, n, level).High
			if !near(got/want, 1, 2e-8) {
				t.Errorf("n %d, level %v: got %v, want %v", n, level, got, want)
			}
		}
	}
	if got := interval.Mean(0, 1e12*(1e12-1), 1e12, 0.95).High; !near(got, 1.959963985, 1e-9) {
		t.Errorf("n 1e12: got %v, want the normal 1.959963985", got)
	}
}

// statistic is a figure of a sample of trials, of which each has an x and a y.
type statistic func(xs, ys []float64) float64

// bootstrap returns the percentile interval of a statistic over trials drawn with replacement: trials, not events, are
// drawn, so that clusters stay together.
func bootstrap(r *rand.Rand, xs, ys []float64, level float64, of statistic) (low, high float64) {
	const rounds = 4000
	values := make([]float64, rounds)
	bx, by := make([]float64, len(xs)), make([]float64, len(xs))
	for k := range values {
		for i := range bx {
			j := r.IntN(len(xs))
			bx[i], by[i] = xs[j], ys[j]
		}
		values[k] = of(bx, by)
	}
	slices.Sort(values)
	tail := int((1 - level) / 2 * rounds)
	return values[tail], values[rounds-1-tail]
}

func total(xs []float64) (sum float64) {
	for _, x := range xs {
		sum += x
	}
	return sum
}

func TestBootstrapAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	xs, ys := sample(r, 1500)
	others, _ := sample(r, 1500)
	cases := []struct {
		name string
		got  interval.Interval
		of   statistic
		ys   []float64
	}{
		{"mean", momentsOf(xs).mean(0.95), func(x, _ []float64) float64 { return total(x) / float64(len(x)) }, ys},
		{"ratio", ratioOf(xs, ys, 0.95), func(x, y []float64) float64 { return total(x) / total(y) }, ys},
		{"difference", differenceOf(xs, others, 0.95),
			func(x, y []float64) float64 { return (total(x) - total(y)) / float64(len(x)) }, others},
	}
	for _, c := range cases {
		low, high := bootstrap(r, xs, c.ys, 0.95, c.of)
		slack := 0.1 * (high - low) // the percentiles of 4,000 rounds scatter by about 3 % of the width
		if want := c.of(xs, c.ys); !near(c.got.Estimate, want, 1e-12) {
			t.Errorf("%s: estimate %v, want %v", c.name, c.got.Estimate, want)
		}
		if !near(c.got.Low, low, slack) || !near(c.got.High, high, slack) {
			t.Errorf("%s: got %v, the bootstrap has %v to %v", c.name, c.got, low, high)
		}
	}
}

func differenceOf(xs, ys []float64, level float64) interval.Interval {
	var each []float64
	for i := range xs {
		each = append(each, xs[i]-ys[i])
	}
	m := momentsOf(each)
	return interval.Difference(m.sum, m.squares, m.n, level)
}

// TestClustersWiden is the reason for Ratio: taken event by event, the same share looks surer than it is.
func TestClustersWiden(t *testing.T) {
	xs, ys := sample(rand.New(rand.NewPCG(5, 6)), 2000)
	clustered := ratioOf(xs, ys, 0.95)
	single := interval.Wilson(int(total(xs)), int(total(ys)), 0.95)
	if factor := (clustered.High - clustered.Low) / (single.High - single.Low); factor < 1.3 {
		t.Errorf("the interval over trials is %.2f times that over events, want clearly more than 1", factor)
	}
}

// TestCoverage draws many samples of known truth and counts how often the interval holds it. 2,000 rounds at 95 % have a
// standard deviation of 0.5 %, so bounds of 93 to 97 % are met by an interval that keeps its level.
func TestCoverage(t *testing.T) {
	const rounds, n = 2000, 200
	r := rand.New(rand.NewPCG(8, 9))
	const meanX = 19.5 * 0.25 * 0.2 // attempts are 10 to 29, a quarter of the trials have events, one attempt in five
	hits := map[string]int{}
	count := func(name string, v interval.Interval, truth float64) {
		if v.Low <= truth && truth <= v.High {
			hits[name]++
		}
	}
	for range rounds {
		xs, ys := sample(r, n)
		others, _ := sample(r, n)
		count("mean", momentsOf(xs).mean(0.95), meanX)
		count("ratio", ratioOf(xs, ys, 0.95), meanX/19.5)
		count("difference", differenceOf(xs, others, 0.95), 0)
		k := 0
		for range n {
			if r.IntN(20) == 0 {
				k++
			}
		}
		count("wilson", interval.Wilson(k, n, 0.95), 0.05)
	}
	for _, name := range []string{"mean", "ratio", "difference", "wilson"} {
		if share := float64(hits[name]) / rounds; share < 0.93 || share > 0.97 {
			t.Errorf("%s: a 95 %% interval held the truth in %.1f %% of the samples", name, 100*share)
		}
	}
}

// TestRuleOfThreeBound: with a true share just at the bound, no event in n trials is as rare as the level says.
func TestRuleOfThreeBound(t *testing.T) {
	for _, n := range []int{30, 300, 10_000} {
		for _, level := range []float64{0.9, 0.95, 0.99} {
			bound := interval.RuleOfThree(n, level)
			if none := math.Pow(1-bound.High, float64(n)); none > (1-level)*1.001 || none < (1-level)*0.65 {
				t.Errorf("n %d, level %v: a share of %v shows nothing with probability %v, want just under %v",
					n, level, bound.High, none, 1-level)
			}
		}
	}
	if got := interval.RuleOfThree(4000, 0.95); got.High != 0.00075 || got.Low != 0 || got.Estimate != 0 || got.N != 4000 {
		t.Errorf("got %v, want 0 [0, 0.00075]", got)
	}
	if got := interval.RuleOfThree(2, 0.95).High; got != 1 {
		t.Errorf("bound after two trials is %v, want 1: a share is not above that", got)
	}
}

func TestNothingHappened(t *testing.T) {
	cases := []struct {
		name string
		got  interval.Interval
		high float64
	}{
		{"share", interval.Share(0, 1000, 0.95), 0.003},
		{"rate", interval.Rate(0, 0, 1000, 0.95), 0.003},
		{"rate over", interval.RateOver(0, 20_000, 0, 410_000, 0, 1000, 0.95), 3.0 / 20_000},
		{"rate of two trials", interval.Rate(0, 0, 2, 0.95), 1.5}, // a trial may have several
		{"share of two trials", interval.Share(0, 2, 0.95), 1},
	}
	for _, c := range cases {
		if c.got.Estimate != 0 || c.got.Low != 0 || c.got.High != c.high || c.got.Method != "none seen, 3/n, 95 %" {
			t.Errorf("%s: got %v, want 0 [0, %v]", c.name, c.got, c.high)
		}
	}
	same := []struct{ name, got, want string }{
		{"share", interval.Share(3, 10, 0.9).String(), interval.Wilson(3, 10, 0.9).String()},
		{"rate", interval.Rate(4, 6, 10, 0.9).String(), interval.Mean(4, 6, 10, 0.9).String()},
		{"rate over", interval.RateOver(4, 40, 6, 170, 18, 10, 0.9).String(), interval.Ratio(4, 40, 6, 170, 18, 10, 0.9).String()},
	}
	for _, c := range same {
		if c.got != c.want {
			t.Errorf("%s of something: got %s, want %s", c.name, c.got, c.want)
		}
	}
}

func TestIntervalsThatCannotBeStated(t *testing.T) {
	cases := []struct {
		got      interval.Interval
		estimate float64
		want     string
	}{
		{interval.Wilson(0, 0, 0.95), math.NaN(), "none: 0 trials"},
		{interval.Wilson(4, 3, 0.95), math.NaN(), "none: 4 of 3 trials"},
		{interval.Wilson(-1, 3, 0.95), math.NaN(), "none: -1 of 3 trials"},
		{interval.Wilson(1, 3, 95), math.NaN(), "none: level 95 is not between 0 and 1"},
		{interval.Wilson(1, 3, math.NaN()), math.NaN(), "none: level NaN is not between 0 and 1"},
		{interval.Mean(7, 49, 1, 0.95), 7, "none: one trial has no spread"},
		{interval.Mean(0, 0, 0, 0.95), math.NaN(), "none: 0 trials"},
		{interval.Difference(0, 0, -1, 0.95), math.NaN(), "none: -1 trials"},
		{interval.Ratio(1, 0, 1, 0, 0, 5, 0.95), math.NaN(), "none: the sum below the line is 0"},
		{interval.Ratio(1, 2, 1, 4, 2, 1, 0.95), 0.5, "none: one trial has no spread"},
		{interval.Ratio(1, 2, 1, 4, 2, 3, 1), math.NaN(), "none: level 1 is not between 0 and 1"},
		{interval.RateOver(0, 0, 0, 0, 0, 5, 0.95), math.NaN(), "none: the sum below the line is 0"},
		{interval.Rate(0, 0, 0, 0.95), math.NaN(), "none: 0 trials"},
		{interval.Share(0, 5, 0), math.NaN(), "none: level 0 is not between 0 and 1"},
	}
	for _, c := range cases {
		if !math.IsNaN(c.got.Low) || !math.IsNaN(c.got.High) || !near(c.got.Estimate, c.estimate, 0) ||
			c.got.Method != c.want {
			t.Errorf("got %v, want estimate %v and %q", c.got, c.estimate, c.want)
		}
	}
}

func TestRoundingErrorGivesNoNegativeVariance(t *testing.T) {
	xs, ys := make([]float64, 1000), make([]float64, 1000)
	for i := range xs {
		xs[i], ys[i] = 0.1, 0.7
	}
	for _, v := range []interval.Interval{momentsOf(xs).mean(0.95), ratioOf(xs, ys, 0.95)} {
		if math.IsNaN(v.Low) || v.High-v.Low > 1e-8 {
			t.Errorf("a thousand equal trials give %v, want no width to speak of", v)
		}
	}
}

func TestMethodNamesTheLevel(t *testing.T) {
	for level, want := range map[float64]string{0.95: "95 %", 0.999: "99.9 %", 0.9: "90 %", 1.0 / 3: "33.33333333 %"} {
		if got := interval.Wilson(1, 2, level).Method; !strings.HasSuffix(got, ", "+want) {
			t.Errorf("level %v: method is %q, want it to end with %q", level, got, want)
		}
	}
	if got, want := fmt.Sprint(interval.Wilson(1, 10, 0.95)), "0.1 [0.01788, 0.4042] of 10 trials, Wilson, 95 %"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
