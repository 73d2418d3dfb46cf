package plots

import (
	"slices"
	"strconv"

	"fence/fencekit/trace"
)

// mostObjects is how many objects of a resource have lanes of their own; more than those share one.
const mostObjects = 4

// resourceLanes makes the lanes of a resource and the scales of their tokens.
func (b *leaseBuilder) resourceLanes(actor string) {
	var objects []string
	for i := range b.Arrivals {
		if x := &b.Arrivals[i]; x.Actor == actor && !slices.Contains(objects, x.Object) {
			objects = append(objects, x.Object)
		}
	}
	if len(objects) < 2 || len(objects) > mostObjects {
		scale := &tokenScale{lane: b.lane(actor, actor, resourceHeight)}
		b.scales[resourceObject{actor, ""}] = scale
		for _, object := range objects {
			b.scales[resourceObject{actor, object}] = scale
		}
		return
	}
	for _, object := range objects {
		scale := &tokenScale{lane: b.lane(actor, actor+" "+object, resourceHeight)}
		b.scales[resourceObject{actor, object}] = scale
		if b.scales[resourceObject{actor, ""}] == nil {
			b.scales[resourceObject{actor, ""}] = scale
		}
	}
}

// scale returns the scale of a resource and object: that of the resource where the object has none of its own.
func (b *leaseBuilder) scale(actor, object string) *tokenScale {
	if s := b.scales[resourceObject{actor, object}]; s != nil {
		return s
	}
	return b.scales[resourceObject{actor, ""}]
}

// tokenScale gives tokens their heights in the lane of a resource.
type tokenScale struct {
	lane   int
	tokens []int64 // those of the window, ascending, each once
	ranked bool    // heights go by the order of tokens and not by their values
	steps  []stairStep
	level  int64 // the highest token so far
	any    bool
}

// add makes room for a token.
func (s *tokenScale) add(token int64) { s.tokens = append(s.tokens, token) }

// settle sorts the tokens. Where they lie so far apart that few steps would be told apart, they are ranked.
func (s *tokenScale) settle() {
	slices.Sort(s.tokens)
	s.tokens = slices.Compact(s.tokens)
	if n := len(s.tokens); n > 1 {
		s.ranked = float64(s.tokens[n-1])-float64(s.tokens[0]) > 4*float64(n)
	}
}

// y returns the height of a token.
func (s *tokenScale) y(token int64) float64 {
	n := len(s.tokens)
	if n < 2 {
		return (tokenLow + tokenHigh) / 2
	}
	share := (float64(token) - float64(s.tokens[0])) / (float64(s.tokens[n-1]) - float64(s.tokens[0]))
	if s.ranked {
		at, _ := slices.BinarySearch(s.tokens, token)
		share = float64(at) / float64(n-1)
	}
	return tokenLow + (tokenHigh-tokenLow)*min(max(share, 0), 1)
}

// ticks returns the tokens as ticks.
func (s *tokenScale) ticks() []laneTick {
	var ticks []laneTick
	for _, token := range s.tokens {
		ticks = append(ticks, laneTick{s.y(token), strconv.FormatInt(token, 10)})
	}
	return ticks
}

// resources makes staircases, writes and the ticks of tokens.
func (b *leaseBuilder) resources() {
	b.scaleTokens()
	b.climb()
	for _, actor := range b.o.actors {
		for _, n := range b.lanesOf[actor] {
			for _, object := range b.objects(actor) {
				s := b.scales[resourceObject{actor, object}]
				if s.lane != n || b.lanes[n].ticks != nil {
					continue
				}
				b.lanes[n].ticks = s.ticks()
				if len(s.steps) > 0 {
					b.stairs = append(b.stairs, stair{lane: n, style: b.looks.highest, steps: s.steps})
				}
			}
		}
	}
	for i := range b.Arrivals {
		b.arrival(&b.Arrivals[i])
	}
}

// objects returns the objects of an actor that have scales, in order.
func (b *leaseBuilder) objects(actor string) []string {
	var objects []string
	for key := range b.scales {
		if key.actor == actor {
			objects = append(objects, key.object)
		}
	}
	slices.Sort(objects)
	return objects
}

