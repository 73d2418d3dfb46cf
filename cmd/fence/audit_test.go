package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// postmortem is a timeline with misspelt words and a grant that leaves its end open.
const postmortem = "# What happened\n\n```timeline family=lease\n" +
	"0 | svc | grant | lock=L to=A token=1\n0 | A | begin | lock=L\n10 | A | watchdog-starved | for=5\n" +
	"110 | svc | gRant | lock=L to=B token=2 until=300\n120 | B | begin | lock=L\n" +
	"130 | S | aplied | id=w by=A obj=x token=1\n135 | S | aplied | id=u by=A obj=x token=1\n" +
	"140 | S | applied | id=v by=B obj=x token=2\n150 | A | end | lock=L\n```\n"

// What the audit did not read is named, with its lines, and so is what it assumed.
func TestAuditNamesWhatItPassesOver(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "p.md", postmortem)
	for _, args := range [][]string{{"audit", "p.md"}, {"audit", "p.md", "-f", "md"}} {
		r := fence(args...)
		text := strings.Join(strings.Fields(r.out), " ")
		for _, want := range []string{
			"passed over: 4 events of kinds that this program does not know: watchdog-starved (line 6), " +
				"gRant (line 7; perhaps grant), aplied (2 events, the first in line 9; perhaps applied)",
			"assumed: a grant does not say until when: its lease is taken to live until an event ends it (line 4)",
		} {
			if r.code != exitFound || !strings.Contains(text, want) {
				t.Errorf("%v: got %d and\n%s\nwant %q", args, r.code, r.out, want)
			}
		}
	}
	if out := fence("audit", "p.md").out; !strings.Contains(out,
		"\n          120 ms  both_held: B began to act as holder of L while A did, since 0 ms (lines 5, 8)\n") {
		t.Errorf("a finding does not name its lines:\n%s", out)
	}
	if out := fence("audit", "p.md", "-f", "md").out; !strings.Contains(out, "| 120 ms | both_held |") ||
		!strings.Contains(out, "| lines 5, 8 |") {
		t.Errorf("a finding in Markdown does not name its lines:\n%s", out)
	}
}

func TestAuditAsJSONHasLines(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "p.md", postmortem)
	var rows []auditRow
	if err := json.Unmarshal([]byte(fence("audit", "p.md", "-f", "json").out), &rows); err != nil || len(rows) != 1 {
		t.Fatalf("got %v, %d rows", err, len(rows))
	}
	want := []ignoredRow{{"watchdog-starved", 1, 2, 6, ""}, {"gRant", 1, 3, 7, "grant"}, {"aplied", 2, 5, 9, "applied"}}
	for i, w := range want {
		if len(rows[0].Ignored) != len(want) || rows[0].Ignored[i] != w {
			t.Fatalf("ignored: got %+v, want %+v", rows[0].Ignored, want)
		}
	}
	if r := rows[0].Remarks; len(r) != 1 || r[0].Count != 1 || r[0].First != 0 || r[0].Line != 4 {
		t.Errorf("remarks: got %+v", r)
	}
	for _, f := range rows[0].Findings {
		for i, seq := range f.Events {
			if f.Lines[i] != seq+4 { // the block begins in line 4 and has neither blank lines nor comments
				t.Errorf("finding %+v: line of event %d: got %d, want %d", f, seq, f.Lines[i], seq+4)
			}
		}
	}
}

// What the exit code says, as the help has it: a late write that was refused is a finding, an unknown word is none.
func TestAuditExitCode(t *testing.T) {
	t.Chdir(t.TempDir())
	const held = "0 | svc | grant | lock=L to=A token=1 until=10\n0 | A | begin | lock=L\n5 | A | end | lock=L\n"
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"a hold as it should be", held, 0},
		{"an unknown word", held + "6 | A | wrote\n", 0},
		{"a refused write in time", held + "6 | S | refused | id=a by=A obj=x token=1\n", exitFound}, // refused_live
		{"a refused write, late", held + "11 | S | refused | id=a by=A obj=x token=1\n", exitFound},
		{"an aborted write", held + "6 | A | abort | id=a\n", 0},
		{"a refused release", held + "6 | svc | release-refused | lock=L of=A\n", exitFound},
	} {
		write(t, "h.txt", c.text)
		if r := fence("audit", "h.txt"); r.code != c.want {
			t.Errorf("%s: got %d, want %d:\n%s", c.name, r.code, c.want, r.out)
		}
	}
}

// An error in a field names the line of the file, once, and the file.
func TestAuditErrorsNameTheLine(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "x.md", strings.Replace(postmortem, "token=1\n0", "token=x\n0", 1))
	write(t, "prose.md", "# What happened\n\nIt broke.\n")
	for _, c := range []struct{ file, want string }{
		{"x.md", `fence: x.md: line 4 (svc grant): field token is "x", not a whole number of 64 bits`},
		{"prose.md", `fence: prose.md: line 3: "It broke." is not "time | actor | event | key=value …"; ` +
			`as Markdown the text has no fenced block with the info string "timeline"`},
	} {
		if r := fence("audit", c.file); r.code != 2 || strings.TrimSpace(r.errors) != c.want {
			t.Errorf("got %d and %s, want %s", r.code, r.errors, c.want)
		}
	}
}
