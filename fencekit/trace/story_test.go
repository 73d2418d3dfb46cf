package trace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// spans writes spans in milliseconds.
func spans(all []Span) string {
	var parts []string
	for _, s := range all {
		to := "ever"
		if s.To != forever {
			to = strconv.FormatInt(s.To.Milliseconds(), 10)
		}
		parts = append(parts, fmt.Sprintf("%d-%s", s.From.Milliseconds(), to))
	}
	return strings.Join(parts, " ")
}

func TestLeasesOfAStory(t *testing.T) {
	const grant = "0|svc|grant|lock=L to=A token=7 until=50 hold=A.0\n"
	for _, tc := range []struct{ name, text, want string }{
		{"runs out", grant, "0-50 #0 end -1"},
		{"runs out and the service says so", grant + "50|svc|expire|lock=L of=A token=7\n", "0-50 #0 end 1"},
		{"given back", grant + "30|svc|release|lock=L of=A token=7\n", "0-30 #0 end 1"},
		{"freed by a stranger", grant + "30|svc|release|lock=L of=A token=7 by=B\n", "0-30 #0 end 1 early"},
		{"revoked", grant + "30|svc|revoke|lock=L of=A\n", "0-30 #0 end 1 early"},
		{"superseded", grant + "30|svc|grant|lock=L to=B token=8 until=90\n", "0-30 #0 end 1 early, 30-90 #1 end -1"},
		{"superseded when over", grant + "50|svc|grant|lock=L to=B token=8 until=90\n", "0-50 #0 end -1, 50-90 #1 end -1"},
		{"forgotten", grant + "30|svc|failover|lock=L lost=1 counter=6\n", "0-30 #0 end 1 early"},
		{"kept", grant + "30|svc|failover|lock=L lost=1 counter=7\n", "0-50 #0 end -1"},
		{"renewed", grant + "30|svc|renew|lock=L by=A until=80\n", "0-80 #0 end -1"},
		{"renewed too late", grant + "60|svc|renew|lock=L by=A until=80\n", "0-50 #0 end -1, 60-80 #1 end -1"},
		{"promised for ever", "0|svc|grant|lock=L to=A\n", "0-ever #0 end -1 open"},
		{"two locks", grant + "9|svc|grant|lock=M to=A token=1 until=20\n", "0-50 #0 end -1, 9-20 #1 end -1"},
	} {
		var parts []string
		for _, x := range ReadStory(mustRead(t, tc.text)).Leases {
			part := fmt.Sprintf("%s #%d end %d", spans([]Span{x.Span}), x.Seq, x.EndSeq)
			if x.Early {
				part += " early"
			}
			if x.Open {
				part += " open"
			}
			parts = append(parts, part)
		}
		if got := strings.Join(parts, ", "); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestBeliefsOfAStory(t *testing.T) {
	const grants = "0|svc|grant|lock=L to=A token=1 until=50\n"
	for _, tc := range []struct{ name, text, beliefs, bare, races string }{
		{"covered", "0|A|begin|lock=L\n40|A|end|lock=L\n", "0-40", "", ""},
		{"outlived", "0|A|begin|lock=L\n70|A|end|lock=L\n", "0-70", "50-70", ""},
		{"never ended", "0|A|begin|lock=L\n", "0-ever", "50-ever", ""},
		{"begun again", "0|A|begin|lock=L\n20|A|begin|lock=L\n40|A|end|lock=L\n", "0-20 20-40", "", ""},
		{"ended twice", "0|A|begin|lock=L\n20|A|end|lock=L\n40|A|end|lock=L\n", "0-20", "", ""},
		{"of another lock", "0|A|begin|lock=M\n40|A|end|lock=M\n", "0-40", "0-40", ""},
		{"no length", "9|A|begin|lock=L\n9|A|end|lock=L\n20|B|begin|lock=L\n20|B|end|lock=L\n", "9-9 20-20", "", ""},
		{"three of them",
			"0|A|begin|lock=L\n10|B|begin|lock=L\n20|C|begin|lock=L\n30|B|end|lock=L\n40|A|end|lock=L\n49|C|end|lock=L\n",
			"0-40 10-30 20-49", "10-30 20-49", "10-40"},
		{"two races that touch",
			"0|A|begin|lock=L\n10|B|begin|lock=L\n20|B|end|lock=L\n20|C|begin|lock=L\n40|C|end|lock=L\n45|A|end|lock=L\n",
			"0-45 10-20 20-40", "10-20 20-40", "10-40"},
		{"races of two locks",
			"0|A|begin|lock=L\n5|B|begin|lock=L\n8|C|begin|lock=M\n9|B|end|lock=L\n12|D|begin|lock=M\n40|C|end|lock=M\n" +
				"45|A|end|lock=L\n49|D|end|lock=M\n",
			"0-45 5-9 8-40 12-49", "5-9 8-40 12-49", "5-9 12-40"},
	} {
		s := ReadStory(mustRead(t, grants+tc.text))
		var all, bare []Span
		for _, b := range s.Beliefs {
			all, bare = append(all, b.Span), append(bare, b.Bare...)
			if (b.EndSeq == -1) != b.Open {
				t.Errorf("%s: belief %v is open: %v, and ends by event %d", tc.name, b.Span, b.Open, b.EndSeq)
			}
		}
		if got := [3]string{spans(all), spans(bare), spans(s.Races)}; got != [3]string{tc.beliefs, tc.bare, tc.races} {
			t.Errorf("%s: beliefs, bare, races: got %q, want %q", tc.name, got, [3]string{tc.beliefs, tc.bare, tc.races})
		}
	}
}

func TestArrivalsOfAStory(t *testing.T) {
	const start = "0|svc|grant|lock=L to=A token=1 until=50 hold=A.0\n40|svc|release|lock=L of=A token=1\n" +
		"41|svc|grant|lock=L to=A token=2 until=90 hold=A.1\n"
	for _, tc := range []struct {
		event string
		fate  Fate
		live  bool
		lease int
	}{
		{"applied|id=A.0.0 by=A token=1", AppliedUnlocked, false, 0}, // its own hold is over, though A has another
		{"applied|id=A.1.0 by=A token=2", Applied, true, 1},
		{"applied|id=w hold=A.0 by=A token=1", AppliedUnlocked, false, 0},
		{"applied|id=A.1 by=A", Applied, true, 1},
		{"applied|id=w by=A token=1", Applied, true, -1},
		{"applied|id=w hold=Z.9 by=A", Applied, true, -1},
		{"applied|id=w by=A lock=L", Applied, true, -1},
		{"applied|id=w by=A lock=M", AppliedUnlocked, false, -1},
		{"applied|id=w by=B token=x", AppliedUnlocked, false, -1},
		{"refused|id=A.1.0 by=A token=2", Refused, true, 1},
		{"refused|id=A.0.0 by=A token=1", Refused, false, 0},
	} {
		s := ReadStory(mustRead(t, start+"60|S|"+tc.event+"\n"))
		w := s.Arrivals[0]
		if w.Fate != tc.fate || w.Live != tc.live || w.Lease != tc.lease {
			t.Errorf("%s: %v, live %v, lease %d; want %v, %v, %d", tc.event, w.Fate, w.Live, w.Lease, tc.fate, tc.live, tc.lease)
		}
		if number, err := strconv.ParseInt(w.Token, 10, 64); (err == nil) != w.HasToken || number != w.TokenNumber {
			t.Errorf("%s: token %q is read as %d, %v", tc.event, w.Token, w.TokenNumber, w.HasToken)
		}
	}
}

// TestDoingsOfAStory has one of everything that a client and the service do.
func TestDoingsOfAStory(t *testing.T) {
	s := ReadStory(mustRead(t, `0|A|pause|for=30
5|A|clock-step|by=-200
9|A|check|id=A.0.0 remaining=100 margin=20
10|A|send|id=A.0.0 obj=x token=1
11|A|check|id=A.0.1 remaining=10 margin=20
11|A|abort|id=A.0.1
12|A|abort|id=A.0.2
13|B|abort|id=A.0.0
15|svc|failover|lock=L lost=2 counter=3
16|svc|failover|lost=2
20|S|applied|id=A.0.0 by=A obj=x token=1
21|S|refused|id=A.0.0 by=A obj=x token=1
22|A|send|msg=m to=B
23|A|check|id=A.0.3
24|A|pause
`))
	want := &Story{
		Pauses: []Pause{{Span{0, ms(30)}, "A", ms(30), false, 0}, {Span{ms(24), ms(24)}, "A", 0, false, 14}},
		Steps:  []ClockStep{{ms(5), "A", ms(-200), 1}},
		Checks: []Check{{ms(9), "A", "A.0.0", ms(100), ms(20), true, false, 2, -1},
			{ms(11), "A", "A.0.1", ms(10), ms(20), true, true, 4, 5}, {ms(23), "A", "A.0.3", 0, 0, false, false, 13, -1}},
		Aborts: []Abort{{ms(11), "A", "A.0.1", 5, 4}, {ms(12), "A", "A.0.2", 6, -1}, {ms(13), "B", "A.0.0", 7, -1}},
		Sends:  []Send{{ms(10), "A", "A.0.0", "x", "1", 3, 10}, {ms(22), "A", "", "", "", 12, -1}},
		Arrivals: []Arrival{{ms(20), "S", "A", "A.0.0", "x", "1", 1, true, false, AppliedUnlocked, -1, 10, 3},
			{ms(21), "S", "A", "A.0.0", "x", "1", 1, true, false, Refused, -1, 11, -1}},
		Failovers: []Failover{{ms(15), "svc", "L", 2, 3, true, 8}, {ms(16), "svc", "", 2, 0, false, 9}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got\n%+v\nwant\n%+v", s, want)
	}
}

// randomLog makes a lease log of clients and locks that keep to no protocol.
func randomLog(seed uint64, events int) *Log {
	r := rand.New(rand.NewPCG(seed, 0))
	l, at, token := New(Header{Family: "lease", Seed: seed}), 0, int64(0)
	pick := func(words string) string { return string(words[r.IntN(len(words))]) }
	for range events {
		at += r.IntN(4)
		who, lock := pick("ABC"), S("lock", pick("LM"))
		until := D("until", ms(at+r.IntN(20)))
		add := func(actor string, kind Kind, fields ...Field) { l.Add(ms(at), actor, kind, fields...) }
		switch r.IntN(12) {
		case 0, 1, 2:
			token++
			add("svc", KindGrant, lock, S("to", who), N("token", token), until, S("hold", fmt.Sprintf("%s.%d", who, token)))
		case 3:
			add("svc", KindRenew, lock, S("by", who), until)
		case 4:
			add("svc", KindRevoke, lock, S("of", who))
		case 5:
			add("svc", KindRelease, lock, S("of", who), N("token", token-int64(r.IntN(2))))
		case 6:
			add("svc", KindFailover, lock, N("counter", token-int64(r.IntN(3))))
		case 7, 8:
			add(who, KindBegin, lock)
		case 9:
			add(who, KindEnd, lock)
		case 10:
			add("S", KindApplied, S("id", fmt.Sprintf("%s.%d.0", who, token-int64(r.IntN(3)))), S("by", who))
		case 11:
			add("S", KindApplied, S("id", "w"), S("by", who))
		}
	}
	return l
}

// moment is what a log says about an instant, found by reading all of it from the start. It is the slow twin of Story.
type moment struct {
	holder, hold map[string]string // by lock
	until        map[string]time.Duration
	token        map[string]int64
	holds        map[string]bool
	believes     map[party]bool
}

func momentAt(l *Log, until func(Event) bool) moment {
	m := moment{map[string]string{}, map[string]string{}, map[string]time.Duration{}, map[string]int64{},
		map[string]bool{}, map[party]bool{}}
	for _, e := range l.Events {
		if !until(e) {
			break
		}
		lock := e.text("lock")
		about := e.text("of") == m.holder[lock] && (e.text("token") == "" || e.text("token") == fmt.Sprint(m.token[lock]))
		switch {
		case e.Kind == KindGrant:
			m.holder[lock], m.hold[lock] = e.text("to"), e.text("hold")
			m.until[lock] = e.until()
			m.token[lock], _ = e.number("token")
			m.holds[m.hold[lock]] = true
		case e.Kind == KindRenew && e.text("by") == m.holder[lock]:
			m.until[lock] = e.until()
		case (e.Kind == KindRevoke || e.Kind == KindRelease) && about:
			m.until[lock] = min(m.until[lock], e.At)
		case e.Kind == KindFailover:
			if counter, _ := e.number("counter"); m.token[lock] > counter {
				m.until[lock] = min(m.until[lock], e.At)
			}
		case e.Kind == KindBegin, e.Kind == KindEnd:
			m.believes[party{e.Actor, lock}] = e.Kind == KindBegin
		}
	}
	return m
}

// live reports whether the client has a lease of the lock at an instant, or of the hold if that is named.
func (m moment) live(client, lock, hold string, at time.Duration) bool {
	return at < m.until[lock] && (hold == "" && m.holder[lock] == client || hold != "" && m.hold[lock] == hold)
}

// TestStoryIsWhatTheLogSaysAtEveryMillisecond compares a story, at every millisecond, with the log read from its start.
func TestStoryIsWhatTheLogSaysAtEveryMillisecond(t *testing.T) {
	in := func(all []Span, at time.Duration) bool {
		return slices.ContainsFunc(all, func(s Span) bool { return s.Contains(at) })
	}
	bareAt, racesAt := 0, 0
	for seed := range uint64(40) {
		l := randomLog(seed, 60)
		s := ReadStory(l)
		for at := time.Duration(0); at < ms(200); at += time.Millisecond {
			m := momentAt(l, func(e Event) bool { return e.At <= at })
			race := false
			for _, lock := range []string{"L", "M"} {
				believers := 0
				for _, client := range []string{"A", "B", "C"} {
					believes := m.believes[party{client, lock}]
					bare := believes && !m.live(client, lock, "", at)
					var got, gotBare bool
					for _, b := range s.Beliefs {
						mine := b.Actor == client && b.Lock == lock
						got, gotBare = got || mine && b.Contains(at), gotBare || mine && in(b.Bare, at)
					}
					if got != believes || gotBare != bare {
						t.Fatalf("seed %d, %v, %s of %s: believes %v, bare %v; want %v, %v", seed, at, client, lock, got, gotBare,
							believes, bare)
					}
					believers += map[bool]int{true: 1}[believes]
					bareAt += map[bool]int{true: 1}[bare]
				}
				race = race || believers > 1
			}
			if got := in(s.Races, at); got != race {
				t.Fatalf("seed %d, %v: race %v, want %v", seed, at, got, race)
			}
			racesAt += map[bool]int{true: 1}[race]
		}
	}
	if bareAt < 1000 || racesAt < 1000 {
		t.Errorf("%d bare and %d racing milliseconds: too few to say anything", bareAt, racesAt)
	}
}

func TestArrivalsAreWhatTheLogSaysBeforeThem(t *testing.T) {
	fates := map[Fate]int{}
	for seed := range uint64(40) {
		l := randomLog(seed, 60)
		for _, w := range ReadStory(l).Arrivals {
			m := momentAt(l, func(e Event) bool { return e.Seq < w.Seq })
			hold := strings.TrimSuffix(w.ID, ".0")
			if !m.holds[hold] {
				hold = ""
			}
			want := AppliedUnlocked
			if m.live(w.By, "L", hold, w.At) || m.live(w.By, "M", hold, w.At) {
				want = Applied
			}
			if w.Fate != want {
				t.Errorf("seed %d: %v is %v, want %v", seed, l.Events[w.Seq], w.Fate, want)
			}
			fates[want]++
		}
	}
	if fates[Applied] < 50 || fates[AppliedUnlocked] < 50 {
		t.Errorf("fates %v: too few to say anything", fates)
	}
}

// TestNothingLiesRightOfThePlayhead moves a playhead over logs: a story of a part knows what the whole one knows up to
// there, and no more.
func TestNothingLiesRightOfThePlayhead(t *testing.T) {
	for seed := range uint64(10) {
		l := randomLog(seed, 60)
		whole := ReadStory(l)
		for at := time.Duration(-1); at < ms(130); at += ms(7) {
			part := ReadStoryUntil(l, at)
			checkStory(t, part, at)
			if got, want := spans(part.Races), spans(clipped(whole.Races, at)); got != want {
				t.Errorf("seed %d until %v: races %s, want %s", seed, at, got, want)
			}
			for i, b := range part.Beliefs {
				if got, want := spans(b.Bare), spans(clipped(whole.Beliefs[i].Bare, at)); got != want {
					t.Errorf("seed %d until %v: bare %s, want %s", seed, at, got, want)
				}
			}
			for i, w := range part.Arrivals {
				if w != whole.Arrivals[i] {
					t.Errorf("seed %d until %v: %+v, want %+v", seed, at, w, whole.Arrivals[i])
				}
			}
		}
	}
}

// clipped returns what of the spans lies before the instant.
func clipped(all []Span, at time.Duration) (out []Span) {
	for _, s := range all {
		if s.To = min(s.To, at); s.From < s.To {
			out = append(out, s)
		}
	}
	return out
}

// checkStory holds what is true of every story until an instant.
func checkStory(t *testing.T, s *Story, at time.Duration) {
	t.Helper()
	ordered := func(what string, all []Span, apart bool) {
		for i, x := range all {
			if x.From > x.To || x.To > at {
				t.Errorf("%s: %v until %v", what, x, at)
			}
			if apart && (x.From == x.To || i > 0 && all[i-1].To >= x.From) {
				t.Errorf("%s: %v are not apart", what, all)
			}
		}
	}
	var leases, beliefs, pauses []Span
	bare := 0
	for _, x := range s.Leases {
		leases = append(leases, x.Span)
	}
	for _, b := range s.Beliefs {
		beliefs = append(beliefs, b.Span)
		ordered("bare", b.Bare, true)
		for _, x := range b.Bare {
			if x.From < b.From || x.To > b.To {
				t.Errorf("bare %v is not in its belief %v", x, b.Span)
			}
		}
		bare += len(b.Bare)
	}
	for _, p := range s.Pauses {
		pauses = append(pauses, p.Span)
	}
	ordered("lease", leases, false)
	ordered("belief", beliefs, false)
	ordered("pause", pauses, false)
	ordered("race", s.Races, true)
	if bare > len(leases)+len(beliefs) || len(s.Races) > len(beliefs) {
		t.Errorf("%d bare parts and %d races of %d leases and %d beliefs", bare, len(s.Races), len(leases), len(beliefs))
	}
	for _, w := range s.Arrivals {
		if w.At > at {
			t.Errorf("%+v is after %v", w, at)
		}
	}
}

// FuzzStory tells any log up to any instant.
func FuzzStory(f *testing.F) {
	for _, name := range []string{"stale-write.log", "failover.log", "messages.log"} {
		f.Add(mustReadText(f, name), int64(ms(4000)))
	}
	f.Fuzz(func(t *testing.T, text string, at int64) {
		l, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		checkStory(t, ReadStoryUntil(l, time.Duration(at)), time.Duration(at))
		checkStory(t, ReadStory(l), forever)
		if n := len(l.Actors()); n > len(l.Events) {
			t.Errorf("%d actors of %d events", n, len(l.Events))
		}
	})
}

func TestActorsHaveRoles(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"0|C2|note\n0|C10|note\n0|svc|grant|lock=L to=C2\n0|C1|note\n0|db|refused\n",
			"svc service, C1 client, C2 client, C10 client, db resource"},
		{"0|S|note\n0|P2|send\n0|svc|note\n0|P1|recv\n", "svc process, P1 process, P2 process, S process"},
	} {
		var parts []string
		for _, a := range mustRead(t, tc.text).Actors() {
			parts = append(parts, fmt.Sprint(a.Name, " ", a.Role))
		}
		if got := strings.Join(parts, ", "); got != tc.want {
			t.Errorf("%q: got %s, want %s", tc.text, got, tc.want)
		}
	}
}

func TestLengthOfASpan(t *testing.T) {
	for _, tc := range []struct {
		span Span
		want time.Duration
	}{
		{Span{3, 10}, 7}, {Span{3, 3}, 0}, {Span{10, 3}, 0}, {Span{-5, forever}, forever}, {Span{0, forever}, forever},
	} {
		if got := tc.span.Length(); got != tc.want {
			t.Errorf("%v: %d, want %d", tc.span, got, tc.want)
		}
	}
}

// BenchmarkStory tells 10,000 events: of a few clients, and of an unruly log in which nothing that begins ends.
func BenchmarkStory(b *testing.B) {
	unruly := New(Header{Family: "lease"})
	for i := range 2500 {
		at, lock, who := ms(i), S("lock", strconv.Itoa(i%500)), strconv.Itoa(i%7)
		unruly.Add(at, "svc", KindGrant, lock, S("to", who), N("token", int64(i)), D("until", at+ms(3)))
		unruly.Add(at, who, KindBegin, lock)
		unruly.Add(at, "svc", KindFailover, N("counter", int64(i)))
		unruly.Add(at, "S", KindApplied, S("by", who))
	}
	for _, tc := range []struct {
		name string
		log  *Log
	}{{"few", randomLog(1, 10_000)}, {"unruly", unruly}} {
		b.Run(tc.name, func(b *testing.B) {
			for b.Loop() {
				ReadStory(tc.log)
			}
		})
	}
}

func mustReadText(f *testing.F, name string) string {
	f.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		f.Fatal(err)
	}
	return string(text)
}
