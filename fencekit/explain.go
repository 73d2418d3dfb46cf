package fencekit

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
)

// Story is one attempt of one run, told in sentences for people.
type Story struct {
	Title     string
	Sentences []string
}

// String returns the title, a blank line, and a line a sentence.
func (s Story) String() string { return s.Title + "\n\n" + strings.Join(s.Sentences, "\n") + "\n" }

// Bytes returns the story as txt, which is what String does, or as html: a table of instants and sentences.
func (s Story) Bytes(format string) ([]byte, error) {
	switch format {
	case "txt":
		return []byte(s.String()), nil
	case "html":
		var b strings.Builder
		fmt.Fprintf(&b, "<table><caption>%s</caption>\n", html.EscapeString(s.Title))
		for _, sentence := range s.Sentences {
			at, told := "", strings.TrimSpace(sentence)
			if before, after, found := strings.Cut(told, " s  "); found && !strings.Contains(before, " ") {
				at, told = before+" s", after
			}
			fmt.Fprintf(&b, "<tr><td align=\"right\">%s</td><td align=\"left\">%s</td></tr>\n", at, html.EscapeString(told))
		}
		return []byte(b.String() + "</table>\n"), nil
	}
	return nil, fmt.Errorf("fencekit: story: format = %q: must be txt or html", format)
}

// Explain runs a schedule under a posture and tells one attempt of a client, both counted from 0: its request and grant,
// its pauses, what its checks saw and decided, its sends, what became of its writes and of whose value they replaced,
// and its release. Instants are since the start of the run. An attempt that the run does not reach is an error.
func Explain(s *lease.Schedule, posture lease.Posture, client, attempt int32) (Story, error) {
	n, err := newNarrator(s, posture)
	if err != nil {
		return Story{}, err
	}
	at := slices.IndexFunc(n.t.Grants, func(g lease.Grant) bool { return g.Client == client && g.Attempt == attempt })
	if at < 0 {
		reached := 0
		for _, g := range n.t.Grants {
			if g.Client == client {
				reached++
			}
		}
		return Story{}, fmt.Errorf("fencekit: explain: attempt %s: %s is granted %d attempts before the horizon, "+
			"counted from 0", lease.HoldID(client, attempt), lease.ClientName(client), reached)
	}
	return n.tell(int32(at)), nil
}

// fate is what became of a write, and of whose value.
type fate struct {
	w       *lease.Write
	fate    lease.Fate
	over    *lease.Write // whose value it met, nil for none
	highest int64        // the highest token applied before
	lost    bool         // it replaced what another client wrote after its read
}

func (f *fate) met() bool { return f.over != nil && f.over.Client != f.w.Client }

// The questions about an applied write that the counters ask.
func (f *fate) applied() bool   { return f.fate == lease.IsApplied }
func (f *fate) destroyed() bool { return f.applied() && f.met() && f.over.Token > f.w.Token }
func (f *fate) sameToken() bool { return f.applied() && f.met() && f.over.Token == f.w.Token }
func (f *fate) newer() bool     { return f.applied() && f.met() && f.over.Grant > f.w.Grant }

// narrator tells attempts of one run.
type narrator struct {
	s       *lease.Schedule
	posture lease.Posture
	t       *lease.Timeline
	log     *trace.Log
	fates   []fate // one for each of the timeline's writes
	names   map[string]int
	out     []string
}

