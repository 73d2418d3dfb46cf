package frame_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"fence/fencekit/frame"
)

func TestJSONInfersKinds(t *testing.T) {
	cases := []struct{ why, cells, want string }{
		{"whole numbers", "1 -20 0", `int64: "1" "-20" "0"`},
		{"floats", "1.5 -2e3 1E-7", `float64: "1.5" "-2000" "1e-07"`},
		{"one float among whole numbers", "1 2.0", `float64: "1" "2"`},
		{"minus zero", "-0 1", `float64: "-0" "1"`},
		{"bools", "true false null", `bool: "true" "false" .`},
		{"durations", `"1.5s" "0s" null`, `time.Duration: "1.5s" "0s" .`},
		{"words", `"a" "" null`, `string: "a" "" .`},
		{"words that mean a missing cell in CSV", `"NA" "-"`, `string: "NA" "-"`},
		{"a word among durations", `"1s" "0"`, `string: "1s" "0"`},
		{"numbers in quotes", `"1" "2"`, `string: "1" "2"`},
		{"nothing but null", "null null", "float64: . ."},
		{"more than an int64", "9223372036854775808 1", `string: "9223372036854775808" "1"`},
		{"a whole number that a float64 holds", "100000000000000000000 0.5", `float64: "100000000000000000000" "0.5"`},
		{"beyond float64", "1e999 1", `string: "1e999" "1"`},
	}
	for _, c := range cases {
		text := `{"x":` + strings.ReplaceAll(c.cells, " ", "}\n{\"x\":") + "}"
		f, err := frame.ReadJSON(strings.NewReader(text))
		if got := columnsOf(f); err != nil || got != "x "+c.want+"\n" {
			t.Errorf("%s: got %s%v, want x %s", c.why, got, err, c.want)
		}
	}
}

func TestJSONForms(t *testing.T) {
	const want = "a int64: \"1\" . \"3\"\nb string: . \"x\" \"y\"\n"
	for _, text := range []string{
		`[{"a":1},{"b":"x"},{"a":3,"b":"y"}]`,
		"\ufeff [ \r\n{ \"a\" :\t1 } ,{\"b\":\"x\",\"a\":null}\n,\n{\"b\":\"y\",\"a\":3}\n]\n\n",
		"{\"a\":1}\n{\"b\":\"x\"}\r\n\n{\"a\":3,\"b\":\"y\"}",
		`{"a":1}{"\u0062":"\u0078"} {"a":3,"b":"y"}` + "\n",
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)),
			iotest.DataErrReader(strings.NewReader(text))} {
			f, err := frame.ReadJSON(r)
			if got := columnsOf(f); err != nil || got != want {
				t.Errorf("%s: got\n%s%v, want\n%s", text, got, err, want)
			}
		}
	}
	for _, text := range []string{"[]", " [\n] ", "[{}]", "{}", "{}\n{}"} {
		if f, err := frame.ReadJSON(strings.NewReader(text)); err != nil || !frame.Equal(f, frame.Frame{}) {
			t.Errorf("%s: got %v, %v, want a frame of nothing", text, f, err)
		}
	}
}

func TestJSONOptions(t *testing.T) {
	text := `[{"s":"1s","f":1,"d":"2m","row":4},{"b":false,"i":null,"f":null}]`
	f, err := frame.JSON{Schema: aSchema(t)}.Read(strings.NewReader(text))
	want := `f float64: "1" .
i int64: . .
s string: "1s" .
b bool: . "false"
d time.Duration: "2m0s" .
row int64: "4" .
`
	if got := columnsOf(f); err != nil || got != want || !equalSchemas(f.Schema(), *aSchema(t)) {
		t.Errorf("got\n%s%v, want\n%s", got, err, want)
	}
	f, err = frame.JSON{Kinds: map[string]frame.Kind{"a": frame.Float, "b": frame.String}}.
		Read(strings.NewReader(`{"a":1,"b":"1s"}`))
	want = "a float64: \"1\"\nb string: \"1s\"\n"
	if got := columnsOf(f); err != nil || got != want {
		t.Errorf("got\n%s%v, want\n%s", got, err, want)
	}
	f, err = frame.JSON{Schema: aSchema(t), Kinds: map[string]frame.Kind{"i": frame.Float}}.
		Read(strings.NewReader(`{"i":1.5}`))
	if c, _ := f.Column("i"); err != nil || c.Kind() != frame.Float || c.Text(0) != "1.5" {
		t.Errorf("got %v %s, %v, want the float64 1.5", c.Kind(), c.Text(0), err)
	}
}

