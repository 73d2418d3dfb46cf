package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fence/fencekit/frame"
)

// Curves draws measured points over the lines of formulas, as the cost of a protocol against the number of processes.
// Points have their intervals where the frame has limits.
type Curves struct {
	// X and Y are columns of numbers. Durations are in milliseconds.
	X, Y string
	// Low and High are the columns with the limits of Y. Default Y with _low and _high, if both are there. A missing
	// limit is not drawn.
	Low, High string
	// By is the column that tells series apart, in order of first appearance; "" means that all rows are one.
	By string
	// Formulas are drawn as lines without marks.
	Formulas []Formula
	// Joined joins the points of a series by lines, from left to right.
	Joined bool
	// LogX and LogY make an axis logarithmic, with a place for zero where there is one.
	LogX, LogY bool
	// XLabel and YLabel stand at the axes, with units. Default the columns' names and units.
	XLabel, YLabel string
	Title          string
}

// Formula is a function of the horizontal axis.
type Formula struct {
	Name string // as the legend has it, such as 3(N − 1)
	// Of returns the value at x. Where it is NaN or infinite, or not above 0 on a logarithmic axis, nothing is drawn.
	Of func(x float64) float64
}

// Figure returns the chart of a frame. A column that is not there, a missing, NaN or infinite cell of X or Y, a limit on
// the wrong side of its value, a value below 0 on a logarithmic axis, a formula without a name or a function, more
// series and formulas than can be told apart, and a frame without rows are errors.
func (o Curves) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("curves", f)
	if !t.set("X", o.X, "Y", o.Y) {
		return nil, t.err()
	}
	data := curvesData{o: o, xs: t.numbers(o.X), ys: t.numbers(o.Y)}
	data.lows, data.highs = t.limits(o.Y, o.Low, o.High, data.ys)
	t.loggable(o.X, o.LogX, data.xs)
	t.loggable(o.Y, o.LogY, data.ys)
	if o.By != "" {
		data.by = t.texts(o.By)
	}
	data.series = distinct(data.by)
	if o.By == "" {
		data.series = []string{literal(o.Y)}
		data.by = slices.Repeat(data.series, len(data.xs))
	}
	o.checkFormulas(t, data.series)
	if err := t.err(); err != nil {
		return nil, err
	}
	data.o.XLabel, data.o.YLabel = t.label(o.XLabel, o.X), t.label(o.YLabel, o.Y)
	fig := newFigure(single{build: data.build, aspect: 0.66})
	fig.Title, fig.Caption, fig.Alt = o.Title, data.caption(f.Caption()), data.alt()
	return fig, nil
}

// checkFormulas finds formulas that cannot be drawn, or not be told apart from one another and the series.
func (o Curves) checkFormulas(t *table, series []string) {
	if n := len(Paper().Series); len(series)+len(o.Formulas) > n {
		t.fail("%d series and %d formulas: must be %d at most together, to be told apart", len(series), len(o.Formulas), n)
	}
	names := slices.Clone(series)
	for i, formula := range o.Formulas {
		switch {
		case formula.Name == "":
			t.fail("formula %d: has no name; must have one for the legend", i+1)
		case slices.Contains(names, formula.Name):
			t.fail("formula %d: %q: a series or formula of that name is there already", i+1, formula.Name)
		}
		if formula.Of == nil {
			t.fail("formula %d: %q: has no function; must have one to be drawn", i+1, formula.Name)
		}
		names = append(names, formula.Name)
	}
}

// label returns the label of an axis: the one given, or the column's name in words and its unit, which stands there once.
func (t *table) label(given, column string) string {
	if given != "" {
		return given
	}
	c, err := t.f.Column(column)
	if err != nil {
		return literal(column)
	}
	unit := c.Meta.Unit
	if c.Kind() == frame.Duration { // numbersOf has it in milliseconds
		unit = "ms"
	}
	name := strings.ReplaceAll(strings.TrimSuffix(column, "_"+unit), "_", " ")
	if unit == "" || name == "" {
		return literal(cmp.Or(name, column))
	}
	return literal(name) + " [" + literal(unit) + "]"
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
		pl.Add(broken{curve{p: p, points: d.sampled(formula), style: style, joined: true}})
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
	pl.Add(p.scale(&pl.X, d.o.LogX, false, d.xs)...)
	pl.Add(p.scale(&pl.Y, d.o.LogY, true, d.shown())...)
	return pl, l
}

// shown returns the values of Y and those limits that a logarithmic axis makes room for.
func (d curvesData) shown() []float64 {
	return slices.Concat(d.ys, finite(d.highs), lowsOf(d.lows, d.ys))
}

// caption adds to the caption of a frame what a reader cannot see.
func (d curvesData) caption(of string) string {
	if d.o.LogY {
		return sentences(of, cutOff(d.lows, d.shown()))
	}
	return sentences(of)
}

