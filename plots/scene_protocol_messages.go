package plots

import (
	"cmp"
	"sort"
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/trace"
)

// route is the way of messages of one name. A sender or a receiver that the log does not name is "".
type route struct{ msg, from, to string }

// taking is the way of messages that one receiver takes.
type taking struct {
	route
	by string
}

// reach is a message's arrival at a receiver.
type reach struct {
	send int // the place of its send in the log
	to   string
}

// mail pairs the sends of a log with what became of them.
type mail struct {
	*protocol
	sent map[route][]int // by way, the places of sends in the log, in order
	// next has, by way and receiver, how many of the sends have been looked at.
	next    map[taking]int
	reached map[reach]bool
	// received has the messages that a process receives, so that their delivery is not taken for their arrival.
	received map[route]bool
	sends    []int
	byID     map[string][]int // sends by the name of the message
	peers    map[string]bool  // who sends or receives, or is sent to
}

// messages adds an arrow for every message: from its send to each receipt, or to where it was dropped. A receipt is of
// the first send on its way that has not reached the receiver yet; when all have, it is a duplicate of the last before
// it; and where the only send stands later in the log, which happens in a log that was put together from several, it is
// of that. What is left has one end only.
func (b *protocol) messages() {
	m := &mail{
		protocol: b, sent: map[route][]int{}, next: map[taking]int{}, reached: map[reach]bool{}, received: map[route]bool{},
		byID: map[string][]int{}, peers: map[string]bool{},
	}
	m.collect()
	for i := range b.log {
		e := &b.log[i]
		id, ok := e.Get("msg")
		if !ok {
			continue
		}
		switch e.Kind {
		case trace.KindRecv:
			m.arrive(i, id)
		case trace.KindDeliver, trace.KindProcess:
			if !m.received[route{id, "", e.Actor}] {
				m.deliver(i, id)
			}
		case trace.KindDrop:
			m.drop(i, id)
		}
	}
	for _, i := range m.sends {
		m.leftOver(i)
	}
}

// collect finds the sends. A message that no event sends comes from the first event of another word that names it, as
// in a log that says "create".
func (m *mail) collect() {
	told := map[string]int{}
	for i := range m.log {
		e := &m.log[i]
		id, ok := e.Get("msg")
		switch {
		case !ok:
		case e.Kind == trace.KindSend:
			m.byID[id] = append(m.byID[id], i)
			m.sends = append(m.sends, i)
			m.peers[e.Actor] = true
			for _, to := range receivers(e) {
				m.peers[to] = true
			}
		case e.Kind == trace.KindRecv:
			m.received[route{id, "", e.Actor}] = true
			m.peers[e.Actor] = true
		case !e.Kind.Known():
			if _, ok := told[id]; !ok {
				told[id] = i
			}
		}
	}
	for _, i := range m.sends {
		m.post(i)
	}
	for i := range m.log { // in order, not in that of a map
		id, _ := m.log[i].Get("msg")
		if at, ok := told[id]; ok && at == i && m.byID[id] == nil {
			m.post(i)
		}
	}
}

// post registers a send on all its ways.
func (m *mail) post(i int) {
	e := &m.log[i]
	id, _ := e.Get("msg")
	for _, to := range receivers(e) {
		for _, from := range []string{e.Actor, ""} {
			way := route{id, from, to}
			m.sent[way] = append(m.sent[way], i)
		}
	}
}

// receivers returns those that a message is sent to, or "" for whoever receives it.
func receivers(e *trace.Event) []string {
	to := the("to")(e)
	if to == "" || to == "all" || to == "*" {
		return []string{""}
	}
	return strings.Split(to, ",")
}

// take returns the send that an arrival at receiver at place i of the log is of, or -1.
func (m *mail) take(i int, id, from, receiver string) int {
	ways := []route{{id, from, receiver}, {id, from, ""}}
	for _, way := range ways {
		all := m.sent[way]
		seen := taking{way, receiver}
		n := m.next[seen]
		for n < len(all) && all[n] < i && m.reached[reach{all[n], receiver}] {
			n++
		}
		m.next[seen] = n
		if n < len(all) && all[n] < i {
			return m.mark(all[n], receiver)
		}
	}
	later := -1
	for _, way := range ways {
		all := m.sent[way]
		n := sort.SearchInts(all, i)
		if n > 0 {
			return all[n-1] // a duplicate
		}
		if later < 0 && len(all) > 0 && !m.reached[reach{all[0], receiver}] {
			later = all[0]
		}
	}
	if later >= 0 {
		m.mark(later, receiver)
	}
	return later
}

func (m *mail) mark(send int, receiver string) int {
	m.reached[reach{send, receiver}] = true
	m.reached[reach{send, ""}] = true // by someone
	return send
}

// arrive draws the message that a process received.
func (m *mail) arrive(i int, id string) {
	e := &m.log[i]
	on, shown := m.lanes[e.Actor]
	from := the("from")(e)
	send := m.take(i, id, from, e.Actor)
	if !shown {
		return
	}
	m.drawn[i] = true
	a := arrow{toLane: on, to: placeOf(e), label: messageLabel(e, id), part: incoming}
	sender, known := m.lanes[from]
	if send >= 0 {
		s := &m.log[send]
		sender, known = m.lanes[s.Actor]
		a.label = messageLabel(s, id)
		if known {
			a.part, a.from = wholeArrow, placeOf(s)
			m.drawn[send] = true
		}
	}
	a.fromLane = sender
	if !known {
		a.fromLane = m.neighbour(on)
	}
	m.add(a)
}

