package audit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// timeline reads a timeline whose lines are indented.
func timeline(t *testing.T, text string) *trace.Log {
	t.Helper()
	log, err := trace.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// nonzero returns name=value of every counter that is not 0, without those that say how much was done at all.
func nonzero(r Report) string {
	var words []string
	for _, c := range r.Counters {
		if c.Value != 0 && !slices.Contains(harmless, c.Name) {
			words = append(words, c.String())
		}
	}
	return strings.Join(words, " ")
}

// Each history shows one rule of the package comment; want has every counter of damage that is not 0.
var histories = []struct{ name, log, want string }{
	// The lease.
	{"a lease is dead at the very instant at which it ends", `
		0  | svc | grant | lock=L to=A token=1 until=10
		10 | S | applied | id=a by=A obj=x token=1`,
		"unlocked_arrived=1 unlocked_applied=1"},
	{"and an event that ends it counts from its place in the log", `
		0 | svc | grant | lock=L to=A token=1 until=10
		5 | S | applied | id=a by=A obj=x token=1
		5 | svc | release | lock=L of=A
		5 | S | applied | id=b by=A obj=x token=1`,
		"unlocked_arrived=1 unlocked_applied=1"},
	{"a grant that is renewed in time lives on", `
		0  | svc | grant | lock=L to=A token=1 until=10
		0  | A | begin | lock=L token=1
		9  | svc | renew | lock=L by=A until=20
		15 | S | applied | id=a by=A obj=x token=1
		20 | A | end | lock=L`,
		"max_holders=1"},
	{"one that is renewed too late begins again and does not cover the gap", `
		0  | svc | grant | lock=L to=A token=1 until=10
		0  | A | begin | lock=L token=1
		11 | S | applied | id=a by=A obj=x token=1
		12 | svc | renew | lock=L by=A until=20
		15 | S | applied | id=b by=A obj=x token=1
		20 | A | end | lock=L`,
		"unlocked_arrived=1 unlocked_applied=1 max_holders=1 outlived=1"},
	{"a renewal by somebody else changes nothing", `
		0  | svc | grant | lock=L to=A token=1 until=10
		5  | svc | renew | lock=L by=B until=20
		15 | S | applied | id=a by=A obj=x token=1`,
		"unlocked_arrived=1 unlocked_applied=1"},
	{"a release with another owner or token ends nothing", `
		0 | svc | grant | lock=L to=A token=2 until=10
		1 | svc | release | lock=L of=A token=1
		2 | svc | release | lock=L of=B token=2
		3 | S | applied | id=a by=A obj=x token=2`,
		""},
	{"a release by somebody else is a stranger's", `
		0 | svc | grant | lock=L to=A token=2 until=10
		1 | svc | release | lock=L of=A token=2 by=B
		3 | S | refused | id=a by=A obj=x token=2`,
		"unlocked_arrived=1 released_stranger=1"},
	{"a failover forgets what is numbered above its counter", `
		0 | svc | grant | lock=L to=A token=2 until=10
		0 | svc | grant | lock=M to=B token=1 until=10
		1 | svc | failover | lost=1 counter=1
		3 | S | applied | id=a by=A obj=x token=2
		3 | S | applied | id=b by=B obj=y token=1
		4 | svc | grant | lock=L to=C token=2 until=14`,
		"unlocked_arrived=1 unlocked_applied=1 token_regress=1"},
	{"one of another lock does not, nor one without a counter", `
		0 | svc | grant | lock=L to=A token=2 until=10
		1 | svc | failover | lock=M lost=2 counter=0
		2 | svc | failover | lost=2
		3 | S | applied | id=a by=A obj=x token=2`,
		""},
	{"a grant without an end lives until an event ends it", `
		0   | svc | grant | lock=L to=A token=1
		900 | S | applied | id=a by=A obj=x token=1
		901 | svc | expire | lock=L of=A
		902 | S | applied | id=b by=A obj=x token=1`,
		"unlocked_arrived=1 unlocked_applied=1"},
	{"a revocation and an expiry before the time are early, at the time they are not", `
		0  | svc | grant | lock=L to=A token=1 until=10
		9  | svc | revoke | lock=L of=A
		10 | svc | grant | lock=L to=A token=2 until=20
		19 | svc | expire | lock=L of=A
		20 | svc | grant | lock=L to=A token=3 until=30
		30 | svc | revoke | lock=L of=A
		30 | svc | revoke | lock=L of=A
		31 | svc | expire | lock=M of=A`,
		"early_revoke=2"},
	{"a revocation of a grant without an end is early", `
		0 | svc | grant | lock=L to=A token=1
		9 | svc | revoke | lock=L of=A`,
		"early_revoke=1"},
	{"a takeover of one's own lease is none", `
		0 | svc | grant | lock=L to=A token=1 until=10
		5 | svc | grant | lock=L to=A token=2 until=15
		6 | svc | grant | lock=L to=B token=3 until=16`,
		"early_takeover=1"},
	{"an extension is not asked for, and its end not promised", `
		0  | svc | grant | lock=L to=A token=1 until=10
		0  | A | begin | lock=L
		5  | svc | extend | lock=L of=A until=20
		12 | S | applied | id=a by=A obj=x token=1
		13 | A | end | lock=L
		17 | svc | release | lock=L of=A`,
		"max_holders=1 unrequested_extension=1 overstay_ms=7"},
	{"what was overstayed before a renewal stays counted", `
		0  | svc | grant | lock=L to=A token=1 until=10
		5  | svc | extend | lock=L of=A until=20
		12 | svc | renew | lock=L by=A until=22
		15 | svc | extend | lock=L of=A until=25.5
		16 | svc | extend | lock=L of=B until=90`,
		"unrequested_extension=3 overstay_ms=5.5"},
	{"a lease that an extension wakes up overstays from there on", `
		0  | svc | grant | lock=L to=A token=1 until=10
		10 | svc | expire | lock=L of=A
		12 | svc | extend | lock=L of=A until=20
		13 | S | applied | id=a by=A obj=x token=1
		14 | svc | revoke | lock=L of=A`,
		"unrequested_extension=1 overstay_ms=2"},

	// Beliefs.
	{"a hold of no length is not believed in", `
		0 | A | begin | lock=L
		1 | B | begin | lock=L
		1 | B | end | lock=L
		1 | A | end | lock=L
		1 | C | begin | lock=L
		1 | D | end | lock=L
		2 | C | end | lock=L`,
		"max_holders=1 outlived=2"},
	{"a client that begins again does not hold twice", `
		0 | svc | grant | lock=L to=A token=1 until=10
		0 | A | begin | lock=L
		4 | A | begin | lock=L
		5 | A | end | lock=L`,
		"max_holders=1"},
	{"locks do not mix", `
		0 | svc | grant | lock=L to=A token=1 until=10
		0 | svc | grant | lock=M to=B token=1 until=10
		0 | A | begin | lock=L
		0 | B | begin | lock=M
		5 | S | applied | id=a by=A obj=x token=1 lock=L
		6 | S | applied | id=b by=B obj=y token=1 lock=L
		7 | A | end | lock=L
		7 | B | end | lock=M`,
		"unlocked_arrived=1 unlocked_applied=1 max_holders=1"},
	{"a belief without an end lasts until the last event", `
		0 | svc | grant | lock=L to=A token=1 until=10
		0 | A | begin | lock=L
		2 | svc | grant | lock=L to=B token=2 until=12
		2 | B | begin | lock=L
		9 | C | note`,
		"both_held=1 both_held_ms=7 max_holders=2 outlived=1 early_takeover=1"},

	// Writes.
	{"a write belongs to the hold that it names, by a field or by its id", `
		0 | svc | grant | lock=L to=A token=1 until=5 hold=h1
		5 | svc | grant | lock=L to=A token=2 until=10 hold=h2
		6 | S | applied | id=h1.1 by=A obj=x token=1
		7 | S | applied | id=w by=A obj=x token=1 hold=h1
		8 | S | applied | id=h2.1 by=A obj=x token=2`,
		"unlocked_arrived=2 unlocked_applied=2"},
	{"and one that names none to whatever its sender has", `
		0 | svc | grant | lock=L to=A token=1 until=5
		5 | svc | grant | lock=L to=A token=2 until=10
		6 | S | applied | id=w by=A obj=x token=1`,
		""},
	{"a promise outlives the lease, for a write that names its hold", `
		0 | svc | grant | lock=L to=A token=1 until=9 hold=h
		5 | svc | revoke | lock=L of=A
		6 | S | refused | id=h.1 by=A obj=x token=1
		7 | S | refused | id=w by=A obj=x token=1
		9 | S | refused | id=h.2 by=A obj=x token=1`,
		"unlocked_arrived=3 refused_live=1 early_revoke=1"},
	{"without tokens the order of grants stands in", `
		0 | svc | grant | lock=L to=A until=5
		5 | svc | grant | lock=L to=B until=15
		6 | S | applied | id=b by=B obj=x
		7 | S | applied | id=a by=A obj=x
		8 | S | applied | id=c by=B obj=x`,
		"unlocked_arrived=1 unlocked_applied=1 work_destroyed=1 newer_overwritten=1 unlocked_overwrote=1"},
	{"a write whose sender never had a grant is older than all", `
		0 | svc | grant | lock=L to=B token=1 until=15
		6 | S | applied | id=b by=B obj=x token=1
		7 | S | applied | id=a by=A obj=x token=1 lock=L`,
		"unlocked_arrived=1 unlocked_applied=1 newer_overwritten=1 same_token=1 unlocked_overwrote=1"},
	{"objects do not mix", `
		0 | svc | grant | lock=L to=A token=1 until=5
		5 | svc | grant | lock=L to=B token=2 until=15
		6 | S | applied | id=b by=B obj=x token=2
		7 | S | applied | id=a by=A obj=y token=1`,
		"unlocked_arrived=1 unlocked_applied=1"},
	{"one's own newer value may be replaced, its token is stale all the same", `
		0 | svc | grant | lock=L to=A token=1 until=5
		0 | svc | grant | lock=M to=A token=2 until=15
		1 | S | applied | id=b by=A obj=x token=2
		2 | S | applied | id=a by=A obj=x token=1`,
		"stale_token_applied=1"},
	{"a discarded write is no longer there to be replaced", `
		0 | svc | grant | lock=L to=A token=1 until=5
		5 | svc | grant | lock=L to=B token=2 until=15
		6 | S | applied | id=b by=B obj=x token=2
		7 | S | discard | id=b obj=x
		8 | S | discard | id=z obj=x
		9 | S | applied | id=a by=A obj=x token=1`,
		"unlocked_arrived=1 unlocked_applied=1 stale_token_applied=1 acked_lost=2"},
	{"a check is measured in true time", `
		0 | svc | grant | lock=L to=A token=1 until=10
		6 | A | check | id=w1 remaining=8 margin=3
		7 | A | check | id=w2 remaining=8 margin=3
		7 | A | check | id=w3 remaining=8
		7 | A | send | id=w2 obj=x token=1
		7 | A | send | id=w2 obj=x token=1
		7 | A | send | msg=hello
		8 | S | applied | id=w1 by=A obj=x token=1
		8 | S | applied | id=w2 by=A obj=x token=1
		8 | S | applied | id=w3 by=A obj=x token=1`,
		"margins_cancelled=1"},

	// Reads.
	{"an update is lost if somebody wrote after the writer's read", `
		0 | svc | grant | lock=L to=A token=1 until=10
		1 | S | read | id=r1 by=A obj=x saw=nothing
		2 | svc | grant | lock=L to=B token=2 until=12
		3 | S | applied | id=b by=B obj=x token=2
		4 | S | applied | id=a by=A obj=x token=3
		5 | svc | grant | lock=L to=C token=4 until=15
		5 | S | read | id=r2 by=C obj=x saw=a
		6 | S | applied | id=c by=C obj=x token=4`,
		"unlocked_arrived=1 unlocked_applied=1 newer_overwritten=1 lost_updates=1 unlocked_overwrote=1 early_takeover=2"},
	{"a read is stale without a lease and behind the current value", `
		0 | svc | grant | lock=L to=A token=1 until=5
		1 | S | read | by=B obj=x saw=nothing
		1 | S | applied | id=a1 by=A obj=x token=1
		2 | S | applied | id=a2 by=A obj=x token=1
		3 | S | read | by=A obj=x saw=a1
		4 | S | read | by=B obj=x saw=a1
		4 | S | read | by=B obj=x saw=a2
		4 | S | read | by=B obj=x`,
		"stale_read=1"},

	{"what is counted by its name", `
		0 | svc | grant | lock=L to=A token=1 until=5
		6 | svc | expire | lock=L of=A
		7 | svc | release-refused | lock=L of=A
		8 | S | fence-undone | token=1
		9 | S | fence-raised | by=A token=9`,
		"release_refused=1 fence_undone=1"},
}

func TestHistories(t *testing.T) {
	for _, h := range histories {
		t.Run(h.name, func(t *testing.T) {
			log := timeline(t, strings.ReplaceAll(h.log, "\t", ""))
			r, err := Lease(log)
			if err != nil {
				t.Fatal(err)
			}
			if got := nonzero(r); got != h.want {
				t.Errorf("got  %s\nwant %s", got, h.want)
			}
			checkFindings(t, log, r)
		})
	}
}

// With a horizon in the header a hold that has no end in the log does not count, and its writes count only as values.
func TestHorizonCutsHolds(t *testing.T) {
	log := timeline(t, `0 | svc | grant | lock=L to=A token=1 until=5
0 | A | begin | lock=L
5 | svc | grant | lock=L to=B token=2 until=15
5 | B | begin | lock=L
6 | S | applied | id=a by=A obj=x token=1
7 | S | applied | id=b by=B obj=x token=2
8 | A | send | id=late obj=x token=1
8 | A | abort | id=a2
9 | B | end | lock=L`)
	for _, c := range []struct{ params, want string }{
		{`{"horizon":"20ms"}`, "attempts=1 sent=1 aborted=0 unlocked_arrived=0 both_held=1 both_held_ms=4 outlived=1"},
		{`{"margin":"0s"}`, "attempts=2 sent=3 aborted=1 unlocked_arrived=1 both_held=1 both_held_ms=4 outlived=1"},
		{``, "attempts=2 sent=3 aborted=1 unlocked_arrived=1 both_held=1 both_held_ms=4 outlived=1"},
	} {
		log.Header.Params = json.RawMessage(c.params)
		r, err := Lease(log)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, k := range []counter{attempts, sent, aborted, unlockedArrived, bothHeld, bothHeldTime, outlived} {
			got = append(got, r.Counters[k].String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("params %s: got %v, want %s", c.params, got, c.want)
		}
	}
}

// Open beliefs last to the horizon, not only to the last event.
func TestHorizonEndsBeliefs(t *testing.T) {
	log := timeline(t, "0 | A | begin | lock=L\n1 | B | begin | lock=L")
	log.Header.Params = json.RawMessage(`{"horizon":"20ms"}`)
	r, err := Lease(log)
	if got, _ := r.Get("both_held_ms"); err != nil || got != int64(19*time.Millisecond) {
		t.Errorf("both_held_ms: got %d ns (%v), want 19 ms", got, err)
	}
}

func TestBadLogs(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"0 | svc | grant | lock=L token=1 until=5", "lease: line 1 (svc grant): field to is missing"},
		{"0 | svc | grant | lock=L to=A token=x until=5", `field token is "x"`},
		{"0 | svc | grant | lock=L to=A token=1 until=x", `field until: "x"`},
		{"0 | svc | renew | lock=L until=5", "(svc renew): field by is missing"},
		{"0 | svc | renew | lock=L by=A", "field until is missing"},
		{"0 | svc | extend | lock=L until=5", "field of is missing"},
		{"0 | svc | failover | counter=x", `field counter is "x"`},
		{"0 | S | applied | id=a obj=x", "(S applied): field by is missing"},
		{"0 | S | refused | id=a by=A obj=x token=1.5", `field token is "1.5"`},
		{"0 | S | read | obj=x", "field by is missing"},
		{"0 | svc | grant | to=A until=5\n0 | A | check | id=a margin=x", `field margin: "x"`},
	} {
		_, err := Lease(timeline(t, c.line))
		if err == nil || !strings.HasPrefix(err.Error(), "audit: lease: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.line, err, c.want)
		}
	}
}

