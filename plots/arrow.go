package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// arrowPlaces says where the arrows of a scene go on a canvas.
type arrowPlaces struct {
	// x returns the horizontal place of an instant, which may lie outside the canvas, and y the upright one of a height
	// within a lane.
	x func(place) vg.Length
	y func(lane int, height float64) vg.Length
	// look returns the style of what belongs to an event: of an arrow's line to its send, of its head to its receipt.
	// Nil means that of the arrow.
	look func(seq int, s Style) Style
	// room reports whether a rectangle is free for a label, and takes it. Nil means that there is room for none.
	room func(vg.Rectangle) bool
	// mark takes up what a line covers, if it is not nil.
	mark func(a, b vg.Point)
}

// drawArrows draws arrows, cut to the canvas: their lines first and the heads over them. It returns them for their
// labels, which are written when everything else has its place.
func drawArrows(p *press, c draw.Canvas, arrows []arrow, at arrowPlaces) *quiver {
	q := &quiver{p: p, c: c, arrowPlaces: at, width: p.Hair + p.Thin/4, length: 1.9 * p.Mark}
	q.aim(arrows)
	q.shafts()
	q.heads()
	return q
}

// shot is an arrow on the canvas.
type shot struct {
	*arrow
	from, to vg.Point // of the arrow
	a, b     vg.Point // of the part of it that is on the canvas
	whole    [2]bool  // whether its ends are on the canvas
}

// quiver draws arrows.
type quiver struct {
	p *press
	c draw.Canvas
	arrowPlaces
	width, length vg.Length // of lines, of heads
	shots         []shot
	path          vg.Path
}

// pixels are the ends of an arrow in pixels.
type pixels struct {
	ax, ay, bx, by int32
	kind           uint8
}

// aim finds the arrows that are to be seen. Of those that fall on the same pixels there is one.
func (q *quiver) aim(arrows []arrow) {
	q.shots = make([]shot, 0, len(arrows))
	var seen map[pixels]struct{}
	if q.p.pixel > 0 {
		seen = make(map[pixels]struct{}, len(arrows))
	}
	for i := range arrows {
		s := shot{arrow: &arrows[i]}
		s.from, s.to = q.ends(s.arrow)
		var ok bool
		if s.a, s.b, ok = q.clip(s.from, s.to); !ok {
			continue
		}
		if seen != nil {
			key := q.pixelsOf(s)
			if _, ok := seen[key]; ok {
				continue
			}
			seen[key] = struct{}{}
		}
		s.whole = [2]bool{s.a == s.from, s.b == s.to}
		q.shots = append(q.shots, s)
	}
}

func (q *quiver) pixelsOf(s shot) pixels {
	round := func(x vg.Length) int32 { return int32(math.Round(float64(x / q.p.pixel))) }
	kind := uint8(s.part)
	if s.lost {
		kind = math.MaxUint8
	}
	return pixels{round(s.a.X), round(s.a.Y), round(s.b.X), round(s.b.Y), kind}
}

// ends returns where an arrow begins and ends.
func (q *quiver) ends(a *arrow) (from, to vg.Point) {
	from = vg.Point{X: q.x(a.from), Y: q.y(a.fromLane, a.fromY)}
	to = vg.Point{X: q.x(a.to), Y: q.y(a.toLane, a.toY)}
	switch {
	case a.part == outgoing:
		d := q.stub(a)
		return from, vg.Point{X: from.X + d.X, Y: from.Y + d.Y}
	case a.part == incoming:
		d := q.stub(a)
		return vg.Point{X: to.X - d.X, Y: to.Y - d.Y}, to
	case a.lost:
		to.Y = q.gap(a)
	}
	return from, to
}

// stub returns the way along a piece of an arrow.
func (q *quiver) stub(a *arrow) vg.Point {
	height := q.y(a.fromLane, 1) - q.y(a.fromLane, 0)
	d := vg.Point{X: 0.25 * height, Y: 0.3 * height}
	if q.y(a.toLane, onLine) < q.y(a.fromLane, onLine) {
		d.Y = -d.Y
	}
	return d
}

// gap returns the height at which a lost message ends: between two lanes, half of the way to its receiver or a little
// farther, so that it does not seem to reach a lane that it passes.
func (q *quiver) gap(a *arrow) vg.Length {
	lanes := a.toLane - a.fromLane
	if lanes == 0 {
		return q.y(a.fromLane, 1)
	}
	step := 1
	if lanes < 0 {
		step, lanes = -1, -lanes
	}
	before := a.fromLane + step*(lanes/2)
	return (q.y(before, onLine) + q.y(before+step, onLine)) / 2
}

