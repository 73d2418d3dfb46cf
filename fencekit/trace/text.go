package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	magic      = "# fence-log "
	endMark    = "# end "
	clockKey   = "clock"
	formatName = "fence-log"
)

// Write writes the text form of l: a header line, a line an event, and a last line with the number of events. Read
// of what it wrote gives an equal log. It returns an error, and has then perhaps written a part, when the log could
// not be read back: events out of order, an empty name, a key twice, text that is not UTF-8, a line above MaxLine, a
// version other than Version and 0, or Params or Extra that are not JSON objects.
func Write(w io.Writer, l *Log) error {
	header, err := headerJSON(l.Header, "")
	if err != nil {
		return fmt.Errorf("trace: write: %w", err)
	}
	first := append([]byte(magic+strconv.Itoa(Version)+" "), header...)
	return writeLines(w, l, first, func(b []byte, e Event) []byte { return appendEvent(b, e) },
		endMark+strconv.Itoa(len(l.Events)))
}

// writeLines is what both forms share: the first line, a checked line an event, the last line.
func writeLines(w io.Writer, l *Log, first []byte, line func([]byte, Event) []byte, last string) error {
	if len(first) > MaxLine {
		return fmt.Errorf("trace: write: header of %d bytes is longer than a line's %d", len(first), MaxLine)
	}
	out := bufio.NewWriter(w)
	out.Write(append(first, '\n')) // a bufio.Writer keeps the first error for Flush
	var buffer []byte
	for i, e := range l.Events {
		if err := checkEvent(l.Events[:i], e); err != nil {
			return fmt.Errorf("trace: write: event #%d: %w", i, err)
		}
		buffer = line(buffer[:0], e)
		if len(buffer) > MaxLine {
			return fmt.Errorf("trace: write: event #%d: line of %d bytes is longer than %d", i, len(buffer), MaxLine)
		}
		out.Write(append(buffer, '\n'))
	}
	out.WriteString(last + "\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("trace: write: %w", err)
	}
	return nil
}

// checkEvent says why e cannot follow the events before it.
func checkEvent(before []Event, e Event) error {
	if e.Seq != len(before) {
		return fmt.Errorf("sequence number %d is not its place %d", e.Seq, len(before))
	}
	if n := len(before); n > 0 && e.At < before[n-1].At {
		return fmt.Errorf("time %s ms is before %s ms of the event above it",
			appendMillis(nil, e.At), appendMillis(nil, before[n-1].At))
	}
	if err := checkWord("actor", e.Actor); err != nil {
		return err
	}
	if err := checkWord("event", string(e.Kind)); err != nil {
		return err
	}
	return checkFields(e.Fields)
}

func checkFields(fields []Field) error {
	for _, f := range fields {
		if err := checkWord("key", f.Key); err != nil {
			return err
		}
		if !utf8.ValidString(f.Value) {
			return fmt.Errorf("field %s: value %q is not UTF-8", clip(f.Key), clip(f.Value))
		}
	}
	if i := twice(len(fields), func(i int) string { return fields[i].Key }); i >= 0 {
		return fmt.Errorf("field %s is given twice", clip(fields[i].Key))
	}
	return nil
}

func checkWord(what, word string) error {
	if word == "" {
		return fmt.Errorf("%s is empty", what)
	}
	if !utf8.ValidString(word) {
		return fmt.Errorf("%s %q is not UTF-8", what, clip(word))
	}
	return nil
}

// appendEvent appends the line of e. When a field of the story itself is named clock and comes first, the actor's
// clock is written before it in any case, so that the first clock= of a line is never in doubt.
func appendEvent(b []byte, e Event) []byte {
	b = append(appendMillis(b, e.At), " | "...)
	b = append(appendWord(b, e.Actor, ""), " | "...)
	b = appendWord(b, string(e.Kind), "")
	separator := " | "
	if e.Clock != e.At || len(e.Fields) > 0 && e.Fields[0].Key == clockKey {
		b = append(b, separator+clockKey+"="...)
		b = appendMillis(b, e.Clock)
		separator = " "
	}
	for _, f := range e.Fields {
		b = append(b, separator...)
		b = append(appendWord(b, f.Key, "="), '=')
		b = appendWord(b, f.Value, "")
		separator = " "
	}
	return b
}

// appendWord appends s as it is where the reader takes it back as it is, and otherwise quoted.
func appendWord(b []byte, s, also string) []byte {
	odd := func(r rune) bool { return !strconv.IsPrint(r) || strings.ContainsRune(" |#\"'`"+also, r) }
	if s == "" || !utf8.ValidString(s) || strings.ContainsFunc(s, odd) {
		return strconv.AppendQuote(b, s)
	}
	return append(b, s...)
}

