package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fence/fencekit/frame"
)

// Heatmap draws a figure over two parameters, such as those of a frame of fencekit.Grid: a cell for each pair of
// values, in a colour and with its number where that fits, and a bar of the colours below.
type Heatmap struct {
	// X and Y are the columns across and up. Values of numbers are in order, others in that of their first appearance.
	// Cells are of one size, however far apart their values are.
	X, Y string
	// Value is the column of numbers that the cells show. A cell of a row in which it is missing is as one without a row.
	Value string
	// Log makes the colours go by the logarithm. Zero has no colour then but a look of its own, and a value below 0 is
	// an error.
	Log bool
	// Shared are values of other maps beside this one: the colours reach over them too, so that the same colour means the
	// same in all. Those that are not finite, and with Log those not above 0, do not count.
	Shared []float64
	// XLabel, YLabel and Label, of the bar of colours, have units. Default the columns' names and units.
	XLabel, YLabel, Label string
	Title                 string
}

// mostValues is the most values that an axis of a heat map may have.
const mostValues = 200

// Figure returns the chart of a frame. A column that is not there, an infinite value, one below 0 with Log, no value at
// all, two rows of one cell, axes of more than 200 values and a frame without rows are errors.
func (o Heatmap) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("heatmap", f)
	if !t.set("X", o.X, "Y", o.Y, "Value", o.Value) {
		return nil, t.err()
	}
	h := heatmap{o: o}
	var xs, ys []int
	h.xs, xs, h.names = t.heatAxis(o.X)
	h.ys, ys, _ = t.heatAxis(o.Y)
	values := t.raw(o.Value)
	t.heatValues(o, values)
	if err := t.err(); err != nil {
		return nil, err
	}
	if h.cells = t.heatCells(h, xs, ys, values); h.cells == nil {
		return nil, t.err()
	}
	h.low, h.high = h.span()
	h.o.XLabel, h.o.YLabel = t.label(o.XLabel, o.X), t.label(o.YLabel, o.Y)
	h.o.Label = t.label(o.Label, o.Value)
	fig := newFigure(h)
	fig.Title, fig.Caption, fig.Alt = o.Title, sentences(f.Caption()), unmarked(h.alt())
	return fig, nil
}

// heatmap is what a chart was validated to show: a value for each cell, NaN where there is none.
type heatmap struct {
	o         Heatmap
	xs, ys    []string
	names     bool        // across are names, not numbers
	cells     [][]float64 // by y, then x
	low, high float64     // of what has a colour
}

// heatAxis returns the values of a column in order, as they are shown, the place of each row, and whether they are names.
func (t *table) heatAxis(column string) (labels []string, of []int, names bool) {
	c, err := t.f.Column(column)
	if err != nil {
		t.errs = append(t.errs, fmt.Errorf("plots: %s: %w", t.chart, err))
		return nil, nil, false
	}
	if names = c.Kind() == frame.String || c.Kind() == frame.Bool; names {
		texts := t.texts(column)
		labels = distinct(texts)
		for _, name := range texts {
			of = append(of, slices.Index(labels, name))
		}
	} else {
		numbers := t.numbers(column)
		order := slices.Compact(slices.Sorted(slices.Values(numbers)))
		for _, x := range order {
			labels = append(labels, tickText(x))
		}
		for _, x := range numbers {
			i, _ := slices.BinarySearch(order, x)
			of = append(of, i)
		}
	}
	if len(labels) > mostValues {
		t.fail("column %q has %d values: must be %d at most", column, len(labels), mostValues)
	}
	return labels, of, names
}

// tickText writes a number of an axis in full.
func tickText(x float64) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', -1, 64)
	if len(s) > 9 {
		return figures(x)
	}
	_, fraction, _ := strings.Cut(s, ".")
	return decimal(x, len(fraction))
}

// heatValues checks the values of cells.
func (t *table) heatValues(o Heatmap, values []float64) {
	missing := 0
	for i, v := range values {
		switch {
		case math.IsInf(v, 0):
			t.fail("column %q, row %d: is %v; must be finite", o.Value, i, v)
			return
		case o.Log && v < 0:
			t.fail("column %q, row %d: is %v; must be 0 or more on a logarithmic scale", o.Value, i, v)
			return
		case math.IsNaN(v):
			missing++
		}
	}
	if missing == len(values) && missing > 0 {
		t.fail("column %q has no value in any of %d rows", o.Value, missing)
	}
}

