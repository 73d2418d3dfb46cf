package frame

import (
	"math"
	"testing"
)

func TestKeysAreNumberedUpToALimit(t *testing.T) {
	_, err := matchKeys(nil, nil, math.MaxInt32, 1)
	want := "2,147,483,647 left rows and 1 right row: keys are numbered up to 2,147,483,647"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTimes(t *testing.T) {
	for factor, want := range map[float64]string{0.25: "0.25", 10: "10", 89.94: "89.9", 99.99: "100", 65536: "65,536"} {
		if got := timesText(factor); got != want {
			t.Errorf("%v: got %s, want %s", factor, got, want)
		}
	}
}
