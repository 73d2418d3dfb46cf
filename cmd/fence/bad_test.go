package main

import (
	"strings"
	"testing"
)

// TestBadInput runs what must be refused: exit code 2, an error that names field, value and relation, nothing on
// standard output and no file written.
func TestBadInput(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "empty.csv", "")
	write(t, "words.csv", "pause_ms\n12\nlong\n")
	write(t, "negative.csv", "pause_ms\n12\n-3\n")
	write(t, "empty.yaml", "")
	write(t, "list.yaml", "- lease\n- 3s\n")
	write(t, "twice.yaml", "lease: 3s\nlease: 4s\n")
	write(t, "typo.yaml", "clients: 3\nleese: 3s\nmargin: soon\n")
	write(t, "broken.yaml", "lease: [3s\n")
	write(t, "two.yaml", "lease: 3s\n---\nlease: 4s\n")
	write(t, "nested.yaml", "lease:\n  of: 3s\n")
	write(t, "empty.json", "")
	write(t, "broken.json", "{\n\"format\": \"fence-schedule\",\n}")
	write(t, "version.json", `{"format":"fence-schedule","version":9,"clients":[]}`)
	write(t, "truncated.log", "# fence-log 1 {\"family\":\"lease\"}\n0 | svc | grant | lock=L to=C1 token=1 until=3000\n")
	write(t, "future.log", "# fence-log 99 {}\n# end 0\n")
	write(t, "garbled.log", "# fence-log 1 {\"family\":\"lease\"}\nnothing here\n# end 1\n")
	write(t, "empty.log", "")
	write(t, "plain.md", "no timeline here\n")
	write(t, "half.md", "```timeline\n0 | svc | grant | lock=L to=A token=1 until=1000\n5 | what\n```\n")
	before := files(t)
	for _, c := range []struct{ args, want string }{
		// Lease, horizon and the other durations.
		{"compare --lease 0s", "lease = 0s: must be above 0"},
		{"compare --lease -3s", "lease = -3s: must be above 0"},
		{"compare --horizon 0s", "horizon = 0s: must be above 0"},
		{"compare --horizon -1m", "horizon = -1m0s: must be above 0"},
		{"compare --margin -1ms", "margin = -1ms: must not be below 0"},
		{"compare --gap -1ms", "gap = -1ms: must be within"},
		{"compare --lease 3", `lease = "3": must be a duration with its unit`},
		{"compare --lease 9999999999h", `lease = "9999999999h": too long: must be at most 80,063h (nine years)`},
		{"compare --gap 90h", "gap = 90h0m0s: must be within [0, 80h]"},
		{"compare --horizon 2000000h", "horizon = 2000000h0m0s: must be above 0 and at most"},
		{"compare --horizon 80000h --think 0s --work 0 --wire-off 1ns --gap 0s --sources none", "which would take more than 10,000,000 of them"},
		{"margin --margins 0s,fast", `margins = "fast": must be a duration`},
		{"margin --margins -1s", "margin = -1s: must be at least 0"},
		{"margin --margins 0s,1s,1000ms", "margin 1s is named twice"},
		{"margin --postures fencing,strict", "margin: none of the postures checks: fencing, strict"},
		{"margin --margins ,", `margins = "": must be a duration`},
		// Numbers.
		{"compare --pause-p 1.5", "pause-p = 1.5: must be within [0, 1]"},
		{"compare --pause-p -0.1", "pause-p = -0.1: must be within [0, 1]"},
		{"compare --pause-p NaN", `pause-p = "NaN": must be a finite number`},
		{"compare --pause-rate nan", `pause-rate = "nan": must be a finite number`},
		{"compare --pause-rate -1", "pause-rate = -1: must be within"},
		{"compare --drift Inf", `drift = "Inf": must be a finite number`},
		{"compare --drift 2e6", "drift = 2e+06: must be within"},
		{"compare --clients 0", "clients = 0: must be within [1, 100000]"},
		{"compare --clients 1000000", "clients = 1000000: must be within"},
		{"compare --writes 0", "writes = 0: must be within"},
		{"compare --failover-loses 2-1", "failover-loses = 2-1: must be low-high"},
		{"compare --failover-loses two", `failover-loses = "two": must be a range`},
		{"compare --trials 0", "trials = 0: must be within [1, 1000000000]"},
		{"compare --trials -5", "trials = -5: must be within"},
		{"compare --trials 1000000000000000000", "trials = 1000000000000000000: must be within"},
		{"compare --trials 1e18", `trials = "1e18": must be a whole number within`},
		{"compare --trials 1.5", `trials = "1.5"`},
		{"compare --seed -1", `seed = "-1"`},
		{"compare --seed 18446744073709551615", "seed = 18446744073709551615: seed + trials"},
		{"compare --workers -1", `workers = "-1"`},
		{"trials --top work_destroyed -n 0", "number = 0: must be within [1, 1000000]"},
		{"trials -n 3", "number = 3: needs --top"},
		{"trials --seed 9223372036854775807 --trials 2 -f csv", "the largest seed that a table holds"},
		// Distributions and their files.
		{"compare --think uniform(2s,1s)", `think = "uniform(2s,1s)": at character 1: uniform: `},
		{"compare --think normal(1s)", `think = "normal(1s)"`},
		{"compare --think unifrom(1s,2s)", `: at character 1: unknown distribution "unifrom"; did you mean "uniform"? want one of`},
		{"compare --pause uniform", `pause = "uniform": at character 1: unknown distribution "uniform", want one of`},
		{"compare --think uniform(0.1,0.2)", "think = uniform(0.1,0.2): needs units"},
		{"compare --wire mix(0.5:1s,0.2:2s)", "wire = "},
		{"compare --wire mix(1.5:1s,-0.5:2s)", "wire = "},
		{"compare --step uniform(NaN,1s)", "step = "},
		{"compare --think exp(9999999999h)", "think = "},
		{"compare --pause file(empty.csv)", "empty.csv"},
		{"compare --pause file(missing.csv)", "missing.csv"},
		{"compare --pause file(words.csv)", "words.csv:3"},
		{"compare --pause file(negative.csv)", "negative.csv:3"},
		// Words.
		{"compare --postures unprotected,magic", `unknown posture "magic"; must be one of unprotected, `},
		{"compare --postures chek", `unknown posture "chek"; did you mean "check"? must be one of unprotected, `},
		{"compare --failover lossi", `failover = "lossi": unknown failover "lossi"; did you mean "lossy"? must be one of`},
		{"compare --sources pauses,step", `unknown source "step"; did you mean "steps"? must be a list of pauses, `},
		{"compare --postures check,check", `posture "check" is named twice`},
		{"compare --postures ,", "unknown posture"},
		{"lanes --posture all", `unknown posture "all"`},
		{"compare --sources pauses,gremlins", `unknown source "gremlins"`},
		{"compare --failover often", `unknown failover "often"`},
		{"compare --release never", `unknown release "never"`},
		{"compare --clock sun", `unknown clock "sun"`},
		{"compare --fence reads", `unknown fence "reads"`},
		{"compare --fence reads+writes", "fence = reads+writes: needs read-modify-write"},
		{"compare --rmw=perhaps", `rmw = "perhaps": must be true or false`},
		{"trials --top destroyed", `unknown counter "destroyed"; the counters are grants, attempts, sent, `},
		{"trials --top work_destroid", `did you mean "work_destroyed"? the counters are grants, `},
		// Grids.
		{"grid", "vary: must name at least one"},
		{"grid --vary lease", `vary = "lease": must be`},
		{"grid --vary =3s", `vary = "=3s"`},
		{"grid --vary leese=3s", `did you mean "lease"`},
		{"grid --vary lease=3s --vary lease=2s", "lease is varied twice"},
		{"grid --vary lease=3s,0s", "lease 0s"},
		{"grid --vary lease=3s,2s,3000ms", "grid: lease 3s is named twice"},
		{"grid --vary lease=soon", `lease = "soon"`},
		{"grid --vary lease=3s --lease 2s", "--lease cannot be given with --vary lease"},
		{"margin --margin 1s", "--margin cannot be given to fence margin"},
		{"sources --sources pauses", "--sources cannot be given to fence sources"},
		{"drift --drift 100", "--drift cannot be given to fence drift"},
		{"drift --postures check", "--postures cannot be given to fence drift"},
		{"failover --failover lossy", "--failover cannot be given to fence failover"},
		// Parameter files.
		{"compare --params missing.yaml", "missing.yaml"},
		{"compare --params empty.yaml", "empty.yaml: the file is empty"},
		{"compare --params list.yaml", "list.yaml: line 1: must hold parameters, each as name: value"},
		{"compare --params twice.yaml", "twice.yaml: line 2: lease is given twice"},
		{"compare --params typo.yaml", `typo.yaml: line 2: unknown parameter "leese"; did you mean "lease"`},
		{"compare --params typo.yaml", `typo.yaml: line 3: margin = "soon"`},
		{"compare --params broken.yaml", "broken.yaml"},
		{"compare --params two.yaml", "two.yaml: must hold one document"},
		{"compare --params nested.yaml", "nested.yaml: line 1: lease must be"},
		{"compare --params .", "is a directory"},
		{"compare --print-params -o p.csv", "are written as YAML"},
		{"compare --print-params -f csv -o p.yaml", "are written as YAML"},
		{"compare --print-params -f csv", "format = csv: parameters are written as YAML"},
		{"compare --print-params -f json -o p.yaml", "are written as YAML"},
		{"compare --print-params -f json -o p.md", "are written as YAML"},
		{"compare --print-params -f table -o p.json", "are written as YAML"},
		// Schedules and logs.
		{"compare --schedule missing.json", "missing.json"},
		{"compare --schedule empty.json", "the file is empty"},
		{"compare --schedule broken.json", "line 3"},
		{"lanes --schedule version.json", "version 9"},
		{"audit truncated.log", "truncated"},
		{"audit future.log", "line 1"},
		{"audit garbled.log", "line 2"},
		{"audit empty.log", "empty.log"},
		{"audit missing.log", "missing.log"},
		{"audit plain.md", "plain.md"},
		{"audit half.md", "line 3"},
		{"audit", "needs one file"},
		{"audit a b", "needs one file"},
		{"audit truncated.log -f csv", `format = "csv"`},
		// Windows of a drawing.
		{"lanes --from 20s --to 10s", "to = 10s: must be after from = 20s"},
		{"lanes --from 500s", "from = 500s: must be before the horizon 2m0s"},
		{"lanes --from 120s", "from = 120s: must be before the horizon 2m0s"},
		{"lanes --from soon", `from = "soon"`},
		{"lanes --to -1s", `to = "-1s"`},
		{"lanes --width 3", "width = 3: must be"},
		{"lanes --from 1s -f log", "a log is whole"},
		{"lanes --width 5in", "width = 5in: must be 0 or within [40, 10000], columns; a length is of pictures"},
		{"lanes --from 500s -o x.svg", "from = 500s: must be before the horizon 2m0s"},
		{"lanes --from 100s --to 130s -o x.svg", "to = 130s: is outside the run, which is 2m0s long"},
		{"lanes --from 20s --to 10s -o x.png", "to = 10s: must be after from = 20s"},
		// Pictures.
		{"compare -f gif", `format = "gif": must be one of table, csv, json, md, html, tex, png, svg, pdf, eps`},
		{"compare -o x.gif", "does not tell the format; those that do end in .csv, .eps, "},
		{"compare -o missing/x.png", `output = "missing/x.png": cannot be written: no such file or directory`},
		{"compare -f svg -o x.png", "its extension means png, but the format is svg"},
		{"control -o x.png", "its extension means png, which this command does not write"},
		{"claims -o x.svg", "its extension means svg, which this command does not write"},
		{"explain -f png", `format = "png": must be one of table, md`},
		{"compare -o x.png --theme drak", `theme = "drak": did you mean "dark"? must be one of paper, screen, dark`},
		{"compare -o x.png --width 5", `width = "5": must be single, double or a length with its unit, such as 5in`},
		{"compare -o x.png --width 0.2in", "width = 0.2in: must be within [1in, 100in]"},
		{"lanes -o x.png --width 5km", `width = "5km": must be single, double or a length`},
		{"margin -o x.eps --height 3m", `height = "3m": must be a length with its unit`},
		{"margin -o x.eps --height 300in", "height = 300in: must be within [0.5in, 100in]"},
		{"sources -o x.png --dpi 3", "dpi = 3: must be within [20, 2400]"},
		{"sources -o x.png --dpi 9999", "dpi = 9999: must be within [20, 2400]"},
		{"sources -o x.png --dpi fine", "fence: dpi = \"fine\": must be a whole number within [20, 2400]\n"},
		{"sources -o x.png --dpi 1e9", "fence: dpi = \"1e9\": must be a whole number within [20, 2400]\n"},
		{"sources -o x.svg --dpi 1e9", "dpi = 1e9: is of PNG; the format is svg, which has no pixels"},
		{"compare --wide -o x.png", "fence: --wide: of tables alone, and the format is png\n"},
		{"grid --vary lease=2s,3s --wide -f svg", "--wide: of tables alone, and the format is svg"},
		{"compare -o .png", "fence: output = \".png\": is an ending without a name; name the file before it\n"},
		{"compare -o ./.csv -f csv", `output = "./.csv": is an ending without a name`},
		{"margin --margins 0s..3s/2s", "fence: margins = 0s..3s/2s: the last step is at 2s and does not land on 3s\n"},
		{"margin --margins 0s...3s/1s", `margins = "0s...3s/1s": a range must be from..to/step`},
		{"compare --trials 2 -o x.png --width 100in --height 100in --dpi 2400", "2400 dpi at 100 × 100 in: must be 20 or more, and not above"},
		{"sources -o x.pdf --dpi 300", "dpi = 300: is of PNG; the format is pdf, which has no pixels"},
		{"compare --theme dark", "--theme: of pictures alone, and the format is table; pictures are written with -o to a file that ends in .png"},
		{"compare -o x.csv --height 3in --dpi 9", "--height, --dpi: of pictures alone, and the format is csv"},
		{"compare --width double", "--width: of pictures alone"},
		{"margin --chosen 1s", "--chosen: of pictures alone"},
		{"margin --wild=false -f csv", "--wild: of pictures alone, and the format is csv"},
		{"margin --chosen soon -o x.png", `chosen = "soon": must be a duration that is not negative`},
		{"margin --chosen -1s -o x.png", `chosen = "-1s": must be a duration that is not negative`},
		{"lanes --by-order", "--by-order: of pictures alone"},
		{"trials --ecdf", "--ecdf: of pictures alone"},
		{"trials --counter refused -f md", "--counter: of pictures alone, and the format is md"},
		{"trials --counter refussed -o x.png", `counter = "refussed": unknown counter "refussed"; did you mean "refused"?`},
		{"trials --top refused --counter aborted -o x.png", `counter = "aborted": a picture shows one counter, and top = "refused"`},
		{"trials --top refused -n 3 -o x.png", "number = 3: is of tables"},
		{"trials --trials 2000000 -o x.png", "trials = 2000000: a picture holds them all"},
		{"lanes --horizon 1ms --seed 3 -o x.png", "the log has no events; there is nothing to draw"},
		{"lanes --clients 40 --horizon 30s -f svg", "3 pages need as many files, and there is one stream"},
		{"lanes --clients 40 --horizon 30s --height 1in -o x.svg", "height = 1 in: must be "},
		// Picks.
		{"lanes --pick destroid", `pick = "destroid": unknown phenomenon "destroid"; did you mean "destroyed"? the phenomena are destroyed, overlap,`},
		{"lanes --pick=", `pick = "": must be the name of a phenomenon`},
		{"lanes --within 9", "within = 9: needs --pick"},
		{"lanes --pick overlap --within 0", "within = 0: must be within [1, 1000000]"},
		{"lanes --pick delay --seed 1 --within 1", "no seed from 1 to 1 shows delay: "},
		{"lanes --pick delay --sources pauses", "shows delay: a write is sent in time"},
		{"lanes --pick overlap --schedule a.json", "--pick cannot be given with --schedule"},
		{"lanes --pick overlap --seed 18446744073709551615", "seed = 18446744073709551615: seed + trials"},
		// Claims.
		{"claims --only no.such", "no.such"},
		{"claims --only all.arrvied", `fence: only "all.arrvied": there is no such claim; did you mean "all.arrived"?`},
		{"claims --seed 0", `seed = "0"`},
		{"claims --recompute --only all.arrived -o i.csv", "recompute cannot be given"},
		{"claims --recompute -o i.json", "its extension means json"},
		// Output.
		{"compare -o missing/x.csv", "cannot be written"},
		{"compare --output=", `output = "": must be the name of a file; - is standard output`},
		{"grid --vary lease=2s --output= -f csv", `output = "": must be the name of a file`},
		{"lanes --output=", `output = "": must be the name of a file`},
		{"audit half.md --output=", `output = "": must be the name of a file`},
		{"compare --print-params --output=", `output = "": must be the name of a file`},
		{"report --output=", `output = "": must be the name of a folder`},
		{"compare -f csv -o .", "is a directory"},
		{"report -o empty.csv", "is a file, not a folder"},
		{"report -o r --seed 18446744073709551000", "seed = 18446744073709551000: a report takes up to 1,000,000 seeds"},
		{"report -o r --seed 18446744073708551616", "must be at most 18446744073708551615"},
		{"lanes -o r.jsonl", "those that do end in .eps, .log, .markdown, .md, .ndjson, .pdf, .png, .svg, .txt; or name one with -f"},
		{"report -o empty.csv/sub", "not a directory"},
		// Flags and commands.
		{"comapre", `unknown command "comapre"; did you mean "compare"`},
		{"help comapre", `unknown command "comapre"; did you mean "compare"`},
		{"help compare nonsense", `fence compare has no command "nonsense"`},
		{"zzzzzz", `unknown command "zzzzzz"; fence -h lists them`},
		{"compare --leese 3s", "unknown flag --leese; did you mean --lease"},
		{"compare --zzzzzzzz 3s", "unknown flag --zzzzzzzz; fence compare -h lists them"},
		{"compare extra", `takes no argument, got "extra"`},
		{"compare --lease", "--lease"},
		{"version now", "takes no argument"},
		{"schedule --trials 3", "unknown flag --trials"},
		{"lanes --postures check", "did you mean --posture"},
	} {
		r := fence(strings.Fields(c.args)...)
		if r.code != exitBadInput || r.out != "" {
			t.Errorf("%s: got exit code %d and %d bytes on standard output, want 2 and none", c.args, r.code, len(r.out))
		}
		if !strings.Contains(r.errors, c.want) {
			t.Errorf("%s: got %q, want it to say %q", c.args, r.errors, c.want)
		}
		for line := range strings.Lines(r.errors) {
			if room := rooms.FindString(strings.TrimPrefix(line, "fence: ")); room != "" {
				t.Errorf("%s: names a package, %q: %s", c.args, room, line)
			}
			if !strings.HasPrefix(line, "fence: ") {
				t.Errorf("%s: a line of standard error does not begin with the program's name: %q", c.args, line)
			}
		}
		if after := files(t); !equal(before, after) {
			t.Fatalf("%s: files were written: %v", c.args, names(t))
		}
	}
}

