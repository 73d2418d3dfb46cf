package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Equal reports whether two frames have the same caption, columns, kinds, Meta and cells, missing ones included. Floats
// are the same when they are written the same: -0 is not 0. Diff says in what two frames differ.
func Equal(a, b Frame) bool {
	if a.caption != b.caption || a.Rows() != b.Rows() {
		return false
	}
	return slices.EqualFunc(a.cols, b.cols, func(c, d Column) bool {
		return c.Name == d.Name && c.Meta == d.Meta && c.Kind() == d.Kind() && c.unequalFrom(d, 0) < 0
	})
}

// unequalFrom returns the first row from the given one on in which two columns of one kind and length differ, or -1.
func (c Column) unequalFrom(d Column, row int) int {
	switch v := c.data.(type) {
	case []float64:
		return unequalCells(c, d, v, d.data.([]float64), row, sameFloat)
	case []int64:
		return unequalCells(c, d, v, d.data.([]int64), row, same)
	case []string:
		return unequalCells(c, d, v, d.data.([]string), row, same)
	case []bool:
		return unequalCells(c, d, v, d.data.([]bool), row, same)
	case []time.Duration:
		return unequalCells(c, d, v, d.data.([]time.Duration), row, same)
	}
	return -1
}

func unequalCells[T Value](c, d Column, v, w []T, row int, same func(a, b T) bool) int {
	for i := row; i < min(len(v), len(w)); i++ {
		if gap := c.Missing(i); gap != d.Missing(i) || !gap && !same(v[i], w[i]) {
			return i
		}
	}
	return -1
}

func same[T comparable](a, b T) bool { return a == b }

func sameFloat(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// The most that Diff lists of the differing cells of a column, and of other differences of one sort.
const (
	diffCells = 3
	diffLines = 5
)

// Diff says in what two frames differ, one difference a line: caption, number of rows, columns that only one has and
// their order, and for each column in both its kind, its Meta and its first cells that differ, with the number of the
// rest. Of many lines of one sort it has the first few and how many more; long texts are cut. It is "" exactly when the
// frames are Equal.
func Diff(a, b Frame) string {
	var heads, columns, cells diffLinesOf
	if a.caption != b.caption {
		heads.add("caption: %s and %s", quoted(a.caption), quoted(b.caption))
	}
	if a.Rows() != b.Rows() {
		heads.add("%s and %s", counted(a.Rows(), "row"), counted(b.Rows(), "row"))
	}
	inA, inB := finder(a.cols, len(b.cols)), finder(b.cols, len(a.cols))
	for _, c := range b.cols {
		if inA(c.Name) < 0 {
			columns.add("column %s: only in the second", quoted(c.Name))
		}
	}
	ordered := true
	for i, c := range a.cols {
		j := inB(c.Name)
		if j < 0 {
			columns.add("column %s: only in the first", quoted(c.Name))
			continue
		}
		ordered = ordered && i == j
		c.diff(b.cols[j], &columns, &cells)
	}
	if !ordered && columns.count == 0 {
		columns.add("the columns stand in another order")
	}
	return strings.Join(slices.Concat(heads.lines, columns.end("of the columns"), cells.end("with other cells")), "\n")
}

// diffLinesOf are the lines of Diff of one sort.
type diffLinesOf struct {
	lines []string
	count int
}

func (d *diffLinesOf) add(format string, values ...any) {
	if d.count++; d.count <= diffLines {
		d.lines = append(d.lines, fmt.Sprintf(format, values...))
	}
}

func (d *diffLinesOf) end(what string) []string {
	if more := d.count - diffLines; more > 0 {
		return append(d.lines, fmt.Sprintf("and %s more %s", Grouped(int64(more)), what))
	}
	return d.lines
}

// diff adds the differences between two columns of one name.
func (c Column) diff(d Column, columns, cells *diffLinesOf) {
	for _, part := range []struct{ what, a, b string }{{"unit", c.Meta.Unit, d.Meta.Unit},
		{"meaning", c.Meta.Meaning, d.Meta.Meaning}, {"method", c.Meta.Method, d.Meta.Method}} {
		if part.a != part.b {
			columns.add("column %s: %s %s and %s", quoted(c.Name), part.what, quoted(part.a), quoted(part.b))
		}
	}
	if c.Kind() != d.Kind() {
		columns.add("column %s: %v and %v", quoted(c.Name), c.Kind(), d.Kind())
		return
	}
	var parts []string
	n := 0
	for i := c.unequalFrom(d, 0); i >= 0; i = c.unequalFrom(d, i+1) {
		if n++; n <= diffCells {
			parts = append(parts, fmt.Sprintf("row %d %s and %s", i, c.quotedCell(i), d.quotedCell(i)))
		}
	}
	if n > diffCells {
		parts = append(parts, fmt.Sprintf("and %s more", Grouped(int64(n-diffCells))))
	}
	if n > 0 {
		cells.add("column %s: %s", quoted(c.Name), strings.Join(parts, ", "))
	}
}

// quotedCell returns a cell for a message: strings in quotes, and missing for none.
func (c Column) quotedCell(i int) string {
	switch {
	case c.Missing(i):
		return "missing"
	case c.Kind() == String:
		return quoted(c.Text(i))
	}
	return c.Text(i)
}
