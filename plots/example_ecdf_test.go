package plots_test

import (
	"fmt"

	"fence/plots"
)

// heldDistribution draws how long two clients believe at once, for two lengths of the lease.
func heldDistribution() (*plots.Figure, error) {
	held, err := heldTimes()
	if err != nil {
		return nil, err
	}
	return plots.ECDF{Column: "both_held_s", By: "lease", Band: true, XLabel: "both held [s] in a trial",
		Title: "Time with two believers"}.Figure(held)
}

func ExampleECDF() {
	figure, err := heldDistribution()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Empirical distribution of both held [s] in a trial, with 95 % bands. Of lease 3s, n = 150, from 2.22, median 24, p99 46.3, to 49.2. Of lease 10s, n = 150, from 0, median 18.7, p99 43.7, to 49.1.
}
