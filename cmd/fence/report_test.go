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
	"testing"

	"fence/data"
	"fence/fencekit/lease"
)

// brokenParts is an engine whose fence admits whatever comes.
func brokenParts() lease.Parts {
	return lease.Parts{Judge: func(t *lease.Timeline, p lease.Posture, each lease.Observer) lease.Counts {
		p.Rule = lease.Always
		return lease.Fates(t, p, t.Schedule.Params.Margin, each)
	}}
}

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
		for _, form := range []string{"csv", "json", "md"} {
			want = append(want, filepath.Join("deep/out", s.name+"."+form))
		}
	}
	want = append(want, "deep/", "deep/out/", "deep/out/report.md", "deep/out/report.meta.json")
	slices.Sort(want)
	if got := names(t); !slices.Equal(got, want) {
		t.Errorf("files:\ngot  %v\nwant %v", got, want)
	}
	page := files(t)["deep/out/report.md"]
	golden(t, home, "report.md", page)
	var origins []struct {
		Table, Command string
		Trials         int
		Params         map[string]any
	}
	if err := json.Unmarshal([]byte(files(t)["deep/out/report.meta.json"]),
		&origins); err != nil || len(origins) != len(sections())+1 {
		t.Fatalf("origins: got %d, %v", len(origins), err)
	}
	if o := origins[5]; o.Table != "failover-two-writes" || o.Params["writes"] != 2.0 || o.Trials != 150 || o.Command != "fence report -o deep/out" {
		t.Errorf("origin: got %+v", o)
	}
	for _, s := range sections() {
		if !strings.Contains(page, "## "+s.title) || !strings.Contains(r.out, s.title) {
			t.Errorf("%s: not on the page, or not printed", s.title)
		}
	}
}

func TestReportOverAnEarlierOne(t *testing.T) {
	t.Chdir(t.TempDir())
	first := fence("report", "-o", "out")
	before := files(t)
	write(t, "out/notes.txt", "mine")
	write(t, "out/report.md", "old")
	second := fence("report", "-o", "out")
	if first.code != 0 || second.code != 0 {
		t.Fatalf("got %d and %d", first.code, second.code)
	}
	after := files(t)
	if after["out/notes.txt"] != "mine" {
		t.Error("a file of the user's was touched")
	}
	delete(after, "out/notes.txt")
	if !equal(before, after) {
		t.Error("the second report is not the first")
	}
}

func TestParagraphsFollowTheFigures(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "report", "-o", "one")
	// At another seed a sampled claim may fail now and then: that is an exit code of 1 and no reason not to report.
	if r := fence("report", "-o", "two", "--seed", "5000"); r.code > exitFound {
		t.Fatalf("got %d: %s", r.code, r.errors)
	}
	a, b := files(t)["one/report.md"], files(t)["two/report.md"]
	for _, page := range []struct{ text, csv string }{{a, files(t)["one/compare.csv"]},
		{b, files(t)["two/compare.csv"]}} {
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
			parts: brokenParts}
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
	t.Chdir(t.TempDir())
	fine(t, "report", "-o", "out")
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
		if err := json.Unmarshal([]byte(files(t)["out/"+c.table+".json"]), &rows); err != nil {
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
