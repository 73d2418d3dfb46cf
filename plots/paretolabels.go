package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bothWays draws the intervals of points, upright and level.
type bothWays struct {
	p *press
	d paretoData
}

// ends returns the ends of a point's intervals, and whether there are any in each direction.
func (b bothWays) ends(i int) (low, high xy, level, upright bool) {
	low, high = b.d.points[i], b.d.points[i]
	if b.d.costLows != nil && !math.IsNaN(b.d.costLows[i]+b.d.costHighs[i]) {
		low.x, high.x, level = b.d.costLows[i], b.d.costHighs[i], true
	}
	if b.d.riskLows != nil && !math.IsNaN(b.d.riskLows[i]+b.d.riskHighs[i]) {
		low.y, high.y, upright = b.d.riskLows[i], b.d.riskHighs[i], true
	}
	return low, high, level, upright
}

// DataRange implements plot.DataRanger.
func (b bothWays) DataRange() (xmin, xmax, ymin, ymax float64) {
	var all []xy
	for i := range b.d.points {
		low, high, _, _ := b.ends(i)
		all = append(all, low, high)
	}
	return rangeOf(all)
}

// Plot implements plot.Plotter.
func (b bothWays) Plot(c draw.Canvas, pl *plot.Plot) {
	on := project(&c, pl, b.d.points)
	for i := range on {
		low, high, level, upright := b.ends(i)
		at := project(&c, pl, []xy{low, high})
		style := b.style(b.d.by[i])
		if upright {
			low, high := max(at[0].Y, c.Min.Y), min(at[1].Y, c.Max.Y)
			b.p.whisker(c, on[i].X, low, high, b.p.Mark, below(&pl.Y, b.d.riskLows[i]), style)
		}
		if level {
			b.p.levelWhisker(c, on[i].Y, max(at[0].X, c.Min.X), min(at[1].X, c.Max.X), b.p.Mark, false, style.Color)
		}
	}
}

// style is that of a posture, lighter, so that points and names stand out.
func (b bothWays) style(posture string) Style {
	for k, name := range b.d.postures {
		if name == posture {
			style := b.p.Series[k]
			style.Color = mix(b.p.Background, style.Color, 0.5)
			return style
		}
	}
	return Style{Color: b.p.Muted}
}

// thumb is an interval in both directions.
func (b bothWays) thumb(p *press, c vg.Canvas, r vg.Rectangle) {
	style := Style{Color: mix(p.Background, p.Ink, 0.5)}
	x, y := (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2
	p.whisker(c, x, r.Min.Y, r.Max.Y, p.Mark/2, false, style)
	p.levelWhisker(c, y, x-p.LabelSize, x+p.LabelSize, p.Mark/2, false, style.Color)
}

// pointLabels writes the names of points beside them: next to the point where there is room, farther off with a line to
// it where not, and not at all where a name would lie over another or over a point.
type pointLabels struct {
	p *press
	d paretoData
}

// Plot implements plot.Plotter.
func (n pointLabels) Plot(c draw.Canvas, pl *plot.Plot) {
	on := project(&c, pl, n.d.points)
	style := n.p.style(n.p.NoteSize, n.p.Ink)
	room := labelRoom{p: n.p, within: c.Rectangle, style: style}
	for i, at := range on {
		m := 1.3 * n.p.Mark
		room.points = append(room.points, vg.Rectangle{
			Min: vg.Point{X: at.X - m, Y: at.Y - m}, Max: vg.Point{X: at.X + m, Y: at.Y + m}})
		low, high, _, _ := bothWays(n).ends(i)
		ends := project(&c, pl, []xy{{low.x, n.d.points[i].y}, {high.x, n.d.points[i].y}, {n.d.points[i].x, low.y},
			{n.d.points[i].x, high.y}})
		room.lines = append(room.lines, vg.Rectangle{Min: ends[0], Max: ends[1]}, vg.Rectangle{Min: ends[2], Max: ends[3]})
	}
	for step, line := 1, project(&c, pl, n.d.steps()); step < len(line); step++ {
		a, b := line[step-1], line[step]
		room.lines = append(room.lines, vg.Rectangle{
			Min: vg.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)}, Max: vg.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)}})
	}
	write := func(i int) {
		box, far, ok := room.place(on[i], n.d.names[i])
		if !ok {
			return
		}
		room.taken = append(room.taken, box)
		if far {
			end := vg.Point{X: min(max(on[i].X, box.Min.X), box.Max.X), Y: min(max(on[i].Y, box.Min.Y), box.Max.Y)}
			off := n.p.Mark / vg.Length(math.Hypot(float64(end.X-on[i].X), float64(end.Y-on[i].Y)))
			start := toward(on[i], end, off)
			c.StrokeLine2(draw.LineStyle{Color: n.p.Muted, Width: n.p.Hair}, start.X, start.Y, end.X, end.Y)
		}
		n.p.write(c, style, vg.Point{X: box.Min.X, Y: (box.Min.Y + box.Max.Y) / 2}, left, n.d.names[i])
	}
	for _, i := range n.d.frontier() {
		write(i)
	}
	for i := range on {
		if n.d.dominated[i] {
			write(i)
		}
	}
}

