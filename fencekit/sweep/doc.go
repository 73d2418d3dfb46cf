// Package sweep runs many independent trials on all cores and adds them up in an order that does not depend on them.
//
// # The problem
//
// A rate of rare events takes many seeds. They are independent, so they run side by side, but a table must not depend
// on the machine that made it: sums of floats depend on the order of adding, and an interrupted run has to say which
// trials its figures cover.
//
// # Running
//
// Trials 0 to n-1 are cut into chunks of fixed size, whatever the number of workers. Each chunk is summed from nothing
// and the chunks are merged in index order, so that the result is the same to the last bit on one core and on many.
// Run merges accumulators; Each hands one result a trial to a function, in index order. Both hold a window of a few
// chunks a worker: memory does not grow with the number of trials. A cancelled run returns the trials 0 to m-1 that it
// finished without a gap, and that result equals a run of m trials.
//
// # Assumptions, and what is not promised
//
// A trial must depend on its index alone: a worker may keep scratch memory but nothing that a later trial reads. A trial
// that never returns cannot be cancelled. The package reads no clock; time left is for whoever is called with the
// progress. How sure the figures are that trials add up to is the business of package interval.
package sweep
