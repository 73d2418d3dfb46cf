package audit_test

import (
	"fmt"
	"log"
	"strings"

	"fence/fencekit/audit"
	"fence/fencekit/trace"
)

// race is a history in which A stands still for longer than its lease lasts, and writes when it wakes up.
const race = `
0    | svc | grant  | lock=L to=A token=1 until=3000
0    | A   | begin  | lock=L token=1
100  | A   | pause  | for=4000
3000 | svc | expire | lock=L of=A
3000 | svc | grant  | lock=L to=B token=2 until=6000
3000 | B   | begin  | lock=L token=2
3500 | S   | applied | id=b1 by=B obj=x token=2
4200 | S   | applied | id=a1 by=A obj=x token=1
4200 | A   | end    | lock=L
4500 | B   | end    | lock=L
4500 | svc | release | lock=L of=B
`

func report(text string) {
	history, err := trace.Read(strings.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	r, err := audit.Lease(history)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range r.Findings {
		fmt.Printf("%v %s: %s\n", f.Events, f.Counter, f.Sentence)
	}
	for _, v := range r.Verdicts {
		fmt.Println(v)
	}
}

// The stale write: the resource applies whatever arrives.
func ExampleLease() {
	report(race)
	// Output:
	// [1 5] both_held: B began to act as holder of L while A did, since 0 ms
	// [1 5] max_holders: 2 clients acted as holders of L at once
	// [0 3 7] unlocked_arrived: a1 of A (token 1) reached the resource; A's lease ran out at 3000 ms
	// [0 3 7] unlocked_applied: a1 of A (token 1) was applied; A's lease ran out at 3000 ms
	// [6 7] work_destroyed: a1 of A (token 1) replaced b1 of B (token 2) in x
	// [6 7] newer_overwritten: a1 of A (token 1) replaced b1 of B (token 2) in x
	// [5 8] both_held_ms: two or more clients acted as holders of L from 3000 ms to 4200 ms
	// [1 3 8] outlived: A acted as holder of L from 0 ms to 4200 ms, and its lease covered that only up to 3000 ms
	// [6 7] unlocked_overwrote: a1 of A (token 1) replaced b1 of B (token 2) in x
	// [6 7] stale_token_applied: a1 of A (token 1) was applied to x, which had seen token 2
	// mutual exclusion: Violated: at 3000 ms B began to act as holder of L while A did, since 0 ms
	// no unlocked write applied: Violated: at 4200 ms a1 of A (token 1) was applied; A's lease ran out at 3000 ms
	// no work destroyed: Violated: at 4200 ms a1 of A (token 1) replaced b1 of B (token 2) in x
	// no newer grant's work overwritten: Violated: at 4200 ms a1 of A (token 1) replaced b1 of B (token 2) in x
	// no lost update: Unknown: the log tells of no read
	// tokens monotone: OK: every token was above those granted before it
}

// The same race, and a resource that refuses a token below the highest it has seen. Both still believe at once, and
// nothing comes of it.
func ExampleLease_fenced() {
	report(strings.Replace(race, "applied | id=a1", "refused | id=a1", 1))
	// Output:
	// [1 5] both_held: B began to act as holder of L while A did, since 0 ms
	// [1 5] max_holders: 2 clients acted as holders of L at once
	// [0 3 7] unlocked_arrived: a1 of A (token 1) reached the resource; A's lease ran out at 3000 ms
	// [5 8] both_held_ms: two or more clients acted as holders of L from 3000 ms to 4200 ms
	// [1 3 8] outlived: A acted as holder of L from 0 ms to 4200 ms, and its lease covered that only up to 3000 ms
	// mutual exclusion: Violated: at 3000 ms B began to act as holder of L while A did, since 0 ms
	// no unlocked write applied: OK: every applied write had a live lease
	// no work destroyed: OK: no write replaced another client's value of a higher token, or, without tokens, of a newer grant
	// no newer grant's work overwritten: OK: no write replaced what another client wrote under a newer grant
	// no lost update: Unknown: the log tells of no read
	// tokens monotone: OK: every token was above those granted before it
}

func ExampleReport_Get() {
	history, err := trace.Read(strings.NewReader(race))
	if err != nil {
		log.Fatal(err)
	}
	r, err := audit.Lease(history)
	if err != nil {
		log.Fatal(err)
	}
	n, ok := r.Get("both_held_ms")
	fmt.Println(n, ok)
	for _, c := range r.Counters {
		if c.Name == "both_held_ms" {
			fmt.Printf("%v (%v ms): %s\n", c, c.Float(), c.Meaning)
		}
	}
	// Output:
	// 1200000000 true
	// both_held_ms=1200 (1200 ms): time during which two or more clients acted as holders of one lock
}

// A misspelt word is passed over, and said to have been; so is what a grant leaves open.
func ExampleReport() {
	history, err := trace.Read(strings.NewReader(`
0   | svc | grant   | lock=L to=A token=1
110 | svc | gRant   | lock=L to=B token=2 until=300
140 | S   | applied | id=b1 by=B obj=x token=2
`))
	if err != nil {
		log.Fatal(err)
	}
	r, err := audit.Lease(history)
	if err != nil {
		log.Fatal(err)
	}
	for _, x := range r.Ignored {
		fmt.Printf("passed over: %s, %d times, first in %s\n", x.Kind, x.Count, history.Places(x.First))
	}
	for _, x := range r.Remarks {
		fmt.Printf("%s: %s\n", history.Places(x.First), x.Sentence)
	}
	for _, f := range r.Findings {
		fmt.Printf("%s: %s\n", history.Places(f.Events...), f.Sentence)
	}
	// Output:
	// passed over: gRant, 1 times, first in line 3
	// line 2: a grant does not say until when: its lease is taken to live until an event ends it
	// line 4: b1 of B (token 2) reached the resource; B had never been granted a lease
	// line 4: b1 of B (token 2) was applied; B had never been granted a lease
}
