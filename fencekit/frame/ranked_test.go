package frame

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fence/fencekit/interval"
)

// TestRankedAgainstSorting selects several places in a row of the same values, as quantiles do, among values of which
// few, some or all are equal, in any order.
func TestRankedAgainstSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 4000 {
		values := make([]float64, 1+r.IntN([]int{5, 40, 3000}[round%3]))
		distinct := 1 + r.IntN(1+r.IntN(5000))
		for i := range values {
			values[i] = float64(r.IntN(distinct)) - 7
		}
		if r.IntN(4) == 0 {
			values[r.IntN(len(values))] = math.Inf(1 - 2*r.IntN(2))
		}
		arrange(r, values)
		want := slices.Sorted(slices.Values(values))
		for range 4 {
			k := r.IntN(len(values))
			got := ranked(values, k)
			if got != want[k] || values[k] != got {
				t.Fatalf("place %d of %d: got %v, want %v", k, len(values), got, want[k])
			}
			if k > 0 && slices.Max(values[:k]) > got || slices.Min(values[k:]) < got {
				t.Fatalf("place %d of %d: a greater value before it or a lesser one after it", k, len(values))
			}
		}
		if slices.Sort(values); !slices.Equal(values, want) {
			t.Fatalf("%d values: they are not those that were given", len(values))
		}
	}
}

// arrange sorts some of the inputs, up or down.
func arrange(r *rand.Rand, values []float64) {
	switch r.IntN(4) {
	case 0:
		slices.Sort(values)
	case 1:
		slices.Sort(values)
		slices.Reverse(values)
	}
}

// TestRankedAgainstAnAdversary: where the sampled places always hold the least values left, so that no pass gets far,
// what is left is sorted and the value is still right.
func TestRankedAgainstAnAdversary(t *testing.T) {
	const n = 200_000
	values := make([]float64, n)
	at := make([]int, n) // the value that stands at each place, as the passes move them
	for i := range at {
		at[i] = i
		values[i] = n
	}
	// Every turn moves the values below the pivot to the front; replay that on the places.
	next, lo := 0.0, 0
	for range 60 {
		part := at[lo:]
		if len(part) <= 400 {
			break
		}
		for i := range 31 {
			p := part[(len(part)-1)*i/30]
			if values[p] == n {
				values[p] = next
				next++
			}
		}
		pivot := slices.Sorted(slices.Values(sampled(values, part)))[30]
		less := 0
		for i, p := range part {
			part[i], part[less] = part[less], p
			if values[p] < pivot {
				less++
			}
		}
		lo += less
	}
	want := slices.Sorted(slices.Values(values))
	if got := ranked(values, n-1); got != want[n-1] {
		t.Errorf("got %v, want %v", got, want[n-1])
	}
}

func sampled(values []float64, part []int) []float64 {
	out := make([]float64, 31)
	for i := range out {
		out[i] = values[part[(len(part)-1)*i/30]]
	}
	return out
}

// TestQuantileIsThatOfTheInterval: what a summary selects is to the last bit what package interval finds in sorted values.
func TestQuantileIsThatOfTheInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		values := make([]float64, 1+r.IntN(60))
		for i := range values {
			values[i] = r.NormFloat64() * math.Exp(30*r.NormFloat64())
		}
		p := []float64{0, 1, r.Float64(), 0.5, 0.99}[r.IntN(5)]
		want := interval.Quantile(slices.Sorted(slices.Values(values)), p, 0.95).Estimate
		if got := quantileOf(values, p); got != want {
			t.Fatalf("quantile %v of %d values: got %v, want %v", p, len(values), got, want)
		}
	}
}

// TestQuantileBetweenInfinities: interpolation gives no NaN where both neighbours are equal or the step is infinite.
func TestQuantileBetweenInfinities(t *testing.T) {
	inf := math.Inf(1)
	cases := []struct {
		values  []float64
		p, want float64
	}{
		{[]float64{inf, inf}, 0.5, inf},
		{[]float64{-inf, -inf}, 0.25, -inf},
		{[]float64{inf, 0}, 0.25, inf},
		{[]float64{0, -inf}, 0.75, -inf},
		{[]float64{-math.MaxFloat64, math.MaxFloat64}, 0.5, 0},
		{[]float64{3, 1, 2}, 0, 1},
		{[]float64{3, 1, 2}, 1, 3},
		{[]float64{3, 1, 2}, 0.75, 2.5},
		{[]float64{5}, 0.3, 5},
	}
	for _, c := range cases {
		if got := quantileOf(slices.Clone(c.values), c.p); got != c.want {
			t.Errorf("quantile %v of %v: got %v, want %v", c.p, c.values, got, c.want)
		}
	}
}
