package dist

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Recording is a column of durations read from a file, in the file's order.
type Recording struct {
	Name      string          // of the file, as it was given
	Column    string          // as the header has it; empty when it has none
	Durations []time.Duration // none negative
	Recorded  time.Duration   // running time over which they were observed; 0 when unknown
}

// Rate returns the events per running second: the number of durations over the time recorded, 0 when that is
// unknown.
func (r Recording) Rate() float64 {
	if r.Recorded <= 0 {
		return 0
	}
	return float64(len(r.Durations)) / r.Recorded.Seconds()
}

// ReadRecording reads one column of durations from CSV with a header line. The unit stands in the column's name, as
// in pause_ms (_ns, _us, _ms or _s), or in every cell, as in 12ms. An empty column means the first that has a
// unit. Lines that begin with # are comments; one of the form "# recorded: 600s" gives the running time observed.
// A byte order mark, CRLF and quoted cells are fine. Name is what the file is called, in errors and in the result.
//
// It is an error when there is no header, no duration, no such column, or a cell that is not a duration from 0 up to
// the largest; the error then names file, line and column.
func ReadRecording(r io.Reader, name, column string) (Recording, error) {
	rec, err := readRecording(r, name, column)
	if err != nil {
		return Recording{}, fmt.Errorf("dist: %w", err)
	}
	return rec, nil
}

func readRecording(r io.Reader, name, column string) (Recording, error) {
	lines := &commentFilter{from: bufio.NewReader(r)}
	t := &table{name: name, csv: csv.NewReader(lines)}
	t.csv.TrimLeadingSpace = true
	t.csv.ReuseRecord = true
	durations, err := t.read(strings.TrimSpace(column))
	if err != nil {
		return Recording{}, fmt.Errorf("recording: %w", err)
	}
	if lines.err != nil {
		return Recording{}, fmt.Errorf("recording: %s:%w", name, lines.err)
	}
	return Recording{Name: name, Column: t.header[t.column], Durations: durations, Recorded: lines.recorded}, nil
}

// A commentFilter hands on the lines of a file with comments and the byte order mark blanked, so that line
// numbers stay, and keeps what a comment says of the time recorded. A line that begins inside a quoted cell is no
// comment; it does when the quotes before it are odd in number.
type commentFilter struct {
	from     *bufio.Reader
	rest     string
	line     int
	quoted   bool
	recorded time.Duration
	err      error // of the first comment that could not be read, with its line
}

func (c *commentFilter) Read(p []byte) (int, error) {
	if c.rest == "" {
		line, err := c.from.ReadString('\n')
		if line == "" {
			return 0, err
		}
		c.rest = c.next(line)
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// next is what the CSV reader sees of a line.
func (c *commentFilter) next(line string) string {
	c.line++
	if c.line == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
	}
	if c.quoted || !strings.HasPrefix(line, "#") {
		c.quoted = c.quoted != (strings.Count(line, `"`)%2 == 1)
		return line
	}
	if err := c.comment(line[1:]); err != nil && c.err == nil {
		c.err = fmt.Errorf("%d: %w", c.line, err)
	}
	return "\n"
}

func (c *commentFilter) comment(text string) error {
	value, found := strings.CutPrefix(strings.TrimSpace(text), "recorded:")
	if !found {
		return nil
	}
	d, err := time.ParseDuration(strings.TrimSpace(value))
	switch {
	case err != nil:
		return fmt.Errorf("recorded: %q is not a duration such as 600s", strings.TrimSpace(value))
	case d <= 0:
		return fmt.Errorf("recorded: %v is not above 0", d)
	case c.recorded != 0:
		return fmt.Errorf("recorded: %v is given a second time, after %v", d, c.recorded)
	}
	c.recorded = d
	return nil
}

// A table is the CSV file being read and the column that is wanted of it.
type table struct {
	name   string
	csv    *csv.Reader
	header []string
	column int
	unit   time.Duration // of the column's numbers; 0 when each cell has its own
}

func (t *table) read(column string) ([]time.Duration, error) {
	header, err := t.csv.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the file is empty, want a header line and durations", t.name)
	}
	if err != nil {
		return nil, t.located(err)
	}
	for _, h := range header {
		t.header = append(t.header, strings.TrimSpace(h))
	}
	row, err := t.csv.Read()
	if err != nil && err != io.EOF {
		return nil, t.located(err)
	}
	if err := t.choose(column, row); err != nil {
		return nil, err
	}
	return t.durations(row, err)
}

