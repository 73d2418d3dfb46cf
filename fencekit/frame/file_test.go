package frame_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

// put writes a file of a folder.
func put(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// folder returns the names and contents of a folder's files.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		if b, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil {
			files[e.Name()] = string(b)
		} else {
			files[e.Name()] = "unreadable"
		}
	}
	return files
}

func TestFilesReadBackEqual(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(10, 10))
	endings := []string{".csv", ".json", ".CSV", ".tsv", ".ndjson", ".jsonl"}
	for i := range 200 {
		ending := endings[i%len(endings)]
		f := anyFrame(t, r, !strings.Contains(ending, "json"))
		path := filepath.Join(dir, "x"+ending)
		if err := f.WriteFile(path); err != nil {
			t.Fatal(err)
		}
		if got, err := frame.ReadFile(path); err != nil || !frame.Equal(got, f) {
			t.Fatalf("got %v\n%s, from\n%s", err, frame.Diff(got, f), folder(t, dir)["x"+ending])
		}
	}
	var want []string
	for _, ending := range endings {
		want = append(want, "x"+ending, "x"+ending+".meta.json")
	}
	slices.Sort(want)
	var got []string
	for name := range folder(t, dir) {
		got = append(got, name)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got files %q, want %q", got, want)
	}
}

func TestReadFileByEnding(t *testing.T) {
	const want = "a int64: \"1\"\nb string: \"x\"\n"
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.csv": "a,b\n1,x\n", "a.tsv": "a\tb\n1\tx\n", "a.json": `[{"a":1,"b":"x"}]`, "a.ndjson": `{"a":1,"b":"x"}`,
		"a.jsonl": `{"a":1,"b":"x"}` + "\n",
	} {
		f, err := frame.ReadFile(put(t, dir, name, content))
		if got := columnsOf(f); err != nil || got != want {
			t.Errorf("%s: got\n%s%v, want\n%s", name, got, err, want)
		}
	}
}

func TestSidecars(t *testing.T) {
	const data = "id,n\n007,1\n"
	schema := `{"version":1,"caption":"By the sidecar.","columns":[{"name":"n","kind":"float64","unit":"ms"},` +
		`{"name":"id","kind":"string"}]}`
	dir := t.TempDir()
	for _, c := range []struct{ why, data, sidecar, caption, columns string }{
		{"origin and schema", data, `{"program":"fence","seed":1,"frame":` + schema + `}`, "By the sidecar.",
			"n float64: \"1\"\nid string: \"007\"\n"},
		{"no schema", data, `{"program":"fence","seed":1}`, "", "id string: \"007\"\nn int64: \"1\"\n"},
		{"a schema that is null", data, `{"frame":null}`, "", "id string: \"007\"\nn int64: \"1\"\n"},
		{"the file's own schema goes before", "# frame: " + strings.Replace(schema, "sidecar", "file", 1) + "\n" + data,
			`{"frame":{"version":1,"columns":[]}}`, "By the file.", "n float64: \"1\"\nid string: \"007\"\n"},
	} {
		put(t, dir, "x.csv.meta.json", c.sidecar)
		f, err := frame.ReadFile(put(t, dir, "x.csv", c.data))
		if got := columnsOf(f); err != nil || f.Caption() != c.caption || got != c.columns {
			t.Errorf("%s: got %q\n%s%v, want %q\n%s", c.why, f.Caption(), got, err, c.caption, c.columns)
		}
	}
}

func TestReadFileRefuses(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "side.csv.meta.json", `{"frame":{"version":1,"columns":[{"name":"a","kind":"int64"}]}}`)
	put(t, dir, "broken.csv.meta.json", `{"frame":{`)
	put(t, dir, "future.csv.meta.json", `{"frame":{"version":9,"columns":[]}}`)
	put(t, dir, "large.csv.meta.json", strings.Repeat(" ", frame.DefaultMaxRow+1))
	if err := os.MkdirAll(filepath.Join(dir, "folder.csv"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, content, want string }{
		{"x.xlsx", "",
			"the name does not tell a format that can be read; those that do end in .csv, .json, .jsonl, .ndjson, .tsv"},
		{"missing.csv", "", "no such file or directory"},
		{"folder.csv", "", "is a directory"},
		{"bad.csv", "a,b\n1\n", "line 2, column 1: 1 field, the header has 2"},
		{"bad.json", "[", "line 1, column 2: the input ends where there should be a row, which is an object in braces"},
		{"side.csv", "b\n1\n",
			`line 1, column 1: the header lacks column "a" of the schema; the schema lacks column "b" of the ` +
				`header (the schema may be that of "DIR/side.csv.meta.json")`},
		{"broken.csv", "a\n", `the file beside it, "DIR/broken.csv.meta.json": unexpected end of JSON input`},
		{"future.csv", "a\n",
			`the file beside it, "DIR/future.csv.meta.json": frame: schema: version 9: this program reads version 1`},
		{"large.csv", "a\n", `the file beside it, "DIR/large.csv.meta.json": it has more than 16777216 bytes`},
	} {
		path := filepath.Join(dir, c.name)
		if c.content != "" {
			put(t, dir, c.name, c.content)
		}
		_, err := frame.ReadFile(path)
		want := `frame: read file "DIR/` + c.name + `": ` + c.want
		if err == nil || strings.ReplaceAll(err.Error(), dir, "DIR") != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
		var at *frame.ParseError
		if isParse := strings.HasPrefix(c.want, "line"); errors.As(err, &at) != isParse {
			t.Errorf("%s: the error is a ParseError: %v, want %v", c.name, !isParse, isParse)
		}
	}
}

