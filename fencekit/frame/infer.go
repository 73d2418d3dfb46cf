package frame

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// gatherer collects the cells of one column while a text is read.
type gatherer interface {
	add(text []byte, quoted bool) error // a cell; the error says what it is not
	gap()                               // a missing cell
	len() int
	column() Column
}

// typedCells collects the cells of a column whose kind is known.
type typedCells[T Value] struct {
	values []T
	mask   []bool // nil until a cell is missing
	zero   T      // what a missing cell holds
	parse  func(text string) (T, error)
}

func (t *typedCells[T]) add(text []byte, _ bool) error {
	v, err := t.parse(string(text))
	if err != nil {
		return err
	}
	t.put(v)
	return nil
}

func (t *typedCells[T]) put(v T) {
	t.values = append(t.values, v)
	if t.mask != nil {
		t.mask = append(t.mask, false)
	}
}

func (t *typedCells[T]) gap() {
	if t.mask == nil {
		t.mask = make([]bool, len(t.values), cap(t.values)+1)
	}
	t.values = append(t.values, t.zero)
	t.mask = append(t.mask, true)
}

func (t *typedCells[T]) len() int { return len(t.values) }

// column returns the cells as a column without a name. They are not copied: nobody else has them.
func (t *typedCells[T]) column() Column {
	if t.values == nil {
		t.values = []T{}
	}
	return Column{data: t.values, missing: t.mask}
}

// textCells collects cells as they are written: those of string columns, and those of columns whose kind will be known
// when the last row has been read. All texts stand in one buffer, so that a cell costs its bytes and nine more.
type textCells struct {
	text  []byte
	ends  []int // of each cell in the text
	flags []uint8
	whole string // the text when all cells have been added
}

const (
	flagQuoted = 1 << iota // the cell stood in quotes
	flagGap                // there was no cell
)

func (c *textCells) add(text []byte, quoted bool) error {
	c.text = append(c.text, text...)
	c.ends = append(c.ends, len(c.text))
	c.flags = append(c.flags, uint8(asInt(quoted)*flagQuoted))
	return nil
}

func (c *textCells) gap() {
	c.ends = append(c.ends, len(c.text))
	c.flags = append(c.flags, flagGap)
}

func (c *textCells) len() int { return len(c.ends) }

// column returns the cells as strings, which share one text.
func (c *textCells) column() Column {
	values := make([]string, len(c.ends))
	var mask []bool
	c.each(func(i int, text string, flags uint8) bool {
		if flags&flagGap == 0 {
			values[i] = text
			return true
		}
		if mask == nil {
			mask = make([]bool, len(c.ends))
		}
		mask[i] = true
		return true
	})
	return Column{data: values, missing: mask}
}

// each calls do with every cell until it returns false, and reports whether it never did.
func (c *textCells) each(do func(i int, text string, flags uint8) bool) bool {
	if len(c.whole) < len(c.text) {
		c.whole = string(c.text)
	}
	from := 0
	for i, end := range c.ends {
		if !do(i, c.whole[from:end], c.flags[i]) {
			return false
		}
		from = end
	}
	return true
}

// gathererOf returns what collects the cells of a kind, or of a kind that is to be inferred when it is 0.
func gathererOf(kind Kind) gatherer {
	switch kind {
	case Float:
		return &typedCells[float64]{parse: parseFloat, zero: math.NaN()}
	case Int:
		return &typedCells[int64]{parse: parseInt}
	case Bool:
		return &typedCells[bool]{parse: parseBool}
	case Duration:
		return &typedCells[time.Duration]{parse: parseDuration}
	}
	return &textCells{}
}

// as returns the cells as a column of a kind if every cell that is not missing is written as one of that kind, and
// would lose nothing by it.
func (c *textCells) as(kind Kind, missing func(text string, flags uint8) bool) (Column, bool) {
	switch kind {
	case Bool:
		return converted(c, missing, &typedCells[bool]{parse: parseBool})
	case Int:
		return converted(c, missing, &typedCells[int64]{parse: plainInt})
	case Float:
		return converted(c, missing, &typedCells[float64]{parse: plainFloat, zero: math.NaN()})
	case Duration:
		return converted(c, missing, &typedCells[time.Duration]{parse: plainDuration})
	}
	return c.column(), true
}

