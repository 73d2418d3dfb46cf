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
	if !slices.Contains(writeEndings, ending(path)) {
		return unknownEnding("written", path, writeEndings)
	}
	readable := slices.Contains(readEndings, ending(path))
	if readable {
		if err := f.checkLabels(); err != nil {
			return err
		}
	}
	var content bytes.Buffer
	if err := f.writeContent(&content, path); err != nil {
		return err
	}
	main := newFile{path: path, content: content.Bytes()}
	if !readable {
		return writeFiles(main)
	}
	schema, err := f.sidecar()
	if err != nil {
		return err
	}
	return writeFiles(newFile{path: path + sidecarEnding, content: schema}, main)
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
