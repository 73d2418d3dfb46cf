// Package nb shows results in a GoNB notebook: pictures, tables, logs and sentences, the progress of long work, and
// pictures that follow a slider. Outside a notebook the same calls write files and say where.
//
// # The problem
//
// A cell of a GoNB notebook is a program of its own, started by the kernel and read through a pipe. What it shows is
// looked at in many places: in a live page, in a stored notebook on a site that strips styles and scripts, in an export,
// in a terminal. And the kernel reports a cell that panicked or left with a status as a success. So an output has to
// carry a form for each of these places, and a cell that fails has to say so itself.
//
// # In a cell
//
//	%%
//	e := fencekit.New()
//	e.Progress = nb.Progress("trials")
//	table := nb.Must(fencekit.Compare(nb.Context(), e))
//	nb.Show(table, nb.Must(plots.Postures{}.Figure(table)))
//
// Show makes one output a value: the text always, and beside it a picture or a table. Must stops the cell with one
// readable line where there is an error; after an interrupt it goes on with what there is. Interact draws again whenever
// the reader moves a control.
//
// # What an output carries
//
//	value                        text/plain                   beside it
//	EncodeScreen (a figure)      Bytes("txt")                 image/png, two pixels to one of the page, its size in the metadata
//	Bytes("html") (a frame)      Bytes("txt") or String       text/html that can be read without its styles
//	*trace.Log                   the log as lanes             text/html, the same in a <pre>
//	string, error, Stringer      itself                       nothing
//
// A value with a method WriteTypedCSV, as a frame has, is also in the metadata of its output as CSV, below fence.csv, so
// that a program can read the numbers of a stored notebook.
//
// # Assumptions
//
// GoNB v0.11.3. There is one cell program at a time, and it shows from its main goroutine; Progress may be called from
// any.
//
// # What is not promised
//
// The controls of Interact need a page that talks to the kernel: see there. What a cell prints to its standard output
// may overtake what it shows, since the kernel reads the two apart; Say keeps its place.
package nb
