package claims_test

import (
	"context"
	"fmt"
	"os"

	"fence/data"
	"fence/fencekit/claims"
	"fence/fencekit/lease"
)

// Every figure that was published is checked against the engine.
func ExampleCheck() {
	results, err := claims.Check(context.Background(), claims.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		if r.Verdict == claims.Fails {
			fmt.Println(r)
		}
	}
	fmt.Println(claims.Summary(results))
	// Output:
	// claims: 118 hold, 0 fail
}

// A lock service whose releases compare nothing unlocks strangers, and a claim says so.
func ExampleCheck_brokenEngine() {
	uncompared := func() lease.Parts {
		return lease.Parts{Draw: func(p *lease.Params, seed uint64) *lease.Schedule {
			q := *p
			q.Release = lease.Uncompared
			return lease.Draw(&q, seed)
		}}
	}
	results, err := claims.Check(context.Background(), claims.Options{Parts: uncompared, Only: []string{"release.stranger"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results[0])
	// Output:
	// release.stranger fails: published 0, ours 358: Found 358, which is not = 0.
}

func ExampleFrame() {
	results, err := claims.Check(context.Background(), claims.Options{
		Only: []string{"all.fencing.destroyed", "all.check.aborts", "delay.unlocked", "strict.second_write"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := claims.Frame(results)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err = f.Drop("figure")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := f.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// claims: 4 hold, 0 fail
	// id                     published  ours  low  high  verdict
	// all.fencing.destroyed  0          0       -     -  holds
	// all.check.aborts       946        962   887  1043  holds
	// delay.unlocked         51         58     28    78  holds
	// strict.second_write    1          1       -     -  holds
}

// The stored intervals are read and written in one form.
func ExampleWriteIntervals() {
	intervals, err := claims.ReadIntervals(data.Intervals)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := claims.WriteIntervals(os.Stdout, intervals[1:3]); err != nil {
		fmt.Println(err)
	}
	// Output:
	// id,low,high,blocks,block_trials,mean,sd,version
	// all.arrived,954,1112,4000,150,1034.3455,23.24297073680918,fence 0.1.0
	// all.fencing.applied,329,458,4000,150,390.6,19.938954096758007,fence 0.1.0
}