// durations reads the column from the first row on; end is the error that came with that row.
func (t *table) durations(row []string, end error) (durations []time.Duration, err error) {
	for ; end == nil; row, end = t.csv.Read() {
		d, err := t.cell(row[t.column])
		if err != nil {
			line, col := t.csv.FieldPos(t.column)
			return nil, fmt.Errorf("%s:%d:%d: column %s: %w", t.name, line, col, t.header[t.column], err)
		}
		durations = append(durations, d)
	}
	if end != io.EOF {
		return nil, t.located(end)
	}
	if len(durations) == 0 {
		return nil, fmt.Errorf("%s: no durations below the header %s", t.name, strings.Join(t.header, ","))
	}
	return durations, nil
}

// choose settles the column and its unit from the header and the first row, which is nil when there is none.
func (t *table) choose(column string, row []string) error {
	t.column = -1
	for i, h := range t.header {
		if column != "" && h == column || column == "" && (unitOf(h) != 0 || row != nil && hasUnit(row[i])) {
			t.column = i
			break
		}
	}
	switch {
	case t.column < 0 && column != "":
		return fmt.Errorf("%s: no column %q; columns: %s", t.name, column, strings.Join(t.header, ", "))
	case t.column < 0:
		return fmt.Errorf("%s: no column has a unit in its name (_ns, _us, _ms, _s) or its cells; columns: %s",
			t.name, strings.Join(t.header, ", "))
	}
	return t.check()
}

// check refuses a header that is data, and one that names the column twice.
func (t *table) check() error {
	h := t.header[t.column]
	if _, err := strconv.ParseFloat(h, 64); err == nil || hasUnit(h) {
		return fmt.Errorf("%s: the first line holds %q, want a header with the names of the columns", t.name, h)
	}
	count := 0
	for _, other := range t.header {
		if other == h {
			count++
		}
	}
	if count > 1 {
		return fmt.Errorf("%s: %d columns are called %q, want one", t.name, count, h)
	}
	t.unit = unitOf(h)
	return nil
}

// located puts file, line and column before an error of the CSV reader.
func (t *table) located(err error) error {
	if p, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d:%d: %w", t.name, p.Line, p.Column, p.Err)
	}
	return fmt.Errorf("%s: %w", t.name, err)
}

// unitOf is the unit in a column's name, 0 when there is none.
func unitOf(header string) time.Duration {
	switch {
	case strings.HasSuffix(header, "_ns"):
		return time.Nanosecond
	case strings.HasSuffix(header, "_us"):
		return time.Microsecond
	case strings.HasSuffix(header, "_ms"):
		return time.Millisecond
	case strings.HasSuffix(header, "_s"):
		return time.Second
	}
	return 0
}

// hasUnit reports whether a cell is a duration with its unit, which a bare 0 is not.
func hasUnit(cell string) bool {
	cell = strings.TrimSpace(cell)
	_, err := time.ParseDuration(cell)
	return err == nil && strings.ContainsAny(cell, "smh")
}

// cell reads one duration.
func (t *table) cell(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	var d time.Duration
	var err error
	if t.unit == 0 {
		d, err = parseDuration(text)
	} else {
		d, err = parseCount(text, t.unit)
	}
	if err == nil && d < 0 {
		return 0, fmt.Errorf("%s is below 0", text)
	}
	return d, err
}

// parseDuration is time.ParseDuration with errors that say what is wrong: too long is not the same as misspelt.
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil {
		return d, nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return 0, fmt.Errorf("%q has no unit", text)
	}
	// With every digit 0 only the spelling is left to fail.
	spelling := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, text)
	if _, err := time.ParseDuration(spelling); err == nil {
		return 0, fmt.Errorf("%s is longer than the largest duration, %v", text, unbounded)
	}
	return 0, fmt.Errorf("%q is not a duration with its unit, such as 12ms", text)
}

// parseCount reads a decimal number of units. Whole numbers are exact; others are rounded to the nanosecond.
func parseCount(text string, unit time.Duration) (time.Duration, error) {
	most := math.MaxInt64 / int64(unit)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n <= most && n >= -most {
		return time.Duration(n) * unit, nil
	}
	x, err := parseNumber(text)
	if err != nil {
		return 0, err
	}
	if ns := float64(math.Abs(x) * float64(unit)); ns >= 0x1p63 {
		return 0, fmt.Errorf("%s × %v is longer than the largest duration, %v", text, unit, unbounded)
	}
	return time.Duration(math.Round(x * float64(unit))), nil
}

// parseNumber reads a finite decimal number.
func parseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is beyond the largest number, %v", text, math.MaxFloat64)
	case math.IsNaN(x) || math.IsInf(x, 0):
		return 0, fmt.Errorf("%s is not a finite number", text)
	case err != nil || strings.ContainsAny(text, "xX_"):
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return x, nil
}
