package frame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

// wideColumns returns so many columns of one row, named c0 and so on.
func wideColumns(n int) []frame.Column {
	cols := make([]frame.Column, n)
	for i := range cols {
		cols[i] = frame.Ints(fmt.Sprintf("c%d", i), []int64{int64(i)})
	}
	return cols
}

func TestTheOddColumnIsReported(t *testing.T) {
	cols := wideColumns(10_000)
	cols[0] = frame.Ints("c0", nil)
	_, err := frame.New(cols...)
	wantError(t, err, `frame: new: column "c0" has 0 rows, column "c1" has 1`)
	_, err = frame.New(append([]frame.Column{{Name: "zero"}}, cols...)...)
	wantError(t, err, `frame: new: column "zero" was made by no constructor`,
		`column "c0" has 0 rows, column "c1" has 1`)
}

func TestManyViolationsAreCounted(t *testing.T) {
	cols := wideColumns(10_000)
	for i := range cols {
		switch {
		case i < 2000:
			cols[i] = frame.Column{}
		case i < 4000:
			cols[i] = cols[i].WithMissing(make([]bool, 7))
		case i < 6000:
			cols[i] = frame.Ints("", []int64{1})
		case i < 8999:
			cols[i] = frame.Ints("again", []int64{1, 2})
		}
	}
	_, err := frame.New(cols...)
	lines := strings.Split(err.Error(), "\n")
	want := []string{
		`frame: new: column "" was made by no constructor`,
		`and 1,995 more columns made by no constructor`,
		`column "c2000" has 1 cells and a mask of 7`,
		`and 1,995 more masks of another length than their column`,
		`column "again" has 2 rows, column "c2000" has 1`,
		`and 2,994 more columns of another length`,
		`column 0 has no name`,
		`and 6,993 more columns without a name of their own`,
	}
	if len(lines) != 24 {
		t.Errorf("the error has %d lines, want 24:\n%v", len(lines), err)
	}
	for _, w := range want {
		if !slices.Contains(lines, w) {
			t.Errorf("the error lacks %q:\n%v", w, err)
		}
	}
	// Six are as short as five and a count.
	cols = wideColumns(20)
	for i := range 6 {
		cols[i] = frame.Ints(cols[i].Name, nil)
	}
	_, err = frame.New(cols...)
	if got := strings.Count(err.Error(), "\n"); got != 5 || strings.Contains(err.Error(), "more") {
		t.Errorf("six violations give %d line breaks, want 5:\n%v", got, err)
	}
}

// TestManyColumnsAreFound goes through the map that stands in for the search when there are many names.
func TestManyColumnsAreFound(t *testing.T) {
	f := must(t)(frame.New(wideColumns(3000)...))
	names := f.Columns()
	slices.Reverse(names)
	g := must(t)(f.Select(names...))
	if got := g.Columns(); !slices.Equal(got, names) {
		t.Errorf("select gives %d columns in another order", len(got))
	}
	rest := must(t)(f.Drop(names[:2999]...))
	if got := rest.Columns(); !slices.Equal(got, []string{"c0"}) {
		t.Errorf("drop leaves %v, want c0", got)
	}
	_, err := f.Select(append(names, names[7])...)
	wantError(t, err, `frame: select: columns 7 and 3000 are both named "c2992"`)
	_, err = f.Select(append(names, "c30000")...)
	start := `frame: select: no column "c30000", the nearest is "c300"; there are c0, c1, c2`
	if err == nil || !strings.HasPrefix(err.Error(), start) {
		t.Fatalf("got %v, want the wrong name and the nearest", err)
	}
	if !strings.HasSuffix(err.Error(), "c48, c49 and 2,950 more") || len(err.Error()) > 500 {
		t.Errorf("the list of names is not bounded: %v", err)
	}
}

func TestDropTakesRepeatedNames(t *testing.T) {
	if got := must(t)(everyKind(t).Drop("f", "f", "row")).Columns(); !slices.Equal(got, []string{"i", "s", "b", "d"}) {
		t.Errorf("got columns %v, want i, s, b, d", got)
	}
}
