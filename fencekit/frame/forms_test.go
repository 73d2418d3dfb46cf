package frame_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

func TestBytesKnowsEveryFormat(t *testing.T) {
	f := long(t)
	want := map[string]string{
		"txt": f.String(), "html": f.HTML(),
		"csv":  written(t, func(w *bytes.Buffer) error { return f.WriteCSV(w) }),
		"json": written(t, func(w *bytes.Buffer) error { return f.WriteJSON(w) }),
		"md":   written(t, func(w *bytes.Buffer) error { return f.WriteMarkdown(w) }),
		"tex":  written(t, func(w *bytes.Buffer) error { return f.WriteLaTeX(w) }),
	}
	for _, format := range frame.Formats() {
		if got, err := f.Bytes(format); err != nil || string(got) != want[format] || len(got) == 0 {
			t.Errorf("%s: got %v and\n%s\nwant\n%s", format, err, got, want[format])
		}
		whole := written(t, func(w *bytes.Buffer) error { return f.WriteAs(w, format) })
		if got := strings.Contains(whole, f.Columns()[0]) && strings.Contains(whole, "0.0476"); !got {
			t.Errorf("%s: WriteAs leaves out row 20:\n%s", format, whole)
		}
	}
	if got := frame.Formats(); len(got) != len(want) {
		t.Errorf("formats %v, want %d", got, len(want))
	}
	for other, format := range map[string]string{"text": "txt", "table": "txt", "markdown": "md", "latex": "tex"} {
		if got, err := f.Bytes(other); err != nil || string(got) != want[format] {
			t.Errorf("%s: got %v and\n%s\nwant what %s gives", other, err, got, format)
		}
	}
}

func TestBytesRefusesAnotherFormat(t *testing.T) {
	for _, format := range []string{"", "png", "CSV", ".csv"} {
		got, err := long(t).Bytes(format)
		want := fmt.Sprintf("no format %q; there are txt, csv, json, html, md, tex", format)
		if got != nil || err == nil || err.Error() != "frame: bytes: "+want {
			t.Errorf("%q: got %q and %v, want %s", format, got, err, want)
		}
		var b bytes.Buffer
		if err := long(t).WriteAs(&b, format); b.Len() > 0 || err == nil || err.Error() != "frame: write: "+want {
			t.Errorf("%q: WriteAs gives %q and %v, want %s", format, b.String(), err, want)
		}
	}
}

func TestFormatsCannotBeChanged(t *testing.T) {
	frame.Formats()[0] = "pdf"
	if got := frame.Formats(); slices.Contains(got, "pdf") {
		t.Errorf("formats are %v after a caller wrote to them", got)
	}
}
