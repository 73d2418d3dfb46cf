package frame

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
)

// WriteCSV writes the names and every row with the quoting of RFC 4180, lines ending in a bare newline as Go's and most
// other readers accept. Values are exact: see Column.Text. A missing cell is an empty field and an empty string is a
// quoted one; in a frame of a single column both are quoted, because readers skip blank lines. The error is that of the
// writer.
func (f Frame) WriteCSV(w io.Writer) error {
	if len(f.cols) == 0 {
		return nil
	}
	b := bufio.NewWriter(w)
	for i := -1; i < f.Rows(); i++ {
		for j, c := range f.cols {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(f.csvField(c, i))
		}
		b.WriteByte('\n')
	}
	return wrap("csv", b.Flush())
}

// csvField returns cell i of the column, or its name for i = -1.
func (f Frame) csvField(c Column, i int) string {
	if i < 0 {
		return csvQuote(c.Name)
	}
	if c.Missing(i) && len(f.cols) > 1 {
		return ""
	}
	return csvQuote(c.Text(i))
}

// csvQuote quotes a field that has to be, by RFC 4180 or because a reader would trim or skip it otherwise.
func csvQuote(s string) string {
	if s != "" && !strings.ContainsAny(s, ",\"\r\n") && strings.TrimSpace(s) == s {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// WriteJSON writes an array of objects, one a row and one a line, keys in column order. Integers are written as
// integers, whatever their size, floats as the shortest number that reads back equal, durations as Go's strings, missing
// cells as null. JSON has no infinity: a column that holds one is an error, and nothing is written. Bytes of a string
// that are not UTF-8 become U+FFFD.
func (f Frame) WriteJSON(w io.Writer) error {
	keys := make([][]byte, len(f.cols))
	for j, c := range f.cols {
		if err := c.finite(); err != nil {
			return fmt.Errorf("frame: json: %w", err)
		}
		keys[j] = jsonString(c.Name)
	}
	b := bufio.NewWriter(w)
	b.WriteString("[")
	for i := range f.Rows() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n{")
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
	b.WriteString("\n]\n")
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

// jsonString returns s quoted for JSON, with <, > and & as they are.
func jsonString(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("frame: json: a string cannot be encoded: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
