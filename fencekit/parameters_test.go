package fencekit_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit"
	"fence/fencekit/lease"
)

// keys returns the keys of a JSON object in their order.
func keys(t *testing.T, b []byte) (names []string) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
	}
	return names
}

func TestParametersAreTheKeysOfTheFile(t *testing.T) {
	b, err := json.Marshal(lease.Default())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range fencekit.Parameters() {
		got = append(got, a.Name)
		if a.Meaning == "" || a.Kind == "" {
			t.Errorf("%s: no meaning or no kind", a.Name)
		}
	}
	if want := keys(t, b); !slices.Equal(got, want) {
		t.Errorf("parameters:\ngot  %v\nwant %v", got, want)
	}
}

// others holds a value for each parameter that is not the default's, in the text that Get returns.
var others = map[string]string{
	"clients": "7", "lease": "10s", "horizon": "1h0m0s", "margin": "250ms", "think": "exp(2s)", "work": "uniform(0.2,0.4)",
	"gap": "1ms", "writes": "3", "pause-p": "0.125", "pause-rate": "0.5", "pause": "lognormal(20ms,1.2)", "wire-off": "1ms",
	"wire": "uniform(1ms,2ms)", "step": "5ms", "step-every": "exp(1m30s)", "drift": "-1000", "sources": "pauses,drift",
	"failover": "lossy", "failover-every": "exp(5s)", "failover-loses": "0-4", "release": "owner+token", "early-release": "true",
	"clock": "monotonic", "rmw": "true", "fence": "reads+writes",
}

func TestEveryParameterIsSetAloneAndReadBack(t *testing.T) {
	for _, a := range fencekit.Parameters() {
		published := lease.Default()
		p := lease.Default()
		text, ok := others[a.Name]
		if !ok || text == a.Get(&published) {
			t.Fatalf("%s: the test has no other value", a.Name)
		}
		if err := a.Set(&p, text); err != nil {
			t.Error(err)
			continue
		}
		if got := a.Get(&p); got != text {
			t.Errorf("%s: got %s, want %s", a.Name, got, text)
		}
		for _, b := range fencekit.Parameters() {
			if got, want := b.Get(&p), b.Get(&published); b.Name != a.Name && got != want {
				t.Errorf("%s: setting it made %s %s, want %s", a.Name, b.Name, got, want)
			}
		}
		// The stored form must have changed in the same key.
		var now, before map[string]any
		for _, s := range []struct {
			p    *lease.Params
			into *map[string]any
		}{{&p, &now}, {&published, &before}} {
			b, err := json.Marshal(s.p)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(b, s.into); err != nil {
				t.Fatal(err)
			}
		}
		for key := range now {
			if changed := !reflect.DeepEqual(now[key], before[key]); changed != (key == a.Name) {
				t.Errorf("%s: key %s: changed: got %v, want %v", a.Name, key, changed, key == a.Name)
			}
		}
	}
}

func TestBadValuesNameParameterAndValue(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"clients", "three", "whole number"}, {"clients", "1e18", "whole number"}, {"writes", "99999999999999999999",
			"whole number"},
		{"lease", "3", "with its unit"}, {"lease", "soon", "with its unit"}, {"lease", "", "with its unit"},
		{"lease", "9999999999h", "too long"}, {"horizon", "1000000h3000000h", "too long"},
		{"pause-p", "NaN", "finite"}, {"pause-p", "often", "finite"}, {"pause-rate", "Inf", "finite"}, {"drift",
			"-inf", "finite"},
		{"think", "uniform(2s,1s)", "uniform"}, {"think", "normal(1s)", "normal"}, {"pause", "uniform(NaN,1)",
			"NaN"}, {"work", "", ""},
		{"sources", "pauses,gremlins", "gremlins"}, {"failover", "sometimes", "none, lossy, consensus"}, {"release",
			"nothing", "token"},
		{"clock", "sun", "monotonic"}, {"rmw", "perhaps", "true or false"}, {"fence", "reads", "reads+writes"},
		{"failover-loses", "1-x", "range"}, {"failover-loses", "", "range"}, {"early-release", "2", "true or false"},
	} {
		a, err := fencekit.LookupParameter(c.name)
		if err != nil {
			t.Fatal(err)
		}
		p := lease.Default()
		err = a.Set(&p, c.text)
		if err == nil || !strings.Contains(err.Error(), c.name+" = ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s = %q: error: got %v, want it to name both and to say %q", c.name, c.text, err, c.want)
		}
		published := lease.Default()
		if strings.Contains(a.Kind, "or") && a.Kind != "true or false" && a.Get(&p) != a.Get(&published) {
			t.Errorf("%s: a bad value changed it to %s", c.name, a.Get(&p))
		}
	}
}

