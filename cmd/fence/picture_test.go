package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/plots"
)

// pictured are the commands that draw, with few trials.
var pictured = []string{
	"compare --trials 10", "compare --trials 10 --postures all", "sources --trials 10", "failover --trials 10",
	"margin --trials 10 --margins 0s,250ms,1s", "drift --trials 300",
	"grid --trials 3 --vary lease=2s,3s --vary margin=0s,500ms", "grid --trials 3 --vary margin=0s,500ms,1s",
	"grid --trials 3 --vary lease=2s,3s --vary margin=0s,500ms --vary clock=wall,monotonic --postures check",
	"lanes --seed 7 --from 20s --to 60s", "lanes --seed 7 --posture check --from 20s --to 40s --by-order",
	"trials --trials 20", "trials --trials 20 --top aborted", "trials --trials 20 --counter both_held_ms --ecdf",
}

// TestPicturesAreWritten holds every command that draws, in every format, to a whole picture with what made it within,
// its text beside it, and the same bytes when it is drawn again.
func TestPicturesAreWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	commands := pictured
	if testing.Short() {
		commands = []string{pictured[0], pictured[9], pictured[11]}
	}
	for _, args := range commands {
		for _, format := range plots.Formats() {
			if format == "png" {
				args += " --dpi 60"
			}
			command := append(strings.Fields(args), "-o", "x."+format)
			out := fine(t, command...)
			first := files(t)
			if err := whole(format, first["x."+format]); err != nil || out != "" || len(first) != 2 {
				t.Errorf("%s, %s: %v; on standard output %q; files %v", args, format, err, out, names(t))
			}
			text := first["x."+format+".txt"]
			if made := "Made by: fence " + args + " -o x." + format + "\n"; !strings.HasSuffix(text, "\n\n"+made) ||
				strings.Count(text, "\n\n") < 2 || !strings.Contains(text, "fence 0.1.0") {
				t.Errorf("%s: the text beside it: got\n%s", args, text)
			}
			fine(t, command...)
			if !equal(first, files(t)) {
				t.Errorf("%s, %s: a second run has other bytes", args, format)
			}
			args = strings.TrimSuffix(args, " --dpi 60")
			streamed := fine(t, append(strings.Fields(args), "-f", format)...)
			if err := whole(format, streamed); err != nil || len(files(t)) != 2 {
				t.Errorf("%s -f %s: %v; files %v", args, format, err, names(t))
			}
			t.Chdir(t.TempDir())
		}
	}
}

// whole says what is wrong with a picture.
func whole(format, content string) error {
	switch format {
	case "png":
		p, err := png.Decode(strings.NewReader(content))
		if err != nil {
			return err
		}
		if colours(p) < 3 {
			return fmt.Errorf("has %d colours", colours(p))
		}
		return holds(content, "iTXtSoftware\x00", "iTXtParameters\x00", "iTXtSeed\x00", "iTXtCommand\x00")
	case "svg":
		if !strings.HasPrefix(content, "<?xml ") {
			return fmt.Errorf("begins with %.20q", content)
		}
		d := xml.NewDecoder(strings.NewReader(content))
		for {
			if _, err := d.Token(); err == io.EOF {
				return holds(content, "<svg ", "<text ", "key=\"Software\">fence 0.1.0<", "key=\"Parameters\">{", "key=\"Seed\">")
			} else if err != nil {
				return err
			}
		}
	case "pdf":
		return holds(content, "%PDF-1.", "startxref", "%%EOF")
	}
	return holds(content, "%!PS-Adobe", "%%BoundingBox:", "%Description: ", "%Software: fence 0.1.0", "\nshowpage\n")
}

func holds(content string, want ...string) error {
	for _, w := range want {
		if !strings.Contains(content, w) {
			return fmt.Errorf("%d bytes do not hold %q", len(content), w)
		}
	}
	return nil
}

// colours counts the colours of a picture, to ten.
func colours(p image.Image) int {
	seen := map[any]bool{}
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y && len(seen) < 10; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			seen[p.At(x, y)] = true
		}
	}
	return len(seen)
}

