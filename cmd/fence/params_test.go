package main

import (
	"strings"
	"testing"

	"fence/fencekit/lease"
)

// FuzzParams reads any text as a parameter file. What is accepted must come back the same from what is then written.
func FuzzParams(f *testing.F) {
	for _, text := range []string{
		"lease: 3s\n", "sources: [pauses, delay]\n", `{"lease": "3s", "failover-loses": [1, 2]}`, "think: 'uniform(1s,2s)'\nrmw: true\n", "- 1\n", "a: &a b\nc: *a\n",
		"lease: 3s\nlease: 4s\n", "---\n", "# nothing\n", "lease:\n", "{", "clients: 0x10\n", "pause-p: .inf\n",
	} {
		f.Add(text)
	}
	published := lease.Default()
	var whole strings.Builder
	if err := writeParams(&whole, &published, nil); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.String())
	f.Fuzz(func(t *testing.T, text string) {
		p := lease.Default()
		if parseParams("fuzz", []byte(text), &p, map[string]bool{}, nil) != nil {
			return
		}
		var first, second strings.Builder
		if err := writeParams(&first, &p, nil); err != nil {
			t.Fatal(err)
		}
		q := lease.Default()
		if err := parseParams("again", []byte(first.String()), &q, map[string]bool{}, nil); err != nil {
			t.Fatalf("%q was read, and what was then written is not: %v\n%s", text, err, first.String())
		}
		if err := writeParams(&second, &q, nil); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() {
			t.Errorf("%q: got\n%s\nwant\n%s", text, second.String(), first.String())
		}
		var js strings.Builder
		if err := writeParamsJSON(&js, &p, nil); err != nil {
			t.Fatal(err)
		}
		r := lease.Default()
		if err := parseParams("json", []byte(js.String()), &r, map[string]bool{}, nil); err != nil {
			t.Fatalf("%q was read, and what was then written as JSON is not: %v\n%s", text, err, js.String())
		}
		second.Reset()
		if err := writeParams(&second, &r, nil); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() {
			t.Errorf("%q as JSON: got\n%s\nwant\n%s", text, second.String(), first.String())
		}
	})
}
