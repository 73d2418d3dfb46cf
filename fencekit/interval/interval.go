package interval

import (
	"fmt"
	"math"
	"strconv"
)

// Interval is an estimate with its confidence limits, in the unit of the estimate. One that cannot be stated has NaN in
// Low and High, and in Estimate unless that is known; Method then begins with "none" and says why. That of a quantile may
// lack one limit alone; see Quantile.
type Interval struct {
	Estimate, Low, High float64
	Method              string // name and level, such as "Wilson, 95 %"
	N                   int    // trials it rests on
}

// String returns the interval for a message: the estimate, the limits, the trials, the method.
func (v Interval) String() string {
	f := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	return fmt.Sprintf("%s [%s, %s] of %d trials, %s", f(v.Estimate), f(v.Low), f(v.High), v.N, v.Method)
}

// none returns the interval that cannot be stated.
func none(estimate float64, n int, format string, values ...any) Interval {
	return Interval{estimate, math.NaN(), math.NaN(), "none: " + fmt.Sprintf(format, values...), n}
}

// named returns a method with its level, such as "Wilson, 95 %".
func named(method string, level float64) string {
	return method + ", " + strconv.FormatFloat(round10(float64(100*level)), 'f', -1, 64) + " %"
}

// badInput says what is wrong with a number of trials and a level, "" when nothing is.
func badInput(n int, level float64) string {
	switch {
	case n < 1:
		return fmt.Sprintf("%d trials", n)
	case !(level > 0 && level < 1):
		return fmt.Sprintf("level %v is not between 0 and 1", level)
	}
	return ""
}

// Wilson returns the score interval for a share: k of n trials answered yes. Level is the confidence, between 0 and 1,
// such as 0.95. It never leaves 0 to 1 and keeps some width when k is 0 or n.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
// Statistical Association 22, 1927; without continuity correction.
func Wilson(k, n int, level float64) Interval {
	if bad := badInput(n, level); bad != "" {
		return none(math.NaN(), n, "%s", bad)
	}
	if k < 0 || k > n {
		return none(math.NaN(), n, "%d of %d trials", k, n)
	}
	z := Normal(level)
	size, p := float64(n), float64(k)/float64(n)
	zz := float64(z * z)
	scale := 1 + zz/size
	centre := (p + zz/(2*size)) / scale
	inner := float64(p*(1-p))/size + zz/float64(4*float64(size*size))
	half := float64(z*math.Sqrt(inner)) / scale
	v := Interval{p, centre - half, centre + half, named("Wilson", level), n}
	if k == 0 {
		v.Low = 0
	}
	if k == n {
		v.High = 1
	}
	return v
}

// Mean returns the interval for a mean per trial, from the sum and the sum of squares over n trials. It uses Student's t
// with n-1 degrees of freedom; one trial has no interval. Where all trials were equal, zero included, it has no width:
// see Rate.
func Mean(sum, sumSquares float64, n int, level float64) Interval {
	return mean("mean over trials", sum, sumSquares, n, level)
}

// MeanOf returns the interval for a mean, from the mean of n values and their sample standard deviation, whose divisor is
// n-1, for callers who compute the two in two passes: that loses fewer digits than the sums of Mean. It uses Student's t
// with n-1 degrees of freedom; one value has no interval, and sd is then not looked at. Where all values are equal it has
// no width.
func MeanOf(mean, sd float64, n int, level float64) Interval {
	if n < 1 {
		return none(math.NaN(), n, "%d values", n)
	}
	if bad := badInput(n, level); bad != "" {
		return none(math.NaN(), n, "%s", bad)
	}
	if n == 1 {
		return none(mean, n, "one value has no spread")
	}
	if math.IsNaN(mean) || math.IsInf(mean, 0) || !(sd >= 0 && sd <= math.MaxFloat64) {
		return none(mean, n, "mean %v, standard deviation %v", mean, sd)
	}
	half := float64(Student(level, n-1)*sd) / math.Sqrt(float64(n))
	return Interval{mean, mean - half, mean + half, named("mean, Student's t", level), n}
}

// Difference returns the interval for the mean difference of two treatments of the same seeds, from the sum and the sum
// of squares of the differences, one a seed. Where no seed differed it has no width: that says the treatments were equal
// on those seeds, not on all.
func Difference(sum, sumSquares float64, n int, level float64) Interval {
	return mean("paired difference over trials", sum, sumSquares, n, level)
}

