package nb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// sent is a message as a page sends it.
func sent(seq int, what string, values ...string) string {
	text, err := json.Marshal(message{seq, what, values})
	if err != nil {
		panic(err)
	}
	return string(text)
}

func twoControls() []Control {
	return []Control{Slider("x", 0, 10, 1, 5), Selector("seed", "7", "8")}
}

func TestOnlyTheLatestMessageCounts(t *testing.T) {
	p := newPage(twoControls())
	p.receive(sent(3, "move", "3", "7"))
	p.receive(sent(2, "rest", "2", "7")) // overtaken
	if texts, onTheMove, _ := p.latest(); texts[0] != "3" || !onTheMove {
		t.Errorf("after an older message: %v, moving %v; want the newer one", texts, onTheMove)
	}
	p.receive(sent(5, "here", "4", "8"))
	if texts, onTheMove, done := p.latest(); texts[0] != "4" || !onTheMove || done {
		t.Errorf("a sign of life: %v, moving %v, done %v; want its values and nothing else", texts, onTheMove, done)
	}
	before, _, _ := p.latest()
	for _, bad := range []string{"", "{", sent(9, "rest", "1"), sent(9, "rest", "11", "7"), sent(9, "rest", "1", "9"),
		sent(9, "rest", "NaN", "7"), sent(9, "rest", "x", "7")} {
		p.receive(bad)
	}
	if texts, _, _ := p.latest(); texts[0] != before[0] {
		t.Errorf("a message that does not suit the controls was taken: %v", texts)
	}
	p.receive(sent(4, "done", "4", "8")) // even if it comes late
	if _, _, done := p.latest(); !done {
		t.Error("Done was not heard")
	}
}

// followed runs an interaction over a fake place, with a page that says something whenever the drawing is at rest.
type followed struct {
	*fake
	page *page
	s    *stage
	end  chan Values
}

func follow(t *testing.T, draw func(Values) []any) *followed {
	f := &followed{fake: &fake{}, page: newPage(twoControls()), end: make(chan Values, 1)}
	at(t, f.fake)
	f.page.heard = time.Now()
	f.s = &stage{draw: draw}
	v := initialValues(f.page.controls)
	if err := f.s.show(f.s.first(v), resting); err != nil {
		t.Fatal(err)
	}
	go func() { f.end <- f.s.follow(f.page, v) }()
	return f
}

