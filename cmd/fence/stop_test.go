package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary stand in for the program where a test needs a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("FENCE_TEST_MAIN") == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}

// stopped runs the program and interrupts it when it has done something.
func stopped(t *testing.T, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var told time.Time
	var out, errs bytes.Buffer
	a := &app{ctx: ctx, args: args, stdout: &out, stderr: &errs, observe: func(done, total int) {
		if (done > 300 || done > 0 && total < 10_000) && told.IsZero() {
			told = time.Now()
			cancel()
		}
	}}
	r := result{a.run(), "", ""}
	r.out, r.errors = out.String(), errs.String()
	if took := time.Since(told); took > 3*time.Second {
		t.Errorf("%v: stopped %v after it was told, want within a second", args, took)
	}
	if r.code != exitInterrupted {
		t.Errorf("%v: exit code: got %d, want 130; it says %s", args, r.code, r.errors)
	}
	return r
}

func TestAnInterruptedRunSaysWhatItHadFinished(t *testing.T) {
	t.Chdir(t.TempDir())
	covers := regexp.MustCompile(`^fence: interrupted after ([0-9,]+) of [0-9,]+ trials; (figures below cover those|the rows cover those)\n$`)
	for _, args := range []string{
		"compare --trials 1000000000", "sources --trials 100000000", "margin --trials 100000000", "failover --trials 100000000", "control --trials 100000000",
		"grid --vary lease=2s,3s --trials 100000000", "trials --trials 100000000 -f csv", "trials --top refused --trials 100000000",
	} {
		r := stopped(t, strings.Fields(args)...)
		m := covers.FindStringSubmatch(r.errors)
		if m == nil {
			t.Errorf("%s: got %q, want how far it came", args, r.errors)
			continue
		}
		if r.out == "" {
			t.Errorf("%s: printed nothing of what it had finished", args)
		}
		if args == "compare --trials 1000000000" && !strings.Contains(strings.ReplaceAll(r.out, "\n", " "),
			"interrupted after "+m[1]+" of 1,000,000,000 trials") {
			t.Errorf("%s: the caption does not say that it covers %s trials:\n%s", args, m[1], r.out)
		}
	}
}

func TestAnInterruptedRunWritesNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "x.csv", "old")
	before := files(t)
	for _, args := range []string{
		"compare --trials 1000000000 -o x.csv", "trials --trials 100000000 -o x.csv", "trials --trials 100000000 --top refused -o x.csv", "control --trials 100000000 -o x.csv",
		"claims --recompute -o x.csv",
	} {
		r := stopped(t, strings.Fields(args)...)
		if !strings.Contains(r.errors, "nothing was written to x.csv") || r.out != "" {
			t.Errorf("%s: got %q and %d bytes on standard output", args, r.errors, len(r.out))
		}
		if after := files(t); !equal(before, after) {
			t.Errorf("%s: files were written: %v", args, names(t))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range []string{"report -o out", "claims -o x.csv", "compare -o x.csv"} {
		r := fenceWith(ctx, "", strings.Fields(args)...)
		if r.code != exitInterrupted || !strings.Contains(r.errors, "nothing was written to ") {
			t.Errorf("%s: got %v", args, r)
		}
		if after := files(t); !equal(before, after) {
			t.Errorf("%s: files were written: %v", args, names(t))
		}
	}
	if r := fenceWith(ctx, "", "compare"); r.code != exitInterrupted || r.out != "" || !strings.Contains(r.errors,
		"there is nothing to show") {
		t.Errorf("compare: got %v", r)
	}
}

// TestSignalsStopTheProcess sends real signals to a process: between trials, and within a trial that takes for ever.
func TestSignalsStopTheProcess(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		signal os.Signal
		says   string
	}{
		{"trials --trials 1000000000 -f csv", os.Interrupt, "the rows cover those"},
		{"compare --trials 1000000000 -o x.csv", syscall.SIGTERM, "nothing was written to x.csv"},
		{"compare --trials 2 --clients 100000 --horizon 30m -o x.csv", os.Interrupt, "nothing was written"},
	} {
		dir := t.TempDir()
		var errs bytes.Buffer
		cmd := exec.Command(self, strings.Fields(c.args)...)
		cmd.Env, cmd.Dir, cmd.Stderr = append(os.Environ(), "FENCE_TEST_MAIN=1"), dir, &errs
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(c.args, "-o") {
			for left, _ := os.ReadDir(dir); len(left) == 0; left, _ = os.ReadDir(dir) { // until the file is begun
				time.Sleep(time.Millisecond)
			}
		} else if _, err := out.Read(make([]byte, 1)); err != nil { // until the first rows are there
			t.Fatal(err)
		}
		go io.Copy(io.Discard, out)
		time.Sleep(100 * time.Millisecond)
		begun := time.Now()
		if err := cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // its error is the exit code, which is looked at below
		if took := time.Since(begun); took > 3*time.Second {
			t.Errorf("%s: stopped after %v, want within a second", c.args, took)
		}
		if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%s: got exit code %d and %q, want 130 and %q", c.args, code, errs.String(), c.says)
		}
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 0 {
			t.Errorf("%s: left behind %v, %v", c.args, left, err)
		}
	}
}

func TestMeter(t *testing.T) {
	var b bytes.Buffer
	at := time.Unix(0, 0)
	m := &meter{w: &b, now: func() time.Time { return at }, start: at, what: "trials"}
	step := func(d time.Duration, done int) string {
		b.Reset()
		at = at.Add(d)
		m.report(done, 1000)
		return b.String()
	}
	for i, c := range []struct {
		after time.Duration
		done  int
		want  string
	}{
		{500 * time.Millisecond, 10, ""}, // nothing within the first second
		{500 * time.Millisecond, 0, ""},  // nothing is known yet
		{time.Second, 200, "\r200 of 1,000 trials, 8s left"},
		{100 * time.Millisecond, 210, ""}, // not more than five times a second
		{1900 * time.Millisecond, 800, "\r800 of 1,000 trials, 1s left"},
		{time.Second, 1000, "\r1,000 of 1,000 trials, 0s left"},
	} {
		if got := step(c.after, c.done); got != c.want {
			t.Errorf("report %d: got %q, want %q", i, got, c.want)
		}
	}
	b.Reset()
	m.wipe()
	m.wipe()
	if got, want := b.String(), "\r"+strings.Repeat(" ", len("1,000 of 1,000 trials, 0s left"))+"\r"; got != want {
		t.Errorf("wipe: got %q, want %q", got, want)
	}
	if report, _ := (&app{stderr: &b}).progress(false); report != nil {
		t.Error("progress where standard error is not a terminal")
	}
}
