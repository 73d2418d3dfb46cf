package lease_test

import (
	"fmt"
	"strings"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// staleWrite is a schedule made by hand: the first client's thread stops for 8 s after 1 s of its work, the second
// asks for the lock meanwhile.
const staleWrite = `{"format": "fence-schedule", "version": 1,
  "params": {"lease": "3s", "horizon": "12s"},
  "clients": [
    {"attempts": [{"think": "500ms", "work": "2s", "pauses": [{"at": "1s", "for": "8s"}], "wires": ["10ms"]}]},
    {"attempts": [{"think": "1s", "work": "2s", "wires": ["10ms"]}]}]}`

func Example() {
	s, err := lease.ReadSchedule(strings.NewReader(staleWrite))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, posture := range lease.Postures() {
		counts := lease.Judge(lease.Serve(s, posture.Check), posture, s.Params.Margin)
		fmt.Printf("%-13s sent %d  aborted %d  refused %d  work destroyed %d  both held %v\n", posture.Name,
			counts[lease.Sent], counts[lease.Aborted], counts[lease.Refused], counts[lease.WorkDestroyed], counts.BothHeldTime())
	}
	// Output:
	// unprotected   sent 2  aborted 0  refused 0  work destroyed 1  both held 2.035s
	// check         sent 1  aborted 1  refused 0  work destroyed 0  both held 2.035s
	// fencing       sent 2  aborted 0  refused 1  work destroyed 0  both held 2.035s
	// strict        sent 2  aborted 0  refused 1  work destroyed 0  both held 2.035s
	// check+fencing sent 1  aborted 1  refused 0  work destroyed 0  both held 2.035s
	// validated     sent 2  aborted 0  refused 1  work destroyed 0  both held 2.035s
}

func ExampleLog() {
	s, err := lease.ReadSchedule(strings.NewReader(staleWrite))
	if err != nil {
		fmt.Println(err)
		return
	}
	log, err := lease.Log(s, lease.Fencing)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range log.Events {
		if e.Kind == trace.KindGrant || e.Kind == trace.KindApplied || e.Kind == trace.KindRefused {
			fmt.Println(e)
		}
	}
	// Output:
	// 500 | svc | grant | lock=L to=C1 token=1 until=3500 hold=C1.0
	// 3500 | svc | grant | lock=L to=C2 token=2 until=6500 hold=C2.0
	// 5535 | S | applied | id=C2.0.0 by=C2 obj=x token=2
	// 10535 | S | refused | id=C1.0.0 by=C1 obj=x token=1
}

func ExampleDraw() {
	p := lease.Default()
	p.Horizon = 10 * time.Second
	fmt.Print(lease.Draw(&p, 7))
	// Output:
	// schedule of seed 7: 3 clients, lease 3s, horizon 10s
	// C1
	//   attempt 0: think 3.931597581s, work 2.270198178s, stop at 1.438414295s for 11.843549764s, wire 72.702841ms
	// C2
	//   attempt 0: think 3.648766547s, work 2.092786789s, stop at 214.879945ms for 4.929954845s, wire 7.933357ms
	// C3
	//   attempt 0: think 5.553082018s, work 423.009155ms, stop at 125.24087ms for 13.434156998s, wire 10.43199ms
}

func ExampleDial_Judge() {
	p := lease.Default()
	t := lease.Serve(lease.Draw(&p, 1), true)
	margins := []time.Duration{0, time.Second, 2500 * time.Millisecond}
	counts := make([]lease.Counts, len(margins))
	lease.NewDial(lease.Check, margins).Judge(t, counts)
	for i, m := range margins {
		fmt.Println(m, counts[i][lease.Aborted], "aborted of", counts[i][lease.Attempts])
	}
	// Output:
	// 0s 3 aborted of 25
	// 1s 8 aborted of 25
	// 2.5s 23 aborted of 25
}
