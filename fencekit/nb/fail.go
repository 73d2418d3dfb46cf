package nb

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
)

func init() {
	// Metadata within metadata crosses the kernel's pipe only if both ends know the types.
	gob.Register(map[string]any{})
	gob.Register([]any{})
}

// Context returns the context of the cell. It is done when the reader interrupts the kernel, or on Ctrl-C outside a
// notebook, so that a sweep stops and hands over what it has.
func Context() context.Context { return cellContext() }

var cellContext = sync.OnceValue(func() context.Context {
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt)
	return ctx
})

// Must returns v where err is nil. After an interrupt it says how far the work came and returns what there is, or ends the
// cell where there is nothing: a zero value would be shown as if it had been found. Any other error stops the cell as Check
// does.
func Must[T any](v T, err error) T {
	if errors.Is(err, context.Canceled) && !drawing.Load() {
		sayStopped(err)
		if reflect.ValueOf(&v).Elem().IsZero() {
			os.Exit(0)
		}
		return v
	}
	Check(err)
	return v
}

// sayStopped says how far work came that was interrupted.
func sayStopped(err error) { Say("**Stopped:** %s", line(err)) }

// Check stops the cell where err is not nil: with one line on the standard error, and the status 1, of which the kernel
// makes a line "exit status 1". Within Interact it is the drawing that stops, and the line stands in its place.
func Check(err error) {
	if err == nil {
		return
	}
	if drawing.Load() {
		panic(failure{err})
	}
	flush()
	out.sync()
	fmt.Fprintln(os.Stderr, line(err))
	os.Exit(1)
}

// failure is the panic of a drawing that failed; Interact recovers it.
type failure struct{ err error }

func (f failure) Error() string { return line(f.err) }

// drawing says that a failure has somewhere else to go than to end the program.
var drawing atomic.Bool

// line puts an error on one line; several joined errors have one each.
func line(err error) string {
	return strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
}
