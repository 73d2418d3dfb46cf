package parquetio_test

import (
	"bytes"
	"fmt"
	"log"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/frame/parquetio"
)

func results() frame.Frame {
	f, err := frame.New(
		frame.Strings("posture", []string{"check", "fencing"}),
		frame.Durations("margin", []time.Duration{250 * time.Millisecond, 0}).WithMissing([]bool{false, true}),
		frame.Ints("destroyed", []int64{12, 0}).WithMeta(frame.Meta{Unit: "writes"}),
	)
	if err != nil {
		log.Fatal(err)
	}
	return f.WithCaption("Two postures")
}

func ExampleWrite() {
	var file bytes.Buffer // an os.File, mostly
	if err := parquetio.Write(&file, results()); err != nil {
		log.Fatal(err)
	}
	f, err := parquetio.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(f)
	// Output:
	// Two postures
	// posture  margin  destroyed
	// check     250ms         12
	// fencing       -          0
}

func ExampleRead() {
	text := []byte("posture,destroyed\ncheck,12\n")
	_, err := parquetio.Read(bytes.NewReader(text), int64(len(text)))
	fmt.Println(err)
	// Output: parquetio: read: not Parquet, or damaged: it is not a Parquet file, which begins with PAR1
}

func ExampleWriteWith() {
	var file bytes.Buffer // an os.File, mostly
	if err := parquetio.WriteWith(&file, results(), map[string]string{"made.by": "run 7"}); err != nil {
		log.Fatal(err)
	}
	f, metadata, err := parquetio.ReadWith(bytes.NewReader(file.Bytes()), int64(file.Len()))
	fmt.Println(f.Rows(), metadata, err)
	// Output: 2 map[made.by:run 7] <nil>
}
