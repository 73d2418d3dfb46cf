package frame

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCodesOfManyKeys: far more keys than the latest finds hold, so that keys push one another out: strings with the
// same length and the same first, middle and last byte, and floats and integers over their whole range.
func TestCodesOfManyKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const rows = 20_000
	for _, distinct := range []int{2, 3000, 1 << 40} {
		texts, floats, ints, mask := make([]string, rows), make([]float64, rows), make([]int64, rows), make([]bool, rows)
		for i := range rows {
			k := r.IntN(distinct)
			texts[i] = "p" + string([]byte{'a' + byte(k%26), 'a' + byte(k/26%26), 'x', 'x', 'a' + byte(k/676%26)}) + "q"
			floats[i] = math.Float64frombits(uint64(k) * 0x9e3779b97f4a7c15 & 0xbfefffffffffffff)
			ints[i] = int64(uint64(k) << 54 & math.MaxUint64)
			mask[i] = r.IntN(50) == 0
		}
		for _, c := range []Column{Strings("s", texts), Floats("f", floats), Ints("i", ints)} {
			for _, c := range []Column{c, c.WithMissing(mask)} {
				of, first := codes([]Column{c}, rows)
				wantOf, wantFirst := slowCodes([]Column{c}, rows)
				if !slices.Equal(of, wantOf) || !slices.Equal(first, wantFirst) {
					t.Errorf("%d keys in column %s: got %d numbers, want %d", distinct, c.Name, len(first), len(wantFirst))
				}
			}
		}
	}
}
