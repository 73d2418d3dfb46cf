package plots

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestDominated(t *testing.T) {
	for _, test := range []struct {
		points []xy
		want   []bool
	}{
		{[]xy{{1, 1}}, []bool{false}},
		{[]xy{{1, 2}, {2, 1}}, []bool{false, false}},
		{[]xy{{1, 1}, {2, 2}}, []bool{false, true}},
		{[]xy{{1, 1}, {1, 2}, {2, 1}}, []bool{false, true, true}},
		{[]xy{{1, 1}, {1, 1}}, []bool{false, false}},
		{[]xy{{3, 0}, {2, 0}, {1, 5}}, []bool{true, false, false}},
	} {
		if got := dominated(test.points); !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, want %v", test.points, got, test.want)
		}
	}
}

// The steps of the frontier go down from left to right, through every point that is not dominated, and every point lies
// on them or above: what a swept line would find.
func TestStepsBoundEveryPoint(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		d := paretoData{}
		for range 1 + random.IntN(12) {
			d.points = append(d.points, xy{float64(random.IntN(6)), float64(random.IntN(6))})
		}
		d.dominated = dominated(d.points)
		line := d.steps()
		for i, q := range line[1:] {
			if before := line[i]; q.x < before.x || q.y > before.y || q.x != before.x && q.y != before.y {
				t.Fatalf("%v: the steps go from %v to %v", d.points, before, q)
			}
		}
		for i, q := range d.points {
			least := q.y + 1
			for _, other := range d.points {
				if other.x <= q.x {
					least = min(least, other.y)
				}
			}
			if on := slices.Contains(line, q); !d.dominated[i] && !on {
				t.Fatalf("%v: %v is not on the steps %v", d.points, q, line)
			}
			if d.dominated[i] != (least < q.y || slices.ContainsFunc(d.points, func(o xy) bool { return o.x < q.x && o.y <= q.y })) {
				t.Fatalf("%v: %v is dominated: %v", d.points, q, d.dominated[i])
			}
		}
	}
}

// Names of crowded points never lie over one another or over a point; those that have no room are left out.
func TestNamesHaveRoom(t *testing.T) {
	p := &press{Theme: Paper()}
	random := rand.New(rand.NewPCG(5, 6))
	left := 0
	for range 50 {
		r := labelRoom{p: p, style: p.style(p.NoteSize, p.Ink), within: vg.Rectangle{Max: vg.Point{X: 120, Y: 80}}}
		var at []vg.Point
		for range 25 {
			q := vg.Point{X: vg.Length(random.IntN(120)), Y: vg.Length(random.IntN(80))}
			at = append(at, q)
			r.points = append(r.points, vg.Rectangle{Min: vg.Point{X: q.X - 2, Y: q.Y - 2}, Max: vg.Point{X: q.X + 2, Y: q.Y + 2}})
		}
		for i, q := range at {
			box, _, ok := r.place(q, fmt.Sprintf("%d ms", 100*i))
			if !ok {
				left++
				continue
			}
			if meeting(box, r.points) > 0 || meeting(box, r.taken) > 0 || box.Min.X < 0 || box.Max.X > 120 || box.Max.Y > 80 {
				t.Fatalf("name %d at %v lies over something", i, box)
			}
			r.taken = append(r.taken, box)
		}
	}
	if left == 0 {
		t.Error("every name had room; the case is not crowded enough to test")
	}
}

func TestMeetingCountsLines(t *testing.T) {
	box := vg.Rectangle{Max: vg.Point{X: 10, Y: 10}}
	for _, test := range []struct {
		other vg.Rectangle
		want  int
	}{
		{vg.Rectangle{Min: vg.Point{X: 5, Y: -5}, Max: vg.Point{X: 5, Y: 15}}, 1}, // upright through it
		{vg.Rectangle{Min: vg.Point{X: -5, Y: 5}, Max: vg.Point{X: 15, Y: 5}}, 1}, // level through it
		{vg.Rectangle{Min: vg.Point{X: 12, Y: -5}, Max: vg.Point{X: 12, Y: 15}}, 0},
		{vg.Rectangle{Min: vg.Point{X: 9, Y: 9}, Max: vg.Point{X: 12, Y: 12}}, 1},
		{vg.Rectangle{Min: vg.Point{X: 10, Y: 0}, Max: vg.Point{X: 12, Y: 12}}, 0}, // side by side
	} {
		if got := meeting(box, []vg.Rectangle{test.other}); got != test.want {
			t.Errorf("%v: got %d, want %d", test.other, got, test.want)
		}
	}
}
