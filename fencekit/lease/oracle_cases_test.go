package lease_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/audit"
	"fence/fencekit/clock"
	"fence/fencekit/dist"
	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

const ms = time.Millisecond

// oracleCases is how many parameter sets the engine and the oracle are compared on.
func oracleCases() int {
	if testing.Short() {
		return 300
	}
	return 2100
}

// oracleCase is one parameter set and the schedule drawn for it, in whole milliseconds.
type oracleCase struct {
	number   int
	family   string
	schedule *lease.Schedule
	exact    bool // the draw was in whole milliseconds, so that rounding changed nothing
}

func (c *oracleCase) String() string {
	return fmt.Sprintf("case %d (%s), again by: go test ./fencekit/lease -run 'TestEngineEqualsOracle/^%d$'", c.number,
		c.family, c.number)
}

// families are the kinds of parameter sets, each with its share. All their durations are whole milliseconds or
// are rounded to such after the draw.
var families = []struct {
	name  string
	share int
	make  func(g *generator) lease.Params
}{
	{"ties", 28, (*generator).ties},
	{"storm", 12, (*generator).storm},
	{"spread", 12, (*generator).spread},
	{"alone", 4, (*generator).alone},
	{"long lease", 4, (*generator).longLease},
	{"published", 1, (*generator).published},
}

// newOracleCase makes the case of a number, which is the seed of everything in it.
func newOracleCase(number int) *oracleCase {
	g := &generator{rand.New(rand.NewPCG(uint64(number), 0x0fac1e))}
	total := 0
	for _, f := range families {
		total += f.share
	}
	at := number % total
	for _, f := range families {
		if at -= f.share; at < 0 {
			p := f.make(g)
			if err := p.Validate(); err != nil {
				panic(fmt.Sprintf("case %d: %v", number, err))
			}
			c := &oracleCase{number: number, family: f.name}
			c.schedule, c.exact = inWholeMS(lease.Draw(&p, uint64(number)+1))
			if err := c.schedule.Validate(); err != nil {
				panic(fmt.Sprintf("case %d: %v", number, err))
			}
			return c
		}
	}
	panic("no family")
}

// inWholeMS returns a copy of a schedule with every duration rounded to a millisecond and the work to a millisecond a
// write, and whether that was so before.
func inWholeMS(s *lease.Schedule) (*lease.Schedule, bool) {
	exact := true
	round := func(d, unit time.Duration) time.Duration {
		r := (d + unit/2) / unit * unit
		if d < 0 {
			r = -((-d + unit/2) / unit * unit)
		}
		exact = exact && r == d
		return r
	}
	c := &lease.Schedule{Params: s.Params, Seed: s.Seed}
	for i := range s.Clients {
		from := &s.Clients[i]
		to := lease.Client{Drift: from.Drift}
		for _, a := range from.Attempts {
			to.Attempts = append(to.Attempts, roundAttempt(s.Params, a, round))
		}
		for _, st := range from.Steps {
			to.Steps = append(to.Steps, clock.Step{At: round(st.At, ms), By: round(st.By, ms)})
		}
		c.Clients = append(c.Clients, to)
	}
	for _, f := range s.Failovers {
		c.Failovers = append(c.Failovers, lease.FailoverAt{At: round(f.At, ms), Lost: f.Lost})
	}
	return c, exact
}

func roundAttempt(p *lease.Params, a lease.Attempt, round func(d, unit time.Duration) time.Duration) lease.Attempt {
	to := lease.Attempt{Think: round(a.Think, ms), Work: round(a.Work, ms*time.Duration(p.Writes))}
	running := to.Work + p.Gap*time.Duration(p.Writes)
	for _, pause := range a.Pauses {
		at := min(round(pause.At, ms), max(0, running-ms)) // rounding must not carry it out of the hold
		to.Pauses = append(to.Pauses, lease.Pause{At: at, For: round(pause.For, ms)})
	}
	for _, w := range a.Wires {
		to.Wires = append(to.Wires, round(w, ms))
	}
	return to
}

// generator makes parameter sets.
type generator struct{ *rand.Rand }

func (g *generator) between(lo, hi int) int { return lo + g.IntN(hi-lo+1) }

func (g *generator) chance(p float64) bool { return g.Float64() < p }

// of picks one of a few numbers of milliseconds.
func (g *generator) of(choice ...int) time.Duration {
	return time.Duration(choice[g.IntN(len(choice))]) * ms
}

func parsed(form string, args ...any) dist.Dist {
	return dist.Must(dist.Parse(fmt.Sprintf(form, args...)))
}

// few is a distribution over a few whole milliseconds, so that ties abound.
func (g *generator) few(choice ...int) dist.Dist {
	kept := []int{choice[g.IntN(len(choice))]}
	for _, c := range choice {
		if c != kept[0] && g.chance(0.6) {
			kept = append(kept, c)
		}
	}
	var parts []string
	left := 64
	for i, c := range kept {
		weight := max(1, left/2)
		if i == len(kept)-1 {
			weight = left
		}
		left -= weight
		parts = append(parts, fmt.Sprintf("%g:%dms", float64(weight)/64, c))
	}
	return parsed("mix(%s)", strings.Join(parts, ","))
}

