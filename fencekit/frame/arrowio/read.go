package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"fence/fencekit/frame"
)

// Read reads an Arrow IPC file or stream, whichever the first bytes say, to its end. It refuses more than MaxBytes of
// input, and cells that would take more than MaxBytes. Damage, a column of a type that frames do not have, a number
// that does not fit, text that is not UTF-8 and names that are empty or repeated are errors, which name the column
// and the row, counted from 0.
func Read(r io.Reader) (frame.Frame, error) {
	f, _, err := ReadWith(r)
	return f, err
}

// ReadWith is Read that also returns the metadata of the schema, by key, without that of CaptionKey: what WriteWith was
// given, or what another program has put there. Text that is not UTF-8 is left out, and of a key that comes twice the
// first value stands.
func ReadWith(r io.Reader) (frame.Frame, map[string]string, error) { return read(r, MaxBytes) }

func read(r io.Reader, limit int64) (frame.Frame, map[string]string, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return frame.Frame{}, nil, fmt.Errorf("arrowio: read: %w", err)
	case int64(len(data)) > limit:
		return frame.Frame{}, nil, fmt.Errorf("arrowio: read: more than %d bytes, the most that is read", limit)
	}
	f, metadata, err := decode(data, limit)
	if err != nil {
		return frame.Frame{}, nil, fmt.Errorf("arrowio: read: %w", err)
	}
	return f, metadata, nil
}

// decode reads a file or stream that is whole in memory. The library panics on some damage, also in the accessors of
// arrays; after verify all of it is panics that can be recovered.
func decode(data []byte, limit int64) (f frame.Frame, more map[string]string, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, more, err = frame.Frame{}, nil, damage(p)
		}
	}()
	if err := verify(data); err != nil {
		return frame.Frame{}, nil, err
	}
	b := &budget{limit: limit, left: limit}
	schema, records, err := batches(data, b)
	if err != nil {
		return frame.Frame{}, nil, damage(err)
	}
	f, err = frameOf(schema, records, &budget{limit: limit, left: limit})
	return f, metadataIn(schema), err
}

// damage is the error for a panic of the library, or for an error, since its readers make errors of some panics. Those
// of the runtime tell of the program, and nothing of the file.
func damage(cause any) error {
	err, isError := cause.(error)
	if !isError {
		err = fmt.Errorf("%v", cause)
	}
	var large tooLarge
	var internal runtime.Error
	switch {
	case errors.As(err, &large):
		return large
	case errors.As(err, &internal):
		err = errors.New("what it says of its parts does not agree with what they hold")
	}
	return fmt.Errorf("the file is damaged: %w", err)
}

// metadataIn returns the metadata of a schema besides the caption, nil when there is none.
func metadataIn(schema *arrow.Schema) map[string]string {
	var out map[string]string
	keys, values := schema.Metadata().Keys(), schema.Metadata().Values()
	for i, key := range keys {
		_, again := out[key]
		if again || key == CaptionKey || !utf8.ValidString(key) || !utf8.ValidString(values[i]) {
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[key] = values[i]
	}
	return out
}

// batches reads the record batches of a file or stream, with the library's allocations held to a budget.
func batches(data []byte, b *budget) (*arrow.Schema, []arrow.RecordBatch, error) {
	options := []ipc.Option{ipc.WithAllocator(b), ipc.WithMetadataSizeLimit(0), ipc.WithBodySizeLimit(0)}
	if !bytes.HasPrefix(data, ipc.Magic) {
		r, err := ipc.NewReader(bytes.NewReader(data), options...)
		if err != nil {
			return nil, nil, err
		}
		records, err := drain(r.Read)
		return r.Schema(), records, err
	}
	r, err := ipc.NewFileReader(bytes.NewReader(data), options...)
	if err != nil {
		return nil, nil, err
	}
	records, err := drain(r.Read)
	return r.Schema(), records, err
}

func drain(next func() (arrow.RecordBatch, error)) ([]arrow.RecordBatch, error) {
	var records []arrow.RecordBatch
	for {
		r, err := next()
		switch {
		case errors.Is(err, io.EOF):
			return records, nil
		case err != nil:
			return nil, err
		}
		r.Retain() // the reader lets go of it before it reads the next
		records = append(records, r)
	}
}

// Frame returns a record batch as a frame, its cells copied. What is read, and what is an error, is as in Read; so is
// the bound on cells.
func Frame(r arrow.RecordBatch) (frame.Frame, error) {
	f, err := frameOf(r.Schema(), []arrow.RecordBatch{r}, &budget{limit: MaxBytes, left: MaxBytes})
	if err != nil {
		return frame.Frame{}, fmt.Errorf("arrowio: frame: %w", err)
	}
	return f, nil
}

// frameOf puts the batches of one schema one below the other. Columns that cannot be read are all reported.
func frameOf(schema *arrow.Schema, records []arrow.RecordBatch, b *budget) (frame.Frame, error) {
	var errs []error
	cols := make([]frame.Column, schema.NumFields())
	for j, field := range schema.Fields() {
		chunks := make([]arrow.Array, len(records))
		for k, r := range records {
			chunks[k] = r.Column(j)
		}
		var err error
		if cols[j], err = columnOf(field, chunks, b); err != nil {
			errs = append(errs, fmt.Errorf("column %q: %w", field.Name, err))
		}
	}
	caption, err := text(schema.Metadata(), CaptionKey)
	if err := errors.Join(append(errs, err)...); err != nil {
		return frame.Frame{}, err
	}
	f, err := frame.New(cols...)
	if err != nil {
		return frame.Frame{}, err
	}
	return f.WithCaption(caption), nil
}

// budget is what may still be allocated. As an allocator it panics when there is no more, since the library gives it no
// other way to refuse.
type budget struct {
	memory.GoAllocator
	limit, left int64
}

// tooLarge is the error for a file that takes more than the limit.
type tooLarge struct{ limit int64 }

func (t tooLarge) Error() string {
	return fmt.Sprintf("it takes more than %d bytes of memory, the most that is given", t.limit)
}

// take says whether so many more bytes may be allocated, and counts them.
func (b *budget) take(bytes int64) error {
	if bytes < 0 || bytes > b.left {
		return tooLarge{b.limit}
	}
	b.left -= bytes
	return nil
}

// Allocate returns so many bytes.
func (b *budget) Allocate(size int) []byte {
	if err := b.take(int64(size)); err != nil {
		panic(err)
	}
	return b.GoAllocator.Allocate(size)
}

// Reallocate returns the bytes with another length, moved when they have no room to grow.
func (b *budget) Reallocate(size int, old []byte) []byte {
	if size <= cap(old) {
		return old[:size]
	}
	grown := b.Allocate(size)
	copy(grown, old)
	return grown
}