// until waits for something to be displayed.
func (f *followed) until(t *testing.T, what string, there func() bool) {
	t.Helper()
	for range 400 {
		f.mu.Lock()
		ok := there()
		f.mu.Unlock()
		if ok {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%s: it did not come", what)
}

func (f *followed) ended(t *testing.T) Values {
	t.Helper()
	select {
	case v := <-f.end:
		return v
	case <-time.After(5 * time.Second):
		t.Fatal("it does not end")
	}
	return Values{}
}

// counted is a picture that says at which scale it was encoded.
type counted struct{ x float64 }

func (c counted) Bytes(string) ([]byte, error) { return []byte(fmt.Sprint("x = ", c.x)), nil }

func (c counted) EncodeScreen(w io.Writer, scale int) error { return picture{}.EncodeScreen(w, scale) }

func TestDrawingFollowsThePage(t *testing.T) {
	f := follow(t, func(v Values) []any {
		values := []any{counted{v.Float("x")}, "seed " + v.Text("seed")}
		if v.Float("x") == 9 {
			Check(errors.New("nine is not drawn"))
		}
		if v.Float("x") > 5 {
			return values[:1]
		}
		return values
	})
	last := func(i int) *bundle { return &f.shown[len(f.shown)-i] }
	f.until(t, "first", func() bool { return len(f.shown) == 2 })
	f.page.receive(sent(1, "move", "4", "7"))
	f.until(t, "move", func() bool { return len(f.shown) == 3 }) // the second value is as it was, and not sent again
	f.mu.Lock()
	if text := last(1).data[plainText]; text != "x = 4" || pixels(t, last(1)) != 40 {
		t.Errorf("a move draws %v with %d pixels, want x = 4 with 40", text, pixels(t, last(1)))
	}
	f.mu.Unlock()
	f.page.receive(sent(2, "rest", "4", "7"))
	f.until(t, "rest", func() bool { return len(f.shown) == 4 })
	f.mu.Lock()
	if pixels(t, last(1)) != 80 {
		t.Errorf("at rest there are %d pixels, want 80", pixels(t, last(1)))
	}
	f.mu.Unlock()
	f.page.receive(sent(3, "rest", "6", "7"))
	f.until(t, "fewer", func() bool { return len(f.shown) == 6 && last(1).data[plainText] == "" })
	f.page.receive(sent(4, "rest", "9", "7"))
	f.until(t, "failed", func() bool { return last(1).data[plainText] == "nine is not drawn" })
	f.page.receive(sent(5, "move", "2", "8"))
	f.until(t, "after it", func() bool { return last(1).data[plainText] == "seed 8" })
	f.page.receive(sent(6, "done", "2", "8"))
	if v := f.ended(t); v.Float("x") != 2 || v.Text("seed") != "8" {
		t.Errorf("the last values are %v", v.texts)
	}
	if f.s.settle(); pixels(t, &f.s.shown[0]) != 80 {
		t.Error("the last drawing is not that of rest")
	}
	for i, id := range f.ids {
		if id != f.s.ids[0] && id != f.s.ids[1] {
			t.Errorf("output %d has the id %q: it would not be in its place", i, id)
		}
	}
}

func pixels(t *testing.T, b *bundle) int {
	t.Helper()
	width, _, err := pngSize(b.data[pngImage].([]byte))
	if err != nil {
		t.Fatal(err)
	}
	return width
}

func TestManyMovesAreFewDrawings(t *testing.T) {
	var mu sync.Mutex
	drawn := 0
	f := follow(t, func(v Values) []any {
		mu.Lock()
		defer mu.Unlock()
		drawn++
		time.Sleep(20 * time.Millisecond)
		return []any{fmt.Sprint(v.Float("x"))}
	})
	for seq := 1; seq <= 500; seq++ {
		f.page.receive(sent(seq, "move", fmt.Sprint(seq%11), "7"))
	}
	f.page.receive(sent(501, "done", "8", "7"))
	f.ended(t)
	mu.Lock()
	defer mu.Unlock()
	if drawn > 10 || f.last() != "8" {
		t.Errorf("%d drawings for 500 moves, the last of %q; want a few, and the last of 8", drawn, f.last())
	}
}

func TestPageThatIsGoneEndsIt(t *testing.T) {
	p := newPage(twoControls())
	p.heard = time.Now()
	if p.gone() {
		t.Error("a page that has just spoken is gone")
	}
	p.heard, p.look = time.Now().Add(-patience-time.Second), time.Millisecond
	if !p.gone() {
		t.Error("a page that has been silent for long is there")
	}
	at(t, &fake{})
	end := make(chan Values, 1)
	go func() { end <- (&stage{}).follow(p, initialValues(p.controls)) }()
	select {
	case v := <-end:
		if v.Float("x") != 5 {
			t.Errorf("it ends with %v", v.texts)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it does not end")
	}
}

func TestWhatADrawingCannotShowIsItsLine(t *testing.T) {
	f := &fake{}
	at(t, f)
	s := &stage{draw: func(Values) []any { return []any{"fine", picture{broken: true}} }}
	if !s.again(initialValues(twoControls()), moving) {
		t.Error("the drawing counts for none")
	}
	if len(f.shown) != 1 || !strings.Contains(f.last(), "is not a PNG") {
		t.Errorf("%d outputs, the last %q; want one line", len(f.shown), f.last())
	}
}

func TestInterruptEndsItWithTheLastDrawing(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	before := cellContext
	cellContext = func() context.Context { return ctx }
	t.Cleanup(func() { cellContext = before })
	f := follow(t, func(v Values) []any {
		Must(0, ctx.Err()) // a sweep that was stopped
		return []any{counted{v.Float("x")}}
	})
	f.page.receive(sent(1, "move", "3", "7"))
	f.until(t, "move", func() bool { return len(f.shown) == 2 })
	stop()
	f.page.receive(sent(2, "move", "4", "7"))
	if v := f.ended(t); v.Float("x") != 3 {
		t.Errorf("the values are those of x = %v, and not of the last drawing", v.Float("x"))
	}
	f.s.settle()
	if text := f.last(); text != "x = 3" || pixels(t, &f.s.shown[0]) != 80 {
		t.Errorf("the last drawing is %q with %d pixels; want the last whole one, at rest", text, pixels(t, &f.s.shown[0]))
	}
	for _, b := range f.shown {
		if strings.Contains(b.data[plainText].(string), "Stopped") {
			t.Error("a drawing that was stopped stands as an output of its own")
		}
	}
}

func TestInterruptOfTheFirstDrawingShowsNothing(t *testing.T) {
	f := &fake{}
	at(t, f)
	Interact(func(Values) []any { return []any{Must("half", fmt.Errorf("3 of 10 trials: %w", context.Canceled))} }, CheckBox("x", true))
	if len(f.shown) != 1 || f.last() != "Stopped: 3 of 10 trials: context canceled" {
		t.Errorf("shown were %d outputs, the last %q; want how far it came alone", len(f.shown), f.last())
	}
}

func TestProgressWithinADrawingIsSilent(t *testing.T) {
	f := &fake{}
	at(t, f)
	Interact(func(Values) []any { Progress("trials")(10, 10); return []any{"drawn"} }, CheckBox("x", true))
	if len(f.shown) != 1 || f.last() != "drawn" {
		t.Errorf("shown were %d outputs, the last %q; want the drawing alone", len(f.shown), f.last())
	}
}

func TestControlsNeedNothingFromElsewhere(t *testing.T) {
	p := newPage([]Control{Slider("a<b", 0, 1, 0.1, 0.5), Selector("seed", "7", "<8>"), CheckBox("log", true)})
	page := p.html()
	for _, part := range []string{`id="` + p.id + `"`, "a&lt;b", "&lt;8&gt;", " checked", "data-reset", "data-done", "data-note", "<label"} {
		if !strings.Contains(page, part) {
			t.Errorf("the controls have no %s: %s", part, page)
		}
	}
	for _, text := range []string{page, controlsScript} {
		if strings.Contains(text, "://") || strings.Contains(text, "</script") {
			t.Errorf("the controls ask for something elsewhere, or end their script: %s", text)
		}
	}
}
