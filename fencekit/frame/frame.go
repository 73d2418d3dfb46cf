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
// the wrong length and columns that no constructor made are errors; all of them are reported at once, of many of a kind
// the first five and how many more.
func New(cols ...Column) (Frame, error) {
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("frame: new: %w", err)
	}
	return Frame{cols: slices.Clone(cols)}, nil
}

// check returns every violation of what a frame asks of its columns: of each kind the first few, and how many more.
func check(cols []Column) error {
	var unmade, masks faults
	for _, c := range cols {
		if c.data == nil {
			unmade.add("column %q was made by no constructor", c.Name)
		}
		if c.missing != nil && len(c.missing) != c.Len() {
			masks.add("column %q has %d cells and a mask of %d", c.Name, c.Len(), len(c.missing))
		}
	}
	return errors.Join(
		unmade.err("columns made by no constructor"),
		masks.err("masks of another length than their column"),
		unequal(cols),
		misnamed(cols),
	)
}

// unequal compares the lengths of the columns with the one that most of them have, the first of several such, so that
// one short column is what is reported, wherever it stands.
func unequal(cols []Column) error {
	if !slices.ContainsFunc(cols, func(c Column) bool { return c.Len() != cols[0].Len() }) {
		return nil
	}
	count := make(map[int]int)
	for _, c := range cols {
		if c.data != nil {
			count[c.Len()]++
		}
	}
	usual := cols[0]
	for _, c := range cols {
		if c.data != nil && (usual.data == nil || count[c.Len()] > count[usual.Len()]) {
			usual = c
		}
	}
	var others faults
	for _, c := range cols {
		if c.data != nil && c.Len() != usual.Len() {
			others.add("column %q has %s, column %q has %s",
				c.Name, counted(c.Len(), "row"), usual.Name, Grouped(int64(usual.Len())))
		}
	}
	return others.err("columns of another length")
}

// misnamed finds every column without a name and every name that an earlier column has.
func misnamed(cols []Column) error {
	find := finder(cols, len(cols))
	var names faults
	for i, c := range cols {
		if c.Name == "" {
			names.add("column %d has no name", i)
		} else if first := find(c.Name); first < i {
			names.add("columns %d and %d are both named %q", first, i, c.Name)
		}
	}
	return names.err("columns without a name of their own")
}

// faults collects errors of one sort, of many the first five and how many more there are.
type faults struct {
	first []error
	count int
}

const mostFaults = 5

func (f *faults) add(format string, values ...any) {
	if f.count++; f.count <= mostFaults+1 { // a sixth takes no more room than the line that counts it
		f.first = append(f.first, fmt.Errorf(format, values...))
	}
}

// err returns the errors as one, or nil when there are none. It says of what there are more.
func (f *faults) err(what string) error {
	if f.count <= mostFaults+1 {
		return errors.Join(f.first...)
	}
	more := fmt.Errorf("and %s more %s", Grouped(int64(f.count-mostFaults)), what)
	return errors.Join(append(f.first[:mostFaults:mostFaults], more)...)
}

// counted returns a number with its noun, such as "1 row" and "2 rows".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Grouped(int64(n)) + " " + noun + "s"
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
	out, err := f.with(c)
	return out, wrap("with", err)
}

