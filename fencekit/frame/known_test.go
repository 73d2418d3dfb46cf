package frame_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// withGap has ids 1 to 3, of which the second has no n.
func withGap(t *testing.T) frame.Frame {
	return must(t)(frame.New(frame.Ints("id", []int64{1, 2, 3}),
		frame.Ints("n", []int64{4, 0, 6}).WithMissing([]bool{false, true, false})))
}

// The figures are those of pandas for n = [4, NaN, 6]: one row has n < 5, and n + id has the mean of 5 and 9.
func TestMissingIntegersAreNotZero(t *testing.T) {
	f := withGap(t)
	where := must(t)(frame.Where(f, "n", func(n int64) bool { return n < 5 }))
	filter := must(t)(f.Filter(func(r frame.Row) bool { return r.Int("n") < 5 }))
	if where.Rows() != 1 || frame.Diff(where, filter) != "" {
		t.Errorf("where keeps %d rows and filter %d, want 1 and 1", where.Rows(), filter.Rows())
	}
	sum := must(t)(frame.Derive(f, "sum", func(r frame.Row) int64 { return r.Int("n") + r.Int("id") }))
	mean := must(t)(sum.Summarise(frame.Mean("sum"), frame.Present("sum")))
	if got := exactRows(t, mean); got != "7 2" {
		t.Errorf("mean and number of n + id: got %s, want 7 2", got)
	}
}

// TestReadingAMissingCell reads each kind in the one row where it is missing.
func TestReadingAMissingCell(t *testing.T) {
	f := everyKind(t)
	cases := []struct {
		name  string
		read  func(r frame.Row)
		known bool
	}{
		{"float", func(r frame.Row) { r.Float("f") }, true},
		{"int", func(r frame.Row) { r.Int("i") }, false},
		{"string", func(r frame.Row) { _ = r.String("s") }, false},
		{"bool", func(r frame.Row) { r.Bool("b") }, false},
		{"duration", func(r frame.Row) { r.Duration("d") }, false},
		{"int, asked before", func(r frame.Row) { r.Missing("i"); r.Int("i") }, true},
		{"int, asked after", func(r frame.Row) { r.Int("i"); r.Missing("i") }, true},
		{"int, another asked", func(r frame.Row) { r.Missing("s"); r.Int("i") }, false},
		{"two, one asked", func(r frame.Row) { r.Missing("s"); r.Int("i"); _ = r.String("s") }, false},
		{"two, both asked", func(r frame.Row) { r.Int("i"); _ = r.String("s"); r.Missing("i"); r.Missing("s") }, true},
		{"asked only", func(r frame.Row) { r.Missing("i") }, true},
		{"a present one", func(r frame.Row) { r.Int("row") }, true},
	}
	for _, c := range cases {
		kept := must(t)(f.Filter(func(r frame.Row) bool { c.read(r); return true }))
		want := []int64{0, 1, 2, 3}
		if !c.known {
			want = want[1:]
		}
		if rows := rowsOf(t, kept); !slices.Equal(rows, want) {
			t.Errorf("%s: filter keeps rows %v, want %v", c.name, rows, want)
		}
		x := columnOf(t, must(t)(frame.Derive(f, "x", func(r frame.Row) time.Duration { c.read(r); return 5 })), "x")
		y := columnOf(t, must(t)(frame.DerivePresent(f, "y", func(r frame.Row) (float64, bool) {
			c.read(r)
			return 5, r.Index() != 3
		})), "y")
		for i, missing := range []bool{!c.known, false, false, true} {
			if i < 3 && x.Missing(i) != missing || y.Missing(i) != missing {
				t.Errorf("%s, row %d: missing is %v and %v, want %v", c.name, i, x.Missing(i), y.Missing(i), missing)
			}
		}
		if y.Text(0) != "" && !c.known {
			t.Errorf("%s: a missing cell holds %s", c.name, y.Text(0))
		}
	}
}

func TestMissingCellsOfEach(t *testing.T) {
	var sum int64
	if err := withGap(t).Each(func(r frame.Row) error { sum += r.Int("n"); return nil }); err != nil || sum != 10 {
		t.Errorf("got %d, %v, want 10", sum, err)
	}
	values, err := frame.Col[float64](must(t)(frame.Derive(withGap(t), "x", func(r frame.Row) float64 {
		return float64(r.Int("n"))
	})), "x")
	if err != nil || values[0] != 4 || !math.IsNaN(values[1]) || values[2] != 6 {
		t.Errorf("got %v, %v, want 4, NaN, 6", values, err)
	}
}