// any is a distribution of one of the kinds, of around a number of milliseconds.
func (g *generator) any(around int) dist.Dist {
	switch g.IntN(5) {
	case 0:
		return parsed("%dms", around)
	case 1:
		return parsed("exp(%dms)", around)
	case 2:
		return parsed("lognormal(%dms,0.8)", around)
	case 3:
		return parsed("mix(0.25:uniform(%dms,%dms),0.75:exp(%dms))", around, 3*around, around/2)
	}
	return parsed("uniform(%dms,%dms)", around/4, 2*around)
}

// options sets what is not a duration.
func (g *generator) options(p *lease.Params) {
	p.Sources = lease.Sources(g.IntN(16))
	if p.Sources&lease.Drift != 0 {
		p.Drift = []float64{-1e6, -333_333.333, -0.7, 0.333, 200, 33_333, 1e6}[g.IntN(7)]
	}
	p.Failover = []lease.Failover{lease.NoFailover, lease.Lossy, lease.Lossy, lease.Consensus}[g.IntN(4)]
	p.Release = []lease.Release{lease.ByToken, lease.ByToken, lease.ByOwnerAndToken, lease.Uncompared}[g.IntN(4)]
	p.EarlyRelease = g.chance(0.25)
	p.Writes = []int{1, 1, 2, 3, 4}[g.IntN(5)]
	if g.chance(0.3) {
		p.Clock = lease.Monotonic
	}
	if p.ReadModifyWrite = g.chance(0.5); p.ReadModifyWrite && g.chance(0.5) {
		p.Fence = lease.OnReadsAndWrites
	}
	p.PauseP = []float64{0, 0.3, 0.9}[g.IntN(3)]
}

// ties draws all from a few milliseconds, and many of nothing.
func (g *generator) ties() lease.Params {
	p := lease.Default()
	g.options(&p)
	p.Clients = g.between(1, 8)
	p.Lease = g.of(1, 2, 3, 5, 8, 13, 40)
	p.Horizon = time.Duration(g.between(40, 150)) * ms
	p.Margin = g.of(0, 0, 0, 1, 2, 5, 13, 100)
	p.Think = g.few(0, 1, 2, 5)
	p.Work = g.few(0, 1, 2, 5, 12)
	p.Gap = g.of(0, 0, 1, 2, 5)
	p.WireOff, p.Wire = g.few(0, 1, 2, 5), g.few(0, 1, 2, 5, 20)
	p.Pause = g.few(0, 1, 2, 5, 30)
	if g.chance(0.3) {
		p.PauseRate = float64(g.between(20, 200))
	}
	p.Step, p.StepEvery = g.few(0, 1, 2, 5), g.few(4, 9, 25, 0)
	p.FailoverEvery = g.few(1, 2, 5, 20)
	p.FailoverLoses = [2]int{g.between(0, 1), g.between(1, 4)}
	if p.Think.Max() == 0 {
		p.Think = parsed("1ms") // time must advance
	}
	if p.StepEvery.Max() == 0 {
		p.StepEvery = parsed("3ms")
	}
	return p
}

// storm is ties with a failover every few milliseconds and writes that linger, so that numbers are handed out again.
func (g *generator) storm() lease.Params {
	p := g.ties()
	p.Sources |= lease.Delay
	p.Clients = g.between(2, 6)
	p.Lease = g.of(5, 8, 20)
	p.Failover = lease.Lossy
	p.FailoverEvery = g.few(2, 3, 5, 8)
	p.FailoverLoses = [2]int{1, g.between(1, 9)}
	p.Wire = g.few(5, 8, 13, 1)
	p.Horizon = time.Duration(g.between(60, 180)) * ms
	return p
}

// spread is drawn from continuous distributions.
func (g *generator) spread() lease.Params {
	p := lease.Default()
	g.options(&p)
	p.Clients = g.between(2, 8)
	p.Lease = g.of(50, 120, 333, 500)
	p.Horizon = time.Duration(g.between(500, 2000)) * ms
	p.Margin = g.of(0, 0, 20, 50, 200, 1000)
	p.Think, p.Work = g.any(g.between(20, 300)), g.any(g.between(20, 300))
	p.Gap = g.of(0, 1, 25)
	p.WireOff, p.Wire = g.any(g.between(4, 20)), g.any(g.between(10, 120))
	p.Pause = g.any(g.between(50, 900))
	if g.chance(0.4) {
		p.PauseRate = g.Float64() * 8
	}
	p.Step, p.StepEvery = g.any(g.between(10, 200)), g.any(g.between(50, 800))
	p.FailoverEvery = g.any(g.between(50, 900))
	p.FailoverLoses = [2]int{0, g.between(0, 4)}
	return p
}

func (g *generator) alone() lease.Params {
	p := g.ties()
	p.Clients = 1
	return p
}

// longLease is a lease that outlives the run, with pauses that do too.
func (g *generator) longLease() lease.Params {
	p := g.spread()
	p.Lease = p.Horizon + g.of(0, 1, 1000)
	p.Pause = parsed("uniform(%dms,%dms)", inMS(p.Horizon)/2, 2*inMS(p.Horizon))
	p.Sources |= lease.Pauses
	return p
}

// published is the published experiment, with options.
func (g *generator) published() lease.Params {
	p := lease.Default()
	g.options(&p)
	p.PauseP = 0.29
	p.Margin = g.of(0, 0, 500, 1500)
	if g.chance(0.5) {
		p.Sources, p.EarlyRelease, p.ReadModifyWrite, p.Fence = lease.AllSources, false, false, lease.OnWrites
	}
	if p.Sources&lease.Drift != 0 {
		p.Drift = 200
	}
	return p
}

