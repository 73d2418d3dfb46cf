package frame

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// JoinKind says which rows a join has. The zero JoinKind is Inner.
type JoinKind uint8

// The kinds of join. A pair is a left and a right row of equal keys.
const (
	Inner JoinKind = iota // pairs only
	Left                  // pairs, and the left rows without one
	Right                 // pairs, and the right rows without one
	Full                  // pairs, and the rows of both sides without one
	Semi                  // left rows that have a pair, once each, with the left columns only
	Anti                  // left rows that have none, with the left columns only
)

var joinKinds = []string{"inner", "left", "right", "full", "semi", "anti"}

// String returns the name of the kind, such as "inner".
func (k JoinKind) String() string {
	if int(k) < len(joinKinds) {
		return joinKinds[k]
	}
	return "kind of join(" + strconv.Itoa(int(k)) + ")"
}

// Relation says how often a key may stand on the two sides of a join.
type Relation uint8

// The relations that a join can be held to. Rows with a missing key do not count.
const (
	ManyToMany Relation = iota // as often as it likes
	OneToOne                   // once on the left and once on the right
	OneToMany                  // once on the left
	ManyToOne                  // once on the right
)

var relations = []string{"many to many", "one to one", "one to many", "many to one"}

// String returns the relation in words, such as "many to one".
func (r Relation) String() string {
	if int(r) < len(relations) {
		return relations[r]
	}
	return "relation(" + strconv.Itoa(int(r)) + ")"
}

// Join says how Frame.Join sets two frames beside each other.
type Join struct {
	On        []string // key columns of the left frame, at least one
	RightOn   []string // key columns of the right frame in the same order; nil when they have the same names
	Kind      JoinKind // which rows there are; Inner unless said
	Suffix    string   // put behind the name of a right column that a left one has too; "_right" when empty
	Expect    Relation // how often a key may stand on either side; ManyToMany, which is no restriction, unless said
	MaxFactor float64  // most rows, in multiples of the longer frame; 10 when zero, +Inf for no limit
}

// Join returns the rows of f, the left frame, beside the rows of g, the right one, that have equal keys.
//
// The columns are the left ones, then the right ones without the keys; the keys keep the names and Meta of the left
// frame, and so does the frame its caption. A right column whose name is taken gets the suffix. The rows are the left
// ones in their order, each once for every right row of its key in their order; then, for Right and Full, the right
// rows without a pair in their order. Where a side has no row its cells are missing, but for the keys.
//
// A missing key cell is equal to nothing, as in SQL and unlike in Distinct: such a row has no pair. -0 is equal to 0.
// Key columns must be of the same kind on both sides.
//
// A join that would have more rows than MaxFactor allows is an error, found before any row is made, which names the
// most repeated key: usually a key column was forgotten. So are a key that stands more often than Expect allows, names
// that are not there, and names that are taken even with the suffix.
func (f Frame) Join(g Frame, j Join) (Frame, error) {
	out, err := f.join(g, j)
	return out, wrap("join", err)
}

func (f Frame) join(g Frame, j Join) (Frame, error) {
	j.Suffix, j.MaxFactor = cmp.Or(j.Suffix, "_right"), cmp.Or(j.MaxFactor, 10)
	if j.RightOn == nil {
		j.RightOn = j.On
	}
	left, right, err := joinKeys(f, g, j)
	if err != nil {
		return Frame{}, err
	}
	m, err := matchKeys(left, right, f.Rows(), g.Rows())
	if err != nil {
		return Frame{}, err
	}
	if err := m.relation(j.Expect); err != nil {
		return Frame{}, err
	}
	if j.Kind == Semi || j.Kind == Anti {
		return f.pick(m.only(j.Kind == Semi)), nil
	}
	if err := m.size(j.Kind, j.MaxFactor); err != nil {
		return Frame{}, err
	}
	l, r := m.pairs(j.Kind)
	cols := append(m.leftColumns(f, l, r), rightColumns(f, g, j, r)...)
	if err := check(cols); err != nil {
		return Frame{}, fmt.Errorf("with suffix %q: %w", j.Suffix, err)
	}
	f.cols = cols
	return f, nil
}

// joinKeys finds the key columns of both sides and reports all that is wrong with what the join asks for.
func joinKeys(f, g Frame, j Join) (left, right []Column, err error) {
	var errs []error
	note := func(where string, err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", where, err))
		}
	}
	left, errLeft := f.columnsOf(j.On)
	note("left frame", errLeft)
	right, errRight := g.columnsOf(j.RightOn)
	note("right frame", errRight)
	if len(j.On) == 0 {
		errs = append(errs, errors.New("no key column is named in On"+commonNames(f, g)))
	}
	if len(j.On) != len(j.RightOn) {
		errs = append(errs, fmt.Errorf("%s in On and %d in RightOn", counted(len(j.On), "name"), len(j.RightOn)))
	}
	for k := range min(len(left), len(right)) {
		if a, b := left[k], right[k]; a.Kind() != b.Kind() {
			errs = append(errs, fmt.Errorf("key %q of the left frame holds %v and %q of the right one %v; "+
				"Convert makes them one kind", a.Name, a.Kind(), b.Name, b.Kind()))
		}
	}
	if int(j.Kind) >= len(joinKinds) {
		errs = append(errs, fmt.Errorf("the kind of join is %d; there are %s", j.Kind, strings.Join(joinKinds, ", ")))
	}
	if int(j.Expect) >= len(relations) {
		errs = append(errs, fmt.Errorf("the relation expected is %d; there are %s", j.Expect, strings.Join(relations, ", ")))
	}
	if !(j.MaxFactor > 0) {
		errs = append(errs, fmt.Errorf("the limit MaxFactor is %v, which is not above 0", j.MaxFactor))
	}
	return left, right, errors.Join(errs...)
}

// commonNames lists the names that both frames have, for a join without keys.
func commonNames(f, g Frame) string {
	there := finder(g.cols, len(f.cols))
	names := slices.DeleteFunc(f.Columns(), func(name string) bool { return there(name) < 0 })
	switch {
	case len(names) == 0:
		return ", and the frames have no name in common"
	case len(names) > 20:
		return fmt.Sprintf("; the frames have %d names in common", len(names))
	}
	return "; both frames have " + strings.Join(names, ", ")
}

// leftColumns returns the left columns of a join; the cells of the keys come from the side that has a row.
func (m *matching) leftColumns(f Frame, left, right []int) []Column {
	either := slices.Clone(left)
	for k, i := range either {
		if i < 0 {
			either[k] = len(m.left) + right[k]
		}
	}
	key := finder(m.keys, len(f.cols))
	cols := make([]Column, len(f.cols))
	for i, c := range f.cols {
		if k := key(c.Name); k >= 0 {
			cols[i] = m.keys[k].pick(either)
		} else {
			cols[i] = c.gather(left)
		}
	}
	return cols
}

// rightColumns returns the right columns of a join without the keys, under names that no left column has.
func rightColumns(f, g Frame, j Join, right []int) []Column {
	taken := finder(f.cols, len(g.cols))
	keys := make(map[string]bool, len(j.RightOn))
	for _, name := range j.RightOn {
		keys[name] = true
	}
	var cols []Column
	for _, c := range g.cols {
		if keys[c.Name] {
			continue
		}
		if taken(c.Name) >= 0 {
			c.Name += j.Suffix
		}
		cols = append(cols, c.gather(right))
	}
	return cols
}
