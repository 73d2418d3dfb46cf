package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fence/data"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
	"fence/plots"
)

// brokenParts is an engine whose fence admits whatever comes.
func brokenParts() lease.Parts {
	return lease.Parts{Judge: func(t *lease.Timeline, p lease.Posture, each lease.Observer) lease.Counts {
		p.Rule = lease.Always
		return lease.Fates(t, p, t.Schedule.Params.Margin, each)
	}}
}

// reported is what "fence report -o out" writes, by name without the folder. It is run once for the tests that only read.
func reported(t *testing.T) map[string]string {
	t.Helper()
	oneReport.Do(func() {
		t.Chdir(t.TempDir())
		fine(t, "report", "-o", "out")
		theReport = map[string]string{}
		for name, text := range files(t) {
			theReport[strings.TrimPrefix(name, "out/")] = text
		}
	})
	if theReport == nil {
		t.Fatal("the report has failed in an earlier test")
	}
	return theReport
}

var (
	oneReport sync.Once
	theReport map[string]string
)

func TestReportIsWhole(t *testing.T) {
	home := here(t)
	t.Chdir(t.TempDir())
	r := fence("report", "-o", "deep/out")
	if r.code != exitFine || r.errors != "" {
		t.Fatalf("got %d: %s", r.code, r.errors)
	}
	if !regexp.MustCompile(`\nclaims: 1[0-9][0-9] hold, 0 fail\n$`).MatchString(r.out) {
		t.Errorf("last line: got %q", r.out[max(0, len(r.out)-100):])
	}
	var want []string
	for _, s := range append(sections(), section{name: "claims"}) {
		for _, form := range []string{"csv", "csv.meta.json", "json", "json.meta.json", "md"} {
			want = append(want, filepath.Join("deep/out", s.name+"."+form))
		}
	}
	for _, name := range illustrations {
		for _, form := range plots.Formats()[:2] {
			want = append(want, filepath.Join("deep/out/figures", name+"."+form))
		}
		want = append(want, filepath.Join("deep/out/figures", name+".txt"))
	}
	want = append(want, "deep/", "deep/out/", "deep/out/figures/", "deep/out/index.html", "deep/out/report.md",
		"deep/out/report.meta.json")
	slices.Sort(want)
	if got := names(t); !slices.Equal(got, want) {
		t.Errorf("files:\ngot  %v\nwant %v", got, want)
	}
	page := files(t)["deep/out/report.md"]
	if !testing.Short() { // the figures are those of all trials
		golden(t, home, "report.md", page)
	}
	var origins []struct {
		Table, Figure, Command string
		Trials                 int
		Params                 map[string]any
	}
	if err := json.Unmarshal([]byte(files(t)["deep/out/report.meta.json"]), &origins); err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for _, o := range origins {
		if o.Figure != "" {
			drawn = append(drawn, o.Figure)
		}
		if len(o.Params) == 0 && o.Table != "claims" {
			t.Errorf("%s%s: has no parameters", o.Table, o.Figure)
		}
	}
	if !slices.Equal(drawn, illustrations) {
		t.Errorf("figures: got %v, want %v", drawn, illustrations)
	}
	origins = slices.DeleteFunc(origins, func(o struct {
		Table, Figure, Command string
		Trials                 int
		Params                 map[string]any
	}) bool {
		return o.Figure != ""
	})
	if len(origins) != len(sections())+1 {
		t.Fatalf("origins: got %d", len(origins))
	}
	for i, s := range sections() {
		o := origins[i]
		if o.Table != s.name || o.Trials != (&app{most: fewTrials()}).atMost(s.experiment().Trials) || o.Command != "fence report -o deep/out" ||
			(o.Params["writes"] == 2.0) != (s.name == "failover-two-writes") {
			t.Errorf("%s: origin: got %+v", s.name, o)
		}
		if !strings.Contains(page, "## "+s.title) || !strings.Contains(r.out, s.title) {
			t.Errorf("%s: not on the page, or not printed", s.title)
		}
	}
}

