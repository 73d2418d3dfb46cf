package plots_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"fence/plots"
)

// annotated is a figure with everything that files carry.
func annotated(t *testing.T) *plots.Figure {
	t.Helper()
	figure, err := messagesPerEntry()
	if err != nil {
		t.Fatal(err)
	}
	figure.Title = "Cost ≤ 3 µs, Δx_{i}^{2}"
	figure.Caption = "150 seeds from 1."
	figure.Origin = plots.Origin{Program: "fence 0.1.0", Command: "fence margin --seed 7", Seed: "7",
		Params: `{"lease":"3s","note":"` + strings.Repeat("long ", 200) + `"}`}
	return figure
}

func bytesOf(t *testing.T, figure *plots.Figure, format string) []byte {
	t.Helper()
	b, err := figure.Bytes(format)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSameFigureHasTheSameBytes(t *testing.T) {
	for _, format := range plots.Formats() {
		if a, b := bytesOf(t, annotated(t), format), bytesOf(t, annotated(t), format); !bytes.Equal(a, b) {
			t.Errorf("%s: two drawings of one figure differ", format)
		}
	}
}

func TestPNGCarriesSizeAndOrigin(t *testing.T) {
	figure := annotated(t)
	data := bytesOf(t, figure, "png")
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Dx(); got != 990 {
		t.Errorf("width of 3.3 in at 300 dpi: got %d, want 990", got)
	}
	chunks := chunksOf(t, data)
	if density := chunks["pHYs"]; len(density) != 1 || binary.BigEndian.Uint32([]byte(density[0])) != 11811 {
		t.Errorf("pHYs: got %q, want 11,811 pixels a metre", density)
	}
	texts := map[string]string{}
	for _, chunk := range chunks["iTXt"] {
		key, text := internationalText(t, chunk)
		texts[key] = text
	}
	for key, want := range map[string]string{
		"Title": "Cost ≤ 3 µs, Δx_i^2", "Caption": figure.Caption, "Description": figure.Alt, "Software": "fence 0.1.0",
		"Command": figure.Origin.Command, "Seed": "7", "Parameters": figure.Origin.Params,
	} {
		if texts[key] != want {
			t.Errorf("%s: got %q, want %q", key, texts[key], want)
		}
	}
}

// chunksOf returns the contents of a PNG's chunks by kind.
func chunksOf(t *testing.T, data []byte) map[string][]string {
	t.Helper()
	chunks := map[string][]string{}
	for data = data[8:]; len(data) > 0; {
		n := binary.BigEndian.Uint32(data)
		kind := string(data[4:8])
		chunks[kind] = append(chunks[kind], string(data[8:8+n]))
		data = data[12+n:]
	}
	return chunks
}

func internationalText(t *testing.T, chunk string) (key, text string) {
	t.Helper()
	key, rest, _ := strings.Cut(chunk, "\x00")
	packed := rest[0] == 1
	if text = rest[4:]; !packed {
		return key, text
	}
	z, err := zlib.NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return key, string(b)
}

func TestSVGIsTextThatReadersOfScreensFind(t *testing.T) {
	figure := annotated(t)
	svg := bytesOf(t, figure, "svg")
	found := map[string][]string{}
	name := ""
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name = token.Name.Local
		case xml.CharData:
			found[name] = append(found[name], string(token))
		}
	}
	if got := found["title"]; len(got) == 0 || got[0] != "Cost ≤ 3 µs, Δx_i^2" {
		t.Errorf("title: got %q", got)
	}
	if got := found["desc"]; len(got) == 0 || got[0] != figure.Alt {
		t.Errorf("desc: got %q, want the alternative text", got)
	}
	if got := strings.Join(found["text"], ""); !strings.Contains(got, "Cost ≤ 3 µs, Δx") || !strings.Contains(got, "Ricart–Agrawala") {
		t.Errorf("text: got %q, want the title and the legend", got)
	}
	if got := strings.Join(found["entry"], "|"); !strings.Contains(got, figure.Origin.Command) {
		t.Errorf("metadata: got %q, want the command", got)
	}
	lengths := regexp.MustCompile(`<text textLength="[\d.]+" lengthAdjust="spacingAndGlyphs" x=`).FindAll(svg, -1)
	if len(lengths) != bytes.Count(svg, []byte("<text")) {
		t.Errorf("%d texts have the width that they were set in, want all %d", len(lengths), bytes.Count(svg, []byte("<text")))
	}
	if !bytes.Contains(svg, []byte("font-family:'Liberation Sans',Arial")) || bytes.Contains(svg, []byte("font-family:Liberation Sans;")) {
		t.Error("text names no typeface that may stand for Liberation")
	}
}

