package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fence/fencekit"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew; commit only differences that you can explain")

// result is what a run of the program came to.
type result struct {
	code        int
	out, errors string
}

// fence runs the program in this process.
func fence(args ...string) result { return fenceWith(context.Background(), "", args...) }

// fewTrials bounds the tables that take many trials in short mode, in which no test looks at their figures.
func fewTrials() int {
	if testing.Short() {
		return 1000
	}
	return 0
}

// coarse is the resolution of the report's figures in short mode, in which no test looks at their pixels.
func coarse() int {
	if testing.Short() {
		return 30
	}
	return 0
}

func fenceWith(ctx context.Context, stdin string, args ...string) result {
	var out, errs bytes.Buffer
	a := &app{ctx: ctx, args: args, stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs, most: fewTrials(), dpi: coarse()}
	code := a.run()
	return result{code, out.String(), errs.String()}
}

// fine runs the program and fails the test unless it exits with 0.
func fine(t *testing.T, args ...string) string {
	t.Helper()
	r := fence(args...)
	if r.code != exitFine {
		t.Fatalf("fence %s: exit code: got %d, want 0; it says\n%s", strings.Join(args, " "), r.code, r.errors)
	}
	return r.out
}

// files returns the names and contents of everything below the working directory.
func files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if path != "." {
				all[path+"/"] = ""
			}
			return err
		}
		b, err := os.ReadFile(path)
		all[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func names(t *testing.T) (out []string) {
	t.Helper()
	for name := range files(t) {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// write writes a file into the working directory, or into a folder of it, which is made.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// golden compares a text with a file of testdata, found from where the package is.
func golden(t *testing.T, home, name, got string) {
	t.Helper()
	path := filepath.Join(home, "testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\ngot\n%s\nwant\n%s", name, got, want)
	}
}

func here(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestGoldenOutputs(t *testing.T) {
	home := here(t)
	for _, c := range []struct{ name, args string }{
		{"compare.txt", "compare"},
		{"compare.md", "compare -f md"},
		{"compare-all.txt", "compare --postures all"},
		{"compare-all-wide.txt", "compare --postures all --trials 20 --wide"},
		{"compare-rmw.txt", "compare --rmw --writes 2 --margin 250ms --trials 30"},
		{"sources.txt", "sources"},
		{"margin.txt", "margin"},
		{"failover.txt", "failover --writes 2"},
		{"control.txt", "control"},
		{"grid.txt", "grid --vary lease=2s,3s --vary sources=pauses,pauses+delay --postures check,fencing"},
		{"compare.html", "compare --trials 20 --postures unprotected,check -f html"},
		{"compare.tex", "compare --trials 20 --postures unprotected,check -f latex"},
		{"heat.html", "grid --vary lease=2s,3s --vary margin=0s..1s/500ms --trials 10 --postures check -f html"},
		{"heat.tex", "grid --vary lease=2s,3s --vary margin=0s..1s/500ms --trials 10 --postures check -f tex"},
		{"heat.txt", "grid --vary lease=2s,3s,5s,10s --vary margin=0s..2s/250ms --trials 40 --quiet -f heat"},
		{"heat.md", "grid --vary lease=2s,3s --vary margin=0s..1s/500ms --trials 10 --postures check --ascii -f md"},
		{"trials.txt", "trials --trials 3"},
		{"top.txt", "trials --top work_destroyed -n 3"},
		{"schedule.txt", "schedule --seed 7 --horizon 20s --posture check"},
		{"explain.txt", "explain --seed 7 --posture check --attempt 3"},
		{"explain.md", "explain --seed 7 -f md"},
	} {
		golden(t, home, c.name, fine(t, strings.Fields(c.args)...))
	}
}

// TestTablesFitAScreen holds every table and page of help to the width of a screen.
func TestTablesFitAScreen(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "run.log", fine(t, "lanes", "-f", "log", "--seed", "3"))
	for _, args := range []string{
		"compare --postures all", "compare --postures all --wide", "sources --wide", "sources --trials 2000 --postures unprotected", "margin --wide",
		"failover --postures all", "control", "grid --vary lease=2s --vary pause=uniform(1s,17s) --rmw",
		"grid --vary lease=2s,3s --vary margin=0s..2s/100ms --trials 2 --heat both_held_ms", "trials --trials 4", "trials --trials 2 --wide",
		"explain --seed 1", "claims", "audit run.log", "lanes", "compare --think mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms))",
		"-h", "compare -h", "report -h", "audit -h", "claims -h", "grid -h", "lanes -h", "trials -h", "explain -h",
	} {
		r := fence(strings.Fields(args)...)
		if r.code > exitFound || r.out == "" {
			t.Errorf("%s: got exit code %d and %d bytes", args, r.code, len(r.out))
		}
		for line := range strings.Lines(r.out) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > screen && !strings.HasPrefix(line,
				"fence ") {
				t.Errorf("%s: a line of %d columns: %s", args, n, line)
			}
		}
	}
}

func TestJSONRowsCarryTheseNames(t *testing.T) {
	named := strings.Fields(`posture trials grants attempts sent aborted abort_pct unlocked_arrived unlocked_applied
		trials_unlocked_arrived trials_unlocked_applied work_destroyed newer_overwritten refused refused_live same_token
		released_stranger margins_cancelled both_held both_held_ms lost_updates`)
	for _, c := range []struct{ args, first string }{
		{"compare --trials 3 -f json", ""}, {"margin --trials 3 -f json", "margin_ms"}, {"sources --trials 3 -f json",
			"sources"},
		{"failover --trials 3 -f json", "failover"}, {"grid --trials 3 --vary lease=2s -f json", "lease_ms"},
	} {
		out := fine(t, strings.Fields(c.args)...)
		var rows []map[string]any
		if err := json.Unmarshal([]byte(out), &rows); err != nil || len(rows) == 0 {
			t.Fatalf("%s: %v, %d rows", c.args, err, len(rows))
		}
		want := named
		if c.first != "" {
			want = append([]string{c.first}, named...)
		}
		line, _, _ := strings.Cut(strings.TrimPrefix(out, "[\n"), "\n")
		at := -1
		for _, name := range want {
			i := strings.Index(line, `"`+name+`":`)
			if i <= at {
				t.Errorf("%s: %s does not come after what should precede it", c.args, name)
			}
			at = i
		}
		for _, name := range []string{"abort_pct", "trials_unlocked_applied_pct", "work_destroyed_per_trial",
			"work_destroyed_diff"} {
			for _, end := range []string{"_low", "_high"} {
				if _, ok := rows[0][name+end]; !ok {
					t.Errorf("%s: no %s%s", c.args, name, end)
				}
			}
		}
	}
}

func TestFormatsAndExtensions(t *testing.T) {
	for _, c := range []struct {
		format, file string
		want         string // the form, or what the error says
		fails        bool
	}{
		{"", "", "table", false}, {"csv", "", "csv", false}, {"json", "", "json", false}, {"md", "", "md",
			false}, {"table", "", "table", false},
		{"", "-", "table", false}, {"csv", "-", "csv", false},
		{"", "x.csv", "csv", false}, {"", "x.json", "json", false}, {"", "x.md", "md", false}, {"", "x.markdown", "md",
			false}, {"", "x.txt", "table", false},
		{"", "X.CSV", "csv", false}, {"csv", "x.csv", "csv", false}, {"table", "x.txt", "table", false}, {"csv",
			"x.dat", "csv", false}, {"json", "x", "json", false},
		{"html", "", "html", false}, {"tex", "", "tex", false}, {"latex", "", "tex", false}, {"", "x.html", "html", false},
		{"", "x.htm", "html", false}, {"", "x.tex", "tex", false}, {"latex", "x.tex", "tex", false},
		{"html", "x.tex", "its extension means tex, but the format is html", true},
		{"csv", "x.json", "its extension means json, but the format is csv", true}, {"table", "x.csv",
			"its extension means csv", true},
		{"json", "x.md", "its extension means md", true}, {"md", "x.txt", "its extension means table", true},
		{"", "x.dat", "does not tell the format", true}, {"", "x", "does not tell the format", true},
		{"xml", "", `format = "xml"`, true}, {"log", "", `format = "log"`, true}, {"", "x.log",
			"its extension means log", true},
		{"", "missing/x.csv", "cannot be written", true}, {"csv", "folder", "is a directory", true}, {"",
			"plain/x.csv", "cannot be written", true},
	} {
		t.Chdir(t.TempDir())
		if err := os.Mkdir("folder", 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, "plain", "not a folder")
		before := files(t)
		args := []string{"compare", "--trials", "3"}
		if c.format != "" {
			args = append(args, "-f", c.format)
		}
		if c.file != "" {
			args = append(args, "-o", c.file)
		}
		r := fence(args...)
		if c.fails {
			if r.code != exitBadInput || !strings.Contains(r.errors, c.want) || r.out != "" {
				t.Errorf("%v: got code %d, %q on standard error and %q on standard output; want 2 and %q", args,
					r.code, r.errors, r.out, c.want)
			}
			if after := files(t); !equal(before, after) {
				t.Errorf("%v: files were written: %v", args, names(t))
			}
			continue
		}
		text := r.out
		if c.file != "" && c.file != "-" {
			if r.out != "" {
				t.Errorf("%v: standard output: got %q, want nothing", args, r.out)
			}
			text = files(t)[c.file]
		}
		if got := formOf(text); r.code != 0 || got != c.want {
			t.Errorf("%v: got code %d and the form %q, want 0 and %q: %s", args, r.code, got, c.want, r.errors)
		}
		_, meta := files(t)[c.file+".meta.json"]
		if want := c.file != "" && c.file != "-" && (c.want == "csv" || c.want == "json"); meta != want {
			t.Errorf("%v: a file that says what made it: got %v, want %v", args, meta, want)
		}
		for _, name := range names(t) {
			if strings.Contains(name, ".part") {
				t.Errorf("%v: left %s behind", args, name)
			}
		}
	}
}

func equal(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return true
}

// formOf tells the form of a comparison from its text.
func formOf(text string) string {
	switch {
	case json.Valid([]byte(text)):
		return "json"
	case strings.HasPrefix(text, "posture,trials,"):
		return "csv"
	case strings.HasPrefix(text, "<!DOCTYPE html>") && strings.HasSuffix(text, "</html>\n"):
		return "html"
	case strings.HasPrefix(text, "% The document needs ") && strings.Contains(text, "\n\\begin{table}\n") && strings.HasSuffix(text, "\\end{table}\n"):
		return "tex"
	case strings.Contains(text, "| :--- | ---: |"):
		return "md"
	case strings.Contains(text, "unlocked writes applied"):
		return "table"
	}
	return "none"
}

func TestMetaSaysWhatMadeTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "compare", "--trials", "4", "--seed", "9", "--lease", "2s", "-o", "x.csv")
	var meta struct {
		Program, Command string
		Seed, Trials     uint64
		Postures         []string
		Params           map[string]any
	}
	if err := json.Unmarshal([]byte(files(t)["x.csv.meta.json"]), &meta); err != nil {
		t.Fatal(err)
	}
	if meta.Command != "fence compare --trials 4 --seed 9 --lease 2s -o x.csv" || meta.Program != "fence 0.1.0" || meta.Seed != 9 || meta.Trials != 4 ||
		len(meta.Postures) != 3 || meta.Params["lease"] != "2s" || len(meta.Params) != len(fencekit.Parameters()) {
		t.Errorf("got %+v", meta)
	}
	out := fine(t, "compare", "--trials", "4", "--pause", "uniform(1s, 2s)")
	if want := "\nfence compare --trials 4 --pause 'uniform(1s, 2s)'\n"; !strings.Contains(out, want) {
		t.Errorf("table: got\n%s\nwant it to hold %q", out, want)
	}
}

func TestASecondRunTakesThePlaceOfTheFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "x.csv", "old")
	if err := os.Chmod("x.csv", 0o640); err != nil {
		t.Fatal(err)
	}
	fine(t, "compare", "--trials", "3", "-o", "x.csv")
	first := files(t)["x.csv"]
	info, err := os.Stat("x.csv")
	if err != nil {
		t.Fatal(err)
	}
	if formOf(first) != "csv" || info.Mode().Perm() != 0o640 {
		t.Errorf("got mode %v and\n%s", info.Mode(), first)
	}
	if err := os.Symlink("x.csv", "link.csv"); err != nil {
		t.Fatal(err)
	}
	fine(t, "compare", "--trials", "4", "-o", "link.csv")
	if got := files(t)["x.csv"]; got == first {
		t.Error("a link was replaced and not the file that it names")
	}
	r := fence("compare", "--trials", "0", "-o", "x.csv")
	if got := files(t)["x.csv"]; r.code != exitBadInput || formOf(got) != "csv" {
		t.Errorf("bad input over an earlier file: got code %d and\n%s", r.code, got)
	}
}

func TestFlagsOverrideTheParameterFile(t *testing.T) {
	t.Chdir(t.TempDir())
	flags := strings.Fields(`--clients 5 --lease 4s --margin 100ms --think exp(3s) --work uniform(0.1,0.4) --pause-p 0.5 --sources pauses,drift
		--failover lossy --failover-loses 0-3 --release owner+token --early-release --clock monotonic --rmw --fence reads+writes --drift -50`)
	fine(t, append([]string{"compare", "--print-params", "-o", "p.yaml"}, flags...)...)
	if got, want := files(t)["p.yaml"], fine(t, append([]string{"lanes", "--print-params"}, flags...)...); got != want {
		t.Errorf("two commands print the same parameters differently:\n%s\n%s", got, want)
	}
	again := fine(t, "compare", "--params", "p.yaml", "--print-params")
	if again != files(t)["p.yaml"] {
		t.Errorf("round trip:\ngot\n%s\nwant\n%s", again, files(t)["p.yaml"])
	}
	withFlags, withFile := fine(t, append([]string{"compare", "--trials", "5", "-f", "csv"}, flags...)...), fine(t,
		"compare", "--trials", "5", "-f", "csv", "--params", "p.yaml")
	if withFlags != withFile {
		t.Errorf("file and flags differ:\n%s\n%s", withFile, withFlags)
	}
	if got := fine(t, "compare", "--params", "p.yaml", "--lease", "6s", "--print-params"); !strings.Contains(got,
		"lease: 6s ") || !strings.Contains(got, "clients: 5 ") {
		t.Errorf("a flag over a file: got\n%s", got)
	}
	// JSON is read as well: that of the parameters themselves, with its list.
	var meta struct{ Params json.RawMessage }
	fine(t, "compare", "--params", "p.yaml", "--trials", "2", "-o", "x.json")
	if err := json.Unmarshal([]byte(files(t)["x.json.meta.json"]), &meta); err != nil {
		t.Fatal(err)
	}
	write(t, "p.json", string(meta.Params))
	if got := fine(t, "compare", "--params", "p.json", "--print-params"); got != again {
		t.Errorf("JSON: got\n%s\nwant\n%s", got, again)
	}
	write(t, "part.yaml", "# only one\nlease: 5s\nsources: [pauses, delay]\n")
	got := fine(t, "compare", "--params", "part.yaml", "--print-params")
	if !strings.Contains(got, "lease: 5s ") || !strings.Contains(got,
		"sources: 'pauses,delay' ") || !strings.Contains(got, "clients: 3 ") {
		t.Errorf("a file with some parameters: got\n%s", got)
	}
	if r := fenceWith(context.Background(), "lease: 7s", "compare", "--params", "-",
		"--print-params"); !strings.Contains(r.out, "lease: 7s ") {
		t.Errorf("standard input: got %v", r)
	}
}

