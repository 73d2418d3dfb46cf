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

// Labels that are numbers, such as margins, stand below one another by their last digits, in every form.
func TestLabelsThatAreNumbersAreAlignedToTheRight(t *testing.T) {
	s := &sheet{caption: []string{"", "fence margin"}, head: []string{"margin ms", "posture", "sent"}, labels: 2,
		rows: [][]string{{"0", "check", "1"}, {"-1,500", "check", "2"}, {"-", "x", "3"}}}
	var text, md, html, tex strings.Builder
	for _, err := range []error{s.text(&text, screen), s.markdown(&md), s.html(&html), s.latex(&tex)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := "\nmargin\n    ms  posture  sent\n     0  check       1\n-1,500  check       2\n     -  x           3\n"; !strings.Contains(text.String(), want) {
		t.Errorf("text: got\n%s\nwant\n%s", text.String(), want)
	}
	for form, c := range map[string][2]string{"md": {md.String(), "| ---: | :--- | ---: |"}, "tex": {tex.String(), "{rlr}"},
		"html": {html.String(), `<td align="right">0</td><td align="left">check</td>`}} {
		if !strings.Contains(c[0], c[1]) {
			t.Errorf("%s: got\n%s\nwant %s", form, c[0], c[1])
		}
	}
	if want := `$-$1,500 & check & 2 \\`; !strings.Contains(tex.String(), want) {
		t.Errorf("tex: got\n%s\nwant %s", tex.String(), want)
	}
	for want, cells := range map[bool][][]string{true: {{"1"}, {"1,000", "-"}, {"<0.0001", "2.5e-9"}, {"", "3"}, {"−2", "–"}},
		false: {{}, {"-"}, {"1s"}, {"1", "all"}, {"C1.2"}, {"99.9 %"}, {"1-2"}}} {
		for _, c := range cells {
			if got := numeric(c...); got != want {
				t.Errorf("%q: numeric: got %v, want %v", c, got, want)
			}
		}
	}
}

func TestFewNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"lease 2s", "lease 3s"}, "lease 2s, lease 3s"},
		{[]string{"lease 2s, margin 0s", "lease 3s, margin 0s"}, "lease 2s, margin 0s; lease 3s, margin 0s"},
		{[]string{"a, b", "c", "d", "e", "f"}, "a, b; c; d and 2 more"}, {[]string{"a", "b", "c", "d"}, "a, b, c, d"},
	} {
		if got := few(c.names, 3); got != c.want {
			t.Errorf("%q: got %q, want %q", c.names, got, c.want)
		}
	}
}