// The tables of a report read back with their kinds, units and captions, the same from both forms.
func TestTablesOfAReportReadBack(t *testing.T) {
	first := reported(t)
	t.Chdir(t.TempDir())
	for name, text := range first {
		if name != "" && !strings.HasSuffix(name, "/") {
			write(t, name, text)
		}
	}
	units := map[string]string{"compare": "abort_pct %", "margin": "margin_ms ms", "drift": "drift_ppm ppm", "control": "seeds_differing seeds"}
	for _, s := range append(sections(), section{name: "claims"}) {
		f, err := frame.ReadFile(s.name + ".csv")
		g, bad := frame.ReadFile(s.name + ".json")
		if err != nil || bad != nil || !frame.Equal(f, g) || !strings.Contains(f.Caption(), "fence 0.1.0") || f.Rows() == 0 {
			t.Errorf("%s: got %v, %v and the caption %q", s.name, err, bad, f.Caption())
		}
		if name, unit, ok := strings.Cut(units[s.name], " "); ok {
			if c, err := f.Column(name); err != nil || c.Meta.Unit != unit || c.Meta.Meaning == "" {
				t.Errorf("%s: column %s: got %+v, %v, want the unit %s", s.name, name, c.Meta, err, unit)
			}
		}
		var made struct {
			Program, Command string
			Seed             uint64
			Params           map[string]any
		}
		if err := json.Unmarshal([]byte(first[s.name+".json.meta.json"]), &made); err != nil || made.Program != "fence 0.1.0" ||
			made.Command != "fence report -o out" || made.Seed != 1 || (made.Params == nil) != (s.name == "claims") {
			t.Errorf("%s: what made it: got %+v, %v", s.name, made, err)
		}
	}
}

