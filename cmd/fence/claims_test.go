package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"fence/fencekit/claims"
	"fence/fencekit/lease"
)

// TestRecomputeIsOnTheSeedsOfTheStoredIntervals looks at the seeds that the first blocks draw, under the engine itself.
func TestRecomputeIsOnTheSeedsOfTheStoredIntervals(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var first atomic.Uint64
	var errs bytes.Buffer
	a := &app{ctx: ctx, args: []string{"claims", "--recompute"}, stdout: &errs, stderr: &errs,
		observe: func(_, _ int) { cancel() },
		parts: func() lease.Parts {
			return lease.Parts{Draw: func(p *lease.Params, seed uint64) *lease.Schedule {
				for old := first.Load(); (old == 0 || seed < old) && !first.CompareAndSwap(old, seed); old = first.Load() {
				}
				return lease.Draw(p, seed)
			}}
		}}
	if code := a.run(); code != exitInterrupted {
		t.Errorf("exit code: got %d, want %d; it says %s", code, exitInterrupted, errs.String())
	}
	if got := first.Load(); got != 1_000_001 {
		t.Errorf("first seed: got %d, want 1000001", got)
	}
	says := regexp.MustCompile(`^fence: interrupted after [0-9,]+ of 4,000 blocks; there is nothing to show\n$`)
	if !says.MatchString(errs.String()) {
		t.Errorf("got %q, want how many blocks it had finished", errs.String())
	}
}

// TestRecomputeWritesTheIntervalsOfThePackage holds the command to the package at the least number of blocks. In short
// mode the seeds above have to do.
func TestRecomputeWritesTheIntervalsOfThePackage(t *testing.T) {
	t.Chdir(t.TempDir())
	if testing.Short() {
		return
	}
	const least = 1999
	fine(t, "claims", "--recompute", "--blocks", "1999", "-o", "i.csv")
	intervals, err := claims.Intervals(t.Context(), claims.Options{Blocks: least})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	if err := claims.WriteIntervals(&want, intervals); err != nil {
		t.Fatal(err)
	}
	if got := files(t)["i.csv"]; got != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, want.String())
	}
}

func TestRecomputeRefuses(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"claims --blocks 3000", "blocks can be given with recompute alone"},
		{"claims --recompute --blocks 0", `blocks = "0": must be a whole number, 1,999 or more`},
		{"claims --recompute --blocks many", `blocks = "many": must be a whole number, 1,999 or more`},
		{"claims --recompute --blocks 1998", "blocks = 1998: must be within [1999, 1000000]"},
		{"claims --recompute --seed 1", "recompute cannot be given with only or seed"},
	} {
		if r := fence(strings.Fields(c.args)...); r.code != exitBadInput || !strings.Contains(r.errors, c.want) || r.out != "" {
			t.Errorf("%s: got %v, want %q", c.args, r, c.want)
		}
	}
}

// TestClaimsSayWhichTheyAre holds the two last lines: on the screen, or beside a table for a machine.
func TestClaimsSayWhichTheyAre(t *testing.T) {
	const last = "of the 118 published statements\n"
	if out := fine(t, "claims"); !strings.HasSuffix(out, "\n\n118 "+last+"claims: 118 hold, 0 fail\n") {
		t.Errorf("at the end: got %q", out[max(0, len(out)-200):])
	}
	r := fence("claims", "--only", "all.arrived", "-f", "csv")
	if want := "fence: 1 " + last + "fence: claims: 1 hold, 0 fail\n"; r.errors != want || strings.Contains(r.out, "118") {
		t.Errorf("as CSV: got %q, want %q", r.errors, want)
	}
}
