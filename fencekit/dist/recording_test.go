package dist

import (
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestReadRecording(t *testing.T) {
	const ms = time.Millisecond
	table := []struct {
		name, csv, column string
		want              []time.Duration
		chosen            string
		recorded          time.Duration
	}{
		{"milliseconds", "pause_ms\n1\n2.5\n0\n", "", []time.Duration{ms, 2500 * time.Microsecond, 0}, "pause_ms", 0},
		{"nanoseconds beyond 2^53", "d_ns\n9007199254740993\n", "", []time.Duration{9007199254740993}, "d_ns", 0},
		{"microseconds", "d_us\n1e3\n", "", []time.Duration{ms}, "d_us", 0},
		{"seconds", "d_s\n0.0000000014\n0.0000000016", "", []time.Duration{1, 2}, "d_s", 0},
		{"the longest", "d_ns\n9223372036854775807\n", "", []time.Duration{math.MaxInt64}, "d_ns", 0},
		{"units in the cells", "took\n12ms\n1m30s\n0\n", "", []time.Duration{12 * ms, 90 * time.Second, 0}, "took", 0},
		{"first column with a unit", "n,host,took,d_ms\n1,a,1ms,9\n2,b,2ms,9\n", "", []time.Duration{ms, 2 * ms}, "took", 0},
		{"a named column", "n,took,d_ms\n1,1ms,9\n2,2ms,9\n", " d_ms ", []time.Duration{9 * ms, 9 * ms}, "d_ms", 0},
		{"a column without a name", ",n\n1ms,1\n", "", []time.Duration{ms}, "", 0},
		{"byte order mark and CRLF", "\ufeffpause_ms,n\r\n1,2\r\n\r\n3,4\r\n", "", []time.Duration{ms, 3 * ms}, "pause_ms", 0},
		{"quoted cells and blanks", "\"pause_ms\" , \"a \"\"b\"\"\"\n \"1\", x\n 2 ,\"y\nz\"\n", "", nil, "", 0},
		{"quotes", "\"pause_ms\",\"a \"\"b\"\"\"\n \"1\", x\n 2 ,\"y\n# z\"\n", "", []time.Duration{ms, 2 * ms}, "pause_ms", 0},
		{"comments", "# a \"b\n#recorded: 1m\npause_ms\n1\n# x\n2\n", "", []time.Duration{ms, 2 * ms}, "pause_ms", time.Minute},
		{"time recorded at the end", "pause_ms\n1\n# recorded: 600s", "", []time.Duration{ms}, "pause_ms", 600 * time.Second},
		{"a comment inside a cell", "pause_ms,n\n1,\"\n# recorded: 9s\n\"\n", "", []time.Duration{ms}, "pause_ms", 0},
	}
	for _, c := range table {
		got, err := ReadRecording(iotest.OneByteReader(strings.NewReader(c.csv)), "f.csv", c.column)
		if c.want == nil {
			if err == nil {
				t.Errorf("%s: got %v, want an error", c.name, got)
			}
			continue
		}
		same := slices.Equal(got.Durations, c.want) && got.Column == c.chosen && got.Recorded == c.recorded
		if err != nil || !same || got.Name != "f.csv" {
			t.Errorf("%s: got %+v and error %v, want %v in %q over %v", c.name, got, err, c.want, c.chosen, c.recorded)
		}
	}
}

func TestReadRecordingErrors(t *testing.T) {
	const longest = "2562047h47m16.854775807s"
	table := []struct{ csv, column, want string }{
		{"", "", "f.csv: the file is empty, want a header line and durations"},
		{"# recorded: 3s\n\n", "", "f.csv: the file is empty, want a header line and durations"},
		{"pause_ms\n", "", "f.csv: no durations below the header pause_ms"},
		{"pause_ms,n\n1,2\n", "gap", `f.csv: no column "gap"; columns: pause_ms, n`},
		{"pause,n\n1,2\n", "", "f.csv: no column has a unit in its name (_ns, _us, _ms, _s) or its cells; columns: pause, n"},
		{"a,b\n", "", "f.csv: no column has a unit in its name (_ns, _us, _ms, _s) or its cells; columns: a, b"},
		{"12ms\n13ms\n", "", `f.csv: the first line holds "12ms", want a header with the names of the columns`},
		{"1,d_ms\n2,3\n", "1", `f.csv: the first line holds "1", want a header with the names of the columns`},
		{"d_ms,d_ms\n1,2\n", "", `f.csv: 2 columns are called "d_ms", want one`},
		{"n,d_ms\n1,2\n# x\n2,soon\n", "", `f.csv:4:3: column d_ms: "soon" is not a number`},
		{"n,d_ms\n1,\n", "", `f.csv:2:3: column d_ms: "" is not a number`},
		{"d_ms\n1\n-2\n", "", "f.csv:3:1: column d_ms: -2 is below 0"},
		{"d_ms\n1\n-2.5\n", "", "f.csv:3:1: column d_ms: -2.5 is below 0"},
		{"d_ms\nNaN\n", "", "f.csv:2:1: column d_ms: NaN is not a finite number"},
		{"d_ms\n-inf\n", "", "f.csv:2:1: column d_ms: -inf is not a finite number"},
		{"d_ms\n12ms\n", "", `f.csv:2:1: column d_ms: "12ms" is not a number`},
		{"d_ms\n0x10\n", "", `f.csv:2:1: column d_ms: "0x10" is not a number`},
		{"d_s\n9223372037\n", "", "f.csv:2:1: column d_s: 9223372037 × 1s is longer than the largest duration, " + longest},
		{"d_ns\n9223372036854775808\n", "", "f.csv:2:1: column d_ns: 9223372036854775808 × 1ns is longer than the largest duration, " + longest},
		{"took\n1ms\n-2ms\n", "", "f.csv:3:1: column took: -2ms is below 0"},
		{"took\n1ms\n2\n", "", `f.csv:3:1: column took: "2" has no unit`},
		{"took\n1ms\nsoon\n", "", `f.csv:3:1: column took: "soon" is not a duration with its unit, such as 12ms`},
		{"took\n1ms\n9999999h\n", "", "f.csv:3:1: column took: 9999999h is longer than the largest duration, " + longest},
		{"a,d_ms\n1,2\n3\n", "", "f.csv:3:1: wrong number of fields"},
		{"a,d_ms\n1\n", "", "f.csv:2:1: wrong number of fields"},
		{"a,d\"_ms\n1\n", "", `f.csv:1:4: bare " in non-quoted-field`},
		{"a_ms\n1\n\"2\n", "", `f.csv:3:4: extraneous or missing " in quoted-field`},
		{"# recorded: soon\nd_ms\n1\n", "", `f.csv:1: recorded: "soon" is not a duration such as 600s`},
		{"d_ms\n1\n# recorded: -1s\n", "", "f.csv:3: recorded: -1s is not above 0"},
		{"# recorded: 1s\n# recorded: 2s\nd_ms\n1\n", "", "f.csv:2: recorded: 2s is given a second time, after 1s"},
	}
	for _, c := range table {
		got, err := ReadRecording(strings.NewReader(c.csv), "f.csv", c.column)
		if want := "dist: recording: " + c.want; errorText(err) != want || got.Durations != nil {
			t.Errorf("%q:\ngot  %v %v\nwant %s", c.csv, got, err, want)
		}
	}
}

func TestRate(t *testing.T) {
	r := Recording{Name: "x", Durations: make([]time.Duration, 30), Recorded: 10 * time.Minute}
	if got := r.Rate(); got != 0.05 {
		t.Errorf("30 durations in 10 minutes: got a rate of %v per second, want 0.05", got)
	}
	r.Recorded = 0
	if got := r.Rate(); got != 0 {
		t.Errorf("unknown time recorded: got a rate of %v, want 0", got)
	}
}

func FuzzReadRecording(f *testing.F) {
	for _, seed := range []struct{ csv, column string }{
		{"# recorded: 600s\nat_s,pause_ms\n0,1.5\n1,20\n", "pause_ms"},
		{"took\n12ms\n0\n", ""},
		{"\ufeff\"took\",n\r\n\"1m\",\"a\nb\"\r\n", "took"},
		{"d_ns\n9223372036854775807\n", ""},
		{"a,a\n1ms,2ms\n", "a"},
		{",\n1ms,\n", ""},
		{"\"\n#\"\n1s", ""},
	} {
		f.Add(seed.csv, seed.column)
	}
	f.Fuzz(func(t *testing.T, text, column string) {
		got, err := ReadRecording(strings.NewReader(text), "f.csv", column)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dist: recording: f.csv:") {
				t.Fatalf("error %v does not name the file", err)
			}
			return
		}
		d, err := Empirical(got)
		if err != nil {
			t.Fatalf("a recording that was read is refused: %v", err)
		}
		checkRange(t, d)
		again, err := ReadRecording(strings.NewReader(text), "f.csv", got.Column)
		if err != nil || !d.Equal(Must(Empirical(again))) {
			t.Fatalf("column %q read again: got %v and error %v, want %v", got.Column, again, err, got)
		}
	})
}
