package lease

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/dist"
)

func TestDrawIsOfItsSeed(t *testing.T) {
	p := Default()
	p.Failover = Lossy
	var d Drawer
	var dirty Schedule
	for _, seed := range []uint64{3, 1, 2, 3} {
		d.Draw(&p, seed, &dirty)
		if fresh := Draw(&p, seed); dirty.String() != fresh.String() {
			t.Errorf("seed %d: memory that was used before changes the draw", seed)
		}
	}
	if Draw(&p, 1).String() == Draw(&p, 2).String() {
		t.Error("two seeds, one schedule")
	}
}

// A source switched off disturbs no draw of another.
func TestSourcesAreIndependent(t *testing.T) {
	all := Default()
	for _, off := range []Sources{Pauses, Steps, Delay} {
		p := Default()
		p.Sources &^= off
		for seed := range uint64(50) {
			a, b := Draw(&all, seed), Draw(&p, seed)
			for i := range a.Clients {
				for k := range min(len(a.Clients[i].Attempts), len(b.Clients[i].Attempts)) {
					x, y := a.Clients[i].Attempts[k], b.Clients[i].Attempts[k]
					if x.Think != y.Think || x.Work != y.Work {
						t.Fatalf("seed %d without %v: think or work differ", seed, off)
					}
					if off != Pauses && !reflect.DeepEqual(x.Pauses, y.Pauses) {
						t.Fatalf("seed %d without %v: pauses differ", seed, off)
					}
					if off != Delay && x.Wires[0] != y.Wires[0] {
						t.Fatalf("seed %d without %v: wires differ", seed, off)
					}
				}
				if off != Steps && !reflect.DeepEqual(a.Clients[i].Steps, b.Clients[i].Steps) {
					t.Fatalf("seed %d without %v: steps differ", seed, off)
				}
			}
		}
	}
}

// Another client changes nothing that is drawn for those there.
func TestClientsAreIndependent(t *testing.T) {
	three, four := Default(), Default()
	four.Clients = 4
	for seed := range uint64(50) {
		if a, b := Draw(&three, seed), Draw(&four, seed); !reflect.DeepEqual(a.Clients, b.Clients[:3]) {
			t.Fatalf("seed %d: a fourth client disturbs the three", seed)
		}
	}
}

// The attempts drawn are enough: no client runs out before the horizon.
func TestAttemptsFillTheHorizon(t *testing.T) {
	for i := range uint64(500) {
		p := randomParams(rand.New(rand.NewPCG(i, 9)))
		s := Draw(&p, i)
		used := make([]int, p.Clients)
		for _, g := range Serve(s, true).Grants {
			used[g.Client]++
			if a := s.Clients[g.Client].Attempts; used[g.Client] == len(a) && g.LetGo < p.Horizon {
				t.Fatalf("set %d: client %d lets go of its last attempt at %v, before the horizon %v", i, g.Client, g.LetGo, p.Horizon)
			}
		}
	}
}

// Pauses at a rate: Poisson in running time, so their number and their offsets have the moments of one.
func TestPausesAtARate(t *testing.T) {
	p := Default()
	p.PauseRate, p.Pause = 2, dist.Must(dist.Constant(time.Millisecond))
	var n, running, at, pairs float64
	for seed := range uint64(400) {
		s := Draw(&p, seed)
		for i := range s.Clients {
			for _, a := range s.Clients[i].Attempts {
				long := (a.Work + p.Gap).Seconds()
				running += long
				n += float64(len(a.Pauses))
				if len(a.Pauses) > 1 {
					pairs++
				}
				for _, q := range a.Pauses {
					at += q.At.Seconds() / long
				}
			}
		}
	}
	if got := n / running; got < 1.96 || got > 2.04 {
		t.Errorf("rate: got %.3f a second, want 2", got)
	}
	if got := at / n; got < 0.49 || got > 0.51 {
		t.Errorf("mean offset: got %.3f of the running time, want 0.5", got)
	}
	if pairs == 0 {
		t.Error("no attempt has two pauses")
	}
}