func TestARecordingCarriesItsRate(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "pauses.csv", "# recorded: 100s\npause_ms\n4000\n9000\n12000\n2500\n7000\n")
	for _, c := range []struct{ args, rate, says string }{
		{"", "0.05", "pause-rate = 0.05 a second, as the recording of file(pauses.csv,pause_ms) carries it"},
		{"--pause-p 0.4", "0", ""}, {"--pause-rate 2", "2", ""}, {"--quiet", "0.05", ""},
	} {
		r := fence(append([]string{"compare", "--print-params", "--pause", "file(pauses.csv)"},
			strings.Fields(c.args)...)...)
		if r.code != 0 || !strings.Contains(r.out, "pause-rate: "+c.rate+" ") {
			t.Errorf("%q: got %v, want the rate %s", c.args, r, c.rate)
		}
		if c.says == "" && r.errors != "" || !strings.Contains(r.errors, c.says) {
			t.Errorf("%q: standard error: got %q, want %q", c.args, r.errors, c.says)
		}
	}
	out := fine(t, "compare", "--quiet", "--pause", "file(pauses.csv)", "--trials", "40")
	if !strings.Contains(out, "pause-rate 0.05") || !strings.Contains(out, "file(pauses.csv,pause_ms)") {
		t.Errorf("the caption does not name the recording and its rate:\n%s", out)
	}
}

