package frame

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// form is one of the forms that Bytes and WriteAs know. The first of its names is the usual ending of a file.
type form struct {
	names  []string
	whole  func(f Frame, w io.Writer) error
	screen func(f Frame) string // cut to a size that can be looked at; nil when the whole is shown
}

var forms = []form{
	{[]string{"txt", "text", "table"}, Frame.WriteText, Frame.String},
	{[]string{"csv"}, Frame.WriteCSV, nil},
	{[]string{"json"}, Frame.WriteJSON, nil},
	{[]string{"html"}, Frame.WriteHTML, Frame.HTML},
	{[]string{"md", "markdown"}, Frame.WriteMarkdown, nil},
	{[]string{"tex", "latex"}, Frame.WriteLaTeX, nil},
}

// formNamed returns the form of that name, or an error that lists the forms there are.
func formNamed(name string) (form, error) {
	i := slices.IndexFunc(forms, func(form form) bool { return slices.Contains(form.names, name) })
	if i < 0 {
		return form{}, fmt.Errorf("no format %q; there are %s", name, strings.Join(Formats(), ", "))
	}
	return forms[i], nil
}

// Formats returns the formats of Bytes and WriteAs in a fixed order: txt, csv, json, html, md, tex. In both, text and
// table stand for txt, markdown for md and latex for tex.
func Formats() []string {
	out := make([]string, len(forms))
	for i, form := range forms {
		out[i] = form.names[0]
	}
	return out
}

// Bytes returns the frame in one of the Formats, for showing it: txt and html are what String and HTML return and leave
// out the middle of a large frame; the others are whole. A format that is not there is an error that lists those that
// are, and so is an infinity in json.
func (f Frame) Bytes(format string) ([]byte, error) {
	form, err := formNamed(format)
	if err != nil {
		return nil, fmt.Errorf("frame: bytes: %w", err)
	}
	if form.screen != nil {
		return []byte(form.screen(f)), nil
	}
	var b bytes.Buffer
	if err := form.whole(f, &b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// WriteAs writes the whole frame in one of the Formats, as the Write method of that form does, whose errors it
// returns. A format that is not there is an error that lists those that are.
func (f Frame) WriteAs(w io.Writer, format string) error {
	form, err := formNamed(format)
	if err != nil {
		return fmt.Errorf("frame: write: %w", err)
	}
	return form.whole(f, w)
}
