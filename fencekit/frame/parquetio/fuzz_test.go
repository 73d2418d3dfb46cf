package parquetio

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// FuzzRead reads anything: it must not crash and not take more than its bound, and what it reads must write and read
// back equal.
func FuzzRead(f *testing.F) {
	for _, sample := range samples(f) {
		f.Add(sample)
	}
	f.Add([]byte("PAR1PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := read(bytes.NewReader(data), int64(len(data)), 1<<22)
		if err != nil || len(got.Columns()) == 0 {
			return
		}
		again, err := readAll(written(t, got))
		if err != nil || !frame.Equal(again, got) {
			t.Errorf("got %v\n%v\nwant\n%v", err, again, got)
		}
	})
}

// FuzzRoundTrip writes and reads frames made of bytes.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte("\x05\x03\x01\x02\x00caption of sorts"))
	f.Add(bytes.Repeat([]byte("\x01\xff\x80\x7f\x00abc"), 40))
	f.Fuzz(func(t *testing.T, data []byte) {
		want := frameFrom(data)
		if len(want.Columns()) == 0 {
			return
		}
		got, err := readAll(written(t, want))
		if err != nil || !frame.Equal(got, want) {
			t.Errorf("got %v\n%v\nwant\n%v", err, got, want)
		}
	})
}

// frameFrom makes a frame of bytes: shape, names, kinds, cells and gaps. Text is made valid UTF-8.
func frameFrom(data []byte) frame.Frame {
	next := func(n int) []byte {
		out := make([]byte, n)
		data = data[copy(out, data):]
		return out
	}
	number := func() int64 { return int64(binary.LittleEndian.Uint64(next(8))) }
	text := func() string { return strings.ToValidUTF8(string(next(int(next(1)[0])%9)), "\uFFFD") }
	rows, width := int(next(1)[0])%20, int(next(1)[0])%7
	f := frame.Frame{}.WithCaption(text())
	for range width {
		var c frame.Column
		name := text() + "."
		switch next(1)[0] % 5 {
		case 0:
			c = columnFrom(rows, name, frame.Floats, func() float64 { return math.Float64frombits(uint64(number())) })
		case 1:
			c = columnFrom(rows, name, frame.Ints, number)
		case 2:
			c = columnFrom(rows, name, frame.Strings, text)
		case 3:
			c = columnFrom(rows, name, frame.Bools, func() bool { return next(1)[0]%2 == 1 })
		case 4:
			c = columnFrom(rows, name, frame.Durations, func() time.Duration { return time.Duration(number()) })
		}
		gaps := make([]bool, rows)
		for i := range gaps {
			gaps[i] = next(1)[0]%4 == 0
		}
		c = c.WithMissing(gaps).WithMeta(frame.Meta{Unit: text(), Meaning: text(), Method: text()})
		f = must(f.With(c))
	}
	return f
}

func columnFrom[T frame.Value](rows int, name string, column func(string, []T) frame.Column, cell func() T) frame.Column {
	values := make([]T, rows)
	for i := range values {
		values[i] = cell()
	}
	return column(name, values)
}