// TestEngineEqualsOracle holds the engine's counts, timelines and fates equal to the oracle's on every case, under
// every posture, and the dial equal to judging margin by margin.
func TestEngineEqualsOracle(t *testing.T) {
	seen := &sights{}
	n := oracleCases()
	ran := 0
	for i := range n {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			ran++
			c := newOracleCase(i)
			runs := runOracle(c, modelRules(), true)
			if diff := compareAll(c, runs); diff != "" {
				t.Fatalf("%v\n%s", c, diff)
			}
			if diff := compareLogs(c, runs); diff != "" {
				t.Fatalf("%v\n%s", c, diff)
			}
			if diff := compareDial(c); diff != "" {
				t.Fatalf("%v\n%s", c, diff)
			}
			seen.look(c, runs)
		})
	}
	if ran == n { // not when -run names some of them
		seen.assert(t)
	}
}

// runOracle runs the oracle under every posture.
func runOracle(c *oracleCase, rules oracleRules, logged bool) []*oracle {
	var runs []*oracle
	for _, posture := range lease.Postures() {
		o := newOracle(c.schedule, posture.Name, c.schedule.Params.Margin, rules)
		o.log = logged
		runs = append(runs, o.run())
	}
	return runs
}

// compareAll returns the first difference between the engine and the oracle's runs, or "".
func compareAll(c *oracleCase, runs []*oracle) string {
	s := c.schedule
	r := lease.NewRunner(s.Params, lease.Postures(), lease.Parts{
		Draw: func(*lease.Params, uint64) *lease.Schedule { return s },
	})
	counts := r.Trial(s.Seed)
	for i, posture := range lease.Postures() {
		if diff := compareCounts(&counts[i], &runs[i].counts); diff != "" {
			return posture.Name + ": " + diff
		}
		timeline := lease.Serve(s, posture.Check)
		if diff := compareTimeline(timeline, runs[i]); diff != "" {
			return posture.Name + ": timeline: " + diff
		}
		if diff := compareFates(timeline, posture, runs[i]); diff != "" {
			return posture.Name + ": fates: " + diff
		}
	}
	return ""
}

func compareCounts(got, want *lease.Counts) string {
	for k := range lease.NumCounters {
		if got[k] != want[k] {
			return fmt.Sprintf("%v: engine %d, oracle %d", k, got[k], want[k])
		}
	}
	return ""
}

func compareTimeline(got *lease.Timeline, o *oracle) string {
	if len(got.Grants) != len(o.holds) {
		return fmt.Sprintf("grants: engine %d, oracle %d", len(got.Grants), len(o.holds))
	}
	for i, h := range o.holds {
		g, want := got.Grants[i], grantOf(h)
		if !g.Counted && !want.Counted {
			want.LetGo = g.LetGo // the loop ends before a hold that outlives it
		}
		if g != want {
			return fmt.Sprintf("grant %d:\nengine %+v\noracle %+v", i, g, want)
		}
	}
	if len(got.Writes) != len(o.arrived) {
		return fmt.Sprintf("writes: engine %d, oracle %d", len(got.Writes), len(o.arrived))
	}
	for i, w := range o.arrived {
		if g, want := got.Writes[i], writeOf(w); g != want {
			return fmt.Sprintf("write %d:\nengine %+v\noracle %+v", i, g, want)
		}
	}
	if diff := compareLate(got, o); diff != "" {
		return diff
	}
	totals := [...]int64{got.Attempts, got.BothHeld, int64(got.BothHeldTime), got.ReleasedStranger, got.Reissued}
	want := [...]int64{o.counts[lease.Attempts], o.counts[lease.BothHeld], o.counts[lease.BothHeldTime],
		o.counts[lease.ReleasedStranger], o.reissued}
	if totals != want {
		return fmt.Sprintf("attempts, both held, its time, released strangers, reissued: engine %v, oracle %v", totals, want)
	}
	return ""
}

// compareLate compares the writes under way at the horizon whose hold was over before it.
func compareLate(got *lease.Timeline, o *oracle) string {
	var want []lease.Write
	for _, c := range o.clients {
		for _, w := range c.flying {
			if w.h.over {
				want = append(want, writeOf(w))
			}
		}
	}
	byGrant := func(a, b lease.Write) int {
		return cmp.Or(cmp.Compare(a.Grant, b.Grant), cmp.Compare(a.Index, b.Index))
	}
	slices.SortFunc(want, byGrant)
	late := slices.SortedFunc(slices.Values(got.Late), byGrant)
	for i := range late {
		late[i].Live, late[i].Promised = false, false // what they would have met is beyond the run
	}
	if !slices.Equal(late, want) {
		return fmt.Sprintf("late writes:\nengine %+v\noracle %+v", late, want)
	}
	return ""
}

func grantOf(h *oracleHold) lease.Grant {
	return lease.Grant{Client: int32(h.c.index), Attempt: int32(h.attempt), Pass: int32(h.pass),
		WritesBefore: int32(h.arrivedBefore), Freed: int32(h.freed), How: h.how, Counted: h.over, Token: h.token,
		Request: inNS(h.asked), At: inNS(h.at), Until: inNS(h.until), LetGo: inNS(h.letGo), Ended: inNS(h.ended)}
}