func TestWriteFileByEnding(t *testing.T) {
	f := everyKind(t).WithCaption("Every kind.")
	for _, format := range []string{"txt", "md", "html", "tex", "csv", "json"} {
		dir := t.TempDir()
		err := f.WriteFile(filepath.Join(dir, "x."+format))
		var want bytes.Buffer
		werr := f.WriteAs(&want, format)
		if (err != nil) != (werr != nil) {
			t.Errorf("%s: got %v, want %v", format, err, werr)
		}
		got := folder(t, dir)["x."+format]
		if format == "html" { // a page, whose body is the form
			_, got, _ = strings.Cut(got, "<body>\n")
			got = strings.TrimSuffix(got, "</body>\n</html>\n")
		}
		if err == nil && got != want.String() {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, want.String())
		}
		if _, beside := folder(t, dir)["x."+format+".meta.json"]; beside != (format == "csv" || format == "json") {
			t.Errorf("%s: there is a sidecar: %v", format, beside)
		}
	}
}

// What FileContent returns is what WriteFile writes, and it refuses the same in the same words.
func TestFileContentIsWhatWriteFileWrites(t *testing.T) {
	for _, f := range []frame.Frame{everyKind(t), {}, must(t)(everyKind(t).With(frame.Floats("f", []float64{0, 0, 0, math.Inf(1)}))),
		everyKind(t).WithCaption("\xff")} {
		for _, ending := range []string{"txt", "md", "html", "tex", "csv", "tsv", "json", "ndjson", "jsonl", "xml", "arrow"} {
			dir := t.TempDir()
			path := filepath.Join(dir, "x."+ending)
			content, beside, err := f.FileContent(path)
			werr := f.WriteFile(path)
			files := folder(t, dir)
			if (err == nil) != (werr == nil) || err != nil && err.Error() != werr.Error() {
				t.Errorf("%s: got %v, want %v", ending, err, werr)
			}
			if got, want := string(content), files["x."+ending]; got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", ending, got, want)
			}
			want, there := files["x."+ending+".meta.json"]
			if string(beside) != want || (beside != nil) != there {
				t.Errorf("%s: beside it: got\n%s\nwant\n%s", ending, beside, want)
			}
		}
	}
}

func TestWriteFileLeavesNothingBehindWhenItFails(t *testing.T) {
	f := everyKind(t)
	infinite := must(t)(f.With(frame.Floats("f", []float64{math.Inf(1), 0, 0, 0})))
	for _, c := range []struct {
		name string
		f    frame.Frame
		want string
	}{
		{"x.xml", f,
			"the name does not tell a format that can be written; those that do end in .csv, .html, .json, .jsonl, .md, " +
				".ndjson, .tex, .tsv, .txt"},
		{"x.arrow", f, "files of Arrow are for package frame/arrowio, and for the command fence-parquet"},
		{"no/x.csv", f, "no such file or directory"},
		{"folder.csv", f, `"DIR/folder.csv" is not a regular file`},
		{"beside.csv", f, `"DIR/beside.csv.meta.json" is not a regular file`},
		{"x.json", infinite, `frame: json: column "f", row 0: +Inf has no JSON form`},
		{"x.json", f.WithCaption("\xff"), `the caption "\xff" is not UTF-8`},
		{"x.csv", must(t)(f.With(frame.Strings("s", []string{"\x00", "", "", ""}))),
			`column "s", row 0: "\x00" has a NUL byte or is not UTF-8`},
	} {
		dir := t.TempDir()
		for _, sub := range []string{"folder.csv", "beside.csv.meta.json"} {
			if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		before := folder(t, dir)
		err := c.f.WriteFile(filepath.Join(dir, c.name))
		want := `frame: write file "DIR/` + c.name + `": ` + c.want
		if err == nil || strings.ReplaceAll(err.Error(), dir, "DIR") != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
		if after := folder(t, dir); len(after) != len(before) {
			t.Errorf("%s: the folder has %v, want %v", c.name, after, before)
		}
	}
}

func TestWriteFileReplaces(t *testing.T) {
	dir := t.TempDir()
	path := put(t, dir, "x.csv", "before")
	if err := os.Chmod(path, 0o666); err != nil { // more than a new file is given
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.csv")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := everyKind(t).WriteFile(link); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	info, err = os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o666 {
		t.Errorf("the permissions became %v, %v, want those of before", info.Mode(), err)
	}
	want := written(t, func(b *bytes.Buffer) error { return everyKind(t).WriteCSV(b) })
	if got := folder(t, dir)["x.csv"]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, err := frame.ReadFile(link); err != nil || !frame.Equal(got, everyKind(t)) {
		t.Errorf("got %v, %v, want what was written", got, err)
	}
}
