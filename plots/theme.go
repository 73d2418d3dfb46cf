package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// The widths of figures. A page of two columns takes figures of one column or of both.
const (
	SingleColumn = 3.3 * vg.Inch
	DoubleColumn = 7 * vg.Inch
)

// Theme is how a figure looks: sizes, weights and colours. A theme is a value; change a copy of one of Paper, Screen
// and Dark. No colour of a theme is translucent, since EPS has no translucency and prints such a colour solid.
type Theme struct {
	Name string

	// Width is the width of a figure that names none.
	Width vg.Length
	// Captioned says whether a figure's caption is drawn below it. It is text beside the figure in any case.
	Captioned bool

	// Background is what everything is drawn on; Ink is for text and data of one colour, Muted for axes and notes,
	// Faint for what only guides the eye, such as grid lines, and Wash for a stretch that is pointed out.
	Background, Ink, Muted, Faint, Wash color.NRGBA

	// Series are the styles of categories, in order.
	Series []Style
	// Roles are the styles of things that mean the same in every chart.
	Roles Roles
	// Ramp returns the colour of a share between 0 and 1 in a heat map, from little to much, darker or lighter all the
	// way, so that it is in order in grey too.
	Ramp func(share float64) color.NRGBA

	// TitleSize, LabelSize, TickSize and NoteSize are the sizes of type, of a title, of the labels of axes and legends,
	// of ticks, and of what stands beside marks.
	TitleSize, LabelSize, TickSize, NoteSize vg.Length
	// Line is the width of curves, Thin of axes and outlines, Hair of grid lines and hatching.
	Line, Thin, Hair vg.Length
	// Mark is the radius of a point.
	Mark vg.Length
	// Gap is the distance between lines of a hatching.
	Gap vg.Length
}

// Style is how one category is drawn: besides its colour it has a dash, a shape and a hatching of its own, so that it
// can be told from the others in grey and by the colour-blind.
type Style struct {
	Name  string
	Color color.NRGBA
	// Fill is the colour of areas: Color, lighter.
	Fill  color.NRGBA
	Dash  []vg.Length
	Shape Shape
	Hatch Hatch
}

// Roles are the styles of things that mean the same in every chart, by what they are.
type Roles struct {
	Lease    Style // a lease as the lock service records it
	Belief   Style // a client's belief that it holds the lock, while a lease covers it
	Bare     Style // such a belief that no lease covers
	Stopped  Style // a thread that stands still
	Step     Style // a clock that is set
	Check    Style // an expiry check
	Abort    Style // one that stops the write
	Applied  Style // a write that the resource applied
	Unlocked Style // one that it applied although no live lease covered it
	Refused  Style // one that it refused
	Highest  Style // the highest token that a resource has served
	Message  Style
	Lost     Style // a message that did not arrive
	Section  Style // a span in which a process is in its critical section
	Leader   Style // a span in which it leads
	Crashed  Style // a span in which it is down
	Other    Style // an event without a style of its own
}

// The colours of Okabe and Ito, "Color Universal Design" (2008), which differ for every common kind of colour vision,
// without their yellow, which is too pale for lines on white.
var (
	black      = rgb(0x000000)
	orange     = rgb(0xE69F00)
	skyBlue    = rgb(0x56B4E9)
	green      = rgb(0x009E73)
	blue       = rgb(0x0072B2)
	vermillion = rgb(0xD55E00)
	purple     = rgb(0xCC79A7)
)

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// mix returns the colour that lies a share of the way from a to b.
func mix(a, b color.NRGBA, share float64) color.NRGBA {
	between := func(x, y uint8) uint8 { return uint8(float64(x) + share*(float64(y)-float64(x)) + 0.5) }
	return color.NRGBA{R: between(a.R, b.R), G: between(a.G, b.G), B: between(a.B, b.B), A: 0xff}
}

