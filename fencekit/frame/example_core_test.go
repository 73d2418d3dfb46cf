package frame_test

import (
	"fmt"
	"time"

	"fence/fencekit/frame"
)

func ExampleFloats() {
	c := frame.Floats("margin_ms", []float64{0, 500})
	fmt.Println(c.Name, c.Kind(), c.Len())
	// Output: margin_ms float64 2
}

func ExampleInts() {
	fmt.Print(frame.Must(frame.New(frame.Ints("seed", []int64{1, 2}))))
	// Output:
	// seed
	//    1
	//    2
}

func ExampleStrings() {
	fmt.Print(frame.Must(frame.New(frame.Strings("posture", []string{"check", "fencing"}))))
	// Output:
	// posture
	// check
	// fencing
}

func ExampleBools() {
	fmt.Print(frame.Must(frame.New(frame.Bools("safe", []bool{false, true}))))
	// Output:
	// safe
	// false
	// true
}

func ExampleDurations() {
	fmt.Print(frame.Must(frame.New(frame.Durations("lease", []time.Duration{3 * time.Second, 250 * time.Millisecond}))))
	// Output:
	// lease
	//    3s
	// 250ms
}

func ExampleColumn_WithMeta() {
	c := frame.Floats("margin_ms", []float64{500}).WithMeta(frame.Meta{Unit: "ms", Meaning: "slack that a check insists on"})
	fmt.Printf("%s, %s: %s\n", c.Name, c.Meta.Unit, c.Meta.Meaning)
	// Output: margin_ms, ms: slack that a check insists on
}

func ExampleColumn_Missing() {
	c := frame.Must(postures().Column("refused_live"))
	for i := range c.Len() {
		fmt.Printf("%v %q\n", c.Missing(i), c.Text(i))
	}
	// Output:
	// true ""
	// true ""
	// false "0.25"
}

func ExampleValues() {
	c := frame.Must(postures().Column("trials"))
	fmt.Println(frame.Values[int64](c))
	fmt.Println(frame.Values[float64](c))
	// Output:
	// [4000 4000 4000] <nil>
	// [] frame: values: column "trials" holds int64, not float64
}

func ExampleFrame_Rows() {
	fmt.Println(postures().Rows(), postures().Columns())
	// Output: 3 [posture trials work_destroyed refused_live margin safe]
}

func ExampleFrame_Select() {
	fmt.Print(frame.Must(postures().Select("safe", "posture")))
	// Output:
	// Three postures on the same seeds.
	// safe   posture
	// false  unprotected
	// false  check
	// true   fencing
}

func ExampleFrame_Drop() {
	fmt.Println(frame.Must(postures().Drop("trials", "refused_live")).Columns())
	// Output: [posture work_destroyed margin safe]
}

func ExampleFrame_Head() {
	f := frame.Must(postures().Select("posture", "trials")).WithCaption("")
	fmt.Print(f.Head(1))
	// Output:
	// posture      trials
	// unprotected    4000
}

func ExampleFrame_Tail() {
	fmt.Println(postures().Tail(2).Rows(), postures().Tail(100).Rows())
	// Output: 2 3
}

func ExampleFrame_WithCaption() {
	f := postures().WithCaption("Seeds 1 to 4,000.")
	fmt.Println(f.Caption())
	// Output: Seeds 1 to 4,000.
}

func ExampleFrame_WithMeta() {
	f := frame.Must(postures().WithMeta("margin", frame.Meta{Meaning: "slack that a check insists on"}))
	fmt.Println(frame.Must(f.Column("margin")).Meta.Meaning)
	// Output: slack that a check insists on
}

func ExampleEqual() {
	f := postures()
	fmt.Println(frame.Equal(f, f.Head(3)), frame.Equal(f, f.Head(2)), frame.Equal(f, f.WithCaption("")))
	// Output: true false false
}

func ExampleAsc() {
	f := frame.Must(postures().Select("posture", "margin")).WithCaption("")
	fmt.Print(frame.Must(f.Sort(frame.Desc("margin"), frame.Asc("posture"))))
	// Output:
	// posture      margin
	// check          1.5s
	// fencing          0s
	// unprotected      0s
}

func ExampleDesc() {
	fmt.Println(frame.Desc("margin"))
	// Output: {margin true}
}

// A Row is what the functions given to Filter, Each and Derive see.
func ExampleRow() {
	err := postures().Head(1).Each(func(r frame.Row) error {
		fmt.Println(r.Index(), r.String("posture"), r.Int("trials"), r.Float("work_destroyed"), r.Duration("margin"),
			r.Bool("safe"), r.Missing("refused_live"))
		return nil
	})
	fmt.Println(err)
	// Output:
	// 0 unprotected 4000 0.31475 0s false true
	// <nil>
}

func ExampleNearest() {
	fmt.Printf("%q %q\n", frame.Nearest("postrue", []string{"seed", "posture"}), frame.Nearest("lease", []string{"seed"}))
	// Output: "posture" ""
}

func ExampleGrouped() {
	fmt.Println(frame.Grouped(1234567), frame.Grouped(-42))
	// Output: 1,234,567 -42
}
