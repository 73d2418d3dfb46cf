package main

import (
	"math"
	"strings"
	"testing"
)

func TestSheetIsCutWhereItDoesNotFit(t *testing.T) {
	s := &sheet{caption: []string{"about it"}, head: []string{"name", "first figure", "second", "third"}, labels: 1,
		rows: [][]string{{"a", "1", "20", "300"}, {"long name", "1,000", "2", "3"}}, notes: []string{"a note"}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{40, `
about it

            first
name       figure  second  third
a               1      20    300
long name   1,000       2      3

a note
`}, {26, `
about it

            first
name       figure  second
a               1      20
long name   1,000       2

name       third
a            300
long name      3

a note
`}, {5, `
about
it

            first
name       figure
a               1
long name   1,000

name       second
a              20
long name       2

name       third
a            300
long name      3

a
note
`},
	} {
		var b strings.Builder
		if err := s.text(&b, c.width); err != nil {
			t.Fatal(err)
		}
		if got := "\n" + b.String(); got != c.want {
			t.Errorf("width %d:\ngot\n%s\nwant\n%s", c.width, got, c.want)
		}
	}
	var b strings.Builder
	if err := s.markdown(&b); err != nil {
		t.Fatal(err)
	}
	want := "about it\n\n| name | first figure | second | third |\n| :--- | ---: | ---: | ---: |\n| a | 1 | 20 | 300 |\n| long name | 1,000 | 2 | 3 |\n\na note\n"
	if b.String() != want {
		t.Errorf("markdown:\ngot\n%s\nwant\n%s", b.String(), want)
	}
}

func TestShortNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 25.329: "25.3", 0.0791: "0.079", -0.5: "-0.5",
		1234.4: "1,234", -98765.4: "-98,765", 99.96: "100.0", 0.00012: "0.00012", 1e-7: "<0.0001",
		-1e-7: ">-0.0001", 7.5e-6: "<0.0001"} {
		if got := short(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
	if got := short(math.NaN()); got != "-" {
		t.Errorf("NaN: got %s, want -", got)
	}
}

func TestListsAreSplitOutsideParentheses(t *testing.T) {
	got := strings.Join(outside("uniform(1s,2s),3s,mix(0.5:uniform(1s,2s),0.5:3s)"), ";")
	if want := "uniform(1s,2s);3s;mix(0.5:uniform(1s,2s),0.5:3s)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