func TestJSONRefuses(t *testing.T) {
	kinds := func(k frame.Kind) frame.JSON { return frame.JSON{Kinds: map[string]frame.Kind{"a": k}} }
	cases := []struct {
		why, text string
		options   frame.JSON
		want      string
	}{
		// The whole.
		{"nothing", " \n", frame.JSON{}, "line 2, column 1: the input is empty; a table of no rows is []"},
		{"no table", "7", frame.JSON{}, `line 1, column 1: "7" where there should be a row, which is an object in braces`},
		{"rows that are arrays", "[[1]]", frame.JSON{},
			`line 1, column 2: "[" where there should be a row, which is an object in braces`},
		{"columns of arrays", `{"a":[1]}`, frame.JSON{}, `line 1, column 6, field "a": an object or array within a row: ` +
			"a cell is a number, a string, true, false or null"},
		{"an array that stays open", "[{}", frame.JSON{},
			"line 1, column 4: the input ends where there should be a comma or the end of the array"},
		{"a comma at the end", "[{},\n]", frame.JSON{},
			`line 2, column 1: "]" where there should be a row, which is an object in braces`},
		{"a comma at the end of the input", "[{},", frame.JSON{},
			"line 1, column 5: the input ends where there should be a row, which is an object in braces"},
		{"no comma", "[{} {}]", frame.JSON{},
			`line 1, column 5: "{" where there should be a comma or the end of the array`},
		{"something behind the array", "[]\n{}", frame.JSON{},
			`line 2, column 1: "{" where there should be nothing behind the array`},
		{"commas between lines", "{},\n{}", frame.JSON{},
			`line 1, column 3: "," where there should be a row, which is an object in braces`},
		// Rows.
		{"a row that stays open", `{"a":1`, frame.JSON{},
			`line 1, column 7, field "a": the input ends where there should be a comma or the end of the row`},
		{"a key without quotes", "{é:1}", frame.JSON{}, `line 1, column 2: "é" where there should be a key in quotes`},
		{"no colon", `{"a" 1}`, frame.JSON{}, `line 1, column 6, field "a": "1" where there should be a colon`},
		{"no value", `{"a":}`, frame.JSON{}, `line 1, column 6, field "a": "}" where there should be a value`},
		{"no value at the end", `{"a":`, frame.JSON{},
			`line 1, column 6, field "a": the input ends where there should be a value`},
		{"a comma at the end of a row", `{"a":1,}`, frame.JSON{},
			`line 1, column 8, field "a": "}" where there should be a key behind the comma`},
		{"a key twice", "{\"a\":1}\n{\"a\":1,\n\"a\":2}", frame.JSON{},
			`line 3, column 5, field "a": the key comes twice in one row`},
		{"an empty key", `{"":1}`, frame.JSON{}, "line 1, column 2: a key that is empty: a column has a name"},
		// Values.
		{"two kinds", "{\"a\":null}\n{\"a\":1}\n{\"a\":\"1\"}", frame.JSON{},
			`line 3, column 6, field "a": a string in a column that has a number in line 2`},
		{"a word", `{"a":nul}`, frame.JSON{},
			`line 1, column 6, field "a": "nul" is not JSON: a cell is a number, a string, true, false or null`},
		{"NaN", `{"a":NaN}`, frame.JSON{},
			`line 1, column 6, field "a": "NaN" is not JSON: a cell is a number, a string, true, false or null`},
		{"leading zeros", `{"a":007}`, frame.JSON{},
			`line 1, column 6, field "a": "007" is not JSON: a cell is a number, a string, true, false or null`},
		{"half a number", `{"a":1.}`, frame.JSON{},
			`line 1, column 6, field "a": "1." is not JSON: a cell is a number, a string, true, false or null`},
		{"half an exponent", `{"a":1e+}`, frame.JSON{},
			`line 1, column 6, field "a": "1e+" is not JSON: a cell is a number, a string, true, false or null`},
		{"a string that stays open", "{\"a\":1}\n{\"a\":\"x}", frame.JSON{},
			`line 2, column 6, field "a": the quote that opens this string is never closed`},
		{"a line end in a string", "{\"a\":\"x\n\"}", frame.JSON{},
			`line 1, column 8, field "a": control character 0x0a within a string`},
		{"an escape that there is not", `{"a":"\x"}`, frame.JSON{},
			`line 1, column 6, field "a": the string is not JSON: invalid character 'x' in string escape code`},
		// Bytes.
		{"a NUL", "{\"a\":1,\x00}", frame.JSON{}, "line 1, column 8: a NUL byte: the input is UTF-16, binary or damaged"},
		{"not UTF-8", "{\"a\":\"gr\xf6\xdfe\"}", frame.JSON{},
			`line 1, column 9, field "a": byte 0xf6 is not UTF-8: save the text as UTF-8`},
		{"UTF-16", "\xff\xfe[\x00", frame.JSON{}, "line 1, column 1: the text is UTF-16 (little endian); save it as UTF-8"},
		// Cells of another kind.
		{"a string for a float", `{"a":"1"}`, kinds(frame.Float),
			`line 1, column 6, field "a": a string in a column of float64`},
		{"a number for a string", `{"a":1}`, kinds(frame.String),
			`line 1, column 6, field "a": a number in a column of string`},
		{"a float for an int", `{"a":1.5}`, kinds(frame.Int), `line 1, column 6, field "a": "1.5" is not an int64`},
		{"a large float", `{"a":1e999}`, kinds(frame.Float),
			`line 1, column 6, field "a": "1e999" is outside the range of a float64`},
		{"no duration", `{"a":"\u0031"}`, kinds(frame.Duration),
			`line 1, column 6, field "a": "1" is not a duration such as 1.5s or 250ms`},
		// Schemas.
		{"a key that the schema lacks", `{"Row":1}`, frame.JSON{Schema: aSchema(t)},
			`line 1, column 2: the schema lacks key "Row", the nearest is "row"`},
		// Bounds.
		{"a long key", `{"abcdef":1}`, frame.JSON{MaxField: 5}, "line 1, column 2: a string of more than 5 bytes"},
		{"a long string", `{"a":"abcdef"}`, frame.JSON{MaxField: 5},
			`line 1, column 6, field "a": a string of more than 5 bytes`},
		{"a long number", `{"a":123456}`, frame.JSON{MaxField: 5},
			`line 1, column 6, field "a": a field of more than 5 bytes`},
		{"a long row", "{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":23,\"c\":3}", frame.JSON{MaxRow: 15},
			`line 2, column 19, field "c": a row of more than 15 bytes`},
	}
	for _, c := range cases {
		for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			f, err := c.options.Read(r)
			var at *frame.ParseError
			if err == nil || err.Error() != "frame: read json: "+c.want || !errors.As(err, &at) || len(f.Columns()) > 0 {
				t.Errorf("%s: got %v\nwant %s", c.why, err, c.want)
			}
		}
	}
}

