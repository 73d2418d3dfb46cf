package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

// made is the file beside a result as fence writes it, with a number that no float holds and keys in an order of its own.
const made = `{"program":"fence 0.1.0","command":"fence compare --seed 7 -o x.csv","seed":18446744073709551615,` +
	`"postures":["check"],"params":{"lease":"3s","a <b>":1e400},"zeta":null,"alpha":[1, 2]}`

// What made a result goes along through every form, and stands beside the last one as it stood beside the first.
func TestWhatMadeAResultGoesAlong(t *testing.T) {
	t.Chdir(t.TempDir())
	want := results(t)
	if err := want.WriteFile("first.csv"); err != nil {
		t.Fatal(err)
	}
	schema := read(t, "first.csv.meta.json")
	write(t, "first.csv.meta.json", strings.Replace(schema, "{", strings.TrimSuffix(made, "}")+",", 1))
	round := strings.Fields("first.csv a.parquet b.json c.arrow d.csv e.parquet f.arrow g.json")
	for k, out := range round[1:] {
		fine(t, round[k], out)
		if !strings.HasSuffix(out, ".csv") && !strings.HasSuffix(out, ".json") {
			continue
		}
		o, err := originBeside(out)
		if err != nil {
			t.Fatal(err)
		}
		got, err := o.json()
		if compact := strings.ReplaceAll(made, "[1, 2]", "[1,2]"); err != nil || got != compact {
			t.Errorf("%s: got %s, %v, want %s", out, got, err, compact)
		}
		same(t, out, want, func() (frame.Frame, error) { return frame.ReadFile(out) })
		var members map[string]any
		if json.Unmarshal([]byte(strings.ReplaceAll(read(t, out+".meta.json"), "1e400", "1")), &members) != nil || len(members) != 8 {
			t.Errorf("beside %s: got\n%s", out, read(t, out+".meta.json"))
		}
	}
	for _, name := range round {
		if got := fine(t, name); !strings.Contains(got, "\nfence 0.1.0; fence compare --seed 7 -o x.csv\n") {
			t.Errorf("%s: its columns do not say what made it:\n%s", name, got)
		}
	}
	// The twin: without the file beside it nothing is known, and a file of an earlier result does not stay.
	write(t, "bare.csv", "a\n1\n")
	fine(t, "bare.csv", "g.json")
	if o, err := originBeside("g.json"); err != nil || o != nil {
		t.Errorf("got %v, %v, want nothing", o, err)
	}
}

func TestOriginsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"": "it is not a JSON object", "[]": "it is not a JSON object", "null": "it is not a JSON object",
		`{"a":1} {}`: "something stands behind the JSON object", `{"a":}`: "invalid character", `{"a":1`: "EOF",
	} {
		if o, err := originIn(map[string]string{originKey: text}); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasPrefix(err.Error(), `the metadata "fence.origin": `) {
			t.Errorf("%s: got %v, %v, want %q", text, o, err, want)
		}
	}
	for text, want := range map[string]string{`{}`: "}", `{"a":1,"frame":{"x":1},"b":2,"a":3}`: `{"b":2,"a":3}`} {
		o, err := readOrigin([]byte(text))
		if got, _ := o.json(); err != nil || len(o) > 0 && got != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
	if o, err := originIn(map[string]string{"pandas": "{}"}); o != nil || err != nil {
		t.Errorf("another program's metadata: got %v, %v", o, err)
	}
}

// FuzzOrigin reads what it writes.
func FuzzOrigin(f *testing.F) {
	f.Add(made)
	f.Add(`{"a":{"frame":1},"frame":2,"a":[]}`)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := readOrigin([]byte(text))
		if err != nil || o == nil {
			return
		}
		line, err := o.json()
		if err != nil {
			t.Fatal(err)
		}
		again, err := readOrigin([]byte(line))
		if err != nil || len(again) != len(o) {
			t.Fatalf("%q: got %v, %v from %s", text, again, err, line)
		}
		if twice, err := again.json(); err != nil || twice != line {
			t.Errorf("%q: got %s, %v, want %s", text, twice, err, line)
		}
	})
}

func TestAnOriginThatCannotBeReadIsAnError(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "x.csv", "a\n1\n")
	if err := os.Mkdir("x.csv.meta.json", 0o777); err != nil {
		t.Fatal(err)
	}
	if o, err := originBeside("x.csv"); err == nil || strings.Count(err.Error(), "x.csv.meta.json") != 1 {
		t.Errorf("got %v, %v", o, err)
	}
}
