package frame

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// typedMark begins the first line of a typed CSV file. The schema follows it as JSON.
const typedMark = "# frame: "

// loneMissing is a missing cell in a table of one column of strings, where an empty field would be a blank line.
const loneMissing = "NA"

// CSV says how a CSV text is read. The zero CSV reads what most programs write.
type CSV struct {
	Comma     rune            // what separates fields, 0 for a comma; a single byte, such as ';' or '\t'
	Schema    *Schema         // kinds and Meta of all columns, matched by name; nil for those of the text, or inference
	Kinds     map[string]Kind // kinds of single columns, for those that Schema and inference would not give
	Missing   []string        // further texts that mean a missing cell when unquoted, in columns of every kind
	TrimSpace bool            // blanks and tabs around a field are no part of it
	SkipRows  int             // lines above the table that are not looked at
	Header    []string        // names of the columns of a text whose first line is a row; nil when it is a header
	MaxField  int             // the most bytes of one field as it is written, 0 for DefaultMaxField
	MaxRow    int             // the most bytes of one row, line ends in quotes included, 0 for DefaultMaxRow
}

// ReadCSV reads a table as CSV{}.Read does.
func ReadCSV(r io.Reader) (Frame, error) { return CSV{}.Read(r) }

// Read reads a table by RFC 4180: names in the first line, one row in each other. Lines end in \n or \r\n, a last line
// may have no end, blank lines are skipped, and so is a byte order mark. Fields in quotes are taken as they are, with
// their line ends. The text is UTF-8.
//
// The kinds of the columns are those of Kinds, then of Schema, then of a first line as WriteTypedCSV writes it, and
// otherwise those that all cells of a column agree on; see the package comment for the table. With a schema the frame
// has the columns of the schema in its order, whatever their order in the text, and its caption and Meta.
//
// An empty field is a missing cell. In a column of strings nothing else is one, and a quoted empty field is an empty
// string; in a table of one column of strings, where an empty field is a blank line, an unquoted NA is a missing cell.
// In any other column NA, N/A, NaN, nan, null, NULL, None and - are missing cells too, quoted or not.
//
// What is no table is refused with a ParseError, at once and without reading on: rows of unequal length, names that
// are empty or come twice, quotes that do not match, a carriage return within a line, NUL bytes, bytes that are not
// UTF-8, cells that are not of their column's kind, columns that the schema lacks or that lack in the text, and
// fields, rows and tables beyond their bounds.
func (o CSV) Read(r io.Reader) (Frame, error) {
	f, err := o.read(r, nil)
	return f, wrap("read csv", err)
}

// read reads a table. The schema beside the file is used when neither the options nor the text have one.
func (o CSV) read(r io.Reader, beside *Schema) (Frame, error) {
	comma, err := o.comma()
	if err != nil {
		return Frame{}, err
	}
	in, err := newInput(r, o.MaxField, o.MaxRow)
	if err != nil {
		return Frame{}, err
	}
	t := &csvTable{options: o, text: csvText{textInput: in, comma: comma, trim: o.TrimSpace}}
	t.text.stop[comma], t.text.stop['\n'], t.text.stop['\r'], t.text.stop['"'] = true, true, true, true
	if err := t.text.skipLines(o.SkipRows); err != nil {
		return Frame{}, err
	}
	schema, err := t.text.schema()
	if err != nil {
		return Frame{}, err
	}
	if o.Schema != nil {
		schema = o.Schema
	} else if schema == nil {
		schema = beside
	}
	if err := t.header(schema); err != nil {
		return Frame{}, err
	}
	if err := t.rows(); err != nil {
		return Frame{}, err
	}
	return t.frame(schema), nil
}

func (o CSV) comma() (byte, error) {
	switch {
	case o.Comma == 0:
		return ',', nil
	case o.Comma < ' ' && o.Comma != '\t', o.Comma >= utf8.RuneSelf, strings.ContainsRune("\"#", o.Comma):
		return 0, fmt.Errorf("comma = %q: must be a tab or a character of ASCII, neither a quote nor a #", o.Comma)
	}
	return byte(o.Comma), nil
}

// csvTable is a table being read.
type csvTable struct {
	options CSV
	text    csvText
	columns []csvColumn
}

type csvColumn struct {
	name  string
	kind  Kind // 0 to be inferred
	meta  Meta
	cells gatherer
}

