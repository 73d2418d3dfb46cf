// Command fence-parquet turns tables into one another's forms: CSV, JSON, Parquet and Arrow IPC files.
//
// The problem: results are kept and queried by other programs, which read Parquet and Arrow, with types, gaps and
// units. The libraries for both take longer to build than all of fence. They are therefore in a program of their own
// beside it, which reads what fence writes.
//
// It exits with 0 when all is well, 2 on bad input, and 130 when it is interrupted. What is not promised: a file must
// fit into memory, a few times over.
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

// patience is how long an interrupted program may take to stop in good order: a library cannot be cut short.
const patience = 800 * time.Millisecond

// The exit codes.
const (
	exitFine        = 0
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
	a.say("interrupted; nothing was written")
	os.Exit(exitInterrupted)
}
