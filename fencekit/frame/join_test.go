package frame_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

var everyJoin = []frame.JoinKind{frame.Inner, frame.Left, frame.Right, frame.Full, frame.Semi, frame.Anti}

// nestedLoops is the slow form of Join: it compares every left row with every right one.
func nestedLoops(t *testing.T, f, g frame.Frame, j frame.Join) [][]string {
	equal := func(a, b int) bool {
		for k := range j.On {
			c, d := columnOf(t, f, j.On[k]), columnOf(t, g, j.RightOn[k])
			if c.Missing(a) || d.Missing(b) || cellText(c, a) != cellText(d, b) {
				return false
			}
		}
		return true
	}
	var pairs [][2]int
	paired := make([]bool, g.Rows())
	for a := range f.Rows() {
		any := false
		for b := range g.Rows() {
			if equal(a, b) {
				any, paired[b] = true, true
				if j.Kind <= frame.Full {
					pairs = append(pairs, [2]int{a, b})
				}
			}
		}
		if !any && (j.Kind == frame.Left || j.Kind == frame.Full || j.Kind == frame.Anti) || any && j.Kind == frame.Semi {
			pairs = append(pairs, [2]int{a, -1})
		}
	}
	for b := range g.Rows() {
		if !paired[b] && (j.Kind == frame.Right || j.Kind == frame.Full) {
			pairs = append(pairs, [2]int{-1, b})
		}
	}
	out := [][]string{f.Columns()}
	right := slices.DeleteFunc(g.Columns(), func(name string) bool { return slices.Contains(j.RightOn, name) })
	if j.Kind > frame.Full {
		right = nil
	}
	for _, name := range right {
		if slices.Contains(f.Columns(), name) {
			name += "_right"
		}
		out[0] = append(out[0], name)
	}
	for _, p := range pairs {
		var row []string
		for _, name := range f.Columns() {
			if k := slices.Index(j.On, name); k >= 0 && p[0] < 0 {
				row = append(row, cellText(columnOf(t, g, j.RightOn[k]), p[1]))
			} else {
				row = append(row, cellText(columnOf(t, f, name), p[0]))
			}
		}
		for _, name := range right {
			row = append(row, cellText(columnOf(t, g, name), p[1]))
		}
		out = append(out, row)
	}
	return out
}

func TestJoinAgainstNestedLoops(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	kinds := []string{"f", "i", "s", "b", "d"}
	rows := map[frame.JoinKind]int{}
	for round := range 600 {
		prefix := []string{"", "r_"}[r.IntN(2)]
		f := rowNumbers(t, randomRows(t, r, r.IntN(12), "")).WithCaption("left")
		g := rowNumbers(t, randomRows(t, r, r.IntN(12), prefix))
		j := frame.Join{Kind: everyJoin[round%len(everyJoin)], MaxFactor: math.Inf(1)}
		for _, k := range r.Perm(len(kinds))[:1+r.IntN(3)] {
			j.On, j.RightOn = append(j.On, kinds[k]), append(j.RightOn, prefix+kinds[k])
		}
		want := nestedLoops(t, f, g, j)
		if prefix == "" && r.IntN(2) == 0 {
			j.RightOn = nil
		}
		got := must(t)(f.Join(g, j))
		rows[j.Kind] += got.Rows()
		if fmt.Sprint(cellsOf(t, got)) != fmt.Sprint(want) || got.Caption() != "left" {
			t.Fatalf("%v join on %v, %v of\n%sand\n%sgot\n%swant\n%v", j.Kind, j.On, j.RightOn, f, g, got, want)
		}
	}
	for _, kind := range everyJoin {
		if rows[kind] < 100 {
			t.Errorf("the %v joins have %d rows in all: nothing was compared", kind, rows[kind])
		}
	}
}

