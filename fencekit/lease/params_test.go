package lease

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"fence/fencekit/dist"
)

func TestDefaultIsValid(t *testing.T) {
	p := Default()
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	if w := p.Warnings(); len(w) > 0 {
		t.Errorf("warnings: %v", w)
	}
}

// Each case breaks one relation, and the error names the field, the value and the relation.
func TestValidateNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(*Params)
		want   []string
	}{
		{"no clients", func(p *Params) { p.Clients = 0 }, []string{"clients = 0", "[1, 100000]"}},
		{"too many clients", func(p *Params) { p.Clients = MaxClients + 1 }, []string{"clients = 100001"}},
		{"no writes", func(p *Params) { p.Writes = 0 }, []string{"writes = 0"}},
		{"zero lease", func(p *Params) { p.Lease = 0 }, []string{"lease = 0s", "above 0"}},
		{"negative lease", func(p *Params) { p.Lease = -time.Second }, []string{"lease = -1s"}},
		{"zero horizon", func(p *Params) { p.Horizon = 0 }, []string{"horizon = 0s"}},
		{"overlong horizon", func(p *Params) { p.Horizon = math.MaxInt64 }, []string{"horizon = 2562047h"}},
		{"negative margin", func(p *Params) { p.Margin = -1 }, []string{"margin = -1ns"}},
		{"negative gap", func(p *Params) { p.Gap = -1 }, []string{"gap = -1ns"}},
		{"probability", func(p *Params) { p.PauseP = 1.5 }, []string{"pause-p = 1.5", "[0, 1]"}},
		{"probability that is no number", func(p *Params) { p.PauseP = math.NaN() }, []string{"pause-p = NaN"}},
		{"rate", func(p *Params) { p.PauseRate = -1 }, []string{"pause-rate = -1"}},
		{"rate that is no number", func(p *Params) { p.PauseRate = math.NaN() }, []string{"pause-rate = NaN"}},
		{"drift", func(p *Params) { p.Drift = math.Inf(1) }, []string{"drift = +Inf"}},
		{"think without units", func(p *Params) { p.Think = dist.Must(dist.UniformShare(0.1, 0.2)) }, []string{"think = uniform(0.1,0.2)", "units"}},
		{"sources", func(p *Params) { p.Sources = 64 }, []string{"sources = 64", "pauses, steps, delay, drift"}},
		{"failover", func(p *Params) { p.Failover = 7 }, []string{"failover = 7"}},
		{"release", func(p *Params) { p.Release = -1 }, []string{"release = -1"}},
		{"clock", func(p *Params) { p.Clock = 2 }, []string{"clock = 2"}},
		{"fence", func(p *Params) { p.Fence = 2 }, []string{"fence = 2"}},
		{"fence of reads without reads", func(p *Params) { p.Fence = OnReadsAndWrites }, []string{"needs read-modify-write"}},
		{"failover loses", func(p *Params) { p.FailoverLoses = [2]int{3, 2} }, []string{"failover-loses = 3-2", "low <= high"}},
		{"no time passes", func(p *Params) {
			p.Think, p.Work, p.Gap, p.Wire, p.PauseP = dist.Dist{}, dist.Dist{}, 0, dist.Dist{}, 0
		}, []string{"think + work + gap + wire", "too short"}},
		{"no time passes up to the first check", func(p *Params) {
			p.EarlyRelease, p.Think, p.Writes = true, dist.Dist{}, 2
			p.Work = dist.Must(dist.Uniform(0, 1))
		}, []string{"think + work up to the first check = 0s"}},
		{"pauses without end", func(p *Params) { p.PauseRate, p.Pause = 1e6, dist.Dist{} },
			[]string{"pause-rate = 1e+06", "pauses a run, more than 10000000"}},
		{"steps without end", func(p *Params) { p.StepEvery = dist.Dist{} }, []string{"step-every = 0s"}},
		{"failovers without end", func(p *Params) { p.Failover, p.FailoverEvery = Lossy, dist.Dist{} }, []string{"failover-every = 0s"}},
	} {
		p := Default()
		c.damage(&p)
		err := p.Validate()
		if err == nil {
			t.Errorf("%s: want an error", c.name)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: got %q, want it to say %q", c.name, err, w)
			}
		}
	}
}

func TestValidateReturnsEveryViolation(t *testing.T) {
	p := Default()
	p.Clients, p.Lease, p.PauseP = 0, -1, 2
	err := p.Validate()
	for _, w := range []string{"clients", "lease", "pause-p"} {
		if err == nil || !strings.Contains(err.Error(), w+" = ") {
			t.Errorf("got %v, want it to name %s", err, w)
		}
	}
}

