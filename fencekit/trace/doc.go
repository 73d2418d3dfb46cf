// Package trace is the event model that every room of the project shares: one log is one run under one
// posture, with a header that says how to make it again and events in the order in which they happened.
//
// # The problem
//
// A lease engine, a protocol simulator, a real service and a field report all tell the same kind of story: at this time
// this actor did that. Checkers, counters, charts and people should read the story without knowing who told it. So
// the log is a plain value (Log, Header, Event, Field), its words are a closed list (Kind, Kinds), and it has two
// forms of file that carry exactly the same: a text that people read and NDJSON that programs read.
//
// # Text form
//
//	# fence-log 1 {"program":"fence 0.1.0","family":"lease","seed":7,"posture":"unprotected"}
//	0 | svc | grant | lock=L to=C1 token=1 until=3000
//	0 | C1 | begin | lock=L token=1
//	5030.25 | S | applied | clock=4530.25 id=C1.0.0 by=C1 obj=x token=1   # a comment
//	# end 3
//
// Times are milliseconds with up to six decimals, which is exact to the nanosecond. The actor's own clock is
// written, as the first field, only where it differs from true time. A word that is empty or has blanks, quotes, a
// bar or a number sign in it is quoted as in Go. The last line gives the number of events, so that a log that was
// cut short is noticed.
//
// A text without the header line is an imported timeline: it is read the same way, has Header.Version 0 and needs no
// last line. Inside Markdown a timeline is a fenced block whose info string begins with the word timeline, and
// family=NAME there names the family. Write gives an imported timeline a header that says so.
//
// # NDJSON
//
//	{"format":"fence-log","version":1,"program":"fence 0.1.0","family":"lease","seed":7,"posture":"unprotected"}
//	{"at_ns":0,"actor":"svc","kind":"grant","fields":{"lock":"L","to":"C1","token":"1","until":"3000"}}
//	{"at_ns":5030250000,"clock_ns":4530250000,"actor":"S","kind":"applied","fields":{"id":"C1.0.0"}}
//	{"end":2}
//
// # Story
//
// What a lease log says about who held what, and when, is read once and given as data: ReadStory for a whole log,
// ReadStoryUntil for what has happened at an instant. The lanes that ASCII draws, and whatever else draws a lease log,
// are drawn from it. Actors gives the lanes' order and each actor's role.
//
// # Assumptions
//
// Events are in order: their sequence number is their index and true time never goes back. A log is UTF-8 and fits
// in memory; a line is at most MaxLine bytes. Field values are text; numbers and durations are read out of them when
// asked for.
//
// # What is not promised
//
// The package knows the words, not whether the story makes sense: a write without a grant is a log like any other,
// and judging it is the work of the audit. A story is no judgement either: it says that a write came without a live
// lease, and not what that did. Kinds outside the list are kept as they are and checkers pass over them.
// Comments and the spacing of a text are not kept; the line that an event stood in is, for messages, but it is not
// written again.
package trace
