package dist

import (
	"math"
	"math/bits"
)

// A Stream is a sequence of random numbers that depends on a seed and a label alone. It is a plain value of two
// words: copying it copies its position, and it allocates nothing. It is not safe for concurrent use.
//
// The generator is PCG with 128 bits of state and the DXSM output function (M. O'Neill, "PCG: A Family of Simple
// Fast Space-Efficient Statistically Good Algorithms for Random Number Generation", HMC-CS-2014-0905). It gives
// the numbers of math/rand/v2's NewPCG(seed, LabelHash(label)).
type Stream struct{ hi, lo uint64 }

// The multiplier and increment of the 128-bit congruential step, and the multiplier of the output function.
const (
	stepMulHi, stepMulLo = 0x2360ed051fc65da4, 0x4385df649fccf645
	stepIncHi, stepIncLo = 0x5851f42d4c957f2d, 0x14057b7ef767814f
	outputMul            = 0xda942042e4dd58b5
)

// NewStream returns the stream of that seed and label.
func NewStream(seed uint64, label string) Stream { return Stream{seed, LabelHash(label)} }

// LabelHash is the 64-bit FNV-1a hash of the label's bytes. Whoever starts the same label for many seeds hashes
// it once and calls Reset.
func LabelHash(label string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(label); i++ {
		h = (h ^ uint64(label[i])) * 0x100000001b3
	}
	return h
}

// Reset puts s at the start of the stream of that seed and label hash, as NewStream does.
func (s *Stream) Reset(seed, labelHash uint64) { s.hi, s.lo = seed, labelHash }

// Uint64 returns the next 64 random bits.
func (s *Stream) Uint64() uint64 {
	hi, lo := bits.Mul64(s.lo, stepMulLo)
	hi += s.hi*stepMulLo + s.lo*stepMulHi
	lo, carry := bits.Add64(lo, stepIncLo, 0)
	hi += stepIncHi + carry
	s.hi, s.lo = hi, lo
	hi = (hi ^ hi>>32) * outputMul
	return (hi ^ hi>>48) * (lo | 1)
}

// Uint64n returns a number in [0, n), every one exactly as likely as the next. It panics when n is 0.
//
// The high half of a random word times n is nearly uniform; the words that would favour some results are drawn
// again (D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29, 2019).
func (s *Stream) Uint64n(n uint64) uint64 {
	hi, lo := bits.Mul64(s.Uint64(), n)
	if lo <= n-1 { // lo < n, or n is 0
		return s.uint64nSlow(hi, lo, n)
	}
	return hi
}

func (s *Stream) uint64nSlow(hi, lo, n uint64) uint64 {
	if n == 0 {
		panic("dist: Uint64n: n is 0, want at least 1")
	}
	for least := -n % n; lo < least; {
		hi, lo = bits.Mul64(s.Uint64(), n)
	}
	return hi
}

// Float64 returns a multiple of 2⁻⁵³ in [0, 1).
func (s *Stream) Float64() float64 { return float64(float64(s.Uint64()>>11) * 0x1p-53) }

// Normal returns a draw from the normal distribution with mean 0 and standard deviation 1, by the polar method
// (G. Marsaglia and T. A. Bray, SIAM Review 6, 1964). The method yields two at a time; the second is dropped,
// so that a Stream stays two words.
func (s *Stream) Normal() float64 {
	for {
		x := float64(2*s.Float64()) - 1
		y := float64(2*s.Float64()) - 1
		q := float64(x*x) + float64(y*y)
		if q > 0 && q < 1 {
			return float64(x * math.Sqrt(-2*Log(q)/q))
		}
	}
}
