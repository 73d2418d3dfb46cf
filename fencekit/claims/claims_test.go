package claims

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fence/data"
	"fence/fencekit/lease"
)

func published118(t *testing.T) []Row {
	t.Helper()
	rows, err := ReadRows(data.Claims)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestEveryClaimHasOneCheck holds the table of checks to the file: a check for every claim, one each, and none without a
// claim.
func TestEveryClaimHasOneCheck(t *testing.T) {
	rows := published118(t)
	var want, got []string
	for _, r := range rows {
		want = append(want, r.ID)
	}
	for _, e := range checks() {
		got = append(got, e.id)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("ids of checks: got %q, want %q", got, want)
	}
	if len(rows) != 118 {
		t.Errorf("claims: got %d, want 118", len(rows))
	}
}

func TestEverySampledClaimHasAnInterval(t *testing.T) {
	intervals, err := ReadIntervals(data.Intervals)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, r := range published118(t) {
		if r.Relation == inside {
			want = append(want, r.ID)
			if r.Kind != sampled {
				t.Errorf("%s: kind %s, want %s", r.ID, r.Kind, sampled)
			}
		}
	}
	var got, of []string
	for i, v := range intervals {
		got = append(got, v.ID)
		if i < len(figures) {
			of = append(of, figures[i].id)
			if v.BlockTrials != figures[i].trials || v.Blocks != intervalBlocks || !(v.Low <= v.Mean && v.Mean <= v.High) {
				t.Errorf("%s: got %+v, want %d blocks of %d trials around the mean", v.ID, v, intervalBlocks, figures[i].trials)
			}
		}
	}
	if !slices.Equal(got, of) {
		t.Errorf("stored intervals: got %q, want %q", got, of)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(want) != 26 {
		t.Errorf("sampled claims: got %d %q, want 26 %q", len(got), got, want)
	}
}

func TestTheEngineHoldsEveryClaim(t *testing.T) {
	var done []int
	results, err := Check(t.Context(), Options{Progress: func(n, total int) { done = append(done, n*1000+total) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Verdict != Holds {
			t.Error(r)
		}
		if r.Ours == "" || math.IsNaN(r.Low) != (r.Relation != inside) {
			t.Errorf("%s: ours %q, interval [%v, %v]", r.ID, r.Ours, r.Low, r.High)
		}
	}
	if got, want := Summary(results), "claims: 118 hold, 0 fail"; got != want {
		t.Errorf("summary: got %q, want %q", got, want)
	}
	if len(done) != 118 || done[0] != 1118 || done[117] != 118118 {
		t.Errorf("progress: got %d calls, %v", len(done), done)
	}
}

// TestStructuralClaimsHoldForOtherSeeds checks the claims that must not depend on the seed at seeds of their own.
func TestStructuralClaimsHoldForOtherSeeds(t *testing.T) {
	var ids []string
	for _, r := range published118(t) {
		if r.Relation != inside {
			ids = append(ids, r.ID)
		}
	}
	n := uint64(6)
	switch {
	case testing.Short():
		n = 1
	case os.Getenv("FENCE_LONG") != "":
		n = 60
	}
	for k := range n {
		results, err := Check(t.Context(), Options{Seed: 300_000_001 + 20_000*k, Only: ids})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if r.Verdict != Holds {
				t.Errorf("seed %d: %v", 300_000_001+20_000*k, r)
			}
		}
	}
}

func TestResultsDoNotDependOnWorkers(t *testing.T) {
	var first []Result
	for _, workers := range []int{1, 2, 5} {
		results, err := Check(t.Context(), Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = results
		}
		if got, want := fmt.Sprint(results), fmt.Sprint(first); got != want {
			t.Errorf("%d workers: got %s, want %s", workers, got, want)
		}
	}
}

// TestAlteredFiguresAreCaught alters one cell of the file at a time: each claim depends on the figure that it is
// about, even where the engine is right.
func TestAlteredFiguresAreCaught(t *testing.T) {
	rows, err := Rows()
	if err != nil {
		t.Fatal(err)
	}
	intervals, err := ReadIntervals(data.Intervals)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		altered := slices.Clone(rows)
		switch r.Relation {
		case inside:
			at := slices.IndexFunc(intervals, func(v Interval) bool { return v.ID == r.ID })
			altered[i].Published = fmt.Sprint(intervals[at].High + 1)
		case "identical", "<=", "< lease":
			altered[i].Published = "unlike"
		case "ordered":
			altered[i].Published = "1004 > 50 > 0"
		case "> 0":
			altered[i].Published = "0"
		default:
			altered[i].Published = "1" + r.Published
		}
		results, err := checkRows(t.Context(), Options{Only: []string{r.ID}}, altered, intervals)
		if err != nil {
			t.Fatal(err)
		}
		if results[0].Verdict != Fails || results[0].Reason == "" {
			t.Errorf("published %q for %q: got %v, want a failure", altered[i].Published, r.Published, results[0])
		}
	}
}

// TestAlteredIntervalsAreCaught moves each interval so that it holds the published figure and its mean is not the
// engine's: the engine at hand has to agree with it too. Without any interval the claim fails as well.
func TestAlteredIntervalsAreCaught(t *testing.T) {
	rows, err := Rows()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Relation != inside {
			continue
		}
		results, err := checkRows(t.Context(), Options{Only: []string{r.ID}}, rows, nil)
		if err != nil || results[0].Verdict != Fails {
			t.Errorf("%s without an interval: got %v, %v, want a failure", r.ID, results, err)
		}
		var published float64
		if _, err := fmt.Sscan(r.Published, &published); err != nil {
			t.Fatal(err)
		}
		if r.ID == "margin.2500.destroyed" {
			continue // its median is the published figure
		}
		narrow := Interval{ID: r.ID, Low: published, High: published}
		results, err = checkRows(t.Context(), Options{Only: []string{r.ID}}, rows, []Interval{narrow})
		const reason = "does not agree with its stored intervals"
		if err != nil || results[0].Verdict != Fails || !strings.Contains(results[0].Reason, reason) {
			t.Errorf("%s with only %s: got %v, %v, want a failure of the engine", r.ID, r.Published, results, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	cases := []struct {
		name string
		o    Options
		want string
	}{
		{"an unknown id", Options{Only: []string{"all.arived"}}, `claims: only "all.arived": there is no such claim`},
		{"a seed too large", Options{Seed: math.MaxUint64 - 10}, "claims: seed = 18446744073709551605: seed + 30000 trials"},
		{"negative workers", Options{Workers: -1}, "claims: workers = -1: must not be negative"},
	}
	for _, c := range cases {
		results, err := Check(t.Context(), c.o)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || results != nil {
			t.Errorf("%s: got %v, %v, want %q", c.name, results, err, c.want)
		}
	}
	for _, blocks := range []int{-1, 1, 1998, 1_000_001} {
		if _, err := Intervals(t.Context(), Options{Blocks: blocks}); err == nil ||
			!strings.Contains(err.Error(), fmt.Sprintf("blocks = %d: must be within [1999, 1000000]", blocks)) {
			t.Errorf("%d blocks: got %v, want an error", blocks, err)
		}
	}
	if _, err := Intervals(t.Context(), Options{Seed: math.MaxUint64 - 1000}); err == nil {
		t.Error("intervals: a seed without room is taken")
	}
}

// TestCancelled stops a check after its third claim, and one before it begins.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	results, err := Check(ctx, Options{Progress: func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || len(results) < 3 || len(results) > 10 {
		t.Errorf("got %d results, %v, want the first few and %v", len(results), err, context.Canceled)
	}
	for _, r := range results {
		if r.Verdict != Holds {
			t.Errorf("checked before the end: %v", r)
		}
	}
	for _, id := range []string{"control.drawn_once", "all.arrived", "margin.monotonic"} {
		if results, err = Check(ctx, Options{Only: []string{id}}); !errors.Is(err, context.Canceled) || len(results) != 0 {
			t.Errorf("%s: got %v, %v, want %v", id, results, err, context.Canceled)
		}
	}
	if _, err := Intervals(ctx, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("intervals: got %v, want %v", err, context.Canceled)
	}
}

// TestStoredIntervals holds the stored intervals to the engine: computed again, they have the same digits. In short mode
// the means of a few blocks must be those stored, within five standard errors of theirs.
func TestStoredIntervals(t *testing.T) {
	stored, err := ReadIntervals(data.Intervals)
	if err != nil {
		t.Fatal(err)
	}
	if !testing.Short() {
		computed, err := Intervals(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range computed {
			computed[i].Version = stored[i].Version // a new program may well give the old intervals
		}
		if !slices.Equal(computed, stored) {
			t.Errorf("computed again: got %v, want %v", computed, stored)
		}
		return
	}
	const n = 6
	values, err := blockFigures(t.Context(), Options{Seed: 77_000_001, Blocks: n})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range stored {
		sum := 0.0
		for _, x := range values[i] {
			sum += x
		}
		if mean := sum / n; math.Abs(mean-v.Mean) > 5*v.SD/math.Sqrt(n) {
			t.Errorf("%s: mean of %d blocks %v is not the stored %v, standard deviation %v", v.ID, n, mean, v.Mean, v.SD)
		}
	}
}

// TestBlocksAreWhatChecksMeasure holds the figures of a block to those of a check at the same seed, whichever worker
// ran the block and whatever it ran before.
func TestBlocksAreWhatChecksMeasure(t *testing.T) {
	const n = 10
	var first [][]float64
	for _, workers := range []int{1, 3} {
		values, err := blockFigures(t.Context(), Options{Seed: 1, Blocks: n, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = values
		}
		for i := range values {
			if !slices.Equal(values[i], first[i]) {
				t.Errorf("%s: %d workers: got %v, want %v", figures[i].id, workers, values[i], first[i])
			}
		}
	}
	for b := range uint64(n) {
		c := newChecker(t.Context(), Options{Seed: 1 + b*block}, nil, nil)
		for i := range figures {
			if got, want := first[i][b], figures[i].measure(c).value; got != want || c.err != nil {
				t.Errorf("%s, block %d: got %v, want %v, %v", figures[i].id, b, got, want, c.err)
			}
		}
	}
}

// TestIntervalOf checks the ranks on values whose order statistics are known.
func TestIntervalOf(t *testing.T) {
	for _, c := range []struct{ blocks, want int }{
		{1998, 0}, {1999, 1}, {3998, 1}, {3999, 2}, {4000, 2}, {5999, 3}, {1_000_000, 500},
	} {
		if got := rank(c.blocks); got != c.want {
			t.Errorf("rank(%d): got %d, want %d", c.blocks, got, c.want)
		}
		if c.want > 0 && float64(c.blocks+1-2*c.want)/float64(c.blocks+1) < 0.999 {
			t.Errorf("rank(%d) = %d leaves less than 99.9 %% between", c.blocks, c.want)
		}
		if more := c.want + 1; float64(c.blocks+1-2*more)/float64(c.blocks+1) >= 0.999 {
			t.Errorf("rank(%d) = %d: %d would do", c.blocks, c.want, more)
		}
	}
	values := make([]float64, 4000)
	for i := range values {
		values[i] = float64((i*1237 + 5) % 4000) // 0 … 3999 in some order
	}
	v, err := intervalOf(values)
	if err != nil || v.Low != 1 || v.High != 3998 || v.Mean != 1999.5 || math.Abs(v.SD-1154.8448) > 1e-3 || v.Blocks != 4000 {
		t.Errorf("got %+v, %v, want 1 … 3998 around 1999.5", v, err)
	}
	for i := range values {
		values[i] = float64(i / 3000) // ties: 3,000 zeros and 1,000 ones
	}
	if v, err = intervalOf(values); err != nil || v.Low != 0 || v.High != 1 {
		t.Errorf("ties: got %+v, %v, want 0 … 1", v, err)
	}
	values[7] = math.Inf(1)
	if v, err = intervalOf(values); err != nil || v.High != 1 || !math.IsInf(values[3999], 1) {
		t.Errorf("one beyond every bound: got %+v, %v, want 0 … 1", v, err)
	}
	values[9] = math.NaN()
	if _, err = intervalOf(values); err == nil {
		t.Error("nothing over nothing: got no error")
	}
	if ratio(3, 0) != math.Inf(1) || !math.IsNaN(ratio(0, 0)) || ratio(3, 2) != 1.5 {
		t.Error("ratio: something over nothing is beyond every bound, nothing over nothing is not a number")
	}
}

func TestIntervalsRoundTrip(t *testing.T) {
	want := []Interval{
		{ID: "a", Low: 1.0 / 3, High: 1e21, Blocks: 4000, BlockTrials: 150, Mean: 0.1, SD: 5e-324, Version: "fence, old"},
		{ID: "b", Low: -2, High: math.Inf(1), Blocks: 1999, BlockTrials: 80, Mean: math.Inf(1), SD: 0, Version: ""},
	}
	var b bytes.Buffer
	if err := WriteIntervals(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := ReadIntervals(b.Bytes())
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if err := WriteIntervals(full{}, want); err == nil || !strings.HasPrefix(err.Error(), "claims: write intervals: ") {
		t.Errorf("a full disk: got %v, want an error", err)
	}
}

// full is a writer that has no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestReadErrors(t *testing.T) {
	const head = "id,run,posture,figure,relation,published,kind\n"
	for _, c := range []struct{ text, want string }{
		{"", "claims: read claims: no header; it must name id, run"},
		{"id,run\n", `claims: read claims: line 1: no column "posture"`},
		{head + "a,r,p,f,= 0,0,guess\n", `claims: read claims: line 2: kind "guess" of a: must be structural, sampled or exact`},
		{head + "a,r,p,\"f\nf\",= 0,0,exact\na,r,p,f,= 0,0,exact\n",
			`claims: read claims: line 4: id "a" stands in line 2 already`},
		{head + "a,r,p,f,,0,exact\n", `claims: read claims: line 2: id "a", relation "", published "0": must not be empty`},
		{head + "a,r\n", "claims: read claims: record on line 2: wrong number of fields"},
		{"\"", "claims: read claims: "},
	} {
		if rows, err := ReadRows([]byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, %v, want %q", c.text, rows, err, c.want)
		}
	}
	const columns = "id,low,high,blocks,block_trials,mean,sd,version\n"
	for _, c := range []struct{ text, want string }{
		{columns + "a,NaN,2,4000,150,1,1,v\n", `claims: read intervals: line 2: low "NaN" of a: must be a number`},
		{columns + "a,1,x,4000,150,1,1,v\n", `claims: read intervals: line 2: high "x" of a: must be a number`},
		{columns + "a,1,2,0,150,1,1,v\n", `claims: read intervals: line 2: blocks "0" of a: must be a whole number above 0`},
		{columns + "a,3,2,4000,150,1,1,v\n", "claims: read intervals: line 2: low 3 of a is above high 2"},
		{columns + "a,1,2,1,1,1,1,v\na,1,2,1,1,1,1,v\n", `claims: read intervals: line 3: id "a" stands in line 2 already`},
	} {
		if v, err := ReadIntervals([]byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, %v, want %q", c.text, v, err, c.want)
		}
	}
}

// TestRelations holds every relation to one figure that it takes and one that it does not.
func TestRelations(t *testing.T) {
	of := func(x float64) measured { return measured{value: x} }
	cases := []struct {
		relation, published string
		good, bad           measured
	}{
		{"= 0", "0", of(0), of(1)},
		{"= 3", "3", of(3), of(2)},
		{"= 1 refused", "1", of(1), of(0)},
		{"= 1/6", "0.1667", of(1.0 / 6), of(0.1667)},
		{"= 1/6", "0.1667", of(1.0 / 6), of(1.0 / 5)},
		{"=", "98.1", of(98.1076), of(98.15001)},
		{"> 0", "nonzero", of(1), of(0)},
		{"<= 0.95", "0.95", of(0.95), of(0.950001)},
		{"<=", "<=", measured{value: 3, other: 3}, measured{value: 4, other: 3}},
		{"< lease", "< lease", measured{value: 2, other: 3}, measured{value: 3, other: 3}},
		{"identical", "identical", measured{}, measured{differ: "a and b"}},
		{"ordered", "3 > 2 > 1", measured{}, measured{differ: "2 > 3 > 1"}},
		{inside, "2", measured{typical: 1.01}, measured{typical: 0.99}},
		{inside, "3", measured{value: 9, typical: 2.99}, measured{value: 2, typical: 3.01}},
		{inside, "2", measured{typical: 2}, measured{typical: math.NaN()}},
		{inside, "2", measured{typical: 2}, measured{typical: math.Inf(1)}},
		{inside, "2", measured{typical: 0, longTailed: true}, measured{typical: -0.01, longTailed: true}},
		{inside, "2", measured{typical: 4, longTailed: true}, measured{typical: 4.01, longTailed: true}},
		{inside, "2", measured{typical: 2, longTailed: true}, measured{typical: math.NaN(), longTailed: true}},
		{"= 0", "0", of(0), measured{flaw: "Nothing was sent"}},
	}
	// A mean within 1 of 2 agrees, and a median within 2.
	interval := &Interval{Low: 0, High: 4, Mean: 2, SD: math.Sqrt(fewBlocks) / tolerance}
	for _, c := range cases {
		row := Row{ID: "x", Relation: c.relation, Published: c.published}
		if reason, err := row.judge(c.good, interval); reason != "" || err != nil {
			t.Errorf("%s %v: got %q, %v, want it to hold", c.relation, c.good, reason, err)
		}
		if reason, err := row.judge(c.bad, interval); err != nil || !strings.HasSuffix(reason, ".") {
			t.Errorf("%s %v: got %q, %v, want a sentence", c.relation, c.bad, reason, err)
		}
	}
	for _, row := range []Row{
		{Relation: "about 3", Published: "3"}, {Relation: "~ 3", Published: "3"}, {Relation: "=about", Published: "3"},
		{Relation: inside, Published: "many"},
	} {
		if reason, err := row.judge(of(3), interval); err == nil {
			t.Errorf("%q: got %q, want an error", row.Relation, reason)
		}
	}
}

func TestCheckWithoutMeasureIsAnError(t *testing.T) {
	rows := []Row{{ID: "new.claim", Relation: "= 0", Published: "0", Kind: exact}}
	_, err := checkRows(t.Context(), Options{}, rows, nil)
	if want := "claims: check: nothing measures new.claim"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func FuzzReadRows(f *testing.F) {
	f.Add(data.Claims)
	f.Add([]byte("id,run,posture,figure,relation,published,kind\na,r,p,\"f\nf\",= 0,0,exact\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		rows, err := ReadRows(text)
		if err != nil {
			return
		}
		for _, r := range rows {
			for _, m := range []measured{{}, {value: 1, other: 2}, {value: math.NaN()}} {
				reason, err := r.judge(m, &Interval{Low: 0, High: 1})
				if reason != "" && err != nil {
					t.Errorf("%+v: both a reason %q and an error %v", r, reason, err)
				}
			}
		}
	})
}

func FuzzReadIntervals(f *testing.F) {
	f.Add(data.Intervals)
	f.Add([]byte("id,low,high,blocks,block_trials,mean,sd,version\na,1,+Inf,1,1,0x1p-2,1e300,\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		want, err := ReadIntervals(text)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteIntervals(&b, want); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadIntervals(b.Bytes()); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	})
}

// TestFrame holds the frame to the results, cell by cell.
func TestFrame(t *testing.T) {
	aborts := ruled(func(arrival) lease.Fate { return lease.IsAborted }, nil)
	results, err := Check(t.Context(), Options{Only: []string{"all.arrived", "equal.passes_both_ways"}, Parts: aborts})
	if err != nil {
		t.Fatal(err)
	}
	f, err := Frame(results)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	const want = `id,figure,published,ours,low,high,verdict
all.arrived,unlocked writes that arrive [L23],1015,0,954,1112,fails
equal.passes_both_ways,"writes applied, and nothing refused [L65]",3,0,,,fails
`
	if b.String() != want || f.Caption() != "claims: 0 hold, 2 fail" {
		t.Errorf("got %s, caption %q, want %s", b.String(), f.Caption(), want)
	}
	if empty, err := Frame(nil); err != nil || empty.Rows() != 0 || empty.Caption() != "claims: 0 hold, 0 fail" {
		t.Errorf("no results: got %v, %v", empty, err)
	}
}

// TestAgreementIsNotLuck holds the engine at seeds whose blocks are unlucky: there a ratio's mean is half as large again,
// or the published block lies outside its interval.
func TestAgreementIsNotLuck(t *testing.T) {
	for _, c := range []struct {
		seed uint64
		id   string
	}{{3_601_501, "all.check.reduction"}, {2_837_401, "all.check.reduction"}, {1360, "failover.same_token"}} {
		results, err := Check(t.Context(), Options{Seed: c.seed, Only: []string{c.id}})
		if err != nil || results[0].Verdict != Holds {
			t.Errorf("seed %d: got %v, %v, want it to hold", c.seed, results, err)
		}
	}
}

// TestAgreementIsTight holds the stored figures to an engine that is off by two standard deviations of a block, and by
// what chance allows.
func TestAgreementIsTight(t *testing.T) {
	stored, err := ReadIntervals(data.Intervals)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range stored {
		if longTailed[v.ID] {
			continue
		}
		row := Row{ID: v.ID, Relation: inside, Published: strconv.FormatFloat(v.Mean, 'g', -1, 64)}
		for _, off := range []float64{-2, -1.7, 1.7, 2} {
			reason, err := row.judge(measured{typical: v.Mean + off*v.SD}, &v)
			if want := math.Abs(off) < 2; err != nil || (reason == "") != want {
				t.Errorf("%s, off by %v standard deviations: got %q, %v, want it to hold: %v", v.ID, off, reason, err, want)
			}
		}
	}
}
