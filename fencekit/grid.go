package fencekit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// Axis is one parameter of a grid and the values that it takes, as text. [Range] makes one of equal steps.
type Axis struct {
	Name   string // a name of Parameters
	Values []string
	// Rated makes a value of pause that is a recording with a rate set pause-rate to that rate.
	Rated bool
}

// MaxGrid is the largest number of combinations of a grid.
const MaxGrid = 100_000

// Grid runs the experiment for every combination of the axes' values, the last axis changing first, and returns a row a
// combination and posture. The axes come first among the columns, in their order, named as [Parameter.Column] says: a
// duration as a float column in milliseconds, numbers and truth values as what they are, everything else as text. The
// differences are to the first posture of the same combination. For an interrupted run see [Compare].
func Grid(ctx context.Context, e Experiment, axes ...Axis) (frame.Frame, error) {
	combinations, err := Combinations(e, axes)
	if err != nil {
		return frame.Frame{}, err
	}
	groups := make([]group, len(combinations))
	for i := range combinations {
		groups[i] = compared(combinations[i], at(&combinations[i], axes))
	}
	rows, of, err := run(ctx, groups)
	var lead []frame.Column
	notes := []string{variesIn(axes, combinations)}
	published := lease.Default()
	for _, axis := range axes {
		a, bad := LookupParameter(axis.Name)
		if bad == nil {
			bad = a.Set(&e.Params, a.Get(&published)) // what varies is not for the caption
		}
		if bad != nil {
			return frame.Frame{}, bad
		}
		lead = append(lead, a.column(combinations, of))
		if axis.Rated {
			notes = append(notes, ratesOf(combinations))
		}
	}
	notes = slices.Insert(notes, 1, e.worksOf(axes, combinations))
	e.note = strings.Join(slices.DeleteFunc(notes, func(s string) bool { return s == "" }), "; ")
	return finish(&e, rows, err, lead...)
}

// worksOf says how long the work of the combinations is, where the caption's parameters cannot, since it or the lease
// varies: "" where that is as published, or no share of the lease.
func (e *Experiment) worksOf(axes []Axis, combinations []Experiment) string {
	varies := func(name string) bool {
		return slices.ContainsFunc(axes, func(a Axis) bool { return a.Name == name })
	}
	e.worked = varies("work")
	if e.replay != nil || !varies("lease") && !(e.worked && e.Params.Lease != lease.Default().Lease) {
		return ""
	}
	return shares(combinations)
}

