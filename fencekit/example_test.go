package fencekit_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// show prints some columns of a frame, however wide. An example that fails prints the error instead.
func show(f frame.Frame, err error, names ...string) {
	if err == nil {
		f, err = f.Select(names...)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := f.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
}

func ExampleCompare() {
	f, err := fencekit.Compare(context.Background(), fencekit.New())
	show(f, err, "posture", "sent", "aborted", "unlocked_applied", "work_destroyed", "both_held")
	// Output:
	// 150 trials, seeds 1 to 150; published parameters; fence 0.1.0
	// posture      sent  aborted  unlocked_applied  work_destroyed  both_held
	// unprotected  3798        0              1036             586       1506
	// check        2836      962                74              11       1506
	// fencing      3798        0               408               0       1506
}

func ExampleCompare_intervals() {
	e := fencekit.New()
	e.Postures = []lease.Posture{lease.Unprotected, lease.CheckFencing}
	e.Params.Margin = 500 * time.Millisecond
	f, err := fencekit.Compare(context.Background(), e)
	show(f, err, "posture", "abort_pct", "abort_pct_low", "abort_pct_high", "work_destroyed_diff",
		"work_destroyed_diff_low", "work_destroyed_diff_high")
	// Output:
	// 150 trials, seeds 1 to 150; margin 500ms; fence 0.1.0
	// posture        abort_pct  abort_pct_low  abort_pct_high  work_destroyed_diff  work_destroyed_diff_low  work_destroyed_diff_high
	// unprotected         0.00           0.00          0.0790                    -                        -                         -
	// check+fencing      35.26          33.78         36.7262               -3.907                   -4.105                    -3.709
}

func ExampleSources() {
	e := fencekit.New()
	e.Postures = []lease.Posture{lease.Unprotected, lease.Check}
	f, err := fencekit.Sources(context.Background(), e)
	show(f, err, "sources", "posture", "aborted", "unlocked_applied", "work_destroyed")
	// Output:
	// 150 trials, seeds 1 to 150; published parameters; fence 0.1.0
	// sources  posture      aborted  unlocked_applied  work_destroyed
	// none     unprotected        0                 0               0
	// none     check              0                 0               0
	// pauses   unprotected        0              1005             586
	// pauses   check            981                24              12
	// steps    unprotected        0                 0               0
	// steps    check              0                 0               0
	// delay    unprotected        0                58               0
	// delay    check              0                58               0
	// drift    unprotected        0                 0               0
	// drift    check              0                 0               0
	// all      unprotected        0              1036             586
	// all      check            962                74              11
}

func ExampleMarginSweep() {
	e := fencekit.New()
	e.Trials = 80
	f, err := fencekit.MarginSweep(context.Background(), e, fencekit.DefaultMargins())
	show(f, err, "margin_ms", "abort_pct", "unlocked_applied", "work_destroyed", "both_held")
	// Output:
	// 80 trials, seeds 1 to 80; published parameters; fence 0.1.0
	// margin_ms  abort_pct  unlocked_applied  work_destroyed  both_held
	//         0      26.78                40               4        857
	//       250      29.58                24               4        857
	//       500      36.96                15               3        857
	//      1000      49.73                10               3        857
	//      1500      63.84                 8               2        857
	//      2000      79.10                 5               1        857
	//      2250      86.78                 5               1        857
	//      2500      94.41                 3               1        857
}

// A margin just above what a slow clock loses on a lease absorbs it; no such margin is above a step.
func ExampleDrift() {
	e := fencekit.New()
	e.Trials = 2000
	f, err := fencekit.Drift(context.Background(), e, []float64{-10_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err = f.Select("sources", "drift_ppm", "margin_ms", "aborted", "sent_over")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// 2,000 trials, seeds 1 to 2000; published parameters; fence 0.1.0; every row sets its own sources, drift and margin
	// sources       drift_ppm  margin_ms  aborted  sent_over
	// pauses,drift     -10000          0    13229         11
	// pauses,drift     -10000         31    13242          0
	// pauses,steps          0          0    12989        251
	// pauses,steps          0         31    13016        243
}

func ExampleFailover() {
	e := fencekit.New()
	e.Postures = nil // fencing and strict
	f, err := fencekit.Failover(context.Background(), e)
	show(f, err, "failover", "posture", "refused", "refused_live", "same_token", "work_destroyed")
	// Output:
	// 150 trials, seeds 1 to 150; published parameters; fence 0.1.0
	// failover   posture  refused  refused_live  same_token  work_destroyed
	// none       fencing      628             0           0               0
	// none       strict       628             0           0               0
	// lossy      fencing     1017           404         375               0
	// lossy      strict      1506           781           0               0
	// consensus  fencing      628             0           0               0
	// consensus  strict       628             0           0               0
}

func ExampleControl() {
	e := fencekit.New()
	e.Trials = fencekit.ControlTrials
	f, err := fencekit.Control(context.Background(), e)
	show(f, err, "posture", "trials", "seeds_differing", "schedules_differing", "both_held", "identical")
	// Output:
	// 240 trials, seeds 1 to 240; published parameters; fence 0.1.0
	// posture      trials  seeds_differing  schedules_differing  both_held  identical
	// unprotected     240                0                    0       2426  true
	// check           240                0                    0       2426  true
	// fencing         240                0                    0       2426  true
}

func ExampleGrid() {
	e := fencekit.New()
	e.Postures = []lease.Posture{lease.Check}
	f, err := fencekit.Grid(context.Background(), e,
		fencekit.Axis{Name: "lease", Values: []string{"3s", "10s"}},
		fencekit.Axis{Name: "pause", Values: []string{"uniform(1s,17s)", "lognormal(20ms,1.2)"}})
	show(f, err, "lease_ms", "pause", "posture", "abort_pct", "work_destroyed")
	// Output:
	// 150 trials, seeds 1 to 150; published parameters; varied: lease (3s, 10s), pause (uniform(1s,17s), lognormal(20ms,1.2)); work is a share of the lease: 390ms … 2.85s at 3s, 1.3s … 9.5s at 10s; fence 0.1.0
	// lease_ms  pause                posture  abort_pct  work_destroyed
	//     3000  uniform(1s,17s)      check      25.3291              11
	//     3000  lognormal(20ms,1.2)  check       0.0631               0
	//    10000  uniform(1s,17s)      check      19.3478               1
	//    10000  lognormal(20ms,1.2)  check       0.0000               0
}

func ExampleTrials() {
	e := fencekit.New()
	e.Trials = 2
	f, err := fencekit.Trials(context.Background(), e)
	show(f, err, "seed", "posture", "sent", "aborted", "work_destroyed", "refused")
	// Output:
	// 2 trials, seeds 1 to 2; published parameters; fence 0.1.0
	// seed  posture      sent  aborted  work_destroyed  refused
	//    1  unprotected    25        0               3        0
	//    1  check          22        3               0        0
	//    1  fencing        25        0               0        3
	//    2  unprotected    27        0               4        0
	//    2  check          19        8               0        0
	//    2  fencing        27        0               0        4
}

func ExampleEachTrial() {
	e := fencekit.New()
	e.Trials, e.Postures = 1000, []lease.Posture{lease.Unprotected}
	unharmed := 0
	n, err := fencekit.EachTrial(context.Background(), e, func(t fencekit.Trial) error {
		if t.Counts[lease.WorkDestroyed] == 0 {
			unharmed++
		}
		return nil
	})
	fmt.Println(unharmed, "of", n, err)
	// Output:
	// 2 of 1000 <nil>
}

func ExampleTop() {
	e := fencekit.New()
	e.Trials, e.Postures = 1000, []lease.Posture{lease.Unprotected}
	f, err := fencekit.Top(context.Background(), e, lease.WorkDestroyed, 3)
	show(f, err, "seed", "posture", "work_destroyed")
	// Output:
	// the 3 seeds with most of work_destroyed; 1,000 trials, seeds 1 to 1000; published parameters; fence 0.1.0
	// seed  posture      work_destroyed
	//  217  unprotected               8
	//  396  unprotected               8
	//  439  unprotected               8
}

func ExampleExplain() {
	p := lease.Default()
	s := lease.Draw(&p, 1)
	client, attempt, did, err := fencekit.MostDamaging(s, lease.Unprotected)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %s\n", lease.HoldID(client, attempt), did)
	story, err := fencekit.Explain(s, lease.Fencing, client, attempt)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(story)
	// Output:
	// C2.2: it destroyed another client's newer work
	// Attempt C2.2 under fencing, seed 1: token 11, lease 3s
	//
	//     43.687 s  C2 asks for the lock.
	//     43.687 s  C2 is granted the lock with token 11 until 46.687 s.
	//     43.960 s  Its thread stops for 15.542 s, until 59.502 s.
	//     46.687 s  The lease dies at the lock service; C2 does not hear of it.
	//     48.380 s  C1 is granted the lock with token 12: now both C1 and C2 believe that they hold it.
	//     55.294 s  C3 is granted the lock with token 13: now C1, C2 and C3 all believe that they hold it.
	//     57.356 s  C3's write with token 13 is applied meanwhile.
	//     57.786 s  C3 is granted the lock with token 14: now C1, C2 and C3 all believe that they hold it.
	//     58.284 s  Its clock jumps by -1.125 s.
	//     59.023 s  C3's write with token 14 is applied meanwhile.
	//     61.048 s  It sends its write with token 11, 14.361 s after its lease died.
	//     61.064 s  Its write arrives with no live lease and is refused: the resource has seen token 14, which is newer than 11.
	//     61.064 s  C2 lets go; its lease is over and the lock service refuses the release.
	//               For 12.684 s both C2 and C1 believed that they held the lock.
	//               For 3.300 s both C2 and C3 believed that they held the lock.
}

func ExampleReplay() {
	s := race() // a schedule made by hand
	e := fencekit.Replay(s)
	f, err := fencekit.Compare(context.Background(), e)
	show(f, err, "posture", "sent", "aborted", "work_destroyed", "refused", "both_held_ms")
	// Output:
	// a replayed schedule, edited or made by hand, with the number 0; clients 2, horizon 20s; fence 0.1.0
	// posture      sent  aborted  work_destroyed  refused  both_held_ms
	// unprotected     2        0               1        0          1030
	// check           1        1               0        0          1030
	// fencing         2        0               0        1          1030
}

func ExampleParameters() {
	p := lease.Default()
	for _, a := range fencekit.Parameters()[:3] {
		fmt.Printf("%s (%s) %s\n", a.Name, a.Kind, a.Get(&p))
	}
	a, err := fencekit.LookupParameter("leese")
	fmt.Println(a.Name, err != nil)
	// Output:
	// clients (whole number) 3
	// lease (duration) 3s
	// horizon (duration) 2m0s
	//  true
}

func ExampleColumns() {
	f := fencekit.Columns()
	f, err := f.Filter(func(r frame.Row) bool { return r.String("column") == "abort_pct" })
	show(f, err, "column", "unit", "meaning")
	// Output:
	// column     unit  meaning
	// abort_pct  %     writes aborted, of those sent and aborted
}

func ExampleRange() {
	margins, err := fencekit.Range("margin", "0s", "1s", "250ms")
	fmt.Println(margins.Values, err)
	// Output: [0s 250ms 500ms 750ms 1s] <nil>
}

func ExampleParameter_Idle() {
	p := lease.Default()
	drift, err := fencekit.LookupParameter("drift")
	if err != nil {
		fmt.Println(err)
		return
	}
	why, by := drift.Idle(&p)
	fmt.Printf("%s (%s): %s; set %s\n", drift.Name, drift.Column(), why, by)
	p.Sources |= lease.Drift
	why, _ = drift.Idle(&p)
	fmt.Printf("%q\n", why)
	// Output:
	// drift (drift_ppm): sources = all is without drift; set sources
	// ""
}
