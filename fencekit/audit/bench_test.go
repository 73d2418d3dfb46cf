package audit

import (
	"fmt"
	"testing"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// BenchmarkLease audits logs of about a hundred thousand events: a run of the engine; very many clients that all act as
// holders at once; very many locks.
func BenchmarkLease(b *testing.B) {
	p := lease.Default()
	p.Horizon = 8 * time.Hour
	p.ReadModifyWrite = true
	engine, err := lease.Log(lease.Draw(&p, 7), lease.Unprotected)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		log  *trace.Log
	}{{"engine", engine}, {"crowd", crowded(50_000)}, {"locks", manyLocks(25_000)}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Lease(c.log); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(c.log.Events)), "events")
		})
	}
}

// crowded is a log in which n clients are granted one lock, one after the other, and none ever stops.
func crowded(n int) *trace.Log {
	l := trace.New(trace.Header{Family: "lease"})
	for i := range n {
		at, who := time.Duration(i)*time.Millisecond, fmt.Sprintf("C%d", i)
		l.Add(at, "svc", trace.KindGrant, trace.S("lock", "L"), trace.S("to", who), trace.N("token", int64(i)),
			trace.D("until", at+1))
		l.Add(at, who, trace.KindBegin, trace.S("lock", "L"))
	}
	return l
}

// manyLocks is a log in which one client is granted n locks, uses them and keeps them.
func manyLocks(n int) *trace.Log {
	l := trace.New(trace.Header{Family: "lease"})
	for i := range n {
		at, lock := time.Duration(i)*time.Millisecond, trace.S("lock", fmt.Sprintf("L%d", i))
		l.Add(at, "svc", trace.KindGrant, lock, trace.S("to", "A"), trace.N("token", int64(i)), trace.D("until", time.Hour))
		l.Add(at, "A", trace.KindBegin, lock)
		l.Add(at, "S", trace.KindRead, trace.S("by", "A"), trace.S("obj", "x"), trace.S("saw", "nothing"))
		l.Add(at, "S", trace.KindApplied, trace.S("id", fmt.Sprint(i)), trace.S("by", "A"), trace.S("obj", "x"),
			trace.N("token", int64(i)))
	}
	return l
}
