package plots_test

import (
	"fmt"

	"fence/fencekit/frame"
	"fence/plots"
)

// messagesPerEntry draws what two algorithms of mutual exclusion cost, over their formulas.
func messagesPerEntry() (*plots.Figure, error) {
	measured, err := frame.New(
		frame.Strings("algorithm", []string{"Lamport", "Lamport", "Lamport", "Ricart–Agrawala", "Ricart–Agrawala", "Ricart–Agrawala"}),
		frame.Ints("n", []int64{3, 5, 9, 3, 5, 9}),
		frame.Floats("messages", []float64{6, 12, 24, 4, 8, 16}),
		frame.Floats("messages_low", []float64{5.4, 11.1, 22.8, 3.7, 7.4, 14.8}),
		frame.Floats("messages_high", []float64{6.6, 12.9, 25.2, 4.3, 8.6, 17.2}),
	)
	if err != nil {
		return nil, err
	}
	return plots.Curves{
		X: "n", Y: "messages", By: "algorithm",
		XLabel: "processes N", YLabel: "messages an entry", Title: "Cost of mutual exclusion",
		Formulas: []plots.Formula{
			{Name: "3(N − 1)", Of: func(n float64) float64 { return 3 * (n - 1) }},
			{Name: "2(N − 1)", Of: func(n float64) float64 { return 2 * (n - 1) }},
		},
	}.Figure(measured)
}

func ExampleCurves() {
	figure, err := messagesPerEntry()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// messages an entry against processes N from 3 to 9: 6 points; Lamport from 6 to 24; Ricart–Agrawala from 4 to 16; line: 3(N − 1); line: 2(N − 1).
}

// overlapsBySkew draws how often two clients hold a lock at once against the error of their clocks' rate. Where it never
// happened the value is zero, which a logarithmic axis shows below its break, with the interval up to 3/n.
func overlapsBySkew() (*plots.Figure, error) {
	measured, err := frame.New(
		frame.Strings("margin", []string{"none", "none", "none", "none", "1 s", "1 s", "1 s", "1 s"}),
		frame.Floats("skew_ppm", []float64{10, 100, 1000, 10000, 10, 100, 1000, 10000}),
		frame.Floats("overlaps", []float64{0, 0.002, 0.02, 0.31, 0, 0, 0.001, 0.11}),
		frame.Floats("overlaps_low", []float64{0, 0.0002, 0.012, 0.28, 0, 0, 0, 0.09}),
		frame.Floats("overlaps_high", []float64{0.003, 0.0072, 0.031, 0.34, 0.003, 0.003, 0.0055, 0.13}),
	)
	if err != nil {
		return nil, err
	}
	return plots.Curves{
		X: "skew_ppm", Y: "overlaps", By: "margin", LogX: true, LogY: true, Joined: true,
		XLabel: "error of the clock's rate [ppm]", YLabel: "overlaps a trial", Title: "Fast clocks",
		Formulas: []plots.Formula{{Name: "in proportion", Of: func(ppm float64) float64 { return ppm / 40000 }}},
	}.Figure(measured)
}

func ExampleCurves_logarithmic() {
	figure, err := overlapsBySkew()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// overlaps a trial against error of the clock's rate [ppm] from 10 to 10,000: 8 points; none from 0 to 0.31; 1 s from 0 to 0.11; line: in proportion.
}