func TestWarnings(t *testing.T) {
	p := Default()
	p.Margin = p.Lease
	p.Work = dist.Must(dist.UniformShare(0.5, 1.5))
	w := strings.Join(p.Warnings(), "\n")
	for _, want := range []string{"every check aborts", "overrun the lease"} {
		if !strings.Contains(w, want) {
			t.Errorf("got %q, want it to say %q", w, want)
		}
	}
}

// What the warning about the margin says is so: every check aborts, and with it none but by a step of a wall clock.
func TestWarningOfAMarginAtTheLease(t *testing.T) {
	for _, c := range []struct {
		sources Sources
		clock   Clock
		some    bool // checks go on all the same
	}{
		{AllSources, Wall, true}, {Steps | Pauses, Wall, true}, {AllSources, Monotonic, false},
		{Pauses | Delay, Wall, false}, {Pauses | Drift, Wall, false},
	} {
		p := Default()
		p.Sources, p.Clock, p.Drift, p.Margin = c.sources, c.clock, -1e5, p.Lease
		if got := strings.Contains(p.Warnings()[0], "unless a backward clock step"); got != c.some {
			t.Errorf("%v, %v clock: got %q", c.sources, c.clock, p.Warnings())
		}
		r, sent := NewRunner(&p, []Posture{Check}, Parts{}), int64(0)
		for seed := range uint64(200) {
			sent += r.Trial(seed)[0][Sent]
		}
		if sent > 0 != c.some {
			t.Errorf("%v, %v clock: %d writes are sent", c.sources, c.clock, sent)
		}
	}
}

func TestParamsRoundTrip(t *testing.T) {
	for i := range uint64(300) {
		p := randomParams(rand.New(rand.NewPCG(i, 5)))
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var q Params
		if err := json.Unmarshal(b, &q); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if c, err := json.Marshal(q); err != nil || string(c) != string(b) {
			t.Fatalf("got %s, want %s", c, b)
		}
	}
}

func TestParamsAreReadOverThoseThere(t *testing.T) {
	p := Default()
	if err := json.Unmarshal([]byte(`{"lease":"5s","work":0.5,"sources":"pauses,drift","gap":0}`), &p); err != nil {
		t.Fatal(err)
	}
	if p.Lease != 5*time.Second || !p.Work.Equal(dist.Must(dist.ConstantShare(0.5))) || p.Sources != Pauses|Drift || p.Gap != 0 {
		t.Errorf("got %+v", p)
	}
	if p.Clients != 3 || p.Horizon != 120*time.Second {
		t.Errorf("what the file does not name has changed: %+v", p)
	}
}

func TestParamsRefuseWhatTheyDoNotKnow(t *testing.T) {
	for text, want := range map[string]string{
		`{"leese":"5s"}`:             "leese",
		`{"lease":5}`:                "must have a unit",
		`{"lease":"five"}`:           "must have a unit",
		`{"think":"uniform(2s,1s)"}`: "uniform",
		`{"sources":"gremlins"}`:     "gremlins",
		`{"failover":"maybe"}`:       "none, lossy, consensus",
		`{"release":"maybe"}`:        "owner+token",
		`{"clock":"sundial"}`:        "monotonic",
		`{"fence":"picket"}`:         "reads+writes",
		`[]`:                         "parameters",
	} {
		p := Default()
		if err := json.Unmarshal([]byte(text), &p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error that says %q", text, err, want)
		}
		if !reflect.DeepEqual(p, Default()) {
			t.Errorf("%s: a refused file has changed the parameters", text)
		}
	}
}

func TestNames(t *testing.T) {
	for s := range Sources(16) {
		if got, err := ParseSources(s.String()); err != nil || got != s {
			t.Errorf("sources %v: got %v, %v", s, got, err)
		}
	}
	if got, err := ParseSources("all,drift"); err != nil || got != AllSources|Drift {
		t.Errorf("all,drift: got %v, %v", got, err)
	}
	for _, bad := range []string{"", "none,pauses", "pauses,", "noise"} {
		if got, err := ParseSources(bad); err == nil {
			t.Errorf("sources %q: got %v, want an error", bad, got)
		}
	}
	if got := Failover(9).String() + Release(-1).String() + Clock(9).String() + FenceScope(9).String(); strings.Count(got, "unknown") != 4 {
		t.Errorf("got %q", got)
	}
}

func TestParsePostures(t *testing.T) {
	got, err := ParsePostures("all")
	if err != nil || len(got) != 6 {
		t.Errorf("all: got %v, %v", got, err)
	}
	for _, p := range got {
		if q, err := ParsePosture(p.Name); err != nil || q != p {
			t.Errorf("%s: got %v, %v", p.Name, q, err)
		}
	}
	for _, bad := range []string{"", "fence", "check,check", "all,check"} {
		if got, err := ParsePostures(bad); err == nil {
			t.Errorf("%q: got %v, want an error", bad, got)
		}
	}
}
