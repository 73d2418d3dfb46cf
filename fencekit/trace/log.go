package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Version is the version of the log format that this package reads and writes.
const Version = 1

// MaxLine is the length in bytes of the longest line that is read or written, without its line end.
const MaxLine = 1 << 20

// Field is one key and its value. A value is text; Event.Int and Event.Duration read numbers out of it.
type Field struct{ Key, Value string }

// S returns the field key=value.
func S(key, value string) Field { return Field{key, value} }

// N returns the field key=value for a whole number.
func N(key string, value int64) Field { return Field{key, strconv.FormatInt(value, 10)} }

// D returns the field key=value for a duration, in milliseconds and exact to the nanosecond: 1.5 ms is 1.5.
func D(key string, value time.Duration) Field {
	return Field{key, string(appendMillis(nil, value))}
}

// Event is one thing that one actor did or that happened to it.
type Event struct {
	Seq    int           // place in the log, from 0; this and not the time is the order
	At     time.Duration // true time since the start of the run
	Clock  time.Duration // what the actor's own clock reads; equal to At unless that clock is wrong
	Actor  string        // who: a client, the lock service (svc), a resource (S), a process
	Kind   Kind          // what; words outside Kinds are kept
	Fields []Field       // details, in the order written; no key twice

	// Line is the line, from 1, of the file that the event was read from, and 0 for an event that was made. It is
	// not a part of the event: Equal does not look at it and no form writes it.
	Line int
}

// Place says where the event stands, for a person who looks for it: "line 12" of the file that it was read from, or
// "event #4", by its Seq, if it was made.
func (e Event) Place() string {
	if e.Line > 0 {
		return "line " + strconv.Itoa(e.Line)
	}
	return "event #" + strconv.Itoa(e.Seq)
}

// Get returns the value of the field named key, and whether there is one.
func (e Event) Get(key string) (string, bool) {
	for _, f := range e.Fields {
		if f.Key == key {
			return f.Value, true
		}
	}
	return "", false
}

// Int returns the whole number in the field named key. A missing field or another text is an error that names it.
func (e Event) Int(key string) (int64, error) {
	text, ok := e.Get(key)
	if !ok {
		return 0, e.missing(key)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, e.errorf("field %s is %q, not a whole number of 64 bits", clip(key), clip(text))
	}
	return n, nil
}

// Duration returns the duration in the field named key. A bare number is milliseconds, with up to six decimals; a Go
// duration such as 1.5s is accepted too. A missing field or another text is an error that names it.
func (e Event) Duration(key string) (time.Duration, error) {
	text, ok := e.Get(key)
	if !ok {
		return 0, e.missing(key)
	}
	d, err := parseMillis(text)
	if err == nil {
		return d, nil
	}
	if d, goErr := time.ParseDuration(text); goErr == nil {
		return d, nil
	}
	return 0, e.errorf("field %s: %w", clip(key), err)
}

func (e Event) missing(key string) error { return e.errorf("field %s is missing", clip(key)) }

// errorf returns an error about the event.
func (e Event) errorf(format string, args ...any) error {
	return fmt.Errorf("trace: %s (%s %s): %w", e.Place(), clip(e.Actor), clip(string(e.Kind)), fmt.Errorf(format, args...))
}

// String returns the line of the event in the text form, without a line end:
// time in ms | actor | event | key=value ….
func (e Event) String() string { return string(appendEvent(nil, e)) }

// Equal reports whether e and o are the same event, field by field. No fields and an empty list of fields are equal,
// and Line does not matter.
func (e Event) Equal(o Event) bool {
	return e.Seq == o.Seq && e.At == o.At && e.Clock == o.Clock && e.Actor == o.Actor && e.Kind == o.Kind &&
		slices.Equal(e.Fields, o.Fields)
}

// Header says what a log is a log of and how to make it again.
type Header struct {
	Version int    // format version: Version for our logs, 0 for an imported timeline
	Program string // name and version of the program that wrote it
	Family  string // what kind of story: lease, versions, txn, cut, …
	Seed    uint64 // the run's seed
	Posture string // the posture the run was judged under, where there are postures
	Command string // the command that makes this log again

	// Params are the full parameters: nil, or a JSON object without blanks outside strings, as json.Marshal gives it.
	Params json.RawMessage
	// Extra are the fields of a header that this version does not know: nil, or a JSON object ordered by key.
	Extra json.RawMessage
}

