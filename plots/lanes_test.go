package plots_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
	"fence/plots"
)

func init() {
	gallery = append(gallery,
		drawn{"lanes-lease", staleWriteLands},
		drawn{"lanes-fenced", func() (*plots.Figure, error) {
			log, err := replayed(lease.Fencing)
			return laneFigure(log, err, func(l *plots.Lanes) { l.Title, l.To = "The same race fenced", 12*time.Second })
		}},
		drawn{"lanes-order", func() (*plots.Figure, error) {
			log, err := seeded(7, lease.CheckFencing)
			return laneFigure(log, err, func(l *plots.Lanes) { l.From, l.To, l.ByOrder = 40*time.Second, 62*time.Second, true })
		}},
		drawn{"lanes-capped", func() (*plots.Figure, error) {
			log, err := seeded(7, lease.Unprotected)
			return laneFigure(log, err, func(l *plots.Lanes) { l.Limit = 60 })
		}},
		drawn{"lanes-failover", func() (*plots.Figure, error) {
			return laneFigure(imported, nil, func(l *plots.Lanes) {
				l.Values = func(e trace.Event) string {
					if e.Clock == e.At {
						return ""
					}
					return "ahead"
				}
			})
		}},
	)
}

// seeded returns the log of a seed with the default parameters.
func seeded(seed uint64, posture lease.Posture) (*trace.Log, error) {
	p := lease.Default()
	return lease.Log(lease.Draw(&p, seed), posture)
}

// imported is a timeline with everything that a log of the lease engine does not have: two locks, two objects, renewals,
// a revocation, reads, fences by hand, a crash, a word of its own and tokens that are no numbers.
var imported = timeline(`
0 | svc | grant | lock=L to=C1 token=33 until=4000
0 | C1 | begin | lock=L token=33
500 | svc | grant | lock=M to=C2 token=7 until=3000
600 | C2 | begin | lock=M token=7
1000 | svc | renew | lock=L by=C1 until=6000
1500 | S | applied | id=a by=C1 obj=x token=33
1600 | S | applied | id=b by=C2 obj=y token=7
1700 | S | read | by=C2 obj=x token=33
2000 | svc | revoke | lock=M of=C2
2200 | S | applied | id=c by=C2 obj=y token=7
2500 | C2 | crash | lost=everything
2600 | C2 | end | lock=M token=7
3000 | svc | failover | lock=L lost=1 counter=32
3500 | svc | extend | lock=L of=C1 until=9000
4000 | svc | grant | lock=L to=C2 token=33 until=7000
4000 | C2 | begin | lock=L token=33
4100 | S | fence-raised | obj=x token=34
4300 | C1 | clock-step | clock=5500 by=1200
4500 | S | refused | id=d by=C1 obj=x token=33
4600 | S | applied | id=e by=C1 obj=x token=none
5000 | S | fence-undone | obj=x token=30
5200 | C1 | my-word
5500 | S | discard | id=e obj=x
6000 | C1 | end | lock=L token=33
6500 | svc | release-refused | lock=L of=C1 token=33
6800 | svc | expire | lock=M of=C2 token=7
7000 | C2 | end | lock=L token=33
`)

func timeline(text string) *trace.Log {
	l, err := trace.Read(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	return l
}

func TestLanesRefuse(t *testing.T) {
	log, err := replayed(lease.Unprotected)
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name string
		set  func(*plots.Lanes)
		want string
	}{
		{"from after to", func(l *plots.Lanes) { l.From, l.To = 5*time.Second, 4*time.Second },
			"plots: lanes: from = 5s: must not be after to = 4s"},
		{"window after the run", func(l *plots.Lanes) { l.From = 20 * time.Second },
			"plots: lanes: window 20s..10.535s: is outside the run, whose events are from 500ms to 10.535s"},
		{"window before the run", func(l *plots.Lanes) { l.To = time.Millisecond },
			"plots: lanes: window 0s..1ms: is outside the run, whose events are from 500ms to 10.535s"},
		{"unknown actor", func(l *plots.Lanes) { l.Actors = []string{"C1", "c2"} },
			`plots: lanes: actor "c2" is not in the log; it has svc, C1, C2, S`},
		{"actor twice", func(l *plots.Lanes) { l.Actors = []string{"C1", "C1"} },
			`plots: lanes: actor "C1" has two lanes: must have one`},
		{"no actor", func(l *plots.Lanes) { l.Actors = []string{} },
			"plots: lanes: no actor is named; the log has svc, C1, C2, S"},
		{"limit", func(l *plots.Lanes) { l.Limit = -1 },
			"plots: lanes: limit = -1: must be 1 or more, or 0 for 20000"},
		{"two at once", func(l *plots.Lanes) { l.Limit, l.From, l.To = -1, 2, 1 },
			"plots: lanes: from = 2ns: must not be after to = 1ns\nplots: lanes: limit = -1: must be 1 or more, or 0 for 20000"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := laneFigure(log, nil, c.set)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
			lanes, _ := plots.NewLanes(log)
			c.set(lanes)
			if got := lanes.Check(); got == nil || got.Error() != c.want {
				t.Errorf("Check: got %v, want %s", got, c.want)
			}
			if _, err := lanes.Pages(5 * vg.Inch); err == nil || err.Error() != c.want {
				t.Errorf("Pages: got %v, want %s", err, c.want)
			}
		})
	}
}

