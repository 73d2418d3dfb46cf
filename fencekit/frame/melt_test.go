package frame_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fence/fencekit/frame"
)

func TestMelt(t *testing.T) {
	f := must(t)(frame.New(frame.Strings("lease", []string{"lock", "fenced"}),
		frame.Ints("seen", []int64{7, 0}).WithMissing([]bool{false, true}).WithMeta(frame.Meta{Unit: "s", Meaning: "one"}),
		frame.Bools("left_out", []bool{true, false}),
		frame.Floats("rate", []float64{0.5, 0.25}).WithMeta(frame.Meta{Unit: "s", Meaning: "other"}),
	)).WithCaption("kept")
	got := must(t)(f.Melt(frame.Melt{Keep: []string{"lease"}, Columns: []string{"rate", "seen"}}))
	want := must(t)(frame.New(frame.Strings("lease", []string{"lock", "lock", "fenced", "fenced"}),
		frame.Strings("variable", []string{"rate", "seen", "rate", "seen"}),
		frame.Floats("value", []float64{0.5, 7, 0.25, math.NaN()}).WithMeta(frame.Meta{Unit: "s"}))).WithCaption("kept")
	if !frame.Equal(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	all := must(t)(must(t)(f.Drop("left_out")).Melt(frame.Melt{Keep: []string{"lease"}, Names: "n", Values: "v"}))
	n, v := columnOf(t, all, "n"), columnOf(t, all, "v")
	if n.Text(0) != "seen" || n.Text(1) != "rate" || v.Text(0) != "7" {
		t.Errorf("without names all others become rows in their order: got\n%s", all)
	}
}

func TestMeltOfEveryKind(t *testing.T) {
	f := everyKind(t)
	for _, name := range []string{"f", "i", "s", "b", "d"} {
		twice := must(t)(f.Select(name))
		c := columnOf(t, twice, name)
		c.Name = "again"
		twice = must(t)(twice.With(c))
		got := must(t)(twice.Melt(frame.Melt{}))
		once := must(t)(must(t)(f.Take(0, 0, 1, 1, 2, 2, 3, 3)).Select(name))
		value := must(t)(must(t)(got.Select("value")).Rename("value", name))
		if !frame.Equal(value, once) {
			t.Errorf("got\n%swant\n%s", value, once)
		}
	}
}

func TestMeltRefuses(t *testing.T) {
	f := everyKind(t)
	melt := func(m frame.Melt) error { _, err := f.Melt(m); return err }
	wantError(t, melt(frame.Melt{}), "frame: melt: columns of different kinds: "+
		"float64 in f; int64 in i, row; string in s; bool in b; time.Duration in d")
	wantError(t, melt(frame.Melt{Columns: []string{"d", "f"}}), "frame: melt: columns of different kinds: "+
		"float64 in f; time.Duration in d")
	list := "; there are f, i, s, b, d, row"
	wantError(t, melt(frame.Melt{Keep: []string{"rows"}, Columns: []string{"xyz"}}),
		`frame: melt: no column "rows", the nearest is "row"`+list, `no column "xyz"`+list)
	wantError(t, melt(frame.Melt{Keep: []string{"s", "f"}, Columns: []string{"f", "s"}}),
		`frame: melt: column "f" is in Keep and in Columns`, `column "s" is in Keep and in Columns`)
	wantError(t, melt(frame.Melt{Keep: f.Columns()}), "frame: melt: no column is left to become rows")
	wantError(t, melt(frame.Melt{Keep: []string{"s"}, Columns: []string{"f"}, Names: "s"}),
		`frame: melt: columns 0 and 1 are both named "s"`)
	big := must(t)(frame.New(frame.Ints("i", []int64{1 << 53, 1<<53 + 1}), frame.Floats("f", []float64{1, 2})))
	_, err := big.Melt(frame.Melt{})
	wantError(t, err, `frame: melt: column "i", row 1: 9007199254740993 is beyond 2^53 and cannot stand among floats`)
	_, err = must(t)(frame.Map(big, "i", "i", func(v int64) int64 { return -v })).Melt(frame.Melt{})
	wantError(t, err, `frame: melt: column "i", row 1: -9007199254740993 is beyond 2^53 and cannot stand among floats`)
	if got := columnOf(t, must(t)(big.Head(1).Melt(frame.Melt{})), "value").Text(0); got != "9007199254740992" {
		t.Errorf("2^53 becomes %s", got)
	}
	wide := append(wideColumns(100), frame.Bools("b", []bool{true}))
	_, err = must(t)(frame.New(wide...)).Melt(frame.Melt{})
	wantError(t, err, "frame: melt: columns of different kinds: int64 in c0, c1, c2, c3, c4 and 95 more; bool in b")
}

// TestPivotUndoesMelt melts frames with distinct keys and pivots them back.
func TestPivotUndoesMelt(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for range 300 {
		f := must(t)(randomRows(t, r, 1+r.IntN(20), "").Distinct("i", "s"))
		value := []string{"f", "d", "b"}[r.IntN(3)]
		cells := columnOf(t, f, value)
		f = must(t)(f.Select("i", "s"))
		for _, name := range []string{"z", "a", "m"} {
			cells.Name = name
			f = must(t)(f.With(cells))
			rows := r.Perm(f.Rows())
			cells = columnOf(t, must(t)(must(t)(f.Select(name)).Take(rows...)), name)
		}
		long := must(t)(f.Melt(frame.Melt{Keep: []string{"i", "s"}}))
		if long.Rows() != 3*f.Rows() {
			t.Fatalf("%d rows of 3 columns melt to %d", f.Rows(), long.Rows())
		}
		wide := must(t)(long.Pivot(frame.Pivot{Rows: []string{"i", "s"}, Columns: "variable", Values: []string{"value"}}))
		for _, name := range []string{"z", "a", "m"} {
			wide = must(t)(wide.WithMeta(name, frame.Meta{}))
		}
		if !frame.Equal(wide, f) {
			t.Fatalf("got\n%swant\n%s", wide, f)
		}
	}
}

// TestMeltUndoesPivot pivots complete tables, sorted by key and label, and melts them back.
func TestMeltUndoesPivot(t *testing.T) {
	f := must(t)(longSweep(t).Take(0, 1, 4, 2))
	wide := must(t)(f.Pivot(frame.Pivot{Rows: []string{"lease"}, Columns: "margin", Values: []string{"trials"}}))
	long := must(t)(wide.Melt(frame.Melt{Keep: []string{"lease"}, Names: "margin", Values: "trials"}))
	got, want := cellsOf(t, long), cellsOf(t, must(t)(f.Select("lease", "margin", "trials")))
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("row %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

// A table of many columns, most of them kept for each of the others, would fill the memory.
func TestMeltIsBounded(t *testing.T) {
	cols := make([]frame.Column, 20_000)
	names := make([]string, len(cols))
	for i := range cols {
		names[i] = fmt.Sprint("c", i)
		cols[i] = frame.Ints(names[i], []int64{1, 2})
	}
	f := must(t)(frame.New(cols...))
	_, err := f.Melt(frame.Melt{Keep: names[:10_000]})
	wantError(t, err, "frame: melt: 2 rows of 10,000 kept columns and 10,000 columns to become rows make 2e+08 cells, "+
		"5001 times as many as there are: name fewer columns in Keep")
	if out := must(t)(f.Melt(frame.Melt{Keep: names[:1]})); out.Rows() != 2*19_999 {
		t.Errorf("got %d rows, want those of the twin that is fine", out.Rows())
	}
}
