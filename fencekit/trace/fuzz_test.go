package trace

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzRead feeds any bytes to the reader. It must not panic, and what it reads must come back equal from both forms.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*.log")
	if err != nil {
		f.Fatal(err)
	}
	more, err := filepath.Glob("testdata/cases/*.md")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range append(names, more...) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, write := range []func(io.Writer, *Log) error{Write, WriteNDJSON} {
		var b bytes.Buffer
		if err := write(&b, awkward()); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte("1|a|b|clock=x clock=1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Read(bytes.NewReader(data))
		if err == nil && len(data) < MaxLine/8 { // a quoted line is longer than what it was read from
			checkRoundTrip(t, l)
		}
	})
}

// FuzzEventRoundTrip builds an event from parts and takes it through both forms.
func FuzzEventRoundTrip(f *testing.F) {
	f.Add(int64(0), int64(0), "C1", "begin", "lock", "L", "token", "1")
	f.Add(int64(-1), int64(5), "a|b", "x # y", "clock", "7", "k=v", `"`)
	f.Add(int64(1500), int64(1500), "#", "'", "clock", "", " ", "\n")
	f.Fuzz(func(t *testing.T, at, clock int64, actor, kind, key, value, key2, value2 string) {
		for _, s := range []string{actor, kind, key, value, key2, value2} {
			if !utf8.ValidString(s) || len(s) > 1000 {
				return
			}
		}
		if actor == "" || kind == "" || key == "" || key2 == "" || key == key2 {
			return
		}
		for _, h := range []Header{{Version: Version}, {}} {
			l := &Log{Header: h}
			l.Add(time.Duration(at), actor, Kind(kind), S(key, value), S(key2, value2)).Clock = time.Duration(clock)
			checkRoundTrip(t, l)
			if line := l.Events[0].String(); strings.ContainsAny(line, "\n\x00") {
				t.Errorf("the line %q is not one line of text", line)
			}
		}
	})
}

// FuzzASCII draws whatever can be read, in any window: never a panic, always lines of one width in plain ASCII.
func FuzzASCII(f *testing.F) {
	for _, name := range []string{"stale-write.log", "failover.log", "messages.log", "cases/15-celery-visibility-redelivery.md"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, int64(0), int64(0), 100)
		f.Add(data, int64(1500e6), int64(1501e6), 44)
	}
	f.Add([]byte("-9223372036854.775808|a|b\n9223372036854.775807|a|pause|for=9223372036854"), int64(-1<<63), int64(1<<63-1), 0)
	f.Fuzz(func(t *testing.T, data []byte, from, to int64, width int) {
		l, err := Read(bytes.NewReader(data))
		if err != nil || len(l.Events) > 2000 {
			return
		}
		width %= 400
		checkPicture(t, ASCII(l, Lanes{From: time.Duration(from), To: time.Duration(to), Width: width}), width)
	})
}
