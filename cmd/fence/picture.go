package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gonum.org/v1/plot/vg"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/outfile"
	"fence/fencekit/trace"
	"fence/plots"
)

// isPicture says whether a form is one of a picture.
func isPicture(format string) bool { return slices.Contains(plots.Formats(), format) }

// withPictures are some forms and those of pictures.
func withPictures(forms []string) []string { return append(slices.Clone(forms), plots.Formats()...) }

// look holds the flags that say how a picture looks, and what they mean.
type look struct {
	flags         *pflag.FlagSet
	only          []string // the flags that mean nothing without a picture
	name          string
	across, down  string // width and height
	resolution    string
	dpi           int // what it says
	theme         plots.Theme
	width, height vg.Length // 0 where not given
}

// addLook gives a command the flags of pictures, and names others of its flags that are of pictures alone.
func addLook(o *output, cmd *cobra.Command, others ...string) {
	l := &look{flags: cmd.Flags(), only: append([]string{"theme", "height", "dpi"}, others...)}
	fs := l.flags
	fs.StringVar(&l.name, "theme", plots.Paper().Name, "pictures: one of "+strings.Join(themes(), ", "))
	if fs.Lookup("width") == nil {
		l.only = append(l.only, "width")
		fs.StringVar(&l.across, "width", "", "pictures: single, double (columns of a page) or a `length` such as 5in, 12cm")
	}
	fs.StringVar(&l.down, "height", "", "pictures: a `length`; else what suits the content")
	fs.StringVar(&l.resolution, "dpi", "300", "PNG: `pixels` an inch")
	complete(cmd, "theme", themes()...)
	complete(cmd, "width", "single", "double")
	o.look = l
}

// themes are the names of the themes.
func themes() (names []string) {
	for _, t := range plots.Themes() {
		names = append(names, t.Name)
	}
	return names
}

// settle reads the flags for a form. Those of pictures are refused where none is made.
func (l *look) settle(format string) error {
	if !isPicture(format) {
		return l.refused(format)
	}
	var errs [4]error
	l.theme, errs[0] = themeNamed(l.name)
	l.width, errs[1] = l.length("width", l.across, 1)
	l.height, errs[2] = l.length("height", l.down, 0.5)
	var err error
	l.dpi, err = strconv.Atoi(l.resolution)
	switch given := l.flags.Changed("dpi"); {
	case given && format != "png":
		errs[3] = fmt.Errorf("dpi = %s: is of PNG; the format is %s, which has no pixels", l.resolution, format)
	case err != nil:
		errs[3] = fmt.Errorf("dpi = %q: must be a whole number within [%d, %d]", l.resolution, leastDPI, mostDPI)
	case l.dpi < leastDPI || l.dpi > mostDPI:
		errs[3] = fmt.Errorf("dpi = %d: must be within [%d, %d]", l.dpi, leastDPI, mostDPI)
	}
	return errors.Join(errs[:]...)
}

// The resolutions of PNG.
const leastDPI, mostDPI = 20, 2400

