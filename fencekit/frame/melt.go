package frame

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Melt says how Frame.Melt makes a long table of a wide one.
type Melt struct {
	Keep    []string // columns that stay as they are, each cell repeated for each of Columns
	Columns []string // columns that become rows, all but those of Keep when none is named
	Names   string   // name of the new column of their names, "variable" when empty
	Values  string   // name of the new column of their cells, "value" when empty
}

// Melt returns the long form of a wide table, the reverse of Pivot: each row becomes as many as there are columns in
// m.Columns, in the order in which these are named, and holds the kept cells, the name of a column and its cell. The
// rows of one row stay together. Columns named neither in Keep nor in Columns are left out.
//
// The columns must be of one kind; integers beside floats become floats, and an integer beyond 2^53, which a float may
// not hold, is then an error. Missing cells stay, as rows with a missing value. The column of values keeps what the
// columns' Meta agree in.
func (f Frame) Melt(m Melt) (Frame, error) {
	out, err := f.melt(m)
	return out, wrap("melt", err)
}

func (f Frame) melt(m Melt) (Frame, error) {
	m.Names, m.Values = cmp.Or(m.Names, "variable"), cmp.Or(m.Values, "value")
	kept, molten, err := f.meltColumns(m)
	if err != nil {
		return Frame{}, err
	}
	if err := meltSize(f.Rows(), len(kept), len(molten)); err != nil {
		return Frame{}, err
	}
	values, err := interleave(molten)
	if err != nil {
		return Frame{}, err
	}
	values.Name = m.Values
	rows, names := make([]int, 0, values.Len()), make([]string, 0, values.Len())
	for i := range f.Rows() {
		for _, c := range molten {
			rows, names = append(rows, i), append(names, c.Name)
		}
	}
	cols := make([]Column, 0, len(kept)+2)
	for _, c := range kept {
		cols = append(cols, c.pick(rows))
	}
	cols = append(cols, fresh(m.Names, names), values)
	if err := check(cols); err != nil {
		return Frame{}, err
	}
	f.cols = cols
	return f, nil
}

// meltColumns finds the columns of a melt and reports all that is wrong with their names.
func (f Frame) meltColumns(m Melt) (kept, molten []Column, err error) {
	kept, errKept := f.columnsOf(m.Keep)
	molten, errMolten := f.columnsOf(m.Columns)
	if len(m.Columns) == 0 && errKept == nil {
		keeps := finder(kept, len(f.cols))
		molten = slices.DeleteFunc(slices.Clone(f.cols), func(c Column) bool { return keeps(c.Name) >= 0 })
	}
	errs := []error{errKept, errMolten}
	inKeep := finder(kept, len(molten))
	for _, c := range molten {
		if errKept == nil && inKeep(c.Name) >= 0 {
			errs = append(errs, fmt.Errorf("column %q is in Keep and in Columns", c.Name))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	if len(molten) == 0 {
		return nil, nil, errors.New("no column is left to become rows")
	}
	return kept, molten, nil
}

// meltSize refuses a melt that repeats many kept columns for many molten ones: the columns of a wide table are seldom all
// meant to stay.
func meltSize(rows, kept, molten int) error {
	const cells, factor = 100_000_000, 10
	// In floats, since the product may be beyond an int.
	before, after := float64(rows)*float64(kept+molten), float64(rows)*float64(molten)*float64(kept+2)
	if after > cells && after > factor*before {
		return fmt.Errorf("%s of %s and %s to become rows make %.4g cells, %.0f times as many as there are: "+
			"name fewer columns in Keep", counted(rows, "row"), counted(kept, "kept column"), counted(molten, "column"),
			after, after/before)
	}
	return nil
}

// interleave returns the cells of the columns, row by row, with the Meta that all share.
func interleave(cols []Column) (out Column, err error) {
	if cols, err = oneKind(cols); err != nil {
		return Column{}, err
	}
	switch cols[0].data.(type) {
	case []float64:
		out.data = interleaved[float64](cols)
	case []int64:
		out.data = interleaved[int64](cols)
	case []string:
		out.data = interleaved[string](cols)
	case []bool:
		out.data = interleaved[bool](cols)
	case []time.Duration:
		out.data = interleaved[time.Duration](cols)
	}
	out.Meta = cols[0].Meta
	for k, c := range cols {
		out.Meta = sharedMeta(out.Meta, c.Meta)
		for i, missing := range c.missing {
			if missing && out.missing == nil {
				out.missing = make([]bool, out.Len())
			}
			if missing {
				out.missing[i*len(cols)+k] = true
			}
		}
	}
	return out, nil
}

func interleaved[T Value](cols []Column) []T {
	out := make([]T, len(cols)*cols[0].Len())
	for k, c := range cols {
		for i, v := range c.data.([]T) {
			out[i*len(cols)+k] = v
		}
	}
	return out
}

// oneKind returns the columns as columns of one kind, integers beside floats as floats.
func oneKind(cols []Column) ([]Column, error) {
	var of [Duration + 1][]string
	kinds := 0
	for _, c := range cols {
		if of[c.Kind()] == nil {
			kinds++
		}
		of[c.Kind()] = append(of[c.Kind()], c.Name)
	}
	if kinds == 1 {
		return cols, nil
	}
	if kinds > 2 || of[Int] == nil || of[Float] == nil {
		return nil, errors.New("columns of different kinds: " + kindsText(of[:]))
	}
	out := slices.Clone(cols)
	for k, c := range cols {
		if c.Kind() == Int {
			var err error
			if out[k], err = c.asFloats(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// kindsText lists column names by kind, of many the first few.
func kindsText(of [][]string) string {
	var parts []string
	for k, names := range of {
		more := ""
		if len(names) > 5 {
			more = fmt.Sprintf(" and %s more", Grouped(int64(len(names)-5)))
			names = names[:5]
		}
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%v in %s%s", Kind(k), strings.Join(names, ", "), more))
		}
	}
	return strings.Join(parts, "; ")
}

// asFloats returns a column of integers as one of floats, or an error for the first that a float may not hold.
func (c Column) asFloats() (Column, error) {
	const exact = 1 << 53
	ints := c.data.([]int64)
	floats := make([]float64, len(ints))
	for i, v := range ints {
		if v > exact || v < -exact {
			return Column{}, fmt.Errorf("column %q, row %d: %d is beyond 2^53 and cannot stand among floats", c.Name, i, v)
		}
		floats[i] = float64(v)
		if c.Missing(i) {
			floats[i] = math.NaN()
		}
	}
	c.data = floats
	return c, nil
}

// sharedMeta returns what two Metas agree in.
func sharedMeta(a, b Meta) Meta {
	if a.Unit != b.Unit {
		a.Unit = ""
	}
	if a.Meaning != b.Meaning {
		a.Meaning = ""
	}
	if a.Method != b.Method {
		a.Method = ""
	}
	return a
}
