package plots

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// linearTicks marks an axis in the smallest steps of 1, 2 or 5 times a power of ten that cut it into so many parts at
// most, every mark labelled with one and the same number of decimals.
type linearTicks struct{ parts int }

// Ticks implements plot.Ticker. A range that holds no finite width is marked at its lower end alone.
func (t linearTicks) Ticks(low, high float64) []plot.Tick {
	if math.IsNaN(low) || math.IsInf(low, 0) || math.IsInf(high-low, 0) {
		return nil
	}
	step, exponent := niceStep((high - low) / float64(max(t.parts, 1)))
	if !(high > low) || step < 1e-12*max(math.Abs(low), math.Abs(high)) { // too narrow to tell two marks apart
		return []plot.Tick{{Value: low, Label: brief(low)}}
	}
	var ticks []plot.Tick
	first := math.Ceil(low/step - 1e-9)
	for i := range t.parts + 2 {
		x := (first + float64(i)) * step
		if x > high+1e-9*step {
			break
		}
		ticks = append(ticks, plot.Tick{Value: x})
	}
	largest := max(math.Abs(low), math.Abs(high))
	power := int(math.Floor(math.Log10(largest) + 1e-9))
	for i := range ticks { // in one notation, and of one power of ten
		switch x := ticks[i].Value; {
		case exponent >= -6 && largest < 1e9:
			ticks[i].Label = decimal(x, max(0, -exponent))
		case math.Abs(x) < step/2:
			ticks[i].Label = "0"
		default:
			ticks[i].Label = decimal(x/math.Pow10(power), max(0, power-exponent)) + "·10^{" + decimal(float64(power), 0) + "}"
		}
	}
	return ticks
}

// sparse labels every so manieth of the ticks that are labelled.
type sparse struct {
	plot.Ticker
	every int
}

// Ticks implements plot.Ticker.
func (s sparse) Ticks(low, high float64) []plot.Tick {
	ticks := s.Ticker.Ticks(low, high)
	n := 0
	for i := range ticks {
		if ticks[i].IsMinor() {
			continue
		}
		if n%s.every != 0 {
			ticks[i].Label = ""
		}
		n++
	}
	return ticks
}

// spaced labels fewer ticks of the horizontal axis of a plot that is drawn into a canvas, where the numbers would meet.
func (p *press) spaced(pl *plot.Plot, c draw.Canvas) *plot.Plot {
	switch pl.X.Tick.Marker.(type) {
	case linearTicks, plainLog, zeroLog: // names are not left out
	default:
		return pl
	}
	marker := pl.X.Tick.Marker
	for every := 2; every < 64 && p.meet(pl, c); every++ {
		pl.X.Tick.Marker = sparse{marker, every}
	}
	return pl
}

// meet says whether two labels of the horizontal axis come too near one another.
func (p *press) meet(pl *plot.Plot, c draw.Canvas) bool {
	data := pl.DataCanvas(c)
	gap, end := 0.4*p.TickSize, vg.Length(math.Inf(-1))
	for _, t := range pl.X.Tick.Marker.Ticks(pl.X.Min, pl.X.Max) {
		if t.IsMinor() {
			continue
		}
		at, half := data.X(pl.X.Norm(t.Value)), pl.X.Tick.Label.Width(t.Label)/2
		if at-half < end+gap {
			return true
		}
		end = at + half
	}
	return false
}

// brief writes a number in at most six digits.
func brief(x float64) string {
	s := strconv.FormatFloat(math.Abs(x), 'g', 6, 64)
	mantissa, exponent, scientific := strings.Cut(s, "e")
	if scientific {
		n, _ := strconv.Atoi(exponent) // of one to three digits, as it was formatted
		s = mantissa + "·10^{" + decimal(float64(n), 0) + "}"
	}
	if x < 0 {
		return minus + s
	}
	return s
}

// scientific writes a number as a multiple of a power of ten, to the place of an exponent.
func scientific(x float64, place int) string {
	size := math.Abs(x)
	if size < math.Pow10(place)/2 {
		return "0"
	}
	exponent := int(math.Floor(math.Log10(size) + 1e-9))
	digits := decimal(x/math.Pow10(exponent), max(0, exponent-place))
	return strings.TrimPrefix(digits+"·10^{"+decimal(float64(exponent), 0)+"}", "1·")
}

// niceStep returns the smallest of 1, 2, 5 times a power of ten that is not below a width, and the exponent.
func niceStep(width float64) (step float64, exponent int) {
	if !(width > 0) || math.IsInf(width, 0) {
		return 1, 0
	}
	exponent = int(math.Floor(math.Log10(width)))
	unit := math.Pow10(exponent)
	for _, n := range []float64{1, 2, 5} {
		if n*unit >= width*(1-1e-9) {
			return n * unit, exponent
		}
	}
	return 10 * unit, exponent + 1
}

// minus is the sign of a negative number in print.
const minus = "−"

