// Package notebooks reads the notebooks of this folder, runs them on the real kernel, and holds what is stored against what
// comes out: tables, pictures, and the numbers of their prose.
//
// # The problem
//
// A stored notebook is read by people who do not run it, and its numbers are believed. They have to be those that the
// program gives today. The kernel does not help: it reports a cell that panicked as a success, and says so in one line
// among its outputs. And prose quotes numbers that no cell checks.
//
// # What is checked
//
//	Form       without a kernel: cells of 15 lines at most, a seed in the first, outputs stored, each with a form in text
//	Prose      without a kernel: every number of the prose against the table from which it says it comes
//	Failures   cells that failed, whatever the kernel says
//	Compare    what is stored against a fresh run: text and tables exactly, pictures within a tolerance
//
// # Marks
//
// A number of prose has behind it, in a comment that no page shows, the column and the row of its cell:
//
//	The check aborts 961<!--=aborted@check--> of its writes, 25.3 %<!--=abort_pct@check-->.
//
// The table is the nearest above that has the column and the row, or else the first below. The row is named by the texts
// of its first cells, divided by slashes; without @ the table has one row. A number agrees if the cell, rounded to the
// digits that stand there, is it; a per cent sign makes a share of it, unless the
// column is in per cent, as its name says by _pct. Parameters stand in code spans and need no mark. A number that no table
// has, such as a level of confidence, is marked <!--given-->.
//
// # What is not promised
//
// That prose says the right thing about its numbers. Sentences are for people to check.
package notebooks
