// Command record measures scheduling pauses with a hiccup loop and writes them as CSV.
//
// The problem: a process that holds a lease can be stopped at any point (a garbage collection, a neighbour on the
// same core, a suspended virtual machine) and notices nothing. How often and for how long is a property of a machine
// and its load, so a lease is better sized from a recording than from a guess.
//
// The method is that of jHiccup: one thread asks for a short sleep, again and again, and measures how much later than
// asked each sleep returns. What is at or above a threshold is written down as a pause: it would have stopped any other
// thread that wanted to run at that moment. The delay is read from the monotonic clock.
//
// What is not promised: a sleeper is often woken ahead of threads that have used up their share, so a busy thread may
// be stopped more often than this loop is; the timer's own lateness is part of each pause; two pauses within one sleep
// are seen as one.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Exit codes, the same as the fence command's.
const (
	exitOK          = 0
	exitFailed      = 1
	exitBadInput    = 2
	exitInterrupted = 130
)

// maxPauses bounds the memory of a recording. A day of one pause every tenth of a second stays below it.
const maxPauses = 1_000_000

// settings are what the command line asks for.
type settings struct {
	length    time.Duration // how long to record; above 0, 24 hours at most
	interval  time.Duration // the sleep asked for; above 0, at most length
	threshold time.Duration // the shortest delay written down; above 0
	load      string        // one line on what else the machine was doing
	output    string        // the file to write
}

// validate returns every violation at once.
func (s settings) validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("record: "+format, args...)) }
	if s.length <= 0 || s.length > 24*time.Hour {
		bad("-for: %v must be above 0 and at most 24h", s.length)
	}
	if s.interval <= 0 || s.interval > max(s.length, 0) {
		bad("-interval: %v must be above 0 and at most -for, %v", s.interval, s.length)
	}
	if s.threshold <= 0 {
		bad("-threshold: %v must be above 0", s.threshold)
	}
	if strings.ContainsAny(s.load, "\r\n") {
		bad("-load: %q must be one line", s.load)
	}
	if s.output == "" {
		bad("-o: the name of the file must not be empty")
	}
	return errors.Join(errs...)
}

// clock is the time a recording sees. Tests put a scripted one in its place.
type clock interface {
	now() time.Duration // since a fixed instant, never going back
	sleep(d time.Duration)
}

// monotonic is the machine's monotonic clock, counted from origin.
type monotonic struct{ origin time.Time }

func (m monotonic) now() time.Duration    { return time.Since(m.origin) }
func (m monotonic) sleep(d time.Duration) { time.Sleep(d) }

// pause is one late return from a sleep.
type pause struct {
	start  time.Duration // when the sleep should have returned, since the recording began
	length time.Duration // how much later it did
}

// recording is what a run of the loop saw.
type recording struct {
	pauses  []pause
	elapsed time.Duration // from the first sleep to the last return
}

// running is the time that was not spent in a recorded pause: what a rate of pauses is counted against.
func (r recording) running() time.Duration {
	left := r.elapsed
	for _, p := range r.pauses {
		left -= p.length
	}
	return left
}

// record runs the hiccup loop until s.length has passed, ctx ends or maxPauses are found. It returns what it has.
func record(ctx context.Context, c clock, s settings) recording {
	var r recording
	began := c.now()
	for at := began; at-began < s.length && ctx.Err() == nil && len(r.pauses) < maxPauses; {
		c.sleep(s.interval)
		now := c.now()
		if late := now - at - s.interval; late >= s.threshold {
			r.pauses = append(r.pauses, pause{start: at + s.interval - began, length: late})
		}
		at = now
		r.elapsed = now - began
	}
	return r
}

