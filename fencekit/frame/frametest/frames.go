package frametest

import (
	"fmt"
	"math"
	"time"

	"fence/fencekit/frame"
)

// Everything returns a frame of 5 rows with what can go wrong in every kind of column: the values at the edges, a
// missing cell in the third row of every column but the last, Meta in full, in part and not at all, names that do not
// stand in their order and have dots, commas and spaces, and a caption of two lines.
func Everything() frame.Frame {
	gap := []bool{false, false, true, false, false}
	meta := frame.Meta{Unit: "ms", Meaning: "how long it took, naïvely", Method: "median"}
	return made(
		frame.Floats("z.loss", []float64{math.Copysign(0, -1), math.Inf(1), 1, math.NaN(), 5e-324}).
			WithMissing(gap).WithMeta(meta),
		frame.Ints("count", []int64{math.MaxInt64, math.MinInt64, 1, 0, -1}).WithMissing(gap),
		frame.Strings("who, and why", []string{"", "Zoë\x00\n", "gone", "日本", `"`}).WithMissing(gap),
		frame.Bools("ok", []bool{true, false, true, false, true}).WithMissing(gap),
		frame.Durations("held", []time.Duration{math.MaxInt64, math.MinInt64, 1, 0, -time.Second}).WithMissing(gap),
		frame.Ints("Aa", []int64{1, 2, 3, 4, 5}).WithMeta(frame.Meta{Method: "Wilson, 95 %"}),
	).WithCaption("All of it,\nin <two> lines")
}

// NotUTF8 returns a frame of 2 rows with bytes that are no text wherever a frame has text: "b\xff" in row 1 of the
// column "s", the column "t\xff", the Unit "\xfe" of the column "n", the caption "\xfd".
func NotUTF8() frame.Frame {
	return made(
		frame.Strings("s", []string{"fine", "b\xff"}), frame.Strings("t\xff", []string{"", ""}),
		frame.Ints("n", []int64{1, 2}).WithMeta(frame.Meta{Unit: "\xfe"}),
	).WithCaption("\xfd")
}

// Results returns a frame like a result of so many trials, a row each, with a column of every kind and no missing
// cells.
func Results(rows int) frame.Frame {
	rates, seeds, postures := make([]float64, rows), make([]int64, rows), make([]string, rows)
	held, waits := make([]bool, rows), make([]time.Duration, rows)
	for i := range rows {
		rates[i], seeds[i], postures[i] = float64(i)/7, int64(i), fmt.Sprint("posture ", i%10)
		held[i], waits[i] = i%3 == 0, time.Duration(i)*time.Microsecond
	}
	return made(frame.Floats("rate", rates), frame.Ints("seed", seeds), frame.Strings("posture", postures),
		frame.Bools("held", held), frame.Durations("wait", waits))
}

// made builds a frame of columns that are known to fit.
func made(columns ...frame.Column) frame.Frame {
	f, err := frame.New(columns...)
	if err != nil {
		panic("frametest: " + err.Error())
	}
	return f
}
