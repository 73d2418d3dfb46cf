package frame_test

import (
	"fmt"

	"fence/fencekit/frame"
)

// A grid of two parameters under two postures: one map for each posture.
func ExampleFrame_Heat() {
	var lease, margin, aborted []float64
	var posture []string
	for _, p := range []string{"unprotected", "check"} {
		for _, l := range []float64{2000, 5000, 10000} {
			for _, m := range []float64{0, 500, 1000} {
				lease, margin, posture = append(lease, l), append(margin, m), append(posture, p)
				share := 0.0
				if p == "check" {
					share = 20 + 100*m/l
				}
				aborted = append(aborted, share)
			}
		}
	}
	f, err := frame.New(
		frame.Floats("lease_ms", lease).WithMeta(frame.Meta{Unit: "ms"}),
		frame.Floats("margin_ms", margin).WithMeta(frame.Meta{Unit: "ms"}),
		frame.Strings("posture", posture),
		frame.Floats("abort_pct", aborted).WithMeta(frame.Meta{Unit: "%", Meaning: "writes aborted, of those tried"}))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := f.Heat(frame.Heat{Across: "margin_ms", Down: "lease_ms", Value: "abort_pct", Facets: []string{"posture"}})
	fmt.Print(text)
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// abort_pct, %: writes aborted, of those tried
	//
	// posture unprotected: 0 in every cell
	//
	// posture check
	//           margin_ms
	// lease_ms      0    500   1000
	//     2000  ▒▒ 20  ▓▓ 45  ██ 70
	//     5000  ▒▒ 20  ▒▒ 30  ▓▓ 40
	//    10000  ▒▒ 20  ▒▒ 25  ▒▒ 30
	//
	// key:   blank 0   ░░ to 18   ▒▒ to 35   ▓▓ to 52   ██ to 70
}

// Figures that are written out with their intervals are strings, and stand to the right all the same.
func ExampleColumn_AlignedRight() {
	f, err := frame.New(
		frame.Strings("posture", []string{"check", "fencing"}),
		frame.Strings("aborted", []string{"25.3 [24.0, 26.6]", "0 [0, 0.08]"}).AlignedRight())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// posture            aborted
	// check    25.3 [24.0, 26.6]
	// fencing        0 [0, 0.08]
}
