package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary stand in for the program where a test needs a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("FENCE_TEST_MAIN") == "1" {
		runProcess(&app{most: 1000, dpi: 30})
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
	soon(t, args, time.Since(told))
	if r.code != exitInterrupted {
		t.Errorf("%v: exit code: got %d, want 130; it says %s", args, r.code, r.errors)
	}
	return r
}

// soon reports how long a program took to stop. It should be a second; the bound is far above, so that a loaded machine
// does not break it, and far below the hours that the runs would take to their end.
func soon(t *testing.T, args any, took time.Duration) {
	t.Helper()
	t.Logf("%v: stopped after %v", args, took)
	if took > 10*time.Second {
		t.Errorf("%v: took %v to stop, want a second on a machine with nothing else to do, and 10 s on any", args, took)
	}
}

func TestAnInterruptedRunSaysWhatItHadFinished(t *testing.T) {
	t.Chdir(t.TempDir())
	covers := regexp.MustCompile(`^fence: interrupted after ([0-9,]+) of [0-9,]+ trials; (figures below cover those|the rows cover those)(; not begun: [^\n]+)?\n$`)
	rows := map[string]string{ // the sweeps of several parts, and the parts that an early interrupt leaves out
		"sources --trials 100000000":                 "sources pauses, sources steps, sources delay and 2 more",
		"failover --trials 100000000":                "failover lossy, failover consensus",
		"grid --vary lease=2s,3s --trials 100000000": "lease 3s",
	}
	for _, args := range []string{
		"compare --trials 1000000000", "sources --trials 100000000", "margin --trials 100000000",
		"failover --trials 100000000", "control --trials 100000000", "grid --vary lease=2s,3s --trials 100000000",
		"trials --trials 100000000 -f csv", "trials --top refused --trials 100000000",
	} {
		r := stopped(t, strings.Fields(args)...)
		if want := rows[args]; want != "" && !(strings.HasSuffix(r.errors, "; not begun: "+want+"\n") &&
			strings.Contains(strings.ReplaceAll(r.out, "\n", " "), "not begun: "+want+"; ")) {
			t.Errorf("%s: got %q and\n%s\nwant both to name what was not begun: %s", args, r.errors, r.out, want)
		}
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
		"compare --trials 1000000000 -o x.csv", "trials --trials 100000000 -o x.csv",
		"trials --trials 100000000 --top refused -o x.csv", "control --trials 100000000 -o x.csv",
		"claims --recompute -o x.csv", "compare --trials 1000000000 -o x.png", "trials --trials 1000000 --horizon 30m -o x.svg",
	} {
		r := stopped(t, strings.Fields(args)...)
		if !strings.Contains(r.errors, "nothing was written to x.") || r.out != "" {
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

// TestSignalsStopTheProcess sends real signals to a process: between trials, and within a trial that takes long.
func TestSignalsStopTheProcess(t *testing.T) {
	for _, c := range []struct {
		args   string
		signal os.Signal
		says   string
	}{
		{"trials --trials 1000000000 -f csv", os.Interrupt, "the rows cover those"},
		{"compare --trials 1000000000 -o x.csv", syscall.SIGTERM, "nothing was written to x.csv"},
		{"compare --trials 1000000000 -o x.png", os.Interrupt, "nothing was written to x.png"},
		{"lanes --seed 7 --width 7in --height 9in --dpi 1200 -o x.png", os.Interrupt, "fence: interrupted; nothing was written"},
		{"compare --trials 2 --clients 100000 --horizon 20m -o x.csv", os.Interrupt, "nothing was written"},
	} {
		p := started(t, strings.Fields(c.args)...)
		p.busy(t)
		begun := time.Now()
		if err := p.cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		p.ended(t)
		soon(t, c.args, time.Since(begun))
		if code := p.cmd.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(p.errors.String(), c.says) {
			t.Errorf("%s: got exit code %d and %q, want 130 and %q", c.args, code, p.errors.String(), c.says)
		}
		left, err := os.ReadDir(p.cmd.Dir)
		if err != nil || len(left) > 0 {
			t.Errorf("%s: left behind %v, %v", c.args, left, err)
		}
	}
}

// process is the program in a process of its own, in a folder of its own.
type process struct {
	cmd    *exec.Cmd
	out    io.ReadCloser
	errors bytes.Buffer // to be read when it has ended
	done   chan struct{}
}

func started(t *testing.T, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(self, args...), done: make(chan struct{})}
	p.cmd.Env, p.cmd.Dir, p.cmd.Stderr = append(os.Environ(), "FENCE_TEST_MAIN=1"), t.TempDir(), &p.errors
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() }) // one that has ended is not there to be killed, which is no error here
	return p
}

