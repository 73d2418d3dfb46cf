// Package fencekit runs whole experiments on the lease model and returns each as a frame: what a notebook imports.
//
// # The problem
//
// A lease lets one client at a time believe that it holds a lock. What does an expired lease do to the data, under a
// resource that checks nothing, a client that checks its clock, and a resource that checks a token? One trial answers
// for one seed. An experiment runs many seeds, judges each under several postures on one and the same timeline, and adds
// up; its frame says how often, how sure that is, and what differs from posture to posture on the same seeds.
//
// # Experiments
//
//	Compare      a row a posture
//	Sources      a row a source of failure, each on its own, and posture
//	MarginSweep  a row a margin of the expiry check
//	Drift        a row a rate error of the clocks and margin: what a margin absorbs, and that a step is not among it
//	Failover     a row a kind of failover of the lock service, and posture
//	Control      a row a posture: do the races differ from the first posture's, seed by seed
//	Grid         a row a combination of parameters, and posture
//	Trials       a row a seed and posture; EachTrial hands them over one by one, Top keeps the worst
//	Explain      one attempt of one run, told in sentences
//	Pick         the seed and the window that show a phenomenon best
//
// [Columns] lists what every column counts, in which unit and by which method.
//
// # Assumptions
//
// Everything follows from the parameters and the seed: a frame has the same bytes on any number of cores. The unit of
// all intervals is the trial, at 95 %; see package sweep for when they hold. Where nothing happened in n trials the
// upper limit is that of the rule of three, 3/n.
//
// # What is not promised
//
// The figures are those of a model of one lock and one resource, described in package lease. They say how postures
// compare under its distributions, and nothing about a system whose pauses, clocks and network are others: measure those
// and put them in.
package fencekit
