package fencekit_test

import (
	"fmt"
	"strings"
	"testing"

	"fence/fencekit"
	"fence/fencekit/audit"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

func ExampleExperiment_Log() {
	log, err := fencekit.New().Log(7, lease.Fencing)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(log.Header.Posture, len(log.Events), "events; the first:", log.Events[0].String())
	// Output: fencing 209 events; the first: 3648.766547 | C2 | request | lock=L hold=C2.0
}

func TestLogIsThatOfTheTrial(t *testing.T) {
	e := fencekit.New()
	e.Seed, e.Trials = 5, 8
	trials := frame.Must(fencekit.Trials(t.Context(), e))
	for row := range trials.Rows() {
		seed := uint64(frame.Must(frame.Cell[int64](trials, "seed", row)))
		posture, err := lease.ParsePosture(frame.Must(frame.Cell[string](trials, "posture", row)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := audit.Lease(frame.Must(e.Log(seed, posture)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"unlocked_applied", "work_destroyed", "refused", "both_held"} {
			count, known := got.Get(name)
			if want := frame.Must(frame.Cell[int64](trials, name, row)); !known || count != want {
				t.Errorf("seed %d, %s: %s is %d in the log, and %d in the trial", seed, posture.Name, name, count, want)
			}
		}
	}
}

func TestLogOfWhatIsNotValid(t *testing.T) {
	e := fencekit.New()
	e.Params.Lease = -1
	for name, err := range map[string]error{
		"log":      func() error { _, err := e.Log(1, lease.Check); return err }(),
		"schedule": func() error { _, err := e.Schedule(1); return err }(),
	} {
		if err == nil || !strings.Contains(err.Error(), "lease") {
			t.Errorf("%s: got error %v, want one about the lease", name, err)
		}
	}
}
