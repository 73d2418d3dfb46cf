package frame_test

import (
	"fmt"
	"math"
	"slices"
	"time"

	"fence/fencekit/frame"
)

// trials is one row a seed and posture, as a Trials experiment returns it.
func trials() frame.Frame {
	f, err := frame.New(
		frame.Ints("seed", []int64{1, 2, 3, 4, 1, 2, 3, 4}),
		frame.Strings("posture", []string{"check", "check", "check", "check", "fencing", "fencing", "fencing", "fencing"}),
		frame.Floats("wait_ms", []float64{12, 15, math.NaN(), 21, 13, 18, 16, 29}).
			WithMeta(frame.Meta{Unit: "ms", Meaning: "from request to grant"}),
		frame.Ints("aborts", []int64{1, 0, 2, 0, 0, 0, 0, 0}),
		frame.Ints("writes", []int64{20, 21, 19, 22, 20, 21, 19, 22}),
		frame.Bools("destroyed", []bool{false, false, true, false, false, false, false, false}),
		frame.Durations("hold", []time.Duration{3e9, 2e9, 4e9, 2e9, 3e9, 2e9, 4e9, 2e9}),
	)
	if err != nil {
		panic(err)
	}
	return f
}

// byPosture is trials in two groups.
func byPosture() frame.Groups {
	g, err := trials().GroupBy("posture")
	if err != nil {
		panic(err)
	}
	return g
}

// show prints a frame, or the error.
func show(f frame.Frame, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
}

func ExampleFrame_GroupBy() {
	g, err := trials().GroupBy("posture")
	if err != nil {
		fmt.Println(err)
		return
	}
	show(g.Summarise(frame.Count(), frame.Mean("wait_ms"), frame.Quantile("wait_ms", 0.9), frame.Sum("aborts")))
	// Output:
	// posture  count  wait_ms_mean  wait_ms_p90  aborts_sum
	// check        4            16         19.8           3
	// fencing      4            19         25.7           0
}

func ExampleGroups_Summarise() {
	out, err := byPosture().Summarise(
		frame.Mean("wait_ms").Interval(),
		frame.Rate("destroyed").Interval().As("lost"),
	)
	show(out, err)
	c, err := out.Column("lost_high")
	fmt.Println(c.Meta.Method, err)

	_, err = byPosture().Summarise(frame.Rate("writes"), frame.Sum("posture"))
	fmt.Println(err)
	// Output:
	// posture  wait_ms_mean  wait_ms_mean_low  wait_ms_mean_high  lost  lost_low  lost_high
	// check              16             4.616              27.38  0.25   0.04559     0.6994
	// fencing            19             7.899              30.10  0.00   0.00000     0.7500
	// Wilson, 95 %; 3/n where none seen <nil>
	// frame: summarise: share of true of "writes": column "writes" holds int64, not bool
	// sum of "posture": column "posture" holds string, not float64, int64 or time.Duration; Convert makes numbers of it, or finds the cell that is none
}

func ExampleFrame_Summarise() {
	show(trials().Summarise(frame.Count(), frame.Median("wait_ms"), frame.Max("hold")))
	// Output:
	// count  wait_ms_median  hold_max
	//     8              16        4s
}

func ExampleGroups_Keys() {
	g := byPosture()
	fmt.Print(g.Len(), " groups\n", g.Keys())
	// Output:
	// 2 groups
	// posture
	// check
	// fencing
}

func ExampleGroups_Len() {
	fmt.Println(byPosture().Len())
	// Output: 2
}

func ExampleGroups_Frame() {
	show(byPosture().Frame(1).Select("seed", "posture", "wait_ms"))
	// Output:
	// seed  posture  wait_ms
	//    1  fencing       13
	//    2  fencing       18
	//    3  fencing       16
	//    4  fencing       29
}

func ExampleGroups_All() {
	for i, group := range byPosture().All() {
		holds, err := frame.Col[time.Duration](group, "hold")
		fmt.Println(i, holds, err)
	}
	// Output:
	// 0 [3s 2s 4s 2s] <nil>
	// 1 [3s 2s 4s 2s] <nil>
}

