package notebooks

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"fence/fencekit/outfile"
)

// A Notebook is a file of Jupyter's, format 4.
type Notebook struct {
	Cells    []Cell         `json:"cells"`
	Metadata map[string]any `json:"metadata"`
	Format   int            `json:"nbformat"`
	Minor    int            `json:"nbformat_minor"`
}

// A Cell is a block of prose or of code, with what the code showed.
type Cell struct {
	Type     string         // markdown or code
	ID       string         // stays the same when the cell changes
	Metadata map[string]any // tags among them
	Source   string
	Count    int // of a code cell, how many cells have been run when this was; 0 for one that was not
	Outputs  []Output
}

// An Output is one thing that a cell showed.
type Output struct {
	Type     string            // display_data, stream, execute_result or error
	Name     string            // of a stream: stdout or stderr
	Text     string            // of a stream; of an error what it says
	Data     map[string]string // by MIME type; pictures in base64
	Metadata map[string]any
}

// Read reads a notebook. An error names the file.
func Read(path string) (*Notebook, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("notebooks: read: %w", err)
	}
	n := new(Notebook)
	if err := json.Unmarshal(content, n); err != nil {
		return nil, fmt.Errorf("notebooks: read: %s: %w", path, err)
	}
	if n.Format != 4 {
		return nil, fmt.Errorf("notebooks: read: %s: nbformat = %d: must be 4", path, n.Format)
	}
	return n, nil
}

// Write writes a notebook as Jupyter would, with its keys in order, so that a run that changes nothing leaves the file as
// it is.
func (n *Notebook) Write(path string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(n); err != nil {
		return fmt.Errorf("notebooks: write: %s: %w", path, err)
	}
	file, err := outfile.Create(path)
	if err != nil {
		return fmt.Errorf("notebooks: write: %w", err)
	}
	defer file.Abort()
	if _, err := file.Write(b.Bytes()); err != nil {
		return fmt.Errorf("notebooks: write: %w", err)
	}
	if err := file.Commit(); err != nil {
		return fmt.Errorf("notebooks: write: %w", err)
	}
	return nil
}

// Normalise leaves out what differs from run to run and says nothing: the times of execution, outputs that are empty,
// and the cuts of a stream into pieces.
func (n *Notebook) Normalise() {
	n.Metadata = map[string]any{
		"kernelspec":    map[string]any{"display_name": "Go (gonb)", "language": "go", "name": "gonb"},
		"language_info": map[string]any{"name": "go", "file_extension": ".go", "mimetype": "text/x-go"},
	}
	count := 0
	for i := range n.Cells {
		c := &n.Cells[i]
		delete(c.Metadata, "execution")
		delete(c.Metadata, "scrolled")
		delete(c.Metadata, "collapsed")
		if c.Type != "code" {
			continue
		}
		count++
		c.Count = count
		c.Outputs = joined(c.Outputs)
	}
}

// joined puts the pieces of a stream together and leaves out outputs in which there is nothing.
func joined(outputs []Output) []Output {
	kept := []Output{}
	for _, o := range outputs {
		if last := len(kept) - 1; o.Type == "stream" && last >= 0 && kept[last].Type == "stream" && kept[last].Name == o.Name {
			kept[last].Text += o.Text
		} else if o.Type != "display_data" || strings.TrimSpace(o.Data[plainText]+o.Data[htmlText]+o.Data[pngImage]) != "" {
			kept = append(kept, o)
		}
	}
	return kept
}

// The MIME types that outputs of ours have.
const (
	plainText = "text/plain"
	htmlText  = "text/html"
	pngImage  = "image/png"
)

// Picture returns the PNG of an output, or nil if it has none.
func (o *Output) Picture() ([]byte, error) {
	text, ok := o.Data[pngImage]
	if !ok {
		return nil, nil
	}
	return base64.StdEncoding.DecodeString(strings.ReplaceAll(text, "\n", ""))
}

// HasTag reports whether the cell has a tag.
func (c *Cell) HasTag(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	for _, t := range tags {
		if t == tag {
			return true
		}
	}
	return false
}

// lines is a text that a notebook stores as the list of its lines.
type lines string

func (l lines) MarshalJSON() ([]byte, error) {
	list := []string{}
	rest := string(l)
	for rest != "" {
		end := len(rest)
		if at := ofLine.FindStringIndex(rest); at != nil {
			end = at[1]
		}
		list, rest = append(list, rest[:end]), rest[end:]
	}
	return unescaped(list)
}

