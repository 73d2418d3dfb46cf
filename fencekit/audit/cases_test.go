package audit

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fence/fencekit/trace"
)

// caseCounters are the counters that a retold field report states; those that its line leaves out are 0 in it.
var caseCounters = []string{
	"both_held", "max_holders", "outlived", "unlocked_arrived", "unlocked_applied", "work_destroyed", "newer_overwritten",
	"unlocked_overwrote", "stale_token_applied", "same_token", "refused_live", "early_takeover", "early_revoke",
	"token_regress", "unrequested_extension", "overstay_ms", "stale_read", "acked_lost", "release_refused", "fence_undone",
}

// The field reports as they were told, and what an independent reading of each has counted.
func TestFieldReports(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.md")
	if err != nil || len(files) != 8 {
		t.Fatalf("field reports: got %d (%v), want 8", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".md"), func(t *testing.T) { checkCase(t, file) })
	}
}

// A failover without consensus hands a number out twice, and the store cannot tell the two holders apart.
func TestCase12FailoverReissuesTheLock(t *testing.T) {
	checkCase(t, "testdata/cases/12-redis-failover-reissues-lock.md")
}

// A store's fence that a late holder may raise refuses the rightful one.
func TestCase17ZombieFencesTheOwner(t *testing.T) {
	checkCase(t, "testdata/cases/17-posthog-zombie-fences-the-owner.md")
}

func checkCase(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	log, err := trace.Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Lease(log)
	if err != nil {
		t.Fatal(err)
	}
	want := expectedOf(t, string(text))
	for _, c := range r.Counters {
		if slices.Contains(caseCounters, c.Name) && c.Float() != want[c.Name] {
			t.Errorf("%s: got %v, want %v", c.Name, c.Float(), want[c.Name])
		}
		delete(want, c.Name)
	}
	for name := range want {
		t.Errorf("%s: expected by the case and not counted", name)
	}
	checkFindings(t, log, r)
}

// expectedOf reads the line "expected: name=value …".
func expectedOf(t *testing.T, text string) map[string]float64 {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\nexpected: ")
	if !ok {
		t.Fatal("the case has no line \"expected:\"")
	}
	line, _, _ := strings.Cut(rest, "\n")
	want := map[string]float64{}
	for _, word := range strings.Fields(line) {
		name, value, _ := strings.Cut(word, "=")
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		want[name] = n
	}
	return want
}

// harmless are the counters that count what is as it should be.
var harmless = []string{"grants", "attempts", "sent", "aborted", "refused"}

// checkFindings holds a report together: damage that is counted has its witnesses, and nothing else has.
func checkFindings(t *testing.T, log *trace.Log, r Report) {
	t.Helper()
	kept := map[string]int64{}
	for i, f := range r.Findings {
		kept[f.Counter]++
		switch {
		case i > 0 && f.At < r.Findings[i-1].At:
			t.Errorf("finding %d at %v comes after one at %v", i, f.At, r.Findings[i-1].At)
		case len(f.Events) == 0 || !slices.IsSorted(f.Events), f.Events[0] < 0, f.Events[len(f.Events)-1] >= len(log.Events):
			t.Errorf("finding %+v: events must be places in a log of %d events, ascending", f, len(log.Events))
		case f.Sentence == "" || strings.Contains(f.Sentence, "%!"):
			t.Errorf("finding %+v: no sentence", f)
		}
	}
	for _, c := range r.Counters {
		want := min(c.Value, MaxFindings)
		switch {
		case slices.Contains(harmless, c.Name):
			want = 0
		case c.Name == "max_holders":
			want = min(max(c.Value-1, 0), 1)
		case c.Unit == nanoseconds:
			want = min(c.Value, max(kept[c.Name], 1)) // a time is made of any number of findings
		}
		if kept[c.Name] != want {
			t.Errorf("findings of %s=%d: got %d, want %d", c.Name, c.Value, kept[c.Name], want)
		}
	}
	if r.Found < len(r.Findings) {
		t.Errorf("findings in all: got %d, want at least the %d kept", r.Found, len(r.Findings))
	}
}
