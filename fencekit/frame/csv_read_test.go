package frame_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"fence/fencekit/frame"
)

// columnsOf shows names, kinds and exact cells, a missing one as a dot.
func columnsOf(f frame.Frame) string {
	var b strings.Builder
	for _, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			return err.Error()
		}
		fmt.Fprintf(&b, "%s %v:", name, c.Kind())
		for i := range c.Len() {
			if c.Missing(i) {
				b.WriteString(" .")
			} else {
				fmt.Fprintf(&b, " %q", c.Text(i))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestCSVInfersKinds(t *testing.T) {
	cases := []struct{ why, cells, want string }{
		// One kind.
		{"whole numbers", "1 -20 +3 0", `int64: "1" "-20" "3" "0"`},
		{"the ends of int64", "9223372036854775807 -9223372036854775808",
			`int64: "9223372036854775807" "-9223372036854775808"`},
		{"floats", "1.5 -2e3 .5 5. 1E-7", `float64: "1.5" "-2000" "0.5" "5" "1e-07"`},
		{"one float among whole numbers", "1 2.5", `float64: "1" "2.5"`},
		{"minus zero", "-0 1", `float64: "-0" "1"`},
		{"infinities", "+Inf -inf Infinity", `float64: "+Inf" "-Inf" "+Inf"`},
		{"bools", "true False TRUE", `bool: "true" "false" "true"`},
		{"durations", "1.5s 0s -250ms 3µs 1h2m", `time.Duration: "1.5s" "0s" "-250ms" "3µs" "1h2m0s"`},
		{"words", "a b", `string: "a" "b"`},
		// Two kinds.
		{"a bool and a number", "true 1", `string: "true" "1"`},
		{"a number and a duration", "0 1s", `string: "0" "1s"`},
		{"letters that other programs take for bools", "t f", `string: "t" "f"`},
		// Missing cells.
		{"every mark of a missing cell", "1  NA N/A NaN nan null NULL None - 2", `int64: "1" . . . . . . . . . "2"`},
		{"in quotes too", `1 "NA" ""`, `int64: "1" . .`},
		{"floats", "NaN 1.5", `float64: . "1.5"`},
		{"bools", "true - NA", `bool: "true" . .`},
		{"durations", "1s null", `time.Duration: "1s" .`},
		{"only empty fields are missing in a column of strings", `a  "" NA - null`, `string: "a" . "" "NA" "-" "null"`},
		{"nothing but missing cells", " NA -", "float64: . . ."},
		{"empty strings", `"" ""`, `string: "" ""`},
		{"an empty string and a missing one", `"" `, `string: "" .`},
		{"no rows", "none", "string:"},
		// What would lose something stays a string.
		{"leading zeros", "007 8", `string: "007" "8"`},
		{"leading zeros of floats", "00.5 1", `string: "00.5" "1"`},
		{"one more than an int64", "9223372036854775808 1", `string: "9223372036854775808" "1"`},
		{"the largest uint64", "18446744073709551615", `string: "18446744073709551615"`},
		{"a whole number that a float64 holds", "100000000000000000000 1.5", `float64: "100000000000000000000" "1.5"`},
		{"an int64 that no float64 holds, among floats", "9007199254740993 0.5", `string: "9007199254740993" "0.5"`},
		{"beyond float64", "1e999 1", `string: "1e999" "1"`},
		{"grouped by underscores", "1_000", `string: "1_000"`},
		{"hexadecimal", "0x10 0x1p-2", `string: "0x10" "0x1p-2"`},
		{"two signs", "+-1 --2 1-2", `string: "+-1" "--2" "1-2"`},
		{"a unit that Go does not have", "1d", `string: "1d"`},
	}
	for _, c := range cases {
		text := "x,y\n"
		if c.cells != "none" {
			text += strings.ReplaceAll(c.cells, " ", ",0\n") + ",0\n"
		}
		f, err := frame.ReadCSV(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		got, _, _ := strings.Cut(columnsOf(f), "\n")
		if got != "x "+c.want {
			t.Errorf("%s: got %s, want x %s", c.why, got, c.want)
		}
	}
}

func TestCSVForms(t *testing.T) {
	const want = "a int64: \"1\" \"3\"\nb string: \"x\" \"y\"\n"
	cases := []struct {
		why, text string
		options   frame.CSV
	}{
		{"plain", "a,b\n1,x\n3,y\n", frame.CSV{}},
		{"no line end at the end", "a,b\n1,x\n3,y", frame.CSV{}},
		{"carriage returns", "a,b\r\n1,x\r\n3,y\r\n", frame.CSV{}},
		{"a lone carriage return at the end", "a,b\r\n1,x\r\n3,y\r", frame.CSV{}},
		{"byte order mark", "\ufeffa,b\n1,x\n3,y\n", frame.CSV{}},
		{"byte order mark and quotes", "\ufeff\"a\",b\n1,x\n3,y\n", frame.CSV{}},
		{"blank lines", "\n\r\na,b\n\n1,x\r\n\r\n\n3,y\n\n\r\n\r", frame.CSV{}},
		{"everything in quotes", "\"a\",\"b\"\n\"1\",\"x\"\n\"3\",\"y\"\n", frame.CSV{}},
		{"semicolons", "a;b\n1;x\n3;y\n", frame.CSV{Comma: ';'}},
		{"tabs", "a\tb\n1\tx\n3\ty\n", frame.CSV{Comma: '\t'}},
		{"blanks around numbers", "a,b\n 1 ,x\n\t3,y\n", frame.CSV{}},
		{"blanks around everything", " a, b\n1 , x\n 3,\"y\" \n", frame.CSV{TrimSpace: true}},
		{"blanks before quotes", "a,b \n1, \"x\" \n3,\t\"y\"\t\n", frame.CSV{TrimSpace: true}},
		{"blanks with tabs between", "a\t b\n1\t x\n3 \t\"y\"\n", frame.CSV{TrimSpace: true, Comma: '\t'}},
	}
	for _, c := range cases {
		for name, r := range map[string]io.Reader{
			"at once": strings.NewReader(c.text), "byte by byte": iotest.OneByteReader(strings.NewReader(c.text)),
			"end with the last bytes": iotest.DataErrReader(strings.NewReader(c.text)),
		} {
			f, err := c.options.Read(r)
			if got := columnsOf(f); err != nil || got != want {
				t.Errorf("%s, %s: got\n%s%v, want\n%s", c.why, name, got, err, want)
			}
		}
	}
}

func TestCSVKeepsWhatStandsInQuotes(t *testing.T) {
	text := "a,\"the \"\"b\"\"\n\",c\n" + "\"1\r\n2\",\" x \"," + `"say ""no"", """""` + "\n" + `",","",""""` + "\n"
	want := "a string: \"1\\r\\n2\" \",\"\nthe \"b\"\n string: \" x \" \"\"\n" +
		"c string: \"say \\\"no\\\", \\\"\\\"\" \"\\\"\"\n"
	f, err := frame.ReadCSV(iotest.HalfReader(strings.NewReader(text)))
	if got := columnsOf(f); err != nil || got != want {
		t.Errorf("got\n%s%v, want\n%s", got, err, want)
	}
}

// aSchema is a schema of every kind.
func aSchema(t *testing.T) *frame.Schema {
	s := everyKind(t).WithCaption("Every kind.").Schema()
	s.Columns[0].Meta = frame.Meta{Unit: "ms", Meaning: "time in the queue", Method: "mean"}
	return &s
}

func TestCSVWithASchema(t *testing.T) {
	text := "row,s,f,i,b,d,\n"
	text = strings.TrimSuffix(text,
		",\n") + "\n1,7,1,-2,true,0\n2,NA,NaN,,-,\n3,\"\", 2.5 ,3,FALSE, 1ms \n4,,007,0010,true,-1s\n"
	f, err := frame.CSV{Schema: aSchema(t)}.Read(strings.NewReader(text))
	want := `f float64: "1" . "2.5" "7"
i int64: "-2" . "3" "10"
s string: "7" "NA" "" .
b bool: "true" . "false" "true"
d time.Duration: "0s" . "1ms" "-1s"
row int64: "1" "2" "3" "4"
`
	if got := columnsOf(f); err != nil || got != want {
		t.Fatalf("got\n%s%v, want\n%s", got, err, want)
	}
	if got := f.Schema(); !equalSchemas(got, *aSchema(t)) {
		t.Errorf("the schema became %v, want %v", got, aSchema(t))
	}
}

func equalSchemas(a, b frame.Schema) bool {
	x, err1 := a.MarshalJSON()
	y, err2 := b.MarshalJSON()
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

func TestCSVOptions(t *testing.T) {
	f, err := frame.CSV{Kinds: map[string]frame.Kind{"id": frame.String, "n": frame.Float}, Missing: []string{"?",
		"-999"}}.
		Read(strings.NewReader("id,n,s,t\n1,2,?,\"?\"\n?,-999,b,-999\n"))
	want := "id string: \"1\" .\nn float64: \"2\" .\ns string: . \"b\"\nt string: \"?\" .\n"
	if got := columnsOf(f); err != nil || got != want {
		t.Errorf("got\n%s%v, want\n%s", got, err, want)
	}
	// Kinds go before the schema, the schema of the options before that of the text.
	text := written(t, func(b *bytes.Buffer) error {
		return must(t)(frame.New(frame.Ints("a", []int64{1}), frame.Ints("b", []int64{2}))).WriteTypedCSV(b)
	})
	schema := must(t)(frame.New(frame.Floats("b", nil), frame.Floats("a", nil))).Schema()
	f, err = frame.CSV{Schema: &schema, Kinds: map[string]frame.Kind{"a": frame.String}}.Read(strings.NewReader(text))
	want = "b float64: \"2\"\na string: \"1\"\n"
	if got := columnsOf(f); err != nil || got != want {
		t.Errorf("got\n%s%v, want\n%s", got, err, want)
	}
}

func TestCSVRefuses(t *testing.T) {
	kinds := func(k frame.Kind) frame.CSV { return frame.CSV{Kinds: map[string]frame.Kind{"a": k}} }
	schema := frame.CSV{Schema: aSchema(t)}
	cases := []struct {
		why, text string
		options   frame.CSV
		want      string
	}{
		// The header.
		{"nothing", "", frame.CSV{},
			"line 1, column 1: there is no header: the input has no line that is not blank"},
		{"nothing but blank lines", "\ufeff\n\r\n\n", frame.CSV{},
			"line 4, column 1: there is no header: the input has no line that is not blank"},
		{"a name twice", "a,b,a\n", frame.CSV{},
			`line 1, column 5, field "a": columns 1 and 3 are both named "a"`},
		{"a first name that is empty", ",a\n0,1\n", frame.CSV{},
			"line 1, column 1: column 1 has no name; pandas writes its index so unless it is given index=False"},
		{"another name that is empty", "a,\"\"\n", frame.CSV{}, "line 1, column 3: column 2 has no name"},
		// Rows.
		{"too few fields", "a,b,c\n1,2,3\n\n4,5\n", frame.CSV{},
			"line 4, column 1: 2 fields, the header has 3"},
		{"one field", "a,b\n1\n", frame.CSV{}, "line 2, column 1: 1 field, the header has 2"},
		{"too many fields", "a,b\n\"1\n\",2\n1,2,3,4", frame.CSV{},
			"line 4, column 1: 4 fields, the header has 2"},
		{"a comma at the end", "a,b\n1,2,\n", frame.CSV{}, "line 2, column 1: 3 fields, the header has 2"},
		{"too many fields, then a fault", "a,b\n1,2,3,x\"\n", frame.CSV{},
			"line 2, column 1: at least 3 fields, the header has 2"},
		// Quotes.
		{"a quote within", "a,b\n1,x\"y\n", frame.CSV{},
			`line 2, column 4, field "b": a quote within a field without quotes: write "" in a field in quotes`},
		{"a blank before the quote", "a,b\n1, \"y\"\n", frame.CSV{},
			`line 2, column 4, field "b": a quote within a field without quotes: write "" in a field in quotes`},
		{"text behind a quote", "a,b\n\"1\n2\"3,4\n", frame.CSV{},
			`line 3, column 3, field "a": text behind the closing quote of a field`},
		{"a quote that stays open", "a,b\n1,2\n3,\"4\n5,6\n", frame.CSV{},
			`line 3, column 3, field "b": the quote that opens this field is never closed`},
		{"an open quote in the header", "a,\"b\n", frame.CSV{},
			"line 1, column 3: the quote that opens this field is never closed"},
		// Bytes.
		{"a carriage return within", "a,b\n1,x\ry\n", frame.CSV{},
			`line 2, column 4, field "b": a carriage return within a line: lines end in \n or \r\n`},
		{"lines that end in carriage returns", "a,b\r1,2\r", frame.CSV{},
			`line 1, column 4: a carriage return within a line: lines end in \n or \r\n`},
		{"a NUL", "a,b\n1,x\x00y\n", frame.CSV{},
			`line 2, column 4, field "b": a NUL byte: the input is UTF-16, binary or damaged`},
		{"a NUL in quotes", "a,b\n1,\"x\n\x00y\"\n", frame.CSV{},
			`line 3, column 1, field "b": a NUL byte: the input is UTF-16, binary or damaged`},
		{"not UTF-8", "a,größe\n1,2\n3,gr\xf6\xdfe\n", frame.CSV{},
			`line 3, column 5, field "größe": byte 0xf6 is not UTF-8: save the text as UTF-8`},
		{"half a character at the end", "a\n\xe2\x82", frame.CSV{},
			`line 2, column 1, field "a": byte 0xe2 is not UTF-8: save the text as UTF-8`},
		{"UTF-16", "\xff\xfea\x00", frame.CSV{},
			"line 1, column 1: the text is UTF-16 (little endian); save it as UTF-8"},
		{"UTF-16, the other way", "\xfe\xff\x00a", frame.CSV{},
			"line 1, column 1: the text is UTF-16 (big endian); save it as UTF-8"},
		{"gzip", "\x1f\x8b\x08\x00", frame.CSV{},
			"line 1, column 1: the input is compressed by gzip; unpack it first"},
		{"a workbook", "PK\x03\x04", frame.CSV{},
			"line 1, column 1: the input is a zip archive, such as an .xlsx workbook; save the sheet as CSV"},
		{"Parquet", "PAR1\x15\x04", frame.CSV{}, "line 1, column 1: the input is a Parquet file"},
		{"Arrow", "ARROW1\x00\x00", frame.CSV{}, "line 1, column 1: the input is an Arrow file"},
		// Cells.
		{"not a float", "b,a\n1,2.5\n1,abc\n", kinds(frame.Float),
			`line 3, column 3, field "a": "abc" is not a float64`},
		{"a hexadecimal float", "a\n0x1p-2\n", kinds(frame.Float),
			`line 2, column 1, field "a": "0x1p-2" is not a float64`},
		{"another NaN", "a\nnAn\n", kinds(frame.Float),
			`line 2, column 1, field "a": "nAn" is not a float64`},
		{"a large float", "a\n-1e999\n", kinds(frame.Float),
			`line 2, column 1, field "a": "-1e999" is outside the range of a float64`},
		{"not an int", "a\n1.0\n", kinds(frame.Int), `line 2, column 1, field "a": "1.0" is not an int64`},
		{"a large int", "a\n9223372036854775808\n", kinds(frame.Int),
			`line 2, column 1, field "a": "9223372036854775808" is outside the range of an int64`},
		{"not a bool", "a\nyes\n", kinds(frame.Bool),
			`line 2, column 1, field "a": "yes" is not a bool: it is neither true nor false`},
		{"not a duration", "a\n\"\r\n15\"\n", kinds(frame.Duration),
			`line 2, column 1, field "a": "\r\n15" is not a duration such as 1.5s or 250ms`},
		{"a long one", "a\n" + strings.Repeat("é", 100) + "\n", kinds(frame.Int),
			`line 2, column 1, field "a": "` + strings.Repeat("é", 20) + `..." is not an int64`},
		// Schemas.
		{"other columns", "f,i,s,b,D,rows,x\n", schema,
			`line 1, column 1: the header lacks column "d" of the schema, the nearest is "D"; ` +
				`the header lacks column "row" of the schema, the nearest is "rows"; the schema lacks column "D" of the header, the nearest is "d"; ` +
				`the schema lacks column "rows" of the header, the nearest is "row"; the schema lacks column "x" of the header`},
		{"kinds of other columns", "trials\n", frame.CSV{Kinds: map[string]frame.Kind{"trial": frame.Int, "trials": 9}},
			`line 1, column 1: kinds: the header has no column "trial", the nearest is "trials"; ` +
				`kinds: column "trials": kind(9) is not a kind`},
		{"no schema behind the mark", "# frame: {\"version\":1,}\na\n", frame.CSV{},
			`line 1, column 23: the schema behind "# frame: ": ` +
				"invalid character '}' looking for beginning of object key string"},
		{"a schema of the future", "# frame: {\"version\":2}\na\n", frame.CSV{},
			`line 1, column 10: the schema behind "# frame: ": version 2: this program reads version 1`},
		{"a typed text without a header",
			"# frame: {\"version\":1,\"columns\":[{\"name\":\"a\",\"kind\":\"int64\"}]}\n", frame.CSV{},
			"line 2, column 1: there is no header: the input has no line that is not blank"},
		{"very many other columns", "a,b,c,d,e,f,g,h,i,j,k,l\n", frame.CSV{Schema: &frame.Schema{}},
			`line 1, column 1: the schema lacks column "a" of the header; the schema lacks column "b" of the header; ` +
				`the schema lacks column "c" of the header; the schema lacks column "d" of the header; ` +
				`the schema lacks column "e" of the header; the schema lacks column "f" of the header; ` +
				`the schema lacks column "g" of the header; the schema lacks column "h" of the header; ` +
				`the schema lacks column "i" of the header; the schema lacks column "j" of the header; and 2 more`},
		{"a name too long to look for its like", strings.Repeat("x", 1001) + "\n",
			frame.CSV{Schema: &frame.Schema{}}, `line 1, column 1: the schema lacks column "` + strings.Repeat("x", 40) +
				`..." of the header`},
		// Bounds.
		{"very many blanks behind a field", "a\n\"1\"" + strings.Repeat(" ", 100_000) + "\n",
			frame.CSV{TrimSpace: true, MaxField: 5}, `line 2, column 1, field "a": a field of more than 5 bytes, with the blanks ` +
				"behind it"},
		{"a long field", "a,b\n1,12345\n1,123456\n", frame.CSV{MaxField: 5},
			`line 3, column 3, field "b": a field of more than 5 bytes`},
		{"a long field in quotes", "a,b\n1,\"12345\"\n1,\"1\"\"456\"\n", frame.CSV{MaxField: 5},
			`line 3, column 3, field "b": a field of more than 5 bytes`},
		{"a long row", "a,b\n123,567\n\"12\n\",6789\n", frame.CSV{MaxRow: 8},
			`line 4, column 3, field "b": a row of more than 8 bytes`},
	}
	for _, c := range cases {
		for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			f, err := c.options.Read(r)
			var at *frame.ParseError
			if err == nil || err.Error() != "frame: read csv: "+c.want || !errors.As(err, &at) || len(f.Columns()) > 0 {
				t.Errorf("%s: got %v\nwant %s", c.why, err, c.want)
			}
		}
	}
}

func TestCSVRefusesOptions(t *testing.T) {
	bad := frame.Schema{Columns: []frame.ColumnSchema{{Name: "a", Kind: frame.Int}, {Name: "a"}}}
	cases := []struct {
		options frame.CSV
		want    string
	}{
		{frame.CSV{Comma: '"'}, `comma = '"': must be a tab or a character of ASCII, neither a quote nor a #`},
		{frame.CSV{Comma: '\n'}, `comma = '\n': must be a tab or a character of ASCII, neither a quote nor a #`},
		{frame.CSV{Comma: '§'}, `comma = '§': must be a tab or a character of ASCII, neither a quote nor a #`},
		{frame.CSV{MaxField: -1}, "max field = -1, max row = 0: must not be negative"},
		{frame.CSV{Schema: &bad}, "schema: columns 0 and 1 are both named \"a\"\ncolumn 1, \"a\": kind(0) is not a kind"},
	}
	for _, c := range cases {
		if _, err := c.options.Read(strings.NewReader("a\n1\n")); err == nil || err.Error() != "frame: read csv: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := frame.ReadCSV(nil); err == nil || err.Error() != "frame: read csv: the reader is nil" {
		t.Errorf("got %v, want that the reader is nil", err)
	}
}

// stuck is a reader that returns nothing and no error.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func TestReadersReturnTheReadersError(t *testing.T) {
	for _, text := range []string{"", "a", "a,b\n", "a,b\n1", "a,b\n1,\"2", "a,b\n1,\"2\"", "a,b\r", "# fra",
		"# frame: {}", "a,b\n1,2\n", "a,b\n1,2,3"} {
		_, err := frame.ReadCSV(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errFull)))
		if !errors.Is(err, errFull) && !strings.Contains(fmt.Sprint(err), "at least 3 fields") {
			t.Errorf("csv, after %q: got %v, want %v", text, err, errFull)
		}
	}
	for _, text := range []string{"", "[", "[{", `[{"a`, `[{"a"`, `[{"a":`, `[{"a":"x`, `[{"a":1`, `[{"a":1 `,
		`[{"a":1,`,
		`[{"a":1}`, `[{"a":1},`, `[{"a":1}]`, `{"a":1}`} {
		_, err := frame.ReadJSON(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errFull)))
		if !errors.Is(err, errFull) {
			t.Errorf("json, after %q: got %v, want %v", text, err, errFull)
		}
	}
	_, err1 := frame.ReadCSV(stuck{})
	_, err2 := frame.ReadJSON(stuck{})
	if !errors.Is(err1, io.ErrNoProgress) || !errors.Is(err2, io.ErrNoProgress) {
		t.Errorf("got %v and %v, want %v", err1, err2, io.ErrNoProgress)
	}
}

