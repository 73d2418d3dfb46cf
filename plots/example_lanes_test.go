package plots_test

import (
	"fmt"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
	"fence/plots"
)

// staleWrite is a schedule by hand: the first client stops for eight seconds while it holds a lease of three.
const staleWrite = `{
  "format": "fence-schedule", "version": 1, "params": {"lease": "3s", "horizon": "12s"},
  "clients": [
    {"attempts": [{"think": "500ms", "work": "2s", "pauses": [{"at": "1s", "for": "8s"}], "wires": ["10ms"]}]},
    {"attempts": [{"think": "1s", "work": "2s", "wires": ["10ms"]}]}
  ]
}`

// replayed returns the log of the schedule under a posture.
func replayed(posture lease.Posture) (*trace.Log, error) {
	s, err := lease.ReadSchedule(strings.NewReader(staleWrite))
	if err != nil {
		return nil, err
	}
	return lease.Log(s, posture)
}

// laneFigure draws a log as lanes, with what is set.
func laneFigure(l *trace.Log, err error, set func(*plots.Lanes)) (*plots.Figure, error) {
	if err != nil {
		return nil, err
	}
	lanes, err := plots.NewLanes(l)
	if err != nil {
		return nil, err
	}
	if set != nil {
		set(lanes)
	}
	return lanes.Figure()
}

// staleWriteLands draws a stale write that is applied.
func staleWriteLands() (*plots.Figure, error) {
	log, err := replayed(lease.Unprotected)
	return laneFigure(log, err, func(l *plots.Lanes) { l.Title, l.To = "A stale write lands", 12*time.Second })
}

func ExampleLanes_Figure() {
	figure, err := staleWriteLands()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(figure.Alt)
	// Output:
	// Lanes from 0 s to 12 s: 16 events of svc, C1, C2, S. Writes: 1 applied under a live lease, 1 applied without one, 0 refused. At 10.535 s the write of C1 with token 1 is applied although its lease is over. In one race two clients or more believe at once, for 2 s.
}

func ExampleNewLanes() {
	_, err := plots.NewLanes(trace.New(trace.Header{Family: "lease"}))
	fmt.Println(err)
	// Output:
	// plots: lanes: the log has no events; there is nothing to draw
}

func ExampleLanes_Check() {
	log, err := replayed(lease.Unprotected)
	if err != nil {
		fmt.Println(err)
		return
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		fmt.Println(err)
		return
	}
	lanes.From, lanes.To, lanes.Actors = time.Minute, 2*time.Minute, []string{"C9"}
	fmt.Println(lanes.Check())
	// Output:
	// plots: lanes: actor "C9" is not in the log; it has svc, C1, C2, S
	// plots: lanes: window 1m0s..2m0s: is outside the run, whose events are from 500ms to 10.535s
}

func ExampleLanes_Pages() {
	p := lease.Default()
	p.Clients, p.Horizon = 16, time.Minute
	log, err := lease.Log(lease.Draw(&p, 3), lease.Fencing)
	if err != nil {
		fmt.Println(err)
		return
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		fmt.Println(err)
		return
	}
	pages, err := lanes.Pages(6 * vg.Inch)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, page := range pages {
		_, height, _ := page.Size()
		names, _, _ := strings.Cut(page.Alt, ". ")
		fmt.Printf("%s, %.1f in: %s\n", page.Title, float64(height/vg.Inch), names)
	}
	// Output:
	// Seed 3, fencing (1 of 3), 5.8 in: Lanes from 0 s to 59.418 s: 159 events of svc, C1, C2, C3, C4, C5, C6, C7, S
	// Seed 3, fencing (2 of 3), 5.8 in: Lanes from 0 s to 59.418 s: 168 events of svc, C8, C9, C10, C11, C12, C13, C14, S
	// Seed 3, fencing (3 of 3), 3.6 in: Lanes from 0 s to 59.418 s: 121 events of svc, C15, C16, S
}

// Lanes are a plotter of gonum's.
func ExampleLanes_Plot() {
	log, err := replayed(lease.Fencing)
	if err != nil {
		fmt.Println(err)
		return
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := plot.New()
	p.Add(lanes)
	if err := lanes.Axes(p); err != nil {
		fmt.Println(err)
		return
	}
	p.Draw(draw.NewCanvas(new(recorder.Canvas), plots.DoubleColumn, 3*vg.Inch))
	fmt.Println(p.X.Label.Text, p.X.Min, p.X.Max)
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		fmt.Println(tick.Label)
	}
	// Output:
	// time [s] 0 10.535
	// svc
	// C1
	// C2
	// S
}