func TestJSONRefusesOptions(t *testing.T) {
	cases := []struct {
		options frame.JSON
		want    string
	}{
		{frame.JSON{MaxRow: -1}, "max field = 0, max row = -1: must not be negative"},
		{frame.JSON{Schema: &frame.Schema{Columns: []frame.ColumnSchema{{Kind: frame.Int}}}},
			"schema: column 0 has no name"},
		{frame.JSON{Kinds: map[string]frame.Kind{"a": 9}}, `kinds: column "a": kind(9) is not a kind`},
		{frame.JSON{Kinds: map[string]frame.Kind{"wait": frame.Int}},
			`kinds: no row has key "wait", the nearest is "waits"`},
	}
	for _, c := range cases {
		_, err := c.options.Read(strings.NewReader(`{"waits":1}`))
		if err == nil || err.Error() != "frame: read json: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestJSONReadsBackEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 3000 {
		f := anyFrame(t, r, false)
		schema := f.Schema()
		text := written(t, func(b *bytes.Buffer) error { return f.WriteJSON(b) })
		got, err := frame.JSON{Schema: &schema}.Read(strings.NewReader(text))
		if err != nil || !frame.Equal(got, f) {
			t.Fatalf("got %v\n%swant\n%s, from\n%s", err, columnsOf(got), columnsOf(f), text)
		}
	}
}

