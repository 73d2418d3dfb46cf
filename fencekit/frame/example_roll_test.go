package frame_test

import (
	"fmt"

	"fence/fencekit/frame"
)

func ExampleFrame_Cumulate() {
	trials, err := trials().Select("seed", "wait_ms", "aborts")
	if err != nil {
		fmt.Println(err)
		return
	}
	show(trials.Cumulate(frame.Max("wait_ms"), frame.Sum("aborts"), frame.Present("wait_ms")))
	// Output:
	// seed  wait_ms  aborts  wait_ms_max  aborts_sum  wait_ms_present
	//    1       12       1           12           1                1
	//    2       15       0           15           1                2
	//    3        -       2           15           3                2
	//    4       21       0           21           3                3
	//    1       13       0           21           3                4
	//    2       18       0           21           3                5
	//    3       16       0           21           3                6
	//    4       29       0           29           3                7
}

// The running mean of each posture with its interval shows how many seeds it takes until the limits stay apart.
func ExampleFrame_Cumulate_inGroups() {
	out, err := byPosture().Apply(func(group frame.Frame) (frame.Frame, error) {
		running, err := group.Cumulate(frame.Mean("wait_ms").Interval())
		if err != nil {
			return frame.Frame{}, err
		}
		return running.Select("seed", "wait_ms", "wait_ms_mean", "wait_ms_mean_low", "wait_ms_mean_high")
	})
	show(out, err)
	// Output:
	// posture  seed  wait_ms  wait_ms_mean  wait_ms_mean_low  wait_ms_mean_high
	// check       1       12         12.00                 -                  -
	// check       2       15         13.50            -5.559              32.56
	// check       3        -         13.50            -5.559              32.56
	// check       4       21         16.00             4.616              27.38
	// fencing     1       13         13.00                 -                  -
	// fencing     2       18         15.50           -16.266              47.27
	// fencing     3       16         15.67             9.415              21.92
	// fencing     4       29         19.00             7.899              30.10
}

func ExampleFrame_Shift() {
	waits, err := trials().Select("seed", "wait_ms")
	if err != nil {
		fmt.Println(err)
		return
	}
	lagged, err := waits.Shift("wait_ms", "before_ms", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(frame.Derive(lagged, "change_ms", func(r frame.Row) float64 {
		return r.Float("wait_ms") - r.Float("before_ms")
	}))
	// Output:
	// seed  wait_ms  before_ms  change_ms
	//    1       12          -          -
	//    2       15         12          3
	//    3        -         15          -
	//    4       21          -          -
	//    1       13         21         -8
	//    2       18         13          5
	//    3       16         18         -2
	//    4       29         16         13
}
