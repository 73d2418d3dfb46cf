package lease

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"fence/fencekit/clock"
)

// scheduleFormat and scheduleVersion open every stored schedule.
const (
	scheduleFormat  = "fence-schedule"
	scheduleVersion = 1
)

type scheduleJSON struct {
	Format    string         `json:"format"`
	Version   int            `json:"version"`
	Seed      uint64         `json:"seed"`
	Params    *Params        `json:"params"`
	Clients   []clientJSON   `json:"clients"`
	Failovers []failoverJSON `json:"failovers,omitempty"`
}

type clientJSON struct {
	DriftPPM float64       `json:"drift_ppm,omitempty"`
	Attempts []attemptJSON `json:"attempts"`
	Steps    []stepJSON    `json:"steps,omitempty"`
}

type attemptJSON struct {
	Think  duration    `json:"think"`
	Work   duration    `json:"work"`
	Pauses []pauseJSON `json:"pauses,omitempty"`
	Wires  []duration  `json:"wires"`
}

type pauseJSON struct {
	At  duration `json:"at"`
	For duration `json:"for"`
}

type stepJSON struct {
	At duration `json:"at"`
	By duration `json:"by"`
}

type failoverJSON struct {
	At   duration `json:"at"`
	Lost int64    `json:"lost"`
}

// MarshalJSON writes the whole schedule with its parameters, so that the file alone replays it.
func (s Schedule) MarshalJSON() ([]byte, error) {
	j := scheduleJSON{Format: scheduleFormat, Version: scheduleVersion, Seed: s.Seed, Params: s.Params}
	for i := range s.Clients {
		j.Clients = append(j.Clients, s.Clients[i].stored())
	}
	for _, f := range s.Failovers {
		j.Failovers = append(j.Failovers, failoverJSON{duration(f.At), f.Lost})
	}
	return json.Marshal(j)
}

func (c *Client) stored() clientJSON {
	j := clientJSON{DriftPPM: c.Drift.PPM(), Attempts: []attemptJSON{}}
	for _, a := range c.Attempts {
		k := attemptJSON{Think: duration(a.Think), Work: duration(a.Work)}
		for _, p := range a.Pauses {
			k.Pauses = append(k.Pauses, pauseJSON{duration(p.At), duration(p.For)})
		}
		for _, w := range a.Wires {
			k.Wires = append(k.Wires, duration(w))
		}
		j.Attempts = append(j.Attempts, k)
	}
	for _, s := range c.Steps {
		j.Steps = append(j.Steps, stepJSON{duration(s.At), duration(s.By)})
	}
	return j
}

// UnmarshalJSON reads a schedule. Parameters that the file does not name are the published ones. The result is
// validated.
func (s *Schedule) UnmarshalJSON(b []byte) error {
	p := Default()
	j := scheduleJSON{Params: &p}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return fmt.Errorf("lease: schedule: %w", err)
	}
	if j.Format != scheduleFormat || j.Version != scheduleVersion {
		return fmt.Errorf("lease: schedule: format %q version %d: must be %q version %d",
			j.Format, j.Version, scheduleFormat, scheduleVersion)
	}
	out := Schedule{Params: &p, Seed: j.Seed}
	for i := range j.Clients {
		c, err := j.Clients[i].client()
		if err != nil {
			return fmt.Errorf("lease: schedule: client %d: %w", i, err)
		}
		out.Clients = append(out.Clients, c)
	}
	for _, f := range j.Failovers {
		out.Failovers = append(out.Failovers, FailoverAt{time.Duration(f.At), f.Lost})
	}
	if n := len(out.Clients); n > 0 {
		p.Clients = n // the schedule itself says how many there are
	}
	if err := out.Validate(); err != nil {
		return err
	}
	*s = out
	return nil
}

func (j *clientJSON) client() (Client, error) {
	rate, err := clock.PPM(j.DriftPPM)
	c := Client{Drift: rate}
	for _, a := range j.Attempts {
		k := Attempt{Think: time.Duration(a.Think), Work: time.Duration(a.Work)}
		for _, p := range a.Pauses {
			k.Pauses = append(k.Pauses, Pause{time.Duration(p.At), time.Duration(p.For)})
		}
		for _, w := range a.Wires {
			k.Wires = append(k.Wires, time.Duration(w))
		}
		c.Attempts = append(c.Attempts, k)
	}
	for _, s := range j.Steps {
		c.Steps = append(c.Steps, clock.Step{At: time.Duration(s.At), By: time.Duration(s.By)})
	}
	return c, err
}