// decimal writes a number with so many decimals; from five digits on they are grouped with commas.
func decimal(x float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, fraction, dotted := strings.Cut(s, ".")
	if len(whole) > 4 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if dotted {
		whole += "." + fraction
	}
	if x < 0 && strings.Trim(s, "0.") != "" {
		return minus + whole
	}
	return whole
}

// zeroLog is the scale of an axis that is logarithmic from a floor up and has a place for zero below it. What lies
// between zero and the floor is drawn at the floor. Min of the axis is 0. A breakMark shows where the scale is broken.
type zeroLog struct {
	// Floor is the smallest value of the logarithmic part, above 0.
	Floor float64
	// Flush puts zero at the very end of the axis, where bars begin; a curve along zero would lie on the axis there.
	Flush bool
}

// The places on an axis with zero, as shares of its length: of zero, of the break above it and of the floor.
const (
	zeroPlace  = 0.05
	breakPlace = 0.11
	floorPlace = 0.17
)

// zero returns the place of zero.
func (s zeroLog) zero() float64 {
	if s.Flush {
		return 0
	}
	return zeroPlace
}

// Normalize implements plot.Normalizer.
func (s zeroLog) Normalize(_, high, x float64) float64 {
	switch {
	case x <= 0 || math.IsNaN(x):
		return s.zero()
	case x <= s.Floor || high <= s.Floor:
		return floorPlace
	}
	return floorPlace + (1-floorPlace)*math.Log(x/s.Floor)/math.Log(high/s.Floor)
}

// Ticks implements plot.Ticker: zero, and those of logTicks from the floor up.
func (s zeroLog) Ticks(_, high float64) []plot.Tick {
	return append([]plot.Tick{{Value: 0, Label: "0"}}, logTicks(s.Floor, high)...)
}

// plainLog is the scale of a logarithmic axis of values above 0. What is not above 0 is drawn far below the axis.
type plainLog struct{}

// Normalize implements plot.Normalizer.
func (plainLog) Normalize(low, high, x float64) float64 {
	if !(x > 0) {
		return -10
	}
	return math.Log(x/low) / math.Log(high/low)
}

// Ticks implements plot.Ticker.
func (plainLog) Ticks(low, high float64) []plot.Tick { return logTicks(low, high) }

// The range in which logTicks marks an axis: within it no power of ten is 0 or infinite.
const (
	leastMarked = 1e-300
	mostMarked  = 1e300
)

// mostPowers is how many powers of ten an axis has labelled at most, or one more.
const mostPowers = 6

// logTicks marks a logarithmic axis from low to high, both above 0: at powers of ten, with minor marks between. Where
// these are few, multiples are labelled too, and on less than a decade round numbers, so that an axis of any width has
// two labels or more. A range that is not one has no marks.
func logTicks(low, high float64) []plot.Tick {
	if !(low >= leastMarked && high <= mostMarked && low < high) {
		return nil
	}
	decades := math.Log10(high) - math.Log10(low) // the quotient may overflow
	stride := max(1, int(math.Ceil(decades/mostPowers)))
	var ticks []plot.Tick
	labels := 0
	for exponent := int(math.Floor(math.Log10(low) + 1e-9)); math.Pow10(exponent) <= high*(1+1e-9); exponent++ {
		for n := 1; n < 10; n++ {
			x, t := timesPower(n, exponent), plot.Tick{}
			if x < low*(1-1e-9) || x > high*(1+1e-9) {
				continue
			}
			t.Value = x
			switch {
			case wantsLabel(n, exponent, stride, decades):
				t.Label = power(x)
				labels++
			case stride > 1 && (n > 1 || exponent%((stride+9)/10) != 0):
				continue
			}
			ticks = append(ticks, t)
		}
	}
	if labels < 2 {
		return linearTicks{5}.Ticks(low, high) // five parts or more hold two marks, wherever they begin
	}
	return ticks
}

// timesPower returns n times a power of ten, rounded once where that power is a fraction.
func timesPower(n, exponent int) float64 {
	if exponent < 0 && exponent >= -300 {
		return float64(n) / math.Pow10(-exponent)
	}
	return float64(n) * math.Pow10(exponent)
}

// wantsLabel says whether a mark at n times a power of ten has a label on an axis of so many decades.
func wantsLabel(n, exponent, stride int, decades float64) bool {
	switch {
	case n == 1:
		return exponent%stride == 0
	case n == 2 || n == 5:
		return decades < 2
	}
	return decades < 0.7
}

// power writes a number of one digit and a power of ten: as a decimal where that is short.
func power(x float64) string {
	exponent := int(math.Floor(math.Log10(x) + 1e-9))
	digit := int(math.Round(x / math.Pow10(exponent)))
	switch {
	case exponent >= -2 && exponent <= 4:
		return decimal(x, max(0, -exponent))
	case digit == 1:
		return "10^{" + decimal(float64(exponent), 0) + "}"
	}
	return strconv.Itoa(digit) + "·10^{" + decimal(float64(exponent), 0) + "}"
}

