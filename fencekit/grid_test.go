package fencekit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

func TestGridIsCompareAtEveryCombination(t *testing.T) {
	e := fencekit.New()
	e.Trials = 30
	axes := []fencekit.Axis{
		{Name: "lease", Values: []string{"2s", "1500ms"}}, {Name: "sources",
			Values: []string{"pauses", "pauses,delay", "none"}},
		{Name: "writes", Values: []string{"1", "2"}}, {Name: "pause-p", Values: []string{"0.5"}}, {Name: "rmw",
			Values: []string{"true"}},
	}
	f, err := fencekit.Grid(context.Background(), e, axes...)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Columns()[:6], []string{"lease_ms", "sources", "writes", "pause-p", "rmw",
		"posture"}; !slices.Equal(got, want) {
		t.Errorf("columns: got %v, want %v", got, want)
	}
	kinds := []frame.Kind{frame.Float, frame.String, frame.Int, frame.Float, frame.Bool}
	for i, want := range kinds {
		c, err := f.Column(f.Columns()[i])
		if err != nil || c.Kind() != want {
			t.Errorf("%s: got %v, %v, want %v", f.Columns()[i], c.Kind(), err, want)
		}
	}
	e.Params.PauseP, e.Params.ReadModifyWrite = 0.5, true
	row := 0
	for _, length := range axes[0].Values {
		for _, sources := range axes[1].Values {
			for writes := 1; writes <= 2; writes++ {
				e.Params.Lease, _ = time.ParseDuration(length)
				e.Params.Sources, _ = lease.ParseSources(sources)
				e.Params.Writes = writes
				alone, err := fencekit.Compare(context.Background(), e)
				if err != nil {
					t.Fatal(err)
				}
				g, err := f.Tail(f.Rows() - row).Head(3).Drop(f.Columns()[:5]...)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := csv(t, g), csv(t, alone); got != want {
					t.Errorf("lease %s, sources %s, writes %d: not what Compare gives", length, sources, writes)
				}
				near(t, "lease_ms", floats(t, f, "lease_ms")[row], float64(e.Params.Lease)/1e6)
				row += 3
			}
		}
	}
	if f.Rows() != row {
		t.Errorf("rows: got %d, want %d", f.Rows(), row)
	}
}

func TestGridNamesItsAxes(t *testing.T) {
	e := fencekit.New()
	e.Trials = 2
	margins, err := fencekit.Range("margin", "0s", "2s", "500ms")
	if err != nil {
		t.Fatal(err)
	}
	f, err := fencekit.Grid(context.Background(), e, fencekit.Axis{Name: "sources", Values: []string{"none", "pauses,delay"}},
		margins, fencekit.Axis{Name: "rmw", Values: []string{"true"}})
	if err != nil {
		t.Fatal(err)
	}
	want := "; published parameters; varied: sources (none, pauses+delay), margin (0s … 2s, 5 values), rmw (true); fence "
	if !strings.Contains(f.Caption(), want) {
		t.Errorf("caption: got %s, want it to say %s", f.Caption(), want)
	}
}

// A cell of a grid's sources is a value of a list: it names its sources without a comma, and reads back.
func TestGridSaysHowLongTheWorkIsThatVaries(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Params.Lease = 2, 2*time.Second
	share := "work is a share of the lease: "
	for _, c := range []struct{ values, want, without string }{
		{"uniform(200ms,800ms)", "varied: work (uniform(200ms,800ms)); fence", share},
		{"uniform(0.1,0.2)", share + "200ms … 400ms at 2s; fence", "1.9s"},
	} {
		f, err := fencekit.Grid(t.Context(), e, fencekit.Axis{Name: "work", Values: []string{c.values}})
		if err != nil || !strings.Contains(f.Caption(), c.want) || strings.Contains(f.Caption(), c.without) {
			t.Errorf("%s: got %q, %v; want %q in it, and not %q", c.values, f.Caption(), err, c.want, c.without)
		}
	}
}

