package frame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// schemaVersion is the version of the JSON form of a schema. A higher one is refused.
const schemaVersion = 1

// Schema is a frame without its rows: the caption and what each column holds. Its JSON form stands in the first line of
// a typed CSV file, or under the key "frame" of the sidecar that WriteFile puts beside a file:
//
//	{"version":1,"caption":"Waits.","columns":[{"name":"wait_ms","kind":"float64","unit":"ms","meaning":"in the queue"}]}
//
// The kinds are float64, int64, string, bool and duration. Empty texts are left out.
type Schema struct {
	Caption string
	Columns []ColumnSchema
}

// ColumnSchema is a column without its cells.
type ColumnSchema struct {
	Name string
	Kind Kind
	Meta Meta
}

// Schema returns the caption of the frame and the name, kind and Meta of each column.
func (f Frame) Schema() Schema {
	s := Schema{Caption: f.caption, Columns: make([]ColumnSchema, len(f.cols))}
	for i, c := range f.cols {
		s.Columns[i] = ColumnSchema{Name: c.Name, Kind: c.Kind(), Meta: c.Meta}
	}
	return s
}

// Validate returns every violation at once: names that are empty or come twice, and kinds that are none.
func (s Schema) Validate() error {
	if err := s.check(); err != nil {
		return fmt.Errorf("frame: schema: %w", err)
	}
	return nil
}

func (s Schema) check() error {
	var errs []error
	if n := len(s.Columns); n > MaxColumns {
		return fmt.Errorf("%d columns: %d at most", n, MaxColumns)
	}
	first := make(map[string]int, len(s.Columns))
	for i, c := range s.Columns {
		if c.Name == "" {
			errs = append(errs, fmt.Errorf("column %d has no name", i))
		} else if k, taken := first[c.Name]; taken {
			errs = append(errs, fmt.Errorf("columns %d and %d are both named %q", k, i, c.Name))
		} else {
			first[c.Name] = i
		}
		if kindNames[c.Kind] == "" {
			errs = append(errs, fmt.Errorf("column %d, %q: %v is not a kind", i, c.Name, c.Kind))
		}
	}
	return errors.Join(errs...)
}

func (s Schema) names() []string {
	names := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		names[i] = c.Name
	}
	return names
}

// kindNames are the names of kinds in files, indexed by kind.
var kindNames = [256]string{Float: "float64", Int: "int64", String: "string", Bool: "bool", Duration: "duration"}

// MarshalText returns the name of the kind in files: float64, int64, string, bool or duration.
func (k Kind) MarshalText() ([]byte, error) {
	if kindNames[k] == "" {
		return nil, fmt.Errorf("frame: kind: %v has no name", k)
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText sets the kind to the one of that name. Another name is an error that lists those there are.
func (k *Kind) UnmarshalText(text []byte) error {
	kind, err := kindNamed(string(text))
	if err != nil {
		return fmt.Errorf("frame: kind: %w", err)
	}
	*k = kind
	return nil
}

func kindNamed(name string) (Kind, error) {
	if i := slices.Index(kindNames[:], name); i > 0 {
		return Kind(i), nil
	}
	return 0, fmt.Errorf("there is no kind %s; there are %s", quoted(name),
		strings.Join(kindNames[Float:Duration+1], ", "))
}

// schemaForm and columnForm are the JSON form.
type schemaForm struct {
	Version int          `json:"version"`
	Caption string       `json:"caption,omitempty"`
	Columns []columnForm `json:"columns"`
}

type columnForm struct {
	Name    string `json:"name"`
	Kind    Kind   `json:"kind"`
	Unit    string `json:"unit,omitempty"`
	Meaning string `json:"meaning,omitempty"`
	Method  string `json:"method,omitempty"`
}

// MarshalJSON returns the JSON form. A schema that Validate refuses is an error.
func (s Schema) MarshalJSON() ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	form := schemaForm{Version: schemaVersion, Caption: s.Caption, Columns: make([]columnForm, len(s.Columns))}
	for i, c := range s.Columns {
		form.Columns[i] = columnForm{c.Name, c.Kind, c.Meta.Unit, c.Meta.Meaning, c.Meta.Method}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(form)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// UnmarshalJSON reads the JSON form. A version above 1 or none, a kind that there is not, no columns, and what Validate
// refuses are errors. Keys that it does not know are ignored, so that a later program can add some.
func (s *Schema) UnmarshalJSON(text []byte) error {
	var form struct {
		Version int    `json:"version"`
		Caption string `json:"caption"`
		Columns *[]struct {
			columnForm
			Kind string `json:"kind"`
		} `json:"columns"`
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return fmt.Errorf("frame: schema: %w", err)
	}
	switch {
	case form.Version == 0:
		return errors.New("frame: schema: it has no version")
	case form.Version < 0 || form.Version > schemaVersion:
		return fmt.Errorf("frame: schema: version %d: this program reads version %d", form.Version, schemaVersion)
	case form.Columns == nil:
		return errors.New("frame: schema: it has no columns")
	}
	read := Schema{Caption: form.Caption, Columns: make([]ColumnSchema, len(*form.Columns))}
	for i, c := range *form.Columns {
		read.Columns[i] = ColumnSchema{Name: c.Name, Meta: Meta{c.Unit, c.Meaning, c.Method}}
		kind, err := kindNamed(c.Kind)
		if err != nil {
			return fmt.Errorf("frame: schema: column %d, %s: %w", i, quoted(c.Name), err)
		}
		read.Columns[i].Kind = kind
	}
	if err := read.Validate(); err != nil {
		return err
	}
	*s = read
	return nil
}
