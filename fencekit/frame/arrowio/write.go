package arrowio

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"fence/fencekit/frame"
)

// Write writes the frame as an Arrow IPC file, which is Feather version 2, from beginning to end: w need not seek. The
// errors are those of Record, with nothing written, and those of the writer.
func Write(w io.Writer, f frame.Frame) error { return WriteWith(w, f, nil) }

// WriteWith is Write with more metadata of the schema, by key, such as what made the frame. An empty value
// is left out. An empty key, CaptionKey, and text that is not UTF-8 are errors too.
func WriteWith(w io.Writer, f frame.Frame, metadata map[string]string) error {
	return write(f, metadata, func(s *arrow.Schema) (recordWriter, error) {
		return ipc.NewFileWriter(w, ipc.WithSchema(s))
	})
}

// WriteStream writes the frame as an Arrow IPC stream, for a pipe or a socket. The errors are those of Write.
func WriteStream(w io.Writer, f frame.Frame) error {
	return write(f, nil, func(s *arrow.Schema) (recordWriter, error) { return ipc.NewWriter(w, ipc.WithSchema(s)), nil })
}

// recordWriter is what the writers of both forms have in common.
type recordWriter interface {
	Write(arrow.RecordBatch) error
	Close() error
}

func write(f frame.Frame, metadata map[string]string, open func(*arrow.Schema) (recordWriter, error)) error {
	r, err := record(f, metadata)
	if err != nil {
		return fmt.Errorf("arrowio: write: %w", err)
	}
	w, err := open(r.Schema())
	if err == nil {
		err = w.Write(r)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return fmt.Errorf("arrowio: write: %w", err)
	}
	return nil
}
