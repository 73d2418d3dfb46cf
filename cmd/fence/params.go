package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"fence/fencekit"
	"fence/fencekit/lease"
)

// readParams reads a parameter file, in YAML or JSON (which YAML includes), over p, and notes in set what it names.
func readParams(name string, stdin io.Reader, p *lease.Params, set map[string]bool) error {
	file, err := open(name, stdin)
	if err != nil {
		return err
	}
	defer file.Close()
	b, err := io.ReadAll(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return parseParams(name, b, p, set, beside(name))
}

// beside opens files as a parameter file names them: from its own folder.
func beside(name string) fencekit.Opener {
	return func(file string) (io.ReadCloser, error) {
		if name != "-" && !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(name), file)
		}
		return os.Open(file)
	}
}

// parseParams reads the text of a parameter file.
func parseParams(name string, b []byte, p *lease.Params, set map[string]bool, open fencekit.Opener) error {
	var doc, next yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(b))
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0:
		return fmt.Errorf("%s: the file is empty", name)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case !errors.Is(d.Decode(&next), io.EOF):
		return fmt.Errorf("%s: must hold one document, and nothing after it", name)
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return fmt.Errorf("%s: line %d: must hold parameters, each as name: value", name, top.Line)
	}
	var errs []error
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		if err := setParam(p, key, value, set, open); err != nil {
			errs = append(errs, fmt.Errorf("%s: line %d: %s", name, key.Line, plain(err.Error())))
		}
	}
	return errors.Join(errs...)
}

func setParam(p *lease.Params, key, value *yaml.Node, set map[string]bool, open fencekit.Opener) error {
	a, err := fencekit.LookupParameter(key.Value)
	if err != nil {
		return err
	}
	if set[a.Name] {
		return fmt.Errorf("%s is given twice", a.Name)
	}
	set[a.Name] = true
	switch value.Kind {
	case yaml.ScalarNode:
		return a.SetWith(p, value.Value, open)
	case yaml.SequenceNode:
		var words []string
		for _, item := range value.Content {
			words = append(words, item.Value)
		}
		return a.SetWith(p, strings.Join(words, ","), open)
	}
	return fmt.Errorf("%s must be a value or a list", a.Name)
}

// writeParams writes every parameter as YAML that readParams reads back, with its meaning.
func writeParams(w io.Writer, p *lease.Params) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Parameters of the lease model; a line left out means the published value.\n")
	for _, a := range fencekit.Parameters() {
		fmt.Fprintf(&b, "%s: %s # %s\n", a.Name, quoted(a.Get(p)), a.Meaning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeParamsJSON writes every parameter as JSON that readParams reads back.
func writeParamsJSON(w io.Writer, p *lease.Params) error {
	var b strings.Builder
	for i, a := range fencekit.Parameters() {
		value := a.Get(p)
		if kind := kinds[a.Kind]; kind != "int" && kind != "float" && kind != "bool" {
			text, err := json.Marshal(value)
			if err != nil {
				return err
			}
			value = string(text)
		}
		fmt.Fprintf(&b, "%s  %q: %s", map[bool]string{true: "{\n", false: ",\n"}[i == 0], a.Name, value)
	}
	_, err := io.WriteString(w, b.String()+"\n}\n")
	return err
}

// quoted quotes a value that YAML would not read as the text it is.
func quoted(value string) string {
	if strings.ContainsAny(value, ":#,'\"[]{}") {
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	return value
}
