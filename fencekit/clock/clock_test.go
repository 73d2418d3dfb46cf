package clock

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

func TestRateOver(t *testing.T) {
	for _, c := range []struct {
		ppm  float64
		over time.Duration
		want time.Duration
	}{
		// The seed's arithmetic.
		{1000, 3 * time.Second, 3 * time.Millisecond},
		{200, 10 * time.Second, 2 * time.Millisecond},
		{-1000, 3 * time.Second, -3 * time.Millisecond},
		// Rounded towards minus infinity.
		{1, 999_999, 0},
		{-1, 999_999, -1},
		{-1, 1_000_000, -1},
		{0, time.Hour, 0},
		{200, 0, 0},
	} {
		r, err := PPM(c.ppm)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Over(c.over); got != c.want {
			t.Errorf("%v ppm over %v: got %v, want %v", c.ppm, c.over, got, c.want)
		}
	}
}

// The oracle is arithmetic without a bound on size.
func TestRateOverAgainstBigIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		r := Rate(rng.Int64N(int64(2*MaxRate))) - MaxRate
		d := time.Duration(rng.Int64() >> rng.IntN(63))
		if rng.IntN(2) == 0 {
			d = -d
		}
		want := new(big.Int).Mul(big.NewInt(int64(r)), big.NewInt(int64(d)))
		want.Div(want, big.NewInt(int64(MaxRate))) // Euclidean: towards minus infinity for a positive divisor
		if got := int64(r.Over(d)); got != want.Int64() {
			t.Fatalf("Rate(%d).Over(%d): got %d, want %v", r, d, got, want)
		}
	}
}

func TestPPMRefuses(t *testing.T) {
	for _, ppm := range []float64{math.NaN(), math.Inf(1), 1e7, -1e7} {
		if r, err := PPM(ppm); err == nil {
			t.Errorf("PPM(%v): got %v, want an error", ppm, r)
		}
	}
}

func TestWallAtChosenInstants(t *testing.T) {
	r, err := PPM(1000)
	if err != nil {
		t.Fatal(err)
	}
	c := Clock{Offset: 7 * time.Millisecond, Drift: r,
		Steps: []Step{{2 * time.Second, -500 * time.Millisecond}, {5 * time.Second, 40 * time.Millisecond}}}
	for _, k := range []struct{ at, want time.Duration }{
		{0, 7 * time.Millisecond},
		{2*time.Second - 1, 2*time.Second - 1 + 7*time.Millisecond + 1_999_999},
		// A step shows at its own instant.
		{2 * time.Second, 2*time.Second + 7*time.Millisecond + 2*time.Millisecond - 500*time.Millisecond},
		{6 * time.Second, 6*time.Second + 7*time.Millisecond + 6*time.Millisecond - 460*time.Millisecond},
	} {
		if got := c.Wall(k.at).Sub(0); got != k.want {
			t.Errorf("wall at %v: got %v, want %v", k.at, got, k.want)
		}
	}
	if got, want := c.Monotonic(6*time.Second).Sub(c.Monotonic(0)), 6*time.Second+6*time.Millisecond; got != want {
		t.Errorf("monotonic: got %v, want %v", got, want)
	}
}

func TestValidate(t *testing.T) {
	bad := Clock{Steps: []Step{{3, 1}, {2, 1}}}
	if bad.Validate() == nil {
		t.Error("steps out of order: want an error")
	}
	if (&Clock{Drift: MaxRate + 1}).Validate() == nil {
		t.Error("drift beyond the limit: want an error")
	}
	if err := (&Clock{Steps: []Step{{2, 1}, {2, 1}}}).Validate(); err != nil {
		t.Error(err)
	}
}

func ExampleClock_Wall() {
	c := Clock{Steps: []Step{{At: 2 * time.Second, By: -500 * time.Millisecond}}}
	before, after := c.Wall(1900*time.Millisecond), c.Wall(2100*time.Millisecond)
	fmt.Println("wall:", after.Sub(before))
	fmt.Println("monotonic:", c.Monotonic(2100*time.Millisecond).Sub(c.Monotonic(1900*time.Millisecond)))
	// Output:
	// wall: -300ms
	// monotonic: 200ms
}

func ExampleRate_Over() {
	r, _ := PPM(200)
	fmt.Println(r.Over(10 * time.Second))
	// Output: 2ms
}