// heatCells puts the values into their cells. It returns nil if two rows are of one.
func (t *table) heatCells(h heatmap, xs, ys []int, values []float64) [][]float64 {
	cells := make([][]float64, len(h.ys))
	for y := range cells {
		cells[y] = slices.Repeat([]float64{math.NaN()}, len(h.xs))
	}
	first := map[[2]int]int{}
	for i, v := range values {
		at := [2]int{xs[i], ys[i]}
		if before, double := first[at]; double {
			t.fail("rows %d and %d are both of %s %s, %s %s; choose among them with Where", before, i, h.o.X, h.xs[xs[i]],
				h.o.Y, h.ys[ys[i]])
			return nil
		}
		first[at], cells[ys[i]][xs[i]] = i, v
	}
	return cells
}

// span returns the smallest and the largest value that have a colour; zero has none on a logarithmic scale.
func (h heatmap) span() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, row := range append(slices.Clone(h.cells), h.o.Shared) {
		for _, v := range row {
			if !math.IsNaN(v) && !math.IsInf(v, 0) && !(h.o.Log && v <= 0) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if low > 0 && low < high/2 && !h.o.Log {
		low = 0
	}
	return low, high
}

// share returns where a value lies between the lowest and the highest colour.
func (h heatmap) share(v float64) float64 {
	switch {
	case h.low >= h.high:
		return 0.5
	case h.o.Log:
		return math.Log(v/h.low) / math.Log(h.high/h.low)
	}
	return (v - h.low) / (h.high - h.low)
}

// coloured says whether any value has a colour.
func (h heatmap) coloured() bool { return h.low <= h.high }

// count returns how many cells have no value, and how many are zero.
func (h heatmap) count() (missing, zeros int) {
	for _, row := range h.cells {
		for _, v := range row {
			switch {
			case math.IsNaN(v):
				missing++
			case v == 0:
				zeros++
			}
		}
	}
	return missing, zeros
}

// legend explains the cells that have no colour.
func (h heatmap) legend() legend {
	var l legend
	missing, zeros := h.count()
	if h.o.Log && zeros > 0 {
		l.add("0", func(p *press, c vg.Canvas, r vg.Rectangle) { p.zeroCell(c, r) })
	}
	if missing > 0 {
		l.add("no value", func(p *press, c vg.Canvas, r vg.Rectangle) { p.emptyCell(c, r) })
	}
	return l
}

// zeroCell draws the cell of a zero on a logarithmic scale: blank, with an outline.
func (p *press) zeroCell(c vg.Canvas, r vg.Rectangle) {
	inset := vg.Rectangle{Min: vg.Point{X: r.Min.X + p.Thin, Y: r.Min.Y + p.Thin},
		Max: vg.Point{X: r.Max.X - p.Thin, Y: r.Max.Y - p.Thin}}
	c.SetColor(p.Background)
	c.Fill(r.Path())
	c.SetColor(p.Muted)
	c.SetLineWidth(p.Hair)
	c.SetLineDash(nil, 0)
	c.Stroke(inset.Path())
}

// emptyCell draws the cell of a pair without a value: hatched.
func (p *press) emptyCell(c vg.Canvas, r vg.Rectangle) {
	fillRect(c, r, Style{Color: p.Muted, Fill: p.Background, Hatch: Back}, 1.6*p.Gap, p.Hair)
}

// barWhole is the height of the bar of colours with its ticks, its label and what is free above it, in sizes of type.
const barWhole = 4.4

func (h heatmap) height(p *press, width vg.Length) vg.Length {
	each := min(max(0.5*width/vg.Length(len(h.ys)), 1.5*p.NoteSize), 3.4*p.LabelSize)
	_, across, turned := h.labels(p, width)
	below := vg.Length(0)
	if turned {
		below = p.widest(across) - p.TickSize
	}
	return each*vg.Length(len(h.ys)) + below + (3.5+barWhole)*p.LabelSize + h.legend().height(p, width)
}

func (h heatmap) draw(p *press, c draw.Canvas) {
	l := h.legend()
	below := l.height(p, c.Size().X)
	l.block(p, draw.Crop(c, 0, 0, 0, below-c.Size().Y))
	if len(l) > 0 {
		below += p.LabelSize / 2
	}
	c = draw.Crop(c, 0, 0, below, 0)
	rest := c
	if h.coloured() {
		rest = draw.Crop(c, 0, 0, barWhole*p.LabelSize, 0)
	}
	pl := h.plot(p, rest)
	pl.Draw(rest)
	if h.coloured() {
		data := pl.DataCanvas(rest)
		h.colourBar(p, vg.Rectangle{Min: vg.Point{X: data.Min.X, Y: c.Min.Y},
			Max: vg.Point{X: data.Max.X, Y: c.Min.Y + (barWhole-0.6)*p.LabelSize}}, c)
	}
}

// plot makes the plot of the cells.
func (h heatmap) plot(p *press, c draw.Canvas) *plot.Plot {
	pl := p.plot()
	pl.X.Label.Text, pl.Y.Label.Text = h.o.XLabel, h.o.YLabel
	pl.X.Min, pl.X.Max, pl.Y.Min, pl.Y.Max = 0, float64(len(h.xs)), 0, float64(len(h.ys))
	ys, xs, turned := h.labels(p, c.Size().X)
	used := 3 * p.LabelSize
	if turned {
		used += p.widest(xs) - p.TickSize
		turn(p, &pl.X)
	}
	up := (c.Size().Y - used) / vg.Length(len(h.ys))
	pl.X.Tick.Marker = cellTicks(xs)
	pl.Y.Tick.Marker = cellTicks(thinned(ys, int(math.Ceil(float64(1.2*p.TickSize/up)))))
	pl.Add(cells{p: p, h: h, text: h.writer()})
	return pl
}

// labels returns what stands at the cells in a figure of a width, up and across, and whether the latter is turned.
func (h heatmap) labels(p *press, width vg.Length) (ys, xs []string, turned bool) {
	style := p.style(p.TickSize, p.Muted)
	for _, label := range h.ys {
		ys = append(ys, elided(style, label, width/4))
	}
	xs, turned = p.fitting(h.xs, h.names, (width-p.widest(ys)-2.5*p.LabelSize)/vg.Length(len(h.xs)))
	return ys, xs, turned
}

// widest is the width of the widest label of an axis.
func (p *press) widest(labels []string) (widest vg.Length) {
	style := p.style(p.TickSize, p.Muted)
	for _, label := range labels {
		widest = max(widest, style.Width(label))
	}
	return widest
}

// longestTurned is how long a turned name may be, in sizes of type.
const longestTurned = 10

// fitting returns labels that fit beside each other: all of them, or every so manieth if they are numbers. Names are all
// turned where they do not fit, since none follows from those beside it, and cut where they are long; there are fewer
// only where not even turned ones have room.
func (p *press) fitting(labels []string, names bool, width vg.Length) (out []string, turned bool) {
	widest := p.widest(labels)
	switch {
	case widest <= width-p.TickSize/2:
		return labels, false
	case !names:
		return thinned(labels, int(math.Ceil(float64((widest+p.TickSize/2)/width)))), false
	}
	out = thinned(labels, int(math.Ceil(float64(1.1*p.TickSize/width))))
	for i, label := range out {
		out[i] = elided(p.style(p.TickSize, p.Muted), label, longestTurned*p.TickSize)
	}
	return out, true
}

// turn makes the labels of a horizontal axis run upwards and end at the axis.
func turn(p *press, axis *plot.Axis) {
	axis.Tick.Label.Rotation = math.Pi / 2
	axis.Tick.Label.XAlign, axis.Tick.Label.YAlign = right, draw.YCenter
	axis.Tick.Label.Handler = upwardsText{p.typesetter}
}

// upwardsText sets labels that run upwards. gonum places a label as if it stood level, its descent above its place, and
// centres its line and not its capitals.
type upwardsText struct{ typesetter }

// Draw implements text.Handler.
func (u upwardsText) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	pt.Y -= sty.FontExtents().Descent
	pt.X += capital * sty.Font.Size / 2
	sty.YAlign = 0
	u.typesetter.Draw(c, txt, sty, pt)
}

