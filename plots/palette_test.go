package plots_test

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/recorder"

	"fence/plots"
)

// use is how styles are shown beside each other, which decides what tells them apart besides colour.
type use struct {
	name string
	// color is what fills most of the style's place.
	color func(plots.Style) color.NRGBA
	// apart says whether two styles differ in something else.
	apart func(a, b plots.Style) bool
}

var (
	asLines = use{"lines", colorOf, func(a, b plots.Style) bool { return !slices.Equal(a.Dash, b.Dash) }}
	asMarks = use{"marks", colorOf, func(a, b plots.Style) bool { return a.Shape != b.Shape }}
	asAreas = use{"areas", areaOf, func(a, b plots.Style) bool { return a.Hatch != b.Hatch }}
)

func colorOf(s plots.Style) color.NRGBA { return s.Color }

func areaOf(s plots.Style) color.NRGBA {
	if s.Hatch == plots.Plain {
		return s.Color
	}
	return s.Fill
}

// named is a style by the name that findings have for it.
type named struct {
	name string
	plots.Style
}

// farApart is how far colours must lie apart where nothing but colour differs: in ΔE as CIE 1976 has it for those who
// lack the second kind of cones, and in L* in grey.
const farApart = 10

// confusable returns the pairs of styles that could be taken for each other in a use.
func confusable(styles []named, u use) (findings []string) {
	for i, a := range styles {
		for _, b := range styles[:i] {
			if u.apart(a.Style, b.Style) {
				continue
			}
			x, y := u.color(a.Style), u.color(b.Style)
			seen, grey := deltaE(deuteranopia(x), labOf(deuteranopia(y))), math.Abs(lightness(x)-lightness(y))
			if seen < farApart || grey < farApart {
				findings = append(findings, fmt.Sprintf("%s and %s as %s: ΔE %.1f to the colour-blind, %.1f in grey, else alike",
					a.name, b.name, u.name, seen, grey))
			}
		}
	}
	return findings
}

// deuteranopia returns the linear parts of a colour as those see it who lack the second kind of cones: the matrix for
// severity 1 of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency" (2009).
func deuteranopia(c color.NRGBA) [3]float64 {
	r, g, b := linearRGB(c)
	return [3]float64{
		min(max(0.367322*r+0.860646*g-0.227968*b, 0), 1),
		min(max(0.280085*r+0.672501*g+0.047413*b, 0), 1),
		min(max(-0.011820*r+0.042940*g+0.968881*b, 0), 1),
	}
}

// labOf returns the place of linear parts of sRGB in L*a*b* with the white of D65.
func labOf(rgb [3]float64) [3]float64 {
	x := (0.4124564*rgb[0] + 0.3575761*rgb[1] + 0.1804375*rgb[2]) / 0.95047
	y := 0.2126729*rgb[0] + 0.7151522*rgb[1] + 0.0721750*rgb[2]
	z := (0.0193339*rgb[0] + 0.1191920*rgb[1] + 0.9503041*rgb[2]) / 1.08883
	return [3]float64{116*labRoot(y) - 16, 500 * (labRoot(x) - labRoot(y)), 200 * (labRoot(y) - labRoot(z))}
}

func labRoot(t float64) float64 {
	if t > 216.0/24389 {
		return math.Cbrt(t)
	}
	return (24389.0/27*t + 16) / 116
}

// deltaE is the distance of linear parts of sRGB to a place in L*a*b*, as CIE 1976 has it.
func deltaE(rgb, lab [3]float64) float64 {
	at := labOf(rgb)
	return math.Sqrt((at[0]-lab[0])*(at[0]-lab[0]) + (at[1]-lab[1])*(at[1]-lab[1]) + (at[2]-lab[2])*(at[2]-lab[2]))
}

// lightness is L*, which grey keeps of a colour.
func lightness(c color.NRGBA) float64 {
	r, g, b := linearRGB(c)
	return labOf([3]float64{r, g, b})[0]
}