// clip cuts a line to the canvas, and reports whether there is anything left.
func (q *quiver) clip(a, b vg.Point) (vg.Point, vg.Point, bool) {
	low, high := 0.0, 1.0
	d := b.Sub(a)
	cut := func(start, way, least, most vg.Length) {
		if way == 0 {
			if start < least || start > most {
				low, high = 1, 0
			}
			return
		}
		t0, t1 := float64((least-start)/way), float64((most-start)/way)
		low, high = max(low, min(t0, t1)), min(high, max(t0, t1))
	}
	cut(a.X, d.X, q.c.Min.X, q.c.Max.X)
	cut(a.Y, d.Y, q.c.Min.Y, q.c.Max.Y)
	if low > high {
		return a, b, false
	}
	first, last := a, b
	if low > 0 {
		first = along(a, d, low)
	}
	if high < 1 {
		last = along(a, d, high)
	}
	return first, last, true
}

func along(a, way vg.Point, share float64) vg.Point {
	return vg.Point{X: a.X + way.X*vg.Length(share), Y: a.Y + way.Y*vg.Length(share)}
}

// styled returns the style of what belongs to an event of an arrow.
func (q *quiver) styled(s shot, at place) Style {
	if q.look == nil || at.seq == noEvent {
		return s.style
	}
	return q.look(at.seq, s.style)
}

// shafts strokes the lines, those of one style together.
func (q *quiver) shafts() {
	q.c.SetLineWidth(q.width)
	var style Style
	for i, s := range q.shots {
		next := q.styled(s, s.tail())
		if i == 0 || next.Color != style.Color || len(next.Dash) != len(style.Dash) {
			q.stroke()
			q.c.SetColor(next.Color)
			q.c.SetLineDash(next.line(q.p.Thin).Dashes, 0)
			style = next
		}
		q.shaft(s)
		if q.full(2 * batch) {
			q.stroke()
		}
	}
	q.stroke()
	q.c.SetLineDash(nil, 0)
}

// full reports whether a path has as much as should be drawn at once. Where there are pixels that is little, since the
// time grows with the square of what lies on one row of them; elsewhere it is everything, which makes small files.
func (q *quiver) full(most int) bool { return q.p.pixel > 0 && len(q.path) >= most }

func (q *quiver) stroke() {
	if len(q.path) > 0 {
		q.c.Stroke(q.path)
		q.path = q.path[:0]
	}
}

// tail and tip are the places whose events give an arrow's line and its head their styles.
func (s shot) tail() place {
	if s.part == incoming {
		return s.arrow.to
	}
	return s.arrow.from
}

func (s shot) tip() place {
	if s.part == outgoing {
		return s.arrow.from
	}
	return s.arrow.to
}

func (s shot) isLoop() bool { return s.fromLane == s.toLane && s.part == wholeArrow && !s.lost }

// hasHead reports whether an arrow has a head on the canvas.
func (s shot) hasHead() bool { return s.whole[1] && !s.lost && s.part != outgoing }

// shaft adds the line of an arrow to the path, up to where its head begins.
func (q *quiver) shaft(s shot) {
	if s.isLoop() {
		q.loop(s)
		return
	}
	end := s.b
	if s.hasHead() {
		way := s.b.Sub(s.a)
		end = along(s.b, way, -min(1, 0.8*float64(q.length/length(way))))
	}
	if style := q.styled(s, s.tail()); q.p.raster != nil && len(style.Dash) == 0 && style.Color.A == 0xff {
		q.p.raster.line(s.a, end, q.width, style.Color)
	} else {
		q.path = segment(q.path, s.a.X, s.a.Y, end.X, end.Y)
	}
	if q.mark != nil {
		q.mark(s.a, s.b)
	}
}

// loopSteps is how many straight pieces a loop is drawn with.
const loopSteps = 12

// loop adds the line of a message of a process to itself: an arc above its lane's line.
func (q *quiver) loop(s shot) {
	before := s.from
	for i := 1; i <= loopSteps; i++ {
		next := q.onLoop(s, float64(i)/loopSteps)
		if a, b, ok := q.clip(before, next); ok {
			q.path = segment(q.path, a.X, a.Y, b.X, b.Y)
			if q.mark != nil {
				q.mark(a, b)
			}
		}
		before = next
	}
}

// onLoop returns a point of a loop, which is a cubic curve.
func (q *quiver) onLoop(s shot, t float64) vg.Point {
	rise := 0.45 * (q.y(s.fromLane, 1) - q.y(s.fromLane, 0))
	out := max(0, rise-(s.to.X-s.from.X)) / 2 // a loop of a short time is wider than that
	first := vg.Point{X: s.from.X - out, Y: s.from.Y + rise}
	second := vg.Point{X: s.to.X + out, Y: s.to.Y + rise}
	u := 1 - t
	return vg.Point{
		X: weighted(t, u, s.from.X, first.X, second.X, s.to.X),
		Y: weighted(t, u, s.from.Y, first.Y, second.Y, s.to.Y),
	}
}

func weighted(t, u float64, a, b, c, d vg.Length) vg.Length {
	return vg.Length(u*u*u)*a + vg.Length(3*u*u*t)*b + vg.Length(3*u*t*t)*c + vg.Length(t*t*t)*d
}

func length(p vg.Point) vg.Length { return vg.Length(math.Hypot(float64(p.X), float64(p.Y))) }

