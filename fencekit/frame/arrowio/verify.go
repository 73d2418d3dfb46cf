package arrowio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// verify checks the metadata of a file or stream before the library sees it. The library takes the counts in it at
// their word: it would allocate for four thousand million fields, or follow a field that is its own child until the
// stack is full, and a program cannot recover from either. What is checked here is that every count and offset stays
// within the metadata that it is in, that tables lie behind the tables that name them, and that messages lie within
// the data. The values in the messages are left to the library, which panics on bad ones.
func verify(data []byte) error {
	err := errors.New("it is neither an Arrow file, which begins with ARROW1, nor a stream")
	switch {
	case bytes.HasPrefix(data, ipc.Magic):
		err = verifyFile(data)
	case bytes.HasPrefix(data, []byte("PAR1")), bytes.HasPrefix(data, []byte("PARE")):
		err = errors.New("it is a Parquet file")
	case len(data) >= 8:
		err = verifyStream(data)
	}
	if err != nil {
		return fmt.Errorf("not Arrow, or damaged: %w", err)
	}
	return nil
}

const (
	continuation = 0xFFFFFFFF // before the length of a message, since format version 0.15
	fileTail     = 4 + 6      // the length of the footer and the magic
)

// verifyFile checks the footer and every message that it lists.
func verifyFile(data []byte) error {
	end := len(data) - fileTail
	if end < 8 || !bytes.HasSuffix(data, ipc.Magic) {
		return errors.New("the file has no end: it was cut short")
	}
	size := int64(binary.LittleEndian.Uint32(data[end:]))
	if size < 4 || size > int64(end-8) {
		return fmt.Errorf("a footer of %d bytes in a file of %d", size, len(data))
	}
	views := &viewCounts{}
	footer := &flat{b: data[end-int(size) : end], views: views}
	root := footer.ref(0)
	footer.schema(footer.ref(footer.field(root, 1)))
	footer.keyValues(footer.field(root, 4))
	for _, id := range []int{2, 3} { // dictionaries, record batches
		at, n := footer.vector(footer.field(root, id), 24)
		for i := range n {
			if err := footer.block(data, at+24*i); err != nil {
				return err
			}
		}
	}
	return footer.err
}

// block checks the message of which the footer tells the place.
func (f *flat) block(data []byte, at int) error {
	if f.err != nil {
		return f.err
	}
	offset, meta, body := int64(f.u64(at)), int64(int32(f.u32(at+8))), int64(f.u64(at+16))
	size := int64(len(data))
	if offset < 0 || meta < 8 || body < 0 || offset > size || meta > size-offset || body > size-offset-meta {
		return fmt.Errorf("a message of %d and %d bytes at %d in a file of %d", meta, body, offset, size)
	}
	head := data[offset : offset+meta]
	prefix := 4
	if binary.LittleEndian.Uint32(head) == continuation {
		prefix = 8
	}
	_, err := verifyMessage(head[prefix:], f.views)
	return err
}

// verifyStream checks the messages of a stream one after the other.
func verifyStream(data []byte) error {
	views := &viewCounts{}
	for at := 0; at < len(data); {
		rest := data[at:]
		prefix := 4
		if len(rest) >= 8 && binary.LittleEndian.Uint32(rest) == continuation {
			prefix = 8
		}
		if len(rest) < prefix {
			return fmt.Errorf("the stream ends within a length, at byte %d", at)
		}
		size := int64(int32(binary.LittleEndian.Uint32(rest[prefix-4:])))
		if size == 0 {
			return nil // the end
		}
		if size < 4 || size > int64(len(rest)-prefix) {
			return fmt.Errorf("a message of %d bytes at byte %d of a stream of %d", size, at, len(data))
		}
		body, err := verifyMessage(rest[prefix:prefix+int(size)], views)
		if err != nil {
			return err
		}
		if body < 0 || body > int64(len(rest)-prefix)-size {
			return fmt.Errorf("a body of %d bytes, behind byte %d of a stream of %d", body, at, len(data))
		}
		at += prefix + int(size) + int(body)
	}
	return nil
}

// The kinds of message that are read.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	recordMessage     = 3
)

// viewCounts says how many arrays of views the messages of a schema hold. The library reads as many lengths of views
// from a message without asking how many there are.
type viewCounts struct {
	record     int           // in a record batch
	dictionary map[int64]int // in the values of a dictionary, by its number
}

// verifyMessage checks the metadata of one message and returns the length of its body.
func verifyMessage(b []byte, views *viewCounts) (body int64, err error) {
	f := &flat{b: b, views: views}
	root := f.ref(0)
	header := f.ref(f.field(root, 2))
	switch f.u8(f.field(root, 1)) {
	case schemaMessage:
		if views.dictionary != nil {
			f.fail("a second schema")
		}
		f.schema(header)
	case dictionaryMessage:
		f.batch(f.ref(f.field(header, 1)), views.dictionary[f.number(f.field(header, 0))])
	case recordMessage:
		f.batch(header, views.record)
	default:
		f.fail("a message of a kind that is not read")
	}
	f.keyValues(f.field(root, 4))
	return f.number(f.field(root, 3)), f.err
}

// flat walks a flatbuffer. The first violation is kept, after which every position is 0 and every count too. Position
// 0, where the reference to the root stands, also means that an optional field is absent.
type flat struct {
	b     []byte
	views *viewCounts // of the schema, set by it
	used  int         // bytes of what was visited, to find tables that are named again and again
	err   error
}

