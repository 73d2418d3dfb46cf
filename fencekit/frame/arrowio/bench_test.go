package arrowio

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// manyRows is a result of 100,000 rows and 5 columns, one of each kind.
func manyRows() frame.Frame {
	const n = 100_000
	floats, ints, words := make([]float64, n), make([]int64, n), make([]string, n)
	bools, waits := make([]bool, n), make([]time.Duration, n)
	for i := range n {
		floats[i], ints[i], words[i] = float64(i)/7, int64(i), fmt.Sprint("posture ", i%10)
		bools[i], waits[i] = i%3 == 0, time.Duration(i)*time.Microsecond
	}
	return must(frame.New(frame.Floats("rate", floats), frame.Ints("seed", ints), frame.Strings("posture", words),
		frame.Bools("held", bools), frame.Durations("wait", waits)))
}

func BenchmarkWrite(b *testing.B) {
	f := manyRows()
	for b.Loop() {
		if err := Write(io.Discard, f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	if err := Write(&file, manyRows()); err != nil {
		b.Fatal(err)
	}
	data := file.Bytes()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Read(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
}