// TestNestedLoopsFindBrokenJoins shows that the comparison would see a join that lets missing keys match, one that
// drops the rows without a pair and one that loses the order.
func TestNestedLoopsFindBrokenJoins(t *testing.T) {
	f := must(t)(frame.New(frame.Ints("k", []int64{1, 2, 0}).WithMissing([]bool{false, false, true}),
		frame.Ints("a", []int64{1, 2, 3})))
	g := must(t)(frame.New(frame.Ints("k", []int64{1, 0}).WithMissing([]bool{false, true}),
		frame.Ints("b", []int64{8, 9})))
	j := frame.Join{On: []string{"k"}, RightOn: []string{"k"}, Kind: frame.Left}
	want := fmt.Sprint(nestedLoops(t, f, g, j))
	filledLeft, filledRight := must(t)(frame.Fill(f, int64(-1), "k")), must(t)(frame.Fill(g, int64(-1), "k"))
	turned := must(t)(must(t)(f.Take(2, 1, 0)).Join(g, j))
	inner := must(t)(f.Join(g, frame.Join{On: j.On}))
	for i, broken := range []frame.Frame{must(t)(filledLeft.Join(filledRight, j)), inner, turned} {
		if fmt.Sprint(cellsOf(t, broken)) == want {
			t.Errorf("broken join %d looks right:\n%s", i, broken)
		}
	}
	if got := must(t)(f.Join(g, j)); fmt.Sprint(cellsOf(t, got)) != want {
		t.Errorf("got\n%swant %s", got, want)
	}
}

