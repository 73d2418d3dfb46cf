package plots

import (
	"slices"

	"fence/fencekit/trace"
)

// leaseLooks are the styles of a lease log's scene, made from those of a theme.
type leaseLooks struct {
	lease, death, taken, belief, bare, stopped  Style
	step, check, abort, send, request, failover Style
	applied, unlocked, refused, highest         Style
	race, other                                 Style
	others                                      map[trace.Kind]otherLook
}

// otherLook is how an event that is no part of the story is shown, and what the legend says of it.
type otherLook struct {
	style Style
	text  string
}

func looksOf(p *press) leaseLooks {
	r := p.Roles
	small := func(c Style, shape Shape) Style {
		c.Shape, c.Hatch, c.Dash = shape, Plain, nil
		return c
	}
	muted := Style{Color: p.Muted, Fill: p.Faint}
	k := leaseLooks{
		lease: r.Lease, belief: r.Belief, bare: r.Bare, stopped: r.Stopped, step: r.Step, check: r.Check, abort: r.Abort,
		applied: r.Applied, unlocked: r.Unlocked, refused: r.Refused, other: r.Other, highest: r.Highest,
		death: small(r.Step, TickMark), taken: small(r.Lost, Times), failover: small(r.Lost, Triangle),
		send: small(muted, Square), request: small(muted, Plus),
		race: Style{Color: p.Wash, Fill: p.Wash},
	}
	k.failover.Name = "failover" // a triangle as that of an unlocked write, which stands in another lane
	k.others = map[trace.Kind]otherLook{
		trace.KindRequest:        {k.request, "request"},
		trace.KindRenew:          {small(r.Lease, Plus), "renewed"},
		trace.KindExtend:         {small(r.Lease, Square), "extended"},
		trace.KindReleaseRefused: {small(muted, Box), "release refused"},
		trace.KindRead:           {small(r.Applied, Ring), "read"},
		trace.KindDiscard:        {small(r.Lost, Caret), "discarded"},
		trace.KindFenceRaised:    {small(r.Refused, Plus), "fence raised"},
		trace.KindFenceUndone:    {small(r.Lost, Box), "fence undone"},
		trace.KindCrash:          {small(r.Crashed, Times), "crash"},
		trace.KindRestart:        {small(r.Crashed, Triangle), "restart"},
	}
	return k
}

// legend returns what the legend says if all of it occurs.
func (k leaseLooks) legend() []explained {
	out := []explained{
		{"lease", k.lease, asBar}, {"lease ends", k.death, asMark}, {"lease taken", k.taken, asMark},
		{"failover", k.failover, asMark},
		{"belief", k.belief, asBar}, {"belief, no lease", k.bare, asBar},
		{"two believe", k.race, asBar}, {"stopped", k.stopped, asBar}, {"clock set", k.step, asMark},
	}
	kinds := []trace.Kind{trace.KindRequest}
	out = append(out, explained{k.others[trace.KindRequest].text, k.request, asMark},
		explained{"check", k.check, asMark}, explained{"abort", k.abort, asMark}, explained{"send", k.send, asMark},
		explained{"highest token", k.highest, asLine}, explained{"applied", k.applied, asMark},
		explained{"applied unlocked", k.unlocked, asMark}, explained{"refused", k.refused, asMark})
	for _, kind := range trace.Kinds() {
		if look, ok := k.others[kind]; ok && !slices.Contains(kinds, kind) {
			out = append(out, explained{look.text, look.style, asMark})
		}
	}
	return append(out, explained{"other event", k.other, asMark})
}
