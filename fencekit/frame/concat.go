package frame

import (
	"fmt"
	"slices"
)

// Concat returns the rows of the frames one below the other. Columns are matched by name and stand in the order of the
// first frame; all frames must have the same names. Integers below or above floats become floats, and an integer beyond
// 2^53, which a float may not hold, is then an error; other kinds do not mix, and Convert makes them one. The kinds of
// a frame without rows do not matter, and a frame without columns adds nothing. Caption and Meta are those of the first
// frame that has columns. Without frames the result is the zero Frame.
//
// All that is wrong with the names and kinds is reported at once.
func Concat(frames ...Frame) (Frame, error) {
	out, err := concat(frames)
	return out, wrap("concat", err)
}

func concat(frames []Frame) (Frame, error) {
	first := slices.IndexFunc(frames, func(f Frame) bool { return len(f.cols) > 0 })
	if first < 0 {
		if len(frames) == 0 {
			return Frame{}, nil
		}
		return frames[0], nil
	}
	out := frames[first]
	parts := make([][]Column, len(out.cols)) // of each column, in the order of the frames
	places := make([][]int, len(out.cols))   // of those in frames
	var wrong faults
	for k := first; k < len(frames); k++ {
		f := frames[k]
		if len(f.cols) == 0 {
			continue
		}
		otherNames(&wrong, out, f, first, k)
		find := finder(f.cols, len(out.cols))
		for i, c := range out.cols {
			if j := find(c.Name); j >= 0 && (f.Rows() > 0 || k == first) {
				parts[i], places[i] = append(parts[i], f.cols[j]), append(places[i], k)
			}
		}
	}
	out.cols = slices.Clone(out.cols)
	for i, c := range out.cols {
		var err error
		if out.cols[i], err = c.below(parts[i], places[i]); err != nil {
			wrong.add("%w", err)
		}
	}
	if err := wrong.err("columns that do not go together"); err != nil {
		return Frame{}, err
	}
	return out, nil
}

// otherNames notes the names that only one of two frames has.
func otherNames(wrong *faults, a, b Frame, first, k int) {
	inA, inB := finder(a.cols, len(b.cols)), finder(b.cols, len(a.cols))
	for _, c := range a.cols {
		if inB(c.Name) < 0 {
			wrong.add("frame %d has no column %q, which frame %d has%s; Rename, With or Drop makes them agree",
				k, c.Name, first, nearest(c.Name, b.Columns()))
		}
	}
	for _, c := range b.cols {
		if inA(c.Name) < 0 {
			wrong.add("frame %d has column %q, which frame %d has not%s; Rename, With or Drop makes them agree",
				k, c.Name, first, nearest(c.Name, a.Columns()))
		}
	}
}

// below returns the cells of the parts, which come from the given frames, one below the other, with the name and Meta
// of c. The first part may be c itself without cells, whose kind counts if there is no other.
func (c Column) below(parts []Column, places []int) (Column, error) {
	if len(parts) > 1 && parts[0].Len() == 0 {
		parts, places = parts[1:], places[1:]
	}
	kind := parts[0].Kind()
	for k, p := range parts {
		if numbers := kind <= Int && p.Kind() <= Int; p.Kind() != kind && !numbers {
			return Column{}, fmt.Errorf("column %q holds %v in frame %d and %v in frame %d; Convert makes them one kind",
				c.Name, kind, places[0], p.Kind(), places[k])
		}
	}
	if slices.ContainsFunc(parts, func(p Column) bool { return p.Kind() == Float }) {
		parts = slices.Clone(parts)
		for k, p := range parts {
			if p.Kind() != Int {
				continue
			}
			var err error
			if parts[k], err = p.asFloats(); err != nil {
				return Column{}, fmt.Errorf("frame %d: %w", places[k], err)
			}
		}
	}
	c.data, c.missing = parts[0].data, parts[0].missing
	return c.stack(parts[1:]), nil
}
