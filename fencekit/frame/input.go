package frame

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// errTooLong is what more returns when the bytes from the mark on are more than may be held.
var errTooLong = errors.New("too long")

// textInput reads a text through a window that holds little more than one field, and knows the line and column of every
// byte in it. The field being read begins at the mark: bytes from there on stay in the window.
type textInput struct {
	r      io.Reader
	buf    []byte
	mark   int   // where the field being read begins
	pos    int   // where the next byte is
	end    int   // behind the last byte that was read
	offset int64 // bytes of the text before buf[0]
	line   int   // line of the byte at the mark, from 1
	begin  int64 // bytes of the text before that line
	row    int64 // bytes of the text before the row being read
	err    error // of the reader; io.EOF at the end

	maxField, maxRow int
}

// slack is how many bytes the window may hold besides a field: its quotes, what ends it, blanks around it.
const slack = 64

// The window begins small, for the many texts that are, and has grown to chunk after a few reads.
const (
	firstChunk = 4 << 10
	chunk      = 64 << 10
)

// newInput returns the input with its byte order mark skipped, or an error when it is no text of ours.
func newInput(r io.Reader, maxField, maxRow int) (*textInput, error) {
	if maxField < 0 || maxRow < 0 {
		return nil, fmt.Errorf("max field = %d, max row = %d: must not be negative", maxField, maxRow)
	}
	if r == nil {
		return nil, errors.New("the reader is nil")
	}
	if maxField == 0 {
		maxField = DefaultMaxField
	}
	if maxRow == 0 {
		maxRow = DefaultMaxRow
	}
	in := &textInput{r: r, line: 1, maxField: maxField, maxRow: maxRow}
	for in.end < longestMagic && in.more() == nil {
	}
	return in, in.skipBOM()
}

// foreign are the first bytes of what is often taken for a text of ours.
var foreign = []struct{ magic, what string }{
	{"\xff\xfe", "the text is UTF-16 (little endian); save it as UTF-8"},
	{"\xfe\xff", "the text is UTF-16 (big endian); save it as UTF-8"},
	{"\x1f\x8b", "the input is compressed by gzip; unpack it first"},
	{"PK\x03\x04", "the input is a zip archive, such as an .xlsx workbook; save the sheet as CSV"},
	{"PAR1\x15", "the input is a Parquet file"},
	{"ARROW1\x00", "the input is an Arrow file"},
}

const longestMagic = 7

func (in *textInput) skipBOM() error {
	head := in.buf[:in.end]
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return in.fault(0, "", "%s", f.what)
		}
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		in.pos, in.mark, in.begin, in.row = 3, 3, 3, 3
	}
	return nil
}

// more reads further bytes into the window. It moves those from the mark on to the front, so that indices into the
// window do not survive it. At the end of the text it returns io.EOF.
func (in *textInput) more() error {
	if in.err != nil {
		return in.err
	}
	if in.mark > 0 {
		copy(in.buf, in.buf[in.mark:in.end])
		in.offset += int64(in.mark)
		in.pos, in.end, in.mark = in.pos-in.mark, in.end-in.mark, 0
	}
	if in.end > in.maxField+slack {
		return errTooLong
	}
	if in.end == len(in.buf) || len(in.buf) < chunk {
		larger := make([]byte, max(firstChunk, 2*len(in.buf)))
		copy(larger, in.buf[:in.end])
		in.buf = larger
	}
	for range 100 {
		n, err := in.r.Read(in.buf[in.end:])
		in.end += n
		in.err = err
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	in.err = io.ErrNoProgress
	return in.err
}

// peek returns the next byte without consuming it, and false at the end of the text or when reading fails.
func (in *textInput) peek() (byte, bool) {
	for in.pos == in.end {
		if in.more() != nil {
			return 0, false
		}
	}
	return in.buf[in.pos], true
}

// skip consumes the bytes up to the position: the next field begins there.
func (in *textInput) skip() { in.mark = in.pos }

// newline notes that the line ends right before the position, and consumes it.
func (in *textInput) newline() {
	in.line++
	in.begin = in.offset + int64(in.pos)
	in.skip()
}

// newlines notes the line ends in the field, which goes from the mark to the position, and consumes it.
func (in *textInput) newlines() {
	field := in.buf[in.mark:in.pos]
	if n := bytes.Count(field, []byte{'\n'}); n > 0 {
		in.line += n
		in.begin = in.offset + int64(in.mark+bytes.LastIndexByte(field, '\n')+1)
	}
	in.skip()
}

// rowTooLong says that the row being read is longer than it may be.
func (in *textInput) rowTooLong() bool {
	return in.offset+int64(in.pos)-in.row > int64(in.maxRow)
}

// place returns the line and column of the byte at some distance from the mark.
func (in *textInput) place(at int) (line, column int) {
	line, begin := in.line, in.begin
	if before := in.buf[in.mark : in.mark+at]; at > 0 && bytes.IndexByte(before, '\n') >= 0 {
		line += bytes.Count(before, []byte{'\n'})
		begin = in.offset + int64(in.mark+bytes.LastIndexByte(before, '\n')+1)
	}
	return line, int(in.offset+int64(in.mark+at)-begin) + 1
}

// fault returns an error at some distance from the mark.
func (in *textInput) fault(at int, field, format string, args ...any) error {
	line, column := in.place(at)
	return &ParseError{Line: line, Column: column, Field: field, Reason: fmt.Sprintf(format, args...)}
}

// failed returns the error with which the reader ended, or nil at the end of the text.
func (in *textInput) failed() error {
	if in.err == nil || in.err == io.EOF {
		return nil
	}
	return fmt.Errorf("line %d: %w", in.line, in.err)
}

// checkBytes refuses a field with a NUL or a byte that is not UTF-8. The field begins at some distance from the mark.
func (in *textInput) checkBytes(at int, field []byte, name string) error {
	if i := bytes.IndexByte(field, 0); i >= 0 {
		return in.fault(at+i, name, "a NUL byte: the input is UTF-16, binary or damaged")
	}
	if utf8.Valid(field) {
		return nil
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(field[i:])
		if r == utf8.RuneError && size <= 1 {
			return in.fault(at+i, name, "byte 0x%02x is not UTF-8: save the text as UTF-8", field[i])
		}
		i += size
	}
}
