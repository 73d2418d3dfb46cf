package frame

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Heat says what a heat map shows and how. Across, Down and Value have to be given.
type Heat struct {
	Across string   // column whose values stand above the map, from left to right
	Down   string   // column whose values stand at its left, from top to bottom
	Value  string   // column that the cells show: float64, int64, bool or time.Duration
	Facets []string // columns that tell several maps apart: a map for each combination of their values
	Log    bool     // shades by the logarithm of the size, for values that span decades
	ASCII  bool     // signs of ASCII alone, with nine shades in place of four
	Width  int      // longest line, in characters; 0 means 120, and less than 40 is an error
}

// The most that a heat map shows, whatever its width.
const (
	heatRows = 200
	heatMaps = 50
)

// Heat draws two-parameter results for a terminal: a cell for each pair of values, shaded by its figure and with the
// figure beside the shade, under the caption and a line that says what is shown, and above a key that says what each
// shade stands for. It needs no colour, and more ink stands for more on dark and on light screens alike.
//
// Values of the axes and maps come in the order of their first appearance; sort the frame for another. All maps share
// one scale. It goes in equal steps of size, or with Log of its logarithm, from the smallest value that is not 0 to
// the largest, and from 0 on where there is a 0 and no Log. A 0 has a blank shade of its own, and so has false;
// negative values are shaded by their size; infinities have the darkest shade and no part in the scale. A missing
// value, or a pair that no row has, is a dot (? in ASCII). The steps of the scale are rounded to a few digits before
// they are used, so that the key is exact. Floats and durations have about three digits, integers all of theirs. Of
// several maps, one whose cells are all equal is told in a line.
//
// Where the figures do not fit the width the cells are shades alone, and what still does not fit is left out at the
// right and said. So are rows beyond 200 and maps beyond 50. Two rows for one cell are an error that names both, and a
// column to make facets of if one column can tell all rows apart; so are names that are not there, a column named
// twice and a value of strings.
func (f Frame) Heat(h Heat) (string, error) {
	m, err := f.heatmap(h)
	if err != nil {
		return "", wrap("heat", err)
	}
	return m.text(), nil
}

// heatmap is a heat map before it is laid out.
type heatmap struct {
	Heat
	caption      string
	value        Column
	numbers      []float64 // of each row; NaN where missing
	figures      []string  // of each row, "" where missing
	across, down heatAxis
	facets       heatAxis
	scale        heatScale
	glyphs       glyphs
	cells        map[[3]int32]int // the row of a map, place down and place across, of what is shown
}

// heatAxis is a numbering of the rows by one column, or by several together.
type heatAxis struct {
	title  string
	labels []string // of each number
	of     []int32  // number of each row
	right  bool     // labels are aligned to the right
}

// heatmap checks what is asked for and reads it from the frame.
func (f Frame) heatmap(h Heat) (*heatmap, error) {
	if h.Width == 0 {
		h.Width = 120
	}
	cols, err := f.heatColumns(h)
	if err != nil {
		return nil, err
	}
	keys := append([]Column{cols[0], cols[1]}, cols[3:]...)
	if err := f.alone(keys, cols[2].Name); err != nil {
		return nil, err
	}
	m := &heatmap{Heat: h, caption: f.caption, value: cols[2], glyphs: blocks}
	if h.ASCII {
		m.glyphs = plainGlyphs
	}
	m.numbers, m.figures = m.value.numbers(), m.value.figures()
	m.across, m.down, m.facets = axisOf(cols[0]), axisOf(cols[1]), facetsOf(cols[3:], f.Rows())
	m.scale = scaleOf(m.numbers, len(m.glyphs.shades)-1, h.Log)
	m.scale.missing = m.scale.missing || f.Rows() < len(m.facets.labels)*len(m.down.labels)*len(m.across.labels)
	return m, nil
}

// heatColumns returns the columns Across, Down, Value and the facets, or every violation at once.
func (f Frame) heatColumns(h Heat) ([]Column, error) {
	var cols []Column
	var errs []error
	names := append([]string{h.Across, h.Down, h.Value}, h.Facets...)
	for k, name := range names {
		i, err := f.index(name)
		switch {
		case err != nil:
			errs = append(errs, err)
			continue
		case slices.Contains(names[:k], name):
			errs = append(errs, fmt.Errorf("column %q is asked for twice", name))
		case k == 2 && f.cols[i].Kind() == String:
			errs = append(errs, fmt.Errorf("column %q holds strings; a cell shows a number, a duration or a bool", name))
		}
		cols = append(cols, f.cols[i])
	}
	if h.Width < 40 {
		errs = append(errs, fmt.Errorf("width = %d: must be 0 or at least 40", h.Width))
	}
	return cols, errors.Join(errs...)
}

