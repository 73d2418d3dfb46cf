package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// cases are the field reports in testdata/cases, with the number of events that each tells.
var cases = []struct {
	name, family string
	events       int
}{
	{"01-redisson-watchdog-starved.md", "lease", 14},
	{"02-etcd-lock-granted-after-lease-died.md", "lease", 14},
	{"05-clientgo-unequal-lease-durations.md", "lease", 10},
	{"09-shedlock-three-minute-skew.md", "lease", 10},
	{"12-redis-failover-reissues-lock.md", "lease", 11},
	{"15-celery-visibility-redelivery.md", "lease", 13},
	{"17-posthog-zombie-fences-the-owner.md", "lease", 13},
	{"18-kafka-late-commit-same-epoch.md", "txn", 12},
	{"21-aws-dns-stale-plan-overwrites.md", "versions", 8},
	{"24-etcd-stale-unlock-retry.md", "lease", 14},
	{"31-payout-webhook-arrives-late.md", "versions", 4},
	{"35-ygo-item-before-its-origin.md", "causal", 11},
	{"37-flink-record-after-barrier-in-snapshot.md", "cut", 8},
	{"41-citus-phantom-deadlock.md", "waits", 8},
}

func mustRead(t *testing.T, text string) *Log {
	t.Helper()
	l, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return l
}

func mustReadFile(t *testing.T, name string) *Log {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return mustRead(t, string(data))
}

func TestFieldReports(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.md")
	if err != nil || len(files) != len(cases) {
		t.Fatalf("%d files in testdata/cases, %v, want %d", len(files), err, len(cases))
	}
	for _, tc := range cases {
		l := mustReadFile(t, "cases/"+tc.name)
		if l.Header.Version != 0 || l.Header.Family != tc.family || len(l.Events) != tc.events {
			t.Errorf("%s: version %d, family %s, %d events, want 0, %s, %d",
				tc.name, l.Header.Version, l.Header.Family, len(l.Events), tc.family, tc.events)
		}
		checkRoundTrip(t, l)
	}
}

// TestFieldReportInDetail holds one report against the events as a person reads them.
func TestFieldReportInDetail(t *testing.T) {
	l := mustReadFile(t, "cases/12-redis-failover-reissues-lock.md")
	want := []string{
		"0 | svc | grant | lock=beat to=A token=7 until=30000",
		"0 | A | begin | lock=beat token=7",
		"200 | svc | crash | lost=beat,counter",
		"5000 | svc | promoted | node=r1",
		"5100 | svc | grant | lock=beat to=B token=7 until=35100",
		"5100 | B | begin | lock=beat token=7",
		"6000 | S | applied | id=b1 by=B obj=sched token=7",
		"7000 | S | applied | id=a1 by=A obj=sched token=7",
		"10000 | A | end | lock=beat",
		"20000 | B | end | lock=beat",
		"20000 | svc | release | lock=beat of=B",
	}
	for i, e := range l.Events {
		if e.String() != want[i] || e.Seq != i || e.Clock != e.At {
			t.Errorf("event %d is %d %s (clock %v), want %s", i, e.Seq, e, e.Clock, want[i])
		}
	}
}

// checkRoundTrip writes the log in both forms and reads it back.
func checkRoundTrip(t *testing.T, l *Log) {
	t.Helper()
	for _, form := range []struct {
		name  string
		write func(io.Writer, *Log) error
	}{{"text", Write}, {"NDJSON", WriteNDJSON}} {
		var b bytes.Buffer
		if err := form.write(&b, l); err != nil {
			t.Fatalf("%s: %v", form.name, err)
		}
		back, err := Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v in\n%s", form.name, err, b.String())
		}
		if !back.Equal(l) {
			t.Fatalf("%s: read back\n%+v\nwant\n%+v\nfrom\n%s", form.name, back, l, b.String())
		}
	}
}

