// Package outfile writes files whole or not at all: beside their places, and moved there when they are whole.
//
// # The problem
//
// A result takes minutes to make and may fail at its end. Whoever opens the file meanwhile, or after the program was
// stopped, must find the old file or the new one, and never the half of one. A file that may not be written should be
// refused before the minutes and not after them. And some results are two files, one of which explains the other.
//
// # How a file is written
//
// Create opens a new file in the folder of its place, under a name that begins with a dot and ends in .part, so that
// both are on one file system. Commit moves it to its place, and Abort throws it away:
//
//	file, err := outfile.Create("margin.png")
//	if err != nil {
//		return err
//	}
//	defer file.Abort() // nothing once it is committed
//	...
//	return file.Commit()
//
// A link is followed, so that the file it names is replaced and not the link; one that leads nowhere is replaced. A
// file that is replaced keeps its permissions to the bit, whatever the process takes from new files, and one that may
// not be written is refused, though a move would replace it. Pipes and devices, which cannot be replaced, are
// written to directly.
//
// Commit, the function, moves several files, all or none. A Folder takes many files and moves them into a folder at
// the end. A Tracker removes what is under way when the program is told to stop. Errors are of type Error, which has
// the name of the file and apart from it what was wrong, so that a command can put its own words around.
//
// # What is not promised
//
// A file system moves one file at a time. When the machine or the process dies in the middle of a commit of several
// files, those before are the new ones and those behind the old ones, each of them whole; so the file that says
// nothing without the others should come first. What was under way is then left behind, and so is what a Tracker has
// not been told to remove. Nothing is forced to the disk: what a power failure leaves is for the file system to say.
// The owner of a file that is replaced, its access lists and its other hard links are not kept. Of two programs that
// write one file at the same time, the later commit counts. The files of a Folder are checked together and moved one by
// one; those that have been moved stay when a later one fails.
package outfile
