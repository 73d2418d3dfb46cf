package plots_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/plots"
)

// hostile is text that means something in one format or another.
const hostile = "a\x00b\x01c\xffd ) ( \\ <b> & ]]> --> %%EOF \n%%BoundingBox: 0 0 1 1"

// Whatever a text holds, every format stays what it is.
func TestHostileTexts(t *testing.T) {
	figure := annotated(t)
	figure.Title, figure.Caption, figure.Alt = hostile, hostile, hostile
	figure.Origin = plots.Origin{Program: hostile, Command: strings.Repeat("x", 196) + "%BoundingBox: 0 0 1 1", Seed: hostile, Params: hostile}
	for d := xml.NewDecoder(bytes.NewReader(bytesOf(t, figure, "svg"))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("svg: %v", err)
		}
	}
	for _, chunk := range chunksOf(t, bytesOf(t, figure, "png"))["iTXt"] {
		if key, text := internationalText(t, chunk); strings.Contains(text, "\x00") || !utf8.ValidString(text) {
			t.Errorf("png: %s is %q", key, text)
		}
	}
	head, _, _ := bytes.Cut(bytesOf(t, figure, "eps"), []byte("%%EndComments"))
	boxes := 0
	for line := range bytes.Lines(head) {
		if line[0] != '%' {
			t.Errorf("eps: %q is no comment", line)
		}
		if bytes.HasPrefix(line, []byte("%%BoundingBox")) {
			boxes++
		}
	}
	if boxes != 1 {
		t.Errorf("eps: %d bounding boxes, want 1", boxes)
	}
	figure.Title = "half a bracket ) and \\"
	if pdf := bytesOf(t, figure, "pdf"); !bytes.Contains(pdf, []byte(`/Title (half a bracket \) and \\)`)) {
		t.Error("pdf: a bracket in the title ends it")
	}
}

// A title without a blank is broken all the same.
func TestLongWordsStayInside(t *testing.T) {
	figure := annotated(t)
	figure.Title = strings.Repeat("letters", 20)
	two, err := plots.Panels(2, figure, figure)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*plots.Figure{figure, two} {
		for _, finding := range overlaps(t, f) {
			t.Error(finding)
		}
	}
}

func TestPlayheadBeforeTheWindow(t *testing.T) {
	p := lease.Default()
	log, err := lease.Log(lease.Draw(&p, 7), lease.Unprotected)
	if err != nil {
		t.Fatal(err)
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		t.Fatal(err)
	}
	lanes.From, lanes.To, lanes.Playhead = 20*time.Second, 30*time.Second, 5*time.Second
	for _, lanes.ByOrder = range []bool{false, true} {
		figure, err := lanes.Figure()
		if err != nil {
			continue // said, and not drawn, is fine
		}
		bytesOf(t, figure, "svg")
	}
}

// Figures that are kept do not keep their pixels.
func TestKeptFiguresKeepNoPixels(t *testing.T) {
	p := lease.Default()
	log, err := lease.Log(lease.Draw(&p, 7), lease.Unprotected)
	if err != nil {
		t.Fatal(err)
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var kept []*plots.Figure
	before := heap()
	for range 8 {
		lanes, err := plots.NewLanes(log)
		if err != nil {
			t.Fatal(err)
		}
		lanes.To = 10 * time.Second
		figure, err := lanes.Figure()
		if err != nil {
			t.Fatal(err)
		}
		bytesOf(t, figure, "png")
		kept = append(kept, figure)
	}
	if after := heap(); after > before+8<<20 {
		t.Errorf("8 figures keep %d kB", (after-before)>>10)
	}
	runtime.KeepAlive(kept)
}

// A formula is not drawn across its gaps, and small values are not drawn on a large axis.
func TestCurvesLeaveGapsAndSuitTheirValues(t *testing.T) {
	f := frame.Must(frame.New(frame.Floats("x", []float64{0, 10}), frame.Floats("y", []float64{0.001, 0.001})))
	figure, err := plots.Curves{X: "x", Y: "y", Formulas: []plots.Formula{{Name: "gap", Of: func(x float64) float64 {
		if x > 4 && x < 6 {
			return math.NaN()
		}
		return 0.001
	}}}}.Figure(f)
	if err != nil {
		t.Fatal(err)
	}
	_, paints := recorded(t, figure)
	widest := 0.0
	for _, p := range stroked(paints, figure.Theme.Series[1].Color) {
		low, high := p.bounds()
		widest = max(widest, float64(high.X-low.X))
	}
	if limit := 0.42 * float64(plots.SingleColumn); widest > limit {
		t.Errorf("a piece is %v wide, want %v at most: the gap is bridged", widest, limit)
	}
	texts, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range texts {
		if strings.HasPrefix(b.Text, "−") || b.Text == "1" {
			t.Errorf("the axis of the value 0.001 has the mark %s", b.Text)
		}
	}
	huge := frame.Must(frame.New(frame.Floats("x", []float64{0, 1}), frame.Floats("y", []float64{0, math.MaxFloat64})))
	_, err = plots.Curves{X: "x", Y: "y"}.Figure(huge)
	mustFail(t, err, `column "y", row 1`, "place on an axis")
}
