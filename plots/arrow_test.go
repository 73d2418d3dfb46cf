package plots

import (
	"fmt"
	"image/color"
	"math"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// paintedPath is a path on a canvas, with its colour.
type paintedPath struct {
	colour color.Color
	filled bool
	path   vg.Path
}

// pathsOn returns what was painted on a recorder.
func pathsOn(r *recorder.Canvas) []paintedPath {
	var out []paintedPath
	var now color.Color
	for _, a := range r.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			now = a.Color
		case *recorder.Stroke:
			out = append(out, paintedPath{now, false, append(vg.Path(nil), a.Path...)})
		case *recorder.Fill:
			out = append(out, paintedPath{now, true, append(vg.Path(nil), a.Path...)})
		}
	}
	return out
}

// arrowBench is a canvas of 100 × 100 points from (10, 10), with a millisecond to a point and lanes of 20 points down
// from the top.
func arrowBench() (*recorder.Canvas, draw.Canvas, arrowPlaces) {
	r := new(recorder.Canvas)
	c := draw.Canvas{Canvas: r, Rectangle: vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 110, Y: 110}}}
	return r, c, arrowPlaces{
		x: func(at place) vg.Length { return 10 + vg.Length(at.at/time.Millisecond) },
		y: func(lane int, height float64) vg.Length { return 90 - 20*vg.Length(lane) + 20*vg.Length(height) },
	}
}

func ms(n int) place { return place{time.Duration(n) * time.Millisecond, n} }

// message is an arrow from the line of a lane to that of another.
func message(fromLane, from, toLane, to int) arrow {
	return arrow{fromLane: fromLane, toLane: toLane, from: ms(from), to: ms(to), fromY: onLine, toY: onLine,
		style: Paper().Roles.Message}
}

// triangles returns what was filled, each area apart: the heads.
func triangles(all []paintedPath) (out []paintedPath) {
	for _, p := range all {
		for _, c := range p.path {
			switch {
			case !p.filled:
			case c.Type == vg.MoveComp:
				out = append(out, paintedPath{p.colour, true, vg.Path{c}})
			default:
				last := &out[len(out)-1]
				last.path = append(last.path, c)
			}
		}
	}
	return out
}

func has(p vg.Path, at vg.Point) bool {
	for _, c := range p {
		if math.Hypot(float64(c.Pos.X-at.X), float64(c.Pos.Y-at.Y)) < 1e-6 {
			return true
		}
	}
	return false
}

func TestArrowsTouchTheReceiver(t *testing.T) {
	for _, test := range []struct {
		arrow    arrow
		from, to vg.Point
	}{
		{message(0, 5, 1, 30), vg.Point{X: 15, Y: 100}, vg.Point{X: 40, Y: 80}},
		{message(3, 5, 0, 30), vg.Point{X: 15, Y: 40}, vg.Point{X: 40, Y: 100}},
		{message(0, 30, 2, 5), vg.Point{X: 40, Y: 100}, vg.Point{X: 15, Y: 60}}, // received before it was sent
		{message(0, 30, 2, 30), vg.Point{X: 40, Y: 100}, vg.Point{X: 40, Y: 60}},
		{message(1, 30, 1, 60), vg.Point{X: 40, Y: 80}, vg.Point{X: 70, Y: 80}},
	} {
		r, c, at := arrowBench()
		drawArrows(&press{Theme: Paper()}, c, []arrow{test.arrow}, at)
		all := pathsOn(r)
		if !has(all[0].path, test.from) {
			t.Errorf("line %v does not begin at %v", all[0].path, test.from)
		}
		if heads := triangles(all); len(heads) != 1 || !has(heads[0].path, test.to) {
			t.Errorf("heads %v: want one with its tip at %v", heads, test.to)
		}
	}
}

