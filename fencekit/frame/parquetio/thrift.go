package parquetio

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The types of Thrift's compact protocol, in which the metadata of a file is written.
const (
	thriftStop = iota
	thriftTrue
	thriftFalse
	thriftI8
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
	thriftUUID
)

// deepest is how many structures may lie within one another. elementBytes is what an element of a list takes in memory
// at most, if it is a structure, and smallBytes otherwise.
const (
	deepest      = 32
	elementBytes = 1024
	smallBytes   = 24
)

// structSize returns how many bytes the structure at the beginning takes. The library allocates for the lists of one
// before it has seen their elements, and follows nested ones until the stack is full; what this function has passed
// needs no more than the limit and no deep stack.
func structSize(b []byte, limit int64) (int, error) {
	w := &thriftWalk{b: b, left: limit}
	w.structure(deepest)
	return w.at, w.err
}

// thriftWalk skips values. The first violation is kept, after which every value is 0 and ends what is being skipped.
type thriftWalk struct {
	b    []byte
	at   int
	left int64 // bytes that elements of lists may still take in memory
	err  error
}

func (w *thriftWalk) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("metadata: "+format, args...)
	}
}

func (w *thriftWalk) skip(n uint64) {
	if n > uint64(len(w.b)-w.at) {
		w.fail("it ends within a value")
		return
	}
	w.at += int(n)
}

func (w *thriftWalk) byte() byte {
	at := w.at
	if w.skip(1); w.err != nil {
		return 0
	}
	return w.b[at]
}

func (w *thriftWalk) varint() uint64 {
	v, n := binary.Uvarint(w.b[w.at:])
	if n <= 0 {
		w.fail("a number that does not end")
		return 0
	}
	w.at += n
	return v
}

func (w *thriftWalk) structure(depth int) {
	if depth == 0 {
		w.fail("more than %d levels", deepest)
	}
	for w.err == nil {
		head := w.byte()
		if head&15 == thriftStop {
			return
		}
		if head>>4 == 0 {
			w.varint()
		}
		if kind := head & 15; kind != thriftTrue && kind != thriftFalse { // whose value is in the type
			w.value(kind, depth)
		}
	}
}

func (w *thriftWalk) value(kind byte, depth int) {
	switch kind {
	case thriftTrue, thriftFalse, thriftI8:
		w.skip(1)
	case thriftI16, thriftI32, thriftI64:
		w.varint()
	case thriftDouble:
		w.skip(8)
	case thriftUUID:
		w.skip(16)
	case thriftBinary:
		w.skip(w.varint())
	case thriftStruct:
		w.structure(depth - 1)
	case thriftList, thriftSet:
		head := w.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = w.varint()
		}
		w.elements(n, depth, head&15)
	case thriftMap:
		if n := w.varint(); n > 0 {
			kinds := w.byte()
			w.elements(n, depth, kinds>>4, kinds&15)
		}
	default:
		w.fail("a value of type %d, which there is not", kind)
	}
}

// elements skips the elements of a list, or the pairs of a map.
func (w *thriftWalk) elements(n uint64, depth int, kinds ...byte) {
	size := int64(smallBytes)
	for _, kind := range kinds {
		if kind >= thriftBinary && kind != thriftUUID {
			size = elementBytes
		}
	}
	if n > uint64(len(w.b)-w.at) || int64(n)*size > w.left || depth == 0 {
		w.fail("a list of %d elements in %d bytes, or too many levels", n, len(w.b))
		return
	}
	w.left -= int64(n) * size
	for range n {
		for _, kind := range kinds {
			if w.value(kind, depth-1); w.err != nil {
				return
			}
		}
	}
}

// errCount is the error for a header that counts more than there is.
var errCount = errors.New("a page counts more values than it can hold")
