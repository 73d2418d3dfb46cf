package fencekit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit"
	"fence/fencekit/lease"
)

func TestRanges(t *testing.T) {
	for _, c := range []struct{ name, from, to, step, want string }{
		{"margin", "0s", "2s", "500ms", "0s 500ms 1s 1.5s 2s"},
		{"lease", "1ns", "4ns", "1ns", "1ns 2ns 3ns 4ns"},
		{"lease", " 1.5s", "1500ms ", "1h", "1.5s"},
		{"gap", "-1s", "1s", "1s", "-1s 0s 1s"},
		{"pause", "1s", "3s", "1s", "1s 2s 3s"},
		{"pause-p", "0", "1", "0.25", "0 0.25 0.5 0.75 1"},
		{"pause-rate", ".1", "0.3", "0.10", "0.1 0.2 0.3"},
		{"drift", "-200", "200", "100", "-200 -100 0 100 200"},
		{"writes", "1", "5", "2", "1 3 5"},
		{"work", "0.1", " 0.3", "0.1", "0.1 0.2 0.3"}, // shares of the lease
		{"work", "100ms", "300ms", "100ms", "100ms 200ms 300ms"},
	} {
		x, err := fencekit.Range(c.name, c.from, c.to, c.step)
		got := strings.Join(x.Values, " ")
		if err != nil || got != c.want || x.Name != c.name {
			t.Errorf("%s %s..%s/%s: got %s %s, %v, want %s", c.name, c.from, c.to, c.step, x.Name, got, err, c.want)
		}
	}
}

// Every value of a range of numbers is the float that its decimal text names, with no drift from adding up.
func TestRangesAreExact(t *testing.T) {
	x, err := fencekit.Range("pause-p", "0", "1", "0.001")
	if err != nil || len(x.Values) != 1001 {
		t.Fatalf("got %d values, %v, want 1001", len(x.Values), err)
	}
	for k, got := range x.Values {
		want := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%03d", k/1000, k%1000), "0"), ".")
		if k%1000 == 0 {
			want = fmt.Sprint(k / 1000)
		}
		if got != want {
			t.Errorf("value %d: got %s, want %s", k, got, want)
		}
	}
	x, err = fencekit.Range("margin", "0s", "1m", "7ms500µs")
	if err != nil || len(x.Values) != 8001 {
		t.Fatalf("got %d values, %v, want 8001", len(x.Values), err)
	}
	for k, text := range x.Values {
		if got, err := time.ParseDuration(text); err != nil || got != time.Duration(k)*7500*time.Microsecond {
			t.Errorf("value %d: got %s", k, text)
		}
	}
}

func TestBadRanges(t *testing.T) {
	for _, c := range []struct{ name, from, to, step, want string }{
		{"leese", "1s", "2s", "1s", `did you mean "lease"`},
		{"sources", "pauses", "steps", "1", "sources has no ranges: its values are lists of pauses"},
		{"rmw", "false", "true", "1", "rmw has no ranges: its values are true or false"},
		{"failover-loses", "1-2", "1-3", "1", "failover-loses has no ranges: its values are ranges themselves, such as 1-2"},
		{"work", "0.1", "300ms", "0.1", `"0.1" must be a duration with its unit, such as 250ms or 2.5s; or all three must be shares`},
		{"think", "0.1", "0.3", "0.1", `"0.1" must be a duration with its unit, such as 250ms or 2.5s`},
		{"margin", "0", "2x", "", `"2x" must be a duration with its unit`},
		{"margin", "0s", "2s", "0s", "margin = 0s..2s/0s: the step must be above 0"},
		{"margin", "0s", "2s", "-1s", "the step must be above 0"},
		{"margin", "2s", "0s", "1s", "must go from the lesser to the greater"},
		{"margin", "0s", "2s", "300ms", "the last step is at 1.8s and does not land on 2s"},
		{"margin", "0s", "2s", "3s", "the last step is at 0s and does not land on 2s"},
		{"margin", "0s", "100001ns", "1ns", "must have at most 100000 values"},
		{"margin", "-292y", "0s", "1s", `"-292y" must be a duration`},
		{"pause-p", "0", "1", "0.3", "the last step is at 0.9 and does not land on 1"},
		{"pause-p", "0", "1", "1e-3", `"1e-3" must be a number in decimals`},
		{"pause-p", "0", "1/2", "0.1", `"1/2" must be a number in decimals`},
		{"pause-p", "NaN", "1", "Inf", `"NaN" must be a number in decimals`},
		{"drift", "0", strings.Repeat("9", 40), "1", "must be a number in decimals"},
		{"drift", "0", strings.Repeat("9", 20), "0.00000000000000000001", "must have at most 100000 values"},
	} {
		if x, err := fencekit.Range(c.name, c.from, c.to, c.step); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), "fencekit: ") {
			t.Errorf("%s %s..%s/%s: got %d values, %v, want an error that says %q", c.name, c.from, c.to, c.step, len(x.Values),
				err, c.want)
		}
	}
	most, err := fencekit.Range("margin", "0s", "99999ns", "1ns")
	if err != nil || len(most.Values) != fencekit.MaxGrid || slices.Contains(most.Values, "100000ns") {
		t.Errorf("got %d values, %v, want %d", len(most.Values), err, fencekit.MaxGrid)
	}
}

// FuzzRange holds a range to its ends: what is not refused begins and ends as asked, rises, and is read by the parameter.
func FuzzRange(f *testing.F) {
	f.Add("margin", "0s", "2s", "250ms")
	f.Add("pause-p", "0", "1", "0.1")
	f.Add("writes", "1", "9", "2")
	f.Add("pause", "-1h", "1ns", "1us")
	f.Add("drift", "-.5", "+20.", "00.50")
	f.Add("work", "0.1", ".3", "0.10")
	f.Add("pause-p", "-0", "0", "1")
	f.Fuzz(func(t *testing.T, name, from, to, step string) {
		x, err := fencekit.Range(name, from, to, step)
		if err != nil {
			if x.Values != nil {
				t.Errorf("%v with %d values", err, len(x.Values))
			}
			return
		}
		if n := len(x.Values); n < 1 || n > fencekit.MaxGrid {
			t.Fatalf("%d values", n)
		}
		a, err := fencekit.LookupParameter(name)
		if err != nil {
			t.Fatal(err)
		}
		var p, asked lease.Params
		for k, text := range []string{from, to} {
			at := x.Values[k*(len(x.Values)-1)]
			if err := a.Set(&asked, text); err != nil {
				continue // a range of whole numbers may be given in decimals
			}
			want := a.Get(&asked)
			if want == "-0" {
				want = "0" // a range counts, and has no other zero
			}
			if err := a.Set(&p, at); err != nil || a.Get(&p) != want {
				t.Errorf("%s: the range has %s, %v, where %s is asked for", name, at, err, text)
			}
		}
	})
}
