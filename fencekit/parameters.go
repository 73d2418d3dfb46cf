package fencekit

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fence/fencekit/dist"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// Parameter is one parameter of the model as text knows it: its name is a key of a parameter file, a flag of the
// command line and an axis of [Grid].
type Parameter struct {
	Name    string
	Kind    string // duration, distribution, number, whole number, true or false, or the words it may be
	Meaning string
	set     func(p *lease.Params, text string, open Opener) error
	get     func(p *lease.Params) string
	length  func(p *lease.Params) *time.Duration // of a duration, else nil
	unit    string                               // of a number that has one
}

// The kinds of parameters that more than one has, as help shows them.
const (
	kindDuration = "duration"
	kindDist     = "distribution"
	kindWhole    = "whole number"
	kindNumber   = "number"
	kindYesNo    = "true or false"
)

// Opener opens the file that a text form of a distribution names.
type Opener = func(name string) (io.ReadCloser, error)

// Set reads a value from text into p. An error names the parameter and the value, and where a file was looked for that the
// text names and that is not there.
func (a Parameter) Set(p *lease.Params, text string) error { return a.SetWith(p, text, openFile) }

// openFile opens a file. A name that leads nowhere is one that is read from another folder than its writer had in mind, so
// the error says from which.
func openFile(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		if path, bad := filepath.Abs(name); bad == nil && path != name {
			return nil, fmt.Errorf("%w; looked for %s", err, path)
		}
	}
	if err != nil {
		return nil, err // and not a file that is nil
	}
	return file, nil
}

// Set reads a parameter of the experiment from text, by the name that it has in parameter files: Set("lease", "10s"). A
// recording of pauses that says how long it listened sets the rate of pauses too: Set("pause", "file(pauses.csv)").
func (e *Experiment) Set(name, text string) error {
	a, err := LookupParameter(name)
	if err != nil {
		return err
	}
	if err := a.Set(&e.Params, text); err != nil {
		return err
	}
	if rate := e.Params.Pause.Rate(); a.Name == "pause" && rate > 0 {
		e.Params.PauseRate = rate
	}
	return nil
}

// SetWith is Set with another way to open files.
func (a Parameter) SetWith(p *lease.Params, text string, open Opener) error {
	if err := a.set(p, strings.TrimSpace(text), open); err != nil {
		return fmt.Errorf("fencekit: parameter %s = %q: %w", a.Name, text, err)
	}
	return nil
}

// Get returns the value in p as text that Set reads back.
func (a Parameter) Get(p *lease.Params) string { return a.get(p) }

// Column returns the name of the parameter's column in the frame of a [Grid]: its own, and after it _ms where it is a
// duration and _ppm where it is a rate error.
func (a Parameter) Column() string {
	switch {
	case a.Kind == kindDuration:
		return a.Name + "_ms"
	case a.unit != "":
		return a.Name + "_" + a.unit
	}
	return a.Name
}

// cell returns the value in p as one word of a list of values: several sources are joined by plus signs, since commas
// stand between values. Set reads it back.
func (a Parameter) cell(p *lease.Params) string {
	if a.Name == "sources" {
		return strings.ReplaceAll(a.get(p), ",", "+")
	}
	return a.get(p)
}

// Idle says why the value of the parameter decides nothing in p, in words such as "sources = all is without drift", and
// which other parameter decides that. Both are empty when the value counts.
func (a Parameter) Idle(p *lease.Params) (why, by string) {
	without := func(s lease.Sources) (string, string) {
		if p.Sources&s != 0 {
			return "", ""
		}
		return fmt.Sprintf("sources = %v is without %v", p.Sources, s), "sources"
	}
	switch a.Name {
	case "pause", "pause-p", "pause-rate":
		return without(lease.Pauses)
	case "step", "step-every":
		if p.Sources&lease.Steps != 0 && p.Clock == lease.Monotonic {
			return "clock = monotonic, which no step moves", "clock"
		}
		return without(lease.Steps)
	case "wire":
		return without(lease.Delay)
	case "drift":
		return without(lease.Drift)
	case "wire-off":
		if p.Sources&lease.Delay != 0 {
			return fmt.Sprintf("sources = %v has delay, and wire in its place", p.Sources), "sources"
		}
	case "failover-every", "failover-loses":
		if p.Failover == lease.NoFailover || a.Name == "failover-loses" && p.Failover != lease.Lossy {
			return fmt.Sprintf("failover = %v", p.Failover), "failover"
		}
	case "fence":
		if !p.ReadModifyWrite {
			return "rmw = false", "rmw"
		}
	}
	return "", ""
}