func TestGridCellsCanBeGivenBack(t *testing.T) {
	e := fencekit.New()
	e.Trials = 2
	e.Params.Sources = lease.Pauses
	f, err := fencekit.Grid(context.Background(), e, fencekit.Axis{Name: "sources", Values: []string{"pauses+delay", "all",
		"steps,drift"}})
	if err != nil {
		t.Fatal(err)
	}
	cells, err := frame.Col[string](f, "sources")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := 0; i < len(cells); i += len(e.Postures) {
		got = append(got, cells[i])
	}
	if want := []string{"pauses+delay", "all", "steps+drift"}; !slices.Equal(got, want) {
		t.Errorf("sources: got %v, want %v", got, want)
	}
	again, err := fencekit.Grid(context.Background(), e, fencekit.Axis{Name: "sources", Values: got})
	if err != nil || !frame.Equal(again, f) {
		t.Errorf("with the cells as values: got %v, %v", again, err)
	}
}

func TestGridColumnsHaveTheirUnits(t *testing.T) {
	e := fencekit.New()
	e.Trials = 2
	e.Params.Sources = lease.Drift
	f, err := fencekit.Grid(context.Background(), e, fencekit.Axis{Name: "drift", Values: []string{"-200", "200"}},
		fencekit.Axis{Name: "gap", Values: []string{"1ms"}}, fencekit.Axis{Name: "pause-p", Values: []string{"0.5"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]string{{"drift_ppm", "ppm"}, {"gap_ms", "ms"}, {"pause-p", ""}} {
		c, err := f.Column(want[0])
		if err != nil || f.Columns()[i] != want[0] || c.Meta.Unit != want[1] {
			t.Errorf("column %d: got %s in %q, %v, want %v", i, f.Columns()[i], c.Meta.Unit, err, want)
		}
	}
}

// What a parameter that is idle is set to changes no figure, and what one that is not idle is set to does.
func TestIdleParametersDecideNothing(t *testing.T) {
	sources := func(s lease.Sources) func(*lease.Params) { return func(p *lease.Params) { p.Sources = s } }
	lossy := func(p *lease.Params) { p.Failover = lease.Lossy }
	for _, c := range []struct {
		name, value string
		with        func(*lease.Params)
		why, by     string
	}{
		{"drift", "9000", nil, "sources = all is without drift", "sources"},
		{"drift", "100000", sources(lease.AllSources | lease.Drift), "", ""},
		{"pause", "9s", sources(lease.NoSources), "sources = none is without pauses", "sources"},
		{"pause", "9s", nil, "", ""},
		{"pause-p", "1", sources(lease.Steps | lease.Delay), "sources = steps,delay is without pauses", "sources"},
		{"pause-p", "1", nil, "", ""},
		{"pause-rate", "1", sources(lease.Delay), "sources = delay is without pauses", "sources"},
		{"pause-rate", "1", nil, "", ""},
		{"step", "2s", sources(lease.Pauses), "sources = pauses is without steps", "sources"},
		{"step", "2s", func(p *lease.Params) { p.Clock = lease.Monotonic }, "clock = monotonic, which no step moves", "clock"},
		{"step", "2s", nil, "", ""},
		{"step-every", "2s", sources(lease.Pauses), "sources = pauses is without steps", "sources"},
		{"step-every", "2s", nil, "", ""},
		{"wire", "3s", sources(lease.Pauses), "sources = pauses is without delay", "sources"},
		{"wire", "3s", nil, "", ""},
		{"wire-off", "3s", nil, "sources = all has delay, and wire in its place", "sources"},
		{"wire-off", "3s", sources(lease.Pauses), "", ""},
		{"failover-every", "3s", nil, "failover = none", "failover"},
		{"failover-every", "3s", lossy, "", ""},
		{"failover-loses", "9", func(p *lease.Params) { p.Failover = lease.Consensus }, "failover = consensus", "failover"},
		{"failover-loses", "9", lossy, "", ""},
		{"margin", "500ms", nil, "", ""},
	} {
		e := fencekit.New()
		e.Trials, e.Postures = 20, []lease.Posture{lease.Check, lease.Fencing}
		if c.with != nil {
			c.with(&e.Params)
		}
		a, err := fencekit.LookupParameter(c.name)
		if err != nil {
			t.Fatal(err)
		}
		why, by := a.Idle(&e.Params)
		if why != c.why || by != c.by {
			t.Errorf("%s: got %q, %q, want %q, %q", c.name, why, by, c.why, c.by)
		}
		before, err1 := fencekit.Compare(context.Background(), e)
		if err := a.Set(&e.Params, c.value); err != nil {
			t.Fatal(err)
		}
		after, err2 := fencekit.Compare(context.Background(), e)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if same := frame.Equal(before.WithCaption(""), after.WithCaption("")); same != (why != "") {
			t.Errorf("%s = %s: the figures are the same: %v, though Idle says %q", c.name, c.value, same, why)
		}
	}
}

func TestBadGrids(t *testing.T) {
	e := fencekit.New()
	var many []string
	for i := range 400 {
		many = append(many, fmt.Sprintf("%dms", i+1))
	}
	for _, c := range []struct {
		what string
		axes []fencekit.Axis
		want string
	}{
		{"no axis", nil, "at least one"},
		{"an unknown one", []fencekit.Axis{{Name: "leese", Values: []string{"1s"}}}, `did you mean "lease"`},
		{"one twice", []fencekit.Axis{{Name: "gap", Values: []string{"0s"}}, {Name: "gap", Values: []string{"0s"}}},
			"twice"},
		{"a value twice", []fencekit.Axis{{Name: "gap", Values: []string{"1s", "0s", "1000ms"}}}, "gap 1s is named twice"},
		{"no values", []fencekit.Axis{{Name: "gap"}}, "no values"},
		{"a bad value", []fencekit.Axis{{Name: "gap", Values: []string{"1ms", "fast"}}}, `gap = "fast"`},
		{"a value out of range", []fencekit.Axis{{Name: "lease", Values: []string{"1s", "-1s"}}}, "lease -1s"},
		{"too many", []fencekit.Axis{{Name: "gap", Values: many}, {Name: "lease", Values: many}}, "at most 100000"},
	} {
		if _, err := fencekit.Grid(context.Background(), e, c.axes...); err == nil || !strings.Contains(err.Error(),
			c.want) {
			t.Errorf("%s: error: got %v, want it to say %q", c.what, err, c.want)
		}
	}
}

func TestControlFindsNothingAndFindsWhatIsThere(t *testing.T) {
	e := fencekit.New()
	e.Trials, e.Postures = 60, lease.Postures()
	f, err := fencekit.Control(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	for i, same := range col[bool](t, f, "identical") {
		if !same || ints(t, f, "seeds_differing")[i] != 0 || ints(t, f, "schedules_differing")[i] != 0 {
			t.Errorf("row %d: got a difference, want none:\n%v", i, f)
		}
	}
	if ints(t, f, "both_held")[0] == 0 {
		t.Error("both held: got none; the control would be that of an empty run")
	}
	e.Params.EarlyRelease = true
	if f, err = fencekit.Control(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	for i, p := range e.Postures {
		if same := col[bool](t, f, "identical")[i]; same != !p.Check {
			t.Errorf("early release, %s: identical: got %v, want %v", p.Name, same, !p.Check)
		}
	}
}

// TestControlCatchesAPostureThatTouchesADraw replaces the lock service by one that does something else for a posture that
// may abort.
func TestControlCatchesAPostureThatTouchesADraw(t *testing.T) {
	e := fencekit.New()
	e.Trials = 40
	e.Parts = func() lease.Parts {
		return lease.Parts{Serve: func(s *lease.Schedule, aborting bool) *lease.Timeline {
			if aborting {
				s = lease.Draw(s.Params, s.Seed+1000)
			}
			return lease.Serve(s, aborting)
		}}
	}
	f, err := fencekit.Control(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ints(t, f, "schedules_differing"), []int64{0, 40, 0}; !slices.Equal(got, want) {
		t.Errorf("schedules differing: got %v, want %v", got, want)
	}
	if got := col[bool](t, f, "identical"); got[1] {
		t.Errorf("identical: got %v, want the second not to be", got)
	}
}

func TestARatedAxisBringsTheRatesOfRecordings(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "p.csv")
	if err := os.WriteFile(name, []byte("# recorded: 8s\npause_ms\n12\n4500\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e := fencekit.New()
	e.Params.PauseRate = 0.125
	x := fencekit.Axis{Name: "pause", Values: []string{"1s", "file(" + strconv.Quote(name) + ")", "2s"}}
	for _, c := range []struct {
		rated bool
		want  []float64
	}{{false, []float64{0.125, 0.125, 0.125}}, {true, []float64{0.125, 0.25, 0.125}}} {
		x.Rated = c.rated
		all, err := fencekit.Combinations(e, []fencekit.Axis{x})
		if err != nil {
			t.Fatal(err)
		}
		var got []float64
		for i := range all {
			got = append(got, all[i].Params.PauseRate)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("rated %v: got %v, want %v", c.rated, got, c.want)
		}
	}
}
