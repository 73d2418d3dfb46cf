package plots

import "fence/fencekit/trace"

// plainScene builds the scene of a log of which nothing is known: a lane an actor, a mark an event with its word.
func plainScene(l *trace.Log, o sceneOptions) *scene {
	s := &scene{}
	lanes := map[string]int{}
	for _, actor := range o.actors {
		lanes[actor] = len(s.lanes)
		s.lanes = append(s.lanes, lane{name: actor, height: 1.4})
	}
	for i := range l.Events {
		e := &l.Events[i]
		if n, ok := lanes[e.Actor]; ok {
			s.glyphs = append(s.glyphs, glyph{lane: n, y: 0.5, at: place{e.At, i}, style: o.p.Roles.Other,
				label: shortWord(string(e.Kind)), rank: 1})
		}
	}
	s.legend = []explained{{"event", o.p.Roles.Other, asMark}}
	return s
}
