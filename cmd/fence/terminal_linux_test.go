package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// What a terminal cannot show is refused, in one line; the text forms go there.
func TestNoPictureGoesToATerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	for _, format := range []string{"png", "pdf"} {
		var errs bytes.Buffer
		args := strings.Fields("compare --trials 2 --quiet -f " + format)
		a := &app{ctx: context.Background(), args: args, stdout: terminal, stderr: &errs}
		want := "fence: format = " + format + ": is not for a terminal; name a file with -o, or send it through a pipe\n"
		if code := a.run(); code != exitBadInput || errs.String() != want {
			t.Errorf("%s: got %d and %q, want %q", format, code, errs.String(), want)
		}
	}
}
