// Package claims checks every figure that was published about the lease experiment against the engine.
//
// The problem: figures in a text outlive the program that made them. Here each of them is a claim with a name, a
// relation and code of its own that looks at what the engine does, so that a change of the engine that makes a
// sentence wrong makes a claim fail.
//
// # Three kinds
//
// A structural claim follows from the rules of the model and holds for every seed: a count is 0, two runs are
// identical, a count is not 0 over many trials. It is compared exactly, event by event or write by write where its
// figure says so. What is claimed to be the same under every posture, or at every margin, is measured on runs of their
// own, each drawn, served and judged for itself.
//
// A zero is worth nothing where nothing could have happened. So each zero names what must not be 0 beside it: a fence
// that destroys nothing must have had something to refuse, clocks that abort nothing must have stepped, a margin that
// absorbs must have had something to absorb. Where that is missing the claim fails.
//
// An exact claim is arithmetic, or the resource alone with a few writes.
//
// A sampled claim is a figure of one block of trials, and another block gives another figure. It holds when the
// published figure lies inside the model's own prediction interval, which is a statement about the model and not about
// a lucky seed; the block at the seed asked for is printed beside it. That alone looks at two stored numbers, and no
// engine could fail it. So a second thing is asked for, on purpose: the mean of the engine at hand, over the 12 blocks
// that begin at the seed asked for, lies within six standard errors of the mean that is stored with the interval; and
// the median inside the interval, for the two figures whose tail is too long for a mean.
//
// # The intervals
//
// [Intervals] runs blocks of the size of the published one on seeds of their own, and takes for each figure the k-th
// smallest and the k-th largest, with k as large as leaves 99.9 % between: of n blocks and one block more, all
// equally likely in any order, the one more falls between those two with a probability of at least (n+1-2k)/(n+1).
// Of 4,000 blocks they are the second and the last but one, at 99.900025 %. Both ends belong to the interval, so
// that ties, which whole numbers have, only make it surer. The result is stored in data/intervals.csv.
//
// # What is not promised
//
// The claims are those of one text, read as the notes in their figures say. Those about a screen, named screen.*, are
// checked on the story that a drawing is made from; a test of package plots holds the drawing to the story. A claim that
// holds says that the engine does what was published, not that a real lock service does.
package claims
