package plots_test

import (
	"context"
	"fmt"

	"fence/fencekit"
	"fence/plots"
)

// failovers draws what two fences make of a lock service that forgets.
func failovers() (*plots.Figure, error) {
	e := fencekit.New()
	e.Trials, e.Postures = 60, nil // fencing and strict
	f, err := fencekit.Failover(context.Background(), e)
	if err != nil {
		return nil, err
	}
	figure, err := plots.Failover{}.Figure(f)
	if err != nil {
		return nil, err
	}
	figure.Width = plots.DoubleColumn
	return figure, nil
}

func ExampleFailover() {
	figure, err := failovers()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Bars with intervals, per trial, in groups by failover (none, lossy, consensus), each with a bar for fencing, strict, on a logarithmic axis with a place for zero. For same token: none: fencing 0 (up to 0.05), strict 0 (up to 0.05); lossy: fencing 2.43 (2.05 to 2.82), strict 0 (up to 0.05); consensus: fencing 0 (up to 0.05), strict 0 (up to 0.05). For newer overwritten: none: fencing 0 (up to 0.05), strict 0 (up to 0.05); lossy: fencing 0.433 (0.288 to 0.579), strict 0.0333 (0 to 0.0801); consensus: fencing 0 (up to 0.05), strict 0 (up to 0.05). For refused live: none: fencing 0 (up to 0.05), strict 0 (up to 0.05); lossy: fencing 2.77 (2.16 to 3.37), strict 5.28 (4.51 to 6.06); consensus: fencing 0 (up to 0.05), strict 0 (up to 0.05). For released stranger: none: fencing 0 (up to 0.05), strict 0 (up to 0.05); lossy: fencing 0.333 (0.178 to 0.489), strict 0.333 (0.178 to 0.489); consensus: fencing 0 (up to 0.05), strict 0 (up to 0.05).
}