// header reads the names, if they are not given, and settles the kinds that are known.
func (t *csvTable) header(schema *Schema) error {
	if t.options.Header != nil {
		return t.given(schema)
	}
	if !t.text.row() {
		if err := t.text.failed(); err != nil || schema != nil && len(schema.Columns) == 0 {
			return err
		}
		return t.text.fault(0, "", "there is no header: the input has no line that is not blank")
	}
	line := t.text.line
	taken := map[string]int{}
	for last := false; !last; {
		field, err := t.text.next("")
		if err != nil {
			return err
		}
		last = field.last
		if name, problem := t.name(string(field.text), taken); problem != "" {
			return field.fault(name, "%s", problem)
		}
	}
	return t.settle(schema, taken, line)
}

// given takes the names from the options.
func (t *csvTable) given(schema *Schema) error {
	taken := map[string]int{}
	var errs []error
	for _, name := range t.options.Header {
		if _, problem := t.name(name, taken); problem != "" {
			errs = append(errs, errors.New("header: "+problem))
		}
	}
	if len(t.options.Header) == 0 {
		errs = append(errs, errors.New("header: it has no names; nil is for a text that has a header"))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return t.settle(schema, taken, t.text.line)
}

// name adds a column of that name, or says why there can be none, and which name is for the error.
func (t *csvTable) name(name string, taken map[string]int) (field, problem string) {
	n := len(t.columns) + 1
	k, twice := taken[name]
	switch {
	case n > MaxColumns:
		return "", fmt.Sprintf("more than %d columns", MaxColumns)
	case name == "" && n == 1 && t.options.Header == nil:
		return "", "column 1 has no name; pandas writes its index so unless it is given index=False"
	case name == "":
		return "", fmt.Sprintf("column %d has no name", n)
	case twice:
		return name, fmt.Sprintf("columns %d and %d are both named %s", k, n, quoted(name))
	}
	taken[name] = n
	t.columns = append(t.columns, csvColumn{name: name})
	return "", ""
}

// settle gives the columns their kinds and Meta. It lists all names in which the schema and the header differ.
func (t *csvTable) settle(schema *Schema, taken map[string]int, line int) error {
	var errs []string
	if schema != nil {
		if err := schema.check(); err != nil {
			return fmt.Errorf("schema: %w", err)
		}
		errs = t.match(schema, taken)
	}
	for _, name := range slices.Sorted(maps.Keys(t.options.Kinds)) {
		kind := t.options.Kinds[name]
		switch n := taken[name]; {
		case n == 0:
			errs = append(errs, "kinds: the header has no column "+quoted(name)+nearest(name, t.names()))
		case kindNames[kind] == "":
			errs = append(errs, fmt.Sprintf("kinds: column %s: %v is not a kind", quoted(name), kind))
		default:
			t.columns[n-1].kind = kind
		}
	}
	if len(errs) > 0 {
		const most = 10
		if more := len(errs) - most; more > 0 {
			errs = append(errs[:most], fmt.Sprintf("and %d more", more))
		}
		return &ParseError{Line: line, Column: 1, Reason: strings.Join(errs, "; ")}
	}
	for i := range t.columns {
		t.columns[i].cells = gathererOf(t.columns[i].kind)
	}
	return nil
}

// match takes kinds and Meta from the schema and returns the names that only one of the two has.
func (t *csvTable) match(schema *Schema, taken map[string]int) (errs []string) {
	known := make(map[string]bool, len(schema.Columns))
	for _, c := range schema.Columns {
		known[c.Name] = true
		if n := taken[c.Name]; n > 0 {
			t.columns[n-1].kind, t.columns[n-1].meta = c.Kind, c.Meta
		} else {
			errs = append(errs, "the header lacks column "+quoted(c.Name)+" of the schema"+nearest(c.Name, t.names()))
		}
	}
	for _, c := range t.columns {
		if !known[c.name] {
			errs = append(errs, "the schema lacks column "+quoted(c.name)+" of the header"+nearest(c.name, schema.names()))
		}
	}
	return errs
}

func (t *csvTable) names() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return names
}

// nearest names the candidate that a name may have been meant for. Of very many it names none, for it would take long.
func nearest(name string, among []string) string {
	const most = 1000
	if len(among) > most || len(name) > most {
		return ""
	}
	if n := Nearest(name, among); n != "" {
		return ", the nearest is " + quoted(n)
	}
	return ""
}

