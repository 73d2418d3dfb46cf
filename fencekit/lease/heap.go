package lease

import "time"

// due is something that waits for its instant: a client's next request, or a write under way.
type due struct {
	at    time.Duration
	order uint64 // decides between what is due at one instant: see orderOf
	slot  int32  // of a write: where it is kept until it arrives, in the order of grants and of sending
	ends  bool   // its arrival is the end of the hold
}

// orderOf orders what is due at one instant: by the pass over the instant that finds it due, then by client. A hold of
// no length at all, granted in one pass, ends in the next. Several writes of one client come by grant and by number.
func orderOf(pass, client int32) uint64 { return uint64(pass)<<17 | uint64(client) }

// clientOf returns the client of an order.
func clientOf(order uint64) int32 { return int32(order & (1<<17 - 1)) }

func (d *due) before(e *due) bool {
	if d.at != e.at {
		return d.at < e.at
	}
	return d.order < e.order || (d.order == e.order && d.slot < e.slot)
}

// queue is a binary heap with the earliest entry at index 0. It is written out, since container/heap boxes every entry
// and calls through an interface at every comparison, on the hottest path there is.
type queue []due

func (q *queue) push(d due) {
	h := append(*q, d)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !d.before(&h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = d
	*q = h
}

// pop removes the earliest entry.
func (q *queue) pop() {
	h := *q
	last := h[len(h)-1]
	*q = h[:len(h)-1]
	if len(*q) > 0 {
		q.replace(last)
	}
}

// replace removes the earliest entry and adds d.
func (q *queue) replace(d due) {
	h := *q
	i := 0
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1].before(&h[child]) {
			child++
		}
		if !h[child].before(&d) {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = d
}