// awkward returns a log that uses all that the forms must carry.
func awkward() *Log {
	l := New(Header{
		Program: "fence 0.1.0", Family: "lease", Seed: 1<<64 - 1, Posture: "check+fencing",
		Command: `fence lanes --think "a|b" <x>`,
		Params:  []byte(`{"lease":"3s","b":{"a":[1,2]}}`), Extra: []byte(`{"host":"a&b","when":null}`),
	})
	l.Add(-5, "svc", KindGrant, S("lock", "L"), N("token", 1))
	l.Add(0, "lock service", KindNote, S("text", ""), S("a", "x y"), S("b", "p|q"), S("c", "#1"),
		S("d", `say "no"`), S("e", "tab\there"))
	l.Add(0, "a|b", "odd kind # here", S("two words", "1"), S("k=v", "a=b"), S("back\\slash", "\\n"), S("é", "ü"))
	l.Add(1, "C1", KindCheck).Clock = -3
	l.Add(2, "C1", KindCheck, S("clock", "not a number"), S("id", "x"))
	l.Add(2, "C1", KindCheck, S("id", "x"), S("clock", "7")).Clock = 5
	l.Add(3, "#C1", "'quoted'", S("line", "a\nb\r"), S("nul", "\x00"), S("bom", "\ufeff"), S("sep", "\u2028"))
	l.Add(4, "{", KindNote, S("end", "3"))
	return l
}

func TestRoundTrip(t *testing.T) {
	checkRoundTrip(t, awkward())
	checkRoundTrip(t, New(Header{}))
	checkRoundTrip(t, &Log{})
	checkRoundTrip(t, &Log{Header: Header{Family: "lease", Seed: 4, Program: "imported by hand"}})
}

func TestTextForm(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, awkward()); err != nil {
		t.Fatal(err)
	}
	want := `# fence-log 1 {"program":"fence 0.1.0","family":"lease","posture":"check+fencing",` +
		`"command":"fence lanes --think \"a|b\" <x>","seed":18446744073709551615,` +
		`"params":{"lease":"3s","b":{"a":[1,2]}},"host":"a&b","when":null}
-0.000005 | svc | grant | lock=L token=1
0 | "lock service" | note | text="" a="x y" b="p|q" c="#1" d="say \"no\"" e="tab\there"
0 | "a|b" | "odd kind # here" | "two words"=1 "k=v"=a=b back\slash=\n é=ü
0.000001 | C1 | check | clock=-0.000003
0.000002 | C1 | check | clock=0.000002 clock="not a number" id=x
0.000002 | C1 | check | clock=0.000005 id=x clock=7
0.000003 | "#C1" | "'quoted'" | line="a\nb\r" nul="\x00" bom="\ufeff" sep="\u2028"
0.000004 | { | note | end=3
# end 8
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNDJSONForm(t *testing.T) {
	l := New(Header{Family: "cut", Seed: 3, Params: []byte("{}")})
	l.Add(1500*time.Microsecond, "P1", KindSend, S("msg", "m<1>"), N("n", 2)).Clock = -1
	l.Add(2*time.Millisecond, "P2", "odd")
	var b bytes.Buffer
	if err := WriteNDJSON(&b, l); err != nil {
		t.Fatal(err)
	}
	want := `{"format":"fence-log","version":1,"family":"cut","seed":3,"params":{}}
{"at_ns":1500000,"clock_ns":-1,"actor":"P1","kind":"send","fields":{"msg":"m<1>","n":"2"}}
{"at_ns":2000000,"actor":"P2","kind":"odd"}
{"end":2}
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestReadIsLenientWherePeopleAre(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"10|A|begin|lock=L token=1\n", "10 | A | begin | lock=L token=1"},
		{"# a story\n\n \t10 | lock service\t|  begin\t| \t lock=L\ttoken=1 \t# said\n",
			`10 | "lock service" | begin | lock=L token=1`},
		{"10 | A | end # over", "10 | A | end"},
		{"10 | A | end |", "10 | A | end"},
		{"10 | A | end | # over", "10 | A | end"},
		{"10.500000 | A | end\r\n", "10.5 | A | end"},
		{"\ufeff10 | A | end\n", "10 | A | end"},
		{"10 | A | note | text= url=a#b it's=don't", `10 | A | note | text="" url="a#b" "it's"="don't"`},
		{"10 | A | note | a=\"x # y\" # z\n", `10 | A | note | a="x # y"`},
		{"10 | A | check | clock=7 id=x", "10 | A | check | clock=7 id=x"},
		{"10 | A | check | clock=10 id=x", "10 | A | check | id=x"},
		{"10 | A | check | clock=gps id=x", "10 | A | check | clock=10 clock=gps id=x"},
		{"10 | A | check | id=x clock=gps", "10 | A | check | id=x clock=gps"},
		{"10 | A | clock | offset=0", "10 | A | clock | offset=0"},
		{"10 | A | watchdog-starved | for=45000", "10 | A | watchdog-starved | for=45000"},
	} {
		l, err := Read(strings.NewReader(tc.text))
		if err != nil || len(l.Events) != 1 || l.Events[0].String() != tc.want {
			t.Errorf("%q: got %v, %v, want %s", tc.text, l, err, tc.want)
			continue
		}
		checkRoundTrip(t, l)
	}
}