func newNarrator(s *lease.Schedule, posture lease.Posture) (*narrator, error) {
	log, err := lease.Log(s, posture)
	if err != nil {
		return nil, err
	}
	n := &narrator{s: s, posture: posture, t: lease.Serve(s, posture.Check), log: log, names: map[string]int{}}
	applied := []int32{0}         // after so many writes
	var value, nth = -1, int32(0) // the write that left the value held, and how many had been applied with it
	highest := int64(0)
	lease.Fates(n.t, posture, s.Params.Margin, func(w *lease.Write, v lease.Fate, after *lease.Resource) {
		f := fate{w: w, fate: v, highest: highest}
		if value >= 0 {
			f.over = n.fates[value].w
		}
		count := applied[len(applied)-1]
		if v == lease.IsApplied {
			saw := applied[n.t.Grants[w.Grant].WritesBefore]
			f.lost = s.Params.ReadModifyWrite && f.met() && nth > saw
			count++
			value, nth = len(n.fates), count
		}
		highest = after.Highest()
		n.names[lease.WriteID(&n.t.Grants[w.Grant], w.Index)] = len(n.fates)
		applied, n.fates = append(applied, count), append(n.fates, f)
	})
	return n, nil
}

func (n *narrator) say(at time.Duration, format string, args ...any) {
	n.out = append(n.out, fmt.Sprintf("%12s  ", instant(at))+fmt.Sprintf(format, args...))
}

// instant writes a time since the start of the run, to the millisecond.
func instant(d time.Duration) string {
	ms := d.Round(time.Millisecond).Milliseconds()
	return fmt.Sprintf("%d.%03d s", ms/1000, ms%1000)
}

