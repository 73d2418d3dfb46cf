package main

import (
	"fmt"
	"io"
	"strings"

	"fence/fencekit"
	"fence/fencekit/audit"
	"fence/fencekit/frame"
	"fence/fencekit/trace"
)

// resultsPage writes docs/results.md.
func resultsPage(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Results: every column and verdict\n\n" +
		"This page is written by `go run ./cmd/fence columns -f md -o docs/results.md`, and a test says when it is " +
		"out of date.\n\n" +
		"## Columns of the experiments\n\n" +
		"`compare`, `sources`, `margin`, `failover` and `grid` share their columns; the first column, or columns, " +
		"say what a row is\n" +
		"about. In `grid` those are the parameters that vary, by the names of their flags, durations in milliseconds " +
		"with `_ms` after\n" +
		"the name. Intervals are over trials, at 95 %. A missing figure is an empty field in CSV and null in JSON.\n\n")
	if err := fencekit.Columns().WriteMarkdown(&b); err != nil {
		return err
	}
	empty, err := audit.Lease(trace.New(trace.Header{Family: "lease"}))
	if err != nil {
		return err
	}
	b.WriteString("\n## Counters of the audit\n\nThe audit counts these in a log. Those that the experiments count " +
		"too have the same names.\n\n")
	var names, meanings, properties []string
	for _, c := range empty.Counters {
		names, meanings = append(names, c.Name), append(meanings, c.Meaning)
	}
	for _, v := range empty.Verdicts {
		properties = append(properties, v.Property)
	}
	f, err := frame.New(frame.Strings("counter", names), frame.Strings("counts when", meanings))
	if err != nil {
		return err
	}
	if err := f.WriteMarkdown(&b); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n## Verdicts of the audit\n\nA verdict is %s (the property held throughout the log), %s (with "+
		"the events that show it) or %s (the log\n"+
		"lacks what is needed to tell, and the verdict says what). The "+
		"properties:\n\n", audit.OK, audit.Violated, audit.Unknown)
	for _, p := range properties {
		fmt.Fprintf(&b, "- %s\n", p)
	}
	b.WriteString("\n## Verdicts of the claims\n\n" +
		"- holds: a structural or exact claim is as published; of a sampled one, the published figure and the " +
		"engine's own at the seed\n" +
		"  lie inside the model's 99.9 % prediction interval\n- fails: it is not, and a sentence says why\n")
	_, err = io.WriteString(w, b.String())
	return err
}