// write puts the recording out as CSV under comment lines that say what it is. The pauses come first: a reader that is
// given no column's name takes the first one with a unit. The line "# recorded:" holds the running time, which turns
// the number of rows into a rate.
func (r recording) write(w io.Writer, s settings, date string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "# Scheduling pauses: how much later than asked a short sleep returned (a hiccup loop, as jHiccup has it).")
	fmt.Fprintf(b, "# method: sleep %v, read the monotonic clock, write down what is late by %v or more\n", s.interval, s.threshold)
	fmt.Fprintf(b, "# machine: %d cores, %s/%s, %s\n", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	fmt.Fprintf(b, "# date: %s\n", date)
	fmt.Fprintf(b, "# load: %s\n", s.load)
	fmt.Fprintf(b, "# elapsed: %v\n", r.elapsed.Round(time.Millisecond))
	fmt.Fprintf(b, "# recorded: %v\n", r.running().Round(time.Millisecond))
	fmt.Fprintf(b, "# threshold: %v\n", s.threshold)
	fmt.Fprintln(b, "pause_ms,start_ms")
	for _, p := range r.pauses {
		fmt.Fprintf(b, "%s,%s\n", millis(p.length), millis(p.start))
	}
	return b.Flush()
}

// millis prints a duration in milliseconds to the microsecond, without floating point.
func millis(d time.Duration) string {
	us := d.Round(time.Microsecond).Microseconds()
	return fmt.Sprintf("%d.%03d", us/1000, us%1000)
}

// parse reads the command line. It returns flag.ErrHelp when help was asked for and has been printed.
func parse(args []string, stdout io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("record", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.DurationVar(&s.length, "for", 2*time.Minute, "how long to record")
	flags.DurationVar(&s.interval, "interval", time.Millisecond, "the sleep to ask for")
	flags.DurationVar(&s.threshold, "threshold", time.Millisecond, "the shortest delay to write down")
	flags.StringVar(&s.load, "load", "not stated", "one line on what else the machine is doing")
	flags.StringVar(&s.output, "o", "pauses.csv", "the file to write")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(stdout, "usage: record [flags]\nMeasures scheduling pauses with a hiccup loop; Ctrl-C stops it and keeps what it has.")
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return s, err
	}
	if err != nil {
		return s, fmt.Errorf("record: %w", err)
	}
	if flags.NArg() > 0 {
		return s, fmt.Errorf("record: unexpected argument %q", flags.Arg(0))
	}
	return s, s.validate()
}

// save writes the recording beside its name and renames it into place, so that a reader never sees half a file.
func save(beside *os.File, r recording, s settings, date string) error {
	if err := errors.Join(r.write(beside, s, date), beside.Chmod(0o644), beside.Close()); err != nil {
		return fmt.Errorf("record: write: %w", err)
	}
	if err := os.Rename(beside.Name(), s.output); err != nil {
		return fmt.Errorf("record: rename: %w", err)
	}
	return nil
}

// run is the command with its surroundings handed in. It returns the exit code.
func run(ctx context.Context, args []string, c clock, date string, stdout, stderr io.Writer) int {
	s, err := parse(args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitBadInput
	}
	// The file is made first: a folder that cannot be written to is better known before the minutes of recording.
	beside, err := os.CreateTemp(filepath.Dir(s.output), ".record-*")
	if err != nil {
		fmt.Fprintf(stderr, "record: -o: %v\n", err)
		return exitBadInput
	}
	defer os.Remove(beside.Name()) // after a rename there is nothing left to remove
	r := record(ctx, c, s)
	if err := save(beside, r, s, date); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailed
	}
	fmt.Fprintf(stdout, "%s: %d pauses in %v, %v of it running\n", s.output, len(r.pauses),
		r.elapsed.Round(time.Millisecond), r.running().Round(time.Millisecond))
	if ctx.Err() != nil {
		fmt.Fprintf(stderr, "record: interrupted after %v of %v; kept what there was\n", r.elapsed.Round(time.Millisecond), s.length)
		return exitInterrupted
	}
	return exitOK
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	began := time.Now()
	code := run(ctx, os.Args[1:], monotonic{began}, began.UTC().Format(time.DateOnly), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
