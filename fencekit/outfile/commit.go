package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Commit closes the files and moves them to their places in their order, all or none: when one cannot be moved, what
// stood in the places of those before it is put back. For that it is copied first, so a large file should come last,
// and a file that says nothing without the others before them. All the files are done with then, whether there was an
// error or not. The error has the name of the file that failed, and lines about those that could not be put back.
// See the package about what is not promised.
func Commit(files ...*File) error { return commit(files, os.Rename) }

// commit is Commit with what moves a file.
func commit(files []*File, rename func(from, to string) error) error {
	files = slices.DeleteFunc(slices.Clone(files), func(f *File) bool { return f == nil })
	defer func() {
		for _, f := range files {
			f.Abort()
		}
	}()
	for i, f := range files {
		if slices.ContainsFunc(files[:i], func(g *File) bool { return filepath.Clean(g.path) == filepath.Clean(f.path) }) {
			return failed(f.name, f.path, ErrSamePlace)
		}
		if err := f.close(); err != nil {
			return failed(f.name, f.path, err)
		}
	}
	moves := make([]moved, len(files))
	defer func() {
		for i := range moves {
			moves[i].forget()
		}
	}()
	for i, f := range files {
		moves[i].File = f
		if err := moves[i].keep(i == len(files)-1); err != nil {
			return failed(f.name, f.path, err)
		}
	}
	return move(moves, rename)
}

// close ends the writing of a file.
func (f *File) close() error {
	if f.file == nil {
		return fs.ErrClosed
	}
	err := f.file.Close()
	f.file = nil
	if f.bad != nil {
		return f.bad
	}
	return err
}

// moved is a file on its way to its place.
type moved struct {
	*File
	before string // where a copy of what stood there stands; "" for nothing
}

// keep copies what stands in the place of a file, unless it is the last of all, behind which nothing can fail.
func (m *moved) keep(last bool) error {
	if last || m.direct {
		return nil
	}
	old, err := os.Open(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() { // it was none when the file was begun
		return ErrFolder
	}
	to, err := m.tracker.openBeside(m.path, info.Mode().Perm())
	if err != nil {
		return err
	}
	m.before = to.Name()
	if _, err = io.Copy(to, old); err == nil {
		err = keepMode(to, info.Mode().Perm())
	}
	if bad := to.Close(); err == nil {
		err = bad
	}
	return err
}

// forget throws the copy away.
func (m *moved) forget() {
	if m.before != "" {
		m.tracker.remove(m.before)
	}
}

// move moves files to their places. Nothing is thrown away in between by a program that is told to stop.
func move(moves []moved, rename func(from, to string) error) error {
	moving.Lock()
	defer moving.Unlock()
	for _, m := range moves {
		if m.tracker.isStopped() {
			return failed(m.name, m.path, ErrStopped)
		}
	}
	for i, m := range moves {
		if m.direct {
			continue
		}
		if err := rename(m.temp, m.path); err != nil {
			return &Error{Name: m.name, Err: putBack(moves[:i], cause(err), rename)}
		}
	}
	for _, m := range moves {
		m.tracker.forget(m.temp)
		m.temp = ""
	}
	return nil
}

// putBack puts back what stood in the places of files that have been moved there, the last one first, and adds to the
// error for which that is done. A copy that cannot be put back is kept, since there is no other.
func putBack(moves []moved, why error, rename func(from, to string) error) error {
	for i := range slices.Backward(moves) {
		m := &moves[i]
		switch {
		case m.direct:
		case m.before == "":
			if err := os.Remove(m.path); err != nil {
				why = fmt.Errorf("%w\n%q, which was not there before, could not be removed: %w", why, m.path, cause(err))
			}
		default:
			if err := rename(m.before, m.path); err != nil {
				why = fmt.Errorf("%w\n%q could not be put back, its old content is in %q: %w", why, m.path, m.before, cause(err))
				m.tracker.forget(m.before)
				m.before = ""
			}
		}
	}
	return why
}
