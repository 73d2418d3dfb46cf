package main

import (
	"fmt"
	"io"
	"strings"

	"fence/fencekit"
	"fence/fencekit/audit"
	"fence/fencekit/claims"
	"fence/fencekit/frame"
	"fence/fencekit/trace"
)

const pageHead = `# Results: every column and verdict

This page is written by "go run ./cmd/fence columns -f md -o docs/results.md", and a test says when it is out of date.

## Columns of the experiments

The commands compare, sources, margin, failover and grid share their columns; the first column, or columns, say what a
row is about. In grid those are the parameters that vary, by the names of their flags, durations in milliseconds with
_ms after the name and drift as drift_ppm; its --heat names a column of numbers to draw. Intervals are over trials, at
95 %. A missing figure is an empty field in CSV and null in JSON. The last column of the table names the commands whose
rows have the column.

"3/n where none": of what was not seen in any of n trials no interval can be computed from its spread, and the upper
limit is 3/n, the rule of three: something that happens in more than 3 of n trials would have been seen at least once in
95 of 100 such experiments. A share of writes then has the limit of 3 writes, one in each of those 3 trials, divided by
all the writes that it is a share of: with none aborted of 12,000 writes, abort_pct goes up to 3/12,000, or 0.025 %.

`

const pageTail = `
## Files of the report

fence report writes into a folder, fence-report unless told otherwise:

- index.html: the tables and figures with a list of contents; it needs no network, no script and nothing but figures/
- report.md: the same in Markdown, the lanes of the first race in text besides
- NAME.csv, NAME.json, NAME.md: each table; beside the first two, NAME.csv.meta.json and NAME.json.meta.json say what
  made them and what their columns are
- figures/NAME.png, .svg, .txt: each figure, 300 pixels an inch or scalable, and its title, caption and description
- report.meta.json: the command, seed, trials, postures and parameters of every table and figure

A picture that a command writes with -o has a file NAME.EXT.txt beside it, with its title, caption and description;
docs/figures.md shows every kind.

## Verdicts of the claims

- holds: a structural or exact claim is as published; of a sampled one, the published figure lies inside the model's
  99.9 % prediction interval, and the mean of the engine at hand over 12 blocks, which begin at the seed, lies within
  six standard errors of the mean stored with the interval; the block at the seed is printed beside it
- fails: it is not, and a sentence says why
`

// claimColumns writes what the columns of the claims mean.
func claimColumns(w io.Writer) error {
	f, err := claims.Frame(nil)
	if err != nil {
		return err
	}
	var names, meanings, methods []string
	for _, c := range f.Schema().Columns {
		names, meanings, methods = append(names, c.Name), append(meanings, c.Meta.Meaning), append(methods, c.Meta.Method)
	}
	f, err = frame.New(frame.Strings("column", names), frame.Strings("meaning", meanings), frame.Strings("method", methods))
	if err != nil {
		return err
	}
	return f.WriteMarkdown(w)
}

// resultsPage writes docs/results.md.
func resultsPage(w io.Writer) error {
	var b strings.Builder
	b.WriteString(pageHead)
	if err := fencekit.Columns().WriteMarkdown(&b); err != nil {
		return err
	}
	b.WriteString("\n## Columns of the claims\n\nfence claims writes a row a claim.\n\n")
	if err := claimColumns(&b); err != nil {
		return err
	}
	empty, err := audit.Lease(trace.New(trace.Header{Family: "lease"}))
	if err != nil {
		return err
	}
	b.WriteString("\n## Counters of the audit\n\n" +
		"The audit counts these in a log. Those that the experiments count too have the same names.\n\n")
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
	fmt.Fprintf(&b, "\n## Verdicts of the audit\n\nA verdict is %s (the property held throughout the log), %s (with the events "+
		"that show it) or %s (the log\nlacks what is needed to tell, and the verdict says what). The properties:\n\n",
		audit.OK, audit.Violated, audit.Unknown)
	for _, p := range properties {
		fmt.Fprintf(&b, "- %s\n", p)
	}
	b.WriteString(pageTail)
	_, err = io.WriteString(w, b.String())
	return err
}
