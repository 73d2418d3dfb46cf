package trace_test

import (
	"fmt"
	"os"
	"strings"
	"time"

	"fence/fencekit/trace"
)

// A log is made event by event and written in the form that people read.
func Example() {
	l := trace.New(trace.Header{Program: "by hand", Family: "lease", Seed: 7})
	l.Add(0, "svc", trace.KindGrant, trace.S("lock", "L"), trace.S("to", "C1"), trace.N("token", 1),
		trace.D("until", 3*time.Second))
	l.Add(0, "C1", trace.KindBegin, trace.S("lock", "L"), trace.N("token", 1))
	slow := l.Add(2500250*time.Microsecond, "C1", trace.KindEnd, trace.S("lock", "L"))
	slow.Clock = 2400 * time.Millisecond // this client's clock is behind
	if err := trace.Write(os.Stdout, l); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # fence-log 1 {"program":"by hand","family":"lease","seed":7}
	// 0 | svc | grant | lock=L to=C1 token=1 until=3000
	// 0 | C1 | begin | lock=L token=1
	// 2500.25 | C1 | end | clock=2400 lock=L
	// # end 3
}

// A timeline typed into a report is read as it stands.
func ExampleRead() {
	l, err := trace.Read(strings.NewReader(`
0    | svc | grant | lock=L to=A token=1 until=3000   # three seconds
0    | A   | begin | lock=L token=1
1000 | A   | pause | for=5s
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	pause, err := l.Events[2].Duration("for")
	fmt.Println(len(l.Events), l.Events[2].Actor, l.Events[2].Kind, pause, err)

	_, err = trace.Read(strings.NewReader("10 | A | begin\n5 | A | end\n"))
	fmt.Println(err)
	// Output:
	// 3 A pause 5s <nil>
	// trace: read: line 2: time 5 ms is before 10 ms of the event above it
}

func ExampleReadMarkdown() {
	report := "# What happened\n\n" +
		"```timeline family=cut\n0 | P | send | msg=m1\n```\n\n" +
		"```timeline family=waits\n3 | A | wait | lock=L\n```\n"
	logs, err := trace.ReadMarkdown(strings.NewReader(report))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range logs {
		fmt.Println(l.Header.Family, "-", l.Events[0])
	}
	// Output:
	// cut - 0 | P | send | msg=m1
	// waits - 3 | A | wait | lock=L
}

func ExampleWriteNDJSON() {
	l := trace.New(trace.Header{Family: "cut", Seed: 3})
	l.Add(1500*time.Microsecond, "P1", trace.KindSend, trace.S("msg", "m1"), trace.S("to", "P2"))
	if err := trace.WriteNDJSON(os.Stdout, l); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"format":"fence-log","version":1,"family":"cut","seed":3}
	// {"at_ns":1500000,"actor":"P1","kind":"send","fields":{"msg":"m1","to":"P2"}}
	// {"end":1}
}

// A client pauses past the end of its lease; the resource, which does not compare tokens, lets it overwrite the next
// one's work.
func ExampleASCII() {
	l, err := trace.Read(strings.NewReader(`
0    | svc | grant   | lock=L to=C1 token=1 until=3000
0    | C1  | begin   | lock=L token=1
600  | C1  | pause   | for=4200
3000 | svc | expire  | lock=L of=C1 token=1
3100 | svc | grant   | lock=L to=C2 token=2 until=6100
3100 | C2  | begin   | lock=L token=2
4000 | S   | applied | id=c2 by=C2 obj=x token=2
4000 | C2  | end     | lock=L token=2
4000 | svc | release | lock=L of=C2 token=2
5000 | S   | applied | id=c1 by=C1 obj=x token=1
5000 | C1  | end     | lock=L token=1
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(trace.ASCII(l, trace.Lanes{Width: 76}))
	// Output:
	// s |0            1            2             3            4            5|
	//        ++------------+------------+-------------+------------+------------++
	// svc    |[1======================================|[2==========|             |
	// C1     |(1======================================!!!!!!!!!!!!!!!!!!!!!!!!!!)|
	//        |        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~  |
	// C2     |                                         (2==========)             |
	// S      |                                                     W            U|
	//        |                                                     2            1|
	// race   |                                         ^^^^^^^^^^^^^             |
	//        +-------------------------------------------------------------------+
	// legend |[7==| lease with token 7 and its end                               |
	//        |(7==) client believes it holds   !! belief without a live lease    |
	//        |~~ pause   ^^ two or more believe at once   W applied              |
	//        |U applied without a live lease                                     |
}

// The list of kinds explains itself.
func ExampleKind() {
	for _, k := range []trace.Kind{trace.KindExpire, trace.KindNote, "watchdog-starved"} {
		fmt.Printf("%c %v %v: %s\n", k.Glyph(), k, k.Known(), k.Doc())
	}
	// Output:
	// | expire true: A lease ran out at the service: lock, of (the client that had it), token.
	// ' note true: A remark for the reader: text. No checker reads it.
	// * watchdog-starved false:
}

// lateWrite is a client that pauses past the end of its lease, and a write of it that arrives late.
const lateWrite = `
0    | svc | grant   | lock=L to=C1 token=1 until=3000
0    | C1  | begin   | lock=L token=1
600  | C1  | pause   | for=4200
3000 | svc | expire  | lock=L of=C1 token=1
3100 | svc | grant   | lock=L to=C2 token=2 until=6100
3100 | C2  | begin   | lock=L token=2
4000 | S   | applied | id=c2 by=C2 obj=x token=2
4000 | C2  | end     | lock=L token=2
4000 | svc | release | lock=L of=C2 token=2
5000 | S   | applied | id=c1 by=C1 obj=x token=1
5000 | C1  | end     | lock=L token=1
`

// The story says as data what the lanes show.
func ExampleReadStory() {
	l, err := trace.Read(strings.NewReader(lateWrite))
	if err != nil {
		fmt.Println(err)
		return
	}
	s := trace.ReadStory(l)
	for _, x := range s.Leases {
		fmt.Printf("lease %s of %s: %v to %v\n", x.Token, x.Holder, x.From, x.To)
	}
	for _, b := range s.Beliefs {
		fmt.Printf("%s believes from %v to %v, without a lease in %v\n", b.Actor, b.From, b.To, b.Bare)
	}
	fmt.Println("races:", s.Races)
	for _, w := range s.Arrivals {
		fmt.Printf("%v: write %s with token %d is %v\n", w.At, w.ID, w.TokenNumber, w.Fate)
	}
	// Output:
	// lease 1 of C1: 0s to 3s
	// lease 2 of C2: 3.1s to 4s
	// C1 believes from 0s to 5s, without a lease in [{3s 5s}]
	// C2 believes from 3.1s to 4s, without a lease in []
	// races: [{3.1s 4s}]
	// 4s: write c2 with token 2 is applied
	// 5s: write c1 with token 1 is applied without a live lease
}

// A playhead at 3.5 seconds knows nothing of what comes after it.
func ExampleReadStoryUntil() {
	l, err := trace.Read(strings.NewReader(lateWrite))
	if err != nil {
		fmt.Println(err)
		return
	}
	s := trace.ReadStoryUntil(l, 3500*time.Millisecond)
	for _, b := range s.Beliefs {
		fmt.Printf("%s believes from %v to %v, goes on: %v\n", b.Actor, b.From, b.To, b.Open)
	}
	fmt.Println("races:", s.Races, "arrivals:", len(s.Arrivals))
	// Output:
	// C1 believes from 0s to 3.5s, goes on: true
	// C2 believes from 3.1s to 3.5s, goes on: true
	// races: [{3.1s 3.5s}] arrivals: 0
}

func ExampleLog_Actors() {
	l, err := trace.Read(strings.NewReader(lateWrite))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(l.IsLease(), l.Actors())
	// Output:
	// true [{svc service} {C1 client} {C2 client} {S resource}]
}
