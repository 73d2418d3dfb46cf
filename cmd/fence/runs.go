package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// single makes a command about one run under one posture. What act writes goes where the output goes, once it is whole.
func single(a *app, cmd *cobra.Command, posture string, forms []string,
	act func(w io.Writer, format string, e *fencekit.Experiment, s *lease.Schedule) error) (*cobra.Command, *model) {
	m := addModel(a, cmd, wantsPosture|wantsSchedule, 1, posture)
	o := addOutput(a, cmd, forms...)
	cmd.Args = noArgs
	cmd.RunE = func(*cobra.Command, []string) error {
		e, err := m.experiment()
		if err != nil {
			return err
		}
		e.Trials = 1
		if m.print {
			return o.params(m, &e)
		}
		if err := o.ready(forms...); err != nil {
			return err
		}
		defer o.close()
		var b bytes.Buffer
		if err := act(&b, o.format, &e, scheduleOf(&e)); err != nil {
			return err
		}
		if _, err := o.w.Write(b.Bytes()); err != nil {
			return err
		}
		return o.commitAlone() // a schedule and a log carry their parameters
	}
	return cmd, m
}

// scheduleOf draws the schedule of an experiment's first seed, or returns the one to replay.
func scheduleOf(e *fencekit.Experiment) *lease.Schedule { return e.Runner().Schedule(e.Seed) }

func scheduleCommand(a *app) *cobra.Command {
	var m *model
	cmd, m := single(a, &cobra.Command{
		Use:   "schedule",
		Short: "What chance decides about a run, for reading, editing and replaying",
		Long: `Schedule prints everything that is drawn for a seed: think and work times, pauses, times on the wire, clock steps and
failovers. As JSON it is a file to edit by hand and to replay with --schedule. With --posture the table ends with what
the posture makes of it.`,
		Example: `  fence schedule --seed 7
  fence schedule --seed 7 -o seven.json
  fence lanes --schedule seven.json --posture fencing`,
	}, "unprotected", []string{"table", "json"}, func(w io.Writer, format string, e *fencekit.Experiment,
		s *lease.Schedule) error {
		if format == "json" {
			return lease.WriteSchedule(w, s)
		}
		fmt.Fprintf(w, "%s\n%s\n\n%s", e.Describe(), a.command(), s)
		if m.flags.Changed("posture") {
			fmt.Fprintf(w, "\n%s\n", outcome(e))
		}
		return nil
	})
	return cmd
}

// outcome says in a line what a run comes to under its posture: the counters that are not 0.
func outcome(e *fencekit.Experiment) string {
	counts := e.Runner().Trial(e.Seed)[0]
	var parts []string
	for k, n := range counts {
		switch {
		case n == 0:
		case lease.Counter(k) == lease.BothHeldTime:
			parts = append(parts, lease.Counter(k).String()+" "+short(float64(n)/1e6))
		default:
			parts = append(parts, lease.Counter(k).String()+" "+strconv.FormatInt(n, 10))
		}
	}
	return "under " + e.Postures[0].Name + ": " + strings.Join(parts, ", ")
}

func explainCommand(a *app) *cobra.Command {
	attempt, client := "", ""
	cmd := &cobra.Command{
		Use:   "explain",
		Short: "One attempt of a run, told in sentences",
		Long: `Explain tells one attempt: its request and grant, its pauses, what its check saw and decided, its write, what became of
it, and its release. An attempt is named as the log names it (C2.3 is the fourth of the second client), by its number
together with --client, or by its place among the grants of the run, from 1. Without --attempt it is the most damaging
attempt.`,
		Example: `  fence explain --seed 7
  fence explain --seed 7 --posture check --attempt 12
  fence explain --seed 7 --client C2 --attempt 3`,
	}
	cmd.Flags().StringVar(&attempt, "attempt", "", "the attempt: C2.3, or a `number`")
	cmd.Flags().StringVar(&client, "client", "", "the client whose attempt it is: `C1`, C2, …")
	cmd, _ = single(a, cmd, "unprotected", []string{"table", "md"},
		func(w io.Writer, format string, e *fencekit.Experiment, s *lease.Schedule) error {
			c, n, why, err := pick(s, e.Postures[0], attempt, client)
			if err != nil {
				return err
			}
			story, err := fencekit.Explain(s, e.Postures[0], c, n)
			if err != nil {
				return err
			}
			return tell(w, a, e, story, why, format)
		})
	return cmd
}

// pick finds the attempt that is meant: by name, by client and number, by its place among the grants, or the worst.
func pick(s *lease.Schedule, posture lease.Posture, attempt, client string) (c, n int32, why string, err error) {
	if attempt == "" && client == "" {
		c, n, did, err := fencekit.MostDamaging(s, posture)
		return c, n, chosen(lease.HoldID(c, n), did), err
	}
	if attempt == "" {
		return 0, 0, "", fmt.Errorf("client = %q: needs --attempt, the number of its attempt from 0", client)
	}
	if who, number, ok := strings.Cut(attempt, "."); ok {
		if client != "" && client != who {
			return 0, 0, "", fmt.Errorf("attempt = %q: is not one of client = %q", attempt, client)
		}
		client, attempt = who, number
	}
	k, err := strconv.ParseInt(attempt, 10, 32)
	if err != nil || k < 0 {
		return 0, 0, "", fmt.Errorf("attempt = %q: must be a name such as C2.3, or a number", attempt)
	}
	if client != "" {
		i, err := strconv.ParseInt(strings.TrimPrefix(client, "C"), 10, 32)
		if err != nil || i < 1 || int(i) > len(s.Clients) {
			return 0, 0, "", fmt.Errorf("client = %q: must be one of C1 … C%d", client, len(s.Clients))
		}
		return int32(i - 1), int32(k), "", nil
	}
	grants := lease.Serve(s, posture.Check).Grants
	if k < 1 || int(k) > len(grants) {
		return 0, 0, "", fmt.Errorf("attempt = %d: must be within [1, %d], the grants of this run; or name the client",
			k, len(grants))
	}
	return grants[k-1].Client, grants[k-1].Attempt, "", nil
}

// chosen says why an attempt is told that nobody has named.
func chosen(hold, did string) string {
	if did == "" {
		return fmt.Sprintf("Nothing went wrong in this run; %s is the attempt that came closest to the end of its lease.", hold)
	}
	return fmt.Sprintf("The attempt of this run in which most went wrong is %s: %s.", hold, did)
}

func tell(w io.Writer, a *app, e *fencekit.Experiment, story fencekit.Story, why, format string) error {
	var b strings.Builder
	if format == "md" {
		fmt.Fprintf(&b, "## %s\n\n%s; `%s`\n\n", story.Title, e.Describe(), a.command())
	} else {
		fmt.Fprintf(&b, "%s\n%s%s\n\n", story.Title, wrapped(e.Describe(), screen), a.command())
	}
	if why != "" {
		b.WriteString(wrapped(why, screen) + "\n")
	}
	for _, sentence := range story.Sentences {
		if format == "md" {
			b.WriteString("- " + strings.TrimSpace(sentence) + "\n")
			continue
		}
		hanging(&b, sentence[:14], sentence[14:])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func versionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "The version of the program and of its log format", Args: noArgs,
		Example: "  fence version",
		RunE:    func(*cobra.Command, []string) error { return a.version() },
	}
}

func (a *app) version() error {
	_, err := fmt.Fprintf(a.stdout, "%s, log format %d\n", trace.Program, trace.Version)
	return err
}
