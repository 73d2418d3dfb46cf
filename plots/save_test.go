package plots_test

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"fence/plots"
)

func TestSaveWritesTheFigureAndItsText(t *testing.T) {
	figure := annotated(t)
	for _, name := range []string{"cost.svg", "cost.PNG", "a.b.pdf", "cost.eps"} {
		path := filepath.Join(t.TempDir(), name)
		if err := figure.Save(path); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := bytesOf(t, figure, strings.ToLower(filepath.Ext(name)[1:])); !bytes.Equal(got, want) {
			t.Errorf("%s: holds other bytes than Bytes gives", name)
		}
		if text, err := os.ReadFile(path + ".txt"); err != nil || string(text) != figure.Text() {
			t.Errorf("%s.txt: got %q and %v, want what Text gives", name, text, err)
		}
	}
}

func TestSaveLeavesNothingHalf(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken.svg")
	if err := os.MkdirAll(filepath.Join(taken, "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "cost.gif"), `its ending is ".gif"; must be one of .png, .svg, .pdf, .eps`},
		{filepath.Join(dir, "cost"), `its ending is ""`},
		{filepath.Join(dir, "no", "folder.svg"), `folder.svg": no such file or directory`},
		{taken, "is a directory"},
	} {
		if err := annotated(t).Save(c.path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.path, err, c.want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 1 {
		t.Errorf("left %v, want the folder that was there alone", left)
	}
}

func TestExportTakesTheWidthOfAColumn(t *testing.T) {
	figure := annotated(t)
	figure.Height = 4 * vg.Inch // which suits another width
	before := *figure
	dir := filepath.Join(t.TempDir(), "out", "figures")
	paths := []string{filepath.Join(dir, "cost.png"), filepath.Join(dir, "cost.svg"), filepath.Join(dir, "cost.pdf")}
	if err := figure.Export(plots.SingleColumn, paths...); err != nil {
		t.Fatal(err)
	}
	if figure.Width != before.Width || figure.Height != before.Height {
		t.Errorf("the figure has become %v by %v", figure.Width, figure.Height)
	}
	narrow := before
	narrow.Width, narrow.Height = plots.SingleColumn, 0
	for _, path := range paths {
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, bytesOf(t, &narrow, filepath.Ext(path)[1:])) {
			t.Errorf("%s: %v, or other bytes than a figure of that width has", path, err)
		}
	}
	if got, want := pixelsOf(t, paths[0]), int(math.Round(300*float64(plots.SingleColumn/vg.Inch))); got != want {
		t.Errorf("the PNG is %d pixels wide, want %d: 300 an inch", got, want)
	}
	if err := figure.Export(plots.SingleColumn, filepath.Join(dir, "cost.gif")); err == nil {
		t.Error("a GIF was exported")
	}
	if err := figure.Export(plots.SingleColumn, filepath.Join(paths[0], "below", "a.png")); err == nil {
		t.Error("a figure was exported below a file")
	}
}

func pixelsOf(t *testing.T, path string) int {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sizeOf(t, content).X
}

func sizeOf(t *testing.T, content []byte) image.Point {
	t.Helper()
	m, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return image.Pt(m.Width, m.Height)
}

func TestScreenPicturesHavePixelsOfThePage(t *testing.T) {
	figure := annotated(t)
	screen := *figure
	screen.Theme = plots.Screen()
	width, height, err := screen.Size()
	if err != nil {
		t.Fatal(err)
	}
	for scale := 1; scale <= 2; scale++ {
		var b bytes.Buffer
		if err := figure.EncodeScreen(&b, scale); err != nil {
			t.Fatal(err)
		}
		dots := func(x vg.Length) int { return int(math.Round(float64(x/vg.Inch) * 96 * float64(scale))) }
		if got, want := sizeOf(t, b.Bytes()), image.Pt(dots(width), dots(height)); got != want {
			t.Errorf("scale %d: %v pixels, want %v", scale, got, want)
		}
	}
	if figure.Theme.Name != plots.Paper().Name {
		t.Errorf("the figure has become one in the theme %s", figure.Theme.Name)
	}
	dark := *figure
	dark.Theme = plots.Dark()
	var b bytes.Buffer
	if err := dark.EncodeScreen(&b, 1); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := m.At(0, 0).RGBA(); r > 0x8000 {
		t.Error("a figure for dark slides is shown light")
	}
	if err := figure.EncodeScreen(&b, 0); err == nil {
		t.Error("a picture of no pixels was drawn")
	}
}
