package frame

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fence/fencekit/outfile"
)

// sidecarEnding is what the name of the file beside a file adds to its name.
const sidecarEnding = ".meta.json"

// sidecar is the file beside a file of results. Other keys say what made the results.
type sidecar struct {
	Frame *Schema `json:"frame"`
}

// readEndings are the endings that readerOf knows.
var readEndings = []string{".csv", ".json", ".jsonl", ".ndjson", ".tsv"}

// fileReader reads a table from the content of a file. The schema is that of the sidecar, or nil.
type fileReader func(r io.Reader, schema *Schema) (Frame, error)

// readerOf returns what reads the files of an ending, nil for none. It is no map in a variable, since the linker keeps
// what such a map holds in every program, whether it reads files or not.
func readerOf(ending string) fileReader {
	switch ending {
	case ".csv":
		return CSV{}.read
	case ".tsv":
		return CSV{Comma: '\t'}.read
	case ".json", ".jsonl", ".ndjson":
		return JSON{}.readBeside
	}
	return nil
}

// writeEndings are the endings that WriteFile knows.
var writeEndings = []string{".csv", ".html", ".json", ".jsonl", ".md", ".ndjson", ".tex", ".tsv", ".txt"}

// unknownEnding says that a name does not tell a format, and who knows those that this package leaves to others.
func unknownEnding(what, path string, known []string) error {
	switch ending(path) {
	case ".parquet":
		return errors.New("files of Parquet are for package frame/parquetio, and for the command fence-parquet")
	case ".arrow", ".arrows", ".feather":
		return errors.New("files of Arrow are for package frame/arrowio, and for the command fence-parquet")
	}
	return fmt.Errorf("the name does not tell a format that can be %s; those that do end in %s", what,
		strings.Join(known, ", "))
}

// ReadFile reads a table from a file, by its ending: .csv, .tsv (tabs between the fields), .json, and .ndjson or
// .jsonl. A file beside it whose name is longer by .meta.json, as WriteFile and the command line write it, gives the
// kinds, the Meta and the caption if it has a schema under the key "frame"; a first line of the file as WriteTypedCSV
// writes it goes before. Options are those of CSV{} and JSON{}, whose own ReadFile takes others. Errors have the path,
// and a ParseError if the content is no table.
func ReadFile(path string) (Frame, error) {
	read := readerOf(ending(path))
	if read == nil {
		return Frame{}, fmt.Errorf("frame: read file %q: %w", path, unknownEnding("read", path, readEndings))
	}
	return readFile(path, read)
}

// ReadFile reads a table from a file as Read does, with the file beside it as the function ReadFile has it. The ending
// does not matter, but that of a .tsv sets Comma to a tab if it is 0.
func (o CSV) ReadFile(path string) (Frame, error) {
	if o.Comma == 0 && ending(path) == ".tsv" {
		o.Comma = '\t'
	}
	return readFile(path, o.read)
}

// ReadFile reads a table from a file as Read does, with the file beside it as the function ReadFile has it. The ending
// does not matter.
func (o JSON) ReadFile(path string) (Frame, error) { return readFile(path, o.readBeside) }

// readFile reads a file with the one beside it.
func readFile(path string, read fileReader) (Frame, error) {
	f, err := openFile(path, read)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: read file %q: %w", path, cause(err))
	}
	return f, nil
}

func openFile(path string, read fileReader) (Frame, error) {
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
	var o *outfile.Error
	if errors.As(err, &o) {
		return o.Err
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

// WriteFile writes the frame to a file, by its ending: .csv, .tsv (tabs between the fields), .json, .ndjson or .jsonl
// (one object a line, without the brackets of an array), .txt, .md, .tex, or .html, which is a whole page. Beside those
// that ReadFile reads it writes a file whose name is longer by .meta.json with the schema, so that ReadFile gives an
// equal frame. Files are written under another name and moved to their place when they are whole; either both are or
// none is, unless the machine stops in between. A link to a file is followed, and the permissions of a file that is
// replaced are kept.
//
// What could not be read back is an error, and nothing is written: names, caption and Meta that are not UTF-8, in a
// .csv or .tsv strings that are not or that have a NUL byte, and in JSON an infinity. Errors have the path.
func (f Frame) WriteFile(path string) error {
	if err := f.writeFile(path); err != nil {
		return fmt.Errorf("frame: write file %q: %w", path, cause(err))
	}
	return nil
}

func (f Frame) writeFile(path string) error {
	content, schema, err := f.fileContent(path)
	if err != nil {
		return err
	}
	var beside *outfile.File
	if schema != nil {
		if beside, err = begin(path+sidecarEnding, schema); err != nil {
			return err
		}
		defer beside.Abort()
	}
	file, err := begin(path, content)
	if err != nil {
		return err
	}
	return outfile.Commit(beside, file)
}

// begin begins a file with its content. What fails to be written is said by the commit.
func begin(path string, content []byte) (*outfile.File, error) {
	file, err := outfile.CreateRegular(path)
	var e *outfile.Error
	switch {
	case err == nil:
		file.Write(content)
	case errors.As(err, &e) && (errors.Is(err, outfile.ErrFolder) || errors.Is(err, outfile.ErrNotRegular)):
		return nil, fmt.Errorf("%q is not a regular file", cmp.Or(e.Path, path))
	}
	return file, err
}

// FileContent returns what WriteFile writes to a file of a name and to the one beside it, which is nil for an ending
// that ReadFile does not read. It is for programs that put the files in their places themselves, or more into the one
// beside. Errors are those of WriteFile.
func (f Frame) FileContent(path string) (content, beside []byte, err error) {
	if content, beside, err = f.fileContent(path); err != nil {
		return nil, nil, fmt.Errorf("frame: write file %q: %w", path, err)
	}
	return content, beside, nil
}

func (f Frame) fileContent(path string) (content, beside []byte, err error) {
	if !slices.Contains(writeEndings, ending(path)) {
		return nil, nil, unknownEnding("written", path, writeEndings)
	}
	readable := slices.Contains(readEndings, ending(path))
	if readable {
		if err := f.checkLabels(); err != nil {
			return nil, nil, err
		}
	}
	var b bytes.Buffer
	if err := f.writeContent(&b, path); err != nil || !readable {
		return b.Bytes(), nil, err
	}
	beside, err = f.sidecar()
	return b.Bytes(), beside, err
}

// writeContent writes the frame in the format of a file.
func (f Frame) writeContent(w io.Writer, path string) error {
	switch format := ending(path); format {
	case ".csv":
		return f.writeFields(w, ',')
	case ".tsv":
		return f.writeFields(w, '\t')
	case ".ndjson", ".jsonl":
		return f.writeObjects(w, "", "\n", "\n")
	case ".html":
		return f.writePage(w, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	default:
		return f.WriteAs(w, strings.TrimPrefix(format, "."))
	}
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
