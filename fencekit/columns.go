package fencekit

import (
	"fmt"
	"math"
	"strings"

	"fence/fencekit/frame"
	"fence/fencekit/interval"
	"fence/fencekit/lease"
)

// Level is the confidence level of every interval.
const Level = 0.95

// row is what a row of an experiment is made of: the sums under one posture, and those of the row that differences are
// taken to, nil in that row itself.
type row struct {
	posture   string
	sums      *lease.Tally
	first     *lease.Tally
	intervals []interval.Interval // one for each of rates, in order
}

// column is one column of the rows: its place in the registry of meanings, and its value.
type column struct {
	name   string
	meta   frame.Meta
	ints   func(r *row) int64
	floats func(r *row) float64 // NaN for a missing cell
	texts  func(r *row) string
}

// of returns the column's cells.
func (c *column) of(rows []row) frame.Column {
	var col frame.Column
	switch {
	case c.ints != nil:
		col = frame.Ints(c.name, values(rows, c.ints))
	case c.floats != nil:
		col = frame.Floats(c.name, values(rows, c.floats))
	default:
		col = frame.Strings(c.name, values(rows, c.texts))
	}
	return col.WithMeta(c.meta)
}

func values[T any](rows []row, of func(*row) T) []T {
	out := make([]T, len(rows))
	for i := range rows {
		out[i] = of(&rows[i])
	}
	return out
}

// meanings says what each counter counts, in sums over the trials.
var meanings = [lease.NumCounters]frame.Meta{
	lease.Grants:          {Unit: "grants", Meaning: "grants of the lock before the horizon"},
	lease.Attempts:        {Unit: "attempts", Meaning: "holds that ended before the horizon"},
	lease.Sent:            {Unit: "writes", Meaning: "writes sent"},
	lease.Aborted:         {Unit: "writes", Meaning: "writes that the expiry check stopped"},
	lease.UnlockedArrived: {Unit: "writes", Meaning: "writes that arrived without a live lease"},
	lease.UnlockedApplied: {Unit: "writes", Meaning: "writes that arrived without a live lease and were applied"},
	lease.WorkDestroyed: {Unit: "writes",
		Meaning: "writes applied over another client's value that carries a higher token"},
	lease.NewerOverwritten: {Unit: "writes",
		Meaning: "writes applied over another client's value of a newer grant; differs from work_destroyed when " +
			"tokens are reissued"},
	lease.Refused:          {Unit: "writes", Meaning: "writes that the resource refused"},
	lease.RefusedLive:      {Unit: "writes", Meaning: "writes refused within the time that their grant had promised"},
	lease.SameToken:        {Unit: "writes", Meaning: "writes applied over another client's value with an equal token"},
	lease.ReleasedStranger: {Unit: "releases", Meaning: "releases that freed a lease granted to another client"},
	lease.MarginsCancelled: {Unit: "writes",
		Meaning: "writes sent although with a right clock the remaining lease was not above the margin"},
	lease.BothHeld: {Unit: "moments",
		Meaning: "moments at which a client began to believe that it holds the lock while another did"},
	lease.BothHeldTime: {Unit: "ms", Meaning: "time with two or more clients that believed so"},
	lease.LostUpdates: {Unit: "writes",
		Meaning: "read-modify-write: writes applied over a value that another client wrote after this client's read"},
}

// damage are the counters that have a rate a trial and a difference to the first posture.
var damage = []lease.Counter{
	lease.UnlockedArrived, lease.UnlockedApplied, lease.WorkDestroyed, lease.NewerOverwritten, lease.Refused,
	lease.RefusedLive, lease.SameToken, lease.ReleasedStranger, lease.MarginsCancelled, lease.BothHeld, lease.LostUpdates,
}

// sums are the columns that every experiment's rows begin with, in their order.
var sums = sumColumns()

func sumColumns() []column {
	cols := []column{
		{name: "posture", meta: frame.Meta{Meaning: "how the resource is protected"},
			texts: func(r *row) string { return r.posture }},
		{name: "trials", meta: frame.Meta{Unit: "trials", Meaning: "seeds that the row's figures rest on"},
			ints: func(r *row) int64 { return r.sums.Trials }},
	}
	for k := range lease.NumCounters {
		switch k {
		case lease.BothHeldTime:
			cols = append(cols, column{name: k.String(), meta: summed(k),
				floats: func(r *row) float64 { return milliseconds(r.sums.Sum[k]) }})
		default:
			cols = append(cols, column{name: k.String(), meta: summed(k),
				ints: func(r *row) int64 { return r.sums.Total(k) }})
		}
		switch k {
		case lease.Aborted:
			cols = append(cols, rates[0].estimate())
		case lease.UnlockedApplied:
			cols = append(cols, trialsWith(lease.UnlockedArrived), trialsWith(lease.UnlockedApplied))
		}
	}
	return cols
}

