package plots

import (
	"fmt"
	"slices"
)

// valueGroup is the values of one group, in ascending order.
type valueGroup struct {
	name   string
	sorted []float64
}

// groupsOf reads the values of a column by groups, in order of their first appearance; without a column of groups all
// rows are one, of the name of the values. There may be no more of them than can be told apart.
func (t *table) groupsOf(column, by string) []valueGroup {
	if !t.set("Column", column) {
		return nil
	}
	values := t.numbers(column)
	names := slices.Repeat([]string{literal(column)}, len(values))
	if by != "" {
		names = t.texts(by)
	}
	if len(t.errs) > 0 {
		return nil
	}
	var groups []valueGroup
	at := map[string]int{}
	for i, name := range names {
		k, known := at[name]
		if !known {
			k = len(groups)
			at[name], groups = k, append(groups, valueGroup{name: name})
		}
		groups[k].sorted = append(groups[k].sorted, values[i])
	}
	for _, g := range groups {
		slices.Sort(g.sorted)
	}
	if len(groups) > mostSeries() {
		t.fail("column %q has %d values: must be %d at most, to be told apart", by, len(groups), mostSeries())
	}
	return groups
}

// telling returns the column that tells groups apart: the one given, or postures where there are several.
func (t *table) telling(by string, pooled bool) string {
	switch {
	case by != "" && pooled:
		t.fail("by = %q and pooled: only one of the two may be given", by)
	case by == "" && !pooled && t.has(postureColumn) && len(distinct(t.texts(postureColumn))) > 1:
		return postureColumn
	}
	return by
}

// namesOf returns the names of groups.
func namesOf(groups []valueGroup) []string {
	names := make([]string, len(groups))
	for i, g := range groups {
		names[i] = g.name
	}
	return names
}

// quantile returns the smallest value that so large a share of a group does not exceed.
func (g valueGroup) quantile(share float64) float64 {
	n := float64(len(g.sorted))
	i := max(0, int(share*n)-2) // not above the place, whatever is rounded
	for float64(i+1)/n < share && i < len(g.sorted)-1 {
		i++
	}
	return g.sorted[i]
}

// plural writes a number of things.
func plural(n int, one, many string) string {
	return decimal(float64(n), 0) + " " + verb(n, one, many)
}

// verb returns the word that agrees with a number.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// sizes says how many values there are, by groups where there are several.
func sizes(groups []valueGroup) string {
	total, parts := 0, ""
	for i, g := range groups {
		total += len(g.sorted)
		if i > 0 {
			parts += ", "
		}
		parts += fmt.Sprintf("%s %s", g.name, decimal(float64(len(g.sorted)), 0))
	}
	s := "n = " + decimal(float64(total), 0)
	if len(groups) > 1 {
		s += " (" + parts + ")"
	}
	return s
}
