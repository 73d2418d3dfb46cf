package audit

import (
	"bytes"
	"os"
	"testing"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Whatever can be read can be audited: a report that holds together, or an error, and the same one every time.
func FuzzLease(f *testing.F) {
	for _, file := range reportFiles(f) {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, h := range histories {
		f.Add([]byte(h.log))
	}
	f.Add(engineText(f))
	f.Fuzz(func(t *testing.T, text []byte) {
		log, err := trace.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		r, err := Lease(log)
		if err != nil {
			return
		}
		for _, c := range r.Counters {
			if c.Value < 0 {
				t.Errorf("%s: got %d, want none below 0", c.Name, c.Value)
			}
		}
		for _, x := range r.Findings {
			for _, e := range x.Events {
				if e < 0 || e >= len(log.Events) {
					t.Errorf("%s: event %d is not in a log of %d", x.Sentence, e, len(log.Events))
				}
			}
		}
		again, err := Lease(log)
		if err != nil || len(again.Findings) != len(r.Findings) || nonzero(again) != nonzero(r) {
			t.Errorf("a second audit: got %s (%v), want %s", nonzero(again), err, nonzero(r))
		}
	})
}

func engineText(f *testing.F) []byte {
	p := lease.Default()
	p.Horizon /= 4
	log, err := lease.Log(lease.Draw(&p, 7), lease.CheckFencing)
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := trace.Write(&b, log); err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}
