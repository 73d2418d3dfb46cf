// Package sweep runs many independent trials on all cores and says how sure their figures are.
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
// # Intervals
//
// The unit of all intervals is the trial. Events of one trial share a schedule and come in clusters, so an interval
// over events would be too narrow; see Ratio. Wilson is for trials that answer yes or no, Mean for a number per trial,
// Ratio for a sum over a sum, Difference for two treatments of the same seeds. Where nothing happened at all, these
// give an interval of no width or one that reads oddly, and Share, Rate and RateOver give the 3/n bound instead.
// Critical values and logarithms are rounded to ten digits, so that the last bit of a platform's mathematics does not
// reach a table.
//
// # Assumptions, and what is not promised
//
// A trial must depend on its index alone: a worker may keep scratch memory but nothing that a later trial reads. Trials
// are taken as independent and equally distributed. Mean, Ratio and Difference rest on the central limit theorem: with
// few trials, or a figure that a handful of trials decides, they cover less often than their level says. A trial that
// never returns cannot be cancelled. The package reads no clock; time left is for whoever is called with the progress.
package sweep
