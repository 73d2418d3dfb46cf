package notebooks

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"fence/fencekit/frame"
)

// A mark is a number of prose and where it comes from.
type mark struct {
	text   string   // as it stands
	column string   // of the cell
	keys   []string // the first cells of its row; none for a table of one row
}

var (
	// hidden is what of Markdown is not prose: fenced code, code spans, mathematics, the targets of links, HTML tags.
	hidden = regexp.MustCompile("(?s)```.*?```|`[^`]*`|\\$\\$.*?\\$\\$|\\$[^$\n]+\\$|\\]\\([^)]*\\)|<(?:[^!>][^>]*)>")
	// marked is a number with its mark.
	marked = regexp.MustCompile(`([-−+]?\d[\d,]*(?:\.\d+)?)(\s*%)?<!--=([^>]*?)-->`)
	// comment is any other comment of HTML.
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	// numeral is a number that stands in prose, and not within a name such as C1 or 00-start.
	numeral = regexp.MustCompile(`(?:^|[^\w.\-–])([-−+]?\d[\d,]*(?:\.\d+)?)(?:[^\w-]|$)`)
	// percent is a column whose cells are in per cent already.
	percent = regexp.MustCompile(`_pct(?:_|$)`)
	// heading is a line of Markdown that is one, and the number of an item of a list.
	heading = regexp.MustCompile(`(?m)^\s*(?:#.*|\**\d+\.\**\s)`)
	// given is a number that no table has, and that is not to change: a level of confidence, a year.
	given = regexp.MustCompile(`[-−+]?\d[\d,]*(?:\.\d+)?(?:\s*%)?(?: [a-z]+)?<!--given-->`)
)

// Prose returns what is wrong with the numbers of a notebook's prose, a line each: a mark that leads nowhere, a number that
// is not that of its table, and a number without a mark.
func Prose(n *Notebook) []string {
	var found []string
	for i, c := range n.Cells {
		if c.Type != "markdown" {
			continue
		}
		text := hidden.ReplaceAllString(c.Source, "§")
		for _, m := range marked.FindAllStringSubmatch(text, -1) {
			if err := n.agrees(i, newMark(m[1]+m[2], m[3])); err != nil {
				found = append(found, fmt.Sprintf("cell %d: %v", i, err))
			}
		}
		text = heading.ReplaceAllString(comment.ReplaceAllString(given.ReplaceAllString(marked.ReplaceAllString(text, "§"), "§"), ""), "")
		for _, m := range numeral.FindAllStringSubmatch(text, -1) {
			found = append(found, fmt.Sprintf("cell %d: the number %s has no mark; parameters stand in code spans", i, m[1]))
		}
	}
	return found
}

func newMark(text, where string) mark {
	column, keys, keyed := strings.Cut(strings.TrimSpace(where), "@")
	m := mark{text: text, column: column}
	if keyed {
		m.keys = strings.Split(keys, "/")
	}
	return m
}

// agrees returns why a mark of a cell does not agree with a table: the nearest above in which it is found, or the first
// below.
func (n *Notebook) agrees(at int, m mark) error {
	order := make([]int, 0, len(n.Cells))
	for i := at - 1; i >= 0; i-- {
		order = append(order, i)
	}
	for i := at + 1; i < len(n.Cells); i++ {
		order = append(order, i)
	}
	for _, i := range order {
		outputs := n.Cells[i].Outputs
		for j := range outputs {
			if i < at {
				j = len(outputs) - 1 - j // the nearest is the last
			}
			value, there, err := outputs[j].lookup(m)
			if err != nil {
				return err
			}
			if there {
				return m.compare(value)
			}
		}
	}
	return fmt.Errorf("%s is marked %s: no table of the notebook has that column and row", m.text, m.where())
}

func (m mark) where() string { return strings.TrimSuffix(m.column+"@"+strings.Join(m.keys, "/"), "@") }

// lookup finds the cell of a mark in the table of an output.
func (o *Output) lookup(m mark) (value float64, there bool, err error) {
	text := o.CSV()
	if text == "" {
		return 0, false, nil
	}
	f, err := frame.ReadCSV(strings.NewReader(text))
	if err != nil {
		return 0, false, err
	}
	c, err := f.Column(m.column)
	if err != nil {
		return 0, false, nil
	}
	row := -1
	for r := range f.Rows() {
		if !keyed(f, r, m.keys) {
			continue
		}
		if row >= 0 {
			return 0, false, fmt.Errorf("%s is marked %s: rows %d and %d of a table are both that one", m.text, m.where(), row, r)
		}
		row = r
	}
	if row < 0 || c.Missing(row) {
		return 0, false, nil
	}
	value, err = number(f, c, row)
	return value, err == nil, err
}

// keyed says whether the first cells of a row are the keys.
func keyed(f frame.Frame, row int, keys []string) bool {
	names := f.Columns()
	for i, key := range keys {
		if i >= len(names) {
			return false
		}
		c, err := f.Column(names[i])
		if err != nil || c.Text(row) != key {
			return false
		}
	}
	return true
}

// number is the value of a cell.
func number(f frame.Frame, c frame.Column, row int) (float64, error) {
	switch c.Kind() {
	case frame.Int:
		v, err := frame.Cell[int64](f, c.Name, row)
		return float64(v), err
	case frame.Float:
		return frame.Cell[float64](f, c.Name, row)
	}
	return 0, fmt.Errorf("column %s is no number", c.Name)
}

// compare returns why the number that stands in prose is not the value, rounded as it is.
func (m mark) compare(value float64) error {
	digits := strings.NewReplacer(",", "", "−", "-", "%", "", " ", "", "\u00a0", "", "+", "").Replace(m.text)
	stands, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return fmt.Errorf("%s is no number", m.text)
	}
	if strings.Contains(m.text, "%") && !percent.MatchString(m.column) {
		value *= 100
	}
	_, decimals, _ := strings.Cut(digits, ".")
	half := 0.5 * math.Pow(10, -float64(len(decimals)))
	if math.Abs(value-stands) > half*(1+1e-9) {
		return fmt.Errorf("%s is marked %s, which is %v", m.text, m.where(), value)
	}
	return nil
}
