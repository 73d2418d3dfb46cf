package frame

import (
	"math/rand/v2"
	"testing"
)

// slowDistance is Levenshtein's recursion as it is defined.
func slowDistance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	cost := 1
	if a[0] == b[0] {
		cost = 0
	}
	return min(slowDistance(a[1:], b)+1, slowDistance(a, b[1:])+1, slowDistance(a[1:], b[1:])+cost)
}

func TestEditDistanceEqualsTheRecursion(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	word := func() string {
		b := make([]byte, r.IntN(7))
		for i := range b {
			b[i] = "abc"[r.IntN(3)]
		}
		return string(b)
	}
	for range 2000 {
		a, b := word(), word()
		if got, want := editDistance(a, b), slowDistance(a, b); got != want {
			t.Fatalf("from %q to %q: got %d, want %d", a, b, got, want)
		}
	}
	if got := editDistance("größe", "grösse"); got != 2 {
		t.Errorf("characters are counted, not bytes: got %d, want 2", got)
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word, want string
		among      []string
	}{
		{"xx", "xa", []string{"abc", "xa", "ax"}}, // the first of several
		{"leese", "lease", []string{"lease", "clients"}},
		{"wir", "wire", []string{"wire-off", "wire"}},
		{"wireoff", "wire-off", []string{"wire-off", "wire"}},
		{"trials_unlocked_aplied", "trials_unlocked_applied", []string{"trials", "trials_unlocked_applied"}},
		{"zzz", "", []string{"lease", "clients"}},
		{"", "", []string{"lease", "S"}},
		{"x", "", []string{"a", "b"}}, // nothing is left of the word
		{"nn", "n", []string{"id", "n"}},
		{"n", "no", []string{"id", "no"}},
		{"N", "n", []string{"id", "n"}},
		{"SEED", "seed", []string{"seeds", "seed"}},
		{"Größe", "GRÖSSE", []string{"x", "GRÖSSE"}},
		{"abc", "", []string{"axy"}}, // two of three characters are others
		{"ab", "", []string{"cd"}},
	} {
		if got := Nearest(c.word, c.among); got != c.want {
			t.Errorf("%q: got %q, want %q", c.word, got, c.want)
		}
	}
}