// anyFrame has columns of every kind with every value that there is, and is to be kept by the typed forms.
func anyFrame(t *testing.T, r *rand.Rand, infinities bool) frame.Frame {
	n, words := r.IntN(6), []string{"", "a", "NA", "-", "#", "# frame: {}", "\ufeff", "\r\n", "\n", "\r", `"`,
		`""`, ",", ";",
		"\t", " a ", "1", "007", "true", "1s", "é€😀", "null", "\u2028", `\`, "<b>", "\x7f", "\x01"}
	word := func() string { return words[r.IntN(len(words))] }
	var cols []frame.Column
	for k := range 1 + r.IntN(6) {
		f, i, s, b := make([]float64, n), make([]int64, n), make([]string, n), make([]bool, n)
		d, mask := make([]time.Duration, n), make([]bool, n)
		for row := range n {
			f[row] = []float64{math.Float64frombits(r.Uint64()), math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1),
				1e20, 0.1}[r.IntN(7)]
			if math.IsInf(f[row], 0) && !infinities {
				f[row] = 1e300
			}
			i[row], d[row], s[row] = int64(r.Uint64()), time.Duration(r.Uint64()), word()
			b[row], mask[row] = r.IntN(2) == 0, r.IntN(3) == 0
		}
		name := fmt.Sprint(word(), k)
		c := []frame.Column{frame.Floats(name, f), frame.Ints(name, i), frame.Strings(name, s), frame.Bools(name, b),
			frame.Durations(name, d)}[r.IntN(5)]
		if r.IntN(2) == 0 {
			c = c.WithMissing(mask)
		}
		cols = append(cols, c.WithMeta(frame.Meta{Unit: word(), Meaning: word(), Method: word()}))
	}
	return must(t)(frame.New(cols...)).WithCaption(word())
}

func TestTypedCSVReadsBackEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 3000 {
		f := anyFrame(t, r, true)
		text := written(t, func(b *bytes.Buffer) error { return f.WriteTypedCSV(b) })
		if got, err := frame.ReadCSV(strings.NewReader(text)); err != nil || !frame.Equal(got, f) {
			t.Fatalf("got %v\n%s%v, want\n%s%v, from\n%s", err, columnsOf(got), got.Schema(), columnsOf(f), f.Schema(), text)
		}
		schema := f.Schema()
		plain := written(t, func(b *bytes.Buffer) error { return f.WriteCSV(b) })
		got, err := frame.CSV{Schema: &schema}.Read(strings.NewReader(plain))
		if err != nil || !frame.Equal(got, f) {
			t.Fatalf("with a schema: got %v\n%swant\n%s, from\n%s", err, columnsOf(got), columnsOf(f), plain)
		}
	}
}

func TestTypedCSVOfNothing(t *testing.T) {
	for _, f := range []frame.Frame{{}, frame.Frame{}.WithCaption("Nothing."), everyKind(t).Head(0)} {
		text := written(t, func(b *bytes.Buffer) error { return f.WriteTypedCSV(b) })
		if got, err := frame.ReadCSV(strings.NewReader(text)); err != nil || !frame.Equal(got, f) {
			t.Errorf("got %v\n%swant\n%s, from\n%s", err, columnsOf(got), columnsOf(f), text)
		}
	}
}

func TestTypedCSVRefusesWhatCouldNotBeRead(t *testing.T) {
	f := everyKind(t)
	cases := []struct {
		f    frame.Frame
		want string
	}{
		{f.WithCaption("\xff"), `the caption "\xff" is not UTF-8`},
		{must(t)(f.Rename("f", "a\x00")), `the name "a\x00" has a NUL byte or is not UTF-8`},
		{must(t)(f.WithMeta("i", frame.Meta{Method: "\xff"})), `column "i": unit, meaning or method is not UTF-8`},
		{must(t)(f.With(frame.Strings("s", []string{"", "", "a\x00", "\xff"}))),
			`column "s", row 2: "a\x00" has a NUL byte or is not UTF-8`},
	}
	for _, c := range cases {
		var b bytes.Buffer
		err := c.f.WriteTypedCSV(&b)
		if err == nil || err.Error() != "frame: typed csv: "+c.want || b.Len() > 0 {
			t.Errorf("got %v and %d bytes, want %s and none", err, b.Len(), c.want)
		}
	}
	if err := f.WriteTypedCSV(full{}); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

// oracle reads a table with the standard library's reader, each cell as it stands in the text.
func oracle(text string, comma rune) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	if comma != 0 {
		r.Comma = comma
	}
	return r.ReadAll()
}

// checkOracle holds a text that was read as strings against the standard library's reader. Where only one of the two
// reads it, that has to be for a reason that is known.
func checkOracle(t *testing.T, text string, comma rune) {
	t.Helper()
	want, werr := oracle(text, comma)
	if strings.HasPrefix(strings.TrimPrefix(text, "\ufeff"), "# frame: ") {
		return
	}
	f, err := frame.CSV{Comma: comma}.Read(strings.NewReader(text))
	if werr != nil {
		if err == nil {
			t.Errorf("read although the standard library says %v: %q", werr, text)
		}
		return
	}
	if err != nil {
		if !knownStricter(want, text) {
			t.Errorf("got %v for %q, which the standard library reads as %q", err, text, want)
		}
		return
	}
	all := frame.Schema{}
	for _, name := range f.Columns() {
		all.Columns = append(all.Columns, frame.ColumnSchema{Name: name, Kind: frame.String})
	}
	if f, err = (frame.CSV{Comma: comma, Schema: &all}).Read(strings.NewReader(text)); err != nil {
		t.Fatalf("as strings: %v for %q", err, text)
	}
	if f.Rows() != len(want)-1 || len(f.Columns()) != len(want[0]) {
		t.Fatalf("got %d rows and %d columns, want %q, from %q", f.Rows(), len(f.Columns()), want, text)
	}
	for j, name := range f.Columns() {
		cells, err := frame.Col[string](f, name)
		if err != nil {
			t.Fatal(err)
		}
		for i, cell := range append([]string{name}, cells...) {
			// The standard library turns line ends within a field into bare newlines.
			if got := strings.ReplaceAll(cell, "\r\n", "\n"); got != want[i][j] && !(got == "" && want[i][j] == "NA") {
				t.Fatalf("row %d, column %d: got %q, want %q, from %q", i, j, got, want[i][j], text)
			}
		}
	}
}

// knownStricter reports whether a text has what we refuse and the standard library does not.
func knownStricter(rows [][]string, text string) bool {
	if len(rows) == 0 || strings.ContainsAny(strings.ReplaceAll(text, "\r\n", "\n"),
		"\r\x00") || strings.ToValidUTF8(text, "") != text ||
		strings.HasPrefix(text, "PK\x03\x04") || strings.HasPrefix(text, "PAR1\x15") {
		return true
	}
	seen := map[string]bool{"": true}
	for _, name := range rows[0] {
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

func TestCSVAgainstTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	parts := []string{"a", "b", ",", ",", ";", "\n", "\n", "\r\n", `"`, `"`, `""`, " ", "1", "é", "\r", "\x00",
		"\xff", "NA"}
	for range 60_000 {
		text := []string{"a,b\n", "x\n", "", "\ufeffx,\"y\"\r\n"}[r.IntN(4)]
		for range r.IntN(12) {
			text += parts[r.IntN(len(parts))]
		}
		checkOracle(t, text, []rune{0, ';'}[r.IntN(2)])
	}
}
