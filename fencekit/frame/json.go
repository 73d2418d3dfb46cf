package frame

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// JSON says how rows of JSON are read. The zero JSON reads what most programs write.
type JSON struct {
	Schema   *Schema         // kinds and Meta of all columns, matched by name; nil for inference
	Kinds    map[string]Kind // kinds of single columns, for those that Schema and inference would not give
	MaxField int             // the most bytes of one key or value as it is written, 0 for DefaultMaxField
	MaxRow   int             // the most bytes of one row, 0 for DefaultMaxRow
}

// ReadJSON reads a table as JSON{}.Read does.
func ReadJSON(r io.Reader) (Frame, error) { return JSON{}.Read(r) }

// Read reads a table from an array of objects or from objects one behind the other (NDJSON), one a row. Columns stand
// in the order in which their keys first appear; with a schema the frame has its columns in its order, and its caption
// and Meta. A value that is null and a key that is absent are missing cells. The text is UTF-8; a byte order mark is
// skipped.
//
// Numbers are int64 when every one in the column is a whole number without a point or an exponent that fits, and
// float64 when none of them loses digits by it, and otherwise strings of the digits as they are written; -0 is a
// float64. Strings are durations when every one of the column is a Go duration with its unit, such as 1.5s. A column
// that has only missing cells is one of float64. With a schema an empty text is a table without rows, as NDJSON has it.
//
// What is no table is refused with a ParseError, at once and without reading on: values of different kinds in one
// column or of another kind than it has, objects and arrays within a row, keys that come twice in a row, that are
// empty or that the schema lacks, bytes that are not UTF-8, whatever is not JSON, and fields, rows and tables beyond
// their bounds. So is a large table with a cell in less than one place in a hundred, whose keys are data.
func (o JSON) Read(r io.Reader) (Frame, error) {
	f, err := o.read(r)
	return f, wrap("read json", err)
}

// readBeside reads a table. The schema beside the file is used when the options have none.
func (o JSON) readBeside(r io.Reader, beside *Schema) (Frame, error) {
	if o.Schema == nil {
		o.Schema = beside
	}
	return o.read(r)
}

func (o JSON) read(r io.Reader) (Frame, error) {
	in, err := newInput(r, o.MaxField, o.MaxRow)
	if err != nil {
		return Frame{}, err
	}
	t := &jsonTable{options: o, text: jsonText{in}, place: map[string]int{}}
	if err := t.settle(); err != nil {
		return Frame{}, err
	}
	if err := t.text.rows(t.pair, t.endRow, o.Schema != nil); err != nil {
		return Frame{}, err
	}
	return t.frame()
}

// jsonTable is a table being read.
type jsonTable struct {
	options JSON
	text    jsonText
	columns []jsonColumn
	place   map[string]int // of each name in columns
	rows    int            // that have been read
	cells   int            // that have been read
	next    int            // the column after the last one, where the next key is likely to belong
}

type jsonColumn struct {
	name  string
	kind  Kind // 0 to be inferred
	meta  Meta
	form  jsonForm // of the values so far, 0 before the first
	line  int      // of the first value
	cells gatherer // of the rows up to the last with a value
}

// settle makes the columns of the schema.
func (t *jsonTable) settle() error {
	if t.options.Schema != nil {
		if err := t.options.Schema.check(); err != nil {
			return fmt.Errorf("schema: %w", err)
		}
		for _, c := range t.options.Schema.Columns {
			t.add(jsonColumn{name: c.Name, kind: c.Kind, meta: c.Meta})
		}
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(t.options.Kinds)) {
		kind := t.options.Kinds[name]
		if kindNames[kind] == "" {
			errs = append(errs, fmt.Errorf("kinds: column %s: %v is not a kind", quoted(name), kind))
		} else if j, ok := t.place[name]; ok {
			t.columns[j].kind = kind
			t.columns[j].cells = gathererOf(kind)
		}
	}
	return errors.Join(errs...)
}

func (t *jsonTable) add(c jsonColumn) {
	c.cells = gathererOf(c.kind)
	t.place[c.name] = len(t.columns)
	t.columns = append(t.columns, c)
}

// column returns the place of the column of a key, which is made if it is new.
func (t *jsonTable) column(key []byte) (int, error) {
	if t.next < len(t.columns) && t.columns[t.next].name == string(key) {
		return t.next, nil
	}
	if j, ok := t.place[string(key)]; ok {
		return j, nil
	}
	name := string(key)
	switch {
	case name == "":
		return 0, errors.New("a key that is empty: a column has a name")
	case t.options.Schema != nil:
		return 0, fmt.Errorf("the schema lacks key %s%s", quoted(name), nearest(name, t.options.Schema.names()))
	case len(t.columns) == MaxColumns:
		return 0, fmt.Errorf("more than %d columns", MaxColumns)
	}
	t.add(jsonColumn{name: name, kind: t.options.Kinds[name]})
	return len(t.columns) - 1, t.sparse()
}

