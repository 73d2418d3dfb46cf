package nb

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/trace"
)

// picture is a figure of 40 by 30 pixels of a page.
type picture struct{ broken bool }

func (p picture) Bytes(format string) ([]byte, error) { return []byte("a picture, as " + format), nil }

func (p picture) EncodeScreen(w io.Writer, scale int) error {
	if p.broken {
		_, err := w.Write([]byte("not a picture"))
		return err
	}
	return png.Encode(w, image.NewGray(image.Rect(0, 0, 40*scale, 30*scale)))
}

// mute has no text.
type mute struct{}

func (mute) Bytes(string) ([]byte, error) { return nil, errors.New("mute: no such format") }

func TestShowCarriesAFormForEveryPage(t *testing.T) {
	table := frame.Must(frame.New(frame.Strings("posture", []string{"<check>"}), frame.Floats("share", []float64{0.25})))
	log := trace.New(trace.Header{})
	log.Add(time.Second, "C1", trace.KindSend)
	for name, c := range map[string]struct {
		value any
		want  map[string]string // by MIME type, a part of it
	}{
		"figure": {picture{}, map[string]string{plainText: "a picture, as txt", pngImage: "\x89PNG"}},
		"frame":  {table, map[string]string{plainText: "<check>", htmlText: "&lt;check&gt;"}},
		"log":    {log, map[string]string{plainText: "C1 ", htmlText: "<pre>"}},
		"text":   {"a & b", map[string]string{plainText: "a & b"}},
		"error":  {errors.New("no"), map[string]string{plainText: "no"}},
		"other":  {3 * time.Second, map[string]string{plainText: "3s"}},
	} {
		f := &fake{}
		at(t, f)
		Show(c.value)
		if len(f.shown) != 1 || f.synced != 1 {
			t.Errorf("%s: %d outputs, synchronised %d times, want one each", name, len(f.shown), f.synced)
			continue
		}
		got := f.shown[0].data
		if len(got) != len(c.want) {
			t.Errorf("%s: got forms %v, want those of %v", name, keys(got), c.want)
		}
		for mime, part := range c.want {
			if text := fmt.Sprintf("%s", got[mime]); !strings.Contains(text, part) {
				t.Errorf("%s: %s is %.60q, want %q in it", name, mime, text, part)
			}
		}
	}
}

func TestTextsAndPicturesTellApart(t *testing.T) {
	for _, c := range []struct {
		value  any
		spoken bool
	}{{"text", true}, {picture{}, false}} {
		if b, err := bundleOf(c.value, resting); err != nil || b.spoken != c.spoken {
			t.Errorf("%T: spoken %v, %v; want %v", c.value, b.spoken, err, c.spoken)
		}
	}
}

func keys(m map[string]any) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	return names
}

func TestSayWaitsForTheKernel(t *testing.T) {
	f := &fake{}
	at(t, f)
	Say("**%d** of them", 3)
	if len(f.shown) != 1 || f.synced != 1 || f.shown[0].data[htmlText] != "<p><b>3</b> of them</p>" {
		t.Errorf("shown %v, synchronised %d times", f.shown, f.synced)
	}
}

func TestPicturesHaveTheirSizeOnThePage(t *testing.T) {
	for _, scale := range []int{moving, resting} {
		b, err := bundleOf(picture{}, scale)
		if err != nil {
			t.Fatal(err)
		}
		size := b.meta[pngImage].(map[string]any)
		if size["width"] != 40 || size["height"] != 30 {
			t.Errorf("scale %d: the size on the page is %v, want 40 by 30", scale, size)
		}
		m, err := png.Decode(bytes.NewReader(b.data[pngImage].([]byte)))
		if err != nil || m.Bounds().Dx() != 40*scale {
			t.Errorf("scale %d: %d pixels wide, want %d (%v)", scale, m.Bounds().Dx(), 40*scale, err)
		}
	}
}

func TestTablesTravelAsCSV(t *testing.T) {
	small := frame.Must(frame.New(frame.Floats("share", []float64{1.0 / 3})))
	b, err := bundleOf(small, resting)
	if err != nil {
		t.Fatal(err)
	}
	text := b.meta["fence"].(map[string]any)["csv"].(string)
	back, err := frame.ReadCSV(strings.NewReader(text))
	if err != nil || !frame.Equal(back, small) {
		t.Errorf("the table came back as %v, %v", back, err)
	}
	large := frame.Must(frame.New(frame.Floats("x", make([]float64, mostCSV))))
	if b, err = bundleOf(large, resting); err != nil || b.meta != nil {
		t.Errorf("a large table has metadata of %d entries, %v; want none", len(b.meta), err)
	}
}

func TestWhatCannotBeShownIsALine(t *testing.T) {
	at(t, &fake{})
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"number":         {7, "int: must be a figure"},
		"nothing":        {nil, "must be a figure"},
		"no log":         {(*trace.Log)(nil), "*trace.Log: is nil"},
		"no picture":     {(*picture)(nil), "*nb.picture: is nil"},
		"mute":           {mute{}, "no such format"},
		"broken picture": {picture{broken: true}, "is not a PNG"},
	} {
		if line := failing(t, func() { Show(c.value) }); !strings.Contains(line, c.want) {
			t.Errorf("%s: got %q, want %q in it", name, line, c.want)
		}
	}
	at(t, &fake{refuses: true})
	if line := failing(t, func() { Show("x") }); line != "the pipe is closed" {
		t.Errorf("a closed pipe: got %q", line)
	}
}

func TestOutsideANotebookOutputsAreFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	at(t, newPlace())
	table := frame.Must(frame.New(frame.Ints("seed", []int64{7})))
	Show(picture{}, table, "text")
	Say("**%d** writes & more", 3)
	for name, part := range map[string]string{"01.png": "\x89PNG", "02.html": "<table"} {
		content, err := os.ReadFile(filepath.Join(Folder, name))
		if err != nil || !strings.Contains(string(content), part) {
			t.Errorf("%s: got %.40q, %v; want %q in it", name, content, err, part)
		}
	}
	v := Interact(func(v Values) []any { return []any{fmt.Sprint(v.Float("x"))} }, Slider("x", 0, 1, 0.5, 0.5))
	if v.Float("x") != 0.5 {
		t.Errorf("Interact returned %v", v.texts)
	}
	if files, err := os.ReadDir(Folder); len(files) != 2 || err != nil {
		t.Errorf("there are %d files, %v: a text needs none", len(files), err)
	}
	if err := os.Chmod(Folder, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 { // who is root may write anywhere
		if line := failing(t, func() { Show("x") }); !strings.Contains(line, "nb: show") {
			t.Errorf("a folder that cannot be written: got %q", line)
		}
	}
}