// busy waits until the process has begun its file, or written its first rows, and then a little.
func (p *process) busy(t *testing.T) {
	t.Helper()
	rows := make(chan struct{})
	go func() {
		p.out.Read(make([]byte, 1))
		close(rows)
		io.Copy(io.Discard, p.out)
		p.cmd.Wait() // its error is the exit code, which the test looks at
		close(p.done)
	}()
	toFile := slices.Contains(p.cmd.Args, "-o")
	for end := time.Now().Add(longestWait); ; time.Sleep(time.Millisecond) {
		if left, _ := os.ReadDir(p.cmd.Dir); toFile && len(left) > 0 {
			break
		}
		select {
		case <-p.done:
			t.Fatalf("%v: ended before it could be stopped: %s", p.cmd.Args[1:], p.errors.String())
		case <-rows:
			if !toFile {
				time.Sleep(100 * time.Millisecond)
				return
			}
		default:
		}
		if time.Now().After(end) {
			p.cmd.Process.Kill()
			<-p.done
			t.Fatalf("%v: nothing begun within %v: %s", p.cmd.Args[1:], longestWait, p.errors.String())
		}
	}
	time.Sleep(100 * time.Millisecond)
}

// longestWait is how long a test waits for what should come at once.
const longestWait = 30 * time.Second

func (p *process) ended(t *testing.T) {
	t.Helper()
	select {
	case <-p.done:
	case <-time.After(longestWait):
		p.cmd.Process.Kill()
		<-p.done
		t.Fatalf("%v: still running %v after the signal: %s", p.cmd.Args[1:], longestWait, p.errors.String())
	}
}

// TestAReportIsWrittenThoughNobodyReadsIt closes standard output after the first line, as head -1 does.
func TestAReportIsWrittenThoughNobodyReadsIt(t *testing.T) {
	p := started(t, "report", "-o", "out")
	if _, err := p.out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	p.out.Close()
	go func() {
		p.cmd.Wait() // it may be killed by the pipe, which is no failure
		close(p.done)
	}()
	p.ended(t)
	for _, name := range []string{"report.md", "compare.csv", "claims.json", "report.meta.json"} {
		if _, err := os.Stat(filepath.Join(p.cmd.Dir, "out", name)); err != nil {
			t.Errorf("%v; it says %s", err, p.errors.String())
		}
	}
	left, err := os.ReadDir(p.cmd.Dir)
	if err != nil || len(left) != 1 {
		t.Errorf("left behind %v, %v", left, err)
	}
}

// What is said of a program that does not stop depends on whether trials run: they do while their progress is shown.
func TestTrialsAreKnownToRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args string
		want bool
	}{{"compare --trials 3", true}, {"lanes --clients 40 --horizon 30s -o x.svg", false}} {
		told := 0
		var out bytes.Buffer
		a := &app{ctx: t.Context(), args: words(c.args), stdout: &out, stderr: &out}
		a.observe = func(int, int) {
			if told++; a.running.Load() != c.want {
				t.Errorf("%s, report %d: trials run: got %v", c.args, told, !c.want)
			}
		}
		if code := a.run(); code != exitFine || told == 0 || a.running.Load() {
			t.Errorf("%s: got %d after %d reports, and trials run at the end: %v", c.args, code, told, a.running.Load())
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
	m.what = pageByPage
	if got, want := step(time.Second, 500), "\rpage 500 of 1,000, 6s left"; strings.TrimRight(got, " ") != want {
		t.Errorf("pages: got %q, want %q", got, want)
	}
	m.width, m.what = len("1,000 of 1,000 trials, 0s left"), "trials"
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
