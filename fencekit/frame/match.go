package frame

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// matching holds which rows of two frames have equal keys. Keys are numbered over both frames.
type matching struct {
	keys        []Column // key columns, left rows first and right rows below
	left, right []int32  // number of the key of each row, -1 with a missing cell in it
	first       []int    // first row of each key in keys
	lefts       []int    // how many left rows each key has
	start       []int    // where in rows the right rows of each key start; one more at the end
	rows        []int    // right rows by key, in their order
}

// matchKeys numbers the keys and sorts the right rows by key, by counting.
func matchKeys(left, right []Column, leftRows, rightRows int) (*matching, error) {
	if leftRows > math.MaxInt32-rightRows {
		return nil, fmt.Errorf("%s and %s: keys are numbered up to %s", counted(leftRows, "left row"),
			counted(rightRows, "right row"), Grouped(math.MaxInt32))
	}
	for k := range left {
		right[k].Name = left[k].Name
	}
	both, err := Concat(Frame{cols: left}, Frame{cols: right})
	if err != nil {
		return nil, err
	}
	m := &matching{keys: both.cols}
	of, first := codes(m.keys, leftRows+rightRows)
	for _, c := range m.keys {
		for i, missing := range c.missing {
			if missing {
				of[i] = -1
			}
		}
	}
	m.left, m.right, m.first = of[:leftRows], of[leftRows:], first
	m.lefts, m.start = make([]int, len(first)), make([]int, len(first)+1)
	for _, key := range m.left {
		if key >= 0 {
			m.lefts[key]++
		}
	}
	for _, key := range m.right {
		if key >= 0 {
			m.start[key+1]++
		}
	}
	for key := range first {
		m.start[key+1] += m.start[key]
	}
	m.rows = make([]int, m.start[len(first)])
	next := slices.Clone(m.start)
	for i, key := range m.right {
		if key >= 0 {
			m.rows[next[key]] = i
			next[key]++
		}
	}
	return m, nil
}

// rights returns how many right rows a key has, 0 for the number of a key with a missing cell.
func (m *matching) rights(key int32) int {
	if key < 0 {
		return 0
	}
	return m.start[key+1] - m.start[key]
}

// hasLeft reports whether a key, given by the number of a right row, has left rows.
func (m *matching) hasLeft(key int32) bool { return key >= 0 && m.lefts[key] > 0 }

// relation returns the errors for keys that stand more often than expected.
func (m *matching) relation(expect Relation) error {
	var repeated faults
	for key := range m.first {
		if m.lefts[key] > 1 && (expect == OneToOne || expect == OneToMany) {
			repeated.add("%v stands in %s", keyOfRow{m.keys, m.first[key]}, counted(m.lefts[key], "left row"))
		}
		if n := m.rights(int32(key)); n > 1 && (expect == OneToOne || expect == ManyToOne) {
			repeated.add("%v stands in %s", keyOfRow{m.keys, m.first[key]}, counted(n, "right row"))
		}
	}
	if err := repeated.err("keys that are repeated"); err != nil {
		return fmt.Errorf("%v is expected: %w", expect, err)
	}
	return nil
}

// only returns the left rows that have a pair, or those that have none.
func (m *matching) only(paired bool) []int {
	var rows []int
	for i, key := range m.left {
		if (m.rights(key) > 0) == paired {
			rows = append(rows, i)
		}
	}
	return rows
}

// count returns the number of rows of a join. It is below 2^62, as each side has fewer than 2^31 rows.
func (m *matching) count(kind JoinKind) (rows int) {
	for _, key := range m.left {
		n := m.rights(key)
		if n == 0 && (kind == Left || kind == Full) {
			n = 1
		}
		rows += n
	}
	if kind == Right || kind == Full {
		for _, key := range m.right {
			rows += asInt(!m.hasLeft(key))
		}
	}
	return rows
}

// size returns an error when the join has too many rows, by the limit of the caller or for Go.
func (m *matching) size(kind JoinKind, factor float64) error {
	rows, longer := m.count(kind), max(len(m.left), len(m.right))
	tooMany := float64(rows) > factor*float64(longer)
	if !tooMany && rows <= math.MaxInt32 {
		return nil
	}
	worst := int32(0)
	for key := range m.first {
		if m.lefts[key]*m.rights(int32(key)) > m.lefts[worst]*m.rights(worst) {
			worst = int32(key)
		}
	}
	limit := fmt.Sprintf("the limit is %s rows", Grouped(math.MaxInt32))
	advice := "join on more columns"
	if tooMany {
		limit = fmt.Sprintf("the limit is %s times", timesText(factor))
		advice += ", or raise MaxFactor"
	}
	return fmt.Errorf("%s and %s would make %s, %s times the longer frame; %s: %v stands in %s and %s; %s",
		counted(len(m.left), "left row"), counted(len(m.right), "right row"), counted(rows, "row"),
		timesText(float64(rows)/float64(longer)), limit, keyOfRow{m.keys, m.first[worst]},
		counted(m.lefts[worst], "left row"), counted(m.rights(worst), "right row"), advice)
}

// timesText writes a factor for reading: 2.5, 12, 1,000.
func timesText(factor float64) string {
	if factor < 100 {
		return strconv.FormatFloat(factor, 'g', 3, 64)
	}
	return Grouped(int64(math.Round(factor)))
}

// pairs returns for every row of the join its left and its right row, -1 for none.
func (m *matching) pairs(kind JoinKind) (left, right []int) {
	n := m.count(kind)
	left, right = make([]int, 0, n), make([]int, 0, n)
	for i, key := range m.left {
		if m.rights(key) == 0 {
			if kind == Left || kind == Full {
				left, right = append(left, i), append(right, -1)
			}
			continue
		}
		for _, r := range m.rows[m.start[key]:m.start[key+1]] {
			left, right = append(left, i), append(right, r)
		}
	}
	if kind == Right || kind == Full {
		for i, key := range m.right {
			if !m.hasLeft(key) {
				left, right = append(left, -1), append(right, i)
			}
		}
	}
	return left, right
}
