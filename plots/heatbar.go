package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colourBar draws the colours from the lowest to the highest value, with an axis.
func (h heatmap) colourBar(p *press, r vg.Rectangle, c draw.Canvas) {
	pl := p.plot()
	pl.X.Label.Text = h.o.Label
	pl.HideY()
	pl.Y.Min, pl.Y.Max, pl.X.Min, pl.X.Max = 0, 1, h.low, h.high
	pl.X.Tick.Marker = linearTicks{5}
	switch {
	case h.low >= h.high:
		pl.X.Min, pl.X.Max = h.low-0.5, h.low+0.5
		pl.X.Tick.Marker = plot.ConstantTicks{{Value: h.low, Label: figures(h.low)}}
	case h.o.Log:
		pl.X.Scale, pl.X.Tick.Marker = plot.LogScale{}, colourTicks{}
		pl.X.Label.TextStyle.Handler = slim{p.typesetter}
	}
	pl.Add(colours{p})
	// A tick's label at an end may reach beyond the bar, which keeps its ends at those of the cells, but not beyond the
	// figure.
	style := p.style(p.TickSize, p.Muted)
	pl.X.Tick.Marker = chosenTicks{pl.X.Tick.Marker, func(t plot.Tick) bool {
		at := r.Min.X + vg.Length(pl.X.Norm(t.Value))*(r.Max.X-r.Min.X)
		return at+style.Width(t.Label)/2 <= c.Max.X+p.margin()
	}}
	tile := draw.Canvas{Canvas: c.Canvas, Rectangle: r}
	data := pl.DataCanvas(tile)
	tile = draw.Crop(tile, r.Min.X-data.Min.X, r.Max.X-data.Max.X, 0, 0)
	pl.Draw(tile)
}

// chosenTicks are ticks of which only those are labelled that are chosen.
type chosenTicks struct {
	plot.Ticker
	chosen func(plot.Tick) bool
}

// Ticks implements plot.Ticker.
func (t chosenTicks) Ticks(low, high float64) []plot.Tick {
	ticks := t.Ticker.Ticks(low, high)
	for i := range ticks {
		if !t.chosen(ticks[i]) {
			ticks[i].Label = ""
		}
	}
	return ticks
}

// colourTicks marks a logarithmic bar of colours.
type colourTicks struct{}

// Ticks implements plot.Ticker.
func (colourTicks) Ticks(low, high float64) []plot.Tick { return logTicks(low, high) }

// colours fills the data's rectangle with the theme's colours from left to right.
type colours struct{ p *press }

// colourSteps is how many there are.
const colourSteps = 64

// Plot implements plot.Plotter.
func (m colours) Plot(c draw.Canvas, _ *plot.Plot) {
	each := c.Size().X / colourSteps
	for i := range colourSteps {
		from := c.Min.X + vg.Length(i)*each
		c.SetColor(m.p.Ramp((float64(i) + 0.5) / colourSteps))
		// Each reaches below the next one, so that no seam shows between them.
		c.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: c.Min.Y}, Max: vg.Point{X: c.Max.X, Y: c.Max.Y}}.Path())
	}
}
