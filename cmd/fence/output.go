package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/fencekit/outfile"
	"fence/fencekit/trace"
	"fence/plots"
)

// output is where a result goes, and in which form.
type output struct {
	a      *app
	format string
	file   string
	wide   bool
	quiet  bool
	w      io.Writer                         // main, or standard output
	main   *outfile.File                     // nil for standard output
	meta   *outfile.File                     // what made the file, beside a file that cannot say so itself
	ascii  bool                              // what is drawn, and what stands around it, is in ASCII
	named  func() bool                       // a file is named, be it by an empty name
	draw   func(frame.Frame) (string, error) // what is drawn below the table, nil for nothing
	look   *look                             // of pictures, nil for a command that draws none
	chart  func(frame.Frame) (*plots.Figure, error)
}

// extensions are the forms that a file's name tells.
var extensions = map[string]string{".txt": "table", ".csv": "csv", ".json": "json", ".md": "md", ".markdown": "md",
	".html": "html", ".htm": "html", ".tex": "tex", ".log": "log", ".ndjson": "ndjson",
	".png": "png", ".svg": "svg", ".pdf": "pdf", ".eps": "eps"}

func addOutput(a *app, cmd *cobra.Command, formats ...string) *output {
	o := &output{a: a}
	fs := cmd.Flags()
	fs.StringVarP(&o.format, "format", "f", "",
		"form of the output: "+strings.Join(formats, "|")+" (default: that of the file's extension, or table)")
	fs.StringVarP(&o.file, "output", "o", "", "write to a `file`, whole or not at all, instead of standard output")
	o.named = func() bool { return fs.Changed("output") }
	fs.BoolVar(&o.quiet, "quiet", false, "no progress and no remarks on standard error")
	complete(cmd, "format", formats...)
	return o
}

// endings are the extensions that tell one of some forms.
func endings(formats []string) (out []string) {
	for ext, form := range extensions {
		if slices.Contains(formats, form) {
			out = append(out, ext)
		}
	}
	slices.Sort(out)
	return out
}

func addWide(o *output, cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.wide, "wide", false, "table and md: every column")
}

// ready settles the form and makes sure that the file can be written, before anything runs. The caller closes.
func (o *output) ready(formats ...string) error {
	if err := o.settle(formats); err != nil {
		return err
	}
	return o.begin()
}

// begin makes sure that what is asked for can be written in the form that is settled, and begins the file.
func (o *output) begin() error {
	if o.wide && isPicture(o.format) {
		return fmt.Errorf("--wide: of tables alone, and the format is %s", o.format)
	}
	if o.look != nil {
		if err := o.look.settle(o.format); err != nil {
			return err
		}
	}
	if !o.isFile() {
		o.w = o.a.stdout
		if binary := o.format == "png" || o.format == "pdf"; binary && isTerminal(o.w) {
			return fmt.Errorf("format = %s: is not for a terminal; name a file with -o, or send it through a pipe", o.format)
		}
		return nil
	}
	return o.aim()
}

// isFile says whether the output goes to a file that is named.
func (o *output) isFile() bool { return o.file != "" && o.file != "-" }

// settle finds the form: the one asked for, or that of the file's name, which must agree.
func (o *output) settle(formats []string) error {
	if o.format == "latex" && slices.Contains(formats, "tex") {
		o.format = "tex"
	}
	if o.format != "" && !slices.Contains(formats, o.format) {
		return fmt.Errorf("format = %q: must be one of %s", o.format, strings.Join(formats, ", "))
	}
	if o.file == "" && o.named() {
		return errNoName
	}
	if !o.isFile() {
		o.format = cmp.Or(o.format, formats[0])
		return nil
	}
	byName := extensions[strings.ToLower(filepath.Ext(o.file))]
	switch {
	case byName != "" && filepath.Ext(o.file) == filepath.Base(o.file):
		return fmt.Errorf("output = %q: is an ending without a name; name the file before it", o.file)
	case byName != "" && !slices.Contains(formats, byName):
		return fmt.Errorf("output = %q: its extension means %s, which this command does not write; it writes %s",
			o.file, byName, strings.Join(formats, ", "))
	case o.format == "" && byName == "":
		return fmt.Errorf("output = %q: its name does not tell the format; those that do end in %s; or name one with -f %s",
			o.file, strings.Join(endings(formats), ", "), strings.Join(formats, "|"))
	case o.format == "":
		o.format = byName
	case byName == "table" && o.format == "heat": // text as well
	case byName != "" && byName != o.format:
		return fmt.Errorf("output = %q: its extension means %s, but the format is %s", o.file, byName, o.format)
	}
	return nil
}

