package lease

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"fence/fencekit/dist"
)

// ties returns a distribution over a few whole milliseconds, so that equal instants abound.
func ties(rng *rand.Rand, most int) dist.Dist {
	var parts []dist.Part
	n := 1 + rng.IntN(4)
	for i := range n {
		w := 1 / float64(n)
		if i == n-1 {
			w = 1 - float64(n-1)/float64(n)
		}
		d := dist.Must(dist.Constant(time.Duration(rng.IntN(most+1)) * time.Millisecond))
		parts = append(parts, dist.Part{Weight: w, Of: d})
	}
	return dist.Must(dist.Mixture(parts...))
}

// randomParams returns parameters full of ties and extremes.
func randomParams(rng *rand.Rand) Params {
	for {
		p := Default()
		ms := func(most int) time.Duration { return time.Duration(rng.IntN(most+1)) * time.Millisecond }
		p.Clients, p.Horizon, p.Lease = 1+rng.IntN(6), 50*time.Millisecond+ms(400), time.Millisecond+ms(30)
		if rng.IntN(4) > 0 {
			p.Think, p.Work, p.Gap = ties(rng, 12), ties(rng, 20), ms(3)
			p.Pause, p.PauseP, p.Wire, p.WireOff = ties(rng, 60), rng.Float64(), ties(rng, 20), ties(rng, 3)
			p.StepEvery, p.Step = ties(rng, 40), ties(rng, 30)
		} else {
			p.Lease, p.Horizon = 3*time.Second, 120*time.Second
		}
		p.FailoverEvery, p.FailoverLoses = ties(rng, 50), [2]int{rng.IntN(2), 1 + rng.IntN(3)}
		p.Margin = ms(20)
		p.Sources = Sources(rng.IntN(16))
		p.Failover, p.Release = Failover(rng.IntN(3)), Release(rng.IntN(3))
		p.Clock, p.EarlyRelease = Clock(rng.IntN(2)), rng.IntN(5) == 0
		p.ReadModifyWrite = rng.IntN(2) == 0
		if p.ReadModifyWrite {
			p.Fence = FenceScope(rng.IntN(2))
		}
		if rng.IntN(3) == 0 {
			p.Writes = 1 + rng.IntN(4)
		}
		if rng.IntN(4) == 0 {
			p.PauseRate = 100 * rng.Float64()
		}
		if p.Validate() == nil {
			return p
		}
	}
}

// The quick loop for the published experiment's like is held equal to the plain one, and the quick judge to the one
// that shows every fate.
func TestQuickTwins(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 600
	}
	quick := 0
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 77))
		p := randomParams(rng)
		if rng.IntN(2) == 0 {
			p.Writes, p.Release, p.Failover, p.EarlyRelease = 1, ByToken, NoFailover, false
		}
		s := Draw(&p, uint64(i))
		var fast, plain Server
		plain.plain = true
		var got, want Timeline
		fast.Serve(s, true, &got)
		plain.Serve(s, true, &want)
		if fast.quick(s) {
			quick++
		}
		if !slices.Equal(got.Grants, want.Grants) || !slices.Equal(got.Writes, want.Writes) {
			t.Fatalf("set %d: the quick timeline differs from the plain one", i)
		}
		got.Grants, got.Writes, want.Grants, want.Writes = nil, nil, nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("set %d: got %+v, want %+v", i, got, want)
		}
		plain.Serve(s, true, &want)
		for _, posture := range Postures() {
			got := Judge(&want, posture, p.Margin)
			if want := new(Judging).judge(&want, posture, p.Margin, nil); got != want {
				t.Fatalf("set %d, %s: got %v, want %v", i, posture.Name, got, want)
			}
		}
	}
	if quick < n/4 {
		t.Errorf("%d of %d sets took the quick loop: too few to say anything", quick, n)
	}
}
