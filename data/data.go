// Package data carries the small files that the program needs at run time: the claims of the published experiment and
// the intervals that they are held against. README.md in this folder states where each file comes from.
//
// The files are embedded as they are, so that a program finds them wherever it runs. What they mean, and whether they
// are well formed, is the business of the package that reads them.
package data

import _ "embed" // for the directives below

// Claims is claims.csv: a line a claim, its columns id, run, posture, figure, relation, published, kind,
// interval_low and interval_high.
//
//go:embed claims.csv
var Claims []byte

// Intervals is intervals.csv: a line a sampled claim, its columns id, low, high, blocks, block_trials, mean, sd and
// version.
//
//go:embed intervals.csv
var Intervals []byte

// Pauses is pauses.csv: lines of comments, each behind a number sign, then a line a pause, its columns pause_ms and
// start_ms.
//
//go:embed pauses.csv
var Pauses []byte
