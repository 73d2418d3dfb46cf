package data_test

import (
	"bytes"
	"fmt"

	"fence/data"
)

func Example() {
	header, _, _ := bytes.Cut(data.Claims, []byte("\n"))
	fmt.Printf("%s\n", header)
	header, _, _ = bytes.Cut(data.Intervals, []byte("\n"))
	fmt.Printf("%s\n", header)
	// Output:
	// id,run,posture,figure,relation,published,kind,interval_low,interval_high
	// id,low,high,blocks,block_trials,mean,sd,version
}
