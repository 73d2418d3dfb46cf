package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/outfile"
)

// app is what a command runs in.
type app struct {
	ctx            context.Context
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
	meter          *meter                // of the progress shown last
	running        atomic.Bool           // trials are
	unfinished     outfile.Tracker       // of what is half written
	observe        func(done, total int) // is told of progress in place of a terminal
	parts          func() lease.Parts    // of the engine that claims are checked on; nil is the engine's own
	most           int                   // trials of what is not asked for a number; 0 is as many as it takes
	dpi            int                   // of the report's figures as PNG; 0 is what plots has
}

// atMost bounds trials that nobody has asked for.
func (a *app) atMost(trials int) int {
	if a.most > 0 {
		return min(trials, a.most)
	}
	return trials
}

// errFound ends a command that worked and found something: a claim that fails, an event that should not be.
var errFound = errors.New("found something")

// exit says what went wrong and returns the exit code.
func (a *app) exit(err error) int {
	var stopped *fencekit.Interrupted
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errFound):
		return exitFound
	case errors.As(err, &stopped), errors.Is(err, context.Canceled), errors.Is(err, outfile.ErrStopped):
		return exitInterrupted // the command has said how far it came
	}
	for line := range strings.SplitSeq(unwritten(err).Error(), "\n") {
		a.say("%s", plain(line))
	}
	return exitBadInput
}

// say writes a line to standard error.
func (a *app) say(format string, args ...any) {
	fmt.Fprintf(a.stderr, "fence: "+format+"\n", args...)
}

// plainWord is an argument that a shell reads as it is.
var plainWord = regexp.MustCompile(`^[-+=_./,:%@a-zA-Z0-9]+$`)

// command returns the command line as it was given.
func (a *app) command() string { return quotedCommand(a.args) }

// quoted writes a command line, quoted for a shell.
func quotedCommand(args []string) string {
	words := []string{"fence"}
	for _, arg := range args {
		if plainWord.MatchString(arg) {
			words = append(words, arg)
			continue
		}
		words = append(words, "'"+strings.ReplaceAll(arg, "'", `'\''`)+"'")
	}
	return strings.Join(words, " ")
}

func init() { cobra.EnableCommandSorting = false } // help lists the commands as commands does

const about = `Fence is a workbench for leases and fencing: what does a lock that has expired do to the data?

A schedule of accidents is drawn from a seed: threads that stop, clocks that jump, writes that linger on the wire. The
same schedule is then replayed under several ways of protecting the resource, so that what differs between them is not
luck. Durations are written as 250ms or 2.5s; distributions as 5ms, uniform(1s,17s), exp(18s), lognormal(20ms,1.2),
mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms)) or file(pauses.csv).`

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "fence",
		Short: "A workbench for leases and fencing",
		Long:  about,
		Example: `  fence report                       the published experiment, whole
  fence compare --trials 1000        the postures side by side
  fence lanes --seed 7               one run, drawn as lanes
  fence explain --seed 7             its most damaging attempt, in sentences`,
		SilenceErrors: true, SilenceUsage: true,
		Args: func(cmd *cobra.Command, args []string) error { return unknownCommand(cmd, args) },
	}
	version := root.Flags().Bool("version", false, "the version of the program and of its log format")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return a.version()
		}
		return cmd.Help()
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(unknownFlag)
	root.SetUsageFunc(usage)
	for _, c := range commands(a) {
		c.Flags().SortFlags = false
		root.AddCommand(c)
	}
	root.SetHelpCommand(helpCommand(root))
	refuseShells(root)
	return root
}

// helpCommand is help that knows when it is asked about something that is not there.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "How to use a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			switch {
			case err != nil:
				return err
			case len(rest) > 0 && c == root:
				return unknownCommand(root, rest)
			case len(rest) > 0:
				return fmt.Errorf("%s has no command %q; %s -h says what it has", c.CommandPath(), rest[0], c.CommandPath())
			}
			c.InitDefaultHelpFlag() // as running it would
			return c.Help()
		},
	}
}

// refuseShells makes the completion command refuse a shell that it does not know, where it would show its help.
func refuseShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = func(c *cobra.Command, args []string) error {
				if len(args) > 0 {
					return fmt.Errorf("%s knows no shell %q; %s -h lists them", c.CommandPath(), args[0], c.CommandPath())
				}
				return nil
			}
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near := frame.Nearest(args[0], names); near != "" {
		return fmt.Errorf("unknown command %q; did you mean %q? fence -h lists them", args[0], near)
	}
	return fmt.Errorf("unknown command %q; fence -h lists them", args[0])
}

// unknownFlag adds the nearest flag to the error for one that is not there.
func unknownFlag(cmd *cobra.Command, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !unknown {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	hint := ""
	if near := frame.Nearest(name, names); near != "" {
		hint = "did you mean --" + near + "? "
	}
	return fmt.Errorf("unknown flag --%s; %s%s -h lists them", name, hint, cmd.CommandPath())
}

// noArgs refuses arguments of a command that takes flags alone.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no argument, got %s", cmd.CommandPath(), strconv.Quote(args[0]))
	}
	return nil
}