func TestReadNDJSONTakesNumbersAndUnknownHeaderFields(t *testing.T) {
	l := mustRead(t, ` {"zeta": [1, 2], "version": 1, "format": "fence-log", "seed": 9, "params": { "a": 1 }, "alpha": "x"}

{"kind":"grant", "actor":"svc", "at_ns":5, "fields":{"token": 7, "ok": true, "lock": "L"}}
{"end":1}
`)
	if got, want := string(l.Header.Extra), `{"alpha":"x","zeta":[1,2]}`; got != want {
		t.Errorf("extra %s, want %s", got, want)
	}
	if got, want := string(l.Header.Params), `{"a":1}`; got != want {
		t.Errorf("params %s, want %s", got, want)
	}
	if got, want := l.Events[0].String(), "0.000005 | svc | grant | token=7 ok=true lock=L"; got != want ||
		l.Header.Seed != 9 {
		t.Errorf("got %s seed %d, want %s seed 9", got, l.Header.Seed, want)
	}
	checkRoundTrip(t, l)
}

const head = "# fence-log 1 {\"seed\":1}\n"
const jhead = "{\"format\":\"fence-log\",\"version\":1}\n"
const jevent = "\"actor\":\"A\",\"kind\":\"end\""

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		// nothing
		{"empty", "", "trace: read: nothing to read: no line"},
		{"comments only", "# a\n# b\n", "trace: read: no event in 2 lines"},

		// the line of an event
		{"prose", "hello world\n", `line 1: "hello world" is not "time | actor | event | key=value …"`},
		{"no event", "0 | A\n", `line 1: actor "A" is not followed by "|" and an event`},
		{"empty actor", "0 | | end\n", "line 1: actor is empty"},
		{"empty event", "0 | A | | k=v\n", "line 1: event is empty"},
		{"time not a number", "0 | A | end\nsoon | A | end\n", `line 2: time: "soon" is not a number of milliseconds`},
		{"time too fine", "0.1234567 | A | end\n", "line 1: time: \"0.1234567\" has more than 6 decimals"},
		{"time too large", "1e9 | A | end\n", "line 1: time:"},
		{"time goes back", "# x\n10 | A | end\n9.5 | A | end\n", "line 3: time 9.5 ms is before 10 ms of the event above it"},
		{"time goes back a little", "0 | A | end\n10 | A | end\n5 | A | end\n", "line 3: time 5 ms is before 10 ms"},
		{"field without value", "0 | A | end | lock\n", `line 1: field "lock" is not key=value`},
		{"field without key", "0 | A | end | =L\n", "line 1: key is empty"},
		{"bar in a value", "0 | A | end | a=b|c\n", `line 1: field a: "|c" after its value`},
		{"text after a quote", "0 | A | end | a=\"b\"c\n", `line 1: field a: "c" after its value`},
		{"open quote", "0 | A | end | a=\"b\n", "line 1: quoted text does not end"},
		{"open quote of an actor", "0 | \"A | end | a=b\n", "line 1: quoted text does not end"},
		{"text after a quoted event", "0 | A | \"end\" of | a=b\n", `line 1: event "end" is followed by "of | a=b"`},
		{"no blank before a comment", "0 | A | end | a=1# part of it\n", `line 1: field "part" is not key=value`},
		{"number sign after a quote", "0 | A | end | a=\"b\"# c\n", `line 1: field a: "# c" after its value`},
		{"key twice", "0 | A | end | a=1 a=2\n", "line 1: field a is given twice"},
		{"NUL", "0 | A | end\n0 | A | e\x00d\n", "line 2: NUL byte at column 10: not a text file"},
		{"not UTF-8", "0 | A | end\n0 | A | \xff\n", "line 2: text is not UTF-8"},
		{"quoted and not UTF-8", "0 | A | end | a=\"\\xff\"\n", "line 1: field a: value \"\\xff\" is not UTF-8"},
		{"long line", "0 | A | end\n0 | A | note | a=" + strings.Repeat("x", MaxLine) + "\n",
			"line 2: line of 1048593 bytes is longer than 1048576"},

		// header and last line of a text
		{"version", "# fence-log 2 {}\n# end 0\n", `line 1: log version "2" is unknown; known is 1`},
		{"version of before", "\n# fence-log 0 {}\n# end 0\n", `line 2: log version "0" is unknown`},
		{"no version", "# fence-log \n# end 0\n", "line 1: log version"},
		{"no JSON", "# fence-log 1\n# end 0\n", `line 1: header: "" is not a JSON object`},
		{"JSON list", "# fence-log 1 []\n# end 0\n", "line 1: header: \"[]\" is not a JSON object"},
		{"JSON cut", "# fence-log 1 {\"seed\":1\n# end 0\n", "line 1: header: JSON object does not end"},
		{"JSON and more", "# fence-log 1 {} {}\n# end 0\n", "line 1: header: text after the JSON object"},
		{"seed below zero", "# fence-log 1 {\"seed\":-1}\n# end 0\n", "line 1: header: seed is -1: wrong type or size"},
		{"seed null", "# fence-log 1 {\"seed\":null}\n# end 0\n", "line 1: header: seed is null"},
		{"family a number", "# fence-log 1 {\"family\":1}\n# end 0\n", "line 1: header: family is 1"},
		{"params a text", "# fence-log 1 {\"params\":\"x\"}\n# end 0\n",
			"line 1: header: \"\\\"x\\\"\" is not a JSON object"},
		{"imported false", "# fence-log 1 {\"imported\":false}\n# end 0\n", "line 1: header: imported is false, not true"},
		{"format in a text", "# fence-log 1 {\"format\":\"x\"}\n# end 0\n",
			`"format" does not belong into the JSON of this line`},
		{"header key twice", "# fence-log 1 {\"seed\":1,\"seed\":2}\n# end 0\n", `line 1: header: key "seed" is given twice`},
		{"late header", "0 | A | end\n" + head + "# end 1\n", "line 2: a log header that is not the first line"},
		{"bad clock", head + "0 | A | end | clock=gps\n# end 1\n", `line 2: field clock: "gps" is not a number`},

		// truncation of a text
		{"no last line", head + "0 | A | end\n",
			`line 2: log is truncated: it has 1 events and there is no last line "# end N"`},
		{"header only", head, "line 1: log is truncated: it has 0 events"},
		{"cut in a line", head + "0 | A | end\n5 | A ",
			"line 3: log is truncated: the last line has no line end and cannot be read"},
		{"cut after a field", head + "0 | A | end | lock=L", "line 2: log is truncated"},
		{"cut in the last line", head + "0 | A | end\n# en", "line 3: log is truncated"},
		{"last line has no end", head + "0 | A | end\n# end 1",
			"line 3: log is truncated: it has 1 events and its last line has no line end"},
		{"too few events", head + "0 | A | end\n# end 2\n",
			"line 3: log is truncated: it has 1 events and its last line says 2"},
		{"huge count", head + "# end 99999999999999999999\n", "line 2: log is truncated"},
		{"more after the end", head + "# end 0\n\n0 | A | end\n", "line 4: text after the end of the log in line 2"},

		// NDJSON
		{"other JSON", "{\"a\":1}\n", `line 1: header: format is "", not "fence-log"`},
		{"JSON version", "\n{\"format\":\"fence-log\",\"version\":7}\n{\"end\":0}\n", `line 2: log version "7" is unknown`},
		{"JSON version missing", "{\"format\":\"fence-log\"}\n{\"end\":0}\n", `line 1: log version "" is unknown`},
		{"JSON version text", "{\"format\":\"fence-log\",\"version\":\"1\"}\n{\"end\":0}\n", "line 1: log version"},
		{"JSON no end", jhead + "{\"at_ns\":1," + jevent + "}\n",
			`line 2: log is truncated: it has 1 events and there is no last line {"end":N}`},
		{"JSON header cut", "{\"format\":\"fence-log\",\"ver", "line 1: log is truncated: the last line has no line end"},
		{"JSON cut", jhead + "{\"at_ns\":1,\"act",
			"line 2: log is truncated: the last line has no line end and cannot be read"},
		{"JSON end without line end", jhead + "{\"end\":0}", "line 2: log is truncated"},
		{"JSON end of others", jhead + "{\"end\":1}\n", "line 2: log is truncated: it has 0 events and its last line says 1"},
		{"JSON end is text", jhead + "{\"end\":\"0\"}\n", "line 2: log is truncated"},
		{"JSON after the end", jhead + "{\"end\":0}\n{\"end\":0}\n", "line 3: text after the end of the log in line 2"},
		{"JSON no time", jhead + "{" + jevent + "}\n{\"end\":1}\n", "line 2: at_ns is missing"},
		{"JSON time null", jhead + "{\"at_ns\":null," + jevent + "}\n{\"end\":1}\n", "line 2: at_ns is missing"},
		{"JSON time float", jhead + "{\"at_ns\":1.5," + jevent + "}\n{\"end\":1}\n",
			"line 2: at_ns is 1.5: wrong type or size"},
		{"JSON no actor", jhead + "{\"at_ns\":1,\"kind\":\"end\"}\n{\"end\":1}\n", "line 2: actor is empty"},
		{"JSON unknown key", jhead + "{\"at_ns\":1," + jevent + ",\"note\":1}\n{\"end\":1}\n",
			`line 2: key "note" is unknown`},
		{"JSON nested field", jhead + "{\"at_ns\":1," + jevent + ",\"fields\":{\"a\":[]}}\n{\"end\":1}\n",
			"line 2: field a is [], not a text or a number"},
		{"JSON null field", jhead + "{\"at_ns\":1," + jevent + ",\"fields\":{\"a\":null}}\n{\"end\":1}\n",
			"line 2: field a is null"},
		{"JSON fields list", jhead + "{\"at_ns\":1," + jevent + ",\"fields\":[]}\n{\"end\":1}\n", "line 2: fields:"},
		{"JSON field twice", jhead + "{\"at_ns\":1," + jevent + ",\"fields\":{\"a\":1,\"a\":2}}\n{\"end\":1}\n",
			`line 2: fields: key "a" is given twice`},
		{"JSON list", jhead + "[]\n{\"end\":0}\n", "line 2: \"[]\" is not a JSON object"},
		{"JSON time goes back", jhead + "{\"at_ns\":2," + jevent + "}\n{\"at_ns\":1," + jevent + "}\n{\"end\":2}\n",
			"line 3: time 0.000001 ms is before"},

		// Markdown
		{"open block", "# Title\n\n```timeline\n0 | A | end\n", "line 3: timeline block is not closed by ```"},
		{"error inside", "# Title\n\n```timeline\n0 | A | end\nx\n```\n", `line 5: "x" is not`},
		{"quoted block only", "````\n```timeline\n0 | A | end\n```\n````\n",
			`no fenced block with the info string "timeline" in 5 lines`},
		{"truncated log in a block", "```timeline\n" + head + "0 | A | end\n```\n", "line 3: log is truncated"},
	} {
		l, err := Read(strings.NewReader(tc.text))
		if err == nil {
			t.Errorf("%s: read %+v, want an error with %q", tc.name, l, tc.want)
			continue
		}
		if !strings.HasPrefix(err.Error(), "trace: read: ") || !strings.Contains(err.Error(), tc.want) || l != nil {
			t.Errorf("%s: got %v (log %v), want %q", tc.name, err, l, tc.want)
		}
	}
}

