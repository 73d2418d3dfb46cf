package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Reasons for which a file is not written, to be found with errors.Is. Others are those of the file system, such as
// fs.ErrPermission, and fs.ErrClosed for a file that has been committed or thrown away.
var (
	ErrFolder     = errors.New("is a directory")          // a folder stands in the place of a file
	ErrFile       = errors.New("is a file, not a folder") // a file stands in the place of a folder
	ErrNotRegular = errors.New("is not a regular file")   // a pipe or a device stands where only a file will do
	ErrNoName     = errors.New("the name is empty")       // a file has no name
	ErrNotWithin  = errors.New("is no name within it")    // the name of a file leads out of its Folder
	ErrStopped    = errors.New("the program is to stop")  // the Tracker has thrown away what was under way
	ErrSamePlace  = errors.New("is another's place too")  // two files of one commit would stand in one place
)

// Error says that a file was not written. All errors of this package are of this type.
type Error struct {
	Name string // as it was given
	Path string // of what stands in the way, where that is not Name: a file behind a link, or one above a folder
	Err  error  // what was wrong, without a path
}

// Error returns the reason below the names.
func (e *Error) Error() string {
	if e.Path != "" {
		return fmt.Sprintf("outfile: write %q: %q: %v", e.Name, e.Path, e.Err)
	}
	return fmt.Sprintf("outfile: write %q: %v", e.Name, e.Err)
}

// Unwrap returns what was wrong.
func (e *Error) Unwrap() error { return e.Err }

// failed returns the error of a name, with its path where that is another.
func failed(name, path string, err error) *Error {
	if path == name || path == filepath.Clean(name) {
		path = ""
	}
	return &Error{Name: name, Path: path, Err: cause(err)}
}

// cause leaves out the path of an error of the file system, which may be that of a file under way.
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
