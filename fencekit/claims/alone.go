package claims

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/lease"
)

// The resource alone, and arithmetic.

// written judges a few writes that reach the resource in order, each from a holder whose lease is live, and returns
// what becomes of them. A write is a client and its token. The resource by itself must agree with the judge.
func (c *checker) written(p lease.Posture, writes ...[2]int64) (fates []lease.Fate, flaw string) {
	params := lease.Default()
	s := &lease.Schedule{Params: &params, Clients: make([]lease.Client, 2)}
	t := &lease.Timeline{Schedule: s, Attempts: int64(len(writes))}
	for i, w := range writes {
		at := time.Duration(i) * time.Second
		n, client, token, end := int32(i), int32(w[0]), w[1], at+time.Millisecond
		t.Grants = append(t.Grants, lease.Grant{Client: client, Attempt: n, Token: token, At: at, Until: at + params.Lease,
			WritesBefore: n, LetGo: end, Ended: end, How: lease.Released, Freed: n, Counted: true})
		t.Writes = append(t.Writes, lease.Write{Grant: n, Client: client, Token: token, Live: true, Promised: true,
			Counted: true, Check: at, Send: at, Arrive: end, Believed: params.Lease, Remaining: params.Lease})
	}
	counts := c.judge(t, p, func(_ *lease.Write, v lease.Fate, _ *lease.Resource) {
		fates = append(fates, v)
	})
	alone := lease.NewResource(p.Rule, params.Fence)
	refused := int64(0)
	for i := range t.Writes {
		admitted := alone.Admits(&t.Writes[i])
		if admitted {
			alone.Apply(&t.Writes[i])
		} else {
			refused++
		}
		if i >= len(fates) || admitted != (fates[i] == lease.IsApplied) {
			return fates, fmt.Sprintf("Write %d fares otherwise than at the resource alone", i+1)
		}
	}
	if counts[lease.Refused] != refused {
		flaw = fmt.Sprintf("The judge counts %d refused where %d were", counts[lease.Refused], refused)
	}
	return fates, flaw
}

// bothWays is how many of three writes of two clients under one token are applied.
func bothWays(c *checker) measured {
	fates, flaw := c.written(lease.Fencing, [2]int64{0, 7}, [2]int64{1, 7}, [2]int64{0, 7})
	n := int64(0)
	for _, v := range fates {
		if v == lease.IsApplied {
			n++
		}
	}
	m := number(n)
	m.flaw = flaw
	return m
}

// secondWrite is how many of two writes of one live owner a strict fence refuses.
func secondWrite(c *checker) measured {
	fates, flaw := c.written(lease.Strict, [2]int64{0, 7}, [2]int64{0, 7})
	m := measured{flaw: flaw}
	for i, v := range fates {
		if v == lease.IsRefused {
			m.value++
			if i == 0 {
				m.flaw = "The first write is refused"
			}
		}
	}
	return m
}

// lost is how many milliseconds a clock with a rate error loses on a lease: by arithmetic, and as the client of a slow
// clock sees it that checks when its lease is just over.
func lost(ppm float64, length time.Duration) checkFunc {
	return func(c *checker) measured {
		rate, err := clock.PPM(ppm)
		if err != nil {
			return measured{flaw: err.Error()}
		}
		p := lease.Default()
		p.Lease, p.Sources, p.Drift = length, lease.Drift, -ppm
		s := &lease.Schedule{Params: &p, Clients: []lease.Client{{Drift: -rate, Attempts: []lease.Attempt{
			{Work: length, Wires: []time.Duration{p.WireOff.Min()}}}}}}
		ms := float64(rate.Over(length)) / float64(time.Millisecond)
		m := measured{value: ms}
		t := c.serve(s)
		if len(t.Writes) != 1 || t.Writes[0].Believed-t.Writes[0].Remaining != rate.Over(length) {
			m.flaw = fmt.Sprintf("A client whose clock is slow by %v ppm does not see %v ms more than are left", ppm, ms)
		}
		return m
	}
}

// judge replays a timeline made by hand and shows each write.
func (c *checker) judge(t *lease.Timeline, posture lease.Posture, each lease.Observer) lease.Counts {
	if judge := c.opt.parts().Judge; judge != nil {
		return judge(t, posture, each)
	}
	return lease.Fates(t, posture, t.Schedule.Params.Margin, each)
}

// serve runs a schedule made by hand.
func (c *checker) serve(s *lease.Schedule) *lease.Timeline {
	if serve := c.opt.parts().Serve; serve != nil {
		return serve(s, false)
	}
	return lease.Serve(s, false)
}

// reductionOf is the reduction that follows from the unlocked writes as published, in per cent.
func reductionOf(c *checker) measured {
	before, errBefore := strconv.ParseFloat(c.rows["pause.unlocked"].Published, 64)
	after, errAfter := strconv.ParseFloat(c.rows["pause.check.unlocked"].Published, 64)
	if errBefore != nil || errAfter != nil {
		return measured{value: math.NaN(), flaw: "The published unlocked writes are not numbers"}
	}
	x := 100 * (before - after) / before
	return measured{value: x, text: strconv.FormatFloat(x, 'f', 2, 64)}
}

// sixth is the share of the lease that the last margin of the dial leaves.
func sixth(*checker) measured {
	p := lastMargin.params()
	left := p.Lease - margins[len(margins)-1]
	m := measured{value: float64(left) / float64(p.Lease), text: fmt.Sprintf("%v of %v", left, p.Lease)}
	if p.Margin != margins[len(margins)-1] {
		m.flaw = fmt.Sprintf("The dial ends at %v and its last setting is %v", margins[len(margins)-1], p.Margin)
	}
	return m
}
