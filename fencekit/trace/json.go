package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// WriteNDJSON writes l as one JSON value a line: the header, each event, and {"end":N} with the number of events.
// Read of what it wrote gives an equal log. Its errors are those of Write.
func WriteNDJSON(w io.Writer, l *Log) error {
	first, err := headerJSON(l.Header, `"format":"`+formatName+`","version":`+strconv.Itoa(Version))
	if err != nil {
		return fmt.Errorf("trace: write: %w", err)
	}
	return writeLines(w, l, first, appendJSON, fmt.Sprintf(`{"end":%d}`, len(l.Events)))
}

func appendJSON(b []byte, e Event) []byte {
	b = strconv.AppendInt(append(b, `{"at_ns":`...), int64(e.At), 10)
	if e.Clock != e.At {
		b = strconv.AppendInt(append(b, `,"clock_ns":`...), int64(e.Clock), 10)
	}
	b = append(append(b, `,"actor":`...), quote(e.Actor)...)
	b = append(append(b, `,"kind":`...), quote(string(e.Kind))...)
	if len(e.Fields) == 0 {
		return append(b, '}')
	}
	separator := `,"fields":{`
	for _, f := range e.Fields {
		b = append(append(b, separator...), quote(f.Key)...)
		b = append(append(b, ':'), quote(f.Value)...)
		separator = ","
	}
	return append(b, "}}"...)
}

// quote returns s as a JSON string, with <, > and & as they are.
func quote(s string) []byte {
	plain := func(r rune) bool { return ' ' <= r && r <= '~' && r != '"' && r != '\\' }
	if !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return []byte(`"` + s + `"`)
	}
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		panic("trace: a string has no JSON: " + err.Error()) // every string has one
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

// headerJSON returns the header as a JSON object that starts with the members given.
func headerJSON(h Header, members string) ([]byte, error) {
	if h.Version != Version && h.Version != 0 {
		return nil, fmt.Errorf("header: version %d is neither %d nor 0 (an imported timeline)", h.Version, Version)
	}
	b := []byte("{" + members)
	member := func(name string, value []byte) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, quote(name)...), ':'), value...)
	}
	if h.Version == 0 {
		member("imported", []byte("true"))
	}
	words := []Field{{"program", h.Program}, {"family", h.Family}, {"posture", h.Posture}, {"command", h.Command}}
	for _, s := range words {
		if !utf8.ValidString(s.Value) {
			return nil, fmt.Errorf("header: %s %q is not UTF-8", s.Key, clip(s.Value))
		}
		if s.Value != "" {
			member(s.Key, quote(s.Value))
		}
	}
	if h.Version != 0 || h.Seed != 0 {
		member("seed", strconv.AppendUint(nil, h.Seed, 10))
	}
	if err := memberObjects(h, member); err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

// memberObjects adds the parts of a header that are JSON already.
func memberObjects(h Header, member func(string, []byte)) error {
	if len(h.Params) > 0 {
		if _, err := object(h.Params); err != nil {
			return fmt.Errorf("header: params: %w", err)
		}
		member("params", compact(h.Params))
	}
	if len(h.Extra) == 0 {
		return nil
	}
	extra, err := object(h.Extra)
	if err != nil {
		return fmt.Errorf("header: extra: %w", err)
	}
	for _, p := range extra {
		if slices.Contains(headerKeys, p.key) {
			return fmt.Errorf("header: extra: %q is a field of every header", p.key)
		}
		member(p.key, compact(p.value))
	}
	return nil
}

// headerKeys are the members that parseHeader knows.
var headerKeys = []string{"format", "version", "imported", "program", "family", "seed", "posture", "command", "params"}

// pair is one member of a JSON object.
type pair struct {
	key   string
	value json.RawMessage
}

// object returns the members of a JSON object in their order. A key twice and anything after the object are errors.
// Values share the memory of the text.
func object(text []byte) ([]pair, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("JSON is not UTF-8")
	}
	if pairs, ok := members(text); ok {
		return distinct(pairs)
	}
	return decodeObject(text)
}

// decodeObject is object by the library's decoder, token by token: it is slower and says what is wrong.
func decodeObject(text []byte) ([]pair, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if t, err := decoder.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("%q is not a JSON object", clip(string(text)))
	}
	var pairs []pair
	for decoder.More() {
		p, err := nextPair(decoder)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, fmt.Errorf("JSON object does not end: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("text after the JSON object")
	}
	return distinct(pairs)
}

