package fencekit_test

import (
	"html"
	"strings"
	"testing"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

func TestStoryAsATable(t *testing.T) {
	schedule := frame.Must(fencekit.New().Schedule(7))
	story := frame.Must(fencekit.Explain(schedule, lease.Unprotected, 0, 0))
	page := string(frame.Must(story.Bytes("html")))
	if got := strings.Count(page, "<tr>"); got != len(story.Sentences) {
		t.Errorf("the table has %d rows for %d sentences", got, len(story.Sentences))
	}
	for _, sentence := range story.Sentences {
		at, told, timed := strings.Cut(strings.TrimSpace(sentence), " s  ")
		if timed && !strings.Contains(page, ">"+at+" s</td><td align=\"left\">"+html.EscapeString(told)+"<") {
			t.Errorf("the table lacks %q at %s s", told, at)
		}
	}
	if text := string(frame.Must(story.Bytes("txt"))); text != story.String() {
		t.Errorf("as txt it is %q", text)
	}
	if _, err := story.Bytes("png"); err == nil || !strings.Contains(err.Error(), "must be txt or html") {
		t.Errorf("as png: %v", err)
	}
}
