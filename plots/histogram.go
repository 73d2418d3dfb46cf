package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fence/fencekit/frame"
)

// Histogram draws how often the values of a column lie where: bars for one group, outlines for several, or one panel a
// group, one below the other. All groups have the same bins.
type Histogram struct {
	// Column is a column of numbers or durations, which are shown in milliseconds.
	Column string
	// By is the column that tells groups apart, in order of first appearance. Default posture, if it is there and has
	// more than one value, since rows of one timeline under several postures are not so many observations; Pooled takes
	// all rows as one.
	By     string
	Pooled bool
	// Edges are the edges of the bins, rising; a value on an edge belongs to the bin above it, one on the last edge to
	// the last bin. A value outside is an error. Width is the width of bins from a multiple of it on. Only one of the two
	// may be given. Bins of different widths have the density as their height, values or share per unit.
	//
	// Default: by the rule of Freedman and Diaconis over all groups, 2 IQR / n^(1/3), rounded up to 1, 2 or 5 times a power
	// of ten, and up again until there are 60 bins at most; integers have bins of whole numbers, of one each where those are
	// 60 at most.
	Edges []float64
	Width float64
	// Share shows the share of each group's values in per cent instead of the number.
	Share bool
	// Apart draws each group into a panel of its own.
	Apart bool
	// Rug marks every value at the lower edge.
	Rug    bool
	XLabel string // default the column's name and unit
	YLabel string // default values, or share [%], per unit where the bins differ in width
	Title  string
}

// mostBins is the most bins that are chosen, or may be asked for times ten.
const mostBins = 60

// Figure returns the chart of a frame. A column that is not there, a missing, NaN or infinite value, edges that do not
// rise or leave a value out, a width that is not above 0 or makes more than 600 bins, more groups than can be told
// apart and a frame without rows are errors.
func (o Histogram) Figure(f frame.Frame) (*Figure, error) {
	t := tableOf("histogram", f)
	h := histogram{o: o, groups: t.groupsOf(o.Column, t.telling(o.By, o.Pooled))}
	if err := t.err(); err != nil {
		return nil, err
	}
	c, err := f.Column(o.Column)
	if err != nil {
		return nil, err
	}
	h.unit = literal(c.Meta.Unit)
	if c.Kind() == frame.Duration {
		h.unit = "ms"
	}
	h.edges, h.rule = o.bins(t, h.groups, c.Kind() == frame.Int)
	if err := t.err(); err != nil {
		return nil, err
	}
	for _, g := range h.groups {
		h.counts = append(h.counts, countsOf(g.sorted, h.edges))
	}
	h.label = t.label(o.XLabel, o.Column)
	fig := newFigure(h.body())
	fig.Title, fig.Alt = o.Title, unmarked(h.alt())
	fig.Caption = sentences(f.Caption(), sizes(h.groups)+"; "+h.rule, h.density())
	return fig, nil
}

// histogram is what a chart was validated to show.
type histogram struct {
	o      Histogram
	label  string
	unit   string // of the values, if they have one
	groups []valueGroup
	edges  []float64
	counts [][]int // of each group, by bins
	rule   string
}

// bins returns the edges and the rule by which they were chosen.
func (o Histogram) bins(t *table, groups []valueGroup, whole bool) (edges []float64, rule string) {
	var all []float64
	for _, g := range groups {
		all = append(all, g.sorted...)
	}
	slices.Sort(all)
	low, high := all[0], all[len(all)-1]
	// Bins narrower than what numbers of this size are apart would never come to an end.
	apart := math.Nextafter(max(math.Abs(low), math.Abs(high)), math.Inf(1)) - max(math.Abs(low), math.Abs(high))
	switch {
	case len(o.Edges) == 0 && (high > low && (high-low)/mostBins < 64*apart || o.Width > 0 && o.Width < 64*apart):
		t.fail("column %q: values from %v to %v lie too close together for numbers of their size; take their distance from "+
			"the smallest", o.Column, low, high)
	case len(o.Edges) > 0 && o.Width != 0:
		t.fail("edges and width are both given; must be one of them")
	case len(o.Edges) > 0:
		o.checkEdges(t, all)
		return o.Edges, plural(len(o.Edges)-1, "bin", "bins") + " as given"
	case o.Width < 0 || math.IsNaN(o.Width) || math.IsInf(o.Width, 0):
		t.fail("width = %v: must be above 0", o.Width)
	case o.Width > 0:
		if n := (all[len(all)-1] - all[0]) / o.Width; !(n <= 10*mostBins) {
			t.fail("width = %v: makes %.0f bins of values from %v to %v; must make %d at most", o.Width, n, all[0],
				all[len(all)-1], 10*mostBins)
			break
		}
		return multiples(all, o.Width), "bins of " + short(o.Width)
	case whole && apart < 1./64:
		return wholeBins(all)
	default:
		return freedmanDiaconis(all)
	}
	return nil, ""
}

