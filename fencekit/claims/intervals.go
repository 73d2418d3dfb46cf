package claims

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"fence/fencekit/lease"
	"fence/fencekit/sweep"
	"fence/fencekit/trace"
)

const (
	// intervalSeed is the first seed of the stored intervals: their seeds are not those of the published blocks, so
	// that a figure is not held against an interval that it helped to make.
	intervalSeed = 1_000_001
	// intervalBlocks is the least number of blocks whose second smallest and second largest leave 99.9 % between,
	// rounded up.
	intervalBlocks = 4000
	// outside is one in how many figures may fall outside on each side.
	outside = 2000
	// mostBlocks is the largest number of blocks: a day or so, and some 200 MB of figures.
	mostBlocks = 1_000_000
)

// Intervals computes the prediction interval of every sampled claim from blocks of the size of the published one.
// Block b has the seeds Seed + 150 b and those that follow it, the same in every set-up, so that figures that compare
// two are paired. The result depends on seed and blocks alone. One number a block and figure is kept.
//
// It is an error if there are fewer than 1,999 blocks, which cannot leave 99.9 % between any two of them, if the seeds
// leave no room, and if ctx is done before the end.
func Intervals(ctx context.Context, o Options) ([]Interval, error) {
	if o.Seed == 0 {
		o.Seed = intervalSeed
	}
	if o.Blocks == 0 {
		o.Blocks = intervalBlocks
	}
	if rank(o.Blocks) < 1 || o.Blocks > mostBlocks {
		return nil, fmt.Errorf("claims: intervals: blocks = %d: must be within [%d, %d]; fewer cannot leave 99.9 %% between "+
			"two of them", o.Blocks, outside-1, mostBlocks)
	}
	if err := o.validate(uint64(o.Blocks) * block); err != nil {
		return nil, err
	}
	values, err := blockFigures(ctx, o)
	if err != nil {
		return nil, err
	}
	out := make([]Interval, len(figures))
	for i, f := range figures {
		if out[i], err = intervalOf(values[i]); err != nil {
			return nil, fmt.Errorf("claims: intervals: %s: %w", f.id, err)
		}
		out[i].ID, out[i].BlockTrials, out[i].Version = f.id, f.trials, trace.Program
	}
	return out, nil
}

// blockFigures runs blocks and returns the values of every figure, block by block.
func blockFigures(ctx context.Context, o Options) ([][]float64, error) {
	values := make([][]float64, len(figures))
	n, err := sweep.Each(ctx, o.Blocks, sweep.Options{Workers: o.Workers, Chunk: 4, Progress: o.Progress},
		func() func(int) []float64 { return newBlocks(o).figures },
		func(_ int, of []float64) error {
			for i, x := range of {
				values[i] = append(values[i], x)
			}
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("claims: intervals: after %d of %d blocks: %w", n, o.Blocks, err)
	}
	return values, nil
}

// blocks runs one block after the other, for one goroutine.
type blocks struct {
	seed    uint64
	setups  []*setup
	runners []*lease.Runner
	tallies [][]lease.Tally
}

func newBlocks(o Options) *blocks {
	b := &blocks{seed: o.Seed}
	for _, f := range figures {
		for _, on := range f.setups {
			if !slices.Contains(b.setups, on) {
				p := on.params()
				b.setups = append(b.setups, on)
				b.runners = append(b.runners, lease.NewRunner(&p, judged, o.parts()))
				b.tallies = append(b.tallies, make([]lease.Tally, len(judged)))
			}
		}
	}
	return b
}

// figures runs a block and returns its figures, in their order.
func (b *blocks) figures(n int) []float64 {
	first := b.seed + uint64(n)*block
	for i, on := range b.setups {
		clear(b.tallies[i])
		for k := range on.trials {
			for j, counts := range b.runners[i].Trial(first + uint64(k)) {
				b.tallies[i][j].Add(&counts, &counts)
			}
		}
	}
	out := make([]float64, len(figures))
	for i, f := range figures {
		out[i] = f.of(func(on *setup) []lease.Tally { return b.tallies[slices.Index(b.setups, on)] })
	}
	return out
}

// rank returns k such that of so many blocks and one block more the one more lies between the k-th smallest and the
// k-th largest with a probability of 99.9 % at least: the largest k with 2k/(blocks+1) <= 1/1000.
func rank(blocks int) int { return (blocks + 1) / outside }

// intervalOf returns the interval of a figure from its values, block by block, and puts them in ascending order. A
// value that is beyond every bound counts as the largest; one that is not a number is an error.
func intervalOf(values []float64) (Interval, error) {
	n := len(values)
	sum := 0.0
	for i, x := range values {
		if math.IsNaN(x) {
			return Interval{}, fmt.Errorf("block %d: the figure is nothing over nothing", i)
		}
		sum += x
	}
	mean, squares := sum/float64(n), 0.0
	for _, x := range values {
		squares += float64((x - mean) * (x - mean))
	}
	slices.Sort(values)
	k := rank(n)
	return Interval{Low: values[k-1], High: values[n-k], Blocks: n, Mean: mean, SD: math.Sqrt(squares / float64(n-1))}, nil
}

// WriteIntervals writes intervals as CSV, exactly: the shortest numbers that read back equal. The error is that of
// the writer.
func WriteIntervals(w io.Writer, intervals []Interval) error {
	f := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	out := csv.NewWriter(w)
	records := [][]string{intervalColumns}
	for _, v := range intervals {
		records = append(records, []string{v.ID, f(v.Low), f(v.High), strconv.Itoa(v.Blocks), strconv.Itoa(v.BlockTrials),
			f(v.Mean), f(v.SD), v.Version})
	}
	if err := out.WriteAll(records); err != nil {
		return fmt.Errorf("claims: write intervals: %w", err)
	}
	return nil
}
