package arrowio

import (
	"bytes"
	"io"
	"testing"

	"fence/fencekit/frame"
	"fence/fencekit/frame/frametest"
)

// manyRows is the frame that is timed.
func manyRows() frame.Frame { return frametest.Results(100_000) }

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