func (o Histogram) checkEdges(t *table, sorted []float64) {
	if len(o.Edges) < 2 {
		t.fail("edges = %v: must be two or more", o.Edges)
		return
	}
	for i, e := range o.Edges {
		if math.IsNaN(e) || math.IsInf(e, 0) || i > 0 && e <= o.Edges[i-1] {
			t.fail("edges: %v at place %d: must be finite, and above the one before", e, i)
			return
		}
	}
	low, high := o.Edges[0], o.Edges[len(o.Edges)-1]
	for _, v := range []float64{sorted[0], sorted[len(sorted)-1]} {
		if v < low || v > high {
			t.fail("column %q: %v lies outside the edges, which go from %v to %v", o.Column, v, low, high)
		}
	}
}

// wholeBins returns bins about whole numbers, of one each where they are few.
func wholeBins(sorted []float64) (edges []float64, rule string) {
	low, high := sorted[0], sorted[len(sorted)-1]
	if high-low < mostBins {
		for x := low; x <= high+1; x++ {
			edges = append(edges, x-0.5)
		}
		return edges, "a bin a whole number"
	}
	width, _ := niceStep(math.Max(1, fdWidth(sorted)))
	width = fewer(width, high-low)
	edges = multiples(sorted, width)
	for i := range edges {
		edges[i] -= 0.5
	}
	if edges[len(edges)-1] < high { // the half that was taken away
		edges = append(edges, edges[len(edges)-1]+width)
	}
	return edges, "bins of " + decimal(width, 0) + " whole numbers, by Freedman and Diaconis, rounded up"
}

// freedmanDiaconis returns bins by the rule of Freedman and Diaconis, "On the histogram as a density estimator" (1981).
func freedmanDiaconis(sorted []float64) (edges []float64, rule string) {
	low, high := sorted[0], sorted[len(sorted)-1]
	if low == high {
		half := math.Max(math.Abs(low)/20, 0.5)
		return []float64{low - half, low + half}, "one bin, since all values are equal"
	}
	width, rule := fdWidth(sorted), "by Freedman and Diaconis, rounded up"
	if width == 0 {
		width = (high - low) / (1 + math.Ceil(math.Log2(float64(len(sorted)))))
		rule = "by Sturges, rounded up, since half of the values are equal"
	}
	width, _ = niceStep(width)
	width = fewer(width, high-low)
	return multiples(sorted, width), "bins of " + short(width) + ", " + rule
}

// fdWidth is 2 IQR / n^(1/3).
func fdWidth(sorted []float64) float64 {
	g := valueGroup{sorted: sorted}
	return 2 * (g.quantile(0.75) - g.quantile(0.25)) / math.Cbrt(float64(len(sorted)))
}

// fewer widens bins until there are no more than mostBins.
func fewer(width, span float64) float64 {
	if span/width > mostBins-1 {
		width, _ = niceStep(span / (mostBins - 1))
	}
	return width
}

// multiples returns the multiples of a width about values.
func multiples(sorted []float64, width float64) []float64 {
	k := math.Floor(sorted[0] / width)
	for multiple(k+1, width) <= sorted[0] { // where the division was rounded
		k++
	}
	edges := []float64{multiple(k, width)}
	for edges[len(edges)-1] <= sorted[len(sorted)-1] {
		k++
		edges = append(edges, multiple(k, width))
	}
	return edges
}

// multiple returns k times a width; of a tenth and the like it is the number that is written so, where the product
// would be one beside it and a value on the edge would fall into the wrong bin.
func multiple(k, width float64) float64 {
	if parts := math.Round(1 / width); width < 1 && math.Abs(parts*width-1) < 1e-9 {
		return k / parts
	}
	return k * width
}

// countsOf counts sorted values by bins.
func countsOf(sorted []float64, edges []float64) []int {
	counts := make([]int, len(edges)-1)
	bin := 0
	for _, v := range sorted {
		for bin < len(counts)-1 && v >= edges[bin+1] {
			bin++
		}
		counts[bin]++
	}
	return counts
}