func TestPDFEmbedsNoFontAndStaysSmall(t *testing.T) {
	pdf := bytesOf(t, annotated(t), "pdf")
	if regexp.MustCompile(`/FontFile|/BaseFont`).Match(pdf) {
		t.Error("a font is embedded")
	}
	if dates := regexp.MustCompile(`Date \(D:(\d+)\)`).FindAllSubmatch(pdf, -1); len(dates) == 0 ||
		slices.ContainsFunc(dates, func(d [][]byte) bool { return string(d[1]) != "20000101000000" }) {
		t.Errorf("dates: got %s, want that of no run", dates)
	}
	// The last cross-reference table names the place of the dictionary with title and origin.
	start := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(pdf)
	if start == nil {
		t.Fatal("the end is not that of a PDF")
	}
	table := regexp.MustCompile(`^xref\n(\d+) 1\n(\d{10}) 00000 n \n`).FindSubmatch(pdf[atoi(t, start[1]):])
	if table == nil {
		t.Fatal("there is no table where the end says it is")
	}
	if info := pdf[atoi(t, table[2]):]; !bytes.HasPrefix(info, append(table[1], " 0 obj\n<<\n/Producer (fence"...)) ||
		!bytes.Contains(info, []byte("/Title <FEFF0043006F00730074002022640020")) {
		t.Errorf("information: got %.80q", info)
	}
	for _, d := range gallery {
		figure, err := d.make()
		if err != nil {
			t.Fatal(err)
		}
		if size := len(bytesOf(t, figure, "pdf")); size > 60_000 {
			t.Errorf("%s: %d bytes, want 60,000 at most", d.name, size)
		}
	}
}

func atoi(t *testing.T, digits []byte) int {
	t.Helper()
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

func TestEPSIsPlainPostScript(t *testing.T) {
	eps := bytesOf(t, annotated(t), "eps")
	if !bytes.HasPrefix(eps, []byte("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 238 ")) {
		t.Errorf("head: got %.80q", eps)
	}
	for i, b := range eps {
		if b > '~' {
			t.Fatalf("byte %d is %#x, want ASCII alone", i, b)
		}
	}
	for line := range bytes.Lines(eps) {
		if len(line) > 255 {
			t.Fatalf("a line has %d bytes, want 255 at most", len(line))
		}
		if bytes.HasSuffix(bytes.TrimSpace(line), []byte(" show")) {
			t.Fatalf("%q draws text with a font, want outlines", line)
		}
	}
}

func TestFigureRefusesWhatCannotBeDrawn(t *testing.T) {
	for _, c := range []struct {
		format string
		change func(*plots.Figure)
		want   string
	}{
		{"gif", func(*plots.Figure) {}, `plots: figure: format = "gif": must be one of png, svg, pdf, eps, txt`},
		{"svg", func(f *plots.Figure) { f.Width = vg.Inch / 2 }, "plots: figure: width = 0.5 in: must be within [2.5, 100]"},
		{"svg", func(f *plots.Figure) { f.Height = 200 * vg.Inch }, "plots: figure: height = 200 in: must leave room for what is in it, and not be above 100"},
		{"svg", func(f *plots.Figure) { f.Height = vg.Inch }, "2.8 would do at a width of 3.3 in"},
		{"png", func(f *plots.Figure) { f.DPI = 5 }, "must be 20 or more"},
		{"png", func(f *plots.Figure) { f.DPI = 1 << 30 }, "not above 100000000 pixels in all"},
		{"png", func(f *plots.Figure) { *f = plots.Figure{} }, "there is nothing to draw"},
	} {
		figure := annotated(t)
		c.change(figure)
		if _, err := figure.Bytes(c.format); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.format, err, c.want)
		}
	}
}

// A figure whose theme is the zero value is drawn on paper.
func TestFigureWithoutATheme(t *testing.T) {
	plain, want := annotated(t), bytesOf(t, annotated(t), "svg")
	plain.Theme = plots.Theme{}
	if got := bytesOf(t, plain, "svg"); !bytes.Equal(got, want) {
		t.Error("differs from the theme of paper")
	}
}

func TestManyFiguresDoNotGrowMemory(t *testing.T) {
	figure := annotated(t)
	inUse := func(n int) uint64 {
		for range n {
			figure.DPI = 40
			for _, format := range []string{"png", "pdf"} {
				bytesOf(t, figure, format)
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := inUse(5)
	if after := inUse(fewer(100, 10)); after > before+1<<20 {
		t.Errorf("100 figures left %d kB", (after-before)>>10)
	}
}
