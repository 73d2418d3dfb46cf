package nb

import (
	"strings"
	"testing"
	"time"
)

func TestProgressIsToldTenTimesASecondAtMost(t *testing.T) {
	f := &fake{}
	at(t, f)
	now := time.Unix(0, 0)
	p := &progress{label: "trials", id: "p", now: func() time.Time { return now }}
	const total = 5000
	for done := 1; done < total; done++ {
		now = now.Add(time.Millisecond)
		p.tell(done, total)
	}
	if most := int(total*time.Millisecond/every) + 1; len(f.shown) > most || len(f.shown) < most-2 {
		t.Errorf("%d updates in 5 s, want about %d and no more", len(f.shown), most)
	}
	for _, id := range f.ids {
		if id != "p" {
			t.Fatalf("an update has the id %q: it would be an output of its own", id)
		}
	}
	if text := f.shown[len(f.shown)/2].data[plainText].(string); !strings.Contains(text, " left") {
		t.Errorf("half-way it says %q, and not how long it will take", text)
	}
	p.flush()
	if text := f.last(); text != "trials: 4999 of 5000, 0s left" {
		t.Errorf("after an interruption the last state is %q", text)
	}
	p.tell(total, total)
	if text := f.last(); text != "trials: 5000 of 5000" {
		t.Errorf("the last state is %q: it has to be the same every time", text)
	}
	before := len(f.shown)
	p.flush()
	if len(f.shown) != before {
		t.Error("a state that was shown is shown again")
	}
}

func (f *fake) last() string { return f.shown[len(f.shown)-1].data[plainText].(string) }

func TestProgressIsFlushedBeforeWhatFollows(t *testing.T) {
	f := &fake{}
	at(t, f)
	t.Cleanup(func() { running.all = nil })
	tell := Progress("trials")
	tell(1, 10)
	tell(2, 10) // too soon to be shown
	Say("after")
	if len(f.shown) != 3 || f.shown[1].data[plainText] == f.shown[0].data[plainText] || f.last() != "after" {
		t.Errorf("shown were %d outputs, the last %q; want the second state before the sentence", len(f.shown), f.last())
	}
}

func TestProgressOutsideANotebookIsSilent(t *testing.T) {
	t.Chdir(t.TempDir())
	at(t, newPlace())
	Progress("trials")(1, 1)
	if out.(*folder).count != 0 {
		t.Error("a file was written")
	}
}
