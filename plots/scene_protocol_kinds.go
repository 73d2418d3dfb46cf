package plots

import (
	"strings"

	"fence/fencekit/trace"
)

// kindGroup is a set of kinds that are drawn alike: in one colour and at one height, each with a shape of its own.
type kindGroup uint8

const (
	ofMessages    kindGroup = iota // on the line of the process, as the arrows are
	ofApplication                  // what is done with messages: above the line
	ofProcess                      // what goes on within a process: below the line
	ofClocks
	ofFaults
	ofStores
	ofTransactions
	ofLeases
)

// style returns the style of a group's marks.
func (g kindGroup) style(p *press) Style {
	switch g {
	case ofMessages:
		return p.Roles.Message
	case ofApplication:
		return p.Series[0]
	case ofClocks:
		return p.Roles.Step
	case ofFaults:
		return p.Roles.Lost
	case ofStores:
		return p.Roles.Applied
	case ofTransactions:
		return p.Series[3]
	case ofLeases:
		return p.Roles.Lease
	}
	return p.Roles.Other
}

// y returns the height of a group's marks within a lane.
func (g kindGroup) y() float64 {
	switch g {
	case ofApplication, ofStores, ofClocks:
		return aboveLine
	case ofProcess:
		return belowLine
	}
	return onLine
}

// The heights within the lane of a process: of its line, of marks about it, and of the bars on it.
const (
	onLine            = 0.5
	aboveLine         = 0.82
	belowLine         = 0.18
	barsLow, barsHigh = 0.34, 0.66
)

// kindMark says how events of one kind are drawn.
type kindMark struct {
	group kindGroup
	shape Shape
	// shown says that an arrow or a bar shows the event, so that it needs a mark only where there is none.
	shown bool
	// label returns what stands beside the mark; nil means nothing.
	label func(e *trace.Event) string
	rank  int
}

// kindMarks has an entry for every kind of the closed list. Two kinds differ in colour or shape, except those that an
// arrow or a bar shows, which differ by that.
var kindMarks = map[trace.Kind]kindMark{
	trace.KindSend: {group: ofMessages, shape: Disc, shown: true},
	trace.KindRecv: {group: ofMessages, shape: Ring, shown: true},
	trace.KindDrop: {group: ofFaults, shape: Times, shown: true, label: the("reason"), rank: 3},

	trace.KindDeliver:  {group: ofApplication, shape: Disc},
	trace.KindQueue:    {group: ofApplication, shape: Ring},
	trace.KindOrder:    {group: ofApplication, shape: Square, label: numbered("#", "num"), rank: 2},
	trace.KindProcess:  {group: ofApplication, shape: Triangle},
	trace.KindAnnounce: {group: ofApplication, shape: Diamond, label: firstField, rank: 3},

	trace.KindTimer:           {group: ofProcess, shape: Ring, label: the("name"), rank: 1},
	trace.KindState:           {group: ofProcess, shape: Square, label: the("to", "val"), rank: 2},
	trace.KindSnapshot:        {group: ofProcess, shape: Caret, label: the("state", "position"), rank: 2},
	trace.KindChannelRecorded: {group: ofProcess, shape: Box, label: the("msgs"), rank: 2},
	trace.KindNote:            {group: ofProcess, shape: Plus, label: the("text"), rank: 2},

	trace.KindClockStep: {group: ofClocks, shape: Caret, label: signed("by"), rank: 3},
	trace.KindClock:     {group: ofClocks, shape: Ring, label: signed("offset"), rank: 2},
	trace.KindBound:     {group: ofClocks, shape: Plus, label: numbered("±", "ms"), rank: 1},
	trace.KindStamp:     {group: ofClocks, shape: Square, label: the("hlc"), rank: 2},

	trace.KindPause:     {group: ofFaults, shape: Box, shown: true},
	trace.KindCrash:     {group: ofFaults, shape: Plus, label: word, rank: 3},
	trace.KindRestart:   {group: ofFaults, shape: Triangle, label: word, rank: 3},
	trace.KindFailover:  {group: ofFaults, shape: Diamond, label: word, rank: 3},
	trace.KindPromoted:  {group: ofFaults, shape: Square, label: numbered("promoted ", "node"), rank: 3},
	trace.KindPartition: {group: ofFaults, shape: TickMark, label: sides, rank: 3},
	trace.KindHeal:      {group: ofFaults, shape: Ring, label: word, rank: 2},

	trace.KindEventApplied: {group: ofStores, shape: Square, label: numbered("v", "ver"), rank: 2},
	trace.KindEventDropped: {group: ofStores, shape: Times, label: numbered("v", "ver"), rank: 2},
	trace.KindDeleted:      {group: ofStores, shape: Box, label: numbered("v", "ver"), rank: 2},
	trace.KindPut:          {group: ofStores, shape: Diamond, label: the("val"), rank: 1},
	trace.KindAcked:        {group: ofStores, shape: Plus, label: the("obj"), rank: 1},
	trace.KindApplied:      {group: ofStores, shape: Disc, label: the("id"), rank: 1},
	trace.KindRefused:      {group: ofStores, shape: Caret, label: the("id", "ver"), rank: 1},
	trace.KindRead:         {group: ofStores, shape: Ring, label: the("id"), rank: 1},
	trace.KindDiscard:      {group: ofStores, shape: TickMark, label: the("id"), rank: 1},
	trace.KindFenceRaised:  {group: ofProcess, shape: Triangle, label: the("token"), rank: 2},
	trace.KindFenceUndone:  {group: ofProcess, shape: Times, label: the("token"), rank: 2},

	trace.KindHold:            {group: ofTransactions, shape: Ring, shown: true},
	trace.KindWait:            {group: ofTransactions, shape: Box, shown: true},
	trace.KindGot:             {group: ofTransactions, shape: Caret, shown: true},
	trace.KindFree:            {group: ofTransactions, shape: TickMark, shown: true},
	trace.KindDeclareDeadlock: {group: ofFaults, shape: Caret, label: numbered("deadlock ", "members"), rank: 3},
	trace.KindGiveUp:          {group: ofProcess, shape: TickMark, label: word, rank: 2},
	trace.KindAbort:           {group: ofTransactions, shape: Times, label: word, rank: 3},
	trace.KindWrite:           {group: ofTransactions, shape: Disc, label: the("id"), rank: 1},
	trace.KindIntent:          {group: ofTransactions, shape: Triangle, label: the("outcome"), rank: 2},
	trace.KindOutcome:         {group: ofTransactions, shape: Square, label: outcome, rank: 2},
	trace.KindMarker:          {group: ofTransactions, shape: Diamond, label: ending, rank: 2},

	trace.KindRequest:        {group: ofLeases, shape: Caret},
	trace.KindGrant:          {group: ofLeases, shape: Square, label: numbered("token ", "token"), rank: 2},
	trace.KindRenew:          {group: ofLeases, shape: Disc},
	trace.KindExtend:         {group: ofLeases, shape: Ring},
	trace.KindExpire:         {group: ofLeases, shape: TickMark},
	trace.KindRevoke:         {group: ofLeases, shape: Times},
	trace.KindRelease:        {group: ofLeases, shape: Box},
	trace.KindReleaseRefused: {group: ofLeases, shape: Plus},
	trace.KindBegin:          {group: ofLeases, shape: Triangle, shown: true},
	trace.KindEnd:            {group: ofLeases, shape: Diamond, shown: true},
	trace.KindCheck:          {group: ofProcess, shape: Disc},
}

