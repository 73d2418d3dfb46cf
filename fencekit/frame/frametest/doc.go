// Package frametest has frames that are hard to write, and writers and measures to test a format with.
//
// # The problem
//
// Every format that frames are written in and read from is wrong first at the same places: a negative zero, the largest
// and the smallest int64, a NaN beside a missing cell, a NUL in a text, columns that are not in the order of their
// names, a disk that is full. They are here once, so that every format is held to the same ones.
//
// # What is here
//
// Everything has what can go wrong in the cells, names, Meta and caption of one small frame. NotUTF8 is what a format
// of text has to refuse. FromBytes makes frames for fuzz tests, Results a large one for benchmarks. Room is a writer
// that fills up, and Allocated tells what reading a damaged file took.
//
// # What is not promised
//
// That a format which passes is right. The frames may change with any version, so no test should have their cells in a
// golden file. Allocated counts the whole process: nothing else should run while it measures.
package frametest
