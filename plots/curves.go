package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fence/fencekit/frame"
)

// Curves draws measured points over the lines of formulas, as the cost of a protocol against the number of processes.
// Points have their intervals where the frame has limits.
type Curves struct {
	// X and Y are columns of numbers.
	X, Y string
	// Low and High are the columns with the limits of Y. Default Y with _low and _high, if both are there.
	Low, High string
	// By is the column that tells series apart, in order of first appearance; "" means that all rows are one.
	By string
	// Formulas are drawn as lines without marks.
	Formulas []Formula
	// Joined joins the points of a series by lines.
	Joined bool
	// LogX and LogY make an axis logarithmic, with a place for zero.
	LogX, LogY bool
	// XLabel and YLabel stand at the axes, with units. Default the columns' names and units.
	XLabel, YLabel string
	Title          string
}

// Formula is a function of the horizontal axis.
type Formula struct {
	Name string // as the legend has it, such as 3(N − 1)
	Of   func(x float64) float64
}

// Figure returns the chart of a frame. A column that is not there, a missing, NaN or infinite cell of X or Y and a frame
// without rows are errors.
func (o Curves) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("curves", f)
	data := curvesData{o: o, xs: t.numbers(o.X), ys: t.numbers(o.Y)}
	o.limits(t, &data)
	if o.By != "" {
		data.by = t.texts(o.By)
	}
	if err := t.err(); err != nil {
		return nil, err
	}
	data.series = distinct(data.by)
	if len(data.series) == 0 {
		data.series = []string{o.Y}
		data.by = slices.Repeat(data.series, len(data.xs))
	}
	if n := len(Paper().Series); len(data.series)+len(o.Formulas) > n {
		return nil, fmt.Errorf("plots: curves: %d series and %d formulas: must be %d at most together, to be told apart",
			len(data.series), len(o.Formulas), n)
	}
	data.o.XLabel, data.o.YLabel = t.label(o.XLabel, o.X), t.label(o.YLabel, o.Y)
	fig := newFigure(single{build: data.build, aspect: 0.66})
	fig.Title, fig.Caption, fig.Alt = o.Title, f.Caption(), data.alt()
	return fig, nil
}

// limits reads the limits of Y, where there are any.
func (o Curves) limits(t *table, data *curvesData) {
	low, high := o.Low, o.High
	if low == "" && high == "" && t.has(o.Y+"_low") && t.has(o.Y+"_high") {
		low, high = o.Y+"_low", o.Y+"_high"
	}
	if low != "" || high != "" {
		data.lows, data.highs = t.raw(low), t.raw(high)
	}
}

// label returns the label of an axis: the one given, or the column's name and unit.
func (t *table) label(given, column string) string {
	if given != "" {
		return given
	}
	c, err := t.f.Column(column)
	if err != nil || c.Meta.Unit == "" {
		return literal(column)
	}
	return literal(column) + " [" + literal(c.Meta.Unit) + "]"
}