// span writes a length of time as people say it.
func span(d time.Duration) string {
	switch {
	case d >= time.Second:
		return instant(d)
	case d >= time.Millisecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return d.String()
}

// tell goes through the log from the request to the release and tells what concerns one hold.
func (n *narrator) tell(at int32) Story {
	g := &n.t.Grants[at]
	name, hold := lease.ClientName(g.Client), lease.HoldID(g.Client, g.Attempt)
	n.out = nil
	requests, begins, inside := int32(-1), int32(-1), false
	for _, e := range n.log.Events {
		mine := e.Actor == name
		switch {
		case mine && e.Kind == trace.KindRequest:
			if requests++; requests == g.Attempt {
				n.say(e.At, "%s asks for the lock.", name)
			}
		case mine && e.Kind == trace.KindBegin:
			if begins++; begins == g.Attempt {
				inside = true
				n.granted(at)
			}
		case !inside && begins >= g.Attempt && (e.Kind == trace.KindApplied || e.Kind == trace.KindRefused):
			n.late(e, g, hold)
		case !inside:
		case mine && e.Kind == trace.KindEnd:
			inside = false
			n.letsGo(at)
		case mine:
			n.own(e, g)
		case e.Kind == trace.KindApplied || e.Kind == trace.KindRefused:
			n.arrives(e, g, hold)
		default:
			n.service(e, at)
		}
	}
	if inside {
		n.say(n.s.Params.Horizon, "The run ends while %s still holds; its attempt is not counted.", name)
	}
	n.aftermath(at)
	title := fmt.Sprintf("Attempt %s under %s, %s: token %d, lease %v", hold, n.posture.Name, from(n.s), g.Token,
		n.s.Params.Lease)
	if n.posture.Check {
		title += fmt.Sprintf(", margin %v", n.s.Params.Margin)
	}
	return Story{Title: title, Sentences: n.out}
}

// from says where a schedule comes from.
func from(s *lease.Schedule) string {
	switch {
	case asDrawn(s):
		return fmt.Sprintf("seed %d", s.Seed)
	case s.Seed == 0:
		return "a schedule made by hand"
	}
	return fmt.Sprintf("not as seed %d draws it", s.Seed)
}

// granted tells the grant, and who else believes at that instant.
func (n *narrator) granted(at int32) {
	g := &n.t.Grants[at]
	waited := ""
	if w := g.At - g.Request; w > 0 {
		waited = fmt.Sprintf(", after waiting for %s", span(w))
	}
	n.say(g.At, "%s is granted the lock with token %d until %s%s.", lease.ClientName(g.Client), g.Token,
		instant(g.Until), waited)
	if n.s.Params.ReadModifyWrite {
		n.say(g.At, "It reads, and will write what it read, changed.")
	}
	for i := range n.t.Grants[:at] {
		if o := &n.t.Grants[i]; o.Client != g.Client && o.LetGo > g.At {
			n.say(g.At, "%s, whose lease of token %d is over, believes that it holds the lock until %s.",
				lease.ClientName(o.Client), o.Token, instant(o.LetGo))
		}
	}
}

// own tells what the client does and what happens to it.
func (n *narrator) own(e trace.Event, g *lease.Grant) {
	switch e.Kind {
	case trace.KindPause:
		length, _ := e.Duration("for")
		n.say(e.At, "Its thread stops for %s, until %s.", span(length), instant(e.At+length))
	case trace.KindClockStep:
		by, _ := e.Duration("by")
		n.say(e.At, "Its clock jumps by %s%s.", map[bool]string{true: "-", false: "+"}[by < 0], span(by.Abs()))
	case trace.KindCheck:
		n.check(e, g)
	case trace.KindSend:
		how := fmt.Sprintf("with %s of its lease left", span(g.Until-e.At))
		if ended, what := over(g, e.At); ended {
			how = fmt.Sprintf("%s after its lease %s", span(e.At-g.Ended), what)
		}
		n.say(e.At, "It sends its write with token %d, %s.", g.Token, how)
	}
}

// over says whether the service still honoured a lease at an instant, and if not, what became of it.
func over(g *lease.Grant, at time.Duration) (ended bool, what string) {
	switch g.How {
	case lease.Released: // comes after what a client does at the same instant
		return g.Ended < at, "was freed"
	case lease.Forgotten:
		return g.Ended <= at, "was forgotten"
	}
	return g.How == lease.Expired && g.Ended <= at, "died"
}

// check tells what a check saw, what is true, and what it decided.
func (n *narrator) check(e trace.Event, g *lease.Grant) {
	believed, _ := e.Duration("remaining")
	truth, real := "", g.Until-e.At
	switch ended, what := over(g, e.At); {
	case ended && g.How != lease.Expired:
		truth = fmt.Sprintf(", where in truth it %s %s ago", what, span(e.At-g.Ended))
	case real == believed:
		truth = ", which is right"
	case real > 0:
		truth = fmt.Sprintf(", where in truth %s are left", span(real))
	default:
		truth = fmt.Sprintf(", where in truth it died %s ago", span(-real))
	}
	sees := fmt.Sprintf("%s of the lease left", span(believed))
	if believed <= 0 {
		sees = fmt.Sprintf("a lease that died %s ago", span(-believed))
	}
	decides := "above the margin of %v, so it goes on"
	switch margin := n.s.Params.Margin; {
	case believed <= margin:
		decides = "not above the margin of %v, so it aborts"
	case real <= margin:
		decides = "above the margin of %v, so it goes on, where a right clock would have made it abort"
	}
	n.say(e.At, "It checks its clock and sees %s%s: "+decides+".", sees, truth, n.s.Params.Margin)
}

// service tells what the lock service does meanwhile.
func (n *narrator) service(e trace.Event, at int32) {
	g := &n.t.Grants[at]
	token, _ := e.Int("token")
	mine := e.At == g.Ended && token == g.Token
	switch {
	case e.Kind == trace.KindExpire && mine:
		n.say(e.At, "The lease dies at the lock service; %s does not hear of it.", lease.ClientName(g.Client))
	case e.Kind == trace.KindFailover && e.At == g.Ended && g.How == lease.Forgotten:
		n.say(e.At, "The lock service fails over and comes back without token %d: the lease is forgotten.", g.Token)
	case e.Kind == trace.KindGrant:
		to, _ := e.Get("to")
		n.say(e.At, "%s is granted the lock with token %d: now %s believe that they hold it.", to, token,
			n.believers(e.At))
	case e.Kind == trace.KindRelease && mine:
		if by, stranger := e.Get("by"); stranger {
			n.say(e.At, "%s lets go of its own hold and frees this lease with it.", by)
		}
	}
}

// believers names the clients that believe at an instant that they hold the lock: two or more, as a grant within a hold
// makes them.
func (n *narrator) believers(at time.Duration) string {
	var names []string
	for client := range n.s.Clients {
		if slices.ContainsFunc(n.t.Grants, func(g lease.Grant) bool {
			return int(g.Client) == client && (g.At == at || g.At < at && at < g.LetGo)
		}) {
			names = append(names, lease.ClientName(int32(client)))
		}
	}
	last := len(names) - 1
	if last == 1 {
		return "both " + names[0] + " and " + names[1]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last] + " all"
}

// late tells of the hold's own writes that arrive after it let go, as an early release leaves them.
func (n *narrator) late(e trace.Event, g *lease.Grant, hold string) {
	if id, _ := e.Get("id"); strings.HasPrefix(id, hold+".") {
		n.arrives(e, g, hold)
	}
}

// arrives tells a write's arrival at the resource: at length if it is the hold's own.
func (n *narrator) arrives(e trace.Event, g *lease.Grant, hold string) {
	id, _ := e.Get("id")
	i, ok := n.names[id]
	if !ok {
		return
	}
	f := &n.fates[i]
	if !strings.HasPrefix(id, hold+".") {
		if f.applied() {
			n.say(e.At, "%s's write with token %d is applied meanwhile.", lease.ClientName(f.w.Client), f.w.Token)
		}
		return
	}
	lives := "its lease alive"
	if !f.w.Live {
		lives = "no live lease"
		if f.w.Promised {
			lives += ", though its time is not over"
		}
	}
	if !f.applied() {
		n.say(e.At, "Its write arrives with %s and is refused: %s.", lives, n.reason(f))
		return
	}
	n.say(e.At, "Its write arrives with %s and is applied %s.", lives, n.replaced(f))
}

// reason says why the resource refuses a write.
func (n *narrator) reason(f *fate) string {
	switch {
	case n.posture.Rule == lease.LiveAtService:
		return "the lock service does not honour its lease"
	case n.posture.Rule == lease.Above && f.highest == f.w.Token:
		return fmt.Sprintf("token %d has been written with already", f.w.Token)
	case f.highest > f.w.Token:
		return fmt.Sprintf("the resource has seen token %d, which is newer than %d", f.highest, f.w.Token)
	}
	return "a newer holder has read"
}

// replaced says whose value a write replaces, and what that means.
func (n *narrator) replaced(f *fate) string {
	if f.over == nil {
		return "as the first value"
	}
	who := lease.ClientName(f.over.Client)
	switch {
	case !f.met():
		return fmt.Sprintf("over its own value of token %d", f.over.Token)
	case f.destroyed():
		return fmt.Sprintf("over %s's value of the newer token %d: that work is destroyed", who, f.over.Token)
	case f.newer() && f.sameToken():
		return fmt.Sprintf("over %s's value of the same token %d, whose grant is newer: nobody can tell the two apart",
			who, f.over.Token)
	case f.newer():
		return fmt.Sprintf("over %s's value of the lower token %d, whose grant is newer all the same", who,
			f.over.Token)
	case f.sameToken():
		return fmt.Sprintf("over %s's value of the same token %d: nobody can tell the two apart", who, f.over.Token)
	case f.lost:
		return fmt.Sprintf("over %s's value of token %d, written after this client's read: that update is lost", who,
			f.over.Token)
	}
	return fmt.Sprintf("over %s's older value of token %d", who, f.over.Token)
}

// letsGo tells the end of the hold and what its release does.
func (n *narrator) letsGo(at int32) {
	g := &n.t.Grants[at]
	name := lease.ClientName(g.Client)
	switch {
	case g.Freed == at:
		n.say(g.LetGo, "%s lets go; the lock service frees the lock.", name)
	case g.Freed >= 0:
		stranger := &n.t.Grants[g.Freed]
		n.say(g.LetGo, "%s lets go, and its release frees the lease of %s, token %d.", name,
			lease.ClientName(stranger.Client), stranger.Token)
	default:
		n.say(g.LetGo, "%s lets go; its lease is over and the lock service refuses the release.", name)
	}
}

// aftermath tells how long two believed, and what became of the values that the hold wrote.
func (n *narrator) aftermath(at int32) {
	g := &n.t.Grants[at]
	name := lease.ClientName(g.Client)
	shared := make([]time.Duration, len(n.s.Clients)) // with each other client, over all of its holds
	for i := range n.t.Grants {
		o := &n.t.Grants[i]
		end := min(g.LetGo, o.LetGo, n.s.Params.Horizon)
		shared[o.Client] += max(0, end-max(g.At, o.At))
	}
	for client, length := range shared {
		if client != int(g.Client) && length > 0 {
			n.out = append(n.out, fmt.Sprintf("%12s  For %s both %s and %s believed that they held the lock.", "",
				span(length), name, lease.ClientName(int32(client))))
		}
	}
	for i := range n.fates {
		f := &n.fates[i]
		if f.over == nil || f.over.Grant != at || f.w.Client == g.Client {
			continue
		}
		switch {
		case f.destroyed():
			n.say(f.w.Arrive, "%s's late write with the older token %d lands on its value: "+
				"this attempt's work is destroyed.", lease.ClientName(f.w.Client), f.w.Token)
		case f.lost:
			n.say(f.w.Arrive, "%s, which read before, replaces its value: this attempt's update is lost.",
				lease.ClientName(f.w.Client))
		}
	}
}

// MostDamaging finds the attempt of a run that did most damage under a posture, and says what it did. The damage, most
// first: another client's newer work destroyed, a newer grant's value overwritten, an update lost, a value of the same
// token replaced, an unlocked write applied, a refusal within the time promised, a refusal, an abort; of two alike, the
// one that held on for longer after its lease. Where nothing went wrong, did is empty and the attempt is the one that
// came closest to the end of its lease. A run without a counted attempt is an error.
func MostDamaging(s *lease.Schedule, posture lease.Posture) (client, attempt int32, did string, err error) {
	n, err := newNarrator(s, posture)
	if err != nil {
		return 0, 0, "", err
	}
	best, most, longest := int32(-1), -1, time.Duration(0)
	for i := range n.fates {
		f := &n.fates[i]
		g := &n.t.Grants[f.w.Grant]
		rank, stay := f.rank(), g.LetGo-g.Until
		if f.w.Counted && (rank > most || rank == most && stay > longest) {
			best, most, longest = f.w.Grant, rank, stay
		}
	}
	if best < 0 {
		return 0, 0, "", fmt.Errorf("fencekit: explain: seed %d: no attempt ends before the horizon %v", s.Seed,
			s.Params.Horizon)
	}
	g := &n.t.Grants[best]
	return g.Client, g.Attempt, damages[most], nil
}

var damages = []string{
	"",
	"its write was aborted",
	"its write was refused",
	"its write was refused within the time that its grant had promised",
	"its write was applied without a live lease",
	"it overwrote another client's value of the same token",
	"it lost another client's update",
	"it overwrote the value of a newer grant",
	"it destroyed another client's newer work",
}

// rank says how bad a write's fate is, as an index of damages.
func (f *fate) rank() int {
	switch {
	case f.destroyed():
		return 8
	case f.newer():
		return 7
	case f.lost:
		return 6
	case f.sameToken():
		return 5
	case f.applied() && !f.w.Live:
		return 4
	case f.fate == lease.IsRefused && f.w.Promised:
		return 3
	case f.fate == lease.IsRefused:
		return 2
	case f.fate == lease.IsAborted:
		return 1
	}
	return 0
}
