package frametest

import (
	"encoding/binary"
	"math"
	"strings"
	"time"

	"fence/fencekit/frame"
)

// FromBytes makes a frame of bytes, for fuzz tests: the same frame of the same bytes, whatever they are. It has up to
// 19 rows and up to 6 columns of any kinds with any cells, some of them missing, and a caption and Meta; where the
// bytes end, zeros follow. All text is UTF-8 of at most 24 bytes, and no name is empty.
func FromBytes(data []byte) frame.Frame {
	b := reader{data}
	rows, width := b.below(20), b.below(7)
	f := frame.Frame{}.WithCaption(b.text())
	for range width {
		name := b.text() + "."
		c := b.column(name, rows)
		gaps := cells(rows, func() bool { return b.below(4) == 0 })
		c = c.WithMissing(gaps).WithMeta(frame.Meta{Unit: b.text(), Meaning: b.text(), Method: b.text()})
		var err error
		if f, err = f.With(c); err != nil {
			panic("frametest: " + err.Error())
		}
	}
	return f
}

// reader takes values off the front of bytes.
type reader struct{ data []byte }

func (b *reader) next(n int) []byte {
	out := make([]byte, n)
	b.data = b.data[copy(out, b.data):]
	return out
}

func (b *reader) below(n int) int { return int(b.next(1)[0]) % n }

func (b *reader) number() int64 { return int64(binary.LittleEndian.Uint64(b.next(8))) }

// text takes up to 8 bytes; those that are not UTF-8 become the character that stands for them.
func (b *reader) text() string { return strings.ToValidUTF8(string(b.next(b.below(9))), "\uFFFD") }

func (b *reader) column(name string, rows int) frame.Column {
	switch b.below(5) {
	case 0:
		return frame.Floats(name, cells(rows, func() float64 { return math.Float64frombits(uint64(b.number())) }))
	case 1:
		return frame.Ints(name, cells(rows, b.number))
	case 2:
		return frame.Strings(name, cells(rows, b.text))
	case 3:
		return frame.Bools(name, cells(rows, func() bool { return b.below(2) == 1 }))
	}
	return frame.Durations(name, cells(rows, func() time.Duration { return time.Duration(b.number()) }))
}

func cells[T frame.Value](rows int, next func() T) []T {
	values := make([]T, rows)
	for i := range values {
		values[i] = next()
	}
	return values
}