// twice returns the place of the first of n keys that stands before it already, or -1.
func twice(n int, key func(i int) string) int {
	if n > 8 {
		seen := make(map[string]bool, n)
		for i := range n {
			if seen[key(i)] {
				return i
			}
			seen[key(i)] = true
		}
		return -1
	}
	for i := range n { // so few are looked through more quickly than they are put into a map
		for j := range i {
			if key(i) == key(j) {
				return i
			}
		}
	}
	return -1
}

// distinct returns the members unless one has the key of another.
func distinct(pairs []pair) ([]pair, error) {
	if i := twice(len(pairs), func(i int) string { return pairs[i].key }); i >= 0 {
		return nil, fmt.Errorf("key %q is given twice", clip(pairs[i].key))
	}
	return pairs, nil
}

// members cuts a JSON object into its members, or reports that the text is none. The library has checked the text
// before, so that quotes and brackets alone show where a member ends.
func members(text []byte) (pairs []pair, ok bool) {
	rest := bytes.Trim(text, jsonBlanks)
	if !bytes.HasPrefix(rest, []byte("{")) || !json.Valid(rest) {
		return nil, false
	}
	rest = bytes.TrimLeft(rest[1:], jsonBlanks)
	for rest[0] != '}' {
		n := stringEnd(rest)
		key := unquote(rest[:n])
		rest = bytes.TrimLeft(rest[n:], jsonBlanks)
		rest = bytes.TrimLeft(rest[1:], jsonBlanks) // the colon
		n = valueEnd(rest)
		pairs = append(pairs, pair{key, json.RawMessage(bytes.TrimRight(rest[:n:n], jsonBlanks))})
		if rest = rest[n:]; rest[0] == ',' {
			rest = bytes.TrimLeft(rest[1:], jsonBlanks)
		}
	}
	return pairs, true
}

const jsonBlanks = " \t\r\n"

// stringEnd returns the length of the JSON string that b begins with.
func stringEnd(b []byte) int {
	for i := 1; ; i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// valueEnd returns where the value that b begins with ends: at the next comma or bracket that is not inside it.
func valueEnd(b []byte) int {
	depth := 0
	for i := 0; ; i++ {
		switch b[i] {
		case '"':
			i += stringEnd(b[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
}

// unquote returns the text of a JSON string that is known to be one.
func unquote(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b[1 : len(b)-1])
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		panic("trace: a JSON string that was read is none: " + err.Error())
	}
	return s
}

func nextPair(decoder *json.Decoder) (pair, error) {
	token, err := decoder.Token()
	if err != nil {
		return pair{}, fmt.Errorf("JSON: %w", err)
	}
	key, ok := token.(string)
	if !ok {
		return pair{}, fmt.Errorf("JSON: %v is not a key", token)
	}
	var value json.RawMessage
	if err := decoder.Decode(&value); err != nil {
		return pair{}, fmt.Errorf("JSON: key %q: %w", clip(key), err)
	}
	return pair{key, value}, nil
}

// compact removes the blanks of a text that is known to be JSON.
func compact(text []byte) []byte {
	var buffer bytes.Buffer
	if err := json.Compact(&buffer, text); err != nil {
		panic("trace: JSON that was read is not JSON: " + err.Error())
	}
	return buffer.Bytes()
}

// parseHeader reads the JSON of a header. In NDJSON the object also names format and version; in text the line does.
func parseHeader(text []byte, withFormat bool) (Header, error) {
	pairs, err := object(text)
	if err != nil {
		return Header{}, fmt.Errorf("header: %w", err)
	}
	if withFormat {
		if pairs, err = takeFormat(pairs); err != nil {
			return Header{}, err
		}
	}
	h := Header{Version: Version}
	var extra []pair
	for _, p := range pairs {
		if slices.Contains(headerKeys, p.key) {
			err = h.set(p)
		} else {
			extra = append(extra, p)
		}
		if err != nil {
			return Header{}, fmt.Errorf("header: %w", err)
		}
	}
	h.Extra = joinPairs(extra)
	return h, nil
}

// takeFormat checks format and version and returns the other members.
func takeFormat(pairs []pair) ([]pair, error) {
	find := func(key string) string {
		i := slices.IndexFunc(pairs, func(p pair) bool { return p.key == key })
		if i < 0 {
			return ""
		}
		value := string(pairs[i].value)
		pairs = slices.Delete(pairs, i, i+1)
		return value
	}
	if format := find("format"); format != `"`+formatName+`"` {
		return nil, fmt.Errorf("header: format is %q, not %q", clip(format), formatName)
	}
	return pairs, checkVersion(find("version"))
}

// set stores one known member.
func (h *Header) set(p pair) error {
	var to any
	switch p.key {
	case "imported":
		if string(p.value) != "true" {
			return fmt.Errorf("imported is %s, not true", clip(string(p.value)))
		}
		h.Version = 0
		return nil
	case "params":
		h.Params = compact(p.value)
		_, err := object(p.value)
		return err
	case "program":
		to = &h.Program
	case "family":
		to = &h.Family
	case "seed":
		to = &h.Seed
	case "posture":
		to = &h.Posture
	case "command":
		to = &h.Command
	default:
		return fmt.Errorf("%q does not belong into the JSON of this line", p.key)
	}
	if err := json.Unmarshal(p.value, to); err != nil || string(p.value) == "null" {
		return fmt.Errorf("%s is %s: wrong type or size", p.key, clip(string(p.value)))
	}
	return nil
}

// joinPairs returns the members as one object, ordered by key, or nil when there are none.
func joinPairs(pairs []pair) json.RawMessage {
	if len(pairs) == 0 {
		return nil
	}
	slices.SortFunc(pairs, func(a, b pair) int { return strings.Compare(a.key, b.key) })
	b := []byte("{")
	for i, p := range pairs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, quote(p.key)...), ':'), compact(p.value)...)
	}
	return append(b, '}')
}

