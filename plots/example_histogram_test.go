package plots_test

import (
	"context"
	"fmt"

	"fence/fencekit"
	"fence/plots"
)

// unlockedByTrial draws how many writes without a lease a trial has applied, under each posture.
func unlockedByTrial() (*plots.Figure, error) {
	trials, err := fencekit.Trials(context.Background(), fencekit.New())
	if err != nil {
		return nil, err
	}
	return plots.Histogram{Column: "unlocked_applied", By: "posture",
		XLabel: "unlocked writes applied in a trial", YLabel: "trials", Title: "What a trial lets through"}.Figure(trials)
}

func ExampleHistogram() {
	figure, err := unlockedByTrial()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Histogram of unlocked writes applied in a trial in 12 bins from −0.5 to 11.5, a bin a whole number. Of unprotected, n = 150, from 1 to 11, median 7; the highest bin, 7.5 to 8.5, has 32 values. Of check, n = 150, from 0 to 3, median 0; the highest bin, −0.5 to 0.5, has 90 values. Of fencing, n = 150, from 0 to 7, median 3; the highest bin, 2.5 to 3.5, has 41 values.
}
