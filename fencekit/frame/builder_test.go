package frame_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"fence/fencekit/frame"
)

func TestBuilderGivesWhatTheConstructorsGive(t *testing.T) {
	var b frame.Builder
	f, i, s := frame.AddColumn[float64](&b, "f"), frame.AddColumn[int64](&b, "i"), frame.AddColumn[string](&b, "s")
	o, d := frame.AddColumn[bool](&b, "b"), frame.AddColumn[time.Duration](&b, "d").WithMeta(frame.Meta{Unit: "s"})
	row := frame.AddColumn[int64](&b, "row")
	f.AppendMissing()
	i.AppendMissing()
	s.AppendMissing()
	o.AppendMissing()
	d.AppendMissing()
	f.Append(2.5, -1, 2.5)
	i.Append(3, -4, 3)
	s.Append("b", "a", "b")
	o.Append(true, false, true)
	d.Append(3, -4, 3)
	row.Append(0, 1, 2, 3)
	want := must(t)(everyKind(t).WithMeta("d", frame.Meta{Unit: "s"}))
	if got := must(t)(b.Frame()); !frame.Equal(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if f.Len() != 4 || frame.AddColumn[bool](&b, "empty").Len() != 0 {
		t.Errorf("a column of 4 has length %d", f.Len())
	}
	if got := must(t)(new(frame.Builder).Frame()); !frame.Equal(got, frame.Frame{}) {
		t.Errorf("an empty builder gives %v, want the zero frame", got)
	}
}

func TestBuilderTakesNaNForMissing(t *testing.T) {
	var b frame.Builder
	x := frame.AddColumn[float64](&b, "x")
	x.Append(1)
	x.Append(math.NaN(), 3)
	want := must(t)(frame.New(frame.Floats("x", []float64{1, math.NaN(), 3})))
	if got := must(t)(b.Frame()); !frame.Equal(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestBuilderGoesOn keeps every frame of a growing builder, and what it looked like.
func TestBuilderGoesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var b frame.Builder
	x, s := frame.AddColumn[float64](&b, "x"), frame.AddColumn[string](&b, "s")
	var frames []frame.Frame
	var texts []string
	for n := range 300 {
		if r.IntN(4) == 0 {
			x.AppendMissing()
			s.AppendMissing()
		} else {
			x.Append(float64(n))
			s.Append(fmt.Sprint(n))
		}
		f := must(t)(b.Frame())
		if f.Rows() != n+1 {
			t.Fatalf("after %d rows the frame has %d", n+1, f.Rows())
		}
		frames, texts = append(frames, f), append(texts, f.String())
	}
	for n, f := range frames {
		if f.String() != texts[n] {
			t.Fatalf("frame %d changed from\n%sto\n%s", n, texts[n], f)
		}
	}
	first := frames[0]
	s.WithMeta(frame.Meta{Unit: "late"})
	if columnOf(t, first, "s").Meta.Unit != "" || columnOf(t, must(t)(b.Frame()), "s").Meta.Unit != "late" {
		t.Error("a later Meta reached an earlier frame, or not the next one")
	}
}

func TestBuilderReportsEveryViolation(t *testing.T) {
	var b frame.Builder
	frame.AddColumn[int64](&b, "seed").Append(1, 2, 3)
	wait := frame.AddColumn[time.Duration](&b, "wait")
	wait.Append(1, 2)
	frame.AddColumn[bool](&b, "seed").Append(true, false, true)
	frame.AddColumn[bool](&b, "").Append(true, false, true)
	_, err := b.Frame()
	wantError(t, err, `frame: builder: column "wait" has 2 rows, column "seed" has 3`,
		`columns 0 and 2 are both named "seed"`, `column 3 has no name`)
	wait.Append(3)
	_, err = b.Frame()
	wantError(t, err, `frame: builder: columns 0 and 2 are both named "seed"`, `column 3 has no name`)
}
