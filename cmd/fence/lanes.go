package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"
	"gonum.org/v1/plot/vg"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
	"fence/plots"
)

// laneForms are the forms of lanes and logs; pictures come besides.
var laneForms = []string{"table", "log", "ndjson", "md"}

// lanes holds the flags of a drawing of lanes.
type lanes struct {
	a              *app
	m              *model
	o              *output
	cmd            *cobra.Command
	from, to, wide string
	byOrder        bool
	seek           seeker
	window         trace.Lanes
}

func lanesCommand(a *app) *cobra.Command {
	l := &lanes{a: a}
	l.cmd = &cobra.Command{
		Use:   "lanes",
		Short: "One run, drawn as lanes over time, or its log",
		Long: `Lanes draws one run under one posture: the leases as the lock service records them, the beliefs of the clients, and
what reaches the resource. A file that ends in .png, .svg, .pdf or .eps holds a picture, and beside it stands a text
with its caption and a description; when a picture has more lanes than fit, there are pages, NAME-1.svg and so on.
With -f log or ndjson it writes the run's log, which fence audit reads.`,
		Example: `  fence lanes --seed 7
  fence lanes --seed 7 --posture fencing --from 20s --to 60s --width 120
  fence lanes --seed 7 --from 20s --to 60s --width double -o lanes.svg
  fence lanes --pick destroyed -o destroyed.svg
  fence lanes --seed 7 -o run.log`,
		Args: noArgs,
	}
	fs := l.cmd.Flags()
	fs.StringVar(&l.from, "from", "0s", "beginning of the window, a `duration`")
	fs.StringVar(&l.to, "to", "0s", "end of the window, a `duration`; 0s means the end of the run")
	fs.StringVar(&l.wide, "width", "0", "`columns` of the drawing, 0 for those of the terminal or 100; of pictures "+
		"single, double (columns of a page) or a length such as 5in, 12cm")
	l.seek.add(l.cmd)
	fs.BoolVar(&l.byOrder, "by-order", false, "pictures: the events in their order, at equal distances, and not over time")
	l.m = addModel(a, l.cmd, wantsPosture|wantsSchedule, 1, lease.Unprotected.Name)
	l.o = addOutput(a, l.cmd, withPictures(laneForms)...)
	addLook(l.o, l.cmd, "by-order")
	l.cmd.RunE = func(*cobra.Command, []string) error { return l.run() }
	return l.cmd
}

func (l *lanes) run() error {
	if _, err := l.seek.asked(l.m); err != nil {
		return err
	}
	e, err := l.m.experiment()
	if err != nil {
		return err
	}
	e.Trials = 1
	if err := l.seek.find(l.m, &e); err != nil {
		return err
	}
	if l.m.print {
		return l.o.params(l.m, &e)
	}
	if err := l.o.settle(withPictures(laneForms)); err != nil {
		return err
	}
	l.o.look.across = l.wide // of pictures; what it means to a drawing in text is another thing
	s := scheduleOf(&e)
	if err := l.read(s.Params.Horizon); err != nil {
		return err
	}
	l.seek.say(l, &e)
	if err := l.o.begin(); err != nil {
		return err
	}
	defer l.o.close()
	l.a.running.Store(true)
	log, err := lease.Log(s, e.Postures[0])
	l.a.running.Store(false)
	if err != nil {
		return err
	}
	log.Header.Command = l.a.command()
	if isPicture(l.o.format) {
		return l.picture(&e, log)
	}
	var b bytes.Buffer
	if err := l.write(&b, &e, log); err != nil {
		return err
	}
	if _, err := l.o.w.Write(b.Bytes()); err != nil {
		return err
	}
	return l.o.commitAlone() // a log carries its parameters
}

// read reads the window and the width. A log is whole, and a picture's width is a length.
func (l *lanes) read(horizon time.Duration) error {
	fs := l.cmd.Flags()
	format := l.o.format
	windowed := fs.Changed("from") || fs.Changed("to")
	if log := format == "log" || format == "ndjson"; log && (windowed || fs.Changed("width")) {
		return fmt.Errorf("format = %s: from, to and width are of the drawing; a log is whole", format)
	}
	width := "0"
	if !isPicture(format) {
		width = l.wide
	}
	var err error
	if l.window, err = laneWindow(l.from, l.to, width, horizon); err != nil {
		return err
	}
	if p := l.seek.picked; p != nil && !windowed {
		l.window.From, l.window.To = p.From, p.To
	}
	if isPicture(format) && l.window.To > horizon {
		return fmt.Errorf("to = %s: is outside the run, which is %v long", l.to, horizon)
	}
	if l.window.Width == 0 && format == "table" && l.o.file == "" {
		l.window.Width = l.a.columns()
	}
	return nil
}

