package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"fence/fencekit"
	"fence/fencekit/audit"
	"fence/fencekit/trace"
)

func auditCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit FILE",
		Short: "Judge a log: count what happened, and say what should not have",
		Long: `Audit reads a log (text, NDJSON, or Markdown with one or more timeline blocks; - is standard input), counts what
happened in it, and tells each thing that should not have. It exits with 1 when it finds any.`,
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
		o.meta.abandon() // what made an audit is the log, whose header stands in it
		o.meta = nil
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
		if _, err := o.main.w.Write(b.Bytes()); err != nil {
			return err
		}
		if err := o.main.commit(); err != nil {
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
		return auditJSON(w, reports)
	}
	for i := range reports {
		title := fmt.Sprintf("%s: %d events; %s", name, len(logs[i].Events), trace.Program)
		if len(reports) > 1 {
			title = fmt.Sprintf("%s, timeline %d: %d events; %s", name, i+1, len(logs[i].Events), trace.Program)
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := auditText(w, format, title, a.command(), &reports[i]); err != nil {
			return err
		}
	}
	return nil
}

// auditText writes the counters that are not 0, the verdicts and the findings.
func auditText(w io.Writer, format, title, command string, r *audit.Report) error {
	if format == "md" {
		return auditMarkdown(w, title, command, r)
	}
	var b strings.Builder
	b.WriteString(title + "\n" + command + "\n\n")
	for _, c := range r.Counters {
		if c.Value != 0 {
			hanging(&b, fmt.Sprintf("%-21s %10s  ", c.Name, short(c.Float())), c.Meaning)
		}
	}
	b.WriteByte('\n')
	for _, v := range r.Verdicts {
		hanging(&b, fmt.Sprintf("%-26s %-9s ", v.Property, v.Outcome), v.Sentence)
	}
	b.WriteString("\n" + findingsTitle(r) + "\n")
	for _, f := range r.Findings {
		hanging(&b, fmt.Sprintf("%12s  ", fencekit.Instant(f.At)),
			fmt.Sprintf("%s: %s (events %s)", f.Counter, f.Sentence, numbers(f.Events)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// hanging writes a text after a prefix, its further lines below the first one's beginning.
func hanging(b *strings.Builder, prefix, text string) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(prefix))
	text = strings.TrimSuffix(wrapped(text, screen-len(indent)), "\n")
	b.WriteString(prefix + strings.ReplaceAll(text, "\n", "\n"+indent) + "\n")
}

func auditMarkdown(w io.Writer, title, command string, r *audit.Report) error {
	counters := &sheet{caption: []string{"## " + title, "`" + command + "`"}, labels: 2,
		head: []string{"counter", "meaning", "count"}}
	for _, c := range r.Counters {
		if c.Value != 0 {
			counters.rows = append(counters.rows, []string{c.Name, c.Meaning, short(c.Float())})
		}
	}
	verdicts := &sheet{caption: []string{""}, head: []string{"property", "verdict", "because"}, labels: 3}
	for _, v := range r.Verdicts {
		verdicts.rows = append(verdicts.rows, []string{v.Property, v.Outcome.String(), v.Sentence})
	}
	findings := &sheet{caption: []string{"", findingsTitle(r)}, labels: 4,
		head: []string{"at", "counter", "what happened", "events"}}
	for _, f := range r.Findings {
		findings.rows = append(findings.rows, []string{fencekit.Instant(f.At), f.Counter, f.Sentence, numbers(f.Events)})
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

func numbers(n []int) string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(n), " ", ", "), "[]") }

type auditRow struct {
	Timeline int             `json:"timeline"`
	Counters json.RawMessage `json:"counters"`
	Verdicts []verdictRow    `json:"verdicts"`
	Found    int             `json:"found"`
	Findings []findingRow    `json:"findings"`
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
}

// auditJSON writes an array with an object a timeline.
func auditJSON(w io.Writer, reports []audit.Report) error {
	rows := []auditRow{}
	for i, r := range reports {
		row := auditRow{Timeline: i + 1, Found: r.Found, Findings: []findingRow{}, Verdicts: []verdictRow{}}
		var counters []string
		for _, c := range r.Counters {
			value, err := json.Marshal(c.Float())
			if err != nil {
				return err
			}
			counters = append(counters, fmt.Sprintf("%q:%s", c.Name, value))
		}
		row.Counters = json.RawMessage("{" + strings.Join(counters, ",") + "}")
		for _, v := range r.Verdicts {
			row.Verdicts = append(row.Verdicts, verdictRow{v.Property, v.Outcome.String(), v.Sentence, v.Witness})
		}
		for _, f := range r.Findings {
			row.Findings = append(row.Findings, findingRow{f.Counter, f.At.Nanoseconds(), f.Sentence, f.Events})
		}
		rows = append(rows, row)
	}
	b, err := json.MarshalIndent(rows, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
