package frame

import "fmt"

// ValueCounts returns the different rows of the named columns, or of all columns when none is named, with the number of
// rows that have each (count) and their share of all rows (share): the most frequent first, equally frequent ones in
// the order of first appearance. A missing cell is a value of its own. A name that is not there or that comes twice is
// an error, as is a column called count or share.
func (f Frame) ValueCounts(names ...string) (Frame, error) {
	if len(names) == 0 {
		names = f.Columns()
	}
	keys, err := f.keysOf(names)
	if err != nil {
		return Frame{}, fmt.Errorf("frame: value counts: %w", err)
	}
	groups := f.grouped(keys)
	counts, shares := make([]int64, groups.Len()), make([]float64, groups.Len())
	for i := range counts {
		n := len(groups.spans.of(i))
		counts[i], shares[i] = int64(n), float64(n)/float64(f.Rows())
	}
	count, share := owned(counts, nil), owned(shares, nil)
	count.Name, count.Meta.Meaning = "count", "number of rows"
	share.Name, share.Meta.Meaning = "share", "share of all rows"
	out := Frame{cols: append(groups.Keys().cols, count, share)}
	if err := check(out.cols); err != nil {
		return Frame{}, fmt.Errorf("frame: value counts: %w", err)
	}
	return out.Sort(Key{Name: "count", Descending: true})
}
