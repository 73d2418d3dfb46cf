package frame_test

import (
	"bytes"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

func TestMarkdownCaptions(t *testing.T) {
	f := must(t)(frame.New(frame.Ints("n", nil)))
	for caption, want := range map[string]string{
		"":                              "",
		"one\n\ntwo\n":                  "one\n\ntwo\n\n",
		"\n\n":                          "",
		"# of writes":                   "\\# of writes\n\n",
		"a\n===\nb":                     "a\n\\===\nb\n\n",
		"a\n---":                        "a\n\\---\n\n",
		"- a\n+ b\n-c -5":               "\\- a\n\\+ b\n-c -5\n\n",
		"> said":                        "\\> said\n\n",
		"1. first\n2) second\n0.5 ms":   "1\\. first\n2\\) second\n0.5 ms\n\n",
		"    code":                      "code\n\n",
		"_x_ wait_ms a__b __c__":        "\\_x\\_ wait_ms a__b \\_\\_c\\_\\_\n\n",
		"~a~ $b$ [c](d) ![e](f) [0, 1]": "\\~a\\~ \\$b\\$ [c]\\(d) ![e]\\(f) [0, 1]\n\n",
		"4 trials":                      "4 trials\n\n",
		"-":                             "\\-\n\n",
	} {
		got := written(t, func(w *bytes.Buffer) error { return f.WithCaption(caption).WriteMarkdown(w) })
		text, found := strings.CutSuffix(got, "| n |\n| ---: |\n")
		if !found || text != want {
			t.Errorf("%q: got %q, want %q and the table", caption, got, want)
		}
	}
}
