package plots_test

import (
	"testing"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/lease"
	"fence/plots"
)

// Fit says what the first of the pages has, whatever the height; a page more or less than that would be found.
func TestFitIsTheFirstPage(t *testing.T) {
	p := lease.Default()
	p.Clients = 12
	log, err := lease.Log(lease.Draw(&p, 3), lease.Unprotected)
	if err != nil {
		t.Fatal(err)
	}
	for _, inches := range []vg.Length{4, 5, 7, 12} {
		lanes, err := plots.NewLanes(log)
		if err != nil {
			t.Fatal(err)
		}
		fit, of, err := lanes.Fit(inches * vg.Inch)
		if err != nil || of != len(log.Actors()) {
			t.Fatalf("%v in: got %d of %d, %v", float64(inches), fit, of, err)
		}
		pages, err := lanes.Pages(inches * vg.Inch)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := pages[0].Texts()
		if err != nil {
			t.Fatal(err)
		}
		drawn := 0
		for _, a := range log.Actors() {
			for _, text := range texts {
				if text.Text == a.Name {
					drawn++
					break
				}
			}
		}
		if drawn != fit || (fit == of) != (len(pages) == 1) {
			t.Errorf("%v in: %d lanes are said to fit, %d are drawn, on %d pages", float64(inches), fit, drawn, len(pages))
		}
	}
}
