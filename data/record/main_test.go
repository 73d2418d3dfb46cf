package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/dist"
)

// scripted is a clock whose sleeps return late by the next entry of a list, and in time once the list is used up.
type scripted struct {
	at     time.Duration
	late   []time.Duration
	onNext func() // called before each sleep, if set
}

func (s *scripted) now() time.Duration { return s.at }

func (s *scripted) sleep(d time.Duration) {
	if s.onNext != nil {
		s.onNext()
	}
	s.at += d
	if len(s.late) > 0 {
		s.at += s.late[0]
		s.late = s.late[1:]
	}
}

func TestRecordFindsExactlyTheLateReturns(t *testing.T) {
	c := &scripted{at: 7 * time.Hour, late: []time.Duration{0, 999 * time.Microsecond, time.Millisecond, 0, 5 * time.Millisecond}}
	r := record(t.Context(), c, settings{length: 20 * time.Millisecond, interval: time.Millisecond, threshold: time.Millisecond})
	want := []pause{
		{start: 3999 * time.Microsecond, length: time.Millisecond},
		{start: 6999 * time.Microsecond, length: 5 * time.Millisecond},
	}
	if len(r.pauses) != len(want) || r.pauses[0] != want[0] || r.pauses[1] != want[1] {
		t.Errorf("pauses: got %v, want %v", r.pauses, want)
	}
	if got, want := r.elapsed, 20999*time.Microsecond; got != want {
		t.Errorf("elapsed: got %v, want %v", got, want)
	}
	if got, want := r.running(), 14999*time.Microsecond; got != want {
		t.Errorf("running: got %v, want %v", got, want)
	}
}

func TestWriteIsCSVUnderComments(t *testing.T) {
	r := recording{pauses: []pause{{1500 * time.Microsecond, 2 * time.Millisecond}, {time.Second, 1234567 * time.Nanosecond}}, elapsed: 2 * time.Second}
	s := settings{length: 2 * time.Second, interval: time.Millisecond, threshold: time.Millisecond, load: "idle"}
	var out bytes.Buffer
	if err := r.write(&out, s, "2026-11-30"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# load: idle\n", "# date: 2026-11-30\n", "# recorded: 1.997s\n", "# elapsed: 2s\n", "# threshold: 1ms\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("header lacks %q:\n%s", want, out.String())
		}
	}
	reader := csv.NewReader(&out)
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rows[0], "pause_ms,start_ms"; strings.Join(got, ",") != want {
		t.Errorf("columns: got %v, want %s", got, want)
	}
	if got, want := strings.Join(rows[2], ","), "1.235,1000.000"; got != want {
		t.Errorf("row: got %s, want %s", got, want)
	}
}

func TestRunWritesTheFileAndLeavesNothingBeside(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "p.csv")
	var out, errOut bytes.Buffer
	c := &scripted{late: []time.Duration{3 * time.Millisecond}}
	if got := run(t.Context(), []string{"-for", "10ms", "-o", name}, c, "2026-11-30", &out, &errOut); got != exitOK {
		t.Fatalf("exit: got %d, want %d: %s", got, exitOK, errOut.String())
	}
	if got, want := out.String(), name+": 1 pauses in 10ms, 7ms of it running\n"; got != want {
		t.Errorf("summary: got %q, want %q", got, want)
	}
	onlyFile(t, dir, "p.csv")
}

func TestRunKeepsWhatItHasWhenInterrupted(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "p.csv")
	ctx, cancel := context.WithCancel(t.Context())
	c := &scripted{late: []time.Duration{2 * time.Millisecond, 0, 0, 4 * time.Millisecond}}
	sleeps := 0
	c.onNext = func() {
		if sleeps++; sleeps == 3 {
			cancel()
		}
	}
	var out, errOut bytes.Buffer
	if got := run(ctx, []string{"-for", "1h", "-o", name}, c, "2026-11-30", &out, &errOut); got != exitInterrupted {
		t.Errorf("exit: got %d, want %d", got, exitInterrupted)
	}
	if got, want := errOut.String(), "record: interrupted after 5ms of 1h0m0s; kept what there was\n"; got != want {
		t.Errorf("stderr: got %q, want %q", got, want)
	}
	text, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(string(text), "pause_ms,start_ms\n2.000,1.000\n") {
		t.Errorf("file: got %q, %v, want the one pause before the interrupt", text, err)
	}
}

