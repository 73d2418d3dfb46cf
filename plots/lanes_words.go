package plots

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// title returns the title that was given, or what the log's header says. A run of a schedule that was made by hand has
// the seed 0, which is none.
func (l *Lanes) title() string {
	h := l.log.Header
	var parts []string
	if !l.log.IsLease() {
		parts = append(parts, h.Family)
	}
	if h.Version > 0 && h.Seed > 0 {
		parts = append(parts, fmt.Sprintf("seed %d", h.Seed))
	}
	parts = slices.DeleteFunc(append(parts, h.Posture), func(s string) bool { return s == "" })
	text := strings.Join(parts, ", ")
	if l.Title != "" || text == "" {
		return l.Title
	}
	first, size := utf8.DecodeRuneInString(text)
	return literal(string(unicode.ToUpper(first)) + text[size:])
}

// origin returns what the log's header says of where it comes from.
func (l *Lanes) origin() Origin {
	h := l.log.Header
	o := Origin{Program: h.Program, Command: h.Command, Params: string(h.Params)}
	if h.Version > 0 && h.Seed > 0 {
		o.Seed = strconv.FormatUint(h.Seed, 10)
	}
	return o
}

// caption says which run it is, which part of it, and what its parameters are.
func (l *Lanes) caption(w *window) string {
	h := l.log.Header
	first := "One run"
	switch {
	case h.Version == 0:
		first = "A timeline"
	case h.Seed > 0:
		first = fmt.Sprintf("One run, seed %d", h.Seed)
	}
	if h.Posture != "" {
		first += ", " + literal(h.Posture)
	}
	parts := []string{first}
	all := ""
	if w.more > 0 {
		all = " of " + decimal(float64(w.drawn+w.more), 0)
	}
	parts = append(parts, fmt.Sprintf("%s%s events from %s to %s",
		decimal(float64(w.drawn), 0), all, exactly(w.from), exactly(w.to)))
	if set := parameters(h); set != "" {
		parts = append(parts, literal(set))
	}
	if h.Program != "" {
		parts = append(parts, literal(h.Program))
	}
	return strings.Join(parts, "; ") + "."
}

// exactly writes an instant in seconds, to the millisecond.
func exactly(t time.Duration) string {
	return strings.Replace(strconv.FormatFloat(t.Round(time.Millisecond).Seconds(), 'f', -1, 64), "-", minus, 1) + " s"
}

// parameters returns the parameters of a lease log that are not the defaults, and all those of another.
func parameters(h trace.Header) string {
	var set map[string]json.RawMessage
	if json.Unmarshal(h.Params, &set) != nil {
		return ""
	}
	var usual map[string]json.RawMessage
	if h.Family == "lease" {
		if b, err := json.Marshal(lease.Default()); err != nil || json.Unmarshal(b, &usual) != nil {
			usual = nil
		}
	}
	var parts []string
	for _, key := range sortedKeys(set) {
		if value := string(set[key]); value != string(usual[key]) {
			parts = append(parts, key+" "+strings.Trim(value, `"`))
		}
	}
	text := strings.Join(parts, ", ")
	switch {
	case usual == nil:
		return text
	case text == "":
		return "default parameters"
	}
	return text + ", otherwise default parameters"
}