func TestASchedulesFileReplays(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "schedule", "--seed", "7", "--horizon", "60s", "-o", "s.json")
	if got, want := fine(t, "compare", "--schedule", "s.json", "-f", "csv"), fine(t, "compare", "--seed", "7",
		"--horizon", "60s", "--trials", "1", "-f", "csv"); got != want {
		t.Errorf("compare:\ngot\n%s\nwant\n%s", got, want)
	}
	log := func(args ...string) string {
		lines := strings.SplitN(fine(t, append([]string{"lanes", "-f", "log", "--posture", "check"}, args...)...),
			"\n", 2)
		return lines[1] // without the header, which names the command
	}
	if log("--schedule", "s.json") != log("--seed", "7", "--horizon", "60s") {
		t.Error("lanes: the replay is another run")
	}
	if got, want := fine(t, "schedule", "--schedule", "s.json", "-f", "json"), files(t)["s.json"]; got != want {
		t.Error("schedule: the replay is another schedule")
	}
	if log("--schedule", "s.json", "--margin", "2s") == log("--schedule", "s.json") {
		t.Error("a margin changes nothing in a replay")
	}
	if a, b := fine(t, "explain", "--schedule", "s.json", "--attempt", "2"), fine(t, "explain", "--seed", "7",
		"--horizon", "60s", "--attempt", "2"); tale(a) != tale(b) {
		t.Errorf("explain:\ngot\n%s\nwant\n%s", a, b)
	}
	params, clients, _ := strings.Cut(files(t)["s.json"], `"attempts": [`)
	write(t, "edited.json", params+`"attempts": [`+strings.Replace(clients, `"think": "`, `"think": "1h`, 1))
	if log("--schedule", "edited.json") == log("--schedule", "s.json") {
		t.Error("an edit changes nothing")
	}
	for _, args := range []string{"--seed 3", "--trials 4", "--params p.yaml", "--think 1s", "--clients 2",
		"--pause-p 0"} {
		name, _, _ := strings.Cut(args, " ")
		r := fence(append([]string{"compare", "--schedule", "s.json"}, strings.Fields(args)...)...)
		if r.code != exitBadInput || !strings.Contains(r.errors, name+" cannot be given with --schedule") {
			t.Errorf("%s: got %v, want an error that names it", args, r)
		}
	}
}

