package frame

import (
	"errors"
	"fmt"
	"slices"
)

// describable are the kinds that Describe takes.
var describable = []Kind{Float, Int, Duration, Bool}

// described are the figures of Describe, in the order of describedFigures.
var described = []struct{ name, meaning string }{
	{"mean", "mean"}, {"sd", "standard deviation (n-1)"}, {"min", "least cell"}, {"p25", "quantile 0.25"},
	{"median", "median"}, {"p75", "quantile 0.75"}, {"max", "greatest cell"},
}

// describedFigures puts the values into another order.
func describedFigures(values []float64) [7]float64 {
	m := momentsOf(values, total(values))
	least, lower, median, upper, greatest := fiveNumbers(values)
	return [...]float64{m.mean, m.sd(), least, lower, median, upper, greatest}
}

// Describe returns one row for each of the named columns, or for each column of numbers or bools when none is named:
// its name and unit, the number of cells present (count) and missing, and mean, sd, min, p25, median, p75 and max of
// those present, as floats. Durations are in milliseconds, with the unit "ms". A column of bools counts true as 1 and
// false as 0, so that its mean is the share of true; its unit is "share". Figures that a column does not have are
// missing. As each row has a unit of its own, the forms for reading give each figure the digits that it needs, where
// they give the cells of other columns one number of decimals.
//
// A name that is not there, that comes twice or that belongs to a column of strings is an error; all are reported at
// once.
func (f Frame) Describe(names ...string) (Frame, error) {
	cols, err := f.describable(names)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: describe: %w", err)
	}
	labels, units := make([]string, len(cols)), make([]string, len(cols))
	counts, gaps := make([]int64, len(cols)), make([]int64, len(cols))
	figures := make([][]float64, len(described))
	for k, i := range cols {
		values := f.cols[i].presentFloats()
		perUnit := 1.0
		labels[k] = f.cols[i].Name
		units[k], perUnit = f.cols[i].describedUnit()
		counts[k], gaps[k] = int64(len(values)), int64(f.Rows()-len(values))
		for j, figure := range describedFigures(values) {
			figures[j] = append(figures[j], figure/perUnit)
		}
	}
	out := []Column{
		Strings("column", labels), Strings("unit", units),
		Ints("count", counts).WithMeta(Meta{Meaning: "number of present cells"}),
		Ints("missing", gaps).WithMeta(Meta{Meaning: "number of missing cells"}),
	}
	for j, figure := range described {
		c := Floats(figure.name, figures[j]).WithMeta(Meta{Meaning: figure.meaning})
		c.mixed = true
		out = append(out, c)
	}
	return Frame{cols: out}, nil
}

// describable returns the positions of the columns that Describe is asked for.
func (f Frame) describable(names []string) ([]int, error) {
	if len(names) == 0 {
		var cols []int
		for i, c := range f.cols {
			if slices.Contains(describable, c.Kind()) {
				cols = append(cols, i)
			}
		}
		return cols, nil
	}
	cols, err := f.keysOf(names)
	errs := []error{err}
	for k, i := range cols {
		if c := f.cols; i >= 0 && !slices.Contains(describable, c[i].Kind()) {
			errs = append(errs, fmt.Errorf("column %q holds %v, not %s%s", names[k], c[i].Kind(), listed(describable),
				c[i].advice(describable)))
		}
	}
	return cols, errors.Join(errs...)
}

// describedUnit returns the unit in which Describe shows a column, and what one of it is in the column's own floats.
func (c Column) describedUnit() (unit string, size float64) {
	switch c.Kind() {
	case Duration:
		return "ms", 1e6
	case Bool:
		return "share", 1
	}
	return c.Meta.Unit, 1
}