func TestNewLanesRefuses(t *testing.T) {
	backwards := trace.New(trace.Header{})
	backwards.Add(2*time.Second, "a", trace.KindNote)
	backwards.Add(time.Second, "a", trace.KindNote)
	misnumbered := trace.New(trace.Header{})
	misnumbered.Add(0, "a", trace.KindNote).Seq = 3
	cases := []struct {
		name string
		log  *trace.Log
		want string
	}{
		{"no log", nil, "plots: lanes: the log has no events; there is nothing to draw"},
		{"no events", trace.New(trace.Header{}), "plots: lanes: the log has no events; there is nothing to draw"},
		{"time goes back", backwards, "plots: lanes: event #1 is at 1s, before event #0 at 2s: must be in order of time"},
		{"numbers", misnumbered, "plots: lanes: event #0 has sequence number 3: must be its place in the log"},
	}
	for _, c := range cases {
		if _, err := plots.NewLanes(c.log); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// TestLanesSayWhereTheyComeFrom holds title, caption and origin to the header of the log.
func TestLanesSayWhereTheyComeFrom(t *testing.T) {
	log, err := seeded(7, lease.Fencing)
	if err != nil {
		t.Fatal(err)
	}
	log.Header.Command = "fence lanes --seed 7"
	figure, err := laneFigure(log, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := figure.Title, "Seed 7, fencing"; got != want {
		t.Errorf("title %q, want %q", got, want)
	}
	if got, want := figure.Caption, "One run, seed 7, fencing; 209 events from 0 s to 119.972 s; default parameters; "+
		trace.Program+"."; got != want {
		t.Errorf("caption %q, want %q", got, want)
	}
	want := plots.Origin{Program: trace.Program, Command: "fence lanes --seed 7", Seed: "7", Params: string(log.Header.Params)}
	if figure.Origin != want {
		t.Errorf("origin %+v, want %+v", figure.Origin, want)
	}
}

func TestPagesKeepTheHeight(t *testing.T) {
	p := lease.Default()
	p.Clients, p.Horizon = 40, 20*time.Second
	log, err := lease.Log(lease.Draw(&p, 1), lease.Unprotected)
	if err != nil {
		t.Fatal(err)
	}
	for _, height := range []vg.Length{3.6 * vg.Inch, 5 * vg.Inch, 9 * vg.Inch} {
		lanes, err := plots.NewLanes(log)
		if err != nil {
			t.Fatal(err)
		}
		pages, err := lanes.Pages(height)
		if err != nil {
			t.Fatal(err)
		}
		clients := 0
		for _, page := range pages {
			if _, h, err := page.Size(); err != nil || h > height {
				t.Errorf("%v: a page is %v high (%v)", height, h, err)
			}
			names, _, _ := strings.Cut(page.Alt, ". ")
			_, names, _ = strings.Cut(names, " of ")
			if !strings.Contains(names, "svc") || !strings.Contains(names, "S") {
				t.Errorf("%v: a page has %s: must have service and resource", height, names)
			}
			clients += strings.Count(names, "C")
		}
		if clients != 40 && !strings.Contains(pages[0].Alt, "more") {
			t.Errorf("%v: %d clients on all pages, want 40", height, clients)
		}
	}
}

// TestFiguresLeaveNoMemory draws a hundred figures and compares what is in use before and after.
func TestFiguresLeaveNoMemory(t *testing.T) {
	log, err := seeded(7, lease.CheckFencing)
	if err != nil {
		t.Fatal(err)
	}
	used := func(n int) uint64 {
		for range n {
			figure, err := laneFigure(log, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			figure.DPI = 50
			for _, format := range []string{"png", "svg"} {
				_, wrong := figure.Bytes(format)
				err = errors.Join(err, wrong)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, after := used(5), used(fewer(100, 10))
	if after > before+500_000 {
		t.Errorf("%d bytes are in use after 100 figures, %d before", after, before)
	}
}

// TestMoreLanesThanFit is refused with what to do, and Pages does it.
func TestMoreLanesThanFit(t *testing.T) {
	log := trace.New(trace.Header{Family: "lease"})
	log.Add(0, "svc", trace.KindGrant, trace.S("lock", "L"), trace.S("to", "C1"), trace.N("token", 1))
	for i := range 300 {
		log.Add(time.Duration(i)*time.Second, lease.ClientName(int32(i)), trace.KindRequest, trace.S("lock", "L"))
	}
	_, err := laneFigure(log, nil, nil)
	want := "plots: lanes: 301 lanes need 132.4 in: must fit into 98; Pages divides them among figures"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := lanes.Pages(9 * vg.Inch)
	if err != nil || len(pages) < 15 || len(pages) > 30 {
		t.Errorf("%d pages (%v), want about 20", len(pages), err)
	}
}
