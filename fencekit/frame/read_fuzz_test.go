package frame_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"fence/fencekit/frame"
)

// FuzzReadCSV reads any text, at once and byte by byte, holds what is read against the standard library, and writes it
// and reads it back.
func FuzzReadCSV(f *testing.F) {
	for _, s := range []string{"", "a,b\n1,2\n", "\ufeffa\n1", "a\x00,b\n", "a,b\n1\n", "a,b\n1,2,3\n",
		"\"a\n\",b\r\n\"\"\"\",\r\n",
		"a,b\n\"x", "a,b\n\"x\"y,1\n", "a,b\nx\"y,1\n", "a\r\n\r\n007\r\n", "a;b\n1;2\n", "\xff\xfea\x00",
		"a\n\xff\n", ",a\n",
		"a,a\n", "a\nNA\n\"NA\"\n\"\"\n", "a,b\n-0,1e999\n", "a,b\n1s,true\n0,-\n", "a,b\n x , \"y\" \n",
		`# frame: {"version":1,"caption":"c","columns":[{"name":"a","kind":"duration","unit":"s"}]}` + "\na\n1s\n",
		"# frame: {}", "a\r1\r", "a,b\n1,\"2\"\r", "a\n18446744073709551615\n"} {
		f.Add(s, uint8(0))
		f.Add(s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, flags uint8) {
		options := frame.CSV{TrimSpace: flags&1 != 0}
		if flags&2 != 0 {
			options.Comma = ';'
		}
		got, err := options.Read(strings.NewReader(text))
		again, err2 := options.Read(iotest.OneByteReader(strings.NewReader(text)))
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() || !frame.Equal(got, again) {
			t.Fatalf("%q reads otherwise byte by byte: %v and %v", text, err, err2)
		}
		if !options.TrimSpace && len(text) < 1<<16 {
			checkOracle(t, text, options.Comma)
		}
		if err == nil {
			checkTypedCSV(t, got)
		}
	})
}

// FuzzCSVOptions reads a text below lines to skip, which must read as the text does, and the text without its header.
func FuzzCSVOptions(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "a\n\n1\n", "\"a\nb\",c\n1,2\n", "# frame: {}\na\n", "", "a,a\n",
		"a\r\n1\r\n"} {
		f.Add(s, "above", uint8(1))
		f.Add(s, "\"\x00", uint8(3))
	}
	f.Fuzz(func(t *testing.T, text, line string, n uint8) {
		if strings.Contains(line, "\n") || n == 0 || n > 5 || text == "" {
			return
		}
		above := strings.Repeat("above "+line+"\n", int(n))
		want, wantErr := frame.ReadCSV(strings.NewReader(text))
		got, err := frame.CSV{SkipRows: int(n)}.Read(iotest.OneByteReader(strings.NewReader(above + text)))
		if firstBytes(text) {
			return
		}
		if (err == nil) != (wantErr == nil) || frame.Diff(got, want) != "" {
			t.Fatalf("%q below %d lines: got %v, want %v\n%s", text, n, err, wantErr, frame.Diff(got, want))
		}
		if err != nil || want.Rows() == 0 || strings.HasPrefix(text, "# frame: ") {
			return
		}
		bare := strings.SplitN(text, "\n", 2)
		if bare[0] == "" || strings.ContainsAny(bare[0], "\"\r") {
			return
		}
		given, err := frame.CSV{Header: want.Columns()}.Read(strings.NewReader(bare[1]))
		if firstBytes(bare[1]) || strings.HasPrefix(bare[1], "# frame: ") {
			return
		}
		if err != nil || frame.Diff(given, want) != "" {
			t.Fatalf("%q without its header: %v\n%s", text, err, frame.Diff(given, want))
		}
	})
}

// firstBytes says whether a text may begin with what only the first bytes are taken for: a mark, or the magic of another
// format.
func firstBytes(text string) bool {
	return text == "" || text[0] >= 0x7f || text[0] == 0x1f || strings.HasPrefix(text, "PK") ||
		strings.HasPrefix(text, "PAR1") || strings.HasPrefix(text, "ARROW1")
}

// checkTypedCSV writes a frame in the typed form and reads it back.
func checkTypedCSV(t *testing.T, f frame.Frame) {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteTypedCSV(&b); err != nil {
		t.Fatal(err)
	}
	got, err := frame.ReadCSV(strings.NewReader(b.String()))
	if err != nil || !frame.Equal(got, f) {
		t.Fatalf("got %v\n%swant\n%s, from\n%q", err, columnsOf(got), columnsOf(f), b.String())
	}
}