// scaleTokens finds the tokens that a window shows: those of its writes, and the highest one before it.
func (b *leaseBuilder) scaleTokens() {
	for i := range b.Arrivals {
		x := &b.Arrivals[i]
		s := b.scale(x.Actor, x.Object)
		switch {
		case s == nil || !x.HasToken:
		case b.w.sees(place{x.At, x.Seq}):
			if s.any {
				s.add(s.level)
				s.any = false
			}
			s.add(x.TokenNumber)
		case x.Fate != trace.Refused && (!s.any || x.TokenNumber > s.level):
			s.level, s.any = x.TokenNumber, true
		}
	}
	for i := max(b.w.first, 0); i <= b.w.last; i++ {
		e := &b.w.log.Events[i]
		if object, _ := e.Get("obj"); e.Kind == trace.KindFenceRaised || e.Kind == trace.KindFenceUndone {
			if s, token, err := b.scaled(e, object); err == nil && s != nil {
				s.add(token)
			}
		}
	}
	for _, s := range b.scales {
		if s.any {
			s.add(s.level)
		}
		s.settle()
		s.level, s.any = 0, false
	}
}

// scaled returns the scale of an event at a resource, and its token.
func (b *leaseBuilder) scaled(e *trace.Event, object string) (*tokenScale, int64, error) {
	token, err := e.Int("token")
	return b.scale(e.Actor, object), token, err
}

// climb makes the steps of the staircases from everything that moves the highest token.
func (b *leaseBuilder) climb() {
	arrivals := b.Arrivals
	for i := range b.w.log.Events {
		e := &b.w.log.Events[i]
		switch e.Kind {
		case trace.KindApplied:
			for len(arrivals) > 0 && arrivals[0].Seq < i {
				arrivals = arrivals[1:]
			}
			if len(arrivals) == 0 { // the rest is to the right of the playhead
				return
			}
			if x := &arrivals[0]; x.HasToken {
				b.scale(x.Actor, x.Object).raise(place{e.At, i}, x.TokenNumber, false)
			}
		case trace.KindFenceRaised, trace.KindFenceUndone:
			object, _ := e.Get("obj")
			if token, err := e.Int("token"); err == nil {
				b.scale(e.Actor, object).raise(place{e.At, i}, token, e.Kind == trace.KindFenceUndone)
			}
		}
	}
}

// raise adds a step where the highest token rises, or where it is set. A resource without a lane has no scale.
func (s *tokenScale) raise(at place, token int64, set bool) {
	if s == nil || s.any && token <= s.level && !set {
		return
	}
	s.level, s.any = token, true
	s.steps = append(s.steps, stairStep{at, s.y(token)})
}

// arrival makes the mark of a write, at its own token.
func (b *leaseBuilder) arrival(x *trace.Arrival) {
	s := b.scale(x.Actor, x.Object)
	if s == nil || !b.w.sees(place{x.At, x.Seq}) {
		return
	}
	g := glyph{lane: s.lane, y: 0.05, at: b.at(x.At, x.Seq), size: 1.2, style: b.looks.applied}
	if x.HasToken {
		g.y = s.y(x.TokenNumber)
	}
	switch x.Fate {
	case trace.AppliedUnlocked:
		g.style, g.label, g.rank, g.size = b.looks.unlocked, literal(x.Token), 5, 1.4
	case trace.Refused:
		g.style, g.label, g.rank, g.size = b.looks.refused, literal(x.Token), 5, 1.4
	}
	b.glyphs = append(b.glyphs, g)
}

// atResource places another event of a resource: at its token if it has one.
func (b *leaseBuilder) atResource(e *trace.Event, g glyph) {
	object, _ := e.Get("obj")
	s := b.scale(e.Actor, object)
	if s == nil {
		return
	}
	g.lane, g.y = s.lane, 0.05
	if token, err := e.Int("token"); err == nil {
		g.y = s.y(token)
	}
	b.at(g.at.at, g.at.seq)
	b.glyphs = append(b.glyphs, g)
}
