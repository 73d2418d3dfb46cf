package arrowio_test

import (
	"bytes"
	"fmt"
	"log"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/frame/arrowio"
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
	if err := arrowio.Write(&file, results()); err != nil {
		log.Fatal(err)
	}
	f, err := arrowio.Read(&file)
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

func ExampleWriteStream() {
	var pipe bytes.Buffer
	if err := arrowio.WriteStream(&pipe, results()); err != nil {
		log.Fatal(err)
	}
	f, err := arrowio.Read(&pipe)
	fmt.Println(f.Rows(), f.Columns(), err)
	// Output: 2 [posture margin destroyed] <nil>
}

func ExampleRead() {
	_, err := arrowio.Read(bytes.NewReader([]byte("posture,destroyed\ncheck,12\n")))
	fmt.Println(err)
	// Output: arrowio: read: not Arrow, or damaged: a message of 1953722224 bytes at byte 0 of a stream of 27
}

func ExampleRecord() {
	record, err := arrowio.Record(results())
	if err != nil {
		log.Fatal(err)
	}
	for _, field := range record.Schema().Fields() {
		fmt.Println(field.Name, field.Type)
	}
	// Output:
	// posture utf8
	// margin duration[ns]
	// destroyed int64
}

func ExampleFrame() {
	record, err := arrowio.Record(results())
	if err != nil {
		log.Fatal(err)
	}
	f, err := arrowio.Frame(record.NewSlice(1, 2))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(f)
	// Output:
	// Two postures
	// posture  margin  destroyed
	// fencing       -          0
}

func ExampleWriteWith() {
	var file bytes.Buffer // an os.File, mostly
	if err := arrowio.WriteWith(&file, results(), map[string]string{"made.by": "run 7"}); err != nil {
		log.Fatal(err)
	}
	f, metadata, err := arrowio.ReadWith(&file)
	fmt.Println(f.Rows(), metadata, err)
	// Output: 2 map[made.by:run 7] <nil>
}
