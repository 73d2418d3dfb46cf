package frame

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"fence/fencekit/interval"
)

// someWindows are windows whose ends move on by chance, some of them empty.
func someWindows(r *rand.Rand, cells int) (lo, hi []int) {
	a, b := 0, 0
	for range r.IntN(40) {
		b = min(cells, b+r.IntN(6))
		a = min(b, a+r.IntN(6))
		lo, hi = append(lo, a), append(hi, b)
	}
	return lo, hi
}

// TestFoldAddsEveryCellTwice folds the numbers of the cells: both parts of a window together are its cells, they meet
// where the state was started, and no cell is added more than twice, once to a front and once behind it.
func TestFoldAddsEveryCellTwice(t *testing.T) {
	type state struct {
		meet  int
		cells []int
	}
	r := rand.New(rand.NewPCG(31, 1))
	for range 2000 {
		cells := r.IntN(60)
		lo, hi := someWindows(r, cells)
		added := make([]int, cells)
		windows := 0
		fold[state]{
			start: func(s *state, k int) { *s = state{meet: k} },
			add: func(s *state, k int) {
				added[k]++
				s.cells = append(slices.Clip(s.cells), k)
			},
		}.over(lo, hi, func(i int, front, back *state) {
			all := slices.Sorted(slices.Values(slices.Concat(front.cells, back.cells)))
			var want []int
			for k := lo[i]; k < hi[i]; k++ {
				want = append(want, k)
			}
			if i != windows || !slices.Equal(all, want) {
				t.Fatalf("window %d of %v %v: got cells %v", windows, lo, hi, all)
			}
			if len(all) > 0 && (front.meet != back.meet || !slices.Contains(front.cells, front.meet)) {
				t.Fatalf("window %d of %v %v: the parts %v and %v do not meet", i, lo, hi, front, back)
			}
			windows++
		})
		if windows != len(lo) || len(added) > 0 && slices.Max(added) > 2 {
			t.Fatalf("windows %v %v: got %d of them, cells added %v times", lo, hi, windows, added)
		}
	}
}

// TestNearbyKeepsAllDigits: one value is near to nothing and all others are equal, so that their squares, each rounded
// the same way, are many times what is left of them. With n of these others it is n/(n+1) of one square.
func TestNearbyKeepsAllDigits(t *testing.T) {
	const n = 100_000
	near, x := 1.0/3, 1e6/7
	front, back := nearby{near: near}, nearby{near: near}
	front.add(near)
	for i := range n {
		if i%3 == 0 {
			front.add(x)
		} else {
			back.add(x)
		}
	}
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	d := exact(x)
	d.Sub(d, exact(near))
	d.Mul(d, d).Mul(d, exact(n)).Quo(d, exact(n+1))
	want, _ := d.Float64()
	if got := front.about(&back, n+1); math.Abs(got-want) > 2e-16*want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestJoinCarriesEverySum: nothing of the sums of a ratio is lost when they are joined with those of no rows. It also
// holds for what is added to them later.
func TestJoinCarriesEverySum(t *testing.T) {
	var sums ratioSums
	sums.add(3, 5)
	sums.add(-1, 7)
	if got := sums.join(ratioSums{}); got != sums {
		t.Errorf("with nothing: got %+v, want %+v", got, sums)
	}
	if got := (ratioSums{}).join(sums); got != sums {
		t.Errorf("to nothing: got %+v, want %+v", got, sums)
	}
}

// TestOrderedWindowAgainstSorting puts and takes values by chance and sorts those held.
func TestOrderedWindowAgainstSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	for range 60 {
		values := make([]float64, 1+r.IntN(1200))
		for i := range values {
			values[i] = float64(r.IntN(40)-20) * []float64{1, 0.5, math.Inf(1)}[min(r.IntN(30), 2)]
			if values[i] != values[i] {
				values[i] = 0
			}
		}
		w := newOrderedWindow(values)
		held := make([]bool, len(values))
		for range 60 {
			i := r.IntN(len(values))
			if held[i] = !held[i]; held[i] {
				w.put(i)
			} else {
				w.take(i)
			}
			var want []float64
			for k, x := range values {
				if held[k] {
					want = append(want, x)
				}
			}
			slices.Sort(want)
			for k, x := range want {
				if got := w.at(k); got != x {
					t.Fatalf("place %d of %v: got %v", k, want, got)
				}
			}
			p := r.Float64()
			if got, want := w.quantileAt(len(want), p), quantileOf(want, p); got != want && got == got {
				t.Fatalf("quantile %v: got %v, want %v", p, got, want)
			}
		}
	}
}

