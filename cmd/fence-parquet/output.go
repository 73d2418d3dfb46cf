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

// unwritten names the file in an error, and leaves out the one that it has under way.
func unwritten(err error, name string) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = fmt.Errorf("cannot be written: %w", p.Err)
	case errors.As(err, &l):
		err = fmt.Errorf("cannot be written: %w", l.Err)
	case err == nil:
		return nil
	}
	return fmt.Errorf("OUT = %q: %w", name, err)
}

// placeBoth writes a table and its types beside it, and then what made it among the types.
func (c *conversion) placeBoth(name string, t table) error {
	if err := t.WriteFile(name); err != nil || t.origin == nil {
		return err
	}
	text, err := t.beside()
	if err != nil {
		return err
	}
	return c.a.place(name+besideEnding, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
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

// place writes a file beside its place and moves it there when it is whole. A link is followed, the permissions of a
// file that is replaced are kept, and what is no regular file, such as a pipe, is written to directly.
func (a *app) place(name string, encode func(io.Writer) error) error {
	path := name
	if real, err := filepath.EvalSymlinks(name); err == nil {
		path = real
	}
	mode := os.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		old, err := os.OpenFile(path, os.O_WRONLY, 0) // an old file that may not be written is not replaced
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return errors.Join(encode(old), old.Close())
		}
		old.Close()
		mode = info.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.part", filepath.Base(path), os.Getpid()))
	a.unfinished.Store(temp, true)
	defer a.unfinished.Delete(temp)
	if err := fill(temp, mode, encode); err != nil {
		os.Remove(temp)
		return err
	}
	if err := a.ctx.Err(); err != nil {
		os.Remove(temp)
		return err
	}
	return os.Rename(temp, path)
}

// fill writes a file.
func fill(path string, mode os.FileMode, encode func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(file)
	err = encode(b)
	if err == nil {
		err = b.Flush()
	}
	return errors.Join(err, file.Close())
}
