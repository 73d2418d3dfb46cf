package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"fence/fencekit/lease"
)

// says runs the program, which must be fine, and looks for words in what it writes to both outputs.
func says(t *testing.T, args string, want ...string) result {
	t.Helper()
	r := fence(words(args)...)
	all := strings.ReplaceAll(r.errors+r.out, "\n", " ")
	for _, w := range want {
		if r.code != exitFine || !strings.Contains(all, w) {
			t.Errorf("%s: got exit code %d and\n%s%s\nwant it to say %q", args, r.code, r.errors, r.out, w)
		}
	}
	return r
}

func TestPlainWords(t *testing.T) {
	const gamma = `unknown distribution "gamma", want one of exp, mix`
	for _, c := range [][2]string{
		{`fencekit: parameter pause = "gamma(1s,2)": dist: parse: "gamma(1s,2)": at 1: ` + gamma,
			`pause = "gamma(1s,2)": at character 1: ` + gamma},
		{`r.yaml: line 2: fencekit: parameter lease = "x": must be a duration`,
			`r.yaml: line 2: lease = "x": must be a duration`},
		{`lease: parameters: gap = 90h0m0s: must be within [0, 80h3m50.376151711s]`,
			`gap = 90h0m0s: must be within [0, 80h]`},
		{`s.json: lease: schedule: client 0 attempt 3: work -1s: must be within`,
			`s.json: schedule: C1.3: work -1s: must be within`},
		{`s.json: lease: schedule: client 1 step 0 at -1s: must be within`,
			`s.json: schedule: C2 step 0 at -1s: must be within`},
		{`lease: schedule: client 99999999999 attempt 0`, `schedule: client 99999999999 attempt 0`},
		{`fencekit: unknown parameter "x"; the parameters are clients`,
			`unknown parameter "x"; the parameters are clients`},
		{`lease: unknown clock "walll"; must be one of wall, monotonic`,
			`unknown clock "walll"; did you mean "wall"? must be one of wall, monotonic`},
		{`lease: unknown source "al"; must be a list of pauses, steps, or all, or none`,
			`unknown source "al"; did you mean "all"? must be a list of pauses, steps, or all, or none`},
		{`clients = 3, lease = 3s`, `clients = 3, lease = 3s`}, // a parameter of a package's name stays
		{``, ``},
	} {
		if got := plain(c[0]); got != c[1] {
			t.Errorf("%s\ngot  %s\nwant %s", c[0], got, c[1])
		}
	}
}

func TestWorkThatIsAShareOfTheLeaseIsSaid(t *testing.T) {
	const share = "work is a share of the lease: "
	says(t, "compare --trials 2 --lease 10s", share+"1.3s … 9.5s at 10s")
	says(t, "margin --trials 2 --lease 10s --margins 0s", share+"1.3s … 9.5s at 10s")
	says(t, "grid --trials 2 --vary lease=2s,3s --postures check", share+"260ms … 1.9s at 2s, 390ms … 2.85s at 3s")
	for _, args := range []string{"compare --trials 2", "compare --trials 2 --lease 10s --work 'uniform(0.4s,2.85s)'",
		"grid --trials 2 --vary lease=2s,3s --work 'uniform(0.4s,1s)'", "grid --trials 2 --vary margin=0s,1s"} {
		if r := says(t, args); strings.Contains(r.out, "a share of the lease") {
			t.Errorf("%s: got\n%s", args, r.out)
		}
	}
}

func TestPosturesThatAMarginLeavesOutAreSaid(t *testing.T) {
	r := says(t, "margin --trials 3 --margins 0s,1s --postures unprotected,check,strict",
		"fence: left out, since no margin matters to what checks nothing: unprotected, strict")
	if strings.Contains(r.out, "strict  ") || !strings.Contains(r.out, "check ") {
		t.Errorf("got\n%s", r.out)
	}
	if r := says(t, "margin --trials 3 --margins 0s --postures check"); r.errors != "" {
		t.Errorf("got %q", r.errors)
	}
}

func TestParameterFilesAsJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "compare", "--print-params", "--lease", "5s", "--rmw", "--failover-loses", "2-5", "-o", "p.json")
	fine(t, "compare", "--print-params", "--lease", "5s", "--rmw", "--failover-loses", "2-5", "-o", "p.yaml")
	written := files(t)["p.json"]
	for _, want := range []string{"\n  \"lease\": \"5s\",", "\n  \"rmw\": true,", "\n  \"clients\": 3,",
		"\n  \"failover-loses\": \"2-5\","} {
		if !strings.Contains("\n"+written, want) {
			t.Errorf("got\n%s\nwant it to hold %s", written, want)
		}
	}
	if got := fine(t, "compare", "--print-params", "-f", "json", "--params", "p.yaml"); got != written {
		t.Errorf("on standard output: got\n%s\nwant\n%s", got, written)
	}
	if got := fine(t, "compare", "--print-params", "--params", "p.json"); got != files(t)["p.yaml"] {
		t.Errorf("read back: got\n%s\nwant\n%s", got, files(t)["p.yaml"])
	}
}

// A recording that a parameter file names is found beside that file, and is written as it was named.
func TestRecordingsOfParameterFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("set-up", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join("set-up", "pauses.csv"), "# recorded: 100s\npause_ms\n4000\n5000\n")
	write(t, filepath.Join("set-up", "p.yaml"), "pause: file(pauses.csv)\n")
	says(t, "compare --trials 2 --params set-up/p.yaml",
		"pause-rate = 0.02 a second, as the recording of file(pauses.csv,pause_ms)")
	if got := fine(t, "compare", "--print-params", "--params", "set-up/p.yaml"); !strings.Contains(got,
		"pause: 'file(pauses.csv,pause_ms)' #") {
		t.Errorf("got\n%s", got)
	}
	absolute, err := filepath.Abs(filepath.Join("set-up", "pauses.csv"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, "q.yaml", "pause: 'file("+absolute+")'\n")
	says(t, "compare --trials 2 --params q.yaml", "pause-rate 0.02")
	if r := fence("compare", "--pause", "file(pauses.csv)"); r.code != exitBadInput ||
		!strings.Contains(r.errors, "pauses.csv") {
		t.Errorf("a flag names files from where the program runs: got %v", r)
	}
}

func TestPausesWithoutARateAreSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "rated.csv", "# recorded: 100s\npause_ms\n4000\n5000\n")
	write(t, "bare.csv", "pause_ms\n4000\n5000\n")
	const stays = "fence: pause-p = 0.29 stays in force: "
	says(t, "compare --trials 2 --pause file(bare.csv)",
		stays+"file(bare.csv,pause_ms) does not say over which time", "# recorded:")
	says(t, "compare --trials 2 --pause mix(0.5:file(rated.csv),0.5:1s)",
		stays+"a recording inside a mixture brings no rate")
	for _, args := range []string{"--pause file(bare.csv) --pause-p 0.5", "--pause file(bare.csv) --pause-rate 0.1",
		"--pause uniform(1s,2s)", "--pause file(bare.csv) --quiet"} {
		if r := says(t, "compare --trials 2 "+args); r.errors != "" {
			t.Errorf("%s: got %q", args, r.errors)
		}
	}
	// The rate that the recording brings and the one that is asked for in its place are both to be seen.
	says(t, "compare --trials 2 --pause file(rated.csv)", "; pause-rate 0.02, pause file(rated.csv,pause_ms); ")
	says(t, "compare --trials 2 --pause file(rated.csv) --pause-p 0.29", "; pause-p 0.29, pause file(rated.csv,pause_ms); ")
}

func TestAReplayThatRunsOutIsSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "schedule", "--seed", "7", "-o", "seven.json")
	if r := says(t, "compare --schedule seven.json", "a replayed schedule, as seed 7 draws it; fence"); r.errors != "" {
		t.Errorf("as drawn: got %q", r.errors)
	}
	r := says(t, "compare --schedule seven.json --horizon 300s",
		"no attempt is left before the horizon 5m0s: C1 is idle from ")
	if strings.Contains(r.out, "published parameters") || !strings.Contains(r.out, "horizon 5m0s") {
		t.Errorf("got\n%s", r.out)
	}
	params, clients, _ := strings.Cut(files(t)["seven.json"], `"attempts": [`)
	write(t, "edited.json", params+`"attempts": [`+strings.Replace(clients, `"think": "`, `"think": "1m`, 1))
	says(t, "lanes --schedule edited.json", "a replayed schedule, edited or made by hand, with the number 7; fence")
}