// markOf returns how an event is drawn. A word outside the list is drawn with itself beside the mark.
func markOf(k trace.Kind) kindMark {
	if m, ok := kindMarks[k]; ok {
		return m
	}
	return kindMark{group: ofProcess, shape: Diamond, label: word, rank: 1}
}

// labelOf returns what stands beside the mark of an event.
func (m kindMark) labelOf(e *trace.Event) string {
	if m.label == nil {
		return ""
	}
	return clipped(m.label(e), 24)
}

// style returns the style of a kind's marks.
func (m kindMark) style(p *press) Style {
	s := m.group.style(p)
	s.Shape = m.shape
	return s
}

// What stands beside marks.

// the returns the value of the first of the keys that an event has.
func the(keys ...string) func(*trace.Event) string { return numbered("", keys...) }

// numbered returns such a value behind a prefix.
func numbered(prefix string, keys ...string) func(*trace.Event) string {
	return func(e *trace.Event) string {
		for _, key := range keys {
			if v, ok := e.Get(key); ok && v != "" {
				return prefix + v
			}
		}
		return ""
	}
}

func firstField(e *trace.Event) string {
	if len(e.Fields) == 0 {
		return ""
	}
	return e.Fields[0].Value
}

func word(e *trace.Event) string { return string(e.Kind) }

// outcome says what became of a write.
func outcome(e *trace.Event) string {
	return strings.TrimSpace(the("id")(e) + " " + the("is")(e))
}

// ending says which transaction a mark ends, and which it was meant to.
func ending(e *trace.Event) string {
	txn, of := the("txn")(e), the("of")(e)
	if of == "" || of == txn {
		return txn
	}
	return txn + " for " + of
}

// sides names the sides of a partition.
func sides(e *trace.Event) string {
	var parts []string
	for _, f := range e.Fields {
		parts = append(parts, f.Value)
	}
	return strings.Join(parts, " | ")
}

// signed returns a duration with its sign.
func signed(key string) func(*trace.Event) string {
	return func(e *trace.Event) string {
		d, err := e.Duration(key)
		switch {
		case err != nil:
			return ""
		case d < 0:
			return briefly(d)
		}
		return "+" + briefly(d)
	}
}

// clipped shortens a text that would not fit beside a mark.
func clipped(s string, runes int) string {
	r := []rune(s)
	if len(r) > runes {
		r = append(r[:runes-1], '…')
	}
	return literal(string(r))
}
