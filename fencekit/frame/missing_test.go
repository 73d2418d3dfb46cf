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
	got := must(t)(frame.Fill(f, "f", 0.5))
	got = must(t)(frame.Fill(got, "i", int64(5)))
	got = must(t)(frame.Fill(got, "s", "none"))
	got = must(t)(frame.Fill(got, "b", true))
	got = must(t)(frame.Fill(got, "d", time.Second))
	got = must(t)(frame.Fill(got, "row", int64(9)))
	want := must(t)(frame.New(
		frame.Floats("f", []float64{0.5, 2.5, -1, 2.5}), frame.Ints("i", []int64{5, 3, -4, 3}),
		frame.Strings("s", []string{"none", "b", "a", "b"}), frame.Bools("b", []bool{true, true, false, true}),
		frame.Durations("d", []time.Duration{time.Second, 3, -4, 3}).WithMeta(frame.Meta{Unit: "s"}),
		frame.Ints("row", []int64{0, 1, 2, 3}),
	)).WithCaption("kept")
	if !frame.Equal(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	_, err := frame.Fill(f, "f", math.NaN())
	wantError(t, err, `frame: fill: column "f": NaN is itself a missing cell`)
	_, err = frame.Fill(f, "i", 1.5)
	wantError(t, err, `frame: fill: column "i" holds int64, not float64`)
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