// finite returns the values that are numbers.
func finite(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// scale sets the range of an axis, from zero where the values are near it, and makes it logarithmic if asked to. It
// returns what is drawn on the axis besides.
func (p *press) scale(axis *plot.Axis, log, upright bool, values []float64) []plot.Plotter {
	if log {
		return p.logarithmic(axis, upright, values...)
	}
	if axis.Min > 0 && axis.Min < axis.Max/2 {
		axis.Min = 0
	}
	room := 0.04 * (axis.Max - axis.Min)
	if room == 0 {
		room = math.Abs(axis.Max) / 2
	}
	if room == 0 {
		room = 1
	}
	axis.Max += room
	if axis.Min != 0 {
		axis.Min -= room
	}
	return nil
}

func (d curvesData) points(series string) []xy {
	var points []xy
	for i := range d.xs {
		if d.by[i] == series {
			points = append(points, xy{d.xs[i], d.ys[i]})
		}
	}
	slices.SortStableFunc(points, func(a, b xy) int { return cmp.Compare(a.x, b.x) })
	return points
}

// sampled returns points of a formula over the range of X, in steps that are equal on its axis. Where nothing is to be
// drawn they are NaN.
func (d curvesData) sampled(f Formula) []xy {
	const steps = 200
	low, high := slices.Min(d.xs), slices.Max(d.xs)
	if d.o.LogX {
		low = high
		for _, x := range d.xs {
			if x > 0 {
				low = min(low, x)
			}
		}
	}
	points := make([]xy, 0, steps+1)
	for i := range steps + 1 {
		share := float64(i) / steps
		x := low + (high-low)*share
		if d.o.LogX && low > 0 {
			x = low * math.Pow(high/low, share)
		}
		y := f.Of(x)
		if math.IsInf(y, 0) || math.Abs(y) > mostMarked || y <= 0 && d.o.LogY {
			y = math.NaN()
		}
		points = append(points, xy{x, y})
	}
	return points
}

// broken is a curve that is not drawn where it is NaN, nor between zero and the floor of a logarithmic axis, where it would
// run along the floor. What is left of it on either side is not joined.
type broken struct{ curve }

// DataRange implements plot.DataRanger.
func (b broken) DataRange() (xmin, xmax, ymin, ymax float64) {
	return rangeOf(slices.DeleteFunc(slices.Clone(b.points), func(q xy) bool { return math.IsNaN(q.y) }))
}

// Plot implements plot.Plotter.
func (b broken) Plot(c draw.Canvas, pl *plot.Plot) {
	floor := math.Inf(-1)
	if scale, ok := pl.Y.Scale.(zeroLog); ok {
		floor = scale.Floor
	}
	piece := b.curve
	piece.points = nil
	for _, q := range append(slices.Clone(b.points), xy{0, math.NaN()}) {
		if q.y >= floor {
			piece.points = append(piece.points, q)
			continue
		}
		if len(piece.points) > 1 {
			piece.Plot(c, pl)
		}
		piece.points = nil
	}
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
		low, high := max(lows[i].Y, c.Min.Y), min(highs[i].Y, c.Max.Y)
		w.p.whisker(c, lows[i].X, low, high, w.p.Mark, below(&pl.Y, w.lows[i].y), w.style)
	}
}

func (d curvesData) alt() string {
	s := fmt.Sprintf("%s against %s %s: %s", d.o.YLabel, d.o.XLabel,
		rangeText(slices.Min(d.xs), slices.Max(d.xs), "at "), counted(len(d.xs), "point"))
	for _, name := range d.series {
		points := d.points(name)
		_, _, low, high := rangeOf(points)
		s += "; " + name + " " + rangeText(low, high, "")
	}
	for _, formula := range d.o.Formulas {
		s += "; line: " + formula.Name
	}
	return unmarked(s) + "."
}

// rangeText says from where to where numbers go, or, after a word, where they all are. Ends that differ by less than is
// written otherwise have all their digits.
func rangeText(low, high float64, one string) string {
	switch from, to := short(low), short(high); {
	case low == high:
		return one + from
	case from == to:
		return "from " + decimalOf(low) + " to " + decimalOf(high)
	default:
		return "from " + from + " to " + to
	}
}

// short writes a number for a sentence, with three digits where it is not whole.
func short(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e9 {
		return decimal(x, 0)
	}
	switch size := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return fmt.Sprint(x)
	case size >= 1e9 || size < 1e-4:
		return unmarked(scientific(x, int(math.Floor(math.Log10(size)+1e-9))-2))
	case size >= 1000:
		return decimal(x, 0)
	}
	return strings.Replace(fmt.Sprintf("%.3g", x), "-", minus, 1)
}