// Parameters returns every parameter, in the order of [lease.Params].
func Parameters() []Parameter { return slices.Clone(parameters) }

// LookupParameter finds a parameter by its name. The error for one that is not there names the nearest.
func LookupParameter(name string) (Parameter, error) {
	for _, a := range parameters {
		if a.Name == name {
			return a, nil
		}
	}
	var known []string
	for _, a := range parameters {
		known = append(known, a.Name)
	}
	hint := ""
	if near := frame.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("did you mean %q? ", near)
	}
	return Parameter{}, fmt.Errorf("fencekit: unknown parameter %q; %sthe parameters are %s", name, hint,
		strings.Join(known, ", "))
}

var parameters = []Parameter{
	wholeParameter("clients", "clients that contend for the one lock",
		func(p *lease.Params) *int { return &p.Clients }),
	durationParameter("lease", "how long a grant is valid at the lock service",
		func(p *lease.Params) *time.Duration { return &p.Lease }),
	durationParameter("horizon", "end of a run; attempts that end later are not counted",
		func(p *lease.Params) *time.Duration { return &p.Horizon }),
	durationParameter("margin",
		"slack of the expiry check: a write is sent only if the believed remaining lease is above it",
		func(p *lease.Params) *time.Duration { return &p.Margin }),
	distParameter("think", "time between letting go and the next request",
		func(p *lease.Params) *dist.Dist { return &p.Think }),
	distParameter("work", "running time of the critical section; without units, a share of the lease",
		func(p *lease.Params) *dist.Dist { return &p.Work }),
	durationParameter("gap", "running time from the expiry check to the send",
		func(p *lease.Params) *time.Duration { return &p.Gap }),
	wholeParameter("writes", "writes a hold makes", func(p *lease.Params) *int { return &p.Writes }),
	numberParameter("pause-p", "probability that an attempt has one pause",
		func(p *lease.Params) *float64 { return &p.PauseP }),
	numberParameter("pause-rate", "pauses a second of running time; above 0 it takes the place of pause-p",
		func(p *lease.Params) *float64 { return &p.PauseRate }),
	distParameter("pause", "how long a pause lasts", func(p *lease.Params) *dist.Dist { return &p.Pause }),
	distParameter("wire-off", "time of a write on the wire while the delay source is off",
		func(p *lease.Params) *dist.Dist { return &p.WireOff }),
	distParameter("wire", "time of a write on the wire while the delay source is on",
		func(p *lease.Params) *dist.Dist { return &p.Wire }),
	distParameter("step", "size of a backward clock step", func(p *lease.Params) *dist.Dist { return &p.Step }),
	distParameter("step-every", "time between two steps of one clock",
		func(p *lease.Params) *dist.Dist { return &p.StepEvery }),
	withUnit("ppm", numberParameter("drift",
		"rate error of the clients' clocks in ppm while the drift source is on; positive is fast",
		func(p *lease.Params) *float64 { return &p.Drift })),
	joined(nameParameter("sources", "list of pauses,steps,delay,drift, or all (the first three), or none",
		"what opens the gap between belief and record", func(p *lease.Params) named { return &p.Sources })),
	nameParameter("failover", "none, lossy or consensus", "what a failover of the lock service does to its counter",
		func(p *lease.Params) named { return &p.Failover }),
	distParameter("failover-every", "time between two failovers",
		func(p *lease.Params) *dist.Dist { return &p.FailoverEvery }),
	{Name: "failover-loses", Kind: "range, such as 1-2", Meaning: "fewest and most tokens that a lossy failover loses",
		set: setLoses, get: getLoses},
	nameParameter("release", "token, owner+token or uncompared", "what must agree before a release frees the lock",
		func(p *lease.Params) named { return &p.Release }),
	yesNoParameter("early-release", "a client that aborts lets go at once",
		func(p *lease.Params) *bool { return &p.EarlyRelease }),
	nameParameter("clock", "wall or monotonic", "the clock of the clients' lease arithmetic",
		func(p *lease.Params) named { return &p.Clock }),
	yesNoParameter("rmw", "every hold reads at its grant and replaces what it read",
		func(p *lease.Params) *bool { return &p.ReadModifyWrite }),
	nameParameter("fence", "writes or reads+writes", "what a fence checks in a read-modify-write section",
		func(p *lease.Params) named { return &p.Fence }),
}

