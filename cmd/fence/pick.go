package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// seeker holds the flags that look for a run worth seeing.
type seeker struct {
	name   string
	within int
	picked *fencekit.Picked // what was found, nil where nothing was looked for
}

// mostWithin is the most seeds that are looked at.
const mostWithin = 1_000_000

func (s *seeker) add(cmd *cobra.Command) {
	var names []string
	for _, p := range fencekit.Phenomena() {
		names = append(names, p.String())
	}
	cmd.Flags().StringVar(&s.name, "pick", "", "look for the seed, from --seed on, that shows something best: a `word` "+
		"of "+strings.Join(names, ", ")+"; window and posture follow it unless given")
	cmd.Flags().IntVar(&s.within, "within", 1000, "how many seeds --pick looks at")
	complete(cmd, "pick", names...)
}

// find looks for the run and gives it to the experiment, to the posture and to the window, as far as those are not
// given.
func (s *seeker) find(m *model, e *fencekit.Experiment) error {
	p, err := s.asked(m)
	if err != nil || s.name == "" {
		return err
	}
	looked := *e
	looked.Trials = s.within
	if err := looked.Validate(); err != nil {
		return err
	}
	quiet, err := m.flags.GetBool("quiet")
	if err != nil {
		return err
	}
	report, wipe := m.a.progress(quiet)
	looked.Progress = report
	found, err := fencekit.Pick(m.a.ctx, looked, p)
	wipe()
	var stopped *fencekit.Interrupted
	if errors.As(err, &stopped) {
		m.a.say("interrupted after %s of %s seeds; nothing was drawn", frame.Grouped(int64(stopped.Done)),
			frame.Grouped(int64(stopped.Total)))
	}
	if err != nil {
		return err
	}
	s.picked = &found
	e.Seed, e.Params = found.Seed, found.Params
	if !m.flags.Changed("posture") {
		e.Postures = []lease.Posture{p.Posture()}
	}
	return nil
}

// asked reads the flags.
func (s *seeker) asked(m *model) (fencekit.Phenomenon, error) {
	switch {
	case s.name == "" && m.flags.Changed("pick"):
		return 0, errors.New(`pick = "": must be the name of a phenomenon`)
	case s.name == "" && m.flags.Changed("within"):
		return 0, fmt.Errorf("within = %d: needs --pick, what to look for", s.within)
	case s.name == "":
		return 0, nil
	case m.schedule != "":
		return 0, errors.New("--pick cannot be given with --schedule: the file holds one schedule, and there is none to pick")
	case s.within < 1 || s.within > mostWithin:
		return 0, fmt.Errorf("within = %d: must be within [1, %d]", s.within, mostWithin)
	}
	p, err := fencekit.ParsePhenomenon(s.name)
	return p, ofFlag("pick", s.name, err)
}

// say says which run was found, why, and the command that draws it without looking for it.
func (s *seeker) say(l *lanes, e *fencekit.Experiment) {
	if s.picked == nil {
		return
	}
	posture := e.Postures[0]
	l.m.remark("seed %d shows %s best: %s", s.picked.Seed, s.picked.Phenomenon, s.picked.Why)
	if s.picked.Note != "" {
		l.m.remark("%s", s.picked.Note)
	}
	if !slices.ContainsFunc(s.picked.Postures, func(p lease.Posture) bool { return p.Name == posture.Name }) {
		l.m.remark("under %s it does not show; it does under %s", posture.Name, listed(postureList(s.picked.Postures)))
	}
	l.m.remark("without looking for it: %s", quotedCommand(s.direct(l, e)))
}

// direct is the command line that draws what was found.
func (s *seeker) direct(l *lanes, e *fencekit.Experiment) []string {
	args := without(l.a.args, "pick", "within", "seed", "posture", "from", "to")
	if s.picked.Note != "" { // it is about failovers
		args = append(without(args, "failover"), "--failover", e.Params.Failover.String())
	}
	args = append(args, "--seed", fmt.Sprint(e.Seed), "--posture", e.Postures[0].Name)
	if l.window.From > 0 {
		args = append(args, "--from", l.window.From.String())
	}
	if l.window.To > 0 {
		args = append(args, "--to", l.window.To.String())
	}
	return args
}

// without leaves flags and their values out of a command line.
func without(args []string, names ...string) (out []string) {
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		if !strings.HasPrefix(args[i], "--") || !slices.Contains(names, name) {
			out = append(out, args[i])
		} else if !joined {
			i++ // its value
		}
	}
	return out
}
