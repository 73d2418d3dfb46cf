package parquetio

import (
	"bytes"
	"testing"

	"fence/fencekit/frame"
	"fence/fencekit/frame/frametest"
)

// FuzzRead reads anything: it must not crash and not take more than its bound, and what it reads must write and read
// back equal.
func FuzzRead(f *testing.F) {
	for _, sample := range samples(f) {
		f.Add(sample)
	}
	f.Add([]byte("PAR1PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _, err := read(bytes.NewReader(data), int64(len(data)), 1<<22)
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
		want := frametest.FromBytes(data)
		if len(want.Columns()) == 0 {
			return
		}
		got, err := readAll(written(t, want))
		if err != nil || !frame.Equal(got, want) {
			t.Errorf("got %v\n%v\nwant\n%v", err, got, want)
		}
	})
}