func writeOf(w *oracleWrite) lease.Write {
	return lease.Write{Grant: int32(w.h.index), Index: int32(w.index), Client: int32(w.h.c.index), Live: w.live,
		Promised: w.promised, Counted: w.h.over, Token: w.h.token, Check: inNS(w.check), Send: inNS(w.send),
		Arrive: inNS(w.arrive), Believed: w.believed, Remaining: w.remaining}
}

func compareFates(timeline *lease.Timeline, posture lease.Posture, o *oracle) string {
	diff := ""
	i := 0
	lease.Fates(timeline, posture, o.margin, func(_ *lease.Write, v lease.Fate, after *lease.Resource) {
		if diff != "" || i == len(o.arrived) {
			i++
			return
		}
		w := o.arrived[i]
		if v != w.fate || after.Stored() != w.stored || after.Highest() != w.highest {
			diff = fmt.Sprintf("write %d: fate, stored, highest: engine %v %d %d, oracle %v %d %d", i, v, after.Stored(),
				after.Highest(), w.fate, w.stored, w.highest)
		}
		i++
	})
	if diff == "" && i != len(o.arrived) {
		return fmt.Sprintf("writes: engine %d, oracle %d", i, len(o.arrived))
	}
	return diff
}

// compareLogs holds the engine's log equal to the oracle's, event by event in the text form.
func compareLogs(c *oracleCase, runs []*oracle) string {
	for i, posture := range lease.Postures() {
		log, err := lease.Log(c.schedule, posture)
		if err != nil {
			return fmt.Sprintf("%s: log: %v", posture.Name, err)
		}
		for k := range max(len(log.Events), len(runs[i].events)) {
			got, want := "nothing", "nothing"
			if k < len(log.Events) {
				got = log.Events[k].String()
			}
			if k < len(runs[i].events) {
				want = runs[i].events[k]
			}
			if got != want {
				return fmt.Sprintf("%s: log: event %d:\nengine %s\noracle %s", posture.Name, k, got, want)
			}
		}
		if diff := compareAudit(log, &runs[i].counts); diff != "" {
			return posture.Name + ": audit: " + diff
		}
	}
	return ""
}

// compareAudit holds what the audit counts from the log alone equal to the oracle's counters.
func compareAudit(log *trace.Log, want *lease.Counts) string {
	report, err := audit.Lease(log)
	if err != nil {
		return err.Error()
	}
	for k := range lease.NumCounters {
		if got, ok := report.Get(k.String()); !ok || got != want[k] {
			return fmt.Sprintf("%v: audit %d, oracle %d", k, got, want[k])
		}
	}
	return ""
}

// compareDial holds the dial equal to judging at each of some random margins: twice over, out of order, below 0 and
// beyond the lease.
func compareDial(c *oracleCase) string {
	s := c.schedule
	if s.Params.EarlyRelease {
		return ""
	}
	g := rand.New(rand.NewPCG(uint64(c.number), 0xd1a1))
	margins := make([]time.Duration, 1+g.IntN(9))
	for i := range margins {
		margins[i] = time.Duration(g.Int64N(int64(s.Params.Lease)*2)) - s.Params.Lease/2
		if g.IntN(2) == 0 {
			margins[i] = margins[i] / ms * ms
		}
		if i > 0 && g.IntN(4) == 0 {
			margins[i] = margins[g.IntN(i)]
		}
	}
	timeline := lease.Serve(s, true)
	counts := make([]lease.Counts, len(margins))
	lease.NewDial(lease.Check, margins).Judge(timeline, counts)
	for i, margin := range margins {
		want := lease.Judge(timeline, lease.Check, margin)
		if diff := compareCounts(&counts[i], &want); diff != "" {
			return fmt.Sprintf("dial %v at %v against judging: %s", margins, margin, diff)
		}
	}
	return ""
}

// sights counts what the cases held, to prove that none of the corners was missed.
type sights struct {
	counts [numSights]int
}

const (
	zeroThink = iota
	zeroHold
	equalInstants
	oneClient
	eightClients
	fourWrites
	leaseBeyondHorizon
	pauseBeyondHorizon
	severalPauses
	manyFailovers
	counterAtZero
	equalSteps
	stepAtGrant
	marginBeyondLease
	leaseOfOne
	earlyRelease
	heldToHorizon
	arrivedAfterRelease
	negativeRemaining
	confirmedByStep
	ranOut
	reissued
	published
	counters
	numSights = counters + int(lease.NumCounters)*6
)

var sightNames = [counters]string{"zero think", "zero work, gap and wire", "an instant with several passes", "one client",
	"eight clients", "four writes", "lease beyond the horizon", "pause across the horizon", "several pauses in a hold",
	"twenty failovers", "counter at 0 after a failover", "two steps of a clock at one instant", "step at a grant's instant",
	"margin at or above the lease", "lease of 1 ms", "early release", "hold that outlives the run",
	"write that arrives after its hold was over", "remaining below 0", "margin cancelled", "client out of attempts",
	"token handed out again", "published parameters"}

func (s *sights) see(what int, is bool) {
	if is {
		s.counts[what]++
	}
}

