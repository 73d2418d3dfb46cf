package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Tracker keeps what is under way, so that a program that is told to stop can throw it away. The zero value is ready,
// and may be used by several goroutines.
type Tracker struct {
	temps   map[string]bool
	stopped bool
}

// moving is held while files move to their places, and while something is made or thrown away. A program that is told
// to stop therefore does so before or after the commit of several files, and never within one.
var moving sync.Mutex

// Abort throws away all that was begun and not committed. Nothing can be begun or committed afterwards: that is
// ErrStopped. It is for a program that ends without its deferred calls, and may be called while other goroutines still
// write. Some systems, such as Windows, do not let a file go that is open.
func (t *Tracker) Abort() {
	moving.Lock()
	defer moving.Unlock()
	t.stopped = true
	for temp := range t.temps {
		os.RemoveAll(temp) // there is nobody left to be told
	}
	t.temps = nil
}

// isStopped says whether all has been thrown away. The caller holds moving.
func (t *Tracker) isStopped() bool { return t != nil && t.stopped }

// openBeside makes a file beside another.
func (t *Tracker) openBeside(path string, mode fs.FileMode) (file *os.File, err error) {
	_, err = t.beside(filepath.Dir(path), path, func(temp string) error {
		file, err = os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	return file, err
}

// beside makes something under a new name in a folder, and keeps it in mind. What a process of the same number has left
// behind is not touched.
func (t *Tracker) beside(folder, path string, make func(temp string) error) (string, error) {
	moving.Lock()
	defer moving.Unlock()
	if t.isStopped() {
		return "", ErrStopped
	}
	for n := 0; ; n++ {
		temp := filepath.Join(folder, fmt.Sprintf(".%s.%d-%d.part", filepath.Base(path), os.Getpid(), n))
		err := make(temp)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil && t != nil {
			t.keep(temp)
		}
		return temp, err
	}
}

func (t *Tracker) keep(temp string) {
	if t.temps == nil {
		t.temps = map[string]bool{}
	}
	t.temps[temp] = true
}

// forget lets what has moved to its place stay there. The caller holds moving.
func (t *Tracker) forget(temp string) {
	if t != nil {
		delete(t.temps, temp)
	}
}

// remove throws something away.
func (t *Tracker) remove(temp string) {
	moving.Lock()
	defer moving.Unlock()
	os.RemoveAll(temp) // what cannot be removed is in nobody's way
	t.forget(temp)
}