// A picture and its text are written together, over those of an earlier run, or neither is.
func TestAPictureAndItsTextAreWrittenTogether(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "x.svg", "old")
	write(t, "x.svg.txt", "old text")
	fine(t, "compare", "--trials", "3", "-o", "x.svg")
	all := files(t)
	if whole("svg", all["x.svg"]) != nil || !strings.Contains(all["x.svg.txt"], "Postures compared") {
		t.Errorf("over an earlier one: got\n%s", all["x.svg.txt"])
	}
	write(t, "y.png", "old")
	write(t, "y.png.txt/in-the-way", "")
	before := files(t)
	for _, args := range []string{"compare --trials 3 -o y.png", "lanes --seed 7 --to 20s -o y.png"} {
		r := fence(words(args)...)
		want := "fence: output = \"y.png.txt\": is a directory\n"
		if r.code != exitBadInput || r.errors != want || !equal(files(t), before) {
			t.Errorf("%s: got %+v and the files %v", args, r, names(t))
		}
	}
	write(t, "many-2.svg/in-the-way", "")
	before = files(t)
	if r := fence(words("lanes --clients 40 --horizon 30s -o many.svg")...); r.code != exitBadInput ||
		!strings.Contains(r.errors, "many-2.svg\": is a directory") || !equal(files(t), before) {
		t.Errorf("pages: got %+v and the files %v", r, names(t))
	}
}

// The checks of the test above fail for what is not whole.
func TestWholeTellsWhatIsNot(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, format := range plots.Formats() {
		good := fine(t, "compare", "--trials", "5", "-f", format)
		for _, bad := range []string{"", good[:len(good)/2], strings.Replace(good, good[:9], "", 1)} {
			if whole(format, bad) == nil {
				t.Errorf("%s: %d of %d bytes are taken for a whole picture", format, len(bad), len(good))
			}
		}
	}
}

// The flags of pictures do what they say: the size in pixels, the ground of the theme.
func TestTheLookOfPictures(t *testing.T) {
	dark := plots.Dark().Background
	for _, c := range []struct {
		args          string
		width, height int // 0 for any
		dark          bool
	}{
		{"", 990, 0, false}, {"--theme screen", 2100, 0, false}, {"--theme dark", 2100, 0, true},
		{"--width double --dpi 100", 700, 0, false}, {"--width single --dpi 100", 330, 0, false},
		{"--width 12.7cm --height 127mm --dpi 100", 500, 500, false},
		{"--width 360pt --height 5in --dpi 72", 360, 360, false},
	} {
		for _, command := range []string{"margin --trials 5 --margins 0s,1s", "lanes --seed 7 --to 20s"} {
			if strings.HasPrefix(command, "lanes") && (c.args == "" || strings.Contains(c.args, "height")) {
				continue // lanes are as wide as they need, and may need pages
			}
			p, err := png.Decode(strings.NewReader(fine(t, words(command+" -f png "+c.args)...)))
			if err != nil {
				t.Fatal(err)
			}
			size := p.Bounds().Size()
			r, g, b, _ := p.At(0, 0).RGBA()
			if size.X != c.width || c.height != 0 && size.Y != c.height ||
				(uint8(r>>8) == dark.R && uint8(g>>8) == dark.G && uint8(b>>8) == dark.B) != c.dark {
				t.Errorf("%s %s: got %v with a ground of %d %d %d", command, c.args, size, r>>8, g>>8, b>>8)
			}
		}
	}
}