// with is With for operations of other names.
func (f Frame) with(c Column) (Frame, error) {
	// check compares the new columns with each other, and a single one could be put in its own place with other rows.
	if len(f.cols) > 0 && c.Len() != f.Rows() {
		return Frame{}, fmt.Errorf("column %q has %s, column %q has %s", c.Name, counted(c.Len(), "row"), f.cols[0].Name,
			Grouped(int64(f.Rows())))
	}
	cols := slices.Clone(f.cols)
	if i := f.find(c.Name); i >= 0 {
		cols[i] = c
	} else {
		cols = append(cols, c)
	}
	if err := check(cols); err != nil {
		return Frame{}, err
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

// Select returns the frame with the named columns only, in the order of the names. Names that are not there or that
// come twice are errors, all reported at once.
func (f Frame) Select(names ...string) (Frame, error) {
	at, err := f.indices(names)
	if err := errors.Join(err, repeated(names)); err != nil {
		return Frame{}, fmt.Errorf("frame: select: %w", err)
	}
	cols := make([]Column, len(at))
	for k, i := range at {
		cols[k] = f.cols[i]
	}
	f.cols = cols
	return f, nil
}

// repeated finds every name that comes a second time.
func repeated(names []string) error {
	first := make(map[string]int, len(names))
	var twice faults
	for k, name := range names {
		if i, taken := first[name]; taken {
			twice.add("columns %d and %d are both named %q", i, k, name)
		} else {
			first[name] = k
		}
	}
	return twice.err("names that come twice")
}

// Drop returns the frame without the named columns. Names that are not there are errors, all reported at once.
func (f Frame) Drop(names ...string) (Frame, error) {
	at, err := f.indices(names)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: drop: %w", err)
	}
	gone := make([]bool, len(f.cols))
	for _, i := range at {
		gone[i] = true
	}
	cols := make([]Column, 0, len(f.cols))
	for i, c := range f.cols {
		if !gone[i] {
			cols = append(cols, c)
		}
	}
	f.cols = cols
	return f, nil
}

// find returns the position of the named column, or -1.
func (f Frame) find(name string) int { return finder(f.cols, 1)(name) }

// finder returns the function that finds the first column of a name, or -1. It goes along the columns for a few names
// and makes a map where many names are to be found among many columns.
func finder(cols []Column, names int) func(name string) int {
	if names < 16 || len(cols) < 16 {
		return func(name string) int {
			for i := range cols {
				if cols[i].Name == name {
					return i
				}
			}
			return -1
		}
	}
	first := make(map[string]int, len(cols))
	for i := range cols {
		if _, ok := first[cols[i].Name]; !ok {
			first[cols[i].Name] = i
		}
	}
	return func(name string) int {
		if i, ok := first[name]; ok {
			return i
		}
		return -1
	}
}

// index returns the position of the named column, or an error that helps with a misspelt name.
func (f Frame) index(name string) (int, error) {
	if i := f.find(name); i >= 0 {
		return i, nil
	}
	return 0, f.noColumn(name)
}

// indices returns the positions of the named columns, or an error for all of those that are not there. The last of
// those that it lists comes with the names that there are.
func (f Frame) indices(names []string) ([]int, error) {
	find := finder(f.cols, len(names))
	at := make([]int, len(names))
	var absent []string
	seen := map[string]bool{}
	for k, name := range names {
		if at[k] = find(name); at[k] < 0 && !seen[name] {
			seen[name] = true
			absent = append(absent, name)
		}
	}
	if len(absent) == 0 {
		return at, nil
	}
	listed := min(len(absent), mostFaults)
	errs := make([]error, 0, listed+1)
	for _, name := range absent[:listed-1] {
		errs = append(errs, fmt.Errorf("no column %q%s", name, f.near(name)))
	}
	errs = append(errs, f.noColumn(absent[listed-1]))
	if more := len(absent) - listed; more > 0 {
		errs = append(errs, fmt.Errorf("and %s more names that are not there", Grouped(int64(more))))
	}
	return nil, errors.Join(errs...)
}

// noColumn is the error for a name that no column has: it lists the names there are, of many the first 50, and gives
// the nearest.
func (f Frame) noColumn(name string) error {
	if len(f.cols) == 0 {
		return fmt.Errorf("no column %q: the frame has no columns", name)
	}
	names := f.Columns()
	const most = 50
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %s more", Grouped(int64(len(names)-most)))
		names = names[:most]
	}
	return fmt.Errorf("no column %q%s; there are %s%s", name, f.near(name), strings.Join(names, ", "), more)
}

// near names the column that a name may have been meant for.
func (f Frame) near(name string) string {
	if n := Nearest(name, f.Columns()); n != "" {
		return fmt.Sprintf(", the nearest is %q", n)
	}
	return ""
}

// Nearest returns the candidate that takes the fewest edits to reach from a mistyped word, the first of several, and ""
// when none is near. Capital letters count as small ones. Near is within two edits, or a third of a longer word's
// characters, and in no more than half of the characters of the longer of the two, so that "nn" is near "n" and "x" is
// not.
func Nearest(word string, candidates []string) string {
	word = strings.ToLower(word)
	size := len([]rune(word))
	best, least := "", max(2, size/3)+1
	for _, c := range candidates {
		low := strings.ToLower(c)
		if d := editDistance(word, low); d < least && 2*d <= max(size, len([]rune(low))) {
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
