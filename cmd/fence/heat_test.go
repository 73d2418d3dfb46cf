package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAGridIsDrawn(t *testing.T) {
	const grid = "grid --trials 3 --postures check,fencing --vary lease=2s,3s "
	const headline = "abort_pct, %: writes aborted, of those sent and aborted\n"
	for _, c := range []struct {
		args      string
		want, not []string
	}{
		{grid + "--vary gap=0s,10ms", []string{"\nlease  gap", headline,
			"\nposture check\n          gap_ms\nlease_ms ", "\nkey:   "}, nil},
		{grid + "--vary gap=0s,10ms -f heat", []string{headline, "\nkey:   "}, []string{"\nlease  gap", "In brackets"}},
		{grid + "--vary gap=0s,10ms --heat none", []string{"\nlease  gap"}, []string{"key:"}},
		{grid + "--vary gap=0s,10ms --heat sent", []string{"sent, writes: writes sent\n"}, []string{headline}},
		{grid + "--vary gap=0s,10ms --heat work_destroyed_diff_low", []string{"work_destroyed_diff_low, "}, nil},
		{grid + "--vary gap=0s,10ms --heat-log", []string{"\nkey, logarithmic:   "}, nil},
		{grid + "--vary gap=0s,10ms --ascii", []string{"@@"}, []string{"█"}},
		{grid + "--vary gap=0s,10ms -f md", []string{"\n```text\n" + headline, "\nkey:   ", "\n```\n"}, nil},
		{grid + "--vary gap=0s,10ms -f csv", []string{"lease_ms,gap_ms,posture"}, []string{"key:"}},
		{grid + "--vary gap=0s,10ms -f json", []string{`"lease_ms":2000`}, []string{"key:"}},
		{grid + "--vary gap=0s,10ms --vary writes=1,2", []string{"\nlease_ms 2000, posture check\n        writes\ngap_ms "}, nil},
		{"grid --trials 3 --sources all,drift --vary lease=2s,3s --vary drift=-200..200/200", []string{"\n          drift_ppm\nlease_ms ",
			"\n   ms    ppm  posture "}, nil},
		{"grid --trials 3 --vary lease=2s,3s --vary work=0.1..0.3/0.1", []string{"varied: lease (2s, 3s), work (0.1, 0.2, 0.3)"}, nil},
		{grid + "--vary margin=0s..4s/1s --ascii", []string{"margin (0s ... 4s, 5 values)"}, []string{"…"}},
		{grid + "--vary margin=0s..4s/1s --ascii -f heat", []string{"margin (0s ... 4s, 5 values)"}, []string{"…"}},
		{grid + "--vary wire=50us,60us --ascii", []string{"50us"}, []string{"µ", "…"}},
		{grid + "--vary margin=0s..4s/1s", []string{"margin (0s … 4s, 5 values)"}, nil},
		{grid + "--vary sources=pauses,pauses+delay", []string{"sources (pauses, pauses+delay)", "\n2,000  pauses+delay  check "}, []string{"pauses,delay"}},
		{grid + "--vary rmw=false,true", []string{"\nlease_ms    false     true\n"}, nil},
		{grid + "--vary pause=uniform(1s,5s),exp(2s)", []string{"\npause:  1 uniform(1s,5s)  2 exp(2s)\n"}, nil},
		{"grid --trials 3 --vary lease=2s,3s", []string{"\n2,000  check "}, []string{"key:", "heat map"}},
		{grid + "--vary margin=0s..1s/250ms,3s -f heat", []string{"varied: lease (2s, 3s), margin (0s … 3s, 6 values)",
			"lease_ms         0       250       500       750      1000      3000\n"}, nil},
	} {
		r := fence(words(c.args)...)
		for _, want := range c.want {
			if r.code != exitFine || !strings.Contains(r.out, want) {
				t.Errorf("%s: got exit code %d and\n%s%s\nwant it to hold %q", c.args, r.code, r.errors, r.out, want)
			}
		}
		for _, not := range c.not {
			if strings.Contains(r.out+r.errors, not) {
				t.Errorf("%s: got\n%s%s\nwant it not to hold %q", c.args, r.errors, r.out, not)
			}
		}
	}
}

// A picture of a grid says which figure it maps, and over what.
func TestTitlesOfMaps(t *testing.T) {
	for args, want := range map[string]string{
		"--vary lease=2s,3s --vary margin=0s,500ms":                                             "abort [%]: margin by lease",
		"--vary lease=2s,3s --vary margin=0s,500ms --postures check":                            "abort [%]: margin by lease; check",
		"--vary rmw=false,true --vary lease=2s,3s --vary margin=0s,500ms --heat work_destroyed": "work destroyed [writes]: margin by lease",
		"--vary clock=wall,monotonic":                                                           "abort [%]: clock by posture",
		"--vary lease=2s,3s":                                                                    "abort [%] by lease",
	} {
		if out := fine(t, words("grid --trials 2 -f svg "+args)...); !strings.Contains(out, ">"+want+"</text>") {
			t.Errorf("%s: want the title %q, got\n%.600s", args, want, out)
		}
	}
}

