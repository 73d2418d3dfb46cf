package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// facets is a body of several plots that share one legend: one below the other where the figure is narrow, two beside
// each other where it is wide. Their data begin and end at the same places.
type facets struct {
	titles []string
	// build makes the i-th plot for its width, tall says how high it is.
	build  func(p *press, i int, width vg.Length) *plot.Plot
	tall   func(p *press, i int, width vg.Length) vg.Length
	legend func(p *press) legend
	// stacked keeps them one below the other at any width.
	stacked bool
}

// oneColumn is the width below which plots of a body stand one below the other.
const oneColumn = 4.5 * vg.Inch

func (b facets) columns(width vg.Length) int {
	if b.stacked || width < oneColumn {
		return 1
	}
	return min(2, len(b.titles))
}

func (b facets) gap(p *press) vg.Length { return p.LabelSize }

// each returns the width of a plot.
func (b facets) each(p *press, width vg.Length) vg.Length {
	n := vg.Length(b.columns(width))
	return (width - (n-1)*b.gap(p)) / n
}

// heading is the height of the title of a plot.
func (b facets) heading(p *press) vg.Length { return 1.5 * p.LabelSize }

// rows returns the height of each row: that of its highest plot, with its title.
func (b facets) rows(p *press, width vg.Length) []vg.Length {
	columns, each := b.columns(width), b.each(p, width)
	heights := make([]vg.Length, (len(b.titles)+columns-1)/columns)
	for i := range b.titles {
		row := &heights[i/columns]
		*row = max(*row, b.heading(p)+b.tall(p, i, each))
	}
	return heights
}

func (b facets) height(p *press, width vg.Length) vg.Length {
	l := b.legend(p)
	total := l.height(p, width) + p.LabelSize/2 - b.gap(p)
	for _, h := range b.rows(p, width) {
		total += h + b.gap(p)
	}
	return total
}

func (b facets) draw(p *press, c draw.Canvas) {
	width := c.Size().X
	l := b.legend(p)
	natural, below := b.height(p, width), l.height(p, width)+p.LabelSize/2
	l.block(p, draw.Crop(c, 0, 0, 0, l.height(p, width)-c.Size().Y))
	scale := (c.Size().Y - below) / (natural - below)
	top := c.Max.Y
	var plots []*plot.Plot
	var tiles []draw.Canvas
	columns, each := b.columns(width), b.each(p, width)
	for row, h := range b.rows(p, width) {
		for i := row * columns; i < min((row+1)*columns, len(b.titles)); i++ {
			x := c.Min.X + vg.Length(i%columns)*(each+b.gap(p))
			at := vg.Point{X: x, Y: top - b.heading(p)/2}
			p.write(c, p.bold(p.LabelSize, p.Ink), at, left, elided(p.bold(p.LabelSize, p.Ink), b.titles[i], each))
			tiles = append(tiles, draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x, Y: top - h*scale}, Max: vg.Point{X: x + each, Y: top - b.heading(p)}}})
			plots = append(plots, p.spaced(b.build(p, i, each), tiles[len(tiles)-1]))
		}
		top -= (h + b.gap(p)) * scale
	}
	drawColumns(plots, tiles)
}

// drawColumns draws plots with their data as far from the edges of their tiles in one as in all.
func drawColumns(plots []*plot.Plot, tiles []draw.Canvas) {
	var start, end vg.Length
	for i, pl := range plots {
		data := pl.DataCanvas(tiles[i])
		start, end = max(start, data.Min.X-tiles[i].Min.X), max(end, tiles[i].Max.X-data.Max.X)
	}
	for i, pl := range plots {
		data := pl.DataCanvas(tiles[i])
		pl.Draw(draw.Crop(tiles[i], start-(data.Min.X-tiles[i].Min.X), (tiles[i].Max.X-data.Max.X)-end, 0, 0))
	}
}

// elided returns a text cut to a width, with an ellipsis where something is left out.
func elided(style text.Style, txt string, width vg.Length) string {
	if style.Width(txt) <= width {
		return txt
	}
	runes := []rune(txt)
	for n := len(runes) - 1; n > 0; n-- {
		if cut := string(runes[:n]) + "…"; style.Width(cut) <= width {
			return cut
		}
	}
	return "…"
}
