package lanelogs_test

import (
	"fmt"
	"time"

	"fence/bench/lanelogs"
)

// The first seconds of a run of five clients.
func ExampleLease() {
	log, err := lanelogs.Lease(4 * time.Second)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range log.Events {
		fmt.Println(e)
	}
	// Output:
	// 1360.924466 | C4 | clock-step | clock=-928.777112 by=-2289.701578
	// 3648.766547 | C2 | request | lock=L hold=C2.0
	// 3648.766547 | svc | grant | lock=L to=C2 token=1 until=6648.766547 hold=C2.0
	// 3648.766547 | C2 | begin | lock=L token=1
	// 3863.646492 | C2 | pause | for=4929.954845
	// 3931.597581 | C1 | request | lock=L hold=C1.0
}

// The first messages of sixteen processes.
func ExampleProtocol() {
	log := lanelogs.Protocol(lanelogs.ProtocolHorizon)
	fmt.Println(len(log.Events), "events")
	for _, e := range log.Events[:3] {
		fmt.Println(e)
	}
	// Output:
	// 10018 events
	// 25.067324 | N12 | request | lock=cs
	// 25.067324 | N12 | send | msg=m1 to=N1 type=request ts=1
	// 25.067324 | N12 | send | msg=m2 to=N2 type=request ts=1
}
