package nb

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"reflect"
	"regexp"
	"strings"

	"fence/fencekit/trace"
)

// Byter is what Show shows: a value that knows its own forms by the names of formats, such as txt and html.
type Byter interface {
	Bytes(format string) ([]byte, error)
}

// screener is a picture that a page shows: as PNG, with so many pixels to one of the page. With one pixel it is for a
// picture that is looked at for a moment, and is encoded as fast as can be.
type screener interface {
	EncodeScreen(w io.Writer, scale int) error
}

// tabler is a table whose cells a program may want to read out of a stored notebook.
type tabler interface {
	WriteTypedCSV(w io.Writer) error
}

// mostCSV is the largest table that goes into the metadata of an output, in bytes.
const mostCSV = 64 << 10

// The scales of pictures, in pixels to one of the page: at rest, and while a control moves.
const (
	resting = 2
	moving  = 1
)

// Show shows each value as an output of its own, in their order, and returns when the kernel has all of them. Outside a
// notebook it writes each to a file, NN.png or NN.html in the folder shown, and prints the file's name; a text is printed
// itself. The package says what a value may be. One that is something else, or cannot be drawn, stops the cell as Check does.
func Show(values ...any) {
	flush()
	for _, v := range values {
		b, err := bundleOf(v, resting)
		Check(err)
		Check(out.display(b, ""))
	}
	out.sync()
}

// Say shows a sentence, made as by fmt.Sprintf, in which **…** is strong. Numbers of a sentence that are said by a cell
// cannot be out of date.
func Say(format string, args ...any) {
	flush()
	Check(out.display(sentence(fmt.Sprintf(format, args...)), ""))
	out.sync()
}

// bundle is one output: its forms by MIME type, and what is said about them.
type bundle struct {
	data map[string]any // text as string, an image as []byte
	meta map[string]any // by MIME type, and fence for what is ours

	spoken bool // there is a text alone, which needs no file
}

// textBundle is an output of which there is text alone.
func textBundle(text string) bundle {
	return bundle{data: map[string]any{plainText: text}, spoken: true}
}

// The MIME types of our outputs.
const (
	plainText = "text/plain"
	htmlText  = "text/html"
	pngImage  = "image/png"
)

// bundleOf makes the output of a value, a picture with so many pixels to one of the page.
func bundleOf(v any, scale int) (bundle, error) {
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
		return bundle{}, fmt.Errorf("nb: show: %T: is nil", v)
	}
	switch v := v.(type) {
	case *trace.Log:
		text := trace.ASCII(v, trace.Lanes{})
		return bundle{data: map[string]any{plainText: text, htmlText: "<pre>" + html.EscapeString(text) + "</pre>"}}, nil
	case Byter:
		return byterBundle(v, scale)
	case string:
		return textBundle(v), nil
	case error:
		return textBundle(v.Error()), nil
	case fmt.Stringer:
		return textBundle(v.String()), nil
	}
	return bundle{}, fmt.Errorf("nb: show: %T: must be a figure, a frame, a log, a text, or have a method Bytes(format)", v)
}

// byterBundle makes the output of a value that knows its forms.
func byterBundle(v Byter, scale int) (bundle, error) {
	b := bundle{data: map[string]any{}}
	text, err := v.Bytes("txt")
	if err != nil {
		return bundle{}, err
	}
	b.data[plainText] = string(text)
	if s, ok := v.(screener); ok {
		return b, b.addPicture(s, scale)
	}
	page, err := v.Bytes("html")
	if err != nil {
		return bundle{}, err
	}
	b.data[htmlText] = string(page)
	if t, ok := v.(tabler); ok {
		return b, b.addCSV(t)
	}
	return b, nil
}

// addPicture adds a picture and the size that it has on a page.
func (b *bundle) addPicture(s screener, scale int) error {
	var image bytes.Buffer
	if err := s.EncodeScreen(&image, scale); err != nil {
		return err
	}
	width, height, err := pngSize(image.Bytes())
	if err != nil {
		return err
	}
	b.data[pngImage] = image.Bytes()
	b.meta = map[string]any{pngImage: map[string]any{"width": width / scale, "height": height / scale}}
	return nil
}

// addCSV adds the cells of a table for programs to read, unless they are many.
func (b *bundle) addCSV(t tabler) error {
	var text strings.Builder
	if err := t.WriteTypedCSV(&text); err != nil {
		return err
	}
	if text.Len() <= mostCSV {
		b.meta = map[string]any{"fence": map[string]any{"csv": text.String()}}
	}
	return nil
}

// pngSize reads the size of a PNG out of its first chunk, in pixels.
func pngSize(image []byte) (width, height int, err error) {
	if len(image) < 24 || string(image[12:16]) != "IHDR" {
		return 0, 0, fmt.Errorf("nb: show: what EncodeScreen wrote is not a PNG: %d bytes", len(image))
	}
	read := func(at int) int {
		return int(image[at])<<24 | int(image[at+1])<<16 | int(image[at+2])<<8 | int(image[at+3])
	}
	return read(16), read(20), nil
}

var strong = regexp.MustCompile(`\*\*(.+?)\*\*`)

// sentence makes the output of a sentence in which **…** is strong.
func sentence(text string) bundle {
	page := strong.ReplaceAllString(html.EscapeString(text), "<b>$1</b>")
	return bundle{data: map[string]any{plainText: strong.ReplaceAllString(text, "$1"), htmlText: "<p>" + page + "</p>"},
		spoken: true}
}