func TestRangesOfOne(t *testing.T) {
	p := lease.Default()
	a, err := fencekit.LookupParameter("failover-loses")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]int{"3": {3, 3}, "1,4": {1, 4}, "[2,5]": {2, 5}, " 0 - 1 ": {0, 1}} {
		if err := a.Set(&p, text); err != nil || p.FailoverLoses != want {
			t.Errorf("%q: got %v, %v, want %v", text, p.FailoverLoses, err, want)
		}
	}
}

func TestDescribe(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Seed = 12000, 5
	if got, want := e.Describe(), "12,000 trials, seeds 5 to 12004; published parameters; fence 0.1.0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	e.Trials, e.Params.Lease, e.Params.ReadModifyWrite = 1, 2*time.Second, true
	if got, want := e.Describe(), "1 trial, seed 5; lease 2s, rmw true; work is a share of the lease: 260ms … 1.9s at 2s; "+
		"fence 0.1.0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, c := range []struct{ name, value, want string }{
		{"work", "uniform(1s,2s)", "lease 2s, work uniform(1s,2s), rmw true; fence"}, // no share of anything
		{"work", "exp(0.3)", "work is a share of the lease: 600ms on average at 2s; fence"},
		{"pause-rate", "18.830084773323506", "pause-rate 18.83, rmw true; work"},
	} {
		a, err := fencekit.LookupParameter(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Set(&e.Params, c.value); err != nil || !strings.Contains(e.Describe(), c.want) {
			t.Errorf("%s %s: got %q, %v, want it to say %q", c.name, c.value, e.Describe(), err, c.want)
		}
	}
}

func TestDescribeSaysWhatIsReplayed(t *testing.T) {
	p := lease.Default()
	drawn := lease.Draw(&p, 7)
	if e := fencekit.Replay(drawn); e.Describe() != "a replayed schedule, as seed 7 draws it; fence 0.1.0" {
		t.Errorf("as drawn: got %q", e.Describe())
	}
	turned := fencekit.Replay(drawn)
	for _, c := range []struct {
		lease, margin time.Duration
		want          string
	}{{3 * time.Second, time.Second, "as seed 7 draws it; margin 1s; fence 0.1.0"},
		{time.Second, 0, "drawn from seed 7 with other parameters; lease 1s; fence 0.1.0"}} {
		turned.Params.Lease, turned.Params.Margin = c.lease, c.margin
		if got, want := turned.Describe(), "a replayed schedule, "+c.want; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	drawn.Clients[0].Attempts[0].Think++
	if e := fencekit.Replay(drawn); e.Describe() != "a replayed schedule, edited or made by hand, with the number 7; fence 0.1.0" {
		t.Errorf("edited: got %q", e.Describe())
	}
	drawn.Params.Lease = 0 // nothing can be drawn under these
	if e := fencekit.Replay(drawn); !strings.Contains(e.Describe(), "edited or made by hand") {
		t.Errorf("without a lease: got %q", e.Describe())
	}
}

// FuzzParameter reads any text as any parameter: what is accepted must read back to the same.
func FuzzParameter(f *testing.F) {
	published := lease.Default()
	for i, a := range fencekit.Parameters() {
		f.Add(uint8(i), others[a.Name])
		f.Add(uint8(i), a.Get(&published))
	}
	f.Add(uint8(19), "[1,2]")
	f.Add(uint8(1), "1h3000000h")
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		if strings.Contains(text, "file") {
			return // files are read by package dist, which is fuzzed by itself
		}
		all := fencekit.Parameters()
		a := all[int(which)%len(all)]
		p, q := lease.Default(), lease.Default()
		if err := a.Set(&p, text); err != nil {
			return
		}
		if err := a.Set(&q, a.Get(&p)); err != nil {
			t.Fatalf("%s: %q was read and %q is not: %v", a.Name, text, a.Get(&p), err)
		}
		if got, want := a.Get(&q), a.Get(&p); got != want {
			t.Errorf("%s = %q: got %q, want %q", a.Name, text, got, want)
		}
	})
}