func (s *sights) look(c *oracleCase, runs []*oracle) {
	p := c.schedule.Params
	s.see(oneClient, p.Clients == 1)
	s.see(eightClients, p.Clients == 8)
	s.see(fourWrites, p.Writes == 4)
	s.see(leaseBeyondHorizon, p.Lease > p.Horizon)
	s.see(marginBeyondLease, p.Margin >= p.Lease)
	s.see(leaseOfOne, p.Lease == ms)
	s.see(earlyRelease, p.EarlyRelease && runs[1].counts[lease.Aborted] > 0)
	s.see(manyFailovers, len(c.schedule.Failovers) >= 20)
	s.see(published, c.family == "published")
	s.see(equalInstants, runs[0].ties > 0)
	s.see(reissued, runs[0].reissued > 0)
	for i := range c.schedule.Clients {
		s.lookAtSteps(&c.schedule.Clients[i], runs[0])
	}
	for i, o := range runs {
		s.lookAtHolds(o)
		for k, n := range o.counts {
			s.see(counters+i*int(lease.NumCounters)+k, n > 0)
		}
	}
}

func (s *sights) lookAtSteps(c *lease.Client, o *oracle) {
	for i, st := range c.Steps {
		s.see(equalSteps, i > 0 && st.At == c.Steps[i-1].At)
		s.see(stepAtGrant, slices.ContainsFunc(o.holds, func(h *oracleHold) bool { return inNS(h.at) == st.At }))
	}
}

func (s *sights) lookAtHolds(o *oracle) {
	for _, c := range o.clients {
		s.see(ranOut, c.state == gone)
	}
	for _, h := range o.holds {
		a := h.c.attempts[h.attempt]
		s.see(zeroThink, a.Think == 0)
		s.see(zeroHold, h.over && h.letGo == h.at)
		s.see(heldToHorizon, !h.over)
		s.see(pauseBeyondHorizon, h.stopped >= o.end)
		s.see(severalPauses, len(a.Pauses) > 1)
		s.see(counterAtZero, h.token == 1 && h.index > 0)
	}
	for _, w := range o.arrived {
		s.see(arrivedAfterRelease, w.h.over && w.arrive > w.h.letGo)
		s.see(negativeRemaining, w.believed < 0)
		s.see(confirmedByStep, !w.aborted && w.remaining <= o.margin && w.believed > o.margin)
	}
}

func (s *sights) assert(t *testing.T) {
	t.Helper()
	for i, name := range sightNames {
		if s.counts[i] == 0 {
			t.Errorf("no case held %s", name)
		}
		t.Logf("%6d %s", s.counts[i], name)
	}
	for i, posture := range lease.Postures() {
		for k := range lease.NumCounters {
			n := s.counts[counters+i*int(lease.NumCounters)+int(k)]
			if possible := canBe(posture.Name, k); possible != (n > 0) {
				t.Errorf("%s: %v was above 0 in %d cases, want some: %t", posture.Name, k, n, possible)
			}
		}
	}
}

// canBe says whether a counter can be above 0 under a posture.
func canBe(posture string, k lease.Counter) bool {
	checks := strings.HasPrefix(posture, "check")
	switch k {
	case lease.Aborted, lease.MarginsCancelled:
		return checks
	case lease.Refused, lease.RefusedLive:
		return posture != "unprotected" && posture != "check"
	case lease.UnlockedApplied, lease.NewerOverwritten, lease.LostUpdates:
		return posture != "validated"
	case lease.WorkDestroyed:
		return !strings.HasSuffix(posture, "fencing") && posture != "strict"
	case lease.SameToken:
		return posture != "strict"
	}
	return true
}

