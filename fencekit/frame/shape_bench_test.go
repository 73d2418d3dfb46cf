package frame_test

import (
	"fmt"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

// manyRows returns a frame of so many rows with the columns of a sweep and some beside them.
func manyRows(b *testing.B, rows, beside int) frame.Frame {
	seed, margin, wait := make([]int64, rows), make([]int64, rows), make([]float64, rows)
	posture, aborted := make([]string, rows), make([]bool, rows)
	for i := range rows {
		seed[i], margin[i], wait[i] = int64(i), int64(i*7919%20), float64(i*7919%1000)
		posture[i], aborted[i] = []string{"unprotected", "check", "fencing"}[i*31%3], i%7 == 0
	}
	cols := []frame.Column{frame.Ints("seed", seed), frame.Ints("margin_s", margin), frame.Strings("posture", posture),
		frame.Bools("aborted", aborted), frame.Floats("wait_ms", wait)}
	for k := range beside {
		cols = append(cols, frame.Bools(fmt.Sprint("beside", k), aborted))
	}
	f, err := frame.New(cols...)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

func perRow(b *testing.B, rows int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
}

// BenchmarkRows asks a million rows for two cells by name, among few and among many columns, and Where for one.
func BenchmarkRows(b *testing.B) {
	const rows = 1_000_000
	for _, beside := range []int{0, 95} {
		f := manyRows(b, rows, beside)
		b.Run(fmt.Sprintf("filter-of-%d-columns", len(f.Columns())), func(b *testing.B) {
			for b.Loop() {
				if err := f.Each(func(r frame.Row) error {
					if r.Float("wait_ms") < 0 || r.String("posture") == "" {
						return fmt.Errorf("row %d", r.Index())
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
			}
			perRow(b, rows)
		})
	}
	f := manyRows(b, rows, 0)
	b.Run("where", func(b *testing.B) {
		for b.Loop() {
			if _, err := frame.Where(f, "wait_ms", func(x float64) bool { return x > 990 }); err != nil {
				b.Fatal(err)
			}
		}
		perRow(b, rows)
	})
}

// BenchmarkJoin joins a million rows with a table of 60 rows, by two keys.
func BenchmarkJoin(b *testing.B) {
	const rows = 1_000_000
	f := manyRows(b, rows, 0)
	g, err := f.Head(60).Distinct("posture", "margin_s")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := f.Join(g, frame.Join{On: []string{"posture", "margin_s"}, Kind: frame.Left}); err != nil {
			b.Fatal(err)
		}
	}
	perRow(b, rows)
}

// BenchmarkColumns makes and selects frames of many columns: the time for one column must not grow with their number.
func BenchmarkColumns(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		cols := make([]frame.Column, n)
		for i := range cols {
			cols[i] = frame.Ints(strings.Repeat("hold", 5)+fmt.Sprint(i), []int64{1})
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				f, err := frame.New(cols...)
				if err == nil {
					_, err = f.Select(f.Columns()...)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/column")
		})
	}
}

// BenchmarkSort sorts a million rows by two keys of few distinct cells, and by one that is different in every row.
func BenchmarkSort(b *testing.B) {
	const rows = 1_000_000
	f, err := frame.Map(manyRows(b, rows, 0), "seed", "hash", func(seed int64) int64 { return seed * 0x9e3779b97f4a7c1 })
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		keys []frame.Key
	}{
		{"few-distinct", []frame.Key{frame.Asc("posture"), frame.Desc("wait_ms")}},
		{"all-distinct", []frame.Key{frame.Asc("hash")}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := f.Sort(c.keys...); err != nil {
					b.Fatal(err)
				}
			}
			perRow(b, rows)
		})
	}
}

// BenchmarkSample draws a thousand rows of a million.
func BenchmarkSample(b *testing.B) {
	const rows = 1_000_000
	f := manyRows(b, rows, 0)
	for b.Loop() {
		if _, err := f.Sample(1000, 1); err != nil {
			b.Fatal(err)
		}
	}
	perRow(b, rows)
}
