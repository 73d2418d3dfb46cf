package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"fence/fencekit/audit"
	"fence/fencekit/frame"
	"fence/fencekit/trace"
)

func auditCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit FILE",
		Short: "Judge a log: count what happened, and say what should not have",
		Long: `Audit reads a log (text, NDJSON, or Markdown with one or more timeline blocks; - is standard input), counts what
happened in it, and tells each thing that should not have: the findings, with the lines of the file that show them.
Times are milliseconds, as in the file. Kinds of events that no one knows are passed over, and named.

It exits with 1 when there is any finding, and so whenever a verdict is Violated. Every counter counts findings but
grants, attempts, sent, aborted and refused; max_holders does from 2 on. A write that arrived without a lease is a
finding even if the resource refused it. What is passed over or assumed is none.`,
		Example: `  fence lanes --seed 7 -o run.log && fence audit run.log
  fence audit postmortem.md
  fence lanes --seed 7 --posture fencing -f ndjson | fence audit - -f json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("audit needs one file, got %d; - is standard input", len(args))
			}
			return nil
		},
	}
	o := addOutput(a, cmd, "table", "json", "md")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := o.ready("table", "json", "md"); err != nil {
			return err
		}
		defer o.close()
		logs, err := readLogs(args[0], a.stdin)
		if err != nil {
			return err
		}
		reports := make([]audit.Report, len(logs))
		found := 0
		for i, l := range logs {
			if reports[i], err = audit.Lease(l); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			found += reports[i].Found
		}
		var b bytes.Buffer
		if err := writeAudit(&b, o.format, a, args[0], logs, reports); err != nil {
			return err
		}
		if _, err := o.w.Write(b.Bytes()); err != nil {
			return err
		}
		if err := o.commitAlone(); err != nil { // what made an audit is the log, whose header stands in it
			return err
		}
		if found > 0 {
			return errFound
		}
		return nil
	}
	return cmd
}

var timelineBlock = regexp.MustCompile("(?m)^ {0,3}(```+|~~~+)[ \t]*timeline")

