package plots_test

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/lease"
	"fence/plots"
)

func ExampleLanes_Fit() {
	p := lease.Default()
	p.Clients = 30
	log, err := lease.Log(lease.Draw(&p, 1), lease.Fencing)
	if err != nil {
		fmt.Println(err)
		return
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, height := range []vg.Length{6 * vg.Inch, 20 * vg.Inch} {
		fit, of, err := lanes.Fit(height)
		fmt.Println(fit, "of", of, err)
	}
	_, _, err = lanes.Fit(vg.Inch)
	fmt.Println(err != nil)
	// Output:
	// 9 of 32 <nil>
	// 32 of 32 <nil>
	// true
}

func ExampleFigure_Words() {
	figure, err := messagesPerEntry()
	if err != nil {
		fmt.Println(err)
		return
	}
	figure.Caption = "Cost in N^{2}"
	title, caption, _ := figure.Words()
	fmt.Println(title)
	fmt.Println(caption)
	// Output:
	// Cost of mutual exclusion
	// Cost in N^2
}