// aim begins the file, and the one beside it where the form has one.
func (o *output) aim() (err error) {
	if o.main, err = o.a.unfinished.Create(o.file); err != nil {
		return err
	}
	o.w = o.main
	beside := ""
	switch {
	case o.main.Direct():
	case o.format == "csv" || o.format == "json":
		beside = besideEnding
	case isPicture(o.format):
		beside = plots.Beside
	}
	if beside != "" {
		if o.meta, err = o.a.unfinished.Create(o.file + beside); err != nil {
			o.close()
		}
	}
	return err
}

// errNoName refuses a name such as that of a variable of a shell which is not set.
var errNoName = errors.New(`output = "": must be the name of a file; - is standard output`)

// close throws away what has not been committed.
func (o *output) close() {
	o.main.Abort()
	o.meta.Abort()
}

// unwritten puts an error of a file or folder to be written into the words of the command line.
func unwritten(err error) error {
	var e *outfile.Error
	switch {
	case !errors.As(err, &e):
		return err
	case errors.Is(e, outfile.ErrFolder):
		return fmt.Errorf("output = %q: %w", e.Name, e.Err)
	case errors.Is(e, outfile.ErrFile):
		return fmt.Errorf("output = %q: %s %w", e.Name, cmp.Or(e.Path, e.Name), e.Err)
	}
	return fmt.Errorf("output = %q: cannot be written: %w", e.Name, e.Err)
}

// origin says what made a file that cannot say so itself, and what its columns are, so that frame.ReadFile gives back
// the frame that was written.
type origin struct {
	Program  string        `json:"program"`
	Command  string        `json:"command"`
	Seed     *uint64       `json:"seed,omitempty"` // nil where nothing is drawn
	Trials   int           `json:"trials,omitempty"`
	Postures []string      `json:"postures,omitempty"`
	Params   *lease.Params `json:"params,omitempty"` // of all but claims, each of which has its own
	Frame    *frame.Schema `json:"frame,omitempty"`
}

func originOf(a *app, e *fencekit.Experiment) origin {
	o := origin{Program: trace.Program, Command: a.command(), Seed: &e.Seed, Trials: e.Trials, Params: &e.Params}
	for _, p := range e.Postures {
		o.Postures = append(o.Postures, p.Name)
	}
	return o
}

// commit writes the origin and moves both files to their places.
func (o *output) commit(from origin, rows frame.Schema) error {
	if o.meta == nil {
		return o.commitAlone()
	}
	b, err := from.beside(rows)
	if err != nil {
		return err
	}
	if _, err := o.meta.Write(b); err != nil {
		return err
	}
	return outfile.Commit(o.meta, o.main)
}

// beside returns the content of the file beside a file of rows.
func (from origin) beside(rows frame.Schema) ([]byte, error) {
	from.Frame = &rows
	b, err := json.MarshalIndent(from, "", "  ")
	return append(b, '\n'), err
}

// commitAlone moves a file to its place that is no table of rows, or says itself what made it. The file that an earlier
// result has left beside it would say something else of it, and goes.
func (o *output) commitAlone() error {
	o.meta.Abort()
	o.meta = nil
	if err := outfile.Commit(o.main); err != nil || o.main == nil || o.main.Direct() {
		return err
	}
	if beside := o.file + besideEnding; isOurs(beside) {
		if err := os.Remove(beside); err != nil {
			return fmt.Errorf("output = %q: the file of an earlier result beside it cannot be removed: %w", o.file,
				errors.Unwrap(err))
		}
	}
	return nil
}

