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

func TestNewColumnIsTheConstructorOfItsKind(t *testing.T) {
	floats, ints, words := []float64{1, math.NaN()}, []int64{1, 2}, []string{"a", ""}
	bools, spans := []bool{true, false}, []time.Duration{1, 2}
	got := []frame.Column{frame.NewColumn("c", floats), frame.NewColumn("c", ints), frame.NewColumn("c", words),
		frame.NewColumn("c", bools), frame.NewColumn("c", spans)}
	want := []frame.Column{frame.Floats("c", floats), frame.Ints("c", ints), frame.Strings("c", words),
		frame.Bools("c", bools), frame.Durations("c", spans)}
	for i := range got {
		if a, b := must(t)(frame.New(got[i])), must(t)(frame.New(want[i])); !frame.Equal(a, b) {
			t.Errorf("%v: got\n%swant\n%s", want[i].Kind(), a, b)
		}
	}
	f := must(t)(frame.New(got[1]))
	ints[0] = 99
	if v := frame.Must(frame.Cell[int64](f, "c", 0)); v != 1 {
		t.Errorf("the caller's slice changed the frame to %d", v)
	}
}

func TestColumnOf(t *testing.T) {
	type trial struct {
		seed int64
		wait float64
	}
	trials := []trial{{7, 1.5}, {8, math.NaN()}}
	got := must(t)(frame.New(frame.ColumnOf("seed", trials, func(t trial) int64 { return t.seed }),
		frame.ColumnOf("wait", trials, func(t trial) float64 { return t.wait })))
	want := must(t)(frame.New(frame.Ints("seed", []int64{7, 8}), frame.Floats("wait", []float64{1.5, math.NaN()})))
	if !frame.Equal(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCell(t *testing.T) {
	f := everyKind(t)
	if v, err := frame.Cell[float64](f, "f", 0); err != nil || !math.IsNaN(v) {
		t.Errorf("a missing float is %v, %v, want NaN", v, err)
	}
	if v, err := frame.Cell[string](f, "s", 0); err != nil || v != "" {
		t.Errorf("a missing string is %q, %v, want empty", v, err)
	}
	if v, err := frame.Cell[time.Duration](f, "d", 3); err != nil || v != 3 {
		t.Errorf("the last duration is %v, %v, want 3ns", v, err)
	}
	for _, row := range []int{-1, 4, math.MaxInt, math.MinInt} {
		_, err := frame.Cell[bool](f, "b", row)
		wantError(t, err, fmt.Sprintf(`frame: cell: row %d of column "b": rows go from 0 to 3`, row))
	}
	_, err := frame.Cell[int64](f.Head(0), "i", 0)
	wantError(t, err, `frame: cell: row 0 of column "i": there are no rows`)
	_, err = frame.Cell[int64](f, "f", 0)
	wantError(t, err, `frame: cell: column "f" holds float64, not int64`)
	_, err = frame.Cell[int64](f, "rows", 0)
	wantError(t, err, `frame: cell: no column "rows", the nearest is "row"; there are f, i, s, b, d, row`)
}

func TestMust(t *testing.T) {
	if v := frame.Must(7, nil); v != 7 {
		t.Errorf("got %d, want 7", v)
	}
	want := errors.New("frame: an error")
	defer func() {
		if got := recover(); got != want {
			t.Errorf("panics with %v, want the error itself", got)
		}
	}()
	frame.Must(7, want)
}

func TestOrderKeys(t *testing.T) {
	got := must(t)(everyKind(t).Sort(frame.Desc("s"), frame.Asc("f"), frame.Desc("row")))
	if rows := rowsOf(t, got); !slices.Equal(rows, []int64{3, 1, 2, 0}) {
		t.Errorf("got rows %v, want 3, 1, 2, 0", rows)
	}
}
