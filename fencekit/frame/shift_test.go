package frame_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fence/fencekit/frame"
)

// TestShiftAgainstReadingTheOtherRow shifts columns of every kind and reads each cell where it came from.
func TestShiftAgainstReadingTheOtherRow(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	for range 100 {
		f := groupable(r, r.IntN(12)).WithCaption("kept")
		distances := []int{0, 1, -1, r.IntN(31) - 15, f.Rows(), -f.Rows(), math.MaxInt, math.MinInt}
		for _, name := range []string{"x", "i", "s", "t", "d"} {
			for _, by := range distances {
				out := must(t)(f.Shift(name, "shifted", by))
				if kept := must(t)(out.Drop("shifted")); !frame.Equal(kept, f) {
					t.Fatalf("by %d: the old columns are\n%v\nwant\n%v", by, kept, f)
				}
				got, from := column(t, out, "shifted"), column(t, f, name)
				for i := range f.Rows() {
					missing, text := true, ""
					for k := range f.Rows() {
						if i-k == by {
							missing, text = from.Missing(k), from.Text(k)
						}
					}
					if got.Kind() != from.Kind() || got.Missing(i) != missing || got.Text(i) != text {
						t.Fatalf("%s by %d, row %d: got %q (missing %t), want %q (%t) of\n%v",
							name, by, i, got.Text(i), got.Missing(i), text, missing, f)
					}
				}
			}
		}
	}
}

func TestShiftInPlaceAndItsMeta(t *testing.T) {
	meta := frame.Meta{Unit: "ms", Meaning: "from request to grant", Method: "clock"}
	waits := frame.Floats("wait_ms", []float64{1, 2, 3}).WithMeta(meta)
	f := must(t)(frame.New(waits, frame.Ints("n", []int64{7, 8, 9})))
	if got := exactRows(t, must(t)(f.Shift("n", "n", -1))); got != "1 8\n2 9\n3 -" {
		t.Errorf("in place: got\n%s", got)
	}
	for _, c := range []struct {
		name    string
		by      int
		meaning string
	}{
		{"wait_ms", 1, "from request to grant; 1 row before"}, {"wait_ms", -2, "from request to grant; 2 rows after"},
		{"wait_ms", 0, "from request to grant"}, {"n", 1000, "n; 1,000 rows before"}, {"n", 0, ""},
		{"n", math.MinInt, "n; 9,223,372,036,854,775,807 rows after"},
	} {
		got := column(t, must(t)(f.Shift(c.name, "out", c.by)), "out").Meta
		want := column(t, f, c.name).Meta
		if want.Meaning = c.meaning; got != want {
			t.Errorf("%s by %d: got %+v, want %+v", c.name, c.by, got, want)
		}
	}
	_, err := f.Shift("wait", "out", 1)
	wantError(t, err, `frame: shift: no column "wait"; there are wait_ms, n`)
	_, err = f.Shift("n", "", 1)
	wantError(t, err, `frame: shift: column 2 has no name`)
}