// thinned keeps the first and every so manieth label.
func thinned(labels []string, every int) []string {
	out := slices.Clone(labels)
	for i := range out {
		if every > 1 && i%every != 0 {
			out[i] = ""
		}
	}
	return out
}

// cellTicks names the middles of cells.
type cellTicks []string

// Ticks implements plot.Ticker.
func (t cellTicks) Ticks(_, _ float64) []plot.Tick {
	var ticks []plot.Tick
	for i, label := range t {
		if label != "" {
			ticks = append(ticks, plot.Tick{Value: float64(i) + 0.5, Label: label})
		}
	}
	return ticks
}

// cells draws the cells of a heat map.
type cells struct {
	p    *press
	h    heatmap
	text func(float64) string
}

// Plot implements plot.Plotter.
func (m cells) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	gap := m.p.Hair / 2 // on every side, so that equal neighbours can be told apart
	if x(1)-x(0) < 8*gap || y(1)-y(0) < 8*gap {
		gap = 0
	}
	numbered := m.numbered(x(1)-x(0), y(1)-y(0))
	for j, row := range m.h.cells {
		for i, v := range row {
			r := vg.Rectangle{
				Min: vg.Point{X: x(float64(i)) + gap, Y: y(float64(j)) + gap},
				Max: vg.Point{X: x(float64(i+1)) - gap, Y: y(float64(j+1)) - gap},
			}
			m.cell(c, r, v, numbered)
		}
	}
}

