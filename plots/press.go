package plots

import (
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// press is what a figure is drawn with: a theme and a way to set type. It belongs to one drawing.
type press struct {
	Theme
	typesetter
	// pixel is the size of a pixel, 0 where there is none. Marks closer than that need not be told apart.
	pixel vg.Length
	// raster are the pixels of a picture, nil where there are none.
	raster *raster
}

// style returns a style of text of a size and colour, from its left end on its baseline.
func (p *press) style(size vg.Length, col color.Color) text.Style {
	return text.Style{
		Color: col, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size), Handler: p.typesetter,
	}
}

// bold returns a style of bold text.
func (p *press) bold(size vg.Length, col color.Color) text.Style {
	s := p.style(size, col)
	s.Font.Weight = xfont.WeightBold
	return s
}

// The places of a text at a point.
const (
	left   = draw.XLeft
	centre = draw.XCenter
	right  = draw.XRight
)

// write draws a line of text with its left end, its middle or its right end at a point, half of the height of its
// capitals above and half below it.
func (p *press) write(c vg.Canvas, s text.Style, at vg.Point, align text.XAlignment, txt string) {
	s.XAlign = align
	at.Y -= capital * s.Font.Size / 2
	p.Draw(c, txt, s, at)
}

// capital is the height of capitals and digits, as a share of the size of type.
const capital = 0.7

// plot returns an empty plot in the theme. The default text handler is not used anywhere in it.
func (p *press) plot() *plot.Plot {
	out := plot.New()
	out.TextHandler = p.typesetter
	out.BackgroundColor = nil // the figure has one
	out.Title.TextStyle = p.bold(p.LabelSize, p.Ink)
	out.Title.TextStyle.XAlign, out.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	out.Title.Padding = p.LabelSize / 2
	out.Legend.TextStyle = p.style(p.LabelSize, p.Ink)
	for _, axis := range []*plot.Axis{&out.X, &out.Y} {
		label, tick := axis.Label.TextStyle, axis.Tick.Label
		axis.Label.TextStyle, axis.Tick.Label = p.style(p.LabelSize, p.Ink), p.style(p.TickSize, p.Muted)
		axis.Label.TextStyle.XAlign, axis.Label.TextStyle.YAlign = label.XAlign, label.YAlign
		axis.Tick.Label.XAlign, axis.Tick.Label.YAlign = tick.XAlign, tick.YAlign
		axis.Label.Padding = p.LabelSize / 4
		axis.LineStyle = draw.LineStyle{Color: p.Muted, Width: p.Thin}
		axis.Tick.LineStyle = axis.LineStyle
		axis.Tick.Length = p.TickSize / 2
		axis.Tick.Marker = linearTicks{6}
		axis.Padding = 0
	}
	return out
}

// line returns the line of a style, in a width.
func (s Style) line(width vg.Length) draw.LineStyle {
	dashes := make([]vg.Length, len(s.Dash))
	for i, d := range s.Dash {
		dashes[i] = d * width
	}
	return draw.LineStyle{Color: s.Color, Width: width, Dashes: dashes}
}
