package fencekit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fence/fencekit/dist"
	"fence/fencekit/lease"
)

var update = flag.Bool("update", false, "write the golden files of testdata/explain anew; commit only differences that you can explain")

// told are stories kept as golden files: for each, the first attempt of the first seed whose story says something.
var told = []struct {
	name    string
	posture lease.Posture
	change  func(p *lease.Params)
	says    string // "" for the most damaging attempt of seed 1
}{
	{name: "work-destroyed", posture: lease.Unprotected},
	{name: "refused", posture: lease.Fencing, says: "which is newer than"},
	{name: "aborted", posture: lease.Check, says: "so it aborts"},
	{name: "nothing-wrong", posture: lease.Fencing, change: func(p *lease.Params) { p.Sources = lease.NoSources }},
	{name: "same-token", posture: lease.Fencing, change: func(p *lease.Params) { p.Failover = lease.Lossy },
		says: "of the same token"},
	{name: "newer-grant-of-a-lower-token", posture: lease.Unprotected, says: "whose grant is newer all the same",
		change: func(p *lease.Params) { p.Failover = lease.Lossy }},
	{name: "forgotten", posture: lease.Fencing, change: func(p *lease.Params) { p.Failover = lease.Lossy },
		says: "the lease is forgotten"},
	{name: "second-write-refused", posture: lease.Strict, change: func(p *lease.Params) { p.Writes = 2 },
		says: "has been written with already"},
	{name: "two-writes", posture: lease.Fencing, change: func(p *lease.Params) { p.Writes = 2 },
		says: "over its own value"},
	{name: "update-lost", posture: lease.Fencing, change: func(p *lease.Params) { p.ReadModifyWrite = true },
		says: "written after this client's read"},
	{name: "own-update-lost", posture: lease.Fencing, change: func(p *lease.Params) { p.ReadModifyWrite = true },
		says: "this attempt's update is lost"},
	{name: "read-by-a-newer-holder", posture: lease.Fencing, says: "a newer holder has read",
		change: func(p *lease.Params) {
			p.ReadModifyWrite, p.Fence = true, lease.OnReadsAndWrites
		}},
	{name: "margin-cancelled", posture: lease.Check, says: "a right clock would have made it abort",
		change: func(p *lease.Params) {
			p.Margin, p.Sources = 500*time.Millisecond, lease.Steps|lease.Delay
		}},
	{name: "stranger-released", posture: lease.Unprotected,
		change: func(p *lease.Params) { p.Release = lease.Uncompared }, says: "frees the lease of"},
	{name: "released-by-a-stranger", posture: lease.Unprotected,
		change: func(p *lease.Params) { p.Release = lease.Uncompared }, says: "frees this lease with it"},
	{name: "early-release", posture: lease.CheckFencing, says: "so it aborts", change: func(p *lease.Params) {
		p.EarlyRelease, p.Writes, p.Margin = true, 3, 2*time.Second
	}},
	{name: "validated", posture: lease.Validated},
	{name: "not-over-at-the-horizon", posture: lease.Unprotected, says: "The run ends while"},
}

// find returns the attempt of a told story.
func find(t *testing.T, posture lease.Posture, p *lease.Params, says string) (story Story, did string) {
	t.Helper()
	if says == "" {
		s := lease.Draw(p, 1)
		client, attempt, did, err := MostDamaging(s, posture)
		if err != nil {
			t.Fatal(err)
		}
		story, err := Explain(s, posture, client, attempt)
		if err != nil {
			t.Fatal(err)
		}
		return story, "(" + did + ")\n"
	}
	for seed := uint64(1); seed <= 300; seed++ {
		s := lease.Draw(p, seed)
		n, err := newNarrator(s, posture)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n.t.Grants {
			story := n.tell(int32(i))
			if strings.Contains(story.String(), says) {
				return story, ""
			}
		}
	}
	t.Fatalf("no attempt of 300 seeds says %q", says)
	return Story{}, ""
}

func TestStoriesAsTold(t *testing.T) {
	var all strings.Builder
	for _, c := range told {
		p := lease.Default()
		if c.change != nil {
			c.change(&p)
		}
		story, did := find(t, c.posture, &p, c.says)
		got := did + story.String()
		all.WriteString(got)
		path := filepath.Join("testdata", "explain", c.name+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", c.name, got, want)
		}
	}
	// Together the stories hold every kind of sentence.
	for _, words := range []string{
		"asks for the lock", "after waiting for", "Its thread stops", "The lease dies", "now both C", "all believe that they hold it", "Its clock jumps", "It checks its clock",
		"so it aborts", "so it goes on", "It sends its write", "is applied meanwhile", "that work is destroyed", "as the first value",
		"is refused: the resource has seen token", "has been written with already", "the lock service does not honour its lease",
		"a newer holder has read", "of the same token", "that update is lost", "frees the lease of", "lets go; the lock service frees the lock",
		"refuses the release", "The lease is forgotten", "The run ends while", "both C", "where in truth", "which is right", "over its own value", "older value",
		"believes that it holds the lock until",
	} {
		if !strings.Contains(strings.ToLower(all.String()), strings.ToLower(words)) {
			t.Errorf("no story says %q", words)
		}
	}
}