func mean(method string, sum, sumSquares float64, n int, level float64) Interval {
	if bad := badInput(n, level); bad != "" {
		return none(math.NaN(), n, "%s", bad)
	}
	size := float64(n)
	m := sum / size
	if n == 1 {
		return none(m, n, "one trial has no spread")
	}
	variance := max(0, sumSquares-float64(sum*sum)/size) / (size - 1)
	half := float64(Student(level, n-1) * math.Sqrt(variance/size))
	return Interval{m, m - half, m + half, named(method, level), n}
}

// Ratio returns the interval for a ratio of sums over trials, sumX / sumY, by the delta method: x and y of one trial go
// together, so a trial with many events counts as one cluster. sumXX, sumYY and sumXY are the sums of x squared, y
// squared and x times y. It uses Student's t with n-1 degrees of freedom. It cannot be stated when sumY is 0 or n is 1,
// and has no width when every trial had the same ratio, zero included: see RateOver.
//
// Source: W. G. Cochran, Sampling Techniques, third edition, 1977, section 6.4 (large-sample variance of a ratio).
func Ratio(sumX, sumY, sumXX, sumYY, sumXY float64, n int, level float64) Interval {
	if bad := badInput(n, level); bad != "" {
		return none(math.NaN(), n, "%s", bad)
	}
	if sumY == 0 {
		return none(math.NaN(), n, "the sum below the line is 0")
	}
	r := sumX / sumY
	if n == 1 {
		return none(r, n, "one trial has no spread")
	}
	size := float64(n)
	// The residuals x - r*y add up to zero, so their squares are those about their mean.
	squares := max(0, sumXX-float64(2*float64(r*sumXY))+float64(float64(r*r)*sumYY))
	variance := float64(size*squares) / float64((size-1)*float64(sumY*sumY))
	half := float64(Student(level, n-1) * math.Sqrt(variance))
	return Interval{r, r - half, r + half, named("ratio of sums, delta method over trials", level), n}
}

// RuleOfThree returns the interval for the share of trials in which something happens, after n trials in which it never
// did: 0 to 3/n at a level of 0.95, 0 to -ln(1-level)/n at another, and never above 1.
//
// Source: J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983.
func RuleOfThree(n int, level float64) Interval {
	if bad := badInput(n, level); bad != "" {
		return none(math.NaN(), n, "%s", bad)
	}
	return Interval{0, 0, min(1, threeOf(level)/float64(n)), named("none seen, 3/n", level), n}
}

// threeOf returns what is divided by n.
func threeOf(level float64) float64 {
	if level == 0.95 {
		return 3
	}
	return round10(-math.Log(1 - level))
}

// Share returns Wilson's interval, or RuleOfThree where k is 0.
func Share(k, n int, level float64) Interval {
	if k == 0 {
		return RuleOfThree(n, level)
	}
	return Wilson(k, n, level)
}

// Rate returns the interval of Mean for events per trial. The events must not be negative. Where the sum is 0 the
// limits are 0 and 3/n, as in [RuleOfThree] but not cut at 1: a trial may have more events than one. That bounds the
// share of trials with any event. It bounds events per trial only as far as such a trial has about one; with m events
// in it, the bound is m times as high.
func Rate(sum, sumSquares float64, n int, level float64) Interval {
	v := Mean(sum, sumSquares, n, level)
	if sum == 0 && badInput(n, level) == "" {
		v = RuleOfThree(n, level)
		v.High = threeOf(level) / float64(n)
	}
	return v
}

// RateOver returns the interval of Ratio for events per unit of y, such as aborts per attempt. The events must not be
// negative.
//
// Where sumX is 0 the limits are 0 and 3/sumY, the bound of RuleOfThree in that unit: at most 3 trials in n would have
// any event, and a trial has sumY/n units. That bound counts about one event for each such trial, and it depends on
// this. Where events come in clusters it is too low: when a trial that has any has m of them, the bound is m times
// 3/sumY, and m cannot be told from trials that had none. Take m from a treatment that has events, or the largest y of
// a trial where each event takes a unit; or bound the share of trials with any event by Share, which needs no such
// assumption.
func RateOver(sumX, sumY, sumXX, sumYY, sumXY float64, n int, level float64) Interval {
	if sumX != 0 || sumY == 0 || badInput(n, level) != "" {
		return Ratio(sumX, sumY, sumXX, sumYY, sumXY, n, level)
	}
	return Interval{0, 0, threeOf(level) / sumY, named("none seen, 3/n", level), n}
}