// checkJSONOracle holds a text that was read against the standard library's decoder, key by key.
func checkJSONOracle(t *testing.T, text string) {
	t.Helper()
	f, err := frame.ReadJSON(strings.NewReader(text))
	rows, werr := decoded(strings.TrimPrefix(text, "\ufeff"))
	if err != nil {
		var at *frame.ParseError
		if werr == nil && errors.As(err, &at) && !knownStricterJSON(at.Reason) {
			t.Errorf("got %v for %q, which the standard library reads", err, text)
		}
		return
	}
	if werr != nil {
		t.Fatalf("read although the standard library says %v: %q", werr, text)
	}
	names := f.Columns()
	if len(names) > 0 && f.Rows() != len(rows) {
		t.Fatalf("got %d rows, want %d, from %q", f.Rows(), len(rows), text)
	}
	for i, row := range rows {
		for key := range row {
			if !slices.Contains(names, key) {
				t.Fatalf("row %d: the frame lacks key %q, from %q", i, key, text)
			}
		}
		for _, name := range names {
			c, err := f.Column(name)
			if err != nil {
				t.Fatal(err)
			}
			if want, ok := row[name]; c.Missing(i) != (!ok || want == nil) || !c.Missing(i) && !sameCell(c, i, want) {
				t.Fatalf("row %d, %q: got %q, missing %v, want %v, from %q", i, name, c.Text(i), c.Missing(i), want, text)
			}
		}
	}
}

// sameCell compares a cell with what the standard library has decoded, numbers as their digits.
func sameCell(c frame.Column, i int, want any) bool {
	one, err := frame.New(c)
	if err != nil {
		return false
	}
	var b bytes.Buffer
	if one.WriteJSON(&b) != nil {
		return false
	}
	var rows []map[string]any
	if json.Unmarshal(b.Bytes(), &rows) != nil {
		return false
	}
	got := rows[i][c.Name]
	if n, ok := want.(json.Number); ok {
		x, err := n.Float64()
		return got == x || err != nil && got == n.String() || got == n.String()
	}
	if s, ok := want.(string); ok && c.Kind() == frame.Duration {
		return s != "" // Go writes a duration in its own way: 60s as 1m0s
	}
	return got == want
}

func decoded(text string) (rows []map[string]any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
		if err := d.Decode(&rows); err != nil {
			return nil, err
		}
		if _, err := d.Token(); err != io.EOF {
			return nil, errors.New("something behind the array")
		}
		return rows, nil
	}
	for {
		var row map[string]any
		if err := d.Decode(&row); err == io.EOF {
			return rows, nil
		} else if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
}

// knownStricterJSON reports whether a reason is one for which the standard library reads on.
func knownStricterJSON(reason string) bool {
	for _, known := range []string{"the input is empty", "within a row", "comes twice", "key that is empty",
		"in a column that has",
		"is not UTF-8", `"n" where there should be a row`} {
		if strings.Contains(reason, known) {
			return true
		}
	}
	return false
}

func TestJSONAgainstTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	parts := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"b"`, "1", "-0.5", "null", "true", `"\u00e9"`, " ",
		"\n", "é",
		`{"a":1}`, `{"a":"x","b":null}`, `{"b":2.5}`, `,"c":"1s"}`, "0", "e1", "\x00", "\xff", `"\ud800"`}
	for range 60_000 {
		text := []string{"", "[", "{", `[{"a":`}[r.IntN(4)]
		for range r.IntN(10) {
			text += parts[r.IntN(len(parts))]
		}
		checkJSONOracle(t, text)
	}
}
