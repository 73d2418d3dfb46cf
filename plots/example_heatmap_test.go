package plots_test

import (
	"context"
	"fmt"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/plots"
)

// abortsOfLeaseAndMargin draws what an expiry check costs for several leases and margins.
func abortsOfLeaseAndMargin() (*plots.Figure, error) {
	e := fencekit.New()
	e.Trials, e.Postures = 30, []lease.Posture{lease.Check}
	grid, err := fencekit.Grid(context.Background(), e,
		fencekit.Axis{Name: "lease", Values: []string{"2s", "3s", "5s", "10s", "15s"}},
		fencekit.Axis{Name: "margin", Values: []string{"0s", "250ms", "500ms", "1s", "1500ms"}})
	if err != nil {
		return nil, err
	}
	return plots.Heatmap{X: "lease_ms", Y: "margin_ms", Value: "abort_pct", XLabel: "lease [ms]", YLabel: "margin [ms]",
		Label: "writes aborted [%]", Title: "What the expiry check costs"}.Figure(grid)
}

func ExampleHeatmap() {
	figure, err := abortsOfLeaseAndMargin()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Heat map of writes aborted [%] over lease [ms] (2000 to 15,000) and margin [ms] (0 to 1500): from 12.9 at 15,000 and 0 to 86.8 at 2000 and 1500.
}
