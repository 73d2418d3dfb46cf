package frame_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// longSweep is a long table as a sweep over two parameters returns it, with a gap.
func longSweep(t *testing.T) frame.Frame {
	return must(t)(frame.New(
		frame.Strings("lease", []string{"lock", "lock", "fenced", "lock", "fenced"}),
		frame.Durations("margin", []time.Duration{15e9, 0, 0, 5e9, 15e9}),
		frame.Floats("abort_pct", []float64{1.5, 7, 0.25, math.NaN(), 0}).WithMeta(
			frame.Meta{Unit: "%", Meaning: "aborted writes", Method: "Wilson, 95 %"}),
		frame.Ints("trials", []int64{10, 20, 30, 40, 50}),
	)).WithCaption("Two leases.")
}

func TestPivotOneValue(t *testing.T) {
	p := frame.Pivot{Rows: []string{"lease"}, Columns: "margin", Values: []string{"abort_pct"}}
	got := must(t)(longSweep(t).Pivot(p))
	meta := func(label string) frame.Meta {
		return frame.Meta{Unit: "%", Meaning: "aborted writes, where margin is " + label, Method: "Wilson, 95 %"}
	}
	want := must(t)(frame.New(frame.Strings("lease", []string{"lock", "fenced"}),
		frame.Floats("15s", []float64{1.5, 0}).WithMeta(meta("15s")),
		frame.Floats("0s", []float64{7, 0.25}).WithMeta(meta("0s")),
		frame.Floats("5s", []float64{math.NaN(), math.NaN()}).WithMeta(meta("5s")))).WithCaption("Two leases.")
	if !frame.Equal(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestPivotSeveralValues(t *testing.T) {
	f := longSweep(t)
	p := frame.Pivot{Rows: []string{"lease"}, Columns: "margin", Values: []string{"trials", "abort_pct"}}
	got := must(t)(f.Pivot(p))
	names := []string{"lease", "trials_15s", "trials_0s", "trials_5s", "abort_pct_15s", "abort_pct_0s", "abort_pct_5s"}
	if !slices.Equal(got.Columns(), names) {
		t.Errorf("got columns %v, want %v", got.Columns(), names)
	}
	gap := columnOf(t, got, "trials_5s")
	if gap.Missing(0) || !gap.Missing(1) || gap.Meta.Meaning != "trials, where margin is 5s" {
		t.Errorf("got\n%s%v, want fenced missing at 5s", got, gap.Meta)
	}
	// Without a key there is one row, without rows there is none.
	one := must(t)(f.Head(2).Pivot(frame.Pivot{Columns: "margin", Values: []string{"trials"}}))
	if want := [][]string{{"15s", "0s"}, {"=10", "=20"}}; fmt.Sprint(cellsOf(t, one)) != fmt.Sprint(want) {
		t.Errorf("got\n%swant %v", one, want)
	}
	none := must(t)(f.Head(0).Pivot(frame.Pivot{Rows: []string{"lease"}, Columns: "margin", Values: []string{"trials"}}))
	if none.Rows() != 0 || !slices.Equal(none.Columns(), []string{"lease"}) {
		t.Errorf("no rows give %d rows and columns %v", none.Rows(), none.Columns())
	}
}

func TestPivotRefuses(t *testing.T) {
	f := longSweep(t)
	lease := []string{"lease"}
	pivot := func(f frame.Frame, rows []string, columns string, values ...string) error {
		_, err := f.Pivot(frame.Pivot{Rows: rows, Columns: columns, Values: values})
		return err
	}
	wantError(t, pivot(f, lease, "margin"), "frame: pivot: no column is named in Values")
	list := "; there are lease, margin, abort_pct, trials"
	wantError(t, pivot(f, []string{"leese"}, "margins", "x", "trials"),
		`frame: pivot: no column "leese", the nearest is "lease"`+list,
		`no column "margins", the nearest is "margin"`+list, `no column "x"`+list)
	wantError(t, pivot(f, []string{"lease", "margin"}, "margin", "lease"),
		`frame: pivot: column "lease" is in Values and in another part`, `column "margin" is in Rows and in Columns`)
	twice := must(t)(frame.Concat(f, f.Head(1)))
	wantError(t, pivot(twice, lease, "margin", "trials"),
		`frame: pivot: rows 0 and 5 are both lease="lock", margin=15s: summarise first`)
	often := must(t)(f.Take(slices.Repeat([]int{0}, 1000)...))
	if err := pivot(often, lease, "margin", "trials"); strings.Count(err.Error(), "\n") != 5 ||
		!strings.HasSuffix(err.Error(), "\nand 994 more rows for a cell that has one") {
		t.Errorf("a thousand rows for a cell give %v, want six lines", err)
	}
	gap := must(t)(f.With(frame.Strings("margin", []string{"a", "b", "", "c", "d"}).WithMissing(
		[]bool{false, false, false, true, false})))
	wantError(t, pivot(gap, lease, "margin", "trials"),
		`frame: pivot: row 2: the label in column "margin" is empty, which is no name`)
	wantError(t, pivot(gap.Tail(2), lease, "margin", "trials"),
		`frame: pivot: row 0: the label in column "margin" is missing: drop or fill it first`)
}

func TestPivotNamesClash(t *testing.T) {
	f := must(t)(frame.New(frame.Strings("lease", []string{"a", "b"}), frame.Strings("label", []string{"lease", "x"}),
		frame.Ints("v", []int64{1, 2})))
	_, err := f.Pivot(frame.Pivot{Rows: []string{"lease"}, Columns: "label", Values: []string{"v"}})
	wantError(t, err, `frame: pivot: columns 0 and 1 are both named "lease"`)
}

func TestPivotIsBounded(t *testing.T) {
	labels := make([]int64, 20_000)
	for i := range labels {
		labels[i] = int64(i)
	}
	f := must(t)(frame.New(frame.Ints("key", labels), frame.Ints("label", labels), frame.Ints("v", labels)))
	_, err := f.Pivot(frame.Pivot{Columns: "label", Values: []string{"v"}})
	wantError(t, err, "frame: pivot: 20,000 new columns for 20,000 distinct labels, more than 10,000: "+
		"is that the column of labels?")
	_, err = f.Head(10_000).Pivot(frame.Pivot{Rows: []string{"key"}, Columns: "label", Values: []string{"v"}})
	wantError(t, err,
		"frame: pivot: 10,000 rows and 10,000 new columns make 100,000,000 cells, of which 10,000 can be filled")
	// A small table may be as empty as it likes.
	sparse := must(t)(f.Head(100).Pivot(frame.Pivot{Rows: []string{"key"}, Columns: "label", Values: []string{"v"}}))
	if sparse.Rows() != 100 || len(sparse.Columns()) != 101 {
		t.Errorf("100 keys and labels give %d rows, %d columns", sparse.Rows(), len(sparse.Columns()))
	}
	wide := must(t)(f.Head(10_000).Pivot(frame.Pivot{Columns: "label", Values: []string{"v"}}))
	if len(wide.Columns()) != 10_000 {
		t.Errorf("10,000 labels give %d columns", len(wide.Columns()))
	}
}

// slowPivot finds the row of each cell by looking at all.
func slowPivot(t *testing.T, f frame.Frame, keys []string, label, value string) [][]string {
	text := func(names []string, i int) string {
		s := ""
		for _, name := range names {
			s += cellText(columnOf(t, f, name), i) + "\x00"
		}
		return s
	}
	rows, labels := slowDistinct(t, f, keys), slowDistinct(t, f, []string{label})
	out := [][]string{slices.Clone(keys)}
	for _, l := range labels {
		out[0] = append(out[0], columnOf(t, f, label).Text(l))
	}
	for _, k := range rows {
		var line []string
		for _, name := range keys {
			line = append(line, cellText(columnOf(t, f, name), k))
		}
		for _, l := range labels {
			at := -1
			for i := range f.Rows() {
				if text(keys, i) == text(keys, k) && text([]string{label}, i) == text([]string{label}, l) {
					at = i
				}
			}
			line = append(line, cellText(columnOf(t, f, value), at))
		}
		out = append(out, line)
	}
	return out
}

func TestPivotAgainstALookAtAllRows(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 300 {
		f := must(t)(randomRows(t, r, r.IntN(40), "").DropMissing("s"))
		f = must(t)(frame.Where(f, "s", func(s string) bool { return s != "" }))
		f = must(t)(f.Distinct("i", "d", "s"))
		value := []string{"f", "b"}[r.IntN(2)]
		got := must(t)(f.Pivot(frame.Pivot{Rows: []string{"i", "d"}, Columns: "s", Values: []string{value}}))
		if want := slowPivot(t, f, []string{"i", "d"}, "s", value); fmt.Sprint(cellsOf(t, got)) != fmt.Sprint(want) {
			t.Fatalf("of\n%sgot\n%swant\n%v", f, got, want)
		}
	}
}
