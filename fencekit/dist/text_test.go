package dist

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTextForm(t *testing.T) {
	table := []struct{ text, want string }{
		// durations
		{"0", "0s"},
		{" 5ms\t", "5ms"},
		{"+5ms", "5ms"},
		{"1.5ms", "1.5ms"},
		{"90s", "1m30s"},
		{"60s", "1m"},
		{"2h", "2h"},
		{"2h1s", "2h0m1s"},
		{"1us", "1µs"},
		{"uniform(1s,17s)", "uniform(1s,17s)"},
		{" uniform ( 1s , 17s ) ", "uniform(1s,17s)"},
		{"uniform(0,17s)", "uniform(0s,17s)"},
		{"uniform(0,0)", "uniform(0s,0s)"},
		{"exp(18s)", "exp(18s)"},
		{"exponential(18s)", "exp(18s)"},
		{"lognormal(20ms,1.2)", "lognormal(20ms,1.2)"},
		{"lognormal(20ms, 0)", "lognormal(20ms,0)"},
		// shares
		{"0.5", "0.5"},
		{"1e3", "1000"},
		{".5", "0.5"},
		{"uniform(0.13,0.95)", "uniform(0.13,0.95)"},
		{"uniform(0,.95)", "uniform(0,0.95)"},
		{"exp(0.5)", "exp(0.5)"},
		{"lognormal(0.5,1)", "lognormal(0.5,1)"},
		{"lognormal(0,1)", "lognormal(0s,1)"},
		// mixtures
		{
			"mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))",
			"mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))",
		},
		{"mix( 0.5 : 0 , 0.5 : uniform( 0.1 , 0.2 ) )", "mix(0.5:0s,0.5:uniform(0.1,0.2))"},
		{"mix(0.3:1s,0.3:2s,0.4:mix(1:exp(3s)))", "mix(0.3:1s,0.3:2s,0.4:mix(1:exp(3s)))"},
		{"mix(0.3333333333:1s,0.3333333333:2s,0.3333333333:3s)", "mix(0.3333333333:1s,0.3333333333:2s,0.3333333333:3s)"},
		// files
		{"file(pauses.csv)", "file(pauses.csv,pause_ms)"},
		{"file( pauses.csv , took )", "file(pauses.csv,took)"},
		{`file("pauses.csv")`, "file(pauses.csv,pause_ms)"},
		{`file("a,b (1).csv","took")`, `file("a,b (1).csv",took)`},
	}
	for _, c := range table {
		d := must(t, c.text)
		if got := d.String(); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
		if back := must(t, d.String()); !back.Equal(d) {
			t.Errorf("%q: %s reads back as %v", c.text, d, back)
		}
	}
}