// rows reads all rows.
func (t *csvTable) rows() error {
	for t.text.row() {
		line := t.text.line
		for j := 0; ; j++ {
			if j == len(t.columns) {
				return t.extra(line)
			}
			c := &t.columns[j]
			field, err := t.text.next(c.name)
			if err != nil {
				return err
			}
			if reason := t.add(c, field); reason != nil {
				return field.fault(c.name, "%v", reason)
			}
			if field.last {
				if j+1 < len(t.columns) {
					return &ParseError{Line: line, Column: 1,
						Reason: fmt.Sprintf("%s, the header has %d", fieldCount(j+1), len(t.columns))}
				}
				break
			}
		}
	}
	return t.text.failed()
}

// extra counts the fields of a row that has too many, as far as it can be read.
func (t *csvTable) extra(line int) error {
	n, more := len(t.columns), "at least "
	for n <= MaxColumns {
		field, err := t.text.next("")
		if err != nil {
			break
		}
		if n++; field.last {
			more = ""
			break
		}
	}
	n = max(n, len(t.columns)+1)
	return &ParseError{Line: line, Column: 1,
		Reason: fmt.Sprintf("%s%s, the header has %d", more, fieldCount(n), len(t.columns))}
}

func fieldCount(n int) string {
	if n == 1 {
		return "1 field"
	}
	return fmt.Sprintf("%d fields", n)
}

// add appends a field to its column; the error says what it is not.
func (t *csvTable) add(c *csvColumn, field csvField) error {
	text := field.text
	if c.kind == 0 {
		return c.cells.add(text, field.quoted)
	}
	if missingField(t, c.kind, text, field.quoted) {
		c.cells.gap()
		return nil
	}
	if !field.quoted && c.kind != String {
		text = trimBlanks(text)
	}
	return c.cells.add(text, field.quoted)
}

// missingField reports whether a field is a missing cell of a column of a kind.
func missingField[T string | []byte](t *csvTable, kind Kind, text T, quoted bool) bool {
	for _, m := range t.options.Missing {
		if !quoted && string(text) == m {
			return true
		}
	}
	if kind == String {
		return !quoted && (len(text) == 0 || len(t.columns) == 1 && string(text) == loneMissing)
	}
	if !quoted {
		text = trimBlanks(text)
	}
	return isMissingText(text)
}

// frame returns what has been read, in the order of the schema if there is one.
func (t *csvTable) frame(schema *Schema) Frame {
	f := Frame{cols: make([]Column, len(t.columns))}
	place := make(map[string]int, len(t.columns))
	for i, name := range t.names() {
		place[name] = i
	}
	if schema != nil {
		f.caption = schema.Caption
		for i, c := range schema.Columns {
			place[c.Name] = i
		}
	}
	for _, c := range t.columns {
		col := t.column(c)
		col.Name, col.Meta = c.name, c.meta
		f.cols[place[c.name]] = col
	}
	return f
}

// column returns the cells of a column, in the kind that they agree on if it is not known.
func (t *csvTable) column(c csvColumn) Column {
	if c.kind != 0 {
		return c.cells.column()
	}
	cells := c.cells.(*textCells)
	gap := func(text string, flags uint8) bool { return missingField(t, Float, text, flags&flagQuoted != 0) }
	bare := cells.len() > 0 // no cell says that it is a text
	empty := cells.each(func(_ int, text string, flags uint8) bool {
		bare = bare && flags&flagQuoted == 0
		return gap(text, flags)
	})
	switch {
	case empty && bare:
		col, _ := cells.as(Float, gap)
		return col
	case !empty:
		if col, ok := cells.infer(gap, Bool, Int, Float, Duration); ok {
			return col
		}
	}
	cells.each(func(i int, text string, flags uint8) bool {
		if missingField(t, String, text, flags&flagQuoted != 0) {
			cells.flags[i] |= flagGap
		}
		return true
	})
	return cells.column()
}