// The longest wait of each posture, with all that is known about it.
func ExampleGroups_Apply() {
	show(byPosture().Apply(func(group frame.Frame) (frame.Frame, error) {
		ordered, err := group.Sort(frame.Key{Name: "wait_ms", Descending: true})
		return ordered.Head(1), err
	}))
	// Output:
	// posture  seed  wait_ms  aborts  writes  destroyed  hold
	// check       4       21       0      22  false        2s
	// fencing     4       29       0      22  false        2s
}

func ExampleSummary_As() {
	show(byPosture().Summarise(frame.Sum("aborts").As("aborts"), frame.Count().As("trials")))
	// Output:
	// posture  aborts  trials
	// check         3       4
	// fencing       0       4
}

func ExampleSummary_Interval() {
	show(byPosture().Summarise(frame.RateOver("aborts", "writes").Interval().As("abort")))
	// Output:
	// posture    abort  abort_low  abort_high
	// check    0.03659    -0.0412      0.1144
	// fencing  0.00000     0.0000      0.8049
}

func ExampleSummary_IntervalAt() {
	show(trials().Summarise(frame.Median("wait_ms").IntervalAt(0.9)))
	// Output:
	// wait_ms_median  wait_ms_median_low  wait_ms_median_high
	//             16                  12                   29
}

func ExampleCount() {
	show(byPosture().Summarise(frame.Count(), frame.Present("wait_ms"), frame.CountMissing("wait_ms"),
		frame.Unique("hold")))
	// Output:
	// posture  count  wait_ms_present  wait_ms_missing  hold_unique
	// check        4                3                1            3
	// fencing      4                4                0            3
}

func ExamplePresent() {
	show(trials().Summarise(frame.Present("wait_ms")))
	// Output:
	// wait_ms_present
	//               7
}

func ExampleCountMissing() {
	show(trials().Summarise(frame.CountMissing("wait_ms")))
	// Output:
	// wait_ms_missing
	//               1
}

func ExampleUnique() {
	show(trials().Summarise(frame.Unique("posture"), frame.Unique("hold")))
	// Output:
	// posture_unique  hold_unique
	//              2            3
}

func ExampleSum() {
	show(byPosture().Summarise(frame.Sum("aborts"), frame.Sum("hold"), frame.Sum("wait_ms")))
	// Output:
	// posture  aborts_sum  hold_sum  wait_ms_sum
	// check             3       11s           48
	// fencing           0       11s           76
}

func ExampleMean() {
	show(byPosture().Summarise(frame.Mean("wait_ms"), frame.Mean("aborts"), frame.Mean("hold")))
	// Output:
	// posture  wait_ms_mean  aborts_mean  hold_mean
	// check              16         0.75      2.75s
	// fencing            19         0.00      2.75s
}

func ExampleSD() {
	show(byPosture().Summarise(frame.SD("wait_ms"), frame.Var("wait_ms"), frame.SEM("wait_ms")))
	// Output:
	// posture  wait_ms_sd  wait_ms_var  wait_ms_sem
	// check         4.583        21.00        2.646
	// fencing       6.976        48.67        3.488
}

func ExampleSEM() {
	show(trials().Summarise(frame.SEM("wait_ms")))
	// Output:
	// wait_ms_sem
	//       2.201
}

func ExampleVar() {
	show(trials().Summarise(frame.Var("aborts")))
	// Output:
	// aborts_var
	//     0.5536
}

func ExampleMin() {
	show(trials().Summarise(frame.Min("posture"), frame.Min("wait_ms"), frame.Min("hold"), frame.Min("destroyed")))
	// Output:
	// posture_min  wait_ms_min  hold_min  destroyed_min
	// check                 12        2s  false
}

func ExampleMax() {
	show(trials().Summarise(frame.Max("posture"), frame.Max("wait_ms"), frame.Max("hold"), frame.Max("destroyed")))
	// Output:
	// posture_max  wait_ms_max  hold_max  destroyed_max
	// fencing               29        4s  true
}

