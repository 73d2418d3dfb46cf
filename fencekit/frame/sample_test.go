package frame_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"fence/fencekit/frame"
)

// numberedRows returns a frame of so many numbered rows.
func numberedRows(t *testing.T, n int) frame.Frame {
	return rowNumbers(t, must(t)(frame.New(frame.Bools("b", make([]bool, n)))))
}

// TestSampleNeverChanges holds a draw to what it was when it was first made: a sample that is published with its seed
// can be drawn again.
func TestSampleNeverChanges(t *testing.T) {
	for _, c := range []struct {
		n, rows int
		seed    uint64
		want    []int64
	}{
		{5, 1000, 1, []int64{11, 415, 755, 807, 927}},
		{5, 1000, 2, []int64{211, 357, 572, 887, 940}},
		{3, 7, math.MaxUint64, []int64{2, 3, 5}},
	} {
		if got := rowsOf(t, must(t)(numberedRows(t, c.rows).Sample(c.n, c.seed))); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d, seed %d: got rows %v, want %v", c.n, c.rows, c.seed, got, c.want)
		}
	}
}

func TestSampleIsASubsetInOrder(t *testing.T) {
	for rows := range 30 {
		f := numberedRows(t, rows)
		for n := range rows + 1 {
			got := rowsOf(t, must(t)(f.Sample(n, uint64(rows))))
			if len(got) != n || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != n {
				t.Fatalf("%d of %d rows: got %v", n, rows, got)
			}
		}
		if whole := must(t)(f.Sample(rows, 1)); !frame.Equal(whole, f) {
			t.Fatalf("a sample of all is\n%swant\n%s", whole, f)
		}
	}
}

// unfairness compares how often each subset of three rows of six is drawn with the same share for all, over consecutive
// seeds: the statistic of a chi-square test with 19 degrees of freedom, which exceeds 43.8 once in a thousand tests.
func unfairness(draw func(seed uint64) []int64) float64 {
	const draws, subsets = 20_000, 20
	count := map[string]float64{}
	for seed := range uint64(draws) {
		count[fmt.Sprint(draw(seed))]++
	}
	statistic := 0.0
	for _, n := range count {
		statistic += (n - draws/subsets) * (n - draws/subsets) / (draws / subsets)
	}
	return statistic + float64(subsets-len(count))*(draws/subsets)
}

func TestSampleIsFair(t *testing.T) {
	f := numberedRows(t, 6)
	if got := unfairness(func(seed uint64) []int64 { return rowsOf(t, must(t)(f.Sample(3, seed))) }); got > 43.8 {
		t.Errorf("chi-square is %.1f, want 43.8 at most", got)
	}
	// The twin takes the first three rows one time in ten whatever the seed.
	twin := unfairness(func(seed uint64) []int64 {
		if seed%10 == 0 {
			return []int64{0, 1, 2}
		}
		return rowsOf(t, must(t)(f.Sample(3, seed)))
	})
	if twin < 43.8 {
		t.Errorf("chi-square of an unfair draw is %.1f, want it above 43.8", twin)
	}
}

func TestSampleErrors(t *testing.T) {
	_, err := numberedRows(t, 1).Sample(2, 1)
	wantError(t, err, "frame: sample: 2 of 1 row without replacement")
	_, err = numberedRows(t, 1000).Sample(-1, 1)
	wantError(t, err, "frame: sample: -1 of 1,000 rows without replacement")
}
