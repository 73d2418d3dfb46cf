package dist

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

func TestStreamIsPCGOfTheStandardLibrary(t *testing.T) {
	meta := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		seed, label := meta.Uint64(), string(rune('a'+meta.IntN(26)))+"/pause"
		s, std := NewStream(seed, label), rand.NewPCG(seed, LabelHash(label))
		for i := range 50 {
			if got, want := s.Uint64(), std.Uint64(); got != want {
				t.Fatalf("seed %d, label %q, draw %d: got %#x, want %#x", seed, label, i, got, want)
			}
		}
	}
}

func TestLabelHashIsFNV1a(t *testing.T) {
	golden := []struct {
		label string
		want  uint64
	}{
		{"", 0xcbf29ce484222325},
		{"a", 0xaf63dc4c8601ec8c},
		{"foobar", 0x85944171f73967e8},
	}
	for _, g := range golden {
		if got := LabelHash(g.label); got != g.want {
			t.Errorf("LabelHash(%q) = %#x, want %#x", g.label, got, g.want)
		}
	}
	for _, label := range []string{"think", "work", "pause/3", "größe", "\x00\xff"} {
		h := fnv.New64a()
		h.Write([]byte(label))
		if got, want := LabelHash(label), h.Sum64(); got != want {
			t.Errorf("LabelHash(%q) = %#x, want %#x", label, got, want)
		}
	}
}

func TestResetStartsTheStreamAnew(t *testing.T) {
	want := NewStream(42, "think")
	got := NewStream(1, "other")
	got.Uint64()
	got.Reset(42, LabelHash("think"))
	if got != want {
		t.Errorf("after Reset: got %v, want %v", got, want)
	}
	branch := got
	if branch.Uint64() != got.Uint64() {
		t.Error("a copy of a stream draws other numbers")
	}
}

// uint64nOracle is Lemire's rule in words: of the 2⁶⁴ words, those whose low product half is below 2⁶⁴ mod n are
// drawn again.
func uint64nOracle(s *rand.PCG, n uint64) uint64 {
	for {
		word := s.Uint64()
		hi, lo := mul(word, n)
		if lo >= (math.MaxUint64%n+1)%n {
			return hi
		}
	}
}

// mul is a 128-bit product by halves.
func mul(a, b uint64) (hi, lo uint64) {
	const low = 1<<32 - 1
	cross := (a&low)*(b>>32) + (a&low)*(b&low)>>32
	other := (a>>32)*(b&low) + cross&low
	return (a>>32)*(b>>32) + cross>>32 + other>>32, a * b
}

func TestUint64nAgainstTheOracle(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 10, 16_000_000_001, 1<<63 + 1, 1<<63 + 1<<62, math.MaxUint64} {
		s, std := NewStream(9, "n"), rand.NewPCG(9, LabelHash("n"))
		for i := range 2000 {
			got, want := s.Uint64n(n), uint64nOracle(std, n)
			if got != want || got >= n {
				t.Fatalf("Uint64n(%d), draw %d: got %d, want %d", n, i, got, want)
			}
		}
	}
}

// With n = 3·2⁶², thirds of the words without rejection would fall 2:1:1.
func TestUint64nIsExactlyEven(t *testing.T) {
	const n, draws = 3 << 62, 300_000
	s := NewStream(5, "even")
	var counts [3]float64
	for range draws {
		counts[s.Uint64n(n)/(1<<62)]++
	}
	if chi := chiSquare(counts[:], []float64{1. / 3, 1. / 3, 1. / 3}); chi > 13.8 { // 0.1 % with 2 degrees of freedom
		t.Errorf("thirds drawn %v times, χ² = %.1f, want at most 13.8", counts, chi)
	}
}

func chiSquare(counts, shares []float64) (chi float64) {
	total := 0.0
	for _, c := range counts {
		total += c
	}
	for i, c := range counts {
		want := total * shares[i]
		chi += (c - want) * (c - want) / want
	}
	return chi
}

func TestUint64nOfZeroPanics(t *testing.T) {
	wantPanic(t, "dist: Uint64n: n is 0, want at least 1", func() {
		s := NewStream(1, "zero")
		s.Uint64n(0)
	})
}

func wantPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("got panic %v, want %q", got, want)
		}
	}()
	f()
}

func TestFloat64IsAMultipleOfTheSmallestStep(t *testing.T) {
	s, std := NewStream(3, "float"), rand.NewPCG(3, LabelHash("float"))
	for range 10_000 {
		got, want := s.Float64(), math.Ldexp(float64(std.Uint64()>>11), -53)
		if got != want || got < 0 || got >= 1 {
			t.Fatalf("got %v, want %v in [0,1)", got, want)
		}
	}
}

// The mean of a million draws has a standard error of a thousandth of the standard deviation; bounds below are five
// of these, and for higher moments five of theirs.
func TestNormalMoments(t *testing.T) {
	s := NewStream(11, "normal")
	var m [5]float64
	below := 0.0
	for range million {
		x := s.Normal()
		for p, power := 1, x; p <= 4; p, power = p+1, power*x {
			m[p] += power / million
		}
		if x < -1.959963984540054 {
			below++
		}
	}
	near(t, "mean", m[1], 0, 0.005)
	near(t, "variance", m[2], 1, 5*math.Sqrt(2)/1000)
	near(t, "third moment", m[3], 0, 5*math.Sqrt(15)/1000)
	near(t, "fourth moment", m[4], 3, 5*math.Sqrt(96)/1000)
	near(t, "share below the 2.5 % point", below/million, 0.025, 5*math.Sqrt(0.025*0.975)/1000)
}

const million = 1_000_000

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, within)
	}
}

func TestExponentialMoments(t *testing.T) {
	s := NewStream(12, "exponential")
	var m [4]float64
	for range million {
		x := s.Exponential()
		if x < 0 {
			t.Fatalf("got %v, below 0", x)
		}
		m[1] += x / million
		m[2] += x * x / million
		m[3] += x * x * x / million
	}
	near(t, "mean", m[1], 1, 0.005)
	near(t, "second moment", m[2], 2, 5*math.Sqrt(20)/1000)
	near(t, "third moment", m[3], 6, 5*math.Sqrt(684)/1000)
}

// Bins of equal probability, the last of them mostly beyond the end of the ziggurat's strips, where it draws by its
// second rule: -log(1−p) is the slow and obvious inverse.
func TestExponentialAgainstItsInverse(t *testing.T) {
	s := NewStream(13, "exponential")
	var counts [1000]float64
	var beyond float64
	for range 2 * million {
		x := s.Exponential()
		counts[min(int(-math.Expm1(-x)*1000), 999)]++
		if x > zigguratEnd {
			beyond++
		}
	}
	even := make([]float64, 1000)
	for i := range even {
		even[i] = 1. / 1000
	}
	if chi := chiSquare(counts[:], even); chi > 1144 { // 0.1 % with 999 degrees of freedom
		t.Errorf("χ² = %.0f over 1000 bins, want at most 1144", chi)
	}
	want := 2 * million * math.Exp(-zigguratEnd)
	near(t, "draws beyond the strips", beyond, want, 4*math.Sqrt(want))
}

func TestZigguratStripsHaveTheSameArea(t *testing.T) {
	z := newZiggurat()
	near(t, "tail and base", zigguratEnd*z[0].top+math.Exp(-zigguratEnd), zigguratArea, 1e-15)
	for i := 1; i < len(z); i++ {
		width := z[i].width * 0x1p53
		near(t, "area", width*(z[i].top-z[i].bottom), zigguratArea, 1e-11)
		near(t, "bottom", z[i].bottom, math.Exp(-width), 1e-15)
		near(t, "bottom and the top below", z[i].bottom, z[i-1].top, 0)
	}
	near(t, "highest top", z[255].top, 1, 0)
}

func TestStreamsAllocateNothing(t *testing.T) {
	sum := 0.0
	allocs := testing.AllocsPerRun(1000, func() {
		s := NewStream(1, "allocate")
		sum += s.Normal() + s.Exponential() + s.Float64() + float64(s.Uint64n(10))
	})
	if allocs != 0 || sum == 0 {
		t.Errorf("got %v allocations for a stream and four draws, want 0", allocs)
	}
}
