package frame

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// sampleStream sets the draws of Sample apart from others made of the same seed: the ASCII bytes of "a sample".
const sampleStream = 0x612073616d706c65

// Sample returns n rows drawn without replacement, in the order that they have in the frame. Every set of n rows is
// equally likely, and the same seed draws the same rows of a frame of that length everywhere and in every version. A
// negative n, and one above the number of rows, is an error.
func (f Frame) Sample(n int, seed uint64) (Frame, error) {
	if n < 0 || n > f.Rows() {
		return Frame{}, fmt.Errorf("frame: sample: %d of %s without replacement", n, counted(f.Rows(), "row"))
	}
	return f.pick(drawn(n, f.Rows(), seed)), nil
}

// drawn returns n of the numbers below total, rising. It is selection sampling, Knuth's algorithm S (The Art of
// Computer Programming, volume 2, 3.4.2): a number is taken with the probability of those still needed among those
// still left.
func drawn(n, total int, seed uint64) []int {
	source := rand.NewPCG(seed, sampleStream)
	rows := make([]int, 0, n)
	for i := 0; len(rows) < n; i++ {
		if below(source, uint64(total-i)) < uint64(n-len(rows)) {
			rows = append(rows, i)
		}
	}
	return rows
}

// below returns a number below n, each equally likely, by Lemire's multiplication (Fast random integer generation in an
// interval, 2019). It is written out because package rand promises the bits of its source only.
func below(source *rand.PCG, n uint64) uint64 {
	high, low := bits.Mul64(source.Uint64(), n)
	for reject := -n % n; low < reject; {
		high, low = bits.Mul64(source.Uint64(), n)
	}
	return high
}
