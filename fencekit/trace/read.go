package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Read reads a log in any of its forms and tells them apart by their content: text with our header, NDJSON, Markdown
// (the first timeline block of it), or a timeline of bare event lines. It reads to the end of r, which it holds in
// memory.
//
// Every event has the line of the whole file that it stands in, from 1. Errors name that line: a line that is no event,
// a time that goes back, a key twice, a line above MaxLine, a NUL byte, text that is not UTF-8, an unknown version, and,
// for a log with a header, a last line that is missing, cut or does not agree with the number of events ("truncated").
func Read(r io.Reader) (*Log, error) {
	f, err := readFile(r)
	if err != nil {
		return nil, err
	}
	switch f.form() {
	case ndjson:
		return readNDJSON(f.lines, f.complete)
	case markdown:
		blocks, err := f.timelines(1)
		if err != nil {
			return nil, err
		}
		return readBlock(blocks[0])
	}
	if len(f.lines) == 0 {
		return nil, fmt.Errorf("trace: read: nothing to read: no line")
	}
	log, err := readText(f.lines, f.complete)
	switch {
	case err != nil:
		return nil, f.perhapsMarkdown(err)
	case len(log.Events) == 0 && !strings.HasPrefix(f.firstText(), magic):
		return nil, fmt.Errorf("trace: read: no event in %d lines, and %s", len(f.lines), noBlock)
	}
	return log, nil
}

// noBlock says what a Markdown text lacks.
const noBlock = `no fenced block with the info string "timeline"`

// perhapsMarkdown adds to the error of a text whose very first event cannot be read what else the text may be.
func (f file) perhapsMarkdown(err error) error {
	of := (*lineError)(nil)
	if !errors.As(err, &of) || strings.HasPrefix(f.firstText(), magic) {
		return err
	}
	first := slices.IndexFunc(f.lines, func(l line) bool { return !isBlank(l.text) && !isComment(l.text) })
	if first < 0 || f.lines[first].number != of.number {
		return err
	}
	return fmt.Errorf("%w; as Markdown the text has %s", err, noBlock)
}

// ReadMarkdown reads every timeline block of a Markdown text, in order. A text without one is an error.
func ReadMarkdown(r io.Reader) ([]*Log, error) {
	f, err := readFile(r)
	if err != nil {
		return nil, err
	}
	blocks, err := f.timelines(-1)
	if err != nil {
		return nil, err
	}
	logs := make([]*Log, len(blocks))
	for i, b := range blocks {
		if logs[i], err = readBlock(b); err != nil {
			return nil, err
		}
	}
	return logs, nil
}

// file is an input cut into lines.
type file struct {
	lines    []line
	complete bool // the last line has its line end
}

// readFile reads all of r and refuses what no form can hold.
func readFile(r io.Reader) (file, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return file{}, fmt.Errorf("trace: read: %w", err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f := file{complete: bytes.HasSuffix(data, []byte("\n"))}
	data = bytes.TrimSuffix(data, []byte("\n"))
	if len(data) == 0 && !f.complete {
		return f, nil
	}
	raw := bytes.Split(data, []byte("\n"))
	for i := range raw {
		l := line{i + 1, string(bytes.TrimSuffix(raw[i], []byte("\r")))}
		if err := l.check(f.complete || i < len(raw)-1); err != nil {
			return file{}, err
		}
		f.lines = append(f.lines, l)
	}
	return f, nil
}

// check says what no form can hold. A last line without a line end may be cut inside a character.
func (l line) check(complete bool) error {
	switch {
	case len(l.text) > MaxLine:
		return l.errorf("line of %d bytes is longer than %d", len(l.text), MaxLine)
	case strings.ContainsRune(l.text, 0):
		return l.errorf("NUL byte at column %d: not a text file", strings.IndexByte(l.text, 0)+1)
	case !utf8.ValidString(l.text) && !complete:
		return l.errorf("text is truncated: the last line has no line end and is not UTF-8")
	case !utf8.ValidString(l.text):
		return l.errorf("text is not UTF-8")
	}
	return nil
}

// form is one of the forms of a log.
type form int

const (
	text form = iota
	ndjson
	markdown
)

// form tells the forms apart: the first line that is not blank decides, and otherwise the first timeline fence.
func (f file) form() form {
	first := f.firstText()
	switch {
	case strings.HasPrefix(first, magic):
		return text
	case strings.HasPrefix(strings.TrimLeft(first, " \t"), "{"):
		return ndjson
	}
	for _, l := range f.lines {
		if fence, ok := openFence(l.text); ok && fence.isTimeline() {
			return markdown
		}
	}
	return text
}

func (f file) firstText() string {
	for _, l := range f.lines {
		if !isBlank(l.text) {
			return l.text
		}
	}
	return ""
}

// fence is the opening line of a fenced block.
type fence struct {
	mark string // the run of backticks or tildes
	info []string
}

// openFence reads an opening fence: at most three blanks, three or more backticks or tildes, and an info string.
func openFence(s string) (fence, bool) {
	body := strings.TrimLeft(s, " ")
	if len(s)-len(body) > 3 || body == "" {
		return fence{}, false
	}
	rest := strings.TrimLeft(body, body[:1])
	mark := body[:len(body)-len(rest)]
	if len(mark) < 3 || mark[0] != '`' && mark[0] != '~' {
		return fence{}, false
	}
	if mark[0] == '`' && strings.Contains(rest, "`") {
		return fence{}, false // inline code, not a fence
	}
	return fence{mark, strings.Fields(rest)}, true
}

func (f fence) isTimeline() bool { return len(f.info) > 0 && f.info[0] == "timeline" }

// closedBy reports whether s ends the block: the same character, at least as often, and nothing else.
func (f fence) closedBy(s string) bool {
	c, ok := openFence(s)
	return ok && len(c.info) == 0 && strings.HasPrefix(c.mark, f.mark)
}

// block is a timeline block of a Markdown text.
type block struct {
	family string
	lines  []line
}

// timelines returns the first most timeline blocks, or all when most is negative. Blocks of other kinds are passed
// over whole, so that a timeline quoted inside one is not taken. None at all is an error.
func (f file) timelines(most int) ([]block, error) {
	lines := f.lines
	var blocks []block
	for i := 0; i < len(lines) && len(blocks) != most; i++ {
		open, ok := openFence(lines[i].text)
		if !ok {
			continue
		}
		start := i + 1
		for i++; i < len(lines) && !open.closedBy(lines[i].text); i++ {
		}
		if !open.isTimeline() {
			continue
		}
		if i >= len(lines) {
			return nil, lines[start-1].errorf("timeline block is not closed by %s", open.mark)
		}
		blocks = append(blocks, block{open.family(), lines[start:i]})
	}
	if len(blocks) == 0 {
		return nil, fmt.Errorf("trace: read: %s in %d lines", noBlock, len(lines))
	}
	return blocks, nil
}

func (f fence) family() string {
	for _, word := range f.info[1:] {
		if name, ok := strings.CutPrefix(word, "family="); ok {
			return name
		}
	}
	return ""
}

// readBlock reads the log of one block; a log with our header may stand in one too.
func readBlock(b block) (*Log, error) {
	log, err := readText(b.lines, true)
	if err == nil && log.Header.Family == "" {
		log.Header.Family = b.family
	}
	return log, err
}
