package frame

import "slices"

// ends returns the frame as it is, and -1, when it has at most so many rows, and otherwise the first and the last few
// of them with the number of the rows before the gap.
func (f Frame) ends(most, few int) (short Frame, gap int) {
	if f.Rows() <= most {
		return f, -1
	}
	short, err := Concat(f.Head(few), f.Tail(few))
	if err != nil {
		panic("frame: the two ends of one frame have different columns: " + err.Error())
	}
	return short, few
}

// elided returns the frame with the first and the last few of its columns and a column of dots between, for reading
// only: the dots may be the name of another column.
func (f Frame) elided(front, back int, dots string) Frame {
	between := Column{Name: dots, data: slices.Repeat([]string{dots}, f.Rows())}
	f.cols = slices.Concat(f.cols[:front], []Column{between}, f.cols[len(f.cols)-back:])
	return f
}

// size says how large the frame is and how many of its cells are missing, if any.
func (f Frame) size(times string) string {
	s := counted(f.Rows(), "row") + " " + times + " " + counted(len(f.cols), "column")
	if n := f.gaps(); n > 0 {
		s += ", " + counted(n, "cell") + " missing"
	}
	return s
}

// gaps returns the number of missing cells.
func (f Frame) gaps() int {
	n := 0
	for _, c := range f.cols {
		for _, missing := range c.missing {
			n += asInt(missing)
		}
	}
	return n
}