func tale(text string) string {
	_, rest, _ := strings.Cut(text, "\n\n")
	return rest
}

func TestExplainFindsTheAttempt(t *testing.T) {
	byPlace, byName, byClient := fine(t, "explain", "--seed", "7", "--attempt", "18"), fine(t, "explain", "--seed",
		"7", "--attempt", "C1.4"),
		fine(t, "explain", "--seed", "7", "--client", "C1", "--attempt", "4")
	if tale(byPlace) != tale(byName) || tale(byName) != tale(byClient) {
		t.Errorf("three names of one attempt:\n%s\n%s\n%s", byPlace, byName, byClient)
	}
	worst := fine(t, "explain", "--seed", "7")
	if !strings.Contains(worst, "The attempt of this run in which most went wrong is C1.4") {
		t.Errorf("got\n%s", worst)
	}
	for args, want := range map[string]string{
		"--attempt 0": "within [1, 26]", "--attempt 27": "within [1, 26]", "--attempt C9.1": "one of C1 … C3", "--attempt x": "C2.3", "--client C1": "needs --attempt",
		"--client C2 --attempt C1.0": "is not one of", "--client C1 --attempt 99": "C1 is granted 7 attempts", "--attempt C1.-1": "C2.3", "--client 0 --attempt 1": "one of C1",
	} {
		if r := fence(append([]string{"explain", "--seed", "7"},
			strings.Fields(args)...)...); r.code != exitBadInput || !strings.Contains(r.errors, want) || r.out != "" {
			t.Errorf("%s: got %v, want it to say %q", args, r, want)
		}
	}
}

