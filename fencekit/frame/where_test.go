package frame_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fence/fencekit/frame"
)

func TestWhereKeepsNoMissingCell(t *testing.T) {
	f := everyKind(t)
	always := []frame.Frame{
		must(t)(frame.Where(f, "f", func(float64) bool { return true })),
		must(t)(frame.Where(f, "i", func(int64) bool { return true })),
		must(t)(frame.Where(f, "s", func(string) bool { return true })),
		must(t)(frame.Where(f, "b", func(bool) bool { return true })),
		must(t)(frame.Where(f, "d", func(time.Duration) bool { return true })),
	}
	for i, g := range always {
		if rows := rowsOf(t, g); !slices.Equal(rows, []int64{1, 2, 3}) {
			t.Errorf("column %d: got rows %v, want 1, 2, 3", i, rows)
		}
	}
	asked := 0
	got := must(t)(frame.Where(f, "i", func(v int64) bool { asked++; return v < 3 }))
	if rows := rowsOf(t, got); !slices.Equal(rows, []int64{2}) || asked != 3 {
		t.Errorf("got rows %v after %d questions, want row 2 after 3", rows, asked)
	}
}

func TestWhereIsAFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 100 {
		f := randomRows(t, r, r.IntN(30), "").WithCaption("kept")
		got := must(t)(frame.Where(f, "s", func(s string) bool { return s < "b" }))
		want := must(t)(f.Filter(func(r frame.Row) bool { return !r.Missing("s") && r.String("s") < "b" }))
		mask := make([]bool, f.Rows())
		var rows []int
		for i := range mask {
			c := columnOf(t, f, "s")
			if mask[i] = !c.Missing(i) && c.Text(i) < "b"; mask[i] {
				rows = append(rows, i)
			}
		}
		for _, g := range []frame.Frame{got, must(t)(f.Mask(mask)), must(t)(f.Take(rows...))} {
			if !frame.Equal(g, want) {
				t.Fatalf("got\n%swant\n%s", g, want)
			}
		}
	}
}

func TestTakeAndSlice(t *testing.T) {
	f := everyKind(t)
	if rows := rowsOf(t, must(t)(f.Take(3, 0, 3))); !slices.Equal(rows, []int64{3, 0, 3}) {
		t.Errorf("got rows %v, want 3, 0, 3", rows)
	}
	for _, c := range []struct{ lo, hi int }{{0, 0}, {0, 4}, {1, 3}, {4, 4}} {
		want := []int64{0, 1, 2, 3}[c.lo:c.hi]
		if rows := rowsOf(t, must(t)(f.Slice(c.lo, c.hi))); !slices.Equal(rows, want) {
			t.Errorf("%v: got rows %v, want %v", c, rows, want)
		}
	}
}

func TestWhereErrors(t *testing.T) {
	f := everyKind(t)
	_, err := frame.Where[int64](f, "i", nil)
	wantError(t, err, "frame: where: the function is nil")
	_, err = frame.Where(f, "i", func(float64) bool { return true })
	wantError(t, err, `frame: where: column "i" holds int64, not float64`)
	_, err = frame.Where(f, "rows", func(float64) bool { return true })
	wantError(t, err, `frame: where: no column "rows", the nearest is "row"; there are f, i, s, b, d, row`)
	_, err = f.Mask(make([]bool, 3))
	wantError(t, err, "frame: mask: a mask of 3 for 4 rows")
	_, err = f.Take(0, 4, -1)
	wantError(t, err, "frame: take: row 4, number 1 of those asked for: rows go from 0 to 3",
		"row -1, number 2 of those asked for: rows go from 0 to 3")
	_, err = f.Head(0).Take(slices.Repeat([]int{5}, 1000)...)
	want := []string{"frame: take: row 5, number 0 of those asked for: there are no rows"}
	for _, k := range []string{"1", "2", "3", "4"} {
		want = append(want, "row 5, number "+k+" of those asked for: there are no rows")
	}
	wantError(t, err, append(want, "and 995 more rows that are not there")...)
	for _, c := range []struct {
		lo, hi int
		want   string
	}{{-1, 2, "-1 to before 2"}, {3, 2, "3 to before 2"}, {0, 5, "0 to before 5"}} {
		_, err = f.Slice(c.lo, c.hi)
		wantError(t, err, "frame: slice: rows "+c.want+" of a frame of 4 rows")
	}
}
