package main

import (
	"bytes"
	"image/png"
	"time"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/frame"
	"fence/fencekit/trace"
	"fence/plots"
)

// drawLanes draws a log as a PNG of 7 x 3.5 in at 300 dpi.
func drawLanes(log *trace.Log) ([]byte, error) {
	lanes, err := plots.NewLanes(log)
	if err != nil {
		return nil, err
	}
	figure, err := lanes.Figure()
	if err != nil {
		return nil, err
	}
	figure.Width, figure.Height = 7*vg.Inch, 3.5*vg.Inch
	return encoded(figure)
}

// drawMargin draws the table of a margin sweep as a PNG of 3.3 x 4 in at 300 dpi, with the margin of 500 ms as chosen.
func drawMargin(sweep frame.Frame) ([]byte, error) {
	chosen := 500 * time.Millisecond
	figure, err := plots.Margin{Chosen: &chosen}.Figure(sweep)
	if err != nil {
		return nil, err
	}
	figure.Width, figure.Height = 3.3*vg.Inch, 4*vg.Inch
	return encoded(figure)
}

// encoded writes the figure with the compression that the rival's fastest way has too.
func encoded(figure *plots.Figure) ([]byte, error) {
	var b bytes.Buffer
	err := figure.EncodePNG(&b, 300, png.BestSpeed)
	return b.Bytes(), err
}
