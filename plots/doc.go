// Package plots draws frames and logs: margin-versus-abort curves, lanes of a run, scoreboards, distributions, heat maps.
//
// # The problem
//
// A result is believed when it is seen. A figure for a paper has to be legible at the width of a column, in grey and to
// the colour-blind, say what it was made from, and come out the same every time; the same figure is wanted larger and
// light on dark for a screen. Package plots sits on gonum/plot and adds what that takes.
//
// # Charts
//
//	chart      shows                                                        from
//	Margin     aborts and corruption against the margin, margins in use     a frame of fencekit.MarginSweep
//	Pareto     what a margin costs against the risk that it leaves          the same
//	Postures   the scoreboard as bars with intervals                        a frame of fencekit.Compare
//	Sources    what each source of failure does under each posture          a frame of fencekit.Sources
//	Failover   what a service that forgets numbers does                     a frame of fencekit.Failover
//	Curves     measured points over the lines of formulas                   any frame
//	ECDF       the share of values up to each                               any frame
//	Histogram  how often values lie where                                   any frame
//	Heatmap    a figure over two parameters                                 a frame of fencekit.Grid, or any
//	Lanes      a run, lane by lane                                          any trace.Log
//	Panels     several figures in one, labelled (a), (b), (c)               figures
//
// A chart of frames is a struct whose zero value, or nearly that, suits the frame of an experiment; its fields name
// columns and say what is wanted, and its method Figure validates both and returns a Figure. Lanes is a plotter of
// gonum's as well and can stand among others.
//
// # Figures
//
// A Figure has a title, a caption, an alternative text and an origin: the program, the command, the seed and the
// parameters that make it again. Its theme and its size can be changed until it is drawn. Bytes and Save write it:
//
//	png   300 pixels an inch, with title, caption, alternative text and origin in chunks of text
//	svg   text stays text; title, description and metadata at its head
//	pdf   text as outlines, no font embedded; the same texts in its information
//	eps   text as outlines; the same texts as comments
//
// # Assumptions
//
// Text in figures has ^{…} for a superscript and _{…} for a subscript. Names that come with the data are shown as they
// are. The typeface is Liberation Sans.
//
// # What is not promised
//
// Text in PDF and EPS cannot be selected or searched. Liberation has Latin, Greek and Cyrillic letters and the signs of
// mathematics that charts need; others show as boxes, except in SVG, where the reader's own typefaces stand in. An SVG
// seen without Liberation, Arial or Helvetica has its letters stretched or narrowed to the widths of theirs. Bytes are the same from run to run; on
// another architecture floating point may be rounded otherwise, so that an edge may differ by a shade.
package plots