func ExampleFirst() {
	show(byPosture().Summarise(frame.First("wait_ms"), frame.Last("wait_ms")))
	// Output:
	// posture  wait_ms_first  wait_ms_last
	// check               12            21
	// fencing             13            29
}

func ExampleLast() {
	show(byPosture().Summarise(frame.Last("hold")))
	// Output:
	// posture  hold_last
	// check           2s
	// fencing         2s
}

func ExampleMedian() {
	show(byPosture().Summarise(frame.Median("wait_ms"), frame.Median("hold")))
	// Output:
	// posture  wait_ms_median  hold_median
	// check                15         2.5s
	// fencing              17         2.5s
}

func ExampleQuantile() {
	show(trials().Summarise(frame.Quantile("wait_ms", 0.99), frame.Quantile("wait_ms", 0.999),
		frame.Quantile("hold", 0.25)))
	// Output:
	// wait_ms_p99  wait_ms_p99.9  hold_p25
	//       28.52          28.95        2s
}

func ExampleRate() {
	show(byPosture().Summarise(frame.Rate("destroyed")))
	// Output:
	// posture  destroyed_rate
	// check              0.25
	// fencing            0.00
}

func ExampleRateOver() {
	show(byPosture().Summarise(frame.RateOver("aborts", "writes")))
	// Output:
	// posture  aborts_over_writes
	// check               0.03659
	// fencing             0.00000
}

func ExampleFunc() {
	spread := func(waits []float64) float64 { return slices.Max(waits) - slices.Min(waits) }
	longest := func(holds []time.Duration) bool { return slices.Max(holds) > 3*time.Second }
	show(byPosture().Summarise(frame.Func("spread_ms", "wait_ms", spread), frame.Func("long", "hold", longest)))
	// Output:
	// posture  spread_ms  long
	// check            9  true
	// fencing         16  true
}

// A mean weighted by the writes of each trial.
func ExampleFunc2() {
	weighted := func(waits []float64, writes []int64) float64 {
		sum, weight := 0.0, 0.0
		for i, w := range waits {
			sum += w * float64(writes[i])
			weight += float64(writes[i])
		}
		return sum / weight
	}
	show(byPosture().Summarise(frame.Func2("weighted_ms", "wait_ms", "writes", weighted)))
	// Output:
	// posture  weighted_ms
	// check          16.14
	// fencing        19.27
}

func ExampleFrame_Roll() {
	waits, err := trials().Select("seed", "wait_ms")
	if err != nil {
		fmt.Println(err)
		return
	}
	show(waits.Roll(3, frame.Mean("wait_ms"), frame.Present("wait_ms")))
	// Output:
	// seed  wait_ms  wait_ms_mean  wait_ms_present
	//    1       12             -                -
	//    2       15             -                -
	//    3        -         13.50                2
	//    4       21         18.00                2
	//    1       13         17.00                2
	//    2       18         17.33                3
	//    3       16         15.67                3
	//    4       29         21.00                3
}

func ExampleFrame_ValueCounts() {
	show(trials().ValueCounts("hold"))
	// Output:
	// hold  count  share
	//   2s      4   0.50
	//   3s      2   0.25
	//   4s      2   0.25
}

func ExampleFrame_Describe() {
	show(trials().Describe("wait_ms", "aborts", "hold", "destroyed"))
	// Output:
	// column     unit   count  missing   mean      sd   min   p25  median   p75   max
	// wait_ms    ms         7        1  17.71   5.823    12    14      16  19.5    29
	// aborts                8        0  0.375   0.744     0     0       0  0.25     2
	// hold       ms         8        0   2750   886.4  2000  2000    2500  3250  4000
	// destroyed  share      8        0  0.125  0.3536     0     0       0     0     1
}

func ExampleFrame_Info() {
	fmt.Print(trials().Info())
	// Output:
	// 8 rows x 7 columns
	// column     kind           present  missing  unit  meaning                method
	// seed       int64                8        0
	// posture    string               8        0
	// wait_ms    float64              7        1  ms    from request to grant
	// aborts     int64                8        0
	// writes     int64                8        0
	// destroyed  bool                 8        0
	// hold       time.Duration        8        0
}