// oracleMutations are broken twins of the oracle. If the comparison did not catch one of them, it would not hold the
// engine to that rule either.
var oracleMutations = []struct {
	name string
	do   func(r *oracleRules)
}{
	{"the newest request is granted first", func(r *oracleRules) {
		r.next = func(waiting []*oracleClient) int { return len(waiting) - 1 }
	}},
	{"expiry after arrivals", func(r *oracleRules) { r.move(0, 4) }},
	{"failover before expiry", func(r *oracleRules) { r.move(1, 0) }},
	{"clock steps after the clients' own doings", func(r *oracleRules) { r.move(2, 3) }},
	{"arrivals before the clients' own doings", func(r *oracleRules) { r.move(4, 3) }},
	{"requests before arrivals", func(r *oracleRules) { r.move(5, 4) }},
	{"arrivals from the last client down", func(r *oracleRules) { r.arriving = lastFirst }},
	{"requests from the last client down", func(r *oracleRules) { r.asking = lastFirst }},
	{"the reading at the grant misses steps of that instant", func(r *oracleRules) {
		r.noted = func(o *oracle, c *oracleClient) time.Duration {
			if o.p.Clock == lease.Monotonic {
				return o.reading(c)
			}
			return o.reading(c) - c.justNow
		}
	}},
	{"drift is rounded towards 0", func(r *oracleRules) { r.divide = func(a, b int64) int64 { return a / b } }},
	{"a remaining lease equal to the margin is enough", func(r *oracleRules) {
		r.confident = func(believed, margin time.Duration) bool { return believed >= margin }
	}},
	{"the fence refuses an equal token", func(r *oracleRules) {
		r.admits = func(o *oracle, w *oracleWrite) bool {
			return o.admits(w) && !(strings.HasSuffix(o.posture, "fencing") && w.h.token == o.highest)
		}
	}},
	{"the strict fence accepts an equal token", func(r *oracleRules) {
		r.admits = func(o *oracle, w *oracleWrite) bool {
			return o.admits(w) || o.posture == "strict" && w.h.token == o.highest
		}
	}},
	{"the strict fence bars a client by its own read", func(r *oracleRules) {
		r.readBars = func(read oracleRead, w *oracleWrite) bool { return w.h.token <= read.token }
	}},
	{"the strict fence lets an equal token of another reader pass", func(r *oracleRules) {
		r.readBars = func(read oracleRead, w *oracleWrite) bool { return w.h.token < read.token }
	}},
	{"the fence remembers no read", func(r *oracleRules) {
		r.admits = func(o *oracle, w *oracleWrite) bool {
			o.reads = nil
			return o.admits(w)
		}
	}},
	{"validated by the time granted", func(r *oracleRules) {
		r.admits = func(o *oracle, w *oracleWrite) bool {
			return o.posture == "validated" && w.promised || o.posture != "validated" && o.admits(w)
		}
	}},
	{"any release frees", func(r *oracleRules) { r.frees = func(*oracle, *oracleHold) bool { return true } }},
	{"the owner of a token is not compared", func(r *oracleRules) {
		r.frees = func(o *oracle, h *oracleHold) bool {
			return o.p.Release == lease.Uncompared || o.current.token == h.token
		}
	}},
	{"a client releases before its own write arrives", func(r *oracleRules) { r.releaseFirst = true }},
	{"the counter falls below 0", func(r *oracleRules) {
		r.fall = func(counter, lost int64) int64 { return counter - lost }
	}},
	{"a failover forgets every lease", func(r *oracleRules) { r.forgotten = func(int64, int64) bool { return true } }},
	{"a failover forgets no lease", func(r *oracleRules) { r.forgotten = func(int64, int64) bool { return false } }},
	{"a pause at the end of the work comes before the check", func(r *oracleRules) {
		r.pauseFirst = func(pauseAt, checkAt int64) bool { return pauseAt <= checkAt }
	}},
	{"a hold of no length is believed in", func(r *oracleRules) {
		r.believes = func(o *oracle, c *oracleClient) bool {
			return c.state == holding || c.last != nil && c.last.at == o.now && c.last.letGo == o.now
		}
	}},
	{"belief lasts through the instant of letting go", func(r *oracleRules) {
		r.believes = func(o *oracle, c *oracleClient) bool {
			return c.state == holding || c.last != nil && c.last.letGo == o.now
		}
	}},
	{"the horizon belongs to the run", func(r *oracleRules) { r.horizon = func(o *oracle) int64 { return o.end + 1 } }},
}

// move takes what stands at one place of the list to another.
func (r *oracleRules) move(from, to int) {
	moved := r.list[from]
	r.list = slices.Insert(slices.Delete(r.list, from, from+1), to, moved)
}

func lastFirst(o *oracle) []*oracleClient {
	all := slices.Clone(o.clients)
	slices.Reverse(all)
	return all
}

// TestBrokenOracleIsCaught shows that each of the model's rules is one that the comparison depends on.
func TestBrokenOracleIsCaught(t *testing.T) {
	for _, m := range oracleMutations {
		t.Run(m.name, func(t *testing.T) {
			for i := range oracleCases() {
				if diff := caughtBy(i, m.do); diff != "" {
					t.Logf("case %d: %s", i, diff)
					return
				}
			}
			t.Errorf("no case tells the broken oracle from the engine")
		})
	}
}

// caughtBy returns how a case tells a broken oracle from the engine, or "".
func caughtBy(number int, do func(r *oracleRules)) string {
	c := newOracleCase(number)
	if c.family == "published" {
		return "" // long, and no better at it
	}
	broken := modelRules()
	do(&broken)
	diff := compareAll(c, runOracle(c, broken, false))
	if diff == "" || compareAll(c, runOracle(c, modelRules(), false)) != "" {
		return ""
	}
	return diff
}