// readLogs reads the one log of a file, or every timeline of a Markdown text.
func readLogs(name string, stdin io.Reader) ([]*trace.Log, error) {
	file, err := open(name, stdin)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var logs []*trace.Log
	if timelineBlock.Match(text) {
		logs, err = trace.ReadMarkdown(bytes.NewReader(text))
	} else {
		var l *trace.Log
		l, err = trace.Read(bytes.NewReader(text))
		logs = []*trace.Log{l}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return logs, nil
}

func writeAudit(w io.Writer, format string, a *app, name string, logs []*trace.Log, reports []audit.Report) error {
	if format == "json" {
		return auditJSON(w, logs, reports)
	}
	for i := range reports {
		title := fmt.Sprintf("%s: %d events; %s", name, len(logs[i].Events), trace.Program)
		if len(reports) > 1 {
			title = fmt.Sprintf("%s, timeline %d: %d events; %s", name, i+1, len(logs[i].Events), trace.Program)
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := auditText(w, format, title, a.command(), logs[i], &reports[i]); err != nil {
			return err
		}
	}
	return nil
}

// auditText writes what was passed over, the counters that are not 0, the verdicts and the findings.
func auditText(w io.Writer, format, title, command string, l *trace.Log, r *audit.Report) error {
	if format == "md" {
		return auditMarkdown(w, title, command, l, r)
	}
	var b strings.Builder
	b.WriteString(title + "\n" + command + "\n\n")
	notes := auditNotes(l, r)
	for _, n := range notes {
		hanging(&b, "", n)
	}
	if len(notes) > 0 {
		b.WriteByte('\n')
	}
	if !slices.ContainsFunc(r.Counters, isCounted) {
		b.WriteString("counters: all 0\n")
	}
	for _, c := range r.Counters {
		if isCounted(c) {
			hanging(&b, fmt.Sprintf("%-21s %10s  ", c.Name, short(c.Float())), c.Meaning)
		}
	}
	b.WriteByte('\n')
	width := 0
	for _, v := range r.Verdicts {
		width = max(width, len(v.Property))
	}
	for _, v := range r.Verdicts {
		hanging(&b, fmt.Sprintf("%-*s %-9s ", width, v.Property, v.Outcome), v.Sentence)
	}
	b.WriteString("\n" + findingsTitle(r) + "\n")
	for _, f := range r.Findings {
		hanging(&b, fmt.Sprintf("%13s ms  ", millis(f.At)),
			fmt.Sprintf("%s: %s (%s)", f.Counter, f.Sentence, l.Places(f.Events...)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func isCounted(c audit.Counter) bool { return c.Value != 0 }

// millis writes a time as logs and the sentences of the audit do.
func millis(d time.Duration) string { return trace.D("", d).Value }

// auditNotes says what of a log was passed over, and what was assumed; mostly there is nothing to say.
func auditNotes(l *trace.Log, r *audit.Report) []string {
	var notes, words []string
	passed := 0
	for _, x := range r.Ignored {
		passed += x.Count
		word := fmt.Sprintf("%s (%s", x.Kind, places(l, x.Count, x.First))
		if near := nearestKind(x.Kind); near != "" {
			word += "; perhaps " + near
		}
		words = append(words, word+")")
	}
	if passed > 0 {
		notes = append(notes, fmt.Sprintf("passed over: %s of kinds that this program does not know: %s",
			several(passed, "event"), strings.Join(words, ", ")))
	}
	for _, x := range r.Remarks {
		notes = append(notes, fmt.Sprintf("assumed: %s (%s)", x.Sentence, places(l, x.Count, x.First)))
	}
	return notes
}

// places says where events stand of which only the first is known.
func places(l *trace.Log, count, first int) string {
	if count == 1 {
		return l.Places(first)
	}
	return fmt.Sprintf("%s, the first in %s", several(count, "event"), l.Places(first))
}

func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// nearestKind returns the known kind that a word may be meant for, or "".
func nearestKind(k trace.Kind) string {
	var known []string
	for _, k := range trace.Kinds() {
		known = append(known, string(k))
	}
	return frame.Nearest(strings.ToLower(string(k)), known)
}

// hanging writes a text after a prefix, its further lines below the first one's beginning.
func hanging(b *strings.Builder, prefix, text string) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(prefix))
	text = strings.TrimSuffix(wrapped(text, screen-len(indent)), "\n")
	b.WriteString(prefix + strings.ReplaceAll(text, "\n", "\n"+indent) + "\n")
}

func auditMarkdown(w io.Writer, title, command string, l *trace.Log, r *audit.Report) error {
	counters := &sheet{caption: append([]string{"## " + title, "`" + command + "`"}, auditNotes(l, r)...), labels: 2,
		head: []string{"counter", "meaning", "count"}}
	for _, c := range r.Counters {
		if isCounted(c) {
			counters.rows = append(counters.rows, []string{c.Name, c.Meaning, short(c.Float())})
		}
	}
	verdicts := &sheet{caption: []string{""}, head: []string{"property", "verdict", "because"}, labels: 3}
	for _, v := range r.Verdicts {
		verdicts.rows = append(verdicts.rows, []string{v.Property, v.Outcome.String(), v.Sentence})
	}
	findings := &sheet{caption: []string{"", findingsTitle(r)}, labels: 4,
		head: []string{"at", "counter", "what happened", "where"}}
	for _, f := range r.Findings {
		findings.rows = append(findings.rows,
			[]string{millis(f.At) + " ms", f.Counter, f.Sentence, l.Places(f.Events...)})
	}
	sheets := []*sheet{counters, verdicts, findings}
	if len(r.Findings) == 0 {
		verdicts.notes, sheets = []string{findingsTitle(r)}, sheets[:2]
	}
	for _, s := range sheets {
		if err := s.markdown(w); err != nil {
			return err
		}
	}
	return nil
}

func findingsTitle(r *audit.Report) string {
	switch {
	case r.Found == 0:
		return "findings: none"
	case r.Found > len(r.Findings):
		return fmt.Sprintf("findings: %d, of which the first %d follow", r.Found, len(r.Findings))
	}
	return fmt.Sprintf("findings: %d", r.Found)
}

// auditRow is one timeline in JSON. Events are numbered from 0; a line of the file stands beside them.
type auditRow struct {
	Timeline int             `json:"timeline"`
	Counters json.RawMessage `json:"counters"`
	Verdicts []verdictRow    `json:"verdicts"`
	Found    int             `json:"found"`
	Findings []findingRow    `json:"findings"`
	Ignored  []ignoredRow    `json:"ignored"`
	Remarks  []remarkRow     `json:"remarks"`
}

type ignoredRow struct {
	Kind    trace.Kind `json:"kind"`
	Count   int        `json:"count"`
	First   int        `json:"first"`
	Line    int        `json:"line"`
	Nearest string     `json:"nearest,omitempty"`
}

type remarkRow struct {
	Remark string `json:"remark"`
	Count  int    `json:"count"`
	First  int    `json:"first"`
	Line   int    `json:"line"`
}

type verdictRow struct {
	Property string `json:"property"`
	Verdict  string `json:"verdict"`
	Because  string `json:"because"`
	Witness  []int  `json:"witness,omitempty"`
}

type findingRow struct {
	Counter  string `json:"counter"`
	AtNS     int64  `json:"at_ns"`
	Sentence string `json:"sentence"`
	Events   []int  `json:"events"`
	Lines    []int  `json:"lines"`
}

// auditJSON writes an array with an object a timeline.
func auditJSON(w io.Writer, logs []*trace.Log, reports []audit.Report) error {
	rows := []auditRow{}
	for i, r := range reports {
		row, err := newAuditRow(logs[i], &r)
		if err != nil {
			return err
		}
		row.Timeline = i + 1
		rows = append(rows, row)
	}
	b, err := json.MarshalIndent(rows, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

func newAuditRow(l *trace.Log, r *audit.Report) (auditRow, error) {
	row := auditRow{Found: r.Found, Findings: []findingRow{}, Verdicts: []verdictRow{}, Ignored: []ignoredRow{},
		Remarks: []remarkRow{}}
	var counters []string
	for _, c := range r.Counters {
		value, err := json.Marshal(c.Float())
		if err != nil {
			return row, err
		}
		counters = append(counters, fmt.Sprintf("%q:%s", c.Name, value))
	}
	row.Counters = json.RawMessage("{" + strings.Join(counters, ",") + "}")
	for _, v := range r.Verdicts {
		row.Verdicts = append(row.Verdicts, verdictRow{v.Property, v.Outcome.String(), v.Sentence, v.Witness})
	}
	for _, f := range r.Findings {
		lines := make([]int, len(f.Events))
		for k, seq := range f.Events {
			lines[k] = l.Events[seq].Line
		}
		row.Findings = append(row.Findings, findingRow{f.Counter, f.At.Nanoseconds(), f.Sentence, f.Events, lines})
	}
	for _, x := range r.Ignored {
		row.Ignored = append(row.Ignored, ignoredRow{x.Kind, x.Count, x.First, l.Events[x.First].Line, nearestKind(x.Kind)})
	}
	for _, x := range r.Remarks {
		row.Remarks = append(row.Remarks, remarkRow{x.Sentence, x.Count, x.First, l.Events[x.First].Line})
	}
	return row, nil
}