func TestEverythingWrongIsSaidAtOnce(t *testing.T) {
	r := fence("compare", "--trials", "x", "--postures", "magic", "--lease", "0s", "--pause-p", "7")
	for _, want := range []string{`trials = "x"`, `unknown posture "magic"`, "lease = 0s", "pause-p = 7"} {
		if !strings.Contains(r.errors, want) {
			t.Errorf("got %q, want it to say %q", r.errors, want)
		}
	}
}

// A grid of which everything is beyond what is sensible says so three times.
func TestManyWarningsAreFew(t *testing.T) {
	r := fence("grid", "--trials", "1", "--postures", "check", "--vary", "margin=3s..4001ms/1ms", "-f", "csv")
	lines := strings.Split(strings.TrimSpace(r.errors), "\n")
	if r.code != exitFine || len(lines) != 4 || lines[3] != "fence: warning: and 999 more like these" ||
		!strings.HasPrefix(lines[0], "fence: warning: margin 3s is not below") || !strings.HasPrefix(lines[2], "fence: warning: margin 3.002s is") {
		t.Errorf("got %d and\n%s", r.code, r.errors)
	}
	// Four are written out, since a line that says that there is one more is no shorter.
	if r := fence("grid", "--trials", "1", "--vary", "margin=3s,4s,5s,6s", "-f", "csv"); strings.Count(r.errors, "warning: margin") != 4 ||
		strings.Contains(r.errors, "more") {
		t.Errorf("four: got\n%s", r.errors)
	}
	if r := fence("margin", "--trials", "1", "--margins", "3s,4s,5s,6s,7s", "-f", "csv"); !strings.HasSuffix(r.errors, "warning: and 2 more like these\n") {
		t.Errorf("margins: got\n%s", r.errors)
	}
}