// heads draws the heads, which are darker than the lines, those of one colour together, and then the crosses of what was
// lost.
func (q *quiver) heads() {
	var colour color.NRGBA
	for _, s := range q.shots {
		if !s.hasHead() {
			continue
		}
		next := q.styled(s, s.tip()).Color
		if q.look == nil {
			next = mix(next, q.p.Ink, 0.5)
		}
		if next != colour || q.full(4*batch) {
			q.fill(colour)
			colour = next
		}
		back := s.from
		if s.isLoop() {
			back = q.onLoop(s, 1-1./loopSteps)
		}
		q.head(s.to, s.to.Sub(back))
	}
	q.fill(colour)
	for _, s := range q.shots {
		if s.lost && s.whole[1] {
			style := q.styled(s, s.tip())
			style.Shape.draw(q.c, s.to, q.p.Mark, q.p.Thin+q.p.Hair, style.Color)
		}
	}
}

func (q *quiver) fill(colour color.NRGBA) {
	if len(q.path) > 0 {
		q.c.SetColor(colour)
		q.c.Fill(q.path)
		q.path = q.path[:0]
	}
}

// head adds a triangle to the path, with its tip at a point and at the end of a way.
func (q *quiver) head(tip, way vg.Point) {
	size := length(way)
	if size == 0 { // at once and in place
		way, size = vg.Point{Y: -1}, 1
	}
	along := vg.Point{X: way.X / size, Y: way.Y / size}
	base := vg.Point{X: tip.X - along.X*q.length, Y: tip.Y - along.Y*q.length}
	half := 0.38 * q.length
	corners := [...]vg.Point{tip, {X: base.X - along.Y*half, Y: base.Y + along.X*half},
		{X: base.X + along.Y*half, Y: base.Y - along.X*half}}
	if base.X < q.c.Min.X || base.X > q.c.Max.X { // a part of it is beyond the edge
		q.polygon(q.c.ClipPolygonXY(corners[:]))
		return
	}
	q.polygon(corners[:])
}

// polygon adds an area to the path.
func (q *quiver) polygon(corners []vg.Point) {
	if len(corners) < 3 {
		return
	}
	kind := vg.MoveComp
	for _, at := range corners {
		q.path = append(q.path, vg.PathComp{Type: kind, Pos: at})
		kind = vg.LineComp
	}
	q.path = append(q.path, vg.PathComp{Type: vg.CloseComp})
}

// labels writes the labels along the arrows, those of lost messages first.
func (q *quiver) labels() {
	if q.room == nil {
		return
	}
	style := q.p.style(q.p.NoteSize, q.p.Muted)
	widths := map[string]vg.Length{}
	type written struct { // of one send, one label is enough
		seq   int
		label string
	}
	done := map[written]bool{}
	for _, lost := range []bool{true, false} {
		for _, s := range q.shots {
			key := written{s.tail().seq, s.label}
			if s.lost != lost || s.label == "" || done[key] {
				continue
			}
			w, ok := widths[s.label]
			if !ok {
				w = style.Width(s.label)
				widths[s.label] = w
			}
			if q.label(s, style, w) {
				done[key] = true
			}
		}
	}
}

// label writes a label above the middle of what is to be seen of an arrow, or nearer to an end of it, and reports
// whether there was room.
func (q *quiver) label(s shot, style text.Style, width vg.Length) bool {
	size := vg.Point{X: width, Y: capital * style.Font.Size}
	way := s.b.Sub(s.a)
	for _, share := range []float64{0.5, 0.35, 0.65} {
		at := along(s.a, way, share)
		if s.isLoop() {
			at, way = q.onLoop(s, 0.5), vg.Point{X: 1}
		}
		box := boxAbove(at, way, size, q.p.NoteSize/3)
		if q.holds(box) && q.room(box) {
			middle := vg.Point{X: box.Min.X, Y: (box.Min.Y + box.Max.Y) / 2}
			q.p.write(q.c, style, middle, left, s.label)
			return true
		}
	}
	return false
}

func (q *quiver) holds(r vg.Rectangle) bool {
	return r.Min.X >= q.c.Min.X && r.Max.X <= q.c.Max.X && r.Min.Y >= q.c.Min.Y && r.Max.Y <= q.c.Max.Y
}

// boxAbove returns the rectangle of a size that lies above a point of a line on its upper side, and clear of it: over
// the middle where the line is nearly level, and towards the side that the line falls away from where it is steep.
func boxAbove(at, way, size vg.Point, gap vg.Length) vg.Rectangle {
	if way.X < 0 {
		way = vg.Point{X: -way.X, Y: -way.Y}
	}
	lift, side := size.X/2, 1.0 // how far the line rises along half of the box
	if math.Abs(float64(way.Y)) < float64(way.X) {
		lift *= vg.Length(math.Abs(float64(way.Y / way.X)))
	}
	if way.Y > 0 {
		side = -1
	}
	shift := vg.Length(0)
	if lift > size.Y { // steep
		lift, shift = 0, vg.Length(side)*(size.X/2+gap)
	}
	low := vg.Point{X: at.X - size.X/2 + shift, Y: at.Y + lift + gap}
	return vg.Rectangle{Min: low, Max: low.Add(size)}
}
