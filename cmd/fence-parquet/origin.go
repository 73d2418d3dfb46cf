package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// origin is what made a table, as the file beside one has it: the members of a JSON object, in their order, without the
// schema of the frame, which the forms write themselves. It is carried along and not looked into.
type origin []member

type member struct {
	key   string
	value json.RawMessage
}

// originKey is the key of the metadata of Parquet and Arrow files under which the origin stands, as a JSON object.
const originKey = "fence.origin"

// besideEnding is what the name of the file beside a file adds to its name, and schemaMember where the schema stands in it.
const besideEnding, schemaMember = ".meta.json", "frame"

// originBeside returns the origin in the file beside a file, nil when there is no such file.
func originBeside(name string) (origin, error) {
	text, err := os.ReadFile(name + besideEnding)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var o origin
	if err == nil {
		o, err = readOrigin(text)
	}
	if err != nil {
		return nil, fmt.Errorf("the file beside it, %q: %w", name+besideEnding, unread(err))
	}
	return o, nil
}

// originIn returns the origin in the metadata of a file.
func originIn(metadata map[string]string) (origin, error) {
	text, ok := metadata[originKey]
	if !ok {
		return nil, nil
	}
	o, err := readOrigin([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the metadata %q: %w", originKey, err)
	}
	return o, nil
}

// readOrigin reads a JSON object. Of a member that comes twice the last one stands, as where others read JSON.
func readOrigin(text []byte) (origin, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	var o origin
	for d.More() {
		var m member
		key, err := d.Token()
		if err == nil {
			m.key = key.(string) // the decoder takes nothing else for a key
			err = d.Decode(&m.value)
		}
		if err != nil {
			return nil, err
		}
		if m.key != schemaMember {
			o = append(o.without(m.key), m)
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind the JSON object")
	}
	return o, nil
}

func (o origin) without(key string) (out origin) {
	for _, m := range o {
		if m.key != key {
			out = append(out, m)
		}
	}
	return out
}

// json returns the origin as an object on one line.
func (o origin) json() (string, error) {
	var b bytes.Buffer
	for i, m := range o {
		key, err := json.Marshal(m.key)
		if err != nil {
			return "", err
		}
		b.WriteString(map[bool]string{true: "{", false: ","}[i == 0] + string(key) + ":")
		if err := json.Compact(&b, m.value); err != nil {
			return "", err
		}
	}
	return b.String() + "}", nil
}

// beside returns the content of the file beside a file: the origin, and the schema behind it.
func (t table) beside() ([]byte, error) {
	schema, err := json.Marshal(t.Schema())
	if err != nil {
		return nil, err
	}
	line, err := append(t.origin[:len(t.origin):len(t.origin)], member{schemaMember, schema}).json()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, []byte(line), "", "  ")
	return append(b.Bytes(), '\n'), err
}

// metadata returns what a Parquet or Arrow file has of the origin.
func (t table) metadata() (map[string]string, error) {
	if t.origin == nil {
		return nil, nil
	}
	text, err := t.origin.json()
	return map[string]string{originKey: text}, err
}

// String says in a line what made a table, as far as that is known.
func (o origin) String() string {
	var said []string
	for _, key := range []string{"program", "command"} {
		var text string
		for _, m := range o {
			if m.key == key && json.Unmarshal(m.value, &text) == nil && text != "" {
				said = append(said, text)
			}
		}
	}
	return strings.Join(said, "; ")
}
