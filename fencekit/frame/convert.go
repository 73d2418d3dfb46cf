package frame

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// Convert returns the frame with the values of the named column as another kind, in its place and with its Meta.
// Missing cells stay missing. Nothing is lost on the way: a cell that cannot become the same value of the other kind is
// an error.
//
//	string to another kind   as a CSV column of a known kind is read: blanks around a text do not matter, and an empty
//	                         text, NA, N/A, NaN, nan, null, NULL, None and - are missing cells
//	int64 to float64         integers that a float64 holds, as it does all up to 2^53
//	float64 to int64         whole numbers in the range of int64
//	bool to a number         true is 1 and false is 0; the other way, no other numbers
//	any kind to string       the exact text, as Column.Text gives it
//
// Durations and numbers do not become one another, since a number would need a unit: Map says which.
//
// The error names the first row with a cell that cannot be converted, and says how many more there are. A name that is
// not there is an error too.
func Convert[T Value](f Frame, name string) (Frame, error) {
	i, err := f.index(name)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: convert: %w", err)
	}
	c, err := f.cols[i].to(kindOf[T]())
	if err != nil {
		return Frame{}, fmt.Errorf("frame: convert: column %q to %v: %w", name, kindOf[T](), err)
	}
	f.cols = slices.Clone(f.cols)
	f.cols[i] = c
	return f, nil
}

// to returns the column as one of a kind.
func (c Column) to(kind Kind) (Column, error) {
	from := c.Kind()
	switch {
	case from == kind:
		return c, nil
	case from == String:
		return c.parsed(kind)
	case kind == String:
		texts := make([]string, c.Len())
		for i := range texts {
			texts[i] = c.Text(i)
		}
		c.data = texts
		return c, nil
	case from == Duration:
		return c, errors.New("a number of what? Map says it, as with time.Duration.Seconds")
	case kind == Duration:
		return c, fmt.Errorf("%v of what? Map says it, as with a product with time.Millisecond", from)
	}
	return c.numbered(kind)
}

// parsed reads strings as cells of a kind.
func (c Column) parsed(kind Kind) (Column, error) {
	texts := c.data.([]string)
	mask := make([]bool, len(texts))
	for i, text := range texts {
		mask[i] = c.Missing(i) || isMissingText(trimBlanks(text))
	}
	if slices.Contains(mask, true) {
		c.missing = mask
	}
	switch kind {
	case Float:
		return eachTo(c, func(s string) (float64, error) { return parseFloat(trimBlanks(s)) })
	case Int:
		return eachTo(c, func(s string) (int64, error) { return parseInt(trimBlanks(s)) })
	case Bool:
		return eachTo(c, func(s string) (bool, error) { return parseBool(trimBlanks(s)) })
	}
	return eachTo(c, func(s string) (time.Duration, error) { return parseDuration(trimBlanks(s)) })
}

// numbered turns floats, ints and bools into one another.
func (c Column) numbered(kind Kind) (Column, error) {
	switch c.data.(type) {
	case []float64:
		if kind == Int {
			return eachTo(c, wholeOf)
		}
		return eachTo(c, func(x float64) (bool, error) { return x == 1, truthOf(x != 0 && x != 1, x) })
	case []int64:
		if kind == Float {
			return eachTo(c, floatOf)
		}
		return eachTo(c, func(n int64) (bool, error) { return n == 1, truthOf(n != 0 && n != 1, n) })
	}
	if kind == Float {
		return eachTo(c, func(b bool) (float64, error) { return float64(asInt(b)), nil })
	}
	return eachTo(c, func(b bool) (int64, error) { return int64(asInt(b)), nil })
}

func truthOf(neither bool, x any) error {
	if neither {
		return fmt.Errorf("%v is neither 0 nor 1", x)
	}
	return nil
}

func wholeOf(x float64) (int64, error) {
	switch {
	case !(x >= -1<<63 && x < 1<<63):
		return 0, fmt.Errorf("%v is outside the range of an int64", x)
	case x != math.Trunc(x):
		return 0, fmt.Errorf("%v is not a whole number", x)
	}
	return int64(x), nil
}

func floatOf(n int64) (float64, error) {
	x := float64(n)
	if x >= 1<<63 || int64(x) != n {
		return 0, fmt.Errorf("%d has more digits than a float64 holds", n)
	}
	return x, nil
}

// eachTo converts the cells that are not missing, and reports the first that cannot be and how many more.
func eachTo[A, B Value](c Column, convert func(A) (B, error)) (Column, error) {
	values := c.data.([]A)
	out := make([]B, len(values))
	var first error
	bad := 0
	for i, v := range values {
		if c.Missing(i) {
			continue
		}
		var err error
		if out[i], err = convert(v); err != nil {
			if bad++; bad == 1 {
				first = fmt.Errorf("row %d: %w", i, err)
			}
		}
	}
	if bad > 1 {
		return c, fmt.Errorf("%w; and %s more", first, Grouped(int64(bad-1)))
	}
	c.data = out
	return c.WithMissing(c.missing), first
}
