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
	"syscall"

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

// placeBoth writes a table and the file beside it, with its types and what made it, and moves both to their places when
// both are whole. Each is made beside its own place, since behind a link the table may be on another disk.
func (c *conversion) placeBoth(name string, t table) error {
	at, err := aim(name)
	if err == nil && at.direct {
		err = errors.New("is not a regular file, and could have no types beside it")
	}
	beside, bad := aim(name + besideEnding)
	if bad == nil && beside.direct {
		bad = errors.New("what stands beside it under the name of its types is not a regular file")
	}
	if err := errors.Join(err, bad); err != nil {
		return err
	}
	folder, side := at.temp(), beside.temp()
	for _, temp := range []string{folder, side} {
		c.a.unfinished.Store(temp, true)
		defer c.a.unfinished.Delete(temp)
		defer os.RemoveAll(temp)
	}
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	made := filepath.Join(folder, filepath.Base(name))
	if err := t.WriteFile(made); err != nil {
		return err
	}
	text, err := t.besideOf(made)
	if err != nil {
		return err
	}
	if err := os.WriteFile(side, text, 0o666); err != nil {
		return err
	}
	if err := errors.Join(at.keepMode(made), beside.keepMode(side), c.a.ctx.Err()); err != nil {
		return err
	}
	return move(made, at, side, beside)
}

// besideOf returns what stands beside a table: what made it and its types, or the types alone that WriteFile has written.
func (t table) besideOf(made string) ([]byte, error) {
	if t.origin != nil {
		return t.beside()
	}
	return os.ReadFile(made + besideEnding)
}

// move moves a table and what stands beside it to their places. When the table does not get there, what stood beside its
// place before is put back.
func move(made string, at place, side string, beside place) error {
	before, err := os.ReadFile(beside.path)
	if err != nil && beside.old {
		return err
	}
	if err := os.Rename(side, beside.path); err != nil {
		return err
	}
	err = os.Rename(made, at.path)
	switch {
	case err == nil:
		return nil
	case beside.old:
		return errors.Join(err, os.WriteFile(beside.path, before, beside.mode))
	}
	return errors.Join(err, os.Remove(beside.path))
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
	at, err := aim(name)
	if err != nil {
		return err
	}
	if at.direct {
		file, err := os.OpenFile(at.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(encode(file), file.Close())
	}
	temp := at.temp()
	a.unfinished.Store(temp, true)
	defer a.unfinished.Delete(temp)
	defer os.Remove(temp) // there is none once it has moved
	if err := fill(temp, encode); err != nil {
		return err
	}
	if err := errors.Join(at.keepMode(temp), a.ctx.Err()); err != nil {
		return err
	}
	return os.Rename(temp, at.path)
}

// place is where a file will stand.
type place struct {
	path   string      // behind a link, where there is one to a file
	mode   os.FileMode // permissions of the file that is replaced
	old    bool        // there is one
	direct bool        // what stands there is no regular file, and is written to as it is
}

// aim finds the place of a file. A link to a file is followed, and an old file that may not be written is not replaced.
func aim(name string) (place, error) {
	at := place{path: name}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		at.path = real
	}
	info, err := os.Stat(at.path)
	switch {
	case err != nil:
		return at, nil
	case info.IsDir():
		return at, &fs.PathError{Op: "open", Path: name, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		at.direct = true // opened when it is written: a pipe waits for its reader
		return at, nil
	}
	old, err := os.OpenFile(at.path, os.O_WRONLY, 0)
	if err != nil {
		return at, err
	}
	at.mode, at.old = info.Mode().Perm(), true
	return at, old.Close()
}

// temp names what is under way, beside its place.
func (at place) temp() string {
	return filepath.Join(filepath.Dir(at.path), fmt.Sprintf(".%s.%d.part", filepath.Base(at.path), os.Getpid()))
}

// keepMode gives a new file the permissions of the one that it replaces, whatever the mask of the process.
func (at place) keepMode(made string) error {
	if !at.old {
		return nil
	}
	return os.Chmod(made, at.mode)
}

// fill writes a file.
func fill(path string, encode func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
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