func TestRunOutNamesAFew(t *testing.T) {
	p := lease.Default()
	p.Clients = 9
	s := &lease.Schedule{Params: &p, Clients: make([]lease.Client, p.Clients)}
	if got, want := runOut(s), "C1 is idle from 0s, C2 is idle from 0s, C3 is idle from 0s, C4 is idle from 0s, "+
		"C5 is idle from 0s and 4 more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTopSaysWhatItFound(t *testing.T) {
	says(t, "trials --top lost_updates -n 2 --trials 20", "no seed had any lost_updates: nothing is read without rmw")
	says(t, "trials --top same_token --trials 20", "no seed had any same_token; ")
	says(t, "trials --top work_destroyed -n 1 --trials 20", "the seed with most of work_destroyed; ")
	says(t, "trials --top lost_updates -n 2 --trials 20 --rmw", "the 2 seeds with most of lost_updates; ")
}

// A parameter that is given, or varies, and decides nothing is said to, and why; one that counts is not.
func TestParametersThatDecideNothingAreNamed(t *testing.T) {
	for args, want := range map[string]string{
		"compare --drift 500":                                         "drift has no effect: sources = all is without drift",
		"compare --drift 500 --sources all,drift":                     "",
		"lanes --drift 500":                                           "drift has no effect: sources = all is without drift",
		"compare --failover-every 9s":                                 "failover-every has no effect: failover = none",
		"compare --failover-every 9s --failover lossy":                "",
		"compare --failover consensus --failover-loses 3":             "failover-loses has no effect: failover = consensus",
		"grid --vary drift=1,2":                                       "drift has no effect: sources = all is without drift",
		"grid --vary drift=1,2 --sources drift":                       "",
		"grid --vary failover-every=1s,2s":                            "failover-every has no effect: failover = none",
		"grid --vary failover-every=1s,2s --vary failover=none,lossy": "",
		"grid --sources none --vary pause=1s,2s":                      "pause has no effect: sources = none is without pauses",
		"grid --vary sources=none,delay --vary pause=1s,2s":           "pause has no effect at any of the values of sources",
		"grid --vary sources=none,pauses --vary pause=1s,2s":          "",
		"grid --vary sources=none,pauses --drift 5":                   "drift has no effect at any of the values of sources",
		"compare --step 2s --clock monotonic":                         "step has no effect: clock = monotonic, which no step moves",
		"compare --step 2s --sources pauses":                          "step has no effect: sources = pauses is without steps",
		"sources --drift 500":                                         "", // which the command turns on
		"failover --failover-every 9s":                                "",
		"drift --step 2s":                                             "",
		"compare --drift 500 --quiet":                                 "",
		"grid --trials 2 --vary lease=2s,3s --print-params --quiet":   "",
		"grid --trials 2 --vary lease=2s,3s --print-params":           "--vary is no parameter and is not written; give it again with --params",
		"compare --print-params":                                      "",
	} {
		if !strings.HasPrefix(args, "lanes") {
			args += " --trials 2"
		}
		if want != "" {
			want = "fence: " + want + "\n"
		}
		if r := fence(words(args)...); r.code != exitFine || r.errors != want {
			t.Errorf("%s: got exit code %d and %q, want %q", args, r.code, r.errors, want)
		}
	}
}

// The descriptions of the flags stand below one another.
func TestHelpIsAligned(t *testing.T) {
	flag := regexp.MustCompile(`^ +(?:-[a-z], )?--[a-z-]+(?: [^ ]+)?   +`)
	for _, c := range commands(&app{}) {
		at := map[int]bool{}
		for line := range strings.Lines(fine(t, c.Name(), "-h")) {
			if m := flag.FindString(line); m != "" {
				at[utf8.RuneCountInString(m)] = true
			}
		}
		if len(at) > 1 {
			t.Errorf("%s: descriptions begin at the columns %v", c.Name(), at)
		}
	}
}

