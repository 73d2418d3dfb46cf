package interval

import (
	"fmt"
	"math"
)

// QuantileRanks returns the ranks, from 1, of the two order statistics among n independent values that enclose the
// p-quantile with at least the confidence level, whatever the distribution of the values: the narrowest with at most
// (1-level)/2 beyond either end. An end that no rank reaches, since n is too small for it, is 0 below and n+1 above; the
// other end then holds by itself with a confidence of (1+level)/2. Both are so where n is below 1, or p or level is not
// between 0 and 1.
//
// Probabilities are compared to ten digits. The time grows with the square root of n: under a millisecond for 10⁷
// values.
//
// Source: W. J. Conover, Practical Nonparametric Statistics, third edition, 1999, section 3.2, by the binomial itself
// and not by the normal approximation to it.
func QuantileRanks(n int, p, level float64) (low, high int) {
	if n < 1 || !(p > 0 && p < 1) || !(level > 0 && level < 1) {
		return 0, max(n, 0) + 1
	}
	// How many of the values lie at or below the quantile is binomial. Seen from the other end it is binomial too.
	tail := (1 - level) / 2
	mode := min(n, int(float64(float64(n+1)*p)))
	below, lowest := descend(binomial{n, p, 1 - p}, mode, tail)
	above, highest := descend(binomial{n, 1 - p, p}, n-mode, tail)
	bound := float64(tail*(1+below+above)) * (1 + 1e-10)
	return lowest.climb(bound), n + 1 - highest.climb(bound)
}

// binomial is the distribution of how many of n values succeed, each with probability p and fails with q = 1-p.
type binomial struct {
	n    int
	p, q float64
}

// place is a number of successes with its probability in units of that of the mode, so that no factorial is needed.
type place struct {
	binomial
	k      int
	weight float64
}

// descend adds up the weights below the mode, down to a place below which all weights together are too small to count
// against tail.
func descend(b binomial, mode int, tail float64) (sum float64, at place) {
	at = place{b, mode, 1}
	for at.k > 0 && at.weight > 1e-18*tail {
		at.weight *= float64(float64(at.k)*b.q) / float64(float64(b.n-at.k+1)*b.p)
		at.k--
		sum += at.weight
	}
	return sum, at
}

// climb returns the least number of successes at which the weights so far add up to more than bound: the order
// statistic of that rank is the highest that exceeds the quantile with no more probability than the bound.
func (at place) climb(bound float64) int {
	sum := at.weight
	for sum <= bound && at.k < at.n {
		at.weight *= float64(float64(at.n-at.k)*at.p) / float64(float64(at.k+1)*at.q)
		at.k++
		sum += at.weight
	}
	return at.k
}

// Quantile returns the p-quantile of values sorted in ascending order, interpolated between the two nearest as numpy does
// (Hyndman and Fan's type 7), with the order statistics of QuantileRanks as limits. A limit that no value reaches is
// NaN, and Method then begins with "no lower limit" or "no upper limit"; the other one holds with a confidence of
// (1+level)/2. Without either, as for the 0-quantile and the 1-quantile, Method begins with "none". It does so without
// an estimate where a value is NaN. That the values are sorted is not checked.
func Quantile(sorted []float64, p, level float64) Interval {
	n := len(sorted)
	if bad := badSample(sorted, p, level); bad != "" {
		return none(math.NaN(), n, "%s", bad)
	}
	v := Interval{interpolate(sorted, p), math.NaN(), math.NaN(), named("order statistics, binomial", level), n}
	low, high := QuantileRanks(n, p, level)
	if low > 0 {
		v.Low = sorted[low-1]
	}
	if high <= n {
		v.High = sorted[high-1]
	}
	switch {
	case low == 0 && high > n:
		return none(v.Estimate, n, "no order statistic bounds the %v-quantile", p)
	case low == 0:
		v.Method = "no lower limit with so few values; " + v.Method
	case high > n:
		v.Method = "no upper limit with so few values; " + v.Method
	}
	return v
}

// badSample says what is wrong with the input of Quantile, "" when nothing is. Sorted values have a NaN at an end.
func badSample(sorted []float64, p, level float64) string {
	n := len(sorted)
	switch {
	case n == 0:
		return "0 values"
	case math.IsNaN(sorted[0]) || math.IsNaN(sorted[n-1]):
		return "a value is NaN"
	case !(p >= 0 && p <= 1):
		return fmt.Sprintf("p %v is not from 0 to 1", p)
	}
	return badInput(n, level)
}

// interpolate returns the value at place (n-1)p, counted from 0, by numpy's arithmetic: from the nearer end.
func interpolate(sorted []float64, p float64) float64 {
	at := float64(float64(len(sorted)-1) * p)
	i := int(at)
	part := at - float64(i)
	if part == 0 {
		return sorted[i]
	}
	return Between(sorted[i], sorted[i+1], part)
}

// Between returns the number that lies the given part of the way from low to high, part from 0 to 1, by NumPy's
// arithmetic: from the nearer end.
func Between(low, high, part float64) float64 {
	step := high - low
	switch {
	case low == high:
		return low // and not NaN, if both are infinite
	case math.IsInf(step, 1): // an infinite value, or a difference that overflows
		return float64((1-part)*low) + float64(part*high)
	case part >= 0.5:
		return high - float64(step*(1-part))
	}
	return low + float64(step*part)
}