// refused says which flags of pictures were given though no picture is made.
func (l *look) refused(format string) error {
	var given []string
	for _, name := range l.only {
		if l.flags.Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if given == nil {
		return nil
	}
	return fmt.Errorf("%s: of pictures alone, and the format is %s; pictures are written with -o to a file that ends in "+
		".%s, or with -f", strings.Join(given, ", "), format, strings.Join(plots.Formats(), ", ."))
}

func themeNamed(name string) (plots.Theme, error) {
	for _, t := range plots.Themes() {
		if t.Name == name {
			return t, nil
		}
	}
	hint := ""
	if near := frame.Nearest(name, themes()); near != "" {
		hint = fmt.Sprintf("did you mean %q? ", near)
	}
	return plots.Theme{}, fmt.Errorf("theme = %q: %smust be one of %s", name, hint, strings.Join(themes(), ", "))
}

// measured is a length: a number and its unit.
var measured = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)(in|cm|mm|pt)$`)

// units are the units of lengths.
var units = map[string]vg.Length{"in": vg.Inch, "cm": vg.Centimeter, "mm": vg.Millimeter, "pt": vg.Points(1)}

// longest is the longest side of a picture, in inches.
const longest = 100

// length reads the width or height of a picture, which is at least so many inches. Nothing given is 0.
func (l *look) length(name, text string, least float64) (vg.Length, error) {
	switch {
	case !l.flags.Changed(name):
		return 0, nil
	case name == "width" && text == "single":
		return plots.SingleColumn, nil
	case name == "width" && text == "double":
		return plots.DoubleColumn, nil
	}
	words := ""
	if name == "width" {
		words = "single, double or "
	}
	d, err := readLength(text)
	if err != nil {
		return 0, fmt.Errorf("%s = %q: must be %sa length with its unit, such as 5in, 12cm, 120mm or 360pt", name, text,
			words)
	}
	if in := float64(d / vg.Inch); in < least || in > longest {
		return 0, fmt.Errorf("%s = %s: must be within [%gin, %din]", name, text, least, longest)
	}
	return d, nil
}

// errNoLength is what a text is that names no length.
var errNoLength = errors.New("no length")

func readLength(text string) (vg.Length, error) {
	m := measured.FindStringSubmatch(text)
	if m == nil {
		return 0, errNoLength
	}
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return 0, errNoLength
	}
	return vg.Length(x) * units[m[2]], nil
}

// on gives a figure the look that the flags ask for.
func (l *look) on(f *plots.Figure) {
	f.Theme, f.DPI = l.theme, l.dpi
	if l.width != 0 {
		f.Width = l.width
	}
	if l.height != 0 {
		f.Height = l.height
	}
}

// madeFrom says what a picture is made from.
func madeFrom(a *app, e *fencekit.Experiment) (plots.Origin, error) {
	params, err := json.Marshal(struct {
		Trials   int           `json:"trials,omitempty"`
		Postures []string      `json:"postures,omitempty"`
		Params   *lease.Params `json:"params"`
	}{e.Trials, postureList(e.Postures), &e.Params})
	return plots.Origin{Program: trace.Program, Command: a.command(), Seed: strconv.FormatUint(e.Seed, 10),
		Params: string(params)}, err
}

func postureList(postures []lease.Posture) (names []string) {
	for _, p := range postures {
		names = append(names, p.Name)
	}
	return names
}

// figure writes a picture, and beside its file the title, the caption and the alternative text: both or none.
func (o *output) figure(e *fencekit.Experiment, f *plots.Figure) error {
	b, err := o.drawn(e, f)
	if err != nil {
		return err
	}
	if _, err := o.w.Write(b); err != nil || o.meta == nil {
		return errors.Join(err, o.commitAlone())
	}
	if _, err := io.WriteString(o.meta, f.Text()); err != nil {
		return err
	}
	return outfile.Commit(o.meta, o.main)
}

// drawn draws a picture in the look that is asked for. What is interrupted meanwhile is not written.
func (o *output) drawn(e *fencekit.Experiment, f *plots.Figure) ([]byte, error) {
	o.look.on(f)
	var err error
	if f.Origin, err = madeFrom(o.a, e); err != nil {
		return nil, err
	}
	b, err := f.Bytes(o.format)
	if o.a.ctx.Err() != nil {
		o.undrawn()
		return nil, o.a.ctx.Err()
	}
	return b, err
}

// undrawn says that a picture was interrupted.
func (o *output) undrawn() {
	o.a.meter.wipe()
	if o.main != nil {
		o.a.say("interrupted; nothing was written to %s", o.file)
		return
	}
	o.a.say("interrupted; nothing was written")
}

// pages writes the pages of a picture, each to a file of its own with its number before the extension, and with its
// text beside it: all or none. It lets go of each when it is written.
func (o *output) pages(e *fencekit.Experiment, figures []*plots.Figure) error {
	if o.main == nil || o.main.Direct() {
		return fmt.Errorf("output: %d pages need as many files, and there is one stream: name a file with -o, or give a "+
			"--height for all lanes", len(figures))
	}
	o.close()
	var files []*outfile.File
	defer func() {
		for _, f := range files {
			f.Abort()
		}
	}()
	report := o.a.paging(o.quiet)
	for i, f := range figures {
		b, err := o.drawn(e, f)
		if err != nil {
			return err
		}
		text := f.Text()
		figures[i] = nil // it holds its pixels
		name := numbered(o.file, i+1)
		for _, part := range []struct {
			name    string
			content []byte
		}{{name + plots.Beside, []byte(text)}, {name, b}} {
			file, err := o.a.unfinished.Create(part.name)
			if err != nil {
				return err
			}
			files = append(files, file)
			if _, err := file.Write(part.content); err != nil {
				return err
			}
		}
		report(i+1, len(figures))
	}
	o.a.meter.wipe()
	return outfile.Commit(files...)
}

// numbered adds a number to the name of a file, before its extension.
func numbered(name string, n int) string {
	ext := filepath.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + strconv.Itoa(n) + ext
}
