package frame

import (
	"fmt"
	"strconv"
	"strings"
)

// The bounds that a reader keeps to where its options say nothing. They bound what a broken or hostile input can make a
// reader hold before it gives up, and are far above what a table of results has.
const (
	DefaultMaxField = 1 << 20  // bytes of one field, 1 MiB
	DefaultMaxRow   = 16 << 20 // bytes of one row, 16 MiB
	MaxColumns      = 100_000  // columns of one table
)

// A table of JSON rows in which nearly every cell is missing is a table whose keys are data. It would need far more
// memory than its text is long, so that one of more than sparseCells cells must have one in sparseShare of them.
const (
	sparseCells = 1 << 24
	sparseShare = 100
)

// shownField bounds, in bytes, how much of a field an error repeats.
const shownField = 40

// ParseError says where a text that should be a table is none. ReadCSV, ReadJSON and ReadFile return it wrapped, for
// errors.As.
type ParseError struct {
	Line   int    // line of the text, from 1
	Column int    // byte in that line, from 1, a byte order mark not counted
	Field  string // name of the column of the table, "" where none is known
	Reason string // what is wrong there, with the values
}

// Error returns the place and the reason, such as: line 3, column 7, field "wait_ms": "abc" is not a float64.
func (e *ParseError) Error() string {
	field := ""
	if e.Field != "" {
		field = ", field " + strconv.Quote(cutShort(e.Field))
	}
	return fmt.Sprintf("line %d, column %d%s: %s", e.Line, e.Column, field, e.Reason)
}

// cutShort cuts a text that is too long to be repeated in an error.
func cutShort(s string) string {
	if len(s) <= shownField {
		return s
	}
	return strings.ToValidUTF8(s[:shownField], "") + "..."
}

// quoted returns a field as an error repeats it.
func quoted[T string | []byte](field T) string {
	if len(field) > shownField {
		field = field[:shownField+1] // no more than cutShort needs to see that it is long
	}
	return strconv.Quote(cutShort(string(field)))
}
