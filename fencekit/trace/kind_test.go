package trace

import (
	"slices"
	"strings"
	"testing"
)

// TestKindsAreComplete walks the closed list: every word has a paragraph and a glyph of its own that lanes do not
// use otherwise.
func TestKindsAreComplete(t *testing.T) {
	glyphs, docs := map[rune]Kind{}, map[string]Kind{}
	seen := map[Kind]bool{}
	for _, k := range Kinds() {
		if seen[k] {
			t.Errorf("%s is in the list twice", k)
		}
		seen[k] = true
		if !k.Known() {
			t.Errorf("%s: Known() = false, want true", k)
		}
		if strings.ToLower(string(k)) != string(k) || strings.ContainsAny(string(k), " |#=\"") {
			t.Errorf("%q is not a plain lower-case word", k)
		}
		doc := k.Doc()
		if len(doc) < 25 || !strings.HasSuffix(doc, ".") {
			t.Errorf("%s: Doc() = %q, want a paragraph", k, doc)
		}
		if other, taken := docs[doc]; taken {
			t.Errorf("%s and %s have the same paragraph", k, other)
		}
		docs[doc] = k
		g := k.Glyph()
		if g <= ' ' || g > '~' || strings.ContainsRune("0123456789+-^=U"+string(UnknownGlyph), g) {
			t.Errorf("%s: Glyph() = %q is not free for a mark", k, g)
		}
		if other, taken := glyphs[g]; taken {
			t.Errorf("%s and %s share the glyph %q", k, other, g)
		}
		glyphs[g] = k
	}
}

// TestKindsHoldTheWordsOfTheField names the words apart from the list, so that losing one is noticed.
func TestKindsHoldTheWordsOfTheField(t *testing.T) {
	words := strings.Fields(`grant renew extend expire revoke release release-refused begin end applied refused read discard
		fence-raised fence-undone event-applied event-dropped deleted hold wait got free declare-deadlock abort give-up
		write intent outcome marker send recv snapshot channel-recorded process announce deliver state order put acked
		stamp clock check bound request pause clock-step failover drop timer crash restart partition heal note queue promoted`)
	for _, w := range words {
		if !slices.Contains(Kinds(), Kind(w)) {
			t.Errorf("%s is not in Kinds()", w)
		}
	}
	if got, want := len(Kinds()), len(words); got != want {
		t.Errorf("Kinds() has %d words, want %d", got, want)
	}
}

func TestKindsOrderIsFixedAndTheSliceIsACopy(t *testing.T) {
	first := Kinds()
	first[0] = "spoilt"
	again := Kinds()
	if again[0] != KindGrant || again[1] != KindRenew {
		t.Errorf("Kinds() begins %v, want grant, renew", again[:2])
	}
}

func TestUnknownKind(t *testing.T) {
	k := Kind("watchdog-starved")
	if k.Known() || k.Doc() != "" || k.Glyph() != UnknownGlyph {
		t.Errorf("got known=%v doc=%q glyph=%q, want false, \"\", %q", k.Known(), k.Doc(), k.Glyph(), UnknownGlyph)
	}
}