func TestAMarginAtTheLeaseIsAWarning(t *testing.T) {
	for _, c := range []struct {
		args string
		want int
	}{
		{"compare --trials 3 --margin 3s", 1}, {"compare --trials 3 --margin 2999ms", 0},
		{"margin --trials 3 --margins 0s,3s,4s", 2},
		{"grid --trials 3 --vary margin=0s,3s", 1}, {"compare --trials 3 --margin 3s --quiet", 0},
		{"lanes --margin 5s", 1},
	} {
		r := fence(strings.Fields(c.args)...)
		if got := strings.Count(r.errors, "warning: margin"); r.code != 0 || got != c.want {
			t.Errorf("%s: got code %d and %d warnings, want 0 and %d: %s", c.args, r.code, got, c.want, r.errors)
		}
	}
	// What the warning excepts is so: steps let some writes through, and without them none goes.
	for args, want := range map[string]string{
		"":                  "fence: warning: margin 4s is not below the lease 3s: every check aborts, unless a backward clock step",
		"--clock monotonic": "fence: warning: margin 4s is not below the lease 3s: every check aborts\n",
	} {
		r := fence(append(strings.Fields("compare --margin 4s --postures check -f csv"), strings.Fields(args)...)...)
		if !strings.Contains(r.errors, want) {
			t.Errorf("%s: got %q, want it to say %q", args, r.errors, want)
		}
		sent := strings.Split(strings.Split(r.out, "\n")[1], ",")[4]
		if (sent == "0") != (args != "") {
			t.Errorf("%s: %s writes are sent", args, sent)
		}
	}
}
