package frame_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

// converted returns the cells of a column after a conversion, "-" for a missing one, or the error.
func converted[T frame.Value](t *testing.T, c frame.Column) string {
	t.Helper()
	c.Name = "x"
	f := must(t)(frame.New(c.WithMeta(frame.Meta{Unit: "ms"}), frame.Ints("id", make([]int64, c.Len()))))
	f = f.WithCaption("kept")
	out, err := frame.Convert[T](f, "x")
	if err != nil {
		return strings.TrimPrefix(err.Error(), `frame: convert: column "x" to `)
	}
	if got := columnOf(t, out, "x"); got.Meta.Unit != "ms" || out.Caption() != "kept" || out.Columns()[0] != "x" {
		t.Errorf("the conversion lost the unit, the caption or the place: %v", out)
	}
	if _, err := frame.Col[T](out, "x"); err != nil {
		t.Error(err)
	}
	return strings.ReplaceAll(exactRows(t, must(t)(out.Select("x"))), "\n", " ")
}

func TestConvert(t *testing.T) {
	texts := func(v ...string) frame.Column { return frame.Strings("", v) }
	ints := func(v ...int64) frame.Column { return frame.Ints("", v) }
	floats := func(v ...float64) frame.Column { return frame.Floats("", v) }
	bools, durations := frame.Bools("", []bool{true, false}), frame.Durations("", []time.Duration{1500 * time.Millisecond})
	gap := []bool{false, true, false}
	const large = 1<<53 + 1
	toFloat, toInt, toText := converted[float64], converted[int64], converted[string]
	toBool, toDuration := converted[bool], converted[time.Duration]
	cases := []struct {
		to   func(*testing.T, frame.Column) string
		from frame.Column
		want string
	}{
		{toFloat, texts("1.5", " 2\t", "", "NA", "null", "-", "-2e3", "NaN"), "1.5 2 - - - - -2000 -"},
		{toFloat, texts("1", "x", "2").WithMissing(gap), "1 - 2"},
		{toFloat, texts("1", "two", "3", "", "", "0x4"), `float64: row 1: "two" is not a float64; and 1 more`},
		{toFloat, texts("1e999"), `float64: row 0: "1e999" is outside the range of a float64`},
		{toInt, texts("007", "+3", "NA"), "7 3 -"},
		{toInt, texts("1.0"), `int64: row 0: "1.0" is not an int64`},
		{toBool, texts("true", "FALSE", ""), "true false -"},
		{toBool, texts("yes"), `bool: row 0: "yes" is not a bool: it is neither true nor false`},
		{toDuration, texts("1.5s", " 2ms ", "None"), "1.5s 2ms -"},
		{toDuration, texts("1.5"), `time.Duration: row 0: "1.5" is not a duration such as 1.5s or 250ms`},
		{toText, texts("a", "NA"), "a NA"},
		{toFloat, ints(1, 0, 3).WithMissing(gap), "1 - 3"},
		{toFloat, ints(1<<53, 1<<60, math.MinInt64), "9007199254740992 1152921504606847000 -9223372036854776000"},
		{toFloat, ints(1, large, math.MaxInt64), `float64: row 1: 9007199254740993 has more digits than a float64 holds; ` +
			"and 1 more"},
		{toInt, floats(1, math.NaN(), -3e9, math.Copysign(0, -1)), "1 - -3000000000 0"},
		{toInt, floats(0, 1.5, 2.5, 0.1), "int64: row 1: 1.5 is not a whole number; and 2 more"},
		{toInt, floats(-1 << 63), "-9223372036854775808"},
		{toInt, floats(1 << 63), "int64: row 0: 9.223372036854776e+18 is outside the range of an int64"},
		{toInt, floats(math.Inf(-1)), "int64: row 0: -Inf is outside the range of an int64"},
		{toFloat, bools, "1 0"}, {toInt, bools, "1 0"}, {toText, bools, "true false"},
		{toBool, ints(1, 5, 0).WithMissing(gap), "true - false"},
		{toBool, ints(1, 2), "bool: row 1: 2 is neither 0 nor 1"},
		{toBool, floats(0, 1, math.NaN()), "false true -"},
		{toBool, floats(0.5), "bool: row 0: 0.5 is neither 0 nor 1"},
		{toText, floats(0.1, math.NaN(), 1e22), "0.1 - 1e+22"},
		{toText, durations, "1.5s"}, {toText, ints(1, 0, 3).WithMissing(gap), "1 - 3"},
		{toFloat, durations, "float64: a number of what? Map says it, as with time.Duration.Seconds"},
		{toBool, durations, "bool: a number of what? Map says it, as with time.Duration.Seconds"},
		{toDuration, ints(1), "time.Duration: int64 of what? Map says it, as with a product with time.Millisecond"},
		{toDuration, durations, "1.5s"}, {toInt, ints(large), "9007199254740993"},
		{toFloat, texts(), ""}, {toText, ints(), ""},
	}
	for _, c := range cases {
		if got := c.to(t, c.from); got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
	_, err := frame.Convert[string](everyKind(t), "rows")
	wantError(t, err, `frame: convert: no column "rows", the nearest is "row"; there are f, i, s, b, d, row`)
}

// TestConvertReadsAsTheCSVReaderDoes gives texts to both.
func TestConvertReadsAsTheCSVReaderDoes(t *testing.T) {
	words := []string{"1", "-2", "1.5", "NA", "nan", "NaN", "", "x", "true", "False", "1s", "0", "-0", "1e3", "Inf", "-",
		"N/A", "1_0", "0x1", "+7", "99999999999999999999"}
	r := rand.New(rand.NewPCG(30, 1))
	good := 0
	for range 2000 {
		cells := make([]string, 1+r.IntN(2))
		for i := range cells {
			cells[i] = words[r.IntN(len(words))]
		}
		text := "id,x\n"
		for i, c := range cells {
			text += strconv.Itoa(i) + "," + c + "\n"
		}
		f := must(t)(frame.CSV{Kinds: map[string]frame.Kind{"x": frame.String}}.Read(strings.NewReader(text)))
		for kind, convert := range map[frame.Kind]func(frame.Frame, string) (frame.Frame, error){
			frame.Float: frame.Convert[float64], frame.Int: frame.Convert[int64], frame.Bool: frame.Convert[bool],
			frame.Duration: frame.Convert[time.Duration],
		} {
			want, wantErr := frame.CSV{Kinds: map[string]frame.Kind{"x": kind}}.Read(strings.NewReader(text))
			got, err := convert(f, "x")
			if (err == nil) != (wantErr == nil) || frame.Diff(got, want) != "" {
				t.Fatalf("%q as %v: got %v, %v, want %v, %v", cells, kind, got, err, want, wantErr)
			}
			if err == nil {
				good++
			}
		}
	}
	if good < 500 {
		t.Errorf("only %d conversions went well: the test sees little", good)
	}
}
