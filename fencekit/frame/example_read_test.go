package frame_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fence/fencekit/frame"
)

func ExampleReadCSV() {
	f, err := frame.ReadCSV(strings.NewReader("posture,trials,rate,margin,safe\ncheck,4000,0.0125,1.5s,false\nfencing,4000,NA,0s,true\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	for _, c := range f.Schema().Columns {
		fmt.Println(c.Name, c.Kind)
	}
	// Output:
	// posture  trials    rate  margin  safe
	// check      4000  0.0125    1.5s  false
	// fencing    4000       -      0s  true
	// posture string
	// trials int64
	// rate float64
	// margin time.Duration
	// safe bool
}

func ExampleCSV_Read() {
	// Post codes keep their zeros by themselves; the other identifiers look like numbers and are said to be strings.
	text := "code;id;wait\n01067;17;?\n10115;18;250ms\n"
	f, err := frame.CSV{Comma: ';', Kinds: map[string]frame.Kind{"id": frame.String}, Missing: []string{"?"}}.
		Read(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	ids, err := frame.Col[string](f, "id")
	fmt.Println(ids, err)
	// Output:
	// code   id   wait
	// 01067  17      -
	// 10115  18  250ms
	// [17 18] <nil>
}

func ExampleParseError() {
	_, err := frame.CSV{Kinds: map[string]frame.Kind{"wait_ms": frame.Float}}.
		Read(strings.NewReader("seed,wait_ms\n1,2.5\n2,abc\n"))
	fmt.Println(err)
	var at *frame.ParseError
	if errors.As(err, &at) {
		fmt.Println(at.Line, at.Column, at.Field)
	}
	// Output:
	// frame: read csv: line 3, column 3, field "wait_ms": "abc" is not a float64
	// 3 3 wait_ms
}

func ExampleFrame_WriteTypedCSV() {
	c := frame.Floats("wait_ms", []float64{1, 2}).WithMeta(frame.Meta{Unit: "ms", Meaning: "time in the queue"})
	f, err := frame.New(frame.Strings("seed", []string{"007", ""}).WithMissing([]bool{false, true}), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	var b strings.Builder
	if err := f.WithCaption("Waits.").WriteTypedCSV(&b); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(b.String())
	back, err := frame.ReadCSV(strings.NewReader(b.String()))
	fmt.Println(frame.Equal(back, f.WithCaption("Waits.")), err)
	// Output:
	// # frame: {"version":1,"caption":"Waits.","columns":[{"name":"seed","kind":"string"},{"name":"wait_ms","kind":"float64","unit":"ms","meaning":"time in the queue"}]}
	// seed,wait_ms
	// 007,1
	// ,2
	// true <nil>
}

func ExampleReadJSON() {
	f, err := frame.ReadJSON(strings.NewReader(`{"seed":1,"wait":"1.5s"}` + "\n" + `{"seed":2,"safe":true,"wait":null}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// seed  wait  safe
	//    1  1.5s  -
	//    2     -  true
}

func ExampleJSON_Read() {
	schema := frame.Schema{Caption: "Waits.", Columns: []frame.ColumnSchema{
		{Name: "wait_ms", Kind: frame.Float, Meta: frame.Meta{Unit: "ms"}}, {Name: "seed", Kind: frame.Int}}}
	f, err := frame.JSON{Schema: &schema}.Read(strings.NewReader(`[{"seed":1,"wait_ms":2},{"seed":2}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	_, err = frame.JSON{Schema: &schema}.Read(strings.NewReader(`[{"seed":1,"wait_s":2}]`))
	fmt.Println(err)
	// Output:
	// Waits.
	// wait_ms  seed
	//       2     1
	//       -     2
	// frame: read json: line 1, column 12: the schema lacks key "wait_s", the nearest is "wait_ms"
}

func ExampleFrame_Schema() {
	f, err := postures().Select("posture", "margin")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(f.Schema())
	fmt.Println(string(text), err)
	var s frame.Schema
	fmt.Println(json.Unmarshal([]byte(`{"version":1,"columns":[{"name":"margin","kind":"time"}]}`), &s))
	// Output:
	// {"version":1,"caption":"Three postures on the same seeds.","columns":[{"name":"posture","kind":"string"},{"name":"margin","kind":"duration"}]} <nil>
	// frame: schema: column 0, "margin": there is no kind "time"; there are float64, int64, string, bool, duration
}

func ExampleSchema_Validate() {
	s := frame.Schema{Columns: []frame.ColumnSchema{{Name: "seed", Kind: frame.Int}, {Kind: frame.Bool}, {Name: "seed"}}}
	fmt.Println(s.Validate())
	// Output:
	// frame: schema: column 1 has no name
	// columns 0 and 2 are both named "seed"
	// column 2, "seed": kind(0) is not a kind
}

func ExampleKind_UnmarshalText() {
	var k frame.Kind
	err := k.UnmarshalText([]byte("duration"))
	fmt.Println(k, err)
	// Output: time.Duration <nil>
}

func ExampleKind_MarshalText() {
	text, err := frame.Duration.MarshalText()
	fmt.Println(string(text), err)
	// Output: duration <nil>
}

func ExampleReadFile() {
	dir, err := os.MkdirTemp("", "frame")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "postures.csv")
	if err := postures().WriteFile(path); err != nil {
		fmt.Println(err)
		return
	}
	f, err := frame.ReadFile(path)
	fmt.Println(frame.Equal(f, postures()), err)
	// Output: true <nil>
}

func ExampleFrame_WriteFile() {
	dir, err := os.MkdirTemp("", "frame")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := postures().WriteFile(filepath.Join(dir, "postures.json")); err != nil {
		fmt.Println(err)
		return
	}
	files, err := os.ReadDir(dir)
	for _, file := range files {
		fmt.Println(file.Name())
	}
	fmt.Println(err)
	// Output:
	// postures.json
	// postures.json.meta.json
	// <nil>
}

// A program that writes files in its own way adds what it knows to the file beside the table.
func ExampleFrame_FileContent() {
	one, err := frame.New(frame.Ints("writes", []int64{7}))
	if err != nil {
		fmt.Println(err)
		return
	}
	content, beside, err := one.FileContent("writes.csv")
	fmt.Printf("%s%s%v\n", content, beside, err)
	// Output:
	// writes
	// 7
	// {
	//   "frame": {
	//     "version": 1,
	//     "columns": [
	//       {
	//         "name": "writes",
	//         "kind": "int64"
	//       }
	//     ]
	//   }
	// }
	// <nil>
}
