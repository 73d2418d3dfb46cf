package nb

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Control lets the reader choose the value of a named parameter. Its zero value is not valid; make one with Slider,
// DurationSlider, Selector or CheckBox.
type Control struct {
	name         string
	kind         kind
	lo, hi, step float64 // of a slider; of durations in seconds
	initial      string  // as text, as the page sends it
	options      []string
}

// kind is what a control looks like, and what its values are.
type kind int

const (
	number kind = iota + 1
	duration
	choice
	flag
)

// String returns the name of the function that makes such a control.
func (k kind) String() string {
	return [...]string{"", "Slider", "DurationSlider", "Selector", "CheckBox"}[k]
}

// Slider is a control for a number from lo to hi in steps, beginning at value.
func Slider(name string, lo, hi, step, value float64) Control {
	return Control{name: name, kind: number, lo: lo, hi: hi, step: step, initial: plain(value)}
}

// DurationSlider is a control for a duration from lo to hi in steps, beginning at value.
func DurationSlider(name string, lo, hi, step, value time.Duration) Control {
	return Control{name: name, kind: duration, lo: lo.Seconds(), hi: hi.Seconds(), step: step.Seconds(), initial: plain(value.Seconds())}
}

// Selector is a control for one of several words, beginning with the first.
func Selector(name string, options ...string) Control {
	c := Control{name: name, kind: choice, options: options}
	if len(options) > 0 {
		c.initial = options[0]
	}
	return c
}

// CheckBox is a control for true or false.
func CheckBox(name string, value bool) Control {
	return Control{name: name, kind: flag, initial: strconv.FormatBool(value)}
}

// plain is a number as text, as short as reads back equal.
func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// check returns what is wrong with a control.
func (c Control) check() error {
	switch {
	case c.kind == 0:
		return fmt.Errorf("nb: interact: a control is empty: make it with Slider, DurationSlider, Selector or CheckBox")
	case c.name == "":
		return fmt.Errorf("nb: interact: a control has no name")
	case c.kind == choice && len(c.options) == 0:
		return fmt.Errorf("nb: interact: %s: has no options", c.name)
	case c.kind == choice || c.kind == flag:
		return nil
	case !(c.lo < c.hi):
		return fmt.Errorf("nb: interact: %s: from %s to %s: must rise", c.name, plain(c.lo), plain(c.hi))
	case !(c.step > 0 && c.step <= c.hi-c.lo):
		return fmt.Errorf("nb: interact: %s: step = %s: must be above 0 and at most %s", c.name, plain(c.step), plain(c.hi-c.lo))
	}
	return c.accepts(c.initial)
}

// accepts returns why a value that came from a page, or with which the control begins, is none of the control's.
func (c Control) accepts(text string) error {
	switch c.kind {
	case choice:
		if !slices.Contains(c.options, text) {
			return fmt.Errorf("nb: interact: %s = %q: must be one of %s", c.name, text, strings.Join(c.options, ", "))
		}
	case flag:
		if text != "true" && text != "false" {
			return fmt.Errorf("nb: interact: %s = %q: must be true or false", c.name, text)
		}
	default:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= c.lo && x <= c.hi) {
			return fmt.Errorf("nb: interact: %s = %s: must lie within [%s, %s]", c.name, text, plain(c.lo), plain(c.hi))
		}
	}
	return nil
}

// Values are the values of the controls at one moment. Asking for one that is not there, or by the wrong type, stops the
// cell as Check does.
type Values struct {
	controls []Control
	texts    []string
}

func initialValues(controls []Control) Values {
	v := Values{controls: controls}
	for _, c := range controls {
		v.texts = append(v.texts, c.initial)
	}
	return v
}

// Float returns the value of a Slider.
func (v Values) Float(name string) float64 {
	x, _ := strconv.ParseFloat(v.find(name, number), 64) // accepts has seen it
	return x
}

// Int returns the value of a Slider, rounded to a whole number, or of a Selector whose options are whole numbers.
func (v Values) Int(name string) int {
	text := v.find(name, number, choice)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		Check(fmt.Errorf("nb: interact: %s = %q: is not a number", name, text))
	}
	return int(math.Round(x))
}

// Duration returns the value of a DurationSlider.
func (v Values) Duration(name string) time.Duration {
	x, _ := strconv.ParseFloat(v.find(name, duration), 64)
	return time.Duration(math.Round(x*1e6)) * time.Microsecond
}

// Text returns the chosen word of a Selector.
func (v Values) Text(name string) string { return v.find(name, choice) }

// Bool returns the value of a CheckBox.
func (v Values) Bool(name string) bool { return v.find(name, flag) == "true" }

// find returns the value of a control as text, if it has one of the kinds.
func (v Values) find(name string, kinds ...kind) string {
	names := make([]string, len(v.controls))
	for i, c := range v.controls {
		if c.name == name && slices.Contains(kinds, c.kind) {
			return v.texts[i]
		}
		names[i] = c.name + " (" + c.kind.String() + ")"
	}
	asked := make([]string, len(kinds))
	for i, k := range kinds {
		asked[i] = k.String()
	}
	Check(fmt.Errorf("nb: interact: %q: there is no %s of this name; there are %s", name, strings.Join(asked, " or "),
		strings.Join(names, ", ")))
	return ""
}