// ReadSchedule reads a schedule as JSON. An error names the line.
func ReadSchedule(r io.Reader) (*Schedule, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("lease: schedule: %w", err)
	}
	if len(bytes.TrimSpace(b)) == 0 {
		return nil, fmt.Errorf("lease: schedule: the file is empty")
	}
	s := new(Schedule)
	if err := json.Unmarshal(b, s); err != nil {
		return nil, located(b, err)
	}
	return s, nil
}

// located adds the line to an error of package json that knows its offset, or that names a field.
func located(b []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(unknownField(b, err))
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	} else if errors.As(err, &kind) {
		offset = kind.Offset
		if strings.Contains(err.Error(), "lease: parameters: ") { // they are read as a text of their own
			offset += int64(max(0, valueOf(b, "params")))
		}
	}
	if offset < 0 || offset > int64(len(b)) {
		return err
	}
	return fmt.Errorf("lease: schedule: line %d: %w", 1+bytes.Count(b[:offset], []byte("\n")), err)
}

// valueOf finds where the value of the first key of some name begins, or returns -1.
func valueOf(b []byte, name string) int {
	key := regexp.MustCompile(`"` + regexp.QuoteMeta(name) + `"\s*:\s*`).FindIndex(b)
	if key == nil {
		return -1
	}
	return key[1]
}

const unknownFieldText = "json: unknown field "

// unknownField finds the field that an error of package json calls unknown, or returns -1. The error is about the first
// that there is, but the same name may be known elsewhere. So each place is tried: with the name there replaced, the error
// is about the replacement up to the place that is meant, and about the old name after it.
func unknownField(b []byte, err error) int {
	_, name, ok := strings.Cut(err.Error(), unknownFieldText)
	if !ok {
		return -1
	}
	var places []int
	for from := 0; ; {
		at := bytes.Index(b[from:], []byte(name))
		if at < 0 {
			break
		}
		from += at + len(name)
		if rest := bytes.TrimLeft(b[from:], " \t\r\n"); len(rest) > 0 && rest[0] == ':' {
			places = append(places, from-len(name))
		}
	}
	beyond := sort.Search(len(places), func(i int) bool {
		tried := slices.Concat(b[:places[i]], []byte(`"?"`), b[places[i]+len(name):])
		err := json.Unmarshal(tried, new(Schedule))
		return err == nil || !strings.HasSuffix(err.Error(), unknownFieldText+`"?"`)
	})
	if beyond == 0 {
		return -1 // the name is written with escapes
	}
	return places[beyond-1]
}

// WriteSchedule writes a schedule as indented JSON, for editing by hand.
func WriteSchedule(w io.Writer, s *Schedule) error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("lease: schedule: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// String prints the schedule as a table for reading: a line an attempt, a step or a failover, times since the start
// or since the grant.
func (s *Schedule) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "schedule of seed %d: %d clients, lease %v, horizon %v\n",
		s.Seed, len(s.Clients), s.Params.Lease, s.Params.Horizon)
	for i := range s.Clients {
		c := &s.Clients[i]
		fmt.Fprintf(&b, "C%d", i+1)
		if c.Drift != 0 {
			fmt.Fprintf(&b, "  drift %v ppm", c.Drift.PPM())
		}
		b.WriteByte('\n')
		for k, a := range c.Attempts {
			fmt.Fprintf(&b, "  attempt %d: think %v, work %v", k, a.Think, a.Work)
			for _, p := range a.Pauses {
				fmt.Fprintf(&b, ", stop at %v for %v", p.At, p.For)
			}
			fmt.Fprintf(&b, ", wire %v\n", strings.Trim(fmt.Sprint(a.Wires), "[]"))
		}
		for _, step := range c.Steps {
			fmt.Fprintf(&b, "  clock at %v: %v\n", step.At, step.By)
		}
	}
	for _, f := range s.Failovers {
		fmt.Fprintf(&b, "failover at %v: loses %d\n", f.At, f.Lost)
	}
	return b.String()
}
