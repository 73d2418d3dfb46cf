package trace

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// sameObject holds the quick way of reading an object to the library's decoder. What is not UTF-8 gets to neither.
func sameObject(t *testing.T, text []byte) {
	t.Helper()
	if !utf8.Valid(text) {
		return
	}
	got, gotErr := object(text)
	want, wantErr := decodeObject(text)
	if (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() {
		t.Fatalf("%q: got error %v, want %v", text, gotErr, wantErr)
	}
	same := func(a, b pair) bool { return a.key == b.key && bytes.Equal(compact(a.value), compact(b.value)) }
	if !slices.EqualFunc(got, want, same) {
		t.Fatalf("%q: got %q, want %q", text, got, want)
	}
}

// objects are what a line may have: every kind of value, blanks everywhere, escapes, and what is no object.
var objects = []string{
	`{}`, ` { } `, `{"a":1}`, "\t{ \"a\" :\r\n -1.5e3 , \"b\":null,\"c\" : true }\n",
	`{"a":{"b":[1,{"c":"}"}]},"d":[],"e":"]"}`,
	`{"a\"b\\":"\\","\u00e9":"\ud83d\ude00 \ud800","":""}`, `{"a":"<x>&\/","b":"é"}`,
	`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"8":1}`,
	``, ` `, `[]`, `"a"`,
	`{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{1:2}`, `{} {}`, `{}x`, `{"a":01}`, `{"a":+1}`,
	`{"a":"`, `{"a":"\`, `{"a":"\x"}`, `{a:1}`, `{"a":[1}`, `{"a":nul}`, `}`,
}

func TestObjectIsTheDecoders(t *testing.T) {
	for _, text := range objects {
		sameObject(t, []byte(text))
		for n := range len(text) {
			sameObject(t, []byte(text[:n]))
		}
	}
}

func FuzzObject(f *testing.F) {
	for _, text := range objects {
		f.Add([]byte(text))
	}
	f.Fuzz(sameObject)
}

// BenchmarkRead reads a log of a hundred thousand events in both forms.
func BenchmarkRead(b *testing.B) {
	l := New(Header{Family: "lease"})
	for i := range 100_000 {
		l.Add(time.Duration(i)*1234567, "S", KindApplied, S("id", fmt.Sprintf("C1.%d.0", i)), S("by", "C1"), S("obj", "x"),
			N("token", int64(i)))
	}
	var text, ndjson bytes.Buffer
	if err := Write(&text, l); err != nil {
		b.Fatal(err)
	}
	if err := WriteNDJSON(&ndjson, l); err != nil {
		b.Fatal(err)
	}
	for _, form := range []struct{ name, text string }{{"text", text.String()}, {"ndjson", ndjson.String()}} {
		b.Run(form.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Read(strings.NewReader(form.text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
