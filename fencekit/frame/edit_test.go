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

func TestNearestTakesTheFirstOfSeveral(t *testing.T) {
	if got := nearest("xx", []string{"abc", "xa", "ax"}); got != "xa" {
		t.Errorf("got %q, want xa", got)
	}
}
