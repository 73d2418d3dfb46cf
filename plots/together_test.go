package plots_test

import (
	"bytes"
	"sync"
	"testing"
)

// One figure may be drawn by several goroutines at once, and is the same for each.
func TestFiguresAreDrawnSideBySide(t *testing.T) {
	for _, d := range gallery[:min(6, len(gallery))] {
		figure, err := d.make()
		if err != nil {
			t.Fatal(err)
		}
		figure.DPI = 60
		for _, format := range []string{"png", "svg", "pdf"} {
			want := bytesOf(t, figure, format)
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					if got, err := figure.Bytes(format); err != nil || !bytes.Equal(got, want) {
						t.Errorf("%s as %s: differs from a drawing alone (%v)", d.name, format, err)
					}
				})
			}
			group.Wait()
		}
	}
}
