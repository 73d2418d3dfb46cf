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
// give an interval of no width or one that reads oddly, and Share, Rate and RateOver give the 3/n bound instead.
// Critical values and logarithms are rounded to ten digits, so that the last bit of a platform's mathematics does not
// reach a table.
//
// # Assumptions, and what is not promised
//
// Trials are taken as independent and equally distributed. Mean, Ratio and Difference rest on the central limit theorem:
// with few trials, or a figure that a handful of trials decides, they cover less often than their level says.
package interval