// TestReadErrorsSayItOnce holds whole messages: no name or line twice, and a hint only where it may be the reason.
func TestReadErrorsSayItOnce(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"# Title\n\nProse.\n", `trace: read: line 3: "Prose." is not "time | actor | event | key=value …"; as Markdown the text has ` +
			`no fenced block with the info string "timeline"`},
		{"# Title\n", `trace: read: no event in 1 lines, and no fenced block with the info string "timeline"`},
		{"# x\n0 | A | end\nProse.\n", `trace: read: line 3: "Prose." is not "time | actor | event | key=value …"`},
		{"```timeline\nProse.\n```\n", `trace: read: line 2: "Prose." is not "time | actor | event | key=value …"`},
		{head + "5 | A ", `trace: read: line 2: log is truncated: the last line has no line end and cannot be read: ` +
			`actor "A" is not followed by "|" and an event`},
		{jhead + "{\"at", `trace: read: line 2: log is truncated: the last line has no line end and cannot be read: ` +
			`JSON: unexpected EOF`},
	} {
		if _, err := Read(strings.NewReader(tc.text)); err == nil || err.Error() != tc.want {
			t.Errorf("%q: got\n%v\nwant\n%s", tc.text, err, tc.want)
		}
	}
}

// TestEveryCutIsNoticed cuts a log after each byte in both forms: nothing but the whole may be read.
func TestEveryCutIsNoticed(t *testing.T) {
	for _, write := range []func(io.Writer, *Log) error{Write, WriteNDJSON} {
		var b bytes.Buffer
		if err := write(&b, awkward()); err != nil {
			t.Fatal(err)
		}
		first := bytes.IndexByte(b.Bytes(), '\n')
		for n := range b.Len() {
			_, err := Read(bytes.NewReader(b.Bytes()[:n]))
			if err == nil {
				t.Fatalf("a log of %d bytes cut after %d is read: %q", b.Len(), n, b.Bytes()[max(0, n-30):n])
			}
			if n > first && !strings.Contains(err.Error(), "truncated") {
				t.Fatalf("cut after %d bytes: %v, want an error that says truncated", n, err)
			}
		}
	}
}