func TestAttemptsThatTheRunDoesNotReach(t *testing.T) {
	p := lease.Default()
	s := lease.Draw(&p, 1)
	for _, c := range [][2]int32{{0, 100}, {7, 0}, {-1, 0}, {0, -1}} {
		if _, err := Explain(s, lease.Check, c[0], c[1]); err == nil || !strings.Contains(err.Error(),
			fmt.Sprintf("attempt C%d.%d: C%d is granted", c[0]+1, c[1], c[0]+1)) {
			t.Errorf("%v: error: got %v, want one that names both", c, err)
		}
	}
	p.Horizon = time.Millisecond
	if _, _, _, err := MostDamaging(lease.Draw(&p, 1), lease.Check); err == nil || !strings.Contains(err.Error(),
		"no attempt ends") {
		t.Errorf("empty run: error: got %v, want one that says so", err)
	}
}

// TestFatesAddUpToTheCounters holds what the narrator says of each write to what the engine counts.
func TestFatesAddUpToTheCounters(t *testing.T) {
	trials := uint64(60)
	if testing.Short() {
		trials = 10
	}
	for _, c := range told {
		p := lease.Default()
		if c.change != nil {
			c.change(&p)
		}
		for seed := uint64(1); seed <= trials; seed++ {
			s := lease.Draw(&p, seed)
			n, err := newNarrator(s, c.posture)
			if err != nil {
				t.Fatal(err)
			}
			var got, want lease.Counts
			counts := lease.Judge(lease.Serve(s, c.posture.Check), c.posture, p.Margin)
			for _, k := range []lease.Counter{lease.WorkDestroyed, lease.SameToken, lease.NewerOverwritten,
				lease.LostUpdates, lease.Refused, lease.RefusedLive, lease.UnlockedApplied} {
				want[k] = counts[k]
			}
			worst := 0
			for i := range n.fates {
				f := &n.fates[i]
				if !f.w.Counted {
					continue
				}
				worst = max(worst, f.rank())
				for k, yes := range map[lease.Counter]bool{
					lease.WorkDestroyed: f.destroyed(), lease.SameToken: f.sameToken(), lease.NewerOverwritten: f.newer(), lease.LostUpdates: f.lost,
					lease.Refused: f.fate == lease.IsRefused, lease.RefusedLive: f.fate == lease.IsRefused && f.w.Promised,
					lease.UnlockedApplied: f.applied() && !f.w.Live,
				} {
					if yes {
						got[k]++
					}
				}
			}
			if got != want {
				t.Errorf("%s, seed %d:\ngot  %v\nwant %v", c.name, seed, got, want)
			}
			if seed > 10 {
				continue
			}
			if _, _, did, err := MostDamaging(s, c.posture); err == nil && did != damages[worst] {
				t.Errorf("%s, seed %d: got %q, want %q", c.name, seed, did, damages[worst])
			}
		}
	}
}

// TestEveryAttemptCanBeTold tells every attempt of some runs: each begins with its request and names its token.
func TestEveryAttemptCanBeTold(t *testing.T) {
	for _, c := range told {
		p := lease.Default()
		if c.change != nil {
			c.change(&p)
		}
		for seed := uint64(1); seed <= 3; seed++ {
			s := lease.Draw(&p, seed)
			for _, g := range lease.Serve(s, c.posture.Check).Grants {
				story, err := Explain(s, c.posture, g.Client, g.Attempt)
				if err != nil {
					t.Fatalf("%s, seed %d, %s: %v", c.name, seed, lease.HoldID(g.Client, g.Attempt), err)
				}
				if len(story.Sentences) < 3 || !strings.Contains(story.Sentences[0], "asks for the lock") ||
					!strings.Contains(story.Sentences[1], fmt.Sprintf("is granted the lock with token %d", g.Token)) {
					t.Errorf("%s, seed %d, %s: got\n%s", c.name, seed, lease.HoldID(g.Client, g.Attempt), story)
				}
			}
		}
	}
}

func TestSpans(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 5: "5ns", 1500 * time.Microsecond: "2 ms", 999 * time.Millisecond: "999 ms", 1500 * time.Millisecond: "1.500 s",
	} {
		if got := span(d); got != want {
			t.Errorf("%d ns: got %q, want %q", d, got, want)
		}
	}
	if got, want := instant(61*time.Second+500*time.Microsecond), "61.001 s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// With early release a write may arrive after its hold is over: it is told all the same.
func TestExplainTellsWritesThatArriveLate(t *testing.T) {
	p := lease.Default()
	p.EarlyRelease, p.Writes, p.Margin = true, 3, 1500*time.Millisecond
	p.Wire = dist.Must(dist.Uniform(time.Second, 2*time.Second))
	late := 0
	for seed := range uint64(20) {
		s := lease.Draw(&p, seed)
		tl := lease.Serve(s, true)
		for _, w := range tl.Writes {
			g := &tl.Grants[w.Grant]
			if w.Arrive <= g.LetGo || !w.Counted {
				continue
			}
			late++
			story, err := Explain(s, lease.Check, g.Client, g.Attempt)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(story.String(), "Its write arrives with no live lease") {
				t.Fatalf("seed %d, %s: the write that arrives at %v is not told:\n%s",
					seed, lease.HoldID(g.Client, g.Attempt), w.Arrive, story)
			}
		}
	}
	if late == 0 {
		t.Error("no write arrives after its hold")
	}
}