func TestJoinCarriesMeta(t *testing.T) {
	ms := func(meaning string) frame.Meta { return frame.Meta{Unit: "ms", Meaning: meaning} }
	column := func(name, meaning string) frame.Column { return frame.Ints(name, []int64{1}).WithMeta(ms(meaning)) }
	f := must(t)(frame.New(column("k", "left key"), column("v", "left")))
	g := must(t)(frame.New(column("v", "right"), column("k", "right key")))
	got := must(t)(f.Join(g, frame.Join{On: []string{"k"}, Kind: frame.Full, Suffix: "_of_g"}))
	for name, want := range map[string]string{"k": "left key", "v": "left", "v_of_g": "right"} {
		if m := columnOf(t, got, name).Meta; m != ms(want) {
			t.Errorf("column %s has Meta %v, want %v", name, m, ms(want))
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	f := everyKind(t)
	g := must(t)(must(t)(f.Select("i", "s", "row")).Rename("row", "rank"))
	join := func(g frame.Frame, j frame.Join) error { _, err := f.Join(g, j); return err }
	wantError(t, join(g, frame.Join{}), "frame: join: no key column is named in On; both frames have i, s")
	other := must(t)(frame.New(frame.Ints("z", nil)))
	wantError(t, join(other, frame.Join{}),
		"frame: join: no key column is named in On, and the frames have no name in common")
	wide := must(t)(frame.New(wideColumns(30)...))
	_, err := wide.Join(wide, frame.Join{})
	wantError(t, err, "frame: join: no key column is named in On; the frames have 30 names in common")
	wantError(t, join(g, frame.Join{On: []string{"roww"}, RightOn: []string{"rank", "rank"}}),
		`frame: join: left frame: no column "roww", the nearest is "row"; there are f, i, s, b, d, row`,
		`right frame: column "rank" is named twice`, "1 name in On and 2 in RightOn")
	wantError(t, join(g, frame.Join{On: []string{"f", "s"}, RightOn: []string{"i", "s"}}),
		`frame: join: key "f" of the left frame holds float64 and "i" of the right one int64; Convert makes them one kind`)
	wantError(t, join(g, frame.Join{On: []string{"i"}, Kind: 6, Expect: 4, MaxFactor: -1}),
		"frame: join: the kind of join is 6; there are inner, left, right, full, semi, anti",
		"the relation expected is 4; there are many to many, one to one, one to many, many to one",
		"the limit MaxFactor is -1, which is not above 0")
	wantError(t, join(g, frame.Join{On: []string{"i"}, MaxFactor: math.NaN()}),
		"frame: join: the limit MaxFactor is NaN, which is not above 0")
	clash := must(t)(g.Rename("rank", "s_right"))
	wantError(t, join(clash, frame.Join{On: []string{"i"}}),
		`frame: join: with suffix "_right": columns 6 and 7 are both named "s_right"`)
}

func TestJoinThatExplodes(t *testing.T) {
	label := slices.Repeat([]string{"lock"}, 900)
	f := must(t)(frame.New(frame.Strings("lease", append([]string{"rare"}, label...)),
		frame.Ints("seed", make([]int64, 901))))
	g := must(t)(frame.New(frame.Strings("kind", label[:90])))
	j := frame.Join{On: []string{"lease"}, RightOn: []string{"kind"}}
	_, err := f.Join(g, j)
	wantError(t, err, `frame: join: 901 left rows and 90 right rows would make 81,000 rows, 89.9 times the longer frame; `+
		`the limit is 10 times: lease="lock" stands in 900 left rows and 90 right rows; `+
		`join on more columns, or raise MaxFactor`)
	j.MaxFactor = 89
	if _, err = f.Join(g, j); err == nil || !strings.Contains(err.Error(), "the limit is 89 times") {
		t.Errorf("got %v, want the limit of 89", err)
	}
	for _, factor := range []float64{90, math.Inf(1)} {
		j.MaxFactor = factor
		if got := must(t)(f.Join(g, j)); got.Rows() != 81_000 {
			t.Errorf("factor %v gives %d rows, want 81,000", factor, got.Rows())
		}
	}
	j.Kind, j.MaxFactor = frame.Semi, 0
	if got := must(t)(f.Join(g, j)); got.Rows() != 900 {
		t.Errorf("a semi join has %d rows, want 900", got.Rows())
	}
	// Exactly ten times is allowed.
	ten := must(t)(frame.New(frame.Strings("lease", label[:10])))
	if got := must(t)(ten.Join(ten, frame.Join{On: []string{"lease"}})); got.Rows() != 100 {
		t.Errorf("ten times ten gives %d rows, want 100", got.Rows())
	}
}

func TestJoinBeyondWhatCanBeNumbered(t *testing.T) {
	f := must(t)(frame.New(frame.Bools("same", make([]bool, 1<<16))))
	_, err := f.Join(f, frame.Join{On: []string{"same"}, MaxFactor: math.Inf(1)})
	wantError(t, err, `frame: join: 65,536 left rows and 65,536 right rows would make 4,294,967,296 rows, `+
		`65,536 times the longer frame; the limit is 2,147,483,647 rows: same=false stands in 65,536 left rows and `+
		`65,536 right rows; join on more columns`)
}

func TestJoinRelations(t *testing.T) {
	of := func(keys ...int64) frame.Frame {
		mask := make([]bool, len(keys))
		for i, k := range keys {
			mask[i] = k < 0
		}
		return must(t)(frame.New(frame.Ints("k", keys).WithMissing(mask)))
	}
	left, right := `k=7 stands in 2 left rows`, `k=7 stands in 3 right rows`
	for _, c := range []struct {
		f, g   frame.Frame
		expect frame.Relation
		want   string
	}{
		{of(7, 7), of(7, 7, 7), frame.ManyToMany, ""},
		{of(7, 7), of(7, 7, 7), frame.OneToOne, "one to one is expected: " + left + "\n" + right},
		{of(7, 7), of(7, 7, 7), frame.OneToMany, "one to many is expected: " + left},
		{of(7, 7), of(7, 7, 7), frame.ManyToOne, "many to one is expected: " + right},
		{of(7, 7, 8), of(7, 9), frame.ManyToOne, ""},
		{of(7, 8), of(7, 7, 9), frame.OneToMany, ""},
		{of(7, 8), of(9, 7), frame.OneToOne, ""},
		{of(-1, -1), of(-1, -1), frame.OneToOne, ""},                         // missing keys do not count
		{of(7, 7), of(1), frame.OneToOne, "one to one is expected: " + left}, // whether there is a pair or not
	} {
		_, err := c.f.Join(c.g, frame.Join{On: []string{"k"}, Expect: c.expect})
		if c.want != "" {
			wantError(t, err, "frame: join: "+c.want)
		} else if err != nil {
			t.Errorf("%v: got %v, want none", c.expect, err)
		}
	}
	var keys []int64
	for k := range int64(100) {
		keys = append(keys, k, k)
	}
	_, err := of(keys...).Join(of(1), frame.Join{On: []string{"k"}, Expect: frame.OneToOne})
	if err == nil || !strings.HasSuffix(err.Error(), "k=4 stands in 2 left rows\nand 95 more keys that are repeated") {
		t.Errorf("got %v, want five keys and a count", err)
	}
}

func TestNamesOfJoins(t *testing.T) {
	got := fmt.Sprint(everyJoin, frame.JoinKind(6), frame.ManyToMany, frame.OneToOne, frame.OneToMany, frame.ManyToOne,
		frame.Relation(4))
	want := "[inner left right full semi anti] kind of join(6) many to many one to one one to many many to one relation(4)"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
