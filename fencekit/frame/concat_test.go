package frame_test

import (
	"testing"

	"fence/fencekit/frame"
)

// wantFrame fails the test unless the frames are equal, and says in what they differ.
func wantFrame(t *testing.T, got, want frame.Frame) {
	t.Helper()
	if what := frame.Diff(got, want); what != "" {
		t.Errorf("got and want differ:\n%s\ngot\n%swant\n%s", what, got, want)
	}
}

func TestConcatMatchesNames(t *testing.T) {
	meta := frame.Meta{Unit: "ms"}
	a := must(t)(frame.New(frame.Strings("k", []string{"a"}), frame.Ints("x", []int64{1}).WithMeta(meta)))
	a = a.WithCaption("first")
	b := must(t)(frame.New(frame.Floats("x", []float64{2.5}), frame.Strings("k", []string{"b"})))
	gap := must(t)(frame.New(frame.Strings("k", []string{"c"}), frame.Ints("x", []int64{0}).WithMissing([]bool{true})))
	want := must(t)(frame.New(frame.Strings("k", []string{"a", "b", "c"}),
		frame.Floats("x", []float64{1, 2.5, 0}).WithMissing([]bool{false, false, true}).WithMeta(meta))).WithCaption("first")
	wantFrame(t, must(t)(frame.Concat(a, b, gap)), want)
	// Frames without rows have no say in the kinds, and those without columns none at all.
	empty := must(t)(frame.New(frame.Bools("x", nil), frame.Durations("k", nil)))
	wantFrame(t, must(t)(frame.Concat(frame.Frame{}, a, empty, b, frame.Frame{}, gap)), want)
	first := must(t)(frame.New(frame.Bools("k", nil), frame.Strings("x", nil).WithMeta(meta))).WithCaption("first")
	wantFrame(t, must(t)(frame.Concat(first, a, b, gap)), want)
	wantFrame(t, must(t)(frame.Concat(first, empty)), first)
	wantFrame(t, must(t)(frame.Concat(frame.Frame{}, frame.Frame{}.WithCaption("x"))), frame.Frame{})
}

func TestConcatRefuses(t *testing.T) {
	f := everyKind(t)
	bools := must(t)(f.With(frame.Bools("row", make([]bool, 4))))
	large := must(t)(frame.New(frame.Ints("x", []int64{1, 1<<53 + 1})))
	small := must(t)(frame.New(frame.Floats("x", []float64{1.5})))
	cases := []struct {
		frames []frame.Frame
		want   []string
	}{
		{[]frame.Frame{f, must(t)(f.Drop("row"))},
			[]string{`frame: concat: frame 1 has no column "row", which frame 0 has; Rename, With or Drop makes them agree`}},
		{[]frame.Frame{f, f, must(t)(f.Rename("row", "rows")), bools}, []string{
			`frame: concat: frame 2 has no column "row", which frame 0 has, the nearest is "rows"; ` +
				`Rename, With or Drop makes them agree`,
			`frame 2 has column "rows", which frame 0 has not, the nearest is "row"; Rename, With or Drop makes them agree`,
			`column "row" holds int64 in frame 0 and bool in frame 3; Convert makes them one kind`}},
		{[]frame.Frame{f.Head(0), bools, f},
			[]string{`frame: concat: column "row" holds bool in frame 1 and int64 in frame 2; Convert makes them one kind`}},
		{[]frame.Frame{{}, small, large},
			[]string{`frame: concat: frame 2: column "x", row 1: 9007199254740993 is beyond 2^53 and cannot stand among ` +
				"floats"}},
	}
	for _, c := range cases {
		_, err := frame.Concat(c.frames...)
		wantError(t, err, c.want...)
	}
}
