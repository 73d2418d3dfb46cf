package dist

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew; a change of it changes every experiment")

// files is an opener of files that are held in memory.
func files(name string) (io.ReadCloser, error) {
	switch name {
	case "pauses.csv", "a,b (1).csv":
		const csv = "# recorded: 10s\nat,pause_ms,took\n0,1.5,3s\n1,20,4m\n2,0,0\n3,7,1ns\n"
		return io.NopCloser(strings.NewReader(csv)), nil
	case "empty.csv":
		return io.NopCloser(strings.NewReader("")), nil
	}
	return nil, fmt.Errorf("open %s: %w", name, os.ErrNotExist)
}

func must(t testing.TB, text string) Dist {
	t.Helper()
	d, err := ParseWith(text, files)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var goldenDists = []string{
	"5ms",
	"uniform(1s,17s)",
	"uniform(0s,2562047h47m16.854775807s)",
	"exp(18s)",
	"lognormal(20ms,1.2)",
	"mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))",
	"mix(0.5:exp(1s),0.25:mix(0.5:3s,0.5:lognormal(1s,0.5)),0.25:file(pauses.csv))",
	"file(pauses.csv)",
}

// golden writes the first draws of everything, streams bit by bit.
func golden(t *testing.T) []byte {
	var b bytes.Buffer
	stream := func(name string, draw func(s *Stream) string) {
		fmt.Fprintf(&b, "%s:", name)
		s := NewStream(1, "golden")
		for range 8 {
			fmt.Fprintf(&b, " %s", draw(&s))
		}
		fmt.Fprintln(&b)
	}
	stream("Uint64", func(s *Stream) string { return fmt.Sprintf("%#016x", s.Uint64()) })
	stream("Uint64n(1000)", func(s *Stream) string { return fmt.Sprint(s.Uint64n(1000)) })
	stream("Float64", func(s *Stream) string { return fmt.Sprintf("%x", s.Float64()) })
	stream("Normal", func(s *Stream) string { return fmt.Sprintf("%x", s.Normal()) })
	stream("Exponential", func(s *Stream) string { return fmt.Sprintf("%x", s.Exponential()) })
	for _, text := range goldenDists {
		d := must(t, text)
		stream(text, func(s *Stream) string { return d.Draw(s).String() })
	}
	d := must(t, "uniform(0.13,0.95)").Of(3 * time.Second)
	stream("uniform(0.13,0.95) of 3s", func(s *Stream) string { return d.Draw(s).String() })
	fmt.Fprintf(&b, "a million draws: %016x\n", fingerprint(t))
	return b.Bytes()
}

// fingerprint hashes a million draws and as many logarithms and exponentials, so that the rare branches count too.
func fingerprint(t *testing.T) uint64 {
	h := LabelHash("")
	add := func(bits uint64) { h = (h ^ bits) * 0x100000001b3 }
	s := NewStream(1, "fingerprint")
	for range 100_000 {
		add(math.Float64bits(s.Normal()))
		add(math.Float64bits(s.Exponential()))
		add(math.Float64bits(Log(math.Float64frombits(s.Uint64n(0x7ff << 52)))))
		add(math.Float64bits(Exp(float64(s.Float64()*1460) - 750)))
	}
	for _, text := range goldenDists {
		d := must(t, text)
		for range 100_000 {
			add(uint64(d.Draw(&s)))
		}
	}
	return h
}

func TestGoldenDraws(t *testing.T) {
	const file = "testdata/golden.txt"
	got := golden(t)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	lines := bufio.NewScanner(want)
	for line := range strings.Lines(string(got)) {
		if !lines.Scan() {
			t.Fatalf("got %q, want the end of %s", line, file)
		}
		if line = strings.TrimSuffix(line, "\n"); line != lines.Text() {
			t.Errorf("got  %s\nwant %s", line, lines.Text())
		}
	}
	if lines.Scan() {
		t.Errorf("got the end, want %s", lines.Text())
	}
}

func TestMoments(t *testing.T) {
	const ms = 1e6
	table := []struct {
		text           string
		mean, variance float64 // in ns and ns²
		kurtosis       float64 // fourth central moment over the variance squared
	}{
		{"5ms", 5 * ms, 0, 1},
		{"uniform(1s,17s)", 9000 * ms, 16000 * ms * 16000 * ms / 12, 1.8},
		{"uniform(0s,9ns)", 4.5, 99. / 12, 1.8},
		{"exp(18s)", 18000 * ms, 18000 * ms * 18000 * ms, 9},
		{"lognormal(20ms,0.5)", 20 * ms * math.Exp(0.125), 400 * ms * ms * math.Expm1(0.25) * math.Exp(0.25), 9},
		{"mix(0.25:2ms,0.75:6ms)", 5 * ms, 3 * ms * ms, 7. / 3},
		{"file(pauses.csv)", 7.125 * ms, (1.5*1.5+400+49)/4*ms*ms - 7.125*7.125*ms*ms, 3},
	}
	for _, c := range table {
		d := must(t, c.text)
		s := NewStream(31, c.text)
		var sum, squares float64
		for range million {
			x := float64(d.Draw(&s)) - c.mean
			sum += x
			squares += x * x
		}
		near(t, c.text+": mean less the expected", sum/million, 0, 5*math.Sqrt(c.variance)/1000)
		near(t, c.text+": variance", squares/million, c.variance, 5*c.variance*math.Sqrt(max(c.kurtosis-1, 0))/1000)
		near(t, c.text+": Mean()", float64(d.Mean()), c.mean, 0.51)
	}
}

func TestLogNormalMedianAndSigma(t *testing.T) {
	d := must(t, "lognormal(20ms,1.2)")
	s := NewStream(32, "lognormal")
	var below, squares float64
	for range million {
		x := d.Draw(&s)
		if x < 20*time.Millisecond {
			below++
		}
		log := math.Log(float64(x) / 20e6)
		squares += log * log
	}
	near(t, "share below the median", below/million, 0.5, 0.0025)
	near(t, "variance of the logarithm", squares/million, 1.44, 5*1.44*math.Sqrt2/1000)
}

func TestUniformReachesBothEndsAndNothingBeyond(t *testing.T) {
	d := must(t, "uniform(10ns,13ns)")
	s := NewStream(33, "ends")
	counts := make([]float64, 4)
	for range 100_000 {
		counts[d.Draw(&s)-10]++ // out of range panics
	}
	if chi := chiSquare(counts, []float64{.25, .25, .25, .25}); chi > 16.3 { // 0.1 % with 3 degrees of freedom
		t.Errorf("drawn %v times, χ² = %.1f, want at most 16.3", counts, chi)
	}
}

func TestMixtureChoosesByWeight(t *testing.T) {
	d := must(t, "mix(0.15:0ns,0:1ns,0.05:2ns,0.8:3ns,0:4ns)")
	s := NewStream(34, "mix")
	counts := make([]float64, 5)
	for range million {
		counts[d.Draw(&s)]++
	}
	if counts[1] != 0 || counts[4] != 0 {
		t.Errorf("parts of weight 0 were drawn: %v", counts)
	}
	drawn := []float64{counts[0], counts[2], counts[3]}
	if chi := chiSquare(drawn, []float64{.15, .05, .8}); chi > 13.8 { // 0.1 % with 2 degrees of freedom
		t.Errorf("drawn %v times, χ² = %.1f, want at most 13.8", drawn, chi)
	}
}

// The choice goes by whole words: the last word below the threshold and the first at it.
func TestMixtureThreshold(t *testing.T) {
	m := must(t, "mix(0.25:1ns,0.75:2ns)").mix
	table := []struct {
		word uint64
		want time.Duration
	}{{0, 1}, {1<<62 - 1, 1}, {1 << 62, 2}, {math.MaxUint64, 2}}
	for _, c := range table {
		if got := m.choose(c.word).Max(); got != c.want {
			t.Errorf("word %#x chooses %v, want %v", c.word, got, c.want)
		}
	}
}

func TestDrawsTakeOnlyWhatTheyNeed(t *testing.T) {
	table := []struct {
		text  string
		words int
	}{
		{"5ms", 0},
		{"uniform(1s,17s)", 1},
		{"uniform(1s,1s)", 1},
		{"file(pauses.csv)", 1},
		{"mix(1:5ms)", 1},
		{"mix(0.5:uniform(1s,2s),0.5:uniform(3s,4s))", 2},
	}
	for _, c := range table {
		d := must(t, c.text)
		got, want := NewStream(35, "words"), NewStream(35, "words")
		d.Draw(&got)
		for range c.words {
			want.Uint64()
		}
		if got != want {
			t.Errorf("%s: a draw did not take %d words", c.text, c.words)
		}
	}
}

func TestDrawsAllocateNothing(t *testing.T) {
	for _, text := range goldenDists {
		d := must(t, text)
		s := NewStream(36, "allocate")
		if got := testing.AllocsPerRun(1000, func() { d.Draw(&s) }); got != 0 {
			t.Errorf("%s: got %v allocations a draw, want 0", text, got)
		}
	}
}

func TestDrawsSaturate(t *testing.T) {
	texts := []string{"lognormal(1s,300)", "lognormal(0s,1e300)", "exp(2562047h)", "lognormal(2562047h,1e308)"}
	for _, text := range texts {
		d := must(t, text)
		s := NewStream(37, "saturate")
		longest := time.Duration(0)
		for range 1000 {
			x := d.Draw(&s)
			if x < 0 {
				t.Fatalf("%s: drew %v, below 0", text, x)
			}
			longest = max(longest, x)
		}
		if longest != d.Max() {
			t.Errorf("%s: longest of 1000 draws %v, want %v", text, longest, d.Max())
		}
	}
}

func TestMinMaxMeanRate(t *testing.T) {
	const longest = time.Duration(math.MaxInt64)
	table := []struct {
		text           string
		min, max, mean time.Duration
		rate           float64
	}{
		{"5ms", 5e6, 5e6, 5e6, 0},
		{"uniform(1s,17s)", 1e9, 17e9, 9e9, 0},
		{"uniform(1ns,2ns)", 1, 2, 2, 0},
		{"uniform(0s,2562047h47m16.854775807s)", 0, longest, 1 << 62, 0},
		{"exp(18s)", 0, longest, 18e9, 0},
		{"exp(0s)", 0, 0, 0, 0},
		{"lognormal(20ms,0)", 20e6, 20e6, 20e6, 0},
		{"lognormal(20ms,2)", 0, longest, 147781122, 0},
		{"lognormal(20ms,90)", 0, longest, longest, 0},
		{"lognormal(0s,90)", 0, 0, 0, 0},
		{"mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))", 5e6, 540e6, 63.375e6, 0},
		{"mix(0:1s,0.5:2s,0.5:3s,0:4s)", 2e9, 3e9, 2.5e9, 0},
		{"mix(0.5:2562047h,0.5:2562047h)", 2562047 * time.Hour, 2562047 * time.Hour, 2562047 * time.Hour, 0},
		{"file(pauses.csv)", 0, 20e6, 7.125e6, 0.4},
		{"file(pauses.csv,took)", 0, 4 * time.Minute, 60750 * time.Millisecond, 0.4},
	}
	for _, c := range table {
		d := must(t, c.text)
		if d.Min() != c.min || d.Max() != c.max || d.Mean() != c.mean || d.Rate() != c.rate {
			t.Errorf("%s: got min %v, max %v, mean %v, rate %v, want %v, %v, %v, %v",
				c.text, d.Min(), d.Max(), d.Mean(), d.Rate(), c.min, c.max, c.mean, c.rate)
		}
	}
}

func TestSharesBecomeDurations(t *testing.T) {
	table := []struct {
		text string
		unit time.Duration
		want string
	}{
		{"0.5", 3 * time.Second, "1.5s"},
		{"uniform(0.13,0.95)", 3 * time.Second, "uniform(390ms,2.85s)"},
		{"uniform(0,0.5)", 3 * time.Nanosecond, "uniform(0s,2ns)"},
		{"exp(2)", 90 * time.Minute, "exp(3h)"},
		{"lognormal(0.1,1.2)", time.Minute, "lognormal(6s,1.2)"},
		{
			"mix(0.5:0,0.25:0.1,0.25:mix(1:uniform(0.1,0.2)))", 10 * time.Second,
			"mix(0.5:0s,0.25:1s,0.25:mix(1:uniform(1s,2s)))",
		},
		{"uniform(0.13,0.95)", 0, "uniform(0s,0s)"},
		{"2", math.MaxInt64, "2562047h47m16.854775807s"},
		{"5ms", time.Second, "5ms"},
		{"mix(0.5:1s,0.5:2s)", time.Second, "mix(0.5:1s,0.5:2s)"},
	}
	for _, c := range table {
		d := must(t, c.text)
		got := d.Of(c.unit)
		if got.String() != c.want || got.IsShare() || !got.Equal(must(t, c.want)) {
			t.Errorf("%s of %v: got %v, want %s", c.text, c.unit, got, c.want)
		}
		if !d.Equal(must(t, c.text)) {
			t.Errorf("%s: changed to %v by Of", c.text, d)
		}
	}
}

func TestSharesAreNotDrawn(t *testing.T) {
	d := must(t, "uniform(0.13,0.95)")
	why := " uniform(0.13,0.95) is a share; resolve it with Of first"
	wantPanic(t, "dist: Draw:"+why, func() { d.Draw(new(Stream)) })
	wantPanic(t, "dist: Min:"+why, func() { d.Min() })
	wantPanic(t, "dist: Max:"+why, func() { d.Max() })
	wantPanic(t, "dist: Mean:"+why, func() { d.Mean() })
	wantPanic(t, "dist: Of: unit -1s is below 0", func() { d.Of(-time.Second) })
}

func TestZero(t *testing.T) {
	var zero Dist
	zeroShare, _ := ConstantShare(0)
	for _, d := range []Dist{zero, zeroShare, must(t, "0"), must(t, "0s"), must(t, "0.0"), must(t, "-0")} {
		if !d.IsZero() || d.IsShare() || !d.Equal(zero) || d.Draw(new(Stream)) != 0 || d.String() != "0s" {
			t.Errorf("%v is not the constant 0", d)
		}
	}
	for _, text := range []string{"1ns", "0.1", "uniform(0s,0s)", "exp(0s)"} {
		if must(t, text).IsZero() {
			t.Errorf("%s is the constant 0", text)
		}
	}
}

func TestEqual(t *testing.T) {
	texts := []string{
		"0", "5ms", "6ms", "0.5", "0.6", "uniform(1s,2s)", "uniform(1s,3s)", "uniform(0s,2s)", "uniform(1,2)", "exp(1s)",
		"exp(2s)", "exp(1)", "lognormal(1s,1)", "lognormal(1s,2)", "lognormal(2s,1)", "lognormal(1,1)",
		"mix(0.5:1s,0.5:2s)", "mix(0.4:1s,0.6:2s)", "mix(0.5:1s,0.5:3s)", "mix(1:1s)", "mix(0.5:1,0.5:2)",
		"file(pauses.csv)", "file(pauses.csv,took)", `file("a,b (1).csv")`,
	}
	for i, a := range texts {
		for j, b := range texts {
			if got := must(t, a).Equal(must(t, b)); got != (i == j) {
				t.Errorf("%s equals %s: got %v, want %v", a, b, got, i == j)
			}
		}
	}
}

func TestConstructorsRefuse(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	zero, share := Dist{}, must(t, "0.5")
	deep := must(t, "1s")
	for range maxDepth {
		deep = Must(Mixture(Part{1, deep}))
	}
	table := []struct {
		got  func() (Dist, error)
		want string
	}{
		{func() (Dist, error) { return Constant(-1) }, "dist: constant: value -1ns is below 0"},
		{func() (Dist, error) { return Uniform(2, 1) }, "dist: uniform: low 2ns is above high 1ns"},
		{func() (Dist, error) { return Uniform(-2, 1) }, "dist: uniform: low -2ns is below 0"},
		{func() (Dist, error) { return Exponential(-1) }, "dist: exponential: mean -1ns is below 0"},
		{func() (Dist, error) { return LogNormal(-1, 1) }, "dist: lognormal: median -1ns is below 0"},
		{func() (Dist, error) { return LogNormal(1, nan) }, "dist: lognormal: sigma NaN is not a finite number"},
		{func() (Dist, error) { return LogNormal(1, -1) }, "dist: lognormal: sigma -1 is below 0"},
		{func() (Dist, error) { return ConstantShare(nan) }, "dist: constant: share NaN is not a finite number"},
		{func() (Dist, error) { return ConstantShare(-1) }, "dist: constant: share -1 is below 0"},
		{func() (Dist, error) { return UniformShare(0.5, 0.25) }, "dist: uniform: low 0.5 is above high 0.25"},
		{func() (Dist, error) { return UniformShare(nan, 1) }, "dist: uniform: low NaN is not a finite number"},
		{func() (Dist, error) { return UniformShare(0, inf) }, "dist: uniform: high +Inf is not a finite number"},
		{func() (Dist, error) { return ExponentialShare(-inf) }, "dist: exponential: mean -Inf is not a finite number"},
		{func() (Dist, error) { return LogNormalShare(-1, 1) }, "dist: lognormal: median -1 is below 0"},
		{func() (Dist, error) { return LogNormalShare(1, inf) }, "dist: lognormal: sigma +Inf is not a finite number"},
		{func() (Dist, error) { return Mixture() }, "dist: mixture: no parts, want at least one"},
		{func() (Dist, error) { return Mixture(Part{nan, zero}) },
			"dist: mixture: weight NaN of part 1 is not a probability in [0,1]"},
		{func() (Dist, error) { return Mixture(Part{0.5, zero}, Part{1.5, zero}) },
			"dist: mixture: weight 1.5 of part 2 is not a probability in [0,1]"},
		{func() (Dist, error) { return Mixture(Part{-0.5, zero}) },
			"dist: mixture: weight -0.5 of part 1 is not a probability in [0,1]"},
		{func() (Dist, error) { return Mixture(Part{0.5, zero}, Part{0.25, zero}) },
			"dist: mixture: weights sum to 0.75, want 1"},
		{func() (Dist, error) { return Mixture(Part{0.5, share}, Part{0.5, deep}) },
			"dist: mixture: nested 9 deep, at most 8"},
		{func() (Dist, error) { return Mixture(Part{0.5, share}, Part{0.5, must(t, "1s")}) },
			"dist: mixture: some parts are shares and some are durations, want all the same"},
		{func() (Dist, error) { return Empirical(Recording{Durations: []time.Duration{1}}) },
			"dist: empirical: the recording has no name, want that of its file"},
		{func() (Dist, error) { return Empirical(Recording{Name: "x"}) },
			"dist: empirical: recording x has no durations, want at least one"},
		{func() (Dist, error) { return Empirical(Recording{Name: "x", Durations: []time.Duration{1, -1}}) },
			"dist: empirical: recording x: duration 2 is -1ns, below 0"},
		{func() (Dist, error) {
			return Empirical(Recording{Name: "x", Durations: []time.Duration{1}, Recorded: -1})
		},
			"dist: empirical: recorded time -1ns is below 0"},
	}
	for _, c := range table {
		d, err := c.got()
		if err == nil || err.Error() != c.want || !d.Equal(Dist{}) {
			t.Errorf("got %v and error %v, want the error %s", d, err, c.want)
		}
	}
}

func TestEmpiricalKeepsACopy(t *testing.T) {
	r := Recording{Name: "x", Durations: []time.Duration{7}}
	d := Must(Empirical(r))
	r.Durations[0] = 8
	if got := d.Draw(new(Stream)); got != 7 {
		t.Errorf("got %v after the caller changed its slice, want 7ns", got)
	}
}

func TestMustPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Must of an error did not panic")
		}
	}()
	Must(Constant(-1))
}