// ofLine is what ends a line for Jupyter, which is written in Python.
var ofLine = regexp.MustCompile(`\r\n|[\n\r\v\f\x1c-\x1e\x{85}\x{2028}\x{2029}]`)

func (l *lines) UnmarshalJSON(content []byte) error {
	var list []string
	if json.Unmarshal(content, &list) == nil {
		*l = lines(strings.Join(list, ""))
		return nil
	}
	return json.Unmarshal(content, (*string)(l))
}

// unescaped is JSON in which <, > and & stand for themselves, as Jupyter writes it.
func unescaped(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// cellJSON is a cell in the file, its keys in order.
type cellJSON struct {
	Type     string         `json:"cell_type"`
	Count    *int           `json:"execution_count"`
	ID       string         `json:"id,omitempty"`
	Metadata map[string]any `json:"metadata"`
	Outputs  []Output       `json:"outputs"`
	Source   lines          `json:"source"`
}

// proseJSON is a cell without code, which has no outputs.
type proseJSON struct {
	Type     string         `json:"cell_type"`
	ID       string         `json:"id,omitempty"`
	Metadata map[string]any `json:"metadata"`
	Source   lines          `json:"source"`
}

// MarshalJSON writes a cell as the format has it.
func (c Cell) MarshalJSON() ([]byte, error) {
	meta := c.Metadata
	if meta == nil {
		meta = map[string]any{}
	}
	if c.Type != "code" {
		return unescaped(proseJSON{c.Type, c.ID, meta, lines(c.Source)})
	}
	j := cellJSON{c.Type, nil, c.ID, meta, c.Outputs, lines(c.Source)}
	if c.Count > 0 {
		j.Count = &c.Count
	}
	if j.Outputs == nil {
		j.Outputs = []Output{}
	}
	return unescaped(j)
}

// UnmarshalJSON reads a cell.
func (c *Cell) UnmarshalJSON(content []byte) error {
	var j cellJSON
	if err := json.Unmarshal(content, &j); err != nil {
		return err
	}
	*c = Cell{Type: j.Type, ID: j.ID, Metadata: j.Metadata, Source: string(j.Source), Outputs: j.Outputs}
	if j.Count != nil {
		c.Count = *j.Count
	}
	return nil
}

// MarshalJSON writes an output as the format has it.
func (o Output) MarshalJSON() ([]byte, error) {
	switch o.Type {
	case "stream":
		return unescaped(map[string]any{"name": o.Name, "output_type": o.Type, "text": lines(o.Text)})
	case "error":
		return unescaped(map[string]any{"ename": o.Name, "evalue": o.Text, "output_type": o.Type, "traceback": []string{}})
	}
	data := map[string]any{}
	for mime, content := range o.Data {
		data[mime] = content
		if strings.HasPrefix(mime, "text/") {
			data[mime] = lines(content)
		}
	}
	meta := o.Metadata
	if meta == nil {
		meta = map[string]any{}
	}
	j := map[string]any{"data": data, "metadata": meta, "output_type": o.Type}
	if o.Type == "execute_result" {
		j["execution_count"] = nil
	}
	return unescaped(j)
}

// UnmarshalJSON reads an output.
func (o *Output) UnmarshalJSON(content []byte) error {
	var j struct {
		Type     string                     `json:"output_type"`
		Name     string                     `json:"name"`
		Ename    string                     `json:"ename"`
		Evalue   string                     `json:"evalue"`
		Text     lines                      `json:"text"`
		Data     map[string]json.RawMessage `json:"data"`
		Metadata map[string]any             `json:"metadata"`
	}
	if err := json.Unmarshal(content, &j); err != nil {
		return err
	}
	*o = Output{Type: j.Type, Name: j.Name, Text: string(j.Text), Metadata: j.Metadata}
	if j.Type == "error" {
		o.Name, o.Text = j.Ename, j.Evalue
	}
	for mime, raw := range j.Data {
		var text lines
		if json.Unmarshal(raw, &text) != nil {
			text = lines(raw) // JSON of some kind, as it stands
		}
		if o.Data == nil {
			o.Data = map[string]string{}
		}
		o.Data[mime] = string(text)
	}
	return nil
}