func TestBadHeadersAndOrder(t *testing.T) {
	backwards := []trace.Event{{At: 2, Actor: "A", Kind: trace.KindNote}, {Seq: 1, At: 1, Actor: "A", Kind: trace.KindNote}}
	misplaced := []trace.Event{{Seq: 3, Actor: "A", Kind: trace.KindNote}}
	for _, c := range []struct {
		log  trace.Log
		want string
	}{
		{trace.Log{Header: trace.Header{Family: "txn"}}, `header: family is "txn", not lease`},
		{trace.Log{Header: trace.Header{Params: json.RawMessage(`[]`)}}, "header: params: json"},
		{trace.Log{Header: trace.Header{Params: json.RawMessage(`{"horizon":"soon"}`)}}, `params: horizon = "soon": must be`},
		{trace.Log{Events: backwards}, "event #1: time 0.000001 ms is before 0.000002 ms"},
		{trace.Log{Events: misplaced}, "event #0: sequence number 3 is not its place"},
	} {
		if _, err := Lease(&c.log); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// The verdicts of each history, in order: mutual exclusion, unlocked, destroyed, overwritten, lost, monotone.
func TestVerdicts(t *testing.T) {
	const full = `0 | svc | grant | lock=L to=A token=1 until=5
0 | A | begin | lock=L
1 | S | read | by=A obj=x saw=nothing
5 | svc | grant | lock=L to=B token=2 until=15
5 | B | begin | lock=L
6 | S | applied | id=b by=B obj=x token=2
`
	for _, c := range []struct {
		name, log string
		want      [6]Outcome
		witness   [6][]int
	}{
		{"nothing", "0 | A | note", [6]Outcome{}, [6][]int{}},
		{"a race without damage yet", full, [6]Outcome{Violated, OK, OK, OK, OK, OK}, [6][]int{{1, 4}}},
		{"and with it", full + "7 | S | applied | id=a by=A obj=x token=1\n8 | svc | grant | lock=L to=A token=2 until=9",
			[6]Outcome{Violated, Violated, Violated, Violated, Violated, Violated},
			[6][]int{{1, 4}, {0, 3, 6}, {5, 6}, {5, 6}, {2, 5, 6}, {3, 7}}},
		{"no token, no read, no begin", "0 | svc | grant | lock=L to=A until=5\n1 | S | applied | id=a by=A obj=x",
			[6]Outcome{Unknown, OK, OK, OK, Unknown, Unknown}, [6][]int{}},
		{"no grant", "0 | A | begin | lock=L\n1 | S | applied | id=a by=A obj=x",
			[6]Outcome{OK, Unknown, Unknown, Unknown, Unknown, Unknown}, [6][]int{}},
		{"a lease without an end", "0 | svc | grant | lock=L to=A token=1\n1 | S | applied | id=a by=A obj=x",
			[6]Outcome{Unknown, Unknown, OK, OK, Unknown, OK}, [6][]int{}},
		{"aborts alone", "0 | svc | grant | lock=L to=A token=1 until=5\n6 | A | abort | id=a",
			[6]Outcome{Unknown, OK, OK, OK, Unknown, OK}, [6][]int{}},
	} {
		r, err := Lease(timeline(t, c.log))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.Verdicts {
			if v.Outcome != c.want[i] || !slices.Equal(v.Witness, c.witness[i]) || v.Sentence == "" {
				t.Errorf("%s: got %v, witness %v; want %v, %v", c.name, v, v.Witness, c.want[i], c.witness[i])
			}
		}
		if got, want := r.Violated(), slices.Contains(c.want[:], Violated); got != want {
			t.Errorf("%s: violated: got %v, want %v", c.name, got, want)
		}
	}
	if got := fmt.Sprint(Unknown, OK, Violated, Outcome(9)); got != "Unknown OK Violated Outcome(9)" {
		t.Errorf("outcomes: got %s", got)
	}
}

// What no checker knows is told, what only this one does not need is not; and what is left out is remarked on.
func TestIgnoredAndRemarks(t *testing.T) {
	r, err := Lease(timeline(t, `0 | svc | grant | to=A token=1
0 | A | begin | lock=L token=zz
1 | A | pause | for=5
1 | S | aplied | id=a by=A obj=x
2 | svc | gRant | lock=L to=B token=2
2 | S | aplied | id=b by=A obj=x
3 | S | read | by=A
4 | svc | failover | lost=1
5 | svc | release | lock=L of=A token=rev-7
6 | A | end
7 | A | note`))
	if err != nil {
		t.Fatal(err)
	}
	if want := []Ignored{{"aplied", 2, 3}, {"gRant", 1, 4}}; !slices.Equal(r.Ignored, want) {
		t.Errorf("ignored: got %v, want %v", r.Ignored, want)
	}
	want := []Remark{{assumed[noEnd], 1, 0}, {assumed[noLock], 2, 0}, {assumed[noObject], 1, 6}, {assumed[noCounter], 1, 7},
		{assumed[tokenIsName], 2, 1}}
	if !slices.Equal(r.Remarks, want) {
		t.Errorf("remarks: got %v, want %v", r.Remarks, want)
	}
	if r, err := Lease(timeline(t, sound)); err != nil || len(r.Ignored)+len(r.Remarks) > 0 {
		t.Errorf("the sound log: got %v and %v (%v), want neither", r.Ignored, r.Remarks, err)
	}
}

// A log that was made has no lines; its events are named by their numbers.
func TestErrorsOfAMadeLogNameTheEvent(t *testing.T) {
	l := trace.New(trace.Header{})
	l.Add(0, "A", trace.KindNote)
	l.Add(0, "svc", trace.KindGrant, trace.S("to", "A"), trace.S("token", "x"))
	_, err := Lease(l)
	want := `audit: lease: event #1 (svc grant): field token is "x", not a whole number of 64 bits`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A counter's findings stop at the limit, its count does not.
func TestFindingsAreCapped(t *testing.T) {
	log := trace.New(trace.Header{Family: "lease"})
	for i := range 100 {
		log.Add(time.Duration(i), "S", trace.KindFenceUndone)
	}
	r, err := Lease(log)
	if n, _ := r.Get("fence_undone"); err != nil || n != 100 || len(r.Findings) != MaxFindings || r.Found != 100 {
		t.Errorf("got %d counted, %d kept, %d found (%v); want 100, %d, 100", n, len(r.Findings), r.Found, err, MaxFindings)
	}
	if _, ok := r.Get("no_such"); ok {
		t.Error("a counter that does not exist was found")
	}
}

// The names and the order of the engine's counters are the engine's.
func TestCountersBeginWithTheEngines(t *testing.T) {
	r, err := Lease(trace.New(trace.Header{}))
	if err != nil {
		t.Fatal(err)
	}
	for k := range lease.NumCounters {
		if got := r.Counters[k].Name; got != k.String() {
			t.Errorf("counter %d: got %s, want %s", k, got, k)
		}
	}
	seen := map[string]bool{}
	for _, c := range r.Counters {
		if c.Name == "" || c.Unit == "" || c.Meaning == "" || seen[c.Name] {
			t.Errorf("counter %+v: name, unit and meaning must be given, the name once", c)
		}
		seen[c.Name] = true
	}
}
