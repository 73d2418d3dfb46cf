package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
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

// moved returns the text of the parameters whose recordings are named otherwise in a parameter file of a folder, since
// such a file names them from its own: by their way from there, or whole where there is none, as on another volume.
func (m *model) moved(p *lease.Params, folder string) (map[string]string, error) {
	out := map[string]string{}
	for _, a := range fencekit.Parameters() {
		from := "."
		if m.filed[a.Name] && !m.flags.Changed(a.Name) && m.file != "-" {
			from = filepath.Dir(m.file)
		}
		text, err := renamed(a.Get(p), func(name string) (string, error) {
			if filepath.IsAbs(name) {
				return name, nil
			}
			return wayFrom(folder, filepath.Join(from, name))
		})
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", a.Name, err)
		}
		out[a.Name] = text
	}
	return out, nil
}

// wayFrom names a file from a folder, with slashes; both are named from where the program runs.
func wayFrom(folder, file string) (string, error) {
	at, err1 := filepath.Abs(folder)
	to, err2 := filepath.Abs(file)
	if err := errors.Join(err1, err2); err != nil {
		return "", err
	}
	if way, err := filepath.Rel(at, to); err == nil {
		to = way
	}
	return filepath.ToSlash(to), nil
}

// renamed gives other names to the files of a distribution's text, as Get writes it.
func renamed(text string, name func(string) (string, error)) (string, error) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "file(")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		file, rest := word(rest)
		if quoted, err := strconv.Unquote(file); err == nil {
			file = quoted
		}
		to, err := name(file)
		if err != nil {
			return "", err
		}
		if strings.ContainsAny(to, `,)"`) || strconv.Quote(to) != `"`+to+`"` || strings.TrimSpace(to) != to {
			to = strconv.Quote(to)
		}
		b.WriteString("file(" + to)
		if strings.HasPrefix(rest, ",") { // a column may be called anything, file( too
			var column string
			column, rest = word(rest[1:])
			b.WriteString("," + column)
		}
		text = rest
	}
}

// word cuts a name off a distribution's text: in quotes, or up to a comma or bracket.
func word(text string) (name, rest string) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil {
		return quoted, text[len(quoted):]
	}
	end := strings.IndexAny(text, ",)")
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

// writeParams writes every parameter as YAML that readParams reads back, with its meaning. What is in moved stands for
// the value in p.
func writeParams(w io.Writer, p *lease.Params, moved map[string]string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Parameters of the lease model; a line left out means the published value.\n")
	for _, a := range fencekit.Parameters() {
		fmt.Fprintf(&b, "%s: %s # %s\n", a.Name, quoted(cmp.Or(moved[a.Name], a.Get(p))), a.Meaning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeParamsJSON writes every parameter as JSON that readParams reads back.
func writeParamsJSON(w io.Writer, p *lease.Params, moved map[string]string) error {
	var b strings.Builder
	for i, a := range fencekit.Parameters() {
		value := cmp.Or(moved[a.Name], a.Get(p))
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
