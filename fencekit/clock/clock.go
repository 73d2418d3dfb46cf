// Package clock models clocks that are allowed to be wrong.
//
// The problem: a lease is judged by somebody's clock, and every clock differs from true time in its own way. A clock
// here has a constant offset, a steady rate error (drift) and a list of steps, the jumps that a correction such as
// NTP's makes. True time is a [time.Duration] since the start of a run and belongs to the simulator alone; what a
// program reads is a [WallTime] or a [MonotonicTime]. The two are different types, so that readings of different
// kinds do not subtract by accident.
//
// Assumptions: readings are integer nanoseconds. A rate error is an integer number of parts per billion, and its
// contribution is rounded towards minus infinity, so that a reading is the same on every architecture.
//
// Not promised: readings of two different clocks are of the same type here and do subtract; keeping them apart is the
// caller's business.
package clock

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

// WallTime is a reading of a clock that shows steps, in nanoseconds since the start of the run as that clock sees it.
type WallTime int64

// MonotonicTime is a reading of a clock that never shows a step, in nanoseconds since the start of the run.
type MonotonicTime int64

// Sub returns the time from u to t as this clock saw it. It is negative where a step carried the clock back past u.
func (t WallTime) Sub(u WallTime) time.Duration { return time.Duration(t - u) }

// Sub returns the time from u to t as this clock saw it.
func (t MonotonicTime) Sub(u MonotonicTime) time.Duration { return time.Duration(t - u) }

// Rate is a steady rate error in parts per billion; positive is fast. 200 ppm is Rate(200_000).
type Rate int64

// MaxRate is the largest rate error of either sign: a clock that runs at twice the true rate, or stands still.
const MaxRate Rate = 1_000_000_000

// PPM returns the rate error of ppm parts per million, rounded to the nearest part per billion. Not a number, and
// what lies beyond [MaxRate], is an error.
func PPM(ppm float64) (Rate, error) {
	ppb := math.Round(float64(ppm * 1000))
	if !(math.Abs(ppb) <= float64(MaxRate)) {
		return 0, fmt.Errorf("clock: drift %v ppm is outside [%d, %d] ppm", ppm, -MaxRate/1000, MaxRate/1000)
	}
	return Rate(ppb), nil
}

// PPM returns the rate error in parts per million.
func (r Rate) PPM() float64 { return float64(r) / 1000 }

// Over returns what a clock with this rate error gains in a true time t ≥ 0 (negative: loses), rounded towards minus
// infinity. 1000 ppm over 3 s is 3 ms.
func (r Rate) Over(t time.Duration) time.Duration {
	if r == 0 || t == 0 {
		return 0
	}
	negative := (r < 0) != (t < 0)
	hi, lo := bits.Mul64(magnitude(int64(r)), magnitude(int64(t)))
	gain, rest := bits.Div64(hi, lo, uint64(MaxRate))
	if !negative {
		return time.Duration(gain)
	}
	if rest > 0 {
		gain++
	}
	return -time.Duration(gain)
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return uint64(-x)
	}
	return uint64(x)
}

// Step is a jump of a clock at a true instant. By is added to every later reading, and to one taken at that very
// instant; it is negative for a jump backwards.
type Step struct {
	At time.Duration
	By time.Duration
}

// Clock is a clock that is allowed to be wrong. The zero value is right. Steps are in ascending order of At.
type Clock struct {
	Offset time.Duration
	Drift  Rate
	Steps  []Step
}

// Wall returns what the clock shows at true instant at: true time, offset, drift and every step up to and
// including at.
func (c *Clock) Wall(at time.Duration) WallTime {
	t := at + c.Offset + c.Drift.Over(at)
	for _, s := range c.Steps {
		if s.At > at {
			break
		}
		t += s.By
	}
	return WallTime(t)
}

// Monotonic returns what a monotonic clock on the same oscillator shows at true instant at: true time and drift.
// It shares the rate error, since both count the same oscillator, and shows neither offset nor steps.
func (c *Clock) Monotonic(at time.Duration) MonotonicTime {
	return MonotonicTime(at + c.Drift.Over(at))
}

// Validate reports steps that are out of order and a drift beyond [MaxRate].
func (c *Clock) Validate() error {
	if c.Drift < -MaxRate || c.Drift > MaxRate {
		return fmt.Errorf("clock: drift %v ppm is outside [%d, %d] ppm", c.Drift.PPM(), -MaxRate/1000, MaxRate/1000)
	}
	for i := 1; i < len(c.Steps); i++ {
		if c.Steps[i].At < c.Steps[i-1].At {
			return fmt.Errorf("clock: step %d at %v is before step %d at %v; steps are in ascending order",
				i, c.Steps[i].At, i-1, c.Steps[i-1].At)
		}
	}
	return nil
}
