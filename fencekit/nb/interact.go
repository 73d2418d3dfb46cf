package nb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Interact shows controls and below them what draw returns for their values, each value as Show would show it, and
// draws again in place whenever the reader moves one: only ever for the latest values, with one pixel to one of the page
// while a control moves, and two at rest. It ends when the reader presses Done or interrupts the kernel, or when the page
// has been gone for three minutes; then it takes the controls away, leaves the last drawing, and returns its values.
//
// A drawing that fails, as by Check, shows one line instead and the next goes on; Check and Must are for the goroutine that
// draws, not for others that it starts. Without a notebook server, as in an export or outside a notebook, and where the
// page does not answer, Interact draws once, for the values with which the controls begin. Controls that are not valid
// stop the cell.
func Interact(draw func(Values) []any, controls ...Control) Values {
	if draw == nil {
		Check(errors.New("nb: interact: there is no function that draws"))
	}
	for i, c := range controls {
		Check(c.check())
		if slices.ContainsFunc(controls[:i], func(o Control) bool { return o.name == c.name }) {
			Check(fmt.Errorf("nb: interact: %s: two controls have this name", c.name))
		}
	}
	flush()
	s, v := &stage{draw: draw}, initialValues(controls)
	values := s.first(v) // before the controls, so that a cell that fails leaves none
	if len(controls) == 0 || !Live() || Context().Err() != nil {
		Check(s.show(values, resting))
		out.sync()
		return v
	}
	p := newPage(controls)
	Check(p.show())
	note := ""
	defer func() { // even if a drawing panics: no dead controls shall stay behind
		p.close(note)
		out.sync()
	}()
	Check(s.show(values, resting))
	if p.connect() {
		v = s.follow(p, v)
	} else if Context().Err() == nil {
		note = "The controls could not be connected to the kernel; this is the drawing for the values with which they begin."
	}
	s.settle()
	return v
}

// Live reports whether a notebook server stands behind the kernel, and so maybe a page with a reader.
func Live() bool {
	return gonbui.IsNotebook && os.Getenv(protocol.GONB_JUPYTER_KERNEL_ID_ENV) != ""
}

// stage is where a drawing stands: a place for each of its values.
type stage struct {
	draw  func(Values) []any
	ids   []string
	shown []bundle // what stands there
	last  []any    // the values of the last whole drawing
	scale int      // of that
}

// first makes the first drawing. Then a failure is the cell's.
func (s *stage) first(v Values) []any {
	values, err := s.evaluate(v)
	if errors.Is(err, context.Canceled) {
		sayStopped(err)
		return nil
	}
	Check(err)
	return values
}

// follow draws whenever the page says something new, until it has no more to say. It returns the last values drawn.
func (s *stage) follow(p *page, v Values) Values {
	// A drawing leaves megabytes behind and lives for a moment: collecting them less often spares a fifth of the work.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	tick := time.NewTicker(p.look)
	defer tick.Stop()
	for {
		texts, onTheMove, done := p.latest()
		scale := resting
		if onTheMove && !done {
			scale = moving
		}
		if now := (Values{v.controls, texts}); texts != nil && !slices.Equal(texts, v.texts) {
			if s.again(now, scale) {
				v = now
			}
		} else if scale == resting {
			s.settle()
		}
		if done {
			return v
		}
		select {
		case <-Context().Done():
			return v
		case <-p.wake:
		case <-tick.C:
			if p.gone() {
				return v
			}
		}
	}
}

// again draws anew. A drawing that was interrupted leaves the one before, and is none; one that failed leaves its line.
func (s *stage) again(v Values, scale int) bool {
	values, err := s.evaluate(v)
	switch {
	case errors.Is(err, context.Canceled):
		return false
	case err != nil:
		values = []any{err}
	}
	if err := s.show(values, scale); err != nil {
		_ = s.show([]any{err}, scale)
	}
	return true
}

// settle shows the last drawing as it is at rest.
func (s *stage) settle() {
	if s.scale == moving {
		_ = s.show(s.last, resting) // it could be shown before
	}
}

// evaluate calls the drawing, and turns a failure by Check into an error.
func (s *stage) evaluate(v Values) (values []any, err error) {
	drawing.Store(true)
	defer drawing.Store(false)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			panic(r)
		}
	}()
	return s.draw(v), nil
}

// show shows the values in their places. Pictures are encoded side by side; what stands there already is not sent, and
// places that are left over become empty.
func (s *stage) show(values []any, scale int) error {
	bundles, errs := make([]bundle, len(values)), make([]error, len(values))
	var all sync.WaitGroup
	for i, v := range values {
		all.Go(func() { bundles[i], errs[i] = bundleOf(v, scale) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	s.last, s.scale = values, scale
	for len(bundles) < len(s.ids) {
		bundles = append(bundles, textBundle(""))
	}
	for i, b := range bundles {
		if i == len(s.ids) {
			s.ids, s.shown = append(s.ids, "fence-output-"+gonbui.UniqueId()), append(s.shown, bundle{})
		}
		if reflect.DeepEqual(b, s.shown[i]) {
			continue
		}
		if err := out.display(b, s.ids[i]); err != nil {
			return err
		}
		s.shown[i] = b
	}
	return nil
}
