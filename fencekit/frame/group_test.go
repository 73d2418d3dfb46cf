package frame_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
)

func TestGroupByRefuses(t *testing.T) {
	f := everyKind(t)
	cases := []struct {
		name string
		keys []string
		want string
	}{
		{"no key", nil, "frame: group by: no column is named"},
		{"a key twice", []string{"s", "i", "s"}, `frame: group by: column "s" is named twice`},
		{"all at once", []string{"si", "s", "s", "ro"}, "frame: group by: " +
			`no column "si", the nearest is "i"` + "\n" + `no column "ro", the nearest is "row"; there are f, i, s, b, d, row` +
			"\n" + `column "s" is named twice`},
	}
	for _, c := range cases {
		if _, err := f.GroupBy(c.keys...); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := (frame.Frame{}).GroupBy("a"); err == nil || !strings.Contains(err.Error(), "the frame has no columns") {
		t.Errorf("the zero frame: got %v, want that it has no columns", err)
	}
}

// TestGroupsOfEveryKind: by any kind of column, a missing key is a key of its own.
func TestGroupsOfEveryKind(t *testing.T) {
	f := must(t)(everyKind(t).WithMeta("s", frame.Meta{Meaning: "letters"})).WithCaption("Four rows.")
	for _, key := range []string{"f", "i", "s", "b", "d"} {
		g, err := f.GroupBy(key)
		if err != nil {
			t.Fatal(err)
		}
		out := must(t)(g.Summarise(frame.Count(), frame.Func("rows", "row", func(v []int64) string { return fmt.Sprint(v) })))
		rows, err := frame.Col[string](out, "rows")
		want := []string{"[0]", "[1 3]", "[2]"}
		if err != nil || !slices.Equal(rows, want) || !column(t, out, key).Missing(0) {
			t.Errorf("by %s: rows %v (%v), want %v, the first with a missing key", key, rows, err, want)
		}
		if column(t, out, key).Meta != column(t, f, key).Meta || out.Caption() != "" || g.Keys().Caption() != "" {
			t.Errorf("by %s: the key lost its meaning, or the caption of all rows came along", key)
		}
		if g.Frame(1).Caption() != f.Caption() {
			t.Errorf("by %s: caption of a group is %q, want that of the frame", key, g.Frame(1).Caption())
		}
	}
}

func TestAllStopsWhenAsked(t *testing.T) {
	g, err := everyKind(t).GroupBy("row")
	if err != nil {
		t.Fatal(err)
	}
	var seen []int
	for i, group := range g.All() {
		seen = append(seen, i)
		if rows, err := frame.Col[int64](group, "row"); err != nil || rows[0] != int64(i) {
			t.Errorf("group %d has rows %v (%v)", i, rows, err)
		}
		if i == 1 {
			break
		}
	}
	if !slices.Equal(seen, []int{0, 1}) || g.Len() != 4 {
		t.Errorf("saw groups %v of %d, want 0 and 1 of 4", seen, g.Len())
	}
}

func TestApply(t *testing.T) {
	f := must(t)(frame.New(
		frame.Strings("k", []string{"a", "b", "a", "b", "c", "b"}).
			WithMissing([]bool{false, false, false, false, true, false}),
		frame.Floats("x", []float64{1, 2, 3, 4, 5, 6}),
	)).WithCaption("Six rows.")
	g, err := f.GroupBy("k")
	if err != nil {
		t.Fatal(err)
	}
	small := func(group frame.Frame) (frame.Frame, error) { return group.Select("x") }
	cases := []struct {
		name     string
		function func(frame.Frame) (frame.Frame, error)
		want     string
	}{
		{"with keys", func(group frame.Frame) (frame.Frame, error) { return group.Tail(1), nil }, "a 3\nb 6\n- 5"},
		{"without keys", small, "a 1\na 3\nb 2\nb 4\nb 6\n- 5"},
		{"keys elsewhere", func(group frame.Frame) (frame.Frame, error) { return group.Head(1).Select("x", "k") },
			"a 1\nb 2\n- 5"},
		{"no rows", func(group frame.Frame) (frame.Frame, error) { return group.Head(0), nil }, ""},
		{"nothing for some", func(group frame.Frame) (frame.Frame, error) {
			if group.Rows() < 3 {
				return frame.Frame{}, nil
			}
			return group.Summarise(frame.Sum("x"))
		}, "b 12"},
	}
	for _, c := range cases {
		out := must(t)(g.Apply(c.function))
		got := exactRows(t, out)
		if got != c.want || out.Columns()[0] != "k" || len(out.Columns()) != 2 || out.Caption() != "" {
			t.Errorf("%s: got %v\n%s\nwant\n%s", c.name, out.Columns(), got, c.want)
		}
	}
	none := must(t)(g.Apply(func(frame.Frame) (frame.Frame, error) { return frame.Frame{}, nil }))
	if got := kinds(t, none); got != "k string" || none.Rows() != 0 {
		t.Errorf("nothing for any: got %s with %d rows, want the key without rows", got, none.Rows())
	}
}

func TestApplyRefuses(t *testing.T) {
	f := must(t)(frame.New(
		frame.Strings("k", []string{"a", "b"}).WithMissing([]bool{false, true}), frame.Ints("n", []int64{4, 4}),
		frame.Floats("x", []float64{1, 2})))
	g, err := f.GroupBy("k", "n")
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	cases := []struct {
		name     string
		function func(frame.Frame) (frame.Frame, error)
		want     string
	}{
		{"no function", nil, "frame: apply: the function is nil"},
		{"an error", func(group frame.Frame) (frame.Frame, error) {
			if x, err := frame.Col[float64](group, "x"); err != nil || x[0] == 2 {
				return frame.Frame{}, broken
			}
			return group, nil
		}, "frame: apply: group 1 (k missing, n 4): broken"},
		{"another key", func(group frame.Frame) (frame.Frame, error) {
			return group.With(frame.Ints("n", []int64{5}))
		}, `frame: apply: group 0 (k a, n 4): column "n" of the result does not hold the key of the group`},
		{"a key of another kind", func(group frame.Frame) (frame.Frame, error) {
			return group.With(frame.Durations("n", []time.Duration{4}))
		}, `frame: apply: group 0 (k a, n 4): column "n" of the result does not hold the key of the group`},
		{"other columns", func(group frame.Frame) (frame.Frame, error) {
			x, err := frame.Col[float64](group, "x")
			if err != nil || x[0] == 1 {
				return group, err
			}
			return group.Rename("x", "y")
		}, `frame: apply: frame: concat: frame 1 has no column "x", which frame 0 has; Rename, With or Drop makes them agree
frame 1 has column "y", which frame 0 has not; Rename, With or Drop makes them agree`},
	}
	for _, c := range cases {
		if _, err := g.Apply(c.function); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	_, err = g.Apply(func(frame.Frame) (frame.Frame, error) { return frame.Frame{}, broken })
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want an error that wraps the function's", err)
	}
}

// TestApplyOfManyGroups: a hundred thousand results are put together in one go, which joining them one by one would
// not.
func TestApplyOfManyGroups(t *testing.T) {
	const n = 100_000
	keys := make([]int64, n)
	for i := range keys {
		keys[i] = int64(i * 7919 % n)
	}
	g, err := must(t)(frame.New(frame.Ints("k", keys))).GroupBy("k")
	if err != nil {
		t.Fatal(err)
	}
	out := must(t)(g.Apply(func(group frame.Frame) (frame.Frame, error) { return group, nil }))
	if got, err := frame.Col[int64](out, "k"); err != nil || !slices.Equal(got, keys) {
		t.Errorf("%d rows (%v) are not those that were given", len(got), err)
	}
}

func TestValueCounts(t *testing.T) {
	f := must(t)(frame.New(
		frame.Strings("fate", []string{"refused", "applied", "", "applied", "", "", "aborted", "refused"}).
			WithMissing([]bool{false, false, true, false, false, true, false, false}).
			WithMeta(frame.Meta{Meaning: "what became of it"}),
		frame.Bools("live", []bool{true, true, true, true, true, true, false, false}),
	)).WithCaption("Eight writes.")
	cases := []struct {
		name  string
		names []string
		want  string
	}{
		{"one column", []string{"fate"}, "refused 2 0.25\napplied 2 0.25\n- 2 0.25\n 1 0.125\naborted 1 0.125"},
		{"two columns", []string{"live", "fate"},
			"true applied 2 0.25\ntrue - 2 0.25\ntrue refused 1 0.125\n" +
				"true  1 0.125\nfalse aborted 1 0.125\nfalse refused 1 0.125"},
		{"all columns", nil,
			"applied true 2 0.25\n- true 2 0.25\nrefused true 1 0.125\n" +
				" true 1 0.125\naborted false 1 0.125\nrefused false 1 0.125"},
	}
	for _, c := range cases {
		out := must(t)(f.ValueCounts(c.names...))
		if got := exactRows(t, out); got != c.want || out.Caption() != "" {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		if got := column(t, out, "fate").Meta.Meaning; got != "what became of it" {
			t.Errorf("%s: the meaning of the key is %q, want that of the column", c.name, got)
		}
	}
	if out := must(t)(f.Head(0).ValueCounts()); kinds(t, out) != "fate string, live bool, count int64, share float64" {
		t.Errorf("no rows: got %s", kinds(t, out))
	}
	taken := must(t)(frame.New(frame.Ints("count", []int64{1})))
	for want, names := range map[string][]string{
		`no column "fats"`: {"fats"}, `column "live" is named twice`: {"live", "live"},
	} {
		if _, err := f.ValueCounts(names...); err == nil || !strings.HasPrefix(err.Error(), "frame: value counts: "+want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := taken.ValueCounts(); err == nil || !strings.Contains(err.Error(), `both named "count"`) {
		t.Errorf("a column called count: got %v, want an error", err)
	}
	if _, err := (frame.Frame{}).ValueCounts(); err == nil || err.Error() != "frame: value counts: no column is named" {
		t.Errorf("the zero frame: got %v, want an error", err)
	}
}

func TestDescribe(t *testing.T) {
	f := must(t)(frame.New(
		frame.Strings("s", []string{"a", "b", "c", "d", "e"}),
		frame.Floats("x", []float64{4, math.NaN(), 1, 2, 3}).WithMeta(frame.Meta{Unit: "s"}),
		frame.Ints("i", []int64{7, 7, 7, 7, 7}),
		frame.Durations("d", []time.Duration{1.5e6, 5e5, 1e6, 2e6, 2.5e6}).WithMeta(frame.Meta{Unit: "of time"}),
		frame.Bools("b", []bool{true, false, false, false, false}),
		frame.Ints("none", make([]int64, 5)).WithMissing([]bool{true, true, true, true, true}),
	)).WithCaption("Five rows.")
	want := []string{
		"x s 4 1 2.5 1.2909944487358056 1 1.75 2.5 3.25 4",
		"i  5 0 7 0 7 7 7 7 7",
		"d ms 5 0 1.5 0.7905694150420949 0.5 1 1.5 2 2.5",
		"b share 5 0 0.2 0.447213595499958 0 0 0 0 1",
		"none  0 5 - - - - - - -",
	}
	out := must(t)(f.Describe())
	if got := exactRows(t, out); got != strings.Join(want, "\n") || out.Caption() != "" {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	// The digits are those of each cell: the rows have different units.
	row := "d ms 5 0 1.5 0.7906 0.5 1 1.5 2 2.5"
	if got := strings.Join(strings.Fields(strings.Split(out.String(), "\n")[3]), " "); got != row {
		t.Errorf("for reading: got %s, want %s", got, row)
	}
	sorted := must(t)(must(t)(out.Sort(frame.Desc("column"))).Select("mean", "sd"))
	for _, format := range frame.Formats() {
		text, err := sorted.Bytes(format)
		exact := format == "csv" || format == "json"
		if err != nil || strings.Contains(string(text), "1.291") == exact || strings.Contains(string(text), "7.00") {
			t.Errorf("%s: %v, and the digits are not those of each cell:\n%s", format, err, text)
		}
	}
	plain := must(t)(frame.New(frame.Floats("mean", []float64{2.5, 7, 1.5, 0.2, math.NaN()})))
	wantFrame(t, must(t)(must(t)(out.Select("mean")).WithMeta("mean", frame.Meta{})), plain)
	names := "column string, unit string, count int64, missing int64, mean float64, sd float64, min float64, " +
		"p25 float64, median float64, p75 float64, max float64"
	if got := kinds(t, out); got != names {
		t.Errorf("got %s, want %s", got, names)
	}
	if got := exactRows(t, must(t)(f.Describe("d", "x"))); got != want[2]+"\n"+want[0] {
		t.Errorf("by name: got\n%s\nwant those two", got)
	}
	if got := must(t)(must(t)(f.Select("s")).Describe()); got.Rows() != 0 || kinds(t, got) != names {
		t.Errorf("of strings: got %v, want no row", got)
	}
	_, err := f.Describe("s", "x", "x", "y")
	for _, want := range []string{"frame: describe: ", `column "x" is named twice`, `no column "y"`,
		`column "s" holds string, not float64, int64, time.Duration or bool`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	if _, err := (frame.Frame{}).Describe("x"); err == nil {
		t.Error("a column of the zero frame can be described")
	}
}

func TestInfo(t *testing.T) {
	f := must(t)(everyKind(t).WithMeta("f", frame.Meta{Unit: "ms", Meaning: "a wait", Method: "by hand"}))
	out := f.Info()
	want := "f float64 3 1 ms a wait by hand\ni int64 3 1   \ns string 3 1   \nb bool 3 1   \n" +
		"d time.Duration 3 1   \nrow int64 4 0   "
	if got := exactRows(t, out); got != want || out.Caption() != "4 rows x 6 columns" {
		t.Errorf("got %s\n%s\nwant\n%s", out.Caption(), got, want)
	}
	if got := must(t)(f.Head(1).Select("row")).Info().Caption(); got != "1 row x 1 column" {
		t.Errorf("one cell: got %s", got)
	}
	if got := (frame.Frame{}).Info(); got.Rows() != 0 || got.Caption() != "0 rows x 0 columns" || len(got.Columns()) != 7 {
		t.Errorf("the zero frame: got %v", got)
	}
}