// Equal reports whether h and o are the same header. Params and Extra are compared byte by byte.
func (h Header) Equal(o Header) bool {
	return h.Version == o.Version && h.Program == o.Program && h.Family == o.Family && h.Seed == o.Seed &&
		h.Posture == o.Posture && h.Command == o.Command && bytes.Equal(h.Params, o.Params) && bytes.Equal(h.Extra, o.Extra)
}

// Log is one run: a header and its events, in order.
type Log struct {
	Header Header
	Events []Event
}

// New returns an empty log of the current Version with the rest of its header as given.
func New(h Header) *Log {
	h.Version = Version
	return &Log{Header: h}
}

// Add appends an event whose clock agrees with true time, gives it the next sequence number and returns it, so that
// a caller can set another Clock. The pointer is good until the next Add. Order is checked by Write, not here.
func (l *Log) Add(at time.Duration, actor string, kind Kind, fields ...Field) *Event {
	l.Events = append(l.Events, Event{
		Seq: len(l.Events), At: at, Clock: at, Actor: actor, Kind: kind, Fields: slices.Clone(fields),
	})
	return &l.Events[len(l.Events)-1]
}

// Places says where events stand, given by their sequence numbers: "line 12", "lines 12, 14", or, in a log that was
// made, "event #4", "events #4, #6". A number that no event has is shown as "event #9".
func (l *Log) Places(seqs ...int) string {
	var lines, numbers []string
	for _, seq := range seqs {
		if 0 <= seq && seq < len(l.Events) && l.Events[seq].Line > 0 {
			lines = append(lines, strconv.Itoa(l.Events[seq].Line))
		} else {
			numbers = append(numbers, "#"+strconv.Itoa(seq))
		}
	}
	var parts []string
	for _, p := range []struct {
		what  string
		which []string
	}{{"line", lines}, {"event", numbers}} {
		switch len(p.which) {
		case 0:
		case 1:
			parts = append(parts, p.what+" "+p.which[0])
		default:
			parts = append(parts, p.what+"s "+strings.Join(p.which, ", "))
		}
	}
	return strings.Join(parts, ", ")
}

// Equal reports whether two logs have the same header and the same events.
func (l *Log) Equal(o *Log) bool {
	return l.Header.Equal(o.Header) && slices.EqualFunc(l.Events, o.Events, Event.Equal)
}

const nanosPerMilli = 1_000_000

// appendMillis appends d in milliseconds: an integer part, and as many of six decimals as are needed.
func appendMillis(b []byte, d time.Duration) []byte {
	magnitude := uint64(d)
	if d < 0 {
		b = append(b, '-')
		magnitude = -magnitude // right for the smallest duration too, which has no positive twin
	}
	b = strconv.AppendUint(b, magnitude/nanosPerMilli, 10)
	rest := magnitude % nanosPerMilli
	if rest == 0 {
		return b
	}
	digits := strconv.FormatUint(nanosPerMilli+rest, 10)[1:]
	return append(append(b, '.'), strings.TrimRight(digits, "0")...)
}

// parseMillis is the inverse of appendMillis; it also takes a plus sign and trailing zeros.
func parseMillis(s string) (time.Duration, error) {
	digits, negative := s, false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		digits, negative = s[1:], s[0] == '-'
	}
	whole, decimals, point := strings.Cut(digits, ".")
	if !isDigits(whole) || point && !isDigits(decimals) {
		return 0, fmt.Errorf("%q is not a number of milliseconds", clip(s))
	}
	if len(decimals) > 6 {
		return 0, fmt.Errorf("%q has more than 6 decimals of a millisecond", clip(s))
	}
	n, err := strconv.ParseUint(whole+(decimals + "000000")[:6], 10, 64)
	limit := uint64(1<<63 - 1)
	if negative {
		limit++
	}
	if err != nil || n > limit {
		return 0, fmt.Errorf("%q milliseconds overflow a duration", clip(s))
	}
	if negative {
		n = -n
	}
	return time.Duration(n), nil
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// clip shortens a text that goes into an error message.
func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
