package frame_test

import (
	"fmt"
	"math"
	"strings"
	"time"

	"fence/fencekit/frame"
)

// margins is the long table of a sweep: a row for each lease and margin.
func margins() frame.Frame {
	return frame.Must(frame.New(
		frame.Strings("lease", []string{"lock", "lock", "fenced", "fenced"}),
		frame.Durations("margin", []time.Duration{0, 5 * time.Second, 0, 5 * time.Second}),
		frame.Floats("abort_pct", []float64{7, 1.5, 0.25, math.NaN()}).WithMeta(frame.Meta{Unit: "%"}),
	))
}

func ExampleBuilder() {
	var b frame.Builder
	seed := frame.AddColumn[int64](&b, "seed")
	wait := frame.AddColumn[time.Duration](&b, "wait").WithMeta(frame.Meta{Meaning: "request to grant"})
	for s := range int64(3) {
		seed.Append(s)
		if s == 1 {
			wait.AppendMissing() // nothing was granted
		} else {
			wait.Append(time.Duration(s+1) * 40 * time.Millisecond)
		}
	}
	fmt.Print(frame.Must(b.Frame()))

	seed.Append(3)
	_, err := b.Frame()
	fmt.Println(err)
	// Output:
	// seed   wait
	//    0   40ms
	//    1      -
	//    2  120ms
	// frame: builder: column "wait" has 3 rows, column "seed" has 4
}

func ExampleAddColumn() {
	var b frame.Builder
	frame.AddColumn[string](&b, "posture").Append("check", "fencing") // a column at a time
	frame.AddColumn[int64](&b, "trials").Append(4000, 4000)
	fmt.Print(frame.Must(b.Frame()))
	// Output:
	// posture  trials
	// check      4000
	// fencing    4000
}

func ExampleCells_Append() {
	var b frame.Builder
	x := frame.AddColumn[float64](&b, "x")
	x.Append(1, math.NaN(), 3)
	x.AppendMissing()
	fmt.Println(x.Len())
	fmt.Print(frame.Must(b.Frame()))
	// Output:
	// 4
	// x
	// 1
	// -
	// 3
	// -
}

func ExampleNewColumn() {
	c := frame.NewColumn("wait", []time.Duration{time.Second, 0})
	fmt.Println(c.Name, c.Kind(), c.Len())
	// Output: wait time.Duration 2
}

func ExampleColumnOf() {
	type trial struct {
		Seed    int64
		Aborted bool
	}
	trials := []trial{{1, false}, {2, true}}
	fmt.Print(frame.Must(frame.New(
		frame.ColumnOf("seed", trials, func(t trial) int64 { return t.Seed }),
		frame.ColumnOf("aborted", trials, func(t trial) bool { return t.Aborted }),
	)))
	// Output:
	// seed  aborted
	//    1  false
	//    2  true
}

func ExampleCell() {
	worst, err := frame.Cell[float64](margins(), "abort_pct", 0)
	fmt.Println(worst, err)
	_, err = frame.Cell[float64](margins(), "abort_pct", 4)
	fmt.Println(err)
	// Output:
	// 7 <nil>
	// frame: cell: row 4 of column "abort_pct": rows go from 0 to 3
}

func ExampleMust() {
	fmt.Print(frame.Must(margins().Select("lease", "margin")).Head(1))
	defer func() { fmt.Println(recover()) }()
	frame.Must(margins().Select("leese"))
	// Output:
	// lease  margin
	// lock       0s
	// frame: select: no column "leese", the nearest is "lease"; there are lease, margin, abort_pct
}

func ExampleFrame_Sort() {
	fmt.Print(frame.Must(margins().Sort(frame.Asc("lease"), frame.Desc("abort_pct"))))
	// Output:
	// lease   margin  abort_pct
	// fenced      0s       0.25
	// fenced      5s          -
	// lock        0s       7.00
	// lock        5s       1.50
}

func ExampleFrame_Each() {
	err := margins().Each(func(r frame.Row) error {
		if r.Missing("abort_pct") {
			return fmt.Errorf("no result for %s at %v", r.String("lease"), r.Duration("margin"))
		}
		fmt.Println(r.Index(), r.Float("abort_pct"))
		return nil
	})
	fmt.Println(err)
	// Output:
	// 0 7
	// 1 1.5
	// 2 0.25
	// frame: each: row 3: no result for fenced at 5s
}

func ExampleWhere() {
	fmt.Print(frame.Must(frame.Where(margins(), "abort_pct", func(pct float64) bool { return pct < 5 })))
	// Output:
	// lease   margin  abort_pct
	// lock        5s       1.50
	// fenced      0s       0.25
}

func ExampleFrame_Mask() {
	fmt.Print(frame.Must(margins().Mask([]bool{true, false, false, true})))
	// Output:
	// lease   margin  abort_pct
	// lock        0s          7
	// fenced      5s          -
}

func ExampleFrame_Take() {
	fmt.Print(frame.Must(margins().Take(2, 0)))
	// Output:
	// lease   margin  abort_pct
	// fenced      0s       0.25
	// lock        0s       7.00
}

func ExampleFrame_Slice() {
	fmt.Print(frame.Must(margins().Slice(1, 3)))
	// Output:
	// lease   margin  abort_pct
	// lock        5s       1.50
	// fenced      0s       0.25
}

