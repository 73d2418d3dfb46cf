package frame_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fence/fencekit/frame"
	"fence/fencekit/interval"
)

// rates returns the ratio of two columns with its limits.
func rates(t *testing.T, level float64, upper, lower frame.Column) (estimate, low, high float64) {
	t.Helper()
	f := must(t)(frame.New(upper, lower))
	out := must(t)(f.Summarise(frame.RateOver(upper.Name, lower.Name).IntervalAt(level).As("r")))
	cell := func(name string) float64 {
		x, err := frame.Cell[float64](out, name, 0)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	return cell("r"), cell("r_low"), cell("r_high")
}

func TestRateOverWhereAllRowsAreAlike(t *testing.T) {
	nan := math.NaN()
	ints := func(v ...int64) frame.Column { return frame.Ints("", v) }
	floats := func(v ...float64) frame.Column { return frame.Floats("", v) }
	cases := []struct {
		name         string
		upper, lower frame.Column
		level        float64
		want         [3]float64
	}{
		{"none seen, rows of one size", ints(0, 0, 0, 0), ints(20, 20, 20, 20), 0.95, [3]float64{0, 0, 0.75}},
		{"other units of the lower column", ints(0, 0, 0, 0), ints(7, 7, 7, 7), 0.95, [3]float64{0, 0, 0.75}},
		{"none seen, another level", ints(make([]int64, 10)...), ints(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), 0.9,
			[3]float64{0, 0, 0.2302585093}},
		{"none seen, unequal rows", ints(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), ints(1, 1, 1, 1, 1, 1, 1, 1, 1, 3), 0.95,
			[3]float64{0, 0, 0.75}},
		{"none seen, at most 1", ints(0, 0), ints(1, 9), 0.95, [3]float64{0, 0, 1}},
		{"none seen in one row", ints(0), ints(5), 0.95, [3]float64{0, 0, 1}},
		{"all seen", ints(20, 20, 20, 20), ints(20, 20, 20, 20), 0.95, [3]float64{1, 0.25, 1}},
		{"one other ratio", ints(1, 2, 3), ints(3, 6, 9), 0.95, [3]float64{1. / 3, nan, nan}},
		{"one other ratio beside a row without either", ints(0, 2, 3), ints(0, 6, 9), 0.95, [3]float64{1. / 3, nan, nan}},
		{"cells below 0", ints(0, 0, 0), ints(3, -1, 4), 0.95, [3]float64{0, nan, nan}},
		{"floats, none seen", floats(0, 0, 0), floats(3, 1, 4), 0.95, [3]float64{0, nan, nan}},
		{"floats below, none seen", ints(0, 0, 0), floats(3, 1, 4), 0.95, [3]float64{0, nan, nan}},
		{"floats, all seen", floats(3, 1, 4), floats(3, 1, 4), 0.95, [3]float64{1, nan, nan}},
		{"floats, one ratio but for rounding", floats(0.1, 0.2, 0.3), floats(0.3, 0.6, 0.9), 0.95,
			[3]float64{1. / 3, nan, nan}},
	}
	for _, c := range cases {
		upper, lower := c.upper, c.lower
		upper.Name, lower.Name = "hits", "writes"
		estimate, low, high := rates(t, c.level, upper, lower)
		for i, got := range [3]float64{estimate, low, high} {
			if !closeTo(got, c.want[i]) {
				t.Errorf("%s: got %v, want %v", c.name, [3]float64{estimate, low, high}, c.want)
				break
			}
		}
	}
}

// TestRateOverCoversClusters draws 30 rows of 20 writes, of which a row that is hit loses 10, and counts how often the
// limits hold the share that they are drawn with. Three writes in all, which takes every write for a trial of its own,
// is the broken twin.
func TestRateOverCoversClusters(t *testing.T) {
	const rows, writes, lost, draws = 30, 20, 10, 1000
	for _, q := range []float64{0.02, 0.05} {
		r := rand.New(rand.NewPCG(11, uint64(1000*q)))
		truth := q * lost / writes
		covered, twin := 0, 0
		for range draws {
			aborts, sent := make([]int64, rows), make([]int64, rows)
			var x, xx, xy float64
			for i := range aborts {
				sent[i] = writes
				if r.Float64() < q {
					aborts[i] = lost
					x, xx, xy = x+lost, xx+lost*lost, xy+lost*writes
				}
			}
			_, low, high := rates(t, 0.95, frame.Ints("aborts", aborts), frame.Ints("sent", sent))
			if low <= truth && truth <= high {
				covered++
			}
			v := interval.RateOver(x, rows*writes, xx, rows*writes*writes, xy, rows, 0.95)
			if v.Low <= truth && truth <= v.High {
				twin++
			}
		}
		if covered < 0.95*draws {
			t.Errorf("q = %v: %d of %d intervals hold %v, want 95 %%", q, covered, draws, truth)
		}
		if twin >= 0.9*draws {
			t.Errorf("q = %v: 3 writes in all hold it in %d of %d: the check sees nothing", q, twin, draws)
		}
	}
}