// readNDJSON reads the JSON form. Complete says that the last line had its line end.
func readNDJSON(lines []line, complete bool) (*Log, error) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return isBlank(l.text) })
	header, err := parseHeader([]byte(lines[0].text), true)
	if err != nil {
		return nil, cutShort(lines[0].errorf("%w", err), lines[0], len(lines) == 1 && !complete)
	}
	log := &Log{Header: header}
	for i, l := range lines[1:] {
		pairs, err := object([]byte(l.text))
		if err == nil && len(pairs) == 1 && pairs[0].key == "end" {
			return checkEnd(log, lines[i+1:], string(pairs[0].value), complete)
		}
		if err != nil {
			return nil, cutShort(l.errorf("%w", err), l, i == len(lines)-2 && !complete)
		}
		e, err := eventOf(pairs)
		if err != nil {
			return nil, l.errorf("%w", err)
		}
		if err := log.append(l, e); err != nil {
			return nil, err
		}
	}
	return nil, truncated(lines[len(lines)-1], len(log.Events), `there is no last line {"end":N}`)
}

// eventOf builds an event from the members of its line.
func eventOf(pairs []pair) (Event, error) {
	var e Event
	var timed, clocked bool
	var err error
	for _, p := range pairs {
		fits := true
		switch p.key {
		case "at_ns":
			e.At, timed, fits = nanos(p.value)
		case "clock_ns":
			e.Clock, clocked, fits = nanos(p.value)
		case "actor":
			e.Actor, fits = word(p.value)
		case "kind":
			var kind string
			kind, fits = word(p.value)
			e.Kind = Kind(kind)
		case "fields":
			if e.Fields, err = fieldsOf(p.value); err != nil {
				return Event{}, err
			}
		default:
			return Event{}, fmt.Errorf("key %q is unknown; what an event carries goes into fields", clip(p.key))
		}
		if !fits {
			return Event{}, fmt.Errorf("%s is %s: wrong type or size", p.key, clip(string(p.value)))
		}
	}
	if !timed {
		return Event{}, errors.New("at_ns is missing")
	}
	if !clocked {
		e.Clock = e.At
	}
	return e, nil
}

// nanos reads a whole number of nanoseconds. null is as good as nothing.
func nanos(value json.RawMessage) (d time.Duration, given, fits bool) {
	if string(value) == "null" {
		return 0, false, true
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	return time.Duration(n), err == nil, err == nil
}

// word reads a text. null is as good as nothing.
func word(value json.RawMessage) (s string, fits bool) {
	if value[0] == '"' {
		return unquote(value), true
	}
	return "", string(value) == "null"
}

// fieldsOf reads the fields of an event. Numbers, true and false become the text they are written as.
func fieldsOf(value json.RawMessage) ([]Field, error) {
	pairs, err := object(value)
	if err != nil {
		return nil, fmt.Errorf("fields: %w", err)
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	fields := make([]Field, 0, len(pairs))
	for _, p := range pairs {
		text := string(p.value)
		switch text[0] {
		case '{', '[', 'n':
			return nil, fmt.Errorf("field %s is %s, not a text or a number", clip(p.key), clip(text))
		case '"':
			text = unquote(p.value)
		}
		fields = append(fields, Field{p.key, text})
	}
	return fields, nil
}