// alone returns an error when two rows share a cell, with a column by which they would not.
func (f Frame) alone(keys []Column, value string) error {
	of, first := codes(keys, f.Rows())
	if len(first) == f.Rows() {
		return nil
	}
	i := 0
	for first[of[i]] == i {
		i++
	}
	var at []string
	for _, c := range keys {
		at = append(at, printable(c.Name, false)+" "+c.labelOf(i))
	}
	return fmt.Errorf("rows %d and %d are both of %s%s", first[of[i]], i, strings.Join(at, ", "),
		f.apart(keys, first[of[i]], i, value))
}

// apart says by which other columns rows i and j differ, and which of them, made a facet, would leave each row a cell
// of its own.
func (f Frame) apart(keys []Column, i, j int, value string) string {
	var differ []string
	facet, measured := "", f.find(value)
	for k, c := range f.cols {
		if c.Name == value || c.labelOf(i) == c.labelOf(j) {
			continue
		}
		differ = append(differ, c.Name)
		if facet == "" && (c.Kind() != Float || k < measured) { // a float behind it is most likely a figure too
			if _, first := codes(append(slices.Clone(keys), c), f.Rows()); len(first) == f.Rows() {
				facet = c.Name
			}
		}
	}
	switch {
	case differ == nil:
		return "; no other column tells them apart"
	case facet != "":
		return fmt.Sprintf("; the facet %q would tell all rows apart", facet)
	case len(differ) > 5:
		differ = append(differ[:4], fmt.Sprintf("%d more", len(differ)-4))
	}
	return "; they differ in " + strings.Join(differ, ", ")
}

// axisOf numbers the rows by one column.
func axisOf(c Column) heatAxis {
	of, first := c.codes()
	x := heatAxis{title: c.title(), of: of, right: c.alignsRight()}
	for _, i := range first {
		x.labels = append(x.labels, c.labelOf(i))
	}
	return x
}

// facetsOf numbers the rows by several columns, and names each as "this 1, that 2".
func facetsOf(cols []Column, rows int) heatAxis {
	of, first := codes(cols, rows)
	x := heatAxis{of: of}
	for _, i := range first {
		var parts []string
		for _, c := range cols {
			parts = append(parts, printable(c.Name, false)+" "+c.labelOf(i))
		}
		x.labels = append(x.labels, strings.Join(parts, ", "))
	}
	return x
}

// labelOf is cell i as an axis has it.
func (c Column) labelOf(i int) string {
	if c.Missing(i) {
		return missingText
	}
	return printable(c.Text(i), false)
}

// title is the name of the column with its unit, where the name does not end in it.
func (c Column) title() string {
	name, unit := printable(c.Name, false), printable(c.Meta.Unit, false)
	if unit == "" || strings.HasSuffix(name, "_"+unit) || unit == "%" && strings.HasSuffix(name, "_pct") {
		return name
	}
	return name + ", " + unit
}

// text lays the maps out.
func (m *heatmap) text() string {
	var b strings.Builder
	if m.caption != "" {
		b.WriteString(strings.ReplaceAll(printable(m.caption, true), "…", m.glyphs.ellipsis) + "\n")
	}
	head := printable(m.value.Name, false)
	if unit := m.value.Meta.Unit; unit != "" {
		head += ", " + printable(unit, false)
	}
	if m.value.Meta.Meaning != "" {
		head += ": " + printable(m.value.Meta.Meaning, false)
	}
	b.WriteString(filled(strings.Fields(head), " ", m.Width))
	if len(m.numbers) == 0 {
		b.WriteString("no rows\n")
		return b.String()
	}
	l := m.layout()
	m.find(l)
	for k := range l.maps {
		m.draw(&b, l, int32(k))
	}
	b.WriteByte('\n')
	if !l.titled {
		b.WriteString(filled(m.legend(l), "  ", m.Width))
	}
	if left := m.leftOut(l); left != "" {
		b.WriteString(filled(strings.Fields(left), " ", m.Width))
	}
	b.WriteString(filled(m.key(l), "   ", m.Width))
	return b.String()
}

// find notes where the rows stand that are shown.
func (m *heatmap) find(l *heatLayout) {
	m.cells = map[[3]int32]int{}
	for i := range m.numbers {
		at := [3]int32{m.facets.of[i], m.down.of[i], m.across.of[i]}
		if int(at[0]) < l.maps && int(at[1]) < l.rows && int(at[2]) < l.cols {
			m.cells[at] = i
		}
	}
}

// draw writes one map under its heading, or the heading alone with the one value of all its cells.
func (m *heatmap) draw(b *strings.Builder, l *heatLayout, facet int32) {
	b.WriteByte('\n')
	heading := m.facets.labels[facet]
	if len(m.facets.labels) > 1 {
		if only, ok := m.even(facet); ok {
			b.WriteString(filled(strings.Fields(heading+": "+only+" in every cell"), " ", m.Width))
			return
		}
	}
	if heading != "" {
		b.WriteString(filled(strings.Fields(heading), " ", m.Width))
	}
	b.WriteString(l.head)
	for k := range l.rows {
		line := m.stub(l, m.down.labels[k]) + l.edge
		for j := range l.cols {
			line += m.cell(l, [3]int32{facet, int32(k), int32(j)})
		}
		b.WriteString(strings.TrimRight(line+l.edge, " ") + "\n")
	}
}

