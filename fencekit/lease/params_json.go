package lease

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"fence/fencekit/dist"
)

// paramsJSON is the stored form of Params: the keys are the command line's flags, in the order of the struct.
type paramsJSON struct {
	Clients       int        `json:"clients"`
	Lease         duration   `json:"lease"`
	Horizon       duration   `json:"horizon"`
	Margin        duration   `json:"margin"`
	Think         law        `json:"think"`
	Work          law        `json:"work"`
	Gap           duration   `json:"gap"`
	Writes        int        `json:"writes"`
	PauseP        float64    `json:"pause-p"`
	PauseRate     float64    `json:"pause-rate"`
	Pause         law        `json:"pause"`
	WireOff       law        `json:"wire-off"`
	Wire          law        `json:"wire"`
	Step          law        `json:"step"`
	StepEvery     law        `json:"step-every"`
	Drift         float64    `json:"drift"`
	Sources       Sources    `json:"sources"`
	Failover      Failover   `json:"failover"`
	FailoverEvery law        `json:"failover-every"`
	FailoverLoses [2]int     `json:"failover-loses"`
	Release       Release    `json:"release"`
	EarlyRelease  bool       `json:"early-release"`
	Clock         Clock      `json:"clock"`
	RMW           bool       `json:"rmw"`
	Fence         FenceScope `json:"fence"`
}

// duration is a time.Duration in the text form that time.ParseDuration reads; a bare 0 is allowed.
type duration time.Duration

func (d duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

func (d *duration) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	v, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("lease: duration %s: must have a unit, like \"2.5s\" or \"250ms\"", b)
	}
	*d = duration(v)
	return nil
}

// law is a distribution in its text form; a bare number is a share.
type law struct{ dist.Dist }

func (l law) MarshalText() ([]byte, error) { return l.Dist.MarshalText() }

func (l *law) UnmarshalJSON(b []byte) error {
	text := string(b)
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	return l.UnmarshalText([]byte(text))
}

func (p *Params) stored() paramsJSON {
	return paramsJSON{p.Clients, duration(p.Lease), duration(p.Horizon), duration(p.Margin), law{p.Think}, law{p.Work},
		duration(p.Gap), p.Writes, p.PauseP, p.PauseRate, law{p.Pause}, law{p.WireOff}, law{p.Wire}, law{p.Step},
		law{p.StepEvery}, p.Drift, p.Sources, p.Failover, law{p.FailoverEvery}, p.FailoverLoses, p.Release,
		p.EarlyRelease, p.Clock, p.ReadModifyWrite, p.Fence}
}

func (j *paramsJSON) params() Params {
	return Params{Clients: j.Clients, Lease: time.Duration(j.Lease), Horizon: time.Duration(j.Horizon),
		Margin: time.Duration(j.Margin), Think: j.Think.Dist, Work: j.Work.Dist, Gap: time.Duration(j.Gap),
		Writes: j.Writes, PauseP: j.PauseP, PauseRate: j.PauseRate, Pause: j.Pause.Dist, WireOff: j.WireOff.Dist,
		Wire: j.Wire.Dist, Step: j.Step.Dist, StepEvery: j.StepEvery.Dist, Drift: j.Drift, Sources: j.Sources,
		Failover: j.Failover, FailoverEvery: j.FailoverEvery.Dist, FailoverLoses: j.FailoverLoses, Release: j.Release,
		EarlyRelease: j.EarlyRelease, Clock: j.Clock, ReadModifyWrite: j.RMW, Fence: j.Fence}
}

// MarshalJSON writes every parameter, durations and distributions in their text form.
func (p Params) MarshalJSON() ([]byte, error) { return json.Marshal(p.stored()) }

// UnmarshalJSON reads parameters over those that p holds: a key that is not there leaves its parameter as it is. An
// unknown key is an error that names it.
func (p *Params) UnmarshalJSON(b []byte) error {
	j := p.stored()
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return fmt.Errorf("lease: parameters: %w", err)
	}
	*p = j.params()
	return nil
}