func TestReportOverAnEarlierOne(t *testing.T) {
	first := reported(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir("out", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range first {
		if name != "" && !strings.HasSuffix(name, "/") {
			write(t, filepath.Join("out", name), text)
		}
	}
	write(t, "out/notes.txt", "mine")
	write(t, "out/report.md", "old")
	fine(t, "report", "-o", "out")
	after := files(t)
	if after["out/notes.txt"] != "mine" {
		t.Error("a file of the user's was touched")
	}
	for name, text := range first {
		if got := after["out/"+name]; got != text {
			t.Errorf("%s is not what the first report has", name)
		}
	}
}

func TestParagraphsFollowTheFigures(t *testing.T) {
	if testing.Short() {
		return // the figures are those of all trials
	}
	first := reported(t)
	t.Chdir(t.TempDir())
	// At another seed a sampled claim may fail now and then: that is an exit code of 1 and no reason not to report.
	if r := fence("report", "-o", "two", "--seed", "5000"); r.code > exitFound {
		t.Fatalf("got %d: %s", r.code, r.errors)
	}
	a, b := first["report.md"], files(t)["two/report.md"]
	for _, page := range []struct{ text, csv string }{{a, first["compare.csv"]}, {b, files(t)["two/compare.csv"]}} {
		check := strings.Split(strings.Split(page.csv, "\n")[2], ",")
		if want := fmt.Sprintf("which %s destroy",
			check[11]); !strings.Contains(strings.ReplaceAll(page.text, "\n", " "), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if a == b {
		t.Error("two seeds, one page")
	}
}

// What the page says about margins and about the published text is counted here again, from the rows of the JSON.
func TestParagraphsAboutMargins(t *testing.T) {
	written := reported(t)
	if testing.Short() {
		return // the figures are those of all trials
	}
	page := strings.ReplaceAll(written["report.md"], "\n", " ")
	rows := map[string][]map[string]any{}
	for _, name := range []string{"drift", "steps", "delay", "sources", "published"} {
		var table []map[string]any
		if err := json.Unmarshal([]byte(written[name+".json"]), &table); err != nil {
			t.Fatal(err)
		}
		rows[name] = table
	}
	for _, want := range []string{
		fmt.Sprintf("%v at -10,000 ppm, %v at -1,000 ppm and %v at -200 ppm, at a margin of 0",
			cell(t, rows["drift"], "drift_ppm=-10000 margin_ms=0", "sent_over"),
			cell(t, rows["drift"], "drift_ppm=-1000 margin_ms=0", "sent_over"),
			cell(t, rows["drift"], "drift_ppm=-200 margin_ms=0", "sent_over")),
		"A margin just above the loss absorbs it: none are sent",
		fmt.Sprintf("at 500 ms they are %v. On a monotonic clock they are none",
			cell(t, rows["steps"], "clock=wall margin_ms=500", "margins_cancelled")),
		fmt.Sprintf("there are %v here, with %v races", cell(t, rows["delay"], "posture=check", "trials_unlocked_applied"),
			cell(t, rows["delay"], "posture=check", "both_held")),
		"clock steps alone let 0 unlocked writes through",
		fmt.Sprintf("on average %.2f writes that destroy work and %.1f unlocked ones",
			80*cell(t, rows["published"], "posture=check", "work_destroyed")/20_000,
			80*cell(t, rows["published"], "posture=check", "unlocked_applied")/20_000),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, row := range rows["drift"] { // what the words sum up
		absorbed := row["sources"] == "pauses,drift" && (row["margin_ms"] != 0.0 || row["drift_ppm"].(float64) > 0)
		if n := row["sent_over"].(float64); (n == 0) != absorbed {
			t.Errorf("got %v", row)
		}
	}
}

func TestTheCostOfTheLastCorruption(t *testing.T) {
	dial := func(aborted, destroyed []int64) string {
		f, err := frame.New(frame.Floats("margin_ms", []float64{0, 250, 500, 1000}), frame.Ints("aborted", aborted),
			frame.Ints("work_destroyed", destroyed))
		if err != nil {
			t.Fatal(err)
		}
		return costs(newView(f))
	}
	for _, c := range []struct {
		aborted, destroyed []int64
		want               string
	}{
		{[]int64{10, 20, 50, 2000}, []int64{9, 9, 4, 3}, "Each destroyed write that a wider margin saves has its price in " +
			"aborts: from 0 to 500 ms 5 for 40 aborts more, 8 each; from 500 to 1,000 ms 1 for 1,950 aborts more."},
		{[]int64{10, 20, 50, 2000}, []int64{9, 9, 4, 4}, "Each destroyed write that a wider margin saves has its price in " +
			"aborts: from 0 to 500 ms 5 for 40 aborts more, 8 each. Of the rest, 4, none is saved by the 1,950 aborts more " +
			"from 500 ms to the end of the dial."},
		{[]int64{10, 20, 50, 90}, []int64{1, 0, 1, 0}, "Each destroyed write that a wider margin saves has its price in " +
			"aborts: from 0 to 250 ms 1 for 10 aborts more."},
		{[]int64{10, 20, 50, 90}, []int64{1, 1, 1, 1}, "No wider margin saves a destroyed write, for 80 aborts more."},
	} {
		if got := dial(c.aborted, c.destroyed); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestClaims(t *testing.T) {
	t.Chdir(t.TempDir())
	out := fine(t, "claims")
	if got := strings.Count(out, "\nholds "); got < 105 || !strings.HasSuffix(out,
		fmt.Sprintf("\nclaims: %d hold, 0 fail\n", got)) {
		t.Errorf("got %d that hold, and at the end %q", got, out[max(0, len(out)-100):])
	}
	out = fine(t, "claims", "--only", "all.arrived, pause.destroyed")
	if !strings.Contains(out, "all.arrived") || !strings.Contains(out, "claims: 2 hold, 0 fail") {
		t.Errorf("got\n%s", out)
	}
	r := fence("claims", "-o", "c.json")
	var rows []map[string]any
	if err := json.Unmarshal([]byte(files(t)["c.json"]),
		&rows); err != nil || len(rows) < 105 || r.code != 0 || !strings.Contains(r.errors, "hold, 0 fail") {
		t.Errorf("JSON: got %v, %d rows, %v", r, len(rows), err)
	}
	if rows[0]["verdict"] != "holds" || rows[0]["id"] == "" {
		t.Errorf("got %v", rows[0])
	}
}

func TestAClaimThatFailsIsExitCodeOne(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"claims", "report -o out", "claims -o c.csv"} {
		var out, errs bytes.Buffer
		a := &app{ctx: context.Background(), args: strings.Fields(args), stdout: &out, stderr: &errs,
			parts: brokenParts, most: fewTrials(), dpi: coarse()}
		code := a.run()
		all := out.String() + errs.String()
		if code != exitFound || !regexp.MustCompile(`claims: [0-9]+ hold, [1-9][0-9]* fail\n$`).MatchString(all) {
			t.Errorf("%s: got %d and at the end %q", args, code, all[max(0, len(all)-100):])
		}
		if args == "claims" && !strings.Contains(out.String(), "all.fencing.destroyed fails: ") {
			t.Errorf("%s: does not say why a claim fails", args)
		}
	}
	if _, err := os.Stat("out/report.md"); err != nil {
		t.Errorf("a report with a failing claim was not written: %v", err)
	}
}

func TestAudit(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "lanes", "--seed", "7", "-o", "run.log")
	fine(t, "lanes", "--seed", "7", "-o", "run.ndjson")
	fine(t, "lanes", "--seed", "7", "--sources", "none", "-o", "quiet.log")
	fine(t, "lanes", "--seed", "7", "-o", "lanes.md")
	log, ndjson := fence("audit", "run.log"), fence("audit", "run.ndjson")
	if log.code != exitFound || tale(log.out) != tale(ndjson.out) || !strings.Contains(log.out, "work_destroyed") {
		t.Errorf("got %d and %d:\n%s\n%s", log.code, ndjson.code, log.out, ndjson.out)
	}
	if r := fenceWith(context.Background(), files(t)["run.ndjson"], "audit",
		"-"); r.code != exitFound || tale(r.out) != tale(log.out) {
		t.Errorf("standard input: got %d", r.code)
	}
	quiet := fence("audit", "quiet.log")
	if quiet.code != exitFine || !strings.Contains(quiet.out, "findings: none") {
		t.Errorf("a run without accidents: got %d:\n%s", quiet.code, quiet.out)
	}
	// The counters are those that the engine counts for the same run.
	var audited []struct {
		Timeline int
		Counters map[string]float64
		Found    int
	}
	if err := json.Unmarshal([]byte(fence("audit", "run.log", "-f", "json").out),
		&audited); err != nil || len(audited) != 1 {
		t.Fatalf("JSON: %v, %d objects", err, len(audited))
	}
	var engine []map[string]any
	if err := json.Unmarshal([]byte(fine(t, "trials", "--seed", "7", "--trials", "1", "--postures", "unprotected",
		"-f", "json")), &engine); err != nil {
		t.Fatal(err)
	}
	for k := range lease.NumCounters {
		if got, want := audited[0].Counters[k.String()], engine[0][k.String()].(float64); got != want {
			t.Errorf("%s: the audit counts %v, the engine %v", k, got, want)
		}
	}
	write(t, "story.md", "# Two stories\n\n```timeline\n0 | svc | grant | lock=L to=A token=1 until=1000\n1000 | svc | expire | lock=L of=A token=1\n"+
		"2000 | S | applied | id=w by=A obj=x token=1\n```\n\nand\n\n```timeline\n0 | svc | grant | lock=L to=A token=1 until=1000\n```\n")
	r := fence("audit", "story.md")
	if r.code != exitFound || !strings.Contains(r.out, "story.md, timeline 1: 3 events") || !strings.Contains(r.out,
		"story.md, timeline 2: 1 events") {
		t.Errorf("Markdown: got %d:\n%s", r.code, r.out)
	}
	if err := json.Unmarshal([]byte(fence("audit", "story.md", "-f", "json").out),
		&audited); err != nil || len(audited) != 2 || audited[0].Found == 0 || audited[1].Found != 0 {
		t.Errorf("Markdown as JSON: got %+v, %v", audited, err)
	}
	if r := fence("audit", "story.md", "-o", "a.md"); r.code != exitFound || !strings.Contains(files(t)["a.md"],
		"## story.md, timeline 2") || !strings.Contains(files(t)["a.md"], "| unlocked_applied |") {
		t.Errorf("as Markdown: got %v\n%s", r, files(t)["a.md"])
	}
	if !strings.Contains(files(t)["run.log"], `"command":"fence lanes --seed 7 -o run.log"`) {
		t.Error("the log does not carry its command")
	}
}

func TestThePageOfColumnsIsCurrent(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fine(t, "columns", "-f", "md"); got != string(page) {
		t.Error("docs/results.md is out of date: go run ./cmd/fence columns -f md -o docs/results.md")
	}
	for _, form := range []string{"table", "csv", "json"} {
		if out := fine(t, "columns", "-f", form); !strings.Contains(out, "work_destroyed_diff_low") {
			t.Errorf("%s: got\n%s", form, out)
		}
	}
}

// TestRowsLieInsideTheClaims holds the JSON rows of a report to the intervals of the published claims, read from both
// files and not through the package that checks them.
func TestRowsLieInsideTheClaims(t *testing.T) {
	written := reported(t)
	claimed, err := csv.NewReader(bytes.NewReader(data.Claims)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ id, table, where, column string }{
		{"all.arrived", "compare", "posture=fencing", "unlocked_arrived"}, {"all.fencing.applied", "compare",
			"posture=fencing", "unlocked_applied"},
		{"all.fencing.applied_pct", "compare", "posture=fencing", "applied_pct"}, {"all.fencing.refused", "compare",
			"posture=fencing", "refused"},
		{"all.fencing.trials", "compare", "posture=fencing", "trials_unlocked_applied"}, {"all.check.aborts",
			"compare", "posture=check", "aborted"},
		{"all.check.abort_pct", "compare", "posture=check", "abort_pct"}, {"all.attempts", "compare",
			"posture=unprotected", "attempts"},
		{"all.check.cancelled", "compare", "posture=check", "margins_cancelled"}, {"pause.unlocked", "sources",
			"sources=pauses posture=unprotected", "unlocked_applied"},
		{"pause.destroyed", "sources", "sources=pauses posture=unprotected",
			"work_destroyed"}, {"pause.check.unlocked", "sources", "sources=pauses posture=check", "unlocked_applied"},
		{"pause.check.abort_pct", "sources", "sources=pauses posture=check", "abort_pct"}, {"delay.unlocked",
			"sources", "sources=delay posture=fencing", "unlocked_applied"},
		{"delay.trials", "sources", "sources=delay posture=fencing", "trials_unlocked_applied"}, {"delay.races",
			"sources", "sources=delay posture=fencing", "both_held"},
		{"margin.2500.abort_pct", "margin", "margin_ms=2500", "abort_pct"}, {"margin.2500.destroyed", "margin",
			"margin_ms=2500", "work_destroyed"},
		{"failover.refused_live", "failover", "failover=lossy posture=fencing",
			"refused_live"}, {"failover.same_token", "failover", "failover=lossy posture=fencing", "same_token"},
	} {
		var rows []map[string]any
		if err := json.Unmarshal([]byte(written[c.table+".json"]), &rows); err != nil {
			t.Fatal(err)
		}
		got := cell(t, rows, c.where, c.column)
		at := slices.IndexFunc(claimed, func(row []string) bool { return row[0] == c.id })
		if at < 0 {
			t.Fatalf("%s: no such claim", c.id)
		}
		low, err1 := strconv.ParseFloat(claimed[at][7], 64)
		high, err2 := strconv.ParseFloat(claimed[at][8], 64)
		if err1 != nil || err2 != nil || got < low || got > high {
			t.Errorf("%s: got %v, want it within [%s, %s]", c.id, got, claimed[at][7], claimed[at][8])
		}
	}
}

// cell returns a number of the one row whose cells are as said.
func cell(t *testing.T, rows []map[string]any, where, column string) float64 {
	t.Helper()
	found := []map[string]any{}
	for _, row := range rows {
		same := true
		for _, is := range strings.Fields(where) {
			name, value, _ := strings.Cut(is, "=")
			same = same && fmt.Sprint(row[name]) == value
		}
		if same {
			found = append(found, row)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s: %d rows, want one", where, len(found))
	}
	x, ok := found[0][column].(float64)
	if !ok {
		t.Fatalf("%s, %s: got %v, want a number", where, column, found[0][column])
	}
	return x
}