// WriteCSV writes the names and every row with the quoting of RFC 4180, lines ending in a bare newline as Go's and most
// other readers accept. Values are exact: see Column.Text. A missing cell is an empty field and an empty string is a
// quoted one. In a frame of a single column, where an empty field would be a blank line, which readers skip, both are
// quoted, except that a missing string is NA and the string NA is quoted. A field with a #, which some readers take for
// a comment, is quoted. NUL bytes and bytes that are not UTF-8 are written as they are, and ReadCSV refuses them. The
// error is that of the writer.
func (f Frame) WriteCSV(w io.Writer) error {
	b := bufio.NewWriter(w)
	f.writeCSV(b, ',')
	return wrap("csv", b.Flush())
}

// writeFields writes the form of WriteCSV with what separates the fields, or nothing if it could not be read back.
func (f Frame) writeFields(w io.Writer, comma byte) error {
	if err := f.checkStrings(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	f.writeCSV(b, comma)
	return b.Flush()
}

// WriteTypedCSV writes the frame as WriteCSV does, below a line that keeps what CSV does not: caption, kinds and Meta,
// as "# frame: " and the JSON form of the Schema. ReadCSV gives an equal frame. Other readers skip the line as a
// comment (comment="#" in pandas) or by its number. Strings, names, caption and Meta that are not UTF-8, and strings
// and names with NUL bytes, could not be read back: they are an error, and nothing is written.
func (f Frame) WriteTypedCSV(w io.Writer) error {
	if err := errors.Join(f.checkLabels(), f.checkStrings()); err != nil {
		return wrap("typed csv", err)
	}
	schema, err := f.Schema().MarshalJSON()
	if err != nil {
		return wrap("typed csv", err)
	}
	b := bufio.NewWriter(w)
	b.WriteString(typedMark)
	b.Write(schema)
	b.WriteByte('\n')
	f.writeCSV(b, ',')
	return wrap("typed csv", b.Flush())
}

// checkLabels returns an error for a caption, name or Meta that ReadCSV or a schema would refuse or change.
func (f Frame) checkLabels() error {
	if !utf8.ValidString(f.caption) {
		return fmt.Errorf("the caption %s is not UTF-8", quoted(f.caption))
	}
	for _, c := range f.cols {
		if !isText(c.Name) {
			return fmt.Errorf("the name %s has a NUL byte or is not UTF-8", quoted(c.Name))
		}
		if m := c.Meta; !utf8.ValidString(m.Unit) || !utf8.ValidString(m.Meaning) || !utf8.ValidString(m.Method) {
			return fmt.Errorf("column %q: unit, meaning or method is not UTF-8", c.Name)
		}
	}
	return nil
}

// checkStrings returns an error for the first cell that ReadCSV would refuse.
func (f Frame) checkStrings() error {
	for _, c := range f.cols {
		values, _ := c.data.([]string)
		if i := slices.IndexFunc(values, func(s string) bool { return !isText(s) }); i >= 0 {
			return fmt.Errorf("column %q, row %d: %s has a NUL byte or is not UTF-8", c.Name, i, quoted(values[i]))
		}
	}
	return nil
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// writeCSV writes names and rows. Errors stay in the writer.
func (f Frame) writeCSV(b *bufio.Writer, comma byte) {
	if len(f.cols) == 0 {
		return
	}
	for i := -1; i < f.Rows(); i++ {
		for j, c := range f.cols {
			if j > 0 {
				b.WriteByte(comma)
			}
			b.WriteString(f.csvField(c, i, comma))
		}
		b.WriteByte('\n')
	}
}

// csvField returns cell i of the column, or its name for i = -1.
func (f Frame) csvField(c Column, i int, comma byte) string {
	if i < 0 {
		return csvQuote(c.Name, comma)
	}
	lone := len(f.cols) == 1
	isString := c.Kind() == String
	switch {
	case c.Missing(i) && lone && isString:
		return loneMissing
	case c.Missing(i) && !lone:
		return ""
	case lone && isString && c.Text(i) == loneMissing:
		return `"` + loneMissing + `"`
	}
	return csvQuote(c.Text(i), comma)
}

// csvQuote quotes a field that has to be, by RFC 4180 or because a reader would trim or skip it otherwise, or take it
// for a comment or a byte order mark.
func csvQuote(s string, comma byte) string {
	plain := !strings.ContainsAny(s, ",\"\r\n#\ufeff") && strings.IndexByte(s, comma) < 0
	if s != "" && plain && strings.TrimSpace(s) == s {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