func TestTrialsStreamIsOneTable(t *testing.T) {
	t.Chdir(t.TempDir())
	const trials = 3000 // rows of several batches
	args := []string{"trials", "--trials", "3000", "--horizon", "20s"}
	fine(t, append(args, "-o", "t.csv")...)
	rows, err := csv.NewReader(strings.NewReader(files(t)["t.csv"])).ReadAll()
	if err != nil || len(rows) != 3*trials+1 || rows[0][0] != "seed" {
		t.Fatalf("CSV: got %d rows, %v; want %d", len(rows), err, 3*trials+1)
	}
	for i, row := range rows[1:] {
		if want := []string{"unprotected", "check", "fencing"}[i%3]; row[1] != want {
			t.Fatalf("row %d: got %v, want the posture %s", i, row, want)
		}
	}
	var objects []map[string]any
	if err := json.Unmarshal([]byte(fine(t, append(args, "-f", "json")...)),
		&objects); err != nil || len(objects) != 3*trials {
		t.Fatalf("JSON: got %d rows, %v", len(objects), err)
	}
	e := fencekit.New()
	e.Trials = trials
	e.Params.Horizon /= 6
	f, err := fencekit.Trials(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := f.WriteCSV(&want); err != nil {
		t.Fatal(err)
	}
	if files(t)["t.csv"] != want.String() {
		t.Error("the rows streamed are not those of one frame")
	}
	r := fence(append(args, "--quiet=false")...)
	if !strings.Contains(r.errors, "the table shows the first 1000 of 3,000 seeds") {
		t.Errorf("standard error: got %q", r.errors)
	}
}

func TestShellsAreCompleted(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if out := fine(t, "completion", shell); len(out) < 1000 || !strings.Contains(out, "fence") {
			t.Errorf("%s: got %d bytes", shell, len(out))
		}
	}
	for args, want := range map[string]string{"compare --postures ": "check+fencing\n", "lanes -f ": "ndjson\n",
		"trials --top ": "work_destroyed\n", "grid --sources ": "drift\n"} {
		if out := fine(t, append([]string{"__complete"}, strings.Split(args, " ")...)...); !strings.Contains(out,
			want) {
			t.Errorf("%s: got %q, want it to offer %q", args, out, want)
		}
	}
}

func TestEveryCommandHasHelpWithExamples(t *testing.T) {
	a := &app{}
	for _, c := range newRoot(a).Commands() {
		if c.Name() == "completion" || c.Name() == "help" {
			continue
		}
		out := fine(t, c.Name(), "-h")
		if !strings.Contains(out, "Examples:\n  fence ") || !strings.Contains(out, "Usage:") {
			t.Errorf("%s -h: got\n%s", c.Name(), out)
		}
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(line, "  fence "+c.Name()) && !strings.Contains(line,
				"| fence "+c.Name()) && !strings.Contains(line, "&& fence "+c.Name()) && c.Name() != "schedule" {
				t.Errorf("%s: an example of something else: %s", c.Name(), line)
			}
		}
	}
	if got, want := fine(t, "version"), "fence 0.1.0, log format 1\n"; got != want {
		t.Errorf("version: got %q, want %q", got, want)
	}
	if got := fine(t); !strings.Contains(got, "Commands:") {
		t.Errorf("no argument: got\n%s", got)
	}
}

// TestExamplesRun runs what help shows, apart from those that need a file of the user's.
func TestExamplesRun(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "pauses.csv", "# recorded: 100s\npause_ms\n4000\n")
	write(t, "postmortem.md", "```timeline\n0 | svc | grant | lock=L to=A token=1 until=1000\n```\n")
	for _, c := range newRoot(&app{}).Commands() {
		for line := range strings.Lines(c.Example) {
			line = strings.TrimSpace(line)
			if strings.ContainsAny(line, "|&") || strings.Contains(line, "1000000") || strings.Contains(line,
				"--recompute") || strings.Contains(line, "columns") {
				continue
			}
			if testing.Short() && (c.Name() == "report" || c.Name() == "claims") {
				continue // other tests run them
			}
			line, _, _ = strings.Cut(line, "    ") // what it is about
			if r := fence(words(line)[1:]...); r.code > exitFound {
				t.Errorf("%s: got %d: %s", line, r.code, r.errors)
			}
		}
	}
}

// words splits a command line at its blanks, outside single quotes.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}
