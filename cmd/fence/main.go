// Command fence runs the lease experiments and shows what an expired lock does to the data that it protects.
//
// The problem: a lock service grants a lease, a client works, and a write reaches the resource some time later, from a
// client whose belief about its lease may be out of date. The program draws schedules from seeds, replays each under
// several ways of protecting the resource, counts, and says how sure the counts are. It reads and writes schedules,
// parameter files and event logs, and it checks the published figures.
//
// It exits with 0 when all is well, 1 when a claim fails or an audit finds something, 2 on bad input, and 130 when it is
// interrupted. What is not promised: the figures are those of a model; see package lease for its assumptions.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() { runProcess(new(app)) }

// runProcess runs the program as the whole of a process, and ends it.
func runProcess(a *app) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	a.ctx, a.args, a.stdin, a.stdout, a.stderr = ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the program at once
		time.Sleep(patience)
		a.giveUp()
	})
	os.Exit(a.run())
}

// patience is how long an interrupted program may take to stop in good order: one trial cannot be cut short.
const patience = 800 * time.Millisecond

// The exit codes.
const (
	exitFine        = 0
	exitFound       = 1 // a claim fails, or an audit finds something
	exitBadInput    = 2
	exitInterrupted = 130
)

// run is the whole program, apart from the process that it runs in. It returns the exit code.
func (a *app) run() int {
	root := newRoot(a)
	root.SetArgs(append([]string{}, a.args...)) // nil would mean the arguments of the process
	return a.exit(root.ExecuteContext(a.ctx))
}

// giveUp ends a program that does not stop, and leaves nothing half written behind.
func (a *app) giveUp() {
	a.unfinished.Abort()
	within := ""
	if a.running.Load() {
		within = " within a trial"
	}
	a.say("interrupted%s; nothing was written", within)
	os.Exit(exitInterrupted)
}
