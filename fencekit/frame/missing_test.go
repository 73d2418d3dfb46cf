package frame_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

func TestDropMissing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 200 {
		f := rowNumbers(t, randomRows(t, r, r.IntN(30), "")).WithCaption("kept")
		names := f.Columns()
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:r.IntN(len(names)+1)]
		asked := names
		if len(names) == 0 {
			asked = f.Columns()
		}
		want := must(t)(f.Filter(func(r frame.Row) bool { return !slices.ContainsFunc(asked, r.Missing) }))
		if got := must(t)(f.DropMissing(names...)); !frame.Equal(got, want) {
			t.Fatalf("%v of\n%sgot\n%swant\n%s", names, f, got, want)
		}
	}
	_, err := everyKind(t).DropMissing("f", "f")
	wantError(t, err, `frame: drop missing: column "f" is named twice`)
	_, err = everyKind(t).DropMissing("rows")
	wantError(t, err, `frame: drop missing: no column "rows", the nearest is "row"; there are f, i, s, b, d, row`)
}

func TestFill(t *testing.T) {
	f := must(t)(everyKind(t).WithMeta("d", frame.Meta{Unit: "s"})).WithCaption("kept")
	got := must(t)(frame.Fill(f, 0.5, "f"))
	got = must(t)(frame.Fill(got, int64(5), "i"))
	got = must(t)(frame.Fill(got, "none", "s"))
	got = must(t)(frame.Fill(got, true, "b"))
	got = must(t)(frame.Fill(got, time.Second, "d"))
	got = must(t)(frame.Fill(got, int64(9), "row"))
	want := must(t)(frame.New(
		frame.Floats("f", []float64{0.5, 2.5, -1, 2.5}), frame.Ints("i", []int64{5, 3, -4, 3}),
		frame.Strings("s", []string{"none", "b", "a", "b"}), frame.Bools("b", []bool{true, true, false, true}),
		frame.Durations("d", []time.Duration{time.Second, 3, -4, 3}).WithMeta(frame.Meta{Unit: "s"}),
		frame.Ints("row", []int64{0, 1, 2, 3}),
	)).WithCaption("kept")
	wantFrame(t, got, want)
	_, err := frame.Fill(f, math.NaN(), "f")
	wantError(t, err, "frame: fill: NaN is itself a missing cell")
	_, err = frame.Fill(f, 1.5, "i", "x", "f", "f")
	wantError(t, err, `frame: fill: no column "x"; there are f, i, s, b, d, row`, `columns 2 and 3 are both named "f"`)
	_, err = frame.Fill(f, 1.5, "i", "f", "s")
	wantError(t, err, `frame: fill: column "i" holds int64, not float64`, `column "s" holds string, not float64`)
}

func TestFillOfSeveral(t *testing.T) {
	gaps := []bool{true, false}
	f := must(t)(frame.New(
		frame.Ints("a", []int64{0, 1}).WithMissing(gaps), frame.Ints("b", []int64{0, 2}).WithMissing(gaps),
		frame.Ints("c", []int64{0, 3}).WithMissing(gaps), frame.Bools("x", []bool{false, true}).WithMissing(gaps)))
	for _, c := range []struct {
		names []string
		want  string
	}{{[]string{"c", "a"}, "7 - 7 -\n1 2 3 true"}, {nil, "7 7 7 -\n1 2 3 true"}} {
		if got := exactRows(t, must(t)(frame.Fill(f, int64(7), c.names...))); got != c.want {
			t.Errorf("%v: got\n%s\nwant\n%s", c.names, got, c.want)
		}
	}
	if got := must(t)(frame.Fill(f, "none")); !frame.Equal(got, f) {
		t.Errorf("there is nothing to fill: %s", frame.Diff(got, f))
	}
}

// slowDistinct is Distinct by comparing every row with those kept before.
func slowDistinct(t *testing.T, f frame.Frame, names []string) (rows []int) {
	key := func(i int) string {
		var b strings.Builder
		for _, name := range names {
			b.WriteString(cellText(columnOf(t, f, name), i) + "\x00")
		}
		return b.String()
	}
	for i := range f.Rows() {
		if !slices.ContainsFunc(rows, func(k int) bool { return key(k) == key(i) }) {
			rows = append(rows, i)
		}
	}
	return rows
}

func TestDistinct(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range 100 {
		f := randomRows(t, r, r.IntN(40), "")
		names := f.Columns()[:r.IntN(4)]
		asked := names
		if len(names) == 0 {
			asked = f.Columns()
		}
		want := must(t)(f.Take(slowDistinct(t, f, asked)...))
		if got := must(t)(f.Distinct(names...)); !frame.Equal(got, want) {
			t.Fatalf("%v of\n%sgot\n%swant\n%s", names, f, got, want)
		}
	}
	_, err := everyKind(t).Distinct("rows")
	wantError(t, err, `frame: distinct: no column "rows", the nearest is "row"; there are f, i, s, b, d, row`)
}
