package fencekit_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fence/fencekit"
)

func ExampleRecorded() {
	f, err := fencekit.Recorded("../data/pauses.csv")
	if err == nil {
		f, err = f.Describe()
	}
	show(f, err, "column", "count", "median", "max")
	e := fencekit.New()
	err = e.Set("pause", "file(../data/pauses.csv)")
	fmt.Printf("%.4g a second, %v\n", e.Params.PauseRate, err)
	// Output:
	// column    count  median   max
	// pause_ms   1737    7.85  1496
	// 18.83 a second, <nil>
}

func TestSetIsAsAParameterFileHasIt(t *testing.T) {
	e := fencekit.New()
	for _, p := range fencekit.Parameters() {
		if err := e.Set(p.Name, p.Get(&e.Params)); err != nil {
			t.Errorf("%s: its own value is refused: %v", p.Name, err)
		}
	}
	if want := fencekit.New().Params.Lease; e.Params.Lease != want {
		t.Errorf("the lease is %v after setting what it was, want %v", e.Params.Lease, want)
	}
	missing, err := filepath.Abs("no such.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, unread := fencekit.Recorded("no such.csv")
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"unknown":          {e.Set("leese", "3s"), "lease"},
		"not a duration":   {e.Set("lease", "long"), `lease = "long"`},
		"missing file":     {e.Set("pause", "file(no such.csv)"), "looked for " + missing},
		"missing recorded": {unread, "looked for " + missing},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) || strings.Contains(c.err.Error(), "\n") {
			t.Errorf("%s: got error %v, want one line with %q", name, c.err, c.want)
		}
	}
}
