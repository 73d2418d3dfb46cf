package frame_test

import (
	"encoding/json"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

func TestSchemaReadsBackEqual(t *testing.T) {
	want := aSchema(t)
	want.Caption = "a <b> & \"c\"\n\u2028"
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if s := string(text); strings.Contains(s, "\n") || !strings.HasPrefix(s, `{"version":1,"caption":"a `) ||
		!strings.Contains(s, `{"name":"d","kind":"duration"}`) {
		t.Errorf("got %s", s)
	}
	var got frame.Schema
	if err := json.Unmarshal(text, &got); err != nil || !equalSchemas(got, *want) || got.Caption != want.Caption {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	more := strings.Replace(string(text), `{"version"`, `{"later":[1],"version"`, 1)
	more = strings.Replace(more, `{"name":"d"`, `{"later":{},"name":"d"`, 1)
	if err := json.Unmarshal([]byte(more), &got); err != nil || !equalSchemas(got, *want) {
		t.Errorf("with keys of a later program: got %v, %v, want %v", got, err, want)
	}
}

func TestSchemaRefuses(t *testing.T) {
	before := *aSchema(t)
	for _, c := range []struct{ text, want string }{
		{`{"columns":[]}`, "frame: schema: it has no version"},
		{`{"version":2,"columns":[]}`, "frame: schema: version 2: this program reads version 1"},
		{`{"version":-1,"columns":[]}`, "frame: schema: version -1: this program reads version 1"},
		{`{"version":1}`, "frame: schema: it has no columns"},
		{`{"version":1,"columns":[{"name":"a","kind":"int64"},{"name":"b","kind":"float"}]}`,
			`frame: schema: column 1, "b": ` +
				`there is no kind "float"; there are float64, int64, string, bool, duration`},
		{`{"version":1,"columns":[{"name":"a"}]}`, `frame: schema: column 0, "a": ` +
			`there is no kind ""; there are float64, int64, string, bool, duration`},
		{`{"version":1,"columns":[{"name":"a","kind":"int64"},{"kind":"bool"},{"name":"a","kind":"int64"}]}`,
			"frame: schema: column 1 has no name\ncolumns 0 and 2 are both named \"a\""},
		{`{"version":"1","columns":[]}`, "frame: schema: json: cannot unmarshal string into Go struct field " +
			".version of type int"},
	} {
		got := before
		if err := json.Unmarshal([]byte(c.text), &got); err == nil || err.Error() != c.want || !equalSchemas(got, before) {
			t.Errorf("%s: got %v\nwant %s", c.text, err, c.want)
		}
	}
	none := frame.Schema{Columns: []frame.ColumnSchema{{Name: "a"}}}
	if _, err := none.MarshalJSON(); err == nil || err.Error() != `frame: schema: column 0, "a": kind(0) is not a kind` {
		t.Errorf("got %v, want that 0 is not a kind", err)
	}
	wide := frame.Schema{Columns: make([]frame.ColumnSchema, frame.MaxColumns+1)}
	if err := wide.Validate(); err == nil || err.Error() != "frame: schema: 100001 columns: 100000 at most" {
		t.Errorf("got %v, want that there are too many columns", err)
	}
	var k frame.Kind
	if err := k.UnmarshalText([]byte("int")); err == nil || err.Error() != `frame: kind: there is no kind "int"; `+
		"there are float64, int64, string, bool, duration" || k != 0 {
		t.Errorf("got %v, %v, want that there is no such kind", k, err)
	}
	if _, err := frame.Kind(7).MarshalText(); err == nil || err.Error() != "frame: kind: kind(7) has no name" {
		t.Errorf("got %v, want that it has no name", err)
	}
}

func TestKindsReadBackEqual(t *testing.T) {
	for k := frame.Float; k <= frame.Duration; k++ {
		text, err := k.MarshalText()
		var got frame.Kind
		if err2 := got.UnmarshalText(text); err != nil || err2 != nil || got != k {
			t.Errorf("%v is written %s and read as %v: %v, %v", k, text, got, err, err2)
		}
	}
}