// line is one line of a file, with its number there.
type line struct {
	number int
	text   string
}

func (l line) errorf(format string, args ...any) error {
	return &lineError{l.number, fmt.Errorf(format, args...)}
}

// lineError is what is wrong with one line of a file.
type lineError struct {
	number int
	err    error
}

func (e *lineError) Error() string { return fmt.Sprintf("trace: read: line %d: %v", e.number, e.err) }

func (e *lineError) Unwrap() error { return e.err }

// readText reads a log or a timeline in the text form. Complete says that the last line had its line end.
func readText(lines []line, complete bool) (*Log, error) {
	first := 0
	for first < len(lines) && isBlank(lines[first].text) {
		first++
	}
	if first == len(lines) || !strings.HasPrefix(lines[first].text, magic) {
		return readTimeline(lines)
	}
	header, err := parseTextHeader(lines[first])
	if err != nil {
		return nil, err
	}
	log := &Log{Header: header}
	rest := lines[first+1:]
	for i, l := range rest {
		if count, ok := strings.CutPrefix(l.text, endMark); ok && isDigits(strings.TrimRight(count, " \t")) {
			return checkEnd(log, rest[i:], strings.TrimRight(count, " \t"), complete)
		}
		if err := log.readEvent(l); err != nil {
			return nil, cutShort(err, l, i == len(rest)-1 && !complete)
		}
	}
	return nil, truncated(lines[len(lines)-1], len(log.Events), "there is no last line \"# end N\"")
}

// readTimeline reads events without a header, as field reports give them.
func readTimeline(lines []line) (*Log, error) {
	log := &Log{}
	for _, l := range lines {
		if strings.HasPrefix(l.text, magic) {
			return nil, l.errorf("a log header that is not the first line")
		}
		if err := log.readEvent(l); err != nil {
			return nil, err
		}
	}
	return log, nil
}

// checkEnd returns the log if its last line, which gives the number of events as count, agrees and nothing follows.
func checkEnd(log *Log, lines []line, count string, complete bool) (*Log, error) {
	n, err := strconv.Atoi(count)
	if err != nil || n != len(log.Events) {
		return nil, truncated(lines[0], len(log.Events), fmt.Sprintf("its last line says %s", clip(count)))
	}
	for _, l := range lines[1:] {
		if !isBlank(l.text) {
			return nil, l.errorf("text after the end of the log in line %d", lines[0].number)
		}
	}
	if !complete && len(lines) == 1 {
		return nil, truncated(lines[0], len(log.Events), "its last line has no line end")
	}
	return log, nil
}

func truncated(at line, events int, why string) error {
	return at.errorf("log is truncated: it has %d events and %s", events, why)
}

// cutShort adds to the error of a last line without a line end what is the likely cause of it.
func cutShort(err error, l line, last bool) error {
	if !last {
		return err
	}
	if of := (*lineError)(nil); errors.As(err, &of) {
		err = of.err // the line is named already
	}
	return l.errorf("log is truncated: the last line has no line end and cannot be read: %w", err)
}

func parseTextHeader(l line) (Header, error) {
	version, object, _ := strings.Cut(strings.TrimPrefix(l.text, magic), " ")
	if err := checkVersion(version); err != nil {
		return Header{}, l.errorf("%w", err)
	}
	h, err := parseHeader([]byte(object), false)
	if err != nil {
		return Header{}, l.errorf("%w", err)
	}
	return h, nil
}

func checkVersion(text string) error {
	if n, err := strconv.Atoi(text); err != nil || n != Version {
		return fmt.Errorf("log version %q is unknown; known is %d", clip(text), Version)
	}
	return nil
}

// readEvent appends the event of one line; blank lines and comments are passed over.
func (l *Log) readEvent(in line) error {
	if isBlank(in.text) || isComment(in.text) {
		return nil
	}
	text := strings.TrimLeft(in.text, " \t")
	e, err := parseEvent(text, l.Header.Version != 0)
	if err != nil {
		return in.errorf("%w", err)
	}
	return l.append(in, e)
}

func (l *Log) append(in line, e Event) error {
	e.Seq, e.Line = len(l.Events), in.number
	if err := checkEvent(l.Events, e); err != nil {
		return in.errorf("%w", err)
	}
	l.Events = append(l.Events, e)
	return nil
}

