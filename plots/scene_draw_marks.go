package plots

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// drawStairs draws the staircases, cut at the edges.
func (d *sceneDrawer) drawStairs() {
	for _, s := range d.scene.stairs {
		line := s.style.line(d.p.Line)
		var points []vg.Point
		for i, step := range s.steps {
			from, to := d.x(step.at), d.end
			if i+1 < len(s.steps) {
				to = d.x(s.steps[i+1].at)
			}
			if to < d.c.Min.X || from > d.end {
				continue
			}
			y := d.y(s.lane, step.y)
			from, to = max(from, d.c.Min.X), min(to, d.end)
			if n := len(points); n > 0 {
				d.labels.markLine(points[n-1], vg.Point{X: from, Y: y})
			}
			points = append(points, vg.Point{X: from, Y: y}, vg.Point{X: to, Y: y})
			d.labels.mark(vg.Rectangle{Min: vg.Point{X: from, Y: y - line.Width/2}, Max: vg.Point{X: to, Y: y + line.Width/2}})
		}
		for len(points) > 1 {
			n := min(2*batch, len(points))
			d.c.StrokeLines(line, points[:n])
			points = points[n-1:]
		}
	}
}

// drawGlyphs draws the marks of events.
func (d *sceneDrawer) drawGlyphs() {
	glyphs := d.scene.glyphs
	if d.restyle != nil {
		for i := range glyphs {
			if g := &glyphs[i]; !g.bare {
				d.shape(d.styleOf(g.at.seq, g.style), vg.Point{X: d.x(g.at), Y: d.y(g.lane, g.y)}, d.sizeOf(g), g.lane)
			}
		}
		return
	}
	looks, members := styled(len(glyphs), func(i int) Style {
		if glyphs[i].bare {
			return Style{}
		}
		return glyphs[i].style
	})
	for k, style := range looks {
		if style.looks(Style{}) {
			continue // labels alone
		}
		for _, same := range d.bySize(members[k]) {
			d.shapes(style, same)
		}
	}
}

// bySize divides marks by the radius they have in their lanes, in the order in which the radii first appear.
func (d *sceneDrawer) bySize(which []int32) (groups [][]int32) {
	var radii []vg.Length
	for _, i := range which {
		g := &d.scene.glyphs[i]
		r := d.radius(d.sizeOf(g), g.lane)
		k := slices.IndexFunc(radii, func(o vg.Length) bool { return math.Abs(float64(r-o)) < 1e-6 })
		if k < 0 {
			k = len(radii)
			radii, groups = append(radii, r), append(groups, nil)
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}

// scale returns the size of a glyph against that of the theme.
func (g *glyph) scale() float64 {
	if g.size == 0 {
		return 1
	}
	return g.size
}

// manyMarks is from how many marks of one style on they are stamped.
const manyMarks = 64

// shapes draws the marks of one style, and of one size, that of the first: many in one path, or stamped.
func (d *sceneDrawer) shapes(style Style, which []int32) {
	first := &d.scene.glyphs[which[0]]
	radius := d.radius(d.sizeOf(first), first.lane)
	width := d.p.strokeOf(radius)
	d.c.SetColor(style.Color)
	d.c.SetLineDash(nil, 0)
	d.c.SetLineWidth(width)
	paint := d.c.Fill
	if style.Shape.stroked() {
		paint = d.c.Stroke
	}
	var s *sprite
	if d.p.raster != nil && style.Color.A == 0xff && len(which) >= manyMarks {
		s = d.p.raster.sprite(style.Shape, radius, width)
	}
	p, n := d.path[:0], 0
	var before vg.Point
	for _, i := range which {
		g := &d.scene.glyphs[i]
		at := vg.Point{X: d.x(g.at), Y: d.y(g.lane, g.y)}
		if at.X < d.c.Min.X || at.X > d.end+d.p.pixel || n > 0 && d.near(at, before) {
			continue
		}
		before, n = at, n+1
		d.labels.markAt(at, radius)
		if s != nil {
			d.p.raster.stamp(s, at, style.Color)
			continue
		}
		if p = style.Shape.outline(p, at, radius); n%batch == 0 {
			paint(p)
			p = p[:0]
		}
	}
	if len(p) > 0 {
		paint(p)
	}
	d.path = p
}

// near reports whether two places fall on the same pixels.
func (d *sceneDrawer) near(a, b vg.Point) bool {
	return d.p.pixel > 0 && a.Y == b.Y && a.X-b.X < d.p.pixel/2 && b.X-a.X < d.p.pixel/2
}
