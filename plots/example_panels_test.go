package plots_test

import (
	"fmt"

	"fence/fencekit/frame"
	"fence/plots"
)

// twoCosts draws messages and delay of the same algorithms side by side.
func twoCosts() (*plots.Figure, error) {
	measured, err := frame.New(
		frame.Strings("algorithm", []string{"central", "central", "central", "ring", "ring", "ring"}),
		frame.Ints("n", []int64{3, 5, 9, 3, 5, 9}),
		frame.Floats("messages", []float64{3, 3, 3, 1.5, 2.5, 4.5}),
		frame.Floats("delay_ms", []float64{20.4, 20.1, 20.3, 1530, 2490, 4480}),
	)
	if err != nil {
		return nil, err
	}
	messages, err := plots.Curves{X: "n", Y: "messages", By: "algorithm", Joined: true, Title: "messages",
		XLabel: "processes N", YLabel: "messages an entry"}.Figure(measured)
	if err != nil {
		return nil, err
	}
	delay, err := plots.Curves{X: "n", Y: "delay_ms", By: "algorithm", Joined: true, Title: "delay", LogY: true,
		XLabel: "processes N", YLabel: "delay [ms]"}.Figure(measured)
	if err != nil {
		return nil, err
	}
	return plots.Panels(2, messages, delay)
}

func ExamplePanels() {
	figure, err := twoCosts()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// (a) messages. messages an entry against processes N from 3 to 9: 6 points; central 3; ring from 1.5 to 4.5. (b) delay. delay [ms] against processes N from 3 to 9: 6 points; central from 20.1 to 20.4; ring from 1530 to 4480.
}
