// Command plotsrace is our side of the race of lane and margin charts: it writes what both sides draw, and times how
// long package plots takes to draw and encode it.
//
// The rival is bench/peers/matplotlib_plots.py; scripts/race-plots.sh runs both in turn. Both draw the same logs and
// the same table at the same number of pixels, in process, and what is timed is building the chart, drawing and
// encoding.
//
//	plotsrace data DIR           writes DIR/lease.ndjson, DIR/protocol.ndjson, DIR/margin.csv
//	plotsrace times TURNS [OUT]  prints "NAME SECONDS" a chart, the median of the turns after one that warms up; with
//	                             OUT writes the pictures there as NAME.png
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"fence/bench/lanelogs"
	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/trace"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "plotsrace:", err)
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) error {
	made, err := inputsOf()
	switch {
	case err != nil:
		return err
	case len(args) == 2 && args[0] == "data":
		return made.write(args[1])
	case len(args) == 2 && args[0] == "times":
		return race(w, made, args[1], "")
	case len(args) == 3 && args[0] == "times":
		return race(w, made, args[1], args[2])
	}
	return errors.New("usage: plotsrace data DIR | plotsrace times TURNS [OUT]")
}

// inputs is what both sides draw.
type inputs struct {
	lease, protocol *trace.Log
	margin          frame.Frame // as MarginSweep returns it
}

func inputsOf() (inputs, error) {
	lease, err := lanelogs.Lease(lanelogs.LeaseHorizon)
	if err != nil {
		return inputs{}, err
	}
	e := fencekit.New()
	e.Trials, e.Params.ReadModifyWrite, e.Postures = 80, true, nil // so that updates can be lost
	margin, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	if err != nil {
		return inputs{}, err
	}
	return inputs{lease, lanelogs.Protocol(lanelogs.ProtocolHorizon), margin}, nil
}

// write writes the inputs as files that the rival reads.
func (in inputs) write(dir string) error {
	for name, write := range map[string]func(io.Writer) error{
		"lease.ndjson":    func(w io.Writer) error { return trace.WriteNDJSON(w, in.lease) },
		"protocol.ndjson": func(w io.Writer) error { return trace.WriteNDJSON(w, in.protocol) },
		"margin.csv":      in.margin.WriteCSV,
	} {
		var file bytes.Buffer
		if err := write(&file); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), file.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// race times each chart and prints its median.
func race(w io.Writer, in inputs, turnsText, out string) error {
	turns, err := strconv.Atoi(turnsText)
	if err != nil || turns < 1 {
		return fmt.Errorf("turns = %q: must be a whole number of at least 1", turnsText)
	}
	for _, c := range []struct {
		name          string
		width, height int
		draw          func() ([]byte, error)
	}{
		{"lease-lanes", 2100, 1050, func() ([]byte, error) { return drawLanes(in.lease) }},
		{"protocol-lanes", 2100, 1050, func() ([]byte, error) { return drawLanes(in.protocol) }},
		{"margin", 990, 1200, func() ([]byte, error) { return drawMargin(in.margin) }},
	} {
		median, picture, err := timed(c.draw, turns)
		if err == nil {
			err = sized(picture, c.width, c.height)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		fmt.Fprintf(w, "%s %.4f\n", c.name, median.Seconds())
		if out != "" {
			if err := os.WriteFile(filepath.Join(out, c.name+".png"), picture, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

// timed draws once to warm up and then so many times, and returns the median and the last picture.
func timed(draw func() ([]byte, error), turns int) (time.Duration, []byte, error) {
	picture, err := draw()
	times := make([]time.Duration, turns)
	for i := range times {
		if err != nil {
			return 0, nil, err
		}
		began := time.Now()
		picture, err = draw()
		times[i] = time.Since(began)
	}
	slices.Sort(times)
	return (times[(turns-1)/2] + times[turns/2]) / 2, picture, err
}

// sized says whether a picture has the pixels that the rival's has: with fewer the race would be won by drawing less.
func sized(picture []byte, width, height int) error {
	c, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return err
	}
	if c.Width != width || c.Height != height {
		return fmt.Errorf("picture of %d x %d pixels: must be %d x %d", c.Width, c.Height, width, height)
	}
	return nil
}