func milliseconds(nanoseconds float64) float64 { return nanoseconds / 1e6 }

func summed(k lease.Counter) frame.Meta {
	m := meanings[k]
	m.Method = "sum over trials"
	return m
}

func trialsWith(k lease.Counter) column {
	return column{
		name: "trials_" + k.String(),
		meta: frame.Meta{Unit: "trials", Meaning: "trials with at least one of " + k.String(),
			Method: "count of trials"},
		ints:  func(r *row) int64 { return r.sums.Nonzero[k] },
		texts: nil,
	}
}

// rate is a figure with an interval. Its columns are its name, and the name with _low and _high.
type rate struct {
	name string
	meta frame.Meta
	of   func(r *row) interval.Interval
	at   int  // its index in rates
	base bool // its estimate stands among the sums
}

func (q *rate) estimate() column {
	return column{name: q.name, meta: q.meta, floats: func(r *row) float64 { return r.intervals[q.at].Estimate }}
}

// columns returns the rate's columns that do not stand among the sums.
func (q *rate) columns() []column {
	limit := func(end, which string, of func(interval.Interval) float64) column {
		m := frame.Meta{Unit: q.meta.Unit, Meaning: which + " limit of " + q.name, Method: q.meta.Method}
		return column{name: q.name + end, meta: m, floats: func(r *row) float64 { return of(r.intervals[q.at]) }}
	}
	low := limit("_low", "lower", func(v interval.Interval) float64 { return v.Low })
	high := limit("_high", "upper", func(v interval.Interval) float64 { return v.High })
	if q.base {
		return []column{low, high}
	}
	return []column{q.estimate(), low, high}
}

// rates are the figures with intervals, in the order of their columns.
var rates = rateList()

func rateList() []*rate {
	const cluster = "ratio of sums, delta method over trials, 95 %; where none, 3 of all the writes, one in each of 3 trials"
	list := []*rate{
		{name: "abort_pct", base: true, of: abortRate,
			meta: frame.Meta{Unit: "%", Meaning: "writes aborted, of those sent and aborted", Method: cluster}},
		{name: "applied_pct", of: appliedRate,
			meta: frame.Meta{Unit: "%", Meaning: "unlocked writes applied, of those that arrived", Method: cluster}},
	}
	for _, k := range []lease.Counter{lease.UnlockedArrived, lease.UnlockedApplied} {
		list = append(list, &rate{name: "trials_" + k.String() + "_pct",
			meta: frame.Meta{Unit: "%", Meaning: "trials with at least one of " + k.String(),
				Method: "Wilson, 95 %; 3/n where none"},
			of: func(r *row) interval.Interval {
				return scaled(interval.Share(int(r.sums.Nonzero[k]), int(r.sums.Trials), Level), 100)
			}})
	}
	for _, k := range damage {
		list = append(list, &rate{name: k.String() + "_per_trial",
			meta: frame.Meta{Unit: meanings[k].Unit + " per trial",
				Meaning: "mean of " + k.String() + " over the trials",
				Method:  "mean over trials, Student's t, 95 %, not below 0; 3/n where none"},
			of: func(r *row) interval.Interval {
				return scaled(interval.Rate(r.sums.Sum[k], r.sums.Squares[k], int(r.sums.Trials), Level), 1)
			}})
	}
	for _, k := range damage {
		list = append(list, &rate{name: k.String() + "_diff",
			meta: frame.Meta{Unit: meanings[k].Unit + " per trial",
				Meaning: "mean difference of " + k.String() + " to the first row of the group, on the same seeds; " +
					"missing in that row",
				Method: "paired difference over trials, Student's t, 95 %"},
			of: func(r *row) interval.Interval { return difference(r, k) }})
	}
	for i, q := range list {
		q.at = i
	}
	return list
}

func abortRate(r *row) interval.Interval {
	t := r.sums
	return scaled(interval.RateOver(t.Sum[lease.Aborted], t.Sum[lease.Sent]+t.Sum[lease.Aborted], t.Squares[lease.Aborted],
		t.WritesSquares, t.AbortedWrites, int(t.Trials), Level), 100)
}

