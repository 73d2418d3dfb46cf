package frame_test

import (
	"bytes"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

func TestStringWrapsCaptions(t *testing.T) {
	f := must(t)(frame.New(frame.Ints("n", []int64{1})))
	words := func(n int, word string) string { return strings.TrimSpace(strings.Repeat(word+" ", n)) }
	cases := []struct{ caption, want string }{
		{words(24, "four"), words(24, "four")},
		{words(25, "four"), words(24, "four") + "\nfour"},
		{"short\n" + words(49, "four") + "\n\nend.",
			"short\n" + words(24, "four") + "\n" + words(24, "four") + "\nfour\n\nend."},
		{strings.Repeat("x", 120), strings.Repeat("x", 120)},
		{"a " + strings.Repeat("x", 121) + " b", "a\n" + strings.Repeat("x", 120) + "\nx b"},
		{strings.Repeat("時", 61), strings.Repeat("時", 60) + "\n時"},
		{"  " + strings.Repeat("x", 10), "  " + strings.Repeat("x", 10)},
	}
	for _, c := range cases {
		g := f.WithCaption(c.caption)
		if got := g.String(); got != c.want+"\nn\n1\n" {
			t.Errorf("got\n%swant\n%s", got, c.want)
		}
		whole := written(t, func(w *bytes.Buffer) error { return g.WriteText(w) })
		if whole != c.caption+"\nn\n1\n" || g.Caption() != c.caption {
			t.Errorf("WriteText or the frame has another caption: %s", whole)
		}
	}
}

func TestSelectReportsAllAtOnce(t *testing.T) {
	f := everyKind(t)
	_, err := f.Select("rows", "f", "x", "f", "d", "rows")
	wantError(t, err, `frame: select: no column "rows", the nearest is "row"`,
		`no column "x"; there are f, i, s, b, d, row`,
		`columns 1 and 3 are both named "f"`, `columns 0 and 5 are both named "rows"`)
	_, err = f.Drop("x", "y", "f")
	wantError(t, err, `frame: drop: no column "x"`, `no column "y"; there are f, i, s, b, d, row`)
	many := []string{"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"}
	_, err = f.Select(many...)
	wantError(t, err, `frame: select: no column "a0"`, `no column "a1"`, `no column "a2"`, `no column "a3"`,
		`no column "a4"; there are f, i, s, b, d, row`, "and 4 more names that are not there")
}
