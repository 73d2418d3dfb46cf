package fencekit_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

func ExampleExchange() {
	e := fencekit.New()
	e.Trials = 80
	dial, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	if err == nil {
		dial, err = fencekit.Exchange(dial)
	}
	show(dial, err, "from_ms", "margin_ms", "more_aborted", "fewer_unlocked", "aborts_per_unlocked")
	// Output:
	// 80 trials, seeds 1 to 80; published parameters; fence 0.1.0
	// from_ms  margin_ms  more_aborted  fewer_unlocked  aborts_per_unlocked
	//       0        250            56              16                3.500
	//     250        500           148               9               16.444
	//     500       1000           256               5               51.200
	//    1000       1500           283               2              141.500
	//    1500       2000           306               3              102.000
	//    2000       2250           154               0                    -
	//    2250       2500           153               2               76.500
}

func TestExchangeAddsUpToTheSweep(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Postures = 200, []lease.Posture{lease.Check, lease.CheckFencing}
	dial := frame.Must(fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins()))
	steps := frame.Must(fencekit.Exchange(dial))
	for _, c := range []struct {
		step, of string
		sign     int64
	}{{"more_aborted", "aborted", 1}, {"fewer_unlocked", "unlocked_applied", -1}, {"fewer_destroyed", "work_destroyed", -1}} {
		for _, posture := range []string{"check", "check+fencing"} {
			rows := frame.Must(frame.Where(dial, "posture", func(s string) bool { return s == posture }))
			counts := frame.Must(frame.Col[int64](rows, c.of))
			sum := int64(0)
			own := frame.Must(frame.Where(steps, "posture", func(s string) bool { return s == posture }))
			for _, v := range frame.Must(frame.Col[int64](own, c.step)) {
				sum += v
			}
			if want := c.sign * (counts[len(counts)-1] - counts[0]); sum != want {
				t.Errorf("%s of %s: the steps add up to %d, and the sweep changes by %d", c.step, posture, sum, want)
			}
		}
	}
}

func TestExchangeOfWhatIsNoDial(t *testing.T) {
	one := frame.Must(fencekit.MarginSweep(context.Background(), fencekit.New(), []time.Duration{time.Second}))
	for name, c := range map[string]struct {
		f    frame.Frame
		want string
	}{
		"one margin": {one, "must be two or more"},
		"compare":    {frame.Must(fencekit.Compare(context.Background(), fencekit.New())), "margin_ms"},
	} {
		if _, err := fencekit.Exchange(c.f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want one with %q", name, err, c.want)
		}
	}
}
