package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// text is a flag that keeps what it was given; it is read when all flags are known, since a parameter file comes first.
type text struct{ value, kind string }

func (t *text) String() string     { return t.value }
func (t *text) Set(s string) error { t.value = s; return nil }
func (t *text) Type() string       { return t.kind }

// model holds the flags that say what to run.
type model struct {
	a        *app
	flags    *pflag.FlagSet
	params   []*text // one for each of fencekit.Parameters
	trials   text
	seed     text
	workers  text
	postures text
	posture  text
	file     string
	schedule string
	print    bool
	filed    map[string]bool // the parameters that the parameter file sets
	sets     []string        // the parameters that the command sets by itself
	out      *output         // where the command writes to, of commands that ask it
}

// wants says which of the flags a command has.
type wants int

const (
	wantsTrials wants = 1 << iota
	wantsPostures
	wantsPosture
	wantsSchedule
)

// addModel gives a command the flags of the model, with its defaults.
func addModel(a *app, cmd *cobra.Command, w wants, trials int, postures string) *model {
	m := &model{a: a, flags: cmd.Flags()}
	fs := m.flags
	if w&wantsTrials != 0 {
		m.trials = text{strconv.Itoa(trials), "int"}
		fs.Var(&m.trials, "trials", "number of seeds")
		m.workers = text{"0", "int"}
		fs.Var(&m.workers, "workers", "trials run side by side; 0 is one a core; results do not depend on it")
	}
	m.seed = text{"1", "int"}
	fs.Var(&m.seed, "seed", map[bool]string{true: "the first seed", false: "the seed"}[w&wantsTrials != 0])
	if w&wantsPostures != 0 {
		m.postures = text{postures, "list"}
		fs.Var(&m.postures, "postures", "list of "+postureNames()+", or all")
	}
	if w&wantsPosture != 0 {
		m.posture = text{postures, "word"}
		fs.Var(&m.posture, "posture", "one of "+postureNames())
	}
	published := lease.Default()
	for _, p := range fencekit.Parameters() {
		kind, ok := kinds[p.Kind]
		meaning := p.Meaning
		if !ok {
			kind, meaning = "word", meaning+": "+p.Kind
		}
		t := &text{p.Get(&published), kind}
		fs.Var(t, p.Name, meaning)
		if kind == "bool" {
			fs.Lookup(p.Name).NoOptDefVal = "true"
		}
		m.params = append(m.params, t)
	}
	fs.StringVar(&m.file, "params", "", "parameter `file` in YAML or JSON; flags override it; recordings that it names are found beside it")
	fs.BoolVar(&m.print, "print-params", false, "write the parameters as a file for --params, in YAML or with -f json in JSON, and run nothing")
	words := map[string]string{"postures": postureNames() + ",all", "posture": postureNames(),
		"sources": "pauses,steps,delay,drift,all,none", "failover": "none,lossy,consensus",
		"release": "token,owner+token,uncompared", "clock": "wall,monotonic", "fence": "writes,reads+writes"}
	for name, list := range words {
		complete(cmd, name, strings.Split(list, ",")...)
	}
	if w&wantsSchedule != 0 {
		fs.StringVar(&m.schedule, "schedule", "", "replay the schedule of a `file` instead of drawing one")
	}
	return m
}

// kinds are the names of the parameters' kinds in help. The others say which words they are.
var kinds = map[string]string{"duration": "duration", "distribution": "dist", "whole number": "int", "number": "float",
	"true or false": "bool"}

// complete offers words for a flag to the shell, if the command has it.
func complete(cmd *cobra.Command, name string, words ...string) {
	if cmd.Flags().Lookup(name) == nil {
		return
	}
	if err := cmd.RegisterFlagCompletionFunc(name,
		cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("fence: completion: " + err.Error()) // it is registered twice
	}
}

func postureNames() string {
	var names []string
	for _, p := range lease.Postures() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ",")
}

// experiment reads the flags, the parameter file first. All that is wrong is reported at once.
func (m *model) experiment() (fencekit.Experiment, error) {
	read := m.drawn
	if m.schedule != "" {
		read = m.replayed
	}
	e, err := read()
	if err := errors.Join(err, m.names(&e)); err != nil {
		return e, err
	}
	if err := e.Validate(); err != nil {
		return e, err
	}
	m.warned(e.Params.Warnings())
	if len(m.varied()) == 0 { // else what varies is looked at too
		m.idle([]fencekit.Experiment{e})
	}
	return e, nil
}

// drawn is an experiment on schedules that are drawn.
func (m *model) drawn() (fencekit.Experiment, error) {
	e := fencekit.New()
	errs := []error{m.numbers(&e)}
	if err := m.parameters(&e.Params); err != nil {
		errs = append(errs, err)
	} else {
		errs = append(errs, e.Params.Validate())
	}
	return e, errors.Join(errs...)
}

// newWarnings returns the warnings about some experiments, each once, that have not been said.
func newWarnings(experiments []fencekit.Experiment, said []string) (out []string) {
	seen := map[string]bool{}
	for _, w := range said {
		seen[w] = true
	}
	for i := range experiments {
		for _, w := range experiments[i].Params.Warnings() {
			if !seen[w] {
				out = append(out, w)
			}
			seen[w] = true
		}
	}
	return out
}