func TestVersionAndHelp(t *testing.T) {
	if got, want := fine(t, "--version"), fine(t, "version"); got != want {
		t.Errorf("--version: got %q, want %q", got, want)
	}
	for _, args := range []string{"compare", "completion bash"} {
		asked := fine(t, append([]string{"help"}, strings.Fields(args)...)...)
		if got := fine(t, append(strings.Fields(args), "-h")...); got != asked {
			t.Errorf("help %s: got\n%s\nwant\n%s", args, asked, got)
		}
	}
	if got := fine(t, "help"); got != fine(t, "-h") {
		t.Errorf("help: got\n%s", got)
	}
}

func TestLanesOfAWindowCountTheWholeRun(t *testing.T) {
	says(t, "lanes --seed 7 --from 20s --to 40s", "; in the whole run under unprotected: grants ")
	if r := says(t, "lanes --seed 7"); strings.Contains(r.out, "whole run") {
		t.Errorf("got\n%s", r.out)
	}
	if got := (&app{stdout: &strings.Builder{}}).columns(); got != 100 {
		t.Errorf("columns where standard output is no terminal: got %d, want 100", got)
	}
}

// The long cells of the claims are cut on a screen alone.
func TestClaimsInAFileAreWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	const long = "control.schedule.identical"
	fine(t, "claims", "--only", long, "-o", "c.md")
	if text := files(t)["c.md"]; strings.Contains(text, "…") || !strings.Contains(text, " alike") {
		t.Errorf("got\n%s", text)
	}
	if text := fine(t, "claims", "--only", long); !strings.Contains(text, "…") {
		t.Errorf("on a screen no cell is cut:\n%s", text)
	}
}

