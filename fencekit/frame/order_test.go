package frame_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// comparison returns how two rows compare by one column, missing cells last.
func comparison[T cmp.Ordered](t *testing.T, c frame.Column, values []T, err error, key frame.Key) func(i, j int) int {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return func(i, j int) int {
		switch {
		case c.Missing(i) && c.Missing(j):
			return 0
		case c.Missing(i):
			return 1
		case c.Missing(j):
			return -1
		case key.Descending:
			return cmp.Compare(values[j], values[i])
		}
		return cmp.Compare(values[i], values[j])
	}
}

func comparisonOf(t *testing.T, f frame.Frame, key frame.Key) func(i, j int) int {
	c := columnOf(t, f, key.Name)
	switch c.Kind() {
	case frame.Float:
		v, err := frame.Values[float64](c)
		return comparison(t, c, v, err, key)
	case frame.Int:
		v, err := frame.Values[int64](c)
		return comparison(t, c, v, err, key)
	case frame.String:
		v, err := frame.Values[string](c)
		return comparison(t, c, v, err, key)
	case frame.Bool:
		v, err := frame.Values[bool](c)
		ints := make([]int, len(v))
		for i, b := range v {
			if b {
				ints[i] = 1
			}
		}
		return comparison(t, c, ints, err, key)
	}
	v, err := frame.Values[time.Duration](c)
	return comparison(t, c, v, err, key)
}

// TestSortAgainstComparingRows sorts by several keys of every kind, and also by comparing row with row.
func TestSortAgainstComparingRows(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	for range 300 {
		f := randomRows(t, r, r.IntN(60), "")
		var keys []frame.Key
		for range r.IntN(4) {
			keys = append(keys, frame.Key{Name: []string{"f", "i", "s", "b", "d"}[r.IntN(5)], Descending: r.IntN(2) == 0})
		}
		rows := make([]int, f.Rows())
		for i := range rows {
			rows[i] = i
		}
		slices.SortStableFunc(rows, func(i, j int) int {
			for _, key := range keys {
				if d := comparisonOf(t, f, key)(i, j); d != 0 {
					return d
				}
			}
			return 0
		})
		want := must(t)(f.Take(rows...))
		if got := must(t)(f.Sort(keys...)); !frame.Equal(got, want) {
			t.Fatalf("%v of\n%sgot\n%swant\n%s", keys, f, got, want)
		}
	}
}

// TestShapingLeavesTheOriginal runs every operation and compares the frames it was given with what they were.
func TestShapingLeavesTheOriginal(t *testing.T) {
	f, want := everyKind(t), everyKind(t)
	long, wantLong := longSweep(t), longSweep(t)
	keep := must(t)
	results := []frame.Frame{
		keep(frame.Where(f, "i", func(v int64) bool { return v > 0 })), keep(f.Mask([]bool{true, false, true, false})),
		keep(f.Take(1, 1)), keep(f.Slice(1, 3)), keep(f.Sample(2, 1)), keep(f.Distinct("s")), keep(f.DropMissing()),
		keep(frame.Fill(f, 1.0, "f")), keep(frame.Fill(f, "x", "s")),
		keep(frame.Derive(f, "f", func(r frame.Row) float64 { return 1 })),
		keep(frame.Map(f, "s", "i", func(s string) string { return s })),
		keep(f.Join(f, frame.Join{On: []string{"i"}, Kind: frame.Full})), keep(f.Sort(frame.Asc("f"))),
		keep(f.Melt(frame.Melt{Columns: []string{"f", "i"}})),
		keep(long.Pivot(frame.Pivot{Rows: []string{"lease"}, Columns: "margin", Values: []string{"trials"}})),
	}
	for i, g := range results {
		if frame.Equal(g, f) || frame.Equal(g, long) {
			t.Errorf("result %d is the original:\n%s", i, g)
		}
		if !frame.Equal(f, want) || !frame.Equal(long, wantLong) {
			t.Fatalf("result %d changed the original to\n%s%s", i, f, long)
		}
	}
}

// TestShapingTheZeroFrame gives each operation that needs no name a frame without rows and columns.
func TestShapingTheZeroFrame(t *testing.T) {
	var zero frame.Frame
	keep := must(t)
	for i, g := range []frame.Frame{keep(zero.Mask(nil)), keep(zero.Take()), keep(zero.Slice(0, 0)),
		keep(zero.Sample(0, 1)), keep(zero.Distinct()), keep(zero.DropMissing()), keep(zero.Sort())} {
		if !frame.Equal(g, zero) {
			t.Errorf("result %d is %v, want the zero frame", i, g)
		}
	}
	got := keep(frame.Derive(zero, "x", func(frame.Row) int64 { return 1 }))
	if got.Rows() != 0 || !slices.Equal(got.Columns(), []string{"x"}) {
		t.Errorf("got %d rows of %v, want no row of x", got.Rows(), got.Columns())
	}
	if err := zero.Each(func(frame.Row) error { t.Error("there is a row"); return nil }); err != nil {
		t.Error(err)
	}
	_, err := zero.Join(zero, frame.Join{On: []string{"k"}})
	wantError(t, err, `frame: join: left frame: no column "k": the frame has no columns`,
		`right frame: no column "k": the frame has no columns`)
}
