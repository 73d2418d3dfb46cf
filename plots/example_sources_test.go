package plots_test

import (
	"context"
	"fmt"

	"fence/fencekit"
	"fence/plots"
)

// eachSource draws what pauses, steps, delay and drift do one at a time.
func eachSource() (*plots.Figure, error) {
	e := fencekit.New()
	e.Trials = 60
	f, err := fencekit.Sources(context.Background(), e)
	if err != nil {
		return nil, err
	}
	figure, err := plots.Sources{}.Figure(f)
	if err != nil {
		return nil, err
	}
	figure.Width = plots.DoubleColumn
	return figure, nil
}

func ExampleSources() {
	figure, err := eachSource()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Bars with intervals, writes per trial, in groups by sources (none, pauses, steps, delay, drift, all), each with a bar for unprotected, check, fencing, on a logarithmic axis with a place for zero. For unlocked applied: unprotected at most 7.12 at “all”, 0 in 3 of 6; check at most 0.517 at “all”, 0 in 3 of 6; fencing at most 2.78 at “all”, 0 in 3 of 6. For work destroyed: unprotected at most 4.05 at “all”, 0 in 4 of 6; check at most 0.0667 at “pauses”, 0 in 4 of 6; fencing 0 everywhere.
}