// The arithmetic against values that are known: L*a*b* of the primaries of sRGB, and of a grey, which every kind of
// vision sees alike.
func TestColourArithmetic(t *testing.T) {
	for _, c := range []struct {
		color color.NRGBA
		want  [3]float64
	}{
		{color.NRGBA{255, 0, 0, 255}, [3]float64{53.24, 80.09, 67.20}},
		{color.NRGBA{0, 255, 0, 255}, [3]float64{87.73, -86.18, 83.18}},
		{color.NRGBA{0, 0, 255, 255}, [3]float64{32.30, 79.19, -107.86}},
		{color.NRGBA{255, 255, 255, 255}, [3]float64{100, 0, 0}},
	} {
		r, g, b := linearRGB(c.color)
		if d := deltaE([3]float64{r, g, b}, c.want); d > 0.05 {
			t.Errorf("%v: got %v, want %v", c.color, labOf([3]float64{r, g, b}), c.want)
		}
	}
	grey := color.NRGBA{127, 127, 127, 255}
	r, g, b := linearRGB(grey)
	if d := deltaE(deuteranopia(grey), labOf([3]float64{r, g, b})); d > 0.1 {
		t.Errorf("grey moves by %v", d)
	}
	// Red and a green of the same look differ by much less to those who lack the cones.
	red, green := color.NRGBA{0xD5, 0x5E, 0, 255}, color.NRGBA{0x80, 0x86, 0, 255}
	r, g, b = linearRGB(red)
	r2, g2, b2 := linearRGB(green)
	if blind, all := deltaE(deuteranopia(red), labOf(deuteranopia(green))),
		deltaE([3]float64{r, g, b}, labOf([3]float64{r2, g2, b2})); blind > all/3 {
		t.Errorf("got %v for the colour-blind and %v for others, want far less", blind, all)
	}
}

func seriesOf(theme plots.Theme) (styles []named) {
	for i, s := range theme.Series {
		styles = append(styles, named{fmt.Sprintf("%s: series %d", theme.Name, i), s})
	}
	return styles
}

func TestSeriesCanBeToldApart(t *testing.T) {
	for _, theme := range plots.Themes() {
		for _, u := range []use{asLines, asMarks, asAreas} {
			for _, finding := range confusable(seriesOf(theme), u) {
				t.Error(finding)
			}
		}
		// In colour alone, a pair may come close in grey but not to the colour-blind.
		for i, a := range theme.Series {
			for j, b := range theme.Series[:i] {
				if d := deltaE(deuteranopia(a.Color), labOf(deuteranopia(b.Color))); d < farApart {
					t.Errorf("%s: series %d and %d: ΔE %.1f to the colour-blind, want %d", theme.Name, j, i, d, farApart)
				}
			}
		}
	}
}

// rolesTogether are the roles that can stand in one chart, by how they are drawn.
func rolesTogether(r plots.Roles) map[string]struct {
	styles []named
	use    use
} {
	type together = struct {
		styles []named
		use    use
	}
	return map[string]together{
		"writes": {[]named{{"applied", r.Applied}, {"unlocked", r.Unlocked}, {"refused", r.Refused}}, asMarks},
		"checks": {[]named{{"check", r.Check}, {"abort", r.Abort}, {"step", r.Step}}, asMarks},
		"spans of a lease": {[]named{{"lease", r.Lease}, {"belief", r.Belief}, {"bare", r.Bare},
			{"stopped", r.Stopped}}, asAreas},
		"spans of a protocol": {[]named{{"section", r.Section}, {"leader", r.Leader}, {"stopped", r.Stopped},
			{"crashed", r.Crashed}}, asAreas},
		"spans": {[]named{{"belief", r.Belief}, {"bare", r.Bare}, {"stopped", r.Stopped}, {"crashed", r.Crashed},
			{"section", r.Section}, {"leader", r.Leader}}, asAreas},
	}
}

func TestRolesCanBeToldApart(t *testing.T) {
	for _, theme := range plots.Themes() {
		for name, c := range rolesTogether(theme.Roles) {
			for _, finding := range confusable(c.styles, c.use) {
				t.Errorf("%s: %s: %s", theme.Name, name, finding)
			}
		}
	}
}

// Two styles that are alike are found, in each use; so are two that only a red and a green of one lightness tell apart.
func TestStylesThatAreAlikeAreFound(t *testing.T) {
	for _, u := range []use{asLines, asMarks, asAreas} {
		theme := plots.Paper()
		theme.Series[3] = theme.Series[1]
		if got := confusable(seriesOf(theme), u); len(got) != 1 || !strings.Contains(got[0], "series 3 and paper: series 1") {
			t.Errorf("%s: got %q, want the pair", u.name, got)
		}
		red := plots.Style{Color: color.NRGBA{0xD5, 0x5E, 0, 255}, Fill: color.NRGBA{0xD5, 0x5E, 0, 255}}
		green := plots.Style{Color: color.NRGBA{0x80, 0x86, 0, 255}, Fill: color.NRGBA{0x80, 0x86, 0, 255}}
		if got := confusable([]named{{"red", red}, {"green", green}}, u); len(got) != 1 {
			t.Errorf("%s: got %q, want red and green", u.name, got)
		}
	}
}

