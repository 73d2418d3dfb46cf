package lease

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"fence/fencekit/clock"
	"fence/fencekit/trace"
)

// ClientName returns the actor's name of a client: the first is C1.
func ClientName(client int32) string { return fmt.Sprintf("C%d", client+1) }

// HoldID returns the name of a hold: client and attempt, C1.0 for the first client's first.
func HoldID(client, attempt int32) string { return fmt.Sprintf("C%d.%d", client+1, attempt) }

// WriteID returns the name of a write: its hold's and its number within it, C1.0.0.
func WriteID(g *Grant, index int32) string {
	return fmt.Sprintf("%s.%d", HoldID(g.Client, g.Attempt), index)
}

// The names of the one lock, the one object, and those who keep them.
const (
	serviceName  = "svc"
	resourceName = "S"
)

// Log runs a schedule under a posture, with the margin of the schedule's parameters, and returns what happened before
// the horizon, event by event. The log carries the parameters; the caller may add the command to its header.
func Log(s *Schedule, posture Posture) (*trace.Log, error) {
	params, err := json.Marshal(s.Params)
	if err != nil {
		return nil, fmt.Errorf("lease: log: %w", err)
	}
	b := logger{s: s, posture: posture}
	b.server.plain = true // it keeps the writes that are still under way at the horizon
	b.server.Serve(s, posture.Check, &b.t)
	b.service()
	b.requests()
	b.arrivals()
	next := b.server.slots
	for i := range b.t.Grants {
		n := 0
		for n < len(next) && next[n].Grant == int32(i) {
			n++
		}
		b.hold(&b.t.Grants[i], next[:n])
		next = next[n:]
	}
	slices.SortStableFunc(b.events, happened.compare)
	log := &trace.Log{Header: trace.Header{Version: trace.Version, Program: trace.Program, Family: "lease", Seed: s.Seed,
		Posture: posture.Name, Params: params}}
	for _, e := range b.events {
		added := log.Add(e.at, e.actor, e.kind, e.fields...)
		if e.actor != serviceName && e.actor != resourceName {
			added.Clock = b.reads(e.client, e.at)
		}
	}
	return log, nil
}

// The phases of one instant, in order.
const (
	phaseExpiry = iota
	phaseFailover
	phaseStep
	phaseClient
	phaseArrival
	phaseRequest
	phaseGrant
	phaseRead
)

// happened is an event with what decides its place among those of one instant.
type happened struct {
	at     time.Duration
	pass   int32
	phase  int8
	client int32
	actor  string
	kind   trace.Kind
	fields []trace.Field
}

func (e happened) compare(f happened) int {
	return cmp.Or(cmp.Compare(e.at, f.at), cmp.Compare(e.pass, f.pass), cmp.Compare(e.phase, f.phase),
		cmp.Compare(e.client, f.client))
}

// logger collects the events of a run. Those of one client in one phase of one instant keep the order in which they
// are collected.
type logger struct {
	s       *Schedule
	posture Posture
	server  Server
	t       Timeline
	events  []happened
}

var lock, object = trace.S("lock", "L"), trace.S("obj", "x")

// add collects an event, unless it is not before the horizon.
func (b *logger) add(e happened, kind trace.Kind, fields ...trace.Field) {
	if e.at < b.s.Params.Horizon {
		e.kind, e.fields = kind, fields
		b.events = append(b.events, e)
	}
}

// reads returns what the clock of a client shows that its lease arithmetic is done on.
func (b *logger) reads(client int32, at time.Duration) time.Duration {
	c := clock.Clock{Drift: b.s.Clients[client].Drift, Steps: b.s.Clients[client].Steps}
	if b.s.Params.Clock == Monotonic {
		return c.Monotonic(at).Sub(0)
	}
	return c.Wall(at).Sub(0)
}

// service collects expiries, failovers and clock steps.
func (b *logger) service() {
	for i := range b.t.Grants {
		if g := &b.t.Grants[i]; g.How == Expired {
			b.add(happened{at: g.Ended, phase: phaseExpiry, actor: serviceName}, trace.KindExpire,
				lock, trace.S("of", ClientName(g.Client)), trace.N("token", g.Token))
		}
	}
	counter, next := int64(0), 0
	for _, f := range b.s.Failovers {
		for ; next < len(b.t.Grants) && b.t.Grants[next].At < f.At; next++ {
			counter = b.t.Grants[next].Token
		}
		lost := int64(0)
		if b.s.Params.Failover == Lossy {
			lost, counter = f.Lost, max(0, counter-f.Lost)
		}
		if b.s.Params.Failover != NoFailover {
			b.add(happened{at: f.At, phase: phaseFailover, actor: serviceName}, trace.KindFailover,
				lock, trace.N("lost", lost), trace.N("counter", counter))
		}
	}
	for i := range b.s.Clients {
		for _, step := range b.s.Clients[i].Steps {
			b.add(happened{at: step.At, phase: phaseStep, client: int32(i), actor: ClientName(int32(i))},
				trace.KindClockStep, trace.D("by", step.By))
		}
	}
}

// requests collects every request made before the horizon: those that were granted, and those still waiting.
func (b *logger) requests() {
	last := make([]*Grant, len(b.s.Clients))
	for i := range b.t.Grants {
		g := &b.t.Grants[i]
		b.request(g.Client, g.Attempt, g.Request, last[g.Client])
		last[g.Client] = g
	}
	for i, g := range last {
		next, from := int32(0), time.Duration(0)
		if g != nil {
			next, from = g.Attempt+1, g.LetGo
		}
		if a := b.s.Clients[i].Attempts; int(next) < len(a) {
			b.request(int32(i), next, from+a[next].Think, g)
		}
	}
}