// parseEvent reads "time | actor | event | key=value …". In a timeline (strict is false) a first field clock= that
// is no number is a field like any other.
func parseEvent(text string, strict bool) (Event, error) {
	s := scanner{rest: text}
	at := s.cell()
	if !s.bar() {
		return Event{}, fmt.Errorf("%q is not \"time | actor | event | key=value …\"", clip(text))
	}
	var e Event
	var err error
	if e.At, err = parseMillis(at); err != nil {
		return Event{}, fmt.Errorf("time: %w", err)
	}
	e.Clock = e.At
	e.Actor = s.cell()
	if !s.bar() {
		return Event{}, s.fail("actor %q is not followed by \"|\" and an event", clip(e.Actor))
	}
	e.Kind = Kind(s.cell())
	if s.bar() {
		e.Fields = s.fields()
	}
	if s.err == nil && !s.done() {
		return Event{}, fmt.Errorf("event %q is followed by %q, not by \"|\" and fields", clip(string(e.Kind)), clip(s.rest))
	}
	if s.err != nil {
		return Event{}, s.err
	}
	return takeClock(e, strict)
}

// takeClock moves a first field clock= to where it belongs.
func takeClock(e Event, strict bool) (Event, error) {
	if len(e.Fields) == 0 || e.Fields[0].Key != clockKey {
		return e, nil
	}
	clock, err := parseMillis(e.Fields[0].Value)
	if err != nil && !strict {
		return e, nil
	}
	if err != nil {
		return Event{}, fmt.Errorf("field clock: %w", err)
	}
	e.Clock = clock
	e.Fields = e.Fields[1:]
	if len(e.Fields) == 0 {
		e.Fields = nil
	}
	return e, nil
}

// scanner walks over the line of an event. The first error stays.
type scanner struct {
	rest string
	err  error
}

func (s *scanner) fail(format string, args ...any) error {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
	return s.err
}

func (s *scanner) skipBlanks() { s.rest = strings.TrimLeft(s.rest, " \t") }

// done reports whether nothing is left but a comment.
func (s *scanner) done() bool {
	s.skipBlanks()
	return s.rest == "" || s.rest[0] == '#'
}

// bar takes a bar, if one is next.
func (s *scanner) bar() bool {
	s.skipBlanks()
	if s.err != nil || !strings.HasPrefix(s.rest, "|") {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

// cell takes a quoted word, or what stands before the next bar or comment, without the blanks around it.
func (s *scanner) cell() string {
	s.skipBlanks()
	if strings.HasPrefix(s.rest, `"`) {
		return s.quoted()
	}
	n := len(s.rest)
	for i := range len(s.rest) {
		comment := s.rest[i] == '#' && (i == 0 || isSpace(s.rest[i-1]))
		if s.rest[i] == '|' || comment {
			n = i
			break
		}
	}
	word := strings.TrimRight(s.rest[:n], " \t")
	s.rest = s.rest[n:]
	return word
}

// quoted takes a word in Go's double quotes.
func (s *scanner) quoted() string {
	prefix, err := strconv.QuotedPrefix(s.rest)
	if err != nil {
		s.fail("quoted text does not end: %s", clip(s.rest))
		return ""
	}
	s.rest = s.rest[len(prefix):]
	word, err := strconv.Unquote(prefix)
	if err != nil {
		s.fail("quoted text cannot be read: %s", clip(prefix))
	}
	return word
}

// fields takes all that is left as key=value, up to a comment.
func (s *scanner) fields() []Field {
	var fields []Field
	for s.err == nil && !s.done() {
		fields = append(fields, s.field())
	}
	return fields
}

func (s *scanner) field() Field {
	var f Field
	f.Key = s.word("=| \t")
	if s.err == nil && !strings.HasPrefix(s.rest, "=") {
		s.fail("field %q is not key=value", clip(f.Key))
		return f
	}
	if s.err != nil {
		return f
	}
	s.rest = s.rest[1:]
	f.Value = s.word("| \t")
	if s.err == nil && s.rest != "" && !isSpace(s.rest[0]) {
		s.fail("field %s: %q after its value; a value with blanks, bars or quotes must be quoted", clip(f.Key), clip(s.rest))
	}
	return f
}

// word takes a quoted word, or what stands before the first of the stops.
func (s *scanner) word(stops string) string {
	if strings.HasPrefix(s.rest, `"`) {
		return s.quoted()
	}
	n := strings.IndexAny(s.rest, stops)
	if n < 0 {
		n = len(s.rest)
	}
	word := s.rest[:n]
	s.rest = s.rest[n:]
	return word
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' }

func isComment(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, " \t"), "#") }

func isBlank(s string) bool { return strings.Trim(s, " \t") == "" }
