package plots_test

import (
	"context"
	"fmt"

	"fence/fencekit"
	"fence/plots"
)

// scoreboard draws the published postures side by side.
func scoreboard() (*plots.Figure, error) {
	e := fencekit.New()
	e.Trials = 60
	compared, err := fencekit.Compare(context.Background(), e)
	if err != nil {
		return nil, err
	}
	return plots.Postures{}.Figure(compared)
}

func ExamplePostures() {
	figure, err := scoreboard()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Bars with intervals, writes per trial, in groups by counter (aborted, unlocked arrived, refused, unlocked applied, work destroyed), each with a bar for unprotected, check, fencing, on a logarithmic axis with a place for zero. For aborted: unprotected 0, check 6.6, fencing 0; unlocked arrived: unprotected 7.12 (6.67 to 7.57), check 0.517 (0.349 to 0.685), fencing 7.12 (6.67 to 7.57); refused: unprotected 0 (up to 0.05), check 0 (up to 0.05), fencing 4.33 (4.01 to 4.65); unlocked applied: unprotected 7.12 (6.67 to 7.57), check 0.517 (0.349 to 0.685), fencing 2.78 (2.34 to 3.22); work destroyed: unprotected 4.05 (3.73 to 4.37), check 0.0667 (0.00168 to 0.132), fencing 0 (up to 0.05).
}
