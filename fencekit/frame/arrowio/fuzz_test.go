package arrowio

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
	f.Add([]byte("ARROW1\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _, err := read(bytes.NewReader(data), 1<<22)
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(written(t, got, Write)))
		if err != nil || !frame.Equal(again, got) {
			t.Errorf("got %v\n%v\nwant\n%v", err, again, got)
		}
	})
}

// FuzzRoundTrip writes and reads frames made of bytes.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("\x05\x03\x01\x02\x00caption of sorts"))
	f.Add(bytes.Repeat([]byte("\x01\xff\x80\x7f\x00abc"), 40))
	f.Fuzz(func(t *testing.T, data []byte) {
		want := frametest.FromBytes(data)
		for _, form := range forms {
			got, err := Read(bytes.NewReader(written(t, want, form.write)))
			if err != nil || !frame.Equal(got, want) {
				t.Errorf("%s: got %v\n%v\nwant\n%v", form.name, err, got, want)
			}
		}
	})
}
