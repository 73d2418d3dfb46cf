package audit

import (
	"bytes"
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

// reports is where the field reports are kept. Those of other families than leases have tests of their own.
const reports = "../trace/testdata/cases/"

// The field reports as they were told, and what an independent reading of each has counted.
func TestFieldReports(t *testing.T) {
	expected := expectations(t)
	if len(expected) != 8 {
		t.Fatalf("field reports: got %d, want 8", len(expected))
	}
	for _, x := range expected {
		t.Run(x.name, func(t *testing.T) { checkCase(t, x.name) })
	}
	leases := 0
	for _, file := range reportFiles(t) {
		if l := readReport(t, file); l.Header.Family == "lease" {
			leases++
		}
	}
	if leases != len(expected) {
		t.Errorf("field reports of leases: got %d, want the %d with expected counters", leases, len(expected))
	}
}

// A failover without consensus hands a number out twice, and the resource cannot tell the two holders apart. Tokens see
// nothing: only the order of the grants shows that newer work is gone.
func TestCase12FailoverReissuesTheLock(t *testing.T) {
	r := checkCase(t, "12-redis-failover-reissues-lock")
	wantOutcome(t, r, "no work destroyed", OK)
	wantOutcome(t, r, "no newer grant's work overwritten", Violated)
	wantOutcome(t, r, "tokens monotone", Violated)
}

// A resource's fence that a late holder may raise refuses the rightful one.
func TestCase17ZombieFencesTheOwner(t *testing.T) {
	r := checkCase(t, "17-posthog-zombie-fences-the-owner")
	wantOutcome(t, r, "no work destroyed", OK)
	wantOutcome(t, r, "no newer grant's work overwritten", Violated)
	wantOutcome(t, r, "tokens monotone", OK)
}

func wantOutcome(t *testing.T, r Report, property string, want Outcome) {
	t.Helper()
	i := slices.IndexFunc(r.Verdicts, func(v Verdict) bool { return v.Property == property })
	if i < 0 || r.Verdicts[i].Outcome != want {
		t.Errorf("%s: got %v, want %v", property, r.Verdicts, want)
	}
}

func reportFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(reports + "*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("field reports: got %d, %v", len(files), err)
	}
	return files
}

func readReport(t *testing.T, file string) *trace.Log {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	log, err := trace.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return log
}

func checkCase(t *testing.T, name string) Report {
	t.Helper()
	log := readReport(t, reports+name+".md")
	r, err := Lease(log)
	if err != nil {
		t.Fatal(err)
	}
	expected := expectations(t)
	i := slices.IndexFunc(expected, func(x expectation) bool { return x.name == name })
	if i < 0 {
		t.Fatalf("%s: no counters are expected", name)
	}
	want := expected[i].counters
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
	return r
}

// expectation is what the reading of one field report has counted.
type expectation struct {
	name     string
	counters map[string]float64
}

// expectations reads the lines "name | counter=value …".
func expectations(t *testing.T) []expectation {
	t.Helper()
	text, err := os.ReadFile("testdata/expected.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []expectation
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, counters, _ := strings.Cut(line, " | ")
		x := expectation{name, map[string]float64{}}
		for _, word := range strings.Fields(counters) {
			counter, value, _ := strings.Cut(word, "=")
			if x.counters[counter], err = strconv.ParseFloat(value, 64); err != nil {
				t.Fatalf("%s: %v", word, err)
			}
		}
		all = append(all, x)
	}
	return all
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
