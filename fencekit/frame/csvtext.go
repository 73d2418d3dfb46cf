package frame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// csvText cuts a text into fields. The standard library's reader would not do: it does not tell a quoted empty field
// from none, turns \r\n within quotes into \n, and holds any line whole, however long.
type csvText struct {
	*textInput
	comma byte
	trim  bool
	stop  [256]bool // the bytes that end an unquoted field, and the quote, which may not stand in one
}

// csvField is a field of a row. Its text is good until the next is read.
type csvField struct {
	text         []byte
	quoted, last bool
	line, column int // where it begins
}

// fault returns an error at the beginning of the field.
func (f csvField) fault(name, format string, args ...any) error {
	return &ParseError{Line: f.line, Column: f.column, Field: name, Reason: fmt.Sprintf(format, args...)}
}

// schema reads the first line of a typed text, or nothing of any other.
func (s *csvText) schema() (*Schema, error) {
	for s.end-s.mark < len(typedMark) && s.more() == nil {
	}
	if !bytes.HasPrefix(s.buf[s.mark:s.end], []byte(typedMark)) {
		return nil, nil
	}
	most := s.maxField
	s.maxField = s.maxRow
	defer func() { s.maxField = most }()
	n := len(typedMark)
	for {
		rest := s.buf[s.mark+n : s.end]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			n += i + 1
			break
		}
		n += len(rest)
		if err := s.more(); err == errTooLong {
			return nil, s.fault(0, "", "the line of the schema has more than %d bytes", s.maxRow)
		} else if err == io.EOF {
			break
		} else if err != nil {
			return nil, s.failed()
		}
	}
	s.pos = s.mark + n
	schema := new(Schema)
	if err := json.Unmarshal(s.buf[s.mark+len(typedMark):s.pos], schema); err != nil {
		return nil, s.badSchema(err)
	}
	s.newlines()
	return schema, nil
}

// skipLines skips lines before the table, however long, whatever they hold.
func (s *csvText) skipLines(n int) error {
	if n < 0 {
		return fmt.Errorf("skip rows = %d: must not be negative", n)
	}
	for k := range n {
		for begun := 0; ; begun = 1 {
			s.skip()
			c, ok := s.peek()
			if !ok {
				if err := s.failed(); err != nil {
					return err
				}
				return s.fault(0, "", "skip rows = %d: the input has %s", n, counted(k+begun, "line"))
			}
			if s.pos++; c == '\n' {
				break
			}
		}
		s.newline()
	}
	return nil
}

// badSchema says where the first line is no schema.
func (s *csvText) badSchema(err error) error {
	at := len(typedMark)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(at+max(int(syntax.Offset)-1, 0), s.pos-s.mark)
	}
	reason := strings.TrimPrefix(err.Error(), "frame: schema: ")
	return s.fault(at, "", "the schema behind %q: %s", typedMark, reason)
}

// row skips blank lines and reports whether there is a row behind them.
func (s *csvText) row() bool {
	for {
		s.skip()
		c, ok := s.peek()
		if ok && c == '\r' {
			s.pos++
			if c, ok = s.peek(); ok && c != '\n' {
				s.pos--
			}
		}
		if !ok {
			return false
		}
		if c != '\n' {
			break
		}
		s.pos++
		s.newline()
	}
	s.textInput.row = s.offset + int64(s.pos)
	return true
}

// next reads a field and what ends it. The name of its column is for errors.
func (s *csvText) next(name string) (csvField, error) {
	s.skip()
	c, ok := s.blanks()
	s.skip()
	field := csvField{quoted: ok && c == '"'}
	field.line, field.column = s.place(0)
	from, to, doubled := 0, 0, false
	var err error
	if field.quoted {
		from = 1
		to, doubled, err = s.inQuotes(name)
	} else {
		to, err = s.bare(name)
	}
	if err == nil {
		err = s.check(from, to, name)
	}
	if err == nil {
		field.last, err = s.ending(name)
	}
	if err != nil {
		return field, err
	}
	field.text = s.buf[s.mark+from : s.mark+to]
	switch {
	case doubled:
		field.text = bytes.ReplaceAll(field.text, []byte(`""`), []byte(`"`))
	case s.trim && !field.quoted:
		field.text = trimBlanks(field.text)
	}
	if field.quoted || field.last {
		s.newlines()
	}
	return field, nil
}

