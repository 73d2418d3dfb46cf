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

// slowEqual compares by the text of every cell.
func slowEqual(t *testing.T, a, b frame.Frame) bool {
	if a.Caption() != b.Caption() || a.Rows() != b.Rows() || !slices.Equal(a.Columns(), b.Columns()) {
		return false
	}
	for _, name := range a.Columns() {
		c, d := columnOf(t, a, name), columnOf(t, b, name)
		if c.Meta != d.Meta || c.Kind() != d.Kind() {
			return false
		}
		for i := range c.Len() {
			if c.Missing(i) != d.Missing(i) || c.Text(i) != d.Text(i) {
				return false
			}
		}
	}
	return true
}

func TestEqualAgainstTheText(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	same := 0
	for range 3000 {
		a, b := randomRows(t, r, r.IntN(3), ""), randomRows(t, r, r.IntN(3), "")
		want := slowEqual(t, a, b)
		if want {
			same++
		}
		if got := frame.Equal(a, b); got != want || (frame.Diff(a, b) == "") != want {
			t.Fatalf("equal is %v and the difference %q, want %v, of\n%sand\n%s", got, frame.Diff(a, b), want, a, b)
		}
		if !frame.Equal(a, a) || frame.Diff(a, a) != "" {
			t.Fatalf("a frame differs from itself: %s", frame.Diff(a, a))
		}
	}
	if same < 100 {
		t.Errorf("only %d of the pairs were equal: the test sees little", same)
	}
}

func TestEqualSeesZerosAndMasks(t *testing.T) {
	floats := func(v ...float64) frame.Frame { return must(t)(frame.New(frame.Floats("x", v))) }
	if frame.Equal(floats(0), floats(math.Copysign(0, -1))) {
		t.Error("-0 is taken for 0, which is written otherwise")
	}
	masked := must(t)(frame.New(frame.Floats("x", []float64{1, 2}).WithMissing([]bool{false, false})))
	if what := frame.Diff(masked, floats(1, 2)); what != "" {
		t.Errorf("a mask without a gap differs from none: %s", what)
	}
	nan := math.Float64frombits(0x7ff8_0000_0000_0123)
	if what := frame.Diff(floats(nan), floats(math.NaN())); what != "" {
		t.Errorf("two missing floats differ: %s", what)
	}
}

func TestDiff(t *testing.T) {
	f := everyKind(t).WithCaption("One.")
	with := func(c frame.Column) frame.Frame { return must(t)(f.With(c)) }
	long := frame.Ints("n", make([]int64, 100))
	ones := make([]int64, 100)
	for i := range ones {
		ones[i] = 1
	}
	wide := must(t)(frame.New(wideColumns(20)...))
	other := wideColumns(20)
	for i := range other {
		other[i] = frame.Ints(other[i].Name, []int64{-1})
	}
	cases := []struct {
		a, b frame.Frame
		want []string
	}{
		{f, f, []string{""}},
		{f, f.WithCaption("Two."), []string{`caption: "One." and "Two."`}},
		{f, f.Head(1), []string{"4 rows and 1 row"}},
		{must(t)(f.Select("f", "i")), must(t)(f.Select("i", "f")), []string{"the columns stand in another order"}},
		{must(t)(f.Select("f", "i")), must(t)(f.Select("i", "s")),
			[]string{`column "s": only in the second`, `column "f": only in the first`}},
		{f, must(t)(f.WithMeta("d", frame.Meta{Unit: "s", Meaning: "held"})),
			[]string{`column "d": unit "" and "s"`, `column "d": meaning "" and "held"`}},
		{f, with(frame.Floats("i", make([]float64, 4))), []string{`column "i": int64 and float64`}},
		{f, with(frame.Strings("s", []string{"x", "b", "a", "c"})),
			[]string{`column "s": row 0 missing and "x", row 3 "b" and "c"`}},
		{f, with(frame.Durations("d", []time.Duration{1, 3, -4, 3})), []string{`column "d": row 0 missing and 1ns`}},
		{must(t)(frame.New(long)), must(t)(frame.New(frame.Ints("n", ones))),
			[]string{`column "n": row 0 0 and 1, row 1 0 and 1, row 2 0 and 1, and 97 more`}},
		{wide, must(t)(frame.New(other...)), []string{`column "c0": row 0 0 and -1`, `column "c1": row 0 1 and -1`,
			`column "c2": row 0 2 and -1`, `column "c3": row 0 3 and -1`, `column "c4": row 0 4 and -1`,
			`and 15 more with other cells`}},
		{frame.Frame{}, frame.Frame{}.WithCaption(strings.Repeat("x", 1000)),
			[]string{`caption: "" and "` + strings.Repeat("x", 40) + `..."`}},
	}
	for _, c := range cases {
		if got, want := frame.Diff(c.a, c.b), strings.Join(c.want, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if frame.Equal(c.a, c.b) != (c.want[0] == "") {
			t.Errorf("%q, but equal is %v", c.want, frame.Equal(c.a, c.b))
		}
	}
}
