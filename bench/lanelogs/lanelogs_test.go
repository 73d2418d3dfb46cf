package lanelogs_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/bench/lanelogs"
	"fence/fencekit/trace"
)

func leaseLog(t *testing.T) *trace.Log {
	t.Helper()
	log, err := lanelogs.Lease(lanelogs.LeaseHorizon)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// kinds counts the events of each kind.
func kinds(l *trace.Log) map[trace.Kind]int {
	counts := map[trace.Kind]int{}
	for _, e := range l.Events {
		counts[e.Kind]++
	}
	return counts
}

// Both logs have about 10,000 events, everything that a chart has a mark for, and can be written and read.
func TestSizeAndVariety(t *testing.T) {
	for _, c := range []struct {
		name string
		log  *trace.Log
		want map[trace.Kind]int // at least
	}{
		{"lease", leaseLog(t), map[trace.Kind]int{
			trace.KindGrant: 1000, trace.KindBegin: 1000, trace.KindEnd: 1000, trace.KindPause: 300,
			trace.KindCheck: 1000, trace.KindAbort: 200, trace.KindClockStep: 800, trace.KindApplied: 700,
			trace.KindRefused: 5, trace.KindExpire: 300,
		}},
		{"protocol", lanelogs.Protocol(lanelogs.ProtocolHorizon), map[trace.Kind]int{
			trace.KindSend: 4000, trace.KindRecv: 4000, trace.KindDrop: 50, trace.KindBegin: 100, trace.KindEnd: 100,
			trace.KindCrash: 3, trace.KindRestart: 3, trace.KindTimer: 50, trace.KindRequest: 100,
		}},
	} {
		if n := len(c.log.Events); n < 9_800 || n > 10_200 {
			t.Errorf("%s: got %d events, want about 10,000", c.name, n)
		}
		counts := kinds(c.log)
		for kind, want := range c.want {
			if got := counts[kind]; got < want {
				t.Errorf("%s, %s: got %d, want at least %d", c.name, kind, got, want)
			}
		}
		var file bytes.Buffer
		if err := trace.WriteNDJSON(&file, c.log); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if back, err := trace.Read(&file); err != nil || !back.Equal(c.log) {
			t.Errorf("%s: the log reads back different: %v", c.name, err)
		}
	}
}

// A shorter run is the beginning of a longer one, and the same call gives the same log.
func TestTheHorizonOnlyCuts(t *testing.T) {
	long, short := lanelogs.Protocol(4*time.Second), lanelogs.Protocol(time.Second)
	if n := len(short.Events); n < 500 || !slices.EqualFunc(short.Events, long.Events[:n], trace.Event.Equal) ||
		long.Events[n].At < time.Second {
		t.Errorf("got %d events that are not the first second of the long run", n)
	}
	if again := lanelogs.Protocol(time.Second); !again.Equal(short) {
		t.Error("the same call gave another log")
	}
	if n := len(lanelogs.Protocol(0).Events); n != 0 {
		t.Errorf("horizon 0: got %d events, want 0", n)
	}
	if _, err := lanelogs.Lease(0); err == nil || !strings.Contains(err.Error(), "horizon") {
		t.Errorf("Lease(0): got %v, want an error about the horizon", err)
	}
}

// faults returns what is wrong in a log of Protocol: two inside at once, a message that arrives unsent or twice, a
// doing of a process that is down, a time that goes back.
func faults(l *trace.Log) (found []string) {
	under, off, inside, last := map[string]string{}, map[string]bool{}, "", time.Duration(0)
	report := func(e trace.Event, what string) { found = append(found, e.Place()+": "+what) }
	for _, e := range l.Events {
		id, _ := e.Get("msg")
		if off[e.Actor] && e.Kind != trace.KindRestart && e.Kind != trace.KindDrop {
			report(e, "down")
		}
		if e.At < last {
			report(e, "time goes back")
		}
		last = e.At
		switch e.Kind {
		case trace.KindSend:
			under[id], _ = e.Get("to")
		case trace.KindRecv, trace.KindDrop:
			if under[id] != e.Actor {
				report(e, "not on the wire")
			}
			delete(under, id)
		case trace.KindBegin:
			if inside != "" {
				report(e, "two inside")
			}
			inside = e.Actor
		case trace.KindEnd:
			if inside != e.Actor {
				report(e, "was not inside")
			}
			inside = ""
		case trace.KindCrash, trace.KindRestart:
			off[e.Actor] = e.Kind == trace.KindCrash
		}
	}
	return found
}

func TestProtocolExcludes(t *testing.T) {
	if found := faults(lanelogs.Protocol(5 * lanelogs.ProtocolHorizon)); found != nil {
		t.Errorf("got %d faults, the first: %s", len(found), found[0])
	}
}

// Broken twins: each log has one event changed, and the fault must be found.
func TestFaultsAreFound(t *testing.T) {
	first := func(l *trace.Log, kind trace.Kind) *trace.Event {
		return &l.Events[slices.IndexFunc(l.Events, func(e trace.Event) bool { return e.Kind == kind })]
	}
	for want, spoil := range map[string]func(l *trace.Log){
		"two inside":      func(l *trace.Log) { first(l, trace.KindEnd).Kind = trace.KindNote },
		"was not inside":  func(l *trace.Log) { first(l, trace.KindBegin).Kind = trace.KindNote },
		"not on the wire": func(l *trace.Log) { first(l, trace.KindRecv).Actor = "N99" },
		"down":            func(l *trace.Log) { first(l, trace.KindRestart).Kind = trace.KindNote },
		"time goes back":  func(l *trace.Log) { l.Events[50].At = 0 },
	} {
		l := lanelogs.Protocol(lanelogs.ProtocolHorizon)
		spoil(l)
		if found := strings.Join(faults(l), "\n"); !strings.Contains(found, want) {
			t.Errorf("%s: not found in\n%.300s", want, found)
		}
	}
}

// Every process gets into its critical section again and again, also those that were down.
func TestProtocolGoesOn(t *testing.T) {
	entries := map[string]int{}
	for _, e := range lanelogs.Protocol(lanelogs.ProtocolHorizon).Events {
		if e.Kind == trace.KindBegin {
			entries[e.Actor]++
		}
	}
	for i := range lanelogs.Nodes {
		if name := fmt.Sprintf("N%d", i+1); entries[name] < 3 {
			t.Errorf("%s: got %d critical sections, want at least 3", name, entries[name])
		}
	}
}