// deepest is how many fields may lie within one another, and shared how often the bytes of metadata may be visited:
// once each unless a writer shares strings.
const (
	deepest = 64
	shared  = 8
)

func (f *flat) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

// has says whether so many bytes at a position are within the buffer.
func (f *flat) has(at, n int) bool {
	if f.err == nil && (at < 0 || n < 0 || at > len(f.b) || n > len(f.b)-at) {
		f.fail("metadata of %d bytes refers to byte %d", len(f.b), at)
	}
	return f.err == nil
}

func (f *flat) u8(at int) byte {
	if at == 0 || !f.has(at, 1) {
		return 0
	}
	return f.b[at]
}

// number is a field of eight bytes, 0 when it is absent.
func (f *flat) number(at int) int64 {
	if at == 0 {
		return 0
	}
	return int64(f.u64(at))
}

func (f *flat) u16(at int) int {
	if !f.has(at, 2) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(f.b[at:]))
}

func (f *flat) u32(at int) uint32 {
	if !f.has(at, 4) {
		return 0
	}
	return binary.LittleEndian.Uint32(f.b[at:])
}

func (f *flat) u64(at int) uint64 {
	if !f.has(at, 8) {
		return 0
	}
	return binary.LittleEndian.Uint64(f.b[at:])
}

// ref follows the reference at a position, which leads forward.
func (f *flat) ref(at int) int {
	offset := int(f.u32(at))
	if offset < 4 || !f.has(at+offset, 4) {
		f.fail("metadata refers from byte %d to %d bytes behind it", at, offset)
		return 0
	}
	return at + offset
}

// optional follows a reference that may be absent.
func (f *flat) optional(at int) int {
	if at == 0 {
		return 0
	}
	return f.ref(at)
}

// visit counts bytes against the bound on visits.
func (f *flat) visit(n int) {
	f.used += n
	if f.used > shared*len(f.b)+1024 {
		f.fail("metadata of %d bytes that refers to itself again and again", len(f.b))
	}
}

// field returns the position of a field of a table, or 0.
func (f *flat) field(table, id int) int {
	if table == 0 || f.err != nil {
		return 0
	}
	f.visit(2)
	vtable := table - int(int32(f.u32(table)))
	if slot := 4 + 2*id; slot < f.u16(vtable) { // as the library compares, also where the slot is half behind the end
		if offset := f.u16(vtable + slot); offset != 0 && f.has(table+offset, 1) {
			return table + offset
		}
	}
	return 0
}

// vector returns where the elements of a vector begin and how many there are.
func (f *flat) vector(at, size int) (first, n int) {
	if at = f.optional(at); at == 0 {
		return 0, 0
	}
	n = int(f.u32(at))
	if n > len(f.b)/size || !f.has(at+4, n*size) {
		f.fail("metadata of %d bytes has a vector of %d elements", len(f.b), n)
		return 0, 0
	}
	f.visit(4 + n*size)
	return at + 4, n
}

// tables calls do with every table of a vector of them.
func (f *flat) tables(at int, do func(table int)) {
	first, n := f.vector(at, 4)
	for i := range n {
		if table := f.ref(first + 4*i); f.err == nil {
			do(table)
		}
	}
}

func (f *flat) keyValues(at int) {
	f.tables(at, func(pair int) {
		f.vector(f.field(pair, 0), 1)
		f.vector(f.field(pair, 1), 1)
	})
}

func (f *flat) schema(table int) {
	*f.views = viewCounts{dictionary: map[int64]int{}}
	f.tables(f.field(table, 1), func(field int) { f.views.record += f.schemaField(field, deepest) })
	f.keyValues(f.field(table, 2))
}

// The types whose tables or batches hold vectors of their own.
const (
	union      = 14
	binaryView = 23
	utf8View   = 24
)

// schemaField checks a field and returns how many arrays of views it puts into a record batch.
func (f *flat) schemaField(table, depth int) (views int) {
	if depth == 0 {
		f.fail("a type of more than %d levels", deepest)
		return 0
	}
	f.vector(f.field(table, 0), 1)
	kind := f.optional(f.field(table, 3))
	switch f.u8(f.field(table, 2)) {
	case union:
		f.vector(f.field(kind, 1), 4)
	case binaryView, utf8View:
		views = 1
	}
	f.tables(f.field(table, 5), func(child int) { views += f.schemaField(child, depth-1) })
	f.keyValues(f.field(table, 6))
	dictionary := f.optional(f.field(table, 4))
	if dictionary == 0 {
		return views
	}
	f.optional(f.field(dictionary, 1))
	f.views.dictionary[f.number(f.field(dictionary, 0))] = views
	return 0
}

// batch checks the lists of a record batch: of arrays, of buffers, and of how many buffers each array of views has.
func (f *flat) batch(table, views int) {
	f.vector(f.field(table, 1), 16)
	_, buffers := f.vector(f.field(table, 2), 16)
	f.optional(f.field(table, 3))
	first, n := f.vector(f.field(table, 4), 8)
	if n < views {
		f.fail("a batch tells the buffers of %d views, the schema has %d", n, views)
	}
	for i := range n {
		if of := f.u64(first + 8*i); of > uint64(buffers) {
			f.fail("an array of %d buffers in a batch of %d", of, buffers)
		}
	}
}
