package plots

import (
	"fmt"
	"testing"
	"time"

	"fence/fencekit/dist"
	"fence/fencekit/trace"
)

// chatter returns a log of five processes that send each other so many messages, two events a message.
func chatter(messages int) *trace.Log {
	s := dist.NewStream(1, "chatter")
	log := trace.New(trace.Header{Family: "chatter", Seed: 1})
	type due struct {
		at       time.Duration
		id       string
		from, to int
	}
	var under []due
	at := time.Duration(0)
	name := func(i int) string { return fmt.Sprintf("P%d", i+1) }
	for i := range messages {
		at += time.Duration(s.Uint64n(2_000_000))
		for len(under) > 0 && under[0].at <= at {
			d := under[0]
			log.Add(d.at, name(d.to), trace.KindRecv, trace.S("msg", d.id), trace.S("from", name(d.from)))
			under = under[1:]
		}
		d := due{at + 20*time.Millisecond, fmt.Sprintf("m%d", i), int(s.Uint64n(5)), int(s.Uint64n(5))}
		log.Add(at, name(d.from), trace.KindSend, trace.S("msg", d.id), trace.S("to", name(d.to)))
		under = append(under, d)
	}
	for _, d := range under {
		log.Add(d.at, name(d.to), trace.KindRecv, trace.S("msg", d.id), trace.S("from", name(d.from)))
	}
	return log
}

func BenchmarkLanesMessages(b *testing.B) {
	lanes, err := NewLanes(chatter(5000))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		figure, err := lanes.Figure()
		if err != nil {
			b.Fatal(err)
		}
		figure.Width, figure.Height = DoubleColumn, DoubleColumn/2
		if _, err := figure.Bytes("png"); err != nil {
			b.Fatal(err)
		}
	}
}
