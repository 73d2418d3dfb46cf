package lanelogs

import (
	"cmp"
	"container/heap"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"fence/fencekit/dist"
	"fence/fencekit/trace"
)

// Nodes is the number of processes of Protocol, N1 to N16.
const Nodes = 16

// ProtocolHorizon is the length of a run of Protocol with about 10,000 events.
const ProtocolHorizon = 6100 * time.Millisecond

// What the processes and the network are like.
const (
	thinkText = "exp(600ms)"          // between leaving a critical section and the next request
	insideFor = "uniform(4ms,20ms)"   // in the critical section
	wireText  = "uniform(2ms,8ms)"    // a message on the wire
	upText    = "exp(25s)"            // running time between two crashes of one process
	downText  = "uniform(80ms,240ms)" // from a crash to the restart

	retryAfter = 60 * time.Millisecond
	lossOf     = 100 // one message in so many is lost
)

// The states of a process.
type state int

const (
	idle state = iota
	wanting
	inside
	down
)

// process is one of those that want the critical section.
type process struct {
	id       int
	state    state
	clock    int64 // Lamport's
	stamp    int64 // of its own request
	replied  [Nodes]bool
	deferred [Nodes]int64 // stamp of the request whose reply waits, 0 for none
	crashing bool         // it is to crash once it is idle
	think    dist.Stream
	work     dist.Stream
	up       dist.Stream
	off      dist.Stream
}

// message is one on the wire. A reply carries the stamp of the request that it grants.
type message struct {
	name     string
	kind     string
	from, to int
	stamp    int64
}

// network is the whole run.
type network struct {
	log       *trace.Log
	horizon   time.Duration
	now       time.Duration
	due       agenda
	planned   int
	sent      int
	processes [Nodes]process
	wire      [Nodes][Nodes]dist.Stream
	loss      [Nodes][Nodes]dist.Stream

	thinks, works, wires, ups, downs dist.Dist
}

// Protocol returns the log of sixteen processes that exclude each other by permission, with about 1,640 events a
// second: a request, a send for each message, and later its recv or drop, begin and end of the critical section, timers
// that repeat a request, crashes and restarts. Messages that are under way at the horizon are only sent. A horizon that is
// not positive gives a log without events.
func Protocol(horizon time.Duration) *trace.Log {
	n := &network{horizon: horizon, log: trace.New(trace.Header{Program: trace.Program, Family: "mutex", Seed: Seed})}
	n.log.Header.Params = params(horizon)
	n.thinks, n.works = dist.Must(dist.Parse(thinkText)), dist.Must(dist.Parse(insideFor))
	n.wires = dist.Must(dist.Parse(wireText))
	n.ups, n.downs = dist.Must(dist.Parse(upText)), dist.Must(dist.Parse(downText))
	for i := range n.processes {
		n.start(i)
	}
	for len(n.due) > 0 {
		next := heap.Pop(&n.due).(planned)
		if next.at >= horizon {
			break
		}
		n.now = next.at
		next.do()
	}
	return n.log
}

// params is the header's account of what was run.
func params(horizon time.Duration) json.RawMessage {
	text, err := json.Marshal(struct {
		Algorithm string `json:"algorithm"`
		Nodes     int    `json:"nodes"`
		Horizon   string `json:"horizon"`
		Think     string `json:"think"`
		Inside    string `json:"inside"`
		Wire      string `json:"wire"`
		Up        string `json:"up"`
		Down      string `json:"down"`
		Retry     string `json:"retry"`
		LossOneIn int    `json:"loss-one-in"`
	}{"ricart-agrawala", Nodes, horizon.String(), thinkText, insideFor, wireText, upText, downText, retryAfter.String(),
		lossOf})
	if err != nil {
		panic("lanelogs: params of texts and numbers do not marshal: " + err.Error())
	}
	return text
}

// start names the streams of a process and plans its first request and crash.
func (n *network) start(i int) {
	p := &n.processes[i]
	p.id = i
	for _, s := range []struct {
		stream *dist.Stream
		label  string
	}{{&p.think, "think"}, {&p.work, "work"}, {&p.up, "up"}, {&p.off, "down"}} {
		*s.stream = dist.NewStream(Seed, s.label+"/"+name(i))
	}
	for j := range Nodes {
		link := name(i) + "/" + name(j)
		n.wire[i][j], n.loss[i][j] = dist.NewStream(Seed, "wire/"+link), dist.NewStream(Seed, "loss/"+link)
	}
	n.in(n.thinks.Draw(&p.think), func() { n.request(p) })
	n.in(n.ups.Draw(&p.up), func() { n.crash(p) })
}

// request asks all others for permission. A process that is down asks once it runs again.
func (n *network) request(p *process) {
	if p.state == down {
		n.in(retryAfter, func() { n.request(p) })
		return
	}
	p.clock++
	p.state, p.stamp, p.replied = wanting, p.clock, [Nodes]bool{}
	p.replied[p.id] = true
	n.log.Add(n.now, name(p.id), trace.KindRequest, trace.S("lock", "cs"))
	n.ask(p)
}

