package plots

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels returns a figure of several, in rows of so many columns, labelled (a), (b), (c) and so on before their titles.
// Figures of one plot each have their axes aligned with those of the same row. The panels are drawn in the theme of the
// whole, which is that of the first; their own sizes and captions are not used: the captions are joined into that of the
// whole, what all of them say only once, and so are the alternative texts. Fewer than one column or no figure is an
// error.
func Panels(columns int, figures ...*Figure) (*Figure, error) {
	if columns < 1 || len(figures) == 0 {
		return nil, fmt.Errorf("plots: panels: %d columns of %d figures: must be 1 or more of each", columns, len(figures))
	}
	if len(figures) > 26 {
		return nil, fmt.Errorf("plots: panels: %d figures: must be 26 at most, since letters name them", len(figures))
	}
	grid := panels{columns: min(columns, len(figures))}
	var captions, alts []string
	for i, f := range figures {
		if f == nil || f.body == nil {
			return nil, fmt.Errorf("plots: panels: figure %s: there is nothing to draw", panelLabel(i))
		}
		copied := *f
		copied.Title = strings.TrimSpace(panelLabel(i) + " " + f.Title)
		grid.figures = append(grid.figures, &copied)
		captions = append(captions, sentences(f.Caption))
		if f.Alt != "" {
			alts = append(alts, strings.TrimSpace(panelLabel(i)+" "+sentences(unmarked(f.Title)))+" "+f.Alt)
		}
	}
	whole := newFigure(grid)
	whole.Theme, whole.Origin = figures[0].Theme, figures[0].Origin
	whole.Caption, whole.Alt = captionOf(captions), strings.Join(alts, " ")
	if grid.columns > 1 {
		whole.Width = DoubleColumn
	}
	return whole, nil
}

// captionOf joins the captions of panels, each behind its letter. What all of them say is said once, at the end.
func captionOf(captions []string) string {
	cut := func(caption string) []string { return strings.SplitAfter(caption, ". ") }
	common := func(sentence string) bool {
		for _, caption := range captions {
			if !slices.ContainsFunc(cut(caption), func(s string) bool { return strings.TrimSpace(s) == sentence }) {
				return false
			}
		}
		return sentence != ""
	}
	var parts, shared []string
	for i, caption := range captions {
		own := panelLabel(i)
		for _, s := range cut(caption) {
			if s = strings.TrimSpace(s); !common(s) {
				own += strings.TrimRight(" "+s, " ")
			} else if i == 0 {
				shared = append(shared, s)
			}
		}
		if own != panelLabel(i) {
			parts = append(parts, own)
		}
	}
	if len(captions) > 1 && len(parts) > 0 && len(shared) > 0 {
		shared[0] = "All panels: " + shared[0]
	}
	return strings.Join(append(parts, shared...), " ")
}

func panelLabel(i int) string { return "(" + string(rune('a'+i)) + ")" }

// panels is a grid of figures.
type panels struct {
	columns int
	figures []*Figure
}

// rows returns the figures row by row.
func (g panels) rows() [][]*Figure {
	var rows [][]*Figure
	for i := 0; i < len(g.figures); i += g.columns {
		rows = append(rows, g.figures[i:min(i+g.columns, len(g.figures))])
	}
	return rows
}

func (g panels) gap(p *press) vg.Length { return 1.5 * p.LabelSize }

func (g panels) each(p *press, width vg.Length) vg.Length {
	return (width - vg.Length(g.columns-1)*g.gap(p)) / vg.Length(g.columns)
}

// heights returns the height of each row: that of its highest figure.
func (g panels) heights(p *press, width vg.Length) []vg.Length {
	var heights []vg.Length
	for _, row := range g.rows() {
		var h vg.Length
		for _, f := range row {
			h = max(h, f.body.height(p, g.each(p, width))+1.6*p.TitleSize)
		}
		heights = append(heights, h)
	}
	return heights
}

func (g panels) height(p *press, width vg.Length) vg.Length {
	total := -g.gap(p)
	for _, h := range g.heights(p, width) {
		total += h + g.gap(p)
	}
	return total
}

func (g panels) draw(p *press, c draw.Canvas) {
	natural, width := g.height(p, c.Size().X), g.each(p, c.Size().X)
	scale := c.Size().Y / natural
	top := c.Max.Y
	for i, h := range g.heights(p, c.Size().X) {
		h *= scale
		row := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X, Y: top - h}, Max: vg.Point{X: c.Max.X, Y: top}}}
		g.row(p, row, g.rows()[i], width)
		top -= h + g.gap(p)*scale
	}
}

// row draws the figures of one row, their titles on one line and the axes of single plots aligned.
func (g panels) row(p *press, c draw.Canvas, figures []*Figure, width vg.Length) {
	plots := make([]*plot.Plot, len(figures))
	tiles := make([]draw.Canvas, len(figures))
	legendHeight := vg.Length(0)
	for _, f := range figures {
		if s, ok := f.body.(single); ok {
			_, l := s.build(p, width)
			legendHeight = max(legendHeight, l.height(p, width))
		}
	}
	for i, f := range figures {
		x := c.Min.X + vg.Length(i)*(width+g.gap(p))
		tile := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: x, Y: c.Min.Y}, Max: vg.Point{X: x + width, Y: c.Max.Y}}}
		p.write(c, p.bold(p.LabelSize, p.Ink), vg.Point{X: x, Y: tile.Max.Y - 0.6*p.TitleSize}, left,
			elided(p.bold(p.LabelSize, p.Ink), f.Title, width))
		tile.Max.Y -= 1.6 * p.TitleSize
		s, ok := f.body.(single)
		if !ok {
			f.body.draw(p, tile)
			continue
		}
		pl, l := s.build(p, width)
		l.block(p, draw.Crop(tile, 0, 0, 0, legendHeight-tile.Size().Y))
		tiles[i] = draw.Crop(tile, 0, 0, legendHeight+p.LabelSize/2, 0)
		plots[i] = p.spaced(pl, tiles[i])
	}
	drawAligned(plots, tiles)
}

// drawAligned draws plots side by side with their data between the same heights.
func drawAligned(plots []*plot.Plot, tiles []draw.Canvas) {
	var bottom, top vg.Length
	for i, pl := range plots {
		if pl != nil {
			data := pl.DataCanvas(tiles[i])
			bottom, top = max(bottom, data.Min.Y-tiles[i].Min.Y), max(top, tiles[i].Max.Y-data.Max.Y)
		}
	}
	for i, pl := range plots {
		if pl != nil {
			data := pl.DataCanvas(tiles[i])
			pl.Draw(draw.Crop(tiles[i], 0, 0, bottom-(data.Min.Y-tiles[i].Min.Y), (tiles[i].Max.Y-data.Max.Y)-top))
		}
	}
}