func TestArrowsLostEndInACross(t *testing.T) {
	for _, test := range []struct{ fromLane, toLane, y int }{
		{0, 1, 90}, {1, 0, 90}, {0, 2, 70}, {0, 3, 70}, {3, 0, 70}, {1, 1, 90},
	} {
		r, c, at := arrowBench()
		a := message(test.fromLane, 5, test.toLane, 25)
		a.lost, a.style = true, Paper().Roles.Lost
		p := &press{Theme: Paper()}
		drawArrows(p, c, []arrow{a}, at)
		all := pathsOn(r)
		if len(triangles(all)) != 0 {
			t.Error("a lost message has a head")
		}
		middle, arm := vg.Point{X: 35, Y: vg.Length(test.y)}, 0.95*p.Mark
		if !has(all[0].path, middle) {
			t.Errorf("%d to %d: line %v does not end at %v", test.fromLane, test.toLane, all[0].path, middle)
		}
		cross := all[len(all)-1].path
		for _, d := range []vg.Point{{X: arm, Y: arm}, {X: -arm, Y: arm}, {X: arm, Y: -arm}, {X: -arm, Y: -arm}} {
			if !has(cross, middle.Add(d)) {
				t.Errorf("%d to %d: %v is no cross about %v", test.fromLane, test.toLane, cross, middle)
			}
		}
	}
}

// TestArrowsAreCutAtTheWindow draws arrows that enter, leave, cross and miss the canvas.
func TestArrowsAreCutAtTheWindow(t *testing.T) {
	for _, test := range []struct {
		from, to, lines, heads int
	}{
		{-50, 50, 1, 1}, {50, 150, 1, 0}, {-50, 150, 1, 0}, {-50, -10, 0, 0}, {110, 150, 0, 0},
		{0, 100, 1, 1}, {-40, 1, 1, 1},
	} {
		r, c, at := arrowBench()
		drawArrows(&press{Theme: Paper()}, c, []arrow{message(0, test.from, 4, test.to)}, at)
		all := pathsOn(r)
		heads := triangles(all)
		if got := len(all) - len(heads); got != test.lines || len(heads) != test.heads {
			t.Errorf("%d to %d: %d lines and %d heads, want %d and %d", test.from, test.to, got, len(heads),
				test.lines, test.heads)
		}
		for _, p := range all {
			for _, q := range p.path {
				if q.Type != vg.CloseComp && (q.Pos.X < c.Min.X-1e-9 || q.Pos.X > c.Max.X+1e-9) {
					t.Errorf("%d to %d: %v is outside the canvas", test.from, test.to, q.Pos)
				}
			}
		}
	}
}

// TestArrowsLoopStaysWithinTheWindow has a message of a process to itself across the right edge.
func TestArrowsLoopStaysWithinTheWindow(t *testing.T) {
	r, c, at := arrowBench()
	drawArrows(&press{Theme: Paper()}, c, []arrow{message(1, 80, 1, 150), message(1, 99, 1, 99)}, at)
	all := pathsOn(r)
	highest := vg.Length(0)
	for _, p := range all {
		for _, q := range p.path {
			if q.Type != vg.CloseComp && q.Pos.X > c.Max.X+1e-9 {
				t.Errorf("%v is outside the canvas", q.Pos)
			}
			highest = max(highest, q.Pos.Y)
		}
	}
	if highest < 84 || highest > 90 {
		t.Errorf("the loop rises to %v, want above the line at 80 and within the lane, to 90", highest)
	}
}

func TestArrowsOfOneEnd(t *testing.T) {
	out, in := message(1, 50, 2, 50), message(1, 50, 2, 50)
	out.part, in.part = outgoing, incoming
	for _, test := range []struct {
		arrow  arrow
		corner vg.Point // the end that is known
		heads  int
	}{{out, vg.Point{X: 60, Y: 80}, 0}, {in, vg.Point{X: 60, Y: 60}, 1}} {
		r, c, at := arrowBench()
		drawArrows(&press{Theme: Paper()}, c, []arrow{test.arrow}, at)
		all := pathsOn(r)
		found := false
		for _, p := range all {
			found = found || has(p.path, test.corner)
			for _, q := range p.path {
				if q.Type != vg.CloseComp && (q.Pos.Y < 59.999 || q.Pos.Y > 80.001) {
					t.Errorf("%v is beyond the lanes of the message", q.Pos)
				}
			}
		}
		if got := len(triangles(all)); !found || got != test.heads {
			t.Errorf("%v: %d heads, want %d; known end drawn: %v", test.corner, got, test.heads, found)
		}
	}
}

