package frame

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Frame is an immutable table: columns of equal length with distinct names, and a caption. The zero Frame has no rows
// and no columns and can be used.
type Frame struct {
	cols    []Column
	caption string
}

// New returns a frame of the given columns, in that order. Columns of unequal length, empty or repeated names, masks of
// the wrong length and columns that no constructor made are errors; all of them are reported at once.
func New(cols ...Column) (Frame, error) {
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("frame: new: %w", err)
	}
	return Frame{cols: slices.Clone(cols)}, nil
}

// check returns every violation of what a frame asks of its columns.
func check(cols []Column) error {
	var errs []error
	for i, c := range cols {
		if c.Name == "" {
			errs = append(errs, fmt.Errorf("column %d has no name", i))
		}
		if c.data == nil {
			errs = append(errs, fmt.Errorf("column %q was made by no constructor", c.Name))
		}
		if c.missing != nil && len(c.missing) != c.Len() {
			errs = append(errs, fmt.Errorf("column %q has %d cells and a mask of %d", c.Name, c.Len(), len(c.missing)))
		}
		if c.Len() != cols[0].Len() {
			errs = append(errs, fmt.Errorf("column %q has %d rows, column %q has %d",
				c.Name, c.Len(), cols[0].Name, cols[0].Len()))
		}
		first := slices.IndexFunc(cols, func(d Column) bool { return d.Name == c.Name })
		if first < i && c.Name != "" {
			errs = append(errs, fmt.Errorf("columns %d and %d are both named %q", first, i, c.Name))
		}
	}
	return errors.Join(errs...)
}

// Rows returns the number of rows.
func (f Frame) Rows() int {
	if len(f.cols) == 0 {
		return 0
	}
	return f.cols[0].Len()
}

// Columns returns the names of the columns in their order.
func (f Frame) Columns() []string {
	names := make([]string, len(f.cols))
	for i, c := range f.cols {
		names[i] = c.Name
	}
	return names
}

// Column returns the column of that name. The error for a name that is not there lists those that are, and the nearest.
func (f Frame) Column(name string) (Column, error) {
	i, err := f.index(name)
	if err != nil {
		return Column{}, fmt.Errorf("frame: column: %w", err)
	}
	return f.cols[i], nil
}

// Col returns a copy of the values of the named column. Missing cells hold NaN in a float column and the zero value in
// any other. A name that is not there and a column of another kind are errors.
func Col[T Value](f Frame, name string) ([]T, error) {
	c, err := f.Column(name)
	if err != nil {
		return nil, err
	}
	return Values[T](c)
}

// Caption returns the caption, "" when there is none.
func (f Frame) Caption() string { return f.caption }

// WithCaption returns the frame with another caption. It stands above the text, HTML, Markdown and LaTeX forms.
func (f Frame) WithCaption(text string) Frame {
	f.caption = text
	return f
}

// With returns the frame with the column added last or, when there is one of that name, put in its place. In a frame
// that has columns its length must be the number of rows.
func (f Frame) With(c Column) (Frame, error) {
	cols := slices.Clone(f.cols)
	if i := f.find(c.Name); i >= 0 {
		cols[i] = c
	} else {
		cols = append(cols, c)
	}
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("frame: with: %w", err)
	}
	f.cols = cols
	return f, nil
}

// WithMeta returns the frame with another Meta for the named column.
func (f Frame) WithMeta(name string, m Meta) (Frame, error) {
	i, err := f.index(name)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: meta: %w", err)
	}
	f.cols = slices.Clone(f.cols)
	f.cols[i].Meta = m
	return f, nil
}

// Rename returns the frame with the column old named new. A new name that is empty or taken is an error.
func (f Frame) Rename(old, new string) (Frame, error) {
	i, err := f.index(old)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: rename: %w", err)
	}
	cols := slices.Clone(f.cols)
	cols[i].Name = new
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("frame: rename: %w", err)
	}
	f.cols = cols
	return f, nil
}

// Select returns the frame with the named columns only, in the order of the names. A name that is not there or that
// comes twice is an error.
func (f Frame) Select(names ...string) (Frame, error) {
	cols := make([]Column, 0, len(names))
	for _, name := range names {
		i, err := f.index(name)
		if err != nil {
			return Frame{}, fmt.Errorf("frame: select: %w", err)
		}
		cols = append(cols, f.cols[i])
	}
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("frame: select: %w", err)
	}
	f.cols = cols
	return f, nil
}

// Drop returns the frame without the named columns. A name that is not there is an error.
func (f Frame) Drop(names ...string) (Frame, error) {
	for _, name := range names {
		if _, err := f.index(name); err != nil {
			return Frame{}, fmt.Errorf("frame: drop: %w", err)
		}
	}
	f.cols = slices.DeleteFunc(slices.Clone(f.cols), func(c Column) bool { return slices.Contains(names, c.Name) })
	return f, nil
}

// Equal reports whether two frames have the same caption, columns, kinds, Meta and cells, missing ones included.
func Equal(a, b Frame) bool {
	if a.caption != b.caption || a.Rows() != b.Rows() {
		return false
	}
	return slices.EqualFunc(a.cols, b.cols, func(c, d Column) bool {
		if c.Name != d.Name || c.Meta != d.Meta || c.Kind() != d.Kind() {
			return false
		}
		for i := range c.Len() {
			if c.Missing(i) != d.Missing(i) || c.Text(i) != d.Text(i) {
				return false
			}
		}
		return true
	})
}

// find returns the position of the named column, or -1.
func (f Frame) find(name string) int {
	return slices.IndexFunc(f.cols, func(c Column) bool { return c.Name == name })
}

// index returns the position of the named column, or an error that helps with a misspelt name.
func (f Frame) index(name string) (int, error) {
	if i := f.find(name); i >= 0 {
		return i, nil
	}
	if len(f.cols) == 0 {
		return 0, fmt.Errorf("no column %q: the frame has no columns", name)
	}
	names := f.Columns()
	near := ""
	if n := Nearest(name, names); n != "" {
		near = fmt.Sprintf(", the nearest is %q", n)
	}
	return 0, fmt.Errorf("no column %q%s; there are %s", name, near, strings.Join(names, ", "))
}

// Nearest returns the candidate that takes the fewest edits to reach from a mistyped word, the first of several, and ""
// when none is near: within two edits, or a third of a longer word's characters.
func Nearest(word string, candidates []string) string {
	best, least := "", max(2, len([]rune(word))/3)+1
	for _, c := range candidates {
		if d := editDistance(word, c); d < least && d < len([]rune(c)) {
			best, least = c, d
		}
	}
	return best
}

// editDistance returns the number of single-character insertions, deletions and substitutions that turn a into b
// (Levenshtein), in the one-row form of the table.
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := diagonal + 1
			if x[i] == y[j] {
				cost = diagonal
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
