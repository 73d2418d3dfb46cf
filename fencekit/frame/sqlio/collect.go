package sqlio

import (
	"fmt"
	"math"
	"reflect"
	"time"

	"fence/fencekit/frame"
)

// collector gathers the cells of one column of a result. Its kind is settled by the first value and can only become
// float where whole numbers came before.
type collector struct {
	name     string
	typeName string       // as the driver writes it, "" when it names none
	scan     reflect.Type // what the driver would have values scanned into, nil when it does not say
	asked    frame.Kind   // from ReadOptions.Kinds: every value must be one of it
	named    frame.Kind   // of typeName: text is understood as one of it

	kind   frame.Kind // of the values so far, zero when all are missing
	first  int        // the row of the first value
	rows   int
	floats []float64
	ints   []int64 // also the nanoseconds of durations
	texts  []string
	bools  []bool
	gaps   []int // the rows that are missing
}

// add takes the value of the next row.
func (k *collector) add(value any) error {
	c := cell{kind: k.kind}
	if value == nil {
		k.gaps = append(k.gaps, k.rows)
	} else if err := k.settle(value, &c); err != nil {
		return fmt.Errorf("%s, row %d: %w", k.title(), k.rows, err)
	}
	switch k.kind {
	case frame.Float:
		k.floats = append(k.floats, c.float)
	case frame.Int, frame.Duration:
		k.ints = append(k.ints, c.int)
	case frame.String:
		k.texts = append(k.texts, c.text)
	case frame.Bool:
		k.bools = append(k.bools, c.bool)
	}
	k.rows++
	return nil
}

func (k *collector) title() string {
	if k.typeName == "" {
		return fmt.Sprintf("column %q", k.name)
	}
	return fmt.Sprintf("column %q (%s)", k.name, k.typeName)
}

// settle turns a value into a cell of the column's kind, which it chooses for the first value.
func (k *collector) settle(value any, c *cell) error {
	v, err := cellOf(value)
	if err != nil {
		return err
	}
	if v, err = k.understood(v); err != nil {
		return err
	}
	if k.kind == 0 {
		k.start(v.kind)
	}
	if v.kind != k.kind {
		v, err = k.widened(v)
	}
	*c = v
	return err
}

// understood returns the value in the kind asked for, or as the type's name lets it be understood: text as what it
// spells, a number as text in a column of text. Any other value of another type is left to stand for itself.
func (k *collector) understood(v cell) (cell, error) {
	switch {
	case k.asked != 0:
		return v.as(k.asked)
	case v.large && k.named != frame.Float && k.named != frame.String:
		return v.as(frame.Int)
	case typeWord(k.typeName) == "BIT" && v.kind == frame.String && (v.text == "\x00" || v.text == "\x01"):
		return v.as(frame.Bool)
	case k.named == 0 || v.kind == k.named:
		return v, nil
	case v.kind == frame.String || k.named == frame.String:
		return v.as(k.named)
	}
	if w, err := v.as(k.named); err == nil && k.named != frame.Int {
		return w, nil
	}
	return v, nil
}

// start settles the kind at the first value; the rows before it are missing.
func (k *collector) start(kind frame.Kind) {
	k.kind, k.first = kind, k.rows
	switch kind {
	case frame.Float:
		k.floats = make([]float64, k.rows)
	case frame.Int, frame.Duration:
		k.ints = make([]int64, k.rows)
	case frame.String:
		k.texts = make([]string, k.rows)
	case frame.Bool:
		k.bools = make([]bool, k.rows)
	}
}

// widened brings a value and a column of different kinds together, which is possible for whole numbers and floats only.
func (k *collector) widened(v cell) (cell, error) {
	switch {
	case k.kind == frame.Float && v.kind == frame.Int:
		x, err := exactly(v.int)
		return cell{kind: frame.Float, float: x}, err
	case k.kind == frame.Int && v.kind == frame.Float:
		floats := make([]float64, len(k.ints))
		for i, n := range k.ints {
			x, err := exactly(n)
			if err != nil {
				return cell{}, fmt.Errorf("%s after row %d: %w", v.quoted(), i, err)
			}
			floats[i] = x
		}
		k.kind, k.floats, k.ints = frame.Float, floats, nil
		return v, nil
	}
	return cell{}, fmt.Errorf("%s in a column that holds %v from row %d on", v.quoted(), k.kind, k.first)
}

// exactly returns a whole number as a float, or an error when it would become another number.
func exactly(n int64) (float64, error) {
	x := float64(n)
	if x == -math.MinInt64 || int64(x) != n {
		return 0, fmt.Errorf("the whole number %d beside floats, which would be rounded to %.0f", n, x)
	}
	return x, nil
}

// column returns what was gathered.
func (k *collector) column() frame.Column {
	if k.kind == 0 {
		k.start(k.fallback())
	}
	var c frame.Column
	switch k.kind {
	case frame.Float:
		c = frame.Floats(k.name, k.floats)
	case frame.Int:
		c = frame.Ints(k.name, k.ints)
	case frame.String:
		c = frame.Strings(k.name, k.texts)
	case frame.Bool:
		c = frame.Bools(k.name, k.bools)
	case frame.Duration:
		c = frame.Durations(k.name, durations(k.ints))
	}
	if len(k.gaps) == 0 {
		return c
	}
	mask := make([]bool, k.rows)
	for _, i := range k.gaps {
		mask[i] = true
	}
	return c.WithMissing(mask)
}

// fallback is the kind of a column without a value.
func (k *collector) fallback() frame.Kind {
	for _, kind := range []frame.Kind{k.asked, k.named, scanKind(k.scan)} {
		if kind != 0 {
			return kind
		}
	}
	return frame.String
}

func durations(ns []int64) []time.Duration {
	out := make([]time.Duration, len(ns))
	for i, n := range ns {
		out[i] = time.Duration(n)
	}
	return out
}