func TestAHeatMapThatCannotBe(t *testing.T) {
	t.Chdir(t.TempDir())
	before := files(t)
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"grid --vary lease=2s,3s --heat sent", exitFine,
			"no heat map: it takes two parameters or more, and --vary names lease alone"},
		{"grid --vary lease=2s,3s --vary gap=0s,1s --heat sent -f csv", exitFine, "no heat map: csv holds rows alone"},
		{"grid --vary lease=2s,3s --heat sent --quiet", exitFine, ""},
		{"grid --vary lease=2s,3s --heat none", exitFine, ""},
		{"grid --vary lease=2s,3s -f heat", exitBadInput, "format = heat: a heat map takes two parameters or more"},
		{"grid --vary lease=2s,3s --vary gap=0s,1s -f heat --heat none", exitBadInput, "heat = none: -f heat is the heat map alone"},
		{"grid --vary lease=2s,3s --vary gap=0s,1s --heat abort_pc", exitBadInput,
			`heat = "abort_pc": there is no such figure; did you mean "abort_pct"? the figures are abort_pct, unlocked_applied, work_destroyed, refused, ` +
				"both_held_ms and 92 more; docs/results.md has all that grid has\n"},
		{"grid --vary lease=2s,3s --vary gap=0s,1s --heat posture", exitBadInput, `heat = "posture": is no figure: it says what a row is about; the figures are abort_pct, `},
		{"grid --vary lease=2s,3s --vary gap=0s,1s --heat lease_ms -o x.txt", exitBadInput, `heat = "lease_ms": is no figure: it says`},
		{"compare -f heat", exitBadInput, `format = "heat": must be one of table, csv, json, md`},
		{"compare --heat sent", exitBadInput, "unknown flag --heat"},
		{"grid --vary lease=2s..3s", exitBadInput, `lease = "2s..3s": a range must be from..to/step, such as 0s..2s/250ms`},
		{"grid --vary lease=2s..3s/0s", exitBadInput, "lease = 2s..3s/0s: the step must be above 0"},
		{"grid --vary lease=2s..3s/300ms", exitBadInput, "lease = 2s..3s/300ms: the last step is at 2.9s and does not land on 3s"},
		{"grid --vary lease=2s,3s,2s..3s/1s", exitBadInput, "lease 2s is named twice"},
		{"grid --vary lease=1ns..1s/1ns", exitBadInput, "must have at most 100000 values"},
		{"grid --vary lease=1s...3s/1s", exitBadInput, `lease = "1s...3s/1s": a range must be from..to/step, such as 0s..2s/250ms`},
		{"grid --vary pause-p=0...5/0.1", exitBadInput, "a range must be from..to/step"},
		{"grid --vary work=0.1..300ms/0.1", exitBadInput, "or all three must be shares of the lease"},
		{"grid --vary failover=none..lossy/1", exitBadInput, "failover has no ranges: its values are none, lossy or consensus"},
		{"grid --vary sources=pauses..steps/1", exitBadInput, "sources has no ranges"},
		{"grid --vary leese=1s..2s/1s", exitBadInput, `did you mean "lease"`},
		{"grid --vary pause=file(../p.csv)", exitBadInput, "../p.csv: no such file"},
	} {
		r := fence(words(c.args + " --trials 2")...)
		if r.code != c.code || !strings.Contains(r.errors, c.want) || c.want == "" && r.errors != "" {
			t.Errorf("%s: got exit code %d and %q, want %d and %q", c.args, r.code, r.errors, c.code, c.want)
		}
		if after := files(t); !equal(before, after) {
			t.Errorf("%s: files were written: %v", c.args, names(t))
		}
	}
}

// What an interrupt leaves of a grid is drawn, with the cells that are not there as missing ones.
func TestAnInterruptedGridIsDrawn(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var out, errs bytes.Buffer
	const args = "grid --vary lease=2s,3s --vary margin=0s,1s --postures check -f heat --trials 30000"
	a := &app{ctx: ctx, args: words(args), stdout: &out, stderr: &errs, observe: func(done, _ int) {
		if done > 61_000 { // within the third of four combinations
			cancel()
		}
	}}
	if code := a.run(); code != exitInterrupted {
		t.Errorf("exit code: got %d, want 130: %s", code, errs.String())
	}
	const cell = `  \S+ [0-9.]+`
	want := regexp.MustCompile(`\nlease_ms +0 +1000\n +2000` + cell + cell + `\n +3000` + cell +
		` +·\n\nkey: .*   · missing\n$`)
	if !want.MatchString(out.String()) || !strings.Contains(errs.String(), "not begun: lease 3s, margin 1s") {
		t.Errorf("got\n%s%s\nwant a map with one cell missing", errs.String(), out.String())
	}
}

func TestAHeatMapInATextFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"-o x.txt", "-o x.txt -f heat", "-o x -f heat"} {
		fine(t, words("grid --trials 2 --vary lease=2s,3s --vary gap=0s,1s "+args)...)
		name := strings.Fields(args)[1]
		if text := files(t)[name]; !strings.Contains(text, "\nkey:   ") {
			t.Errorf("%s: got\n%s\nwant a map", args, text)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	if r := fence(words("grid --trials 2 --vary lease=2s,3s --vary gap=0s,1s -f heat -o x.csv")...); r.code != exitBadInput {
		t.Errorf("-f heat -o x.csv: got %v, want an error", r)
	}
}

func TestUsualFiguresAreFigures(t *testing.T) {
	for _, name := range usualFigures {
		if !slices.Contains(figures(), name) {
			t.Errorf("%s is no figure of a grid", name)
		}
	}
}
