package frame

import (
	"errors"
	"fmt"
	"slices"
)

// mostPivoted is the number of new columns above which Pivot takes the column of labels for a mistake.
const mostPivoted = 10_000

// Pivot says how Frame.Pivot makes a wide table of a long one. The same column cannot have two of the parts.
type Pivot struct {
	Rows    []string // key columns: one row for each distinct key; none gives a single row
	Columns string   // label column: one new column for each distinct cell
	Values  []string // columns whose cells fill the new columns, at least one
}

// Pivot returns the wide form of a long table: a row for each distinct key of p.Rows and, beside the key, a column for
// each distinct cell of p.Columns, both in the order of first appearance. Sort first for another order.
//
// A new column is named after the text of its label; with several value columns, after value and label as in
// wait_ms_15s, all labels of the first value first. It keeps the unit and method of the value column, and its meaning
// says which label it is for.
//
// Two rows with the same key and label are an error: summarise them first. A key without a row for a label gets a
// missing cell. In the key a missing cell is a value like others; a missing or empty label is an error, and so are
// labels that give a name twice, more than 10,000 new columns, and a table that is nearly empty and large: more than
// ten million cells, ten for each that can be filled.
func (f Frame) Pivot(p Pivot) (Frame, error) {
	out, err := f.pivot(p)
	return out, wrap("pivot", err)
}

func (f Frame) pivot(p Pivot) (Frame, error) {
	keys, labels, values, err := f.pivotColumns(p)
	if err != nil {
		return Frame{}, err
	}
	keyOf, keyFirst := codes(keys, f.Rows())
	labelOf, labelFirst := labels.codes()
	if err := pivotSize(len(keyFirst), len(labelFirst), len(values), f.Rows()); err != nil {
		return Frame{}, err
	}
	names, err := pivotNames(labels, labelFirst)
	if err != nil {
		return Frame{}, err
	}
	at := make([]int, len(keyFirst)*len(labelFirst))
	by := append(slices.Clip(keys), labels)
	if err := pivotRows(at, keyOf, labelOf, len(keyFirst), by); err != nil {
		return Frame{}, err
	}
	cols := make([]Column, 0, len(keys)+len(values)*len(names))
	for _, c := range keys {
		cols = append(cols, c.pick(keyFirst))
	}
	for _, c := range values {
		for k, label := range names {
			wide := c.gather(at[k*len(keyFirst) : (k+1)*len(keyFirst)])
			cols = append(cols, wide.pivoted(labels.Name, label, len(values) > 1))
		}
	}
	if err := check(cols); err != nil {
		return Frame{}, err
	}
	f.cols = cols
	return f, nil
}

// pivotRows finds the row of each label and key, label after label, -1 where there is none. A second row is an error,
// which writes it by the given columns.
func pivotRows(at []int, keyOf, labelOf []int32, keys int, by []Column) error {
	for i := range at {
		at[i] = -1
	}
	var taken faults
	for i := range keyOf {
		cell := &at[int(labelOf[i])*keys+int(keyOf[i])]
		if *cell >= 0 {
			taken.add("rows %d and %d are both %v: summarise first", *cell, i, keyOfRow{by, i})
			continue
		}
		*cell = i
	}
	return taken.err("rows for a cell that has one")
}

// pivotColumns finds the columns of a pivot and reports all that is wrong with their names.
func (f Frame) pivotColumns(p Pivot) (keys []Column, labels Column, values []Column, err error) {
	keys, errKeys := f.columnsOf(p.Rows)
	at, errLabels := f.index(p.Columns)
	values, errValues := f.columnsOf(p.Values)
	errs := []error{errKeys, errLabels, errValues}
	if len(p.Values) == 0 {
		errs = append(errs, errors.New("no column is named in Values"))
	}
	for _, name := range p.Values {
		if name == p.Columns || slices.Contains(p.Rows, name) {
			errs = append(errs, fmt.Errorf("column %q is in Values and in another part", name))
		}
	}
	if slices.Contains(p.Rows, p.Columns) {
		errs = append(errs, fmt.Errorf("column %q is in Rows and in Columns", p.Columns))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, Column{}, nil, err
	}
	return keys, f.cols[at], values, nil
}

// pivotSize refuses a pivot by a column that does not hold labels.
func pivotSize(keys, labels, values, rows int) error {
	const cells, factor = 10_000_000, 10
	columns := labels * values
	if columns > mostPivoted {
		return fmt.Errorf("%s for %s, more than %s: is that the column of labels?",
			counted(columns, "new column"), counted(labels, "distinct label"), Grouped(mostPivoted))
	}
	if all := keys * columns; all > cells && all > factor*rows*values {
		return fmt.Errorf("%s and %s make %s, of which %s can be filled", counted(keys, "row"),
			counted(columns, "new column"), counted(all, "cell"), Grouped(int64(rows*values)))
	}
	return nil
}

// pivotNames returns the texts of the distinct labels, whose first rows are given.
func pivotNames(labels Column, first []int) ([]string, error) {
	names := make([]string, len(first))
	for k, i := range first {
		names[k] = labels.Text(i)
		if labels.Missing(i) {
			return nil, fmt.Errorf("row %d: the label in column %q is missing: drop or fill it first", i, labels.Name)
		}
		if names[k] == "" {
			return nil, fmt.Errorf("row %d: the label in column %q is empty, which is no name", i, labels.Name)
		}
	}
	return names, nil
}

// pivoted names a new column of a pivot and says in its meaning which label it is for.
func (c Column) pivoted(by, label string, several bool) Column {
	if c.Meta.Meaning == "" {
		c.Meta.Meaning = c.Name
	}
	c.Meta.Meaning += ", where " + by + " is " + label
	if several {
		label = c.Name + "_" + label
	}
	c.Name = label
	return c
}