// A recording among the values of --vary brings its rate along as one of --pause does, and what is run is the same.
func TestRecordingsThatAreVariedBringTheirRates(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "rated.csv", "# recorded: 100s\npause_ms\n4000\n5000\n")
	write(t, "often.csv", "# recorded: 10s\npause_ms\n4000\n5000\n")
	write(t, "bare.csv", "pause_ms\n4000\n5000\n")
	const one = "fence: pause-rate = 0.02 a second, as the recording of file(rated.csv,pause_ms) carries it"
	r := says(t, "grid --trials 20 --postures check --wide --vary pause=file(rated.csv),file(often.csv),uniform(4s,5s) -f csv",
		one, "pause-rate = 0.2 a second, as the recording of file(often.csv,pause_ms)")
	lines := strings.Split(r.out, "\n")
	for i, args := range []string{"--pause file(rated.csv)", "--pause file(often.csv)", "--pause uniform(4s,5s)"} {
		alone := says(t, "compare --trials 20 --postures check -f csv "+args)
		_, want, _ := strings.Cut(strings.Split(alone.out, "\n")[1], "check,")
		if _, got, _ := strings.Cut(lines[1+i], "check,"); got != want || want == "" {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
	says(t, "grid --trials 2 --postures check --vary pause=file(rated.csv),file(often.csv)",
		"; pause-rate 0.02 with file(rated.csv,pause_ms), 0.2 with file(often.csv,pause_ms); fence")
	says(t, "grid --trials 2 --vary pause=file(bare.csv)", "pause-p = 0.29 stays in force: file(bare.csv,pause_ms) does not say")
	for _, args := range []string{"--vary pause=file(rated.csv) --pause-p 0.5", "--vary pause=file(rated.csv) --vary pause-rate=0.1,1",
		"--pause file(rated.csv) --vary pause-p=0.1,0.9"} {
		if r := says(t, "grid --trials 5 --postures check "+args); r.errors != "" || strings.Contains(r.out, "pause-rate 0.02") {
			t.Errorf("%s: the recording's rate takes effect: got %q and\n%s", args, r.errors, r.out)
		}
	}
	r = says(t, "grid --trials 20 --postures unprotected -f csv --pause file(rated.csv) --vary pause-p=0,0.9")
	lines = strings.Split(r.out, "\n")
	if _, of0, _ := strings.Cut(lines[1], "unprotected,"); strings.Contains(lines[2], of0) {
		t.Errorf("pause-p changes nothing: got\n%s", r.out)
	}
}

// What a parameter file says about how often pauses come goes with the pause that it names, and stays without one.
func TestALaterRecordingOverAParameterFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "first.csv", "# recorded: 40s\npause_ms\n4000\n5000\n")
	write(t, "second.csv", "# recorded: 100s\npause_ms\n4000\n5000\n")
	write(t, "bare.csv", "pause_ms\n4000\n5000\n")
	write(t, "rate.yaml", "pause-rate: 0.5\n")
	write(t, "often.yaml", "pause: file(first.csv)\npause-p: 0.5\n")
	fine(t, "compare", "--quiet", "--pause", "file(first.csv)", "--print-params", "-o", "first.yaml")
	fine(t, "compare", "--print-params", "-o", "published.yaml")
	const second = "fence: pause-rate = 0.02 a second, as the recording of file(second.csv,pause_ms) carries it"
	const stays = "pause-rate = 0.5 stays in force, as rate.yaml has it; the recording of file(second.csv,pause_ms) carries a " +
		"pause-rate of 0.02 a second"
	for _, c := range [][2]string{
		{"compare --params first.yaml --pause file(second.csv)", second},
		{"compare --params first.yaml --pause file(second.csv)", "; pause-rate 0.02, pause"},
		{"compare --params published.yaml --pause file(second.csv)", second},
		{"grid --params first.yaml --vary pause=file(second.csv)", second},
		{"compare --params rate.yaml --pause file(second.csv)", stays},
		{"grid --params rate.yaml --vary pause=file(second.csv)", stays},
		{"compare --params rate.yaml --pause file(second.csv)", "; pause-rate 0.5, pause"},
		{"compare --params first.yaml --pause file(second.csv) --pause-p 0.1",
			"fence: pause-p has no effect: pause-rate = 0.05, as first.yaml has it, takes its place; with --pause-rate 0 it counts"},
		{"compare --params first.yaml --pause file(bare.csv)", "fence: pause-rate = 0.05 stays in force: file(bare.csv,pause_ms)"},
	} {
		says(t, c[0]+" --trials 2", c[1])
	}
	for _, args := range []string{"--params first.yaml", "--params often.yaml",
		"--params first.yaml --pause file(second.csv) --pause-rate 3"} {
		if r := says(t, "compare --trials 2 "+args); r.errors != "" {
			t.Errorf("%s: got %q", args, r.errors)
		}
	}
}

