package nb

import (
	"strings"
	"testing"
	"time"
)

func TestControlsThatAreNotValid(t *testing.T) {
	for want, c := range map[string]Control{
		"a control is empty":            {},
		"has no name":                   CheckBox("", true),
		"has no options":                Selector("seed"),
		"from 2 to 1: must rise":        Slider("x", 2, 1, 1, 1),
		"step = 0: must be above 0":     Slider("x", 0, 1, 0, 0),
		"step = 5: must be above 0":     Slider("x", 0, 1, 5, 0),
		"x = 3: must lie within [0, 1]": Slider("x", 0, 1, 0.5, 3),
		"x = 2: must lie within [0, 1]": DurationSlider("x", 0, time.Second, time.Millisecond, 2*time.Second),
	} {
		if err := c.check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	at(t, &fake{})
	if line := failing(t, func() { Interact(func(Values) []any { return nil }, CheckBox("a", true), CheckBox("a", false)) }); !strings.Contains(line, "two controls") {
		t.Errorf("two of one name: %q", line)
	}
}

func TestValuesAreThoseOfTheirControls(t *testing.T) {
	v := initialValues([]Control{Slider("x", -5, 5, 0.25, -2.5), DurationSlider("margin", 0, 3*time.Second, time.Millisecond, 1234*time.Millisecond),
		Selector("seed", "7", "eight"), CheckBox("log", true)})
	if v.Float("x") != -2.5 || v.Int("x") != -3 || v.Duration("margin") != 1234*time.Millisecond ||
		v.Text("seed") != "7" || v.Int("seed") != 7 || !v.Bool("log") {
		t.Errorf("got %v", v)
	}
	v.texts[2] = "eight"
	for name, do := range map[string]func(){
		"another type": func() { v.Float("margin") }, "unknown": func() { v.Bool("lgo") }, "no number": func() { v.Int("seed") },
	} {
		if line := failing(t, do); !strings.Contains(line, "nb: interact") {
			t.Errorf("%s: %q", name, line)
		}
	}
}

func TestDurationsComeBackToTheMicrosecond(t *testing.T) {
	for d := time.Duration(0); d < 20*time.Second; d += 12_347 * time.Microsecond {
		v := Values{[]Control{DurationSlider("d", 0, time.Minute, time.Millisecond, 0)}, []string{plain(d.Seconds())}}
		if got := v.Duration("d"); got != d {
			t.Fatalf("%v came back as %v", d, got)
		}
	}
}
