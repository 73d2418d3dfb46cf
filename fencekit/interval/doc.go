// Package interval says how sure a figure is that many independent trials add up to: confidence intervals for shares,
// means, ratios of sums, paired differences, and quantiles.
//
// # The problem
//
// A rate without its interval invites a comparison that the trials do not bear out. Which interval is right depends on
// what was counted, so each has a name and says its method in words, for the table that shows it.
//
// # Intervals
//
// The unit of all intervals is the trial. Events of one trial share a schedule and come in clusters, so an interval
// over events would be too narrow; see Ratio. Wilson is for trials that answer yes or no, Mean for a number per trial,
// Ratio for a sum over a sum, Difference for two treatments of the same seeds. Where nothing happened at all, these
// give an interval of no width or one that reads oddly, and Share, Rate and RateOver give the 3/n bound instead. It is
// a bound on the share of trials; as one on events it takes a trial that has any to have about one, and is too low
// where they come in clusters.
//
// Those take sums, which trials that run in parallel can add up. MeanOf and Quantile are for values that are all at hand,
// as in a column: a mean from its standard deviation, and a quantile from the sorted values, with the order statistics
// of QuantileRanks as limits.
//
// # Critical values
//
// Normal and Student say how many standard deviations or errors lie on either side of an estimate. They are right to
// within 1e-13 of themselves for levels from 0.01 up and any freedom, and then rounded to ten digits, as logarithms are,
// so that the last bit of a platform's mathematics does not reach a table. Everything here rests on the standard library
// alone.
//
// # Assumptions, and what is not promised
//
// Trials are taken as independent and equally distributed. Mean, MeanOf, Ratio and Difference rest on the central limit
// theorem: with few trials, or a figure that a handful of trials decides, they cover less often than their level says.
// Quantile rests on no theorem and no shape: with few values it covers more often than its level says, and far out in a
// tail it has no limit at all.
package interval
