package plots_test

import (
	"context"
	"fmt"

	"fence/fencekit"
	"fence/plots"
)

// marginFrontier draws what each margin costs in aborted writes against the writes without a live lease that it lets
// through.
func marginFrontier() (*plots.Figure, error) {
	e := fencekit.New()
	e.Trials = 40
	sweep, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	if err != nil {
		return nil, err
	}
	return plots.Pareto{Title: "What a margin costs and leaves"}.Figure(sweep)
}

func ExamplePareto() {
	figure, err := marginFrontier()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// unlocked applied per trial against writes aborted [%], 8 points. The frontier, each point with its cost and risk: 0 ms (26, 0.425), 250 ms (28.7, 0.225), 500 ms (35.7, 0.175), 1 s (48.8, 0.125), 1.5 s (62.8, 0.1), 2 s (79.9, 0.05) and 2.5 s (94.1, 0.025). Dominated: 2.25 s.
}