// TestDrawnAttemptsSuffice: a client loops until the horizon and never stands still for want of drawn attempts.
func TestDrawnAttemptsSuffice(t *testing.T) {
	checked := 0
	for i := range oracleCases() / 4 {
		c := newOracleCase(i)
		if !c.exact {
			continue
		}
		for _, posture := range []string{"unprotected", "check"} {
			o := newOracle(c.schedule, posture, c.schedule.Params.Margin, modelRules()).run()
			for _, client := range o.clients {
				checked++
				if client.state == gone {
					t.Errorf("%v: %s: %s let go at %v ms and has no attempt left, horizon %d ms", c, posture, client.name,
						client.last.letGo, o.end)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d clients of draws in whole milliseconds", checked)
	}
}

// TestMemoryIsReused: what was run before leaves no trace in what is run next, whatever it was.
func TestMemoryIsReused(t *testing.T) {
	var (
		drawer   lease.Drawer
		server   lease.Server
		judging  lease.Judging
		drawn    lease.Schedule
		timeline lease.Timeline
	)
	g := rand.New(rand.NewPCG(5, 0xd117))
	for _, i := range g.Perm(300) {
		c := newOracleCase(i)
		p := c.schedule.Params
		drawer.Draw(p, uint64(i), &drawn)
		fresh := lease.Draw(p, uint64(i))
		for _, posture := range lease.Postures() {
			want := lease.Serve(fresh, posture.Check)
			server.Serve(&drawn, posture.Check, &timeline)
			if !slices.Equal(timeline.Grants, want.Grants) || !slices.Equal(timeline.Writes, want.Writes) {
				t.Fatalf("%v: %s: the timeline differs in used memory", c, posture.Name)
			}
			wantCounts := lease.Judge(want, posture, p.Margin)
			got := judging.Judge(&timeline, posture, p.Margin)
			if diff := compareCounts(&got, &wantCounts); diff != "" {
				t.Fatalf("%v: %s: used memory against fresh: %s", c, posture.Name, diff)
			}
		}
	}
}

// TestRunnerForgets: a runner gives each seed the counts that a new one gives it.
func TestRunnerForgets(t *testing.T) {
	g := rand.New(rand.NewPCG(6, 0xd117))
	for i := range 40 {
		p := newOracleCase(i).schedule.Params
		dirty := lease.NewRunner(p, lease.Postures(), lease.Parts{})
		for _, seed := range g.Perm(8) {
			got := slices.Clone(dirty.Trial(uint64(seed)))
			want := lease.NewRunner(p, lease.Postures(), lease.Parts{}).Trial(uint64(seed))
			for k := range want {
				if diff := compareCounts(&got[k], &want[k]); diff != "" {
					t.Fatalf("case %d seed %d posture %d: used runner against fresh: %s", i, seed, k, diff)
				}
			}
		}
	}
}

// TestDialReused: a dial gives each timeline the counts that judging gives it, whatever it judged before.
func TestDialReused(t *testing.T) {
	margins := []time.Duration{5 * ms, 0, 2 * ms, 2 * ms, 700 * ms, 1, 3 * time.Second}
	dial := lease.NewDial(lease.Check, margins)
	counts := make([]lease.Counts, len(margins))
	g := rand.New(rand.NewPCG(7, 0xd117))
	judged := 0
	for _, i := range g.Perm(300) {
		s := newOracleCase(i).schedule
		if s.Params.EarlyRelease {
			continue
		}
		judged++
		timeline := lease.Serve(s, true)
		dial.Judge(timeline, counts)
		for k, margin := range margins {
			want := lease.Judge(timeline, lease.Check, margin)
			if diff := compareCounts(&counts[k], &want); diff != "" {
				t.Fatalf("case %d margin %v: used dial against judging: %s", i, margin, diff)
			}
		}
	}
	if judged < 50 {
		t.Errorf("only %d timelines judged", judged)
	}
}

// admitAndApply lets a write arrive at a resource, as the engine does.
func admitAndApply(r *lease.Resource, client int32, token int64) bool {
	w := &lease.Write{Grant: int32(token), Client: client, Token: token, Live: true, Promised: true}
	if !r.Admits(w) {
		return false
	}
	r.Apply(w)
	return true
}

// TestTokensAtTheResource is the textbook case at the resource itself: A holds 41, B holds 42.
func TestTokensAtTheResource(t *testing.T) {
	const a, b = 0, 1
	type arrival struct {
		client int32
		token  int64
		want   bool
	}
	tests := []struct {
		name     string
		rule     lease.Rule
		arrivals []arrival
		stored   int64
	}{
		{"42 then 41, fenced", lease.NotBelow, []arrival{{b, 42, true}, {a, 41, false}}, 42},
		{"41 then 42, fenced", lease.NotBelow, []arrival{{a, 41, true}, {b, 42, true}}, 42},
		{"42 then 41, strict", lease.Above, []arrival{{b, 42, true}, {a, 41, false}}, 42},
		{"42 then 41, the comparison removed", lease.Always, []arrival{{b, 42, true}, {a, 41, true}}, 41},
		{"42 twice, fenced: repeats are another matter", lease.NotBelow, []arrival{{b, 42, true}, {b, 42, true}}, 42},
		{"42 twice, strict", lease.Above, []arrival{{b, 42, true}, {b, 42, false}}, 42},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := lease.NewResource(tt.rule, lease.OnWrites)
			for i, w := range tt.arrivals {
				if got := admitAndApply(&r, w.client, w.token); got != w.want {
					t.Errorf("arrival %d, token %d: admitted %t, want %t", i, w.token, got, w.want)
				}
			}
			if r.Stored() != tt.stored {
				t.Errorf("stored token %d, want %d", r.Stored(), tt.stored)
			}
		})
	}
}

// thirtySeconds is a schedule by hand with a lease of 30 s: forty short holds of a third client, and then A, which is
// granted 41 after 1 s, and B, which asks after 2 s and is granted 42. Each works for 5 s and makes as many
// writes as there are wires.
func thirtySeconds(pauseOfA time.Duration, writes int) *lease.Schedule {
	p := lease.Default()
	p.Lease = 30 * time.Second
	p.Writes = writes
	wires := slices.Repeat([]time.Duration{5 * ms}, writes)
	a := lease.Attempt{Think: time.Second, Work: 5 * time.Second, Wires: wires}
	if pauseOfA > 0 {
		a.Pauses = []lease.Pause{{At: 3 * time.Second, For: pauseOfA}}
	}
	s := &lease.Schedule{Params: &p, Clients: make([]lease.Client, 3)}
	s.Clients[0].Attempts = []lease.Attempt{a}
	s.Clients[1].Attempts = []lease.Attempt{{Think: 2 * time.Second, Work: 5 * time.Second, Wires: wires}}
	s.Clients[2].Attempts = slices.Repeat([]lease.Attempt{{Wires: make([]time.Duration, writes)}}, 40)
	p.Gap = ms
	return s
}

// TestTokens41And42 is the same case on the engine.
func TestTokens41And42(t *testing.T) {
	const a, b = 0, 1
	refusedA := []string{"C2 42 applied", "C1 41 refused"}
	tests := []struct {
		name    string
		posture lease.Posture
		pause   time.Duration
		writes  int
		want    []string
		value   int64
	}{
		{"late A, unprotected", lease.Unprotected, 40 * time.Second, 1, []string{"C2 42 applied", "C1 41 applied"}, 41},
		{"late A, fencing", lease.Fencing, 40 * time.Second, 1, refusedA, 42},
		{"late A, strict", lease.Strict, 40 * time.Second, 1, refusedA, 42},
		{"late A, validated", lease.Validated, 40 * time.Second, 1, refusedA, 42},
		{"late A, check", lease.Check, 40 * time.Second, 1, []string{"C2 42 applied", "C1 41 aborted"}, 42},
		{"in order, fencing", lease.Fencing, 0, 1, []string{"C1 41 applied", "C2 42 applied"}, 42},
		{"in order, twice each, fencing", lease.Fencing, 0, 2,
			[]string{"C1 41 applied", "C1 41 applied", "C2 42 applied", "C2 42 applied"}, 42},
		{"in order, twice each, strict", lease.Strict, 0, 2,
			[]string{"C1 41 applied", "C1 41 refused", "C2 42 applied", "C2 42 refused"}, 42},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := thirtySeconds(tt.pause, tt.writes)
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			var got []string
			var value int64
			words := map[lease.Fate]string{lease.IsAborted: "aborted", lease.IsRefused: "refused", lease.IsApplied: "applied"}
			lease.Fates(lease.Serve(s, tt.posture.Check), tt.posture, 0, func(w *lease.Write, v lease.Fate, r *lease.Resource) {
				if w.Client == a || w.Client == b {
					got = append(got, fmt.Sprintf("C%d %d %s", w.Client+1, w.Token, words[v]))
				}
				value = r.Stored()
			})
			if !slices.Equal(got, tt.want) || value != tt.value {
				t.Errorf("got %q, value under %d, want %q, value under %d", got, value, tt.want, tt.value)
			}
			c := &oracleCase{family: tt.name, schedule: s}
			if diff := compareAll(c, runOracle(c, modelRules(), false)); diff != "" {
				t.Errorf("engine against oracle: %s", diff)
			}
		})
	}
}

