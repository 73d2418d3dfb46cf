package plots

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// rowKey tells the rows of marks apart: those of one look at one height of a lane. What stands beside a mark must not be
// taken for that of another mark of its row.
type rowKey struct {
	lane  int
	y     float64
	shape Shape
	color color.NRGBA
	bare  bool
}

// markRow is a row of marks with labels.
type markRow struct {
	members []int32     // of the scene's glyphs
	xs      []vg.Length // where they stand, ascending
	done    bool        // whether its labels were dealt with
}

func (g *glyph) row() rowKey { return rowKey{g.lane, g.y, g.style.Shape, g.style.Color, g.bare} }

// findRows divides the marks with labels into rows, and finds out where they crowd.
func (d *sceneDrawer) findRows() {
	d.rows = map[rowKey]*markRow{}
	for i := range d.scene.glyphs {
		g := &d.scene.glyphs[i]
		at := d.x(g.at)
		if g.label == "" || at < d.c.Min.X || at > d.end {
			continue
		}
		r := d.rows[g.row()]
		if r == nil {
			r = &markRow{}
			d.rows[g.row()] = r
		}
		r.members, r.xs = append(r.members, int32(i)), append(r.xs, at)
	}
	gaps, widths := map[rowKey][]vg.Length{}, map[rowKey]vg.Length{}
	for key, r := range d.rows {
		slices.Sort(r.xs)
		key.lane, key.y = 0, 0
		first := &d.scene.glyphs[r.members[0]]
		widths[key] = max(widths[key], 2*d.radius(first.scale(), first.lane))
		for i := range r.xs[1:] {
			gaps[key] = append(gaps[key], r.xs[i+1]-r.xs[i])
		}
	}
	d.shrunk = map[rowKey]float64{}
	for key, all := range gaps {
		d.shrunk[key] = crowding(all, widths[key])
	}
}

// smallestShare is the share of its size that a mark keeps however many stand in its row.
const smallestShare = 0.6

// crowding returns the share of its size to which a mark of a width shrinks for the distances between neighbours: that
// with which the middle one suffices for marks not to touch. All rows of marks of one look have the same, so that a
// size does not seem to say something.
func crowding(gaps []vg.Length, width vg.Length) float64 {
	if len(gaps) < 4 {
		return 1
	}
	slices.Sort(gaps)
	return min(1, max(smallestShare, float64(gaps[len(gaps)/2]/width)))
}

// sizeOf returns the size of a mark against that of the theme, less where its row is crowded.
func (d *sceneDrawer) sizeOf(g *glyph) float64 {
	if g.label == "" || g.dot {
		return g.scale()
	}
	key := g.row()
	key.lane, key.y = 0, 0
	if share, ok := d.shrunk[key]; ok {
		return share * g.scale()
	}
	return g.scale()
}

// others reports whether a mark of the row other than one at a place stands within a stretch.
func (r *markRow) others(at, low, high vg.Length) bool {
	i, _ := slices.BinarySearch(r.xs, low)
	for ; i < len(r.xs) && r.xs[i] <= high; i++ {
		if r.xs[i] != at {
			return true
		}
	}
	return false
}

// touched reports whether a mark of a radius has another one of the row on it, at the same place too.
func (r *markRow) touched(at, radius vg.Length) bool {
	i, _ := slices.BinarySearch(r.xs, at)
	return i > 0 && at-r.xs[i-1] < 2*radius || i+1 < len(r.xs) && r.xs[i+1]-at < 2*radius
}

// placed is a label that has its place.
type placedLabel struct {
	text string
	box  vg.Rectangle
	y    vg.Length
}

// labelRow writes the labels of a row beside its marks. Those of marks that touch have none; and if that or lack of
// room leaves two or more without one, and not most of the row with one, none is written, since nothing would say why
// some have one; but a word that is the same for all tells of each.
func (d *sceneDrawer) labelRow(r *markRow) {
	if r.done {
		return
	}
	r.done = true
	var labels []placedLabel
	for _, i := range r.members {
		if l, ok := d.placeBeside(r, &d.scene.glyphs[i]); ok {
			labels = append(labels, l)
		}
	}
	if none := len(r.members) - len(labels); none >= max(2, len(labels)) && !d.alike(r) {
		for _, l := range labels {
			d.labels.give(l.box)
		}
		return
	}
	for _, l := range labels {
		d.p.write(d.c, d.p.style(d.p.NoteSize, d.p.Ink), vg.Point{X: l.box.Min.X, Y: l.y}, left, l.text)
	}
}

// alike reports whether all labels of a row are the same.
func (d *sceneDrawer) alike(r *markRow) bool {
	return !slices.ContainsFunc(r.members, func(i int32) bool {
		return d.scene.glyphs[i].label != d.scene.glyphs[r.members[0]].label
	})
}

// placeBeside finds a place for the label of a mark to the right of it, to the left, below or above: where no other mark
// of its row is nearly as near. Lines leave a dot, so that its label may stand closer to them.
func (d *sceneDrawer) placeBeside(r *markRow, g *glyph) (placedLabel, bool) {
	at, size := vg.Point{X: d.x(g.at), Y: d.y(g.lane, g.y)}, d.p.NoteSize
	width, radius := d.p.style(size, d.p.Ink).Width(g.label), d.radius(d.sizeOf(g), g.lane)
	least, most := d.c.Min.X+d.labels.pad(), d.labels.c.Max.X-width
	try := func(x, y, far vg.Length, room func(vg.Rectangle) bool) (placedLabel, bool) {
		box := d.labels.box(vg.Point{X: x, Y: y}, width)
		ok := x >= least && (g.dot || !r.others(at.X, box.Min.X-far, box.Max.X+far)) && room(box)
		return placedLabel{g.label, box, y}, ok
	}
	if g.bare { // straight over its instant
		return try(max(least, min(at.X-width/2, most)), at.Y, 0, d.labels.roomClear)
	}
	room, gap, far := d.labels.roomClear, d.labels.gap(), radius+size
	switch {
	case g.dot:
		room, gap = d.labels.room, 0.3*size
	case r.touched(at.X, radius):
		return placedLabel{}, false
	}
	for _, x := range []vg.Length{at.X + radius + gap, at.X - radius - gap - width} {
		if l, ok := try(x, at.Y, far, room); ok {
			return l, true
		}
	}
	away := radius + 0.75*size
	for _, y := range []vg.Length{at.Y - away, at.Y + away} {
		for _, x := range []vg.Length{at.X - width/2, max(at.X, least), at.X - width} {
			box := d.labels.box(vg.Point{X: x, Y: y}, width)
			if box.Min.Y < d.y(g.lane, 0) || box.Max.Y > d.y(g.lane, 1) {
				continue
			}
			if l, ok := try(x, y, 0, d.labels.room); ok {
				return l, true
			}
		}
	}
	return placedLabel{}, false
}