// TestArrowsOnTheSamePixelsAreOne holds where there are pixels, and only there.
func TestArrowsOnTheSamePixelsAreOne(t *testing.T) {
	var arrows []arrow
	for range 100 {
		arrows = append(arrows, message(0, 5, 1, 30))
	}
	arrows = append(arrows, message(0, 5, 2, 30))
	lost := message(0, 5, 1, 30)
	lost.lost, lost.style = true, Paper().Roles.Lost
	arrows = append(arrows, lost)
	for _, test := range []struct {
		pixel vg.Length
		heads int
	}{{0, 101}, {0.24, 2}} {
		r, c, at := arrowBench()
		drawArrows(&press{Theme: Paper(), pixel: test.pixel}, c, arrows, at)
		if got := len(triangles(pathsOn(r))); got != test.heads {
			t.Errorf("pixels of %v: %d heads, want %d", test.pixel, got, test.heads)
		}
	}
}

// TestArrowsHaveTheStyleOfTheirEvents paints the line in the colour of the send and the head in that of the receipt.
func TestArrowsHaveTheStyleOfTheirEvents(t *testing.T) {
	r, c, at := arrowBench()
	at.look = func(seq int, s Style) Style {
		s.Color = color.NRGBA{R: uint8(seq), A: 0xff}
		return s
	}
	drawArrows(&press{Theme: Paper()}, c, []arrow{message(0, 5, 1, 30)}, at)
	all := pathsOn(r)
	want := fmt.Sprint(color.NRGBA{R: 5, A: 0xff}, color.NRGBA{R: 30, A: 0xff})
	if got := fmt.Sprint(all[0].colour, all[1].colour); got != want {
		t.Errorf("colours are %s, want %s", got, want)
	}
}

// TestArrowLabelsAreClear holds the rectangle of a label to lie beside its line, whatever its slope.
func TestArrowLabelsAreClear(t *testing.T) {
	size := vg.Point{X: 20, Y: 5}
	for degrees := 0; degrees < 360; degrees += 3 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		way := vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}
		at := vg.Point{X: 50, Y: 50}
		box := boxAbove(at, way, size, 2)
		var sides [2]bool
		for _, q := range []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}} {
			side := way.X*(q.Y-at.Y) - way.Y*(q.X-at.X)
			sides[0], sides[1] = sides[0] || side > 0, sides[1] || side < 0
		}
		if sides[0] && sides[1] {
			t.Errorf("%d°: the line goes through the box %v", degrees, box)
		}
		if got := box.Size(); math.Abs(float64(got.X-size.X)) > 1e-9 || math.Abs(float64(got.Y-size.Y)) > 1e-9 {
			t.Errorf("%d°: the box is %v, want %v", degrees, got, size)
		}
	}
}

// TestArrowLabelsGoWhereThereIsRoom refuses the first place, and all.
func TestArrowLabelsGoWhereThereIsRoom(t *testing.T) {
	for _, test := range []struct{ refuse, written int }{{0, 1}, {1, 1}, {2, 1}, {3, 0}} {
		_, c, at := arrowBench()
		asked := 0
		at.room = func(vg.Rectangle) bool { asked++; return asked > test.refuse }
		a := message(0, 5, 3, 80)
		a.label = "m"
		var boxes []TextBox
		p := &press{Theme: Paper(), typesetter: typesetter{boxes: &boxes}}
		drawArrows(p, c, []arrow{a}, at).labels()
		if len(boxes) != test.written {
			t.Errorf("after %d refusals there are %d labels, want %d", test.refuse, len(boxes), test.written)
		}
	}
	_, c, at := arrowBench()
	at.room = func(vg.Rectangle) bool { return true }
	first, second := message(0, 5, 1, 30), message(0, 5, 2, 40) // one send
	first.label, second.label = "m", "m"
	var boxes []TextBox
	p := &press{Theme: Paper(), typesetter: typesetter{boxes: &boxes}}
	drawArrows(p, c, []arrow{first, second}, at).labels()
	if len(boxes) != 1 {
		t.Errorf("a message to two has %d labels, want 1", len(boxes))
	}
}
