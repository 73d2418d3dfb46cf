package plots

import (
	"time"

	"fence/fencekit/trace"
)

// scene is what a lane chart shows, before anything is drawn: marks at places of a log, in lanes. One builder makes it
// from the story of a lease log, another from the messages of a protocol's; one drawer draws it. What belongs to an
// event names it by its sequence number, so that an event's style can be changed and every event can be found again.
type scene struct {
	lanes  []lane
	washes []wash
	bars   []bar
	glyphs []glyph
	arrows []arrow
	stairs []stair
	// legend holds what the legend says, in order, by the style that it explains.
	legend []explained
}

// place is an instant of a log: a true time, and the event that happened then, or none.
type place struct {
	at  time.Duration
	seq int // -1 where no event marks the instant
}

const noEvent = -1

// lane is one row of the chart.
type lane struct {
	name   string
	height float64 // in units of a plain lane, which is 1
	// ticks label heights of the lane, as a staircase's does.
	ticks []laneTick
	// line says whether a line runs along the middle of the lane, as the life of a process does.
	line bool
}

type laneTick struct {
	y     float64 // 0 is the lower edge of the lane, 1 the upper one
	label string
}

// wash is a stretch that is pointed out across all lanes.
type wash struct {
	from, to place
	style    Style
}

// bar is a span in a lane.
type bar struct {
	lane        int
	low, high   float64 // heights within the lane
	from, to    place
	style       Style
	label       string  // within the bar where it fits; beside it where wanted and there is room
	capped      [2]bool // whether the ends are drawn as edges: the span began, and ended, within the log
	tick        *Style  // an upright stroke over the height of the lane at its end, in this style
	labelBeside bool
	rank        int // as that of a glyph
	// name is that of the lock or the span, whatever is written, and whole all of the span, of which the bar may be a
	// piece.
	name  string
	whole stretch
}

// glyph is a mark at an instant in a lane.
type glyph struct {
	lane  int
	y     float64
	at    place
	style Style
	label string  // beside it, where there is room
	rank  int     // of two labels that do not both fit, that of the higher rank is shown
	size  float64 // of the mark, against that of the theme; 0 means 1
	bare  bool    // no mark, the label alone
	dot   bool    // a dot on a line, for the label to belong to
}

// arrow is a message from one lane to another, or to the same. A lost one ends in a cross where it is known to be lost.
type arrow struct {
	fromLane, toLane int
	from, to         place
	fromY, toY       float64 // heights within the lanes
	style            Style
	label            string
	lost             bool
	part             arrowPart
}

// arrowPart says which part of an arrow the log tells of.
type arrowPart uint8

const (
	wholeArrow arrowPart = iota
	outgoing             // where it arrives is not known: a short piece at its sender
	incoming             // where it comes from is not known: a short piece at its receiver
)

// stair is a staircase in a lane: it has a height from each place to the next.
type stair struct {
	lane  int
	style Style
	steps []stairStep
}

type stairStep struct {
	at place
	y  float64
}

// explained is one line of a lane chart's legend.
type explained struct {
	text  string
	style Style
	as    sample
}

// sample says how the legend shows a style.
type sample uint8

const (
	asMark sample = iota
	asBar
	asLine
	asArrow
	asLost // an arrow that ends in a cross
)

// sceneOptions are what the builders of scenes are told.
type sceneOptions struct {
	p      *press
	actors []string // the lanes, in order; nil means all
	// values returns the clock value to be written beside an event, or "".
	values func(trace.Event) string
}
