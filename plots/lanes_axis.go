package plots

import (
	"math"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// timeUnit is a unit of a time axis, with the steps that look natural in it, where these are not 1, 2 and 5.
type timeUnit struct {
	seconds float64
	name    string
	steps   []float64
}

var timeUnits = []timeUnit{
	{1e-9, "ns", nil}, {1e-6, "µs", nil}, {1e-3, "ms", nil}, {1, "s", nil},
	{60, "min", []float64{1, 2, 5, 10, 15, 30, 60, 120}},
	{3600, "h", []float64{1, 2, 3, 6, 12, 24, 48, 96, 240}},
	{86400, "d", nil},
}

// unitOf returns the unit of an axis from low to high, in seconds: the largest of which it has three.
func unitOf(low, high float64) timeUnit {
	unit := timeUnits[0]
	for _, u := range timeUnits {
		if high-low >= 3*u.seconds {
			unit = u
		}
	}
	return unit
}

// timeTicks marks an axis of seconds in a unit that suits its width, in so many parts at most.
type timeTicks struct{ parts int }

// Ticks implements plot.Ticker.
func (t timeTicks) Ticks(low, high float64) []plot.Tick {
	unit := unitOf(low, high)
	low, high = low/unit.seconds, high/unit.seconds
	step, exponent := niceStep((high - low) / float64(max(t.parts, 1)))
	for _, natural := range unit.steps {
		if natural >= (high-low)/float64(max(t.parts, 1)) {
			step, exponent = natural, 0
			break
		}
	}
	var ticks []plot.Tick
	first := math.Ceil(low/step - 1e-9)
	for k := range t.parts + 2 { // far from the start of the run two marks may be one number
		x := (first + float64(k)) * step
		if x > high+1e-9*step {
			break
		}
		if n := len(ticks); n == 0 || x*unit.seconds > ticks[n-1].Value {
			ticks = append(ticks, plot.Tick{Value: x * unit.seconds, Label: decimal(x, max(0, -exponent))})
		}
	}
	return ticks
}

// orderTicks marks an axis of sequence numbers at whole ones.
type orderTicks struct{ parts int }

// Ticks implements plot.Ticker.
func (t orderTicks) Ticks(low, high float64) []plot.Tick {
	step, _ := niceStep(max(1, (high-low)/float64(max(t.parts, 1))))
	var ticks []plot.Tick
	for i := math.Ceil(low / step); i*step <= high; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: decimal(i*step, 0)})
	}
	return ticks
}

// fixedTicks are ticks that are known.
type fixedTicks []plot.Tick

// Ticks implements plot.Ticker.
func (t fixedTicks) Ticks(_, _ float64) []plot.Tick { return t }

// axes labels the axes of a plot.
func (c *laneChart) axes(pl *plot.Plot) {
	low, high := c.w.limits()
	if c.w.byOrder {
		pl.X.Label.Text, pl.X.Tick.Marker = "order of events", orderTicks{8}
	} else {
		pl.X.Label.Text, pl.X.Tick.Marker = "time ["+unitOf(low, high).name+"]", timeTicks{8}
	}
	pl.X.Min, pl.X.Max = low, high
	pl.Y.Min, pl.Y.Max = 0, c.total
	var names fixedTicks
	for i, lane := range c.scene.lanes {
		names = append(names, plot.Tick{Value: c.bottoms[i] + lane.height/2, Label: c.name(lane)})
	}
	pl.Y.Tick.Marker, pl.Y.Tick.Length, pl.Y.LineStyle.Width = names, 0, 0
	pl.Y.Tick.Label.Color = c.p.Ink
	pl.Y.Tick.Label.Font.Size = c.p.LabelSize
	pl.Y.Padding = c.p.LabelSize / 3
}

// longestName is the most that the name of a lane takes up, in sizes of type.
const longestName = 9

// name returns the name of a lane, cut where it is long.
func (c *laneChart) name(l lane) string {
	return c.p.shortened(c.p.LabelSize, literal(l.name), longestName*c.p.LabelSize)
}

// shortened cuts a text to a width and says by an ellipsis that it did.
func (p *press) shortened(size vg.Length, txt string, width vg.Length) string {
	style := p.style(size, p.Ink)
	if style.Width(txt) <= width {
		return txt
	}
	runes := []rune(txt)
	for len(runes) > 1 && style.Width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// briefly writes a duration with two or three digits, as a mark in a chart has room for.
func briefly(d time.Duration) string {
	seconds := math.Abs(d.Seconds())
	unit := timeUnits[0]
	for _, u := range timeUnits {
		if seconds >= u.seconds && (u.seconds <= 1 || seconds >= 2*u.seconds) {
			unit = u
		}
	}
	x := seconds / unit.seconds
	decimals := 0
	if x < 100 && unit.seconds >= 1 || x < 10 && unit.seconds > 1e-9 {
		decimals = 1
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	text = strings.TrimSuffix(text, ".0") + " " + unit.name
	if d < 0 {
		return minus + text
	}
	return text
}

// withSign writes a duration with its sign.
func withSign(d time.Duration) string {
	if d > 0 {
		return "+" + briefly(d)
	}
	return briefly(d)
}

// drawMore says at the right of the data how many events are not drawn.
func (c *laneChart) drawMore(dc draw.Canvas) {
	if c.w.more == 0 {
		return
	}
	style := c.p.bold(c.p.TickSize, c.p.Ink)
	txt := c.moreText()
	if style.Width(txt) > dc.Size().Y {
		txt = "+" + decimal(float64(c.w.more), 0)
	}
	style.Rotation = math.Pi / 2
	style.XAlign = centre
	at := vg.Point{X: dc.Max.X + c.moreWidth() - 0.2*c.p.TickSize, Y: (dc.Min.Y + dc.Max.Y) / 2}
	c.p.Draw(dc, txt, style, at)
	line := draw.LineStyle{Color: c.p.Muted, Width: c.p.Thin, Dashes: []vg.Length{3 * c.p.Thin, 3 * c.p.Thin}}
	dc.StrokeLine2(line, dc.Max.X, dc.Min.Y, dc.Max.X, dc.Max.Y)
}

func (c *laneChart) moreText() string {
	if c.w.more == 1 {
		return "1 more event"
	}
	return decimal(float64(c.w.more), 0) + " more events"
}

func (c *laneChart) moreWidth() vg.Length { return 1.6 * c.p.TickSize }
