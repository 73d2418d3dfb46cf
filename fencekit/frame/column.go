package frame

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// Kind is the type of the values of a column.
type Kind uint8

// The kinds of column. The zero Kind belongs to a Column that no constructor made.
const (
	Float    Kind = iota + 1 // float64
	Int                      // int64
	String                   // string
	Bool                     // bool
	Duration                 // time.Duration
)

// String returns the Go name of the type of the values, such as "float64".
func (k Kind) String() string {
	switch k {
	case Float:
		return "float64"
	case Int:
		return "int64"
	case String:
		return "string"
	case Bool:
		return "bool"
	case Duration:
		return "time.Duration"
	}
	return "kind(" + strconv.Itoa(int(k)) + ")"
}

// Meta says what a column means. All three are free text and may be empty.
type Meta struct {
	Unit    string // unit of the values, such as "ms" or "writes per trial"
	Meaning string // one sentence: what is counted or measured
	Method  string // how it was obtained, such as "Wilson, 95 %"
}

// Value is the set of types a column can hold.
type Value interface {
	float64 | int64 | string | bool | time.Duration
}

// Column is a named sequence of values of one kind. Its values cannot be changed; Name and Meta of a copy can.
type Column struct {
	Name string
	Meta Meta

	data    any    // one of []float64, []int64, []string, []bool, []time.Duration
	missing []bool // nil when no cell is missing
	right   bool   // text is aligned to the right although the kind is String
	mixed   bool   // the floats have different units: each is written with the digits that it needs by itself
}

// Floats returns a column of float64. The values are copied; a NaN is a missing cell.
func Floats(name string, values []float64) Column {
	c := Column{Name: name, data: slices.Clone(values)}
	if slices.ContainsFunc(values, math.IsNaN) {
		c.missing = make([]bool, len(values))
		for i, x := range values {
			c.missing[i] = math.IsNaN(x)
		}
	}
	return c
}

// Ints returns a column of int64. The values are copied.
func Ints(name string, values []int64) Column {
	return Column{Name: name, data: slices.Clone(values)}
}

// Strings returns a column of strings. The values are copied; an empty string is not a missing cell.
func Strings(name string, values []string) Column {
	return Column{Name: name, data: slices.Clone(values)}
}

// Bools returns a column of bool. The values are copied.
func Bools(name string, values []bool) Column {
	return Column{Name: name, data: slices.Clone(values)}
}

// Durations returns a column of time.Duration. The values are copied.
func Durations(name string, values []time.Duration) Column {
	return Column{Name: name, data: slices.Clone(values)}
}

// WithMissing returns the column with the cells marked true in mask missing, in addition to those that are already.
// A missing cell holds NaN in a float column and the zero value in any other. A nil mask marks none. New and Frame.With
// refuse a mask whose length is not that of the column.
func (c Column) WithMissing(mask []bool) Column {
	if mask == nil {
		return c
	}
	merged := slices.Clone(mask)
	for i := range min(len(merged), len(c.missing)) {
		merged[i] = merged[i] || c.missing[i]
	}
	c.missing = merged
	c.data = blank(c.data, merged)
	return c
}

// WithMeta returns the column with another Meta.
func (c Column) WithMeta(m Meta) Column {
	c.Meta = m
	return c
}

// Kind returns the kind of the values, or zero for a Column that no constructor made.
func (c Column) Kind() Kind {
	switch c.data.(type) {
	case []float64:
		return Float
	case []int64:
		return Int
	case []string:
		return String
	case []bool:
		return Bool
	case []time.Duration:
		return Duration
	}
	return 0
}

// Len returns the number of cells.
func (c Column) Len() int {
	switch v := c.data.(type) {
	case []float64:
		return len(v)
	case []int64:
		return len(v)
	case []string:
		return len(v)
	case []bool:
		return len(v)
	case []time.Duration:
		return len(v)
	}
	return 0
}

// Missing reports whether cell i, counted from 0, is missing.
func (c Column) Missing(i int) bool { return i < len(c.missing) && c.missing[i] }