// numbered says whether all numbers fit their cells: some with and some without would look as if those without had
// none.
func (m cells) numbered(width, height vg.Length) bool {
	style := m.p.style(m.p.NoteSize, m.p.Ink)
	for _, row := range m.h.cells {
		for _, v := range row {
			if !math.IsNaN(v) && style.Width(m.text(v)) > width-m.p.NoteSize/2 {
				return false
			}
		}
	}
	return height >= 1.15*m.p.NoteSize
}

func (m cells) cell(c draw.Canvas, r vg.Rectangle, v float64, numbered bool) {
	ink := m.p.Ink
	switch {
	case math.IsNaN(v):
		m.p.emptyCell(c, r)
		return
	case m.h.o.Log && v == 0:
		m.p.zeroCell(c, r)
	default:
		fill := m.p.Ramp(m.h.share(v))
		c.SetColor(fill)
		c.Fill(r.Path())
		ink = m.p.legible(fill)
	}
	if numbered {
		at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
		m.p.write(c, m.p.style(m.p.NoteSize, ink), at, centre, m.text(v))
	}
}

// writer returns what writes the numbers of cells: with as many decimals in one as in all, which leave the largest three
// digits; or each with three digits, where so many decimals would make a 0 of what is none or would be long.
func (h heatmap) writer() func(float64) string {
	largest, exact := 0.0, 0
	for _, row := range h.cells {
		for _, v := range row {
			if math.IsNaN(v) {
				continue
			}
			largest = max(largest, math.Abs(v))
			_, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'f', -1, 64), ".")
			exact = max(exact, len(fraction))
		}
	}
	if largest >= 1e6 || largest < 1e-3 {
		return figures
	}
	decimals := min(exact, max(0, 2-int(math.Floor(math.Log10(largest)))))
	for _, row := range h.cells {
		for _, v := range row {
			if v != 0 && math.Abs(v) < math.Pow10(-decimals)/2 {
				return figures
			}
		}
	}
	return func(v float64) string { return decimal(v, decimals) }
}

func (h heatmap) alt() string {
	s := fmt.Sprintf("Heat map of %s over %s (%s to %s) and %s (%s to %s)", h.o.Label, h.o.XLabel, h.xs[0],
		h.xs[len(h.xs)-1], h.o.YLabel, h.ys[0], h.ys[len(h.ys)-1])
	if h.o.Log {
		s += ", coloured by the logarithm"
	}
	least, low := h.extreme(func(v, best float64) bool { return v < best })
	most, high := h.extreme(func(v, best float64) bool { return v > best })
	missing, zeros := h.count()
	switch {
	case least < most:
		s += fmt.Sprintf(": from %s at %s to %s at %s.", short(least), low, short(most), high)
	case missing > 0:
		s += ": " + short(least) + " in every cell that has a value."
	default:
		s += ": " + short(least) + " in every cell."
	}
	all := len(h.xs) * len(h.ys)
	if zeros > 0 {
		s += fmt.Sprintf(" %d of %s %s 0.", zeros, plural(all, "cell", "cells"), verb(zeros, "is", "are"))
	}
	if missing > 0 {
		s += fmt.Sprintf(" %d of %s %s no value.", missing, plural(all, "cell", "cells"), verb(missing, "has", "have"))
	}
	return s
}

// extreme returns the first value that none is better than, and where it is.
func (h heatmap) extreme(better func(v, best float64) bool) (best float64, where string) {
	best = math.NaN()
	for j, row := range h.cells {
		for i, v := range row {
			if !math.IsNaN(v) && (math.IsNaN(best) || better(v, best)) {
				best, where = v, h.xs[i]+" and "+h.ys[j]
			}
		}
	}
	return best, where
}
