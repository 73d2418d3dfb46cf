package frame_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"fence/fencekit/frame"
)

// TestPages writes files that a browser opens by themselves.
func TestPages(t *testing.T) {
	f := everyKind(t)
	for _, c := range []struct{ caption, title string }{
		{"", "two & <three>"}, {"Größe <1>\nsecond", "Größe <1>"}, {"\n \n", "two & <three>"}, {"a\x07", "a\\a"},
	} {
		dir := t.TempDir()
		if err := f.WithCaption(c.caption).WriteFile(filepath.Join(dir, "two & <three>.html")); err != nil {
			t.Fatal(err)
		}
		text := folder(t, dir)["two & <three>.html"]
		title := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(c.title)
		start := "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>" + title + "</title>\n</head>\n<body>\n"
		body, ok := strings.CutPrefix(text, start)
		body, end := strings.CutSuffix(body, "</body>\n</html>\n")
		if !ok || !end {
			t.Fatalf("the page of %q is\n%s", c.caption, text)
		}
		if got := mustRead(t, body); len(got.rows) != 5 || len(folder(t, dir)) != 1 {
			t.Errorf("the page has %d rows and the folder %d files, want 5 and 1", len(got.rows), len(folder(t, dir)))
		}
	}
}

func TestGoldenPage(t *testing.T) {
	dir := t.TempDir()
	f := must(t)(frame.New(frame.Strings("word", []string{"größer", "× and …"}),
		frame.Floats("wait", []float64{1.5, 0}).WithMissing([]bool{false, true}).WithMeta(frame.Meta{Unit: "ms"})))
	if err := f.WithCaption("Waits – two.\nOf one clock.").WriteFile(filepath.Join(dir, "page.html")); err != nil {
		t.Fatal(err)
	}
	got := folder(t, dir)["page.html"]
	path := filepath.Join("testdata", "page.html")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("%s (%v): got\n%s\nwant\n%s", path, err, got, want)
	}
}

// A fragment is put into pages that say nothing of their encoding.
func TestFragmentsAddOnlyASCII(t *testing.T) {
	long := must(t)(frame.New(frame.Strings("s", make([]string, 100)).WithMissing(make([]bool, 100))))
	gap := make([]bool, 100)
	gap[1] = true
	cols := wideColumns(40)
	wide := must(t)(frame.New(cols...))
	for _, f := range []frame.Frame{must(t)(long.With(frame.Ints("n", make([]int64, 100)).WithMissing(gap))), wide,
		must(t)(frame.New(frame.Strings("s", []string{strings.Repeat("x", 200)}))), {}} {
		if i := strings.IndexFunc(f.HTML(), func(r rune) bool { return r > unicode.MaxASCII }); i >= 0 {
			t.Errorf("there is %q in the fragment", f.HTML()[i:i+3])
		}
	}
}
