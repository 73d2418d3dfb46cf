package frame_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

// endless yields a beginning and then a pattern until it has yielded so many bytes, and counts them.
type endless struct {
	begin, pattern string
	left, read     int64
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	if e.read < int64(len(e.begin)) {
		n = copy(b, e.begin[e.read:])
	} else {
		at := int((e.read - int64(len(e.begin))) % int64(len(e.pattern)))
		for n < len(b) {
			n += copy(b[n:], e.pattern[at:])
			at = 0
		}
	}
	e.read, e.left = e.read+int64(n), e.left-int64(n)
	return n, nil
}

func TestTwoGigabytesOfOneLineAreRefusedEarly(t *testing.T) {
	const size = 2 << 30
	csv := func(r io.Reader) error { _, err := frame.ReadCSV(r); return err }
	rows := func(r io.Reader) error { _, err := frame.ReadJSON(r); return err }
	cases := []struct {
		why            string
		read           func(io.Reader) error
		begin, pattern string
		most           int64 // MiB that may be read
		want           string
	}{
		{"one line", csv, "", "x", 3, "line 1, column 1: a field of more than 1048576 bytes"},
		{"one line of data", csv, "a,b\n1,", "x", 3, `line 2, column 3, field "b": a field of more than 1048576 bytes`},
		{"an open quote", csv, "a,b\n1,\"", "x\n", 3,
			`line 2, column 3, field "b": a field of more than 1048576 bytes: is its quote ever closed?`},
		{"quotes within quotes", csv, "a,b\n1,\"", `""`, 3,
			`line 2, column 3, field "b": a field of more than 1048576 bytes`},
		{"a header of many names", csv, "a", ",b", 1, `line 1, column 5, field "b": columns 2 and 3 are both named "b"`},
		{"many fields", csv, "a,b\n", "1,", 1, "line 2, column 1: at least 100001 fields, the header has 2"},
		{"many fields of some length", csv, "a,b\n", strings.Repeat("x", 1000) + ",", 18,
			"line 2, column 1: at least 16760 fields, the header has 2"},
		{"a schema", csv, "# frame: ", "x", 34, "line 1, column 1: the line of the schema has more than 16777216 bytes"},
		{"a string", rows, `[{"a":"`, "x", 3,
			`line 1, column 7, field "a": a string of more than 1048576 bytes: is its quote ever closed?`},
		{"a key", rows, `[{"`, "x", 3, "line 1, column 3: a string of more than 1048576 bytes: is its quote ever closed?"},
		{"a number", rows, `[{"a":`, "1", 3, `line 1, column 7, field "a": a field of more than 1048576 bytes`},
		{"arrays within arrays", rows, "", "[", 1,
			`line 1, column 2: "[" where there should be a row, which is an object in braces`},
		{"objects within objects", rows, "", `{"a":`, 1, `line 1, column 6, field "a": an object or array within a row: ` +
			"a cell is a number, a string, true, false or null"},
	}
	for _, c := range cases {
		r := &endless{begin: c.begin, pattern: c.pattern, left: size}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := c.read(r)
		runtime.ReadMemStats(&after)
		var at *frame.ParseError
		if !errors.As(err, &at) || at.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.why, err, c.want)
		}
		if allocated := int64(after.TotalAlloc-before.TotalAlloc) >> 20; r.read>>20 >= c.most || allocated >= 4*c.most {
			t.Errorf("%s: read %d bytes and allocated %d MiB, want less than %d and %d MiB", c.why, r.read, allocated,
				c.most, 4*c.most)
		}
	}
}

func TestBlankSpaceIsReadInLittleMemory(t *testing.T) {
	size := int64(64 << 20)
	if testing.Short() {
		size = 4 << 20 // still eight times what may be allocated
	}
	for _, c := range []struct {
		why   string
		read  func(io.Reader) error
		begin string
	}{
		{"csv", func(r io.Reader) error { _, err := frame.ReadCSV(r); return err }, "a\n1\n"},
		{"json", func(r io.Reader) error { _, err := frame.ReadJSON(r); return err }, "[]"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := &endless{begin: c.begin, pattern: "\r\n\n", left: size}
		err := c.read(r)
		runtime.ReadMemStats(&after)
		if kib := (after.TotalAlloc - before.TotalAlloc) >> 10; err != nil || r.left > 0 || kib > 512 {
			t.Errorf("%s: got %v, %d bytes unread, %d KiB allocated, want less than 512", c.why, err, r.left, kib)
		}
	}
}

func TestColumnsAreBounded(t *testing.T) {
	var names, row strings.Builder
	row.WriteString("{")
	for i := range frame.MaxColumns {
		if i > 0 {
			names.WriteString(",")
			row.WriteString(",")
		}
		name := strings.Repeat("x", i%2) + string(rune('a'+i%26)) + string(rune(0x4e00+i/26))
		names.WriteString(name)
		row.WriteString(`"` + name + `":1`)
	}
	f, err := frame.ReadCSV(strings.NewReader(names.String()))
	if err != nil || len(f.Columns()) != frame.MaxColumns {
		t.Errorf("csv: got %d columns, %v, want %d", len(f.Columns()), err, frame.MaxColumns)
	}
	_, err = frame.ReadCSV(strings.NewReader(names.String() + ",y\n"))
	if err == nil || !strings.HasSuffix(err.Error(), ": more than 100000 columns") {
		t.Errorf("csv: got %v, want that there are too many columns", err)
	}
	f, err = frame.ReadJSON(strings.NewReader(row.String() + "}"))
	if err != nil || len(f.Columns()) != frame.MaxColumns {
		t.Errorf("json: got %d columns, %v, want %d", len(f.Columns()), err, frame.MaxColumns)
	}
	_, err = frame.ReadJSON(strings.NewReader(row.String() + `,"y":1}`))
	if err == nil || !strings.HasSuffix(err.Error(), ": more than 100000 columns") {
		t.Errorf("json: got %v, want that there are too many columns", err)
	}
}

func TestKeysThatAreDataAreRefused(t *testing.T) {
	var b strings.Builder
	for i := range 20_000 {
		b.WriteString(`{"` + string(rune('a'+i%26)) + string(rune(0x4e00+i/26)) + "\":1}\n")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := frame.ReadJSON(strings.NewReader(b.String()))
	runtime.ReadMemStats(&after)
	want := "frame: read json: line 4097, column 2: 4096 rows and 4097 columns with 4096 cells: nearly all are missing; " +
		"are the keys data?"
	if err == nil || err.Error() != want || after.TotalAlloc-before.TotalAlloc > 512<<20 {
		t.Errorf("got %v and %d MiB, want %s", err, (after.TotalAlloc-before.TotalAlloc)>>20, want)
	}
	// Rows of nothing and then one of many keys would need as much.
	keys := strings.ReplaceAll(strings.TrimSuffix(b.String()[1:], "}\n"), "}\n{", ",")
	_, err = frame.ReadJSON(strings.NewReader(strings.Repeat("{}\n", 10_000) + "{" + keys + "}"))
	if err == nil || !strings.HasSuffix(err.Error(), "are the keys data?") {
		t.Errorf("got %v, want that nearly all cells are missing", err)
	}
}
