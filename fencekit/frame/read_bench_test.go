package frame_test

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// benchText is a table of 100,000 rows and 5 columns, one of each kind.
func benchText(b *testing.B) string {
	const n = 100_000
	r := rand.New(rand.NewPCG(11, 11))
	f, i, s, w := make([]float64, n), make([]int64, n), make([]string, n), make([]bool, n)
	d := make([]time.Duration, n)
	for k := range n {
		f[k], i[k], s[k], w[k] = r.Float64(), r.Int64N(1e6), []string{"check", "fencing", "strict"}[k%3], k%2 == 0
		d[k] = time.Duration(r.Int64N(1e10))
	}
	table, err := frame.New(frame.Floats("f", f), frame.Ints("i", i), frame.Strings("s", s), frame.Bools("b", w),
		frame.Durations("d", d))
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := table.WriteTypedCSV(&text); err != nil {
		b.Fatal(err)
	}
	return text.String()
}

// BenchmarkReadCSV reads the same table with inferred kinds, with those of its first line, and with the standard
// library, which makes a string of every cell and infers nothing.
func BenchmarkReadCSV(b *testing.B) {
	typed := benchText(b)
	_, plain, _ := strings.Cut(typed, "\n")
	for _, c := range []struct{ name, text string }{{"inferred", plain}, {"typed", typed}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := frame.ReadCSV(strings.NewReader(c.text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("encoding-csv", func(b *testing.B) {
		b.SetBytes(int64(len(plain)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := csv.NewReader(strings.NewReader(plain)).ReadAll(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