// distinct returns the different values in order of first appearance.
func distinct(values []string) []string {
	var out []string
	for _, v := range values {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// curvesData is what a chart of curves was validated to show.
type curvesData struct {
	o           Curves
	xs, ys      []float64
	lows, highs []float64
	by, series  []string
}

func (d curvesData) build(p *press, _ vg.Length) (*plot.Plot, legend) {
	pl, l := p.plot(), legend{}
	pl.X.Label.Text, pl.Y.Label.Text = d.o.XLabel, d.o.YLabel
	pl.Add(gridLines{p: p, ys: true})
	for i, formula := range d.o.Formulas {
		style := p.Series[len(d.series)+i]
		pl.Add(curve{p: p, points: d.sampled(formula), style: style, joined: true})
	}
	for i, name := range d.series {
		style := p.Series[i]
		points := curve{p: p, points: d.points(name), style: style, joined: d.o.Joined, marked: true}
		pl.Add(d.whiskers(p, name, style), points)
		if d.o.Joined {
			l.add(name, lineThumb(style, true))
		} else {
			l.add(name, markThumb(style))
		}
	}
	for i, formula := range d.o.Formulas {
		l.add(formula.Name, lineThumb(p.Series[len(d.series)+i], false))
	}
	p.scale(&pl.X, d.o.LogX, d.xs)
	p.scale(&pl.Y, d.o.LogY, d.ys)
	return pl, l
}

// scale sets the range of an axis, from zero where the values are near it, and makes it logarithmic if asked to.
func (p *press) scale(axis *plot.Axis, log bool, values []float64) {
	if !log {
		if axis.Min > 0 && axis.Min < axis.Max/2 {
			axis.Min = 0
		}
		room := 0.04 * (axis.Max - axis.Min)
		if room == 0 {
			room = max(1, math.Abs(axis.Max)/2)
		}
		axis.Max += room
		if axis.Min != 0 {
			axis.Min -= room
		}
		return
	}
	p.logarithmic(axis, values)
}

// logarithmic makes an axis logarithmic from the power of ten at or below the smallest of the values above zero.
func (p *press) logarithmic(axis *plot.Axis, values []float64) {
	smallest := math.Inf(1)
	for _, v := range values {
		if v > 0 {
			smallest = min(smallest, v)
		}
	}
	if math.IsInf(smallest, 1) { // nothing but zeros
		smallest = 1
	}
	floor := math.Pow10(int(math.Floor(math.Log10(smallest) + 1e-9)))
	axis.Min, axis.Max = 0, max(axis.Max, floor*10)*1.15
	axis.Scale, axis.Tick.Marker = zeroLog{floor}, zeroLog{floor}
}

func (d curvesData) points(series string) []xy {
	var points []xy
	for i := range d.xs {
		if d.by[i] == series {
			points = append(points, xy{d.xs[i], d.ys[i]})
		}
	}
	return points
}

// sampled returns points of a formula over the range of X.
func (d curvesData) sampled(f Formula) []xy {
	const steps = 200
	low, high := slices.Min(d.xs), slices.Max(d.xs)
	points := make([]xy, 0, steps+1)
	for i := range steps + 1 {
		x := low + (high-low)*float64(i)/steps
		if y := f.Of(x); !math.IsNaN(y) && !math.IsInf(y, 0) {
			points = append(points, xy{x, y})
		}
	}
	return points
}

// whiskers are the intervals of a series.
func (d curvesData) whiskers(p *press, series string, style Style) intervals {
	out := intervals{p: p, style: style}
	for i := range d.lows {
		if d.by[i] == series && !math.IsNaN(d.lows[i]) && !math.IsNaN(d.highs[i]) {
			out.lows = append(out.lows, xy{d.xs[i], d.lows[i]})
			out.highs = append(out.highs, xy{d.xs[i], d.highs[i]})
		}
	}
	return out
}

// intervals draws limits about points.
type intervals struct {
	p           *press
	lows, highs []xy
	style       Style
}

// DataRange implements plot.DataRanger.
func (w intervals) DataRange() (xmin, xmax, ymin, ymax float64) {
	return rangeOf(append(append([]xy(nil), w.lows...), w.highs...))
}

// Plot implements plot.Plotter.
func (w intervals) Plot(c draw.Canvas, pl *plot.Plot) {
	lows, highs := project(&c, pl, w.lows), project(&c, pl, w.highs)
	for i := range lows {
		w.p.whisker(c, lows[i].X, lows[i].Y, highs[i].Y, w.p.Mark, w.style)
	}
}

func (d curvesData) alt() string {
	s := fmt.Sprintf("%s against %s: %d points", d.o.YLabel, d.o.XLabel, len(d.xs))
	for _, name := range d.series {
		points := d.points(name)
		_, _, low, high := rangeOf(points)
		s += fmt.Sprintf("; %s from %s to %s", name, short(low), short(high))
	}
	for _, formula := range d.o.Formulas {
		s += "; line: " + formula.Name
	}
	return s + "."
}

// short writes a number for a sentence, with three digits.
func short(x float64) string { return fmt.Sprintf("%.3g", x) }
