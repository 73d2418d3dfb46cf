package lease

import "time"

// Judge replays a timeline under a posture, with a margin for the postures that check, and counts. A timeline on which
// aborts release early belongs to one margin and to the postures that check: judge it with no other.
func Judge(t *Timeline, posture Posture, margin time.Duration) Counts {
	return new(Judging).Judge(t, posture, margin)
}

// Judging judges in memory that it reuses: nothing is allocated once it is warm.
type Judging struct {
	resource Resource // here and not on the stack, since an observer may look at it
	saw      []int32
}

// Judge is the function of that name.
func (j *Judging) Judge(t *Timeline, posture Posture, margin time.Duration) Counts {
	if t.Schedule.Params.ReadModifyWrite {
		return j.judge(t, posture, margin, nil)
	}
	return quickJudge(t, posture, margin)
}

// Fate is what became of one write under a posture.
type Fate uint8

// The fates.
const (
	IsAborted Fate = iota // the client's check stopped it
	IsRefused             // the resource refused it
	IsApplied             // the resource applied it
)

// Observer is told what became of a write, and sees the resource as it is after the write.
type Observer func(w *Write, v Fate, after *Resource)

// Fates replays a timeline under a posture and calls each for every write of the timeline, in order of arrival. It
// returns what [Judge] returns.
func Fates(t *Timeline, posture Posture, margin time.Duration, each Observer) Counts {
	return new(Judging).judge(t, posture, margin, each)
}

func (j *Judging) judge(t *Timeline, posture Posture, margin time.Duration, each Observer) Counts {
	p := t.Schedule.Params
	c := t.common()
	j.resource = NewResource(posture.Rule, p.Fence)
	r := &j.resource
	reads := reading{t: t, on: p.ReadModifyWrite, saw: j.saw[:0]}
	for i := range t.Writes {
		w := &t.Writes[i]
		if reads.on {
			reads.before(int32(i), r)
		}
		v := IsApplied
		if posture.Check && w.Believed <= margin {
			v = IsAborted
		} else if !r.Admits(w) {
			v = IsRefused
		}
		if w.Counted {
			c.count(w, v, r)
			if posture.Check && v != IsAborted && w.Remaining <= margin {
				c[MarginsCancelled]++
			}
			if reads.on && v == IsApplied && reads.lost(w, r) {
				c[LostUpdates]++
			}
		}
		if v == IsApplied {
			r.Apply(w)
		}
		if each != nil {
			each(w, v, r)
		}
	}
	j.saw = reads.saw
	c.late(t, posture, margin)
	return c
}

// late counts the writes that are under way when the run ends although their hold is over: as sent, and no more.
func (c *Counts) late(t *Timeline, posture Posture, margin time.Duration) {
	for i := range t.Late {
		c[Sent]++
		if posture.Check && t.Late[i].Remaining <= margin {
			c[MarginsCancelled]++
		}
	}
}

// common returns the counters that no posture changes.
func (t *Timeline) common() (c Counts) {
	c[Grants], c[Attempts], c[ReleasedStranger] = int64(len(t.Grants)), t.Attempts, t.ReleasedStranger
	c[BothHeld], c[BothHeldTime] = t.BothHeld, int64(t.BothHeldTime)
	return c
}

// count counts a write by what became of it, before it changes the resource.
func (c *Counts) count(w *Write, v Fate, r *Resource) {
	if v == IsAborted {
		c[Aborted]++
		return
	}
	c[Sent]++
	if !w.Live {
		c[UnlockedArrived]++
	}
	if v == IsRefused {
		c[Refused]++
		if w.Promised {
			c[RefusedLive]++
		}
		return
	}
	if !w.Live {
		c[UnlockedApplied]++
	}
	c.replaces(w, r.value.token, r.value.client, r.value.grant)
}

// replaces counts what a write that is applied does to the value it replaces, known by the write that left it.
func (c *Counts) replaces(w *Write, token int64, client, grant int32) {
	if client == w.Client || client == none {
		return
	}
	switch {
	case token > w.Token:
		c[WorkDestroyed]++
	case token == w.Token:
		c[SameToken]++
	}
	if grant > w.Grant {
		c[NewerOverwritten]++
	}
}

// reading keeps the reads of read-modify-write sections: one at every grant, at once.
type reading struct {
	t    *Timeline
	on   bool
	next int     // the next grant that reads
	saw  []int32 // for each grant so far, how many writes had been applied when it read
}

// before lets every grant read that comes before the i-th write.
func (g *reading) before(i int32, r *Resource) {
	for ; g.next < len(g.t.Grants) && g.t.Grants[g.next].WritesBefore <= i; g.next++ {
		grant := &g.t.Grants[g.next]
		r.Read(grant.Client, grant.Token)
		g.saw = append(g.saw, r.applied)
	}
}

// lost says whether a write replaces a value that another client wrote after the writer's read.
func (g *reading) lost(w *Write, r *Resource) bool {
	return r.value.client != w.Client && r.value.nth > g.saw[w.Grant]
}
