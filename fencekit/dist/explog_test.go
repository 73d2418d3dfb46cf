package dist

import (
	"math"
	"math/big"
	"testing"
)

// ulps is how many float64 lie from a up to b; 0 for two NaN.
func ulps(a, b float64) uint64 {
	if math.IsNaN(a) && math.IsNaN(b) {
		return 0
	}
	if math.IsNaN(a) != math.IsNaN(b) || math.Signbit(a) != math.Signbit(b) {
		return math.MaxUint64
	}
	x, y := math.Float64bits(a), math.Float64bits(b)
	return max(x, y) - min(x, y)
}

// From 709.43 on, math.Exp of amd64 is +Inf already; the exact oracle below covers what is left.
func TestExpAgainstTheStandardOne(t *testing.T) {
	check := func(x float64) {
		if got, want := Exp(x), math.Exp(x); ulps(got, want) > 2 {
			t.Fatalf("Exp(%v) = %v, want %v within 2 units in the last place", x, got, want)
		}
	}
	for i := -1_500_000; i <= 1_418_000; i++ {
		check(float64(i) / 2000) // from 0 through the denormal results to overflow
	}
	s := NewStream(21, "exp")
	for range 300_000 {
		check(math.Ldexp(s.Float64()-0.5, int(s.Uint64n(80))-69))
	}
}

func TestExpAtItsEdges(t *testing.T) {
	inf, tiny := math.Inf(1), math.SmallestNonzeroFloat64
	table := []struct{ x, want float64 }{
		{0, 1},
		{math.Copysign(0, -1), 1},
		{tiny, 1},
		{-tiny, 1},
		{inf, inf},
		{-inf, 0},
		{math.MaxFloat64, inf},
		{-math.MaxFloat64, 0},
		{math.NaN(), math.NaN()},
		{709.782712893384, 1.797693134862273e308},
		{709.7827128933841, inf},
		{-745.1332191019411, tiny},
		{-745.1332191019412, 0},
	}
	for _, c := range table {
		if got := Exp(c.x); ulps(got, c.want) > 2 {
			t.Errorf("Exp(%v) = %v, want %v", c.x, got, c.want)
		}
	}
}

// The logarithms of denormal numbers are left to the exact oracle below: those of math.Log on amd64 are off.
func TestLogAgainstTheStandardOne(t *testing.T) {
	check := func(x float64) {
		if got, want := Log(x), math.Log(x); ulps(got, want) > 2 {
			t.Fatalf("Log(%v) = %v, want %v within 2 units in the last place", x, got, want)
		}
	}
	for i := 1; i <= 1_000_000; i++ {
		check(float64(i) / 500_000) // across 1, where the result passes through 0
	}
	s := NewStream(22, "log")
	for range 2_000_000 {
		const first, end = 1 << 52, 0x7ff << 52
		check(math.Float64frombits(first + s.Uint64n(end-first))) // any positive normal float
	}
	for i := range 53 {
		step := math.Ldexp(1, -i)
		check(1 + step)
		check(1 - step/2)
		check(math.Sqrt2 + step)
	}
}

func TestLogAtItsEdges(t *testing.T) {
	inf := math.Inf(1)
	table := []struct{ x, want float64 }{
		{1, 0},
		{0, -inf},
		{math.Copysign(0, -1), -inf},
		{inf, inf},
		{-inf, math.NaN()},
		{-1, math.NaN()},
		{-math.SmallestNonzeroFloat64, math.NaN()},
		{math.NaN(), math.NaN()},
		{math.SmallestNonzeroFloat64, -744.4400719213812},
		{math.MaxFloat64, 709.782712893384},
	}
	for _, c := range table {
		if got := Log(c.x); ulps(got, c.want) > 1 {
			t.Errorf("Log(%v) = %v, want %v", c.x, got, c.want)
		}
	}
}

// bigExp is e^x to about 250 bits: the Taylor sum of x/2^12, squared 12 times.
func bigExp(x float64) *big.Float {
	r := new(big.Float).SetPrec(300).SetFloat64(x)
	r.SetMantExp(r, -12)
	sum, term := newBig(1), newBig(1)
	for i := 1; i <= 60; i++ {
		term.Mul(term, r)
		term.Quo(term, newBig(float64(i)))
		sum.Add(sum, term)
	}
	for range 12 {
		sum.Mul(sum, sum)
	}
	return sum
}

func newBig(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }

// ulpOf is the distance of the floats around x.
func ulpOf(x float64) float64 {
	x = math.Abs(x)
	return math.Nextafter(x, math.Inf(1)) - x
}

func TestExpAgainstTheExactOne(t *testing.T) {
	s := NewStream(23, "exp")
	worst := 0.0
	for i := range 6000 {
		x := float64(s.Float64()*1455) - 745.2
		if i%3 == 0 {
			x = 708 + float64(s.Float64()*1.78) // the last before overflow
		}
		got := Exp(x)
		off := new(big.Float).Sub(newBig(got), bigExp(x))
		diff, _ := off.Quo(off, newBig(ulpOf(got))).Float64()
		if diff = math.Abs(diff); !(diff <= 1) {
			t.Fatalf("Exp(%v) = %v, off by %.3f units in the last place, want at most 1", x, got, diff)
		}
		worst = max(worst, diff)
	}
	t.Logf("worst of Exp: %.3f units in the last place", worst)
}

// With y = Log(x), the error y − log x is 1 − x·e^−y to first order.
func TestLogAgainstTheExactOne(t *testing.T) {
	s := NewStream(24, "log")
	worst := 0.0
	for i := range 6000 {
		x := math.Float64frombits(s.Uint64n(0x7ff << 52))
		switch i % 3 {
		case 1:
			x = math.Float64frombits(1 + s.Uint64n(1<<52-1)>>s.Uint64n(52)) // denormal
		case 2:
			x = 0.5 + s.Float64()
		}
		got := Log(x)
		back := bigExp(-got)
		diff, _ := back.Sub(newBig(1), back.Mul(back, newBig(x))).Float64()
		if diff = math.Abs(diff) / ulpOf(got); !(diff <= 1) {
			t.Fatalf("Log(%v) = %v, off by %.3f units in the last place, want at most 1", x, got, diff)
		}
		worst = max(worst, diff)
	}
	t.Logf("worst of Log: %.3f units in the last place", worst)
}
