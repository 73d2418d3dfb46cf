package plots_test

import (
	"math"
	"strings"
	"testing"

	"fence/plots"
)

func init() {
	gallery = append(gallery, drawn{"panels", twoCosts}, drawn{"panels-column", func() (*plots.Figure, error) {
		figure, err := twoCosts()
		if err != nil {
			return nil, err
		}
		return plots.Panels(1, figure)
	}})
}

func TestPanelsAlignTheirAxes(t *testing.T) {
	figure, err := twoCosts()
	if err != nil {
		t.Fatal(err)
	}
	boxes, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	heights := map[string][]float64{} // of the lower edge, by text
	for _, b := range boxes {
		heights[b.Text] = append(heights[b.Text], b.Min.Y.Points())
	}
	for _, text := range []string{"processes N", "8"} {
		if h := heights[text]; len(h) != 2 || math.Abs(h[0]-h[1]) > 0.01 {
			t.Errorf("%q stands at the heights %v, want the same twice", text, h)
		}
	}
	if a, b := heights["(a) messages"], heights["(b) delay"]; len(a) != 1 || len(b) != 1 {
		t.Errorf("titles: got %v and %v, want one of each", a, b)
	}
}

func TestPanelsRefuse(t *testing.T) {
	one, err := messagesPerEntry()
	if err != nil {
		t.Fatal(err)
	}
	many := make([]*plots.Figure, 27)
	for i := range many {
		many[i] = one
	}
	for _, c := range []struct {
		columns int
		figures []*plots.Figure
		want    string
	}{
		{0, []*plots.Figure{one}, "plots: panels: 0 columns of 1 figures"},
		{2, nil, "plots: panels: 2 columns of 0 figures"},
		{2, many, "plots: panels: 27 figures: must be 26 at most"},
		{2, []*plots.Figure{one, nil}, "plots: panels: figure (b): there is nothing to draw"},
	} {
		if _, err := plots.Panels(c.columns, c.figures...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}
