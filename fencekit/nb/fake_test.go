package nb

import (
	"errors"
	"sync"
	"testing"
)

// fake is a place that keeps what is displayed.
type fake struct {
	mu      sync.Mutex
	shown   []bundle
	ids     []string
	synced  int
	refuses bool
}

func (f *fake) display(b bundle, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses {
		return errors.New("the pipe is closed")
	}
	f.shown, f.ids = append(f.shown, b), append(f.ids, id)
	return nil
}

func (f *fake) sync() { f.synced++ }

// at makes a place that of the program for one test.
func at(t *testing.T, p place) {
	before := out
	out = p
	t.Cleanup(func() { out = before })
}

// failing calls what stops a cell, and returns the line.
func failing(t *testing.T, do func()) (line string) {
	t.Helper()
	drawing.Store(true)
	defer drawing.Store(false)
	defer func() {
		f, ok := recover().(failure)
		if !ok {
			t.Error("the cell was not stopped")
		}
		line = f.Error()
	}()
	do()
	return ""
}