// TestSortKeyedAgainstComparing sorts few and many cells, with keys that share digits and with any.
func TestSortKeyedAgainstComparing(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 1))
	for _, n := range []int{0, 1, 2, fewKeyed, fewKeyed + 1, 5000} {
		for _, mask := range []uint64{0, 1, 0xff, 0xfff << 30, 0xf000_0000_0000_0001, math.MaxUint64} {
			cells := make([]keyed, n)
			for i := range cells {
				cells[i] = keyed{r.Uint64()&mask | 0x5500, i}
			}
			want := slices.Clone(cells)
			slices.SortFunc(want, func(a, b keyed) int {
				return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.row, b.row))
			})
			if got := sortKeyed(cells); !slices.Equal(got, want) {
				t.Fatalf("%d cells with keys of %#x are not in order", n, mask)
			}
		}
	}
}

// TestFloatKeyIsTheOrder compares the keys of floats of every size.
func TestFloatKeyIsTheOrder(t *testing.T) {
	sorted := []float64{math.Inf(-1), -math.MaxFloat64, -1, -0.5, -math.SmallestNonzeroFloat64, 0,
		math.SmallestNonzeroFloat64, 1e-300, 0.5, math.Nextafter(0.5, 1), 1, math.MaxFloat64, math.Inf(1)}
	for i, x := range sorted[1:] {
		if floatKey(sorted[i]) >= floatKey(x) {
			t.Errorf("the key of %v is not below that of %v", sorted[i], x)
		}
	}
	if floatKey(math.Copysign(0, -1)) != floatKey(0) {
		t.Error("-0 and 0 have different keys")
	}
}

// TestSortOfManyRows sorts as many rows as are sorted by digits, by every kind, and compares neighbours.
func TestSortOfManyRows(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 1))
	const rows = 3000
	x, i, at := make([]float64, rows), make([]int64, rows), make([]int64, rows)
	for k := range rows {
		x[k] = []float64{math.NaN(), math.Copysign(0, -1), 0, math.Inf(1), math.Inf(-1), r.NormFloat64()}[r.IntN(6)]
		i[k], at[k] = int64(r.Uint64()>>(r.IntN(2)*60))*int64(1-2*r.IntN(2)), int64(k)
	}
	f := Must(New(Floats("x", x), Ints("i", i), Ints("at", at)))
	for _, key := range []Key{Asc("x"), Desc("x"), Asc("i"), Desc("i")} {
		out := Must(f.Sort(key))
		c, was := out.cols[out.find(key.Name)], out.cols[2].data.([]int64)
		for k := 1; k < rows; k++ {
			d := cmp.Compare(asInt(c.Missing(k-1)), asInt(c.Missing(k)))
			if d == 0 && !c.Missing(k) {
				d = compareCells(c, k-1, k)
				if key.Descending {
					d = -d
				}
			}
			if d > 0 || d == 0 && was[k-1] >= was[k] {
				t.Fatalf("%+v: rows %d and %d are %q and %q, once %d and %d",
					key, k-1, k, c.Text(k-1), c.Text(k), was[k-1], was[k])
			}
		}
	}
}

func compareCells(c Column, i, j int) int {
	if v, ok := c.data.([]float64); ok {
		return order(v[i], v[j])
	}
	v := c.data.([]int64)
	return order(v[i], v[j])
}

// TestFiveNumbersAreQuantiles compares them with the quantiles looked for one by one.
func TestFiveNumbersAreQuantiles(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 1))
	for n := range 300 {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(r.IntN(1 + r.IntN(200)))
		}
		var got, want [5]float64
		got[0], got[1], got[2], got[3], got[4] = fiveNumbers(slices.Clone(values))
		for k, p := range []float64{0, 0.25, 0.5, 0.75, 1} {
			want[k] = quantileOf(values, p)
		}
		if got != want && n > 0 || n == 0 && got[2] == got[2] {
			t.Fatalf("%d values: got %v, want %v", n, got, want)
		}
	}
}

// TestMeanLimitsAreThoseOfTheInterval: what is kept from one mean to the next changes no bit.
func TestMeanLimitsAreThoseOfTheInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 1))
	limits := meanLimits{level: 0.9}
	same := func(a, b float64) bool { return a == b || a != a && b != b }
	for range 2000 {
		m := moments{r.IntN(4), r.NormFloat64(), r.ExpFloat64()}
		switch r.IntN(8) {
		case 0:
			m.mean = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(3)]
		case 1:
			m.squares = []float64{math.NaN(), math.Inf(1), 0}[r.IntN(3)]
		}
		got, want := limits.of(m), interval.MeanOf(m.mean, m.sd(), m.n, 0.9)
		if !same(got.Low, want.Low) || !same(got.High, want.High) || !same(got.Estimate, m.mean) {
			t.Fatalf("%+v: got %+v, want %+v", m, got, want)
		}
	}
}
