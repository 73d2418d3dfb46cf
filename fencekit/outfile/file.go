package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file being written. It is for one goroutine at a time. Abort and Commit take nil for a file that is not
// wanted.
type File struct {
	name    string // as it was given
	path    string // its place, behind links
	temp    string // where it stands until it is moved; "" for none
	direct  bool   // a pipe or a device, written to as it is
	file    *os.File
	bad     error // of the first write that failed
	tracker *Tracker
}

// Create begins a file that no Tracker knows of; see Tracker.Create.
func Create(name string) (*File, error) { return (*Tracker)(nil).Create(name) }

// CreateRegular begins a file that no Tracker knows of; see Tracker.CreateRegular.
func CreateRegular(name string) (*File, error) { return (*Tracker)(nil).CreateRegular(name) }

// Create begins a file. What stands in its place stays as it is until the commit; a pipe or a device is opened instead,
// which waits for the reader of a pipe. A folder in its place is ErrFolder. A file that may not be written, and a
// folder that takes no files, are errors as well, so that nothing is made that could not be written.
func (t *Tracker) Create(name string) (*File, error) { return t.create(name, false) }

// CreateRegular does what Create does, but a pipe or a device is ErrNotRegular. It opens neither.
func (t *Tracker) CreateRegular(name string) (*File, error) { return t.create(name, true) }

func (t *Tracker) create(name string, regular bool) (*File, error) {
	f := &File{name: name, path: name, tracker: t}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		f.path = real
	}
	info, err := os.Stat(f.path)
	switch {
	case name == "":
		err = ErrNoName
	case errors.Is(err, fs.ErrNotExist):
		err = f.begin()
	case err != nil:
	case info.IsDir():
		err = ErrFolder
	case info.Mode().IsRegular():
		err = f.replace(info.Mode().Perm())
	case regular:
		err = ErrNotRegular
	default:
		f.direct = true
		f.file, err = os.OpenFile(f.path, os.O_WRONLY, 0)
	}
	if err != nil {
		f.Abort()
		return nil, failed(name, f.path, err)
	}
	return f, nil
}

// begin opens a file beside its place, with the permissions that the process gives to new files.
func (f *File) begin() (err error) {
	f.file, err = f.tracker.openBeside(f.path, 0o666)
	if err == nil {
		f.temp = f.file.Name()
	}
	return err
}

// replace opens a file beside the one that it will replace, with the permissions of that. Moving a file over one that
// may not be written would do it all the same, so that is tried first.
func (f *File) replace(mode fs.FileMode) error {
	old, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := old.Close(); err != nil {
		return err
	}
	// The mode is given here already, so that what is private is so from the first byte on.
	if f.file, err = f.tracker.openBeside(f.path, mode); err != nil {
		return err
	}
	f.temp = f.file.Name()
	return keepMode(f.file, mode)
}

// keepMode gives a file permissions, of which the process may have taken some. It changes nothing where nothing is to
// be changed, since not every file system can. It asks the open file and not its name, since a Tracker may have thrown
// it away, which the commit says.
func keepMode(file *os.File, mode fs.FileMode) error {
	info, err := file.Stat()
	if err != nil || info.Mode().Perm() == mode {
		return err
	}
	return file.Chmod(mode)
}

// Direct says whether the file is a pipe or a device, which has what is written to it at once, whatever comes later.
func (f *File) Direct() bool { return f.direct }

// Write adds to the file. Once a write has failed the file cannot be committed, so that it is enough to look at the
// error of the commit.
func (f *File) Write(b []byte) (int, error) {
	if f.file == nil {
		return 0, failed(f.name, f.path, fs.ErrClosed)
	}
	n, err := f.file.Write(b)
	if err == nil {
		return n, nil
	}
	if f.bad == nil {
		f.bad = err
	}
	return n, failed(f.name, f.path, err)
}

// Commit closes the file and moves it to its place. It is done with then, whether there was an error or not: after an
// error what stood in its place stands there still.
func (f *File) Commit() error { return Commit(f) }

// Abort throws the file away, and what stands in its place stays. It does nothing to a file that is done with. What a
// pipe or a device has been given cannot be taken back.
func (f *File) Abort() {
	if f == nil {
		return
	}
	if f.file != nil {
		f.file.Close() // nobody will read it
		f.file = nil
	}
	if f.temp != "" {
		f.tracker.remove(f.temp)
		f.temp = ""
	}
}
