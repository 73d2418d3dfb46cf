package plots_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"

	"fence/plots"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// drawn is a figure of the gallery: every chart has one that its Example draws, and may have more.
type drawn struct {
	name string
	make func() (*plots.Figure, error)
}

// fewer returns a smaller number in short mode, which the race detector runs in.
func fewer(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}

// themes returns all themes, or the first in short mode.
func themes() []plots.Theme { return plots.Themes()[:fewer(3, 1)] }

// gallery holds the figures that are compared with golden pictures, and held to what must be true of every figure. Each
// chart's test adds its own.
var gallery []drawn

// goldenDPI keeps the golden pictures small and still readable.
const goldenDPI = 110

func TestGallery(t *testing.T) {
	for _, d := range gallery {
		t.Run(d.name, func(t *testing.T) {
			figure, err := d.make()
			if err != nil {
				t.Fatal(err)
			}
			figure.DPI = goldenDPI
			for _, format := range []string{"png", "svg"} {
				got, err := figure.Bytes(format)
				if err != nil {
					t.Fatal(err)
				}
				checkGolden(t, d.name+"."+format, got)
			}
		})
	}
}

// checkGolden compares a picture with the one in testdata, and leaves what it got in a temporary file where they differ.
func checkGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; make golden writes it", err)
	}
	diff := differentSVG(got, want)
	if filepath.Ext(name) == ".png" {
		diff = differentPNG(t, got, want)
	}
	if diff != "" {
		kept := filepath.Join(os.TempDir(), "got-"+name)
		if err := os.WriteFile(kept, got, 0o666); err != nil {
			t.Error(err)
		}
		t.Errorf("%s: %s; got is kept as %s; look at it, and if it is right, make golden", name, diff, kept)
	}
}

// differentPNG says how two pictures differ. Floating point may be fused on another architecture, so that a pixel at an
// edge may differ a little; a mark that is missing or moved changes many pixels by much.
func differentPNG(t *testing.T, got, want []byte) string {
	a, b := decode(t, got), decode(t, want)
	if a.Bounds() != b.Bounds() {
		return fmt.Sprintf("is %v, want %v", a.Bounds(), b.Bounds())
	}
	const tolerance, allowed = 24 << 8, 8
	pixels := 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r, g, bl, _ := a.At(x, y).RGBA()
			r2, g2, bl2, _ := b.At(x, y).RGBA()
			if far(r, r2, tolerance) || far(g, g2, tolerance) || far(bl, bl2, tolerance) {
				pixels++
			}
		}
	}
	if pixels > allowed {
		return fmt.Sprintf("%d pixels differ", pixels)
	}
	return ""
}

func far(a, b, tolerance uint32) bool { return max(a, b)-min(a, b) > tolerance }

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

var number = regexp.MustCompile(`-?\d+(?:\.\d+)?(?:e[+-]\d+)?`)

// differentSVG says how two drawings differ: all but numbers must be equal, and those to a hundredth of a point.
func differentSVG(got, want []byte) string {
	if a, b := number.ReplaceAll(got, []byte("#")), number.ReplaceAll(want, []byte("#")); !bytes.Equal(a, b) {
		return fmt.Sprintf("differs in more than numbers (%d bytes, want %d)", len(got), len(want))
	}
	a, b := number.FindAll(got, -1), number.FindAll(want, -1)
	for i := range a {
		x, errX := strconv.ParseFloat(string(a[i]), 64)
		y, errY := strconv.ParseFloat(string(b[i]), 64)
		if errX != nil || errY != nil || math.Abs(x-y) > 0.01 {
			return fmt.Sprintf("number %d is %s, want %s", i, a[i], b[i])
		}
	}
	return ""
}

// TestNoTextLiesOverAnother holds for every figure of the gallery, in every theme and in both widths.
func TestNoTextLiesOverAnother(t *testing.T) {
	for _, d := range gallery {
		for _, theme := range themes() {
			for _, width := range []float64{3.3, 7} {
				t.Run(fmt.Sprintf("%s/%s/%g", d.name, theme.Name, width), func(t *testing.T) {
					figure, err := d.make()
					if err != nil {
						t.Fatal(err)
					}
					figure.Theme = theme
					figure.Width, figure.Height = plots.SingleColumn, 0
					if width > 4 {
						figure.Width = plots.DoubleColumn
					}
					for _, finding := range overlaps(t, figure) {
						t.Error(finding)
					}
				})
			}
		}
	}
}

// TestFiguresInAnySize holds every figure to this: a size that it accepts shows no text over another, and one that is
// too small is refused with one that would do.
func TestFiguresInAnySize(t *testing.T) {
	for _, d := range gallery {
		t.Run(d.name, func(t *testing.T) {
			figure, err := d.make()
			if err != nil {
				t.Fatal(err)
			}
			for _, theme := range themes() {
				figure.Theme, figure.Width = theme, 22*theme.LabelSize
				figure.Height = 0
				for _, finding := range overlaps(t, figure) {
					t.Errorf("%s, at its narrowest: %s", theme.Name, finding)
				}
				for _, height := range []vg.Length{1, 2, 3, 4} {
					figure.Width, figure.Height = plots.SingleColumn, height*vg.Inch
					_, _, err := figure.Size()
					if err == nil {
						for _, finding := range overlaps(t, figure) {
							t.Errorf("%s, %g in high: %s", theme.Name, float64(height), finding)
						}
						continue
					}
					var wanted, does float64
					if _, err := fmt.Sscanf(err.Error(), "plots: figure: height = %g in: must leave room for what is in it, "+
						"and not be above 100; %g would do", &wanted, &does); err != nil {
						t.Fatal(err)
					}
					figure.Height = vg.Length(does) * vg.Inch
					if _, _, err := figure.Size(); err != nil {
						t.Errorf("%s: %g in would do, and then: %v", theme.Name, does, err)
					}
				}
				figure.Width, figure.Height = 21*theme.LabelSize, 0
				if _, _, err := figure.Size(); err == nil {
					t.Errorf("%s: is drawn narrower than the least width", theme.Name)
				}
			}
		})
	}
}

// overlaps returns what is wrong with the places of a figure's texts: two that meet, and one that leaves the figure.
func overlaps(t *testing.T, figure *plots.Figure) []string {
	t.Helper()
	boxes, err := figure.Texts()
	if err != nil {
		t.Fatal(err)
	}
	width, height, err := figure.Size()
	if err != nil {
		t.Fatal(err)
	}
	var findings []string
	for i, a := range boxes {
		if a.Min.X < 0 || a.Min.Y < 0 || a.Max.X > width || a.Max.Y > height {
			findings = append(findings, fmt.Sprintf("%q leaves the figure: %v of %v × %v", a.Text, a.Rectangle, width, height))
		}
		for _, b := range boxes[:i] {
			if a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y {
				findings = append(findings, fmt.Sprintf("%q lies over %q: %v and %v", a.Text, b.Text, a.Rectangle, b.Rectangle))
			}
		}
	}
	return findings
}
