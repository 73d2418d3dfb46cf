package lease

import (
	"slices"
	"time"
)

// Dial judges one timeline under the expiry check at many margins at once. It counts what [Judge] counts at each, and
// takes a few percent of a trial for each further margin where Judge would take a good part of one.
//
// Two things make that possible. How many margins a write survives is one number, the count of margins below the
// remaining lease that its client believed in, so that sums over margins are sums over that number. And a write can
// only replace somebody's newer work if it arrives after a write that was granted later, or holds a token as high:
// that is known once for all margins and true of few.
//
// A Dial reuses its memory. Read-modify-write sections are left to Judge, margin by margin. With early release every
// margin has a timeline of its own, and a Dial is of no use.
type Dial struct {
	posture Posture
	margins []time.Duration // ascending, each once
	place   []int           // for each margin asked for, its index in margins
	counts  []Counts
	reach   []int32 // for each write, how many of the margins it survives
	judging Judging
}

// NewDial returns a dial for a posture that checks and rules nothing at the resource, and for margins in any order.
func NewDial(posture Posture, margins []time.Duration) *Dial {
	d := &Dial{posture: posture, margins: slices.Clone(margins), place: make([]int, len(margins))}
	slices.Sort(d.margins)
	d.margins = slices.Compact(d.margins)
	for i, m := range margins {
		d.place[i], _ = slices.BinarySearch(d.margins, m)
	}
	d.counts = make([]Counts, len(d.margins)+1)
	return d
}

// Judge fills into with the counts at each margin, in the order in which NewDial was given them.
func (d *Dial) Judge(t *Timeline, into []Counts) {
	p := t.Schedule.Params
	if !d.posture.Check || d.posture.Rule != Always || p.ReadModifyWrite || p.EarlyRelease {
		for i, k := range d.place {
			into[i] = d.judging.Judge(t, d.posture, d.margins[k])
		}
		return
	}
	d.sweep(t)
	for i, k := range d.place {
		into[i] = d.counts[k]
	}
}

// sweep counts for every margin in one pass over the writes.
func (d *Dial) sweep(t *Timeline) {
	clear(d.counts)
	d.reach = d.reach[:0]
	newest, highest := none, int64(0)
	for i := range t.Writes {
		w := &t.Writes[i]
		k := d.below(w.Believed)
		d.reach = append(d.reach, k)
		if w.Counted {
			at := &d.counts[k]
			at[Sent]++
			if !w.Live {
				at[UnlockedArrived]++
			}
			for j := d.below(w.Remaining); j < k; j++ {
				d.counts[j][MarginsCancelled]++
			}
			if w.Grant < newest || w.Token <= highest {
				d.replaces(t, i, k)
			}
		}
		newest, highest = max(newest, w.Grant), max(highest, w.Token)
	}
	d.add(t)
}

// below returns how many margins lie below a remaining lease: at each of those the write is sent.
func (d *Dial) below(remaining time.Duration) int32 {
	n := int32(0)
	for _, m := range d.margins {
		if m < remaining {
			n++
		}
	}
	return n
}

// replaces counts what the i-th write replaces, margin by margin: the latest of the writes before it that survive the
// margin too.
func (d *Dial) replaces(t *Timeline, i int, k int32) {
	w := &t.Writes[i]
	h := i - 1
	for j := int32(0); j < k; j++ {
		for h >= 0 && d.reach[h] <= j {
			h--
		}
		if h < 0 {
			return
		}
		over := &t.Writes[h]
		d.counts[j].replaces(w, over.Token, over.Client, over.Grant)
	}
}

// add turns the sums over writes that survive exactly k margins into sums at each margin.
func (d *Dial) add(t *Timeline) {
	common := t.common()
	writes := d.counts[0][Sent]
	for k := 1; k < len(d.counts); k++ {
		writes += d.counts[k][Sent]
	}
	var sent, unlocked int64
	for k := len(d.margins) - 1; k >= 0; k-- {
		sent += d.counts[k+1][Sent]
		unlocked += d.counts[k+1][UnlockedArrived]
		c := &d.counts[k]
		for _, i := range [...]Counter{Grants, Attempts, ReleasedStranger, BothHeld, BothHeldTime} {
			c[i] = common[i]
		}
		// counts[k] itself held the writes that survive k margins: those of the margins below it.
		c[Aborted] = writes - sent
		c[UnlockedApplied] = unlocked
		d.counts[k+1][Sent], d.counts[k+1][UnlockedArrived] = sent, unlocked
	}
	for k := range d.margins {
		d.counts[k][Sent], d.counts[k][UnlockedArrived] = d.counts[k+1][Sent], d.counts[k+1][UnlockedArrived]
	}
}