// blanks skips blanks that are no part of a field, and returns the byte behind them without consuming it.
func (s *csvText) blanks() (byte, bool) {
	c, ok := s.peek()
	for s.trim && ok && (c == ' ' || c == '\t') && c != s.comma {
		s.pos++
		c, ok = s.peek()
	}
	return c, ok
}

// bare finds the end of an unquoted field, as a distance from the mark, and moves the position there.
func (s *csvText) bare(name string) (to int, err error) {
	for {
		rest := s.buf[s.mark+to : s.end]
		i := 0
		for i < len(rest) && !s.stop[rest[i]] {
			i++
		}
		to += i
		if i < len(rest) {
			break
		}
		// A field that is too long for the window is too long for check as well.
		if err := s.more(); err == errTooLong || err == io.EOF {
			break
		} else if err != nil {
			return 0, s.failed()
		}
	}
	s.pos = s.mark + to
	return to, nil
}

// inQuotes finds the closing quote of a field, as a distance from the mark, which is at the opening one, and moves the
// position behind it. Doubled says that the field has quotes of its own.
func (s *csvText) inQuotes(name string) (to int, doubled bool, err error) {
	for n := 1; ; {
		rest := s.buf[s.mark+n : s.end]
		i := bytes.IndexByte(rest, '"')
		if i < 0 {
			n += len(rest)
			if err := s.unclosed(name); err != nil {
				return 0, false, err
			}
			continue
		}
		n += i + 1
		s.pos = s.mark + n
		if c, ok := s.peek(); !ok || c != '"' {
			return n - 1, doubled, nil
		}
		n++
		doubled = true
	}
}

// unclosed reads more of a quoted field, and says what is wrong when there is no more.
func (s *csvText) unclosed(name string) error {
	switch err := s.more(); err {
	case nil:
		return nil
	case errTooLong:
		return s.fault(0, name, "a field of more than %d bytes: is its quote ever closed?", s.maxField)
	case io.EOF:
		return s.fault(0, name, "the quote that opens this field is never closed")
	}
	return s.failed()
}

// check checks the bytes of a field, between two distances from the mark, and how many they are.
func (s *csvText) check(from, to int, name string) error {
	if to-from > s.maxField {
		return s.fault(0, name, "a field of more than %d bytes", s.maxField)
	}
	if s.rowTooLong() {
		return s.fault(0, name, "a row of more than %d bytes", s.maxRow)
	}
	return s.checkBytes(from, s.buf[s.mark+from:s.mark+to], name)
}

// ending finds what stands behind a field, moves the position behind it, and reports whether it ends the row.
func (s *csvText) ending(name string) (last bool, err error) {
	c, ok := s.blanks()
	at := s.pos - s.mark
	if ok && c == '\r' {
		s.pos++
		if c, ok = s.peek(); ok && c != '\n' {
			return false, s.fault(at, name, "a carriage return within a line: lines end in \\n or \\r\\n")
		}
	}
	switch {
	case !ok && s.err == nil:
		return false, s.fault(0, name, "a field of more than %d bytes, with the blanks behind it", s.maxField)
	case !ok:
		return true, s.failed()
	case c == s.comma || c == '\n':
		s.pos++
		return c == '\n', nil
	case s.buf[s.mark] == '"':
		return false, s.fault(at, name, "text behind the closing quote of a field")
	}
	return false, s.fault(at, name, `a quote within a field without quotes: write "" in a field in quotes`)
}
