package plots_test

import (
	"context"
	"fmt"
	"time"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/plots"
)

// marginSweep draws what a margin costs and what it saves, with the margins of systems in use, and a chosen one.
func marginSweep() (*plots.Figure, error) {
	e := fencekit.New()
	e.Trials = 40
	sweep, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	if err != nil {
		return nil, err
	}
	chosen := 500 * time.Millisecond
	return plots.Margin{
		Chosen: &chosen, Wild: plots.WildMargins(), Title: "The margin of the expiry check",
	}.Figure(sweep)
}

func ExampleMargin() {
	figure, err := marginSweep()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Above, writes aborted [%] against margin [ms] from 0 to 2500: from 26 to 94.1. Below, writes per trial on a logarithmic axis: unlocked applied from 0.425 to 0.025; work destroyed from 0.025 to 0. At the chosen margin of 500 ms: 35.7 % aborted; 0.175 unlocked applied, 0.025 work destroyed per trial. Marked are the margins of Redlock 32 ms, CockroachDB clock 100 ms, CockroachDB 500 ms, hashicorp/raft 500 ms, TiKV 1 s, Kubernetes 5 s and OpenShift 30 s.
}

// marginOfTwo draws the same for writes that read first, under the check alone and with fencing besides, and a margin that
// was not measured.
func marginOfTwo() (*plots.Figure, error) {
	e := fencekit.New()
	e.Trials = 40
	e.Params.ReadModifyWrite = true
	e.Postures = []lease.Posture{lease.Check, lease.CheckFencing}
	sweep, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	if err != nil {
		return nil, err
	}
	chosen := 600 * time.Millisecond
	return plots.Margin{
		Chosen: &chosen, Corruption: []string{"unlocked_applied_per_trial", "lost_updates_per_trial"},
	}.Figure(sweep)
}

func ExampleMargin_postures() {
	figure, err := marginOfTwo()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Caption)
	// Output:
	// 40 trials, seeds 1 to 40; rmw true; fence 0.1.0. Aborts are the same under check and check+fencing. The chosen margin of 600 ms was not measured; the values at it lie on the line between the measured margins about it; the nearest measured is 500 ms.
}

func ExampleWildMargins() {
	for _, m := range plots.WildMargins() {
		fmt.Println(m.Name, m.Margin, m.Lease)
	}
	// Output:
	// Redlock 32ms 3s
	// CockroachDB clock 100ms 0s
	// CockroachDB 500ms 6s
	// hashicorp/raft 500ms 1s
	// TiKV 1s 10s
	// Kubernetes 5s 15s
	// OpenShift 30s 2m17s
}