func TestRunRefusesBadInput(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ args, want string }{
		{"-for 0s", "-for: 0s must be above 0"},
		{"-for -3s", "-for: -3s must be above 0"},
		{"-for 25h", "at most 24h"},
		{"-for soon", `invalid value "soon"`},
		{"-interval 3m", "-interval: 3m0s must be above 0 and at most -for, 2m0s"},
		{"-interval 0s", "-interval: 0s"},
		{"-threshold -1ms", "-threshold: -1ms must be above 0"},
		{"-o=", "-o: the name"},
		{"-o " + filepath.Join(dir, "none", "p.csv"), "record: -o:"},
		{"-sideways", "-sideways"},
		{"extra", `unexpected argument "extra"`},
		{"-for 0s -threshold 0s", "-threshold: 0s"},
	} {
		var out, errOut bytes.Buffer
		clock := &scripted{onNext: func() { t.Fatalf("%s: the recording began", c.args) }}
		if got := run(t.Context(), strings.Fields(c.args), clock, "2026-11-30", &out, &errOut); got != exitBadInput {
			t.Errorf("%s: exit: got %d, want %d", c.args, got, exitBadInput)
		}
		if !strings.Contains(errOut.String(), c.want) {
			t.Errorf("%s: got %q, want it to contain %q", c.args, errOut.String(), c.want)
		}
	}
	onlyFile(t, dir)
}

func TestRunRefusesALoadOfTwoLines(t *testing.T) {
	var out, errOut bytes.Buffer
	if got := run(t.Context(), []string{"-load", "a\n# recorded: 9h"}, &scripted{}, "2026-11-30", &out, &errOut); got != exitBadInput {
		t.Errorf("exit: got %d, want %d", got, exitBadInput)
	}
}

func TestHelpIsPrintedToStandardOutput(t *testing.T) {
	var out, errOut bytes.Buffer
	if got := run(t.Context(), []string{"-h"}, &scripted{}, "2026-11-30", &out, &errOut); got != exitOK {
		t.Errorf("exit: got %d, want %d", got, exitOK)
	}
	for _, want := range []string{"usage: record", "-threshold", "-for", "-o "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("help lacks %q:\n%s", want, out.String())
		}
	}
	if errOut.Len() > 0 {
		t.Errorf("stderr: got %q, want nothing", errOut.String())
	}
}

// TestStoredRecordingIsWhatItsReadmeSays reads data/pauses.csv the way an experiment does, without naming a column.
func TestStoredRecordingIsWhatItsReadmeSays(t *testing.T) {
	f, err := os.Open("../pauses.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := dist.ReadRecording(f, "pauses.csv", "")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprintf("%d of them", len(r.Durations)); !strings.Contains(string(readme), said) {
		t.Errorf("README.md: got no %q, want the number of rows stated", said)
	}
	if got := slices.Min(r.Durations); got < 4*time.Millisecond {
		t.Errorf("shortest pause: got %v, want the threshold, 4ms, or more", got)
	}
	var paused time.Duration
	for _, d := range r.Durations {
		paused += d
	}
	if got, want := r.Recorded+paused, 2*time.Minute; got < want || got > want+time.Second {
		t.Errorf("running and paused time: got %v, want %v", got, want)
	}
	if got, want := r.Rate(), float64(len(r.Durations))/r.Recorded.Seconds(); math.Abs(got-want) > 1e-9*want {
		t.Errorf("rate: got %v pauses a running second, want %v", got, want)
	}
}

// onlyFile checks that a folder holds the named files and nothing else.
func onlyFile(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("files in the folder: got %v, want %v", got, want)
	}
}
