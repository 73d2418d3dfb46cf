package frame_test

import (
	"fmt"
	"math"
	"os"
	"time"

	"fence/fencekit/frame"
)

// postures is a small table as a comparison returns it.
func postures() frame.Frame {
	f, err := frame.New(
		frame.Strings("posture", []string{"unprotected", "check", "fencing"}),
		frame.Ints("trials", []int64{4000, 4000, 4000}),
		frame.Floats("work_destroyed", []float64{0.31475, 0.0125, 0}),
		frame.Floats("refused_live", []float64{math.NaN(), math.NaN(), 0.25}),
		frame.Durations("margin", []time.Duration{0, 1500 * time.Millisecond, 0}),
		frame.Bools("safe", []bool{false, false, true}),
	)
	if err != nil {
		panic(err)
	}
	return f.WithCaption("Three postures on the same seeds.")
}

func Example() {
	f, err := frame.New(
		frame.Strings("posture", []string{"check", "unprotected", "fencing"}),
		frame.Floats("work_destroyed", []float64{0.0125, 0.31475, 0}),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	worst, err := f.Sort(frame.Key{Name: "work_destroyed", Descending: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(worst.Head(2))
	// Output:
	// posture      work_destroyed
	// unprotected         0.31475
	// check               0.01250
}

func ExampleNew() {
	_, err := frame.New(
		frame.Ints("seed", []int64{1, 2, 3}),
		frame.Floats("hold_ms", []float64{12.5, 40}),
		frame.Bools("seed", []bool{true, false, true}),
	)
	fmt.Println(err)
	// Output:
	// frame: new: column "hold_ms" has 2 rows, column "seed" has 3
	// columns 0 and 2 are both named "seed"
}

func ExampleFrame_String() {
	fmt.Print(postures())
	// Output:
	// Three postures on the same seeds.
	// posture      trials  work_destroyed  refused_live  margin  safe
	// unprotected    4000         0.31475             -      0s  false
	// check          4000         0.01250             -    1.5s  false
	// fencing        4000         0.00000          0.25      0s  true
}

func ExampleFrame_WriteCSV() {
	if err := postures().WriteCSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// posture,trials,work_destroyed,refused_live,margin,safe
	// unprotected,4000,0.31475,,0s,false
	// check,4000,0.0125,,1.5s,false
	// fencing,4000,0,0.25,0s,true
}

func ExampleFrame_WriteJSON() {
	if err := postures().WriteJSON(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [
	// {"posture":"unprotected","trials":4000,"work_destroyed":0.31475,"refused_live":null,"margin":"0s","safe":false},
	// {"posture":"check","trials":4000,"work_destroyed":0.0125,"refused_live":null,"margin":"1.5s","safe":false},
	// {"posture":"fencing","trials":4000,"work_destroyed":0,"refused_live":0.25,"margin":"0s","safe":true}
	// ]
}

func ExampleFrame_WriteMarkdown() {
	if err := postures().WriteMarkdown(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Three postures on the same seeds.
	//
	// | posture | trials | work_destroyed | refused_live | margin | safe |
	// | :--- | ---: | ---: | ---: | ---: | :--- |
	// | unprotected | 4000 | 0.31475 | - | 0s | false |
	// | check | 4000 | 0.01250 | - | 1.5s | false |
	// | fencing | 4000 | 0.00000 | 0.25 | 0s | true |
}

func ExampleFrame_WriteText() {
	f, err := postures().Select("margin", "posture")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := f.WithCaption("").WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// margin  posture
	//     0s  unprotected
	//   1.5s  check
	//     0s  fencing
}

func ExampleFrame_Transpose() {
	f, err := postures().Transpose("posture")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// Three postures on the same seeds.
	// posture         unprotected    check  fencing
	// trials                 4000     4000     4000
	// work_destroyed      0.31475  0.01250  0.00000
	// refused_live              -        -     0.25
	// margin                   0s     1.5s       0s
	// safe                  false    false     true
}

func ExampleFrame_Column() {
	f, err := postures().Select("posture", "trials", "margin")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = f.Column("postur")
	fmt.Println(err)
	// Output:
	// frame: column: no column "postur", the nearest is "posture"; there are posture, trials, margin
}

func ExampleCol() {
	margins, err := frame.Col[time.Duration](postures(), "margin")
	fmt.Println(margins, err)
	_, err = frame.Col[float64](postures(), "trials")
	fmt.Println(err)
	// Output:
	// [0s 1.5s 0s] <nil>
	// frame: values: column "trials" holds int64, not float64
}

func ExampleFrame_Filter() {
	f, err := postures().Filter(func(r frame.Row) bool { return r.Float("work_destroyed") > 0 && !r.Bool("safe") })
	if err != nil {
		fmt.Println(err)
		return
	}
	names, err := frame.Col[string](f, "posture")
	fmt.Println(names, err)

	_, err = postures().Filter(func(r frame.Row) bool { return r.Float("margin") > 0 })
	fmt.Println(err)
	// Output:
	// [unprotected check] <nil>
	// frame: filter: row 0: column "margin" holds time.Duration, not float64
}

func ExampleFrame_With() {
	f, err := postures().Select("posture", "trials")
	if err != nil {
		fmt.Println(err)
		return
	}
	rank := frame.Ints("rank", []int64{3, 2, 1}).WithMeta(frame.Meta{Meaning: "1 is the safest"})
	f, err = f.With(rank)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err = f.Drop("trials")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := f.Column("rank")
	fmt.Println(f.Columns(), f.Rows(), c.Kind(), c.Meta.Meaning, err)
	// Output: [posture rank] 3 int64 1 is the safest <nil>
}

func ExampleConcat() {
	f := postures()
	both, err := frame.Concat(f.Tail(1), f.Head(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	names, err := frame.Col[string](both, "posture")
	fmt.Println(names, err)
	// Output: [fencing unprotected] <nil>
}

func ExampleFrame_Rename() {
	f, err := postures().Rename("margin", "check_margin")
	fmt.Println(f.Columns()[4], err)
	_, err = f.Rename("trials", "posture")
	fmt.Println(err)
	// Output:
	// check_margin <nil>
	// frame: rename: columns 0 and 1 are both named "posture"
}

func ExampleColumn_WithMissing() {
	c := frame.Ints("grants", []int64{7, 0, 9}).WithMissing([]bool{false, true, false})
	fmt.Println(c.Len(), c.Missing(1), c.Text(0), c.Text(1) == "")
	// Output: 3 true 7 true
}