// ask sends the request to those who have not replied, and again after a while.
func (n *network) ask(p *process) {
	for j := range Nodes {
		if !p.replied[j] {
			n.send("request", p.id, j, p.stamp)
		}
	}
	stamp := p.stamp
	n.in(retryAfter, func() {
		if p.state == wanting && p.stamp == stamp {
			n.log.Add(n.now, name(p.id), trace.KindTimer, trace.S("name", "retry"))
			n.ask(p)
		}
	})
}

// send puts a message on the wire.
func (n *network) send(kind string, from, to int, stamp int64) {
	n.sent++
	m := message{"m" + strconv.Itoa(n.sent), kind, from, to, stamp}
	n.log.Add(n.now, name(from), trace.KindSend, trace.S("msg", m.name), trace.S("to", name(to)), trace.S("type", kind),
		trace.N("ts", stamp))
	lost := n.loss[from][to].Uint64n(lossOf) == 0
	n.in(n.wires.Draw(&n.wire[from][to]), func() { n.arrive(m, lost) })
}

// arrive hands a message over, unless the wire lost it or there is nobody to take it.
func (n *network) arrive(m message, lost bool) {
	p := &n.processes[m.to]
	if lost || p.state == down {
		reason := "lost"
		if !lost {
			reason = "down"
		}
		n.log.Add(n.now, name(m.to), trace.KindDrop, trace.S("msg", m.name), trace.S("reason", reason))
		return
	}
	n.log.Add(n.now, name(m.to), trace.KindRecv, trace.S("msg", m.name), trace.S("from", name(m.from)))
	p.clock = max(p.clock, m.stamp) + 1
	switch {
	case m.kind == "reply":
		n.replied(p, m)
	case p.goesBefore(m):
		p.deferred[m.from] = max(p.deferred[m.from], m.stamp) // a repeated request may come late
	default:
		n.send("reply", p.id, m.from, m.stamp)
	}
}

// goesBefore says that a process lets another wait: it is inside, or asked earlier.
func (p *process) goesBefore(m message) bool {
	earlier := cmp.Or(cmp.Compare(p.stamp, m.stamp), cmp.Compare(p.id, m.from)) < 0
	return p.state == inside || p.state == wanting && earlier
}

// replied counts a permission, if it is for the present request, and enters with the last.
func (n *network) replied(p *process, m message) {
	if p.state != wanting || m.stamp != p.stamp {
		return
	}
	p.replied[m.from] = true
	if p.replied != everyone {
		return
	}
	p.state = inside
	n.log.Add(n.now, name(p.id), trace.KindBegin, trace.S("lock", "cs"))
	n.in(n.works.Draw(&p.work), func() { n.leave(p) })
}

// everyone is what a process has been told when it may enter.
var everyone = func() (all [Nodes]bool) {
	for i := range all {
		all[i] = true
	}
	return all
}()

// leave ends the critical section and gives the replies that waited for it.
func (n *network) leave(p *process) {
	n.log.Add(n.now, name(p.id), trace.KindEnd, trace.S("lock", "cs"))
	p.state = idle
	for j, stamp := range p.deferred {
		if stamp > 0 {
			n.send("reply", p.id, j, stamp)
		}
	}
	p.deferred = [Nodes]int64{}
	n.in(n.thinks.Draw(&p.think), func() { n.request(p) })
	if p.crashing {
		n.crash(p)
	}
}

// crash stops a process, as soon as it is idle, and starts it again after a while. What it knows is durable.
func (n *network) crash(p *process) {
	if p.crashing = p.state != idle; p.crashing {
		return
	}
	p.state = down
	n.log.Add(n.now, name(p.id), trace.KindCrash, trace.S("lost", "nothing"))
	n.in(n.downs.Draw(&p.off), func() {
		p.state = idle
		n.log.Add(n.now, name(p.id), trace.KindRestart)
		n.in(n.ups.Draw(&p.up), func() { n.crash(p) })
	})
}

func name(i int) string { return fmt.Sprintf("N%d", i+1) }

// in plans what happens after a while.
func (n *network) in(after time.Duration, do func()) {
	heap.Push(&n.due, planned{n.now + after, n.planned, do})
	n.planned++
}

// planned is something that waits for its instant; order decides within one.
type planned struct {
	at    time.Duration
	order int
	do    func()
}

// agenda is a heap of what is planned, earliest first.
type agenda []planned

func (a agenda) Len() int      { return len(a) }
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a agenda) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(a[i].at, a[j].at), cmp.Compare(a[i].order, a[j].order)) < 0
}

// Push implements heap.Interface.
func (a *agenda) Push(x any) { *a = append(*a, x.(planned)) }

// Pop implements heap.Interface.
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}
