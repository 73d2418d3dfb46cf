package plots

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// entry is one line of a legend.
type entry struct {
	text string
	// thumb draws a sample into a rectangle.
	thumb func(p *press, c vg.Canvas, r vg.Rectangle)
}

// legend stands outside the data: to the right of it in a column, or below it in rows.
type legend []entry

// add adds an entry unless it is there already.
func (l *legend) add(text string, thumb func(p *press, c vg.Canvas, r vg.Rectangle)) {
	for _, e := range *l {
		if e.text == text {
			return
		}
	}
	*l = append(*l, entry{text, thumb})
}

// The samples of a legend, by what they stand for.

// lineThumb is a stretch of a curve, with its mark if it has marks.
func lineThumb(s Style, marked bool) func(p *press, c vg.Canvas, r vg.Rectangle) {
	return func(p *press, c vg.Canvas, r vg.Rectangle) {
		y := (r.Min.Y + r.Max.Y) / 2
		dc := draw.Canvas{Canvas: c, Rectangle: r}
		dc.StrokeLine2(s.line(p.Line), r.Min.X, y, r.Max.X, y)
		if marked {
			s.Shape.draw(c, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: y}, p.Mark, p.Thin, s.Color)
		}
	}
}

// markThumb is a mark alone.
func markThumb(s Style) func(p *press, c vg.Canvas, r vg.Rectangle) {
	return func(p *press, c vg.Canvas, r vg.Rectangle) {
		s.Shape.draw(c, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, p.Mark, p.Line, s.Color)
	}
}

// areaThumb is a filled rectangle.
func areaThumb(s Style) func(p *press, c vg.Canvas, r vg.Rectangle) {
	return func(p *press, c vg.Canvas, r vg.Rectangle) { fillRect(c, r, s, p.Gap, p.Hair) }
}

func (l legend) thumbWidth(p *press) vg.Length { return 2.2 * p.LabelSize }
func (l legend) leading(p *press) vg.Length    { return 1.45 * p.LabelSize }

// width returns the width of the legend as a column.
func (l legend) width(p *press) vg.Length {
	var widest vg.Length
	style := p.style(p.LabelSize, p.Ink)
	for _, e := range l {
		widest = max(widest, style.Width(e.text))
	}
	if len(l) == 0 {
		return 0
	}
	return l.thumbWidth(p) + p.LabelSize/2 + widest
}

// column draws the legend downwards from the upper left corner of a canvas.
func (l legend) column(p *press, c draw.Canvas) {
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - l.leading(p)/2}
	for _, e := range l {
		l.draw(p, c, e, at)
		at.Y -= l.leading(p)
	}
}

// draw draws an entry from the left end of its middle line.
func (l legend) draw(p *press, c vg.Canvas, e entry, at vg.Point) {
	half := 0.36 * p.LabelSize
	e.thumb(p, c, vg.Rectangle{
		Min: vg.Point{X: at.X, Y: at.Y - half}, Max: vg.Point{X: at.X + l.thumbWidth(p), Y: at.Y + half},
	})
	at.X += l.thumbWidth(p) + p.LabelSize/2
	p.write(c, p.style(p.LabelSize, p.Ink), at, left, e.text)
}

// rows arranges the legend in rows of a width, in columns that are aligned, and returns how many columns there are and
// how wide each is.
func (l legend) rows(p *press, width vg.Length) (columns int, each vg.Length) {
	each = l.width(p) + p.LabelSize
	columns = min(max(1, int(width/each)), max(1, len(l)))
	return columns, each
}

// height returns the height of the legend in rows of a width.
func (l legend) height(p *press, width vg.Length) vg.Length {
	if len(l) == 0 {
		return 0
	}
	columns, _ := l.rows(p, width)
	return l.leading(p) * vg.Length((len(l)+columns-1)/columns)
}

// block draws the legend in rows, in the middle of a canvas, from its upper edge down.
func (l legend) block(p *press, c draw.Canvas) {
	columns, each := l.rows(p, c.Size().X)
	start := c.Min.X + max(0, (c.Size().X-vg.Length(columns)*each+p.LabelSize)/2)
	width := c.Size().X - l.thumbWidth(p) - p.LabelSize/2
	for i, e := range l {
		e.text = elided(p.style(p.LabelSize, p.Ink), e.text, width) // a name from outside may be of any length
		l.draw(p, c, e, vg.Point{
			X: start + vg.Length(i%columns)*each,
			Y: c.Max.Y - l.leading(p)*(vg.Length(i/columns)+0.5),
		})
	}
}
