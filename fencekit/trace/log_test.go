package trace

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestMillis(t *testing.T) {
	for _, tc := range []struct {
		d    time.Duration
		want string
	}{
		{0, "0"},
		{time.Nanosecond, "0.000001"},
		{1500 * time.Microsecond, "1.5"},
		{3 * time.Second, "3000"},
		{3*time.Second + 250, "3000.00025"},
		{-500 * time.Millisecond, "-500"},
		{-1, "-0.000001"},
		{math.MaxInt64, "9223372036854.775807"},
		{math.MinInt64, "-9223372036854.775808"},
	} {
		got := string(appendMillis(nil, tc.d))
		if got != tc.want {
			t.Errorf("appendMillis(%d) = %s, want %s", tc.d, got, tc.want)
		}
		back, err := parseMillis(got)
		if err != nil || back != tc.d {
			t.Errorf("parseMillis(%s) = %d, %v, want %d", got, back, err, tc.d)
		}
	}
}

func TestMillisRoundTripOfRandomDurations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		d := time.Duration(r.Uint64() >> r.IntN(64))
		back, err := parseMillis(string(appendMillis(nil, d)))
		if err != nil || back != d {
			t.Fatalf("%d comes back as %d, %v", d, back, err)
		}
	}
}

func TestParseMillisRefuses(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "not a number"},
		{"-", "not a number"},
		{".5", "not a number"},
		{"5.", "not a number"},
		{"1e3", "not a number"},
		{"--5", "not a number"},
		{"5 ", "not a number"},
		{"0x10", "not a number"},
		{"NaN", "not a number"},
		{"1.0000001", "more than 6 decimals"},
		{"9223372036854.775808", "overflow"},
		{"-9223372036854.775809", "overflow"},
		{"99999999999999999999999", "overflow"},
	} {
		if d, err := parseMillis(tc.text); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("parseMillis(%q) = %d, %v, want an error with %q", tc.text, d, err, tc.want)
		}
	}
}

func TestFields(t *testing.T) {
	l := New(Header{})
	e := l.Add(0, "C1", KindCheck, S("id", "C1.0.0"), N("token", -7), D("remaining", 1500*time.Microsecond),
		S("for", "1.5s"), S("word", "many"), S("far", "+12.25"))
	if got, ok := e.Get("id"); !ok || got != "C1.0.0" {
		t.Errorf("Get(id) = %q, %v", got, ok)
	}
	if got, ok := e.Get("none"); ok || got != "" {
		t.Errorf("Get(none) = %q, %v, want none", got, ok)
	}
	if got, err := e.Int("token"); err != nil || got != -7 {
		t.Errorf("Int(token) = %d, %v, want -7", got, err)
	}
	for _, tc := range []struct {
		key  string
		want time.Duration
	}{
		{"token", -7 * time.Millisecond},
		{"remaining", 1500 * time.Microsecond},
		{"for", 1500 * time.Millisecond},
		{"far", 12250 * time.Microsecond},
	} {
		if got, err := e.Duration(tc.key); err != nil || got != tc.want {
			t.Errorf("Duration(%s) = %v, %v, want %v", tc.key, got, err, tc.want)
		}
	}
}

func TestFieldErrorsNameEventKeyAndValue(t *testing.T) {
	l := New(Header{})
	e := l.Add(0, "C1", KindCheck, S("word", "many"))
	_, intErr := e.Int("word")
	_, noInt := e.Int("token")
	_, durationErr := e.Duration("word")
	_, noDuration := e.Duration("for")
	for _, tc := range []struct {
		err  error
		want string
	}{
		{intErr, `trace: event #0 (C1 check): field word is "many", not a whole number of 64 bits`},
		{noInt, "trace: event #0 (C1 check): field token is missing"},
		{durationErr, `trace: event #0 (C1 check): field word: "many" is not a number of milliseconds`},
		{noDuration, "trace: event #0 (C1 check): field for is missing"},
	} {
		if tc.err == nil || tc.err.Error() != tc.want {
			t.Errorf("got %v, want %s", tc.err, tc.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	l := New(Header{})
	l.Add(0, "A", KindNote)
	l.Add(0, "A", KindNote)
	read := mustRead(t, "# a story\n0 | A | note\n\n5 | A | note # said\n5 | A | end\n")
	for _, tc := range []struct {
		log  *Log
		seqs []int
		want string
	}{
		{l, nil, ""},
		{l, []int{1}, "event #1"},
		{l, []int{0, 1, 7}, "events #0, #1, #7"},
		{read, []int{1}, "line 4"},
		{read, []int{0, 2}, "lines 2, 5"},
		{read, []int{0, -1}, "line 2, event #-1"},
	} {
		if got := tc.log.Places(tc.seqs...); got != tc.want {
			t.Errorf("Places(%v) = %q, want %q", tc.seqs, got, tc.want)
		}
	}
	if got := l.Events[1].Place() + ", " + read.Events[1].Place(); got != "event #1, line 4" {
		t.Errorf("Place: %s", got)
	}
	_, err := read.Events[2].Int("token")
	if want := "trace: line 5 (A end): field token is missing"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAddNumbersEventsAndCopiesFields(t *testing.T) {
	l := New(Header{Version: 99, Seed: 5})
	if l.Header.Version != Version || l.Header.Seed != 5 {
		t.Errorf("New: header %+v", l.Header)
	}
	fields := []Field{S("a", "1")}
	l.Add(0, "A", KindNote, fields...)
	fields[0].Value = "2"
	e := l.Add(time.Second, "B", KindNote)
	e.Clock = 2 * time.Second
	if got, _ := l.Events[0].Get("a"); got != "1" {
		t.Errorf("a field changed with the caller's slice: %q", got)
	}
	if l.Events[1].Seq != 1 || l.Events[1].Clock != 2*time.Second || l.Events[0].Clock != 0 {
		t.Errorf("events %+v", l.Events)
	}
}

func TestEqualSeesEveryPart(t *testing.T) {
	full := func() *Log {
		l := New(Header{Program: "p", Family: "f", Seed: 1, Posture: "q", Command: "c",
			Params: []byte("{}"), Extra: []byte(`{"x":1}`)})
		l.Add(1, "A", KindNote, S("k", "v"))
		return l
	}
	if !full().Equal(full()) {
		t.Fatal("a log is not equal to its twin")
	}
	moved := full()
	moved.Events[0].Line = 7
	if !moved.Equal(full()) {
		t.Error("a log that was read is not equal to the same log made")
	}
	for i, change := range []func(*Log){
		func(l *Log) { l.Header.Version = 0 },
		func(l *Log) { l.Header.Program = "" },
		func(l *Log) { l.Header.Family = "" },
		func(l *Log) { l.Header.Seed = 0 },
		func(l *Log) { l.Header.Posture = "" },
		func(l *Log) { l.Header.Command = "" },
		func(l *Log) { l.Header.Params = nil },
		func(l *Log) { l.Header.Extra = nil },
		func(l *Log) { l.Events = nil },
		func(l *Log) { l.Events[0].Seq = 1 },
		func(l *Log) { l.Events[0].At = 2 },
		func(l *Log) { l.Events[0].Clock = 2 },
		func(l *Log) { l.Events[0].Actor = "B" },
		func(l *Log) { l.Events[0].Kind = KindHeal },
		func(l *Log) { l.Events[0].Fields[0].Key = "K" },
		func(l *Log) { l.Events[0].Fields[0].Value = "V" },
		func(l *Log) { l.Events[0].Fields = nil },
	} {
		l := full()
		change(l)
		if l.Equal(full()) {
			t.Errorf("change %d is not seen", i)
		}
	}
}