// Paper returns the theme of printed pages: one column wide, 8 point type, on white.
func Paper() Theme {
	t := Theme{
		Name: "paper", Width: SingleColumn,
		Background: rgb(0xFFFFFF), Ink: rgb(0x000000), Muted: rgb(0x4D4D4D), Faint: rgb(0xDDDDDD), Wash: rgb(0xFBE5D6),
		TitleSize: vg.Points(9), LabelSize: vg.Points(8), TickSize: vg.Points(7), NoteSize: vg.Points(6.5),
		Line: vg.Points(1.2), Thin: vg.Points(0.6), Hair: vg.Points(0.4),
		Mark: vg.Points(2.2), Gap: vg.Points(2.6),
		Ramp: ramp(rgb(0xF7FBFF), rgb(0x9ECAE1), rgb(0x2171B5), rgb(0x08306B)),
	}
	t.colours(black)
	return t
}

// Screen returns the theme of browsers and notebooks: wider, larger type, the caption below the figure.
func Screen() Theme {
	t := Paper()
	t.Name, t.Width, t.Captioned = "screen", DoubleColumn, true
	t.TitleSize, t.LabelSize, t.TickSize, t.NoteSize = vg.Points(12), vg.Points(10), vg.Points(9), vg.Points(8.5)
	t.Line, t.Thin, t.Hair = vg.Points(1.6), vg.Points(0.8), vg.Points(0.5)
	t.Mark, t.Gap = vg.Points(3), vg.Points(3.4)
	return t
}

// Dark returns the theme of slides: that of the screen on near black.
func Dark() Theme {
	t := Screen()
	t.Name, t.Captioned = "dark", false
	t.Background, t.Ink, t.Muted, t.Faint = rgb(0x16181D), rgb(0xF2F2F2), rgb(0xB8BCC4), rgb(0x3A3E47)
	t.Wash = rgb(0x4A2A1C)
	t.Ramp = ramp(rgb(0x1B2433), rgb(0x1F5F99), rgb(0x56B4E9), rgb(0xEAF6FF))
	t.colours(rgb(0xF2F2F2))
	return t
}

// Themes returns the themes by which figures can be drawn.
func Themes() []Theme { return []Theme{Paper(), Screen(), Dark()} }

// colours sets series and roles for the theme's background; ink stands for black.
func (t *Theme) colours(ink color.NRGBA) {
	dark := t.Background.R < 0x80
	bright := func(c color.NRGBA) color.NRGBA {
		if dark {
			return mix(c, rgb(0xFFFFFF), 0.25)
		}
		return c
	}
	style := func(c color.NRGBA, shape Shape, hatch Hatch, dash ...vg.Length) Style {
		c = bright(c)
		return Style{Color: c, Fill: mix(t.Background, c, 0.35), Dash: dash, Shape: shape, Hatch: hatch}
	}
	t.Series = []Style{
		style(blue, Disc, Plain),
		style(vermillion, Triangle, Slash, 4, 2),
		style(green, Square, Cross, 1, 1.5),
		style(purple, Diamond, Back, 6, 2, 1, 2),
		style(orange, Ring, Level, 8, 2),
		style(skyBlue, Box, Dots, 2, 1),
		style(ink, Plus, Upright, 4, 1, 1, 1, 1, 1),
	}
	grey, section := rgb(0x7F7F7F), green
	if dark { // apart from a belief in grey too
		section = mix(green, rgb(0xFFFFFF), 0.12)
	}
	t.Roles = Roles{
		Lease:    style(skyBlue, Box, Plain),
		Belief:   style(blue, Box, Plain),
		Bare:     style(vermillion, Box, Slash),
		Stopped:  style(grey, Box, Back),
		Step:     style(orange, Caret, Plain),
		Check:    style(ink, Disc, Plain),
		Abort:    style(ink, Ring, Plain),
		Applied:  style(green, Disc, Plain),
		Unlocked: style(vermillion, Triangle, Plain),
		Refused:  style(blue, Times, Plain),
		Highest:  style(ink, Disc, Plain),
		Message:  style(grey, Disc, Plain),
		Lost:     style(vermillion, Times, Plain),
		Section:  style(section, Box, Plain),
		Leader:   style(purple, Box, Level),
		Crashed:  style(grey, Box, Cross),
		Other:    style(ink, Diamond, Plain),
	}
}

// ramp returns the function that goes through colours in equal steps.
func ramp(stops ...color.NRGBA) func(float64) color.NRGBA {
	return func(share float64) color.NRGBA {
		at := min(max(share, 0), 1) * float64(len(stops)-1)
		i := min(int(at), len(stops)-2)
		return mix(stops[i], stops[i+1], at-float64(i))
	}
}
