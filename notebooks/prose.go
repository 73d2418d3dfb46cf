package notebooks

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
	hidden = regexp.MustCompile("(?s)```.*?```|`(?:[^`\n]|\n[^`\n])+`|\\$\\$.*?\\$\\$|\\$[^\\s$](?:[^$\n]*[^\\s$])?\\$" +
		"|\\]\\([^)]*\\)|</?[A-Za-z][^>]*>")
	// marked is a number with its mark. The space before a per cent sign may be one that does not break.
	marked = regexp.MustCompile(`([-−+]?)(\d[\d,]*(?:\.\d+)?(?:[ \x{a0}\x{202f}]?%)?)<!--=(.*?)-->`)
	// given is a number that no table has, and that is not to change: a level of confidence, a year.
	given = regexp.MustCompile(`[-−+]?\d[\d,]*(?:\.\d+)?(?:[ \x{a0}\x{202f}]?%)?(?: [a-z]+)?<!--given-->`)
	// dangling is a mark that belongs to no number.
	dangling = regexp.MustCompile(`<!--(?:=.*?|given)-->`)
	// comment is any other comment of HTML.
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	// heading is a line of Markdown that is one, and the number of an item of a list.
	heading = regexp.MustCompile(`(?m)^[ \t]*(?:#.*|\**\d{1,2}\.\**\s)`)
	// word is a run of what may belong to a number or a name.
	word = regexp.MustCompile(`[-−+]?[\p{L}\d_](?:[\p{L}\d_]|[-−.,][\p{L}\d_])*`)
	// name is a word that is no number although it has one: it begins with a letter, is an ordinal, or the name of a file.
	name = regexp.MustCompile(`^(?:[\p{L}_].*|\d*(?:1st|2nd|3rd|\dth)|\d\d-[a-z].*)$`)
	// figure is a number as it may stand in prose.
	figure = regexp.MustCompile(`^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$`)
	// percent is a column whose cells are in per cent already.
	percent = regexp.MustCompile(`_pct(?:_|$)`)
)

// Prose returns what is wrong with the numbers of a notebook's prose, a line each: a mark that leads nowhere, a number that
// is not that of its table, and a number without a mark.
func Prose(n *Notebook) []string {
	var found []string
	for i, c := range n.Cells {
		if c.Type != "markdown" {
			continue
		}
		for _, f := range n.prose(i, c.Source) {
			found = append(found, fmt.Sprintf("cell %d: %s", i, f))
		}
	}
	return found
}

// prose returns what is wrong with the numbers of a cell.
func (n *Notebook) prose(cell int, text string) (found []string) {
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	text = hidden.ReplaceAllStringFunc(text, func(code string) string {
		for _, m := range dangling.FindAllString(code, -1) {
			say("the mark %s stands where it is no comment, in code, mathematics or a link", m)
		}
		return "§"
	})
	for _, at := range marked.FindAllStringSubmatchIndex(text, -1) {
		m, err := newMark(text, at)
		if err == nil {
			err = n.agrees(cell, m)
		}
		if err != nil {
			say("%v", err)
		}
	}
	text = given.ReplaceAllString(marked.ReplaceAllString(text, "§"), "§")
	for _, m := range dangling.FindAllString(text, -1) {
		say("the mark %s does not stand directly behind a number", m)
	}
	text = heading.ReplaceAllString(comment.ReplaceAllString(text, ""), "")
	for _, w := range word.FindAllString(text, -1) {
		if strings.ContainsAny(w, "0123456789") && !name.MatchString(strings.TrimLeft(w, "-−+")) {
			say("the number %s has no mark; parameters stand in code spans", w)
		}
	}
	return found
}

// newMark makes the mark that was found in a text at the places of its sign, its number, and its column and keys.
func newMark(text string, at []int) (mark, error) {
	sign, digits, where := text[at[2]:at[3]], text[at[4]:at[5]], text[at[6]:at[7]]
	before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
	within := unicode.IsLetter(before) || unicode.IsDigit(before) || before == '>'
	if sign != "" && within {
		sign, within = "", false // a hyphen, as in a range
	}
	if within || before == '.' || before == ',' || before == '_' || !figure.MatchString(strings.TrimRight(digits, "%\u00a0\u202f ")) {
		return mark{}, fmt.Errorf("%s, which is marked %s, is no number by itself", word.FindString(digits), where)
	}
	column, keys, keyed := strings.Cut(strings.TrimSpace(where), "@")
	m := mark{text: sign + digits, column: column}
	if keyed {
		m.keys = strings.Split(keys, "/")
	}
	return m, nil
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
	if row < 0 {
		return 0, false, nil
	}
	if c.Missing(row) {
		return 0, false, fmt.Errorf("%s is marked %s: that cell of the table is missing", m.text, m.where())
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
	digits := strings.NewReplacer(",", "", "−", "-", "%", "", " ", "", "\u00a0", "", "\u202f", "", "+", "").Replace(m.text)
	stands, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return fmt.Errorf("%s is no number", m.text)
	}
	if strings.Contains(m.text, "%") && !percent.MatchString(m.column) {
		value *= 100
	}
	_, decimals, _ := strings.Cut(digits, ".")
	half := 0.5 * math.Pow(10, -float64(len(decimals)))
	if !(math.Abs(value-stands) <= half*(1+1e-9)) { // nor is it a value that is no number
		return fmt.Errorf("%s is marked %s, which is %v", m.text, m.where(), value)
	}
	return nil
}
