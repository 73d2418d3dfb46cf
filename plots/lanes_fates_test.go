package plots_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// What became of every write is told by shape and colour, and its height is that of its own token: marks of higher
// tokens stand higher, whatever their fate.
func TestWritesStandAtTheirOwnTokens(t *testing.T) {
	for _, posture := range []lease.Posture{lease.Unprotected, lease.Fencing} {
		log, err := seeded(7, posture)
		if err != nil {
			t.Fatal(err)
		}
		figure, err := laneFigure(log, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		figure.Width, figure.Height = 7*vg.Inch, 4*vg.Inch
		_, paints := recorded(t, figure)
		roles := figure.Theme.Roles
		found := map[trace.Fate][]vg.Point{
			trace.Applied:         middles(filled(paints, roles.Applied.Color), discCorners),
			trace.AppliedUnlocked: middles(filled(paints, roles.Unlocked.Color), triangleCorners),
			trace.Refused:         crosses(stroked(paints, roles.Refused.Color)),
		}
		var wanted [3][]trace.Arrival
		for _, a := range trace.ReadStory(log).Arrivals {
			wanted[a.Fate] = append(wanted[a.Fate], a)
		}
		var points []vg.Point
		var tokens []int64
		for fate, want := range wanted {
			got := found[trace.Fate(fate)]
			if len(want) > 0 && len(got) == len(want)+1 { // the legend's sample stands to the right of all
				last := rightmost(got)
				got = slices.DeleteFunc(got, func(p vg.Point) bool { return p.X == last })
			}
			if len(got) != len(want) {
				t.Errorf("%s: %d marks of writes %v, want %d", posture.Name, len(got), trace.Fate(fate), len(want))
				continue
			}
			slices.SortStableFunc(got, func(a, b vg.Point) int { return cmp.Compare(a.X, b.X) })
			for i := range want {
				points, tokens = append(points, got[i]), append(tokens, want[i].TokenNumber)
			}
		}
		for i := range points {
			for j := range points[:i] {
				if higher := points[i].Y > points[j].Y+0.01; higher != (tokens[i] > tokens[j]) && math.Abs(float64(tokens[i]-tokens[j])) > 0 {
					t.Fatalf("%s: token %d stands at %v, token %d at %v", posture.Name, tokens[i], points[i], tokens[j], points[j])
				}
			}
		}
	}
}

func rightmost(points []vg.Point) vg.Length {
	return slices.MaxFunc(points, func(a, b vg.Point) int { return cmp.Compare(a.X, b.X) }).X
}

// middles returns the middles of the closed shapes of so many corners, several of which may stand in one path.
func middles(paints []paint, corners int) (out []vg.Point) {
	for _, p := range paints {
		var low, high vg.Point
		n := 0
		for _, c := range p.path {
			switch {
			case c.Type == vg.MoveComp:
				low, high, n = c.Pos, c.Pos, 1
			case c.Type == vg.CloseComp && n == corners:
				out = append(out, vg.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2})
			case c.Type != vg.CloseComp:
				low = vg.Point{X: min(low.X, c.Pos.X), Y: min(low.Y, c.Pos.Y)}
				high, n = vg.Point{X: max(high.X, c.Pos.X), Y: max(high.Y, c.Pos.Y)}, n+1
			}
		}
	}
	return out
}

// crosses returns the middles of crosses: two lines each, of one middle.
func crosses(paints []paint) (out []vg.Point) {
	for _, p := range paints {
		for i := 0; i+3 < len(p.path); i += 4 {
			a, b, c, d := p.path[i].Pos, p.path[i+1].Pos, p.path[i+2].Pos, p.path[i+3].Pos
			middle := vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
			if math.Abs(float64((c.X+d.X)/2-middle.X)) < 0.01 && math.Abs(float64(b.Y-a.Y)) > 1 {
				out = append(out, middle)
			}
		}
	}
	return out
}
