package frame

import "fmt"

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

// Fill returns the frame with the missing cells of the named column set to the value. The column keeps its Meta. A name
// that is not there, a column of another kind and a NaN are errors.
func Fill[T Value](f Frame, name string, value T) (Frame, error) {
	c, cells, err := typed[T](f, name)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: fill: %w", err)
	}
	if value != value {
		return Frame{}, fmt.Errorf("frame: fill: column %q: NaN is itself a missing cell", name)
	}
	c.data, c.missing = blanked(cells, c.missing, value), nil
	out, err := f.with(c)
	return out, wrap("fill", err)
}
