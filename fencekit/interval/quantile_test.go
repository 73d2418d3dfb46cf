package interval_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"fence/fencekit/interval"
)

// exact computes with 256 bits what the quantiles must invert, by the plainest formula there is.
type exact struct{}

func (exact) of(x float64) *big.Float { return new(big.Float).SetPrec(256).SetFloat64(x) }

func (e exact) add(x, y *big.Float) *big.Float { return e.of(0).Add(x, y) }
func (e exact) mul(x, y *big.Float) *big.Float { return e.of(0).Mul(x, y) }
func (e exact) quo(x, y *big.Float) *big.Float { return e.of(0).Quo(x, y) }
func (e exact) sqrt(x *big.Float) *big.Float   { return e.of(0).Sqrt(x) }

// atan halves the angle eight times and adds up Taylor's series.
func (e exact) atan(x *big.Float) *big.Float {
	for range 8 {
		x = e.quo(x, e.add(e.of(1), e.sqrt(e.add(e.of(1), e.mul(x, x)))))
	}
	sum, power, square := e.of(0), x, e.mul(x, x)
	for n := 1.0; n < 80; n += 2 {
		sum = e.add(sum, e.quo(power, e.of(n)))
		power = e.mul(power, e.mul(square, e.of(-1)))
	}
	return e.mul(sum, e.of(256))
}

func (e exact) pi() *big.Float { return e.mul(e.of(4), e.atan(e.of(1))) }

// student is the probability that a t variable lies within -t to t: Abramowitz and Stegun, 26.7.3 for an odd freedom and
// 26.7.4 for an even one, finite sums both.
func (e exact) student(t float64, freedom int) *big.Float {
	tan := e.quo(e.of(t), e.sqrt(e.of(float64(freedom))))
	cos := e.quo(e.of(1), e.sqrt(e.add(e.of(1), e.mul(tan, tan))))
	sin, square := e.mul(tan, cos), e.mul(cos, cos)
	sum, term := e.of(0), e.of(1)
	if freedom%2 == 1 {
		term = cos
	}
	for k := 2 + freedom%2; k <= freedom; k += 2 {
		sum = e.add(sum, term)
		term = e.mul(term, e.quo(e.mul(square, e.of(float64(k-1))), e.of(float64(k))))
	}
	sum = e.mul(sum, sin)
	if freedom%2 == 1 {
		sum = e.mul(e.add(sum, e.atan(tan)), e.quo(e.of(2), e.pi()))
	}
	return sum
}

// normal is the same for a normal variable: Taylor's series of the density, term by term.
func (e exact) normal(z float64, _ int) *big.Float {
	sum, term, square := e.of(0), e.of(z), e.mul(e.of(z), e.of(z))
	for n := 1.0; n < 400; n++ {
		sum = e.add(sum, e.quo(term, e.of(2*n-1)))
		term = e.quo(e.mul(term, e.mul(square, e.of(-1))), e.of(2*n))
	}
	return e.mul(sum, e.sqrt(e.quo(e.of(2), e.pi())))
}

// misses says by how much more than tolerance, relative, a quantile misses the point where a distribution reaches
// level; "" when it does not.
func misses(got, level float64, freedom int, tolerance float64, within func(float64, int) *big.Float) string {
	want := exact{}.of(level)
	less, more := within(float64(got*(1-tolerance)), freedom), within(float64(got*(1+tolerance)), freedom)
	if less.Cmp(want) < 0 && more.Cmp(want) > 0 {
		return ""
	}
	reached, _ := within(got, freedom).Float64()
	return fmt.Sprintf("freedom %d: %.17g holds %.17g, want %v", freedom, got, reached, level)
}

var (
	levels = []float64{0.01, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9999, 0.99999,
		1 - 1e-9}
	freedoms = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 19, 20, 29, 30, 49, 62, 63, 64, 65, 99, 100, 149, 500, 999, 1000,
		9999}
)

