package frame

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWidthOfCharacters(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "größe": 5, "時計": 4, "한글": 4, "ｈalf": 5, "ﾊﾝｶｸ": 4, "e\u0301": 1, "ก\u0e34": 1, "a\u20dd": 1,
		"🙂": 2, "⏰": 2, "✓": 1, "→": 1, "μs": 2, "\u1112\u1161\u11ab": 2, "𠀀": 2, "𝛼": 1, "〈": 2, "…": 1,
	} {
		if got := width(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}

// TestWideRangesAreInOrder: the search in them depends on it.
func TestWideRangesAreInOrder(t *testing.T) {
	last := rune(0)
	for _, pair := range wide {
		if pair[0] <= last || pair[1] < pair[0] {
			t.Errorf("%U to %U comes after %U", pair[0], pair[1], last)
		}
		last = pair[1]
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		slow := slices.ContainsFunc(wide, func(pair [2]rune) bool { return pair[0] <= r && r <= pair[1] })
		if got := runeWidth(r) == 2; got && !slow || slow && runeWidth(r) == 1 {
			t.Fatalf("%U: wide %t, in the list %t", r, got, slow)
		}
	}
}

func TestTextAlignsWideCharacters(t *testing.T) {
	f, err := New(Strings("語", []string{"時計", "cafe\u0301", "x"}), Ints("n", []int64{1, 20, 300}))
	if err != nil {
		t.Fatal(err)
	}
	want := "語      n\n時計    1\ncafe\u0301   20\nx     300\n"
	if got := f.String(); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

func TestClipped(t *testing.T) {
	for _, c := range []struct {
		s     string
		limit int
		want  string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdefg", 6, "abc..."}, {"abcdefg", 0, "abcdefg"}, {"時計時計", 8, "時計時計"},
		{"時計時計x", 8, "時計..."}, {"\x00\x00", 6, `\x0...`},
		{"e\u0301\u0301\u0301\u0301\u0301\u0301", 4, "e\u0301\u0301\u0301\u0301..."}, {"", 6, ""},
	} {
		if got := clipped(c.s, c.limit); got != c.want {
			t.Errorf("%q to %d: got %q, want %q", c.s, c.limit, got, c.want)
		}
	}
}

// TestStringFitsAScreen: no row is wider than the limit, the ends of the frame are there, and no more is left out than
// has to be.
func TestStringFitsAScreen(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 400 {
		cols := make([]Column, 1+r.IntN(30))
		for j := range cols {
			cell := strings.Repeat("x", 1+r.IntN(1+r.IntN(80)))
			cols[j] = Strings(fmt.Sprintf("c%d", j), []string{cell, "時" + cell})
		}
		f := Frame{cols: cols}
		lines := strings.Split(strings.TrimSuffix(f.String(), "\n"), "\n")
		for _, line := range lines {
			if width(line) > widest {
				t.Fatalf("a row of %d columns is %d wide:\n%s", len(cols), width(line), f)
			}
		}
		names := strings.Fields(lines[0])
		at := slices.Index(names, textDots)
		wantSize := f.size("x")
		if at < 0 {
			if len(names) != len(cols) || len(lines) != 3 {
				t.Fatalf("%d columns are shown as\n%s", len(cols), f)
			}
			continue
		}
		back := len(names) - 1 - at
		if at < 1 || back < 1 || at-back < 0 || at-back > 1 || lines[len(lines)-1] != wantSize {
			t.Fatalf("%d columns are shown as\n%s", len(cols), f)
		}
		next := at // the column that would have come next
		if at > back {
			next = len(cols) - 1 - back
		}
		used := width(lines[2]) // its last cell is padded to nothing, as the second row has the widest cells
		if used+len(gutter)+min(narrowest, width(cols[next].Text(1))) <= widest {
			t.Fatalf("column %d would have gone into\n%s", next, f)
		}
	}
}

func TestStringCutsCellsBeforeColumns(t *testing.T) {
	long := strings.Repeat("message ", 40)
	f, err := New(Ints("id", []int64{1}), Strings("text", []string{long}), Ints("at", []int64{2}))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(f.String(), "\n")
	if len(lines) != 3 || width(lines[1]) != widest || !strings.HasSuffix(lines[1], "...   2") {
		t.Errorf("got %q, want one row of %d with the text cut", lines, widest)
	}
	var b strings.Builder
	if err := f.WriteText(&b); err != nil || !strings.Contains(b.String(), strings.TrimSpace(long)) {
		t.Errorf("%v: WriteText has\n%s\nwant the whole text", err, b.String())
	}
	huge, err := New(Strings("text", []string{strings.Repeat("y", 1<<20)}))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(huge.String()); got > 200 {
		t.Errorf("a cell of 1 MB gives %d bytes, want a row of a screen", got)
	}
}
