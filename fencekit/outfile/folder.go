package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Folder is many files being written, which are moved into a folder when all are whole. It is for one goroutine at a
// time.
type Folder struct {
	name, path string // as it was given, and from the root
	temp       string // the folder where the files stand until then; "" when it is done with
	files      []string
	tracker    *Tracker
}

// CreateFolder begins the files of a folder that no Tracker knows of; see Tracker.CreateFolder.
func CreateFolder(name string) (*Folder, error) { return (*Tracker)(nil).CreateFolder(name) }

// CreateFolder begins the files of a folder, which need not be there, nor those above it. They are made within it, or
// else within the nearest folder above it, so that they are on one file system and a place that takes no files is an
// error before any is made. A file in the place of the folder or of one above it is ErrFile, with its path.
func (t *Tracker) CreateFolder(name string) (*Folder, error) {
	if name == "" {
		return nil, failed(name, name, ErrNoName)
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, failed(name, name, err)
	}
	at, err := nearest(path)
	if err != nil {
		return nil, failed(name, at, err)
	}
	temp, err := t.beside(at, path, func(temp string) error { return os.Mkdir(temp, 0o777) })
	if err != nil {
		return nil, failed(name, name, err)
	}
	return &Folder{name: name, path: path, temp: temp, tracker: t}, nil
}

// nearest returns the folder of a path, or else the nearest one above it. With an error it returns the path of the file
// in the way, if there is one.
func nearest(path string) (string, error) {
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && info.IsDir():
			return at, nil
		case err == nil:
			return at, ErrFile
		case !errors.Is(err, fs.ErrNotExist) || filepath.Dir(at) == at:
			return "", err
		}
	}
}

// WriteFile writes a file of the folder, over one of the same name that has been written before. The name may lead into
// folders within, which are made; one that leads out of the folder is ErrNotWithin.
func (d *Folder) WriteFile(name string, content []byte) error {
	return d.failed(name, d.write(filepath.Clean(name), content))
}

func (d *Folder) write(name string, content []byte) error {
	moving.Lock() // so that no folder is made again that a Tracker has thrown away
	defer moving.Unlock()
	if d.temp == "" {
		return fs.ErrClosed
	}
	if d.tracker.isStopped() {
		return ErrStopped
	}
	if !filepath.IsLocal(name) || name == "." {
		return ErrNotWithin
	}
	made := filepath.Join(d.temp, name)
	if err := os.MkdirAll(filepath.Dir(made), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(made, content, 0o666); err != nil {
		return err
	}
	if !slices.Contains(d.files, name) {
		d.files = append(d.files, name)
	}
	return nil
}

// Commit makes the folder if need be and moves every file into it, over those of an earlier run, whose permissions are
// kept. A link in the folder is replaced and not followed. When a folder stands in the place of any file, none is
// moved. The Folder is done with then, whether there was an error or not.
func (d *Folder) Commit() error {
	if d.temp == "" {
		return d.failed("", fs.ErrClosed)
	}
	defer d.Abort()
	moving.Lock() // released before Abort takes it
	defer moving.Unlock()
	if d.tracker.isStopped() {
		return d.failed("", ErrStopped)
	}
	for _, name := range d.files {
		if err := d.aim(name); err != nil {
			return d.failed(name, err)
		}
	}
	return d.move()
}

// failed returns the error of a file of the folder, or of the folder itself.
func (d *Folder) failed(name string, err error) error {
	if name = filepath.Join(d.name, name); err == nil {
		return nil
	}
	return failed(name, name, err)
}

// aim makes sure that a file has a place, and gives it the permissions of the one that it replaces.
func (d *Folder) aim(name string) error {
	info, err := os.Lstat(filepath.Join(d.path, name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return ErrFolder
	case !info.Mode().IsRegular():
		return nil
	}
	made, err := os.OpenFile(filepath.Join(d.temp, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = keepMode(made, info.Mode().Perm())
	if bad := made.Close(); err == nil {
		err = bad
	}
	return err
}

// move moves every file to its place.
func (d *Folder) move() error {
	if err := os.MkdirAll(d.path, 0o777); err != nil {
		return d.failed("", err)
	}
	for _, name := range d.files {
		to := filepath.Join(d.path, name)
		err := os.MkdirAll(filepath.Dir(to), 0o777)
		if err == nil {
			err = os.Rename(filepath.Join(d.temp, name), to)
		}
		if err != nil {
			return d.failed(name, err)
		}
	}
	return nil
}

// Abort throws the files away that have not been moved. It does nothing to a Folder that is done with, and takes nil.
func (d *Folder) Abort() {
	if d != nil && d.temp != "" {
		d.tracker.remove(d.temp)
		d.temp = ""
	}
}