// heights returns the heights of a group's bins.
func (h histogram) heights(i int) []float64 {
	out := make([]float64, len(h.counts[i]))
	for k, n := range h.counts[i] {
		out[k] = float64(n)
		if h.o.Share {
			out[k] *= 100 / float64(len(h.groups[i].sorted))
		}
		if h.uneven() {
			out[k] /= h.edges[k+1] - h.edges[k]
		}
	}
	return out
}

// uneven says whether the bins differ in width. Their heights are densities then, so that areas can be compared.
func (h histogram) uneven() bool {
	first := h.edges[1] - h.edges[0]
	for k := range h.edges[1:] {
		if math.Abs(h.edges[k+1]-h.edges[k]-first) > 1e-9*first {
			return true
		}
	}
	return false
}

// perUnit follows what the heights are of where they are densities.
func (h histogram) perUnit() string {
	if !h.uneven() {
		return ""
	}
	return " per " + orElse(h.unit, "unit")
}

// density says in a sentence what the heights are where the bins differ in width.
func (h histogram) density() string {
	switch {
	case !h.uneven():
		return ""
	case h.o.Share:
		return "The bins differ in width: heights are shares" + h.perUnit() + ", areas are shares"
	}
	return "The bins differ in width: heights are values" + h.perUnit() + ", areas are numbers of values"
}

func (h histogram) top() float64 {
	top := 0.0
	for i := range h.groups {
		top = max(top, slices.Max(h.heights(i)))
	}
	return top
}

func (h histogram) body() body {
	if h.o.Apart && len(h.groups) > 1 {
		return facets{titles: namesOf(h.groups), stacked: true,
			build: func(p *press, i int, _ vg.Length) *plot.Plot {
				pl := h.axes(p)
				if i < len(h.groups)-1 {
					pl.X.Label.Text = "" // the lowest has it for all
				}
				style := seriesStyles(p, namesOf(h.groups))[i]
				pl.Add(binMarks{p, h.edges, h.heights(i), style, true}, h.rug(p, i, 0, style))
				return pl
			},
			tall:   func(p *press, _ int, width vg.Length) vg.Length { return max(0.2*width, 9*p.LabelSize) },
			legend: func(*press) legend { return nil },
		}
	}
	return single{build: h.build, aspect: 0.6}
}

// axes returns a plot with the axes of the bins and of their heights.
func (h histogram) axes(p *press) *plot.Plot {
	pl := p.plot()
	pl.X.Label.Text, pl.Y.Label.Text = h.label, h.o.YLabel
	pl.Y.Tick.Marker = countTicks{whole: !h.o.Share && !h.uneven()}
	switch {
	case h.o.YLabel != "":
	case h.o.Share:
		pl.Y.Label.Text = "share [%]" + h.perUnit()
	default:
		pl.Y.Label.Text = "values" + h.perUnit()
	}
	low, high := h.edges[0], h.edges[len(h.edges)-1]
	pl.X.Min, pl.X.Max = low-0.02*(high-low), high+0.02*(high-low)
	pl.Y.Min, pl.Y.Max = -rugShare*float64(h.rugs())*h.top(), 1.06*h.top()
	pl.Add(gridLines{p: p, ys: true})
	return pl
}

// rugShare is the height of the row of a rug, as a share of the highest bin.
const rugShare = 0.07

// rugs is the number of rows of rugs in a plot.
func (h histogram) rugs() int {
	switch {
	case !h.o.Rug:
		return 0
	case h.o.Apart:
		return 1
	}
	return len(h.groups)
}

// countTicks mark an axis of heights from zero up, at whole numbers alone if these are numbers of values. The rows of a
// rug below zero have none.
type countTicks struct{ whole bool }

// Ticks implements plot.Ticker. A step is half of the height at most, so that there is always a mark above zero.
func (t countTicks) Ticks(_, high float64) []plot.Tick {
	const parts = 5
	if !t.whole || high >= parts {
		return linearTicks{parts}.Ticks(0, high)
	}
	var ticks []plot.Tick
	for n := 0.0; n <= high; n++ {
		ticks = append(ticks, plot.Tick{Value: n, Label: decimal(n, 0)})
	}
	return ticks
}