// write writes the drawing in text, or the log.
func (l *lanes) write(w io.Writer, e *fencekit.Experiment, log *trace.Log) error {
	switch l.o.format {
	case "log":
		return trace.Write(w, log)
	case "ndjson":
		return trace.WriteNDJSON(w, log)
	}
	about := outcome(e)
	if l.window.From > 0 || l.window.To > 0 {
		about = "in the whole run " + about
	}
	fence, command := "", l.a.command()
	if l.o.format == "md" {
		fence, command = "```\n", "`"+command+"`"
	}
	drawing := strings.TrimRight(trace.ASCII(log, l.window), "\n")
	_, err := fmt.Fprintf(w, "%s%s\n\n%s%s\n%s", wrapped(e.Describe()+"; "+about, screen), command, fence, drawing, fence)
	return err
}

// columns is the width of the terminal that standard output is, or 100.
func (a *app) columns() int {
	if f, ok := a.stdout.(*os.File); ok && isTerminal(f) {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return min(max(w, narrowest), widest)
		}
	}
	return 100
}

// The widths of a drawing in text.
const narrowest, widest = 40, 10_000

// laneWindow reads a window of a run, and the width of a drawing in text.
func laneWindow(from, to, width string, horizon time.Duration) (trace.Lanes, error) {
	var window trace.Lanes
	var errs [3]error
	if window.From, errs[0] = time.ParseDuration(from); errs[0] != nil || window.From < 0 {
		errs[0] = fmt.Errorf("from = %q: must be a duration that is not negative, such as 20s", from)
	}
	if window.To, errs[1] = time.ParseDuration(to); errs[1] != nil || window.To < 0 {
		errs[1] = fmt.Errorf("to = %q: must be a duration that is not negative, such as 60s", to)
	}
	if window.From >= horizon && errs[0] == nil {
		errs[0] = fmt.Errorf("from = %s: must be before the horizon %v", from, horizon)
	}
	if window.To > 0 && window.To <= window.From && errs[0] == nil && errs[1] == nil {
		errs[1] = fmt.Errorf("to = %s: must be after from = %s", to, from)
	}
	n, err := strconv.Atoi(width)
	if window.Width = n; err != nil || n != 0 && (n < narrowest || n > widest) {
		errs[2] = fmt.Errorf("width = %s: must be 0 or within [%d, %d], columns; a length is of pictures", width, narrowest,
			widest)
	}
	return window, errors.Join(errs[:]...)
}

// pageHeight is how high lanes are drawn before they go on on another page, if nothing else is asked for: what a page
// of a journal takes.
const pageHeight = 9 * vg.Inch

// picture draws the lanes as a picture, in pages where they do not fit.
func (l *lanes) picture(e *fencekit.Experiment, log *trace.Log) error {
	drawing, err := plots.NewLanes(log)
	if err != nil {
		return err
	}
	drawing.From, drawing.To, drawing.ByOrder = l.window.From, l.window.To, l.byOrder
	drawing.Theme = l.o.look.theme
	if l.o.look.width != 0 {
		drawing.Theme.Width = l.o.look.width // the pages are as high as legend and caption need at it
	}
	high := cmp.Or(l.o.look.height, pageHeight)
	pages, err := drawing.Pages(high)
	if err != nil {
		return err
	}
	if len(pages) == 1 {
		return l.o.figure(e, pages[0])
	}
	l.o.look.height = 0 // of each page what its lanes need
	if err := l.o.pages(e, pages); err != nil {
		return err
	}
	fit, of, err := drawing.Fit(high)
	l.m.remark("%d of %d lanes fit into a height of %.3g in: %d pages, %s to %s", fit, of, float64(high/vg.Inch),
		len(pages), numbered(l.o.file, 1), numbered(l.o.file, len(pages)))
	return err
}
