package lease

// Parts are what a trial is made of. The zero value holds the engine's own. A part is replaced where a question needs
// another one: a schedule read from a file, a lock service that is broken on purpose so that a check can be seen to
// catch it. A part that is replaced owns the memory of what it returns until its next call.
type Parts struct {
	// Draw draws the schedule of a seed.
	Draw func(p *Params, seed uint64) *Schedule
	// Serve runs the lock service and the clients over a schedule; aborting says that it is for a posture with an
	// expiry check.
	Serve func(s *Schedule, aborting bool) *Timeline
	// Judge replays a timeline under a posture, with the margin of the schedule's parameters; each, if not nil, is
	// called as by [Fates].
	Judge func(t *Timeline, posture Posture, each Observer) Counts
}

// Runner runs trials one after the other in memory that it reuses: nothing is allocated once it is warm. It is for
// one goroutine.
type Runner struct {
	parts    Parts
	params   *Params
	postures []Posture

	drawer   Drawer
	schedule Schedule
	server   Server
	timeline Timeline
	judging  Judging
	counts   []Counts
}

// NewRunner returns a runner of trials under parameters that are valid, for postures in order.
func NewRunner(p *Params, postures []Posture, parts Parts) *Runner {
	return &Runner{parts: parts, params: p, postures: postures, counts: make([]Counts, len(postures))}
}

// Schedule draws the schedule of a seed. It is overwritten by the next call.
func (r *Runner) Schedule(seed uint64) *Schedule {
	if r.parts.Draw != nil {
		return r.parts.Draw(r.params, seed)
	}
	r.drawer.Draw(r.params, seed, &r.schedule)
	return &r.schedule
}

// Timeline draws the schedule of a seed and runs it. With [Params.EarlyRelease] it is the timeline of the postures
// that never abort. It is overwritten by the next call.
func (r *Runner) Timeline(seed uint64) *Timeline {
	return r.serve(r.Schedule(seed), false, &r.timeline)
}

func (r *Runner) serve(s *Schedule, aborting bool, into *Timeline) *Timeline {
	if r.parts.Serve != nil {
		return r.parts.Serve(s, aborting)
	}
	r.server.Serve(s, aborting, into)
	return into
}

// Trial runs one trial and returns its counts, one for each posture, in order. They are overwritten by the next call.
func (r *Runner) Trial(seed uint64) []Counts {
	t := r.Timeline(seed)
	early := t.Schedule.Params.EarlyRelease
	for i, posture := range r.postures {
		if !early || !posture.Check {
			r.counts[i] = r.judge(t, posture, nil)
		}
	}
	if early {
		r.aborting(t.Schedule)
	}
	return r.counts
}

// aborting judges the postures that check where an abort releases early: on a timeline of their own. It comes last,
// since a part that is replaced may overwrite the other.
func (r *Runner) aborting(s *Schedule) {
	var t *Timeline
	for i, posture := range r.postures {
		if !posture.Check {
			continue
		}
		if t == nil {
			t = r.serve(s, true, &r.timeline)
		}
		r.counts[i] = r.judge(t, posture, nil)
	}
}

// Run draws, runs and judges a seed for one posture, sharing nothing with a run for another, and shows each write to
// an observer, which may be nil. The timeline is overwritten by the next call.
func (r *Runner) Run(seed uint64, posture Posture, each Observer) (*Timeline, Counts) {
	t := r.serve(r.Schedule(seed), posture.Check, &r.timeline)
	return t, r.judge(t, posture, each)
}

func (r *Runner) judge(t *Timeline, posture Posture, each Observer) Counts {
	if r.parts.Judge != nil {
		return r.parts.Judge(t, posture, each)
	}
	if each != nil {
		return r.judging.judge(t, posture, t.Schedule.Params.Margin, each)
	}
	return r.judging.Judge(t, posture, t.Schedule.Params.Margin)
}