// deliver draws the message that an application was given, whose receipt is no event of its own. It has a mark anyway,
// and needs no arrow where no one is known to have sent it.
func (m *mail) deliver(i int, id string) {
	_, sent := m.sent[route{id, "", m.log[i].Actor}]
	_, toAll := m.sent[route{id, "", ""}]
	if sent || toAll {
		m.arrive(i, id)
	}
}

// drop draws the message that was lost.
func (m *mail) drop(i int, id string) {
	e := &m.log[i]
	send, to := m.lostSend(i, id)
	if send < 0 {
		return // it has a mark of its own
	}
	m.mark(send, to)
	s := &m.log[send]
	on, ok := m.lanes[s.Actor]
	if !ok {
		return
	}
	a := arrow{fromLane: on, from: placeOf(s), to: placeOf(e), lost: true, label: messageLabel(s, id)}
	if reason := the("reason")(e); reason != "" {
		a.label += ": " + clipped(reason, 16)
	}
	a.toLane, ok = m.lanes[to]
	if !ok {
		a.toLane = m.neighbour(on)
	}
	m.drawn[send], m.drawn[i] = true, true
	m.add(a)
}

// lostSend returns the send of the message that was dropped at place i of the log, and its receiver: by what the drop
// says, or by who dropped it, or else the first that is on its way. When all have arrived, a copy of the last was lost.
func (m *mail) lostSend(i int, id string) (send int, to string) {
	e := &m.log[i]
	from, to := the("from")(e), the("to")(e)
	all := m.byID[id]
	all = all[:sort.SearchInts(all, i)]
	send = -1
	for _, want := range []string{cmp.Or(to, m.peer(e.Actor)), to} {
		for _, n := range all {
			s := &m.log[n]
			if from != "" && from != s.Actor || want == s.Actor {
				continue
			}
			for _, r := range receivers(s) {
				if want != "" && r != "" && r != want {
					continue
				}
				send, to = n, cmp.Or(want, r)
				if !m.reached[reach{send, to}] {
					return send, to
				}
			}
		}
	}
	return send, to
}

// peer returns the name of an actor that sends or receives messages, and "" for another one, such as a network.
func (m *mail) peer(name string) string {
	if m.peers[name] {
		return name
	}
	return ""
}

// leftOver draws what is known of a message of which nothing else is told.
func (m *mail) leftOver(i int) {
	e := &m.log[i]
	on, ok := m.lanes[e.Actor]
	if !ok {
		return
	}
	id, _ := e.Get("msg")
	for _, to := range receivers(e) {
		if m.reached[reach{i, to}] && (to == "" || m.isShown(to)) {
			continue
		}
		a := arrow{fromLane: on, from: placeOf(e), label: messageLabel(e, id), part: outgoing}
		if a.toLane, ok = m.lanes[to]; !ok {
			a.toLane = m.neighbour(on)
		}
		m.drawn[i] = true
		m.add(a)
	}
}

func (m *mail) isShown(name string) bool {
	_, ok := m.lanes[name]
	return ok
}

// neighbour returns the lane beside another, for a message to or from somewhere that is not shown.
func (m *mail) neighbour(on int) int {
	if on+1 < len(m.scene.lanes) {
		return on + 1
	}
	return max(0, on-1)
}

// add adds an arrow, with its style, its heights and its line of the legend.
func (m *mail) add(a arrow) {
	a.style = m.p.Roles.Message
	switch {
	case a.lost:
		a.style = m.p.Roles.Lost
		m.explain(rankLost, "lost message", a.style, asLost)
	case a.part != wholeArrow:
		a.style.Dash = []vg.Length{2, 2}
		m.explain(rankPart, "end not known", a.style, asArrow)
	default:
		m.explain(rankMessage, "message", a.style, asArrow)
	}
	switch a.part {
	case outgoing:
		a.to = place{a.from.at, noEvent}
	case incoming:
		a.from = place{a.to.at, noEvent}
	}
	up := a.toLane < a.fromLane
	if a.toLane == a.fromLane { // a loop above the line
		a.fromY, a.toY = m.edge(a.fromLane, a.from.at, true), m.edge(a.toLane, a.to.at, true)
	} else {
		a.fromY, a.toY = m.edge(a.fromLane, a.from.at, up), m.edge(a.toLane, a.to.at, !up)
	}
	m.meets(a.from.seq, a.fromY)
	m.meets(a.to.seq, a.toY)
	m.scene.arrows = append(m.scene.arrows, a)
}

// meets notes the height at which an arrow meets an event, which is the first one's where there are several.
func (m *mail) meets(seq int, y float64) {
	if _, ok := m.ends[seq]; !ok && seq != noEvent {
		m.ends[seq] = y
	}
}

// messageLabel returns what is written along a message: its type, or the word in its name, or its name.
func messageLabel(e *trace.Event, id string) string {
	if kind := the("type", "label")(e); kind != "" {
		return clipped(kind, 14)
	}
	end := strings.IndexFunc(id, func(r rune) bool { return !unicode.IsLetter(r) })
	if end >= 3 {
		id = id[:end]
	}
	return clipped(id, 14)
}