func TestScheduleRoundTrip(t *testing.T) {
	for i := range uint64(200) {
		p := randomParams(rand.New(rand.NewPCG(i, 6)))
		s := Draw(&p, i)
		var b bytes.Buffer
		if err := WriteSchedule(&b, s); err != nil {
			t.Fatal(err)
		}
		back, err := ReadSchedule(&b)
		if err != nil {
			t.Fatalf("set %d: %v", i, err)
		}
		if got, want := back.String(), s.String(); got != want {
			t.Fatalf("set %d: got\n%s\nwant\n%s", i, got, want)
		}
		if !reflect.DeepEqual(Serve(back, true).Writes, Serve(s, true).Writes) {
			t.Fatalf("set %d: the schedule that was read back runs differently", i)
		}
	}
}

func TestReadScheduleRefuses(t *testing.T) {
	const fields = `{"format":"fence-schedule","version":1,`
	const attempt = fields + `"clients":[{"attempts":[{"think":"1s","work":"1s",`
	for text, want := range map[string]string{
		"": "empty",
		"{\n\"format\": \"fence-schedule\",\n x}":                                                       "line 3",
		`{"format":"fence-schedule","version":2,"clients":[{"attempts":[]}]}`:                           "version 2",
		`{"format":"fence-log","version":1}`:                                                            `"fence-log"`,
		fields + `"clients":[]}`:                                                                        "0 clients",
		fields + `"clients":[{"attempts":[{"think":"-1s","work":"1s","wires":["1ms"]}]}]}`:              "client 0 attempt 0",
		attempt + `"wires":[]}]}]}`:                                                                     "0 wires for 1 writes",
		attempt + `"wires":["-1ms"]}]}]}`:                                                               "wire -1ms",
		attempt + `"wires":["1ms"],"pauses":[{"at":"2s","for":"1s"}]}]}]}`:                              "the offset must be within",
		attempt + `"wires":["1ms"],"pauses":[{"at":"9ms","for":"1s"},{"at":"8ms","for":"1s"}]}]}]}`:     "is before the one at",
		fields + `"clients":[{"attempts":[],"steps":[{"at":"2s","by":"-1s"},{"at":"1s","by":"-1s"}]}]}`: "ascending",
		fields + `"clients":[{"attempts":[],"steps":[{"at":"-2s","by":"-1s"}]}]}`:                       "step 0",
		fields + `"clients":[{"attempts":[],"drift_ppm":1e9}]}`:                                         "drift",
		fields + `"clients":[{"attempts":[]}],"failovers":[{"at":"-1s","lost":1}]}`:                     "failover 0",
		fields + `"clients":[{"attempts":[]}],"failovers":[{"at":"1s","lost":-1}]}`:                     "loses -1",
		fields + `"clients":[{"attempts":[]}],"failovers":[{"at":"2s","lost":1},{"at":"1s","lost":1}]}`: "before the one",
		fields + `"clients":[{"attempts":[]}],"params":{"lease":"0s"}}`:                                 "lease = 0s",
		fields + `"clients":[{"attempts":[]}],"extra":1}`:                                               "extra",
		"{\n\"format\":\"fence-schedule\",\n\"extra\" :1}":                                              "line 3: lease: schedule: json: unknown field \"extra\"",
		// lost is a field of a failover, and unknown in a client
		fields + "\"failovers\":[{\"at\":\"1s\",\n\"lost\":1}],\n\"clients\":[{\"attempts\":[],\n\"lost\":1},\n{\"lost\":1}]}": "line 4: lease: schedule: json: unknown field \"lost\"",
		fields + "\n\"params\":{\"margn\":\"1s\"},\"clients\":[]}":                                                             "line 2: lease: schedule: lease: parameters: json: unknown field",
		fields + "\n\"params\":\n{\"margin\":\"1s\",\n\"writes\":\"many\"},\"clients\":[]}":                                    "line 4: ",
		fields + `"\u0065xtra":1}`:   `unknown field "extra"`,
		fields + `"clients":"many"}`: "line 1",
	} {
		if _, err := ReadSchedule(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.90s: got %v, want an error that says %q", text, err, want)
		}
	}
}

