package interval_test

import (
	"fmt"

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

// Five trials with 0, 3, 1, 0 and 2 aborts in 20, 18, 22, 19 and 21 attempts.
func ExampleRatio() {
	const aborts, attempts, abortsSquared, attemptsSquared, abortsTimesAttempts = 6, 100, 14, 2010, 118
	fmt.Println(interval.Ratio(aborts, attempts, abortsSquared, attemptsSquared, abortsTimesAttempts, 5, 0.95))
	// Output: 0.06 [-0.02257, 0.1426] of 5 trials, ratio of sums, delta method over trials, 95 %
}

// Two treatments of the same five seeds, whose differences are 3, 4, 2, 4 and 2.
func ExampleDifference() {
	fmt.Println(interval.Difference(15, 49, 5, 0.95))
	// Output: 3 [1.758, 4.242] of 5 trials, paired difference over trials, 95 %
}