// logarithmic makes an axis logarithmic that shows values, none of which is below 0. If one is 0, the axis has a place
// for it below the power of ten at or below the smallest of the others; a lower limit that is smaller still is drawn
// there. Without a 0 the axis begins a little below the smallest. It returns what draws the break of the axis, if any.
func (p *press) logarithmic(axis *plot.Axis, upright bool, values ...float64) []plot.Plotter {
	floor, zero := logFloor(values)
	if !zero {
		axis.Label.TextStyle.Handler = slim{p.typesetter}
		axis.Min, axis.Max = floor, max(axis.Max, 1.2*floor)*1.2
		axis.Scale, axis.Tick.Marker = plainLog{}, plainLog{}
		return nil
	}
	axis.Max = max(axis.Max, floor*10) * 1.2
	return []plot.Plotter{p.zeroLogarithmic(axis, upright, zeroLog{Floor: floor})}
}

// logFloor returns where the logarithmic part of an axis begins that shows values, and whether a 0 is among them.
func logFloor(values []float64) (floor float64, zero bool) {
	smallest := math.Inf(1)
	for _, v := range values {
		if v > 0 {
			smallest = min(smallest, v)
		}
		zero = zero || v == 0
	}
	if math.IsInf(smallest, 1) { // nothing but zeros
		smallest = 1
	}
	smallest = max(smallest, leastMarked*1e10)
	if !zero {
		return smallest / 1.2, false
	}
	return math.Pow10(int(math.Floor(math.Log10(smallest) + 1e-9))), true
}

// lowsOf returns the lower limits that a logarithmic axis of values makes room for: those of 0, and the others down to a
// tenth of the smallest value. One that is smaller still shall not stretch the axis over decades without data.
func lowsOf(lows, values []float64) []float64 {
	smallest := math.Inf(1)
	for _, v := range values {
		if v > 0 {
			smallest = min(smallest, v)
		}
	}
	return slices.DeleteFunc(slices.Clone(lows), func(v float64) bool { return math.IsNaN(v) || v != 0 && v < smallest/10 })
}

// cutOff says in a sentence that a lower limit lies below a logarithmic axis, if one does.
func cutOff(lows, shown []float64) string {
	floor, _ := logFloor(shown)
	if slices.ContainsFunc(lows, func(v float64) bool { return v < 0 || v > 0 && v < floor*(1-1e-9) }) {
		return openEnds
	}
	return ""
}

// openEnds explains an interval of which the lower end is not drawn.
const openEnds = "An interval without a lower end goes on below the axis"

// below says whether a value lies below the place at which an axis shows it.
func below(axis *plot.Axis, v float64) bool {
	if scale, ok := axis.Scale.(zeroLog); ok {
		return v < 0 || v > 0 && v < scale.Floor*(1-1e-9)
	}
	return v < axis.Min
}

// zeroLogarithmic makes an axis logarithmic from a floor up to its Max, with a place for zero below, and returns what
// draws the break between.
func (p *press) zeroLogarithmic(axis *plot.Axis, upright bool, scale zeroLog) plot.Plotter {
	axis.Label.TextStyle.Handler = slim{p.typesetter}
	axis.Min = 0
	axis.Scale, axis.Tick.Marker = scale, scale
	return breakMark{p, upright}
}

// slim sets the label of a logarithmic axis. The label stands in the middle of the axis, but gonum makes room for it about
// the value halfway between the ends, which is near the upper one; so it is told that the label has no width. Blanks,
// with which it measures distances, have theirs.
type slim struct{ typesetter }

// Box implements text.Handler.
func (s slim) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	width, height, depth = s.typesetter.Box(txt, f)
	if txt != " " {
		width = 0
	}
	return width, height, depth
}

// breakMark cuts an axis with a place for zero: two slanting strokes with nothing between.
type breakMark struct {
	p       *press
	upright bool // the vertical axis, otherwise the horizontal one
}

// Plot implements plot.Plotter.
func (b breakMark) Plot(c draw.Canvas, _ *plot.Plot) {
	reach, half := b.p.TickSize/2, b.p.TickSize/8
	at := func(along, across vg.Length) vg.Point { // along the axis from the break, and across it
		if b.upright {
			return vg.Point{X: c.Min.X + across, Y: c.Y(breakPlace) + along}
		}
		return vg.Point{X: c.X(breakPlace) + along, Y: c.Min.Y + across}
	}
	lean := reach / 3
	lower := []vg.Point{at(-half-lean, -reach), at(-half+lean, reach)}
	upper := []vg.Point{at(half+lean, reach), at(half-lean, -reach)}
	c.FillPolygon(b.p.Background, []vg.Point{lower[0], lower[1], upper[0], upper[1]})
	style := draw.LineStyle{Color: b.p.Muted, Width: b.p.Thin}
	c.StrokeLines(style, lower, upper)
}
