package frame_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"fence/fencekit/frame"
)

func TestDeriveAddsAndReplaces(t *testing.T) {
	f := must(t)(everyKind(t).WithMeta("f", frame.Meta{Unit: "ms"})).WithCaption("kept")
	got := must(t)(frame.Derive(f, "sum", func(r frame.Row) float64 { return r.Float("f") + float64(r.Int("i")) }))
	want := must(t)(f.With(frame.Floats("sum", []float64{math.NaN(), 5.5, -5, 5.5})))
	wantFrame(t, got, want)
	got = must(t)(frame.Derive(f, "f", func(r frame.Row) string { return r.String("s") + "!" }))
	strings := frame.Strings("f", []string{"", "b!", "a!", "b!"})
	want = must(t)(f.With(strings.WithMissing([]bool{true, false, false, false})))
	if !frame.Equal(got, want) || columnOf(t, got, "f").Meta != (frame.Meta{}) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestDerivePresentLeavesCellsOut(t *testing.T) {
	f := everyKind(t)
	got := must(t)(frame.DerivePresent(f, "twice", func(r frame.Row) (int64, bool) {
		return 2 * r.Int("i"), !r.Missing("i") && r.Index() != 2
	}))
	want := must(t)(f.With(frame.Ints("twice", []int64{0, 6, 0, 6}).WithMissing([]bool{true, false, true, false})))
	wantFrame(t, got, want)
	got = must(t)(frame.DerivePresent(f, "x", func(r frame.Row) (float64, bool) { return r.Float("f"), r.Index() != 2 }))
	want = must(t)(f.With(frame.Floats("x", []float64{math.NaN(), 2.5, math.NaN(), 2.5})))
	wantFrame(t, got, want)
}

func TestMapKeepsMissingCells(t *testing.T) {
	f := everyKind(t)
	asked := 0
	got := must(t)(frame.Map(f, "d", "ms", func(d time.Duration) float64 {
		asked++
		if d < 0 {
			return math.NaN()
		}
		return float64(d)
	}))
	want := must(t)(f.With(frame.Floats("ms", []float64{math.NaN(), 3, math.NaN(), 3})))
	if !frame.Equal(got, want) || asked != 3 {
		t.Errorf("after %d questions got\n%swant after 3\n%s", asked, got, want)
	}
	got = must(t)(frame.Map(f, "s", "s", func(s string) bool { return s == "b" }))
	bools := frame.Bools("s", []bool{false, true, false, true})
	want = must(t)(f.With(bools.WithMissing([]bool{true, false, false, false})))
	wantFrame(t, got, want)
}

func TestDeriveErrors(t *testing.T) {
	f := everyKind(t)
	_, err := frame.Derive[int64](f, "x", nil)
	wantError(t, err, `frame: derive "x": the function is nil`)
	_, err = frame.DerivePresent[int64](f, "x", nil)
	wantError(t, err, `frame: derive "x": the function is nil`)
	_, err = frame.Derive(f, "x", func(r frame.Row) float64 {
		if r.Index() < 2 {
			return 0
		}
		return r.Float("i") + r.Float("rows")
	})
	wantError(t, err, `frame: derive "x": row 2: column "i" holds int64, not float64`)
	_, err = frame.Derive(f, "", func(r frame.Row) float64 { return 0 })
	wantError(t, err, `frame: derive: column 6 has no name`)
	_, err = frame.Map[int64, int64](f, "i", "x", nil)
	wantError(t, err, "frame: map: the function is nil")
	_, err = frame.Map(f, "i", "x", func(float64) bool { return true })
	wantError(t, err, `frame: map: column "i" holds int64, not float64`)
	_, err = frame.Map(f, "i", "", func(int64) bool { return true })
	wantError(t, err, `frame: map: column 6 has no name`)
}

func TestEach(t *testing.T) {
	f := everyKind(t)
	var seen []string
	if err := f.Each(func(r frame.Row) error {
		seen = append(seen, fmt.Sprint(r.Index(), r.String("s")))
		return nil
	}); err != nil || !slices.Equal(seen, []string{"0", "1b", "2a", "3b"}) {
		t.Errorf("got %q, %v, want the four rows in order", seen, err)
	}
	stop, last := errors.New("enough"), 0
	err := f.Each(func(r frame.Row) error {
		last = r.Index()
		if last == 2 {
			return stop
		}
		return nil
	})
	wantError(t, err, "frame: each: row 2: enough")
	if !errors.Is(err, stop) || last != 2 {
		t.Errorf("the error is not the caller's, or row %d was last", last)
	}
	// The wrong name is the cause, whatever the function makes of the cell.
	err = f.Each(func(r frame.Row) error {
		if r.Int("rows") == 0 {
			return stop
		}
		return nil
	})
	wantError(t, err, `frame: each: row 0: no column "rows", the nearest is "row"; there are f, i, s, b, d, row`)
	wantError(t, f.Each(nil), "frame: each: the function is nil")
}

// TestRowsOfManyColumns goes through the map of names.
func TestRowsOfManyColumns(t *testing.T) {
	cols := wideColumns(40)
	f := must(t)(frame.New(cols...))
	f = must(t)(f.Take(slices.Repeat([]int{0}, 40)...))
	if err := f.Each(func(r frame.Row) error {
		if name := fmt.Sprintf("c%d", r.Index()); r.Int(name) != int64(r.Index()) {
			return fmt.Errorf("%s is %d", name, r.Int(name))
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	err := f.Each(func(r frame.Row) error { r.Int("d39"); return nil })
	if err == nil {
		t.Error("a wrong name is not found")
	}
}
