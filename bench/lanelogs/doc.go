// Package lanelogs makes the logs that lane charts are measured on: the same events for the benchmarks of package plots
// and for the program that is raced against them.
//
// # The problem
//
// How long a chart takes depends on what there is to draw. A race is fair, and a figure of last month comparable, only
// if both sides and both months draw the same log, one as crowded and as varied as those that people look at. So the
// logs are made here, from a seed, and not stored.
//
// # What is here
//
// Lease is a run of the lease engine: grants, beliefs, pauses, clock steps, expiry checks, aborts, and writes that are
// applied and refused. Protocol is mutual exclusion by permission among sixteen processes: broadcast requests, replies
// given at once and deferred, critical sections, messages lost on the wire, crashes and restarts. Over LeaseHorizon and
// ProtocolHorizon each has about 10,000 events; a longer horizon has more of the same.
//
// # Assumptions
//
// Every quantity has a labelled stream of its own from one seed, so that the logs have the same bytes on every machine.
//
// # What is not promised
//
// Protocol is G. Ricart and A. K. Agrawala's algorithm (CACM 24, 1981) with repeated requests added, so that a lost
// message delays a section and does not end the run. It is here to be drawn; whoever wants to learn about mutual
// exclusion should not measure it. The logs may change with any version, and figures of different versions then differ.
package lanelogs
