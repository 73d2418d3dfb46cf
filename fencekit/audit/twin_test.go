package audit

import (
	"slices"
	"strings"
	"testing"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// A log in which nothing goes wrong.
const sound = `0 | svc | grant | lock=L to=A token=1 until=10
0 | A | begin | lock=L token=1
0 | S | read | by=A obj=x saw=nothing
5 | S | applied | id=a by=A obj=x token=1
6 | A | end | lock=L token=1
6 | svc | release | lock=L of=A token=1
7 | svc | grant | lock=L to=B token=2 until=17
7 | B | begin | lock=L token=2
7 | S | read | by=B obj=x saw=a
9 | S | applied | id=b by=B obj=x token=2
17 | svc | expire | lock=L of=B token=2
17 | B | end | lock=L token=2`

// Each twin is that log with one line broken; the audit must say what broke.
func TestBrokenTwins(t *testing.T) {
	if r, err := Lease(timeline(t, sound)); err != nil || nonzero(r) != "max_holders=1" || r.Violated() {
		t.Fatalf("the sound log: got %s (%v), want nothing", nonzero(r), err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"a release is missing", "6 | svc | release | lock=L of=A token=1\n", "", "max_holders=1 early_takeover=1"},
		{"an end is missing", "6 | A | end | lock=L token=1\n", "",
			"both_held=1 both_held_ms=10 max_holders=2 outlived=1"},
		{"the writes are swapped", "5 | S | applied | id=a by=A obj=x token=1\n", "",
			"unlocked_arrived=1 unlocked_applied=1 work_destroyed=1 newer_overwritten=1 lost_updates=1 max_holders=1 " +
				"unlocked_overwrote=1 stale_token_applied=1"},
		{"a token is handed out again", "to=B token=2", "to=B token=1", "max_holders=1 token_regress=1"},
		{"a write carries the token of another", "id=b by=B obj=x token=2", "id=b by=B obj=x token=1",
			"same_token=1 max_holders=1"},
		{"a lease is shorter", "until=17", "until=9",
			"unlocked_arrived=1 unlocked_applied=1 max_holders=1 outlived=1 unlocked_overwrote=1"},
		{"an expiry comes before its time", "until=17", "until=18", "max_holders=1 early_revoke=1"},
		{"a grant comes in the place of an expiry", "until=17", "until=18", "max_holders=1 early_takeover=1"},
		{"a read comes too early", "7 | S | read | by=B obj=x saw=a\n", "", "lost_updates=1 max_holders=1"},
		{"the service takes the lease back", "5 | S | applied", "4 | svc | revoke | lock=L of=A\n5 | S | applied",
			"unlocked_arrived=1 unlocked_applied=1 max_holders=1 outlived=1 early_revoke=1"},
		{"the resource refuses", "9 | S | applied", "9 | S | refused", "refused_live=1 max_holders=1"},
	} {
		text := strings.Replace(sound, c.old, c.new, 1)
		switch c.name {
		case "the writes are swapped":
			text = strings.Replace(text, "17 | svc", "10 | S | applied | id=a by=A obj=x token=1\n17 | svc", 1)
		case "a grant comes in the place of an expiry":
			text = strings.Replace(text, "svc | expire | lock=L of=B token=2", "svc | grant | lock=L to=C token=3 until=20", 1)
		case "a read comes too early":
			text = strings.Replace(text, "0 | S | read", "0 | S | read | by=B obj=x saw=nothing\n0 | S | read", 1)
		}
		if text == sound {
			t.Fatalf("%s: the log is not broken", c.name)
		}
		log := timeline(t, text)
		r, err := Lease(log)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := nonzero(r); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
		checkFindings(t, log, r)
	}
}

// What is broken in the engine's own logs is seen too, in at least one of ten logs.
func TestBrokenEngineLogs(t *testing.T) {
	p := lease.Default()
	for _, c := range []struct {
		name    string
		counter string
		breaks  func(l *trace.Log) bool
	}{
		{"a grant without its release", "early_takeover", func(l *trace.Log) bool { return without(l, trace.KindRelease) }},
		{"a hold without its end", "attempts", func(l *trace.Log) bool { return without(l, trace.KindEnd) }},
		{"a write without its arrival", "unlocked_arrived", withoutUnlocked},
		{"a grant that is not told", "grants", func(l *trace.Log) bool { return without(l, trace.KindGrant) }},
		{"a token that is not its own", "token_regress", lowToken},
	} {
		caught := 0
		for seed := range uint64(10) {
			log, _ := run(t, lease.Draw(&p, seed), lease.Unprotected)
			before, err := Lease(log)
			if err != nil {
				t.Fatal(err)
			}
			if !c.breaks(log) {
				continue
			}
			after, err := Lease(log)
			if err != nil {
				t.Fatal(err)
			}
			x, _ := before.Get(c.counter)
			if y, _ := after.Get(c.counter); x != y {
				caught++
			}
		}
		if caught == 0 {
			t.Errorf("%s: %s did not change in any of 10 logs", c.name, c.counter)
		}
	}
}

// without takes the first event of a kind out of a log.
func without(l *trace.Log, kind trace.Kind) bool {
	return remove(l, slices.IndexFunc(l.Events, func(e trace.Event) bool { return e.Kind == kind }))
}

// withoutUnlocked takes the first write that arrived without a live lease out of a log.
func withoutUnlocked(l *trace.Log) bool {
	r, err := Lease(l)
	if err != nil {
		return false
	}
	for _, f := range r.Findings {
		if f.Counter == "unlocked_arrived" {
			return remove(l, f.Events[len(f.Events)-1])
		}
	}
	return false
}

func remove(l *trace.Log, i int) bool {
	if i < 0 {
		return false
	}
	l.Events = slices.Delete(l.Events, i, i+1)
	for k := range l.Events {
		l.Events[k].Seq = k
	}
	return true
}

// lowToken gives the last grant the token 0.
func lowToken(l *trace.Log) bool {
	for i := len(l.Events) - 1; i >= 0; i-- {
		if e := &l.Events[i]; e.Kind == trace.KindGrant {
			for k := range e.Fields {
				if e.Fields[k].Key == "token" {
					e.Fields[k].Value = "0"
					return true
				}
			}
		}
	}
	return false
}
