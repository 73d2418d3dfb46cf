package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fence/fencekit/frame"
	"fence/fencekit/frame/arrowio"
	"fence/fencekit/frame/parquetio"
)

// conversion is one run of the program.
type conversion struct {
	a        *app
	from, to string
	quiet    bool
}

// endings are the forms that the end of a name tells.
var endings = map[string]string{".csv": "csv", ".tsv": "tsv", ".json": "json", ".ndjson": "json", ".jsonl": "json",
	".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow"}

// The forms that are read and written.
var (
	readable = []string{"csv", "tsv", "json", "parquet", "arrow"}
	writable = []string{"csv", "json", "parquet", "arrow"}
)

// run reads IN and writes OUT, or shows the columns of IN.
func (c *conversion) run(args []string) error {
	from, err := form("IN", args[0], "from", c.from, readable)
	to := ""
	if len(args) == 2 {
		var bad error
		to, bad = form("OUT", args[1], "to", c.to, writable)
		err = errors.Join(err, bad)
	} else if c.to != "" {
		err = errors.Join(err, errors.New("to = "+c.to+": there is no OUT to write"))
	}
	if err != nil {
		return err
	}
	if len(args) == 2 && oneFile(args[0], args[1]) {
		return fmt.Errorf("OUT = %q: is the same file as IN", args[1])
	}
	t, err := c.read(args[0], from)
	if err != nil {
		return fmt.Errorf("IN = %q: %w", args[0], err)
	}
	if err := c.a.ctx.Err(); err != nil {
		return err
	}
	if to == "" {
		return c.show(args[0], t)
	}
	return c.write(args[1], to, t)
}

// table is a frame and what is known of how it was made.
type table struct {
	frame.Frame
	origin origin
}

// oneFile says whether two names are those of one file, by whatever links.
func oneFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

// form returns the form that a flag or else the end of a name tells.
func form(what, name, flag, value string, known []string) (string, error) {
	by := endings[strings.ToLower(filepath.Ext(name))]
	if value != "" {
		if !slices.Contains(known, value) {
			return "", fmt.Errorf("%s = %q: must be one of %s", flag, value, strings.Join(known, ", "))
		}
		if by != "" && by != value && name != "-" && flag == "to" {
			return "", fmt.Errorf("%s = %q: its ending means %s, but the form is %s", what, name, by, value)
		}
		return value, nil
	}
	if name == "-" || by == "" {
		return "", fmt.Errorf("%s = %q: its name does not tell the form; those that do end in %s; or name one with "+
			"--%s %s", what, name, endingsOf(known), flag, strings.Join(known, "|"))
	}
	if !slices.Contains(known, by) {
		return "", fmt.Errorf("%s = %q: its ending means %s, which is not written; written are %s", what, name, by,
			strings.Join(known, ", "))
	}
	return by, nil
}

func endingsOf(forms []string) string {
	var list []string
	for ending, by := range endings {
		if slices.Contains(forms, by) && (by != "json" || ending == ".json" || slices.Contains(forms, "tsv")) {
			list = append(list, ending)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// read reads a table. The file beside one gives its types where its name tells that it is CSV or JSON.
func (c *conversion) read(name, form string) (table, error) {
	if by := endings[strings.ToLower(filepath.Ext(name))]; by == form && name != "-" {
		switch form {
		case "csv", "tsv", "json":
			f, err := frame.ReadFile(name)
			if err != nil {
				return table{}, unread(err)
			}
			o, err := originBeside(name)
			return table{f, o}, err
		}
	}
	in := c.a.stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return table{}, unread(err)
		}
		defer file.Close()
		in = file
	}
	var f frame.Frame
	var metadata map[string]string
	var err error
	switch form {
	case "csv":
		f, err = frame.ReadCSV(in)
	case "tsv":
		f, err = frame.CSV{Comma: '\t'}.Read(in)
	case "json":
		f, err = frame.ReadJSON(in)
	case "arrow":
		f, metadata, err = arrowio.ReadWith(in)
	default:
		f, metadata, err = readParquet(in)
	}
	if err != nil {
		return table{}, unread(err)
	}
	o, err := originIn(metadata)
	return table{f, o}, err
}

// readParquet reads a file in place, and anything that cannot be read at will as a whole.
func readParquet(in io.Reader) (frame.Frame, map[string]string, error) {
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return parquetio.ReadWith(file, info.Size())
		}
	}
	b, err := io.ReadAll(io.LimitReader(in, parquetio.MaxBytes+1))
	if err != nil {
		return frame.Frame{}, nil, err
	}
	return parquetio.ReadWith(bytes.NewReader(b), int64(len(b)))
}

// unread leaves out the path of an error of the file system, which the caller names.
func unread(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("cannot be read: %w", p.Err)
	}
	return err
}

// sizeOf says how large a table is.
func sizeOf(f frame.Frame) string {
	return counted(f.Rows(), "row") + " × " + counted(len(f.Columns()), "column")
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return frame.Grouped(int64(n)) + " " + what
}

// bytesOf says how large a file is, to two digits above 1,000 bytes.
func bytesOf(n int64) string {
	if n < 1000 {
		return counted(int(n), "byte")
	}
	x, units := float64(n)/1000, []string{"kB", "MB", "GB"}
	for len(units) > 1 && x >= 999.5 {
		x, units = x/1000, units[1:]
	}
	if x < 9.95 {
		return fmt.Sprintf("%.1f %s", x, units[0])
	}
	return frame.Grouped(int64(math.Round(x))) + " " + units[0]
}
