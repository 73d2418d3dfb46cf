package frame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sidecarEnding is what the name of the file beside a file adds to its name.
const sidecarEnding = ".meta.json"

// sidecar is the file beside a file of results. Other keys say what made the results.
type sidecar struct {
	Frame *Schema `json:"frame"`
}

// readEndings are the endings that readerOf knows.
var readEndings = []string{".csv", ".json", ".jsonl", ".ndjson", ".tsv"}

// readerOf returns what reads the files of an ending, nil for none. The schema is that of the sidecar, or nil. It is no map
// in a variable, since the linker keeps what such a map holds in every program, whether it reads files or not.
func readerOf(ending string) func(r io.Reader, schema *Schema) (Frame, error) {
	switch ending {
	case ".csv":
		return func(r io.Reader, s *Schema) (Frame, error) { return CSV{}.read(r, s) }
	case ".tsv":
		return func(r io.Reader, s *Schema) (Frame, error) { return CSV{Comma: '\t'}.read(r, s) }
	case ".json", ".jsonl", ".ndjson":
		return func(r io.Reader, s *Schema) (Frame, error) { return JSON{Schema: s}.read(r) }
	}
	return nil
}

// writeEndings are the endings that WriteFile knows, the names of forms that WriteAs knows.
var writeEndings = []string{".csv", ".html", ".json", ".md", ".tex", ".txt"}

// ReadFile reads a table from a file, by its ending: .csv, .tsv (tabs between the fields), .json, and .ndjson or
// .jsonl. A file beside it whose name is longer by .meta.json, as WriteFile and the command line write it, gives the
// kinds, the Meta and the caption if it has a schema under the key "frame"; a first line of the file as WriteTypedCSV
// writes it goes before. Options are those of CSV{} and JSON{}. Errors have the path, and a ParseError if the content
// is no table.
func ReadFile(path string) (Frame, error) {
	f, err := readFile(path)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: read file %q: %w", path, cause(err))
	}
	return f, nil
}

func readFile(path string) (Frame, error) {
	read := readerOf(ending(path))
	if read == nil {
		return Frame{}, fmt.Errorf("the name does not tell a format that can be read; those that do end in %s",
			strings.Join(readEndings, ", "))
	}
	file, err := os.Open(path)
	if err != nil {
		return Frame{}, err
	}
	defer file.Close()
	schema, err := readSidecar(path + sidecarEnding)
	if err != nil {
		return Frame{}, fmt.Errorf("the file beside it, %q: %w", path+sidecarEnding, cause(err))
	}
	f, err := read(file, schema)
	if err != nil && schema != nil {
		return Frame{}, fmt.Errorf("%w (the schema may be that of %q)", cause(err), path+sidecarEnding)
	}
	return f, err
}

// ending returns the extension of a name in lower case.
func ending(path string) string { return strings.ToLower(filepath.Ext(path)) }

// cause leaves out the path of an error of the file system, which the caller names.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// readSidecar returns the schema of a sidecar, or nil when there is no such file or no schema in it.
func readSidecar(path string) (*Schema, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, DefaultMaxRow+1))
	if err != nil {
		return nil, err
	}
	if len(text) > DefaultMaxRow {
		return nil, fmt.Errorf("it has more than %d bytes", DefaultMaxRow)
	}
	var s sidecar
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	return s.Frame, nil
}

// WriteFile writes the frame to a file, by its ending: .csv, .json, .txt, .md, .html or .tex. Beside a .csv and a .json
// it writes a file whose name is longer by .meta.json with the schema, so that ReadFile gives an equal frame. Files are
// written under another name and moved to their place when they are whole; either both are or none is, unless the
// machine stops in between. A link is followed, and the permissions of a file that is replaced are kept.
//
// What could not be read back is an error, and nothing is written: names, caption and Meta that are not UTF-8, in a
// .csv strings that are not or that have a NUL byte, and in a .json an infinity. Errors have the path.
func (f Frame) WriteFile(path string) error {
	if err := f.writeFile(path); err != nil {
		return fmt.Errorf("frame: write file %q: %w", path, cause(err))
	}
	return nil
}

func (f Frame) writeFile(path string) error {
	format := strings.TrimPrefix(ending(path), ".")
	switch {
	case !slices.Contains(writeEndings, "."+format):
		return fmt.Errorf("the name does not tell a format that can be written; those that do end in %s",
			strings.Join(writeEndings, ", "))
	case format == "csv":
		if err := errors.Join(f.checkLabels(), f.checkStrings()); err != nil {
			return err
		}
	case format == "json":
		if err := f.checkLabels(); err != nil {
			return err
		}
	}
	var content bytes.Buffer
	if err := f.WriteAs(&content, format); err != nil {
		return err
	}
	main := newFile{path: path, content: content.Bytes()}
	if format != "csv" && format != "json" {
		return writeFiles(main)
	}
	schema, err := f.sidecar()
	if err != nil {
		return err
	}
	return writeFiles(newFile{path: path + sidecarEnding, content: schema}, main)
}

// sidecar returns the content of the file beside a file.
func (f Frame) sidecar() ([]byte, error) {
	schema := f.Schema()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(sidecar{Frame: &schema})
	return b.Bytes(), err
}

// newFile is a file to be written.
type newFile struct {
	path    string
	content []byte
	temp    string // where it stands until it is moved to its place
	before  []byte // what stood in its place
	fresh   bool   // nothing stood in its place
}

// writeFiles writes all of the files or none. Should a later one not find its place, those before it are put back.
func writeFiles(files ...newFile) error {
	defer func() {
		for i := range files {
			if files[i].temp != "" {
				os.Remove(files[i].temp)
			}
		}
	}()
	for i := range files {
		if err := files[i].stage(i < len(files)-1); err != nil {
			return err
		}
	}
	return moveFiles(files)
}

// moveFiles moves files that have been staged to their places, or none of them.
func moveFiles(files []newFile) error {
	for i := range files {
		if err := os.Rename(files[i].temp, files[i].path); err != nil {
			for k := range i {
				err = errors.Join(err, files[k].restore())
			}
			return err
		}
		files[i].temp = ""
	}
	return nil
}

// stage writes the content beside its place, and remembers what stands there if asked to.
func (n *newFile) stage(remember bool) error {
	if real, err := filepath.EvalSymlinks(n.path); err == nil {
		n.path = real
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(n.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		n.fresh = true
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%q is not a regular file", n.path)
	default:
		if err := writable(n.path); err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	if remember && !n.fresh {
		if n.before, err = os.ReadFile(n.path); err != nil {
			return err
		}
	}
	file, err := createBeside(n.path, mode)
	if err != nil {
		return err
	}
	n.temp = file.Name()
	if !n.fresh {
		err = file.Chmod(mode) // what the process takes from new files is not taken from an old one
	}
	if err == nil {
		_, err = file.Write(n.content)
	}
	return errors.Join(err, file.Close())
}

// writable returns an error for a file that may not be written: moving another to its place would do it all the same.
func writable(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return file.Close()
}

// createBeside makes a new file in the same folder, with the permissions that the process gives to new files.
func createBeside(path string, mode fs.FileMode) (*os.File, error) {
	for n := 0; ; n++ {
		name := fmt.Sprintf(".%s.%d-%d.part", filepath.Base(path), os.Getpid(), n)
		file, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// restore puts back what stood in the place of a file.
func (n *newFile) restore() error {
	if n.fresh {
		return os.Remove(n.path)
	}
	back := newFile{path: n.path, content: n.before}
	return writeFiles(back)
}