// mostWarnings is how many of many warnings are written out.
const mostWarnings = 3

// warned says what is allowed and probably not meant.
func (m *model) warned(warnings []string) {
	for i, w := range warnings {
		if more := len(warnings) - mostWarnings; i == mostWarnings && more > 1 {
			m.remark("warning: and %s more like these", frame.Grouped(int64(more)))
			return
		}
		m.remark("warning: %s", w)
	}
}

// idle says which parameters are given, or vary, and decide nothing in any of the experiments.
func (m *model) idle(experiments []fencekit.Experiment) {
	varied := m.varied()
	for _, a := range fencekit.Parameters() {
		if !varied[a.Name] && !m.flags.Changed(a.Name) {
			continue
		}
		if why := m.idleIn(a, experiments); why != "" {
			m.remark("%s has no effect%s", a.Name, why)
		}
	}
}

// idleIn says why a parameter decides nothing in any of the experiments, or nothing. One that depends on what the command
// sets by itself is taken to count.
func (m *model) idleIn(a fencekit.Parameter, experiments []fencekit.Experiment) string {
	var reasons, deciding []string
	for i := range experiments {
		why, by := a.Idle(&experiments[i].Params)
		if by == "" || slices.Contains(m.sets, by) {
			return ""
		}
		if !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
		if !slices.Contains(deciding, by) {
			deciding = append(deciding, by)
		}
	}
	if len(reasons) == 1 {
		return ": " + reasons[0]
	}
	return " at any of the values of " + strings.Join(deciding, " and ")
}

// remark writes a line to standard error unless --quiet is given.
func (m *model) remark(format string, args ...any) {
	if quiet, err := m.flags.GetBool("quiet"); err != nil || !quiet {
		m.a.say(format, args...)
	}
}

func (m *model) numbers(e *fencekit.Experiment) error {
	var errs []error
	seed, err := strconv.ParseUint(m.seed.value, 10, 64)
	if err != nil {
		errs = append(errs, fmt.Errorf("seed = %q: must be a whole number within [0, %d]", m.seed.value,
			uint64(1<<64-1)))
	}
	e.Seed = seed
	if m.trials.kind != "" {
		if e.Trials, err = strconv.Atoi(m.trials.value); err != nil {
			errs = append(errs, fmt.Errorf("trials = %q: must be a whole number within [1, %d]", m.trials.value,
				fencekit.MaxTrials))
		}
		if !m.flags.Changed("trials") {
			e.Trials = m.a.atMost(e.Trials)
		}
		if e.Workers, err = strconv.Atoi(m.workers.value); err != nil || e.Workers < 0 || e.Workers > 10_000 {
			errs = append(errs, fmt.Errorf("workers = %q: must be a whole number within [0, 10000]", m.workers.value))
		}
	}
	return errors.Join(errs...)
}

func (m *model) names(e *fencekit.Experiment) (err error) {
	switch {
	case m.postures.kind != "":
		e.Postures, err = lease.ParsePostures(m.postures.value)
		return ofFlag("postures", m.postures.value, err)
	case m.posture.kind != "":
		var p lease.Posture
		p, err = lease.ParsePosture(m.posture.value)
		e.Postures = []lease.Posture{p}
		return ofFlag("posture", m.posture.value, err)
	}
	return nil
}

// ofFlag adds to an error the flag that it is about, and its value.
func ofFlag(flag, value string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s = %q: %w", flag, value, err)
}

