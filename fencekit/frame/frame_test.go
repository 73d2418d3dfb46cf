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

// must returns the frame of a call that cannot fail in the test at hand.
func must(t *testing.T) func(frame.Frame, error) frame.Frame {
	return func(f frame.Frame, err error) frame.Frame {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

// everyKind has a column of each kind, the first cell of each missing, sortable by any.
func everyKind(t *testing.T) frame.Frame {
	first := []bool{true, false, false, false}
	return must(t)(frame.New(
		frame.Floats("f", []float64{math.NaN(), 2.5, -1, 2.5}),
		frame.Ints("i", []int64{9, 3, -4, 3}).WithMissing(first),
		frame.Strings("s", []string{"x", "b", "a", "b"}).WithMissing(first),
		frame.Bools("b", []bool{true, true, false, true}).WithMissing(first),
		frame.Durations("d", []time.Duration{9, 3, -4, 3}).WithMissing(first),
		frame.Ints("row", []int64{0, 1, 2, 3}),
	))
}

func TestNewRefuses(t *testing.T) {
	cases := []struct {
		name string
		cols []frame.Column
		want []string
	}{
		{"unequal lengths", []frame.Column{frame.Ints("a", []int64{1}), frame.Ints("b", nil)},
			[]string{`column "b" has 0 rows, column "a" has 1`}},
		{"same name", []frame.Column{frame.Ints("a", nil), frame.Ints("b", nil), frame.Floats("a", nil)},
			[]string{`columns 0 and 2 are both named "a"`}},
		{"no name", []frame.Column{frame.Ints("", nil)}, []string{"column 0 has no name"}},
		{"no constructor", []frame.Column{{Name: "a"}}, []string{`column "a" was made by no constructor`}},
		{"short mask", []frame.Column{frame.Ints("a", []int64{1, 2}).WithMissing([]bool{true})},
			[]string{`column "a" has 2 cells and a mask of 1`}},
		{"empty mask on floats with a gap", []frame.Column{frame.Floats("a", []float64{math.NaN()}).WithMissing([]bool{})},
			[]string{`column "a" has 1 cells and a mask of 0`}},
		{"all at once", []frame.Column{frame.Ints("a", []int64{1}), frame.Ints("", nil), {Name: "c"}},
			[]string{"column 1 has no name", `column "" has 0 rows`, `column "c" was made by no constructor`}},
	}
	for _, c := range cases {
		_, err := frame.New(c.cols...)
		for _, want := range c.want {
			if err == nil || !strings.HasPrefix(err.Error(), "frame: new: ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %q", c.name, err, want)
			}
		}
	}
}

func TestEveryWrongNameIsAnError(t *testing.T) {
	f := everyKind(t)
	calls := []struct {
		operation string
		call      func() error
	}{
		{"column", func() error { _, err := f.Column("rows"); return err }},
		{"column", func() error { _, err := frame.Col[int64](f, "rows"); return err }},
		{"select", func() error { _, err := f.Select("f", "rows"); return err }},
		{"drop", func() error { _, err := f.Drop("f", "rows"); return err }},
		{"sort", func() error { _, err := f.Sort(frame.Key{Name: "rows"}); return err }},
		{"rename", func() error { _, err := f.Rename("rows", "x"); return err }},
		{"meta", func() error { _, err := f.WithMeta("rows", frame.Meta{}); return err }},
		{"transpose", func() error { _, err := f.Transpose("rows"); return err }},
		{"filter: row 0", func() error {
			_, err := f.Filter(func(r frame.Row) bool { return r.Int("rows") > 0 })
			return err
		}},
		{"filter: row 0", func() error {
			_, err := f.Filter(func(r frame.Row) bool { return r.Missing("rows") })
			return err
		}},
	}
	for _, c := range calls {
		err := c.call()
		want := "frame: " + c.operation + `: no column "rows", the nearest is "row"; there are f, i, s, b, d, row`
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	_, err := frame.Frame{}.Column("x")
	if want := `frame: column: no column "x": the frame has no columns`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestOtherErrors(t *testing.T) {
	f := everyKind(t)
	calls := []struct {
		want string
		call func() error
	}{
		{`frame: select: columns 0 and 1 are both named "f"`, func() error { _, err := f.Select("f", "f"); return err }},
		{"frame: rename: column 0 has no name", func() error { _, err := f.Rename("f", ""); return err }},
		{`frame: with: column "z" has 1 row, column "f" has 4`,
			func() error { _, err := f.With(frame.Ints("z", []int64{1})); return err }},
		{"frame: filter: the function is nil", func() error { _, err := f.Filter(nil); return err }},
		{`frame: transpose: columns 1 and 3 are both named "3"`,
			func() error { _, err := must(t)(f.Tail(3).Select("f", "i")).Transpose("i"); return err }},
	}
	for _, c := range calls {
		err := c.call()
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestConstructorsAndAccessorsCopy(t *testing.T) {
	values := []float64{1, 2, 3}
	mask := []bool{false, false, true}
	f := must(t)(frame.New(frame.Floats("x", values).WithMissing(mask)))
	before := f.String()
	values[0], mask[0] = 99, true
	got, err := frame.Col[float64](f, "x")
	if err != nil {
		t.Fatal(err)
	}
	got[1] = 99
	f.Columns()[0] = "y"
	if f.String() != before {
		t.Errorf("the frame changed from\n%sto\n%s", before, f)
	}
}

func TestNothingChangesTheOriginal(t *testing.T) {
	f := everyKind(t).WithCaption("before")
	want := everyKind(t).WithCaption("before")
	keep := must(t)
	derived := []frame.Frame{
		keep(f.Sort(frame.Key{Name: "f"})), keep(f.Select("row", "s")), keep(f.Drop("f")), f.Head(2), f.Tail(2),
		keep(f.With(frame.Ints("i", []int64{5, 6, 7, 8}))), keep(f.With(frame.Ints("new", []int64{5, 6, 7, 8}))),
		keep(f.Rename("f", "g")), keep(f.WithMeta("f", frame.Meta{Unit: "ms"})), f.WithCaption("after"),
		keep(frame.Concat(f, f)), keep(f.Transpose("row")), keep(f.Head(2).With(frame.Ints("i", []int64{1, 2}))),
		keep(f.Filter(func(r frame.Row) bool { return r.Index() > 0 })),
	}
	for i, g := range derived {
		if frame.Equal(f, g) {
			t.Errorf("derived frame %d equals the original:\n%s", i, g)
		}
		if !frame.Equal(f, want) {
			t.Fatalf("derived frame %d changed the original to\n%s", i, f)
		}
	}
}

func TestEqualSeesEveryDifference(t *testing.T) {
	f := must(t)(frame.New(frame.Ints("a", []int64{0, 2})))
	others := []frame.Frame{
		f.WithCaption("x"), f.Head(1), {},
		must(t)(frame.New(frame.Ints("b", []int64{0, 2}))),
		must(t)(frame.New(frame.Ints("a", []int64{0, 3}))),
		must(t)(frame.New(frame.Floats("a", []float64{0, 2}))),
		must(t)(frame.New(frame.Ints("a", []int64{0, 2}).WithMissing([]bool{true, false}))),
		must(t)(f.WithMeta("a", frame.Meta{Unit: "ms"})),
		must(t)(f.With(frame.Ints("b", []int64{0, 2}))),
	}
	for i, g := range others {
		if frame.Equal(f, g) || frame.Equal(g, f) {
			t.Errorf("other frame %d is equal to the first:\n%s", i, g)
		}
	}
	if !frame.Equal(f, must(t)(frame.New(frame.Ints("a", []int64{0, 2}).WithMissing([]bool{false, false})))) {
		t.Error("a mask of nothing makes a difference, want none")
	}
}

func TestSortByEveryKind(t *testing.T) {
	for _, name := range []string{"f", "i", "s", "b", "d"} {
		for _, down := range []bool{false, true} {
			got, err := frame.Col[int64](must(t)(everyKind(t).Sort(frame.Key{Name: name, Descending: down})), "row")
			want := []int64{2, 1, 3, 0} // -1, 2.5, 2.5 in their order, and the missing one last
			if down {
				want = []int64{1, 3, 2, 0}
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("by %s, descending %v: got rows %v, %v, want %v", name, down, got, err, want)
			}
		}
	}
}

// insertionSort is the slow form of Sort with two keys: each row goes before the first that it is strictly less than.
func insertionSort(a, b []int64) (rows []int64) {
	less := func(i, j int64) bool { return a[i] < a[j] || a[i] == a[j] && b[i] > b[j] }
	for i := range int64(len(a)) {
		at := slices.IndexFunc(rows, func(j int64) bool { return less(i, j) })
		if at < 0 {
			at = len(rows)
		}
		rows = slices.Insert(rows, at, i)
	}
	return rows
}

func TestSortIsStableOverKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := r.IntN(30)
		a, b, row := make([]int64, n), make([]int64, n), make([]int64, n)
		for i := range n {
			a[i], b[i], row[i] = r.Int64N(3), r.Int64N(3), int64(i)
		}
		f := must(t)(frame.New(frame.Ints("a", a), frame.Ints("b", b), frame.Ints("row", row)))
		sorted := must(t)(f.Sort(frame.Key{Name: "a"}, frame.Key{Name: "b", Descending: true}))
		got, err := frame.Col[int64](sorted, "row")
		if want := insertionSort(a, b); err != nil || !slices.Equal(got, want) {
			t.Fatalf("a %v, b %v: got rows %v, %v, want %v", a, b, got, err, want)
		}
	}
}

func TestHeadAndTailStayInside(t *testing.T) {
	f := everyKind(t)
	for _, c := range []struct{ n, rows int }{{-1, 0}, {0, 0}, {3, 3}, {4, 4}, {5, 4}, {math.MaxInt, 4}, {math.MinInt, 0}} {
		if got := f.Head(c.n).Rows(); got != c.rows {
			t.Errorf("head %d has %d rows, want %d", c.n, got, c.rows)
		}
		if got := f.Tail(c.n).Rows(); got != c.rows {
			t.Errorf("tail %d has %d rows, want %d", c.n, got, c.rows)
		}
	}
	if got := must(t)(frame.Concat(f.Head(1), f.Tail(3))); !frame.Equal(got, f) {
		t.Errorf("head 1 and tail 3 make\n%swant\n%s", got, f)
	}
}

func TestFilterSeesEveryKind(t *testing.T) {
	got := must(t)(everyKind(t).Filter(func(r frame.Row) bool {
		if r.Index() == 0 {
			return math.IsNaN(r.Float("f")) && r.Missing("i") && r.Int("i") == 0 && r.String("s") == "" && r.Missing("s") &&
				!r.Bool("b") && r.Duration("d") == 0 && r.Missing("b") && r.Missing("d")
		}
		return !r.Missing("f") && r.Float("f") == 2.5 && r.Int("i") == 3 && r.String("s") == "b" && r.Bool("b") &&
			r.Duration("d") == 3
	}))
	rows, err := frame.Col[int64](got, "row")
	if err != nil || !slices.Equal(rows, []int64{0, 1, 3}) {
		t.Errorf("got rows %v, %v, want 0, 1, 3", rows, err)
	}
	if none := must(t)(everyKind(t).Filter(func(frame.Row) bool { return false })); none.Rows() != 0 ||
		len(none.Columns()) != 6 {
		t.Errorf("a filter of nothing leaves %d rows, %d columns, want 0, 6", none.Rows(), len(none.Columns()))
	}
}

func TestMissingCellsAreBlank(t *testing.T) {
	f := everyKind(t)
	ints, err1 := frame.Col[int64](f, "i")
	floats, err2 := frame.Col[float64](f, "f")
	if err1 != nil || err2 != nil || ints[0] != 0 || !math.IsNaN(floats[0]) {
		t.Errorf("missing cells hold %v and %v (%v, %v), want 0 and NaN", ints[0], floats[0], err1, err2)
	}
	c := frame.Floats("x", []float64{math.NaN(), 2, 3}).WithMissing([]bool{false, true, false}).WithMissing(nil)
	if got := []bool{c.Missing(0), c.Missing(1), c.Missing(2)}; !slices.Equal(got, []bool{true, true, false}) {
		t.Errorf("missing cells are %v, want the NaN and the masked one", got)
	}
}

func TestConcatKeepsMasks(t *testing.T) {
	whole := must(t)(frame.New(frame.Ints("a", []int64{1, 2})))
	gap := must(t)(frame.New(frame.Ints("a", []int64{1, 2}).WithMissing([]bool{false, true})))
	for _, c := range []struct {
		a, b frame.Frame
		want string
	}{{whole, whole, "1 2 1 2"}, {whole, gap, "1 2 1 -"}, {gap, whole, "1 - 1 2"}, {gap, gap, "1 - 1 -"}} {
		got := strings.Join(strings.Fields(must(t)(frame.Concat(c.a, c.b)).String())[1:], " ")
		if got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if none := must(t)(frame.Concat()); !frame.Equal(none, frame.Frame{}) {
		t.Errorf("no frames give %v, want the zero frame", none)
	}
}

func TestKindNames(t *testing.T) {
	cols := []frame.Column{frame.Floats("", nil), frame.Ints("", nil), frame.Strings("", nil), frame.Bools("", nil),
		frame.Durations("", nil), {}}
	want := []string{"float64", "int64", "string", "bool", "time.Duration", "kind(0)"}
	for i, c := range cols {
		if got := fmt.Sprint(c.Kind()); got != want[i] {
			t.Errorf("kind of column %d is %s, want %s", i, got, want[i])
		}
	}
}

// A single column is compared with no other one when it takes its own place.
func TestWithKeepsTheRows(t *testing.T) {
	f := must(t)(frame.New(frame.Ints("seed", []int64{1, 2})))
	_, err := f.With(frame.Ints("seed", []int64{1}))
	wantError(t, err, `frame: with: column "seed" has 1 row, column "seed" has 2`)
	if got := must(t)(f.With(frame.Strings("seed", []string{"a", "b"}))); got.Rows() != 2 {
		t.Errorf("got %v, want the twin that is fine", got)
	}
}
