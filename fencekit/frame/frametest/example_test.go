package frametest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"fence/fencekit/frame"
	"fence/fencekit/frame/frametest"
)

// Typed CSV reads back equal, but for text with a NUL, for which it has no form.
func Example() {
	want, err := frametest.Everything().Drop("who, and why")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := want.WriteTypedCSV(&file); err != nil {
		fmt.Println(err)
		return
	}
	got, err := frame.ReadCSV(&file)
	fmt.Println(frame.Equal(got, want), err)
	// Output: true <nil>
}

func ExampleEverything() {
	f := frametest.Everything()
	for _, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %v, missing in row 2: %v, unit %q\n", name, c.Kind(), c.Missing(2), c.Meta.Unit)
	}
	// Output:
	// z.loss: float64, missing in row 2: true, unit "ms"
	// count: int64, missing in row 2: true, unit ""
	// who, and why: string, missing in row 2: true, unit ""
	// ok: bool, missing in row 2: true, unit ""
	// held: time.Duration, missing in row 2: true, unit ""
	// Aa: int64, missing in row 2: false, unit ""
}

func ExampleNotUTF8() {
	f := frametest.NotUTF8()
	fmt.Printf("%q %q\n", f.Caption(), f.Columns())
	fmt.Println(f.WriteTypedCSV(io.Discard) != nil)
	// Output:
	// "\xfd" ["s" "t\xff" "n"]
	// true
}

// A disk with room for ten bytes.
func ExampleRoom() {
	room := frametest.Room(10)
	err := frametest.Everything().WriteCSV(&room)
	fmt.Println(errors.Is(err, frametest.ErrNoRoom))
	// Output: true
}

// Two rows, one column, whose second cell is missing.
func ExampleFromBytes() {
	data := "\x02\x01" + "\x06trials" + "\x04seed" + "\x01" + "\x2a\x00\x00\x00\x00\x00\x00\x00" + "12345678" + "\x01\x00"
	fmt.Print(frametest.FromBytes([]byte(data)))
	// Output:
	// trials
	// seed.
	//    42
	//     -
}

func ExampleResults() {
	fmt.Print(frametest.Results(3))
	// Output:
	// rate  seed  posture    held   wait
	// 0.0000     0  posture 0  true     0s
	// 0.1429     1  posture 1  false   1µs
	// 0.2857     2  posture 2  false   2µs
}

func ExampleAllocated() {
	before := frametest.Allocated()
	large := make([]byte, 1<<20)
	fmt.Println(len(large), frametest.Allocated()-before >= 1<<20)
	// Output: 1048576 true
}