// TestOracleEvents shows a run of the oracle in full: A's thread stops, its lease dies, B is granted the lock, and A's
// write lands on B's.
func TestOracleEvents(t *testing.T) {
	p := lease.Default()
	p.Clients, p.Lease, p.Horizon, p.Gap = 2, 10*ms, 40*ms, ms
	p.ReadModifyWrite = true
	p.Failover = lease.Lossy
	s := &lease.Schedule{Params: &p, Clients: make([]lease.Client, 2), Failovers: []lease.FailoverAt{{At: 35 * ms, Lost: 1}}}
	s.Clients[0].Attempts = []lease.Attempt{{Think: ms, Work: 4 * ms, Pauses: []lease.Pause{{At: 2 * ms, For: 16 * ms}},
		Wires: []time.Duration{2 * ms}}}
	s.Clients[0].Steps = []clock.Step{{At: 5 * ms, By: -11 * ms}}
	s.Clients[0].Drift = 1000
	s.Clients[1].Attempts = []lease.Attempt{{Think: 2 * ms, Work: 3 * ms, Wires: []time.Duration{ms}}}
	want := []string{
		"1 | C1 | request | clock=1.000001 lock=L hold=C1.0",
		"1 | svc | grant | lock=L to=C1 token=1 until=11 hold=C1.0",
		"1 | C1 | begin | clock=1.000001 lock=L token=1",
		"1 | S | read | id=C1.0 by=C1 obj=x token=1 saw=nothing",
		"2 | C2 | request | lock=L hold=C2.0",
		"3 | C1 | pause | clock=3.000003 for=16",
		"5 | C1 | clock-step | clock=-5.999995 by=-11",
		"11 | svc | expire | lock=L of=C1 token=1",
		"11 | svc | grant | lock=L to=C2 token=2 until=21 hold=C2.0",
		"11 | C2 | begin | lock=L token=2",
		"11 | S | read | id=C2.0 by=C2 obj=x token=2 saw=nothing",
		"14 | C2 | check | id=C2.0.0 remaining=7 margin=0",
		"15 | C2 | send | id=C2.0.0 obj=x token=2",
		"16 | S | applied | id=C2.0.0 by=C2 obj=x token=2",
		"16 | C2 | end | lock=L token=2",
		"16 | svc | release | lock=L of=C2 token=2",
		"21 | C1 | check | clock=10.000021 id=C1.0.0 remaining=0.99998 margin=0",
		"22 | C1 | send | clock=11.000022 id=C1.0.0 obj=x token=1",
		"24 | S | refused | id=C1.0.0 by=C1 obj=x token=1",
		"24 | C1 | end | clock=13.000024 lock=L token=1",
		"24 | svc | release-refused | lock=L of=C1 token=1",
		"35 | svc | failover | lock=L lost=1 counter=1",
	}
	if got := oracleEvents(s, "check+fencing", 0); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