func (b *logger) request(client, attempt int32, at time.Duration, previous *Grant) {
	pass := int32(0)
	if previous != nil && previous.At == at {
		pass = previous.Pass + 1
	}
	b.add(happened{at: at, pass: pass, phase: phaseRequest, client: client, actor: ClientName(client)},
		trace.KindRequest, lock, trace.S("hold", HoldID(client, attempt)))
}

// arrivals collects what reaches the resource: the writes that are sent, and the reads.
func (b *logger) arrivals() {
	saw := make([]string, 1, len(b.t.Writes)+1) // what a read sees after so many writes have arrived
	saw[0] = "nothing"
	Fates(&b.t, b.posture, b.s.Params.Margin, func(w *Write, v Fate, _ *Resource) {
		g := &b.t.Grants[w.Grant]
		id := WriteID(g, w.Index)
		e := b.within(g, w.Arrive)
		e.phase, e.actor = phaseArrival, resourceName
		fields := []trace.Field{trace.S("id", id), trace.S("by", ClientName(w.Client)), object, trace.N("token", w.Token)}
		switch v {
		case IsApplied:
			b.add(e, trace.KindApplied, fields...)
			saw = append(saw, id)
			return
		case IsRefused:
			b.add(e, trace.KindRefused, fields...)
		}
		saw = append(saw, saw[len(saw)-1])
	})
	if b.s.Params.ReadModifyWrite {
		b.readsAtGrants(saw)
	}
}

func (b *logger) readsAtGrants(saw []string) {
	for i := range b.t.Grants {
		g := &b.t.Grants[i]
		b.add(happened{at: g.At, pass: g.Pass, phase: phaseRead, client: g.Client, actor: resourceName}, trace.KindRead,
			trace.S("id", HoldID(g.Client, g.Attempt)), trace.S("by", ClientName(g.Client)), object,
			trace.N("token", g.Token), trace.S("saw", saw[g.WritesBefore]))
	}
}

// hold collects what a grant brings with it: the grant, the belief, what the client does, and the release.
func (b *logger) hold(g *Grant, writes []Write) {
	name, token := ClientName(g.Client), trace.N("token", g.Token)
	e := happened{at: g.At, pass: g.Pass, phase: phaseGrant, client: g.Client, actor: serviceName}
	b.add(e, trace.KindGrant, lock, trace.S("to", name), token, trace.D("until", g.Until),
		trace.S("hold", HoldID(g.Client, g.Attempt)))
	e.actor = name
	b.add(e, trace.KindBegin, lock, token)
	b.doings(g, writes)

	e = b.within(g, g.LetGo)
	e.phase = phaseArrival
	b.add(e, trace.KindEnd, lock, token)
	e.actor = serviceName
	if g.Freed == none {
		b.add(e, trace.KindReleaseRefused, lock, trace.S("of", name), token)
		return
	}
	freed := &b.t.Grants[g.Freed]
	fields := []trace.Field{lock, trace.S("of", ClientName(freed.Client)), trace.N("token", freed.Token)}
	if freed.Client != g.Client {
		fields = append(fields, trace.S("by", name))
	}
	b.add(e, trace.KindRelease, fields...)
}

// within returns an event of a hold's client, in the phase of the client's own doings.
func (b *logger) within(g *Grant, at time.Duration) happened {
	e := happened{at: at, phase: phaseClient, client: g.Client, actor: ClientName(g.Client)}
	if at == g.At {
		e.pass = g.Pass + 1
	}
	return e
}

// doings collects a client's pauses, checks, aborts and sends in the order of its running time.
func (b *logger) doings(g *Grant, writes []Write) {
	a := &b.s.Clients[g.Client].Attempts[g.Attempt]
	h := holding{a: a, gap: b.s.Params.Gap, writes: len(a.Wires), at: g.At, pause: func(at time.Duration, p Pause) {
		b.add(b.within(g, at), trace.KindPause, trace.D("for", p.For))
	}}
	for i := range writes {
		h.check(i)
		aborts := b.checks(g, &writes[i])
		if aborts && b.s.Params.EarlyRelease {
			for j := range writes[i+1:] {
				b.aborts(g, &writes[i+1+j])
			}
			return
		}
		h.send(i)
		if !aborts {
			b.add(b.within(g, writes[i].Send), trace.KindSend,
				trace.S("id", WriteID(g, writes[i].Index)), object, trace.N("token", g.Token))
		}
	}
}

// checks collects a check and what it decides. Under a posture without one nothing is looked at and nothing aborts.
func (b *logger) checks(g *Grant, w *Write) (aborts bool) {
	if !b.posture.Check {
		return false
	}
	b.add(b.within(g, w.Check), trace.KindCheck, trace.S("id", WriteID(g, w.Index)),
		trace.D("remaining", w.Believed), trace.D("margin", b.s.Params.Margin))
	if w.Believed > b.s.Params.Margin {
		return false
	}
	b.aborts(g, w)
	return true
}

func (b *logger) aborts(g *Grant, w *Write) {
	b.add(b.within(g, w.Check), trace.KindAbort, trace.S("id", WriteID(g, w.Index)))
}