// A parameter file names recordings from its own folder, wherever the program that wrote it ran.
func TestParameterFilesInAnotherFolderLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"data", "runs", "else"} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join("data", "p.csv"), "# recorded: 100s\npause_ms\n4000\n5000\n")
	write(t, filepath.Join("data", "a, b.csv"), "think_s\n4\n5\n")
	args := []string{"--quiet", "--pause", "file(data/p.csv)", "--think", `mix(0.5:file("data/a, b.csv"),0.5:1s)`}
	want := fine(t, append([]string{"compare", "--trials", "5", "-f", "csv"}, args...)...)
	for _, name := range []string{"runs/p.yaml", "runs/p.json"} {
		fine(t, append([]string{"compare", "--print-params", "-o", name}, args...)...)
	}
	written, err := os.ReadFile(filepath.Join("runs", "p.yaml"))
	for _, line := range []string{"\npause: 'file(../data/p.csv,pause_ms)' #",
		"\nthink: 'mix(0.5:file(\"../data/a, b.csv\",think_s),0.5:1s)' #"} {
		if err != nil || !strings.Contains(string(written), line) {
			t.Errorf("got %v\n%s\nwant it to hold %s", err, written, line)
		}
	}
	// From the file in one folder to a file in another, where a flag names a file from here.
	fine(t, "compare", "--quiet", "--params", "runs/p.yaml", "--pause", "file(data/p.csv)", "--print-params", "-o", "else/q.yaml")
	t.Chdir("else")
	for _, name := range []string{"../runs/p.yaml", "../runs/p.json", "q.yaml"} {
		if got := fine(t, "compare", "--trials", "5", "-f", "csv", "--quiet", "--params", name); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestRenamedFilesOfADistribution(t *testing.T) {
	up := func(name string) (string, error) { return "../" + name, nil }
	for _, c := range [][2]string{
		{"uniform(1s,2s)", "uniform(1s,2s)"}, {"file(a.csv)", "file(../a.csv)"},
		{"file(a.csv,x_ms)", "file(../a.csv,x_ms)"}, {`file("a)b",x)`, `file("../a)b",x)`},
		{`file(a.csv,"file(b")`, `file(../a.csv,"file(b")`}, {"file(a.csv,file(b)", "file(../a.csv,file(b)"},
		{`mix(1:file(a,x),2:file("b ",y))`, `mix(1:file(../a,x),2:file("../b ",y))`},
	} {
		if got, err := renamed(c[0], up); got != c[1] || err != nil {
			t.Errorf("%s: got %s, %v, want %s", c[0], got, err, c[1])
		}
	}
}

func TestAReplayUnderOtherParametersIsSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "schedule", "--seed", "7", "--horizon", "20s", "--clients", "2", "-o", "s.json")
	const other, same = "a replayed schedule, drawn from seed 7 with other parameters; ", "a replayed schedule, as seed 7 draws it; "
	for _, c := range [][2]string{{"", same}, {"--margin 1s", same}, {"--release uncompared", same}, {"--lease 1s", other},
		{"--horizon 60s", other}} {
		if r := says(t, "lanes --schedule s.json "+c[0], c[1]); strings.Contains(r.out, "share of the lease") {
			t.Errorf("%s: the work that is replayed stays as it is: got\n%s", c[0], r.out)
		}
	}
	says(t, "explain --schedule s.json", "under unprotected, seed 7: ")
	says(t, "explain --schedule s.json --lease 10s", "under unprotected, not as seed 7 draws it: ",
		"Nothing went wrong in this run; C2.0 is the attempt that came closest to the end of its lease.")
	write(t, "hand.json", strings.Replace(files(t)["s.json"], `"seed": 7`, `"seed": 0`, 1))
	says(t, "explain --schedule hand.json", "under unprotected, a schedule made by hand: ")
}

func TestCompletionOfAnUnknownShell(t *testing.T) {
	if r := fence("completion", "foo"); r.code != exitBadInput || r.out != "" ||
		r.errors != "fence: fence completion knows no shell \"foo\"; fence completion -h lists them\n" {
		t.Errorf("got %v", r)
	}
	if !strings.Contains(fine(t, "completion"), "powershell") {
		t.Error("completion alone does not list the shells")
	}
}

// A pause-p that is given and has no effect is said to have none, and one that has is not.
func TestAPausePThatARateOverrulesIsSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "rate.yaml", "pause-rate: 0.25\n")
	const none = "fence: pause-p has no effect: pause-rate = 0.25, "
	for args, want := range map[string]string{
		"compare --params rate.yaml --pause-p 0.5":                                  none + "as rate.yaml has it",
		"compare --pause-rate 0.25 --pause-p 0.5":                                   none + "which is given too",
		"grid --params rate.yaml --vary pause-p=0,0.5":                              none + "as rate.yaml has it",
		"compare --params rate.yaml --pause-p 0.5 --pause-rate 0":                   "",
		"grid --params rate.yaml --vary pause-p=0,0.5 --vary pause-rate=0,1 -f csv": "",
		"compare --params rate.yaml":                                                "",
		"compare --pause-p 0.5":                                                     "",
	} {
		r := fence(words(args + " --trials 2")...)
		if r.code != exitFine || want == "" && r.errors != "" || !strings.Contains(r.errors, want) {
			t.Errorf("%s: got exit code %d and %q, want %q", args, r.code, r.errors, want)
		}
	}
}