// faintMarks returns what of a theme cannot be seen on its background: text below the 4.5 to 1 of WCAG 2, and marks
// below 1.5 to 1.
func faintMarks(theme plots.Theme) (findings []string) {
	check := func(name string, c color.NRGBA, least float64) {
		if got := contrastOf(c, theme.Background); got < least {
			findings = append(findings, fmt.Sprintf("%s: %s has a contrast of %.2f, want %.1f", theme.Name, name, got, least))
		}
	}
	check("ink", theme.Ink, 4.5)
	check("muted", theme.Muted, 4.5)
	for i, s := range theme.Series {
		check(fmt.Sprintf("series %d", i), s.Color, 1.5)
	}
	r := theme.Roles
	for i, s := range []plots.Style{r.Lease, r.Belief, r.Bare, r.Stopped, r.Step, r.Check, r.Abort, r.Applied, r.Unlocked,
		r.Refused, r.Highest, r.Message, r.Lost, r.Section, r.Leader, r.Crashed, r.Other} {
		check(fmt.Sprintf("role %d", i), s.Color, 1.5)
	}
	return findings
}

func TestMarksAndTextCanBeSeen(t *testing.T) {
	for _, theme := range plots.Themes() {
		for _, finding := range faintMarks(theme) {
			t.Error(finding)
		}
		// Text stands on a stretch that is pointed out, too.
		for _, c := range []color.NRGBA{theme.Ink, theme.Muted} {
			if got := contrastOf(c, theme.Wash); got < 4.5 {
				t.Errorf("%s: text on the wash has a contrast of %.2f, want 4.5", theme.Name, got)
			}
		}
	}
	broken := plots.Paper()
	broken.Muted, broken.Series[2].Color = color.NRGBA{0x99, 0x99, 0x99, 255}, color.NRGBA{0xF0, 0xE4, 0x42, 255} // yellow
	if got := faintMarks(broken); len(got) != 2 {
		t.Errorf("got %q, want the grey and the yellow", got)
	}
}

// More means darker or lighter all the way.
func TestRampIsInOrderInGrey(t *testing.T) {
	for _, theme := range plots.Themes() {
		first, last := lightness(theme.Ramp(0)), lightness(theme.Ramp(1))
		for i := 1; i <= 100; i++ {
			before, now := lightness(theme.Ramp(float64(i-1)/100)), lightness(theme.Ramp(float64(i)/100))
			if (now-before)*(last-first) <= 0 {
				t.Errorf("%s: the ramp turns at %d %%", theme.Name, i)
			}
		}
		if math.Abs(last-first) < 60 {
			t.Errorf("%s: the ramp spans %.0f L*, want 60", theme.Name, math.Abs(last-first))
		}
	}
}

// translucent returns the colours with which a figure paints that are not opaque.
func translucent(t *testing.T, figure *plots.Figure) (found []color.Color) {
	t.Helper()
	actions, _ := recorded(t, figure)
	for _, action := range actions {
		if a, ok := action.(*recorder.SetColor); ok && a.Color != nil {
			if _, _, _, alpha := a.Color.RGBA(); alpha != 0xffff {
				found = append(found, a.Color)
			}
		}
	}
	return found
}

// EPS has no translucent colours.
func TestNoChartPaintsTranslucent(t *testing.T) {
	for _, d := range gallery {
		figure, err := d.make()
		if err != nil {
			t.Fatal(err)
		}
		for _, theme := range plots.Themes() {
			figure.Theme = theme
			if found := translucent(t, figure); len(found) > 0 {
				t.Errorf("%s, %s: %v", d.name, theme.Name, found[0])
			}
		}
	}
	figure, err := scoreboard()
	if err != nil {
		t.Fatal(err)
	}
	figure.Theme.Series[1].Fill.A = 0x80
	if len(translucent(t, figure)) == 0 {
		t.Error("a translucent fill is not noticed")
	}
}
