package frame

import (
	"bytes"
	"encoding/json"
	"io"
	"unicode/utf8"
)

// jsonText reads rows of JSON value by value. The standard library's decoder would not do: it holds a value whole,
// however long, does not tell lines, and takes the last of two equal keys.
type jsonText struct{ *textInput }

// jsonForm is the form of a value.
type jsonForm uint8

const (
	formNull jsonForm = iota + 1
	formBool
	formNumber
	formString
)

// String names a value of the form, for errors.
func (f jsonForm) String() string {
	return [...]string{"nothing", "null", "a bool", "a number", "a string"}[f]
}

// kindForms is the form in which a value of each kind is written.
var kindForms = [...]jsonForm{Float: formNumber, Int: formNumber, String: formString, Bool: formBool,
	Duration: formString}

// jsonValue is a value of a row. Its text is good until the next is read; that of a string is without quotes and
// escapes.
type jsonValue struct {
	form jsonForm
	text []byte
}

// next skips white space and returns the byte behind it without consuming it, or 0 at the end of the text.
func (s *jsonText) next() (byte, error) {
	for {
		s.skip()
		c, ok := s.peek()
		switch {
		case !ok:
			return 0, s.failed()
		case c == '\n':
			s.pos++
			s.newline()
		case c == ' ', c == '\t', c == '\r':
			s.pos++
		case c == 0:
			return 0, s.fault(0, "", "a NUL byte: the input is UTF-16, binary or damaged")
		default:
			return c, nil
		}
	}
}

// take consumes the byte that next returned.
func (s *jsonText) take() { s.pos++; s.skip() }

// unexpected says what stands where something else should.
func (s *jsonText) unexpected(field, want string) error {
	if s.mark == s.end {
		return s.fault(0, field, "the input ends where there should be %s", want)
	}
	return s.fault(0, field, "%s where there should be %s", quoted(string(s.here())), want)
}

// here returns the character at the mark, U+FFFD for what is none.
func (s *jsonText) here() rune {
	for !utf8.FullRune(s.buf[s.mark:s.end]) && s.more() == nil {
	}
	r, _ := utf8.DecodeRune(s.buf[s.mark:s.end])
	return r
}

// rows reads all rows, and of an empty text none if there may be none. Pair is given the pairs of each, and returns the
// name of the column; endRow ends a row.
func (s *jsonText) rows(pair func(key []byte, v jsonValue) (string, error), endRow func() error, none bool) error {
	c, err := s.next()
	if err != nil {
		return err
	}
	array := c == '['
	switch {
	case array:
		s.take()
		if c, err = s.next(); err != nil {
			return err
		}
	case c == 0 && none:
		return s.failed()
	case c == 0:
		return s.fault(0, "", "the input is empty; a table of no rows is []")
	}
	for more := !array || c != ']'; more; {
		if err := s.object(pair, endRow); err != nil {
			return err
		}
		if more, err = s.another(array); err != nil {
			return err
		}
	}
	if !array {
		return nil
	}
	s.take() // the closing bracket
	if c, err = s.next(); err == nil && c != 0 {
		return s.unexpected("", "nothing behind the array")
	}
	return err
}

// another reads what stands behind a row, and reports whether there is a further one.
func (s *jsonText) another(array bool) (bool, error) {
	c, err := s.next()
	switch {
	case err != nil:
		return false, err
	case !array:
		return c != 0, nil
	case c == ',':
		s.take()
		_, err = s.next()
		return true, err
	case c == ']':
		return false, nil
	}
	return false, s.unexpected("", "a comma or the end of the array")
}

// object reads one row.
func (s *jsonText) object(pair func(key []byte, v jsonValue) (string, error), endRow func() error) error {
	c, err := s.next()
	if err != nil {
		return err
	}
	if c != '{' {
		return s.unexpected("", "a row, which is an object in braces")
	}
	s.row = s.offset + int64(s.mark)
	at := ParseError{}
	at.Line, at.Column = s.place(0)
	s.take()
	if c, err = s.next(); err != nil {
		return err
	}
	for c != '}' {
		if c, err = s.pair(pair); err != nil {
			return err
		}
	}
	s.take()
	if err := endRow(); err != nil {
		at.Reason = err.Error()
		return &at
	}
	return nil
}

// pair reads a key and its value, and the comma behind them if there is one. It returns the byte behind that.
func (s *jsonText) pair(pair func(key []byte, v jsonValue) (string, error)) (byte, error) {
	c, err := s.next()
	if err != nil {
		return 0, err
	}
	if c != '"' {
		return 0, s.unexpected("", "a key in quotes")
	}
	line, column := s.place(0)
	key, err := s.str("")
	if err != nil {
		return 0, err
	}
	key = bytes.Clone(key)
	if c, err = s.next(); err != nil {
		return 0, err
	}
	if c != ':' {
		return 0, s.unexpected(string(key), "a colon")
	}
	s.take()
	value, at, err := s.value(string(key))
	if err != nil {
		return 0, err
	}
	if s.rowTooLong() {
		return 0, s.fault(0, string(key), "a row of more than %d bytes", s.maxRow)
	}
	name, err := pair(key, value)
	switch {
	case err != nil && name == "":
		return 0, &ParseError{Line: line, Column: column, Reason: err.Error()}
	case err != nil:
		at.Field, at.Reason = name, err.Error()
		return 0, &at
	}
	return s.afterPair(name)
}

