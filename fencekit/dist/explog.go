package dist

import "math"

// ln 2 in two parts. The first has 32 significant bits, so that its product with an exponent is exact; the
// compiler subtracts it from math.Ln2 without rounding, so that the second part holds the next 53.
const (
	ln2High = 0x1.62e42feep-1
	ln2Low  = math.Ln2 - ln2High
)

// toInteger, added and taken away again, rounds a float64 below 2⁵¹ to the nearest integer: next to it the last place
// is 1.
const toInteger = 0x1.8p52

// Exp returns e to the power x, within 2 units in the last place of the true value, the same bits on every
// architecture. Exp(+Inf) is +Inf, Exp(-Inf) is 0, Exp(NaN) is NaN.
//
// The argument is reduced to x = k·ln 2 + r with |r| ≤ ln 2 / 2, in two steps as W. J. Cody and W. Waite describe
// (Software Manual for the Elementary Functions, 1980, chapter 6); e^r is the Taylor sum, whose first
// omitted term is below 2⁻⁵⁷.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.8:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := float64(x*math.Log2E) + toInteger - toInteger
	r := x - float64(k*ln2High)
	r -= float64(k * ln2Low)
	return scale(1+(r+float64(float64(r*r)*expTail(r))), int(k))
}

// expTail is (e^r − 1 − r) / r² for |r| ≤ ln 2 / 2. Here and in artanhTail the even and the odd powers are summed
// apart: two short chains run beside each other.
func expTail(r float64) float64 {
	z := float64(r * r)
	even := 1.0 / 87178291200
	even = float64(even*z) + 1.0/479001600
	even = float64(even*z) + 1.0/3628800
	even = float64(even*z) + 1.0/40320
	even = float64(even*z) + 1.0/720
	even = float64(even*z) + 1.0/24
	even = float64(even*z) + 1.0/2
	odd := 1.0 / 6227020800
	odd = float64(odd*z) + 1.0/39916800
	odd = float64(odd*z) + 1.0/362880
	odd = float64(odd*z) + 1.0/5040
	odd = float64(odd*z) + 1.0/120
	odd = float64(odd*z) + 1.0/6
	return even + float64(odd*r)
}

// scale is y·2^k for y near 1. Below the normal range it multiplies twice, the first time exactly, so that the
// result is rounded once.
func scale(y float64, k int) float64 {
	switch {
	case k < -1022:
		return float64(float64(y*powerOf2(k+64)) * 0x1p-64)
	case k > 1023:
		return float64(float64(y*powerOf2(k-1)) * 2)
	}
	return float64(y * powerOf2(k))
}

// powerOf2 is 2^k for k in the range of normal numbers.
func powerOf2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// Log returns the natural logarithm of x, within 2 units in the last place of the true value, the same bits on
// every architecture. Log(0) is -Inf, Log(+Inf) is +Inf; it is NaN for a negative x and for NaN.
//
// The argument is split into 2^k·(1+f) with 1+f between √½ and √2 (Cody and Waite, chapter 5). With s = f/(2+f),
// log(1+f) = 2·artanh(s) = 2s + s·T, T = 2s²/3 + 2s⁴/5 + …, and 2s = f − f²/2 + s·f²/2: what is large, f and f²/2,
// carries no rounding error of the quotient s.
func Log(x float64) float64 {
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	k, f := split(x)
	s := f / (2 + f)
	half := float64(0.5 * f * f)
	tail := float64(s * (half + artanhTail(float64(s*s))))
	return float64(float64(k)*ln2High) - ((half - (tail + float64(float64(k)*ln2Low))) - f)
}

// split returns k and f with x = 2^k·(1+f) and √½ ≤ 1+f < √2, exactly, for a positive finite x.
func split(x float64) (k int, f float64) {
	if x < 0x1p-1022 {
		x *= 0x1p64
		k = -64
	}
	const fraction = 1<<52 - 1
	bits := math.Float64bits(x)
	k += int(bits>>52) - 1023
	m := math.Float64frombits(bits&fraction | 1023<<52)
	if m >= math.Sqrt2 {
		return k + 1, float64(m/2) - 1
	}
	return k, m - 1
}

// artanhTail is 2z/3 + 2z²/5 + 2z³/7 + … for 0 ≤ z ≤ 0.0295; the first omitted term is below 2⁻⁵⁸ of the logarithm.
func artanhTail(z float64) float64 {
	w := float64(z * z)
	even := 2.0 / 23
	even = float64(even*w) + 2.0/19
	even = float64(even*w) + 2.0/15
	even = float64(even*w) + 2.0/11
	even = float64(even*w) + 2.0/7
	even = float64(even*w) + 2.0/3
	odd := 2.0 / 21
	odd = float64(odd*w) + 2.0/17
	odd = float64(odd*w) + 2.0/13
	odd = float64(odd*w) + 2.0/9
	odd = float64(odd*w) + 2.0/5
	return float64(z * (even + float64(odd*z)))
}
