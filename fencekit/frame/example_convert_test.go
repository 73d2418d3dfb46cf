package frame_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fence/fencekit/frame"
)

func ExampleConvert() {
	f := frame.Must(frame.ReadCSV(strings.NewReader("posture,waits\ncheck,12\nfencing,n/a\nstrict,30\n")))
	_, err := frame.Convert[int64](f, "waits")
	fmt.Println(err)
	f = frame.Must(frame.CSV{Missing: []string{"n/a"}}.Read(strings.NewReader("posture,waits\ncheck,12\nfencing,n/a\n")))
	f = frame.Must(frame.Convert[float64](f, "waits"))
	fmt.Print(frame.Must(f.Info().Select("column", "kind", "missing")))
	// Output:
	// frame: convert: column "waits" to int64: row 1: "n/a" is not an int64
	// 2 rows x 2 columns
	// column   kind     missing
	// posture  string         0
	// waits    float64        1
}

func ExampleDiff() {
	a := frame.Must(frame.New(frame.Ints("seed", []int64{1, 2, 3}), frame.Floats("wait", []float64{1.5, 2, 2.5})))
	b := frame.Must(frame.New(frame.Ints("seed", []int64{1, 2, 4}), frame.Floats("wait", []float64{1.5, 2, 2.5})))
	b = frame.Must(b.WithMeta("wait", frame.Meta{Unit: "ms"}))
	fmt.Println(frame.Diff(a, b))
	// Output:
	// column "wait": unit "" and "ms"
	// column "seed": row 2 3 and 4
}

func ExampleConcat_kinds() {
	first := frame.Must(frame.New(frame.Strings("posture", []string{"check"}), frame.Ints("waits", []int64{3})))
	second := frame.Must(frame.New(frame.Floats("waits", []float64{2.5}), frame.Strings("posture", []string{"fencing"})))
	fmt.Print(frame.Must(frame.Concat(frame.Frame{}, first, second)))
	// Output:
	// posture  waits
	// check      3.0
	// fencing    2.5
}

func ExampleCSV_ReadFile() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "waits.txt")
	if err := os.WriteFile(path, []byte("measured in May\ncheck;12\nfencing;30\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	options := frame.CSV{Comma: ';', SkipRows: 1, Header: []string{"posture", "wait_ms"}}
	fmt.Print(frame.Must(options.ReadFile(path)))
	// Output:
	// posture  wait_ms
	// check         12
	// fencing       30
}

func ExampleJSON_ReadFile() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run.log")
	if err := os.WriteFile(path, []byte("{\"seed\":1,\"wait\":2}\n{\"seed\":2}\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(frame.Must(frame.JSON{Kinds: map[string]frame.Kind{"wait": frame.Float}}.ReadFile(path)))
	// Output:
	// seed  wait
	//    1     2
	//    2     -
}