func converted[T Value](c *textCells, missing func(string, uint8) bool, to *typedCells[T]) (Column, bool) {
	ok := c.each(func(_ int, text string, flags uint8) bool {
		if missing(text, flags) {
			to.gap()
			return true
		}
		if flags&flagQuoted == 0 {
			text = trimBlanks(text)
		}
		v, err := to.parse(text)
		if err != nil {
			return false
		}
		if to.values == nil { // not before a cell is of the kind: most columns are not
			to.values = make([]T, 0, c.len())
		}
		to.put(v)
		return true
	})
	if !ok {
		return Column{}, false
	}
	return to.column(), true
}

// infer returns the cells as the first of the kinds that all of them are written as, and false when there is none.
func (c *textCells) infer(missing func(text string, flags uint8) bool, kinds ...Kind) (Column, bool) {
	for _, k := range kinds {
		if col, ok := c.as(k, missing); ok {
			return col, true
		}
	}
	return Column{}, false
}

// trimBlanks returns a field without the blanks and tabs around it.
func trimBlanks[T string | []byte](text T) T {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
		text = text[1:]
	}
	for len(text) > 0 && (text[len(text)-1] == ' ' || text[len(text)-1] == '\t') {
		text = text[:len(text)-1]
	}
	return text
}

var errLoses = errors.New("would lose what it is written as")

// The parsers of cells whose kind is known take what Go takes, save for hexadecimal numbers and digits grouped by
// underscores, which no other program writes. A NaN is a missing cell and does not come here.

func parseFloat(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is outside the range of a float64", quoted(text))
	case err != nil || math.IsNaN(v) || strings.ContainsAny(text, "xX_"):
		return 0, fmt.Errorf("%s is not a float64", quoted(text))
	}
	return v, nil
}

func parseInt(text string) (int64, error) {
	v, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is outside the range of an int64", quoted(text))
	case err != nil:
		return 0, fmt.Errorf("%s is not an int64", quoted(text))
	}
	return v, nil
}

func parseBool(text string) (bool, error) {
	switch text {
	case "true", "True", "TRUE":
		return true, nil
	case "false", "False", "FALSE":
		return false, nil
	}
	return false, fmt.Errorf("%s is not a bool: it is neither true nor false", quoted(text))
}

func parseDuration(text string) (time.Duration, error) {
	v, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%s is not a duration such as 1.5s or 250ms", quoted(text))
	}
	return v, nil
}

// The parsers of cells whose kind is inferred refuse what would not be the same when it is written again.

// plainInt refuses leading zeros, which an identifier has and a number has not, and -0.
func plainInt(text string) (int64, error) {
	digits := trimSigns(text)
	if strings.HasPrefix(digits, "0") && len(digits) > 1 || text == "-0" {
		return 0, errLoses
	}
	return strconv.ParseInt(text, 10, 64)
}

// plainFloat refuses leading zeros, infinities that were finite, and whole numbers with more digits than a float64 has.
func plainFloat(text string) (float64, error) {
	digits := trimSigns(text)
	if len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return 0, errLoses
	}
	v, err := parseFloat(text)
	if err != nil {
		return 0, errLoses
	}
	const exact = 15 // digits that every float64 keeps
	if len(digits) > exact && strings.Trim(digits, "0123456789") == "" &&
		strconv.FormatFloat(math.Abs(v), 'f', -1, 64) != digits {
		return 0, errLoses
	}
	return v, nil
}

// plainDuration refuses the 0 without a unit that Go takes for a duration.
func plainDuration(text string) (time.Duration, error) {
	if !strings.HasSuffix(text, "s") && !strings.HasSuffix(text, "m") && !strings.HasSuffix(text, "h") {
		return 0, errLoses
	}
	return time.ParseDuration(text)
}

// isMissingText reports whether a field means a missing cell in a column that is not one of strings.
func isMissingText[T string | []byte](text T) bool {
	switch string(text) {
	case "", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "-":
		return true
	}
	return false
}

func trimSigns(text string) string {
	for len(text) > 0 && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	return text
}
