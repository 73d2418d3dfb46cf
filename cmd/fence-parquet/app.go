package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fence/fencekit/frame"
	"fence/fencekit/outfile"
	"fence/fencekit/trace"
)

// app is what a conversion runs in.
type app struct {
	ctx            context.Context
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
	unfinished     outfile.Tracker // of what is half written
}

// exit says what went wrong and returns the exit code.
func (a *app) exit(err error) int {
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, context.Canceled), errors.Is(err, outfile.ErrStopped):
		a.say("interrupted; nothing was written")
		return exitInterrupted
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		a.say("%s", plain(line))
	}
	return exitBadInput
}

// say writes a line to standard error.
func (a *app) say(format string, args ...any) {
	fmt.Fprintf(a.stderr, "fence-parquet: "+format+"\n", args...)
}

// rooms are the packages, and what they were doing, at the head of an error or of one that it wraps. The error names
// the file, so that they tell nothing more.
var rooms = regexp.MustCompile(`(^|: )(?:frame|arrowio|parquetio): (?:(?:read|write)(?: file "(?:[^"\\]|\\.)*")?: )?` +
	`(?:(?:csv|json): )?`)

// plain is an error of a package in the words of the command line.
func plain(line string) string {
	for {
		shorter := rooms.ReplaceAllString(line, "$1")
		if shorter == line {
			return line
		}
		line = shorter
	}
}

const about = `Turns a table into another form: CSV, JSON, Parquet or Arrow IPC, which is Feather. The endings of the names
tell the forms; the flags go before. Without OUT it shows the columns of IN: name, kind, missing cells, unit, meaning.

  .csv            read, written
  .tsv            read: tabs between the fields
  .json           read, written: an array of rows
  .ndjson .jsonl  read: a row a line
  .parquet        read, written
  .arrow .feather read, written

A CSV or JSON file has its types from the file beside it, IN.meta.json, as fence writes it; without one they are
inferred. Parquet and Arrow keep types, missing cells, units and the caption in the file. What made the table, such as
its command, seed and parameters, goes along: from the one file beside to the other, in Parquet and Arrow as metadata
under fence.origin. "-" is standard input or output. OUT is written beside its place and moved there when it is whole.`

func newRoot(a *app) *cobra.Command {
	c := &conversion{a: a}
	root := &cobra.Command{
		Use:   "fence-parquet IN [OUT]",
		Short: "Turns tables into Parquet and Arrow files, and back",
		Long:  about,
		Example: `  fence compare -o compare.csv && fence-parquet compare.csv compare.parquet
  fence-parquet compare.parquet                       its columns
  fence-parquet --to csv compare.parquet - | head     its rows`,
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	fs := root.Flags()
	fs.SortFlags = false
	fs.StringVar(&c.from, "from", "", "form of IN, whatever its name: csv|tsv|json|parquet|arrow")
	fs.StringVar(&c.to, "to", "", "form of OUT, whatever its name: csv|json|parquet|arrow")
	fs.BoolVar(&c.quiet, "quiet", false, "do not say what was written")
	version := fs.Bool("version", false, "the version of the program")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *version:
			_, err := fmt.Fprintln(a.stdout, strings.Replace(trace.Program, "fence", "fence-parquet", 1))
			return err
		case len(args) == 0:
			return errors.New("IN is missing; fence-parquet -h says more")
		case len(args) > 2:
			return fmt.Errorf("got %d arguments, IN and OUT at most; fence-parquet -h says more", len(args))
		}
		return c.run(args)
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(unknownFlag)
	root.SetUsageFunc(usage)
	return root
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

// screen is the width that help keeps to.
const screen = 120

// usage writes how the program is used. It is written out here and not as a template of cobra's, since templates make
// the program larger.
func usage(c *cobra.Command) error {
	_, err := fmt.Fprintf(c.OutOrStderr(), "Usage:\n  %s\n\nExamples:\n%s\n\nFlags:\n%s\n", c.UseLine(), c.Example,
		strings.TrimRight(c.LocalFlags().FlagUsagesWrapped(screen), "\n"))
	return err
}