// studentMistakes holds a quantile of Student's t to the distribution function.
func studentMistakes(quantile func(level, freedom float64) float64, freedoms ...int) (found []string) {
	for _, level := range levels {
		for _, freedom := range freedoms {
			got := quantile(level, float64(freedom))
			if m := misses(got, level, freedom, 1e-13, exact{}.student); m != "" {
				found = append(found, m)
			}
		}
	}
	return found
}

func TestStudentInvertsTheDistribution(t *testing.T) {
	for _, m := range studentMistakes(interval.StudentUnrounded, freedoms...) {
		t.Error(m)
	}
	for _, freedom := range []int{10_001, 100_000} {
		got := interval.StudentUnrounded(0.95, float64(freedom))
		if m := misses(got, 0.95, freedom, 1e-13, exact{}.student); m != "" {
			t.Error(m)
		}
	}
}

// TestWrongStudentIsFound: each of these errs somewhere, and most of them by little.
func TestWrongStudentIsFound(t *testing.T) {
	twins := map[string]func(level, freedom float64) float64{
		"one degree of freedom too many": func(l, f float64) float64 { return interval.StudentUnrounded(l, f+1) },
		"one tail":                       func(l, f float64) float64 { return interval.StudentUnrounded((1+l)/2, f) },
		"the normal":                     func(l, _ float64) float64 { return interval.NormalUnrounded(l) },
		"rounded":                        func(l, f float64) float64 { return interval.Student(l, int(f)) },
		"two terms of an expansion":      func(l, f float64) float64 { return cornishFisher(l, f, 2) },
		"four terms of an expansion":     func(l, f float64) float64 { return cornishFisher(l, f, 4) },
	}
	for name, twin := range twins {
		if len(studentMistakes(twin, 1, 10, 100)) == 0 {
			t.Errorf("%s passes for a quantile of Student's t", name)
		}
	}
}

// cornishFisher is the quantile by the expansion in 1/freedom, exact in the limit. Source: Abramowitz and Stegun, 26.7.5.
func cornishFisher(level, freedom float64, terms int) float64 {
	z := interval.NormalUnrounded(level)
	coefficients := [][]float64{{1, 1}, {3, 16, 5}, {-15, 17, 19, 3}, {-945, -1920, 1482, 776, 79}}
	divisors := []float64{4, 96, 384, 92160}
	sum := z
	for k := range terms {
		g, power := 0.0, z
		for _, c := range coefficients[k] {
			g += float64(c * power)
			power = float64(power * float64(z*z))
		}
		sum += g / float64(divisors[k]*math.Pow(freedom, float64(k+1)))
	}
	return sum
}

func TestStudentOfManyDegrees(t *testing.T) {
	for _, freedom := range []float64{1e5, 123_456, 1e6, 1e9, 1e12, 1e15} {
		for _, level := range levels {
			got, want := interval.StudentUnrounded(level, freedom), cornishFisher(level, freedom, 4)
			if !near(got/want, 1, 1e-13) {
				t.Errorf("level %v, freedom %v: got %.17g, want %.17g", level, freedom, got, want)
			}
		}
	}
}

func TestNormalInvertsTheDistribution(t *testing.T) {
	for _, level := range levels {
		if m := misses(interval.NormalUnrounded(level), level, 0, 1e-14, exact{}.normal); m != "" {
			t.Error(m)
		}
		if m := misses(interval.Normal(level), level, 0, 1e-14, exact{}.normal); m == "" && level > 0.9 {
			t.Errorf("level %v: rounded to ten digits, it passes for exact", level)
		}
	}
}

