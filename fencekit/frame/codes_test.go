package frame

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// slowCodes numbers rows by the text of their keys, cell by cell.
func slowCodes(keys []Column, rows int) (of []int32, first []int) {
	seen := map[string]int32{}
	for i := range rows {
		var key strings.Builder
		for _, c := range keys {
			cell := "missing"
			if !c.Missing(i) {
				cell = "=" + c.Text(i)
			}
			key.WriteString(strings.ReplaceAll(cell, ";", ";;") + "; ")
		}
		n, ok := seen[key.String()]
		if !ok {
			n = int32(len(first))
			seen[key.String()] = n
			first = append(first, i)
		}
		of = append(of, n)
	}
	return of, first
}

func TestCodesAgainstTheTextOfTheKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	floats := []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.NaN(), -1e300}
	ints := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, 7}
	for range 300 {
		n := r.IntN(40)
		spread := 1 + r.IntN(len(ints))
		var f, zeros []float64
		var k []int64
		var s []string
		var b, mask []bool
		var d []time.Duration
		for range n {
			x := floats[r.IntN(len(floats))]
			f = append(f, x)
			zeros = append(zeros, x+0)
			k = append(k, ints[r.IntN(spread)])
			s = append(s, []string{"", "a", "b;", ";b", "|"}[r.IntN(5)])
			b = append(b, r.IntN(2) == 0)
			d = append(d, time.Duration(r.IntN(3))*time.Second)
			mask = append(mask, r.IntN(5) == 0)
		}
		cols := []Column{Floats("f", f), Ints("k", k), Strings("s", s), Bools("b", b), Durations("d", d)}
		plain := slices.Clone(cols)
		plain[0] = Floats("f", zeros)
		var keys, wantKeys []Column
		for j, c := range cols {
			if r.IntN(2) == 0 {
				continue
			}
			if r.IntN(2) == 0 {
				c, plain[j] = c.WithMissing(mask), plain[j].WithMissing(mask)
			}
			keys, wantKeys = append(keys, c), append(wantKeys, plain[j])
		}
		of, first := codes(keys, n)
		wantOf, wantFirst := slowCodes(wantKeys, n)
		if !slices.Equal(of, wantOf) || !slices.Equal(first, wantFirst) {
			t.Fatalf("%v:\ngot  %v %v\nwant %v %v", keys, of, first, wantOf, wantFirst)
		}
	}
}
