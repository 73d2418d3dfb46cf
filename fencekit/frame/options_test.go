package frame_test

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"fence/fencekit/frame"
)

func TestCSVWithoutHeader(t *testing.T) {
	want := must(t)(frame.New(frame.Ints("a", []int64{1, 2}), frame.Strings("b", []string{"x", "y"})))
	cases := []struct {
		text    string
		options frame.CSV
	}{
		{"1,x\n2,y\n", frame.CSV{Header: []string{"a", "b"}}},
		{"\xef\xbb\xbf\n1;x\r\n2;y", frame.CSV{Header: []string{"a", "b"}, Comma: ';'}},
		{"made by hand\n\"\x00\xff,,,\n1,x\n2,y\n", frame.CSV{Header: []string{"a", "b"}, SkipRows: 2}},
		{"made by hand\n\na,b\n1,x\n2,y\n", frame.CSV{SkipRows: 2}},
		{"a,b\n1,x\n2,y\n", frame.CSV{SkipRows: 1, Header: []string{"a", "b"}}},
		{strings.Repeat("z", 300_000) + "\na,b\n1,x\n2,y\n", frame.CSV{SkipRows: 1, MaxField: 10, MaxRow: 10}},
		{"above\n" + `# frame: {"version":1,"columns":[{"name":"a","kind":"int64"},{"name":"b","kind":"string"}]}` + "\n" +
			"1,x\n2,y\n", frame.CSV{SkipRows: 1, Header: []string{"a", "b"}}},
	}
	for _, c := range cases {
		wantFrame(t, must(t)(c.options.Read(strings.NewReader(c.text))), want)
		wantFrame(t, must(t)(c.options.Read(iotest.OneByteReader(strings.NewReader(c.text)))), want)
	}
	empty := must(t)(frame.CSV{Header: []string{"a"}}.Read(strings.NewReader("")))
	wantFrame(t, empty, must(t)(frame.New(frame.Strings("a", nil))))
}

func TestCSVOptionsRefuse(t *testing.T) {
	for _, c := range []struct {
		text    string
		options frame.CSV
		want    []string
	}{
		{"1,x\n2\n", frame.CSV{Header: []string{"a", "b"}}, []string{"line 2, column 1: 1 field, the header has 2"}},
		{"1,x\n", frame.CSV{Header: []string{"a"}}, []string{"line 1, column 1: 2 fields, the header has 1"}},
		{"1\n", frame.CSV{Header: []string{"a", "", "a"}},
			[]string{"header: column 2 has no name", `header: columns 1 and 2 are both named "a"`}},
		{"1\n", frame.CSV{Header: []string{}}, []string{"header: it has no names; nil is for a text that has a header"}},
		{"1\n", frame.CSV{SkipRows: -1}, []string{"skip rows = -1: must not be negative"}},
		{"1\n2", frame.CSV{SkipRows: 3}, []string{"line 2, column 2: skip rows = 3: the input has 2 lines"}},
		{"", frame.CSV{SkipRows: 1}, []string{"line 1, column 1: skip rows = 1: the input has 0 lines"}},
		{"above\na,a\n", frame.CSV{SkipRows: 1}, []string{`line 2, column 3, field "a": columns 1 and 2 are both named "a"`}},
	} {
		_, err := c.options.Read(strings.NewReader(c.text))
		c.want[0] = "frame: read csv: " + c.want[0]
		wantError(t, err, c.want...)
	}
}

func TestReadFileWithOptions(t *testing.T) {
	dir := t.TempDir()
	want := must(t)(frame.New(frame.Ints("a", []int64{1}), frame.Strings("b", []string{"x"})))
	wantFrame(t, must(t)(frame.CSV{Comma: ';'}.ReadFile(put(t, dir, "semi.txt", "a;b\n1;x\n"))), want)
	wantFrame(t, must(t)(frame.CSV{SkipRows: 1}.ReadFile(put(t, dir, "tabs.tsv", "above\na\tb\n1\tx\n"))), want)
	wantFrame(t, must(t)(frame.JSON{}.ReadFile(put(t, dir, "rows.log", `{"a":1,"b":"x"}`))), want)
	// The file beside it counts, but not against the options.
	path := filepath.Join(dir, "own.csv")
	meta := must(t)(want.WithMeta("a", frame.Meta{Unit: "ms"}))
	if err := meta.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	wantFrame(t, must(t)(frame.CSV{}.ReadFile(path)), meta)
	schema := want.Schema()
	wantFrame(t, must(t)(frame.CSV{Schema: &schema}.ReadFile(path)), want)
	json := filepath.Join(dir, "own.json")
	if err := meta.WriteFile(json); err != nil {
		t.Fatal(err)
	}
	wantFrame(t, must(t)(frame.JSON{}.ReadFile(json)), meta)
	wantFrame(t, must(t)(frame.JSON{Schema: &schema}.ReadFile(json)), want)
	_, err := frame.CSV{}.ReadFile(put(t, dir, "bad.csv", "a,b\n1\n"))
	wantError(t, err, `frame: read file "`+filepath.Join(dir, "bad.csv")+`": line 2, column 1: 1 field, the header has 2`)
	for ending, what := range map[string]string{".parquet": "files of Parquet are for package frame/parquetio",
		".arrow": "files of Arrow are for package frame/arrowio", ".feather": "files of Arrow are for package frame/arrowio"} {
		_, err := frame.ReadFile("x" + ending)
		wantError(t, err, `frame: read file "x`+ending+`": `+what+`, and for the command fence-parquet`)
	}
}