// variesIn names the axes and their values: a few of them all, of more the first and the last.
func variesIn(axes []Axis, combinations []Experiment) string {
	var parts []string
	stride := len(combinations) // from one value of the axis to the next among the combinations
	for _, axis := range axes {
		a, err := LookupParameter(axis.Name)
		if err != nil {
			continue // Combinations has found it
		}
		n := len(axis.Values)
		stride /= n
		value := func(i int) string { return a.cell(&combinations[i*stride].Params) }
		list := value(0)
		if n > 4 {
			list += fmt.Sprintf(" … %s, %s values", value(n-1), grouped(n))
		}
		for i := 1; i < n && n <= 4; i++ {
			list += ", " + value(i)
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", a.Name, list))
	}
	return "varied: " + strings.Join(parts, ", ")
}

// column returns a parameter's value in each row's experiment, typed by its kind.
func (a Parameter) column(experiments []Experiment, of [][2]int) frame.Column {
	texts := make([]string, len(of))
	numbers, whole, yes := make([]float64, len(of)), make([]int64, len(of)), make([]bool, len(of))
	for i, at := range of {
		p := &experiments[at[0]].Params
		texts[i] = a.cell(p)
		// Text that is not of the kind leaves its zero, which is not used then.
		numbers[i], _ = strconv.ParseFloat(texts[i], 64)
		whole[i], _ = strconv.ParseInt(texts[i], 10, 64)
		yes[i], _ = strconv.ParseBool(texts[i])
		if a.length != nil {
			numbers[i] = milliseconds(float64(*a.length(p)))
		}
	}
	name, meta := a.Column(), frame.Meta{Unit: a.unit, Meaning: a.Meaning}
	switch a.Kind {
	case kindDuration:
		meta.Unit = "ms"
		return frame.Floats(name, numbers).WithMeta(meta)
	case kindNumber:
		return frame.Floats(name, numbers).WithMeta(meta)
	case kindWhole:
		return frame.Ints(name, whole).WithMeta(meta)
	case kindYesNo:
		return frame.Bools(name, yes).WithMeta(meta)
	}
	return frame.Strings(name, texts).WithMeta(meta)
}

// Combinations returns the experiments of a [Grid] in their order. It is an error if there is no axis, one is named twice
// or has no values, a value cannot be read, there are more than MaxGrid, or a combination is not valid.
func Combinations(e Experiment, axes []Axis) ([]Experiment, error) {
	if len(axes) == 0 {
		return nil, errors.New("fencekit: grid: must vary at least one parameter")
	}
	out := []Experiment{e}
	seen := map[string]bool{}
	for _, axis := range axes {
		a, err := LookupParameter(axis.Name)
		switch {
		case err != nil:
			return nil, err
		case seen[a.Name]:
			return nil, fmt.Errorf("fencekit: grid: %s is varied twice", a.Name)
		case len(axis.Values) == 0:
			return nil, fmt.Errorf("fencekit: grid: %s has no values", a.Name)
		case len(axis.Values) > MaxGrid/len(out):
			return nil, fmt.Errorf("fencekit: grid: %d times %d combinations: must be at most %d", len(out),
				len(axis.Values), MaxGrid)
		}
		seen[a.Name] = true
		if out, err = a.spread(out, axis); err != nil {
			return nil, err
		}
	}
	var errs []error
	for i := range out {
		if err := out[i].Validate(); err != nil {
			errs = append(errs, fmt.Errorf("fencekit: grid: %s: %w", at(&out[i], axes), err))
		}
	}
	return out, errors.Join(errs...)
}

// ratesOf says which pause-rate the recordings bring along.
func ratesOf(experiments []Experiment) string {
	var rates []string
	for i := range experiments {
		p := &experiments[i].Params
		text := fmt.Sprintf("%.4g with %v", p.PauseRate, p.Pause)
		if p.Pause.Rate() > 0 && !slices.Contains(rates, text) {
			rates = append(rates, text)
		}
	}
	if rates == nil {
		return ""
	}
	return "pause-rate " + some(rates)
}

// spread returns every experiment with every value.
func (a Parameter) spread(experiments []Experiment, axis Axis) ([]Experiment, error) {
	var out []Experiment
	var errs []error
	for _, e := range experiments {
		seen := map[string]bool{}
		rate := e.Params.PauseRate
		for _, text := range axis.Values {
			if err := a.Set(&e.Params, text); err != nil {
				errs = append(errs, err)
			}
			if axis.Rated && a.Name == "pause" {
				e.Params.PauseRate = rate
				if own := e.Params.Pause.Rate(); own > 0 {
					e.Params.PauseRate = own
				}
			}
			value := a.cell(&e.Params)
			if seen[value] && errs == nil { // after a value that cannot be read it may be the one before
				errs = append(errs, fmt.Errorf("fencekit: grid: %s %s is named twice", a.Name, value))
			}
			seen[value] = true
			out = append(out, e)
		}
		if errs != nil {
			return nil, errors.Join(errs...)
		}
	}
	return out, nil
}

// at names a combination.
func at(e *Experiment, axes []Axis) string {
	text := ""
	for _, axis := range axes {
		if a, err := LookupParameter(axis.Name); err == nil {
			text += fmt.Sprintf("%s %s, ", a.Name, a.cell(&e.Params))
		}
	}
	return text[:len(text)-2]
}
