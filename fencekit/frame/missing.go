package frame

import (
	"errors"
	"fmt"
	"slices"
)

// DropMissing returns the rows without a missing cell in the named columns, or in any column when none is named. A name
// that is not there or that comes twice is an error.
func (f Frame) DropMissing(names ...string) (Frame, error) {
	cols, err := f.columnsOrAll(names)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: drop missing: %w", err)
	}
	gap := make([]bool, f.Rows())
	for _, c := range cols {
		for i, missing := range c.missing {
			gap[i] = gap[i] || missing
		}
	}
	var rows []int
	for i, missing := range gap {
		if !missing {
			rows = append(rows, i)
		}
	}
	return f.pick(rows), nil
}

// Fill returns the frame with the missing cells of the named columns set to the value, or with those of all columns of
// the value's kind when none is named. The columns keep their Meta. Names that are not there, that come twice or that
// belong to a column of another kind are errors, all reported at once, and so is a NaN.
func Fill[T Value](f Frame, value T, names ...string) (Frame, error) {
	if value != value {
		return Frame{}, errors.New("frame: fill: NaN is itself a missing cell")
	}
	at, err := f.indices(names)
	errs := []error{err, repeated(names)}
	for _, i := range at {
		if c := f.cols[i]; c.Kind() != kindOf[T]() {
			errs = append(errs, fmt.Errorf("column %q holds %v, not %v", c.Name, c.Kind(), kindOf[T]()))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return Frame{}, fmt.Errorf("frame: fill: %w", err)
	}
	f.cols = slices.Clone(f.cols)
	for i, c := range f.cols {
		if v, ok := c.data.([]T); ok && (len(names) == 0 || slices.Contains(at, i)) {
			c.data, c.missing = blanked(v, c.missing, value), nil
			f.cols[i] = c
		}
	}
	return f, nil
}
