package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fence/fencekit"
	"fence/fencekit/claims"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// A file of results and the file beside it read back as the frame that the library gives, with its caption, kinds, units,
// meanings and methods.
func TestResultsReadBackAsTheFrameThatTheyWere(t *testing.T) {
	ctx := context.Background()
	e := fencekit.New()
	e.Trials = 5
	checks := e
	checks.Postures = []lease.Posture{lease.Check}
	grid := []fencekit.Axis{{Name: "lease", Values: []string{"2s", "2500ms"}}, {Name: "sources", Values: []string{"none", "pauses,delay"}},
		{Name: "writes", Values: []string{"1", "2"}}, {Name: "rmw", Values: []string{"true"}}}
	for _, c := range []struct {
		args string
		want func() (frame.Frame, error)
	}{
		{"compare", func() (frame.Frame, error) { return fencekit.Compare(ctx, e) }},
		{"sources", func() (frame.Frame, error) { return fencekit.Sources(ctx, e) }},
		{"margin", func() (frame.Frame, error) { return fencekit.MarginSweep(ctx, checks, fencekit.DefaultMargins()) }},
		{"failover --postures unprotected,check,fencing", func() (frame.Frame, error) { return fencekit.Failover(ctx, e) }},
		{"drift", func() (frame.Frame, error) { return fencekit.Drift(ctx, e, fencekit.DefaultRates()) }},
		{"control", func() (frame.Frame, error) { return fencekit.Control(ctx, e) }},
		{"grid --vary lease=2s,2500ms --vary sources=none,pauses+delay --vary writes=1,2 --vary rmw=true",
			func() (frame.Frame, error) { return fencekit.Grid(ctx, e, grid...) }},
		{"trials", func() (frame.Frame, error) { return fencekit.Trials(ctx, e) }},
		{"trials --top work_destroyed -n 2", func() (frame.Frame, error) { return fencekit.Top(ctx, e, lease.WorkDestroyed, 2) }},
	} {
		want, err := c.want()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"x.csv", "x.json"} {
			t.Chdir(t.TempDir())
			fine(t, words(c.args+" --trials 5 --quiet -o "+name)...)
			got, err := frame.ReadFile(name)
			if err != nil || !frame.Equal(got, want) {
				t.Errorf("%s -o %s: %v; got\n%v\nwant\n%v", c.args, name, err, got, want)
			}
			// The broken twin: without the file beside it the units and the caption are gone.
			if err := os.Remove(name + ".meta.json"); err != nil {
				t.Fatal(err)
			}
			if got, err = frame.ReadFile(name); err != nil || frame.Equal(got, want) || got.Rows() != want.Rows() {
				t.Errorf("%s -o %s, alone: got %d rows, %v, want %d and no caption", c.args, name, got.Rows(), err, want.Rows())
			}
		}
	}
}

// A file that takes the place of a result does not keep the file beside it that told of the result.
func TestNoFileBesideTellsOfAnEarlierResult(t *testing.T) {
	for _, c := range []struct{ name, args string }{
		{"c.csv", "columns -o c.csv"},
		{"s.json", "columns -o s.json"},
		{"s.json", "schedule --seed 7 -o s.json"},
		{"s.json", "audit run.log -f json -o s.json"},
		{"s.json", "compare --print-params -o s.json"},
	} {
		t.Chdir(t.TempDir())
		fine(t, "lanes", "--seed", "7", "--posture", "fencing", "-f", "log", "-o", "run.log")
		fine(t, "compare", "--trials", "2", "-o", c.name)
		if r := fence(words(c.args)...); r.code > exitFound {
			t.Fatalf("%s: got %+v", c.args, r)
		}
		beside, there := files(t)[c.name+".meta.json"]
		if strings.HasPrefix(c.args, "columns") {
			f, err := frame.ReadFile(c.name)
			if err != nil || !frame.Equal(f, fencekit.Columns()) || !strings.Contains(beside, `"command": "fence `+c.args+`"`) ||
				strings.Contains(beside, `"seed"`) {
				t.Errorf("%s: got %v, beside it\n%s", c.args, err, beside)
			}
		} else if there {
			t.Errorf("%s: the file beside it tells of something else:\n%s", c.args, beside)
		}
		// The twin: what another program has put there stays.
		const theirs = `{"program": "another"}`
		write(t, c.name+".meta.json", theirs)
		if c.name != "s.json" {
			continue // there is nothing but tables of rows in CSV that is made at once
		}
		fine(t, "schedule", "--seed", "7", "-o", c.name)
		if got := files(t)[c.name+".meta.json"]; got != theirs {
			t.Errorf("%s: a file of another program's: got %q", c.args, got)
		}
	}
}

func TestClaimsReadBackAsTheFrameThatTheyWere(t *testing.T) {
	t.Chdir(t.TempDir())
	const only = "all.arrived,pause.destroyed"
	fine(t, "claims", "--only", only, "--quiet", "-o", "x.csv")
	results, err := claims.Check(context.Background(), claims.Options{Seed: 1, Only: strings.Split(only, ",")})
	if err != nil {
		t.Fatal(err)
	}
	want, err := claims.Frame(results)
	if err != nil {
		t.Fatal(err)
	}
	got, err := frame.ReadFile("x.csv")
	if err != nil || !frame.Equal(got.WithCaption(""), want.WithCaption("")) || got.Caption() != "seed 1; fence 0.1.0" {
		t.Errorf("%v; got\n%v\nwant\n%v", err, got, want)
	}
	var meta map[string]any
	if err := json.Unmarshal([]byte(files(t)["x.csv.meta.json"]), &meta); err != nil || meta["params"] != nil || meta["seed"] != 1.0 {
		t.Errorf("got %v, %v, want a seed and no parameters, since each claim has its own", meta, err)
	}
}