// pair takes a key and its value. The error says what is wrong with either.
func (t *jsonTable) pair(key []byte, value jsonValue) (name string, err error) {
	j, err := t.column(key)
	if err != nil {
		return "", err
	}
	t.next = j + 1
	c := &t.columns[j]
	if c.cells.len() > t.rows {
		return c.name, errors.New("the key comes twice in one row")
	}
	for c.cells.len() < t.rows {
		c.cells.gap()
	}
	t.cells++
	if value.form == formNull {
		c.cells.gap()
		return c.name, nil
	}
	if err := c.agree(value.form, t.text.line); err != nil {
		return c.name, err
	}
	return c.name, c.cells.add(value.text, value.form == formString)
}

// agree refuses a value whose form is not that of its column.
func (c *jsonColumn) agree(form jsonForm, line int) error {
	if c.kind != 0 && form != kindForms[c.kind] {
		return fmt.Errorf("%s in a column of %s", form, kindNames[c.kind])
	}
	if c.form == 0 {
		c.form, c.line = form, line
	}
	if c.form != form {
		return fmt.Errorf("%s in a column that has %s in line %d", form, c.form, c.line)
	}
	return nil
}

// endRow counts a row. The error is that of sparse.
func (t *jsonTable) endRow() error {
	t.rows++
	t.next = 0
	return t.sparse()
}

// sparse refuses a table that would need far more memory than its text is long.
func (t *jsonTable) sparse() error {
	if all := t.rows * len(t.columns); all > sparseCells && t.cells < all/sparseShare {
		return fmt.Errorf("%d rows and %d columns with %d cells: nearly all are missing; are the keys data?",
			t.rows, len(t.columns), t.cells)
	}
	return nil
}

// frame returns what has been read.
func (t *jsonTable) frame() (Frame, error) {
	var f Frame
	if t.options.Schema != nil {
		f.caption = t.options.Schema.Caption
	}
	for _, c := range t.columns {
		for c.cells.len() < t.rows {
			c.cells.gap()
		}
		col := c.column()
		col.Name, col.Meta = c.name, c.meta
		f.cols = append(f.cols, col)
	}
	for _, name := range slices.Sorted(maps.Keys(t.options.Kinds)) {
		if _, ok := t.place[name]; !ok && t.rows > 0 {
			return Frame{}, fmt.Errorf("kinds: no row has key %s%s", quoted(name), nearest(name, f.Columns()))
		}
	}
	return f, nil
}

// column returns the cells of a column, in the kind that they agree on if it is not known.
func (c *jsonColumn) column() Column {
	cells, text := c.cells.(*textCells)
	if c.kind != 0 || !text {
		return c.cells.column()
	}
	gap := func(_ string, flags uint8) bool { return flags&flagGap != 0 }
	kinds := map[jsonForm][]Kind{0: {Float}, formBool: {Bool}, formNumber: {Int, Float}, formString: {Duration}}
	if col, ok := cells.infer(gap, kinds[c.form]...); ok {
		return col
	}
	return cells.column()
}

// WriteJSON writes an array of objects, one a row and one a line, keys in column order. Integers are written as
// integers, whatever their size, floats as the shortest number that reads back equal, durations as Go's strings,
// missing cells as null. JSON has no infinity: a column that holds one is an error, and nothing is written. Bytes of a
// string that are not UTF-8 become U+FFFD.
func (f Frame) WriteJSON(w io.Writer) error { return f.writeObjects(w, "[\n", ",\n", "\n]\n") }

// writeObjects writes an object a row, with what stands before the first, between two and behind the last. A frame
// without rows has the line ends of an array only.
func (f Frame) writeObjects(w io.Writer, before, between, behind string) error {
	keys := make([][]byte, len(f.cols))
	for j, c := range f.cols {
		if err := c.finite(); err != nil {
			return fmt.Errorf("frame: json: %w", err)
		}
		keys[j] = jsonString(c.Name)
	}
	b := bufio.NewWriter(w)
	if f.Rows() == 0 {
		before = strings.TrimSuffix(before, "\n")
	}
	b.WriteString(before)
	for i := range f.Rows() {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteByte('{')
		for j, c := range f.cols {
			if j > 0 {
				b.WriteByte(',')
			}
			b.Write(keys[j])
			b.WriteByte(':')
			b.Write(c.json(i))
		}
		b.WriteByte('}')
	}
	if f.Rows() > 0 || before != "" {
		b.WriteString(behind)
	}
	return wrap("json", b.Flush())
}

// finite returns an error for the first infinity in a float column.
func (c Column) finite() error {
	v, _ := c.data.([]float64)
	for i, x := range v {
		if math.IsInf(x, 0) {
			return fmt.Errorf("column %q, row %d: %v has no JSON form", c.Name, i, x)
		}
	}
	return nil
}

// json returns cell i as a JSON value.
func (c Column) json(i int) []byte {
	if c.Missing(i) {
		return []byte("null")
	}
	switch c.Kind() {
	case String, Duration:
		return jsonString(c.Text(i))
	}
	return []byte(c.Text(i))
}

// formString returns s quoted for JSON, with <, > and & as they are.
func jsonString(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("frame: json: a string cannot be encoded: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