func TestMarkdown(t *testing.T) {
	text := `# A report

Prose with | bars | in it.

    ` + "```timeline" + `
    9 | indented | code

` + "~~~~text" + `
` + "```timeline" + `
9 | quoted | inside
` + "```" + `
~~~~

` + "```timeline family=lease title=x" + `
0 | A | begin | lock=L   # acts
5 | A | end | lock=L
` + "```" + `

` + "~~~timeline" + `
1 | B | send | msg=m
~~~~

` + "```go\n0 | not | ours\n```" + `

` + "```timeline family=cut" + `
` + head + `0 | C | note
# end 1
` + "```" + `
`
	logs, err := ReadMarkdown(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range logs {
		got = append(got, fmt.Sprintf("%d %q %d %s", l.Header.Version, l.Header.Family, len(l.Events), l.Events[0].Actor))
	}
	want := []string{`0 "lease" 2 A`, `0 "" 1 B`, `1 "cut" 1 C`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	places := logs[0].Places(0, 1) + ", " + logs[1].Places(0) + ", " + logs[2].Places(0)
	if want := "lines 15, 16, line 20, line 29"; places != want {
		t.Errorf("the events are in %s, want %s", places, want)
	}
	first := mustRead(t, text)
	if !first.Equal(logs[0]) {
		t.Errorf("Read gives %+v, want the first block %+v", first, logs[0])
	}
}

func TestReadMarkdownErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"# no block\n", "no fenced block"},
		{"", "no fenced block"},
		{"a\x00b", "line 1: NUL byte at column 2"},
		{"```timeline\n0 | A | end\n```\n```timeline\nx\n```\n", "line 5: \"x\" is not"},
		{"```timeline\n0 | A | end\n```\n```timeline\n", "line 4: timeline block is not closed"},
	} {
		if logs, err := ReadMarkdown(strings.NewReader(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: got %v, %v, want %q", tc.text, logs, err, tc.want)
		}
	}
}

