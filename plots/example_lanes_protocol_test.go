package plots_test

import (
	"fmt"
	"strings"

	"fence/fencekit/trace"
	"fence/plots"
)

// Three processes ask each other for leave to enter a critical section, in the manner of Ricart and Agrawala. One reply
// is lost and asked for again; one process crashes and comes back.
const threeProcesses = `
0  | P1 | send    | msg=req1 to=P2,P3 type=request
2  | P3 | send    | msg=req3 to=P1,P2 type=request
4  | P2 | recv    | msg=req1 from=P1
5  | P2 | send    | msg=ok1 to=P1 type=reply
6  | P3 | recv    | msg=req1 from=P1
7  | P3 | queue   | msg=req1
7  | P2 | recv    | msg=req3 from=P3
8  | P1 | recv    | msg=req3 from=P3
9  | P2 | send    | msg=ok2 to=P3 type=reply
10 | P1 | send    | msg=ok3 to=P3 type=reply
10 | P1 | recv    | msg=ok1 from=P2
12 | P2 | drop    | msg=ok2 reason=loss
14 | P3 | recv    | msg=ok3 from=P1
20 | P3 | timer   | name=resend
20 | P3 | send    | msg=req3b to=P2 type=request
24 | P2 | recv    | msg=req3b from=P3
25 | P2 | send    | msg=ok2b to=P3 type=reply
29 | P3 | recv    | msg=ok2b from=P2
29 | P3 | begin   | span=cs
41 | P3 | end     | span=cs
41 | P3 | send    | msg=ok4 to=P1 type=reply
43 | P2 | crash   |
46 | P1 | recv    | msg=ok4 from=P3
46 | P1 | begin   | span=cs
55 | P2 | restart |
56 | P1 | end     | span=cs
58 | P2 | state   | to=idle
`

// mutualExclusion draws the three processes with Lamport's clock beside each event.
func mutualExclusion() (*plots.Figure, error) {
	log, err := trace.Read(strings.NewReader(threeProcesses))
	if err != nil {
		return nil, err
	}
	log.Header.Family = "mutex"
	lanes, err := plots.NewLanes(log)
	if err != nil {
		return nil, err
	}
	stamps := lamport(log)
	lanes.Values = func(e trace.Event) string { return stamps[e.Seq] }
	lanes.Title = "Three processes, one critical section"
	return lanes.Figure()
}

// lamport returns the readings of the processes' logical clocks: one more than before at each event, and than the
// sender's at a receipt.
func lamport(log *trace.Log) []string {
	clocks, sent := map[string]int{}, map[string]int{}
	stamps := make([]string, len(log.Events))
	for i, e := range log.Events {
		msg, _ := e.Get("msg")
		if e.Kind == trace.KindDrop {
			continue // no event of a process
		}
		if e.Kind == trace.KindRecv {
			clocks[e.Actor] = max(clocks[e.Actor], sent[msg])
		}
		clocks[e.Actor]++
		if e.Kind == trace.KindSend {
			sent[msg] = clocks[e.Actor]
		}
		stamps[i] = fmt.Sprint(clocks[e.Actor])
	}
	return stamps
}

func ExampleLanes_Figure_messages() {
	figure, err := mutualExclusion()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Lanes from 0 s to 0.058 s: 27 events of P1, P2, P3. Messages: 9 arrive, 1 lost, 0 with one end not known. Spans that begin: critical section 2, down 1. No two processes are in a critical section at once.
}