// afterPair consumes the comma behind a pair, if there is one, and returns the byte behind that.
func (s *jsonText) afterPair(name string) (byte, error) {
	c, err := s.next()
	switch {
	case err != nil:
		return 0, err
	case c == '}':
		return c, nil
	case c != ',':
		return 0, s.unexpected(name, "a comma or the end of the row")
	}
	s.take()
	if c, err = s.next(); err == nil && c == '}' {
		return 0, s.unexpected(name, "a key behind the comma")
	}
	return c, err
}

// value reads a value that is neither an object nor an array, and says where it begins.
func (s *jsonText) value(name string) (v jsonValue, at ParseError, err error) {
	c, err := s.next()
	if err != nil {
		return v, at, err
	}
	at.Line, at.Column = s.place(0)
	switch {
	case c == '"':
		v.form = formString
		v.text, err = s.str(name)
	case c == '{', c == '[':
		err = s.fault(0, name, "an object or array within a row: a cell is a number, a string, true, false or null")
	case c == '-', '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		v, err = s.bare(name)
	default:
		err = s.unexpected(name, "a value")
	}
	return v, at, err
}

// bare reads a number, true, false or null.
func (s *jsonText) bare(name string) (v jsonValue, err error) {
	n := 0
	for {
		if s.mark+n == s.end {
			if err := s.more(); err == errTooLong {
				return v, s.tooLong(name)
			} else if err == io.EOF {
				break
			} else if err != nil {
				return v, s.failed()
			}
		}
		if c := s.buf[s.mark+n]; !isWordByte(c) {
			break
		}
		n++
	}
	if n > s.maxField {
		return v, s.tooLong(name)
	}
	s.pos = s.mark + n
	v.text = s.buf[s.mark:s.pos]
	switch word := string(v.text); {
	case word == "null":
		v.form = formNull
	case word == "true", word == "false":
		v.form = formBool
	case isJSONNumber(v.text):
		v.form = formNumber
	default:
		return v, s.fault(0, name, "%s is not JSON: a cell is a number, a string, true, false or null", quoted(word))
	}
	return v, nil
}

func (s *jsonText) tooLong(name string) error {
	return s.fault(0, name, "a field of more than %d bytes", s.maxField)
}

func isWordByte(c byte) bool {
	switch {
	case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		return true
	}
	return c == '.' || c == '+' || c == '-' || c == '_'
}

// isJSONNumber reports whether a text is a number by the grammar of JSON.
func isJSONNumber(b []byte) bool {
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	n := digits(b)
	if n == 0 || n > 1 && b[0] == '0' {
		return false
	}
	b = b[n:]
	if len(b) > 0 && b[0] == '.' {
		if n = digits(b[1:]); n == 0 {
			return false
		}
		b = b[1+n:]
	}
	if len(b) > 1 && (b[0] == 'e' || b[0] == 'E') {
		b = b[1:]
		if b[0] == '+' || b[0] == '-' {
			b = b[1:]
		}
		if n = digits(b); n == 0 {
			return false
		}
		b = b[n:]
	}
	return len(b) == 0
}

// digits counts the digits that a text begins with.
func digits(b []byte) int {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	return n
}

// str reads a string, whose opening quote is at the mark, and returns what it stands for.
func (s *jsonText) str(name string) ([]byte, error) {
	n, escaped := 1, false
	for {
		if s.mark+n >= s.end {
			if err := s.more(); err == errTooLong {
				return nil, s.fault(0, name, "a string of more than %d bytes: is its quote ever closed?", s.maxField)
			} else if err == io.EOF {
				return nil, s.fault(0, name, "the quote that opens this string is never closed")
			} else if err != nil {
				return nil, s.failed()
			}
			continue
		}
		c := s.buf[s.mark+n]
		n++
		if c == '"' {
			break
		}
		if c == '\\' {
			escaped = true
			n++
		}
		if c < ' ' {
			return nil, s.fault(n-1, name, "control character 0x%02x within a string", c)
		}
	}
	s.pos = s.mark + n
	text := s.buf[s.mark+1 : s.pos-1]
	if len(text) > s.maxField {
		return nil, s.fault(0, name, "a string of more than %d bytes", s.maxField)
	}
	if err := s.checkBytes(1, text, name); err != nil || !escaped {
		return text, err
	}
	var plain string
	if err := json.Unmarshal(s.buf[s.mark:s.pos], &plain); err != nil {
		return nil, s.fault(0, name, "the string is not JSON: %v", err)
	}
	return []byte(plain), nil
}
