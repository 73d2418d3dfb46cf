package frame

import "fmt"

// Distinct returns the first row of every distinct key, in their order, with all columns. The key are the cells of the
// named columns, or of all when none is named; a missing cell is equal to a missing cell, and -0 to 0. A name that is
// not there or that comes twice is an error.
func (f Frame) Distinct(names ...string) (Frame, error) {
	keys, err := f.columnsOrAll(names)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: distinct: %w", err)
	}
	_, first := codes(keys, f.Rows())
	return f.pick(first), nil
}

// columnsOrAll returns the named columns, or all when none is named.
func (f Frame) columnsOrAll(names []string) ([]Column, error) {
	if len(names) == 0 {
		return f.cols, nil
	}
	return f.columnsOf(names)
}