func TestTextErrors(t *testing.T) {
	const known = "uniform, exp, lognormal, mix, file"
	table := []struct{ text, want string }{
		// what is not there
		{"", "at 1: want a duration such as 5ms, a share such as 0.5, or one of " + known},
		{"uniform", `at 1: unknown distribution "uniform", want one of ` + known + " and then its arguments in brackets"},
		{"uniform(", "at 9: want a duration such as 5ms or a share such as 0.5"},
		{"uniform()", "at 9: want a duration such as 5ms or a share such as 0.5"},
		{"uniform(1s)", `at 11: want ',' after the low end of uniform, have ")"`},
		{"uniform(1s,2s", "at 14: want ')' after the last argument of uniform, have the end of the text"},
		{"uniform(1s,2s,3s)", `at 14: want ')' after the last argument of uniform, have ",3s)"`},
		{"5ms 6ms", `at 5: want the end of the text, have "6ms"`},
		{"exp()", "at 5: want a duration such as 5ms or a share such as 0.5"},
		{"lognormal(1s)", `at 13: want ',' after the median of lognormal, have ")"`},
		{"lognormal()", "at 11: want a duration such as 5ms or a share such as 0.5"},
		{"lognormal(1s,)", "at 14: want sigma, a number without a unit such as 1.2"},
		{"mix()", "at 5: want a weight such as 0.15, then a colon and a distribution"},
		{"mix(0.5)", `at 8: want ':' after the weight, have ")"`},
		{"mix(1:)", "at 7: want a duration such as 5ms, a share such as 0.5, or one of " + known},
		{"mix(1:1s,)", "at 10: want a weight such as 0.15, then a colon and a distribution"},
		{"file()", "at 6: want the name of a file"},
		{"file(pauses.csv", "at 16: want ')' after the last argument of file, have the end of the text"},
		{"file(pauses.csv,)", "at 17: want the name of a column"},
		// what is not known
		{"gauss(1s,2s)", `at 1: unknown distribution "gauss", want one of ` + known},
		{"mix(1:gauss(1s))", `at 7: unknown distribution "gauss", want one of ` + known},
		{"Uniform(1s,2s)", `at 1: unknown distribution "Uniform", want one of ` + known},
		{"5", ""},
		{"5 ms", `at 3: want the end of the text, have "ms"`},
		{"5x", `at 1: "5x" is not a duration with its unit, such as 12ms`},
		{"5,5ms", `at 2: want the end of the text, have ",5ms"`},
		{"0x1p4", `at 1: "0x1p4" is not a number`},
		{"lognormal(1s,2s)", `at 14: "2s" is not a number, want sigma, a number without a unit such as 1.2`},
		{"mix(half:1s)", `at 5: "half" is not a number, want a weight such as 0.15, then a colon and a distribution`},
		// what is out of range
		{"uniform(17s,1s)", "at 1: uniform: low 17s is above high 1s"},
		{"uniform(0.9,0.1)", "at 1: uniform: low 0.9 is above high 0.1"},
		{"uniform(1s,0)", "at 1: uniform: low 1s is above high 0s"},
		{"mix(0.5:1s,0.5:uniform(2s,1s))", "at 16: uniform: low 2s is above high 1s"},
		{"-5ms", "at 1: -5ms is below 0"},
		{"-0.5", "at 1: -0.5 is below 0"},
		{"uniform(1s,-2s)", "at 12: -2s is below 0"},
		{"NaN", "at 1: NaN is not a finite number"},
		{"exp(-Inf)", "at 5: -Inf is not a finite number"},
		{"lognormal(1s,NaN)", "at 14: NaN is not a finite number, want sigma, a number without a unit such as 1.2"},
		{"lognormal(1s,-1)", "at 1: lognormal: sigma -1 is below 0"},
		{"1e999", "at 1: 1e999 is beyond the largest number, 1.7976931348623157e+308"},
		{"2562048h", "at 1: 2562048h is longer than the largest duration, 2562047h47m16.854775807s"},
		{"mix(0.5:1s,0.6:2s)", "at 1: mixture: weights sum to 1.1, want 1"},
		{"mix(1.5:1s)", "at 1: mixture: weight 1.5 of part 1 is not a probability in [0,1]"},
		{"mix(-0.5:1s)", "at 1: mixture: weight -0.5 of part 1 is not a probability in [0,1]"},
		// what does not go together
		{"uniform(1,2s)", "at 1: uniform: of 1 and 2s one has a unit and one has none, want both alike"},
		{"uniform(0s,0.5)", "at 1: uniform: of 0s and 0.5 one has a unit and one has none, want both alike"},
		{
			"mix(0.5:1s,0.5:uniform(0.1,0.2))",
			"at 1: mixture: some parts are shares and some are durations, want all the same",
		},
		{strings.Repeat("mix(1:", 9) + "1s" + strings.Repeat(")", 9), "at 49: mixture: nested more than 8 deep"},
		// files
		{"file(none.csv)", "at 6: open none.csv: file does not exist"},
		{"file(empty.csv)", "at 6: recording: empty.csv: the file is empty, want a header line and durations"},
		{"file(pauses.csv,x)", `at 6: recording: pauses.csv: no column "x"; columns: at, pause_ms, took`},
		{"file(pauses.csv,at)", `at 6: recording: pauses.csv:4:1: column at: "1" has no unit`},
	}
	for _, c := range table {
		d, err := ParseWith(c.text, files)
		want := ""
		if c.want != "" {
			quoted := strings.ReplaceAll(c.text, `"`, `\"`)
			want = `dist: parse: "` + quoted[:min(len(quoted), 80)] + `": ` + c.want
		}
		if got := errorText(err); got != want {
			t.Errorf("%q:\ngot  %v %s\nwant %s", c.text, d, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestParseOpensFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pauses (1).csv")
	if err := os.WriteFile(name, []byte("pause_us\n250\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d, err := Parse(`file("` + filepath.ToSlash(name) + `")`)
	if err != nil || d.Max() != 250*time.Microsecond {
		t.Errorf("got %v and error %v, want a recording of 250µs", d, err)
	}
	if _, err := Parse("file(" + filepath.Join(t.TempDir(), "none.csv") + ")"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got error %v, want one that is os.ErrNotExist", err)
	}
	if _, err := ParseWith("file(x.csv)", nil); err == nil || !strings.Contains(err.Error(), "no files can be opened here") {
		t.Errorf("got error %v, want one that no files can be opened", err)
	}
}

type brokenFile struct{ io.Reader }

func (brokenFile) Close() error { return errors.New("close failed") }

func TestErrorsOfFilesAreKept(t *testing.T) {
	broken := errors.New("disk gone")
	read := func(string) (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader("pause_ms\n1\n2"), brokenReader{broken})), nil
	}
	if _, err := ParseWith("file(x.csv)", read); !errors.Is(err, broken) {
		t.Errorf("got error %v, want %v", err, broken)
	}
	shut := func(string) (io.ReadCloser, error) { return brokenFile{strings.NewReader("pause_ms\n1\n")}, nil }
	if _, err := ParseWith("file(x.csv)", shut); err == nil || !strings.Contains(err.Error(), "close failed") {
		t.Errorf("got error %v, want that of closing", err)
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

func TestJSONHoldsTheTextForm(t *testing.T) {
	type parameters struct {
		Think Dist  `json:"think"`
		Wire  *Dist `json:"wire"`
	}
	wire := must(t, "mix(0.5:1ms,0.5:2ms)")
	want := `{"think":"uniform(250ms,17.5s)","wire":"mix(0.5:1ms,0.5:2ms)"}`
	got, err := json.Marshal(parameters{must(t, "uniform(250ms,17.5s)"), &wire})
	if err != nil || string(got) != want {
		t.Errorf("got %s and error %v, want %s", got, err, want)
	}
	var back parameters
	think := must(t, "uniform(250ms,17.5s)")
	if err := json.Unmarshal(got, &back); err != nil || !back.Think.Equal(think) || !back.Wire.Equal(wire) {
		t.Errorf("read back %v, %v and error %v", back.Think, back.Wire, err)
	}
	if err := json.Unmarshal([]byte(`{"think":"gauss(1s)"}`), &back); err == nil || !back.Think.Equal(think) {
		t.Errorf("a text that cannot be read: got %v and error %v, want an error and no change", back.Think, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range goldenDists {
		f.Add(text)
	}
	for _, text := range []string{
		"0", "0.5", "uniform(0.13,0.95)", "exp(0)", "lognormal(1e-300,3)", "mix(0.5:0,0.5:mix(1:0.25))", "mix(1:-0)",
		`file("a,b (1).csv",took)`, "file(pauses.csv , pause_ms)", "uniform(1µs,1m)", "1e-400", "9223372036854775807ns", "mix(1:",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseWith(text, func(string) (io.ReadCloser, error) { return files("pauses.csv") })
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dist: parse: ") {
				t.Fatalf("%q: error %v does not say where it comes from", text, err)
			}
			return
		}
		back, err := ParseWith(d.String(), func(string) (io.ReadCloser, error) { return files("pauses.csv") })
		if err != nil || !back.Equal(d) {
			t.Fatalf("%q: %s reads back as %v, error %v", text, d, back, err)
		}
		checkRange(t, d)
	})
}

// checkRange holds draws between Min and Max.
func checkRange(t *testing.T, d Dist) {
	d = d.Of(3 * time.Second)
	s := NewStream(1, "range")
	for range 20 {
		if x := d.Draw(&s); x < d.Min() || x > d.Max() || x < 0 {
			t.Fatalf("%s: drew %v, not from %v to %v", d, x, d.Min(), d.Max())
		}
	}
}