// Text returns cell i exactly, as the CSV form writes it before quoting; "" when it is missing.
func (c Column) Text(i int) string {
	if c.Missing(i) {
		return ""
	}
	switch v := c.data.(type) {
	case []float64:
		return exactFloat(v[i])
	case []int64:
		return strconv.FormatInt(v[i], 10)
	case []string:
		return v[i]
	case []bool:
		return strconv.FormatBool(v[i])
	case []time.Duration:
		return v[i].String()
	}
	return ""
}

// Values returns a copy of the values of a column. Missing cells hold NaN in a float column and the zero value in any
// other; Column.Missing tells them apart. A column of another kind is an error.
func Values[T Value](c Column) ([]T, error) {
	v, ok := c.data.([]T)
	if !ok {
		return nil, fmt.Errorf("frame: values: column %q holds %v, not %v", c.Name, c.Kind(), kindOf[T]())
	}
	return slices.Clone(v), nil
}

func kindOf[T Value]() Kind { return Column{data: []T(nil)}.Kind() }

// blank returns the values with the masked cells cleared, so that two columns with the same missing cells are equal
// whatever stood there before.
func blank(data any, mask []bool) any {
	switch v := data.(type) {
	case []float64:
		return blanked(v, mask, math.NaN())
	case []int64:
		return blanked(v, mask, 0)
	case []string:
		return blanked(v, mask, "")
	case []bool:
		return blanked(v, mask, false)
	case []time.Duration:
		return blanked(v, mask, 0)
	}
	return data
}

func blanked[T Value](values []T, mask []bool, zero T) []T {
	out := slices.Clone(values)
	for i := range out {
		if i < len(mask) && mask[i] {
			out[i] = zero
		}
	}
	return out
}

// pick returns the column with the cells at the given indices, in that order.
func (c Column) pick(rows []int) Column {
	switch v := c.data.(type) {
	case []float64:
		c.data = picked(v, rows)
	case []int64:
		c.data = picked(v, rows)
	case []string:
		c.data = picked(v, rows)
	case []bool:
		c.data = picked(v, rows)
	case []time.Duration:
		c.data = picked(v, rows)
	}
	if c.missing != nil {
		c.missing = picked(c.missing, rows)
	}
	return c
}

func picked[T any](values []T, rows []int) []T {
	out := make([]T, len(rows))
	for k, i := range rows {
		out[k] = values[i]
	}
	return out
}

// slice returns the column with the cells lo to hi-1. It shares them, which is safe because nobody can write to them.
func (c Column) slice(lo, hi int) Column {
	switch v := c.data.(type) {
	case []float64:
		c.data = v[lo:hi:hi]
	case []int64:
		c.data = v[lo:hi:hi]
	case []string:
		c.data = v[lo:hi:hi]
	case []bool:
		c.data = v[lo:hi:hi]
	case []time.Duration:
		c.data = v[lo:hi:hi]
	}
	if c.missing != nil {
		c.missing = c.missing[lo:hi:hi]
	}
	return c
}

// stack returns the cells of c followed by those of the others, which are of the same kind.
func (c Column) stack(others []Column) Column {
	all := append([]Column{c}, others...)
	switch c.data.(type) {
	case []float64:
		c.data = stacked[float64](all)
	case []int64:
		c.data = stacked[int64](all)
	case []string:
		c.data = stacked[string](all)
	case []bool:
		c.data = stacked[bool](all)
	case []time.Duration:
		c.data = stacked[time.Duration](all)
	}
	if slices.ContainsFunc(all, func(d Column) bool { return d.missing != nil }) {
		c.missing = make([]bool, 0, c.Len())
		for _, d := range all {
			c.missing = append(c.missing, d.missing...)
			c.missing = append(c.missing, make([]bool, d.Len()-len(d.missing))...)
		}
	}
	return c
}

func stacked[T Value](all []Column) []T {
	parts := make([][]T, len(all))
	for i, c := range all {
		parts[i] = c.data.([]T)
	}
	return slices.Concat(parts...)
}

func order[T float64 | int64 | string | int | time.Duration](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func asInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