// besideEnding is what the name of the file beside a file adds to its name.
const besideEnding = ".meta.json"

// isOurs says whether a file beside another is one that this program has written.
func isOurs(name string) bool {
	b, err := os.ReadFile(name)
	var o struct{ Program string }
	return err == nil && json.Unmarshal(b, &o) == nil && strings.HasPrefix(o.Program, "fence ")
}

// frame writes an experiment's frame in the form asked for, and an interrupted one to the screen alone.
func (o *output) frame(e *fencekit.Experiment, f frame.Frame, err error, show func(frame.Frame) *sheet) error {
	var stopped *fencekit.Interrupted
	picture := isPicture(o.format)
	if errors.As(err, &stopped) {
		o.interrupted(stopped, f.Rows() > 0 && !picture)
	}
	if err != nil && (stopped == nil || f.Rows() == 0 || o.main != nil || picture) {
		return err
	}
	if picture {
		figure, err := o.chart(f)
		if err != nil {
			return err
		}
		return o.figure(e, figure)
	}
	var b bytes.Buffer
	if bad := o.write(&b, f, show); bad != nil {
		return bad
	}
	if _, bad := o.w.Write(b.Bytes()); bad != nil {
		return bad
	}
	if err != nil {
		return err
	}
	return o.commit(originOf(o.a, e), f.Schema())
}

// interrupted says how far an experiment came.
func (o *output) interrupted(s *fencekit.Interrupted, some bool) {
	done, total := frame.Grouped(int64(s.Done)), frame.Grouped(int64(s.Total))
	switch {
	case o.main != nil:
		o.a.say("interrupted after %s of %s trials; nothing was written to %s", done, total, o.file)
	case some && len(s.NotBegun) > 0:
		o.a.say("interrupted after %s of %s trials; figures below cover those; not begun: %s", done, total,
			few(s.NotBegun, 3))
	case some:
		o.a.say("interrupted after %s of %s trials; figures below cover those", done, total)
	default:
		o.a.say("interrupted after %s of %s trials; there is nothing to show", done, total)
	}
}

// few lists the first of many names, and says how many more there are. Names with commas stand between semicolons.
func few(names []string, n int) string {
	between := ", "
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, ", ") }) {
		between = "; "
	}
	if more := len(names) - n; more > 1 {
		return strings.Join(names[:n], between) + " and " + frame.Grouped(int64(more)) + " more"
	}
	return strings.Join(names, between)
}

// spelled are signs of captions and cells in ASCII. Go reads us as it does µs.
var spelled = strings.NewReplacer("…", "...", "µ", "u")

func (o *output) write(w io.Writer, f frame.Frame, show func(frame.Frame) *sheet) error {
	switch o.format {
	case "csv":
		return f.WriteCSV(w)
	case "json":
		return f.WriteJSON(w)
	}
	s := show(f)
	s.caption = []string{f.Caption(), o.a.command()}
	if o.ascii {
		s.caption[0] = spelled.Replace(s.caption[0])
		for _, line := range s.rows {
			for j := range line {
				line[j] = spelled.Replace(line[j])
			}
		}
	}
	if o.draw != nil {
		var err error
		if s.drawing, err = o.draw(f); err != nil {
			return err
		}
		if o.ascii {
			s.drawing = strings.ReplaceAll(s.drawing, "µ", "u") // of the same width, so that nothing moves
		}
	}
	switch o.format {
	case "md":
		s.caption[1] = "`" + s.caption[1] + "`"
		return s.markdown(w)
	case "html":
		return s.html(w)
	case "tex":
		return s.latex(w)
	case "heat":
		return s.drawn(w, o.width())
	}
	return s.text(w, o.width())
}

// width is how wide text may be: as wide as a screen, or as the terminal that it goes to if that is less.
func (o *output) width() int {
	if o.main != nil {
		return screen
	}
	return min(screen, o.a.width())
}
