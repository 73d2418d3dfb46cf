package frame

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// gridOf is a frame of len(down) times len(across) rows, the last axis changing first.
func gridOf(t *testing.T, down, across []float64, value Column) Frame {
	t.Helper()
	var d, a []float64
	for _, x := range down {
		for _, y := range across {
			d, a = append(d, x), append(a, y)
		}
	}
	f, err := New(Floats("lease_ms", d).WithMeta(Meta{Unit: "ms"}), Floats("gap", a).WithMeta(Meta{Unit: "s"}), value)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func heatOf(t *testing.T, f Frame, h Heat) string {
	t.Helper()
	text, err := f.Heat(h)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestHeatOfEveryKindOfValue(t *testing.T) {
	nan := math.NaN()
	pct := Floats("abort_pct", []float64{0, 0.002, 12.5, nan, 26, 100}).WithMeta(Meta{Unit: "%", Meaning: "writes aborted"})
	for _, c := range []struct {
		what  string
		value Column
		h     Heat
		want  string
	}{
		{"zero, small, missing", pct, Heat{}, `
abort_pct, %: writes aborted

          gap, s
lease_ms       0.5         1        10
    2000         0  ░░ 0.002  ░░  12.5
    5000         ·  ▒▒  26.0  ██ 100.0

key:   blank 0   ░░ to 25   ▒▒ to 50   ▓▓ to 75   ██ to 100   · missing
`},
		{"a logarithmic scale leaves 0 blank", pct, Heat{Log: true}, `
abort_pct, %: writes aborted

          gap, s
lease_ms       0.5         1        10
    2000         0  ░░ 0.002  ██  12.5
    5000         ·  ██  26.0  ██ 100.0

key, logarithmic:   blank 0   ░░ 0.002 to 0.03   ▒▒ to 0.45   ▓▓ to 6.7   ██ to 100   · missing
`},
		{"ASCII", pct, Heat{ASCII: true}, `
abort_pct, %: writes aborted

          gap, s
lease_ms       0.5         1        10
    2000         0  .. 0.002  ::  12.5
    5000         ?  --  26.0  @@ 100.0

key:   blank 0   .. to 11   :: to 22   -- to 33   == to 44   ++ to 56   ** to 67   ## to 78   %% to 89   @@ to 100
? missing
`},
		{"negative values", Ints("work_diff", []int64{-40, -1, 0, 5, 8, 40}), Heat{}, `
work_diff

          gap, s
lease_ms     0.5       1      10
    2000  ██ -40  ░░  -1       0
    5000  ░░   5  ░░   8  ██  40

key:   blank 0   ░░ to 10   ▒▒ to 20   ▓▓ to 30   ██ to 40   shades by size, whatever the sign
`},
		{"one value in every cell", Ints("n", []int64{7, 7, 7, 7, 7, 7}), Heat{}, `
n

          gap, s
lease_ms   0.5     1    10
    2000  ██ 7  ██ 7  ██ 7
    5000  ██ 7  ██ 7  ██ 7

key:   ██ 7
`},
		{"nothing but zeros", Ints("n", make([]int64, 6)), Heat{}, `
n

          gap, s
lease_ms   0.5     1    10
    2000     0     0     0
    5000     0     0     0

key:   blank 0
`},
		{"nothing but gaps", Floats("x", []float64{nan, nan, nan, nan, nan, nan}), Heat{Log: true}, `
x

          gap, s
lease_ms   0.5     1    10
    2000     ·     ·     ·
    5000     ·     ·     ·

key, logarithmic:   · missing
`},
		{"bools", Bools("safe", []bool{true, false, true, true, true, false}).WithMissing([]bool{2: true, 5: false}), Heat{}, `
safe

          gap, s
lease_ms       0.5         1        10
    2000  ██  true     false         ·
    5000  ██  true  ██  true     false

key:   blank false   ██ true   · missing
`},
		{"durations", Durations("d", []time.Duration{0, time.Microsecond, 1234567, time.Second, 2e9, 1}), Heat{}, `
d

          gap, s
lease_ms        0.5          1         10
    2000         0s  ░░    1µs  ░░ 1.23ms
    5000  ▒▒     1s  ██     2s  ░░    1ns

key:   blank 0s   ░░ to 500ms   ▒▒ to 1s   ▓▓ to 1.5s   ██ to 2s
`},
		{"infinities", Floats("x", []float64{math.Inf(1), 1, 2, math.Inf(-1), 0.5, nan}), Heat{}, `
x

          gap, s
lease_ms      0.5        1       10
    2000  ██ +Inf  ▒▒  1.0  ██  2.0
    5000  ██ -Inf  ░░  0.5        ·

key:   ░░ 0.5 to 0.88   ▒▒ to 1.2   ▓▓ to 1.6   ██ to 2   ██ infinite   shades by size, whatever the sign   · missing
`},
		{"a narrow range", Floats("x", []float64{1000.1, 1000.2, 1000.12, 1000.15, 1000.17, 1000.19}), Heat{}, `
x

          gap, s
lease_ms      0.5        1       10
    2000  ░░ 1000  ██ 1000  ░░ 1000
    5000  ▒▒ 1000  ▓▓ 1000  ██ 1000

key:   ░░ 1000.1 to 1000.12   ▒▒ to 1000.15   ▓▓ to 1000.18   ██ to 1000.2
`},
	} {
		c.h.Across, c.h.Down, c.h.Value = "gap", "lease_ms", c.value.Name
		f := gridOf(t, []float64{2000, 5000}, []float64{0.5, 1, 10}, c.value)
		if got := "\n" + heatOf(t, f, c.h); got != c.want {
			t.Errorf("%s:\ngot%s\nwant%s", c.what, got, c.want)
		}
	}
}

func TestHeatFitsTheWidth(t *testing.T) {
	var across []float64
	values := make([]int64, 24)
	for k := range values {
		values[k] = int64(k*k) - 100
	}
	for k := range 12 {
		across = append(across, float64(k)*250)
	}
	f := gridOf(t, []float64{2000, 10000}, across, Ints("n", values))
	for _, c := range []struct {
		what, want string
		width      int
		ascii      bool
	}{
		{"two signs and the figure", `
          gap, s
lease_ms        0      250      500      750     1000     1250     1500     1750     2000     2250     2500     2750
    2000  ░░ -100  ░░  -99  ░░  -96  ░░  -91  ░░  -84  ░░  -75  ░░  -64  ░░  -51  ░░  -36  ░░  -19        0  ░░   21
   10000  ░░   44  ░░   69  ░░   96  ▒▒  125  ▒▒  156  ▒▒  189  ▓▓  224  ▓▓  261  ▓▓  300  ██  341  ██  384  ██  429
`, 120, false},
		{"one sign and the figure", `
          gap, s
lease_ms      0    250    500    750   1000   1250   1500   1750   2000   2250   2500   2750
    2000  ░-100  ░ -99  ░ -96  ░ -91  ░ -84  ░ -75  ░ -64  ░ -51  ░ -36  ░ -19      0  ░  21
   10000  ░  44  ░  69  ░  96  ▒ 125  ▒ 156  ▒ 189  ▓ 224  ▓ 261  ▓ 300  █ 341  █ 384  █ 429
`, 100, false},
		{"shades alone", `
         gap, s: 0 to 2750
lease_ms 0     750   1500  2250
    2000|-░-░-░-░-░-░-░-░-░-░  ░░|
   10000|░░░░░░▒▒▒▒▒▒▓▓▓▓▓▓██████|

key:   blank 0   ░░ to 110   ▒▒ to 210   ▓▓ to 320   ██ to 429
shades by size, whatever the sign   - below 0
`, 70, false},
		{"in ASCII from where two signs do not fit", `
         gap, s: 0 to 2750
lease_ms 0     750   1500  2250
    2000|<-<-<-<:<:<:<:<:<.<.  ..|
   10000|..::----====++**##%%@@@@|
`, 100, true},
	} {
		got := heatOf(t, f, Heat{Across: "gap", Down: "lease_ms", Value: "n", Width: c.width, ASCII: c.ascii})
		if !strings.Contains("\n"+got, c.want) {
			t.Errorf("%s:\ngot\n%s\nwant%s", c.what, got, c.want)
		}
	}
}

func TestHeatNumbersColumnsWhoseLabelsAreLong(t *testing.T) {
	mix := "mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))"
	f, err := New(Strings("pause", []string{"uniform(1s,5s)", "exp(2s)", mix}), Strings("sources", []string{"a", "", "b\n"}),
		Ints("n", []int64{1, 2, 3}))
	if err != nil {
		t.Fatal(err)
	}
	want := `
         pause
sources     1     2     3
a        ░░ 1     ·     ·
            ·  ▒▒ 2     ·
b\n         ·     ·  ██ 3

pause:  1 uniform(1s,5s)  2 exp(2s)  3 ` + mix + `
key:   ░░ 1 to 1.5   ▒▒ to 2   ▓▓ to 2.5   ██ to 3   · missing
`
	if got := heatOf(t, f, Heat{Across: "pause", Down: "sources", Value: "n"}); !strings.HasSuffix("\n"+got, want) {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
	wide, err := New(Strings("場所", []string{"東京"}), Strings("x", []string{strings.Repeat("東", 20)}), Ints("n", []int64{1}))
	if err != nil {
		t.Fatal(err)
	}
	half := strings.Repeat("東", 8)
	if got, want := heatOf(t, wide, Heat{Across: "場所", Down: "x", Value: "n"}), `
                                 場所
x                                東京
`+half+"…"+half[3:]+"  ██ 1\n"; !strings.Contains(got, want) {
		t.Errorf("wide characters: got\n%s\nwant\n%s", got, want)
	}
	want = "\nmix(0.15:uniform…form(5ms,40ms))     ·     ·  ██ 3\n"
	if got := heatOf(t, f, Heat{Across: "sources", Down: "pause", Value: "n"}); !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant a line\n%s", got, want)
	}
}

func TestHeatFacetsShareOneScale(t *testing.T) {
	f, err := New(Ints("x", []int64{1, 2, 1, 2, 1, 2, 1}), Ints("y", []int64{1, 1, 1, 1, 1, 1, 1}),
		Strings("posture", []string{"none", "none", "check", "check", "fencing", "fencing", "strict"}),
		Bools("rmw", make([]bool, 7)), Floats("aborts", []float64{0, 0, 1, 2, 3, 4, 0}))
	if err != nil {
		t.Fatal(err)
	}
	h := Heat{Across: "x", Down: "y", Value: "aborts", Facets: []string{"posture", "rmw"}}
	want := `two parameters
aborts

posture none, rmw false: 0 in every cell

posture check, rmw false
   x
y     1     2
1  ░░ 1  ▒▒ 2

posture fencing, rmw false
   x
y     1     2
1  ▓▓ 3  ██ 4

posture strict, rmw false
   x
y     1     2
1     0     ·

key:   blank 0   ░░ to 1   ▒▒ to 2   ▓▓ to 3   ██ to 4   · missing
`
	if got := heatOf(t, f.WithCaption("two parameters"), h); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHeatIsBounded(t *testing.T) {
	var down, across []float64
	for k := range 250 {
		across, down = append(across, float64(k)), append(down, float64(k))
	}
	values := make([]int64, 250*250)
	for k := range values {
		values[k] = int64(k%977) + 1
	}
	got := heatOf(t, gridOf(t, down, across, Ints("n", values)), Heat{Across: "gap", Down: "lease_ms", Value: "n"})
	if lines := strings.Count(got, "\n"); lines > 210 {
		t.Errorf("lines: got %d, want 210 at most", lines)
	}
	want := "left out: the last 140 of 250 columns, to 249; the last 50 of 250 rows, to 249\n"
	if !strings.Contains(got, want) {
		t.Errorf("got …%s\nwant it to say %s", got[len(got)-300:], want)
	}
	if !strings.Contains(got, "█ to 977\n") {
		t.Errorf("the scale leaves out what is not shown:\n%s", got[len(got)-300:])
	}
	facets := make([]int64, 60)
	for k := range facets {
		facets[k] = int64(k)
	}
	f, err := New(Ints("a", make([]int64, 60)), Ints("b", make([]int64, 60)), Ints("c", facets), Ints("n", facets))
	if err != nil {
		t.Fatal(err)
	}
	got = heatOf(t, f, Heat{Across: "a", Down: "b", Value: "n", Facets: []string{"c"}})
	if want := "left out: the last 10 of 60 maps, to c 59\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant it to say %s", got, want)
	}
}

func TestHeatOfNoRowsAndOfOne(t *testing.T) {
	one := gridOf(t, []float64{2000}, []float64{1}, Ints("n", []int64{3}))
	h := Heat{Across: "gap", Down: "lease_ms", Value: "n"}
	if got, want := heatOf(t, one.Head(0).WithCaption("c"), h), "c\nn\nno rows\n"; got != want {
		t.Errorf("no rows: got %q, want %q", got, want)
	}
	want := "n\n\n          gap, s\nlease_ms     1\n    2000  ██ 3\n\nkey:   ██ 3\n"
	if got := heatOf(t, one, h); got != want {
		t.Errorf("one row: got %q, want %q", got, want)
	}
}

func TestHeatRefuses(t *testing.T) {
	f, err := New(Floats("lease_ms", []float64{1, 1, 2, 2}), Floats("gap_ms", []float64{5, 5, 5, 5}),
		Floats("wait_ms", []float64{1, 2, 1, 2}), Strings("posture", []string{"a", "a", "a", "b"}), Ints("n", []int64{1, 2, 3, 4}))
	if err != nil {
		t.Fatal(err)
	}
	same, err := New(Ints("x", []int64{1, 1}), Ints("y", []int64{1, 1}), Ints("n", []int64{1, 2}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		f    Frame
		h    Heat
		want []string
	}{
		{f, Heat{Across: "gap_ms", Down: "lease_ms", Value: "n"},
			[]string{"rows 0 and 1 are both of gap_ms 5, lease_ms 1", `the facet "wait_ms" would tell all rows apart`}},
		{f, Heat{Across: "wait_ms", Down: "posture", Value: "n", Facets: []string{"gap_ms"}},
			[]string{"rows 0 and 2 are both of wait_ms 1, posture a, gap_ms 5", `the facet "lease_ms"`}},
		{f, Heat{Across: "gap_ms", Down: "posture", Value: "n"},
			[]string{"rows 0 and 1 are both of gap_ms 5, posture a", "they differ in wait_ms"}},
		{same, Heat{Across: "x", Down: "y", Value: "n"}, []string{"rows 0 and 1", "no other column tells them apart"}},
		{f, Heat{Across: "gap", Down: "lease_ms", Value: "posture", Facets: []string{"lease_ms"}, Width: 20},
			[]string{`no column "gap"`, `"posture" holds strings`, `"lease_ms" is asked for twice`,
				"width = 20: must be 0 or at least 40"}},
		{f, Heat{}, []string{`no column ""`}},
	} {
		text, err := c.f.Heat(c.h)
		if err == nil || text != "" || !strings.HasPrefix(err.Error(), "frame: heat: ") {
			t.Errorf("%+v: got %q, %v, want an error alone", c.h, text, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: got %v, want it to say %s", c.h, err, want)
			}
		}
	}
}

// mapAndKey holds a map with figures to its key: every figure lies in the range that the key names for its shade, and a 0
// is blank. It reads the text alone, knowing nothing of how it was made.
func mapAndKey(text string) error {
	body, key, _ := strings.Cut(text, "\nkey")
	_, key, _ = strings.Cut(key, ":   ")
	ranges, last := map[string][2]float64{"": {0, 0}}, 0.0
	for entry := range strings.SplitSeq(strings.ReplaceAll(key, "\n", "   "), "   ") {
		words := strings.Fields(entry)
		if len(words) < 3 || words[len(words)-2] != "to" {
			continue
		}
		high, err := strconv.ParseFloat(words[len(words)-1], 64)
		if err != nil {
			return err
		}
		if len(words) == 4 {
			if last, err = strconv.ParseFloat(words[1], 64); err != nil {
				return err
			}
			last = math.Nextafter(last, 0)
		}
		ranges[words[0]], last = [2]float64{last, high}, high
	}
	for _, line := range strings.Split(body, "\n")[4:] {
		shade := ""
		for k, word := range strings.Fields(line) {
			x, err := strconv.ParseFloat(word, 64)
			switch {
			case k == 0 || word == "·" || word == "?":
			case err != nil:
				shade = word
			case math.Abs(x) > ranges[shade][1] || math.Abs(x) <= ranges[shade][0] && x != 0 || x == 0 && shade != "":
				return fmt.Errorf("%v has the shade %q of %v", x, shade, ranges[shade])
			default:
				shade = ""
			}
		}
	}
	return nil
}

func TestHeatIsWhatItsKeySays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for k := range 300 {
		values := make([]int64, 12)
		mask := make([]bool, 12)
		for i := range values {
			values[i] = r.Int64N(1 + int64(math.Pow(10, float64(r.IntN(6)))))
			if k%3 == 0 && r.IntN(2) == 0 {
				values[i] = -values[i]
			}
			mask[i] = r.IntN(8) == 0
		}
		f := gridOf(t, []float64{1, 2, 3}, []float64{1, 2, 3, 4}, Ints("n", values).WithMissing(mask))
		h := Heat{Across: "gap", Down: "lease_ms", Value: "n", Log: k%2 == 0, ASCII: k%5 == 0}
		text := heatOf(t, f, h)
		if err := mapAndKey(text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, h.Width = range []int{40, 47, 60} {
			for line := range strings.SplitSeq(heatOf(t, f, h), "\n") {
				if n := utf8.RuneCountInString(line); n > h.Width {
					t.Fatalf("width %d: a line of %d:\n%s", h.Width, n, line)
				}
			}
		}
	}
}

// TestMapAndKeyFindsAWrongShade breaks a map in ways that the check must find.
func TestMapAndKeyFindsAWrongShade(t *testing.T) {
	f := gridOf(t, []float64{1, 2}, []float64{1, 2}, Ints("n", []int64{0, 5, 50, 100}))
	text := heatOf(t, f, Heat{Across: "gap", Down: "lease_ms", Value: "n"})
	if err := mapAndKey(text); err != nil {
		t.Fatal(err)
	}
	for _, twin := range [][2]string{{"░░   5", "▒▒   5"}, {"▒▒  50", "░░  50"}, {"██ 100", "   100"}, {"     0", "░░   0"}} {
		broken := strings.Replace(text, twin[0], twin[1], 1)
		if broken == text || mapAndKey(broken) == nil {
			t.Errorf("%v: not found in\n%s", twin, broken)
		}
	}
}

// The steps rise, the last is the end, and they lie within a rounding of equal shares.
func TestShadeSteps(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		log       bool
		want      []float64
	}{
		{0, 100, false, []float64{25, 50, 75, 100}},
		{0, 34.3, false, []float64{8.6, 17, 26, 34.3}},
		{1, 10000, true, []float64{10, 100, 1000, 10000}},
		{1000.1, 1000.2, false, []float64{1000.12, 1000.15, 1000.18, 1000.2}},
		{0, math.MaxFloat64, false, []float64{4.5e307, 9e307, 1.3e308, math.MaxFloat64}},
		{1e-300, 1, true, []float64{1e-225, 1e-150, 1e-75, 1}},
	} {
		if got, _ := shadeSteps(c.low, c.high, 4, c.log); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v, log %v: got %v, want %v", c.low, c.high, c.log, got, c.want)
		}
	}
}