func TestLengthsOfPictures(t *testing.T) {
	for text, want := range map[string]vg.Length{
		"5in": 360, "12cm": 12 * vg.Centimeter, "120mm": 12 * vg.Centimeter, "10pt": 10, "0.5in": 36,
		"": -1, "5": -1, "in": -1, "5 in": -1, "-5in": -1, "5IN": -1, ".5in": -1, "1e3in": -1, "5px": -1, "NaNin": -1,
		"5in ": -1,
	} {
		got, err := readLength(text)
		if near := got-want < 1e-9 && want-got < 1e-9; (err != nil) != (want < 0) || err == nil && !near {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
}

// FuzzReadLength holds that a length is a number and a unit, and never negative.
func FuzzReadLength(f *testing.F) {
	for _, text := range []string{"5in", "12.5cm", "1e9mm", "-3pt", "in", "99999999999999999999in"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := readLength(text)
		if err != nil {
			return
		}
		unit := text[len(text)-2:]
		if _, ok := units[unit]; !ok || !(d >= 0) || strings.ContainsAny(text, "eE+- ") {
			t.Errorf("%q: got %v", text, d)
		}
	})
}

// Lanes that do not fit are divided among pages, which are all written or none.
func TestLanesInPages(t *testing.T) {
	t.Chdir(t.TempDir())
	args := strings.Fields("lanes --clients 40 --horizon 30s -o many.svg")
	r := fence(args...)
	said := regexp.MustCompile(`^fence: ([0-9]+) of 42 lanes fit into a height of 9 in: ` +
		`3 pages, many-1.svg to many-3.svg\n$`)
	m := said.FindStringSubmatch(r.errors)
	if r.code != exitFine || m == nil || r.out != "" {
		t.Fatalf("got %+v", r)
	}
	want := []string{"many-1.svg", "many-1.svg.txt", "many-2.svg", "many-2.svg.txt", "many-3.svg", "many-3.svg.txt"}
	all := files(t)
	if got := names(t); !slices.Equal(got, want) {
		t.Fatalf("files: got %v, want %v", got, want)
	}
	lanes := regexp.MustCompile(`>(C[0-9]+|svc|S)</text>`)
	seen := map[string]int{}
	for i := range 3 {
		svg := all[numbered("many.svg", i+1)]
		if err := whole("svg", svg); err != nil {
			t.Errorf("page %d: %v", i+1, err)
		}
		n := lanes.FindAllStringSubmatch(svg, -1)
		for _, lane := range n {
			seen[lane[1]]++
		}
		if i == 0 && fmt.Sprint(len(n)) != m[1] {
			t.Errorf("page 1 has %d lanes, and is said to have %s", len(n), m[1])
		}
	}
	if len(seen) != 42 || seen["svc"] != 3 || seen["S"] != 3 || seen["C40"] != 1 {
		t.Errorf("lanes on the pages: got %v", seen)
	}
	fine(t, args...)
	if !equal(all, files(t)) {
		t.Error("a second run has other bytes")
	}
	// A higher figure takes them all.
	fine(t, strings.Fields("lanes --clients 40 --horizon 30s --height 30in -o one.pdf")...)
	if all := files(t); whole("pdf", all["one.pdf"]) != nil || len(all) != 8 {
		t.Errorf("one page: got %v", names(t))
	}
}

// Pages are let go of one by one, so that no more than one is held, and each is told of.
func TestPagesAreLetGo(t *testing.T) {
	t.Chdir(t.TempDir())
	e := fencekit.New()
	log, err := lease.Log(scheduleOf(&e), lease.Unprotected)
	if err != nil {
		t.Fatal(err)
	}
	lanes, err := plots.NewLanes(log)
	if err != nil {
		t.Fatal(err)
	}
	one, err := lanes.Figure()
	if err != nil {
		t.Fatal(err)
	}
	two := *one
	figures := []*plots.Figure{one, &two}
	var told []string
	a := &app{ctx: t.Context(), args: words("lanes -o x.svg")}
	o := &output{a: a, format: "svg", file: "x.svg", look: &look{theme: plots.Paper()}}
	a.observe = func(done, total int) {
		told = append(told, fmt.Sprintf("%d of %d, gone: %v", done, total, figures[done-1] == nil))
	}
	if err := errors.Join(o.aim(), o.pages(&e, figures)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"1 of 2, gone: true", "2 of 2, gone: true"}; !slices.Equal(told, want) {
		t.Errorf("got %q, want %q", told, want)
	}
	if got, want := names(t), []string{"x-1.svg", "x-1.svg.txt", "x-2.svg", "x-2.svg.txt"}; !slices.Equal(got, want) {
		t.Errorf("files: got %v, want %v", got, want)
	}
}

// A margin that is chosen is measured in its place among the others, and nothing is said of it.
func TestTheChosenMarginIsMeasured(t *testing.T) {
	const told = "fence: the margins end at 2.5s, and the lease is 30s; name others with --margins, such as 0s..20s/4s\n"
	for _, c := range []struct{ args, errors string }{
		{"--margins 0s,1s --chosen 500ms", ""}, {"--margins 1s,2s --chosen 0s", ""}, {"--margins 0s,1s --chosen 2s", ""},
		{"--margins 0s..2s/500ms --chosen 1s", ""}, {"--lease 30s --chosen 12s", ""}, {"--lease 30s --chosen 1s", told},
	} {
		r := fence(words("margin --trials 3 -f svg " + c.args)...)
		if r.code != exitFine || r.errors != c.errors || strings.Contains(r.out, "not measured") ||
			!strings.Contains(r.out, "chosen ") {
			t.Errorf("%s: got %d and %q", c.args, r.code, r.errors)
		}
	}
	for args, want := range map[string]string{"--lease 30s": told, "--lease 30s --quiet": "", "--lease 7s": "",
		"--lease 30s --margins 0s,1s": ""} {
		if r := fence(words("margin --trials 3 " + args)...); r.code != exitFine || r.errors != want {
			t.Errorf("%s: got %d and %q, want %q", args, r.code, r.errors, want)
		}
	}
	rows := func(margins string) string { return fine(t, words("margin --trials 3 -f csv --margins "+margins)...) }
	if got, want := rows("0s..1s/500ms,2s"), rows("0s,500ms,1s,2s"); got != want {
		t.Errorf("a range: got\n%s\nwant\n%s", got, want)
	}
	e, d := fencekit.New(), &dial{list: "0s..2s/1s", text: "1500ms"}
	cmd := marginCommand(&app{ctx: t.Context()})
	if err := cmd.Flags().Set("chosen", d.text); err != nil {
		t.Fatal(err)
	}
	got, err := d.margins(&model{flags: cmd.Flags(), out: &output{format: "svg"}}, &e)
	want := []time.Duration{0, time.Second, 1500 * time.Millisecond, 2 * time.Second}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestNumbered(t *testing.T) {
	for _, c := range [][2]string{{"x.svg", "x-2.svg"}, {"a.b/x.y.png", "a.b/x.y-2.png"}, {"a.b/x", "a.b/x-2"}} {
		if got := numbered(c[0], 2); got != filepath.FromSlash(c[1]) {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// TestEveryPhenomenonIsPicked runs what --pick says, and wants the same picture of it.
func TestEveryPhenomenonIsPicked(t *testing.T) {
	for _, p := range fencekit.Phenomena() {
		name := p.String()
		r := fence("lanes", "--pick", name, "-f", "svg")
		lines := strings.Split(strings.TrimSuffix(r.errors, "\n"), "\n")
		last := lines[len(lines)-1]
		command, ok := strings.CutPrefix(last, "fence: without looking for it: fence ")
		best := regexp.MustCompile(`^fence: seed [0-9]+ shows ` + name + ` best: `)
		if r.code != exitFine || !ok || !best.MatchString(lines[0]) {
			t.Errorf("%s: got %d and\n%s", name, r.code, r.errors)
			continue
		}
		lossy := strings.Contains(command, "--failover lossy")
		if lossy != (name == "same-token") || strings.Contains(command, "pick") {
			t.Errorf("%s: the command is %s", name, command)
		}
		again := fence(words(command)...)
		same := func(text string) string { return strings.ReplaceAll(text, command, "lanes --pick "+name+" -f svg") }
		if again.errors != "" || same(again.out) != r.out {
			t.Errorf("%s: %s draws another picture: %q", name, command, again.errors)
		}
		if !strings.Contains(r.out, "posture: "+p.Posture().Name) && !strings.Contains(r.out, p.Posture().Name) {
			t.Errorf("%s: is not drawn under %s", name, p.Posture().Name)
		}
	}
}

// What is given along with --pick stays as it is given.
func TestPickLeavesWhatIsGiven(t *testing.T) {
	r := fence(words("lanes --pick destroyed --posture fencing --from 1s --to 9s --within 20 --lease=4s")...)
	if r.code != exitFine || strings.Contains(r.errors, "--within") || holds(r.errors, "--lease=4s --seed ",
		" --posture fencing --from 1s --to 9s\n", "under fencing it does not show; it does under unprotected") != nil {
		t.Errorf("got %d and\n%s", r.code, r.errors)
	}
	r = fence(words("lanes --pick destroyed --quiet -f log")...)
	if r.errors != "" || !strings.Contains(r.out, `"seed":707`) {
		t.Errorf("a log: got %q and %.100s", r.errors, r.out)
	}
	r = fence(words("lanes --pick overlap --seed 5000 --within 3")...)
	if !regexp.MustCompile(`: seed 500[012] shows overlap`).MatchString(r.errors) {
		t.Errorf("from another seed on: got\n%s", r.errors)
	}
}

func TestAPickThatIsInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range []string{"lanes --pick window -o x.svg", "lanes --seed 7 -o x.png", "trials --trials 9 -o x.png",
		"lanes --clients 40 --horizon 30s -o x.svg"} {
		var out, errs bytes.Buffer
		a := &app{ctx: ctx, args: words(args), stdout: &out, stderr: &errs}
		if code := a.run(); code != exitInterrupted || !strings.Contains(errs.String(), "interrupted") ||
			!strings.Contains(errs.String(), "nothing was ") || len(files(t)) != 0 {
			t.Errorf("%s: got %d, %q and the files %v", args, code, errs.String(), names(t))
		}
	}
}

func TestFlagsLeftOutOfACommand(t *testing.T) {
	for _, c := range [][2]string{
		{"lanes --seed 7 --pick window -o x.svg", "lanes -o x.svg"}, {"lanes --seed=7 --pick=window", "lanes"},
		{"lanes --seeds 7 seed", "lanes --seeds 7 seed"}, {"lanes --pick", "lanes"},
	} {
		if got := strings.Join(without(strings.Fields(c[0]), "seed", "pick"), " "); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}
