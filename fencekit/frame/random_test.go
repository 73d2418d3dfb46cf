package frame_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// randomRows has a column of each kind with few distinct cells, named f, i, s, b and d with the prefix before, each
// with missing cells in every fifth place or so.
func randomRows(t *testing.T, r *rand.Rand, rows int, prefix string) frame.Frame {
	floats := []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.NaN(), -1e300}
	var f []float64
	var k []int64
	var s []string
	var b []bool
	var d []time.Duration
	for range rows {
		f = append(f, floats[r.IntN(len(floats))])
		k = append(k, []int64{0, 1, math.MaxInt64, math.MinInt64}[r.IntN(4)])
		s = append(s, []string{"", "a", "b;", "|", "missing"}[r.IntN(5)])
		b = append(b, r.IntN(2) == 0)
		d = append(d, time.Duration(r.IntN(3))*time.Second)
	}
	mask := func() []bool {
		m := make([]bool, rows)
		for i := range m {
			m[i] = r.IntN(5) == 0
		}
		return m
	}
	return must(t)(frame.New(
		frame.Floats(prefix+"f", f).WithMissing(mask()), frame.Ints(prefix+"i", k).WithMissing(mask()),
		frame.Strings(prefix+"s", s).WithMissing(mask()), frame.Bools(prefix+"b", b),
		frame.Durations(prefix+"d", d).WithMissing(mask())))
}

// cellText writes a cell so that it is equal to another one's exactly when the cells are: -0 as 0, and a missing cell
// unlike any text.
func cellText(c frame.Column, i int) string {
	switch {
	case i < 0 || c.Missing(i):
		return "missing"
	case c.Kind() == frame.Float && c.Text(i) == "-0":
		return "=0"
	}
	return "=" + c.Text(i)
}

// cellsOf writes every row of a frame with cellText, under its names.
func cellsOf(t *testing.T, f frame.Frame) [][]string {
	out := [][]string{f.Columns()}
	for i := range f.Rows() {
		var row []string
		for _, name := range f.Columns() {
			row = append(row, cellText(columnOf(t, f, name), i))
		}
		out = append(out, row)
	}
	return out
}

func columnOf(t *testing.T, f frame.Frame, name string) frame.Column {
	t.Helper()
	c, err := f.Column(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// rowNumbers adds a column "row" of row numbers.
func rowNumbers(t *testing.T, f frame.Frame) frame.Frame {
	numbers := make([]int64, f.Rows())
	for i := range numbers {
		numbers[i] = int64(i)
	}
	return must(t)(f.With(frame.Ints("row", numbers)))
}

// rowsOf returns the numbers that rowNumbers gave the rows of a frame.
func rowsOf(t *testing.T, f frame.Frame) []int64 {
	t.Helper()
	rows, err := frame.Col[int64](f, "row")
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// wantError fails the test unless the error has exactly that text.
func wantError(t *testing.T, err error, want ...string) {
	t.Helper()
	text := strings.Join(want, "\n")
	if err == nil || err.Error() != text {
		t.Errorf("got  %v\nwant %s", err, text)
	}
}