func FuzzReadSchedule(f *testing.F) {
	p := Default()
	p.Horizon = 10 * time.Second
	b, err := json.Marshal(Draw(&p, 1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(b))
	f.Add(`{"format":"fence-schedule","version":1,
		"clients":[{"attempts":[{"think":"1s","work":"1s","wires":["1ms"]}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSchedule(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := WriteSchedule(&out, s); err != nil {
			t.Fatal(err)
		}
		back, err := ReadSchedule(&out)
		if err != nil || back.String() != s.String() {
			t.Fatalf("got %v, %v, want %v", back, err, s)
		}
		Serve(s, true)
	})
}

// byHand is the schedule of the stale write: A's thread stops inside its hold for longer than its lease of 30 s, B is
// granted the lock meanwhile, and then A's write arrives. Forty short holds of a third client come first, so that A
// has token 41 and B token 42.
func byHand() *Schedule {
	p := Default()
	p.Lease, p.Horizon = 30*time.Second, 120*time.Second
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	wire := []time.Duration{ms(5)}
	before := Client{}
	for range 40 {
		before.Attempts = append(before.Attempts, Attempt{Think: 0, Work: ms(1), Wires: wire})
	}
	stop := []Pause{{At: ms(1000), For: ms(40000)}}
	a := Client{Attempts: []Attempt{{Think: ms(5000), Work: ms(2000), Pauses: stop, Wires: wire}}}
	b := Client{Attempts: []Attempt{{Think: ms(6000), Work: ms(2000), Wires: wire}}}
	return &Schedule{Params: &p, Clients: []Client{a, b, before}}
}

func TestStaleWriteByHand(t *testing.T) {
	s := byHand()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		posture Posture
		want    Fate  // of A's write
		owner   int32 // whose value is left
	}{
		{Unprotected, IsApplied, 0},
		{Check, IsAborted, 1},
		{Fencing, IsRefused, 1},
		{Strict, IsRefused, 1},
		{Validated, IsRefused, 1},
	} {
		tl := Serve(s, c.posture.Check)
		var got Fate
		var owner int32
		Fates(tl, c.posture, 0, func(w *Write, v Fate, after *Resource) {
			if w.Token == 41 && w.Client == 0 {
				got = v
			}
			if w.Token == 42 && (v != IsApplied || !w.Live || w.Client != 1) {
				t.Errorf("%s: B's write: fate %v, live %v, client %d", c.posture.Name, v, w.Live, w.Client)
			}
			owner = after.value.client
		})
		if got != c.want || owner != c.owner {
			t.Errorf("%s: A's write: got fate %v and the value of client %d, want %v and %d", c.posture.Name, got, owner, c.want, c.owner)
		}
		counts := Judge(tl, c.posture, 0)
		if want := int64(0); c.posture == Unprotected {
			want = 1
			if counts[WorkDestroyed] != want {
				t.Errorf("work destroyed: got %d, want %d", counts[WorkDestroyed], want)
			}
		} else if counts[WorkDestroyed] != want {
			t.Errorf("%s: work destroyed: got %d, want 0", c.posture.Name, counts[WorkDestroyed])
		}
	}
}

// A resource that checks a token in one step and writes in another lets 41 land on 42.
func TestCheckAndWriteInTwoSteps(t *testing.T) {
	older, newer := &Write{Client: 0, Grant: 0, Token: 41}, &Write{Client: 1, Grant: 1, Token: 42}
	r := NewResource(NotBelow, OnWrites)
	admitted := r.Admits(older) // nothing has written yet
	if !r.Admits(newer) {
		t.Fatal("42 refused")
	}
	r.Apply(newer)
	if r.Admits(older) {
		t.Error("41 admitted after 42 in one step")
	}
	if admitted {
		r.Apply(older)
	}
	if got := r.Stored(); got != 41 {
		t.Errorf("in two steps: got %d stored, want 41: the check was out of date when the write came", got)
	}
}

func TestScheduleString(t *testing.T) {
	s := byHand()
	s.Clients[0].Steps = []clock.Step{{At: time.Second, By: -time.Millisecond}}
	s.Clients[0].Drift = 200_000
	s.Failovers = []FailoverAt{{At: time.Second, Lost: 2}}
	got := s.String()
	for _, want := range []string{"3 clients, lease 30s", "C1  drift 200 ppm", "stop at 1s for 40s", "clock at 1s: -1ms", "failover at 1s: loses 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant it to say %q", got, want)
		}
	}
}

// The schedule that is shipped for tokens 41 and 42 is the one of byHand.
func TestShippedTokens(t *testing.T) {
	b, err := os.ReadFile("../../data/schedules/tokens-41-42.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadSchedule(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.String(), byHand().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