// FuzzReadJSON reads any text as FuzzReadCSV does.
func FuzzReadJSON(f *testing.F) {
	for _, s := range []string{"", "[]", `[{"a":1},{"b":"x"}]`, "{\"a\":1}\n{\"a\":null}", `{"a":[1]}`, `{"a":1,"a":2}`,
		"\ufeff{}", "{\"a\":\"\x00\"}", `{"a":"\u0000\ud800\n"}`, `{"a":-0}`, `{"a":1e999}`, `{"a":"1s"}`,
		"{\"a\":\"\xff\"}",
		`{"a":true}{"a":false}`, `[{"a":1}`, `{"":1}`, `{"a":18446744073709551615}`, "\xff\xfe{\x00", `[{"a":0.1},]`,
		`{"a":1,}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := frame.ReadJSON(strings.NewReader(text))
		again, err2 := frame.ReadJSON(iotest.OneByteReader(strings.NewReader(text)))
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() || !frame.Equal(got, again) {
			t.Fatalf("%q reads otherwise byte by byte: %v and %v", text, err, err2)
		}
		if len(text) < 1<<16 {
			checkJSONOracle(t, text)
		}
		if err == nil {
			checkTypedJSON(t, got)
		}
	})
}

// checkTypedJSON writes a frame as JSON and reads it back with its schema.
func checkTypedJSON(t *testing.T, f frame.Frame) {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	schema := f.Schema()
	got, err := frame.JSON{Schema: &schema}.Read(strings.NewReader(b.String()))
	if err != nil || !frame.Equal(got, f) {
		t.Fatalf("got %v\n%swant\n%s, from\n%q", err, columnsOf(got), columnsOf(f), b.String())
	}
}

// frameOf makes a frame from the bytes of a fuzzer: texts are cut at 0x1f, numbers taken eight bytes at a time.
func frameOf(t *testing.T, kinds, data []byte) frame.Frame {
	texts := strings.Split(strings.ToValidUTF8(strings.ReplaceAll(string(data), "\x00", ""), "?"), "\x1f")
	n := min(len(texts)-1, 50)
	word := func(i int) string { return texts[i%len(texts)] }
	bits := func(i int) uint64 {
		var b [8]byte
		copy(b[:], data[min(i*8, len(data)):])
		return binary.LittleEndian.Uint64(b[:])
	}
	var cols []frame.Column
	for k, kind := range kinds[:min(len(kinds), 8)] {
		f, i, s, b := make([]float64, n), make([]int64, n), make([]string, n), make([]bool, n)
		d, mask := make([]time.Duration, n), make([]bool, n)
		for row := range n {
			x := bits(row + k*n)
			f[row], i[row], d[row], b[row] = math.Float64frombits(x), int64(x), time.Duration(x), x&1 != 0
			s[row], mask[row] = word(row+k+1), kind&8 != 0 && x%3 == 0
		}
		name := string(rune('a'+k)) + word(k)
		c := []frame.Column{frame.Floats(name, f), frame.Ints(name, i), frame.Strings(name, s), frame.Bools(name, b),
			frame.Durations(name, d)}[kind%5]
		cols = append(cols, c.WithMissing(mask).WithMeta(frame.Meta{Unit: word(k), Meaning: word(k + 1),
			Method: word(k + 2)}))
	}
	return must(t)(frame.New(cols...)).WithCaption(word(len(kinds)))
}

// fuzzFrames adds seeds for frameOf.
func fuzzFrames(f *testing.F) {
	for _, words := range []string{"", "a\x1fb\x1f", "NA\x1f\x1f\"\x1f", "\r\n\x1f,\x1f#", "\ufeff\x1f 1 \x1f\\",
		"\x01\x1f\u2028\x1f<&>"} {
		for _, kinds := range []string{"\x02", "\x0c", "\x00\x01\x02\x03\x04", "\x08\x09\x0a\x0b\x0c", ""} {
			f.Add([]byte(kinds), []byte(words))
		}
	}
}

// FuzzCSVRoundTrip holds frames of every kind equal to themselves after the typed form, and after the plain one with a
// schema.
func FuzzCSVRoundTrip(f *testing.F) {
	fuzzFrames(f)
	f.Fuzz(func(t *testing.T, kinds, data []byte) {
		want := frameOf(t, kinds, data)
		checkTypedCSV(t, want)
		schema := want.Schema()
		var b bytes.Buffer
		if err := want.WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		got, err := frame.CSV{Schema: &schema}.Read(strings.NewReader(b.String()))
		if err != nil || !frame.Equal(got, want) {
			t.Fatalf("got %v\n%swant\n%s, from\n%q", err, columnsOf(got), columnsOf(want), b.String())
		}
	})
}

// FuzzJSONRoundTrip does the same with JSON and a schema.
func FuzzJSONRoundTrip(f *testing.F) {
	fuzzFrames(f)
	f.Fuzz(func(t *testing.T, kinds, data []byte) {
		want := frameOf(t, kinds, data)
		for _, name := range want.Columns() {
			if x, err := frame.Col[float64](want, name); err == nil {
				for i := range x {
					if math.IsInf(x[i], 0) {
						x[i] = math.Copysign(math.MaxFloat64, x[i])
					}
				}
				c, err := want.Column(name)
				if err != nil {
					t.Fatal(err)
				}
				want = must(t)(want.With(frame.Floats(name, x).WithMeta(c.Meta)))
			}
		}
		checkTypedJSON(t, want)
	})
}
