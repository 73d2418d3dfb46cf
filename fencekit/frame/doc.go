// Package frame holds the tables that experiments return: named, typed columns of equal length, immutable, in an
// order that is kept everywhere.
//
// # The problem
//
// A result is read by a person, sorted, cut down to a few columns, set beside another and written to a file for a
// program. One value does all of it, and whatever is done to it leaves the original as it was: a Frame handed to two
// readers can be used by both, at the same time.
//
// # Columns
//
// A column is one of float64, int64, string, bool and time.Duration, on a plain slice, with an optional mask of
// missing cells. A NaN counts as missing, so a mean of nothing is shown as a gap and not as a number. Meta carries the
// unit, the meaning and the method of a column for whoever prints a legend.
//
// # Written forms
//
//	text      aligned, for reading: integers whole, floats of a column with one number of decimals (see String)
//	CSV       RFC 4180 quoting, exact: shortest float that reads back equal; missing is an empty field
//	JSON      an array of row objects, keys in column order; missing is null
//	HTML      a table for notebooks, which reads as well without a style sheet
//	Markdown  a table of GitHub's form
//	LaTeX     a table of booktabs, for papers
//
// String and HTML are for a screen and leave out the middle of a large frame, saying so; every Write method writes the
// whole. HTML, Markdown and LaTeX have the digits of the text form. Bytes and WriteAs give any of the forms by its
// name.
//
// A time.Duration is written the way Go writes it (1.5s, 250ms) in all of them. A column whose numbers are to be
// computed with elsewhere is better a float column with its unit last in its name, such as hold_ms.
//
// # What is not promised
//
// Only CSV and JSON are exact; the other forms round. Captions and Meta are not part of CSV and JSON; units are shown
// by HTML and LaTeX only, and meanings by HTML. Text is aligned by the room that characters take on a screen, that of
// two for wide East Asian ones and none for combining marks; a screen that draws several code points as one sign, as it
// may an emoji, or draws characters of ambiguous width wide still shows a column out of line. LaTeX leaves characters
// other than Latin, Greek and the usual signs to an engine that knows Unicode.
package frame
