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
	// messages an entry against processes N: 6 points; Lamport from 6 to 24; Ricart–Agrawala from 4 to 16; line: 3(N − 1); line: 2(N − 1).
}