func ExampleDerive() {
	per10k := func(r frame.Row) float64 { return 100 * r.Float("abort_pct") }
	f := frame.Must(frame.Derive(margins(), "aborted_per_10k", per10k))
	fmt.Print(frame.Must(f.WithMeta("aborted_per_10k", frame.Meta{Unit: "writes"})))
	// Output:
	// lease   margin  abort_pct  aborted_per_10k
	// lock        0s       7.00              700
	// lock        5s       1.50              150
	// fenced      0s       0.25               25
	// fenced      5s          -                -
}

func ExampleDerivePresent() {
	fmt.Print(frame.Must(frame.DerivePresent(margins(), "safe", func(r frame.Row) (bool, bool) {
		return r.Float("abort_pct") < 1, !r.Missing("abort_pct")
	})))
	// Output:
	// lease   margin  abort_pct  safe
	// lock        0s       7.00  false
	// lock        5s       1.50  false
	// fenced      0s       0.25  true
	// fenced      5s          -  -
}

func ExampleMap() {
	fmt.Print(frame.Must(frame.Map(margins(), "margin", "margin_s", time.Duration.Seconds)).Tail(2))
	// Output:
	// lease   margin  abort_pct  margin_s
	// fenced      0s       0.25         0
	// fenced      5s          -         5
}

func ExampleFrame_Sample() {
	fmt.Print(frame.Must(margins().Sample(2, 1)))
	_, err := margins().Sample(5, 1)
	fmt.Println(err)
	// Output:
	// lease   margin  abort_pct
	// fenced      0s       0.25
	// fenced      5s          -
	// frame: sample: 5 of 4 rows without replacement
}

func ExampleFrame_Distinct() {
	fmt.Print(frame.Must(margins().Distinct("lease")))
	// Output:
	// lease   margin  abort_pct
	// lock        0s       7.00
	// fenced      0s       0.25
}

func ExampleFrame_DropMissing() {
	fmt.Println(frame.Must(margins().DropMissing()).Rows(), frame.Must(margins().DropMissing("lease")).Rows())
	// Output: 3 4
}

func ExampleFill() {
	fmt.Print(frame.Must(frame.Fill(margins(), 0.0, "abort_pct")).Tail(2))
	// Output:
	// lease   margin  abort_pct
	// fenced      0s       0.25
	// fenced      5s       0.00
}

func ExampleFrame_Pivot() {
	fmt.Print(frame.Must(margins().Pivot(frame.Pivot{
		Rows: []string{"lease"}, Columns: "margin", Values: []string{"abort_pct"},
	})))
	twice := frame.Must(frame.Concat(margins(), margins().Head(1)))
	_, err := twice.Pivot(frame.Pivot{Rows: []string{"lease"}, Columns: "margin", Values: []string{"abort_pct"}})
	fmt.Println(err)
	// Output:
	// lease     0s   5s
	// lock    7.00  1.5
	// fenced  0.25    -
	// frame: pivot: rows 0 and 4 are both lease="lock", margin=0s: summarise first
}

func ExampleFrame_Melt() {
	f := frame.Must(frame.New(
		frame.Strings("lease", []string{"lock", "fenced"}),
		frame.Floats("p50", []float64{12, 15}),
		frame.Floats("p99", []float64{40, 90}),
	))
	fmt.Print(frame.Must(f.Melt(frame.Melt{Keep: []string{"lease"}, Names: "quantile", Values: "wait_ms"})))
	// Output:
	// lease   quantile  wait_ms
	// lock    p50            12
	// lock    p99            40
	// fenced  p50            15
	// fenced  p99            90
}

func ExampleFrame_Join() {
	leases := frame.Must(frame.New(
		frame.Strings("kind", []string{"fenced", "consensus"}),
		frame.Bools("tokens", []bool{true, true}),
	))
	fmt.Print(frame.Must(margins().Join(leases, frame.Join{
		On: []string{"lease"}, RightOn: []string{"kind"}, Kind: frame.Full, Expect: frame.ManyToOne,
	})))
	// Output:
	// lease      margin  abort_pct  tokens
	// lock           0s       7.00  -
	// lock           5s       1.50  -
	// fenced         0s       0.25  true
	// fenced         5s          -  true
	// consensus       -          -  true
}

// A join on too few columns pairs every row of a lease with every other one.
func ExampleFrame_Join_explodes() {
	var b frame.Builder
	lease, seed := frame.AddColumn[string](&b, "lease"), frame.AddColumn[int64](&b, "seed")
	for s := range int64(2000) {
		lease.Append("lock", "fenced")
		seed.Append(s, s)
	}
	f := frame.Must(b.Frame())
	_, err := f.Join(f, frame.Join{On: []string{"lease"}})
	fmt.Println(strings.ReplaceAll(err.Error(), "; ", ";\n  ")) // to fit the page
	both := frame.Must(f.Join(f, frame.Join{On: []string{"lease", "seed"}, Expect: frame.OneToOne}))
	fmt.Println(both.Rows())
	// Output:
	// frame: join: 4,000 left rows and 4,000 right rows would make 8,000,000 rows, 2,000 times the longer frame;
	//   the limit is 10 times: lease="lock" stands in 2,000 left rows and 2,000 right rows;
	//   join on more columns, or raise MaxFactor
	// 4000
}
