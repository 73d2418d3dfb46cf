package interval_test

import (
	"fmt"
	"slices"

	"fence/fencekit/interval"
)

func ExampleWilson() {
	fmt.Println(interval.Wilson(1, 10, 0.95))
	// Output: 0.1 [0.01788, 0.4042] of 10 trials, Wilson, 95 %
}

func ExampleShare() {
	fmt.Println(interval.Share(12, 4000, 0.95))
	fmt.Println(interval.Share(0, 4000, 0.95))
	// Output:
	// 0.003 [0.001717, 0.005237] of 4000 trials, Wilson, 95 %
	// 0 [0, 0.00075] of 4000 trials, none seen, 3/n, 95 %
}

// No failover lost a write in 600 trials: it may still happen in one of 200, and after 2 trials in every one.
func ExampleRuleOfThree() {
	fmt.Println(interval.RuleOfThree(600, 0.95))
	fmt.Println(interval.RuleOfThree(2, 0.95))
	fmt.Println(interval.RuleOfThree(600, 0.99))
	// Output:
	// 0 [0, 0.005] of 600 trials, none seen, 3/n, 95 %
	// 0 [0, 1] of 2 trials, none seen, 3/n, 95 %
	// 0 [0, 0.007675] of 600 trials, none seen, 3/n, 99 %
}

// Five trials with 4, 6, 8, 10 and 12 retries: the sum is 40, the sum of squares 360.
func ExampleMean() {
	fmt.Println(interval.Mean(40, 360, 5, 0.95))
	fmt.Println(interval.Mean(40, 320, 5, 0.95)) // 8 in each
	// Output:
	// 8 [4.074, 11.93] of 5 trials, mean over trials, 95 %
	// 8 [8, 8] of 5 trials, mean over trials, 95 %
}

// Four trials with 0, 1, 0 and 3 lost writes, and 600 with none, for which Mean would have an interval of no width.
func ExampleRate() {
	fmt.Println(interval.Rate(4, 10, 4, 0.95))
	fmt.Println(interval.Rate(0, 0, 600, 0.95))
	fmt.Println(interval.Mean(0, 0, 600, 0.95))
	// Output:
	// 1 [-1.25, 3.25] of 4 trials, mean over trials, 95 %
	// 0 [0, 0.005] of 600 trials, none seen, 3/n, 95 %
	// 0 [0, 0] of 600 trials, mean over trials, 95 %
}

// Five trials with 0, 3, 1, 0 and 2 aborts in 20, 18, 22, 19 and 21 attempts.
func ExampleRatio() {
	const aborts, attempts, abortsSquared, attemptsSquared, abortsTimesAttempts = 6, 100, 14, 2010, 118
	fmt.Println(interval.Ratio(aborts, attempts, abortsSquared, attemptsSquared, abortsTimesAttempts, 5, 0.95))
	// Output: 0.06 [-0.02257, 0.1426] of 5 trials, ratio of sums, delta method over trials, 95 %
}

// The trials of Ratio, and then 600 trials with 30000 attempts and no abort. The bound of 3 in 30000 takes a trial that
// has aborts to have about one. If they come ten at a time, it is ten times as high.
func ExampleRateOver() {
	fmt.Println(interval.RateOver(6, 100, 14, 2010, 118, 5, 0.95))
	none := interval.RateOver(0, 30000, 0, 1500000, 0, 600, 0.95)
	fmt.Println(none)

	const cluster = 10 // aborts in a trial that has any, from a treatment that does abort
	fmt.Println(cluster * none.High)
	// Output:
	// 0.06 [-0.02257, 0.1426] of 5 trials, ratio of sums, delta method over trials, 95 %
	// 0 [0, 0.0001] of 600 trials, none seen, 3/n, 95 %
	// 0.001
}

// Two treatments of the same five seeds, whose differences are 3, 4, 2, 4 and 2.
func ExampleDifference() {
	fmt.Println(interval.Difference(15, 49, 5, 0.95))
	// Output: 3 [1.758, 4.242] of 5 trials, paired difference over trials, 95 %
}

func ExampleNormal() {
	fmt.Println(interval.Normal(0.95), interval.Normal(0.99))
	// Output: 1.959963985 2.575829304
}

// With five values, four degrees of freedom are left, and a mean is less sure than the normal distribution has it.
func ExampleStudent() {
	fmt.Println(interval.Student(0.95, 4), interval.Student(0.95, 1000))
	// Output: 2.776445105 1.962339081
}

// The values 4, 6, 8, 10 and 12 have the mean 8 and the sample standard deviation 3.162.
func ExampleMeanOf() {
	fmt.Println(interval.MeanOf(8, 3.1622776601683795, 5, 0.95))
	fmt.Println(interval.MeanOf(8, 0, 1, 0.95))
	// Output:
	// 8 [4.074, 11.93] of 5 trials, mean, Student's t, 95 %
	// 8 [NaN, NaN] of 1 trials, none: one value has no spread
}

// The median of 20 values lies between the 6th and the 15th. Of 100 values, none is surely above the 0.99-quantile.
func ExampleQuantileRanks() {
	fmt.Println(interval.QuantileRanks(20, 0.5, 0.95))
	fmt.Println(interval.QuantileRanks(100, 0.99, 0.95))
	fmt.Println(interval.QuantileRanks(1000, 0.99, 0.95))
	// Output:
	// 6 15
	// 97 101
	// 983 997
}

func ExampleQuantile() {
	waits := []float64{31, 12, 18, 25, 14, 90, 22, 17, 40, 15, 19, 28}
	slices.Sort(waits)
	fmt.Println(interval.Quantile(waits, 0.5, 0.95))
	fmt.Println(interval.Quantile(waits, 0.9, 0.95))
	// Output:
	// 20.5 [15, 31] of 12 trials, order statistics, binomial, 95 %
	// 39.1 [25, NaN] of 12 trials, no upper limit with so few values; order statistics, binomial, 95 %
}

func ExampleBetween() {
	fmt.Println(interval.Between(10, 20, 0.25))
	// Output: 12.5
}