func TestReadPassesOnTheErrorOfItsReader(t *testing.T) {
	broken := errors.New("broken pipe")
	if _, err := Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("Read: %v, want %v", err, broken)
	}
	if _, err := ReadMarkdown(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("ReadMarkdown: %v, want %v", err, broken)
	}
}

func TestWriteRefusesWhatCannotBeReadBack(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	for _, tc := range []struct {
		name   string
		change func(*Log)
		want   string
	}{
		{"version", func(l *Log) { l.Header.Version = 2 }, "header: version 2 is neither 1 nor 0"},
		{"program", func(l *Log) { l.Header.Program = "\xff" }, "header: program \"\\xff\" is not UTF-8"},
		{"params", func(l *Log) { l.Header.Params = []byte("[]") }, "header: params: \"[]\" is not a JSON object"},
		{"params cut", func(l *Log) { l.Header.Params = []byte(`{"a":`) }, "header: params: JSON"},
		{"params key", func(l *Log) { l.Header.Params = []byte(`{1:2}`) }, "header: params: JSON"},
		{"extra", func(l *Log) { l.Header.Extra = []byte("x") }, "header: extra: \"x\" is not a JSON object"},
		{"extra not UTF-8", func(l *Log) { l.Header.Extra = []byte("{\"a\":\"\xff\"}") }, "header: extra: JSON is not UTF-8"},
		{"extra known", func(l *Log) { l.Header.Extra = []byte(`{"seed":1}`) },
			`header: extra: "seed" is a field of every header`},
		{"header long", func(l *Log) { l.Header.Command = long }, "header of 10486"},
		{"order", func(l *Log) { l.Events[1].At = -1 }, "event #1: time -0.000001 ms is before 0 ms"},
		{"number", func(l *Log) { l.Events[1].Seq = 5 }, "event #1: sequence number 5 is not its place 1"},
		{"actor", func(l *Log) { l.Events[1].Actor = "" }, "event #1: actor is empty"},
		{"actor not UTF-8", func(l *Log) { l.Events[1].Actor = "\xff" }, "event #1: actor \"\\xff\" is not UTF-8"},
		{"kind", func(l *Log) { l.Events[1].Kind = "" }, "event #1: event is empty"},
		{"key", func(l *Log) { l.Events[1].Fields[0].Key = "" }, "event #1: key is empty"},
		{"twice", func(l *Log) { l.Events[1].Fields[0].Key = "b" }, "event #1: field b is given twice"},
		{"value", func(l *Log) { l.Events[1].Fields[0].Value = "\xff" }, "event #1: field a: value \"\\xff\" is not UTF-8"},
		{"long", func(l *Log) { l.Events[1].Fields[0].Value = long }, "event #1: line of 1"},
	} {
		for _, write := range []func(io.Writer, *Log) error{Write, WriteNDJSON} {
			l := New(Header{})
			l.Add(0, "A", KindNote)
			l.Add(0, "A", KindNote, S("a", "1"), S("b", "2"))
			tc.change(l)
			err := write(io.Discard, l)
			if err == nil || !strings.HasPrefix(err.Error(), "trace: write: ") || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: got %v, want %q", tc.name, err, tc.want)
			}
		}
	}
}

// failing is a writer that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWritePassesOnTheErrorOfItsWriter(t *testing.T) {
	if err := Write(failing{}, awkward()); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("Write: %v, want %v", err, io.ErrShortWrite)
	}
}
