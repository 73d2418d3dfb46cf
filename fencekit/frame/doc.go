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
// # Operations
//
//	rows      Head, Tail, Slice, Take, Filter, Where, Mask, Sort, Distinct, Sample, DropMissing, Concat
//	columns   Select, Drop, Rename, With, Derive, DerivePresent, Map, Convert, Fill, Shift, Roll, Cumulate
//	groups    GroupBy, Summarise with a [Summary] each (Count, Mean, Quantile, Rate, RateOver, Func and others), Apply
//	shape     Pivot, Melt, Join, Transpose
//	overview  Info, Describe, ValueCounts, Heat
//	building  New, Builder with AddColumn, ColumnOf
//	values    Col, Values, Cell, Each; Equal and Diff; Must for cells of a notebook
//
// Rows keep their order and groups come in the order of first appearance. A missing cell is left out of every figure;
// as a key of a group it is a key of its own, and as a key of a join it matches nothing. A function of a [Row] that
// reads one other than a float, and did not ask whether it is missing, makes no result for that row. An interval names
// its method in the Method of the columns that carry it.
//
// # Written forms
//
//	text       aligned, for reading: integers whole, floats of a column with one number of decimals (see String)
//	CSV        RFC 4180 quoting, exact: shortest float that reads back equal; missing is an empty field
//	typed CSV  the same below a line with caption, kinds and Meta: reads back equal
//	JSON       an array of row objects, keys in column order; missing is null
//	HTML       a table for notebooks, which reads as well without a style sheet
//	Markdown   a table of GitHub's form
//	LaTeX      a table of booktabs, for papers
//
// String and HTML are for a screen and leave out the middle of a large frame, saying so; every Write method writes the
// whole. HTML, Markdown and LaTeX have the digits of the text form. Bytes and WriteAs give any of the forms by its
// name.
//
// Heat draws a figure over two parameters as a map of shades, for a terminal.
//
// A time.Duration is written the way Go writes it (1.5s, 250ms) in all of them. A column whose numbers are to be
// computed with elsewhere is better a float column with its unit last in its name, such as hold_ms.
//
// # Read forms
//
// CSV and JSON rows are read, from a reader (ReadCSV, ReadJSON, and the options of CSV and JSON) or from a file with
// the file beside it (ReadFile of the package and of both options, WriteFile). Caption, kinds and Meta come from a
// [Schema]: in the first line of a typed CSV, in the file beside it, or given as an option. Without one, a CSV column
// has the first of these kinds in which every cell that is not missing is written, and in which writing it again would
// lose nothing:
//
//	kind       its cells                                stays a string
//	bool       true, True, TRUE, false, False, FALSE    yes, t, 1 beside true
//	int64      1, -20, +3                               007, 1_000, 0x10, beyond int64 (9223372036854775808)
//	float64    1.5, -2e3, .5, Inf, -0, whole numbers    00.5, 1e999, whole numbers with more digits than it holds
//	duration   1.5s, 250ms, 0s, 1h2m                    0 beside 1s, 1d
//	string     anything else
//
// In the first four an empty field, NA, N/A, NaN, nan, null, NULL, None and - are missing cells, in quotes or not, and
// blanks around an unquoted cell do not matter. In a column of strings only an empty field without quotes is missing:
// "" is an empty string. A column of nothing but missing cells is one of float64, or of strings if there are quotes in
// it or no rows at all. In JSON, numbers are int64, float64 or, where neither holds them, strings by the same rule,
// strings are durations or strings, and null and absent keys are missing cells.
//
// A reader holds a few times DefaultMaxField bytes besides the table, whatever the length of a line, and says with line
// and column (see [ParseError]) why a text is no table.
//
// # What is not promised
//
// Only CSV and JSON are exact; the other forms round. Plain CSV and JSON do not have captions, Meta and kinds: a float
// column of whole numbers comes back as int64, and a string column of digits as numbers, unless a schema goes with
// them. JSON has no infinities, and CSV that can be read no NUL bytes and nothing but UTF-8. Floats with more digits
// than a float64 has are rounded to the nearest, and durations cut to whole nanoseconds. Dates are strings.
//
// Units are shown by HTML and LaTeX only, and meanings by HTML. Text is aligned by the room that characters take on a
// screen, that of two for wide East Asian ones and none for combining marks; a screen that draws several code points as
// one sign, as it may an emoji, or draws characters of ambiguous width wide still shows a column out of line. LaTeX
// leaves characters other than Latin, Greek and the usual signs to an engine that knows Unicode.
package frame
