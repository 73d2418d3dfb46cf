package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fence/fencekit/frame/arrowio"
	"fence/fencekit/frame/parquetio"
	"fence/fencekit/outfile"
)

// write writes the table and says so.
func (c *conversion) write(name, form string, t table) error {
	if name == "-" {
		return unwritten(encode(c.a.stdout, form, t), name)
	}
	var err error
	if form == endings[strings.ToLower(filepath.Ext(name))] && (form == "csv" || form == "json") {
		err = c.placeBoth(name, t)
	} else {
		err = c.a.place(name, func(w io.Writer) error { return encode(w, form, t) })
	}
	if err != nil {
		return unwritten(err, name)
	}
	info, err := os.Stat(name)
	if err != nil {
		return unwritten(err, name)
	}
	if !c.quiet {
		fmt.Fprintf(c.a.stdout, "%s: %s, %s\n", name, sizeOf(t.Frame), bytesOf(info.Size()))
	}
	return nil
}

// unwritten names the file in an error.
func unwritten(err error, name string) error {
	var o *outfile.Error
	var p *fs.PathError
	switch {
	case errors.As(err, &o):
		err = fmt.Errorf("cannot be written: %w", o.Err)
	case errors.As(err, &p):
		err = fmt.Errorf("cannot be written: %w", p.Err)
	case err == nil:
		return nil
	}
	return fmt.Errorf("OUT = %q: %w", name, err)
}

// placeBoth writes a table and the file beside it, with its types and what made it, and moves both to their places when
// both are whole.
func (c *conversion) placeBoth(name string, t table) error {
	at, err := c.a.unfinished.CreateRegular(name)
	if errors.Is(err, outfile.ErrNotRegular) {
		err = errors.New("is not a regular file, and could have no types beside it")
	}
	defer at.Abort()
	beside, bad := c.a.unfinished.CreateRegular(name + besideEnding)
	if errors.Is(bad, outfile.ErrNotRegular) {
		bad = errors.New("what stands beside it under the name of its types is not a regular file")
	}
	defer beside.Abort()
	if err := errors.Join(err, bad); err != nil {
		return err
	}
	content, types, err := t.FileContent(name)
	if err == nil && t.origin != nil {
		types, err = t.beside()
	}
	if err != nil {
		return err
	}
	at.Write(content) // an error of either is one of the commit
	beside.Write(types)
	if err := c.a.ctx.Err(); err != nil {
		return err
	}
	return outfile.Commit(beside, at)
}

func encode(w io.Writer, form string, t table) error {
	switch form {
	case "csv":
		return t.WriteCSV(w)
	case "json":
		return t.WriteJSON(w)
	}
	metadata, err := t.metadata()
	if err != nil {
		return err
	}
	if form == "arrow" {
		return arrowio.WriteWith(w, t.Frame, metadata)
	}
	return parquetio.WriteWith(w, t.Frame, metadata)
}

// place writes a file beside its place and moves it there when it is whole. What is no regular file, such as a pipe, is
// written to directly.
func (a *app) place(name string, encode func(io.Writer) error) error {
	file, err := a.unfinished.Create(name)
	if err != nil {
		return err
	}
	defer file.Abort()
	b := bufio.NewWriter(file)
	if err := encode(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if err := a.ctx.Err(); err != nil && !file.Direct() {
		return err
	}
	return file.Commit()
}