func appliedRate(r *row) interval.Interval {
	const x, y = lease.UnlockedApplied, lease.UnlockedArrived
	t := r.sums
	return scaled(interval.RateOver(t.Sum[x], t.Sum[y], t.Squares[x], t.Squares[y], t.AppliedArrived, int(t.Trials), Level),
		100)
}

// scaled returns a rate in another unit. What is counted cannot be negative, so neither is its lower limit; and what is
// in per cent are shares, whose upper limit is the whole. One trial says nothing about others: it has no limits, not even
// those of 3/n.
func scaled(v interval.Interval, by float64) interval.Interval {
	if v.N < 2 {
		v.Low, v.High = math.NaN(), math.NaN()
	}
	v.Estimate, v.Low, v.High = v.Estimate*by, max(0, v.Low)*by, v.High*by // max and min keep a NaN
	if by == 100 {
		v.High = min(v.High, 100)
	}
	return v
}

// difference is the interval of a counter's difference to the first row, from the sums of both and of their products.
func difference(r *row, k lease.Counter) interval.Interval {
	if r.first == nil {
		nan := math.NaN()
		return interval.Interval{Estimate: nan, Low: nan, High: nan}
	}
	sum := r.sums.Sum[k] - r.first.Sum[k]
	squares := r.sums.Squares[k] + r.first.Squares[k] - 2*r.sums.WithFirst[k]
	return interval.Difference(sum, squares, int(r.sums.Trials), Level)
}

// table makes a frame of rows, with an experiment's own columns before those that all share.
func table(rows []row, lead ...frame.Column) (frame.Frame, error) {
	for i := range rows {
		for _, q := range rates {
			rows[i].intervals = append(rows[i].intervals, q.of(&rows[i]))
		}
	}
	cols := lead
	for i := range sums {
		cols = append(cols, sums[i].of(rows))
	}
	for _, q := range rates {
		for _, c := range q.columns() {
			cols = append(cols, c.of(rows))
		}
	}
	f, err := frame.New(cols...)
	if err != nil {
		return frame.Frame{}, fmt.Errorf("fencekit: table: %w", err)
	}
	return f, nil
}

// Columns lists the columns of the experiments' frames, a row each: column, unit, meaning, method, and of which
// experiments it is one, by the names of their commands (margin is MarginSweep, trials are Trials and Top). Those that Compare, Sources, MarginSweep, Failover and Grid share come in their order; a grid has its axes
// besides, named as [Parameters] are, durations in milliseconds with _ms after the name.
func Columns() frame.Frame {
	var names, units, meaning, method, where []string
	add := func(name string, m frame.Meta, in string) {
		names, units, meaning = append(names, name), append(units, m.Unit), append(meaning, m.Meaning)
		method, where = append(method, m.Method), append(where, in)
	}
	add("sources", leads["sources"], "sources, drift")
	add("drift_ppm", leads["drift_ppm"], "drift")
	add("margin_ms", leads["margin_ms"], "margin, drift")
	add("failover", leads["failover"], "failover")
	add("seed", leads["seed"], "trials")
	const shared = "compare, sources, margin, failover, grid"
	for _, c := range sums {
		_, counter := ParseCounter(c.name)
		switch {
		case c.name == "posture":
			add(c.name, c.meta, "all but drift")
		case strings.HasPrefix(c.name, lease.BothHeld.String()):
			add(c.name, c.meta, shared+", trials, control")
		case c.name == "trials":
			add(c.name, c.meta, shared+", control, drift")
		case c.name == lease.Sent.String() || c.name == lease.Aborted.String():
			add(c.name, c.meta, shared+", trials, drift")
		case counter == nil:
			add(c.name, c.meta, shared+", trials")
		default:
			add(c.name, c.meta, shared)
		}
	}
	for _, q := range rates {
		for _, c := range q.columns() {
			add(c.name, c.meta, shared)
		}
	}
	for _, name := range []string{"seeds_differing", "schedules_differing", "identical"} {
		add(name, leads[name], "control")
	}
	for _, c := range sentOver {
		add(c.name, c.meta, "drift")
	}
	f, err := frame.New(frame.Strings("column", names), frame.Strings("unit", units), frame.Strings("meaning", meaning),
		frame.Strings("method", method), frame.Strings("in", where))
	if err != nil {
		panic("fencekit: columns: " + err.Error())
	}
	return f
}