func withUnit(unit string, a Parameter) Parameter {
	a.unit = unit
	return a
}

// joined is a list that plus signs may join as well as commas.
func joined(a Parameter) Parameter {
	set := a.set
	a.set = func(p *lease.Params, text string, open Opener) error {
		return set(p, strings.ReplaceAll(text, "+", ","), open)
	}
	return a
}

func durationParameter(name, meaning string, at func(*lease.Params) *time.Duration) Parameter {
	return Parameter{Name: name, Kind: kindDuration, Meaning: meaning, length: at,
		set: func(p *lease.Params, text string, _ Opener) (err error) {
			*at(p), err = parseDuration(text)
			return err
		},
		get: func(p *lease.Params) string { return at(p).String() }}
}

var amounts = regexp.MustCompile(`^[-+]?([0-9]*\.?[0-9]+\.?(ns|us|µs|μs|ms|s|m|h))+$`)

// parseDuration is that of package time, with an error that tells a missing unit from a duration that is too long.
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err == nil:
		return d, nil
	case amounts.MatchString(text):
		return 0, fmt.Errorf("too long: must be at most %v", lease.Longest)
	}
	return 0, errors.New("must be a duration with its unit, such as 250ms or 2.5s")
}

func distParameter(name, meaning string, at func(*lease.Params) *dist.Dist) Parameter {
	return Parameter{Name: name, Kind: kindDist, Meaning: meaning,
		set: func(p *lease.Params, text string, open Opener) error {
			d, err := dist.ParseWith(text, open)
			if err == nil {
				*at(p) = d
			}
			return err
		},
		get: func(p *lease.Params) string { return at(p).String() }}
}

func wholeParameter(name, meaning string, at func(*lease.Params) *int) Parameter {
	return Parameter{Name: name, Kind: kindWhole, Meaning: meaning,
		set: func(p *lease.Params, text string, _ Opener) error {
			n, err := strconv.Atoi(text)
			if err != nil {
				return errors.New("must be a whole number")
			}
			*at(p) = n
			return nil
		},
		get: func(p *lease.Params) string { return strconv.Itoa(*at(p)) }}
}

func numberParameter(name, meaning string, at func(*lease.Params) *float64) Parameter {
	return Parameter{Name: name, Kind: kindNumber, Meaning: meaning,
		set: func(p *lease.Params, text string, _ Opener) error {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				return errors.New("must be a finite number")
			}
			*at(p) = x
			return nil
		},
		get: func(p *lease.Params) string { return strconv.FormatFloat(*at(p), 'g', -1, 64) }}
}

func yesNoParameter(name, meaning string, at func(*lease.Params) *bool) Parameter {
	return Parameter{Name: name, Kind: kindYesNo, Meaning: meaning,
		set: func(p *lease.Params, text string, _ Opener) error {
			b, err := strconv.ParseBool(text)
			if err != nil {
				return errors.New("must be true or false")
			}
			*at(p) = b
			return nil
		},
		get: func(p *lease.Params) string { return strconv.FormatBool(*at(p)) }}
}

// named is a parameter that is one of a few words.
type named interface {
	fmt.Stringer
	UnmarshalText(text []byte) error
}

func nameParameter(name, kind, meaning string, at func(*lease.Params) named) Parameter {
	return Parameter{Name: name, Kind: kind, Meaning: meaning,
		set: func(p *lease.Params, text string, _ Opener) error {
			try := *p // a word that is not known leaves the parameter as it is
			if err := at(&try).UnmarshalText([]byte(text)); err != nil {
				return err
			}
			*p = try
			return nil
		},
		get: func(p *lease.Params) string { return at(p).String() }}
}

func getLoses(p *lease.Params) string {
	return fmt.Sprintf("%d-%d", p.FailoverLoses[0], p.FailoverLoses[1])
}

// setLoses reads a range such as 1-2; a number alone is a range of one.
func setLoses(p *lease.Params, text string, _ Opener) error {
	low, high, two := strings.Cut(strings.Trim(text, "[]"), "-")
	if !two {
		low, high, two = strings.Cut(strings.Trim(text, "[]"), ",")
	}
	if !two {
		high = low
	}
	a, err1 := strconv.Atoi(strings.TrimSpace(low))
	b, err2 := strconv.Atoi(strings.TrimSpace(high))
	if err := cmp.Or(err1, err2); err != nil {
		return errors.New("must be a range low-high of whole numbers, such as 1-2")
	}
	p.FailoverLoses = [2]int{a, b}
	return nil
}
