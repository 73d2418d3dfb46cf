package interval

import (
	"math"
	"strconv"
)

// Normal returns how many standard deviations a normal variable stays within with probability level, such as 1.959963985
// for 0.95, rounded to ten digits. It is 0 at level 0, +Inf at 1, and NaN outside them.
//
// Source: M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37,
// 1988, which is what the standard library's math.Erfinv evaluates.
func Normal(level float64) float64 {
	if !(level >= 0 && level <= 1) {
		return math.NaN()
	}
	return round10(normal(level))
}

// Student returns how many standard errors a variable with Student's t distribution stays within with probability level,
// such as 12.70620474 for 0.95 and one degree of freedom, rounded to ten digits. It is 0 at level 0, +Inf at 1, and NaN
// outside them or with a freedom below 1.
func Student(level float64, freedom int) float64 {
	if !(level >= 0 && level <= 1) || freedom < 1 {
		return math.NaN()
	}
	return round10(student(level, float64(freedom)))
}

func normal(level float64) float64 {
	return float64(math.Sqrt2 * math.Erfinv(level))
}

// student solves split(t) = level by Newton's method, for the logarithm of the smaller of the two probabilities as a
// function of log t. The density of log |T| is log-concave, and hence both probabilities are: from any start the first
// step lands on one side of the root, and all further ones approach it from there, so no bracket is needed. The error
// of a step is about the square of the step before, so one below 1e-9 is the last.
func student(level, freedom float64) float64 {
	t := normal(level) // always too small, and close when the freedom is large
	if t == 0 || math.IsInf(t, 1) {
		return t
	}
	for range 100 {
		inside, outside, slope := split(t, freedom)
		step := 0.0
		if level < 0.5 {
			step = float64(math.Log(level/inside)*inside) / slope
		} else {
			step = float64(math.Log(outside/(1-level))*outside) / slope
		}
		t = float64(t * math.Exp(step))
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return t
}

// split returns the probabilities that a t variable lies inside -t to t and outside, and how fast the one grows and the
// other falls with log t. With y = t²/(freedom+t²) and x = 1-y they are the regularised incomplete beta functions
// I_y(1/2, freedom/2) and I_x(freedom/2, 1/2). The smaller of the two keeps its full precision.
//
// Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.1 and 26.5.
func split(t, freedom float64) (inside, outside, slope float64) {
	a, square := freedom/2, float64(t*t)
	y := square / (freedom + square)
	// x^a y^(1/2) / B(a, 1/2); by logarithms of numbers near 1, which lose nothing when the freedom is large.
	front := float64(math.Sqrt(y/math.Pi)*gammaRatio(a)) * math.Exp(float64(-a*math.Log1p(square/freedom)))
	if t < 1 { // below the mean of the beta distribution, where the series is the quicker
		inside = float64(2 * float64(front*betaSeries(a, y)))
		return inside, 1 - inside, 2 * front
	}
	outside = float64(front * betaFraction(a, y))
	return 1 - outside, outside, 2 * front
}

// betaSeries returns I_y(1/2, a) without its factor: the sum of (a+1/2)(a+3/2)… / (3/2)(5/2)… yⁿ, all terms positive.
//
// Source: NIST Digital Library of Mathematical Functions, 8.17.8.
func betaSeries(a, y float64) float64 {
	sum, term := 1.0, 1.0
	for n := 0.5; n < 1000 && term > float64(1e-17*sum); n++ {
		term = float64(term*float64((a+n)*y)) / (n + 1)
		sum += term
	}
	return sum
}

// betaFraction returns I_x(a, 1/2) without its factor, x = 1-y, as a continued fraction by the modified Lentz method. In
// this form nothing cancels when a is large and x close to 1. It converges for t of 1 and more, most slowly at 1, in
// fewer than 400 steps.
//
// Source: A. R. DiDonato and A. H. Morris, "Algorithm 708: significant digit computation of the incomplete beta function
// ratios", ACM Transactions on Mathematical Software 18, 1992, equation 9 with b = 1/2.
func betaFraction(a, y float64) float64 {
	const b = 0.5
	x, lambda := 1-y, float64((a+b)*y)-b
	beta := float64(a*(lambda+1)) / (a + 1)
	value, c, d := beta, beta, 0.0
	for n := 1.0; n < 1000; n++ {
		odd := a + float64(2*n) - 1
		alpha := float64(float64((a+n-1)/odd*float64((a+b+n-1)/odd)) * float64(float64(n*(b-n))*float64(x*x)))
		beta = n + float64(float64(n*(b-n))*x)/odd + float64((a+n)/(odd+2)*(lambda+1+float64(n*(1+y))))
		d = 1 / (beta + float64(alpha*d))
		c = beta + alpha/c
		value = float64(value * float64(c*d))
		if math.Abs(float64(c*d)-1) < 1e-16 {
			break
		}
	}
	return 1 / value
}

// gammaRatio returns Γ(a+1/2) / Γ(a): Stirling's series of the one less that of the other, which has few terms and no
// large ones, after steps up to where it is exact.
//
// Source: NIST Digital Library of Mathematical Functions, 5.11.8 with h = 1/2 and h = 0.
func gammaRatio(a float64) float64 {
	steps := 1.0
	for ; a < 32; a++ {
		steps = float64(steps*a) / (a + 0.5)
	}
	i := 1 / a
	square := float64(i * i)
	series := 1.0/640 - float64(square*(17.0/14336))
	series = 1.0/192 - float64(square*series)
	series = 1.0/8 - float64(square*series)
	return float64(steps*math.Sqrt(a)) * math.Exp(float64(-i*series))
}

// round10 rounds to ten significant digits. Platforms differ in the last bit of logarithms and the like, which no
// table should show.
func round10(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 9, 64), 64)
	if err != nil {
		panic("interval: round: strconv does not read what it wrote: " + err.Error())
	}
	return r
}
