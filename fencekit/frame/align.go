package frame

// AlignedRight returns the column with its cells aligned to the right in every form for reading, as those of numbers are
// anyway: for figures that were written out as strings. It is no part of the kind, of Meta or of what Equal compares.
func (c Column) AlignedRight() Column {
	c.right = true
	return c
}
