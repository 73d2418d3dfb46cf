package claims

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Row is a published claim, as data/claims.csv has it.
type Row struct {
	ID        string // group and name, joined by dots
	Run       string // what was run: sources, trials, options
	Posture   string // under which postures
	Figure    string // what is looked at, and the line of the text in brackets
	Relation  string // how the figure compares: "= 0", "identical", "inside the 99.9 % interval", …
	Published string // the figure as published
	Kind      string // structural, sampled or exact
}

var rowColumns = []string{"id", "run", "posture", "figure", "relation", "published", "kind"}

// ReadRows reads claims from CSV with a header. Further columns are ignored. It is an error if a column is missing,
// a cell that must not be empty is, a kind is unknown, or an id stands there twice; it names the line.
func ReadRows(text []byte) ([]Row, error) {
	var rows []Row
	seen := map[string]int{}
	err := eachRecord("claims", text, rowColumns, func(line int, cells []string) error {
		r := Row{ID: cells[0], Run: cells[1], Posture: cells[2], Figure: cells[3],
			Relation: cells[4], Published: cells[5], Kind: cells[6]}
		switch {
		case r.ID == "" || r.Relation == "" || r.Published == "":
			return fmt.Errorf("id %q, relation %q, published %q: must not be empty", r.ID, r.Relation, r.Published)
		case !slices.Contains([]string{structural, sampled, exact}, r.Kind):
			return fmt.Errorf("kind %q of %s: must be %s, %s or %s", r.Kind, r.ID, structural, sampled, exact)
		case seen[r.ID] > 0:
			return fmt.Errorf("id %q stands in line %d already", r.ID, seen[r.ID])
		}
		seen[r.ID] = line
		rows = append(rows, r)
		return nil
	})
	return rows, err
}

// The kinds of claim.
const (
	structural = "structural"
	sampled    = "sampled"
	exact      = "exact"
)

// Interval is the model's own prediction interval for a sampled claim: how far a figure strays from block to block.
type Interval struct {
	ID        string
	Low, High float64 // both belong to it
	// Blocks is how many blocks it comes from, and BlockTrials how many trials each had.
	Blocks, BlockTrials int
	Mean, SD            float64 // over the blocks
	Version             string  // the program that computed it
}

var intervalColumns = []string{"id", "low", "high", "blocks", "block_trials", "mean", "sd", "version"}

// ReadIntervals reads what [WriteIntervals] wrote. It is an error if a column is missing, a cell is not a number, low
// is above high, or an id stands there twice; it names the line.
func ReadIntervals(text []byte) ([]Interval, error) {
	var out []Interval
	seen := map[string]int{}
	err := eachRecord("intervals", text, intervalColumns, func(line int, cells []string) error {
		v := Interval{ID: cells[0], Version: cells[7]}
		for _, n := range []struct {
			cell int
			into *float64
		}{{1, &v.Low}, {2, &v.High}, {5, &v.Mean}, {6, &v.SD}} {
			x, err := strconv.ParseFloat(cells[n.cell], 64)
			if err != nil || x != x {
				return fmt.Errorf("%s %q of %s: must be a number", intervalColumns[n.cell], cells[n.cell], v.ID)
			}
			*n.into = x
		}
		for _, n := range []struct {
			cell int
			into *int
		}{{3, &v.Blocks}, {4, &v.BlockTrials}} {
			x, err := strconv.Atoi(cells[n.cell])
			if err != nil || x < 1 {
				return fmt.Errorf("%s %q of %s: must be a whole number above 0", intervalColumns[n.cell], cells[n.cell], v.ID)
			}
			*n.into = x
		}
		if v.Low > v.High {
			return fmt.Errorf("low %v of %s is above high %v", v.Low, v.ID, v.High)
		}
		if seen[v.ID] > 0 {
			return fmt.Errorf("id %q stands in line %d already", v.ID, seen[v.ID])
		}
		seen[v.ID] = line
		out = append(out, v)
		return nil
	})
	return out, err
}

// eachRecord calls each with the named columns of every line of a CSV with a header, in order.
func eachRecord(what string, text []byte, columns []string, each func(line int, cells []string) error) error {
	r := csv.NewReader(bytes.NewReader(text))
	header, err := r.Read()
	if err == io.EOF {
		return fmt.Errorf("claims: read %s: no header; it must name %s", what, strings.Join(columns, ", "))
	}
	if err != nil {
		return fmt.Errorf("claims: read %s: %w", what, err)
	}
	place := make([]int, len(columns))
	for i, name := range columns {
		if place[i] = slices.Index(header, name); place[i] < 0 {
			return fmt.Errorf("claims: read %s: line 1: no column %q", what, name)
		}
	}
	for {
		record, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("claims: read %s: %w", what, err)
		}
		cells := make([]string, len(columns))
		for i, k := range place {
			cells[i] = record[k]
		}
		line, _ := r.FieldPos(0)
		if err := each(line, cells); err != nil {
			return fmt.Errorf("claims: read %s: line %d: %w", what, line, err)
		}
	}
}
