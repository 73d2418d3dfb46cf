package frame

import (
	"errors"
	"fmt"
)

// Each calls do for every row in order, until it returns an error. The error of Each is that one, with the number of
// the row, or says that do asked a row for a column that is not there or is of another kind.
func (f Frame) Each(do func(Row) error) error {
	if do == nil {
		return errors.New("frame: each: the function is nil")
	}
	w := newWalk(f)
	for i := range f.Rows() {
		err := do(w.row(i))
		w.known() // there is no result that would not count
		if w.err != nil {
			err = w.err
		}
		if err != nil {
			return fmt.Errorf("frame: each: row %d: %w", i, err)
		}
	}
	return nil
}