// TestGonumAgrees within what gonum's inverse of the incomplete beta function keeps.
func TestGonumAgrees(t *testing.T) {
	for _, level := range levels {
		if level < 0.5 || level > 0.99999 {
			continue
		}
		if got, want := interval.Normal(level), distuv.UnitNormal.Quantile(1-(1-level)/2); !near(got/want, 1, 1e-9) {
			t.Errorf("level %v: got %v, gonum has %v", level, got, want)
		}
		for freedom := 1; freedom <= 10_000; freedom += 1 + freedom/8 {
			nu := float64(freedom)
			got, want := interval.Student(level, freedom), distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu}.Quantile(1-(1-level)/2)
			if !near(got/want, 1, 2e-9) {
				t.Errorf("level %v, freedom %d: got %v, gonum has %v", level, freedom, got, want)
			}
			outside := mathext.RegIncBeta(nu/2, 0.5, nu/(nu+float64(got*got)))
			if !near(outside/(1-level), 1, 2e-8) {
				t.Errorf("level %v, freedom %d: %v lie outside %v by gonum", level, freedom, outside, got)
			}
		}
	}
}

// The percentage points that every table has, to three decimals: Abramowitz and Stegun, table 26.10, whose last row is
// the normal distribution.
func TestQuantilesOfTheTables(t *testing.T) {
	columns := []float64{0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999}
	rows := map[int][]float64{
		1:   {1.000, 3.078, 6.314, 12.706, 31.821, 63.657, 636.619},
		2:   {0.816, 1.886, 2.920, 4.303, 6.965, 9.925, 31.599},
		3:   {0.765, 1.638, 2.353, 3.182, 4.541, 5.841, 12.924},
		5:   {0.727, 1.476, 2.015, 2.571, 3.365, 4.032, 6.869},
		10:  {0.700, 1.372, 1.812, 2.228, 2.764, 3.169, 4.587},
		30:  {0.683, 1.310, 1.697, 2.042, 2.457, 2.750, 3.646},
		120: {0.677, 1.289, 1.658, 1.980, 2.358, 2.617, 3.373},
		0:   {0.674, 1.282, 1.645, 1.960, 2.326, 2.576, 3.291},
	}
	for freedom, row := range rows {
		for i, want := range row {
			got := interval.Normal(columns[i])
			if freedom > 0 {
				got = interval.Student(columns[i], freedom)
			}
			if !near(got, want, 0.00051) {
				t.Errorf("level %v, freedom %d: got %v, the table has %v", columns[i], freedom, got, want)
			}
		}
	}
}

// TestQuantilesAreMonotone: more freedom makes an estimate surer, and a higher level a limit wider, without a bump where
// the series gives way to the fraction.
func TestQuantilesAreMonotone(t *testing.T) {
	for freedom := 1; freedom < 400; freedom++ {
		last := 0.0
		for level := 0.005; level < 1; level += 0.005 {
			got := interval.StudentUnrounded(level, float64(freedom))
			next := interval.StudentUnrounded(level, float64(freedom+1))
			if !(got > last) || !(next < got) || !(interval.NormalUnrounded(level) < next) {
				t.Fatalf("level %v: freedom %d gives %v after %v, and %d gives %v", level, freedom, got, last, freedom+1, next)
			}
			last = got
		}
	}
}

func TestQuantilesAtTheEnds(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	cases := []struct {
		level   float64
		freedom int // 0 for the normal
		want    float64
	}{
		{0, 0, 0}, {1, 0, inf}, {-0.1, 0, nan}, {1.1, 0, nan}, {nan, 0, nan}, {0.95, 0, 1.959963985},
		{0, 3, 0}, {1, 3, inf}, {-0.1, 3, nan}, {1.1, 3, nan}, {nan, 3, nan}, {0.95, 1, 12.70620474}, {0.95, -1, nan},
	}
	for _, c := range cases {
		got := interval.Normal(c.level)
		if c.freedom != 0 {
			got = interval.Student(c.level, c.freedom)
		}
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("level %v, freedom %d: got %v, want %v", c.level, c.freedom, got, c.want)
		}
	}
	if got := interval.Student(0.95, 0); !math.IsNaN(got) {
		t.Errorf("no degree of freedom gives %v, want NaN", got)
	}
	if got := interval.Student(math.Nextafter(1, 0), 1); !near(got/(2/math.Pi*0x1p53), 1, 1e-9) {
		t.Errorf("the level next to 1 gives %v, want %v", got, 2/math.Pi*0x1p53)
	}
}