// labelRoom is what is known when a name is placed.
type labelRoom struct {
	p      *press
	style  text.Style
	within vg.Rectangle
	points []vg.Rectangle // which no name may cover
	lines  []vg.Rectangle // which a name had better not
	taken  []vg.Rectangle // by names
}

// around are the directions in which a name is tried, the best first.
var around = []vg.Point{{X: 1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: 1}, {X: -1, Y: -1}, {X: 1}, {Y: 1}, {Y: -1}, {X: -1}}

// place returns the box of a name near a point, and whether it is so far off that it needs a line to the point.
func (r *labelRoom) place(at vg.Point, name string) (box vg.Rectangle, far, ok bool) {
	least := math.Inf(1)
	half, width := capital*r.p.NoteSize/2, r.style.Width(name)
	for ring := range 5 {
		distance := r.p.Mark + r.p.NoteSize*(0.25+0.8*vg.Length(ring))
		for _, way := range around {
			middle := vg.Point{X: at.X + way.X*(distance+width/2), Y: at.Y + way.Y*(distance+half)}
			if way.X != 0 && way.Y != 0 { // aslant: nearer, since both add up
				middle = vg.Point{X: at.X + way.X*(0.8*distance+width/2), Y: at.Y + way.Y*(0.8*distance+half)}
			}
			tried := vg.Rectangle{
				Min: vg.Point{X: middle.X - width/2, Y: middle.Y - half - 1},
				Max: vg.Point{X: middle.X + width/2, Y: middle.Y + half + 1}}
			clear := vg.Rectangle{ // a line has a width
				Min: vg.Point{X: tried.Min.X - 2, Y: tried.Min.Y}, Max: vg.Point{X: tried.Max.X + 2, Y: tried.Max.Y}}
			if cost := 1.5*float64(ring) + 4*float64(meeting(clear, r.lines)); cost < least && r.free(tried) {
				least, box, far, ok = cost, tried, ring > 0, true
			}
		}
	}
	return box, far, ok
}

// free says whether a box is within the data and meets no point and no other name.
func (r *labelRoom) free(box vg.Rectangle) bool {
	inside := box.Min.X >= r.within.Min.X && box.Max.X <= r.within.Max.X &&
		box.Min.Y >= r.within.Min.Y && box.Max.Y <= r.within.Max.Y
	return inside && meeting(box, r.points) == 0 && meeting(box, r.taken) == 0
}

// meeting counts the rectangles that a box meets, which may be lines without a width.
func meeting(box vg.Rectangle, others []vg.Rectangle) (n int) {
	for _, o := range others {
		if box.Min.X < o.Max.X && o.Min.X < box.Max.X && box.Min.Y < o.Max.Y && o.Min.Y < box.Max.Y {
			n++
		}
	}
	return n
}