// The ends of the scale are rounded outwards: no cell has a shade that the key denies it.
func TestHeatKeyHoldsEveryCell(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{[]float64{0, 100_000, 501_543}, " ██ to 501600\n"},
		{[]float64{123_456, 300_000, 501_543}, " ░░ 123400 to "},
		{[]float64{123_456, 300_000, 501_543}, " ██ to 501600\n"},
		{[]float64{9.99996, 20, 30.00004}, " ░░ 9.99 to "},
		{[]float64{9.99996, 20, 30.00004}, " ██ to 30.01\n"},
		{[]float64{1, 2, 3}, " ░░ 1 to 1.5   ▒▒ to 2   ▓▓ to 2.5   ██ to 3\n"}, // the twin that needs no rounding
		{[]float64{501_543, 501_543, 501_543}, "key:   ██ 501500\n"},           // one figure, and no end
	} {
		f := gridOf(t, []float64{1}, []float64{1, 2, 3}, Floats("n", c.values))
		got := heatOf(t, f, Heat{Across: "gap", Down: "lease_ms", Value: "n"})
		if !strings.Contains(strings.ReplaceAll(got, "   ", "  "), strings.ReplaceAll(c.want, "   ", "  ")) {
			t.Errorf("%v: got\n%s\nwant %q", c.values, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		x, digits := math.Exp(40*r.Float64()-20), 1+r.IntN(8)
		if low, high := outward(x, digits, false), outward(x, digits, true); low > x || high < x || high > low*(1+20*math.Pow(10, -float64(digits-1))) {
			t.Fatalf("%v to %d digits: got %v to %v", x, digits, low, high)
		}
	}
}

func TestHeatInASCIIHasNoOtherSigns(t *testing.T) {
	f := gridOf(t, []float64{1}, []float64{1, 2}, Ints("n", []int64{1, 2})).WithCaption("margin (0s … 2s)")
	h := Heat{Across: "gap", Down: "lease_ms", Value: "n", ASCII: true}
	if got := heatOf(t, f, h); !strings.HasPrefix(got, "margin (0s ... 2s)\n") || strings.ContainsFunc(got, func(r rune) bool { return r > '~' }) {
		t.Errorf("got\n%s", got)
	}
	h.ASCII = false
	if got := heatOf(t, f, h); !strings.HasPrefix(got, "margin (0s … 2s)\n") {
		t.Errorf("with all signs: got\n%s", got)
	}
}