func (h histogram) build(p *press, _ vg.Length) (*plot.Plot, legend) {
	pl, l := h.axes(p), legend{}
	styles := seriesStyles(p, namesOf(h.groups))
	for i := range h.groups {
		style := styles[i]
		if len(h.groups) > 1 {
			l.add(h.groups[i].name, lineThumb(style, false))
		}
		pl.Add(binMarks{p, h.edges, h.heights(i), style, len(h.groups) == 1}, h.rug(p, i, i, style))
	}
	return pl, l
}

// binMarks draws the bins of a group, as bars or as their outline.
type binMarks struct {
	p       *press
	edges   []float64
	heights []float64
	style   Style
	filled  bool
}

// Plot implements plot.Plotter.
func (h binMarks) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	if !h.filled {
		c.StrokeLines(h.style.line(h.p.Line), h.outlines(x, y)...)
		return
	}
	for i, v := range h.heights {
		if v == 0 {
			continue
		}
		r := vg.Rectangle{Min: vg.Point{X: x(h.edges[i]), Y: y(0)}, Max: vg.Point{X: x(h.edges[i+1]), Y: y(v)}}
		if h.style.Hatch != Plain {
			h.p.block(c, r, h.style)
			continue
		}
		fillRect(c, r, h.style, h.p.Gap, h.p.Hair)
		c.SetColor(h.p.Background) // which sets bars of one colour apart
		c.SetLineWidth(h.p.Hair)
		c.SetLineDash(nil, 0)
		c.Stroke(r.Path())
	}
}

// outlines returns the outline of each run of bins that are not empty.
func (h binMarks) outlines(x, y func(float64) vg.Length) (lines [][]vg.Point) {
	var line []vg.Point
	for i, v := range h.heights {
		from, to := x(h.edges[i]), x(h.edges[i+1])
		if v > 0 {
			if line == nil {
				line = []vg.Point{{X: from, Y: y(0)}}
			}
			line = append(line, vg.Point{X: from, Y: y(v)}, vg.Point{X: to, Y: y(v)})
		}
		if line != nil && (v == 0 || i == len(h.heights)-1) {
			end := line[len(line)-1].X
			lines, line = append(lines, append(line, vg.Point{X: end, Y: y(0)})), nil
		}
	}
	return lines
}

// rug returns the marks of a group's values, in a row of their own below the bins, or nothing.
func (h histogram) rug(p *press, i, row int, style Style) rugMarks {
	if !h.o.Rug {
		return rugMarks{p: p}
	}
	return rugMarks{p, h.groups[i].sorted, -rugShare * h.top() * float64(row+1), rugShare * h.top(), style.Color}
}

// rugMarks marks values in a row that has a place and a height on the vertical axis.
type rugMarks struct {
	p         *press
	values    []float64
	low, tall float64
	color     color.Color
}

// Plot implements plot.Plotter. Values that would be drawn in one place are drawn once.
func (r rugMarks) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	var path vg.Path
	last := vg.Length(math.Inf(-1))
	for _, v := range r.values {
		if at := x(v); at-last >= max(r.p.pixel, r.p.Hair/2) {
			path, last = segment(path, at, y(r.low+0.1*r.tall), at, y(r.low+0.75*r.tall)), at
		}
	}
	if len(path) == 0 {
		return
	}
	c.SetColor(r.color)
	c.SetLineWidth(r.p.Hair)
	c.SetLineDash(nil, 0)
	c.Stroke(path)
}

func (h histogram) alt() string {
	s := fmt.Sprintf("Histogram of %s in %s from %s to %s, %s.", h.label, plural(len(h.edges)-1, "bin", "bins"),
		short(h.edges[0]), short(h.edges[len(h.edges)-1]), h.rule)
	for i, g := range h.groups {
		most := 0
		heights := h.heights(i)
		for k := range heights {
			if heights[k] > heights[most] {
				most = k
			}
		}
		unit := verb(h.counts[i][most], "value", "values")
		if h.o.Share {
			unit = "per cent of values"
		} else if h.uneven() {
			unit = "values"
		}
		s += fmt.Sprintf(" Of %s, n = %s, from %s to %s, median %s; the highest bin, %s to %s, has %s %s.", g.name,
			decimal(float64(len(g.sorted)), 0), short(g.sorted[0]), short(g.sorted[len(g.sorted)-1]), short(g.quantile(0.5)),
			short(h.edges[most]), short(h.edges[most+1]), short(heights[most]), unit+h.perUnit())
	}
	return s
}
