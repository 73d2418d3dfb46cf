//go:build interop

// Package interop_test writes files and has other people's programs read them, cell by cell: the npm libraries
// apache-arrow and hyparquet under node, and pandas. It also reads what apache-arrow and hyparquet-writer write.
package interop_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/frame/arrowio"
	"fence/fencekit/frame/parquetio"
)

// seen is a file as another program reads it. A cell is a word that says its type, or nil when it is missing.
type seen struct {
	Meta    map[string]string
	Columns []struct {
		Name, Type string
		Nullable   bool
		Meta       map[string]string
		Cells      []*string
	}
}

// ask runs a program that prints what it reads.
func ask(t *testing.T, program string, args ...string) seen {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v; `make interop` installs what it needs\n%s", program, strings.Join(args, " "), err, errs.String())
	}
	var s seen
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatalf("%s %s: %v in %s", program, strings.Join(args, " "), err, out.String())
	}
	return s
}

// everything is a frame with what can go wrong in each kind of column.
func everything(t *testing.T) frame.Frame {
	t.Helper()
	gap := []bool{false, false, true, false, false, false}
	f, err := frame.New(
		frame.Floats("z.loss", []float64{math.Copysign(0, -1), math.Inf(1), 1, math.NaN(), 5e-324, math.Inf(-1)}).WithMissing(gap).
			WithMeta(frame.Meta{Unit: "ms", Meaning: "naïve loss", Method: "median"}),
		frame.Ints("count", []int64{math.MaxInt64, math.MinInt64, 1, 0, -1, 1 << 53}).WithMissing(gap),
		frame.Strings("who, and why", []string{"", "Zoë\x00\n", "gone", "日本 🦊", `"\`, "007"}).WithMissing(gap),
		frame.Bools("ok", []bool{true, false, true, false, true, false}).WithMissing(gap),
		frame.Durations("held", []time.Duration{math.MaxInt64, math.MinInt64, 1, 0, -time.Second, 1500}).WithMissing(gap),
		frame.Ints("Aa", []int64{1, 2, 3, 4, 5, 6}),
	)
	if err != nil {
		t.Fatal(err)
	}
	return f.WithCaption("All of it,\nin <two> lines")
}

// frames are what is written: all kinds, none, few and many rows.
func frames(t *testing.T) map[string]frame.Frame {
	t.Helper()
	all := everything(t)
	const n = 5000
	numbers, gaps, words := make([]float64, n), make([]bool, n), make([]string, n)
	for i := range n {
		numbers[i], gaps[i], words[i] = float64(i)/7, i%3 == 1, fmt.Sprint("w", i%100)
	}
	many, err := frame.New(frame.Floats("x", numbers).WithMissing(gaps), frame.Strings("w", words).WithMissing(gaps),
		frame.Bools("b", gaps), frame.Strings("none", words).WithMissing(make([]bool, n)))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]frame.Frame{"everything": all, "no rows": all.Head(0), "one row": all.Head(1), "many rows": many}
}

// want is the word of a cell.
func want(c frame.Column, i int) (word string, missing bool) {
	if c.Missing(i) {
		return "", true
	}
	switch c.Kind() {
	case frame.Float:
		return "f " + c.Text(i), false
	case frame.Int:
		return "i " + c.Text(i), false
	case frame.Bool:
		return "b " + c.Text(i), false
	case frame.Duration:
		d, err := frame.Values[time.Duration](c)
		if err != nil {
			panic(err)
		}
		return fmt.Sprintf("i %d", int64(d[i])), false
	}
	return "s " + c.Text(i), false
}

// same says whether a word means a cell. Floats are compared by their bits, however they are written.
func same(word string, c frame.Column, i int) bool {
	text, missing := want(c, i)
	if missing {
		return false
	}
	if c.Kind() != frame.Float {
		return word == text
	}
	got, err := strconv.ParseFloat(strings.TrimPrefix(word, "f "), 64)
	x, bad := strconv.ParseFloat(strings.TrimPrefix(text, "f "), 64)
	return err == nil && bad == nil && strings.HasPrefix(word, "f ") && math.Float64bits(got) == math.Float64bits(x)
}

// compare holds what another program saw to the frame that was written. Types are by kind.
func compare(t *testing.T, what string, s seen, f frame.Frame, types map[frame.Kind]string) {
	t.Helper()
	if len(s.Columns) != len(f.Columns()) {
		t.Fatalf("%s: got %d columns, want %d", what, len(s.Columns), len(f.Columns()))
	}
	for j, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Columns[j]
		if got.Name != name || got.Type != types[c.Kind()] || len(got.Cells) != f.Rows() {
			t.Errorf("%s: column %d: got %q of %s and %d cells, want %q of %s and %d", what, j, got.Name, got.Type,
				len(got.Cells), name, types[c.Kind()], f.Rows())
			continue
		}
		for i, word := range got.Cells {
			if word == nil != c.Missing(i) || word != nil && !same(*word, c, i) {
				text, missing := want(c, i)
				t.Errorf("%s: column %q, row %d: got %s, want %q, missing %v", what, name, i, show(word), text, missing)
			}
		}
	}
}

func show(word *string) string {
	if word == nil {
		return "a missing cell"
	}
	return strconv.Quote(*word)
}

func write(t *testing.T, name string, f frame.Frame, encode func(io.Writer, frame.Frame) error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err == nil {
		err = encode(file, f)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNpmReadsOurArrow(t *testing.T) {
	types := map[frame.Kind]string{frame.Float: "Float64", frame.Int: "Int64", frame.String: "Utf8", frame.Bool: "Bool",
		frame.Duration: "Duration<NANOSECOND>"}
	for name, f := range frames(t) {
		for form, encode := range map[string]func(io.Writer, frame.Frame) error{"file": arrowio.Write, "stream": arrowio.WriteStream} {
			s := ask(t, "node", "read.mjs", "arrow", write(t, "x.arrow", f, encode))
			compare(t, name+", "+form, s, f, types)
			if got := s.Meta["fence.caption"]; got != f.Caption() {
				t.Errorf("%s: caption: got %q, want %q", name, got, f.Caption())
			}
			if got := s.Columns[0].Meta["fence.unit"]; name != "many rows" && (got != "ms" || !s.Columns[0].Nullable) {
				t.Errorf("%s: unit: got %q, nullable %v, want ms, nullable", name, got, s.Columns[0].Nullable)
			}
		}
	}
}

func TestNpmReadsOurParquet(t *testing.T) {
	types := map[frame.Kind]string{frame.Float: "DOUBLE", frame.Int: "INT64", frame.String: "BYTE_ARRAY", frame.Bool: "BOOLEAN",
		frame.Duration: "INT64"}
	for name, f := range frames(t) {
		s := ask(t, "node", "read.mjs", "parquet", write(t, "x.parquet", f, parquetio.Write))
		compare(t, name, s, f, types)
		var schema frame.Schema
		if err := json.Unmarshal([]byte(s.Meta[parquetio.SchemaKey]), &schema); err != nil || schema.Caption != f.Caption() {
			t.Errorf("%s: the schema: got %v, %q", name, err, s.Meta[parquetio.SchemaKey])
		}
	}
}

// TestWeReadWhatNpmWrites reads types that we do not write: dictionaries, which is what apache-arrow makes of strings, and
// narrower numbers, in two record batches or row groups.
func TestWeReadWhatNpmWrites(t *testing.T) {
	gap := func(c frame.Column, at int) frame.Column {
		mask := make([]bool, 4)
		mask[at] = true
		return c.WithMissing(mask)
	}
	f, err := frame.New(
		gap(frame.Strings("words", []string{"a", "", "bé", "a"}), 1),
		gap(frame.Strings("text", []string{"日本", "", "", "x"}), 2),
		gap(frame.Ints("small", []int64{1, math.MinInt32, 0, math.MaxInt32}), 2),
		gap(frame.Ints("whole", []int64{math.MaxInt64, math.MinInt64, 0, 0}), 2),
		gap(frame.Floats("single", []float64{float64(float32(0.1)), math.Copysign(0, -1), 0, math.Inf(1)}), 2),
		gap(frame.Floats("double", []float64{0.1, math.NaN(), 0, math.Copysign(0, -1)}), 2),
		gap(frame.Bools("yes", []bool{true, false, false, true}), 2),
		gap(frame.Strings("large", []string{"l", "", "", "m"}), 1),
		gap(frame.Ints("byte", []int64{255, 0, 0, 1}), 2),
		gap(frame.Durations("took", []time.Duration{1500 * time.Millisecond, -time.Millisecond, 0, 0}), 2),
	)
	if err != nil {
		t.Fatal(err)
	}
	all, err := frame.Concat(f, f.Head(3).Tail(2))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := all.Drop("large", "byte", "took") // which Parquet has not, or its writer
	if err != nil {
		t.Fatal(err)
	}
	parquet := func(b []byte) (frame.Frame, error) { return parquetio.Read(bytes.NewReader(b), int64(len(b))) }
	arrow := func(b []byte) (frame.Frame, error) { return arrowio.Read(bytes.NewReader(b)) }
	for _, c := range []struct {
		form string
		read func([]byte) (frame.Frame, error)
		want frame.Frame
	}{{"file", arrow, all}, {"stream", arrow, all}, {"parquet", parquet, plain}} {
		path := filepath.Join(t.TempDir(), "x")
		if out, err := exec.Command("node", "write.mjs", c.form, path).CombinedOutput(); err != nil {
			t.Fatalf("node write.mjs: %v\n%s", err, out)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.read(b); err != nil || !frame.Equal(got, c.want) {
			t.Errorf("%s: got %v\n%v\nwant\n%v", c.form, err, got, c.want)
		}
	}
}

// TestPandasReadsOurCSV reads the plain form, and the typed one with its first line as a comment. What pandas needs
// to be told is what CSV cannot say: that a column of integers has gaps, that an empty string is not a missing one,
// and which columns hold durations.
func TestPandasReadsOurCSV(t *testing.T) {
	gap := []bool{false, true, false, false}
	f, err := frame.New(
		frame.Floats("rate", []float64{math.Copysign(0, -1), math.NaN(), 5e-324, math.Inf(-1)}),
		frame.Floats("third", []float64{1.0 / 3, 1e300, 123456789.123456789, math.Inf(1)}),
		frame.Ints("seed", []int64{math.MaxInt64, math.MinInt64, 0, -1}),
		frame.Ints("count", []int64{1 << 53, 0, -1 << 53, 0}).WithMissing(gap), // beyond, pandas 1.5 loses digits
		frame.Strings("posture", []string{"check", "", "a, \"b\"\nc", "日本 🦊"}).WithMissing(gap),
		frame.Bools("ok", []bool{true, false, true, false}),
		frame.Bools("held", []bool{true, false, false, true}).WithMissing(gap),
		frame.Durations("margin", []time.Duration{1500 * time.Millisecond, 0, -90 * time.Minute, math.MaxInt64}).WithMissing(gap),
		frame.Durations("tick", []time.Duration{1500, 7, 0, -26 * time.Hour}),
	)
	if err != nil {
		t.Fatal(err)
	}
	dtypes := []string{"float64", "float64", "int64", "Int64", "object", "bool", "object", "timedelta64[ns]", "timedelta64[ns]"}
	for _, c := range []struct {
		name, read string
		encode     func(io.Writer, frame.Frame) error
	}{
		{"plain", `{"dtype": {"count": "Int64"}}`, func(w io.Writer, f frame.Frame) error { return f.WriteCSV(w) }},
		{"typed", `{"dtype": {"count": "Int64"}, "comment": "#"}`,
			func(w io.Writer, f frame.Frame) error { return f.WriteTypedCSV(w) }},
	} {
		path := write(t, c.name+".csv", f.WithCaption("Held, in seconds"), c.encode)
		s := ask(t, "/usr/bin/python3", "read_csv.py", path, `{"read": `+c.read+`, "durations": ["margin", "tick"]}`)
		for j := range s.Columns {
			if got := s.Columns[j].Type; j < len(dtypes) && got != dtypes[j] {
				t.Errorf("%s: column %q: got dtype %s, want %s", c.name, s.Columns[j].Name, got, dtypes[j])
			}
		}
		for j, name := range f.Columns() { // the types have been compared
			column, err := f.Column(name)
			if err != nil {
				t.Fatal(err)
			}
			s.Columns[j].Type = column.Kind().String()
		}
		kinds := map[frame.Kind]string{}
		for k := frame.Float; k <= frame.Duration; k++ {
			kinds[k] = k.String()
		}
		compare(t, c.name, s, f, kinds)
	}
}
