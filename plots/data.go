package plots

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"fence/fencekit/frame"
)

// table reads the columns of a frame that a chart needs, and collects what is wrong with them.
type table struct {
	chart string
	f     frame.Frame
	errs  []error
}

// tableOf returns a reader of a chart's frame, which must have rows.
func tableOf(chart string, f frame.Frame) *table {
	t := &table{chart: chart, f: f}
	if f.Rows() == 0 {
		t.fail("the frame has no rows; there is nothing to draw")
	}
	return t
}

func (t *table) fail(format string, values ...any) {
	t.errs = append(t.errs, fmt.Errorf("plots: "+t.chart+": "+format, values...))
}

// err returns everything that is wrong, at once.
func (t *table) err() error { return errors.Join(t.errs...) }

// has reports whether the frame has a column.
func (t *table) has(name string) bool {
	_, err := t.f.Column(name)
	return err == nil
}

// set reports whether columns that a chart cannot do without are named, given as pairs of a field and its value.
func (t *table) set(fields ...string) bool {
	var unset []string
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] == "" {
			unset = append(unset, fields[i])
		}
	}
	there := strings.Join(t.f.Columns(), ", ")
	switch n := len(unset); {
	case n == 1:
		t.fail("%s is not set: must name one of the columns, which are %s", unset[0], there)
	case n > 1:
		t.fail("%s and %s are not set: must name columns, which are %s", strings.Join(unset[:n-1], ", "), unset[n-1], there)
	}
	return len(unset) == 0
}

// raw returns the numbers of a column, NaN where a cell is missing. Durations are in milliseconds.
func (t *table) raw(name string) []float64 {
	c, err := t.f.Column(name)
	if err != nil {
		t.errs = append(t.errs, fmt.Errorf("plots: %s: %w", t.chart, err))
		return nil
	}
	values, err := numbersOf(c)
	if err != nil {
		t.fail("column %q: %v", name, err)
	}
	return values
}

// numbersOf returns the cells of a column as numbers.
func numbersOf(c frame.Column) ([]float64, error) {
	out := make([]float64, c.Len())
	switch c.Kind() {
	case frame.Float:
		values, _ := frame.Values[float64](c)
		copy(out, values)
	case frame.Int:
		values, _ := frame.Values[int64](c)
		for i, v := range values {
			out[i] = float64(v)
		}
	case frame.Duration:
		values, _ := frame.Values[time.Duration](c)
		for i, v := range values {
			out[i] = float64(v) / float64(time.Millisecond)
		}
	default:
		return nil, fmt.Errorf("is of %v; must be of numbers or durations", c.Kind())
	}
	for i := range out {
		if c.Missing(i) {
			out[i] = math.NaN()
		}
	}
	return out, nil
}

// numbers returns the numbers of a column, none of which may be missing, NaN or infinite.
func (t *table) numbers(name string) []float64 {
	values := t.raw(name)
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.fail("column %q, row %d: is %v; must be a finite number in every row", name, i, v)
			break
		}
		if math.Abs(v) > mostMarked {
			t.fail("column %q, row %d: is %v; must be within ±%v, to have a place on an axis", name, i, v, mostMarked)
			break
		}
	}
	return values
}

// texts returns the cells of a column as text, none of which may be missing.
func (t *table) texts(name string) []string {
	c, err := t.f.Column(name)
	if err != nil {
		t.errs = append(t.errs, fmt.Errorf("plots: %s: %w", t.chart, err))
		return nil
	}
	out := make([]string, c.Len())
	for i := range out {
		if c.Missing(i) {
			t.fail("column %q, row %d: is missing; must be there in every row", name, i)
			break
		}
		out[i] = orElse(literal(c.Text(i)), "(empty)")
	}
	return out
}

// limits reads the columns with the limits of another: those named, or, where none is, the other's name with _low and
// _high if both are there. It returns nil where there are none, NaN for a limit that is missing.
func (t *table) limits(of, low, high string, values []float64) (lows, highs []float64) {
	if low == "" && high == "" {
		if !t.has(of+"_low") || !t.has(of+"_high") {
			return nil, nil
		}
		low, high = of+"_low", of+"_high"
	}
	lows, highs = t.raw(low), t.raw(high)
	if len(values) == len(lows) && len(values) == len(highs) {
		for i, v := range values {
			if lows[i] > v || highs[i] < v || math.IsInf(lows[i], 0) || math.IsInf(highs[i], 0) {
				t.fail("columns %q, %q and %q, row %d: %v, %v and %v: must be finite and in order", low, of, high, i,
					lows[i], v, highs[i])
				break
			}
		}
	}
	return lows, highs
}

// loggable checks that values can stand on an axis, which a value below 0 cannot on a logarithmic one.
func (t *table) loggable(name string, log bool, values []float64) {
	for i, v := range values {
		if log && v < 0 {
			t.fail("column %q, row %d: is %v; must not be below 0 on a logarithmic axis", name, i, v)
			return
		}
	}
}
