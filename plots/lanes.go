package plots

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fence/fencekit/trace"
)

// Lanes draws a run, lane by lane, from left to right. It is a plotter of gonum's, and Figure puts it on axes of its own
// with names, a legend, a caption and an alternative text. Its fields may be changed until it is drawn.
//
// In a lease log the lock service has a bar for each grant with its token, and a tick where the lease dies; a client has
// a bar while it believes that it holds the lock, hatched once no lease covers it, and below that its stops, its checks
// and its sends; a resource has a staircase of the highest token that it has served, with each write at the height of
// its own token. Across all lanes a wash marks where two clients believe at once.
//
// In any other log an actor has a lane with a line: an arrow is a message, with a cross where it was lost; a bar is a
// span, such as a critical section, a stop, the time that a process is down, or a lock that is held or waited for; a wash
// is a partition; and what neither shows is a mark of its kind.
type Lanes struct {
	// From and To are the window of true time, both included. A zero To is the last event. A zero From is the start of
	// the run, or the first event where that comes in the second half.
	From, To time.Duration
	// Playhead is an instant after which nothing has happened yet: nothing is drawn to its right, and every bar ends
	// there. 0 means none.
	Playhead time.Duration
	// Actors are the lanes, in order; nil means all. In a lease log a service has a lane for each of its locks.
	Actors []string
	// ByOrder takes the order of events in place of time: they stand at equal distances, by their sequence numbers. An
	// instant without an event lies between those before and after it.
	ByOrder bool
	// Limit is how many events are drawn at most; 0 means 20,000. Beyond it the rest of the window is not drawn, and how
	// many there are stands at the right.
	Limit int
	// Values returns what is written beside an event, such as a reading of its clock; "" or a nil Values is nothing.
	Values func(trace.Event) string
	// EventStyle may change the style of an event's mark. A bar is the mark of the event that begins it, and its right
	// edge that of the event that ends it.
	EventStyle func(e trace.Event, s Style) Style
	// Theme is how the chart looks where it is a plotter; a figure has its own. The zero Theme is Paper.
	Theme Theme
	// Title stands above the figure. Default the seed and the posture of the log.
	Title string

	log    *trace.Log
	actors []trace.Actor
}

// defaultLimit is the most events that are drawn if nothing else is said.
const defaultLimit = 20_000

// NewLanes returns the lanes of a whole log, by time. No log, a log without events, and events out of order are errors.
func NewLanes(l *trace.Log) (*Lanes, error) {
	if l == nil || len(l.Events) == 0 {
		return nil, errors.New("plots: lanes: the log has no events; there is nothing to draw")
	}
	for i := range l.Events {
		e := &l.Events[i]
		if e.Seq != i {
			return nil, fmt.Errorf("plots: lanes: event #%d has sequence number %d: must be its place in the log", i, e.Seq)
		}
		if i > 0 && e.At < l.Events[i-1].At {
			return nil, fmt.Errorf("plots: lanes: event #%d is at %v, before event #%d at %v: must be in order of time",
				i, e.At, i-1, l.Events[i-1].At)
		}
	}
	return &Lanes{Limit: defaultLimit, log: l, actors: l.Actors()}, nil
}

// Check reports everything that is wrong with the fields, as Figure would. A plotter that does not pass draws nothing.
func (l *Lanes) Check() error {
	_, err := l.window()
	return err
}

var _ interface {
	plot.Plotter
	plot.DataRanger
	plot.GlyphBoxer
	plot.Thumbnailer
} = (*Lanes)(nil)

// chart returns what is drawn, in a theme.
func (l *Lanes) chart(p *press) (*laneChart, error) {
	w, err := l.window()
	if err != nil {
		return nil, err
	}
	return newLaneChart(p, l, w), nil
}

func (l *Lanes) press() *press { return (&Figure{Theme: l.Theme}).press() }

// Plot implements plot.Plotter.
func (l *Lanes) Plot(c draw.Canvas, p *plot.Plot) {
	if chart, err := l.chart(l.press()); err == nil {
		chart.Plot(c, p)
	}
}

// DataRange implements plot.DataRanger: horizontally seconds of true time or sequence numbers, vertically lanes, the
// lowest from 0.
func (l *Lanes) DataRange() (xmin, xmax, ymin, ymax float64) {
	chart, err := l.chart(l.press())
	if err != nil {
		return 0, 1, 0, 1
	}
	return chart.DataRange()
}

// GlyphBoxes implements plot.GlyphBoxer: the room that is taken left and right of the data.
func (l *Lanes) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	chart, err := l.chart(l.press())
	if err != nil {
		return nil
	}
	return chart.GlyphBoxes(p)
}

// Thumbnail implements plot.Thumbnailer: a belief that outlives its lease.
func (l *Lanes) Thumbnail(c *draw.Canvas) {
	p, r := l.press(), c.Rectangle
	middle := (r.Min.X + r.Max.X) / 2
	fillRect(c, vg.Rectangle{Min: r.Min, Max: vg.Point{X: middle, Y: r.Max.Y}}, p.Roles.Belief, p.Gap, p.Hair)
	fillRect(c, vg.Rectangle{Min: vg.Point{X: middle, Y: r.Min.Y}, Max: r.Max}, p.Roles.Bare, p.Gap, p.Hair)
}

// Axes labels the axes of a plot of gonum's to which the lanes were added: with time in a unit that suits, or with
// sequence numbers, and with the names of the lanes. It fails as Check does.
func (l *Lanes) Axes(p *plot.Plot) error {
	chart, err := l.chart(l.press())
	if err != nil {
		return err
	}
	chart.axes(p)
	return nil
}

// Figure returns the lanes on axes, with a legend of what occurs in the window. Title, caption, alternative text and
// origin come from the log. It fails if the window is empty or outside the run, an actor is unknown, or a limit is
// below 1; and if so many lanes do not fit into one figure, which Pages divides.
func (l *Lanes) Figure() (*Figure, error) {
	settled := *l // the figure keeps what it was made from
	w, err := settled.window()
	if err != nil {
		return nil, err
	}
	charts := &chartOnce{l: &settled, w: w}
	if most := float64(largest/Paper().NoteSize) / 20; float64(len(settled.laneNames())) > most {
		p := (&Figure{}).press()
		if chart := charts.of(p); chart.natural(p) > largest-2*vg.Inch {
			return nil, fmt.Errorf("plots: lanes: %d lanes need %.4g in: must fit into 98; Pages divides them among figures",
				len(chart.scene.lanes), float64(chart.natural(p)/vg.Inch))
		}
	}
	f := newFigure(single{
		build: func(p *press, _ vg.Length) (*plot.Plot, legend) { return charts.of(p).plot() },
		high:  func(p *press) vg.Length { c := charts.of(p); return c.natural(p) + c.around(p) },
	})
	f.Title, f.Caption, f.Alt, f.Origin = settled.title(), settled.caption(w), settled.alt(w), settled.origin()
	return f, nil
}

// chartOnce builds the chart of a figure once for each drawing, which asks for it several times.
type chartOnce struct {
	l     *Lanes
	w     *window
	mutex sync.Mutex
	last  *laneChart
}

func (o *chartOnce) of(p *press) *laneChart {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.last == nil || o.last.p != p {
		o.last = newLaneChart(p, o.l, o.w)
	}
	return o.last
}
