package frame

// Info returns one row a column of the frame: its name, the kind of its values, the number of cells present and
// missing, and its unit, meaning and method. The caption gives the size of the frame.
func (f Frame) Info() Frame {
	n := len(f.cols)
	names, kinds := make([]string, n), make([]string, n)
	present, missing := make([]int64, n), make([]int64, n)
	units, meanings, methods := make([]string, n), make([]string, n), make([]string, n)
	for i, c := range f.cols {
		names[i], kinds[i] = c.Name, c.Kind().String()
		for _, gap := range c.missing {
			missing[i] += int64(asInt(gap))
		}
		present[i] = int64(c.Len()) - missing[i]
		units[i], meanings[i], methods[i] = c.Meta.Unit, c.Meta.Meaning, c.Meta.Method
	}
	out := Frame{cols: []Column{
		Strings("column", names), Strings("kind", kinds), Ints("present", present), Ints("missing", missing),
		Strings("unit", units), Strings("meaning", meanings), Strings("method", methods),
	}}
	return out.WithCaption(counted(f.Rows(), "row") + " x " + counted(n, "column"))
}