// even returns the figure that all cells of a map share, if they do and none is missing.
func (m *heatmap) even(facet int32) (string, bool) {
	count, at := 0, -1
	for i, k := range m.facets.of {
		switch {
		case k != facet:
			continue
		case m.figures[i] == "", at >= 0 && m.numbers[i] != m.numbers[at]:
			return "", false
		}
		count, at = count+1, i
	}
	if count != len(m.down.labels)*len(m.across.labels) {
		return "", false
	}
	return m.figures[at], true
}

// cell is a cell with the space before it.
func (m *heatmap) cell(l *heatLayout, at [3]int32) string {
	i, ok := m.cells[at]
	if ok && m.figures[i] == "" {
		ok = false
	}
	switch {
	case !ok && l.figures == 0:
		return strings.Repeat(m.glyphs.missing, l.shades)
	case !ok:
		return flush(m.glyphs.missing, l.cell+2, true)
	}
	x := m.numbers[i]
	shade := strings.Repeat(m.glyphs.shades[m.scale.level(x)], l.shades)
	if l.figures == 0 {
		if x < 0 && l.shades == 2 {
			shade = m.glyphs.minus + m.glyphs.shades[m.scale.level(x)]
		}
		return shade
	}
	return flush(shade+l.between+flush(m.figures[i], l.figures, true), l.cell+2, true)
}

// flush fills a text with blanks to some columns.
func flush(s string, to int, right bool) string {
	blanks := strings.Repeat(" ", max(0, to-width(s)))
	if right {
		return blanks + s
	}
	return s + blanks
}

// shortened takes the middle out of a text that is too wide, since long labels often begin alike.
func shortened(s string, limit int, ellipsis string) string {
	if width(s) <= limit {
		return s
	}
	r := []rune(s)
	head, tail := 0, len(r)
	room := limit - width(ellipsis)
	for front := true; head < tail; front = !front {
		next := r[head]
		if !front {
			next = r[tail-1]
		}
		if room -= runeWidth(next); room < 0 {
			break
		}
		if front {
			head++
		} else {
			tail--
		}
	}
	return string(r[:head]) + ellipsis + string(r[tail:])
}

// filled joins words into lines no wider than the limit, as far as the words allow.
func filled(words []string, between string, limit int) string {
	var b strings.Builder
	at := 0
	for _, w := range words {
		n := width(w)
		switch {
		case at == 0:
		case at+len(between)+n > limit:
			b.WriteByte('\n')
			at = 0
		default:
			b.WriteString(between)
			at += len(between)
		}
		b.WriteString(w)
		at += n
	}
	return b.String() + "\n"
}

// numbers returns the cells as floats, durations in nanoseconds and true as 1; NaN where missing.
func (c Column) numbers() []float64 {
	out := make([]float64, c.Len())
	for i := range out {
		switch v := c.data.(type) {
		case []float64:
			out[i] = v[i]
		case []int64:
			out[i] = float64(v[i])
		case []time.Duration:
			out[i] = float64(v[i])
		case []bool:
			out[i] = float64(asInt(v[i]))
		}
		if c.Missing(i) {
			out[i] = math.NaN()
		}
	}
	return out
}

// figures returns the cells as a heat map has them, "" where missing: floats and durations to three digits.
func (c Column) figures() []string {
	if v, ok := c.data.([]float64); ok {
		return threeDigits(v)
	}
	out := make([]string, c.Len())
	for i := range out {
		out[i] = c.Text(i)
		if v, ok := c.data.([]time.Duration); ok && !c.Missing(i) {
			out[i] = time.Duration(significant(float64(v[i]), 3)).String()
		}
	}
	return out
}

// threeDigits formats floats with one number of decimals: that of the largest to three digits, and at least one below a
// thousand. A value that this would show as 0 although it is not has two digits of its own.
func threeDigits(values []float64) []string {
	most := math.Inf(-1)
	for _, x := range values {
		if x != 0 && !math.IsNaN(x) && !math.IsInf(x, 0) {
			most = max(most, float64(exponent(x)))
		}
	}
	decimals := 0
	if most < 3 {
		decimals = int(min(max(1, 2-most), 8))
	}
	out := make([]string, len(values))
	for i, x := range values {
		switch {
		case math.IsNaN(x):
		case math.IsInf(x, 0), x != 0 && (most >= 15 || most < -6):
			out[i] = strconv.FormatFloat(x, 'g', 3, 64)
		default:
			out[i] = strconv.FormatFloat(x, 'f', decimals, 64)
		}
	}
	trimZeros(out)
	for i, x := range values {
		if out[i] != "" && isZeroText(out[i]) && x != 0 {
			out[i] = strconv.FormatFloat(x, 'g', 2, 64)
		}
		if x == 0 {
			out[i] = "0" // not 0.0, which is what little may round to
		}
	}
	return out
}