// parameters reads the parameter file, then the flags that were given.
func (m *model) parameters(p *lease.Params) error {
	var errs []error
	m.filed = map[string]bool{}
	if m.file != "" {
		errs = append(errs, readParams(m.file, m.a.stdin, p, m.filed))
	}
	for i, a := range fencekit.Parameters() {
		if m.flags.Changed(a.Name) {
			errs = append(errs, a.Set(p, m.params[i].value))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	varied := m.varied()
	m.overruled(p, varied)
	if !varied["pause"] && (m.filed["pause"] || m.flags.Changed("pause")) {
		if rate := p.Pause.Rate(); rate > 0 && m.rated(varied) {
			p.PauseRate = rate
		}
		m.recorded(p, varied)
	}
	return nil
}

// overruled says that a pause-p is given and has no effect, since there is a pause-rate.
func (m *model) overruled(p *lease.Params, varied map[string]bool) {
	if p.PauseRate <= 0 || varied["pause-rate"] || !m.flags.Changed("pause-p") && !varied["pause-p"] {
		return
	}
	from := "which is given too"
	if !m.flags.Changed("pause-rate") {
		from = "as " + m.file + " has it"
	}
	m.remark("pause-p has no effect: pause-rate = %.4g, %s, takes its place; with --pause-rate 0 it counts", p.PauseRate, from)
}

// varied names the parameters that --vary sets.
func (m *model) varied() map[string]bool {
	names := map[string]bool{}
	if vary, err := m.flags.GetStringArray("vary"); err == nil {
		for _, text := range vary {
			name, _, _ := strings.Cut(text, "=")
			names[strings.TrimSpace(name)] = true
		}
	}
	return names
}

// asked says whether a flag says how often pauses come.
func (m *model) asked(varied map[string]bool) bool {
	return m.flags.Changed("pause-p") || m.flags.Changed("pause-rate") || varied["pause-p"] || varied["pause-rate"]
}

// later says whether a flag names pauses, and not the parameter file alone.
func (m *model) later(varied map[string]bool) bool {
	return m.flags.Changed("pause") || varied["pause"]
}

// rated says whether a recording of pauses brings its rate along. It does not where a flag says how often pauses come,
// or the parameter file does; but what a file says together with another pause belongs to that pause, and goes with it.
func (m *model) rated(varied map[string]bool) bool {
	filed := m.filed["pause-p"] || m.filed["pause-rate"]
	return !m.asked(varied) && (!filed || m.later(varied) && m.filed["pause"])
}

// recorded says what a recording of pauses does to how often they come: it brings its rate along, or has none, or the
// parameter file's stays in force.
func (m *model) recorded(p *lease.Params, varied map[string]bool) {
	rate, text := p.Pause.Rate(), p.Pause.String()
	force := fmt.Sprintf("pause-p = %v stays in force", p.PauseP)
	if p.PauseRate > 0 {
		force = fmt.Sprintf("pause-rate = %.4g stays in force", p.PauseRate)
	}
	switch own := m.rated(varied); {
	case !strings.Contains(text, "file(") || m.asked(varied):
	case rate > 0 && own:
		m.remark("pause-rate = %.4g a second, as the recording of %s carries it; --pause-p or --pause-rate sets another",
			rate, text)
	case rate > 0 && rate != p.PauseRate && m.later(varied):
		m.remark("%s, as %s has it; the recording of %s carries a pause-rate of %.4g a second, which --pause-rate "+
			"would set", force, m.file, text, rate)
	case rate > 0 || !own:
	case strings.HasPrefix(text, "file("):
		m.remark("%s: %s does not say over which time it was recorded; a line such as "+
			"\"# recorded: 600s\" in it, or --pause-rate, gives pauses a rate", force, text)
	default:
		m.remark("%s: a recording inside a mixture brings no rate along; --pause-rate gives pauses one", force)
	}
}

// replays are the parameters that a replay may change: all that is not drawn.
var replays = []string{"lease", "horizon", "margin", "gap", "failover", "release", "early-release", "clock", "rmw",
	"fence"}

// replayed is the experiment of the schedule to replay. Flags change what is not drawn.
func (m *model) replayed() (fencekit.Experiment, error) {
	e := fencekit.New()
	if err := m.numbers(&e); err != nil {
		return e, err
	}
	for _, name := range []string{"seed", "trials", "params"} {
		if m.flags.Changed(name) {
			return e, fmt.Errorf("--%s cannot be given with --schedule: the file holds one schedule and its "+
				"parameters", name)
		}
	}
	file, err := open(m.schedule, m.a.stdin)
	if err != nil {
		return e, err
	}
	defer file.Close()
	s, err := lease.ReadSchedule(file)
	if err != nil {
		return e, fmt.Errorf("%s: %w", m.schedule, err)
	}
	workers := e.Workers
	e = fencekit.Replay(s)
	e.Workers = workers
	s.Params = &e.Params
	if err := errors.Join(m.turned(&e.Params), s.Validate()); err != nil {
		return e, err
	}
	if out := runOut(s); out != "" {
		m.remark("no attempt is left before the horizon %v: %s", s.Params.Horizon, out)
	}
	return e, nil
}

// turned sets what flags may change about a replay.
func (m *model) turned(p *lease.Params) error {
	var errs []error
	for i, a := range fencekit.Parameters() {
		switch {
		case !m.flags.Changed(a.Name):
		case !slices.Contains(replays, a.Name):
			errs = append(errs, fmt.Errorf("--%s cannot be given with --schedule: what it decides has been drawn; "+
				"edit the file", a.Name))
		default:
			errs = append(errs, a.Set(p, m.params[i].value))
		}
	}
	return errors.Join(errs...)
}

// runOut names the clients of a schedule that have let go of their last attempt when the run ends, and are idle since:
// none of a schedule that is drawn for its horizon.
func runOut(s *lease.Schedule) string {
	granted, idle := make([]int, len(s.Clients)), make([]time.Duration, len(s.Clients))
	for _, g := range lease.Serve(s, false).Grants {
		granted[g.Client]++
		idle[g.Client] = g.LetGo
	}
	var out []string
	for i := range s.Clients {
		if granted[i] == len(s.Clients[i].Attempts) && idle[i] < s.Params.Horizon {
			out = append(out, fmt.Sprintf("%s is idle from %s", lease.ClientName(int32(i)), idle[i].Round(time.Millisecond)))
		}
	}
	return few(out, 5)
}

// open opens a file to read, or standard input for "-".
func open(name string, stdin io.Reader) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: is a directory", name)
	}
	return f, nil
}
